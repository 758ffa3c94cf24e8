//! A replay played again, for facts that are not kept.

use super::facts::played;
use super::walk::Played;
use super::{PlyFacts, Replay};
use crate::record::NodeId;
use crate::rules::Rules;

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
            match played(rules, &before, facts) {
                Some(Played::Move(r#move)) => rules.play(&mut position, r#move),
                Some(Played::Pass) => {
                    rules.pass(&mut position);
                }
                None => return,
            }
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
