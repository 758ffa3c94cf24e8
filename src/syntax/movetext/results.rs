//! The driver's results: markers, and words that say the same.

use super::{Dialect, Reader, Step};
use crate::diag::{Code, Diagnostic};
use crate::notation::{Outcome, Words, WrittenResult};
use crate::record::{Class, CommentStyle, Events};
use crate::source::Span;
use crate::syntax::lex::{self, Gap};
use crate::syntax::said;
use std::ops::ControlFlow::Continue;

impl<'s, E: Events<'s>, D: Dialect> Reader<'s, '_, E, D> {
    /// A result: a marker, or words where `marker` is false.
    pub(super) fn result(&mut self, outcome: Option<Outcome>, end: usize) -> Step {
        self.say_result(outcome, end, true)
    }

    /// A result that ends at `end`, by its marker or in words.
    fn say_result(&mut self, outcome: Option<Outcome>, end: usize, marker: bool) -> Step {
        if self.count.since == 0 && self.count.value > 0 && !self.ended {
            self.number_before_result();
        }
        if self.depth > 0 {
            self.result_aside = end;
        } else if self.ended {
            let span = self.take(Class::Faulty, end);
            let finding = Diagnostic::new(Code::NotAMove, span, "a second result")
                .help("the first one counts; take one of them out");
            self.events.fault(finding);
            return Continue(());
        } else {
            self.ended = true;
        }
        self.begun = true;
        let span = self.take(Class::Results, end);
        self.events.result(WrittenResult {
            outcome,
            span,
            marker,
        });
        Continue(())
    }

    /// A result in a spelling of its own, or in words where those are not usual, if one ends the record here.
    #[cold]
    pub(super) fn odd_result(&mut self) -> Option<Step> {
        if self.words() != Words::Chess || self.depth > 0 || self.ended {
            return None;
        }
        let (text, at) = (self.text, self.pos);
        let (outcome, end) = match ODD_RESULTS
            .iter()
            .find(|(odd, _)| text[at..].starts_with(odd))
        {
            Some((odd, outcome)) => (*outcome, at + odd.len()),
            None => {
                let (said, end) = said::read(self.words(), text, at)?;
                (said.outcome(self.count), end)
            }
        };
        let next = Gap::after(text.as_bytes(), end);
        let is_last = next.lines > 0 || matches!(text.as_bytes().get(next.end), None | Some(b'['));
        if !is_last || lex::result(text, next.end).is_some() {
            return None;
        }
        // Castling, unless both have moved since the last number.
        let both_moved = self.count.since + u32::from(self.count.dots > 1) >= 2;
        if &text[at..end] == "0-0" && !both_moved {
            return None;
        }
        self.ended = true;
        self.begun = true;
        let span = self.take(Class::Results, end);
        self.events.result(WrittenResult {
            outcome,
            span,
            marker: true,
        });
        let usual = outcome.map_or("*", Outcome::marker);
        let message = format!(
            "{} is read as the result `{usual}`",
            lex::quoted(span.text(text))
        );
        let finding = Diagnostic::new(Code::NotAMove, span, message)
            .help("write `1-0`, `0-1`, `1/2-1/2` or `*`")
            .fix(format!("write {usual}"), outcome.is_some(), span, usual);
        self.events.fault(finding);
        Some(Continue(()))
    }

    /// The result in words that stands here, if there is one.
    pub(in crate::syntax) fn said(&mut self) -> Option<Step> {
        let (text, at) = (self.text, self.pos);
        let (said, end) = said::read(self.words(), text, at)?;
        // A marker says it better; the words are kept beside it.
        let next = Gap::after(text.as_bytes(), end);
        let marker = lex::result(text, next.end).filter(|_| next.lines < 2);
        let outcome = said.outcome(self.count);
        if !self.ended && marker.is_none() {
            return Some(self.say_result(outcome, end, false));
        }
        let words = Span::new(at, end);
        self.comment(CommentStyle::Prose, end, words);
        if let Some((marked, marker_end)) = marker {
            self.compare_results(words, outcome, Span::new(next.end, marker_end), marked);
        }
        Some(Continue(()))
    }

    /// Says where the words before a marker tell another result.
    fn compare_results(
        &mut self,
        words: Span,
        said: Option<Outcome>,
        marker: Span,
        marked: Option<Outcome>,
    ) {
        let (Some(said), Some(marked)) = (said, marked) else {
            return;
        };
        if said != marked {
            let message = format!(
                "these words mean {}, the end marker says {}",
                said.marker(),
                marked.marker()
            );
            let finding = Diagnostic::new(Code::ResultsDiffer, words, message)
                .label(marker, "the end marker")
                .help("the end marker counts; correct the words if the marker is right");
            self.events.fault(finding);
        }
    }
}

/// Results as people and scanners write them, and what they say.
const ODD_RESULTS: [(&str, Option<Outcome>); 15] = [
    ("1:0", Some(Outcome::WhiteWins)),
    ("0:1", Some(Outcome::BlackWins)),
    ("1-O", Some(Outcome::WhiteWins)),
    ("O-1", Some(Outcome::BlackWins)),
    ("1-o", Some(Outcome::WhiteWins)),
    ("o-1", Some(Outcome::BlackWins)),
    ("l-0", Some(Outcome::WhiteWins)),
    ("0-l", Some(Outcome::BlackWins)),
    ("1/2:1/2", Some(Outcome::Draw)),
    ("0.5-0.5", Some(Outcome::Draw)),
    ("0.5:0.5", Some(Outcome::Draw)),
    ("0,5-0,5", Some(Outcome::Draw)),
    ("0,5:0,5", Some(Outcome::Draw)),
    ("0-0", None),
    ("\\*", None),
];
