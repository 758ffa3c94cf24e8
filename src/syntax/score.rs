//! Scores inside an article: what is prose, what a heading, and where a game begins and ends.

use super::lex::{self, Gap};
use super::line::Line;
use super::movetext::{Dialect, Reader, Step};
use super::{Found, diagram, heading, said, stars};
use crate::diag::{Code, Diagnostic};
use crate::record::{Class, CommentStyle, Events, Heading};
use crate::source::Span;
use std::ops::ControlFlow::{Break, Continue};

/// The dialect of articles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Article;

/// Reads the record at or after `at`, and the prose before it.
pub(super) fn read<'s, E: Events<'s>>(text: &'s str, at: usize, events: &mut E) -> Found {
    let bytes = text.as_bytes();
    let mut gap = Gap::before(bytes, at);
    let mut from = at;
    let mut ahead = Ahead::new(text);
    let heading = loop {
        if gap.end > from {
            events.token(Class::Blank, Span::new(from, gap.end));
        }
        if gap.end == bytes.len() {
            return Found {
                end: gap.end,
                record: false,
            };
        }
        match ahead.record(gap) {
            Ok(heading) => break heading,
            Err(prose_end) => {
                from = lex::trimmed_end(text, gap.end, prose_end);
                events.token(Class::Prose, Span::new(gap.end, from));
                gap = Gap::after(bytes, from);
            }
        }
    };
    let mut reader = Reader::<'_, '_, _, Article>::new(text, at, gap, events);
    if let Some(heading) = heading {
        reader.heading(heading);
    } else if let Some(board) = diagram::read(text, gap.end) {
        reader.board(board);
    }
    reader.run()
}

/// Looks ahead for what begins a record, and remembers what cannot change, so that it never looks twice.
struct Ahead<'s> {
    text: &'s str,
    /// Up to here no comment in braces is closed.
    open_braces: usize,
    /// Up to here no comment in stars is closed.
    open_stars: usize,
}

impl<'s> Ahead<'s> {
    const fn new(text: &'s str) -> Self {
        Self {
            text,
            open_braces: 0,
            open_stars: 0,
        }
    }

    /// Whether a record begins after `gap`, with or without a heading; else where the prose that stands there ends.
    fn record(&mut self, gap: Gap) -> Result<Option<Heading<'s>>, usize> {
        match heading::read(self.text, gap.end) {
            Some(heading) => {
                let below = Gap::after(self.text.as_bytes(), heading.line.span.end as usize);
                self.body(below).map(|()| Some(heading))
            }
            None => self.body(gap).map(|()| None),
        }
    }

    /// Whether tags or moves begin after `gap`, comments and boards before them allowed; else where the prose that
    /// stands there ends.
    fn body(&mut self, mut gap: Gap) -> Result<(), usize> {
        let (text, bytes) = (self.text, self.text.as_bytes());
        let first = gap.end;
        loop {
            let at = gap.end;
            if at == bytes.len() {
                return Err(at);
            }
            let end = match self.comment_end(gap) {
                None if lex::is_tag_line(bytes, at) || Line::judge(text, gap).starts(text) => {
                    return Ok(());
                }
                None => diagram::read(text, at).map(|board| board.span.end as usize),
                comment => comment,
            };
            match end {
                Some(end) => gap = Gap::after(bytes, end),
                // The line that breaks it off may begin a record of its own, unless it is the first.
                None if at > first => return Err(at),
                None => return Err(lex::end_of_line(bytes, at)),
            }
        }
    }

    /// Where the comment after `gap` ends; `None` when none stands there or it is never closed.
    fn comment_end(&mut self, gap: Gap) -> Option<usize> {
        let (bytes, at) = (self.text.as_bytes(), gap.end);
        match bytes[at..] {
            [b'%', ..] if gap.flush => Some(lex::end_of_line(bytes, at)),
            [b';', ..] => Some(lex::end_of_line(bytes, at)),
            [b'{', ..] if at >= self.open_braces => {
                let found = lex::braces(bytes, at);
                if !found.closed {
                    self.open_braces = found.text_end;
                }
                found.closed.then_some(found.text_end + 1)
            }
            [b'(', b'*', ..] if at >= self.open_stars => {
                let found = stars::read(self.text, at, |gap| Article::ends_stars(self.text, gap));
                if !found.closed {
                    self.open_stars = found.text_end;
                }
                found.closed.then_some(found.text_end + 2)
            }
            _ => None,
        }
    }
}

/// Whether a heading stands at `at` and a new game right after it.
fn is_heading(text: &str, at: usize) -> bool {
    heading::read(text, at).is_some_and(|heading| {
        let next = Gap::after(text.as_bytes(), heading.line.span.end as usize);
        let line = Line::judge(text, next);
        lex::is_tag_line(text.as_bytes(), next.end)
            || (line.starts(text) && line.number.is_none_or(|number| number.value <= 1))
    })
}

impl Dialect for Article {
    const ARTICLE: bool = true;

    fn at_line<'s, E: Events<'s>>(reader: &mut Reader<'s, '_, E, Self>, gap: Gap) -> Step {
        let (text, at) = (reader.text, reader.pos);
        if let Some(board) = diagram::read(text, at) {
            reader.board(board);
            return Continue(());
        }
        if let Some(span) = diagram::unreadable(text, at) {
            reader.unreadable_board(span);
            return Continue(());
        }
        if reader.depth > 0 {
            return if is_heading(text, at) {
                Break(())
            } else {
                Continue(())
            };
        }
        let line = Line::judge(text, gap);
        if reader.ended {
            return reader.after_end(gap, &line);
        }
        if line.goes_on() {
            return Continue(());
        }
        if at >= reader.continues {
            if reader.plies > 0 && is_heading(text, at) {
                return Break(());
            }
            match reader.play_goes_on_at() {
                Some(until) => reader.continues = until,
                None => return Break(()),
            }
        }
        let end = reader.paragraph_end();
        reader.comment(CommentStyle::Prose, end, Span::new(at, end));
        Continue(())
    }

