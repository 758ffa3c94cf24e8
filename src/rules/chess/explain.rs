//! Why a word has no legal reading: the causes that all games of the family share. The cold path.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::moves::{Move, MoveKind, PROMOTIONS};
use super::words::origins;
use crate::notation::chess::{ChessMoveText, PieceMoveText, Wing};
use crate::notation::letters::Letters;
use crate::notation::{Color, Role, Square};
use crate::rules::{Piece, Why};

/// What a word that all rules refuse lacks, or the move that it means when only a rule about kings, duties or the end
/// of the game can stand against it.
pub(in crate::rules) enum Shape {
    /// It cannot be played on any board like this.
    Impossible(Why),
    /// Pieces could go that way; the first of them.
    Possible(Move),
}

impl Board {
    /// Judges a word by the way the pieces move, castling attacks left out.
    pub(in crate::rules) fn shape(&self, word: &ChessMoveText, letters: &Letters) -> Shape {
        if let Some(first) = self.readings(word, letters).next() {
            return Shape::Possible(first);
        }
        Shape::Impossible(match word {
            ChessMoveText::Castle(wing) => self.castling_fault(*wing),
            ChessMoveText::Piece(text) => self.piece_fault(text, letters),
        })
    }

    /// Why castling is out: the right, else what stands in the way.
    fn castling_fault(&self, wing: Wing) -> Why {
        let (Some(king), Some(rook)) = (self.king(self.turn), self.castling_rook(self.turn, wing))
        else {
            return Why::CastlingRight { wing };
        };
        let obstacles = self.castling_obstacles(king, rook, wing);
        let nearest = obstacles.min_by_key(|square| square.file().abs_diff(king.file()));
        match nearest.and_then(|by| self.piece_at(by).map(|obstacle| (by, obstacle))) {
            Some((by, obstacle)) => Why::CastlingPath { wing, by, obstacle },
            None => Why::CastlingRight { wing },
        }
    }

    fn piece_fault(&self, text: &PieceMoveText, letters: &Letters) -> Why {
        let us = self.turn;
        for letter in [text.piece, text.captured, text.promotion]
            .into_iter()
            .flatten()
        {
            if letters.role(letter).is_none() {
                return Why::UnknownLetter {
                    letter: letter.to_string(),
                };
            }
        }
        let named = text
            .piece
            .and_then(|letter| letters.role(letter))
            .map(|role| Piece { color: us, role });
        let piece = if let (Some(file), Some(rank)) = (text.from_file, text.from_rank) {
            let from = Square::new(file, rank);
            match self.piece_at(from) {
                Some(found) if found.color == us && named.is_none_or(|named| named == found) => {
                    found
                }
                found => return Why::WrongPiece { from, found, named },
            }
        } else {
            named.unwrap_or(Piece {
                color: us,
                role: Role::Pawn,
            })
        };
        if let Some(wing) = self.castling_meant(text, piece.role) {
            return self.castling_fault(wing);
        }
        if let Some(why) = self.captured_fault(text, letters) {
            return why;
        }
        self.way_fault(text, piece, text.promotes_to(letters).flatten())
    }

    /// Why the piece named as captured is not the one on the target.
    fn captured_fault(&self, text: &PieceMoveText, letters: &Letters) -> Option<Why> {
        let color = self.turn.other();
        let role = letters.role(text.captured?)?;
        let (found, named) = (self.piece_at(text.to), Piece { color, role });
        let passes = role == Role::Pawn && self.en_passant == Some(text.to);
        (found != Some(named) && !passes).then_some(Why::WrongPiece {
            from: text.to,
            found,
            named: Some(named),
        })
    }

