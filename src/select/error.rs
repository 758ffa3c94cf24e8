//! What is wrong with a condition, and where.

use std::fmt;
use std::ops::Range;
use thiserror::Error;

/// Why a text is no condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhereError {
    /// What is wrong.
    pub fault: WhereFault,
    /// The bytes of the condition that are.
    pub span: Range<usize>,
    /// The condition.
    pub(super) condition: String,
}

impl std::error::Error for WhereError {}

impl fmt::Display for WhereError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)?;
        let Range { start, end } = self.span;
        let marked = self.condition.get(start..end).unwrap_or_default();
        if self.condition.is_empty() || self.condition.contains(char::is_control) {
            return Ok(());
        }
        let before = self.condition.get(..start).unwrap_or_default();
        let (blanks, signs) = (before.chars().count(), marked.chars().count().max(1));
        write!(f, "\n  {}\n  ", self.condition)?;
        write!(f, "{:blanks$}{}", "", "^".repeat(signs))
    }
}

/// What is wrong with a condition.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WhereFault {
    /// Something else should stand there.
    #[error("{expected} is expected {}", place(.rest))]
    Syntax {
        /// What would have been right.
        expected: &'static str,
        /// What stands there.
        rest: String,
    },
    /// A name that is nearly one with a meaning.
    #[error("there is no `{name}`; did you mean `{near}`? The tag of that name is `tag.{name}`")]
    NearKey {
        /// The name as written.
        name: String,
        /// The name with a meaning.
        near: &'static str,
    },
    /// A word that a record never has there.
    #[error("`{key}` is never `{word}`{}; it is {known}", near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    NoSuchWord {
        /// What is asked about.
        key: &'static str,
        /// The word as written.
        word: String,
        /// The nearest that there is.
        near: Option<&'static str>,
        /// All that there are.
        known: String,
    },
    /// A relation that means nothing there.
    #[error("`{key}` goes with {relations}")]
    Relation {
        /// What is asked about.
        key: &'static str,
        /// The relations that it goes with.
        relations: &'static str,
    },
    /// A number of plies where nothing can be held.
    #[error("only `position` and `material` can hold for a number of positions")]
    NotHeld,
    /// Variations where there is nothing to look for in them.
    #[error("only `position`, `final`, `material` and `moves` can be looked for anywhere")]
    NotAnywhere,
    /// A pattern where a position is asked for.
    #[error("`=` takes a position; write `~` for a pattern")]
    NotPlain,
    /// Men of one colour on both sides.
    #[error(
        "small letters are Black's on both sides; write White's as capitals, or all as capitals for either colour"
    )]
    BothBlack,
    /// Rows that make no board.
    #[error("row {row} has {cells}, and no board of {rows} has such a row")]
    Row {
        /// The row, from 1 at the top.
        row: usize,
        /// Its cells.
        cells: String,
        /// The rows.
        rows: String,
    },
    /// The value has no order.
    #[error(
        "`{0}` is neither a number, a date nor an ECO code, so nothing is less or more than it"
    )]
    NoOrder(String),
    /// A range without a value.
    #[error("no value is in the range `{0}`: it ends before it begins")]
    Backwards(String),
    /// The value is no regular expression.
    #[error("`{pattern}` is no regular expression: {why}")]
    Pattern {
        /// The value.
        pattern: String,
        /// What is wrong with it.
        why: String,
    },
}

fn place(rest: &str) -> String {
    if rest.is_empty() {
        "at the end".to_owned()
    } else {
        format!("before `{}`", rest.chars().take(20).collect::<String>())
    }
}

/// A fault inside the value of a comparison, and the bytes of the value that are wrong.
pub(super) type Inside = (WhereFault, Range<usize>);