    fn odd_word<'s, E: Events<'s>>(reader: &mut Reader<'s, '_, E, Self>) -> Option<Step> {
        let (text, at) = (reader.text, reader.pos);
        if let Some((said, end)) = said::read(text, at) {
            // A marker says it better; the words are kept beside it.
            let next = Gap::after(text.as_bytes(), end);
            let marked = next.lines < 2 && lex::result(text, next.end).is_some();
            if reader.ended || marked {
                reader.comment(CommentStyle::Prose, end, Span::new(at, end));
                return Some(Continue(()));
            }
            return Some(reader.say_result(said.outcome(reader.count), end, false));
        }
        (text.as_bytes()[at] == b',').then(|| {
            reader.take(Class::Punctuation, at + 1);
            Continue(())
        })
    }

    fn odd_word_len(text: &str, at: usize) -> usize {
        match said::read(text, at) {
            Some((_, end)) => end - at,
            None => usize::from(text.as_bytes()[at] == b','),
        }
    }

    /// It ends at the next heading, or at a tag pair after an empty line.
    fn ends_stars(text: &str, gap: Gap) -> bool {
        (gap.lines > 1 && lex::is_line_of_tags(text.as_bytes(), gap.end))
            || is_heading(text, gap.end)
    }
}

impl<'s, E: Events<'s>> Reader<'s, '_, E, Article> {
    fn heading(&mut self, heading: Heading<'s>) {
        self.begun = true;
        self.take(Class::Headings, heading.line.span.end as usize);
        self.events.heading(heading);
    }

    fn board(&mut self, board: crate::record::Board) {
        self.begun = true;
        self.take(Class::Diagrams, board.span.end as usize);
        self.events.board(board);
    }

    fn unreadable_board(&mut self, span: Span) {
        let span = self.take(Class::Faulty, span.end as usize);
        let finding = Diagnostic::new(
            Code::UnreadableBoard,
            span,
            "these rows look like a board, but are not eight by eight",
        )
        .help("print eight lines of eight cells, vacant ones as `.`");
        self.events.fault(finding);
    }

    /// A line after the result: what directly follows belongs to the record, and so do comments that no other
    /// record can claim.
    fn after_end(&mut self, gap: Gap, line: &Line) -> Step {
        let belongs = match self.bytes()[self.pos] {
            b'{' | b';' | b'(' if line.is_comment() => {
                gap.lines < 2 || self.pos < self.continues || {
                    let next = Ahead::new(self.text).body(gap);
                    self.continues = next.err().unwrap_or(0);
                    next.is_err()
                }
            }
            b'$' | b'!' | b'?' => gap.lines < 2,
            b'(' => gap.lines < 2 && self.opens_variation(),
            _ => false,
        };
        if belongs { Continue(()) } else { Break(()) }
    }

    /// Whether the parenthesis here is followed by a number, a move or a comment.
    fn opens_variation(&self) -> bool {
        let inside = lex::skip_blanks(self.bytes(), self.pos + 1);
        match self.bytes().get(inside) {
            Some(b'0'..=b'9' | b'{') => true,
            Some(_) => lex::word(self.text, inside).is_some(),
            None => false,
        }
    }

    /// Where play, a comment or a board goes on after the prose that stands here; `None` when the record ended
    /// before it.
    fn play_goes_on_at(&self) -> Option<usize> {
        let (text, bytes) = (self.text, self.bytes());
        let mut gap = self.line;
        loop {
            gap = Gap::after(bytes, lex::end_of_line(bytes, gap.end));
            if gap.end == bytes.len() || (gap.lines > 1 && self.begins_afresh(gap)) {
                return None;
            }
            if let Some(pair) = self.tag_ahead(gap.end) {
                let belongs = self.in_tags() && !self.begins_tags_anew(gap, pair.name);
                return belongs.then_some(gap.end);
            }
            let line = Line::judge(text, gap);
            if line.goes_on() {
                return self.continues_with(&line).then_some(gap.end);
            }
            if diagram::read(text, gap.end).is_some() {
                return Some(gap.end);
            }
            if is_heading(text, gap.end) {
                return None;
            }
        }
    }

    /// Whether a line of moves after prose continues the numbers of this record.
    fn continues_with(&self, line: &Line) -> bool {
        let last = self.count.value;
        match line.number {
            _ if self.plies == 0 => true,
            Some(number) => last == 0 || (last..=last.saturating_add(2)).contains(&number.value),
            None => last == 0 || line.moves != 1,
        }
    }

    /// Where the prose that stands here ends: before an empty line or one that is none.
    fn paragraph_end(&self) -> usize {
        let (text, bytes) = (self.text, self.bytes());
        let mut end = lex::end_of_line(bytes, self.pos);
        loop {
            let gap = Gap::after(bytes, end);
            let is_over = gap.lines != 1
                || gap.end == bytes.len()
                || self.tag_ahead(gap.end).is_some()
                || Line::judge(text, gap).goes_on()
                || diagram::unreadable(text, gap.end).is_some();
            if is_over {
                return lex::trimmed_end(text, self.pos, end);
            }
            end = lex::end_of_line(bytes, gap.end);
        }
    }
}
