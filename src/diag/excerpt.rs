//! The few lines of a source that a report shows, cut and cleaned for a terminal.
//!
//! A record may be a single line of megabytes and may hold any character. What is built here is small whatever
//! the record: the lines that hold a mark, one more on either side, each cut to what the terminal can show around
//! its marks, and nothing in it that a terminal could obey.

use super::Region;
use crate::source::Span;
use memchr::{memchr2, memrchr2};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use unicode_width::UnicodeWidthChar;

/// How far from a mark the ends of its line are looked for, in bytes.
const REACH: usize = 4096;
/// A mark over more lines than this is shown on its first line only.
const MAX_LINES: usize = 16;
/// Columns that a mark on a long line gets at least, however many marks share the line.
const MIN_SHARE: usize = 16;
/// Columns from one tab stop to the next.
pub(super) const TAB: usize = 4;

/// What the terminal can show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Screen {
    /// Columns for the text of a line.
    pub(super) columns: usize,
    /// Whether signs outside ASCII may be added.
    pub(super) unicode: bool,
}

/// A place to be shown, by its span in the source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) span: Span,
    pub(super) region: Region,
}

/// The lines to show.
#[derive(Debug)]
pub(super) struct Excerpt {
    /// All lines, each with a line feed at its end.
    text: String,
    lines: Vec<Shown>,
    /// The marks in `text`, in the order given.
    marks: Vec<Shift>,
}

/// A line of an [`Excerpt`].
#[derive(Debug)]
struct Shown {
    /// Its number in the file.
    number: u32,
    /// Where it lies in the excerpt, line feed included.
    range: Range<usize>,
}

/// A mark in an [`Excerpt`] and its column in the file.
#[derive(Clone, Debug)]
struct Shift {
    range: Range<usize>,
    column: u32,
}

/// Some lines of an [`Excerpt`] that stand together.
#[derive(Debug)]
pub(super) struct Block<'e> {
    pub(super) text: &'e str,
    /// Where `text` begins in the excerpt.
    pub(super) start: usize,
    /// Number in the file of its first line, from 1.
    pub(super) line: u32,
    pub(super) line_count: usize,
}

impl Excerpt {
    /// Cuts what `marks` need out of `text`, whose first character stands at `first_column` of its line.
    pub(super) fn new(text: &str, first_column: u32, marks: &[Mark], screen: Screen) -> Self {
        let survey = Survey { text, first_column };
        let mut lines = BTreeMap::new();
        let mut ends: Vec<Ends> = marks
            .iter()
            .map(|mark| survey.visit(mark, &mut lines))
            .collect();
        // A bracket over several lines and an underline within it would be drawn into each other.
        let firsts: Vec<u32> = ends.iter().map(|ends| *ends.lines.start()).collect();
        for (own, ends) in ends.iter_mut().enumerate() {
            let mut others = firsts.iter().enumerate().filter(|&(other, _)| other != own);
            if others.any(|(_, first)| ends.lines.contains(first)) {
                ends.keep_first_line(&lines);
            }
        }
        let mut excerpt = Self {
            text: String::new(),
            lines: Vec::new(),
            marks: vec![
                Shift {
                    range: 0..0,
                    column: 1
                };
                marks.len()
            ],
        };
        for (&number, line) in &lines {
            let within = |place: usize| place.clamp(line.range.start, line.range.end);
            let on_line: Vec<Range<usize>> = ends
                .iter()
                .filter(|ends| ends.lines.contains(&number))
                .map(|ends| within(ends.span.start)..within(ends.span.end))
                .collect();
            let start = excerpt.text.len();
            let cut = Cut::new(text, line, &on_line, screen);
            let pieces = cut.write(&mut excerpt.text, screen);
            excerpt.text.push('\n');
            for (ends, mark) in ends.iter().zip(&mut excerpt.marks) {
                if *ends.lines.start() == number {
                    mark.range.start = shifted(text, ends.span.start, &pieces, screen);
                }
                if *ends.lines.end() == number {
                    mark.range.end = shifted(text, ends.span.end, &pieces, screen);
                }
            }
            excerpt.lines.push(Shown {
                number,
                range: start..excerpt.text.len(),
            });
        }
        for (mark, shift) in marks.iter().zip(&mut excerpt.marks) {
            shift.column = mark.region.start.column;
            shift.range.end = shift.range.end.max(shift.range.start);
        }
        excerpt
    }

