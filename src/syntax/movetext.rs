//! The one driver for the structure of all text formats: a loop that looks at one byte and hands over to an item.
//!
//! Nesting is a counter, never recursion. What differs between formats (where a record ends, what an unknown word
//! may be) is asked of a [`Dialect`], at line starts and at odd words only, so that ordinary movetext stays lean.

use super::lex::{self, Gap, Sign};
use super::{Found, tags};
use crate::diag::{Code, Diagnostic};
use crate::notation::{MoveWord, Nag, WrittenNumber, WrittenResult, read_word};
use crate::record::{Class, CommentStyle, Events, RawTag};
use crate::source::{Span, Spanned};
use std::marker::PhantomData;
use std::ops::ControlFlow::{self, Break, Continue};

/// How deep variations may be nested.
const DEEPEST: u32 = 256;

/// Whether the record goes on.
pub(super) type Step = ControlFlow<()>;

/// What differs between the text formats.
pub(super) trait Dialect: Sized {
    /// Whether the text is an article: prose may stand around and between the moves.
    const ARTICLE: bool;

    /// Called where a line of a record begins that is neither empty, nor an escaped line, nor a tag pair. `Break`
    /// when the record ended before it.
    fn at_line<'s, E: Events<'s>>(reader: &mut Reader<'s, '_, E, Self>, gap: Gap) -> Step;

    /// Called at a word that is nothing else; `None` when it means nothing in this dialect either.
    fn odd_word<'s, E: Events<'s>>(reader: &mut Reader<'s, '_, E, Self>) -> Option<Step>;

    /// Where the text of the `(*` comment at `at` ends, and whether `*)` stands there.
    fn stars_end(text: &str, at: usize) -> (usize, bool);

    /// Length of a word that means something in this dialect only, 0 when there is none at `at`.
    fn odd_word_len(text: &str, at: usize) -> usize;
}

/// The last move number of a line and how far play went since.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    /// The number's value; 0 when there was none yet.
    pub(super) value: u32,
    /// Its dots.
    pub(super) dots: u8,
    /// Plies since.
    pub(super) since: u32,
}

/// Reads one record and pushes its events.
#[derive(Debug)]
pub(super) struct Reader<'s, 'e, E, D> {
    pub(super) text: &'s str,
    /// Where the reading of this record began.
    pub(super) at: usize,
    /// The next byte.
    pub(super) pos: usize,
    pub(super) events: &'e mut E,
    /// Open variations.
    pub(super) depth: u32,
    /// Plies so far, variations included.
    pub(super) plies: u32,
    /// Numbers and plies of the line being read.
    pub(super) count: Count,
    /// Whether anything of a record was found.
    pub(super) begun: bool,
    /// Whether the record's own result was found.
    pub(super) ended: bool,
    /// Up to where prose is known to stand between moves of this record.
    pub(super) continues: usize,
    /// Where the outermost open variation begins.
    opened_at: usize,
    /// The main line's count while a variation is read.
    main: Count,
    /// The name of the first tag pair.
    first_tag: Option<Span>,
    /// The gap before the first item of this line, and where that item stands.
    line: Gap,
    /// Closing braces that the last nested comment leaves behind.
    strays: u32,
    /// Where the last result inside a variation ends; 0 when there was none.
    result_aside: usize,
    /// Whether the end of the record is missing for a reason that was reported.
    spoilt: bool,
    /// Whether control characters were reported.
    control_said: bool,
    /// Whether too deep nesting was reported.
    too_deep: bool,
    dialect: PhantomData<D>,
}

