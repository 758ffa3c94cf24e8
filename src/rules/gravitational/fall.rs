//! The second operation of a move: a piece, other than king and pawn, goes on by one square towards its own side.

use crate::notation::{Cell, Color, Role, Square};
use crate::rules::chess::{Bitboard, Board, Move, MoveKind};
use crate::rules::{BoardView, Capture, Effect, Piece};
use smallvec::{SmallVec, smallvec};

/// Where the pieces of `color` on `squares` fall to, "vers le sud pour une pièce blanche et vers le nord pour une
/// pièce noire"; those at the edge are lost.
pub(super) const fn below(color: Color, squares: Bitboard) -> Bitboard {
    squares.shifted(pull(color))
}

/// Whence the pieces of `color` fall to `squares`.
pub(super) const fn above(color: Color, squares: Bitboard) -> Bitboard {
    squares.shifted(-pull(color))
}

/// The fall as a step along the index of squares.
const fn pull(color: Color) -> i8 {
    match color {
        Color::White => -8,
        Color::Black => 8,
    }
}

/// The last rank on which pieces of `color` can end a first operation: from beneath it there is no fall.
pub(super) const fn bottom(color: Color) -> Bitboard {
    Bitboard::back_rank(color)
}

/// How the second operation of a pseudo-legal move comes out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fall {
    /// Kings and pawns do not fall.
    None,
    /// To this square, whether or not an enemy stands there.
    To(Square),
    /// Off the board: the move is illegal.
    OffBoard,
    /// Onto a piece of the same side: the move is illegal.
    OnOwn(Square),
}

impl Fall {
    /// The fall of a move on `board`. "Après un coup de Pion avec promotion, le mouvement de gravitation affecte la
    /// pièce issue de la promotion."
    pub(super) fn of(board: &Board, r#move: Move) -> Self {
        if !falls(r#move) {
            return Self::None;
        }
        let us = board.turn();
        // The square just left is free: a piece may fall back to it.
        let own = board.side(us) & !Bitboard::of(r#move.from);
        match below(us, Bitboard::of(r#move.to)).first() {
            None => Self::OffBoard,
            Some(square) if own.contains(square) => Self::OnOwn(square),
            Some(square) => Self::To(square),
        }
    }

    /// Whether the move may be made at all: "tout premier déplacement est à rejeter s'il ne peut pas être suivi du
    /// second déplacement".
    pub(super) const fn is_possible(self) -> bool {
        matches!(self, Self::None | Self::To(_))
    }

    /// The square fallen to.
    pub(super) const fn square(self) -> Option<Square> {
        match self {
            Self::To(square) => Some(square),
            Self::None | Self::OffBoard | Self::OnOwn(_) => None,
        }
    }
}

/// Whether the piece falls after its move.
const fn falls(r#move: Move) -> bool {
    matches!(r#move.kind, MoveKind::Promotion(_)) || !matches!(r#move.role, Role::King | Role::Pawn)
}

/// Whether a move that can be made, with its `fall`, leaves the board as it was: the piece is back and has captured
/// nothing.
pub(super) fn is_null(board: &Board, r#move: Move, fall: Fall) -> bool {
    r#move.kind == MoveKind::Plain
        && fall == Fall::To(r#move.from)
        && !board.occupied().contains(r#move.to)
}

/// The enemy that a move, which can be made, captures in its fall.
pub(super) fn caught(board: &Board, r#move: Move) -> Option<(Square, Piece)> {
    let square = Fall::of(board, r#move).square()?;
    // Falling back to where it came from, the piece meets nobody.
    board
        .piece_at(square)
        .filter(|piece| piece.color != board.turn())
        .map(|piece| (square, piece))
}

/// Makes a legal move, both operations.
pub(super) fn play(board: &mut Board, r#move: Move) {
    let fall = Fall::of(board, r#move).square();
    board.play(r#move);
    if let Some(square) = fall {
        board.go_on(r#move.arriving(), r#move.to, square);
    }
}

/// The boards before a legal move, after its first operation and, where there is one, after the fall.
pub(super) fn steps(board: &Board, r#move: Move) -> SmallVec<[BoardView; 3]> {
    let mut after = *board;
    after.play(r#move);
    let mut boards = smallvec![board.view(), after.view()];
    if let Some(square) = Fall::of(board, r#move).square() {
        after.go_on(r#move.arriving(), r#move.to, square);
        boards.push(after.view());
    }
    boards
}

/// What a legal move does.
pub(super) fn effect(board: &Board, r#move: Move) -> Effect {
    let mut effect = board.effect(r#move);
    let fall = Fall::of(board, r#move).square();
    effect.path.extend(fall.map(Cell::from));
    let caught = caught(board, r#move).map(|(square, piece)| Capture {
        cell: square.into(),
        piece: piece.fen(),
        operation: 2,
    });
    effect.captures.extend(caught);
    effect
}
