//! The legal moves: those of the pieces, less the ones whose fall is barred, that change nothing, or that leave the
//! king to be captured. Whole sets of targets are judged at once wherever they can be.

use super::check::{self, checkers};
use super::fall::{above, below, bottom};
use crate::notation::{Color, Role, Square};
use crate::rules::chess::attacks;
use crate::rules::chess::moves::{Moves, Scope};
use crate::rules::chess::{Bitboard, Board, Move, MoveKind};
use std::ops::ControlFlow;

/// Visits the legal moves; `null_moves` tells whether a move may leave the board as it was.
pub(super) fn legal(
    board: &Board,
    null_moves: bool,
    visit: &mut impl FnMut(Moves) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let guard = Guard::new(board);
    board.pseudo_legal(Scope::ALL, &mut |moves| match moves {
        Moves::Piece {
            role,
            from,
            targets,
        } => {
            let targets = guard.piece_targets(role, from, targets, null_moves);
            if targets.is_empty() {
                ControlFlow::Continue(())
            } else {
                visit(Moves::Piece {
                    role,
                    from,
                    targets,
                })
            }
        }
        Moves::Pawns { step, targets } => {
            let targets = guard.pawn_targets(step, targets);
            if targets.is_empty() {
                ControlFlow::Continue(())
            } else {
                visit(Moves::Pawns { step, targets })
            }
        }
        // En passant empties two squares at once: always looked at by itself.
        Moves::One(r#move) if !check::is_safe(board, r#move) => ControlFlow::Continue(()),
        Moves::One(_) => visit(moves),
    })
}

/// What the king of the side to move has to fear.
#[derive(Clone, Copy, Debug)]
struct Guard<'b> {
    board: &'b Board,
    us: Color,
    peril: Peril,
}

/// How far moves have to be looked at one by one.
#[derive(Clone, Copy, Debug)]
enum Peril {
    /// There is no king.
    None,
    /// The king is in check: every move is.
    Check,
    /// Moves that empty one of the first squares, or end on one of the second, may uncover a check.
    Squares {
        emptied: Bitboard,
        reached: Bitboard,
    },
}

impl<'b> Guard<'b> {
    fn new(board: &'b Board) -> Self {
        let us = board.turn();
        let peril = match board.king(us) {
            None => Peril::None,
            Some(_) if !checkers(board).is_empty() => Peril::Check,
            Some(king) => Self::squares(board, king),
        };
        Self { board, us, peril }
    }

    /// Without check, one arises in three ways only. A line to the king, or to the square whence enemies fall on it,
    /// opens: a move empties two squares at most, so lines with more men between do not matter. An enemy vanishes
    /// who stood where another would fall after the capture, or arrive before it falls. Or a man of ours comes to
    /// stand where a pawn may capture it and fall on the king.
    fn squares(board: &Board, king: Square) -> Peril {
        let (us, them) = (board.turn(), board.turn().other());
        let [pawns, _, bishops, rooks, queens, _] = board.roles;
        let occupied = board.occupied();
        let (under, over) = (
            below(them, Bitboard::of(king)),
            above(them, Bitboard::of(king)),
        );
        let mut emptied = under | over;
        for aim in over | Bitboard::of(king) {
            let snipers = attacks::rook(aim, Bitboard::EMPTY) & (rooks | queens)
                | attacks::bishop(aim, Bitboard::EMPTY) & (bishops | queens);
            for sniper in snipers & board.side(them) {
                let shield = attacks::between(aim, sniper) & occupied;
                if shield.len() <= 2 {
                    emptied |= shield;
                }
            }
        }
        let promoters = over
            .first()
            .filter(|square| Bitboard::back_rank(us).contains(*square))
            .map_or(Bitboard::EMPTY, |square| {
                attacks::pawn(us, square) & pawns & board.side(them)
            });
        let reached = if promoters.is_empty() {
            Bitboard::EMPTY
        } else {
            over
        };
        Peril::Squares { emptied, reached }
    }

    /// The targets of one piece, other than a pawn, to which it may go.
    fn piece_targets(
        &self,
        role: Role,
        from: Square,
        targets: Bitboard,
        null_moves: bool,
    ) -> Bitboard {
        let (board, us) = (self.board, self.us);
        let origin = Bitboard::of(from);
        let mover = |to| Move {
            from,
            to,
            kind: MoveKind::Plain,
            role,
        };
        if role == Role::King {
            let safe = |to| check::is_safe(board, mover(to));
            return filtered(targets, Bitboard::ALL, safe);
        }
        let mut targets = targets & !bottom(us) & !above(us, board.side(us) & !origin);
        if !null_moves {
            // One step up and back changes something only by a capture.
            targets &= !above(us, origin) | board.occupied();
        }
        let doubtful = match self.peril {
            Peril::None => return targets,
            Peril::Check => Bitboard::ALL,
            Peril::Squares { emptied, .. } if emptied.contains(from) => Bitboard::ALL,
            Peril::Squares { emptied, reached } => {
                let captured = emptied & board.side(us.other());
                captured | above(us, captured | reached)
            }
        };
        filtered(targets, doubtful, |to| check::is_safe(board, mover(to)))
    }

    /// The targets of pawns that all take the same step to which they may go.
    fn pawn_targets(&self, step: i8, targets: Bitboard) -> Bitboard {
        let (board, us) = (self.board, self.us);
        let straight = step % 8 == 0;
        // A straight promotion falls back to the square it left; a capturing one may meet an own piece there.
        let barred = if straight {
            Bitboard::EMPTY
        } else {
            above(us, board.side(us)) & bottom(us.other())
        };
        let targets = targets & !barred;
        let doubtful = match self.peril {
            Peril::None => return targets,
            Peril::Check => Bitboard::ALL,
            Peril::Squares { emptied, reached } => {
                let captured = emptied & board.side(us.other());
                emptied.shifted(step) | captured | reached | above(us, captured)
            }
        };
        filtered(targets, doubtful, |to| {
            let from = Square::from_index((to.index() as u8).wrapping_add_signed(-step));
            // What the pawn becomes does not matter to the own king.
            let kind = if Bitboard::ENDS.contains(to) {
                MoveKind::Promotion(Role::Queen)
            } else {
                MoveKind::Plain
            };
            let role = Role::Pawn;
            check::is_safe(
                board,
                Move {
                    from,
                    to,
                    kind,
                    role,
                },
            )
        })
    }
}

/// The targets without the doubtful ones that are not `safe`.
fn filtered(targets: Bitboard, doubtful: Bitboard, safe: impl Fn(Square) -> bool) -> Bitboard {
    (targets & doubtful)
        .filter(|&to| !safe(to))
        .fold(targets, |left, to| left & !Bitboard::of(to))
}
