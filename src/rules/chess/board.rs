//! The board of the chess family: what stands where, who moves, rights and clocks. It knows how pieces attack and what
//! a move does, not which moves are legal.

use super::attacks;
use super::bitboard::Bitboard;
use super::moves::{Move, MoveKind};
use crate::notation::chess::Wing;
use crate::notation::{Color, Role, Square};
use crate::rules::{BoardShape, BoardView, Capture, Effect, Piece};
use smallvec::smallvec;

/// A position of the chess family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pub(in crate::rules) roles: [Bitboard; 6],
    pub(in crate::rules) colors: [Bitboard; 2],
    /// The rooks that may still castle, of both sides: at most one on each side of an unmoved king.
    pub(in crate::rules) castling: Bitboard,
    /// The square that a pawn has just passed over.
    pub(in crate::rules) en_passant: Option<Square>,
    pub(in crate::rules) turn: Color,
    /// Half-moves since the last capture or pawn move.
    pub(in crate::rules) half_moves: u32,
    /// The number of the move about to be made.
    pub(in crate::rules) number: u32,
}

impl Board {
    /// A board without pieces, White to move.
    pub(in crate::rules) const VACANT: Self = Self {
        roles: [Bitboard::EMPTY; 6],
        colors: [Bitboard::EMPTY; 2],
        castling: Bitboard::EMPTY,
        en_passant: None,
        turn: Color::White,
        half_moves: 0,
        number: 1,
    };

    /// The usual array.
    #[must_use]
    pub fn start() -> Self {
        let mut board = Self {
            castling: Bitboard(0x8100_0000_0000_0081),
            ..Self::VACANT
        };
        let back = [
            Role::Rook,
            Role::Knight,
            Role::Bishop,
            Role::Queen,
            Role::King,
            Role::Bishop,
            Role::Knight,
            Role::Rook,
        ];
        for (file, role) in (0..8).zip(back) {
            for (color, rank, ahead) in [(Color::White, 0, 1), (Color::Black, 7, 6)] {
                board.put(Square::new(file, rank), Piece { color, role });
                board.put(
                    Square::new(file, ahead),
                    Piece {
                        color,
                        role: Role::Pawn,
                    },
                );
            }
        }
        board
    }

    /// Puts a piece on a vacant square.
    pub(in crate::rules) fn put(&mut self, square: Square, piece: Piece) {
        self.roles[piece.role as usize] |= Bitboard::of(square);
        self.colors[piece.color.index()] |= Bitboard::of(square);
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// All pieces.
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The pieces of one side.
    #[must_use]
    pub const fn side(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The pieces of one side and kind.
    #[must_use]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.colors[color.index()] & self.roles[role as usize]
    }

    /// What stands on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::ALL
            .into_iter()
            .find(|&color| self.side(color).contains(square))?;
        self.role_at(square).map(|role| Piece { color, role })
    }

