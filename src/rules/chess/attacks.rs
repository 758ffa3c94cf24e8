//! Where pieces attack: tables made by the compiler for leapers, arithmetic on lines for sliders.
//!
//! A slider on `r` with blockers `o` on its line attacks, in the direction of growing indices, `o ^ (o - 2r)`; the
//! other direction is the same on the board turned upside down, which is one byte swap for files and diagonals. A
//! rank cannot be turned so and has a table of 512 bytes.

use super::bitboard::Bitboard;
use crate::notation::{Color, Role, Square};

/// Steps to the eight neighbours, as files to the right and ranks up.
const KING_STEPS: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];
const KNIGHT_STEPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

static KING: [u64; 64] = leaps(&KING_STEPS);
static KNIGHT: [u64; 64] = leaps(&KNIGHT_STEPS);
static PAWN: [[u64; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];
static LINES: [Lines; 64] = lines();
static RANK: [[u8; 64]; 8] = rank_attacks();
static BETWEEN: [[u64; 64]; 64] = between_squares();
static ALIGNED: [[u64; 64]; 64] = aligned_squares();

/// The squares that share a line with a square, itself left out.
#[derive(Clone, Copy)]
struct Lines {
    file: u64,
    rising: u64,
    falling: u64,
}

/// Squares that a king on `square` attacks.
pub(in crate::rules) fn king(square: Square) -> Bitboard {
    Bitboard(KING[square.index()])
}

/// Squares that a knight on `square` attacks.
pub(in crate::rules) fn knight(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square.index()])
}

/// Squares that a pawn of `color` on `square` attacks.
pub(in crate::rules) fn pawn(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN[color.index()][square.index()])
}

/// Squares that a bishop on `square` attacks, with pieces on `occupied`.
pub(in crate::rules) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let (lines, bit) = (&LINES[square.index()], 1 << square.index());
    Bitboard(along(bit, lines.rising, occupied.0) | along(bit, lines.falling, occupied.0))
}

/// The diagonals through `square`.
pub(in crate::rules) fn diagonals(square: Square) -> Bitboard {
    let lines = &LINES[square.index()];
    Bitboard(lines.rising | lines.falling)
}

/// The file and the rank of `square`.
pub(in crate::rules) fn file_and_rank(square: Square) -> Bitboard {
    Bitboard(LINES[square.index()].file) | Bitboard::rank(square.rank())
}

/// Squares that a rook on `square` attacks, with pieces on `occupied`.
pub(in crate::rules) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let file = along(1 << square.index(), LINES[square.index()].file, occupied.0);
    let shift = square.rank() * 8;
    let inner = (occupied.0 >> shift >> 1 & 63) as usize;
    let rank = u64::from(RANK[(square.index()) & 7][inner]) << shift;
    Bitboard(file | rank)
}

/// Squares that a queen on `square` attacks, with pieces on `occupied`.
pub(in crate::rules) fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    rook(square, occupied) | bishop(square, occupied)
}

/// Squares that a piece of `color` on `square` attacks, with pieces on `occupied`.
#[inline]
pub(in crate::rules) fn of(
    role: Role,
    color: Color,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// The squares strictly between two squares of one line; empty when they share none.
pub(in crate::rules) fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The whole line through two squares, from edge to edge; empty when they share none.
pub(in crate::rules) fn aligned(a: Square, b: Square) -> Bitboard {
    Bitboard(ALIGNED[a.index()][b.index()])
}

/// Attacks along one line (`mask`, without the slider's own `bit`).
const fn along(bit: u64, mask: u64, occupied: u64) -> u64 {
    let blockers = occupied & mask;
    // With the slider's own bit in `o`, o - 2r is (o without r) - r.
    let forward = blockers.wrapping_sub(bit);
    let backward = blockers
        .swap_bytes()
        .wrapping_sub(bit.swap_bytes())
        .swap_bytes();
    (forward ^ backward) & mask
}

/// The square one step away, or `None` off the board.
pub(in crate::rules) const fn step(square: usize, (right, up): (i8, i8)) -> Option<usize> {
    let (file, rank) = ((square & 7) as i8 + right, (square >> 3) as i8 + up);
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        Some((rank * 8 + file) as usize)
    } else {
        None
    }
}

/// All squares from `square` on in one direction, up to the edge.
pub(in crate::rules) const fn ray(square: usize, direction: (i8, i8)) -> u64 {
    let (mut set, mut at) = (0, square);
    while let Some(next) = step(at, direction) {
        set |= 1 << next;
        at = next;
    }
    set
}

