//! Writers: a replay to text.
//!
//! Every format that is written is read back to the same record. Where a format has no room for a thing, the writer
//! says so in a [`Loss`]. A writer walks the tree with a stack of its own, so that lines may be long and variations
//! deep.

mod count;
mod fill;
mod json;
mod lines;
mod loss;
mod movetext;
#[cfg(test)]
mod sample;
mod sgf;
mod tags;
#[cfg(test)]
mod tests;

use crate::record::Node;
use crate::replay::Replay;
use crate::source::Source;
pub use loss::{Loss, Lost};
use movetext::{Movetext, Notation};
use std::borrow::Cow;
use tags::TagPairs;

/// The formats that records are written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// One array of our JSON records.
    Json,
    /// One of our JSON records on each line.
    Jsonl,
    /// Portable game notation, export layout.
    Pgn,
    /// The project's canonical score.
    Text,
    /// Machine coordinates in the layout of PGN.
    Coords,
    /// Game trees of the Smart Game Format.
    Sgf,
    /// A line for each position of the main line; not read back.
    Epd,
    /// A line for each record; not read back.
    Csv,
}

impl Target {
    /// Whether it is written in the record's own piece letters rather than English ones.
    #[must_use]
    pub const fn keeps_letters(self) -> bool {
        match self {
            Self::Text => true,
            Self::Json
            | Self::Jsonl
            | Self::Pgn
            | Self::Coords
            | Self::Sgf
            | Self::Epd
            | Self::Csv => false,
        }
    }

    /// Whether it is read back as the same record; the others hold less.
    #[must_use]
    pub const fn is_read_back(self) -> bool {
        !matches!(self, Self::Epd | Self::Csv)
    }

    /// What stands before the first record.
    #[must_use]
    pub const fn opening(self) -> &'static str {
        match self {
            Self::Json => "[\n",
            Self::Csv => lines::HEADER,
            Self::Jsonl | Self::Pgn | Self::Text | Self::Coords | Self::Sgf | Self::Epd => "",
        }
    }

    /// What stands between two records.
    #[must_use]
    pub const fn between(self) -> &'static str {
        match self {
            Self::Json => ",\n",
            Self::Jsonl | Self::Sgf | Self::Epd | Self::Csv => "",
            Self::Pgn | Self::Text | Self::Coords => "\n",
        }
    }

    /// What stands after the last record.
    #[must_use]
    pub const fn closing(self) -> &'static str {
        match self {
            Self::Json => "\n]\n",
            Self::Jsonl
            | Self::Pgn
            | Self::Text
            | Self::Coords
            | Self::Sgf
            | Self::Epd
            | Self::Csv => "",
        }
    }
}

/// Whether the format has room for games such as that of a record at all.
#[must_use]
pub fn has_room_for(target: Target, replay: &Replay) -> bool {
    match target {
        Target::Sgf => sgf::has_room_for(replay),
        Target::Epd => lines::has_positions(replay),
        Target::Json
        | Target::Jsonl
        | Target::Pgn
        | Target::Text
        | Target::Coords
        | Target::Csv => true,
    }
}

/// Writes one record after what `out` already holds, and says what could not be written.
///
/// `source` is the text that the record was read from, `record` its number in the file.
pub fn write(
    target: Target,
    replay: &Replay,
    source: &Source<'_>,
    record: u64,
    out: &mut String,
) -> Vec<Loss> {
    match target {
        Target::Json => json::write(replay, source, record, out),
        Target::Jsonl => {
            json::write(replay, source, record, out);
            out.push('\n');
        }
        Target::Pgn => {
            let movetext = Movetext {
                notation: Notation::San,
                numbers: true,
                suffixes: false,
                boards: false,
            };
            score(replay, TagPairs::All, &movetext, out);
        }
        Target::Text => {
            let movetext = Movetext {
                notation: Notation::Local,
                numbers: true,
                suffixes: true,
                boards: true,
            };
            score(replay, TagPairs::BesideHeading, &movetext, out);
        }
        Target::Coords => {
            let movetext = Movetext {
                notation: Notation::Coords,
                numbers: false,
                suffixes: false,
                boards: false,
            };
            score(replay, TagPairs::All, &movetext, out);
        }
        Target::Sgf => sgf::write(replay, out),
        Target::Epd => lines::epd(replay, source, record, out),
        Target::Csv => lines::csv(replay, source, record, out),
    }
    loss::losses(target, replay)
}

/// The layout that all scores share: tags, a blank line, movetext.
fn score(replay: &Replay, pairs: TagPairs, movetext: &Movetext, out: &mut String) {
    let before = out.len();
    tags::write(replay, pairs, out);
    if out.len() > before {
        out.push('\n');
    }
    movetext.write(replay, out);
}

/// The words of a ply that was not played: as written, unless it is known by other words (from JSON, in which the
/// coordinates count and may have been changed) and those were judged.
fn own_words(node: &Node) -> Cow<'_, str> {
    let words = node.form.words().unwrap_or_default();
    match words.read(&node.text) {
        Some(read) if read.form != node.form => Cow::Owned(node.form.to_string()),
        _ => Cow::Borrowed(&node.text),
    }
}
