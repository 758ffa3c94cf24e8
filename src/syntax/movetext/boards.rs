//! The driver's printed boards.

use super::{Dialect, Reader};
use crate::diag::{Code, Diagnostic};
use crate::notation::Words;
use crate::notation::men::{Listed, is_count, read_count};
use crate::record::{Board, Class, Events};
use crate::source::Spanned;
use crate::syntax::{diagram, lex};

impl<'s, E: Events<'s>, D: Dialect> Reader<'s, '_, E, D> {
    /// Reads the board, or the rows that nearly are one, whose first line begins here; whether there was any.
    pub(in crate::syntax) fn rows(&mut self) -> bool {
        if let Some(board) = diagram::read(self.words(), self.text, self.pos) {
            self.board(board);
            return true;
        }
        self.near_rows()
    }

    /// Reads the rows that nearly are a board; whether there were any.
    pub(in crate::syntax) fn near_rows(&mut self) -> bool {
        let Some(span) = diagram::unreadable(self.words(), self.text, self.pos) else {
            return false;
        };
        let span = self.take(Class::Faulty, span.end as usize);
        let (message, help) = match self.words() {
            Words::Chess => (
                "these rows look like a board, but are not eight by eight",
                "print eight lines of eight cells, vacant ones as `.`",
            ),
            Words::Stones => (
                "these rows look like a board, but form neither a square nor a hexagon",
                "print all rows of the board, a line each, vacant cells as `.`",
            ),
        };
        let finding = Diagnostic::new(Code::UnreadableBoard, span, message).help(help);
        self.events.fault(finding);
        true
    }

    pub(in crate::syntax) fn board(&mut self, board: Board) {
        self.begun = true;
        self.take(Class::Diagrams, board.span.end as usize);
        self.events.board(board);
    }

    /// Takes the list of men that stands here, and the count behind it, as the board that the record starts from;
    /// `fault` is what is wrong below it.
    pub(in crate::syntax) fn list(&mut self, list: &Listed, fault: Option<Box<Diagnostic>>) {
        (self.begun, self.listed) = (true, true);
        self.take(Class::Diagrams, list.span.end as usize);
        self.events.board(Board::of_list(list));
        for fault in list.faults.iter().cloned().chain(fault.map(|fault| *fault)) {
            self.events.fault(fault);
        }
        let start = lex::skip_blanks(self.bytes(), self.pos);
        let words = &self.text[start..];
        if !is_count(words) {
            return;
        }
        let end = start + words.find(')').map_or(words.len(), |end| end + 1);
        if start > self.pos {
            self.take(Class::Blank, start);
        }
        let span = self.take(Class::Tags, end);
        let count = read_count(span.text(self.text));
        if let Some(fault) = count.and_then(|count| list.men.miscount(Spanned::new(count, span))) {
            self.events.fault(fault);
        }
    }

    /// [`Reader::rows`] where an item is met that begins no move: in an article every line has been tried before.
    #[cold]
    pub(super) fn rows_at_line(&mut self) -> bool {
        !D::ARTICLE && self.pos == self.line.end && self.rows()
    }
}
