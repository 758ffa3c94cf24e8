//! Who could capture a king: "a king is in check when some complete enemy move, both operations possible, would
//! capture it in its first or its second operation" (this project's reading; the source is silent).

use super::fall::{Fall, above, below};
use crate::notation::{Color, Role, Square};
use crate::rules::chess::{Bitboard, Board, Move, MoveKind};

/// The pieces that could capture on a square in a complete move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Capturers {
    /// In the first operation.
    pub(super) direct: Bitboard,
    /// In their fall.
    pub(super) falling: Bitboard,
}

impl Capturers {
    const NONE: Self = Self {
        direct: Bitboard::EMPTY,
        falling: Bitboard::EMPTY,
    };

    /// Whether there is none.
    pub(super) fn is_empty(self) -> bool {
        (self.direct | self.falling).is_empty()
    }
}

/// The men that matter to a king of the other side, now or after a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Men {
    /// The attackers that are still there.
    theirs: Bitboard,
    /// All men.
    occupied: Bitboard,
}

impl Men {
    /// As they stand; `by` attacks.
    pub(super) fn now(board: &Board, by: Color) -> Self {
        Self {
            theirs: board.side(by),
            occupied: board.occupied(),
        }
    }

    /// As they stand after both operations of a move, which can be made, of the side to move; the other side attacks.
    pub(super) fn after(board: &Board, r#move: Move, fall: Fall) -> Self {
        let Move { from, to, kind, .. } = r#move;
        let last = fall.square().unwrap_or(to);
        let passed = match kind {
            MoveKind::EnPassant => Bitboard::of(Square::new(to.file(), from.rank())),
            MoveKind::Plain | MoveKind::Castle | MoveKind::Promotion(_) => Bitboard::EMPTY,
        };
        let gone = Bitboard::of(from) | Bitboard::of(to) | passed;
        Self {
            theirs: board.side(board.turn().other()) & !(gone | Bitboard::of(last)),
            occupied: board.occupied() & !gone | Bitboard::of(last),
        }
    }

    /// Those of `by` who could capture on `king`, where an enemy of theirs stands.
    pub(super) fn capturers(self, board: &Board, king: Square, by: Color) -> Capturers {
        Capturers {
            direct: self.direct(board, king, by),
            falling: self.falling(board, king, by),
        }
    }

    fn direct(self, board: &Board, king: Square, by: Color) -> Bitboard {
        let [pawns, .., kings] = board.roles;
        let attackers = board.attackers(king, by, self.occupied) & self.theirs;
        let under = below(by, Bitboard::of(king));
        if attackers.is_empty() || !under.is_empty() && (under & self.theirs).is_empty() {
            return attackers;
        }
        // No fall for others than the one who would fall back to its own square; who need not fall captures anyway.
        // A pawn that captures on the last rank must fall like the piece that it becomes.
        let upright = if Bitboard::back_rank(by.other()).contains(king) {
            kings
        } else {
            kings | pawns
        };
        attackers & (upright | under)
    }

    fn falling(self, board: &Board, king: Square, by: Color) -> Bitboard {
        let [pawns, .., kings] = board.roles;
        let over = above(by, Bitboard::of(king)) & !self.theirs;
        let Some(square) = over.first() else {
            return Bitboard::EMPTY;
        };
        let attackers = board.attackers(square, by, self.occupied) & self.theirs & !kings;
        let promotes =
            Bitboard::back_rank(by.other()).contains(square) && self.occupied.contains(square);
        if promotes {
            attackers
        } else {
            attackers & !pawns
        }
    }
}

/// Who gives check to the side to move.
pub(super) fn checkers(board: &Board) -> Capturers {
    let them = board.turn().other();
    match board.king(board.turn()) {
        Some(king) => Men::now(board, them).capturers(board, king, them),
        None => Capturers::NONE,
    }
}

/// Where the own king stands after a move that can be made, with its `fall`, and who could then capture it.
pub(super) fn danger(board: &Board, r#move: Move, fall: Fall) -> Option<(Square, Capturers)> {
    let (us, them) = (board.turn(), board.turn().other());
    let king = if r#move.role == Role::King {
        r#move.to
    } else {
        board.king(us)?
    };
    let capturers = Men::after(board, r#move, fall).capturers(board, king, them);
    (!capturers.is_empty()).then_some((king, capturers))
}

/// Whether the own king is safe after a move that can be made.
pub(super) fn is_safe(board: &Board, r#move: Move) -> bool {
    danger(board, r#move, Fall::of(board, r#move)).is_none()
}
