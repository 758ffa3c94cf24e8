//! A replay played again, for facts that are not kept.

use super::facts::played;
use super::walk::Played;
use super::{PlyFacts, Replay};
use crate::record::NodeId;
use crate::rules::Rules;
use std::ops::ControlFlow;

/// Shows each position of the main line, the start first, with the ply that is played from it, until `visit` has seen
/// enough; the last one comes without a ply.
///
/// `rules` are those of the replay.
pub(crate) fn each_position<R: Rules>(
    rules: &R,
    replay: &Replay,
    mut visit: impl FnMut(&R::Position, Option<(&PlyFacts, Played<R::Move>)>) -> ControlFlow<()>,
) {
    let start = replay.start.as_deref();
    let start = start.and_then(|text| rules.read_position(text, &mut Vec::new()).ok());
    let Some(mut position) = start else {
        return;
    };
    for id in replay.record.tree.mainline() {
        let Some(facts) = replay.facts(id) else {
            break;
        };
        let Some(next) = played(rules, &position, facts) else {
            break;
        };
        if visit(&position, Some((facts, next))).is_break() {
            return;
        }
        next.make(rules, &mut position);
    }
    // Whoever has seen enough of the last position has nothing more to see.
    let _ = visit(&position, None);
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
