//! The best correction in a finding's help line, found in a few milliseconds.

use super::search::Bounds;
use super::{LONGEST, mend};
use crate::diag::{Code, Fix};
use crate::replay::Replay;

/// Says in the help of the main line's fault which single correction mends the line, if a short search finds one.
///
/// Changes nothing but that finding, and does nothing for a record without a fault.
pub fn hint(replay: &mut Replay, text: &str) {
    if replay.record.tree.len() > LONGEST {
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
    let Some(best) = mend::best(replay, text, first, Bounds::HINT) else {
        return;
    };
    let finding = &mut replay.diagnostics[at];
    let words = if best.unique {
        format!(
            "{} is the only single correction under which the rest replays",
            best.title
        )
    } else {
        format!(
            "with {} the rest replays; `scoresheet repair` lists what else may be meant",
            best.title
        )
    };
    finding.add_help(&words);
    let edits = best.patch.edits();
    let title = format!("write {}", best.title);
    finding.fixes.retain(|fix| fix.edits != edits);
    finding.fixes.insert(
        0,
        Fix {
            title,
            unique: best.unique,
            edits: edits.to_vec(),
        },
    );
}
