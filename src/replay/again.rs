//! A replay played again, for facts that are not kept.

use super::facts::played;
use super::walk::Played;
use super::{PlyFacts, Replay};
use crate::record::NodeId;
use crate::rules::Rules;
use std::ops::ControlFlow::{self, Break, Continue};

/// Which lines of a record are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lines {
    /// The main line.
    Main,
    /// That and all variations, each from the start of the record on.
    All,
}

/// How much was seen by one who has seen enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Enough {
    /// Of the line, and of all that branch off from it further on.
    OfLine,
    /// Of all.
    OfAll,
}

/// Shows each position of the main line, the start first, with the ply that is played from it, until `visit` has seen
/// enough; the last one comes without a ply.
///
/// `rules` are those of the replay.
pub(crate) fn each_position<R: Rules>(
    rules: &R,
    replay: &Replay,
    mut visit: impl FnMut(&R::Position, Option<(&PlyFacts, Played<R::Move>)>) -> ControlFlow<()>,
) {
    each_position_of(rules, replay, Lines::Main, (), |(), position, next| {
        visit(position, next).map_break(|()| Enough::OfAll)
    });
}

/// The same for each of several lines. What is known of a line grows from `known` with each visit; a line that branches
/// off begins with what was known where it does, and shows the position there again, with its own ply.
pub(crate) fn each_position_of<R: Rules, K: Clone>(
    rules: &R,
    replay: &Replay,
    lines: Lines,
    known: K,
    mut visit: impl FnMut(
        &mut K,
        &R::Position,
        Option<(&PlyFacts, Played<R::Move>)>,
    ) -> ControlFlow<Enough>,
) {
    let tree = &replay.record.tree;
    let start = replay.start.as_deref();
    let start = start.and_then(|text| rules.read_position(text, &mut Vec::new()).ok());
    let Some(start) = start else {
        return;
    };
    // Plies whose variations wait, with the position before them and what is known there.
    let mut branches = Vec::new();
    let mut line =
        |first: Option<NodeId>, mut position: R::Position, mut known: K, branches: &mut Vec<_>| {
            for id in tree.line(first) {
                if lines == Lines::All && !tree.node(id).variations.is_empty() {
                    branches.push((id, position.clone(), known.clone()));
                }
                let Some(facts) = replay.facts(id) else {
                    break;
                };
                let Some(next) = played(rules, &position, facts) else {
                    break;
                };
                match visit(&mut known, &position, Some((facts, next))) {
                    Continue(()) => next.make(rules, &mut position),
                    Break(Enough::OfLine) => return Continue(()),
                    Break(Enough::OfAll) => return Break(()),
                }
            }
            match visit(&mut known, &position, None) {
                Break(Enough::OfAll) => Break(()),
                Break(Enough::OfLine) | Continue(()) => Continue(()),
            }
        };
    if line(tree.first(), start, known, &mut branches).is_break() {
        return;
    }
    while let Some((replaced, position, known)) = branches.pop() {
        for &first in &tree.node(replaced).variations {
            if line(Some(first), position.clone(), known.clone(), &mut branches).is_break() {
                return;
            }
        }
    }
}

/// Shows each played ply with its facts and the positions before and after it, line by line.
///
/// `rules` are those of the replay.
pub(crate) fn each_ply<R: Rules>(
    rules: &R,
    replay: &Replay,
    mut visit: impl FnMut(NodeId, &PlyFacts, &R::Position, &R::Position),
) {
    let tree = &replay.record.tree;
    let start = replay.start.as_deref();
    let start = start.and_then(|text| rules.read_position(text, &mut Vec::new()).ok());
    let (Some(first), Some(start)) = (tree.first(), start) else {
        return;
    };
    // Plies whose variations wait, with the position before them.
    let mut branches = Vec::new();
    let mut line = |first: NodeId, mut position: R::Position, branches: &mut Vec<_>| {
        for id in tree.line(Some(first)) {
            if !tree.node(id).variations.is_empty() {
                branches.push((id, position.clone()));
            }
            let Some(facts) = replay.facts(id) else {
                return;
            };
            let before = position.clone();
            let Some(next) = played(rules, &before, facts) else {
                return;
            };
            next.make(rules, &mut position);
            visit(id, facts, &before, &position);
        }
    };
    line(first, start, &mut branches);
    while let Some((replaced, position)) = branches.pop() {
        for &first in &tree.node(replaced).variations {
            line(first, position.clone(), &mut branches);
        }
    }
}
