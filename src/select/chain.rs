//! What games that are the same have in common: the positions that they go through.

use super::pattern::COUNTERS;
use crate::record::Record;
use crate::replay::{Replay, each_position};
use crate::rules::Rules;
use std::hash::{DefaultHasher, Hasher};
use std::ops::ControlFlow::{Break, Continue};

/// The positions that a main line goes through, as a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain {
    /// Equal for lines through the same positions under the same rules, and else different, but for a chance of
    /// 2 to the -128.
    pub hash: u128,
    /// The plies that it covers.
    pub plies: u32,
    /// By which the longest of several copies is known: the plies of its main line, of all its lines, and the bytes of
    /// what tags and comments say.
    pub length: [usize; 3],
}

/// The chain of the main line of a record, or of its first `most` plies; `None` of records without a ply, which are
/// not the same for that.
///
/// Words that were not played count as they are written.
#[must_use]
pub fn chain(replay: &Replay, most: Option<u32>) -> Option<Chain> {
    let set = replay.rules.as_ref()?;
    let most = most.unwrap_or(u32::MAX);
    let tree = &replay.record.tree;
    tree.first()?;
    let mut hashes = [DefaultHasher::new(), DefaultHasher::new()];
    hashes[1].write_u8(1);
    let mut add = |text: &str| {
        for hash in &mut hashes {
            hash.write(text.as_bytes());
            hash.write_u8(0);
        }
    };
    add(set.about().name);
    let mut played: u32 = 0;
    with_rules!(set, rules => {
        let mut text = String::new();
        each_position(rules, replay, |position, next| {
            text.clear();
            rules.write_position(position, &mut text);
            for (i, field) in text.split(' ').enumerate() {
                if !COUNTERS.contains(&i) {
                    add(field);
                }
            }
            if next.is_none() || played == most {
                return Break(());
            }
            played += 1;
            Continue(())
        });
    });
    let unplayed = tree.mainline().skip(played as usize);
    let wanted = most.saturating_sub(played) as usize;
    let mut plies = played;
    for id in unplayed.take(wanted) {
        add(&tree.node(id).text);
        plies += 1;
    }
    let [high, low] = hashes.map(|hash| hash.finish());
    Some(Chain {
        hash: u128::from(high) << 64 | u128::from(low),
        plies,
        length: [tree.mainline().count(), tree.len(), said(&replay.record)],
    })
}

/// Bytes of all that tags and comments say, however they are written.
fn said(record: &Record) -> usize {
    let tree = &record.tree;
    let nodes = tree.ids().map(|id| tree.node(id));
    let of_moves = nodes.flat_map(|node| node.before.iter().chain(&node.after));
    let comments = record.before.iter().chain(of_moves).chain(&record.after);
    let tags = record.tags.iter().map(|tag| tag.value.value.len());
    comments.map(|comment| comment.text.len()).chain(tags).sum()
}
