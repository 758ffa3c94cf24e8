//! What `solve --format json` prints about a problem.

use schemars::JsonSchema;
use serde::Serialize;

/// What was found about a problem. Moves are in problem notation, with `+`, `#`, ` =` and ` ep`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// `sound`, `cook (n keys)`, `unique solution`, `n solutions`, `short solution`, `no solution` or `not finished`; of a
    /// printed solution also `not verified`, of men that do not fit their count `position in doubt`.
    pub verdict: String,
    /// The first moves that force the goal.
    pub keys: Vec<String>,
    /// The whole play after each key.
    pub tree: Vec<TreeKey>,
    /// The lines of help play and of series.
    pub solutions: Vec<String>,
    /// Where there is more than one shortest continuation.
    pub duals: Vec<Dual>,
    /// What reaches the goal sooner than demanded.
    pub short: Vec<Short>,
    /// Why the search ended before its time: `nodes`, `time` or `solutions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
    /// Whether there is more than is listed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unlisted: bool,
    /// What is to be said of the printed solution, where it was verified: `sound`, `unsound`, `not verified`,
    /// `not finished` or `position in doubt`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<&'static str>,
    /// Whether all that belongs to the solution is printed, where it was verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// What is wrong with the printed solution, where it was verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flaws: Option<Vec<Flaw>>,
    /// First moves that only one reply refutes, where asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tries: Vec<Try>,
    /// The play if the other side began, where asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<TreeLine>,
    /// The lines without the first half-move, where asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub set_solutions: Vec<String>,
}

/// A key with the whole play after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TreeKey {
    /// The key.
    pub key: String,
    /// What would follow if the other side could pass.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threats: Vec<String>,
    /// Whether nothing would, and the other side could.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub zugzwang: bool,
    /// What the other side may reply.
    pub lines: Vec<TreeLine>,
}

/// A reply with what follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TreeLine {
    /// The reply.
    pub reply: String,
    /// The shortest continuations; absent where the reply itself reaches the goal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<TreeMove>,
}

/// A continuation with what follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TreeMove {
    /// The move.
    pub r#move: String,
    /// What the other side may reply; empty where the move reaches the goal.
    pub lines: Vec<TreeLine>,
}

/// Several continuations where one was meant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dual {
    /// The moves before, from the key on.
    pub after: Vec<String>,
    /// The continuations.
    pub moves: Vec<String>,
}

/// A solution that is shorter than demanded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum Short {
    /// A key.
    Key {
        /// The number of moves it takes.
        #[serde(rename = "in")]
        within: u8,
        /// The key.
        key: String,
    },
    /// A line of help play or of a series.
    Line {
        /// Its number of half-moves.
        half_moves: usize,
        /// The line.
        solution: String,
    },
}

/// A first move that only one reply refutes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Try {
    /// The move.
    pub r#try: String,
    /// The reply.
    pub refutation: String,
}

/// Something wrong with a printed solution, or with the problem.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Flaw {
    /// `illegal`, `unclear`, `check-mark`, `no-check-marks`, `capture-mark`, `not-en-passant`, `wrong-move`, `wrong-line`,
    /// `broken-off`, `early-check`, `solving-try`, `unrefuted-try`, `improper-try`, `missing-line`, `abridged`,
    /// `key-only`, `dual`, `cook`, `short-solution`, `no-solution`, `missing-set-play`, `no-set-play`, `wrong-set-play`,
    /// `wrong-count`, `unverified` or `not-finished`.
    pub kind: &'static str,
    /// Whether it makes the problem, or the solution as printed, unsound.
    pub fatal: bool,
    /// The moves up to the place, the move in question included.
    pub line: String,
    /// The word, the refutation, the answers or the duals, by kind.
    pub moves: Vec<String>,
    /// All of it in words.
    pub message: String,
    /// Where it is, its code and its cause, as `validate` has it.
    pub diagnostic: super::Diagnostic,
}
