//! The driver's items that open and close: comments, variations, tag pairs.

use super::{Count, Dialect, Reader, Step};
use crate::diag::{Code, Diagnostic};
use crate::notation::clock::bare_judgement;
use crate::record::{Class, CommentStyle, Events, RawTag};
use crate::source::{Span, Spanned};
use crate::syntax::lex::{self, Gap};
use crate::syntax::{logs, nested, stars, tags};
use std::ops::ControlFlow::{Break, Continue};

/// How deep variations may be nested.
const DEEPEST: u32 = 256;

impl<'s, E: Events<'s>, D: Dialect> Reader<'s, '_, E, D> {
    // Comments.

    #[inline]
    pub(super) fn braces(&mut self) -> Step {
        let start = self.pos;
        let found = lex::braces(self.bytes(), start);
        if found.closed
            && let Some(inner) = found.nested
        {
            self.nested_braces(inner, found);
            return Continue(());
        }
        let (text_end, end) = if found.closed {
            (found.text_end, found.text_end + 1)
        } else {
            let end = lex::trimmed_end(self.text, start + 1, found.text_end);
            (end, end)
        };
        self.comment(CommentStyle::Brace, end, Span::new(start + 1, text_end));
        if !found.closed {
            return self.unclosed_comment(Span::new(start, start + 1));
        }
        Continue(())
    }

    /// A comment with another brace `inner`: all of it, when its braces balance, else up to the first that closes.
    #[cold]
    fn nested_braces(&mut self, inner: usize, found: lex::Braces) {
        let start = self.pos;
        let told = self.unbalanced;
        // Once they do not balance nothing can be built on them, nor need the record be looked through again.
        let last = (!self.unbalanced)
            .then(|| nested::balanced(self.words(), self.text, found.text_end, found.opens))
            .flatten();
        self.unbalanced = last.is_none();
        // Only where the record cannot end among those moves.
        if !told
            && !self.ended
            && !D::ARTICLE
            && last.is_none()
            && let Some(moves) = nested::moves_before(self.words(), self.text, start + 1, inner)
        {
            return self.comment_over_moves(moves, inner);
        }
        let (last, strays, help) = match last {
            Some(last) => (
                last,
                0,
                "comments do not nest; since the braces balance, all of it was read as one comment",
            ),
            None => (
                found.text_end,
                found.opens,
                "comments do not nest: the first `}` ends the outer one",
            ),
        };
        self.comment(CommentStyle::Brace, last + 1, Span::new(start + 1, last));
        self.strays = strays;
        let (outer, inner) = (Span::new(start, start + 1), Span::new(inner, inner + 1));
        self.nested_comment(outer, inner, help);
    }

    /// A comment that is never closed, since another begins at `inner`, right behind the moves at `moves`: it ends before
    /// those.
    #[cold]
    fn comment_over_moves(&mut self, moves: usize, inner: usize) {
        let start = self.pos;
        let end = lex::trimmed_end(self.text, start + 1, moves);
        self.comment(CommentStyle::Brace, end, Span::new(start + 1, end));
        let opening = Span::new(start, start + 1);
        let finding = Diagnostic::new(
            Code::UnclosedComment,
            opening,
            "this comment is not closed before the moves go on",
        )
        .label(Span::new(moves, inner), "read as moves")
        .label(Span::new(inner, inner + 1), "the next comment begins here")
        .help("close it with `}` where the remark ends")
        .fix("close it before the moves", false, Span::at(end), "}");
        self.events.fault(finding);
    }

    #[cold]
    fn nested_comment(&mut self, outer: Span, inner: Span, help: &'static str) {
        let message = "a comment opens inside a comment";
        let nested = Diagnostic::new(Code::NestedComment, inner, message)
            .label(outer, "the outer comment begins here")
            .help(help);
        self.events.fault(nested);
    }

    #[cold]
    pub(super) fn unclosed_comment(&mut self, opening: Span) -> Step {
        self.spoilt = true;
        let close = if opening.end - opening.start == 1 {
            "write the missing `}`"
        } else {
            "write the missing `*)`"
        };
        let message = "this comment is never closed";
        let finding = Diagnostic::new(Code::UnclosedComment, opening, message).help(close);
        self.events.fault(finding);
        Continue(())
    }

    /// A comment from here to `end` with its text at `inside`.
    #[inline]
    pub(in crate::syntax) fn comment(&mut self, style: CommentStyle, end: usize, inside: Span) {
        self.begun |= style != CommentStyle::Escape;
        let span = self.take(Class::Comments, end);
        self.events
            .comment(style, span, Spanned::new(inside.text(self.text), inside));
    }

