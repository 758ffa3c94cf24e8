//! Scores inside an article: what is prose, what a heading, and where a game begins and ends.

use super::lex::{self, Gap};
use super::line::Line;
use super::movetext::{Dialect, Reader, Step};
use super::problem::{self, Head, Opening};
use super::{Found, What, diagram, heading, logs, said, stars};
use crate::notation::Words;
use crate::record::{Class, CommentStyle, Events, Heading, Record, Unheard};
use crate::source::Span;
use std::collections::VecDeque;
use std::ops::ControlFlow::{Break, Continue};

/// The dialect of articles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Article;

/// What begins behind prose.
enum Beginning<'s> {
    /// A record, with or without a heading.
    Record(Gap, Begun<'s>),
    /// A problem, with its title.
    Problem(Option<Span>, Opening),
    /// Nothing: the text ends here.
    Nothing(usize),
}

/// Reads the record at or after `at`, and the prose before it.
pub(super) fn read<'s, E: Events<'s>>(
    text: &'s str,
    at: usize,
    told: Option<Words>,
    events: &mut E,
) -> Found {
    let (gap, (heading, told)) = match beginning(text, at, told, events) {
        Beginning::Record(gap, begun) => (gap, begun),
        Beginning::Problem(title, opening) => {
            let problem = problem::read(text, title, opening);
            let mut last = problem.tokens.first().map(|&(_, span)| span.start);
            for (class, span) in problem.tokens {
                let blank = Span {
                    start: last.unwrap_or(span.start),
                    end: span.start,
                };
                if blank.start < blank.end && blank.text(text).trim().is_empty() {
                    events.token(Class::Blank, blank);
                }
                events.token(class, span);
                last = Some(span.end);
            }
            return Found {
                end: problem.end,
                what: What::Problem,
            };
        }
        Beginning::Nothing(end) => {
            return Found {
                end,
                what: What::Nothing,
            };
        }
    };
    let mut reader = Reader::<'_, '_, _, Article>::new(text, at, gap, told, events);
    if let Some(heading) = heading {
        reader.heading(heading);
    } else if reader.words() == Words::Chess
        && let Some(Head::Start(list, fault)) = problem::head(text, gap.end)
    {
        reader.list(&list, fault);
    } else if let Some(board) = diagram::read(reader.words(), text, gap.end) {
        reader.board(board);
    } else if reader.words() == Words::Stones {
        reader.columns();
    }
    reader.run()
}

/// The heading of a record, and the notation of its moves, where either is known.
type Begun<'s> = (Option<Heading<'s>>, Option<Words>);
/// Reads the problem that [`read_record`](super::read_record) found in `text`, each twin as a record of its own with
/// the tag `Stipulation` and a board that it starts from. Spans are relative to `text`.
#[must_use]
pub fn read_problem(text: &str) -> Vec<Record> {
    match beginning(text, 0, None, &mut Unheard) {
        Beginning::Problem(title, opening) => problem::read(text, title, opening).records,
        Beginning::Record(..) | Beginning::Nothing(_) => Vec::new(),
    }
}

/// Looks for what begins at or after `at`, and pushes the prose before it; not that which is a problem's title.
fn beginning<'s, E: Events<'s>>(
    text: &'s str,
    at: usize,
    told: Option<Words>,
    events: &mut E,
) -> Beginning<'s> {
    let bytes = text.as_bytes();
    let mut gap = Gap::before(bytes, at);
    let mut ahead = Ahead::new(text, told);
    let mut prose = Prose {
        from: at,
        lines: VecDeque::new(),
    };
    loop {
        if gap.end == bytes.len() {
            prose.release(0, gap.end, events);
            return Beginning::Nothing(gap.end);
        }
        if told != Some(Words::Stones)
            && let Some(Head::Problem(opening)) = problem::head(text, gap.end)
        {
            let men = opening.place().start as usize;
            let start = prose
                .lines
                .front()
                .map_or(gap.end, |line| line.start as usize);
            prose.release(FEW_LINES, start, events);
            // What stands before the men on their line belongs to the title.
            let end = lex::trimmed_end(text, start, men);
            return Beginning::Problem((end > start).then(|| Span::new(start, end)), opening);
        }
        match ahead.record(gap) {
            Ok(begun) => {
                prose.release(0, gap.end, events);
                return Beginning::Record(gap, begun);
            }
            Err(prose_end) => {
                let line = Span::new(gap.end, lex::trimmed_end(text, gap.end, prose_end));
                prose.lines.push_back(line);
                prose.release(FEW_LINES, gap.end, events);
                gap = Gap::after(bytes, line.end as usize);
            }
        }
    }
}

