//! The words of played moves, in the notation asked for.

use super::{Target, own_words};
use crate::notation::letters::Letters;
use crate::notation::{Color, Signs, Words, in_full, translated};
use crate::record::Node;
use crate::replay::{PlyFacts, Replay};
use crate::rules::{Effect, RuleSet};
use std::borrow::Cow;

/// The notations that moves may be written in, instead of the canonical one of their rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// Standard algebraic: `Nf3`, `exd6`.
    San,
    /// Long algebraic: `Ng1-f3`, `e5xd6`.
    Lan,
    /// Moves in full as problem scores write them: `Ng1-f3`, `e5×d6ep`, `Ra5×c5×c4`.
    Full,
    /// Machine coordinates: `g1f3`, `a5c5c4`.
    Coords,
}

impl Notation {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::San, Self::Lan, Self::Full, Self::Coords];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::San => "san",
            Self::Lan => "lan",
            Self::Full => "full",
            Self::Coords => "coords",
        }
    }

    /// Whether there is this notation for the moves of a rule set. Turns of stones are their coordinates; falls are
    /// written in full.
    #[must_use]
    pub const fn is_of(self, rules: &RuleSet) -> bool {
        match (self, rules.words()) {
            (Self::Coords, _) => true,
            (Self::San | Self::Lan | Self::Full, Words::Stones) => false,
            (Self::Full, Words::Chess) => true,
            (Self::San | Self::Lan, Words::Chess) => rules.writes_san(),
        }
    }
}

/// How moves are written in PGN, canonical scores and lists of coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// The notation of played moves; `None`: the canonical one of the rule set.
    pub notation: Option<Notation>,
    /// Whether in the letters of [`Replay::local`], where moves have piece letters; else in English ones.
    pub own_letters: bool,
    /// Columns that a line of moves has at most; a word longer than that has a line of its own.
    pub line_length: usize,
}

impl Style {
    /// The usual line: PGN's export format asks for fewer than 80 columns.
    pub const LINE_LENGTH: usize = 79;

    /// The usual one of a format.
    #[must_use]
    pub const fn of(target: Target) -> Self {
        Self {
            notation: None,
            own_letters: target.keeps_letters(),
            line_length: Self::LINE_LENGTH,
        }
    }

    /// The piece letters of what is written; coordinates are in English ones.
    #[must_use]
    pub fn letters(self, replay: &Replay) -> &'static Letters {
        if self.own_letters && self.notation != Some(Notation::Coords) {
            replay.local
        } else {
            &Letters::ALL[0]
        }
    }

    /// The word of a played move.
    pub(super) fn word<'r>(self, replay: &Replay, facts: &'r PlyFacts) -> Cow<'r, str> {
        let canonical = if self.own_letters {
            facts.local()
        } else {
            &facts.san
        };
        let canonical = Cow::Borrowed(canonical);
        match self.notation {
            Some(Notation::Coords) => Cow::Borrowed(&facts.coords),
            Some(Notation::Lan) => written_out(&canonical, &facts.effect, LAN).unwrap_or(canonical),
            Some(Notation::Full) if replay.rules.as_ref().is_some_and(RuleSet::writes_san) => {
                written_out(&canonical, &facts.effect, FULL).unwrap_or(canonical)
            }
            Some(Notation::Full | Notation::San) | None => canonical,
        }
    }

    /// The word of a move that was not played, as it stands but for its letters: in others it might be another move.
    pub(super) fn unplayed<'w>(self, replay: &Replay, node: &'w Node, side: Color) -> Cow<'w, str> {
        let letters = self.letters(replay);
        match own_words(node) {
            Cow::Borrowed(word) => translated(word, replay.letters, letters, side),
            Cow::Owned(word) => translated(&word, replay.letters, letters, side)
                .into_owned()
                .into(),
        }
    }
}

const LAN: Signs = Signs {
    capture: 'x',
    quiet: Some('-'),
    en_passant: "",
};

const FULL: Signs = Signs {
    capture: '×',
    quiet: Some('-'),
    en_passant: "ep",
};

/// A canonical word with its origin written out; `None` for words that are the same in all notations.
fn written_out(san: &str, effect: &Effect, signs: Signs) -> Option<Cow<'static, str>> {
    let from = *effect.path.first()?;
    let (captures, en_passant) = (effect.captures_first(), effect.en_passant);
    in_full(san, from, captures, en_passant, signs).map(Cow::Owned)
}
