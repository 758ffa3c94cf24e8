//! Replays a record against a rules engine: which moves were played, and what is wrong.

mod facts;
mod fast;
mod same;

pub use facts::{BoardVerdict, CaptureFact, PlyFacts, Replay};
pub use fast::FastCheck;
pub use same::{Difference, difference};

use crate::notation::letters::Letters;
use crate::record::Record;
use crate::rules::RuleSet;

/// What the user fixed; `None` is found out from the record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    /// The rule set.
    pub rules: Option<RuleSet>,
    /// The piece letters.
    pub letters: Option<&'static Letters>,
    /// Whether seven-tag-roster and spelling notes of archive PGN apply.
    pub archive: bool,
}

/// Replays main line and variations of `record`, which was read from `text`, and judges what it claims.
///
/// Takes over the findings of the reader, adds its own and sorts them by place.
#[must_use]
pub fn replay(record: Record, text: &str, options: &Options) -> Replay {
    let _ = (record, text, options);
    unimplemented!()
}
