//! Readers: text to events. They know notation, never rules.

mod detect;
mod diagram;
mod heading;
mod json;
mod lex;
mod line;
mod logs;
mod movetext;
mod pgn;
mod problem;
mod said;
mod score;
mod stars;
mod tags;

pub use detect::{Unreadable, format_of_name, format_of_signs};
pub use json::{JsonFound, read_json};
pub use logs::words_of_position;
pub use problem::{PrintedProblem, read_problems};

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
    /// Whether there was a record, or only blanks and prose to the end of the text.
    pub record: bool,
}

/// Reads one record of a text format (`Text`, `Pgn` or `Coords`) that begins at or after `at`, and pushes its events.
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
        Format::Json | Format::Jsonl => Found {
            end: text.len(),
            record: false,
        },
    }
}

#[cfg(test)]
mod tests;