/// Lines of prose between records; the last ones are held back, since they may be the title of a problem.
struct Prose {
    /// Up to here all has been pushed.
    from: usize,
    lines: VecDeque<Span>,
}

impl Prose {
    /// Pushes all lines but the last `held`, with the blanks before them, and the blanks up to `end` when none is left.
    fn release<'s, E: Events<'s>>(&mut self, held: usize, end: usize, events: &mut E) {
        while self.lines.len() > held {
            let Some(line) = self.lines.pop_front() else {
                break;
            };
            self.blank(line.start as usize, events);
            events.token(Class::Prose, line);
            self.from = line.end as usize;
        }
        if self.lines.is_empty()
            || held > 0
                && self
                    .lines
                    .front()
                    .is_some_and(|line| line.start as usize == end)
        {
            self.blank(end, events);
        }
    }

    fn blank<'s, E: Events<'s>>(&mut self, end: usize, events: &mut E) {
        if end > self.from {
            events.token(Class::Blank, Span::new(self.from, end));
            self.from = end;
        }
    }
}

/// The list of men at `at`, or the problem that it begins; none in logs of stones.
fn list_of_men(words: Words, text: &str, at: usize) -> Option<Head> {
    match words {
        Words::Chess => problem::list(text, at),
        Words::Stones => None,
    }
}

/// Looks ahead for what begins a record, and remembers what cannot change, so that it never looks twice.
struct Ahead<'s> {
    text: &'s str,
    /// The notation of the moves, where it is known before.
    told: Option<Words>,
    /// Up to here no comment in braces is closed.
    open_braces: usize,
    /// Up to here no comment in stars is closed.
    open_stars: usize,
}

impl<'s> Ahead<'s> {
    const fn new(text: &'s str, told: Option<Words>) -> Self {
        Self {
            text,
            told,
            open_braces: 0,
            open_stars: 0,
        }
    }

