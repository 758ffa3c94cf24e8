//! What a record claims beside its moves: results, numbers, printed boards, position texts. The findings themselves
//! offer most of the corrections; here they are made and proven.

use super::proof::{Evidence, Proofs};
use super::{Correction, OTHERS, Patch, Repair, starts};
use crate::diag::{Code, Diagnostic, Edit, Fix};
use crate::notation::{CheckMark, Outcome};
use crate::record::NodeId;
use crate::replay::Replay;
use std::collections::HashSet;

/// The repairs of all claims that can be mended.
pub(super) fn all(replay: &Replay, text: &str, proofs: &Proofs<'_>) -> Vec<Repair> {
    let mut renumbered = HashSet::new();
    let mut repairs = Vec::new();
    let findings = &replay.diagnostics;
    let is_unreadable = findings
        .iter()
        .any(|finding| finding.code == Code::BadPosition);
    // Tag and end marker are corrected together where the rules prove the result.
    let mut settled = false;
    for finding in findings {
        let is_new = match finding.code {
            Code::WrongResult | Code::ResultsDiffer => !settled || !is_of_record(replay, finding),
            Code::BadPosition => true,
            // A word that was read as the move it means.
            Code::UnreadMove => !finding.fixes.is_empty(),
            // What is doubtful in a text that cannot be read may well be right in the corrected one.
            Code::DoubtfulPosition => !is_unreadable,
            Code::WrongNumber => renumbered.insert(&finding.path),
            _ => false,
        };
        if !is_new {
            continue;
        }
        if repairs.len() >= OTHERS || proofs.are_spent() {
            repairs.push(Repair::not_searched(finding));
            continue;
        }
        if finding.code == Code::BadPosition {
            repairs.push(starts::mend(replay, text, proofs, finding));
            continue;
        }
        let fixes = match finding.code {
            Code::ResultsDiffer | Code::WrongResult => match by_rules(replay, finding) {
                Some(fix) => {
                    settled = true;
                    vec![fix]
                }
                None if finding.code == Code::ResultsDiffer => results(replay, finding),
                None => finding.fixes.clone(),
            },
            Code::WrongNumber => renumbering(replay, finding).into_iter().collect(),
            _ => finding.fixes.clone(),
        };
        let corrections = proven(replay, text, proofs, finding, &fixes);
        if !corrections.is_empty() {
            repairs.push(Repair {
                finding: finding.clone(),
                corrections,
                more: 0,
                searched: true,
                follows: false,
            });
        }
    }
    repairs
}

/// The corrections that a finding offers, made and proven.
pub(super) fn proven(
    replay: &Replay,
    text: &str,
    proofs: &Proofs<'_>,
    finding: &Diagnostic,
    fixes: &[Fix],
) -> Vec<Correction> {
    let before = Evidence::of(replay);
    let count = |replay: &Replay| {
        let findings = replay.diagnostics.iter();
        findings.filter(|other| other.code == finding.code).count()
    };
    let correct = |fix: &Fix| {
        let patch = Patch::new(fix.edits.clone())?;
        let corrected = proofs.read(&patch.apply(text))?;
        let evidence = Evidence::of(&corrected);
        let holds = match finding.code {
            // A number says nothing of the moves after it.
            Code::WrongNumber => true,
            Code::BadPosition => evidence.is_proof(),
            _ => evidence.plies.0 == evidence.plies.1,
        };
        let proven = holds && count(&corrected) < count(replay) && evidence.errors <= before.errors;
        Some(Correction {
            title: fix.title.clone(),
            size: fix.edits.len(),
            edits: patch.edits().to_vec(),
            proven,
            unique: proven && fix.unique,
            cost: 0,
            choice: 0,
            evidence,
        })
    };
    let mut corrections: Vec<_> = fixes.iter().filter_map(correct).collect();
    corrections.sort_by_key(|correction| (!correction.proven, correction.size));
    corrections
}

