//! Events to what a record says of itself before its moves: enough to choose it, and to copy it.

use super::event::{Class, Events, Heading, RawTag};
use super::tag::TagSection;
use super::{Record, Tag, outcome_of};
use crate::notation::{MoveWord, Outcome, Words, WrittenResult};
use crate::source::Span;

/// What a record is known by without its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// The whole record, from its first token to its last.
    pub span: Span,
    /// Its tags, as [`Record::tags`](super::Record::tags).
    pub tags: Vec<Tag>,
    /// Its result, as [`Record::outcome`](super::Record::outcome).
    pub outcome: Option<Outcome>,
}

impl Label {
    /// That of a record that was read as a whole.
    #[must_use]
    pub fn of(record: Record) -> Self {
        Self {
            span: record.span,
            outcome: record.outcome(),
            tags: record.tags,
        }
    }
}

/// Makes a [`Label`] of the events of a reader, the same that a [`TreeBuilder`](super::TreeBuilder) comes to.
#[derive(Debug, Default)]
pub struct Skim {
    tags: TagSection,
    span: Option<Span>,
    /// Variations that are open.
    depth: u32,
    words: Option<Words>,
    result: Option<WrittenResult>,
}

impl Skim {
    /// What the record is known by.
    #[must_use]
    pub fn finish(self) -> Label {
        let tags = self.tags.finish(self.words.unwrap_or_default());
        let outcome = match self.result {
            Some(result) => result.outcome,
            None => outcome_of(&tags),
        };
        Label {
            span: self.span.unwrap_or_default(),
            tags,
            outcome,
        }
    }
}

impl<'s> Events<'s> for Skim {
    fn token(&mut self, class: Class, span: Span) {
        if !matches!(class, Class::Blank | Class::Prose) {
            self.span = Some(self.span.map_or(span, |before| before.to(span)));
        }
    }

    fn heading(&mut self, heading: Heading<'s>) {
        self.tags.heading(heading);
    }

    fn tag(&mut self, tag: RawTag<'s>) {
        // What is wrong with it is found when the record is read.
        let _ = self.tags.pair(tag);
    }

    fn property(&mut self, tag: Tag) {
        self.tags.property(tag);
    }

    fn ply(&mut self, word: &MoveWord<'s>) {
        self.words = self.words.or_else(|| word.form.words());
    }

    fn open_variation(&mut self, _span: Span) {
        self.depth += 1;
    }

    fn close_variation(&mut self, _span: Span) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn fork(&mut self, _span: Span) {
        self.depth += 1;
    }

    fn join(&mut self, _span: Span) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn result(&mut self, result: WrittenResult) {
        // Words that go with a marker only say the same.
        let is_first = |first: WrittenResult| result.marker && !first.marker;
        if self.depth == 0 && self.result.is_none_or(is_first) {
            self.result = Some(result);
        }
    }
}