    /// Where the marks lie in the excerpt, in the order given.
    pub(super) fn marks(&self) -> impl Iterator<Item = Range<usize>> {
        self.marks.iter().map(|mark| mark.range.clone())
    }

    /// The column in the file of the mark that begins at `offset` of the excerpt, from 1.
    pub(super) fn column(&self, offset: usize) -> u32 {
        let mut marks = self.marks.iter();
        marks
            .find(|mark| mark.range.start == offset)
            .map_or(1, |mark| mark.column)
    }

    /// The lines that `range` touches and up to `around` more on either side, as far as they stand together.
    pub(super) fn block(&self, range: Range<usize>, around: usize) -> Option<Block<'_>> {
        let holding = |offset| {
            let line = self.lines.partition_point(|line| line.range.end <= offset);
            (line < self.lines.len()).then_some(line)
        };
        let (first, last) = (holding(range.start)?, holding(range.end)?);
        let joined = |line: usize| {
            self.lines[line].number.checked_add(1) == Some(self.lines[line + 1].number)
        };
        let begin = (first.saturating_sub(around)..first)
            .rev()
            .take_while(|&line| joined(line))
            .last()
            .unwrap_or(first);
        let end = (last + 1..self.lines.len())
            .take(around)
            .take_while(|&line| joined(line - 1))
            .last()
            .unwrap_or(last);
        let start = self.lines[begin].range.start;
        Some(Block {
            text: &self.text[start..self.lines[end].range.end],
            start,
            line: self.lines[begin].number,
            line_count: end - begin + 1,
        })
    }
}

/// The part that is known of a line of the source, without its line end.
#[derive(Clone, Debug)]
struct Line {
    range: Range<usize>,
    /// Whether more of the line lies before the range.
    more_before: bool,
    /// Whether more of the line lies after the range.
    more_after: bool,
}

/// A mark and the numbers of the lines it begins and ends on.
#[derive(Debug)]
struct Ends {
    span: Range<usize>,
    lines: std::ops::RangeInclusive<u32>,
}

impl Ends {
    /// Gives up all but the first line.
    fn keep_first_line(&mut self, lines: &BTreeMap<u32, Line>) {
        let first = *self.lines.start();
        if let Some(line) = lines.get(&first).filter(|_| *self.lines.end() != first) {
            self.span.end = line.range.end;
            self.lines = first..=first;
        }
    }
}

/// Finds lines around places without reading more of the text than it must.
#[derive(Debug)]
struct Survey<'t> {
    text: &'t str,
    first_column: u32,
}

