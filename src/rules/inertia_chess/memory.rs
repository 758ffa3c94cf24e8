//! What a player's last move leaves behind: a piece, its direction, and whether it captured.

use crate::notation::Square;
use crate::rules::chess::moves::Scope;
use crate::rules::chess::{Bitboard, attacks};
use crate::rules::{Forced, Lapse, Wind};

/// A player's last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    /// Where the piece now stands.
    pub square: Square,
    /// The direction it went.
    pub wind: Wind,
    /// Whether it captured.
    pub captured: bool,
}

/// Steps of the winds in the order of [`Wind::ALL`], as files to the right and ranks up.
#[rustfmt::skip]
const STEPS: [(i8, i8); 16] = [
    (0, 1), (1, 2), (1, 1), (2, 1), (1, 0), (2, -1), (1, -1), (1, -2),
    (0, -1), (-1, -2), (-1, -1), (-2, -1), (-1, 0), (-2, 1), (-1, 1), (-1, 2),
];

/// The squares in the direction of a wind, any distance; a half wind is a single leap.
static RAYS: [[u64; 64]; 16] = rays();
/// Index of the wind from one square to another; meaningless where no piece moves so.
static WINDS: [[u8; 64]; 64] = winds();

impl Memory {
    /// The memory of a move that was not castling.
    pub(super) fn of(from: Square, to: Square, captured: bool) -> Self {
        let wind = Wind::ALL[usize::from(WINDS[from.index()][to.index()])];
        Self {
            square: to,
            wind,
            captured,
        }
    }

    /// The moves that would go on: the same piece and direction, captures after a capture (rule 4), else none (rule 3).
    pub(super) fn scope(self) -> Scope {
        let ray = Bitboard(RAYS[self.wind as usize][self.square.index()]);
        let (quiet, captures) = if self.captured {
            (Bitboard::EMPTY, ray)
        } else {
            (ray, Bitboard::EMPTY)
        };
        Scope {
            from: Bitboard::of(self.square),
            quiet,
            captures,
        }
    }

    /// The duty that it is, when it can be obeyed.
    pub(super) const fn duty(self) -> Forced {
        Forced {
            rule: if self.captured { 4 } else { 3 },
            square: self.square,
            wind: self.wind,
        }
    }

    /// Why it binds nobody among the men on `occupied`, when it cannot be obeyed. After a move without capture (rule 3)
    /// that is so when the very next square is not there or not vacant; `None` for a piece that never goes that way.
    pub(super) fn lapse(self, occupied: Bitboard) -> Option<Lapse> {
        let duty = self.duty();
        if self.captured {
            return Some(Lapse::NothingToCapture(duty));
        }
        match attacks::step(self.square.index(), STEPS[self.wind as usize]) {
            Some(next) => {
                let next = Square::from_index(next as u8);
                occupied
                    .contains(next)
                    .then_some(Lapse::Blocked(duty, next))
            }
            None => Some(Lapse::Edge(duty)),
        }
    }
}

const fn rays() -> [[u64; 64]; 16] {
    let mut table = [[0; 64]; 16];
    let mut wind = 0;
    while wind < 16 {
        let mut square = 0;
        while square < 64 {
            // Main and half winds alternate round the compass.
            table[wind][square] = if wind % 2 == 0 {
                attacks::ray(square, STEPS[wind])
            } else {
                match attacks::step(square, STEPS[wind]) {
                    Some(to) => 1 << to,
                    None => 0,
                }
            };
            square += 1;
        }
        wind += 1;
    }
    table
}

const fn winds() -> [[u8; 64]; 64] {
    let rays = rays();
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut wind = 0;
        while wind < 16 {
            let mut left = rays[wind][from];
            while left != 0 {
                table[from][left.trailing_zeros() as usize] = wind as u8;
                left &= left - 1;
            }
            wind += 1;
        }
        from += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::Memory;
    use crate::notation::Square;

    fn wind(from: &str, to: &str) -> String {
        let square = |name| Square::from_name(name).expect("a square");
        Memory::of(square(from), square(to), false).wind.to_string()
    }

    #[test]
    fn distance_never_matters_on_a_main_wind() {
        for (to, name) in [
            ("d5", "N"),
            ("d8", "N"),
            ("h8", "NE"),
            ("a1", "SW"),
            ("a4", "W"),
            ("e3", "SE"),
            ("d1", "S"),
        ] {
            assert_eq!(wind("d4", to), name, "d4 to {to}");
        }
    }

    #[test]
    fn half_winds_are_the_leaps_of_the_knight() {
        for (to, name) in [
            ("e6", "NNE"),
            ("f5", "ENE"),
            ("f3", "ESE"),
            ("e2", "SSE"),
            ("c2", "SSW"),
            ("b3", "WSW"),
            ("b5", "WNW"),
            ("c6", "NNW"),
        ] {
            assert_eq!(wind("d4", to), name, "d4 to {to}");
        }
    }
}
