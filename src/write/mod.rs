//! Writers: a replay to text.
//!
//! Every format that is written is read back to the same record. Where a format has no room for a thing, the writer
//! says so in a [`Loss`]. A writer walks the tree with a stack of its own, so that lines may be long and variations
//! deep.

mod count;
mod fill;
mod json;
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
use movetext::{Movetext, Notation};
use std::borrow::Cow;
use std::fmt;
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
}

/// Something in a record that the format written has no room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loss {
    /// What it is.
    pub what: Lost,
    /// How often it occurs.
    pub count: usize,
}

/// What a format may have no room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lost {
    /// Printed boards.
    Boards,
    /// The options of the rule set.
    Options,
    /// Where comments after the end stand.
    After,
    /// Results of variations.
    Results,
    /// A `Variant` tag that names other rules than those of the replay.
    Variant,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count;
        match self.what {
            Lost::Boards if count == 1 => {
                f.write_str("a printed board has no place in this format")
            }
            Lost::Boards => write!(f, "{count} printed boards have no place in this format"),
            Lost::Options => {
                f.write_str("the options of the rule set have no place in this format")
            }
            Lost::After => f.write_str("comments after the end stand with the last move"),
            Lost::Results if count == 1 => {
                f.write_str("the result of a variation has no place in this format")
            }
            Lost::Results => {
                write!(f, "the results of {count} variations have no place in this format")
            }
            Lost::Variant => f.write_str(
                "the Variant tag named other rules than the record was replayed under; they are written instead",
            ),
        }
    }
}

impl Target {
    /// Whether it is written in the record's own piece letters rather than English ones.
    #[must_use]
    pub const fn keeps_letters(self) -> bool {
        match self {
            Self::Text => true,
            Self::Json | Self::Jsonl | Self::Pgn | Self::Coords | Self::Sgf => false,
        }
    }

    /// What stands before the first record.
    #[must_use]
    pub const fn opening(self) -> &'static str {
        match self {
            Self::Json => "[\n",
            Self::Jsonl | Self::Pgn | Self::Text | Self::Coords | Self::Sgf => "",
        }
    }

    /// What stands between two records.
    #[must_use]
    pub const fn between(self) -> &'static str {
        match self {
            Self::Json => ",\n",
            Self::Jsonl | Self::Sgf => "",
            Self::Pgn | Self::Text | Self::Coords => "\n",
        }
    }

    /// What stands after the last record.
    #[must_use]
    pub const fn closing(self) -> &'static str {
        match self {
            Self::Json => "\n]\n",
            Self::Jsonl | Self::Pgn | Self::Text | Self::Coords | Self::Sgf => "",
        }
    }
}

/// Whether the format has room for games such as that of a record at all.
#[must_use]
pub fn has_room_for(target: Target, replay: &Replay) -> bool {
    match target {
        Target::Sgf => sgf::has_room_for(replay),
        Target::Json | Target::Jsonl | Target::Pgn | Target::Text | Target::Coords => true,
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
    }
    losses(target, replay)
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

fn losses(target: Target, replay: &Replay) -> Vec<Loss> {
    let boards = match target {
        Target::Pgn | Target::Coords | Target::Sgf => {
            let boards = replay.record.tree.boards.iter();
            boards
                .filter(|placed| placed.board.listed.is_none())
                .count()
        }
        Target::Json | Target::Jsonl | Target::Text => 0,
    };
    let options = match target {
        Target::Pgn | Target::Coords | Target::Text => usize::from(!tags::name_the_options(replay)),
        Target::Json | Target::Jsonl | Target::Sgf => 0,
    };
    let variant = match target {
        Target::Pgn | Target::Coords | Target::Text | Target::Sgf => {
            usize::from(tags::corrected_variant(replay).is_some())
        }
        Target::Json | Target::Jsonl => 0,
    };
    let (after, results) = match target {
        Target::Sgf => {
            let tree = &replay.record.tree;
            let ended = tree.ids().filter(|&id| tree.node(id).result.is_some());
            (usize::from(!replay.record.after.is_empty()), ended.count())
        }
        Target::Json | Target::Jsonl | Target::Pgn | Target::Text | Target::Coords => (0, 0),
    };
    [
        (Lost::Boards, boards),
        (Lost::Options, options),
        (Lost::After, after),
        (Lost::Results, results),
        (Lost::Variant, variant),
    ]
    .into_iter()
    .filter(|&(_, count)| count > 0)
    .map(|(what, count)| Loss { what, count })
    .collect()
}