/// Whether a finding about a result is about that of the whole record, in its tag or at its end.
fn is_of_record(replay: &Replay, finding: &Diagnostic) -> bool {
    let record = &replay.record;
    let tag = record.find_tag("Result").map(|tag| tag.value.span);
    let marker = record.result.map(|marker| marker.span);
    [tag, marker].contains(&Some(finding.span))
}

/// Tag and end marker as the rules prove the result, both where both are wrong. One of them that says so already, or a
/// last move marked as mate, leaves no doubt that it is not the last move that is wrong.
fn by_rules(replay: &Replay, finding: &Diagnostic) -> Option<Fix> {
    let proven = replay.outcome?;
    if !is_of_record(replay, finding) {
        return None;
    }
    let record = &replay.record;
    let tag = record.find_tag("Result").map(|tag| {
        let name = if tag.from_heading {
            "in the heading"
        } else {
            "in the Result tag"
        };
        (name, tag.value.span, Outcome::from_marker(&tag.value.value))
    });
    let marker = record
        .result
        .map(|marker| ("at the end", marker.span, marker.outcome));
    let (right, wrong): (Vec<_>, Vec<_>) = [tag, marker]
        .into_iter()
        .flatten()
        .partition(|(.., said)| *said == Some(proven));
    let last = record.tree.mainline().last()?;
    let is_marked = record.tree.node(last).marks.check == CheckMark::Mate;
    let names: Vec<_> = wrong.iter().map(|(name, ..)| *name).collect();
    let edit = |span| Edit {
        span,
        text: proven.marker().to_owned(),
    };
    (!wrong.is_empty()).then(|| Fix {
        title: format!("write {} {}", proven.marker(), names.join(" and ")),
        unique: is_marked || !right.is_empty(),
        edits: wrong.iter().map(|(_, span, _)| edit(*span)).collect(),
    })
}

/// A tag and an end marker that differ, where the rules prove nothing: either may be right.
fn results(replay: &Replay, finding: &Diagnostic) -> Vec<Fix> {
    let record = &replay.record;
    let tag = record.find_tag("Result");
    let of_tag = tag.and_then(|tag| Outcome::from_marker(&tag.value.value));
    let mut fixes = finding.fixes.clone();
    if let (Some(marker), Some(of_tag)) = (record.result, of_tag) {
        fixes.push(Fix {
            title: format!("write {} at the end", of_tag.marker()),
            unique: false,
            edits: vec![Edit {
                span: marker.span,
                text: of_tag.marker().to_owned(),
            }],
        });
    }
    fixes
}

/// All numbers of a line as they are due, from the first wrong one on; unique only for one that is out of step alone.
fn renumbering(replay: &Replay, finding: &Diagnostic) -> Option<Fix> {
    let tree = &replay.record.tree;
    let mut line: Vec<NodeId> = tree
        .ids()
        .filter(|&id| tree.path(id) == finding.path)
        .collect();
    line.sort_by_key(|&id| tree.node(id).ply);
    let mut edits = Vec::new();
    let mut written = Vec::new();
    // Whether the last number of the line is the one that is due.
    let mut counts_on = false;
    for id in line {
        let node = tree.node(id);
        let Some(number) = node.number else { continue };
        let facts = replay.facts(id)?;
        counts_on = number.value == facts.number;
        if counts_on {
            continue;
        }
        let dots = facts.side.dots();
        written.push((number.value, facts.number));
        edits.push(Edit {
            span: number.span,
            text: format!("{}{dots}", facts.number),
        });
    }
    let ((first, due), rest) = (*written.first()?, written.len() - 1);
    // One number out of step among others that count on is a misprint. Where the rest follows it, moves may have been
    // lost or written twice just before, and a score that counts otherwise from its beginning may mean it.
    let unique = rest == 0 && counts_on;
    let unless = if unique {
        ""
    } else if first > due {
        ", if no moves are missing before it"
    } else {
        ", if no moves before it are written twice"
    };
    let on = match rest {
        0 => String::new(),
        1 => ", and count on in the number after it".to_owned(),
        _ => format!(", and count on in the {rest} numbers after it"),
    };
    Some(Fix {
        title: format!("write {due} for the number {first}{on}{unless}"),
        unique,
        edits,
    })
}
