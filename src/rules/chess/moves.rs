//! Moves, and the pseudo-legal generator of the whole family.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::{Board, castled};
use crate::notation::chess::Wing;
use crate::notation::{Color, Role, Square};
use std::ops::ControlFlow;

/// A move of the chess family.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Where the piece stands; castling: the king.
    pub from: Square,
    /// Where it goes; castling: the king's square of arrival.
    pub to: Square,
    /// What happens besides.
    pub kind: MoveKind,
    /// The piece that moves.
    pub role: Role,
}

/// What happens in a move besides going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveKind {
    /// Nothing but perhaps a capture on the target.
    Plain,
    /// A pawn captures another in passing.
    EnPassant,
    /// The rook goes too; the target's file tells the wing.
    Castle,
    /// The pawn becomes another piece.
    Promotion(Role),
}

/// What a pawn may become.
pub(in crate::rules) const PROMOTIONS: [Role; 4] =
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl Move {
    /// The wing of a castling move.
    #[must_use]
    pub const fn wing(self) -> Wing {
        if self.to.file() == 6 {
            Wing::King
        } else {
            Wing::Queen
        }
    }

    /// What the pawn becomes.
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        match self.kind {
            MoveKind::Promotion(role) => Some(role),
            MoveKind::Plain | MoveKind::EnPassant | MoveKind::Castle => None,
        }
    }

    /// The piece that arrives: what the pawn becomes, else the one that left.
    pub(in crate::rules) const fn arriving(self) -> Role {
        match self.kind {
            MoveKind::Promotion(role) => role,
            MoveKind::Plain | MoveKind::EnPassant | MoveKind::Castle => self.role,
        }
    }
}

/// Moves that share their origin or their step, so that counting them is counting bits.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) enum Moves {
    /// One piece, other than a pawn, with its targets.
    Piece {
        role: Role,
        from: Square,
        targets: Bitboard,
    },
    /// Pawns that all take the same step, by their targets; on the last rank each promotes in four ways.
    Pawns { step: i8, targets: Bitboard },
    /// A single move.
    One(Move),
}

impl Moves {
    /// How many.
    pub(in crate::rules) fn count(self) -> u64 {
        match self {
            Self::Piece { targets, .. } => u64::from(targets.len()),
            Self::Pawns { targets, .. } => {
                u64::from(targets.len() + 3 * (targets & Bitboard::ENDS).len())
            }
            Self::One(_) => 1,
        }
    }

    /// One by one.
    pub(in crate::rules) fn for_each(self, mut visit: impl FnMut(Move)) {
        match self {
            Self::Piece {
                role,
                from,
                targets,
            } => {
                for to in targets {
                    visit(Move {
                        from,
                        to,
                        kind: MoveKind::Plain,
                        role,
                    });
                }
            }
            Self::Pawns { step, targets } => {
                let origin =
                    |to: Square| Square::from_index((to.index() as u8).wrapping_add_signed(-step));
                for to in targets & !Bitboard::ENDS {
                    visit(Move {
                        from: origin(to),
                        to,
                        kind: MoveKind::Plain,
                        role: Role::Pawn,
                    });
                }
                for to in targets & Bitboard::ENDS {
                    for role in PROMOTIONS {
                        visit(Move {
                            from: origin(to),
                            to,
                            kind: MoveKind::Promotion(role),
                            role: Role::Pawn,
                        });
                    }
                }
            }
            Self::One(r#move) => visit(r#move),
        }
    }
}

/// Which pseudo-legal moves to make: the hook by which pins, checks and the variants narrow the generator.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Scope {
    /// Pieces that may move.
    pub(in crate::rules) from: Bitboard,
    /// Targets without capture.
    pub(in crate::rules) quiet: Bitboard,
    /// Targets with capture; en passant counts with the square where the pawn arrives.
    pub(in crate::rules) captures: Bitboard,
}

impl Scope {
    /// Everything.
    pub(in crate::rules) const ALL: Self = Self {
        from: Bitboard::ALL,
        quiet: Bitboard::ALL,
        captures: Bitboard::ALL,
    };

    /// The squares where a piece that captures as it moves may go.
    fn targets(self, board: &Board) -> Bitboard {
        self.quiet & !board.occupied() | self.captures & board.side(board.turn.other())
    }
}

