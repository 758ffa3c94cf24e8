//! The driver's move numbers: with their dots or bare, dots alone, and numbers that no move follows.

use super::{Count, Dialect, Reader, Step};
use crate::diag::{Code, Diagnostic};
use crate::notation::clock::bare_judgement;
use crate::notation::{Words, WrittenNumber};
use crate::record::{Class, Events};
use crate::source::Span;
use crate::syntax::lex;
use std::ops::ControlFlow::{Break, Continue};

impl<'s, E: Events<'s>, D: Dialect> Reader<'s, '_, E, D> {
    #[inline]
    pub(super) fn digits(&mut self) -> Step {
        let number = lex::number(self.bytes(), self.pos);
        if number.dots == 0 {
            return self.bare_digits(number);
        }
        if self.bytes().get(number.end).is_some_and(u8::is_ascii_digit) {
            if let Some(step) = self.odd_result() {
                return step;
            }
            if let Some(len) = bare_judgement(&self.text[self.pos..]) {
                return self.judgement(self.pos + len);
            }
        }
        self.number(number)
    }

    /// Always inlined: every other move has one.
    #[inline(always)]
    pub(super) fn number(&mut self, number: lex::Number) -> Step {
        if self.ended && self.depth == 0 {
            return Break(());
        }
        if self.count.since == 0 && self.count.value > 0 && self.is_astray(number) {
            self.astray(Span::new(self.pos, number.end));
            self.take(Class::Numbers, number.end);
            return Continue(());
        }
        let span = self.take(Class::Numbers, number.end);
        self.counted = self.count;
        self.last_number = span;
        self.count = Count {
            value: number.value,
            dots: number.dots,
            since: 0,
        };
        self.begun = true;
        self.events.number(WrittenNumber {
            value: number.value,
            dots: number.dots,
            span,
        });
        if number.odd {
            let message = format!("{} dots after a move number", number.dots);
            let finding = Diagnostic::new(Code::NumberDots, span, message)
                .help("write one dot before a move of White, three before one of Black");
            self.events.fault(finding);
        }
        Continue(())
    }

    /// Digits without a dot: a result, castling by zeros, a number all the same, or part of another word.
    #[inline(never)]
    fn bare_digits(&mut self, number: lex::Number) -> Step {
        let first = self.bytes()[self.pos];
        let words = self.words_here();
        // The first rank of a printed board; that of a game of stones may have any number.
        let is_rank = matches!(first, b'1' | b'8') || words == Words::Stones;
        if is_rank && self.rows_at_line() {
            return Continue(());
        }
        if matches!(first, b'0' | b'1') {
            if let Some((outcome, end)) = lex::result(self.text, self.pos) {
                return self.result(outcome, end);
            }
            if let Some(step) = self.odd_result() {
                return step;
            }
            if first == b'0' && lex::word(words, self.text, self.pos).is_some() {
                return self.word();
            }
        }
        if lex::ends_bare_number(words, self.text, number.digits_end) {
            return self.number(number);
        }
        self.unknown(lex::word_end(self.text, self.pos))
    }

    /// Dots that follow no number.
    pub(super) fn dots(&mut self) -> Step {
        if self.rows_at_line() {
            return Continue(());
        }
        let dots = self.bytes()[self.pos..]
            .iter()
            .take_while(|&&byte| byte == b'.')
            .count();
        let span = self.take(Class::Punctuation, self.pos + dots);
        if !D::ARTICLE || dots > 1 {
            let finding = Diagnostic::new(Code::NumberDots, span, "dots without a move number")
                .help("write the number before its dots");
            self.events.fault(finding);
        }
        Continue(())
    }

    // Numbers that no move follows. One may be repeated after a comment or a variation; side by side, or before the
    // result, one is too many.

    /// Judges a number that stands here while the one before it still waits for its move; whether this one is too many.
    /// If it is the one before, that is said.
    #[cold]
    fn is_astray(&mut self, number: lex::Number) -> bool {
        if self.words() != Words::Chess {
            return false;
        }
        let Count { value, dots, since } = self.counted;
        let due = match value {
            0 => number.value,
            value => value.saturating_add((since + u32::from(dots > 1)) / 2),
        };
        let before = self.last_number;
        let adjacent = self.is_last(before.end as usize);
        let first_is_due = self.count.value == due;
        if adjacent && first_is_due {
            return true;
        }
        // Where both are wrong, the second is found to be so when its move is played.
        if !first_is_due && (adjacent || self.count.value != number.value) {
            self.astray(before);
        }
        false
    }

    /// Says of a number that the result follows it.
    #[cold]
    pub(super) fn number_before_result(&mut self) {
        let before = self.last_number;
        if self.words() == Words::Chess && self.is_last(before.end as usize) {
            self.astray(before);
        }
    }

    /// Whether nothing but blanks stands between `end` and here.
    fn is_last(&self, end: usize) -> bool {
        end <= self.pos && lex::Gap::after(self.bytes(), end).end == self.pos
    }

    #[cold]
    fn astray(&mut self, span: Span) {
        let written = span.text(self.text);
        let message = format!("no move follows the number {}", lex::quoted(written));
        let help = if written.bytes().all(|byte| byte.is_ascii_digit()) {
            "take it out, or write the `$` before it if it was meant for a glyph, or the move that was lost"
        } else {
            "take it out, or write the move that was lost"
        };
        let finding = Diagnostic::new(Code::WrongNumber, span, message)
            .help(help)
            .fix("take it out", false, span, "");
        self.events.fault(finding);
    }
}
