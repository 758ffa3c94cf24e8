//! Conditions, and whether a record meets them.

use super::Relation;
use super::grammar::WhereError;
use crate::diag::Severity;
use crate::notation::Outcome;
use crate::replay::Replay;
use regex::{Regex, RegexBuilder};
use std::borrow::Cow;
use std::cmp::Ordering;

/// A condition on a record.
#[derive(Clone, Debug)]
pub struct Where(pub(super) Condition);

/// What a condition is held against.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'r> {
    /// The record, replayed.
    pub replay: &'r Replay,
    /// Its number in the file, from 1.
    pub number: u64,
    /// The name of the file.
    pub file: &'r str,
}

#[derive(Clone, Debug)]
pub(super) enum Condition {
    Any(Vec<Self>),
    All(Vec<Self>),
    Not(Box<Self>),
    Test(Key, Test),
    Present(Key),
}

/// What a condition asks about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Key {
    /// A tag, its name in whatever case.
    Tag(String),
    /// A number that is counted.
    Count(Count),
    /// A word that is known of the record.
    Known(Known),
    /// Whether no finding is an error.
    Valid,
    /// Whether one is.
    Invalid,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    Plies,
    Record,
    Variations,
    Comments,
    Boards,
    Errors,
    Warnings,
    Notes,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    Result,
    Outcome,
    Status,
    Rules,
    Board,
    File,
    Code,
}

impl Key {
    /// The key of a name: of what is known by that name, else of a tag.
    pub(super) fn named(name: &str) -> Self {
        let lower = name.to_ascii_lowercase();
        match lower.as_str() {
            "plies" => Self::Count(Count::Plies),
            "record" => Self::Count(Count::Record),
            "variations" => Self::Count(Count::Variations),
            "comments" => Self::Count(Count::Comments),
            "boards" => Self::Count(Count::Boards),
            "errors" => Self::Count(Count::Errors),
            "warnings" => Self::Count(Count::Warnings),
            "notes" => Self::Count(Count::Notes),
            "result" => Self::Known(Known::Result),
            "outcome" => Self::Known(Known::Outcome),
            "status" => Self::Known(Known::Status),
            "rules" => Self::Known(Known::Rules),
            "board" => Self::Known(Known::Board),
            "file" => Self::Known(Known::File),
            "code" => Self::Known(Known::Code),
            "valid" => Self::Valid,
            "invalid" => Self::Invalid,
            _ => Self::Tag(name.to_owned()),
        }
    }

    /// The values that a record has for it: a tag may be given several times, and findings have many codes.
    fn values<'r>(&self, subject: &Subject<'r>) -> Vec<Cow<'r, str>> {
        let replay = subject.replay;
        let one = |word: &'static str| vec![Cow::Borrowed(word)];
        match self {
            Self::Tag(name) => {
                let named = replay
                    .record
                    .tags
                    .iter()
                    .filter(|tag| tag.name.value.eq_ignore_ascii_case(name));
                named.map(|tag| Cow::Borrowed(&*tag.value.value)).collect()
            }
            Self::Count(count) => vec![Cow::Owned(count.of(subject).to_string())],
            Self::Known(Known::Result) => one(replay.result.map_or("*", Outcome::marker)),
            Self::Known(Known::Outcome) => replay.outcome.map(Outcome::marker).map_or(vec![], one),
            Self::Known(Known::Status) => one(replay.status.name()),
            Self::Known(Known::Rules) => {
                let rules = replay.rules.as_ref();
                rules.map_or(vec![], |rules| one(rules.about().name))
            }
            Self::Known(Known::Board) => {
                let board = replay.rules.as_ref().and_then(|rules| rules.board());
                board.into_iter().map(Cow::Owned).collect()
            }
            Self::Known(Known::File) => vec![Cow::Borrowed(subject.file)],
            Self::Known(Known::Code) => {
                let findings = replay.diagnostics.iter();
                findings
                    .flat_map(|finding| [finding.code.id(), finding.code.slug()])
                    .map(Cow::Borrowed)
                    .collect()
            }
            Self::Valid | Self::Invalid => {
                let is = replay.is_valid() == (*self == Self::Valid);
                one(if is { "yes" } else { "no" })
            }
        }
    }

    fn is_present(&self, subject: &Subject<'_>) -> bool {
        match self {
            Self::Count(count) => count.of(subject) > 0,
            Self::Valid => subject.replay.is_valid(),
            Self::Invalid => !subject.replay.is_valid(),
            Self::Known(Known::Result) => subject.replay.result.is_some(),
            Self::Tag(_) | Self::Known(_) => !self.values(subject).is_empty(),
        }
    }
}