/// What a visitor of moves says: go on, or enough.
pub(super) type Flow = ControlFlow<()>;

impl Board {
    /// Visits the moves by which pieces go where they attack or pawns step, without regard to the king's safety.
    /// Castling is not among them.
    pub(in crate::rules) fn pseudo_legal(
        &self,
        scope: Scope,
        visit: &mut impl FnMut(Moves) -> Flow,
    ) -> Flow {
        let us = self.turn;
        let occupied = self.occupied();
        let targets = scope.targets(self);
        let movers = self.side(us) & scope.from;
        self.pawn_moves(scope, visit)?;
        let [_, knights, bishops, rooks, queens, kings] = self.roles;
        let mut go = |role, from, attacked: Bitboard| {
            let targets = attacked & targets;
            if targets.is_empty() {
                Flow::Continue(())
            } else {
                visit(Moves::Piece {
                    role,
                    from,
                    targets,
                })
            }
        };
        for from in knights & movers {
            go(Role::Knight, from, attacks::knight(from))?;
        }
        for from in bishops & movers {
            go(Role::Bishop, from, attacks::bishop(from, occupied))?;
        }
        for from in rooks & movers {
            go(Role::Rook, from, attacks::rook(from, occupied))?;
        }
        for from in queens & movers {
            go(Role::Queen, from, attacks::queen(from, occupied))?;
        }
        for from in kings & movers {
            go(Role::King, from, attacks::king(from))?;
        }
        Flow::Continue(())
    }

    /// Whether the piece on `square` has any move in the scope.
    pub(in crate::rules) fn can_move(&self, square: Square, scope: Scope) -> bool {
        match self.role_at(square) {
            Some(Role::Pawn) => self.pawn_moves(scope, &mut |_| Flow::Break(())).is_break(),
            Some(role) => {
                let attacked = attacks::of(role, self.turn, square, self.occupied());
                !(attacked & scope.targets(self)).is_empty()
            }
            None => false,
        }
    }

    fn pawn_moves(&self, scope: Scope, visit: &mut impl FnMut(Moves) -> Flow) -> Flow {
        let us = self.turn;
        let pawns = self.pieces(us, Role::Pawn) & scope.from;
        if pawns.is_empty() {
            return Flow::Continue(());
        }
        let vacant = !self.occupied();
        let (ahead, third_rank) = match us {
            Color::White => (8, Bitboard::rank(2)),
            Color::Black => (-8, Bitboard::rank(5)),
        };
        let single = pawns.shifted(ahead) & vacant;
        // Only a pawn from the second rank stands on the third after a single step.
        let double = (single & third_rank).shifted(ahead) & vacant;
        let enemies = self.side(us.other()) & scope.captures;
        let west = (pawns & !Bitboard::file(0)).shifted(ahead - 1) & enemies;
        let east = (pawns & !Bitboard::file(7)).shifted(ahead + 1) & enemies;
        let sets = [
            (ahead, single & scope.quiet),
            (2 * ahead, double & scope.quiet),
            (ahead - 1, west),
            (ahead + 1, east),
        ];
        for (step, targets) in sets {
            if !targets.is_empty() {
                visit(Moves::Pawns { step, targets })?;
            }
        }
        if let Some(to) = self.en_passant.filter(|&to| scope.captures.contains(to)) {
            for from in attacks::pawn(us.other(), to) & pawns {
                visit(Moves::One(Move {
                    from,
                    to,
                    kind: MoveKind::EnPassant,
                    role: Role::Pawn,
                }))?;
            }
        }
        Flow::Continue(())
    }

    /// The castling move to `wing`, if the right is there and nothing stands in the way; attacks are not looked at.
    pub(in crate::rules) fn castling_move(&self, wing: Wing) -> Option<Move> {
        let from = self.king(self.turn)?;
        let rook = self.castling_rook(self.turn, wing)?;
        let to = castled(from, wing).0;
        let free = self.castling_obstacles(from, rook, wing).is_empty();
        free.then_some(Move {
            from,
            to,
            kind: MoveKind::Castle,
            role: Role::King,
        })
    }
}
