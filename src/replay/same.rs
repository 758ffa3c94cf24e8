//! Whether two records are the same game.

use super::Replay;
use crate::notation::letters::Letters;
use crate::notation::{Color, Nag, Outcome, WordForm, translated};
use crate::record::{Comment, Node, NodeId, Tag};
use crate::rules::RuleSet;
use std::borrow::Cow;
use std::fmt;

/// The first thing in which two records differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The rule set.
    Rules,
    /// The tags.
    Tags,
    /// The position that they start from.
    Start,
    /// Comments outside the moves.
    Comments,
    /// A ply of the first record: its move, comments, annotations or variations, or what follows it.
    Ply(NodeId),
    /// The number of plies.
    Plies,
    /// The result.
    Result,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rules => "the rule sets differ",
            Self::Tags => "the tags differ",
            Self::Start => "the starting positions differ",
            Self::Comments => "the comments outside the moves differ",
            Self::Ply(_) => "a ply differs",
            Self::Plies => "the main lines differ in length",
            Self::Result => "the results differ",
        })
    }
}

/// In what two records differ, if they are not the same.
///
/// They are when rule set, tags, start, tree of coordinates, comments, annotations and result are. Spans do not count,
/// nor the words in which played moves were written, nor the language of others, nor blanks in comments, nor the order of annotations, nor that of
/// tags with different names. The rule set, the start and the result are compared as such, not by the tags that say them.
#[must_use]
pub fn difference(a: &Replay, b: &Replay) -> Option<Difference> {
    let checks = [
        (
            a.rules == b.rules && unknown_game(a) == unknown_game(b),
            Difference::Rules,
        ),
        (tags(a).eq(tags(b)), Difference::Tags),
        (a.start == b.start, Difference::Start),
        (
            same_comments(&a.record.before, &b.record.before),
            Difference::Comments,
        ),
        (
            same_comments(&a.record.after, &b.record.after),
            Difference::Comments,
        ),
        (a.result == b.result, Difference::Result),
    ];
    let differs = checks.into_iter().find(|(same, _)| !same);
    differs
        .map(|(_, difference)| difference)
        .or_else(|| tree_difference(a, b))
}

/// What stands in place of a position text where there is none: a list of men that makes no position.
pub(crate) const UNREADABLE: &str = "?";

/// Names and values, without the tags that only name the rule set, its board, the start or the result.
fn tags(replay: &Replay) -> impl Iterator<Item = (&str, &str)> {
    let said_otherwise = |tag: &Tag| {
        let is = |name: &str| tag.name.value.eq_ignore_ascii_case(name);
        is("SetUp")
            || (is("FEN") || is("Position"))
                && (replay.start.is_some() || tag.value.value == UNREADABLE)
            || is("Board")
                && replay
                    .rules
                    .as_ref()
                    .is_some_and(|set| names_board(set, tag))
            || is("Result") && names_result(replay, &tag.value.value)
            || is("Variant") && names_rules(replay, tag)
    };
    let mut tags: Vec<&Tag> = replay.record.tags.iter().collect();
    tags.sort_by_key(|tag| &tag.name.value);
    tags.into_iter()
        .filter(move |tag| !said_otherwise(tag))
        .map(|tag| (tag.name.value.as_str(), tag.value.value.as_str()))
}

/// Whether a `Variant` tag names the rule set; where that was settled by the record, as what it was before.
fn names_rules(replay: &Replay, tag: &Tag) -> bool {
    let Some(set) = &replay.rules else {
        return replay.unknown_rules() == Some(&tag.value.value);
    };
    RuleSet::from_variant(&tag.value.value).is_some_and(|named| {
        named == *set || set.board().is_some() && named.about().name == set.about().name
    })
}

/// What the record calls its rules where there are none, without options: JSON orders those anew.
fn unknown_game(replay: &Replay) -> Option<&str> {
    let spec = replay.unknown_rules()?;
    Some(spec.split(':').next().unwrap_or_default().trim())
}

fn names_result(replay: &Replay, value: &str) -> bool {
    match replay.result {
        Some(result) => Outcome::from_marker(value) == Some(result),
        None => value == "*",
    }
}

/// Whether a `Board` tag names the board of the rule set.
fn names_board(set: &RuleSet, tag: &Tag) -> bool {
    let board = set.board();
    board.is_some_and(|board| board.eq_ignore_ascii_case(tag.value.value.trim()))
}

fn same_comments(a: &[Comment], b: &[Comment]) -> bool {
    let same =
        |(a, b): (&Comment, &Comment)| a.text.split_whitespace().eq(b.text.split_whitespace());
    a.len() == b.len() && a.iter().zip(b).all(same)
}

fn tree_difference(a: &Replay, b: &Replay) -> Option<Difference> {
    let (tree_a, tree_b) = (&a.record.tree, &b.record.tree);
    let mut pairs = match (tree_a.first(), tree_b.first()) {
        (Some(a), Some(b)) => vec![(a, b)],
        (None, None) => return None,
        _ => return Some(Difference::Plies),
    };
    while let Some((id_a, id_b)) = pairs.pop() {
        let (node_a, node_b) = (tree_a.node(id_a), tree_b.node(id_b));
        let same = word(a, id_a, node_a) == word(b, id_b, node_b)
            && nags(node_a) == nags(node_b)
            && same_comments(&node_a.before, &node_b.before)
            && same_comments(&node_a.after, &node_b.after)
            && node_a.result.map(|result| result.value) == node_b.result.map(|result| result.value)
            && node_a.variations.len() == node_b.variations.len()
            && node_a.next.is_some() == node_b.next.is_some();
        if !same {
            return Some(Difference::Ply(id_a));
        }
        pairs.extend(node_a.next.zip(node_b.next));
        pairs.extend(
            node_a
                .variations
                .iter()
                .copied()
                .zip(node_b.variations.iter().copied()),
        );
    }
    None
}

/// Annotations, in whatever order they stand.
fn nags(node: &Node) -> Vec<Nag> {
    let mut nags: Vec<Nag> = node.nags.iter().map(|nag| nag.value).collect();
    nags.sort_unstable();
    nags
}

/// A played ply is its coordinates, another one its own words: those of stones by what they say, others in English
/// letters.
fn word<'r>(replay: &'r Replay, id: NodeId, node: &'r Node) -> (bool, Cow<'r, str>) {
    match replay.facts(id) {
        Some(facts) => (true, Cow::Borrowed(&facts.coords)),
        None if matches!(node.form, WordForm::Stones(_)) => {
            (false, Cow::Owned(node.form.to_string()))
        }
        None => {
            let side = Color::White;
            let words = translated(&node.text, replay.letters, &Letters::ENGLISH, side);
            (false, words)
        }
    }
}
