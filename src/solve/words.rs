//! Moves and lines as the problem literature writes them.

use super::{Play, Problem};
use super::{SeriesEnd, Stipulation};
use crate::notation::CheckMark;
use crate::notation::letters::Letters;
use crate::rules::{Rules, Status};
use std::fmt::Write;

/// A legal move in the notation of its game, with the marks of problems: `+` check, `#` mate, ` =` stalemate, and ` ep`.
#[must_use]
pub fn word<R: Rules>(
    rules: &R,
    position: &R::Position,
    r#move: R::Move,
    letters: &Letters,
) -> String {
    let mut word = String::new();
    rules.write_move(position, r#move, letters, &mut word);
    let bare = word.trim_end_matches(['+', '#']).trim_end_matches("ep");
    word.truncate(bare.len());
    if rules.effect(position, r#move).en_passant {
        word.push_str(" ep");
    }
    let mut after = position.clone();
    rules.play(&mut after, r#move);
    let mark = rules.check_mark(&after);
    if mark == CheckMark::None && rules.status(&after) == Status::Stalemate {
        word.push_str(" =");
    }
    // Writing to a string cannot fail.
    let _ = write!(word, "{mark}");
    word
}

/// A line as it is numbered: `1.Kb4-a4 Na1-b3#` in help play, `1...Na1-b3 2.Kb4-a4 ...` where White begins it, `1.a4 2.a5
/// 3.a6 Qb7#` in a series.
pub(super) fn line<R: Rules>(
    rules: &R,
    problem: &Problem<R::Position>,
    position: &R::Position,
    line: &[R::Move],
    letters: &Letters,
) -> String {
    let numbering = Numbering::of(problem.stipulation, line.len());
    let mut position = position.clone();
    let mut out = String::new();
    for (made, &r#move) in line.iter().enumerate() {
        if made > 0 {
            out.push(' ');
        }
        out.push_str(&numbering.before(made));
        out.push_str(&word(rules, &position, r#move, letters));
        rules.play(&mut position, r#move);
        if numbering.goes_on(made) {
            // It was found that the move gives no check.
            rules.pass(&mut position);
        }
    }
    out
}

/// Where numbers stand in a line.
#[derive(Clone, Copy, Debug)]
enum Numbering {
    /// Before the first half-move of each pair; the first of all is left out.
    HalfFirst,
    /// Before the first half-move of each pair.
    Pairs,
    /// Before each of so many moves of a series.
    Series(usize),
}

impl Numbering {
    const fn of(stipulation: Stipulation, half_moves: usize) -> Self {
        match stipulation.play() {
            Play::Series(_, SeriesEnd::Help) => Self::Series(half_moves.saturating_sub(1)),
            Play::Series(_, SeriesEnd::Direct | SeriesEnd::SelfPlay) => Self::Series(half_moves),
            Play::Help(_) if half_moves % 2 == 1 => Self::HalfFirst,
            Play::Help(_) | Play::Direct(_) | Play::SelfPlay(_) => Self::Pairs,
        }
    }

    fn before(self, made: usize) -> String {
        match self {
            Self::HalfFirst if made == 0 => "1...".to_owned(),
            Self::HalfFirst if made % 2 == 1 => format!("{}.", made / 2 + 2),
            Self::Pairs if made.is_multiple_of(2) => format!("{}.", made / 2 + 1),
            Self::Series(moves) if made < moves => format!("{}.", made + 1),
            Self::HalfFirst | Self::Pairs | Self::Series(_) => String::new(),
        }
    }

    /// Whether the same side goes on.
    const fn goes_on(self, made: usize) -> bool {
        match self {
            Self::HalfFirst | Self::Pairs => false,
            Self::Series(moves) => made + 1 < moves,
        }
    }
}
