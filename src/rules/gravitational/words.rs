//! Move words with falls: which moves they may mean, and the canonical full form.

use super::fall::{self, Fall};
use crate::notation::Role;
use crate::notation::chess::{CaptureMark, ChessMoveText, FallText, PieceMoveText};
use crate::notation::letters::Letters;
use crate::rules::chess::{Board, Move};
use std::fmt::Write;

/// What the first operation of a word says, as every game of the family reads it.
pub(super) fn first(word: &ChessMoveText) -> ChessMoveText {
    match word {
        ChessMoveText::Piece(text) => ChessMoveText::Piece(PieceMoveText {
            fall: None,
            ..*text
        }),
        ChessMoveText::Castle(wing) => ChessMoveText::Castle(*wing),
    }
}

/// Whether the `fall` of a move that can be made is as written. Left out it is always right, since it is determined.
pub(super) fn falls_so(
    board: &Board,
    r#move: Move,
    fall: Fall,
    written: Option<FallText>,
    letters: &Letters,
) -> bool {
    let Some(FallText {
        capture,
        captured,
        to,
        piece,
        further,
    }) = written
    else {
        return true;
    };
    if fall != Fall::To(to) || further {
        return false;
    }
    let captures = board.side(board.turn().other()).contains(to);
    let marked = match capture {
        CaptureMark::None => true,
        CaptureMark::Dash => !captures,
        CaptureMark::Capture => captures,
    };
    let named = captured.is_none_or(|letter| captures && letters.role(letter) == board.role_at(to));
    marked && named && piece.is_none_or(|letter| letters.role(letter) == Some(r#move.arriving()))
}

/// Writes a legal move in full form: `Ra5×c5×c4`, `b7-b8=N(→Nb7)`, `e5×f6ep`.
pub(super) fn write_full(board: &Board, r#move: Move, letters: &Letters, out: &mut String) {
    let us = board.turn();
    let mark = |captures| if captures { '×' } else { '-' };
    if r#move.role != Role::Pawn {
        out.push_str(letters.letter(r#move.role, us));
    }
    let effect = fall::effect(board, r#move);
    let captures = |operation| {
        effect
            .captures
            .iter()
            .any(|capture| capture.operation == operation)
    };
    // Writing to a string cannot fail.
    let _ = write!(out, "{}{}{}", r#move.from, mark(captures(1)), r#move.to);
    if effect.en_passant {
        out.push_str("ep");
    }
    let Some(last) = Fall::of(board, r#move).square() else {
        return;
    };
    match effect.promotion {
        Some(role) => {
            let (letter, mark) = (letters.letter(role, us), if captures(2) { "×" } else { "" });
            let _ = write!(out, "={letter}(→{letter}{mark}{last})");
        }
        None => {
            let _ = write!(out, "{}{last}", mark(captures(2)));
        }
    }
}

/// Writes a legal move as origin, first square, last square when the piece falls, promotion letter.
pub(super) fn write_coords(board: &Board, r#move: Move, out: &mut String) {
    let _ = write!(out, "{}{}", r#move.from, r#move.to);
    if let Some(last) = Fall::of(board, r#move).square() {
        let _ = write!(out, "{last}");
    }
    out.extend(
        r#move
            .promotion()
            .map(|role| role.letter().to_ascii_lowercase()),
    );
}