impl Survey<'_> {
    /// Adds the lines that a mark needs to `lines`.
    fn visit(&self, mark: &Mark, lines: &mut BTreeMap<u32, Line>) -> Ends {
        let start = self.text.floor_char_boundary(mark.span.start as usize);
        let end = self
            .text
            .floor_char_boundary(mark.span.end as usize)
            .max(start);
        let first = self.around(start);
        let mut own = vec![first.clone()];
        let reached = loop {
            let last = &own[own.len() - 1];
            if last.range.end >= end {
                break true;
            }
            match self.after(last) {
                Some(next) if own.len() < MAX_LINES => own.push(next),
                _ => break false,
            }
        };
        let span = if reached {
            start..end
        } else {
            own.truncate(1);
            start..first.range.end
        };
        let last = own[own.len() - 1].clone();
        let number = mark.region.start.line;
        let last_number = number.saturating_add(own.len() as u32 - 1);
        let before = self
            .before(&first)
            .map(|line| (number.saturating_sub(1), line));
        let after = self
            .after(&last)
            .map(|line| (last_number.saturating_add(1), line));
        let own = (0..)
            .zip(own)
            .map(|(at, line)| (number.saturating_add(at), line));
        for (number, line) in before.into_iter().chain(own).chain(after) {
            match lines.get_mut(&number) {
                Some(known) => known.widen(&line),
                None => drop(lines.insert(number, line)),
            }
        }
        Ends {
            span,
            lines: number..=last_number,
        }
    }

    /// The line that holds the byte at `place`.
    fn around(&self, place: usize) -> Line {
        let bytes = self.text.as_bytes();
        let inside_crlf =
            place > 0 && bytes[place - 1] == b'\r' && bytes.get(place) == Some(&b'\n');
        let place = if inside_crlf { place - 1 } else { place };
        let low = self.text.floor_char_boundary(place.saturating_sub(REACH));
        let line_end = memrchr2(b'\n', b'\r', &bytes[low..place]);
        let start = line_end.map_or(low, |found| low + found + 1);
        let known = line_end.is_some() || (start == 0 && self.first_column == 1);
        self.until_line_end(start, place, !known)
    }

    /// The line before `line`, unless that begins where the text or our knowledge does.
    fn before(&self, line: &Line) -> Option<Line> {
        let bytes = self.text.as_bytes();
        let start = line.range.start;
        if line.more_before || start == 0 {
            return None;
        }
        let crlf = bytes[..start].ends_with(b"\r\n");
        Some(self.around(start - if crlf { 2 } else { 1 }))
    }

    /// The line after `line`; the nothing after a last line end is none.
    fn after(&self, line: &Line) -> Option<Line> {
        let end = line.range.end;
        if line.more_after || end == self.text.len() {
            return None;
        }
        let crlf = self.text[end..].starts_with("\r\n");
        let start = end + if crlf { 2 } else { 1 };
        (start < self.text.len()).then(|| self.until_line_end(start, start, false))
    }

    /// The line from `start`, of which all is known up to `from`.
    fn until_line_end(&self, start: usize, from: usize, more_before: bool) -> Line {
        let high = self.text.floor_char_boundary(from.saturating_add(REACH));
        let line_end = memchr2(b'\n', b'\r', &self.text.as_bytes()[from..high]);
        Line {
            range: start..line_end.map_or(high, |found| from + found),
            more_before,
            more_after: line_end.is_none() && high < self.text.len(),
        }
    }
}

impl Line {
    /// Joins what is known of the same line from another mark.
    fn widen(&mut self, other: &Self) {
        if other.range.start < self.range.start {
            (self.range.start, self.more_before) = (other.range.start, other.more_before);
        }
        if other.range.end > self.range.end {
            (self.range.end, self.more_after) = (other.range.end, other.more_after);
        }
    }
}

/// The stretches of a line that are shown.
#[derive(Debug)]
struct Cut<'t> {
    text: &'t str,
    pieces: Vec<Range<usize>>,
    more_before: bool,
    more_after: bool,
}

impl<'t> Cut<'t> {
    /// The whole line if it fits, else a window around each mark, else its beginning (or what is known of its end).
    fn new(text: &'t str, line: &Line, marks: &[Range<usize>], screen: Screen) -> Self {
        let Range { start, end } = line.range;
        let whole = forward(text, start..end, screen.columns);
        let mut pieces: Vec<Range<usize>> = Vec::new();
        if whole == end {
            pieces.push(start..end);
        } else if marks.is_empty() && line.more_before {
            pieces.push(backward(text, start..end, screen.columns)..end);
        } else if marks.is_empty() {
            pieces.push(start..whole);
        } else {
            let share = (screen.columns / marks.len()).max(MIN_SHARE);
            let mut windows: Vec<_> = marks
                .iter()
                .map(|mark| window(text, line.range.clone(), mark, share))
                .collect();
            windows.sort_unstable_by_key(|window| window.start);
            for window in windows {
                match pieces.last_mut() {
                    Some(last) if window.start <= last.end => last.end = last.end.max(window.end),
                    _ => pieces.push(window),
                }
            }
        }
        let shown = |pieces: &[Range<usize>]| {
            let first = pieces.first().map_or(start, |piece| piece.start);
            first..pieces.last().map_or(end, |piece| piece.end)
        };
        let shown = shown(&pieces);
        Self {
            text,
            pieces,
            more_before: line.more_before || shown.start > start,
            more_after: line.more_after || shown.end < end,
        }
    }

