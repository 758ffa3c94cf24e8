//! The driver's items that stand for moves: words, glyphs, and what is none of these.

use super::{Count, Dialect, Reader, Step};
use crate::diag::{Code, Diagnostic};
use crate::notation::clock::bare_judgement;
use crate::notation::{Marks, MoveWord, Nag, San, WordForm, WordRead, Words, read_longer_word};
use crate::record::{Class, Events};
use crate::source::{Span, Spanned};
use crate::syntax::lex::{self, Gap, Sign};
use std::ops::ControlFlow::{self, Break, Continue};

/// Whether a word that is no move looks like one that was meant: it begins as moves do, all its signs are those of
/// moves, a digit or a capture among them, and it is no code of an opening.
fn is_spoilt(word: &str) -> bool {
    let begins = word.starts_with(|c| matches!(c, 'K' | 'Q' | 'R' | 'B' | 'N' | 'a'..='h'));
    let is_sign = |byte| matches!(byte, b'a'..=b'h' | b'x' | b'1'..=b'9' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'+' | b'#' | b'=' | b'-' | b'!' | b'?');
    let is_opening = matches!(word.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']);
    begins
        && !is_opening
        && word.bytes().all(is_sign)
        && word.contains(|c: char| c == 'x' || c.is_ascii_digit())
}

impl<'s, E: Events<'s>, D: Dialect> Reader<'s, '_, E, D> {
    #[inline]
    pub(super) fn word(&mut self) -> Step {
        let start = self.pos;
        let words = self.words_here();
        let read = match words {
            Words::Chess => match San::read(&self.bytes()[start..]) {
                Some(san) => {
                    let span = self.take_word(san.length())?;
                    self.events.san(self.text, span, san);
                    return Continue(());
                }
                None => read_longer_word(&self.text[start..]),
            },
            Words::Stones => lex::turn(self.text, start),
        };
        // Not joined with what is rare: the word would be copied once more.
        match read {
            Some(read) => self.read_word(&read),
            None => self.glued_word(words),
        }
    }

    /// A move word to which a result is glued, or what is no move.
    #[cold]
    fn glued_word(&mut self, words: Words) -> Step {
        match lex::word_before_result(words, self.text, self.pos) {
            Some(read) => self.read_word(&read),
            None => self.other(),
        }
    }

    /// Takes a move word of `len` bytes, if the record goes on.
    #[inline]
    fn take_word(&mut self, len: usize) -> ControlFlow<(), Span> {
        if self.ended && self.depth == 0 {
            return Break(());
        }
        let span = self.take(Class::Moves, self.pos + len);
        self.plies += 1;
        self.count.since += 1;
        Continue(span)
    }

    #[inline]
    fn read_word(&mut self, read: &WordRead) -> Step {
        let span = self.take_word(read.len)?;
        self.events.ply(&MoveWord {
            text: span.text(self.text),
            span,
            form: read.form,
            marks: read.marks,
        });
        Continue(())
    }

    pub(super) fn glyph(&mut self) -> Step {
        let rest = &self.text[self.pos..];
        match lex::glyph(rest) {
            Ok((left, Some(nag))) => self.nag(nag, self.text.len() - left.len()),
            Ok((left, None)) => {
                let span = self.take(Class::Faulty, self.text.len() - left.len());
                let finding =
                    Diagnostic::new(Code::BadNag, span, "annotation glyphs go from $0 to $255")
                        .help("write a number up to 255, or put the remark in `{...}`");
                self.events.fault(finding);
            }
            Err(_) => {
                // What is glued to it is part of the slip, unless it is a move.
                let is_number = rest[1..].starts_with(['-', '+']);
                let end = if is_number {
                    lex::word_end(self.text, self.pos)
                } else {
                    self.pos + 1
                };
                let span = self.take(Class::Faulty, end);
                let message = "a number must follow the `$` of an annotation glyph";
                let finding = Diagnostic::new(Code::BadNag, span, message)
                    .help("write the number right behind the `$`, or take the `$` out");
                self.events.fault(finding);
            }
        }
        Continue(())
    }

    pub(super) fn nag(&mut self, nag: Nag, end: usize) {
        self.begun = true;
        let span = self.take(Class::Nags, end);
        self.events.nag(Spanned::new(nag, span));
    }

    /// `!` and `?` that no move word took.
    pub(super) fn suffix(&mut self) -> Step {
        let signs = self.bytes()[self.pos..]
            .iter()
            .take_while(|byte| matches!(byte, b'!' | b'?'))
            .count();
        let (start, end) = (self.pos, self.pos + signs);
        let Some(nag) = Nag::from_suffix(&self.text[start..end]) else {
            return self.unknown(end);
        };
        self.nag(nag, end);
        if !D::ARTICLE && start > self.at && self.is_blank_before(start) {
            let span = Span::new(start, end);
            let message = "a blank stands between a move and its suffix";
            let finding = Diagnostic::new(Code::OddBlank, span, message)
                .help("it is read as if the blank were not there; take it out");
            self.events.fault(finding);
        }
        Continue(())
    }

    fn is_blank_before(&self, at: usize) -> bool {
        self.text[..at]
            .chars()
            .next_back()
            .is_some_and(char::is_whitespace)
    }

    /// A byte that is no printable ASCII.
    pub(super) fn odd_byte(&mut self) -> Step {
        let bytes = self.bytes();
        if lex::blank(bytes, self.pos) > 0 {
            self.blanks();
            return Continue(());
        }
        let len = lex::control(bytes, self.pos);
        if len == 0 {
            return self.word();
        }
        let end = lex::dos_ends(bytes, self.pos);
        let begins_or_ends = self.ended || !self.begun && self.plies == 0;
        if end > self.pos && (begins_or_ends || Gap::after(bytes, end).end == bytes.len()) {
            self.take(Class::Blank, end);
            return Continue(());
        }
        let span = self.take(Class::Blank, self.pos + len);
        if !self.control_said {
            self.control_said = true;
            let code = span.text(self.text).chars().next().map_or(0, u32::from);
            let message = format!("the control character U+{code:04X} is read as a blank");
            let finding = Diagnostic::new(Code::ControlCharacter, span, message)
                .help("take it out, and all others of the record");
            self.events.fault(finding);
        }
        Continue(())
    }

    /// A word that is no move: a result, a sign, something the dialect knows, or nothing.
    #[inline(never)]
    pub(super) fn other(&mut self) -> Step {
        if self.words() == Words::Stones && self.pos == self.line.end && self.columns() {
            return Continue(());
        }
        match lex::sign(self.text, self.pos) {
            Some((Sign::Result(outcome), end)) => return self.result(outcome, end),
            Some((Sign::Nag(nag), end)) => {
                self.nag(nag, end);
                return Continue(());
            }
            Some((Sign::EnPassant, end)) => {
                let span = self.take(Class::Moves, end);
                self.events.en_passant(span);
                return Continue(());
            }
            Some((Sign::Check(mark), end)) => {
                let span = self.take(Class::Moves, end);
                self.events.check(Spanned::new(mark, span));
                return Continue(());
            }
            None => {}
        }
        if self.rows_at_line() {
            return Continue(());
        }
        if self.words() == Words::Stones
            && let Some(step) = self.log_item()
        {
            return step;
        }
        if let Some(step) = D::odd_word(self)
            .or_else(|| self.odd_result())
            .or_else(|| self.mended_move())
        {
            return step;
        }
        match bare_judgement(&self.text[self.pos..]) {
            Some(len) => self.judgement(self.pos + len),
            None => self.unknown(lex::word_end(self.text, self.pos)),
        }
    }

    /// What a program thinks of the position, outside of a comment, perhaps in parentheses.
    #[cold]
    pub(super) fn judgement(&mut self, end: usize) -> Step {
        if D::ARTICLE && self.ended && self.depth == 0 {
            return Break(());
        }
        let span = self.take(Class::Faulty, end);
        let written = span.text(self.text);
        let message = format!("{} is an evaluation, not a move", lex::quoted(written));
        let finding = Diagnostic::new(Code::NotAMove, span, message)
            .at("an evaluation outside of a comment")
            .help("put it into a comment: `{...}`, or `{[%eval ...]}` for programs to read")
            .fix("make it a comment", true, span, format!("{{{written}}}"));
        self.events.fault(finding);
        Continue(())
    }

    /// A word of a game whose words nobody here knows: a move of it, without the suffix at its end.
    fn foreign_word(&mut self, end: usize) -> Step {
        let word = self.text[self.pos..end].trim_end_matches(['!', '?']);
        let span = self.take_word(word.len())?;
        self.events.ply(&MoveWord {
            text: word,
            span,
            form: WordForm::Foreign,
            marks: Marks::default(),
        });
        Continue(())
    }

    /// Whether a move is due right where it is read: its number has come, and no move since.
    fn is_move_due(&self) -> bool {
        let begun = self.count.value > 0 && self.count.since == 0;
        begun && !self.ended && !D::ARTICLE
    }

    /// Whether the reply to a numbered move is due, and its line ends or the next number comes at `next` without one.
    fn is_reply_due(&self, next: usize) -> bool {
        let Count { value, dots, since } = self.count;
        let begun = value > 0 && dots == 1 && since == 1 && !self.ended && !D::ARTICLE;
        if !begun || self.words() != Words::Chess {
            return false;
        }
        let bytes = self.bytes();
        let number = lex::number(bytes, next);
        matches!(bytes.get(next), None | Some(b')'))
            || lex::result(self.text, next).is_some()
            || number.dots > 0 && Some(number.value) == value.checked_add(1)
    }

    /// One finding for a run of words that mean nothing, the first of which ends at `end`.
    #[cold]
    pub(super) fn unknown(&mut self, mut end: usize) -> Step {
        let over = self.ended && self.depth == 0;
        // Prose after the end of a game in an article is none of it.
        if D::ARTICLE && over {
            return Break(());
        }
        let start = self.pos;
        let is_word = !matches!(self.bytes()[start], b'!' | b'?');
        if is_word && !over && self.words() == Words::Chess && self.events.is_foreign() {
            return self.foreign_word(end);
        }
        let mut words = 1;
        loop {
            let next = lex::skip_blanks(self.bytes(), end);
            if next == end || !self.is_unknown(next) {
                break;
            }
            end = lex::word_end(self.text, next);
            words += 1;
        }
        if self.is_before_stray(end) {
            self.unopened(end);
            return Continue(());
        }
        let span = self.take(Class::Faulty, end);
        let shown = lex::quoted(&self.text[start..end]);
        let message = if words == 1 {
            format!("{shown} is no move")
        } else {
            format!("{shown} are no moves")
        };
        // Where a move follows all the same, the words were none, or it tells that one is missing.
        let next = Gap::after(self.bytes(), lex::skip_blanks(self.bytes(), end)).end;
        let is_lost = is_word
            && (self.is_move_due() && lex::word(self.words(), self.text, next).is_none()
                || words == 1 && self.is_reply_due(next) && is_spoilt(&self.text[start..end]));
        let code = if is_lost {
            Code::UnreadMove
        } else {
            Code::NotAMove
        };
        let finding = Diagnostic::new(code, span, message);
        let finding = if is_lost {
            finding.at("a move is due here, and none follows").help(
                "write the move as standard algebraic notation does, or put remarks in `{...}`",
            )
        } else {
            finding.help("put remarks in `{...}`; if a move was meant, mend it")
        };
        self.events.fault(finding);
        Continue(())
    }

    /// Whether the word at `at` would be given up as unknown.
    pub(super) fn is_unknown(&self, at: usize) -> bool {
        let Some(&byte) = self.bytes().get(at) else {
            return false;
        };
        if matches!(byte, b'0'..=b'9' | b'{' | b'}' | b'(' | b')' | b'[' | b'$' | b'!' | b'?' | b';' | b'*' | b'.' | 0..=0x1F | 0x7F)
        {
            return false;
        }
        lex::control(self.bytes(), at) == 0
            && lex::word(self.words(), self.text, at).is_none()
            && lex::sign(self.text, at).is_none()
            && (self.words() == Words::Chess || !self.is_log_item(at))
            && D::odd_word_len(self.text, at) == 0
            && bare_judgement(&self.text[at..]).is_none()
    }
}
