//! The driver's printed boards.

use super::{Dialect, Reader};
use crate::diag::{Code, Diagnostic};
use crate::record::{Board, Class, Events};
use crate::syntax::diagram;

impl<'s, E: Events<'s>, D: Dialect> Reader<'s, '_, E, D> {
    /// Reads the board, or the rows that nearly are one, whose first line begins here; whether there was any.
    pub(in crate::syntax) fn rows(&mut self) -> bool {
        if let Some(board) = diagram::read(self.text, self.pos) {
            self.board(board);
            return true;
        }
        let Some(span) = diagram::unreadable(self.text, self.pos) else {
            return false;
        };
        let span = self.take(Class::Faulty, span.end as usize);
        let message = "these rows look like a board, but are not eight by eight";
        let finding = Diagnostic::new(Code::UnreadableBoard, span, message)
            .help("print eight lines of eight cells, vacant ones as `.`");
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