    /// The kind of piece that stands on a square.
    pub(in crate::rules) fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|&role| self.roles[role as usize].contains(square))
    }

    /// The king's square; in a game whose kings are captured there may be none.
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).first()
    }

    /// The pieces of `by` that attack `square`, were the squares `occupied` taken.
    ///
    /// Always inlined: it is asked of every move, and what it nearly always takes is less than a call.
    #[inline(always)]
    pub(in crate::rules) fn attackers(
        &self,
        square: Square,
        by: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        let side = self.side(by);
        let leapers = attacks::pawn(by.other(), square) & pawns
            | attacks::knight(square) & knights
            | attacks::king(square) & kings;
        // Most squares, kings' above all, share a line with no slider that might attack along it.
        let oblique = attacks::diagonals(square) & (bishops | queens) & side;
        let straight = attacks::file_and_rank(square) & (rooks | queens) & side;
        if (oblique | straight).is_empty() {
            leapers & side
        } else {
            leapers & side | sliders(square, oblique, straight, occupied)
        }
    }

    /// The pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        match self.king(self.turn) {
            Some(king) => self.attackers(king, self.turn.other(), self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// The rook with which `color` may still castle to `wing`.
    pub(in crate::rules) fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let king = self.king(color)?;
        let rooks = self.castling & Bitboard::back_rank(color);
        match wing {
            Wing::King => rooks.last().filter(|rook| rook.file() > king.file()),
            Wing::Queen => rooks.first().filter(|rook| rook.file() < king.file()),
        }
    }

    /// What stands between king and rook, or on their squares of arrival: castling needs none of it.
    pub(in crate::rules) fn castling_obstacles(
        &self,
        king: Square,
        rook: Square,
        wing: Wing,
    ) -> Bitboard {
        let (king_to, rook_to) = castled(king, wing);
        let path = attacks::between(king, king_to)
            | attacks::between(rook, rook_to)
            | Bitboard::of(king_to)
            | Bitboard::of(rook_to);
        path & self.occupied() & !Bitboard::of(king) & !Bitboard::of(rook)
    }

    /// The piece that `r#move` captures, and where it stands.
    pub(in crate::rules) fn captured(&self, r#move: Move) -> Option<(Square, Piece)> {
        let square = match r#move.kind {
            MoveKind::Castle => return None,
            MoveKind::EnPassant => Square::new(r#move.to.file(), r#move.from.rank()),
            MoveKind::Plain | MoveKind::Promotion(_) => r#move.to,
        };
        if !self.side(self.turn.other()).contains(square) {
            return None;
        }
        self.role_at(square).map(|role| {
            (
                square,
                Piece {
                    color: self.turn.other(),
                    role,
                },
            )
        })
    }

    /// Whether `r#move` captures.
    pub(in crate::rules) fn captures(&self, r#move: Move) -> bool {
        match r#move.kind {
            MoveKind::Castle => false,
            MoveKind::EnPassant => true,
            MoveKind::Plain | MoveKind::Promotion(_) => {
                self.side(self.turn.other()).contains(r#move.to)
            }
        }
    }

    /// Makes a move of the side to move. After every double step the square passed over is open to en passant.
    #[inline(always)]
    pub(in crate::rules) fn play(&mut self, r#move: Move) {
        let Move {
            from,
            to,
            role,
            kind,
        } = r#move;
        let (us, them) = (self.turn, self.turn.other());
        if kind == MoveKind::Castle {
            self.play_castling(from, r#move.wing());
        } else {
            let captures = self.side(them).contains(to);
            self.half_moves = if captures || role == Role::Pawn {
                0
            } else {
                self.half_moves.saturating_add(1)
            };
            let mut cleared = Bitboard::of(from) | Bitboard::of(to);
            if kind == MoveKind::EnPassant {
                cleared |= Bitboard::of(Square::new(to.file(), from.rank()));
            }
            for squares in &mut self.roles {
                *squares &= !cleared;
            }
            self.colors[us.index()] &= !cleared;
            self.colors[them.index()] &= !cleared;
            self.castling &= !cleared;
            self.roles[r#move.arriving() as usize] |= Bitboard::of(to);
            self.colors[us.index()] |= Bitboard::of(to);
        }
        if role == Role::King {
            self.castling &= !Bitboard::back_rank(us);
        }
        let double_step = role == Role::Pawn && from.index().abs_diff(to.index()) == 16;
        self.en_passant =
            double_step.then(|| Square::from_index(((from.index() + to.index()) / 2) as u8));
        self.end_turn();
    }

    #[cold]
    fn play_castling(&mut self, king: Square, wing: Wing) {
        let us = self.turn;
        self.half_moves = self.half_moves.saturating_add(1);
        let Some(rook) = self.castling_rook(us, wing) else {
            return;
        };
        let (king_to, rook_to) = castled(king, wing);
        let cleared = Bitboard::of(king) | Bitboard::of(rook);
        self.roles[Role::King as usize] &= !cleared;
        self.roles[Role::Rook as usize] &= !cleared;
        self.colors[us.index()] &= !cleared;
        self.put(
            king_to,
            Piece {
                color: us,
                role: Role::King,
            },
        );
        self.put(
            rook_to,
            Piece {
                color: us,
                role: Role::Rook,
            },
        );
    }

    /// Carries the piece, now a `role`, that the side not to move has just brought to `from` on to `to`, as a second
    /// operation of the same move; it captures what stands there.
    #[inline]
    pub(in crate::rules) fn go_on(&mut self, role: Role, from: Square, to: Square) {
        let (us, them) = (self.turn.other(), self.turn);
        let (left, reached) = (Bitboard::of(from), Bitboard::of(to));
        if self.side(them).contains(to) {
            self.half_moves = 0;
            for squares in &mut self.roles {
                *squares &= !reached;
            }
            self.colors[them.index()] &= !reached;
        }
        self.roles[role as usize] ^= left | reached;
        self.colors[us.index()] ^= left | reached;
        self.castling &= !(left | reached);
    }

    /// Passes the turn: en passant lapses, clocks go on.
    pub(in crate::rules) fn pass(&mut self) {
        self.half_moves = self.half_moves.saturating_add(1);
        self.en_passant = None;
        self.end_turn();
    }

    fn end_turn(&mut self) {
        // Not branched upon, as it is every other time.
        self.number = self.number.saturating_add(self.turn.index() as u32);
        self.turn = self.turn.other();
    }

    /// What `r#move` does, for people.
    pub(in crate::rules) fn effect(&self, r#move: Move) -> Effect {
        Effect {
            placement: false,
            path: smallvec![r#move.from.into(), r#move.to.into()],
            captures: self
                .captured(r#move)
                .map(|(square, piece)| Capture {
                    cell: square.into(),
                    piece: piece.fen(),
                    operation: 1,
                })
                .into_iter()
                .collect(),
            promotion: r#move.promotion(),
            en_passant: r#move.kind == MoveKind::EnPassant,
            castling: r#move.kind == MoveKind::Castle,
        }
    }

    /// The board for drawing.
    pub(in crate::rules) fn view(&self) -> BoardView {
        let cell = |square| self.piece_at(square).map_or('.', Piece::fen);
        BoardView {
            shape: BoardShape::Square(8),
            rows: (0..8)
                .rev()
                .map(|rank| (0..8).map(|file| cell(Square::new(file, rank))).collect())
                .collect(),
            turn: self.turn,
            groups: None,
        }
    }
}

/// Which of the pieces on a square's diagonals and on its file and rank attack it.
pub(super) fn sliders(
    square: Square,
    oblique: Bitboard,
    straight: Bitboard,
    occupied: Bitboard,
) -> Bitboard {
    let mut hits = Bitboard::EMPTY;
    if !oblique.is_empty() {
        hits |= attacks::bishop(square, occupied) & oblique;
    }
    if !straight.is_empty() {
        hits |= attacks::rook(square, occupied) & straight;
    }
    hits
}

/// Where king and rook stand after castling, wherever they came from.
pub(in crate::rules) const fn castled(king: Square, wing: Wing) -> (Square, Square) {
    match wing {
        Wing::King => (Square::new(6, king.rank()), Square::new(5, king.rank())),
        Wing::Queen => (Square::new(2, king.rank()), Square::new(3, king.rank())),
    }
}