    /// Writes the pieces with signs of omission between; tells where each went.
    fn write(self, out: &mut String, screen: Screen) -> Vec<(Range<usize>, Range<usize>)> {
        let omission = if screen.unicode { "…" } else { "..." };
        if self.more_before {
            out.push_str(omission);
        }
        let mut placed = Vec::with_capacity(self.pieces.len());
        for piece in self.pieces {
            if !placed.is_empty() {
                out.extend([" ", omission, " "]);
            }
            let start = out.len();
            out.push_str(&visible(&self.text[piece.clone()], screen.unicode));
            placed.push((piece, start..out.len()));
        }
        if self.more_after {
            out.push_str(omission);
        }
        placed
    }
}

/// Where `offset` of the source lies in the excerpt, given the pieces of its line; where it was cut away, the end
/// of the piece before.
fn shifted(
    text: &str,
    offset: usize,
    pieces: &[(Range<usize>, Range<usize>)],
    screen: Screen,
) -> usize {
    let following = pieces.partition_point(|(from, _)| from.start <= offset);
    let Some((from, to)) = pieces.get(following.saturating_sub(1)) else {
        return 0;
    };
    if offset >= from.end {
        return to.end;
    }
    to.start + visible(&text[from.start..offset.max(from.start)], screen.unicode).len()
}

/// The part of a long line to show for a mark: the mark, or what fits of it beside some of its surroundings, in
/// the middle of `share` columns.
fn window(text: &str, line: Range<usize>, mark: &Range<usize>, share: usize) -> Range<usize> {
    let mark_end = forward(text, mark.clone(), share - share / 4);
    let left = share - columns(&text[mark.start..mark_end]).min(share);
    let start = backward(text, line.start..mark.start, left / 2);
    let left = left - columns(&text[start..mark.start]).min(left);
    let end = forward(text, mark_end..line.end, left);
    let left = left - columns(&text[mark_end..end]).min(left);
    backward(text, line.start..start, left)..end
}

/// How far into `range` one gets from its start within `room` columns.
fn forward(text: &str, range: Range<usize>, room: usize) -> usize {
    if range.len() <= room && is_plain(&text[range.clone()]) {
        return range.end;
    }
    let mut used = 0;
    text[range.clone()]
        .char_indices()
        .find(|&(_, c)| {
            used += width(c);
            used > room
        })
        .map_or(range.end, |(found, _)| range.start + found)
}

/// How far into `range` one gets back from its end within `room` columns.
fn backward(text: &str, range: Range<usize>, room: usize) -> usize {
    let mut used = 0;
    text[range.clone()]
        .char_indices()
        .rev()
        .find(|&(_, c)| {
            used += width(c);
            used > room
        })
        .map_or(range.start, |(found, c)| range.start + found + c.len_utf8())
}

fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// Columns that a character takes once it is made visible; for a tab the most it can take.
fn width(c: char) -> usize {
    match c {
        '\t' => TAB,
        _ if is_hidden(c) => 1,
        _ => c.width().unwrap_or(1),
    }
}

/// The text with a visible sign in place of every character that a terminal would obey or hide.
pub(super) fn visible(text: &str, unicode: bool) -> Cow<'_, str> {
    if is_plain(text) || !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let sign = |c: char| match c {
        _ if !is_hidden(c) => c,
        _ if !unicode => '?',
        '\0'..='\x1f' => char::from_u32('␀' as u32 + c as u32).unwrap_or('\u{fffd}'),
        '\x7f' => '␡',
        _ => '\u{fffd}',
    };
    Cow::Owned(text.chars().map(sign).collect())
}

/// Whether all of a text is printable ASCII. Looks at all of it, which goes many bytes at a time.
pub(super) fn is_plain(text: &str) -> bool {
    let printable = |byte: u8| matches!(byte, b' '..=b'~');
    text.bytes()
        .fold(true, |plain, byte| plain & printable(byte))
}

/// Whether a character steers the terminal, reorders the text or shows nothing. Tabs are laid out by the report;
/// joiners and combining signs belong to the letters around them.
const fn is_hidden(c: char) -> bool {
    matches!(
        c,
        '\0'..='\x08' | '\n'..='\x1f' | '\x7f'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'
            | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}
