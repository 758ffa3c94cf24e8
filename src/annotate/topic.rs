//! What may be told about a score.

use std::num::NonZeroU32;
use std::str::FromStr;

/// A kind of fact about a ply.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Topic {
    /// What the first move of a variation replaces.
    Variations,
    /// By which rule and in which direction a move was forced, or why it was free.
    Forced,
    /// What was captured.
    Captures,
    /// What fell where, and what it captured.
    Falls,
    /// Checks, threats to capture a king, and how the rules end the game.
    Checks,
    /// The groups of both sides.
    Groups,
    /// How many legal moves there were.
    Numbers,
    /// Half-moves since the last capture or pawn move, where a rule counts them; the time that the move took, where
    /// clocks tell it.
    Clock,
    /// The men of both sides, by value or number.
    Material,
    /// The position text.
    Fen,
}

/// After which plies of the main line boards are added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Every {
    /// After each ply with a number divisible by this.
    Plies(u32),
    /// After these.
    Of(Vec<u32>),
}

/// What is to be told.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Topics {
    topics: Vec<Topic>,
    /// Whether the opening is named.
    pub opening: bool,
    /// The boards to add.
    pub diagrams: Option<Every>,
}

/// Plies from one added board to the next where nothing else is said.
const EVERY: u32 = 20;

/// The topic that is of a record, not of each ply.
const OPENING: &str = "opening";

/// A topic that is not known.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownTopic {
    /// The name.
    #[error("there is no `{0}`; the known ones are {known}, opening, diagrams[=every N|PLY,...]", known = known())]
    Topic(String),
    /// What stands behind `diagrams=`.
    #[error("`{0}` names no plies; write `diagrams=every 10` or `diagrams=12,24`")]
    Plies(String),
}

impl Topic {
    /// All, in the order in which they are told.
    pub const ALL: [Self; 10] = [
        Self::Variations,
        Self::Forced,
        Self::Captures,
        Self::Falls,
        Self::Checks,
        Self::Groups,
        Self::Numbers,
        Self::Clock,
        Self::Material,
        Self::Fen,
    ];

    /// The word for it on command lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Variations => "variations",
            Self::Forced => "forced",
            Self::Captures => "captures",
            Self::Falls => "falls",
            Self::Checks => "checks",
            Self::Groups => "groups",
            Self::Numbers => "numbers",
            Self::Clock => "clock",
            Self::Material => "material",
            Self::Fen => "fen",
        }
    }
}

impl Topics {
    /// The topics wished, boards apart, in the order in which they are told.
    pub(super) fn told(&self) -> impl Iterator<Item = Topic> + '_ {
        let wished = |topic: &Topic| self.topics.contains(topic);
        Topic::ALL.into_iter().filter(wished)
    }
}

impl Every {
    /// Whether a board is added after this ply.
    pub(super) fn includes(&self, ply: u32) -> bool {
        match self {
            Self::Plies(count) => ply.is_multiple_of(*count),
            Self::Of(plies) => plies.contains(&ply),
        }
    }
}

impl FromStr for Topics {
    type Err = UnknownTopic;

    /// `topics = topic { "," topic }`
    ///
    /// `topic = name-of-a-topic | "opening" | "diagrams" [ "=" ( "every" digits | digits { "," digits } ) ]`
    fn from_str(text: &str) -> Result<Self, UnknownTopic> {
        let mut wished = Self::default();
        for word in text
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            let named = Topic::ALL.into_iter().find(|topic| topic.name() == word);
            if let Some(topic) = named {
                wished.topics.push(topic);
            } else if word == OPENING {
                wished.opening = true;
            } else if let Some(rest) = word.strip_prefix("diagrams") {
                wished.diagrams = Some(plies(rest)?);
            } else if let (Ok(_), Some(Every::Of(plies))) =
                (word.parse::<u32>(), &mut wished.diagrams)
            {
                plies.push(number(word)?);
            } else {
                return Err(UnknownTopic::Topic(word.to_owned()));
            }
        }
        Ok(wished)
    }
}

/// What stands behind `diagrams`, up to the first comma.
fn plies(text: &str) -> Result<Every, UnknownTopic> {
    let Some(said) = text.trim_start().strip_prefix('=') else {
        return match text {
            "" => Ok(Every::Plies(EVERY)),
            _ => Err(UnknownTopic::Topic(format!("diagrams{text}"))),
        };
    };
    let said = said.trim();
    match said.strip_prefix("every") {
        Some(count) => number(count.trim()).map(Every::Plies),
        None => number(said).map(|ply| Every::Of(vec![ply])),
    }
    .map_err(|_| UnknownTopic::Plies(said.to_owned()))
}

/// A number of plies, from 1.
fn number(text: &str) -> Result<u32, UnknownTopic> {
    let number = text.parse().map(NonZeroU32::get);
    number.map_err(|_| UnknownTopic::Plies(text.to_owned()))
}

/// The names of all topics.
fn known() -> String {
    Topic::ALL.map(Topic::name).join(", ")
}
