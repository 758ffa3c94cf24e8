//! Which records are meant: conditions on tags and on what is known of a record; which of them are the same game, and
//! in which order they are to stand.
//!
//! ```text
//! white=Joao & result=1-0 & plies>20 & rules=inertia-chess & invalid
//! ```

mod chain;
mod condition;
mod ending;
mod error;
mod grammar;
mod key;
mod material;
mod moves;
mod pattern;
mod sort;
#[cfg(test)]
mod tests;
mod value;

pub use chain::{Chain, chain};
pub use condition::{Known, Subject, Where};
pub use error::{WhereError, WhereFault};
pub use key::nearest_name;
pub use sort::{Field, Natural, NoField, SortKey};

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Numbers of records in their file: `3`, `2-5`, `7,9`.
///
/// `record_numbers = record_range { "," record_range }`, `record_range = digits [ "-" [ digits ] ]`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers(Vec<RangeInclusive<u64>>);

impl Numbers {
    /// Whether a number is among them.
    #[must_use]
    pub fn contains(&self, number: u64) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }

    /// The greatest of them.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.0.iter().map(|range| *range.end()).max().unwrap_or(0)
    }
}

/// Why a text gives no numbers of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoNumbers {
    /// They are not written as numbers and ranges.
    #[error("write numbers and ranges, such as `3`, `2-5` or `1,4-6`; records count from 1")]
    Unreadable,
    /// A range ends before it begins.
    #[error("no number is in `{first}-{last}`; write the lower one first: `{last}-{first}`")]
    Backwards {
        /// Its first number.
        first: u64,
        /// Its last.
        last: u64,
    },
}

impl FromStr for Numbers {
    type Err = NoNumbers;

    fn from_str(text: &str) -> Result<Self, NoNumbers> {
        let number = |text: &str| match text.trim().parse() {
            Ok(0) | Err(_) => Err(NoNumbers::Unreadable),
            Ok(number) => Ok(number),
        };
        let range = |part: &str| -> Result<RangeInclusive<u64>, NoNumbers> {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let first = number(first)?;
            let last = if last.trim().is_empty() {
                u64::MAX
            } else {
                number(last)?
            };
            if last < first {
                return Err(NoNumbers::Backwards { first, last });
            }
            Ok(first..=last)
        };
        text.split(',')
            .map(range)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

/// A relation between a value of the record and the one written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Matches,
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal => "=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Matches => "~",
        })
    }
}
