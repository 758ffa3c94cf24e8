//! Events to a record.

use super::Record;
use super::event::{Board, CommentStyle, Events, Heading, RawTag};
use crate::diag::Diagnostic;
use crate::notation::{MoveWord, Nag, WrittenNumber, WrittenResult};
use crate::source::{Span, Spanned};

/// Builds a [`Record`] from the events of a reader.
#[derive(Debug, Default)]
pub struct TreeBuilder {
    record: Record,
}

impl TreeBuilder {
    /// The finished record.
    #[must_use]
    pub fn finish(self) -> Record {
        self.record
    }
}

impl<'s> Events<'s> for TreeBuilder {
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
        self.record.diagnostics.push(diagnostic);
    }
}
