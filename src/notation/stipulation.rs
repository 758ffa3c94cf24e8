//! What a problem demands: `#2`, `s#3`, `h=2.5`, `ser-h#4`, `#2*`.

use super::Color;
use crate::parse::{PResult, SyntaxError};
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, u8 as small_number};
use nom::combinator::{all_consuming, map_opt, opt, value};
use nom::error::context;
use nom::{Finish as _, Parser};
use std::fmt;
use std::num::{NonZeroU8, NonZeroU16};
use std::str::FromStr;
use thiserror::Error;

/// What a problem demands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stipulation {
    play: Play,
    goal: Goal,
    set_play: bool,
}

/// Who plays how, and how long.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Play {
    /// White forces the goal on Black: `#n`.
    Direct(NonZeroU8),
    /// White forces Black to reach the goal on White: `s#n`.
    SelfPlay(NonZeroU8),
    /// Both sides together reach the goal on Black in so many half-moves; the last is White's: `h#n` has `2n`,
    /// `h#n.5` has `2n+1`.
    Help(NonZeroU16),
    /// One side makes so many moves in a row, checking with the last at most, and then follows the end: `ser-#n`.
    Series(NonZeroU8, SeriesEnd),
}

/// How a series ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SeriesEnd {
    /// White's last move reaches the goal: `ser-#n`.
    Direct,
    /// White's last move forces Black to reach it: `ser-s#n`.
    SelfPlay,
    /// Black makes the series, White's one move reaches it: `ser-h#n`.
    Help,
}

/// What is to be reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Mate, `#`; where kings are captured, the capture.
    Mate,
    /// Stalemate, `=`.
    Stalemate,
}

/// A text that is no stipulation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StipulationError {
    /// It does not have the form of one.
    #[error("`{text}` is no stipulation: {expected} should stand {}; known are #n =n s#n s=n h#n h=n, with ser- before them, half moves as h#2.5, and * for set play", place(.text, *.at))]
    Form {
        /// The text.
        text: String,
        /// What should stand there.
        expected: &'static str,
        /// Where, in bytes.
        at: usize,
    },
    /// It has the form of one, but means nothing.
    #[error("`{text}` means nothing: {why}")]
    Meaning {
        /// The text.
        text: String,
        /// Why not.
        why: &'static str,
    },
}

fn place(text: &str, at: usize) -> String {
    match text.get(at..).and_then(|rest| rest.chars().next()) {
        Some(found) => format!("where `{found}` does"),
        None => "at its end".to_owned(),
    }
}

impl Stipulation {
    /// A stipulation; `None` when set play is wanted where there can be none.
    #[must_use]
    pub fn new(play: Play, goal: Goal, set_play: bool) -> Option<Self> {
        let possible = match play {
            Play::Direct(moves) => moves.get() > 1,
            Play::SelfPlay(_) => true,
            Play::Help(plies) => plies.get() > 1,
            // Nobody answers a direct series.
            Play::Series(_, SeriesEnd::Direct) => false,
            Play::Series(_, SeriesEnd::SelfPlay | SeriesEnd::Help) => true,
        };
        (possible || !set_play).then_some(Self {
            play,
            goal,
            set_play,
        })
    }

    /// Who plays how.
    #[must_use]
    pub const fn play(self) -> Play {
        self.play
    }

    /// What is to be reached.
    #[must_use]
    pub const fn goal(self) -> Goal {
        self.goal
    }

    /// Whether the play with the other side to begin is asked for too.
    #[must_use]
    pub const fn set_play(self) -> bool {
        self.set_play
    }

    /// The side that makes the first move: White, but for help play of whole moves, "in help play Black moves first".
    #[must_use]
    pub const fn first_mover(self) -> Color {
        match self.play {
            Play::Direct(_) | Play::SelfPlay(_) => Color::White,
            Play::Series(_, SeriesEnd::Direct | SeriesEnd::SelfPlay) => Color::White,
            Play::Series(_, SeriesEnd::Help) => Color::Black,
            Play::Help(plies) if plies.get() % 2 == 0 => Color::Black,
            Play::Help(_) => Color::White,
        }
    }
}

/// Whose play it is, before its length is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    Direct,
    SelfPlay,
    Help,
}

/// The parts of a stipulation as written.
#[derive(Clone, Copy, Debug)]
struct Parts {
    series: bool,
    aim: Aim,
    goal: Goal,
    half_moves: u16,
    set_play: bool,
}

/// `stipulation = [ "ser-" ] [ aim ] goal length [ "*" ]`
fn stipulation(input: &str) -> PResult<'_, Parts> {
    (
        opt(tag("ser-")),
        opt(aim),
        goal,
        context("the number of moves", length),
        opt(char('*')),
    )
        .map(|(series, aim, goal, half_moves, set)| Parts {
            series: series.is_some(),
            aim: aim.unwrap_or(Aim::Direct),
            goal,
            half_moves,
            set_play: set.is_some(),
        })
        .parse(input)
}

/// `aim = "h" | "s" | "!"`: help, self, and self as French problemists write it.
fn aim(input: &str) -> PResult<'_, Aim> {
    alt((
        value(Aim::Help, char('h')),
        value(Aim::SelfPlay, alt((char('s'), char('!')))),
    ))
    .parse(input)
}

/// `goal = "#" | "‡" | "="`
fn goal(input: &str) -> PResult<'_, Goal> {
    context(
        "a goal (#, ‡ or =)",
        alt((
            value(Goal::Mate, alt((char('#'), char('‡')))),
            value(Goal::Stalemate, char('=')),
        )),
    )
    .parse(input)
}

