//! A key for positions that count as repetitions of each other: random numbers, one for each thing that matters,
//! joined by exclusive or.

use super::board::Board;
use crate::notation::{Color, Role};

/// 64 numbers for each colour and role, then 64 for castling rooks, 64 for en passant, one for the side to move.
static NUMBERS: [u64; 64 * 14 + 1] = numbers();
const CASTLING: usize = 64 * 12;
const EN_PASSANT: usize = 64 * 13;
const BLACK_TO_MOVE: usize = 64 * 14;

/// The beginning of the SplitMix64 sequence.
pub(in crate::rules) const fn numbers<const N: usize>() -> [u64; N] {
    let mut table = [0; N];
    let mut state = 0_u64;
    let mut i = 0;
    while i < table.len() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        table[i] = mixed ^ mixed >> 31;
        i += 1;
    }
    table
}

/// The key of a board; where repetitions are counted, its en passant square is there only when a pawn may legally
/// capture on it.
///
/// Made anew each time: it is wanted for few plies only (after captures and pawn moves nothing can repeat), so a key
/// carried along would cost more than it saves.
pub(in crate::rules) fn key(board: &Board) -> u64 {
    let mut key = if board.turn == Color::Black {
        NUMBERS[BLACK_TO_MOVE]
    } else {
        0
    };
    for color in Color::ALL {
        for role in Role::ALL {
            let base = 64 * (6 * color.index() + role as usize);
            for square in board.pieces(color, role) {
                key ^= NUMBERS[base + square.index()];
            }
        }
    }
    for rook in board.castling {
        key ^= NUMBERS[CASTLING + rook.index()];
    }
    board
        .en_passant
        .map_or(key, |square| key ^ NUMBERS[EN_PASSANT + square.index()])
}
