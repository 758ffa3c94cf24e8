//! A key for positions that count as repetitions of each other.

use super::board::Board;
use crate::notation::{Color, Role, Square};

/// Random numbers.
const NUMBERS: [u64; 8] = {
    let mut numbers = [0; 8];
    let mut at = 0;
    while at < numbers.len() {
        numbers[at] = split_mix(at);
        at += 1;
    }
    numbers
};

/// The key of a board; where repetitions are counted, its en passant square is there only when a pawn may legally
/// capture on it.
///
/// Made from the few words that a board consists of, which costs less than numbers for all pieces, and less than to
/// carry a key along where nobody asks for it.
pub(in crate::rules) fn key(board: &Board) -> u64 {
    let [pawns, knights, bishops, rooks, queens, kings] = board.roles;
    // Rooks that may castle stand on the outer ranks, which leaves the others of that word vacant.
    let passed = board.en_passant.map_or(64, Square::index) as u64;
    let state = board.castling.0 ^ (2 * passed + u64::from(board.turn == Color::Black)) << 8;
    // Black has what White has not.
    let [white, _] = board.colors;
    mixed(0, pawns.0, white.0)
        ^ mixed(2, knights.0, bishops.0)
        ^ mixed(4, rooks.0, queens.0)
        ^ mixed(6, kings.0, state)
}

/// A sign of a man on a square, whatever its side.
pub(super) fn sign(role: Role, square: Square) -> u64 {
    SIGNS[role as usize][square.index()]
}

/// Random numbers that go on where [`NUMBERS`] end.
static SIGNS: [[u64; 64]; 6] = {
    let mut signs = [[0; 64]; 6];
    let mut at = 0;
    while at < 6 * 64 {
        signs[at / 64][at % 64] = split_mix(NUMBERS.len() + at);
        at += 1;
    }
    signs
};

/// A number of the SplitMix64 sequence.
const fn split_mix(at: usize) -> u64 {
    let seed = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(at as u64 + 1);
    let mixed = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Both halves of a product, joined: each bit depends on all bits of both factors.
fn mixed(pair: usize, one: u64, other: u64) -> u64 {
    let product = u128::from(one ^ NUMBERS[pair]) * u128::from(other ^ NUMBERS[pair + 1]);
    product as u64 ^ (product >> 64) as u64
}
