//! Corrections that prove themselves: what an editor does by hand when a score does not replay, done by search.
//!
//! A [`Repair`] answers one finding with ranked [`Correction`]s. Each is a few edits of the source text, and each has
//! been made, read and replayed as any text is: its [`Evidence`] is what that replay says. Fewest words first, then what
//! the evidence says, then how such slips happen.
//!
//! A correction is called *unique* only when every single correction of its line was tried (each legal move at each ply
//! up to the fault, each move lost, doubled or swapped), no other one mends it, and it undoes one plain slip: what needs a
//! strange one may as well be two. A set of corrections is unique when no smaller one mends the line, every set of its size
//! was tried, and it puts right nothing but misprinted words. Where others of any size mend the line too, none is called
//! unique, nor is what is found only with one of them made. [`Bounds`] keep the search short; where they cut it nothing
//! is called unique.

mod attempt;
mod choice;
mod claims;
mod hint;
mod likelihood;
mod line;
mod mend;
mod note;
mod op;
mod patch;
mod proof;
mod search;
mod sets;
mod slips;
mod starts;
mod told;

pub use hint::hint;
pub use note::{note_as_comment, note_as_tag};
pub use patch::Patch;
pub use proof::{Evidence, Reading, ResultEvidence};
pub use search::Bounds;

use crate::diag::{Code, Diagnostic, Edit};
use crate::replay::Replay;
use proof::Proofs;
use std::cmp::Reverse;
use std::collections::HashMap;

/// A way to mend one fault of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Correction {
    /// What it does: `10. e3 instead of e2`.
    pub title: String,
    /// How many words it changes.
    pub size: usize,
    /// The edits of the record's text, in text order.
    pub edits: Vec<Edit>,
    /// What a replay of the corrected text says.
    pub evidence: Evidence,
    /// Whether the fault is gone, all that depends on it replays, and result and boards hold.
    pub proven: bool,
    /// Whether it undoes nothing but plain slips and no other correction of so few words does the same.
    pub unique: bool,
    /// How unlikely the slip is, in tenths of a plain one.
    pub cost: u32,
    /// How unlikely the line's moves are for players of whom nothing is known, in hundredths of a nat: what tells
    /// corrections of one fault apart when all else is equal.
    pub choice: u32,
}

impl Correction {
    /// By what corrections are ranked, the best first: proven ones, fewest words, what the evidence says, the likeliest
    /// slip, the moves that were least a matter of choice.
    #[must_use]
    pub fn rank(&self) -> impl Ord + use<> {
        let Evidence {
            plies, variations, ..
        } = &self.evidence;
        let evidence = (plies.1.saturating_sub(plies.0), Reverse(variations.0));
        (!self.proven, self.size, evidence, self.cost, self.choice)
    }
}

/// A fault of a record and what may be done about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Repair {
    /// The finding that it answers, with spans in the record's text.
    pub finding: Diagnostic,
    /// Likeliest first.
    pub corrections: Vec<Correction>,
    /// How many more corrections are as well proven and not listed.
    pub more: usize,
    /// Whether it was looked into. The work on one record is bounded: of further faults no correction is looked for.
    pub searched: bool,
    /// Whether it is seen only when the first correction of the repair before it has been made.
    pub follows: bool,
}

impl Repair {
    /// A fault beyond what is looked into.
    fn not_searched(finding: &Diagnostic) -> Self {
        Self {
            finding: finding.clone(),
            corrections: Vec::new(),
            more: 0,
            searched: false,
            follows: false,
        }
    }
}

/// Longer records, variations and printed boards included, are left alone: to prove a correction the whole of them is
/// replayed.
const LONGEST: usize = 10_000;

/// Faulty variations, broken lines and claims that are looked into, of each kind so many.
const OTHERS: usize = 12;

/// Corrections listed for one fault.
pub const LISTED: usize = 8;

/// The faults of a record, read from `text`, and their corrections.
#[must_use]
pub fn repair(replay: &Replay, text: &str, reading: Reading<'_>, bounds: Bounds) -> Vec<Repair> {
    let mut repairs = Vec::new();
    let mut mended = None;
    let tree = &replay.record.tree;
    if tree.len() + tree.boards.len() > LONGEST {
        return repairs;
    }
    let proofs = Proofs::new(replay, reading);
    if let Some(finding) = faults_of_lines(replay).get("") {
        let repair = tree
            .first()
            .and_then(|first| mend::line(replay, text, &proofs, first, finding, bounds));
        if let Some(best) = repair
            .as_ref()
            .and_then(|repair| repair.corrections.first())
            && best.proven
            && let Some(patch) = Patch::new(best.edits.clone())
        {
            let corrected = patch.apply(text);
            mended = reading
                .read(&corrected)
                .map(|replay| (patch, corrected, replay, best.unique));
        }
        repairs.extend(repair);
    }
    match &mended {
        None => repairs.extend(others(replay, text, &proofs, bounds)),
        Some((patch, text, replay, is_sure)) => {
            for mut other in others(replay, text, &proofs, bounds) {
                // What hangs on a guess is one.
                let corrections = other.corrections.iter_mut();
                corrections.for_each(|correction| correction.unique &= is_sure);
                repairs.push(carried_back(other, patch));
            }
        }
    }
    repairs
}

