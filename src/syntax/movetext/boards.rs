//! The driver's printed boards.

use super::{Dialect, Reader};
use crate::diag::{Code, Diagnostic};
use crate::notation::Words;
use crate::record::{Board, Class, Events};
use crate::syntax::diagram;

impl<'s, E: Events<'s>, D: Dialect> Reader<'s, '_, E, D> {
    /// Reads the board, or the rows that nearly are one, whose first line begins here; whether there was any.
    pub(in crate::syntax) fn rows(&mut self) -> bool {
        if let Some(board) = diagram::read(self.words(), self.text, self.pos) {
            self.board(board);
            return true;
        }
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

    /// [`Reader::rows`] where an item is met that begins no move: in an article every line has been tried before.
    #[cold]
    pub(super) fn rows_at_line(&mut self) -> bool {
        !D::ARTICLE && self.pos == self.line.end && self.rows()
    }
}
