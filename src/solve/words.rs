//! Moves and lines as the problem literature writes them.

use super::{Play, SeriesEnd, Stipulation};
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

/// A line with its numbers: `1.Kb4-a4 Na1-b3#` in help play, `1...Na1-b3 2.Kb4-a4 ...` where White begins it, `1.a4 2.a5
/// 3.a6 Qb7#` in a series.
pub(super) fn line<R: Rules>(
    rules: &R,
    numbering: Numbering,
    position: &R::Position,
    line: &[R::Move],
    letters: &Letters,
) -> String {
    let mut position = position.clone();
    let mut out = String::new();
    for (made, &r#move) in line.iter().enumerate() {
        if made > 0 {
            out.push(' ');
        }
        if numbering.stands_before(made) {
            out.push_str(&numbering.number(made));
        }
        out.push_str(&word(rules, &position, r#move, letters));
        rules.play(&mut position, r#move);
        if numbering.goes_on(made) {
            // It was found that the move gives no check.
            rules.pass(&mut position);
        }
    }
    out
}

/// The numbers of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbering {
    /// The half-move that the line begins with, from 0; each pair from an even one has a number.
    first: usize,
    /// So many moves of one side have a number each.
    series: usize,
}

impl Numbering {
    /// That of the play demanded.
    pub(super) const fn of(stipulation: Stipulation) -> Self {
        let (first, series) = match stipulation.play() {
            Play::Series(moves, _) => (0, moves.get() as usize),
            Play::Help(half_moves) => ((half_moves.get() % 2) as usize, 0),
            Play::Direct(_) | Play::SelfPlay(_) => (0, 0),
        };
        Self { first, series }
    }

    /// That of a solution of so many half-moves.
    pub(super) const fn of_solution(stipulation: Stipulation, half_moves: usize) -> Self {
        match stipulation.play() {
            Play::Series(_, SeriesEnd::Help) => Self {
                first: 0,
                series: half_moves.saturating_sub(1),
            },
            Play::Series(_, SeriesEnd::Direct | SeriesEnd::SelfPlay) => Self {
                first: 0,
                series: half_moves,
            },
            Play::Help(_) | Play::Direct(_) | Play::SelfPlay(_) => Self::of(stipulation),
        }
    }

    /// That of set play: the first half-move is left out; of a series all but the move that ends it.
    pub(super) const fn of_set_play(stipulation: Stipulation) -> Self {
        Self {
            first: Self::of(stipulation).first + 1,
            series: 0,
        }
    }

    /// The half-move from 0 that the line begins with, as pairs are counted.
    pub(super) const fn first(self) -> usize {
        self.first
    }

    /// The number that a half-move has, whether or not it is printed.
    pub(super) fn number(self, made: usize) -> String {
        let half_move = self.first + made;
        if made < self.series {
            format!("{}.", made + 1)
        } else if self.series > 0 {
            format!("{}...", self.series)
        } else if half_move.is_multiple_of(2) {
            format!("{}.", half_move / 2 + 1)
        } else {
            format!("{}...", half_move / 2 + 1)
        }
    }

    /// Whether its number is printed before a half-move.
    const fn stands_before(self, made: usize) -> bool {
        if self.series > 0 {
            made < self.series
        } else {
            made == 0 || (self.first + made).is_multiple_of(2)
        }
    }

    /// Whether the same side goes on.
    pub(super) const fn goes_on(self, made: usize) -> bool {
        made + 1 < self.series
    }
}
