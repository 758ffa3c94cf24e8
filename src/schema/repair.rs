//! What `repair --format json` prints about a fault, a line each.

use super::{Diagnostic, Edit};
use schemars::JsonSchema;
use serde::Serialize;

/// The name of the repair schema.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[expect(missing_docs, reason = "the one name it has")]
pub enum RepairSchema {
    #[serde(rename = "scoresheet.repair/1")]
    V1,
}

/// A fault of a record and what may be done about it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Repair {
    /// Which schema this is.
    pub schema: RepairSchema,
    /// The finding that is answered; its own fixes are left out.
    pub finding: Diagnostic,
    /// Whether the fault shows only when the first correction of the fault before it has been made.
    pub follows: bool,
    /// The corrections, likeliest first.
    pub corrections: Vec<Correction>,
    /// How many more were found and are not listed: they are less likely, or touch words that the fault before it does.
    pub more: u64,
    /// Whether it was looked into; the work on one record is bounded.
    pub searched: bool,
}

/// A way to mend a fault.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// What it does, in a few words.
    pub title: String,
    /// How many words it changes.
    pub words: u64,
    /// Whether the fault is gone, what depends on it replays, and result and boards hold.
    pub proven: bool,
    /// Whether it undoes nothing but plain slips and no other correction of so few words does the same.
    pub unique: bool,
    /// What a replay of the corrected record says.
    pub evidence: Evidence,
    /// The edits, in text order.
    pub edits: Vec<Edit>,
}

/// What a replay of a corrected record says.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// Plies of the main line that replay.
    pub plies: Share,
    /// How the result stands to the rules.
    pub result: ResultEvidence,
    /// Cells of each printed board that match.
    pub boards: Vec<Share>,
    /// Variations that replay to their ends.
    pub variations: Share,
    /// Errors that are left.
    pub errors: u64,
}

/// So many of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// How many hold.
    pub hold: u64,
    /// How many there are.
    pub all: u64,
}

/// How a result stands to what the rules prove.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ResultEvidence {
    Proven,
    Open,
    Refuted,
}
