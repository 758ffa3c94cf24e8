//! Where each ply stands: its number and its side.

use crate::notation::Color;
use crate::replay::Replay;

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

/// The count of every ply by [`NodeId::index`](crate::record::NodeId::index): as the rules have it for played ones, and going on along the line for
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
