//! What speaks for a correction: the corrected text is read and replayed anew, as any record is.

use crate::diag::{Code, Diagnostic, Severity};
use crate::record::{NodeId, TreeBuilder};
use crate::replay::{Options, Replay, replay};
use crate::rules::RuleSet;
use crate::syntax::{Format, read_record_in};
use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;

/// How a record's text is read.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    /// Its format.
    pub format: Format,
    /// What is known beforehand.
    pub options: &'a Options,
}

impl Reading<'_> {
    /// Reads and replays a text that holds one record; `None` when it does not, or its format is none of scores.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<Replay> {
        let mut builder = TreeBuilder::default();
        let words = self.options.rules.as_ref().map(RuleSet::words);
        let found = read_record_in(self.format, words, text, 0, &mut builder);
        let whole = found.is_record() && text[found.end..].trim().is_empty();
        whole.then(|| replay(builder.finish(), text, self.options))
    }
}

/// What all proofs of one record may cost together, in plies replayed: beyond it faults are listed, not looked into.
const MOST: u64 = 1_000_000;

/// What a finding costs in a replay, in plies: it explains itself.
const PER_FINDING: u64 = 20;

/// The proofs of the corrections of one record: for each the whole of it is read and replayed, so there is an end to them.
#[derive(Debug)]
pub(super) struct Proofs<'a> {
    reading: Reading<'a>,
    /// What one of them costs.
    cost: u64,
    left: Cell<u64>,
}

impl<'a> Proofs<'a> {
    /// None made yet for the record of `replay`.
    pub(super) fn new(replay: &Replay, reading: Reading<'a>) -> Self {
        let tree = &replay.record.tree;
        let findings = replay.diagnostics.len() as u64;
        Self {
            reading,
            cost: (tree.len() + tree.boards.len()) as u64 + PER_FINDING * findings,
            left: Cell::new(MOST),
        }
    }

    /// Whether no more are allowed.
    pub(super) const fn are_spent(&self) -> bool {
        self.left.get() < self.cost
    }

    /// Reads and replays a corrected text, see [`Reading::read`]; `None` too when no more proofs are allowed.
    pub(super) fn read(&self, text: &str) -> Option<Replay> {
        self.left.set(self.left.get().checked_sub(self.cost)?);
        self.reading.read(text)
    }
}

/// What a replay says for or against a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// Plies of the main line that are played, and all of them.
    pub plies: (usize, usize),
    /// How the result stands to the rules.
    pub result: ResultEvidence,
    /// For each printed board the cells that match, and all cells; none match where the line breaks before it.
    pub boards: Vec<(usize, usize)>,
    /// Variations that replay to their ends, and all of them.
    pub variations: (usize, usize),
    /// Errors that are left.
    pub errors: usize,
    /// Warnings and notes that are left.
    pub remarks: usize,
}

/// How a result stands to what the rules prove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultEvidence {
    /// The rules prove it.
    Proven,
    /// The rules leave it open.
    Open,
    /// The rules prove another.
    Refuted,
}

impl Evidence {
    /// What `replay` says.
    #[must_use]
    pub fn of(replay: &Replay) -> Self {
        let tree = &replay.record.tree;
        let all = tree.mainline().count();
        let played = tree.mainline().filter(|&id| replay.facts(id).is_some());
        let errors = replay
            .diagnostics
            .iter()
            .filter(|finding| finding.severity() == Severity::Error)
            .count();
        Self {
            plies: (played.count(), all),
            result: result(replay),
            boards: boards(replay),
            variations: variations(replay),
            errors,
            remarks: replay.diagnostics.len() - errors,
        }
    }

    /// Whether the main line replays to its end, and result and boards hold.
    #[must_use]
    pub fn is_proof(&self) -> bool {
        self.plies.0 == self.plies.1
            && self.result != ResultEvidence::Refuted
            && self.boards.iter().all(|(same, all)| same == all)
    }
}

fn result(replay: &Replay) -> ResultEvidence {
    match (replay.outcome, replay.result) {
        (None, _) | (_, None) => ResultEvidence::Open,
        (Some(proven), Some(claimed)) if proven == claimed => ResultEvidence::Proven,
        (Some(_), Some(_)) => ResultEvidence::Refuted,
    }
}

fn boards(replay: &Replay) -> Vec<(usize, usize)> {
    let differ = |finding: &&Diagnostic| finding.code == Code::BoardDiffers;
    let mut differ: Vec<&Diagnostic> = replay.diagnostics.iter().filter(differ).collect();
    differ.sort_by_key(|finding| finding.span.start);
    let verdicts = replay.boards.iter().filter_map(|verdict| {
        let board = &replay.record.tree.boards.get(verdict.index)?.board;
        let cells: usize = board.rows.iter().map(Vec::len).sum();
        let differing = || {
            let first = differ.partition_point(|finding| finding.span.start < board.span.start);
            differ[first..]
                .iter()
                .take_while(|finding| finding.span.start < board.span.end)
                .filter(|finding| finding.span.end <= board.span.end)
                .flat_map(|finding| &finding.fixes)
                .map(|fix| fix.edits.len())
                .max()
                .unwrap_or(cells)
        };
        Some(match verdict.matches {
            Some(true) => (cells, cells),
            Some(false) => (cells.saturating_sub(differing()), cells),
            None => (0, cells),
        })
    });
    verdicts.collect()
}

fn variations(replay: &Replay) -> (usize, usize) {
    let tree = &replay.record.tree;
    let findings = replay.diagnostics.iter();
    let broken = findings
        .filter(|finding| finding.code == Code::BrokenLine)
        .map(|finding| finding.path.as_str());
    let without_ply = broken.clone().filter(|path| path.is_empty()).count();
    let broken: HashSet<&str> = broken.collect();
    let firsts: Vec<NodeId> = tree
        .ids()
        .flat_map(|id| tree.node(id).variations.iter().copied())
        .collect();
    let holds = |&&first: &&NodeId| {
        tree.line(Some(first)).all(|id| replay.facts(id).is_some())
            && !broken.contains(tree.path(first).as_str())
    };
    let held = firsts.iter().filter(holds).count();
    (held, firsts.len() + without_ply)
}

/// `replays to the end, the rules prove the result, board matches 64 of 64, 2 of 3 variations hold`.
impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (played, all) = self.plies;
        if played == all {
            f.write_str("replays to the end")?;
        } else {
            write!(f, "replays {played} of {all} plies")?;
        }
        match self.result {
            ResultEvidence::Proven => f.write_str(", the rules prove the result")?,
            ResultEvidence::Open => {}
            ResultEvidence::Refuted => f.write_str(", the rules refute the result")?,
        }
        for (same, cells) in &self.boards {
            write!(f, ", board matches {same} of {cells}")?;
        }
        match self.variations {
            (_, 0) => Ok(()),
            (held, 1) => write!(f, ", {held} of 1 variation holds"),
            (held, all) => write!(f, ", {held} of {all} variations hold"),
        }
    }
}