    /// Why no `piece` gets to the target: none there, no such way, an own piece on it, a piece in between, promotion.
    fn way_fault(&self, text: &PieceMoveText, piece: Piece, promotion: Option<Role>) -> Why {
        // A second operation that gets here is one that the game does not have.
        let to = text.fall.map_or(text.to, |fall| fall.to);
        let pieces = self.pieces(piece.color, piece.role);
        let mut named = pieces & origins(text, piece.role);
        if named.is_empty() && piece.role == Role::Pawn && text.from_file.is_none() {
            // `e4` says where the pawn arrives; it names no file that could be without pawns.
            named = pieces;
        }
        if named.is_empty() {
            return Why::NoSuchPiece { piece, to };
        }
        let onto_own = self.piece_at(to).filter(|found| found.color == piece.color);
        let ways = named & origins(text, piece.role);
        let ways: Vec<Square> = ways
            .filter(|&from| self.could_go(piece, from, to))
            .collect();
        if ways.is_empty() || text.fall.is_some() {
            if let Some(own) = onto_own.filter(|_| piece.role == Role::Pawn) {
                // `e2` with a pawn on e2: the square says more than the pawns that cannot go there.
                return Why::OwnPiece { to, piece: own };
            }
            if let Some(why) = self.en_passant_fault(text, piece, named) {
                return why;
            }
            return Why::NotReachable {
                piece,
                from: named.collect(),
                to,
            };
        }
        let blocked = ways
            .iter()
            .map(|&from| (self.obstacles(piece, from, to), from))
            .min_by_key(|&(obstacles, from)| (obstacles.len(), distance(from, to)));
        if let Some((obstacles, from)) = blocked {
            let first = obstacles.min_by_key(|&square| distance(from, square));
            if let Some((by, obstacle)) =
                first.and_then(|by| self.piece_at(by).map(|obstacle| (by, obstacle)))
            {
                return Why::Blocked {
                    piece,
                    from,
                    to,
                    by,
                    obstacle,
                };
            }
        }
        if let Some(piece) = onto_own {
            return Why::OwnPiece { to, piece };
        }
        let last_rank = Bitboard::back_rank(piece.color.other()).contains(to);
        if piece.role == Role::Pawn
            && last_rank
            && promotion.is_none_or(|role| !PROMOTIONS.contains(&role))
        {
            return Why::PromotionMissing { to };
        }
        Why::NoPromotion { to }
    }

    /// Why no pawn among `named` captures en passant, for a word that means that: a pawn beside it has passed the
    /// target or could have.
    fn en_passant_fault(
        &self,
        text: &PieceMoveText,
        piece: Piece,
        mut named: Bitboard,
    ) -> Option<Why> {
        let to = text.to;
        let rank = match piece.color {
            Color::White => 4,
            Color::Black => 3,
        };
        let pawn = Square::new(to.file(), rank);
        let from = named
            .find(|from| from.rank() == rank && attacks::pawn(piece.color, *from).contains(to))?;
        let theirs = self.pieces(piece.color.other(), Role::Pawn).contains(pawn);
        let means_it = piece.role == Role::Pawn && text.fall.is_none() && text.promotion.is_none();
        (means_it && theirs && !self.occupied().contains(to)).then_some(Why::NotEnPassant {
            piece,
            from,
            to,
            pawn,
        })
    }

    /// Whether a piece moves that way on an empty board (a pawn: as a step or, with something to take, a capture).
    fn could_go(&self, piece: Piece, from: Square, to: Square) -> bool {
        match piece.role {
            Role::Pawn => {
                let (home, up) = if piece.color == Color::White {
                    (1, 1)
                } else {
                    (6, -1)
                };
                let rise = (to.rank() as i8 - from.rank() as i8) * up;
                let steps =
                    from.file() == to.file() && (rise == 1 || rise == 2 && from.rank() == home);
                let takes = self.occupied().contains(to) || self.en_passant == Some(to);
                steps || attacks::pawn(piece.color, from).contains(to) && takes
            }
            role => attacks::of(role, piece.color, from, Bitboard::EMPTY).contains(to),
        }
    }

    /// What stands between origin and target; for a pawn's step an enemy piece on the target too.
    fn obstacles(&self, piece: Piece, from: Square, to: Square) -> Bitboard {
        let mut way = attacks::between(from, to);
        if piece.role == Role::Pawn && from.file() == to.file() {
            way |= Bitboard::of(to) & self.side(piece.color.other());
        }
        way & self.occupied()
    }

    /// The cause when a possible move leaves the king to be captured.
    pub(in crate::rules) fn danger_fault(&self, r#move: Move) -> Option<Why> {
        let (king, attackers) = self.king_danger(r#move)?;
        let by = attackers.first()?;
        let attacker = self.piece_at(by)?;
        Some(if r#move.kind == MoveKind::Castle {
            Why::CastlingAttacked {
                wing: r#move.wing(),
                square: king,
                by,
                attacker,
            }
        } else {
            Why::KingLeftCapturable {
                king,
                by,
                attacker,
                was_in_check: !self.checkers().is_empty(),
                path: None,
            }
        })
    }
}

/// King steps between two squares.
fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}
