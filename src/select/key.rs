//! What can be asked about, and the values that a record has for it.

use super::condition::{Known, Subject};
use super::ending;
use super::error::WhereFault;
use crate::diag::Severity;
use crate::notation::{CheckMark, Outcome};
use crate::record::Tag;
use crate::replay::{PlyFacts, Replay};
use std::borrow::Cow;

/// What a condition asks about: each kind has values of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    /// Words and numbers.
    Value(Key),
    /// What happens on the board.
    Play(Play),
}

/// What is asked about the play of the main line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Play {
    /// Its positions.
    Position(At),
    /// The men on the board.
    Material,
    /// Its moves.
    Moves,
}

/// The positions of a main line that are asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum At {
    /// Any of them.
    Any,
    /// That at the start.
    Start,
    /// The last one.
    Final,
}

/// What has words or numbers for values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Key {
    /// A tag, its name in whatever case.
    Tag(String),
    /// The tags of both sides: the names of the players, their ratings.
    Sides(&'static [&'static str]),
    /// A number that is counted.
    Count(Count),
    /// A word that is known of the record.
    Word(Word),
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
    Captures,
    Checks,
    Promotions,
    Castlings,
    Repetitions,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Result,
    Outcome,
    Status,
    Ending,
    Rules,
    Board,
    File,
    Code,
}

/// The names that have a meaning of their own; any other is that of a tag.
const NAMED: [(&str, Asked); 30] = [
    ("plies", Asked::Value(Key::Count(Count::Plies))),
    ("record", Asked::Value(Key::Count(Count::Record))),
    ("variations", Asked::Value(Key::Count(Count::Variations))),
    ("comments", Asked::Value(Key::Count(Count::Comments))),
    ("boards", Asked::Value(Key::Count(Count::Boards))),
    ("errors", Asked::Value(Key::Count(Count::Errors))),
    ("warnings", Asked::Value(Key::Count(Count::Warnings))),
    ("notes", Asked::Value(Key::Count(Count::Notes))),
    ("captures", Asked::Value(Key::Count(Count::Captures))),
    ("checks", Asked::Value(Key::Count(Count::Checks))),
    ("promotions", Asked::Value(Key::Count(Count::Promotions))),
    ("castlings", Asked::Value(Key::Count(Count::Castlings))),
    ("repetitions", Asked::Value(Key::Count(Count::Repetitions))),
    ("result", Asked::Value(Key::Word(Word::Result))),
    ("outcome", Asked::Value(Key::Word(Word::Outcome))),
    ("status", Asked::Value(Key::Word(Word::Status))),
    ("ending", Asked::Value(Key::Word(Word::Ending))),
    ("rules", Asked::Value(Key::Word(Word::Rules))),
    ("board", Asked::Value(Key::Word(Word::Board))),
    ("file", Asked::Value(Key::Word(Word::File))),
    ("code", Asked::Value(Key::Word(Word::Code))),
    ("valid", Asked::Value(Key::Valid)),
    ("invalid", Asked::Value(Key::Invalid)),
    (
        "player",
        Asked::Value(Key::Sides(&["White", "Red", "Black"])),
    ),
    (
        "elo",
        Asked::Value(Key::Sides(&["WhiteElo", "RedElo", "BlackElo"])),
    ),
    ("position", Asked::Play(Play::Position(At::Any))),
    ("start", Asked::Play(Play::Position(At::Start))),
    ("final", Asked::Play(Play::Position(At::Final))),
    ("material", Asked::Play(Play::Material)),
    ("moves", Asked::Play(Play::Moves)),
];

/// A name so short may be a slip of anything.
const SHORTEST_SLIP: usize = 5;

impl Asked {
    /// What a name asks about: what is known by that name, else a tag.
    pub(super) fn named(name: &str) -> Result<Self, WhereFault> {
        if let Some(tag) = name.strip_prefix("tag.") {
            return Ok(Self::Value(Key::Tag(tag.to_owned())));
        }
        let lower = name.to_ascii_lowercase();
        let mut named = NAMED.into_iter();
        if let Some((_, asked)) = named.find(|(known, _)| *known == lower) {
            return Ok(asked);
        }
        let slip = |known: &&str| {
            lower.len() >= SHORTEST_SLIP && strsim::damerau_levenshtein(known, &lower) == 1
        };
        let names = NAMED.map(|(known, _)| known);
        match names.into_iter().find(slip) {
            Some(near) => Err(WhereFault::NearKey {
                name: name.to_owned(),
                near,
            }),
            None => Ok(Self::Value(Key::Tag(name.to_owned()))),
        }
    }
}

