//! Legality where a king must not be left capturable: pins, checks, castling.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::{Board, castled, sliders};
use super::moves::{Flow, Move, MoveKind, Moves, Scope};
use crate::notation::chess::Wing;
use crate::notation::{Color, Role, Square};
use crate::rules::Outlook;

impl Board {
    /// Visits the moves that do not leave the own king capturable, castling too.
    pub(in crate::rules) fn legal(&self, visit: &mut impl FnMut(Moves) -> Flow) -> Flow {
        let (us, them) = (self.turn, self.turn.other());
        let Some(king) = self.king(us) else {
            return self.pseudo_legal(Scope::ALL, visit);
        };
        let checkers = self.attackers(king, them, self.occupied());
        self.legal_king_moves(king, !checkers.is_empty(), visit)?;
        let answers = match checkers.first() {
            None => Bitboard::ALL,
            Some(_) if checkers.is_many() => return Flow::Continue(()),
            Some(checker) => attacks::between(king, checker) | checkers,
        };
        let pinned = self.pinned(king);
        // En passant empties two squares at once, so pin and check masks do not fit it.
        let captures = answers & !self.en_passant.map_or(Bitboard::EMPTY, Bitboard::of);
        let free = !pinned & !Bitboard::of(king);
        self.pseudo_legal(
            Scope {
                from: free,
                quiet: answers,
                captures,
            },
            visit,
        )?;
        for from in pinned & !self.roles[Role::Knight as usize] {
            let line = attacks::aligned(king, from);
            let scope = Scope {
                from: Bitboard::of(from),
                quiet: answers & line,
                captures: captures & line,
            };
            self.pseudo_legal(scope, visit)?;
        }
        if let Some(to) = self.en_passant {
            for from in attacks::pawn(them, to) & self.pieces(us, Role::Pawn) {
                let r#move = Move {
                    from,
                    to,
                    kind: MoveKind::EnPassant,
                    role: Role::Pawn,
                };
                if self.keeps_king_safe(r#move) {
                    visit(Moves::One(r#move))?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Visits the king's steps and, out of check, castling.
    fn legal_king_moves(
        &self,
        king: Square,
        in_check: bool,
        visit: &mut impl FnMut(Moves) -> Flow,
    ) -> Flow {
        let (us, them) = (self.turn, self.turn.other());
        // The king does not shelter the squares behind it.
        let occupied = self.occupied() ^ Bitboard::of(king);
        let steps = attacks::king(king) & !self.side(us);
        let may_castle = !in_check && !(self.castling & Bitboard::back_rank(us)).is_empty();
        let castlings = [Wing::King, Wing::Queen].map(|wing| {
            if may_castle {
                self.castling_move(wing)
            } else {
                None
            }
        });
        let targets = if steps.is_many() || castlings != [None; 2] {
            let attacked = self.attacked(them, occupied);
            for r#move in castlings.into_iter().flatten() {
                let crossed = attacks::between(king, r#move.to) | Bitboard::of(r#move.to);
                if (crossed & attacked).is_empty() && self.uncovered(r#move).is_empty() {
                    visit(Moves::One(r#move))?;
                }
            }
            steps & !attacked
        } else {
            steps
                .filter(|&to| self.attackers(to, them, occupied).is_empty())
                .fold(Bitboard::EMPTY, |set, to| set | Bitboard::of(to))
        };
        if targets.is_empty() {
            Flow::Continue(())
        } else {
            visit(Moves::Piece {
                role: Role::King,
                from: king,
                targets,
            })
        }
    }

    /// The squares that `by` attacks, were the squares `occupied` taken.
    fn attacked(&self, by: Color, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] =
            self.roles.map(|role| role & self.side(by));
        let ahead = if by == Color::White { 8 } else { -8 };
        let mut set = (pawns & !Bitboard::file(0)).shifted(ahead - 1)
            | (pawns & !Bitboard::file(7)).shifted(ahead + 1);
        for from in knights {
            set |= attacks::knight(from);
        }
        for from in bishops | queens {
            set |= attacks::bishop(from, occupied);
        }
        for from in rooks | queens {
            set |= attacks::rook(from, occupied);
        }
        for from in kings {
            set |= attacks::king(from);
        }
        set
    }

    /// The pieces of the side to move that alone stand between its king and an enemy slider.
    fn pinned(&self, king: Square) -> Bitboard {
        let (us, them) = (self.turn, self.turn.other());
        let [_, _, bishops, rooks, queens, _] = self.roles;
        let snipers = attacks::rook(king, self.side(them)) & (rooks | queens)
            | attacks::bishop(king, self.side(them)) & (bishops | queens);
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers & self.side(them) {
            let shield = attacks::between(king, sniper) & self.side(us);
            if !shield.is_many() {
                pinned |= shield;
            }
        }
        pinned
    }

    /// Whether a pseudo-legal move leaves the own king safe; for castling, on all squares that it crosses.
    #[inline]
    pub(in crate::rules) fn keeps_king_safe(&self, r#move: Move) -> bool {
        let is_other = matches!(r#move.kind, MoveKind::Castle | MoveKind::EnPassant);
        match self.king(self.turn) {
            _ if is_other || r#move.role == Role::King => self.king_danger(r#move).is_none(),
            // Nearly all moves take this short way to the same.
            Some(king) => self.exposers(king, r#move).is_empty(),
            None => true,
        }
    }

    /// The attackers of the own king once another piece has moved.
    #[inline(always)]
    fn exposers(&self, king: Square, r#move: Move) -> Bitboard {
        let (left, reached) = (Bitboard::of(r#move.from), Bitboard::of(r#move.to));
        let occupied = self.occupied() ^ left | reached;
        self.attackers(king, self.turn.other(), occupied) & !reached
    }

    /// Whether the king of the side to move has a square to step to. Sooner found than that it has none.
    pub(super) fn king_can_step(&self) -> bool {
        let (us, them) = (self.turn, self.turn.other());
        self.king(us).is_some_and(|king| {
            let occupied = self.occupied() ^ Bitboard::of(king);
            let mut steps = attacks::king(king) & !self.side(us);
            steps.any(|to| self.attackers(to, them, occupied).is_empty())
        })
    }

    /// Whether the king of the side to move is attacked, and else whether a slider might attack it once pieces move.
    #[inline]
    pub(super) fn outlook(&self) -> Outlook {
        let (us, them) = (self.turn, self.turn.other());
        let Some(king) = self.king(us) else {
            return Outlook::Unknown;
        };
        let [pawns, knights, bishops, rooks, queens, _] = self.roles;
        let side = self.side(them);
        let leapers = (attacks::pawn(us, king) & pawns | attacks::knight(king) & knights) & side;
        let oblique = attacks::diagonals(king) & (bishops | queens) & side;
        let straight = attacks::file_and_rank(king) & (rooks | queens) & side;
        if (oblique | straight | leapers).is_empty() {
            Outlook::Sheltered
        } else if (leapers | sliders(king, oblique, straight, self.occupied())).is_empty() {
            Outlook::Calm
        } else {
            Outlook::Attacked
        }
    }

    /// The square on which a pseudo-legal move would leave the own king capturable, and the attackers there.
    pub(in crate::rules) fn king_danger(&self, r#move: Move) -> Option<(Square, Bitboard)> {
        let Move {
            from,
            to,
            role,
            kind,
        } = r#move;
        let (us, them) = (self.turn, self.turn.other());
        let danger = |square, occupied, gone: Bitboard| {
            let attackers = self.attackers(square, them, occupied) & !gone;
            (!attackers.is_empty()).then_some((square, attackers))
        };
        let occupied = self.occupied();
        let (left, reached) = (Bitboard::of(from), Bitboard::of(to));
        match kind {
            MoveKind::Castle => std::iter::once(from)
                .chain(attacks::between(from, to) | reached)
                .find_map(|square| danger(square, occupied ^ left, Bitboard::EMPTY))
                .or_else(|| {
                    self.uncovered(r#move)
                        .first()
                        .map(|by| (to, Bitboard::of(by)))
                }),
            _ if role == Role::King => danger(to, occupied ^ left | reached, reached),
            MoveKind::EnPassant => {
                let taken = Bitboard::of(Square::new(to.file(), from.rank()));
                danger(self.king(us)?, (occupied ^ left ^ taken) | reached, taken)
            }
            MoveKind::Plain | MoveKind::Promotion(_) => {
                let king = self.king(us)?;
                let exposers = self.exposers(king, r#move);
                (!exposers.is_empty()).then_some((king, exposers))
            }
        }
    }

    /// The attackers from which the rook has sheltered the king's square of arrival: in Chess960 it may leave them a
    /// way along the back rank by castling.
    fn uncovered(&self, r#move: Move) -> Bitboard {
        let Move { from, to, .. } = r#move;
        let (us, them) = (self.turn, self.turn.other());
        let rook = self
            .castling_rook(us, r#move.wing())
            .map_or(Bitboard::EMPTY, Bitboard::of);
        let arrived = Bitboard::of(castled(from, r#move.wing()).1);
        let occupied = self.occupied() & !Bitboard::of(from) & !rook | arrived;
        let straight = self.pieces(them, Role::Rook) | self.pieces(them, Role::Queen);
        attacks::rook(to, occupied) & Bitboard::back_rank(us) & straight
    }
}
