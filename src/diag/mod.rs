//! Findings as data: a code, a place, words, and what else matters. Nothing here prints.

mod codes;
#[cfg(feature = "cli")]
mod excerpt;
mod findings;
pub mod github;
#[cfg(feature = "cli")]
pub mod human;
mod located;
pub mod sarif;

pub use codes::{Code, Severity};
pub use findings::Findings;
pub use located::{Located, Region};

use crate::source::Span;
use serde_json::Value;

/// One fault, doubt or remark about a record, with the place where it stands.
///
/// All spans are relative to the [`Source`](crate::source::Source) of the record. Built only when it
/// is reported, so it may own its text.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagnostic {
    /// Which kind of finding; fixes its severity.
    pub code: Code,
    /// The offending token.
    pub span: Span,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What the underlined token is, in a few words; empty when the message says it all.
    pub at: String,
    /// Other places that matter, nearest cause first.
    pub labels: Vec<Label>,
    /// What to do.
    pub help: Option<String>,
    /// Half-move number from 1, for findings about a move.
    pub ply: Option<u32>,
    /// The way into a variation (`24.1/26.2`); empty for the main line.
    pub path: String,
    /// Why a move is illegal, for machines.
    pub why: Option<Reason>,
    /// Legal readings of an ambiguous word, in canonical notation.
    pub candidates: Vec<String>,
    /// Corrections that would mend it.
    pub fixes: Vec<Fix>,
}

/// Another place that matters to a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there.
    pub message: String,
}

/// The typed cause of an illegal move: a kind from a closed list and its facts.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    /// Such as `no-such-piece`.
    pub kind: &'static str,
    /// Facts by name: squares, pieces, counts.
    pub facts: Vec<(&'static str, Value)>,
}

/// A correction: edits of the text that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it does, in a few words.
    pub title: String,
    /// Whether no other correction would do.
    pub unique: bool,
    /// The edits, in text order, not overlapping.
    pub edits: Vec<Edit>,
}

/// Replaces the text at a span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is replaced (empty: an insertion).
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl Diagnostic {
    /// A finding with its place and message; the rest is added by the methods below.
    #[must_use]
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            span,
            message: message.into(),
            at: String::new(),
            labels: Vec::new(),
            help: None,
            ply: None,
            path: String::new(),
            why: None,
            candidates: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// Says what the underlined token is.
    #[must_use]
    pub fn at(mut self, words: impl Into<String>) -> Self {
        self.at = words.into();
        self
    }

    /// Adds a label on another place.
    #[must_use]
    pub fn label(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            message: message.into(),
        });
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says more of what to do, after what is said already.
    pub fn add_help(&mut self, more: &str) {
        match &mut self.help {
            Some(help) => {
                help.push_str("; ");
                help.push_str(more);
            }
            None => self.help = Some(more.to_owned()),
        }
    }

    /// Offers a correction that replaces the text at `span`.
    #[must_use]
    pub fn fix(
        mut self,
        title: impl Into<String>,
        unique: bool,
        span: Span,
        text: impl Into<String>,
    ) -> Self {
        self.fixes.push(Fix {
            title: title.into(),
            unique,
            edits: vec![Edit {
                span,
                text: text.into(),
            }],
        });
        self
    }

    /// The same about a text that begins at `start` of the one that it is about; no span of it lies before that.
    #[must_use]
    pub fn since(mut self, start: u32) -> Self {
        let edits = self.fixes.iter_mut().flat_map(|fix| &mut fix.edits);
        let spans = std::iter::once(&mut self.span)
            .chain(self.labels.iter_mut().map(|label| &mut label.span))
            .chain(edits.map(|edit| &mut edit.span));
        for span in spans {
            *span = Span {
                start: span.start - start,
                end: span.end - start,
            };
        }
        self
    }

    /// The severity that its code carries.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}