/// `length = digits [ half ] | "½"`, `half = ".5" | ",5" | "½"`; in half-moves.
fn length(input: &str) -> PResult<'_, u16> {
    let half = || alt((tag(".5"), tag(",5"), tag("½")));
    let whole = map_opt((small_number, opt(half())), |(moves, half)| {
        Some(2 * u16::from(moves) + u16::from(half.is_some()))
    });
    alt((whole, value(1, tag("½")))).parse(input)
}

impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Self, StipulationError> {
        let text = text.trim();
        match all_consuming(stipulation).parse(text).finish() {
            Ok((_, parts)) => parts.meaning().map_err(|why| StipulationError::Meaning {
                text: text.to_owned(),
                why,
            }),
            Err(SyntaxError { expected, left }) => Err(StipulationError::Form {
                text: text.to_owned(),
                expected: if expected.is_empty() {
                    "nothing more"
                } else {
                    expected
                },
                at: text.len() - left,
            }),
        }
    }
}

impl Parts {
    fn meaning(self) -> Result<Stipulation, &'static str> {
        let moves = || {
            if self.half_moves % 2 == 1 {
                return Err("half moves belong to help play");
            }
            u8::try_from(self.half_moves / 2)
                .ok()
                .and_then(NonZeroU8::new)
                .ok_or("it takes at least one move")
        };
        let play = match (self.series, self.aim) {
            (false, Aim::Direct) => Play::Direct(moves()?),
            (false, Aim::SelfPlay) => Play::SelfPlay(moves()?),
            (false, Aim::Help) => {
                Play::Help(NonZeroU16::new(self.half_moves).ok_or("it takes at least half a move")?)
            }
            (true, Aim::Direct) => Play::Series(moves()?, SeriesEnd::Direct),
            (true, Aim::SelfPlay) => Play::Series(moves()?, SeriesEnd::SelfPlay),
            (true, Aim::Help) => Play::Series(moves()?, SeriesEnd::Help),
        };
        Stipulation::new(play, self.goal, self.set_play).ok_or("there is no set play in it")
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (aim, half_moves) = match self.play {
            Play::Direct(moves) => ("", 2 * u16::from(moves.get())),
            Play::SelfPlay(moves) => ("s", 2 * u16::from(moves.get())),
            Play::Help(half_moves) => ("h", half_moves.get()),
            Play::Series(moves, end) => {
                let aim = match end {
                    SeriesEnd::Direct => "ser-",
                    SeriesEnd::SelfPlay => "ser-s",
                    SeriesEnd::Help => "ser-h",
                };
                (aim, 2 * u16::from(moves.get()))
            }
        };
        let goal = match self.goal {
            Goal::Mate => '#',
            Goal::Stalemate => '=',
        };
        let half = if half_moves % 2 == 1 { ".5" } else { "" };
        let set = if self.set_play { "*" } else { "" };
        write!(f, "{aim}{goal}{}{half}{set}", half_moves / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        match text.parse::<Stipulation>() {
            Ok(stipulation) => stipulation.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn every_form_is_read_and_written() {
        for text in [
            "#2", "=1", "s#3", "s=2", "h#2", "h=3", "h#2.5", "h=0.5", "ser-#5", "ser-=4",
            "ser-h#20", "ser-h=3", "ser-s#6", "ser-s=2", "#2*", "s#1*", "h#3*", "h#255.5",
            "ser-h#3*", "ser-s=2*",
        ] {
            assert_eq!(canonical(text), text);
        }
    }

    #[test]
    fn french_signs_mean_the_same() {
        assert_eq!(canonical("‡2"), "#2");
        assert_eq!(canonical("!‡3"), "s#3");
        assert_eq!(canonical("!=2"), "s=2");
        assert_eq!(canonical("h‡2½"), "h#2.5");
        assert_eq!(canonical("h#½"), "h#0.5");
        assert_eq!(canonical(" h#2,5* "), "h#2.5*");
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_reason() {
        insta::assert_snapshot!(
            ["", "2#", "#", "#0", "#2.5", "#1*", "ser-#3*", "h#0", "#2 ", "#2x", "#999"].map(canonical).join("\n"),
            @r#"
            `` is no stipulation: a goal (#, ‡ or =) should stand at its end; known are #n =n s#n s=n h#n h=n, with ser- before them, half moves as h#2.5, and * for set play
            `2#` is no stipulation: a goal (#, ‡ or =) should stand where `2` does; known are #n =n s#n s=n h#n h=n, with ser- before them, half moves as h#2.5, and * for set play
            `#` is no stipulation: the number of moves should stand at its end; known are #n =n s#n s=n h#n h=n, with ser- before them, half moves as h#2.5, and * for set play
            `#0` means nothing: it takes at least one move
            `#2.5` means nothing: half moves belong to help play
            `#1*` means nothing: there is no set play in it
            `ser-#3*` means nothing: there is no set play in it
            `h#0` means nothing: it takes at least half a move
            #2
            `#2x` is no stipulation: nothing more should stand where `x` does; known are #n =n s#n s=n h#n h=n, with ser- before them, half moves as h#2.5, and * for set play
            `#999` is no stipulation: the number of moves should stand where `9` does; known are #n =n s#n s=n h#n h=n, with ser- before them, half moves as h#2.5, and * for set play
            "#
        );
    }

    #[test]
    fn black_begins_help_play_of_whole_moves_only() {
        let first = |text: &str| text.parse::<Stipulation>().unwrap().first_mover();
        for text in ["#2", "s#2", "=2", "h#2.5", "ser-#3", "ser-s#3"] {
            assert_eq!(first(text), Color::White, "{text}");
        }
        for text in ["h#2", "h=1", "ser-h#3"] {
            assert_eq!(first(text), Color::Black, "{text}");
        }
    }
}
