//! The best correction in a finding's help line, found in a few milliseconds.

use super::search::Bounds;
use super::{LONGEST, mend, starts};
use crate::diag::{Code, Diagnostic, Fix};
use crate::replay::Replay;

/// So many plies after a fault are evidence enough for a correction that is not the only one.
const EVIDENCE: usize = 4;

/// Says in the help of the main line's fault, or of the start's, which single correction mends the line, if a short
/// search finds one.
///
/// Changes nothing but that finding, and does nothing for a record without a fault. What it says is what the search
/// found: to be quick it does not make the correction, read the text back and replay it as [`repair`](super::repair) does.
pub fn hint(replay: &mut Replay, text: &str) {
    let tree = &replay.record.tree;
    if tree.len() + tree.boards.len() > LONGEST {
        return;
    }
    if replay.start.is_none() {
        return hint_at_start(replay, text);
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
    let words = if best.unique {
        "is the only single correction under which the rest replays"
    } else {
        "would let the rest replay (`scoresheet repair` lists what else may be meant)"
    };
    let fix = Fix {
        title: best.title,
        unique: best.unique,
        edits: best.patch.edits().to_vec(),
    };
    offer(&mut replay.diagnostics[at], fix, words);
}

/// Says in the help of a position text that cannot be read which correction is the only one under which the moves replay,
/// if one is.
fn hint_at_start(replay: &mut Replay, text: &str) {
    let findings = || replay.diagnostics.iter().enumerate();
    let fault = findings().find(|(_, finding)| finding.code == Code::BadPosition);
    let only = fault.and_then(|(at, finding)| {
        let only = starts::only(replay, text, finding, Bounds::HINT.positions)?;
        Some((at, only))
    });
    if let Some((at, only)) = only {
        let only = Fix {
            unique: true,
            ..only
        };
        let words = "is the only single correction under which the moves replay";
        offer(&mut replay.diagnostics[at], only, words);
    }
}

/// Puts a fix before all others that a finding has, and says in its help what it is.
fn offer(finding: &mut Diagnostic, fix: Fix, words: &str) {
    finding.add_help(&format!("{} {words}", fix.title));
    finding.fixes.retain(|other| other.edits != fix.edits);
    finding.fixes.insert(0, fix);
}