    /// `line-comment = ";" { any character but a line end }`,
    /// `escape-line = "%" { any character but a line end }`
    pub(super) fn rest_of_line(&mut self, style: CommentStyle) -> Step {
        let end = lex::end_of_line(self.bytes(), self.pos);
        self.comment(style, end, Span::new(self.pos + 1, end));
        Continue(())
    }

    pub(super) fn stars(&mut self) -> Step {
        let (text, start) = (self.text, self.pos);
        let opening = Span::new(start, start + 2);
        let found = stars::read(text, start, |gap| D::ends_stars(text, gap));
        if !found.closed {
            let end = lex::trimmed_end(text, start + 2, found.text_end);
            self.comment(CommentStyle::Star, end, Span::new(start + 2, end));
            return self.unclosed_comment(opening);
        }
        let inside = Span::new(start + 2, found.text_end);
        self.comment(CommentStyle::Star, found.text_end + 2, inside);
        if let Some(inner) = found.nested {
            let help = "write one comment, or a variation in parentheses";
            self.nested_comment(opening, Span::new(inner, inner + 2), help);
        }
        Continue(())
    }

    /// A `*`: the end of the game, unless a parenthesis that closes no variation makes it the end of a comment.
    pub(super) fn star(&mut self) -> Step {
        let bytes = self.bytes();
        if self.depth > 0 || bytes.get(self.pos + 1) != Some(&b')') {
            return self.other();
        }
        // A run of them is one slip.
        let mut end = self.pos + 2;
        loop {
            let next = lex::skip_blanks(bytes, end);
            if !bytes[next..].starts_with(b"*)") {
                break;
            }
            end = next + 2;
        }
        let span = self.take(Class::Faulty, end);
        self.stray_close(
            span,
            "`*)` closes no comment",
            "take it out, or write the `(*` that it closes",
        );
        Continue(())
    }

    #[cold]
    fn stray_close(&mut self, span: Span, message: &'static str, help: &'static str) {
        let finding = Diagnostic::new(Code::StrayClose, span, message).help(help);
        self.events.fault(finding);
    }

    /// Whether a closing brace follows `end` that no nested comment has left behind.
    pub(super) fn is_before_stray(&self, end: usize) -> bool {
        let bytes = self.bytes();
        self.strays == 0 && bytes.get(lex::skip_blanks(bytes, end)) == Some(&b'}')
    }

    /// Words up to `end` that mean nothing and have only the closing brace of a comment behind them: one slip.
    #[cold]
    pub(super) fn unopened(&mut self, end: usize) {
        let start = self.pos;
        let brace = lex::skip_blanks(self.bytes(), end);
        let span = self.take(Class::Faulty, brace + 1);
        let finding = Diagnostic::new(
            Code::StrayClose,
            span,
            "these words close a comment that was never opened",
        )
        .help("write the `{` before the first of them")
        .fix("open the comment", false, Span::at(start), "{");
        self.events.fault(finding);
    }

    pub(super) fn stray_brace(&mut self) -> Step {
        let span = self.take(Class::Faulty, self.pos + 1);
        // One that a nested comment left behind is part of that finding.
        if self.strays > 0 {
            self.strays -= 1;
        } else {
            let help = "take it out, or write the `{` that it closes";
            self.stray_close(span, "this brace closes no comment", help);
        }
        Continue(())
    }

    // Variations.

