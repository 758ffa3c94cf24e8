//! What `stats --format json` prints, as one object.

use schemars::JsonSchema;
use serde::Serialize;

/// The name of the schema of figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[expect(missing_docs, reason = "the one name it has")]
pub enum StatsSchema {
    #[serde(rename = "scoresheet.stats/1")]
    V1,
}

/// Figures about many records.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    /// Which schema this is.
    pub schema: StatsSchema,
    /// Files that were read.
    pub files: u64,
    /// Bytes of them, unpacked, as far as they were read.
    pub bytes: u64,
    /// Records.
    pub records: u64,
    /// Records without an error.
    pub valid: u64,
    /// Plies of the main lines.
    pub plies: Spread,
    /// Variations.
    pub variations: u64,
    /// Comments, those outside the moves too.
    pub comments: u64,
    /// Results as written, `*` too.
    pub results: Vec<Count>,
    /// How the games stand by the rules when they end.
    pub statuses: Vec<Count>,
    /// Rule sets; records of variants without rules count as `none`.
    pub rules: Vec<Count>,
    /// Findings by number and name of their code.
    pub findings: Vec<Count>,
    /// Years of the tag `Date`.
    pub years: Spread,
    /// Ratings of both sides.
    pub ratings: Spread,
    /// Milliseconds that the moves of the main lines took, where `%emt` or the clocks before and after tell.
    pub move_times: Spread,
    /// The most frequent names of either side.
    pub players: Top,
    /// The most frequent events.
    pub events: Top,
    /// The most frequent first plies of games from the usual start.
    pub openings: Top,
}

/// How often something occurs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// What.
    pub name: String,
    /// How often.
    pub count: u64,
}

/// The most frequent of many.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Top {
    /// How many different ones there are.
    pub different: u64,
    /// The most frequent, the first first.
    pub most: Vec<Count>,
}

/// Numbers taken together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spread {
    /// How many there are.
    pub count: u64,
    /// Their sum.
    pub sum: u64,
    /// The least.
    pub least: Option<u64>,
    /// The greatest.
    pub greatest: Option<u64>,
}

impl Spread {
    /// Takes a number in.
    pub fn add(&mut self, number: u64) {
        self.count += 1;
        self.sum += number;
        self.least = Some(self.least.map_or(number, |least| least.min(number)));
        self.greatest = self.greatest.max(Some(number));
    }

    /// Their mean.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }
}