const fn leaps(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = step(square, steps[i]) {
                table[square] |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

const fn lines() -> [Lines; 64] {
    let mut table = [Lines {
        file: 0,
        rising: 0,
        falling: 0,
    }; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Lines {
            file: ray(square, (0, 1)) | ray(square, (0, -1)),
            rising: ray(square, (1, 1)) | ray(square, (-1, -1)),
            falling: ray(square, (-1, 1)) | ray(square, (1, -1)),
        };
        square += 1;
    }
    table
}

/// Attacks on the first rank by file and by the occupancy of files b to g: a piece on a or h blocks nothing further.
const fn rank_attacks() -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = (inner as u32) << 1;
            let mut to = file;
            while to < 7 {
                to += 1;
                table[file][inner] |= 1 << to;
                if occupied >> to & 1 != 0 {
                    break;
                }
            }
            let mut to = file;
            while to > 0 {
                to -= 1;
                table[file][inner] |= 1 << to;
                if occupied >> to & 1 != 0 {
                    break;
                }
            }
            inner += 1;
        }
        file += 1;
    }
    table
}

const fn between_squares() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let (mut passed, mut at) = (0, from);
            while let Some(next) = step(at, KING_STEPS[i]) {
                table[from][next] = passed;
                passed |= 1 << next;
                at = next;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

const fn aligned_squares() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let (right, up) = KING_STEPS[i];
            let ahead = ray(from, (right, up));
            let line = ahead | 1 << from | ray(from, (-right, -up));
            let mut left = ahead;
            while left != 0 {
                table[from][left.trailing_zeros() as usize] = line;
                left &= left - 1;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{aligned, between, bishop, king, knight, pawn, queen, rook, step};
    use crate::notation::{Color, Square};
    use crate::rules::chess::bitboard::Bitboard;

    /// Sliding by walking, square by square.
    fn walked(square: Square, occupied: Bitboard, directions: &[(i8, i8)]) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for &direction in directions {
            let mut at = square.index();
            while let Some(next) = step(at, direction) {
                set |= Bitboard(1 << next);
                if occupied.0 >> next & 1 != 0 {
                    break;
                }
                at = next;
            }
        }
        set
    }

    #[test]
    fn sliders_stop_at_the_first_piece() {
        let mut occupied = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..200 {
            occupied = occupied.rotate_left(7).wrapping_mul(0xd129_0d3c_5e1f_7a2b) ^ round;
            for square in Bitboard::ALL {
                let straight = walked(
                    square,
                    Bitboard(occupied),
                    &[(0, 1), (1, 0), (0, -1), (-1, 0)],
                );
                let slanted = walked(
                    square,
                    Bitboard(occupied),
                    &[(1, 1), (1, -1), (-1, -1), (-1, 1)],
                );
                assert_eq!(
                    rook(square, Bitboard(occupied)),
                    straight,
                    "rook on {square}"
                );
                assert_eq!(
                    bishop(square, Bitboard(occupied)),
                    slanted,
                    "bishop on {square}"
                );
                assert_eq!(queen(square, Bitboard(occupied)), straight | slanted);
            }
        }
    }

    #[test]
    fn leapers_do_not_wrap_round_the_edge() {
        let squares = |names: &[&str]| {
            names.iter().fold(Bitboard::EMPTY, |set, name| {
                set | Bitboard::of(Square::from_name(name).expect("a square"))
            })
        };
        let square = |name| Square::from_name(name).expect("a square");
        assert_eq!(knight(square("h1")), squares(&["f2", "g3"]));
        assert_eq!(king(square("a8")), squares(&["a7", "b7", "b8"]));
        assert_eq!(pawn(Color::White, square("a4")), squares(&["b5"]));
        assert_eq!(pawn(Color::Black, square("e1")), Bitboard::EMPTY);
    }

    #[test]
    fn lines_join_two_squares() {
        let square = |name| Square::from_name(name).expect("a square");
        assert_eq!(between(square("a1"), square("d4")).len(), 2);
        assert_eq!(between(square("a1"), square("b3")), Bitboard::EMPTY);
        assert_eq!(aligned(square("b2"), square("e5")).len(), 8);
        assert_eq!(aligned(square("b2"), square("c4")), Bitboard::EMPTY);
    }
}
