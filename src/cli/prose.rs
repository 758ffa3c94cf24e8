//! The prose of articles, which no record holds.

use super::input::Piece;
use scoresheet::notation::Words;
use scoresheet::record::{Class, Events};
use scoresheet::source::Span;
use scoresheet::syntax::{Format, read_record_in};
use std::fmt;

/// Lines of prose around the records of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Prose {
    /// How many there are.
    lines: u64,
    /// The numbers of the first and the last of them.
    reach: Option<(u32, u32)>,
}

impl Prose {
    /// The prose of a piece, whose moves are known to be in the notation `words`.
    pub(super) fn of(piece: &Piece, words: Option<Words>) -> Self {
        if piece.format != Format::Text {
            return Self::default();
        }
        let mut found = ProseLines::default();
        let mut at = piece.part.start;
        while at < piece.part.end {
            at = read_record_in(piece.format, words, &piece.chunk.text, at, &mut found).end;
        }
        let source = piece.chunk.source(&piece.name);
        Self {
            lines: found.count,
            reach: found.reach.map(|(first, last)| {
                let line = |span: Span| source.place(span.start).line;
                (line(first), line(last))
            }),
        }
    }

    /// Whether there is any.
    pub(super) const fn is_there(&self) -> bool {
        self.lines > 0
    }

    /// Takes in the prose of the next piece.
    pub(super) fn extend(&mut self, next: Self) {
        self.lines += next.lines;
        self.reach = match (self.reach, next.reach) {
            (Some((first, _)), Some((_, last))) => Some((first, last)),
            (own, other) => own.or(other),
        };
    }
}

/// What is left out: `3 lines of prose, from line 1 to line 9, stand in no record and are not written`.
impl fmt::Display for Prose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.lines, self.reach) {
            (0, _) | (_, None) => f.write_str("there is no prose around the records"),
            (1, Some((line, _))) => write!(
                f,
                "a line of prose, line {line}, stands in no record and is not written"
            ),
            (lines, Some((first, last))) => write!(
                f,
                "{lines} lines of prose, from line {first} to line {last}, stand in no record and are not written"
            ),
        }
    }
}

/// Counts the lines of prose; all else is let go.
#[derive(Debug, Default)]
struct ProseLines {
    count: u64,
    reach: Option<(Span, Span)>,
}

impl Events<'_> for ProseLines {
    fn token(&mut self, class: Class, span: Span) {
        if class == Class::Prose {
            self.count += 1;
            let first = self.reach.map_or(span, |(first, _)| first);
            self.reach = Some((first, span));
        }
    }
}
