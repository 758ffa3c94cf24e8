//! Conditions, and whether a record meets them.

use super::key::{At, Key};
use super::material::Material;
use super::moves::Sequence;
use super::pattern::Pattern;
use super::value::Test;
use crate::notation::Outcome;
use crate::record::{Label, Record, Tag};
use crate::replay::{Checked, Enough, Lines, Replay, each_position_of};
use crate::rules::{Rules, Status};
use std::num::NonZeroU32;
use std::ops::ControlFlow::{Break, Continue};

/// A condition on a record.
#[derive(Clone, Debug)]
pub struct Where(pub(super) Condition);

/// What a condition is held against.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'r> {
    /// What is known of the record.
    pub known: Known<'r>,
    /// Its number in the file, from 1, where that is known.
    pub number: Option<u64>,
    /// The name of the file.
    pub file: &'r str,
}

/// How much is known of a record.
#[derive(Clone, Copy, Debug)]
pub enum Known<'r> {
    /// Its tags and its result.
    Label(&'r Label),
    /// The same, and that it is valid and what its replay comes to.
    Checked(&'r Label, Checked),
    /// What is written in it.
    Record(&'r Record),
    /// All.
    Replay(&'r Replay),
}

impl<'r> Known<'r> {
    /// Its tags.
    #[must_use]
    pub fn tags(self) -> &'r [Tag] {
        match self {
            Self::Label(label) | Self::Checked(label, _) => &label.tags,
            Self::Record(record) => &record.tags,
            Self::Replay(replay) => &replay.record.tags,
        }
    }

    /// Its result.
    pub(super) fn result(self) -> Option<Outcome> {
        match self {
            Self::Label(label) | Self::Checked(label, _) => label.outcome,
            Self::Record(record) => record.outcome(),
            Self::Replay(replay) => replay.result,
        }
    }

    /// The replay.
    pub(super) const fn replay(self) -> Option<&'r Replay> {
        match self {
            Self::Replay(replay) => Some(replay),
            Self::Label(_) | Self::Checked(..) | Self::Record(_) => None,
        }
    }

    /// Whether none of its findings is an error.
    pub(super) fn is_valid(self) -> Option<bool> {
        match self {
            Self::Checked(..) => Some(true),
            Self::Replay(replay) => Some(replay.is_valid()),
            Self::Label(_) | Self::Record(_) => None,
        }
    }

    /// How the game stands at its end.
    pub(super) const fn status(self) -> Option<Status> {
        match self {
            Self::Checked(_, checked) => Some(checked.status),
            Self::Replay(replay) => Some(replay.status),
            Self::Label(_) | Self::Record(_) => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Condition {
    Any(Vec<Self>),
    All(Vec<Self>),
    Not(Box<Self>),
    Test(Key, Test),
    Present(Key),
    Boards(Boards),
    Moves(Sequence),
}

/// A condition on positions.
#[derive(Clone, Debug)]
pub(super) struct Boards {
    lines: Lines,
    at: At,
    look: Look,
    /// In so many positions one after another.
    held: NonZeroU32,
}

/// What a position must look like.
#[derive(Clone, Debug)]
enum Look {
    Pattern(Pattern),
    Material(Material),
}

impl Where {
    /// Whether a record meets it; `None` when too little is known of it.
    ///
    /// What follows already from its tags, its result or the file is said without a replay.
    #[must_use]
    pub fn decide(&self, subject: &Subject<'_>) -> Option<bool> {
        self.0.decide(subject)
    }

    /// The same for all of some conditions.
    #[must_use]
    pub fn decide_all(conditions: &[Self], subject: &Subject<'_>) -> Option<bool> {
        let conditions = conditions.iter().map(|condition| &condition.0);
        one_of(conditions, subject, false)
    }

    /// Whether the number of a record in its file is asked for.
    #[must_use]
    pub fn asks_for_numbers(&self) -> bool {
        self.0.asks_for(|key| *key == Key::NUMBER)
    }

    /// Whether more may be decided of a valid record without a replay by [`Known::Checked`] than by [`Known::Label`].
    #[must_use]
    pub fn asks_for_checks(&self) -> bool {
        self.0.asks_for(Key::is_checked)
    }

    /// The tags whose values are compared. One that is only asked to be there need not be anywhere.
    #[must_use]
    pub fn tags(&self) -> Vec<&str> {
        let mut tags = Vec::new();
        self.0.add_tags(&mut tags);
        tags
    }

    /// The number in a file behind which no record of it meets the condition; 0 when none does at all.
    #[must_use]
    pub fn last_in(&self, file: &str) -> Option<u64> {
        let last = self.0.last_in(file);
        (last < u64::MAX).then_some(last)
    }
}

impl Condition {
    /// No deeper than the grammar nests, so recursion is safe.
    fn decide(&self, subject: &Subject<'_>) -> Option<bool> {
        match self {
            Self::Any(parts) => one_of(parts, subject, true),
            Self::All(parts) => one_of(parts, subject, false),
            Self::Not(inner) => inner.decide(subject).map(|holds| !holds),
            Self::Test(key, test) => {
                let values = key.values(subject)?;
                Some(values.iter().any(|value| test.holds(value)))
            }
            Self::Present(key) => key.is_present(subject),
            Self::Boards(boards) => subject.known.replay().map(|replay| boards.holds(replay)),
            Self::Moves(moves) => subject.known.replay().map(|replay| moves.holds(replay)),
        }
    }

    /// No deeper than the grammar nests, so recursion is safe.
    fn asks_for(&self, is: fn(&Key) -> bool) -> bool {
        match self {
            Self::Any(parts) | Self::All(parts) => parts.iter().any(|part| part.asks_for(is)),
            Self::Not(inner) => inner.asks_for(is),
            Self::Test(key, _) | Self::Present(key) => is(key),
            Self::Boards(_) | Self::Moves(_) => false,
        }
    }

    /// No deeper than the grammar nests, so recursion is safe.
    fn add_tags<'c>(&'c self, tags: &mut Vec<&'c str>) {
        match self {
            Self::Any(parts) | Self::All(parts) => {
                parts.iter().for_each(|part| part.add_tags(tags));
            }
            Self::Not(inner) => inner.add_tags(tags),
            Self::Test(key, _) => tags.extend(key.tag()),
            Self::Present(_) | Self::Boards(_) | Self::Moves(_) => {}
        }
    }

    /// The last number of a file that may meet it. No deeper than the grammar nests, so recursion is safe.
    fn last_in(&self, file: &str) -> u64 {
        let each = |parts: &[Self]| -> Vec<u64> {
            let parts = parts.iter();
            parts.map(|part| part.last_in(file)).collect()
        };
        let last = match self {
            Self::Any(parts) => each(parts).into_iter().max(),
            Self::All(parts) => each(parts).into_iter().min(),
            Self::Test(Key::FILE, test) => (!test.holds(file)).then_some(0),
            Self::Test(Key::NUMBER, test) => test.greatest(),
            Self::Not(_) | Self::Test(..) | Self::Present(_) | Self::Boards(_) | Self::Moves(_) => {
                None
            }
        };
        last.unwrap_or(u64::MAX)
    }
}

/// `decisive` when one part is so, its opposite when none is, nothing as long as one is unknown.
fn one_of<'c>(
    parts: impl IntoIterator<Item = &'c Condition>,
    subject: &Subject<'_>,
    decisive: bool,
) -> Option<bool> {
    let mut all = Some(!decisive);
    for part in parts {
        match part.decide(subject) {
            Some(holds) if holds == decisive => return Some(decisive),
            Some(_) => {}
            None => all = None,
        }
    }
    all
}

impl Boards {
    pub(super) const fn position(at: At, pattern: Pattern, held: NonZeroU32, lines: Lines) -> Self {
        Self {
            lines,
            at,
            look: Look::Pattern(pattern),
            held,
        }
    }

    pub(super) const fn material(material: Material, held: NonZeroU32, lines: Lines) -> Self {
        Self {
            lines,
            at: At::Any,
            look: Look::Material(material),
            held,
        }
    }

    fn holds(&self, replay: &Replay) -> bool {
        let set = replay.rules.as_ref();
        set.is_some_and(|set| with_rules!(set, rules => self.holds_under(rules, replay)))
    }

    fn holds_under<R: Rules>(&self, rules: &R, replay: &Replay) -> bool {
        let fields = match &self.look {
            Look::Pattern(pattern) => pattern.fields(rules),
            Look::Material(_) => Vec::new(),
        };
        let mut found = false;
        each_position_of(rules, replay, self.lines, 0, |running, position, next| {
            match self.at {
                At::Final if next.is_some() => return Continue(()),
                At::Any | At::Start | At::Final => {}
            }
            let view = rules.view(position);
            let holds = match &self.look {
                Look::Material(material) => material.holds(&view),
                Look::Pattern(pattern) => {
                    pattern.holds(&view, R::SIDES)
                        && (fields.is_empty() || {
                            let mut text = String::new();
                            rules.write_position(position, &mut text);
                            Pattern::has_fields(&text, &fields)
                        })
                }
            };
            *running = if holds { *running + 1 } else { 0 };
            found = *running >= self.held.get();
            if found || self.at == At::Start {
                Break(Enough::OfAll)
            } else {
                Continue(())
            }
        });
        found
    }
}
