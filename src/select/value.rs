//! What a value must be, and the orders that values have.

use super::Relation;
use super::error::WhereFault;
use super::key::Key;
use crate::notation::Outcome;
use regex::{Regex, RegexBuilder};
use std::cmp::Ordering;

/// What a value must be.
#[derive(Clone, Debug)]
pub(super) enum Test {
    /// Equal in whatever case, or as a number.
    Equal(String),
    /// From the one to the other, both included, as far as they are given.
    Between(Option<Ordered>, Option<Ordered>),
    /// In one of these orders to a number or a date.
    Order(&'static [Ordering], Ordered),
    /// Matched by a regular expression, in whatever case.
    Matches(Regex),
}

/// The compiled size of a regular expression at most, so that none eats memory.
const LARGEST_PATTERN: usize = 1 << 20;

const UP_TO: &[Ordering] = &[Ordering::Less, Ordering::Equal];
const FROM: &[Ordering] = &[Ordering::Greater, Ordering::Equal];

impl Test {
    pub(super) fn new(key: &Key, relation: Relation, value: &str) -> Result<Self, WhereFault> {
        let order: &'static [Ordering] = match relation {
            Relation::Equal => return Self::equal(key, value),
            Relation::Matches => {
                let built = RegexBuilder::new(value)
                    .case_insensitive(true)
                    .size_limit(LARGEST_PATTERN)
                    .build();
                return built.map(Self::Matches).map_err(|error| {
                    let why = error.to_string();
                    let why = why
                        .lines()
                        .last()
                        .unwrap_or_default()
                        .trim_start_matches("error: ");
                    WhereFault::Pattern {
                        pattern: value.to_owned(),
                        why: why.to_owned(),
                    }
                });
            }
            Relation::Less => &[Ordering::Less],
            Relation::LessOrEqual => UP_TO,
            Relation::Greater => &[Ordering::Greater],
            Relation::GreaterOrEqual => FROM,
        };
        match Ordered::read(value) {
            Some(ordered) => Ok(Self::Order(order, ordered)),
            None => Err(WhereFault::NoOrder(value.to_owned())),
        }
    }

    /// A value, or a range `FROM..TO` of what has an order.
    fn equal(key: &Key, value: &str) -> Result<Self, WhereFault> {
        if let Some((from, to)) = value.split_once("..") {
            let end = |text: &str| match text {
                "" => Some(None),
                text => Ordered::read(text).map(Some),
            };
            if let (Some(first), Some(last)) = (end(from), end(to))
                && (first.is_some() || last.is_some())
            {
                let order = last.and_then(|last| last.order_of(from));
                return match order {
                    Some(Ordering::Greater) => Err(WhereFault::Backwards(value.to_owned())),
                    _ => Ok(Self::Between(first, last)),
                };
            }
        }
        // What is not known of a date is asked for as it is written.
        if key.is_date()
            && !value.contains('?')
            && let Some(date) = date(value)
        {
            return Ok(Self::Order(&[Ordering::Equal], Ordered::Date(date)));
        }
        let Some((name, known)) = key.words() else {
            return Ok(Self::Equal(value.to_owned()));
        };
        // `½-½` is a draw too.
        let value = match Outcome::from_marker(value) {
            Some(outcome) => outcome.marker(),
            None => value,
        };
        if known.iter().any(|known| known.eq_ignore_ascii_case(value)) {
            return Ok(Self::Equal(value.to_owned()));
        }
        let lower = value.to_lowercase();
        let distance = |word: &str| strsim::damerau_levenshtein(word, &lower);
        let near = known.iter().min_by_key(|word| distance(word));
        let near = near.filter(|word| distance(word) <= 1 + word.len() / 4);
        Err(WhereFault::NoSuchWord {
            key: name,
            word: value.to_owned(),
            near: near.copied(),
            known: known.join(", "),
        })
    }