/// The name of a tag that records have, or a name with a meaning, that is nearest to one that no record has; `None` when
/// none is near.
#[must_use]
pub fn nearest_name<'n>(name: &str, tags: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let lower = name.to_lowercase();
    let distance = |other: &str| strsim::damerau_levenshtein(&other.to_lowercase(), &lower);
    let names = tags.chain(NAMED.map(|(known, _)| known));
    let near = names.filter(|other| distance(other) <= 1 + lower.len() / 4);
    near.min_by_key(|other| distance(other))
}

impl Play {
    /// What is said of a relation that it does not go with, or of none.
    pub(super) const fn wrong_relation(self) -> WhereFault {
        let (key, relations) = match self {
            Self::Position(At::Any) => ("position", "`=`, `!=`, `~` and `!~`"),
            Self::Position(At::Start) => ("start", "`=`, `!=`, `~` and `!~`"),
            Self::Position(At::Final) => ("final", "`=`, `!=`, `~` and `!~`"),
            Self::Material => ("material", "`=`, `!=`, `>=` and `<=`"),
            Self::Moves => ("moves", "`=`, `!=`, `~` and `!~`"),
        };
        WhereFault::Relation { key, relations }
    }

    /// Whether it can hold for a number of positions.
    pub(super) const fn may_be_held(self) -> bool {
        matches!(self, Self::Position(At::Any) | Self::Material)
    }

    /// Whether variations can have it, and not the main line.
    pub(super) const fn may_be_anywhere(self) -> bool {
        match self {
            Self::Position(At::Any | At::Final) | Self::Material | Self::Moves => true,
            Self::Position(At::Start) => false,
        }
    }
}

impl Key {
    /// The name of the file.
    pub(super) const FILE: Self = Self::Word(Word::File);
    /// The number of the record in it.
    pub(super) const NUMBER: Self = Self::Count(Count::Record);

    /// The values that a record has for it: a tag may be given several times, and findings have many codes.
    ///
    /// `None` when so little is known of the record that it cannot be said.
    pub(super) fn values<'r>(&self, subject: &Subject<'r>) -> Option<Vec<Cow<'r, str>>> {
        let one = |word: &'static str| vec![Cow::Borrowed(word)];
        let known = &subject.known;
        Some(match self {
            Self::Tag(name) => of_tags(known.tags(), &[name]),
            Self::Sides(names) => of_tags(known.tags(), names),
            Self::Count(count) => {
                let count = count.of(subject)?;
                let count = count.map(|count| Cow::Owned(count.to_string()));
                count.into_iter().collect()
            }
            Self::Word(Word::Result) => one(known.result().map_or("*", Outcome::marker)),
            Self::Word(Word::File) => vec![Cow::Borrowed(subject.file)],
            Self::Word(Word::Status) => one(known.status()?.name()),
            Self::Word(word) => word.values(known.replay()?),
            Self::Valid | Self::Invalid => {
                let is = known.is_valid()? == (*self == Self::Valid);
                one(if is { "yes" } else { "no" })
            }
        })
    }

    /// Whether it is there; `None` when too little is known of the record.
    pub(super) fn is_present(&self, subject: &Subject<'_>) -> Option<bool> {
        Some(match self {
            Self::Count(count) => count.of(subject)?.is_some_and(|count| count > 0),
            Self::Valid => subject.known.is_valid()?,
            Self::Invalid => !subject.known.is_valid()?,
            Self::Word(Word::Result) => subject.known.result().is_some(),
            Self::Tag(_) | Self::Sides(_) | Self::Word(_) => !self.values(subject)?.is_empty(),
        })
    }

    /// Whether it is known of a valid record without a replay.
    pub(super) fn is_checked(&self) -> bool {
        matches!(
            self,
            Self::Valid
                | Self::Invalid
                | Self::Count(Count::Plies | Count::Errors)
                | Self::Word(Word::Status)
        )
    }

    /// The tag that it is.
    pub(super) const fn tag(&self) -> Option<&str> {
        match self {
            Self::Tag(name) => Some(name.as_str()),
            Self::Sides(_) | Self::Count(_) | Self::Word(_) | Self::Valid | Self::Invalid => None,
        }
    }

    /// Whether its values are dates: of the tags `Date`, `EventDate`, `UTCDate` and their like.
    pub(super) fn is_date(&self) -> bool {
        self.tag()
            .is_some_and(|name| name.to_lowercase().ends_with("date"))
    }

    /// Its name and the words that it may be, where they are few.
    pub(super) fn words(&self) -> Option<(&'static str, Vec<&'static str>)> {
        let outcomes = [Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw].map(Outcome::marker);
        Some(match self {
            Self::Word(Word::Result) => ("result", outcomes.into_iter().chain(["*"]).collect()),
            Self::Word(Word::Outcome) => ("outcome", outcomes.to_vec()),
            Self::Word(Word::Status) => (
                "status",
                ending::STATUS.map(|status| status.name()).to_vec(),
            ),
            Self::Word(Word::Ending) => ("ending", ending::words()),
            Self::Word(Word::Rules | Word::Board | Word::File | Word::Code)
            | Self::Tag(_)
            | Self::Sides(_)
            | Self::Count(_)
            | Self::Valid
            | Self::Invalid => return None,
        })
    }
}