impl<'s, 'e, E: Events<'s>, D: Dialect> Reader<'s, 'e, E, D> {
    /// A reader of the record at `at`, of which everything up to the end of `line` has been read.
    pub(super) fn new(text: &'s str, at: usize, line: Gap, events: &'e mut E) -> Self {
        Self {
            text,
            at,
            pos: line.end,
            events,
            depth: 0,
            plies: 0,
            count: Count::default(),
            begun: false,
            ended: false,
            continues: 0,
            opened_at: 0,
            main: Count::default(),
            first_tag: None,
            line,
            strays: 0,
            result_aside: 0,
            spoilt: false,
            control_said: false,
            too_deep: false,
            dialect: PhantomData,
        }
    }

    pub(super) fn bytes(&self) -> &'s [u8] {
        self.text.as_bytes()
    }

    /// Gives the bytes up to `end` to `class` and goes on there.
    #[inline]
    pub(super) fn take(&mut self, class: Class, end: usize) -> Span {
        let span = Span::new(self.pos, end);
        self.events.token(class, span);
        self.pos = end;
        span
    }

    #[cold]
    pub(super) fn fault(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.events.fault(Diagnostic::new(code, span, message));
    }

    /// Reads to the end of the record.
    pub(super) fn run(mut self) -> Found {
        while let Some(&byte) = self.bytes().get(self.pos) {
            let step = match byte {
                b' ' | b'\t' => self.blanks(),
                b'\n' | b'\r' => self.line_ends(),
                b'a'..=b'z' | b'A'..=b'Z' => self.word(),
                b'0'..=b'9' => self.digits(),
                b'{' => self.braces(),
                b'(' => self.open(),
                b')' => self.close(),
                b'$' => self.glyph(),
                b'!' | b'?' => self.suffix(),
                b';' => self.rest_of_line(CommentStyle::Line),
                b'%' if self.pos == self.line.line_start => self.rest_of_line(CommentStyle::Escape),
                b'[' => self.bracket(),
                b'*' => self.other(),
                b'}' => self.stray_brace(),
                b'.' => self.dots(),
                0..=0x1F | 0x7F.. => self.odd_byte(),
                _ => self.word(),
            };
            if step.is_break() {
                break;
            }
        }
        self.finish()
    }

    fn finish(mut self) -> Found {
        if self.depth > 0 && !self.spoilt {
            self.spoilt = true;
            let message = match self.depth {
                1 => "this variation is never closed".to_owned(),
                depth => format!("{depth} variations are never closed, this one first"),
            };
            self.fault(
                Code::UnclosedVariation,
                Span::new(self.opened_at, self.opened_at + 1),
                message,
            );
        }
        let record = self.begun || self.plies > 0;
        if record && !self.ended && !self.spoilt {
            let end = lex::trimmed_end(self.text, self.at, self.pos);
            let word = self.text[self.at..end]
                .char_indices()
                .rev()
                .find(|(_, c)| c.is_whitespace());
            let start = word.map_or(self.at, |(i, c)| self.at + i + c.len_utf8());
            let missing = Diagnostic::new(
                Code::MissingEnd,
                Span::new(start, end),
                "the record ends without a result",
            )
            .at("the last word")
            .help("end the moves with `1-0`, `0-1`, `1/2-1/2` or `*`");
            self.events.fault(missing);
        }
        Found {
            end: self.pos,
            record,
        }
    }

    // Blanks and lines.

    #[inline]
    fn blanks(&mut self) -> Step {
        let end = lex::skip_blanks(self.bytes(), self.pos);
        self.take(Class::Blank, end);
        Continue(())
    }

    #[inline]
    fn line_ends(&mut self) -> Step {
        let gap = Gap::after(self.bytes(), self.pos);
        self.take(Class::Blank, gap.end);
        self.line = gap;
        if gap.lines > 1 {
            self.after_blank_line(gap)?;
        }
        if D::ARTICLE {
            return self.article_line(gap);
        }
        Continue(())
    }

    /// What an empty line may mean in any dialect.
    fn after_blank_line(&mut self, gap: Gap) -> Step {
        if self.depth > 0 {
            let after_result = self.result_aside > 0
                && lex::trimmed_end(self.text, self.at, gap.end) == self.result_aside;
            return if after_result {
                Break(())
            } else {
                Continue(())
            };
        }
        if self.ended && !D::ARTICLE {
            // Comments that nothing follows belong to the last game, else to the next one.
            return if lex::only_comments_follow(self.bytes(), gap) {
                Continue(())
            } else {
                Break(())
            };
        }
        if self.ended || self.plies == 0 {
            return Continue(());
        }
        // Without a result, a new game shows by its first number; without numbers and tags, by the empty line.
        let afresh = match self.bytes().get(gap.end) {
            Some(b'1') => {
                let number = lex::number(self.bytes(), gap.end);
                number.value == 1
                    && (1..=2).contains(&number.dots)
                    && (self.plies > 1 || self.count.value > 1)
            }
            Some(b'[') | None => false,
            Some(_) => {
                self.count.value == 0
                    && self.first_tag.is_none()
                    && read_word(&self.text[gap.end..]).is_some()
            }
        };
        if afresh { Break(()) } else { Continue(()) }
    }

    /// A line of an article, unless its first byte already says what it is.
    fn article_line(&mut self, gap: Gap) -> Step {
        match self.bytes().get(self.pos) {
            None | Some(b'\n' | b'\r') => Continue(()),
            Some(b'%') if self.pos == gap.line_start => Continue(()),
            Some(b'[') if lex::is_tag_line(self.bytes(), self.pos) => Continue(()),
            Some(_) => D::at_line(self, gap),
        }
    }

    // Moves and what belongs to them.

    #[inline]
    fn word(&mut self) -> Step {
        let start = self.pos;
        let Some(read) = read_word(&self.text[start..]) else {
            return self.other();
        };
        if self.ended && self.depth == 0 {
            return Break(());
        }
        let span = self.take(Class::Moves, start + read.len);
        self.plies += 1;
        self.count.since += 1;
        let text = &self.text[start..self.pos];
        self.events.ply(&MoveWord {
            text,
            span,
            form: read.form,
            marks: read.marks,
        });
        Continue(())
    }

    #[inline]
    fn digits(&mut self) -> Step {
        let number = lex::number(self.bytes(), self.pos);
        if number.dots == 0 {
            return self.bare_digits(number);
        }
        self.number(number)
    }

    #[inline]
    fn number(&mut self, number: lex::Number) -> Step {
        if self.ended && self.depth == 0 {
            return Break(());
        }
        let span = self.take(Class::Numbers, number.end);
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
            self.fault(
                Code::NumberDots,
                span,
                format!(
                    "{} dots after a move number; one or three are usual",
                    number.dots
                ),
            );
        }
        Continue(())
    }

    /// Digits without a dot: a result, castling by zeros, a number all the same, or part of another word.
    fn bare_digits(&mut self, number: lex::Number) -> Step {
        let first = self.bytes()[self.pos];
        let rest = &self.text[self.pos..];
        if matches!(first, b'0' | b'1') {
            if let Ok((left, outcome)) = lex::marker(rest)
                && lex::is_boundary(rest.as_bytes(), rest.len() - left.len())
            {
                return self.result(outcome, self.text.len() - left.len());
            }
            if first == b'0' && read_word(rest).is_some() {
                return self.word();
            }
        }
        if lex::is_boundary(self.bytes(), number.digits_end)
            || read_word(&self.text[number.digits_end..]).is_some()
        {
            return self.number(number);
        }
        self.unknown(lex::word_end(self.text, self.pos))
    }

    /// A result: a marker, or words where `marker` is false.
    pub(super) fn result(&mut self, outcome: Option<crate::notation::Outcome>, end: usize) -> Step {
        self.say_result(outcome, end, true)
    }

    /// A result that ends at `end`, by its marker or in words.
    pub(super) fn say_result(
        &mut self,
        outcome: Option<crate::notation::Outcome>,
        end: usize,
        marker: bool,
    ) -> Step {
        if self.depth > 0 {
            self.result_aside = end;
        } else if self.ended {
            let span = self.take(Class::Faulty, end);
            self.fault(Code::NotAMove, span, "a second result");
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

    fn glyph(&mut self) -> Step {
        let rest = &self.text[self.pos..];
        match lex::glyph(rest) {
            Ok((left, Some(nag))) => self.nag(nag, self.text.len() - left.len()),
            Ok((left, None)) => {
                let span = self.take(Class::Faulty, self.text.len() - left.len());
                self.fault(Code::BadNag, span, "annotation glyphs go from $0 to $255");
            }
            Err(_) => {
                let span = self.take(Class::Faulty, self.pos + 1);
                self.fault(
                    Code::BadNag,
                    span,
                    "a number must follow the `$` of an annotation glyph",
                );
            }
        }
        Continue(())
    }

    fn nag(&mut self, nag: Nag, end: usize) {
        self.begun = true;
        let span = self.take(Class::Nags, end);
        self.events.nag(Spanned::new(nag, span));
    }

    /// `!` and `?` that no move word took.
    fn suffix(&mut self) -> Step {
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
            self.fault(
                Code::OddBlank,
                span,
                "a blank stands between a move and its suffix",
            );
        }
        Continue(())
    }

    fn is_blank_before(&self, at: usize) -> bool {
        self.text[..at]
            .chars()
            .next_back()
            .is_some_and(char::is_whitespace)
    }

    // Comments.

    #[inline]
    fn braces(&mut self) -> Step {
        let start = self.pos;
        let found = lex::braces(self.bytes(), start);
        let (text_end, end) = if found.closed {
            (found.text_end, found.text_end + 1)
        } else {
            let end = lex::trimmed_end(self.text, start + 1, found.text_end);
            (end, end)
        };
        self.comment(CommentStyle::Brace, end, Span::new(start + 1, text_end));
        self.strays = if found.closed { found.opens } else { 0 };
        if !found.closed {
            return self.unclosed_comment(Span::new(start, start + 1));
        }
        if let Some(inner) = found.nested {
            let nested = Diagnostic::new(
                Code::NestedComment,
                Span::new(inner, inner + 1),
                "a comment opens inside a comment",
            )
            .label(Span::new(start, start + 1), "the outer comment begins here")
            .help("comments do not nest: the first `}` ends the outer one");
            self.events.fault(nested);
        }
        Continue(())
    }

    #[cold]
    pub(super) fn unclosed_comment(&mut self, opening: Span) -> Step {
        self.spoilt = true;
        self.fault(
            Code::UnclosedComment,
            opening,
            "this comment is never closed",
        );
        Continue(())
    }

    /// A comment from here to `end` with its text at `inside`.
    #[inline]
    pub(super) fn comment(&mut self, style: CommentStyle, end: usize, inside: Span) {
        self.begun |= style != CommentStyle::Escape;
        let span = self.take(Class::Comments, end);
        self.events
            .comment(style, span, Spanned::new(inside.text(self.text), inside));
    }

    fn rest_of_line(&mut self, style: CommentStyle) -> Step {
        let end = lex::end_of_line(self.bytes(), self.pos);
        self.comment(style, end, Span::new(self.pos + 1, end));
        Continue(())
    }

    /// `(* ... *)`.
    fn stars(&mut self) -> Step {
        let start = self.pos;
        match D::stars_end(self.text, start) {
            (text_end, true) => self.comment(
                CommentStyle::Star,
                text_end + 2,
                Span::new(start + 2, text_end),
            ),
            (text_end, false) => {
                let end = lex::trimmed_end(self.text, start + 2, text_end);
                self.comment(CommentStyle::Star, end, Span::new(start + 2, end));
                return self.unclosed_comment(Span::new(start, start + 2));
            }
        }
        Continue(())
    }

    fn stray_brace(&mut self) -> Step {
        let span = self.take(Class::Faulty, self.pos + 1);
        // One that a nested comment left behind is part of that finding.
        if self.strays > 0 {
            self.strays -= 1;
        } else {
            self.fault(Code::StrayClose, span, "this brace closes no comment");
        }
        Continue(())
    }

    // Variations.

    fn open(&mut self) -> Step {
        if self.bytes().get(self.pos + 1) == Some(&b'*') {
            return self.stars();
        }
        if self.depth == DEEPEST {
            self.skip_deep();
            return Continue(());
        }
        if self.depth == 0 {
            self.opened_at = self.pos;
            self.main = self.count;
        }
        self.depth += 1;
        self.begun = true;
        let span = self.take(Class::Punctuation, self.pos + 1);
        self.events.open_variation(span);
        Continue(())
    }

    fn close(&mut self) -> Step {
        if self.depth == 0 {
            let span = self.take(Class::Faulty, self.pos + 1);
            self.fault(
                Code::StrayClose,
                span,
                "this parenthesis closes no variation",
            );
            return Continue(());
        }
        self.depth -= 1;
        if self.depth == 0 {
            self.count = self.main;
        }
        let span = self.take(Class::Punctuation, self.pos + 1);
        self.events.close_variation(span);
        Continue(())
    }

    /// Skips a variation that is nested too deep, with all inside it.
    #[cold]
    fn skip_deep(&mut self) {
        let bytes = self.bytes();
        let (start, mut end, mut open) = (self.pos, self.pos, 0_usize);
        while let Some(&byte) = bytes.get(end) {
            match byte {
                b'(' => open += 1,
                b')' => open -= 1,
                b'{' => end = lex::braces(bytes, end).text_end - 1,
                b';' => end = lex::end_of_line(bytes, end) - 1,
                b'[' if lex::begins_line(bytes, start, end) && lex::is_tag_line(bytes, end) => {
                    break;
                }
                _ => {}
            }
            end += 1;
            if open == 0 {
                break;
            }
        }
        let end = end.min(bytes.len());
        self.take(Class::Faulty, end);
        if !self.too_deep {
            self.too_deep = true;
            let message =
                format!("variations may be nested {DEEPEST} deep; what lies deeper is skipped");
            self.fault(Code::TooDeep, Span::new(start, start + 1), message);
        }
    }

    // Tags.

    fn bracket(&mut self) -> Step {
        let in_tags = self.plies == 0 && !self.ended && self.depth == 0;
        let first = self.line.end == self.pos;
        match tags::read(self.text, self.pos, in_tags || first) {
            Some(pair) if in_tags => {
                // A tag section that begins anew belongs to the next record.
                let again = self
                    .first_tag
                    .is_some_and(|first| first.text(self.text) == pair.name.text(self.text));
                if again && first && self.line.lines > 1 {
                    return Break(());
                }
                self.tag(pair);
                Continue(())
            }
            Some(_) => Break(()),
            None => {
                let end = tags::bracket_end(self.text, self.pos);
                let span = self.take(Class::Faulty, end);
                self.fault(Code::BadTag, span, "this bracket opens no tag pair");
                Continue(())
            }
        }
    }

    fn tag(&mut self, pair: tags::Pair) {
        self.begun = true;
        self.first_tag.get_or_insert(pair.name);
        let span = self.take(Class::Tags, pair.end);
        let part = |span: Span| Spanned::new(span.text(self.text), span);
        self.events.tag(RawTag {
            span,
            name: part(pair.name),
            value: part(pair.value),
        });
        if let Some((place, message)) = pair.fault {
            self.fault(Code::BadTag, place, message);
        }
    }

    // The rest.

    /// Dots that follow no number.
    fn dots(&mut self) -> Step {
        let dots = self.bytes()[self.pos..]
            .iter()
            .take_while(|&&byte| byte == b'.')
            .count();
        let span = self.take(Class::Punctuation, self.pos + dots);
        if !D::ARTICLE || dots > 1 {
            self.fault(Code::NumberDots, span, "dots without a move number");
        }
        Continue(())
    }

    /// A byte that is no printable ASCII.
    fn odd_byte(&mut self) -> Step {
        let bytes = self.bytes();
        if lex::blank(bytes, self.pos) > 0 {
            return self.blanks();
        }
        let len = lex::control(bytes, self.pos);
        if len == 0 {
            return self.word();
        }
        let span = self.take(Class::Blank, self.pos + len);
        if !self.control_said {
            self.control_said = true;
            let code = span.text(self.text).chars().next().map_or(0, u32::from);
            let message = format!("the control character U+{code:04X} is read as a blank");
            self.fault(Code::ControlCharacter, span, message);
        }
        Continue(())
    }

    /// A word that is no move: a result, a sign, something the dialect knows, or nothing.
    #[inline(never)]
    fn other(&mut self) -> Step {
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
            None => {}
        }
        if let Some(step) = D::odd_word(self) {
            return step;
        }
        self.unknown(lex::word_end(self.text, self.pos))
    }

    /// One finding for a run of words that mean nothing, the first of which ends at `end`.
    #[cold]
    fn unknown(&mut self, mut end: usize) -> Step {
        let start = self.pos;
        let mut words = 1;
        loop {
            let next = lex::skip_blanks(self.bytes(), end);
            if next == end || !self.is_unknown(next) {
                break;
            }
            end = lex::word_end(self.text, next);
            words += 1;
        }
        let span = self.take(Class::Faulty, end);
        let shown = lex::quoted(&self.text[start..end]);
        let message = if words == 1 {
            format!("{shown} is no move")
        } else {
            format!("{shown} are no moves")
        };
        let finding = Diagnostic::new(Code::NotAMove, span, message)
            .help("put remarks in `{...}`; if a move was meant, mend it");
        self.events.fault(finding);
        Continue(())
    }

    /// Whether the word at `at` would be given up as unknown.
    fn is_unknown(&self, at: usize) -> bool {
        let Some(&byte) = self.bytes().get(at) else {
            return false;
        };
        if matches!(byte, b'0'..=b'9' | b'{' | b'}' | b'(' | b')' | b'[' | b'$' | b'!' | b'?' | b';' | b'*' | b'.' | 0..=0x1F | 0x7F)
        {
            return false;
        }
        lex::control(self.bytes(), at) == 0
            && read_word(&self.text[at..]).is_none()
            && lex::sign(self.text, at).is_none()
            && D::odd_word_len(self.text, at) == 0
    }
}
