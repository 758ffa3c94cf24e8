//! What a format has no room for, and what is left of a record without it.

use super::{Target, sgf, tags};
use crate::replay::Replay;
use std::borrow::Cow;
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
    /// Tags whose names no tag pair can have.
    Names,
    /// Line breaks and other signs in tags for which there is no way of writing.
    Breaks,
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
            Lost::Names if count == 1 => {
                f.write_str("a tag has a name that no tag has in this format; it is left out")
            }
            Lost::Names => {
                write!(f, "{count} tags have names that no tag has in this format; they are left out")
            }
            Lost::Breaks => write!(
                f,
                "line breaks and the like in {count} tag{} are written as blanks",
                if count == 1 { "" } else { "s" }
            ),
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
    let (names, breaks) = match target {
        Target::Pgn | Target::Coords | Target::Text | Target::Sgf => odd_tags(target, replay),
        Target::Json | Target::Jsonl | Target::Epd | Target::Csv => (0, 0),
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
        (Lost::Names, names),
        (Lost::Breaks, breaks),
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

/// How many tags have a name that cannot be written, and how many a value that cannot be written as it is.
fn odd_tags(target: Target, replay: &Replay) -> (usize, usize) {
    let tags = replay.record.tags.iter();
    let (fit, odd): (Vec<_>, Vec<_>) = tags.partition(|tag| holds_name(target, &tag.name.value));
    let changes = fit
        .iter()
        .filter(|tag| held_value(target, &tag.value.value) != tag.value.value);
    (odd.len(), changes.count())
}

/// Whether a tag can have this name.
fn holds_name(target: Target, name: &str) -> bool {
    target == Target::Sgf || tags::is_name(name)
}

/// What a value becomes.
fn held_value(target: Target, value: &str) -> Cow<'_, str> {
    match target {
        Target::Sgf => sgf::held_value(value),
        _ => tags::in_one_line(value),
    }
}

/// What a format holds of a record, by what it has no room for: what is read back of what is written.
///
/// Only for targets that are [read back](Target::is_read_back); printed boards are left as they are.
#[must_use]
pub fn remainder<'r>(target: Target, replay: &'r Replay, losses: &[Loss]) -> Cow<'r, Replay> {
    let mut left = Cow::Borrowed(replay);
    for loss in losses {
        match loss.what {
            // Boards are no matter of whether records are the same; the others concern one-way formats only.
            Lost::Boards | Lost::Comments | Lost::Variations => {}
            Lost::Names => {
                let tags = &mut left.to_mut().record.tags;
                tags.retain(|tag| holds_name(target, &tag.name.value));
            }
            Lost::Breaks => {
                for tag in &mut left.to_mut().record.tags {
                    tag.value.value = held_value(target, &tag.value.value).into_owned();
                }
            }
            Lost::After => {
                let record = &mut left.to_mut().record;
                let after = std::mem::take(&mut record.after);
                let last = record.tree.mainline().last();
                match last {
                    Some(last) => record.tree.node_mut(last).after.extend(after),
                    None => record.before.extend(after),
                }
            }
            Lost::Results => {
                let tree = &mut left.to_mut().record.tree;
                let ids: Vec<_> = tree.ids().collect();
                for id in ids {
                    tree.node_mut(id).result = None;
                }
            }
            Lost::Variant => {
                let Some(variant) = tags::corrected_variant(replay) else {
                    continue;
                };
                let tags = left.to_mut().record.tags.iter_mut();
                for tag in tags.filter(|tag| tags::is_variant(tag)) {
                    tag.value.value = variant.to_string();
                }
            }
        }
    }
    left
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