/// The values of the tags with one of these names, in whatever case.
fn of_tags<'r>(tags: &'r [Tag], names: &[impl AsRef<str>]) -> Vec<Cow<'r, str>> {
    let is_named = |tag: &&Tag| {
        let mut names = names.iter();
        names.any(|name| tag.name.value.eq_ignore_ascii_case(name.as_ref()))
    };
    let named = tags.iter().filter(is_named);
    named.map(|tag| Cow::Borrowed(&*tag.value.value)).collect()
}

impl Word {
    fn values(self, replay: &Replay) -> Vec<Cow<'_, str>> {
        let one = |word: &'static str| vec![Cow::Borrowed(word)];
        match self {
            Self::Outcome => replay.outcome.map(Outcome::marker).map_or(vec![], one),
            Self::Ending => ending::of(replay).into_iter().map(Cow::Borrowed).collect(),
            Self::Rules => {
                let rules = replay.rules.as_ref();
                rules.map_or(vec![], |rules| one(rules.about().name))
            }
            Self::Board => {
                let board = replay.rules.as_ref().and_then(|rules| rules.board());
                board.into_iter().map(Cow::Owned).collect()
            }
            // They are known without a replay.
            Self::Result | Self::Status | Self::File => vec![],
            Self::Code => {
                let findings = replay.diagnostics.iter();
                findings
                    .flat_map(|finding| [finding.code.id(), finding.code.slug()])
                    .map(Cow::Borrowed)
                    .collect()
            }
        }
    }
}

impl Count {
    /// The number; `Some(None)` where the rules have none, `None` when too little is known of the record.
    fn of(self, subject: &Subject<'_>) -> Option<Option<u64>> {
        match (self, subject.known) {
            (Self::Record, _) => return subject.number.map(Some),
            (Self::Plies, Known::Checked(_, checked)) => {
                return Some(Some(u64::from(checked.plies)));
            }
            (Self::Errors, Known::Checked(..)) => return Some(Some(0)),
            _ => {}
        }
        let replay = subject.known.replay()?;
        let tree = &replay.record.tree;
        let weighing = |severity| {
            let findings = replay.diagnostics.iter();
            findings
                .filter(|finding| finding.severity() == severity)
                .count()
        };
        // Of the main line, as far as it was played.
        let played = |is: fn(&PlyFacts) -> bool| {
            let played = tree.mainline().filter_map(|id| replay.facts(id));
            played.filter(|facts| is(facts)).count()
        };
        let count = match self {
            Self::Record => return subject.number.map(Some),
            Self::Repetitions => return Some(ending::repetitions(replay).map(|(most, _)| most)),
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
            Self::Captures => played(|facts| !facts.effect.captures.is_empty()),
            Self::Checks => {
                played(|facts| !matches!(facts.check, CheckMark::None | CheckMark::Stalemate))
            }
            Self::Promotions => played(|facts| facts.effect.promotion.is_some()),
            Self::Castlings => played(|facts| facts.effect.castling),
        };
        Some(Some(count as u64))
    }
}
