//! What a format has no room for.

use super::{Target, tags};
use crate::replay::Replay;
use std::fmt;

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
    /// Comments.
    Comments,
    /// Variations.
    Variations,
    /// A `Variant` tag that names other rules than those of the replay.
    Variant,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count;
        match self.what {
            Lost::Boards => write!(f, "{} this format", have_no_place(count, "printed board")),
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
            Lost::Comments => write!(f, "{} this format", have_no_place(count, "comment")),
            Lost::Variations => write!(f, "{} this format", have_no_place(count, "variation")),
            Lost::Variant => f.write_str(
                "the Variant tag named other rules than the record was replayed under; they are written instead",
            ),
        }
    }
}

/// `a comment has no place in`, `3 comments have no place in`.
fn have_no_place(count: usize, what: &str) -> String {
    match count {
        1 => format!("a {what} has no place in"),
        _ => format!("{count} {what}s have no place in"),
    }
}

/// What the format has no room for in a record.
pub(super) fn losses(target: Target, replay: &Replay) -> Vec<Loss> {
    let boards = match target {
        Target::Pgn | Target::Coords | Target::Sgf | Target::Epd | Target::Csv => {
            let boards = replay.record.tree.boards.iter();
            boards
                .filter(|placed| placed.board.listed.is_none())
                .count()
        }
        Target::Json | Target::Jsonl | Target::Text => 0,
    };
    let options = match target {
        Target::Pgn | Target::Coords | Target::Text => usize::from(!tags::name_the_options(replay)),
        Target::Json | Target::Jsonl | Target::Sgf | Target::Epd | Target::Csv => 0,
    };
    let variant = match target {
        Target::Pgn | Target::Coords | Target::Text | Target::Sgf => {
            usize::from(tags::corrected_variant(replay).is_some())
        }
        Target::Json | Target::Jsonl | Target::Epd | Target::Csv => 0,
    };
    let (after, results) = match target {
        Target::Sgf => {
            let tree = &replay.record.tree;
            let ended = tree.ids().filter(|&id| tree.node(id).result.is_some());
            (usize::from(!replay.record.after.is_empty()), ended.count())
        }
        _ => (0, 0),
    };
    let (comments, variations) = if target.is_read_back() {
        (0, 0)
    } else {
        asides(replay)
    };
    [
        (Lost::Boards, boards),
        (Lost::Options, options),
        (Lost::After, after),
        (Lost::Results, results),
        (Lost::Comments, comments),
        (Lost::Variations, variations),
        (Lost::Variant, variant),
    ]
    .into_iter()
    .filter(|&(_, count)| count > 0)
    .map(|(what, count)| Loss { what, count })
    .collect()
}

/// How many comments and variations there are.
fn asides(replay: &Replay) -> (usize, usize) {
    let record = &replay.record;
    let nodes = record.tree.ids().map(|id| record.tree.node(id));
    let outside = record.before.len() + record.after.len();
    nodes.fold((outside, 0), |(comments, variations), node| {
        let here = node.before.len() + node.after.len();
        (comments + here, variations + node.variations.len())
    })
}
