//! Where each ply stands: its number, its side, and the way to its line.

use crate::notation::Color;
use crate::record::{NodeId, Tree};
use crate::replay::Replay;
use crate::schema::MAIN;

/// How scores count a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Count {
    /// Half-move number from 1, along its line.
    pub(super) ply: u32,
    /// Move number.
    pub(super) number: u32,
    /// Who moves.
    pub(super) side: Color,
}

impl Count {
    const fn next(self) -> Self {
        let number = match self.side {
            Color::White => self.number,
            Color::Black => self.number + 1,
        };
        Self {
            ply: self.ply + 1,
            number,
            side: self.side.other(),
        }
    }
}

/// The count of every ply by [`NodeId::index`]: as the rules have it for played ones, and going on along the line for
/// the others.
pub(super) fn counts(replay: &Replay) -> Vec<Count> {
    let (number, side) = replay.start_turn;
    let tree = &replay.record.tree;
    let mut counts: Vec<Count> = Vec::with_capacity(tree.len());
    // A ply is always made after its parent, so the parent's count is there.
    for id in tree.ids() {
        counts.push(match (replay.facts(id), tree.node(id).parent) {
            (Some(facts), _) => Count {
                ply: facts.ply,
                number: facts.number,
                side: facts.side,
            },
            (None, Some(parent)) => counts[parent.index()].next(),
            (None, None) => Count {
                ply: 1,
                number,
                side,
            },
        });
    }
    counts
}

/// The way to every line: for the first ply of each variation, the ply it replaces and its place among those that do.
#[derive(Debug)]
pub(super) struct Paths {
    /// The first ply of each ply's line.
    first: Vec<NodeId>,
    /// For the first ply of a variation.
    origin: Vec<Option<(NodeId, usize)>>,
}

impl Paths {
    pub(super) fn new(tree: &Tree) -> Self {
        let mut origin = vec![None; tree.len()];
        for id in tree.ids() {
            for (place, variation) in tree.node(id).variations.iter().enumerate() {
                origin[variation.index()] = Some((id, place + 1));
            }
        }
        let mut first = Vec::with_capacity(tree.len());
        for id in tree.ids() {
            let before = tree
                .node(id)
                .parent
                .filter(|_| origin[id.index()].is_none());
            first.push(before.map_or(id, |before: NodeId| first[before.index()]));
        }
        Self { first, origin }
    }

    /// `main`, or the way into the variation that `id` stands in: `24.1/26.2`.
    pub(super) fn path(&self, id: NodeId, counts: &[Count]) -> String {
        let mut steps = Vec::new();
        let mut line = self.first[id.index()];
        while let Some((replaced, place)) = self.origin[line.index()] {
            steps.push(format!("{}.{place}", counts[replaced.index()].ply));
            line = self.first[replaced.index()];
        }
        if steps.is_empty() {
            return MAIN.to_owned();
        }
        steps.reverse();
        steps.join("/")
    }
}