/// Corrections of what is not the main line's moves: variations, and what a record claims.
fn others(replay: &Replay, text: &str, proofs: &Proofs<'_>, bounds: Bounds) -> Vec<Repair> {
    let tree = &replay.record.tree;
    let bounds = Bounds {
        positions: bounds.positions / 4,
        ..bounds
    };
    let faults = faults_of_lines(replay);
    let firsts = tree
        .ids()
        .flat_map(|id| tree.node(id).variations.iter().copied());
    let faulty = firsts.filter_map(|first| {
        let finding = *faults.get(tree.path(first).as_str())?;
        Some((first, finding))
    });
    let mut repairs: Vec<Repair> = faulty
        .enumerate()
        .filter_map(|(index, (first, finding))| {
            if index < OTHERS {
                mend::line(replay, text, proofs, first, finding, bounds)
            } else {
                Some(Repair::not_searched(finding))
            }
        })
        .collect();
    repairs.extend(mend::broken_lines(replay, text, proofs, bounds));
    repairs.extend(claims::all(replay, text, proofs));
    repairs
}

/// The findings that a line does not replay, or that a board in it differs: the first of each line, by its way.
fn faults_of_lines(replay: &Replay) -> HashMap<&str, &Diagnostic> {
    let mut faults = HashMap::new();
    for finding in &replay.diagnostics {
        if matches!(
            finding.code,
            Code::IllegalMove | Code::AmbiguousMove | Code::NotDecided | Code::BoardDiffers
        ) {
            faults.entry(finding.path.as_str()).or_insert(finding);
        }
    }
    faults
}

/// The same repair with its places in the text before `patch`. What the patch itself has made is at the place of its edit;
/// a correction that touches such text is counted and not listed: it cannot be told in terms of what is printed.
fn carried_back(mut repair: Repair, patch: &Patch) -> Repair {
    repair.follows = true;
    let finding = &mut repair.finding;
    finding.span = patch.before_or_at(finding.span);
    finding.labels.retain_mut(|label| {
        patch
            .before(label.span)
            .map(|span| label.span = span)
            .is_some()
    });
    finding.fixes.clear();
    let found = repair.corrections.len();
    repair.corrections.retain_mut(|correction| {
        correction.edits.iter_mut().all(|edit| {
            patch
                .before(edit.span)
                .map(|span| edit.span = span)
                .is_some()
        })
    });
    repair.more += found - repair.corrections.len();
    repair
}

#[cfg(test)]
mod tests {
    use super::{Correction, Evidence, Patch, Repair, ResultEvidence, carried_back};
    use crate::diag::{Code, Diagnostic, Edit};
    use crate::source::Span;

    fn edit(start: usize, end: usize, text: &str) -> Edit {
        Edit {
            span: Span::new(start, end),
            text: text.to_owned(),
        }
    }

    fn correction(edit: Edit) -> Correction {
        Correction {
            title: String::new(),
            size: 1,
            edits: vec![edit],
            evidence: Evidence {
                plies: (1, 1),
                result: ResultEvidence::Open,
                boards: Vec::new(),
                variations: (0, 0),
                errors: 0,
                remarks: 0,
            },
            proven: true,
            unique: true,
            cost: 0,
            choice: 0,
        }
    }

    /// What is found only after a correction is told whether it can be mended in terms of what is printed or not.
    #[test]
    fn no_fault_that_follows_is_lost() {
        let patch = Patch::new(vec![edit(3, 5, "Nxd4")]).expect("one edit");
        let found = |span, corrections| {
            let repair = Repair {
                finding: Diagnostic::new(Code::WrongNumber, span, "a fault"),
                corrections,
                more: 0,
                searched: true,
                follows: false,
            };
            carried_back(repair, &patch)
        };
        let mended = found(
            Span::new(9, 10),
            vec![correction(edit(9, 10, "x")), correction(edit(5, 6, "y"))],
        );
        assert!(mended.follows);
        assert_eq!(mended.finding.span, Span::new(7, 8));
        assert_eq!(mended.corrections[0].edits, [edit(7, 8, "x")]);
        assert_eq!((mended.corrections.len(), mended.more), (1, 1));
        let hopeless = found(Span::new(4, 6), Vec::new());
        assert_eq!(hopeless.finding.span, Span::new(3, 5));
        assert_eq!((hopeless.corrections.len(), hopeless.more), (0, 0));
    }
}