impl Count {
    fn of(self, subject: &Subject<'_>) -> u64 {
        let (replay, tree) = (subject.replay, &subject.replay.record.tree);
        let weighing = |severity| {
            let findings = replay.diagnostics.iter();
            findings
                .filter(|finding| finding.severity() == severity)
                .count()
        };
        let count = match self {
            Self::Record => return subject.number,
            Self::Plies => tree.mainline().count(),
            Self::Variations => tree.ids().map(|id| tree.node(id).variations.len()).sum(),
            Self::Comments => {
                let on_plies = tree.ids().map(|id| {
                    let node = tree.node(id);
                    node.before.len() + node.after.len()
                });
                on_plies.sum::<usize>() + replay.record.before.len() + replay.record.after.len()
            }
            Self::Boards => tree.boards.len(),
            Self::Errors => weighing(Severity::Error),
            Self::Warnings => weighing(Severity::Warning),
            Self::Notes => weighing(Severity::Note),
        };
        count as u64
    }
}

/// What a value must be.
#[derive(Clone, Debug)]
pub(super) enum Test {
    /// Equal in whatever case, or as a number.
    Equal(String),
    /// In one of these orders to a number or a date.
    Order(&'static [Ordering], Ordered),
    /// Matched by a regular expression, in whatever case.
    Matches(Regex),
}

/// The compiled size of a regular expression at most, so that none eats memory.
const LARGEST_PATTERN: usize = 1 << 20;

impl Test {
    pub(super) fn new(relation: Relation, value: String) -> Result<Self, WhereError> {
        let order: &'static [Ordering] = match relation {
            Relation::Equal => return Ok(Self::Equal(value)),
            Relation::Matches => {
                let built = RegexBuilder::new(&value)
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
                    WhereError::Pattern {
                        pattern: value,
                        why: why.to_owned(),
                    }
                });
            }
            Relation::Less => &[Ordering::Less],
            Relation::LessOrEqual => &[Ordering::Less, Ordering::Equal],
            Relation::Greater => &[Ordering::Greater],
            Relation::GreaterOrEqual => &[Ordering::Greater, Ordering::Equal],
        };
        match Ordered::read(&value) {
            Some(ordered) => Ok(Self::Order(order, ordered)),
            None => Err(WhereError::NoOrder(value)),
        }
    }

    fn holds(&self, value: &str) -> bool {
        match self {
            Self::Equal(wanted) => {
                let number = || Some(number(wanted)? == number(value)?);
                wanted.to_lowercase() == value.to_lowercase() || number() == Some(true)
            }
            Self::Order(orders, wanted) => {
                let order = wanted.order_of(value);
                order.is_some_and(|order| orders.contains(&order))
            }
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
}

impl Ordered {
    fn read(text: &str) -> Option<Self> {
        let as_date = || date(text).map(Self::Date);
        // `1997.03` is a date, `24.5` and `1997` are numbers.
        let is_month = text.len() == "1997.03".len() && text.find('.') == Some(4);
        match number(text) {
            Some(number) if !is_month => Some(Self::Number(number)),
            _ => as_date(),
        }
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

impl Where {
    /// Whether a record meets it.
    #[must_use]
    pub fn holds(&self, subject: &Subject<'_>) -> bool {
        self.0.holds(subject)
    }
}

impl Condition {
    /// No deeper than the grammar nests, so recursion is safe.
    fn holds(&self, subject: &Subject<'_>) -> bool {
        match self {
            Self::Any(parts) => parts.iter().any(|part| part.holds(subject)),
            Self::All(parts) => parts.iter().all(|part| part.holds(subject)),
            Self::Not(inner) => !inner.holds(subject),
            Self::Test(key, test) => key.values(subject).iter().any(|value| test.holds(value)),
            Self::Present(key) => key.is_present(subject),
        }
    }
}
