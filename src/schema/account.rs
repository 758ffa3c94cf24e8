//! The byte account of a file, as `validate --account --format json` prints it.

use schemars::JsonSchema;
use serde::Serialize;

/// How many bytes of a file belong to what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the classes of bytes")]
pub struct Account {
    pub file: String,
    pub bytes: u64,
    pub tags: u64,
    pub numbers: u64,
    pub moves: u64,
    pub nags: u64,
    pub results: u64,
    pub comments: u64,
    pub diagrams: u64,
    pub headings: u64,
    pub punctuation: u64,
    pub prose: u64,
    pub blank: u64,
    pub faulty: u64,
    pub gaps: u64,
    pub overlaps: u64,
}
