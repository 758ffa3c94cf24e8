//! The driver's items that only logs of stone games have.

use super::{Dialect, Reader, Step};
use crate::record::{Class, Events};
use crate::source::Spanned;
use crate::syntax::lex::Gap;
use crate::syntax::{logs, said};
use std::ops::ControlFlow::{Break, Continue};

impl<'s, E: Events<'s>, D: Dialect> Reader<'s, '_, E, D> {
    /// A line of a log that is no article's.
    pub(super) fn log_line(&mut self, gap: Gap) -> Step {
        if self.begins_another_log(gap) {
            return Break(());
        }
        self.rows();
        Continue(())
    }

    /// Whether the line after `gap` begins another log, without an empty line before it: with number 1 and the first
    /// turns of a game.
    pub(in crate::syntax) fn begins_another_log(&self, gap: Gap) -> bool {
        self.depth == 0
            && !self.ended
            && self.bytes().get(gap.end) == Some(&b'1')
            && self.begins_afresh(gap)
            && logs::begins(self.text, gap.end)
    }

    /// The line that sets a table apart which begins here, if there is one.
    pub(in crate::syntax) fn columns(&mut self) -> bool {
        let end = logs::columns(self.text, self.pos);
        if let Some(end) = end {
            self.begun = true;
            self.take(Class::Headings, end);
        }
        end.is_some()
    }

    /// A word that is no turn: the side to move, a bar of a table, a comma, a result in words.
    pub(super) fn log_item(&mut self) -> Option<Step> {
        let (text, at) = (self.text, self.pos);
        if let Some((side, end)) = logs::side(text, at) {
            if self.ended && self.depth == 0 {
                return Some(Break(()));
            }
            self.begun = true;
            let span = self.take(Class::Numbers, end);
            self.events.side(Spanned::new(side, span));
            return Some(Continue(()));
        }
        if let Some(step) = self.said() {
            return Some(step);
        }
        is_bar(text, at).then(|| {
            self.take(Class::Punctuation, at + 1);
            Continue(())
        })
    }

    /// Whether [`Reader::log_item`] knows the word at `at`.
    pub(super) fn is_log_item(&self, at: usize) -> bool {
        is_bar(self.text, at)
            || logs::side(self.text, at).is_some()
            || said::read(self.words(), self.text, at).is_some()
    }
}

/// Whether a bar between columns or a comma between turns stands at `at`.
fn is_bar(text: &str, at: usize) -> bool {
    matches!(text.as_bytes().get(at), Some(b'|' | b','))
}