    /// A whole number that none for which it holds is above, where there is one.
    pub(super) fn greatest(&self) -> Option<u64> {
        let most = match self {
            Self::Equal(wanted) => number(wanted),
            Self::Between(_, Some(Ordered::Number(most))) => Some(*most),
            Self::Order(orders, Ordered::Number(most)) => {
                (!orders.contains(&Ordering::Greater)).then_some(*most)
            }
            Self::Between(..) | Self::Order(..) | Self::Matches(_) => None,
        };
        // No text of a number is above what does not fit.
        most.map(|most| most as u64)
    }

    pub(super) fn holds(&self, value: &str) -> bool {
        match self {
            Self::Equal(wanted) => {
                let number = || Some(number(wanted)? == number(value)?);
                wanted.trim().to_lowercase() == value.trim().to_lowercase()
                    || number() == Some(true)
            }
            Self::Between(from, to) => {
                from.is_none_or(|from| from.is_in(FROM, value))
                    && to.is_none_or(|to| to.is_in(UP_TO, value))
            }
            Self::Order(orders, wanted) => wanted.is_in(orders, value),
            Self::Matches(pattern) => pattern.is_match(value),
        }
    }
}

fn number(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

/// What has an order.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Ordered {
    Number(f64),
    /// Year, month and day; 0 for what is not said.
    Date([u16; 3]),
    /// The code of an opening: a letter from A to E and a number below 100.
    Eco(char, u8),
}

impl Ordered {
    fn read(text: &str) -> Option<Self> {
        let as_date = || date(text).map(Self::Date);
        let as_eco = || eco(text).map(|(volume, number)| Self::Eco(volume, number));
        // `1997.03` is a date, `24.5` and `1997` are numbers.
        let is_month = text.len() == "1997.03".len() && text.find('.') == Some(4);
        match number(text) {
            Some(number) if !is_month => Some(Self::Number(number)),
            _ => as_date().or_else(as_eco),
        }
    }

    /// Whether a value of the record stands in one of these orders to this.
    fn is_in(self, orders: &[Ordering], value: &str) -> bool {
        let order = self.order_of(value);
        order.is_some_and(|order| orders.contains(&order))
    }

    /// How a value of the record stands to this; `None` when they cannot be compared.
    fn order_of(self, value: &str) -> Option<Ordering> {
        match self {
            // A bare year is compared with dates too.
            Self::Number(wanted) => match number(value) {
                Some(value) => value.partial_cmp(&wanted),
                None => date(value).and_then(|[year, ..]| f64::from(year).partial_cmp(&wanted)),
            },
            Self::Date(wanted) => {
                for (value, wanted) in date(value)?.into_iter().zip(wanted) {
                    match (value, wanted) {
                        (_, 0) => break,
                        (0, _) => return None,
                        _ if value != wanted => return Some(value.cmp(&wanted)),
                        _ => {}
                    }
                }
                Some(Ordering::Equal)
            }
            Self::Eco(volume, number) => Some(eco(value)?.cmp(&(volume, number))),
        }
    }
}

/// Reads `1997.03.??`, `1997-03`, `1997`.
fn date(text: &str) -> Option<[u16; 3]> {
    let mut parts = text.trim().split(['.', '-', '/']);
    let mut read = [0; 3];
    for (i, place) in read.iter_mut().enumerate() {
        *place = match parts.next() {
            None => 0,
            Some(part) if i > 0 && !part.is_empty() && part.bytes().all(|byte| byte == b'?') => 0,
            Some(part) => part.parse().ok().filter(|&n| n > 0)?,
        };
    }
    parts.next().is_none().then_some(read)
}

/// Reads `B20`; what more a value says (`B20a`, `B20/02`) is passed over.
fn eco(text: &str) -> Option<(char, u8)> {
    match text.trim().as_bytes() {
        [volume, tens @ b'0'..=b'9', ones @ b'0'..=b'9', rest @ ..]
            if rest.first().is_none_or(|next| !next.is_ascii_digit()) =>
        {
            let volume = char::from(volume.to_ascii_uppercase());
            let number = 10 * (tens - b'0') + (ones - b'0');
            ('A'..='E').contains(&volume).then_some((volume, number))
        }
        _ => None,
    }
}