    /// Whether a record begins after `gap`, with or without a heading, and in which notation where that is known; else
    /// where the prose that stands there ends.
    fn record(&mut self, gap: Gap) -> Result<Begun<'s>, usize> {
        let (text, at) = (self.text, gap.end);
        if self.told != Some(Words::Stones)
            && matches!(problem::list(text, at), Some(Head::Start(..)))
        {
            return Ok((None, self.told));
        }
        if let Some(heading) =
            heading::read_log(text, at).filter(|_| self.told != Some(Words::Chess))
        {
            let bodies = below_heading(text, &heading);
            let mut told = bodies.map(|below| self.below(&heading, below));
            if told.any(|told| told == Ok(Some(Words::Stones))) {
                return Ok((Some(heading), Some(Words::Stones)));
            }
        }
        let Some(heading) = heading::read(text, at) else {
            return self.body(gap, self.told).map(|told| (None, told));
        };
        let mut bodies = below_heading(text, &heading);
        match bodies.find_map(|below| self.below(&heading, below).ok()) {
            Some(told) => Ok((Some(heading), told)),
            // The next line may be a heading of its own.
            None => Err(heading.line.span.end as usize),
        }
    }

    /// [`Ahead::body`] below a heading, which may tell the notation.
    fn below(&mut self, heading: &Heading<'_>, below: Gap) -> Result<Option<Words>, usize> {
        let title = heading.line.value;
        let told = self
            .told
            .or_else(|| logs::told_by_heading(title, self.text, below.end));
        self.body(below, told)
    }

    /// Whether tags or moves begin after `gap`, comments, boards and the head of a table before them allowed, and in
    /// which notation; else where the prose that stands there ends.
    fn body(&mut self, mut gap: Gap, told: Option<Words>) -> Result<Option<Words>, usize> {
        let (text, bytes) = (self.text, self.text.as_bytes());
        let first = gap.end;
        loop {
            let at = gap.end;
            if at == bytes.len() {
                return Err(at);
            }
            match list_of_men(told.unwrap_or_default(), text, at) {
                Some(Head::Start(..)) => return Ok(told),
                // It is read as such when it is come to.
                Some(Head::Problem(_)) => return Err(at.max(first + 1)),
                None => {}
            }
            let end = match self.comment_end(gap) {
                None => {
                    let told = told_here(told, text, at);
                    let words = told.unwrap_or_default();
                    if lex::is_tag_line(bytes, at) || Line::judge(words, text, gap).starts(text) {
                        return Ok(told);
                    }
                    match words {
                        Words::Chess => None,
                        Words::Stones => logs::columns(text, at),
                    }
                    .or_else(|| {
                        let board = diagram::read(words, text, at)
                            .filter(|board| !problem::begins_with(text, board))?;
                        Some(board.span.end as usize)
                    })
                }
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

/// The notation at a place where moves may begin, if it is known or the first moves tell it.
fn told_here(told: Option<Words>, text: &str, at: usize) -> Option<Words> {
    told.or_else(|| logs::begins(text, at).then_some(Words::Stones))
}

/// Whether a heading stands at `at` and a new game right after it.
fn is_heading(text: &str, at: usize) -> bool {
    let begins = |heading: &Heading<'_>, next: Gap, log: bool| {
        let told = logs::told_by_heading(heading.line.value, text, next.end);
        let told = told_here(told, text, next.end);
        if log && told != Some(Words::Stones) {
            return false;
        }
        let line = Line::judge(told.unwrap_or_default(), text, next);
        lex::is_tag_line(text.as_bytes(), next.end)
            || (log && logs::columns(text, next.end).is_some())
            || (line.starts(text) && line.number.is_none_or(|number| number.value <= 1))
    };
    let is_one = |heading: Option<Heading<'_>>, log| {
        heading.is_some_and(|heading| {
            below_heading(text, &heading).any(|next| begins(&heading, next, log))
        })
    };
    is_one(heading::read(text, at), false) || is_one(heading::read_log(text, at), true)
}

/// Where the game below a heading may begin: right below it, or, where the heading has a title and names, behind up
/// to three short lines of prose.
fn below_heading<'s>(text: &'s str, heading: &Heading<'s>) -> impl Iterator<Item = Gap> + 's {
    let bytes = text.as_bytes();
    let first = Gap::after(bytes, heading.line.span.end as usize);
    let most = match (heading.event, heading.white) {
        (Some(_), Some(_)) => FEW_LINES,
        _ => 0,
    };
    std::iter::successors(Some(first), move |above| {
        let end = short_line(text, above.end)?;
        let is_prose = begins_prose(bytes, above.end)
            && !Line::judge(Words::Chess, text, *above).goes_on()
            && heading::read(text, above.end).is_none();
        is_prose.then(|| Gap::after(bytes, end))
    })
    .take(1 + most)
}

/// So many lines of prose may stand where it is not the main thing: below a heading, above a board.
const FEW_LINES: usize = 3;

/// The end of the line at `at`, when there is one and it is short enough to be looked at for what stands below it.
fn short_line(text: &str, at: usize) -> Option<usize> {
    const LONGEST: usize = 400;
    let bytes = &text.as_bytes()[..text.len().min(at + LONGEST)];
    let end = lex::end_of_line(bytes, at);
    (at < end && (end < bytes.len() || end == text.len())).then_some(end)
}

/// Whether the line at `at` begins with what is no comment, bracket or other sign of a record.
fn begins_prose(bytes: &[u8], at: usize) -> bool {
    !matches!(
        bytes.get(at),
        None | Some(b'{' | b'}' | b'[' | b'%' | b';' | b'*' | b'$' | b'!' | b'?')
    )
}

impl Dialect for Article {
    const ARTICLE: bool = true;

    fn at_line<'s, E: Events<'s>>(reader: &mut Reader<'s, '_, E, Self>, gap: Gap) -> Step {
        let (text, at) = (reader.text, reader.pos);
        if reader.words() == Words::Stones && reader.begins_another_log(gap) {
            return Break(());
        }
        match list_of_men(reader.words(), text, at) {
            Some(Head::Start(list, fault))
                if reader.plies == 0 && !reader.listed && !reader.ended =>
            {
                reader.list(&list, fault);
                return Continue(());
            }
            Some(_) => return Break(()),
            None => {}
        }
        match diagram::read(reader.words(), text, at) {
            Some(board) if problem::begins_with(text, &board) => return Break(()),
            Some(board) => {
                reader.board(board);
                return Continue(());
            }
            None if reader.near_rows() => return Continue(()),
            None => {}
        }
        if reader.depth > 0 {
            return if is_heading(text, at) {
                Break(())
            } else {
                Continue(())
            };
        }
        let words = reader.words_here();
        let line = Line::judge(words, text, gap);
        if reader.ended {
            return reader.after_end(gap, &line);
        }
        if words == Words::Stones && reader.columns() {
            return Continue(());
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
        if let Some(step) = reader.said() {
            return Some(step);
        }
        if reader.ended && reader.depth == 0 && reader.is_caption(at) {
            let end = lex::trimmed_end(text, at, lex::end_of_line(text.as_bytes(), at));
            reader.comment(CommentStyle::Prose, end, Span::new(at, end));
            return Some(Continue(()));
        }
        (text.as_bytes()[at] == b',').then(|| {
            reader.take(Class::Punctuation, at + 1);
            Continue(())
        })
    }

    fn odd_word_len(text: &str, at: usize) -> usize {
        match said::read(Words::Chess, text, at) {
            Some((_, end)) => end - at,
            None => usize::from(text.as_bytes()[at] == b','),
        }
    }

    /// It ends at the next heading, or at the tag pairs of a record.
    fn ends_stars(text: &str, gap: Gap) -> bool {
        lex::begins_record(text.as_bytes(), gap.end) || is_heading(text, gap.end)
    }
}

impl<'s, E: Events<'s>> Reader<'s, '_, E, Article> {
    fn heading(&mut self, heading: Heading<'s>) {
        self.begun = true;
        self.take(Class::Headings, heading.line.span.end as usize);
        self.events.heading(heading);
    }

    /// Whether the prose at `at`, after the end, stands above a board, with few lines between and nothing that begins
    /// a record: the board is this record's.
    fn is_caption(&self, at: usize) -> bool {
        let (text, bytes) = (self.text, self.bytes());
        let mut gap = Gap::before(bytes, at);
        for _ in 0..FEW_LINES {
            let Some(end) = short_line(text, gap.end) else {
                return false;
            };
            let is_prose = begins_prose(bytes, gap.end) && !self.opens_aside(gap.end);
            if !is_prose || Ahead::new(text, None).record(gap).is_ok() {
                return false;
            }
            gap = Gap::after(bytes, end);
            if list_of_men(self.words(), text, gap.end).is_some() {
                return false;
            }
            if let Some(board) = diagram::read(self.words(), text, gap.end) {
                return !problem::begins_with(text, &board);
            }
        }
        false
    }

    /// A line after the result: what directly follows belongs to the record, and so do comments that no other
    /// record can claim.
    fn after_end(&mut self, gap: Gap, line: &Line) -> Step {
        let belongs = match self.bytes()[self.pos] {
            b'{' | b';' | b'(' if line.is_comment() => {
                gap.lines < 2 || self.pos < self.continues || {
                    let next = Ahead::new(self.text, None).body(gap, None);
                    self.continues = next.err().unwrap_or(0);
                    next.is_err()
                }
            }
            b'$' | b'!' | b'?' => gap.lines < 2,
            b'(' if self.opens_aside(self.pos) => gap.lines < 2,
            _ if self.is_caption(self.pos) => {
                let end = self.paragraph_end();
                self.comment(CommentStyle::Prose, end, Span::new(self.pos, end));
                true
            }
            _ => false,
        };
        if belongs { Continue(()) } else { Break(()) }
    }

    /// Whether a parenthesis stands at `at`, and a number, a move or a comment behind it.
    fn opens_aside(&self, at: usize) -> bool {
        if self.bytes().get(at) != Some(&b'(') {
            return false;
        }
        let inside = lex::skip_blanks(self.bytes(), at + 1);
        match self.bytes().get(inside) {
            Some(b'0'..=b'9' | b'{' | b'*') => true,
            Some(_) => lex::word(self.words(), self.text, inside).is_some(),
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
            if list_of_men(self.words(), text, gap.end).is_some() {
                return None;
            }
            let line = Line::judge(self.words(), text, gap);
            if line.goes_on() {
                return self.continues_with(&line).then_some(gap.end);
            }
            if is_heading(text, gap.end) {
                return None;
            }
            if let Some(board) = diagram::read(self.words(), text, gap.end) {
                return (!problem::begins_with(text, &board)).then_some(gap.end);
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
                || problem::list(text, gap.end).is_some()
                || self.tag_ahead(gap.end).is_some()
                || Line::judge(self.words(), text, gap).goes_on()
                || diagram::unreadable(self.words(), text, gap.end).is_some();
            if is_over {
                return lex::trimmed_end(text, self.pos, end);
            }
            end = lex::end_of_line(bytes, gap.end);
        }
    }
}
