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
mod reduce;
#[cfg(test)]
mod sample;
mod sgf;
mod tags;
#[cfg(test)]
mod tests;
mod words;

use crate::notation::{WordForm, Words};
use crate::record::Node;
use crate::replay::Replay;
use crate::rules::RuleSet;
use crate::source::Source;
pub use loss::{Loss, Lost, remainder};
use movetext::Movetext;
pub use reduce::{Part, keep_tags, leave_out};
use std::borrow::Cow;
use std::fmt;
use tags::TagPairs;
pub use words::{Notation, Style};

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

/// Why a record cannot be written in a format at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle<'r> {
    /// The format has no room for games such as its.
    Game,
    /// A word that was not played is no move word there, and moves may follow it.
    Word(&'r str),
}

impl fmt::Display for Obstacle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game => f.write_str("this format has no room for its game"),
            Self::Word(word) => write!(
                f,
                "this format has no room for its word `{word}`, which is no move"
            ),
        }
    }
}

/// Why a record cannot be written in a format at all, if it cannot.
#[must_use]
pub fn obstacle(target: Target, replay: &Replay) -> Option<Obstacle<'_>> {
    let has_room = match target {
        Target::Sgf => sgf::has_room_for(replay),
        Target::Epd => lines::has_positions(replay),
        Target::Pgn | Target::Text | Target::Coords if is_unknown_log(replay) => false,
        Target::Pgn | Target::Text | Target::Coords => {
            let tree = &replay.record.tree;
            let mut nodes = tree.ids().map(|id| tree.node(id));
            // A game that a tree names by its number cannot be told in scores.
            let is_named = replay.record.rules.is_none();
            let names_game = is_named && replay.unknown_rules().is_some();
            let odd = nodes.find(|node| {
                node.form == WordForm::Foreign && !(names_game && is_one_word(&node.text))
            });
            return odd.map(|node| Obstacle::Word(&node.text));
        }
        Target::Json | Target::Jsonl | Target::Csv => true,
    };
    (!has_room).then_some(Obstacle::Game)
}

/// Whether a word of a game that has no rules here is read back as one word.
fn is_one_word(text: &str) -> bool {
    let divides = |c: char| c.is_whitespace() || c.is_control() || "(){}[];".contains(c);
    text.starts_with(char::is_alphanumeric)
        && !text.ends_with(['!', '?'])
        && !text.contains(divides)
}

/// Whether a machine format names a game that has no rules here and is played with stones: scores of other games than
/// those with rules are read as of chess.
fn is_unknown_log(replay: &Replay) -> bool {
    let named = replay.record.rules.as_ref();
    replay.record.tree.words() == Words::Stones
        && named.is_some_and(|spec| RuleSet::from_spec(&spec.value).is_err())
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
    write_in(target, Style::of(target), replay, source, record, out)
}

/// The same, with the moves of PGN and canonical scores in a style of their own.
pub fn write_in(
    target: Target,
    style: Style,
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
                words: style,
                numbers: true,
                suffixes: false,
                boards: false,
            };
            score(replay, TagPairs::All, &movetext, out);
        }
        Target::Text => {
            let movetext = Movetext {
                words: style,
                numbers: true,
                suffixes: true,
                boards: true,
            };
            score(replay, TagPairs::BesideHeading, &movetext, out);
        }
        Target::Coords => {
            let movetext = Movetext {
                words: Style {
                    notation: Some(Notation::Coords),
                    own_letters: false,
                    line_length: style.line_length,
                },
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
    if node.form == WordForm::Foreign {
        return Cow::Borrowed(&node.text);
    }
    let words = node.form.words().unwrap_or_default();
    match words.read(&node.text) {
        Some(read) if read.form != node.form => Cow::Owned(node.form.to_string()),
        _ => Cow::Borrowed(&node.text),
    }
}
