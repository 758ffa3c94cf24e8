//! A game record as written: tags, tree of moves, comments, boards, result.

mod account;
mod build;
mod clocks;
mod control;
mod event;
mod roster;
mod skim;
mod tag;
mod tree;
mod words;

pub use account::{Account, Balance};
pub use build::TreeBuilder;
pub use clocks::{Clocks, ShortClocks};
pub(crate) use control::holds_control;
pub(crate) use event::Unheard;
pub use event::{Board, Class, Comment, CommentStyle, Events, Heading, LinePart, RawTag};
pub use roster::ROSTER;
pub use skim::{Label, Skim};
pub use tree::{Node, NodeId, PlacedBoard, Tree};

use crate::diag::Findings;
use crate::notation::letters::Letters;
use crate::notation::{Outcome, WrittenResult};
use crate::source::{Span, Spanned};
use std::collections::BTreeMap;

/// A tag pair, its value without escapes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name as written.
    pub name: Spanned<String>,
    /// The value; the span is the text between the quotes, or the place in a heading.
    pub value: Spanned<String>,
    /// Whether it was made from a heading (`Inertia 3: Joao - Claude`) rather than written as a pair.
    pub from_heading: bool,
}

/// One game record as written; nothing in it has been checked against any rules.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// The whole record, from its first token to its last.
    pub span: Span,
    /// The heading line, for records in an article.
    pub heading: Option<Spanned<String>>,
    /// Tags in order, duplicates kept.
    pub tags: Vec<Tag>,
    /// Comments that stand before the tags or the first move.
    pub before: Vec<Comment>,
    /// The moves.
    pub tree: Tree,
    /// The end marker, or the words that say the same.
    pub result: Option<WrittenResult>,
    /// Comments outside the moves, after the end.
    pub after: Vec<Comment>,
    /// What the readers found.
    pub diagnostics: Findings,
    /// Rule set named by a machine format (JSON `rules`), if any.
    pub rules: Option<Spanned<String>>,
    /// `source` object and `diagnostics` list carried over from JSON, written back unchanged.
    pub carried: Option<Box<Carried>>,
}

/// What a JSON record brought along that is not part of the record itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Carried {
    /// The `source` object.
    pub source: crate::schema::SourceRef,
    /// The `diagnostics` list.
    pub diagnostics: Vec<crate::schema::Diagnostic>,
    /// The line of the original file for each of [`Tree::boards`].
    pub board_lines: Vec<u32>,
    /// The `start` position text.
    pub start: Option<String>,
    /// The `letters` of what was written.
    pub letters: Option<&'static Letters>,
    /// The `options` of its rule set.
    pub options: BTreeMap<String, crate::schema::OptionValue>,
    /// The `san` of each ply, by [`NodeId::index`].
    pub san: Vec<Option<Spanned<String>>>,
    /// The `final` position text.
    pub r#final: Option<Spanned<String>>,
    /// The `outcome`.
    pub outcome: Option<Outcome>,
}

impl Record {
    /// The value of the first tag named `name` (case ignored).
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.find_tag(name).map(|tag| tag.value.value.as_str())
    }

    /// The first tag named `name` (case ignored).
    #[must_use]
    pub fn find_tag(&self, name: &str) -> Option<&Tag> {
        self.tags
            .iter()
            .find(|tag| tag.name.value.eq_ignore_ascii_case(name))
    }

    /// Changes all comments, those of one place at a time.
    pub fn each_comments(&mut self, mut change: impl FnMut(&mut Vec<Comment>)) {
        change(&mut self.before);
        change(&mut self.after);
        for id in self.tree.ids() {
            let node = self.tree.node_mut(id);
            change(&mut node.before);
            change(&mut node.after);
        }
    }

    /// The result: the end marker's, else the tag's; `None` for `*` or when neither is there.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.result {
            Some(result) => result.outcome,
            None => outcome_of(&self.tags),
        }
    }
}

/// What the first tag `Result` says.
fn outcome_of(tags: &[Tag]) -> Option<Outcome> {
    let named = |tag: &&Tag| tag.name.value.eq_ignore_ascii_case("Result");
    let tag = tags.iter().find(named)?;
    Outcome::from_marker(&tag.value.value)
}