    /// `variation = "(" movetext ")"`; here its beginning.
    pub(super) fn open(&mut self) -> Step {
        if self.bytes().get(self.pos + 1) == Some(&b'*') {
            return self.stars();
        }
        if let Some(len) = bare_judgement(&self.text[self.pos + 1..])
            && self.bytes().get(self.pos + 1 + len) == Some(&b')')
        {
            return self.judgement(self.pos + len + 2);
        }
        if self.depth == DEEPEST {
            self.skip_deep();
            return Continue(());
        }
        if self.is_stray_open() {
            let span = self.take(Class::Faulty, self.pos + 1);
            let message =
                "this parenthesis is never closed, and no number says that a variation begins";
            let finding = Diagnostic::new(Code::UnclosedVariation, span, message)
                .at("play goes on behind it")
                .help("take it out, or write `)` where the variation ends")
                .fix("take it out", false, span, "");
            self.events.fault(finding);
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

    /// Whether the parenthesis here opens no variation: none closes it, and it is not followed by the number of the ply
    /// that a variation would replace.
    fn is_stray_open(&mut self) -> bool {
        /// After so many the rest is taken as it comes, so that a text full of them is not passed over for each.
        const MOST: u8 = 8;
        if D::ARTICLE {
            return false;
        }
        let bytes = self.bytes();
        let next = Gap::after(bytes, self.pos + 1).end;
        if bytes.get(next).is_some_and(u8::is_ascii_digit) {
            let Count { value, dots, since } = self.count;
            let last = value.saturating_add((since + u32::from(dots > 1)).saturating_sub(1) / 2);
            if value == 0 || lex::number(bytes, next).value == last {
                return false;
            }
        }
        let is_stray = self.stray_opens < MOST && !self.closes();
        self.stray_opens += u8::from(is_stray);
        is_stray
    }

    /// Whether a parenthesis closes the one here, not too far off, and before anything that may end the record: a bracket,
    /// or an empty line behind a result.
    #[cold]
    fn closes(&self) -> bool {
        const REACH: usize = 64 << 10;
        let bytes = &self.bytes()[..self.text.len().min(self.pos + REACH)];
        let (mut at, mut open) = (self.pos, 0_u32);
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'(' => open += 1,
                b')' if open == 1 => return true,
                b')' => open -= 1,
                b'{' => at = lex::braces(bytes, at).text_end.saturating_sub(1).max(at),
                b';' => at = lex::end_of_line(bytes, at) - 1,
                b'[' => return false,
                b'\n' | b'\r' => {
                    let gap = Gap::after(bytes, at);
                    let last = lex::trimmed_end(self.text, self.pos, at) - 1;
                    let is_result = matches!(bytes[last], b'*' | b'0' | b'1' | b'2' | 0xBD);
                    if gap.lines > 1 && is_result {
                        return false;
                    }
                    at = gap.end - 1;
                }
                _ => {}
            }
            at += 1;
        }
        // What is cut off may hold it.
        bytes.len() < self.text.len()
    }

    pub(super) fn close(&mut self) -> Step {
        if self.depth == 0 {
            // A run of them is one slip, and must not answer with a finding a byte.
            let run = self.bytes()[self.pos..]
                .iter()
                .take_while(|&&byte| byte == b')' || byte.is_ascii_whitespace());
            let run = &self.bytes()[self.pos..self.pos + run.count()];
            let length = 1 + run
                .iter()
                .rposition(|&byte| byte == b')')
                .unwrap_or_default();
            let span = self.take(Class::Faulty, self.pos + length);
            let help = "take it out, or write the `(` that it closes";
            self.stray_close(span, "this parenthesis closes no variation", help);
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
    pub(super) fn skip_deep(&mut self) {
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

    pub(super) fn bracket(&mut self) -> Step {
        let first = self.line.end == self.pos;
        match tags::read(self.text, self.pos, self.in_tags() || first) {
            Some(pair) if self.in_tags() => {
                if first && self.begins_tags_anew(self.line, pair.name) {
                    return Break(());
                }
                self.tag(pair);
                Continue(())
            }
            // Between the words of an article only a line that is one tells.
            Some(_)
                if !D::ARTICLE
                    || self.ended
                    || (first && lex::is_tag_line(self.bytes(), self.pos)) =>
            {
                Break(())
            }
            Some(_) | None => {
                let end = tags::bracket_end(self.text, self.pos);
                if self.is_before_stray(end) {
                    self.unopened(end);
                    return Continue(());
                }
                let span = self.take(Class::Faulty, end);
                self.bad_tag(span, "this bracket opens no tag pair");
                Continue(())
            }
        }
    }

    pub(super) fn tag(&mut self, pair: tags::Pair) {
        self.begun = true;
        self.first_tag.get_or_insert(pair.name);
        let span = self.take(Class::Tags, pair.end);
        let part = |span: Span| Spanned::new(span.text(self.text), span);
        if self.told.is_none() {
            self.told = logs::told_by_tag(pair.name.text(self.text), pair.value.text(self.text));
        }
        self.events.tag(RawTag {
            span,
            name: part(pair.name),
            value: part(pair.value),
        });
        if let Some((place, message)) = pair.fault {
            self.bad_tag(place, message);
        }
    }

    #[cold]
    fn bad_tag(&mut self, span: Span, message: &'static str) {
        let finding = Diagnostic::new(Code::BadTag, span, message)
            .help("write a tag pair as `[Name \"value\"]`, remarks in `{...}`");
        self.events.fault(finding);
    }
}
