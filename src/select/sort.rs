//! The order in which records are to stand, and the parts into which they are to be put.

use super::condition::{Known, Subject};
use super::error::WhereFault;
use super::key::{Asked, Key};
use crate::record::Label;
use std::borrow::Cow;
use std::str::FromStr;

/// What records are ordered or parted by: a tag, or what is known by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field(Key);

/// A name that is no field.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoField {
    /// It is nearly a name with a meaning.
    #[error(transparent)]
    Near(WhereFault),
    /// It names what has no single value.
    #[error(
        "records have no single `{0}`; write a tag, `player`, `result`, `plies`, `file` or the like"
    )]
    NoValue(String),
}

impl FromStr for Field {
    type Err = NoField;

    fn from_str(name: &str) -> Result<Self, NoField> {
        match Asked::named(name.trim()).map_err(NoField::Near)? {
            Asked::Value(key) if !name.trim().is_empty() => Ok(Self(key)),
            _ => Err(NoField::NoValue(name.to_owned())),
        }
    }
}

impl Field {
    /// Whether records have it without being replayed.
    #[must_use]
    pub fn is_in_tags(&self) -> bool {
        let subject = Subject {
            known: Known::Label(&Label::default()),
            number: Some(1),
            file: "",
        };
        self.0.values(&subject).is_some()
    }

    /// The tag that it is.
    #[must_use]
    pub const fn tag(&self) -> Option<&str> {
        self.0.tag()
    }

    /// The values that a record has for it, in its order; `None` when too little is known of the record.
    #[must_use]
    pub fn values(&self, subject: &Subject<'_>) -> Option<Vec<String>> {
        let values = self.0.values(subject)?;
        Some(values.into_iter().map(Cow::into_owned).collect())
    }
}

/// A field by which records are ordered: `sort_key = [ "-" ] key`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortKey {
    /// What is compared.
    pub field: Field,
    /// Whether the highest comes first.
    pub descending: bool,
}

impl FromStr for SortKey {
    type Err = NoField;

    fn from_str(text: &str) -> Result<Self, NoField> {
        let (name, descending) = match text.strip_prefix('-') {
            Some(name) => (name, true),
            None => (text, false),
        };
        let field = name.parse()?;
        Ok(Self { field, descending })
    }
}

/// A text in the order that people expect: runs of digits as numbers, the rest in whatever case, what is not known
/// before what is. So ratings, dates (`1997.??.??`), rounds (`3.10`) and names have one order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Natural(Vec<Part>);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    Unknown,
    Number(u64),
    Sign(char),
}

impl Natural {
    /// The place of a text in the order.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut parts: Vec<Part> = Vec::new();
        let mut is_digit_before = false;
        for c in text.trim().chars().flat_map(char::to_lowercase) {
            let digit = c.to_digit(10).map(u64::from);
            match (digit, parts.last_mut()) {
                (Some(digit), Some(Part::Number(number))) if is_digit_before => {
                    *number = number.saturating_mul(10).saturating_add(digit);
                }
                (Some(digit), _) => parts.push(Part::Number(digit)),
                (None, Some(Part::Unknown)) if c == '?' => {}
                (None, _) if c == '?' => parts.push(Part::Unknown),
                (None, _) => parts.push(Part::Sign(c)),
            }
            is_digit_before = digit.is_some();
        }
        Self(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::{Field, Natural, SortKey};

    #[test]
    fn texts_have_the_order_that_people_expect() {
        let ordered = [
            "",
            "?",
            "????.??.??",
            "900",
            "1997.??.??",
            "1997.03.??",
            "1997.03.09",
            "1997.03.10",
            "2450",
            "anna",
            "Anna 2",
            "anna 10",
            "Bert",
        ];
        assert!(ordered.is_sorted_by_key(|text| Natural::new(text)));
        assert_eq!(Natural::new("ANNA "), Natural::new("anna"));
        assert!(Natural::new("3.9") < Natural::new("3.10"));
    }

    #[test]
    fn fields_are_tags_and_what_is_known() {
        for name in ["WhiteElo", "-Date", "plies", "result", "tag.Result"] {
            assert!(name.parse::<SortKey>().is_ok(), "{name}");
        }
        for name in ["", "-", "moves", "position", "pleis"] {
            assert!(name.parse::<SortKey>().is_err(), "{name}");
        }
        assert!("-Date".parse::<SortKey>().is_ok_and(|key| key.descending));
        assert_eq!("player".parse::<Field>(), "PLAYER".parse());
    }
}
