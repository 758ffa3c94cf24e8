//! What a format has no room for, and what is left of a record without it.

use super::{Target, lines, sgf, tags};
use crate::record::{Comment, Tag, Tree};
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
    /// Control signs, which would have to be written as they are: line breaks in tags, in some formats others too.
    Controls,
    /// Where comments after the end stand.
    After,
    /// Results of variations.
    Results,
    /// What variations of the first move of a variation replace.
    Nesting,
    /// Comments.
    Comments,
    /// Variations.
    Variations,
    /// Moves that were not played.
    Unplayed,
    /// All, for want of a position.
    Positions,
    /// A `Variant` tag that names other rules than those of the replay.
    Variant,
    /// Line breaks inside comments, and blanks at their ends.
    Breaks,
    /// What a heading says and no tag does.
    Heading,
    /// Tags.
    Tags,
    /// Annotation glyphs.
    Glyphs,
    /// In what letters the moves are: these must be named.
    Letters(&'static str),
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
            Lost::Controls => write!(
                f,
                "line breaks or control signs in {count} text{} are written as blanks",
                if count == 1 { "" } else { "s" }
            ),
            Lost::After => f.write_str("comments after the end stand with the last move"),
            Lost::Results if count == 1 => {
                f.write_str("the result of a variation has no place in this format")
            }
            Lost::Results => {
                write!(f, "the results of {count} variations have no place in this format")
            }
            Lost::Nesting if count == 1 => {
                f.write_str("a variation of the first move of another one stands beside that")
            }
            Lost::Nesting => write!(
                f,
                "{count} variations of the first moves of others stand beside those"
            ),
            Lost::Comments => write!(f, "{} this format", have_no_place(count, "comment")),
            Lost::Variations => write!(f, "{} this format", have_no_place(count, "variation")),
            Lost::Unplayed => {
                write!(f, "{} this format", have_no_place(count, "unplayed move"))
            }
            Lost::Positions => {
                f.write_str("its positions are not known, and nothing is written of it")
            }
            Lost::Variant => f.write_str(
                "the Variant tag named other rules than the record was replayed under; they are written instead",
            ),
            Lost::Breaks => write!(
                f,
                "line breaks, and blanks at the ends, of {count} comment{} are not kept",
                if count == 1 { "" } else { "s" }
            ),
            Lost::Heading => f.write_str(
                "its heading says what none of its tags does, and has no place beside them",
            ),
            Lost::Tags => write!(f, "{} this format", have_no_place(count, "tag")),
            Lost::Glyphs => write!(f, "{} this format", have_no_place(count, "annotation glyph")),
            Lost::Letters(name) => write!(
                f,
                "in what letters the moves are is not seen in them; read it with `--letters {name}`"
            ),
        }
    }
}

