//! The best correction in a finding's help line, found in a few milliseconds.

use super::search::Bounds;
use super::{LONGEST, mend};
use crate::diag::{Code, Fix};
use crate::replay::Replay;

/// So many plies after a fault are evidence enough for a correction that is not the only one.
const EVIDENCE: usize = 4;

/// Says in the help of the main line's fault which single correction mends the line, if a short search finds one.
///
/// Changes nothing but that finding, and does nothing for a record without a fault. What it says is what the search
/// found: to be quick it does not make the correction, read the text back and replay it as [`repair`](super::repair) does.
pub fn hint(replay: &mut Replay, text: &str) {
    let tree = &replay.record.tree;
    if tree.len() + tree.boards.len() > LONGEST {
        return;
    }
    let is_fault = |code| matches!(code, Code::IllegalMove | Code::AmbiguousMove);
    let fault = replay
        .diagnostics
        .iter()
        .position(|finding| finding.path.is_empty() && is_fault(finding.code));
    let (Some(at), Some(first)) = (fault, replay.record.tree.first()) else {
        return;
    };
    let unplayed = replay
        .record
        .tree
        .mainline()
        .filter(|&id| replay.facts(id).is_none())
        .count();
    if unplayed <= EVIDENCE {
        return;
    }
    let Some(best) = mend::best(replay, text, first, Bounds::HINT) else {
        return;
    };
    let finding = &mut replay.diagnostics[at];
    let words = if best.unique {
        "is the only single correction under which the rest replays"
    } else {
        "would let the rest replay (`scoresheet repair` lists what else may be meant)"
    };
    let words = format!("{} {words}", best.title);
    finding.add_help(&words);
    let edits = best.patch.edits();
    finding.fixes.retain(|fix| fix.edits != edits);
    finding.fixes.insert(
        0,
        Fix {
            title: best.title,
            unique: best.unique,
            edits: edits.to_vec(),
        },
    );
}
