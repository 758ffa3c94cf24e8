//! The part of a file that is asked for, and what of a piece lies in it.

use super::args::{ByteRange, Share};
use scoresheet::notation::Words;
use scoresheet::record::Skim;
use scoresheet::source::{Chunk, Places};
use scoresheet::syntax::{Format, What, read_json, read_problem, read_record_in};
use std::ops::Range;

/// Which part of each file is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// These bytes.
    Bytes(ByteRange),
    /// One of several shares of equal size.
    Share(Share),
}

impl Part {
    /// The bytes of a file that has so many; `None` when that is not known, and would have to be.
    pub(crate) fn of(self, size: Option<u64>) -> Option<Range<u64>> {
        match (self, size) {
            (Self::Bytes(range), _) => Some(range.start..range.end.unwrap_or(u64::MAX)),
            (Self::Share(share), Some(size)) => {
                let bound = |number: u32| {
                    (u128::from(size) * u128::from(number) / u128::from(share.of)) as u64
                };
                let last = share.number == share.of;
                let end = if last { u64::MAX } else { bound(share.number) };
                Some(bound(share.number - 1)..end)
            }
            (Self::Share(_), None) => None,
        }
    }
}

/// The bytes of a chunk's text in which the records stand that begin in `range` of the file.
///
/// A record begins with its first sign that is no blank. Records follow each other here as they do when all of the file is
/// read, so that ranges which follow each other have all its records between them, each once.
pub(crate) fn part_of(
    chunk: &Chunk,
    format: Format,
    words: Option<Words>,
    range: &Range<u64>,
) -> Range<usize> {
    let text = chunk.text.as_str();
    let mut places = Places::new(chunk.source(""));
    let (mut at, mut start) = (0, None);
    while at < text.len() {
        let offset = places.at(first_sign(format, text, at) as u32).offset;
        if offset >= range.end {
            break;
        }
        if start.is_none() && offset >= range.start {
            start = Some(at);
        }
        at = match (chunk.too_long, format) {
            (Some(_), _) => text.len(),
            (None, Format::Json | Format::Jsonl) => read_json(format, text, at).end,
            (None, Format::Text | Format::Pgn | Format::Coords | Format::Sgf) => {
                read_record_in(format, words, text, at, &mut Skim::default()).end
            }
        };
    }
    start.unwrap_or(at)..at
}

/// How many records a part of a chunk holds, no more than `most`, and where those end that go with them.
pub(crate) fn count(
    chunk: &Chunk,
    format: Format,
    words: Option<Words>,
    part: Range<usize>,
    most: u64,
) -> (u64, usize) {
    if chunk.too_long.is_some() {
        return (1, part.end);
    }
    let text = chunk.text.as_str();
    let (mut at, mut count) = (part.start, 0);
    while at < part.end {
        let (end, records) = match format {
            Format::Json | Format::Jsonl => {
                let found = read_json(format, text, at);
                (found.end, u64::from(found.record.is_some()))
            }
            Format::Text | Format::Pgn | Format::Coords | Format::Sgf => {
                let found = read_record_in(format, words, text, at, &mut Skim::default());
                let records = match found.what {
                    What::Nothing => 0,
                    What::Record => 1,
                    What::Problem => read_problem(&text[at..found.end]).len() as u64,
                };
                (found.end, records)
            }
        };
        // What no record follows goes with the last one.
        if records > 0 && count >= most {
            break;
        }
        count += records;
        at = end;
    }
    (count, at)
}

/// Where the first sign at or after `at` stands that is no blank, nor one between the elements of a JSON array.
fn first_sign(format: Format, text: &str, at: usize) -> usize {
    let between = |c: char| c.is_whitespace() || format == Format::Json && matches!(c, '[' | ',');
    text[at..]
        .find(|c| !between(c))
        .map_or(text.len(), |blank| at + blank)
}