/// `a comment has no place in`, `3 comments have no place in`.
fn have_no_place(count: usize, what: &str) -> String {
    match count {
        1 if what.starts_with(['a', 'u']) => format!("an {what} has no place in"),
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
    let (names, controls) = match target {
        Target::Pgn | Target::Coords | Target::Text | Target::Sgf => odd_tags(target, replay),
        Target::Json | Target::Jsonl | Target::Epd | Target::Csv => (0, 0),
    };
    let variant = match target {
        Target::Pgn | Target::Coords | Target::Text | Target::Sgf => {
            usize::from(tags::corrected_variant(replay).is_some())
        }
        Target::Json | Target::Jsonl | Target::Epd | Target::Csv => 0,
    };
    let (after, results, nesting) = match target {
        Target::Sgf => {
            let tree = &replay.record.tree;
            let nodes = || tree.ids().map(|id| tree.node(id));
            let firsts = nodes().filter(|node| node.replaces.is_some());
            (
                usize::from(!replay.record.after.is_empty()),
                nodes().filter(|node| node.result.is_some()).count(),
                firsts.map(|node| node.variations.len()).sum(),
            )
        }
        _ => (0, 0, 0),
    };
    let (comments, variations) = if target.is_read_back() {
        (0, 0)
    } else {
        asides(replay)
    };
    let no_positions = target == Target::Epd && replay.start.is_none();
    let unplayed = if target.is_read_back() || no_positions {
        0
    } else {
        let line = replay.record.tree.mainline();
        line.filter(|&id| replay.facts(id).is_none()).count()
    };
    let (tags, glyphs) = if target.is_read_back() || no_positions {
        (0, 0)
    } else {
        beside_moves(target, replay)
    };
    let breaks = match target {
        Target::Pgn | Target::Coords | Target::Text => all_comments(replay)
            .filter(|comment| Comment::unbroken(&comment.text) != comment.text)
            .count(),
        Target::Json | Target::Jsonl | Target::Sgf | Target::Epd | Target::Csv => 0,
    };
    [
        (Lost::Boards, boards),
        (Lost::Names, names),
        (Lost::Controls, controls),
        (Lost::After, after),
        (Lost::Results, results),
        (Lost::Nesting, nesting),
        (Lost::Comments, comments),
        (Lost::Variations, variations),
        (Lost::Unplayed, unplayed),
        (Lost::Positions, usize::from(no_positions)),
        (Lost::Variant, variant),
        (Lost::Breaks, breaks),
        (Lost::Heading, usize::from(loses_heading(target, replay))),
        (Lost::Tags, tags),
        (Lost::Glyphs, glyphs),
    ]
    .into_iter()
    .filter(|&(_, count)| count > 0)
    .map(|(what, count)| Loss { what, count })
    .collect()
}

/// How many tags and, in the main line, annotation glyphs a one-way format has no column or operation for.
fn beside_moves(target: Target, replay: &Replay) -> (usize, usize) {
    let held: &[&str] = match target {
        Target::Csv => lines::TAGS,
        _ => lines::POSITION_TAGS,
    };
    let is_held = |tag: &&Tag| {
        held.iter()
            .any(|name| tag.name.value.eq_ignore_ascii_case(name))
    };
    let tags = replay.record.tags.iter().filter(|tag| !is_held(tag));
    let tree = &replay.record.tree;
    let played = tree.mainline().filter(|&id| replay.facts(id).is_some());
    let glyphs = played.map(|id| tree.node(id).nags.len());
    (tags.count(), glyphs.sum())
}

/// Whether a heading is left out that says more than the tags.
fn loses_heading(target: Target, replay: &Replay) -> bool {
    let record = &replay.record;
    let is_written = match target {
        Target::Json | Target::Jsonl => true,
        Target::Text => tags::heading(record).is_some(),
        Target::Pgn | Target::Coords | Target::Sgf | Target::Epd | Target::Csv => false,
    };
    let Some(heading) = record.heading.as_ref().filter(|_| !is_written) else {
        return false;
    };
    let is_said = |word: &str| record.tags.iter().any(|tag| tag.value.value.contains(word));
    let mut words = heading.value.split(|c: char| !c.is_alphanumeric());
    !words.all(is_said)
}

/// How many tags have a name that cannot be written, and how many a value that cannot be written as it is.
fn odd_tags(target: Target, replay: &Replay) -> (usize, usize) {
    let tags = replay.record.tags.iter();
    let (fit, odd): (Vec<_>, Vec<_>) = tags.partition(|tag| holds_name(target, &tag.name.value));
    let changes = fit
        .iter()
        .filter(|tag| held_value(target, &tag.value.value) != tag.value.value);
    let comments = match target {
        Target::Sgf => all_comments(replay).filter(|comment| changes_as_comment(&comment.text)),
        _ => return (odd.len(), changes.count()),
    };
    (odd.len(), changes.count() + comments.count())
}

/// Whether a comment is another one in SGF; blanks in comments do not count.
fn changes_as_comment(text: &str) -> bool {
    text.contains(|c: char| c.is_control() && !c.is_whitespace())
}

/// Whether a tag can have this name.
fn holds_name(target: Target, name: &str) -> bool {
    target == Target::Sgf || tags::is_name(name)
}

/// What a value becomes.
fn held_value(target: Target, value: &str) -> Cow<'_, str> {
    match target {
        Target::Sgf => sgf::held_text(value),
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
            // Boards, headings and blanks are no matter of whether records are the same; the others concern one-way formats only.
            // Where letters are named, nothing is left out.
            Lost::Boards
            | Lost::Comments
            | Lost::Variations
            | Lost::Unplayed
            | Lost::Positions
            | Lost::Breaks
            | Lost::Heading
            | Lost::Tags
            | Lost::Glyphs
            | Lost::Letters(_) => {}
            Lost::Names => {
                let tags = &mut left.to_mut().record.tags;
                tags.retain(|tag| holds_name(target, &tag.name.value));
            }
            Lost::Controls => {
                let record = &mut left.to_mut().record;
                for tag in &mut record.tags {
                    tag.value.value = held_value(target, &tag.value.value).into_owned();
                }
                if target == Target::Sgf {
                    record.each_comments(hold);
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
                for id in tree.ids() {
                    tree.node_mut(id).result = None;
                }
            }
            Lost::Nesting => flatten(&mut left.to_mut().record.tree),
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
    let tree = &replay.record.tree;
    let variations = tree.ids().map(|id| tree.node(id).variations.len());
    (all_comments(replay).count(), variations.sum())
}

fn all_comments(replay: &Replay) -> impl Iterator<Item = &Comment> {
    let record = &replay.record;
    let nodes = record.tree.ids().map(|id| record.tree.node(id));
    let beside = nodes.flat_map(|node| node.before.iter().chain(&node.after));
    record.before.iter().chain(&record.after).chain(beside)
}

/// Makes comments what SGF holds of them.
fn hold(comments: &mut Vec<Comment>) {
    for comment in comments {
        comment.text = sgf::held_text(&comment.text).into_owned();
    }
}

/// Puts variations of the first moves of variations beside these.
fn flatten(tree: &mut Tree) {
    for id in tree.ids() {
        if tree.node(id).replaces.is_some() {
            continue;
        }
        let mut flat = Vec::new();
        let mut due = std::mem::take(&mut tree.node_mut(id).variations);
        due.reverse();
        while let Some(first) = due.pop() {
            flat.push(first);
            let inner = std::mem::take(&mut tree.node_mut(first).variations);
            due.extend(inner.into_iter().rev());
        }
        tree.node_mut(id).variations = flat;
    }
}
