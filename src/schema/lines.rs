//! The lines that commands print with `--format json`: what they tell of, and what stands at the end.

use super::repair::Repair;
use super::{Account, Diagnostic};
use schemars::JsonSchema;
use serde::Serialize;

/// A line of `validate --format json`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ValidateLine {
    /// A finding.
    Finding(Box<Diagnostic>),
    /// The byte account of a file.
    Account(Accounted),
    /// The last line.
    Closing(Closing<Summary>),
}

/// A line of `repair --format json`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RepairLine {
    /// A fault of a record, with its corrections.
    Repair(Box<Repair>),
    /// A finding about a file as a whole.
    Finding(Box<Diagnostic>),
    /// The last line.
    Closing(Closing<RepairSummary>),
}

/// The account of one file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Accounted {
    /// The bytes by what they belong to.
    pub account: Account,
}

/// The last line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Closing<T> {
    /// What is known when all is done.
    pub summary: T,
}

/// What came of a validation. Records that do not match are as if they were not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// Files that were read.
    pub files: u64,
    /// Records.
    pub records: u64,
    /// Records without an error.
    pub valid: u64,
    /// Plies that were replayed.
    pub plies: u64,
    /// Findings of each severity.
    pub errors: u64,
    /// Findings of each severity.
    pub warnings: u64,
    /// Findings of each severity.
    pub notes: u64,
}

/// What came of the search for corrections.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RepairSummary {
    /// All records that match.
    pub records: u64,
    /// Those of them with a fault.
    pub faulty: u64,
    /// Their faults.
    pub faults: u64,
    /// Faults with a single correction.
    pub unique: u64,
    /// Corrections that were written.
    pub written: u64,
}
