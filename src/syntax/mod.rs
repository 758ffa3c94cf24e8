//! Readers: text to events. They know notation, never rules.

mod detect;
mod diagram;
mod heading;
mod json;
mod lex;
mod line;
mod logs;
mod movetext;
mod nested;
mod pgn;
mod problem;
mod said;
mod score;
mod sgf;
mod stars;
mod tags;

pub use detect::{format_of_name, format_of_signs};
pub use json::{JsonFound, read_json};
pub use logs::words_of_position;
pub use score::read_problem;

use crate::notation::Words;
use crate::record::Events;

/// The formats that records are read from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Scores inside an article, or plain scores.
    Text,
    /// Portable game notation.
    Pgn,
    /// A list of machine coordinates, otherwise as PGN.
    Coords,
    /// Game trees of the Smart Game Format.
    Sgf,
    /// One of our JSON records, or an array of them.
    Json,
    /// One of our JSON records on each line.
    Jsonl,
}

/// What [`read_record`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Where the next record may begin: the end of the text when all is read.
    pub end: usize,
    /// What was read up to there.
    pub what: What,
}

/// What stood in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// Only blanks and prose to the end of the text.
    Nothing,
    /// A record, whose events were pushed.
    Record,
    /// A problem of the problem literature, of which only the tokens were pushed: [`read_problem`] makes records of it.
    Problem,
}

impl Found {
    /// Whether a record was read by its events.
    #[must_use]
    pub const fn is_record(self) -> bool {
        matches!(self.what, What::Record)
    }
}

/// Reads one record of a text format (`Text`, `Pgn`, `Coords` or `Sgf`) that begins at or after `at`, and pushes its events.
///
/// Spans are relative to `text`. Tokens cover `text[at..end]` without gap or overlap. Reading `text[at..end]` alone
/// gives the same events, shifted. Never fails: what cannot be read is a [`fault`](Events::fault);
/// when there is no record, the faults are about what stands between records.
pub fn read_record<'s, E: Events<'s>>(
    format: Format,
    text: &'s str,
    at: usize,
    events: &mut E,
) -> Found {
    read_record_in(format, None, text, at, events)
}

/// The same for a record whose moves are known to be in the notation `words`; `None` leaves it to the record.
pub fn read_record_in<'s, E: Events<'s>>(
    format: Format,
    words: Option<Words>,
    text: &'s str,
    at: usize,
    events: &mut E,
) -> Found {
    match format {
        Format::Text => score::read(text, at, words, events),
        Format::Pgn | Format::Coords => pgn::read(text, at, words, events),
        Format::Sgf => sgf::read(text, at, events),
        Format::Json | Format::Jsonl => Found {
            end: text.len(),
            what: What::Nothing,
        },
    }
}

#[cfg(test)]
mod tests;
