//! Move words against a board: from the word to its pseudo-legal readings, by looking back from the target square, and
//! from a move to its canonical word. No move list is ever made.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::{Board, castled};
use super::moves::{Move, MoveKind, PROMOTIONS};
use crate::notation::chess::{CaptureMark, ChessMoveText, PieceMoveText, Wing};
use crate::notation::letters::Letters;
use crate::notation::{Color, Role, San, Square};
use std::fmt::Write;

/// The moves, pseudo-legal but for the king's safety, that a word may mean: one piece each, all else alike.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Readings {
    sources: Bitboard,
    to: Square,
    kind: MoveKind,
    role: Role,
}

impl Readings {
    /// The reading of a word that means nothing here.
    const NONE: Self = Self {
        sources: Bitboard::EMPTY,
        to: Square::from_index(0),
        kind: MoveKind::Plain,
        role: Role::Pawn,
    };

    fn castling(r#move: Option<Move>) -> Self {
        r#move.map_or(
            Self::NONE,
            |Move {
                 from,
                 to,
                 kind,
                 role,
             }| Self {
                sources: Bitboard::of(from),
                to,
                kind,
                role,
            },
        )
    }

    /// The only reading that is `legal`, if there is exactly one.
    #[inline]
    pub(in crate::rules) fn only(self, legal: impl Fn(Move) -> bool) -> Option<Move> {
        let mut only = None;
        // Nearly all words leave a single piece to ask about.
        for r#move in self {
            if legal(r#move) && only.replace(r#move).is_some() {
                return None;
            }
        }
        only
    }
}

impl Iterator for Readings {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let from = self.sources.next()?;
        Some(Move {
            from,
            to: self.to,
            kind: self.kind,
            role: self.role,
        })
    }
}

impl Board {
    /// The readings of a move word: a castling move that nothing obstructs, or pieces that reach the target. A second
    /// operation is none of the moves that all games have.
    ///
    /// Whether a capture is written does not matter.
    #[inline]
    pub(in crate::rules) fn readings(&self, word: &ChessMoveText, letters: &Letters) -> Readings {
        match word.fall() {
            Some(_) => Readings::NONE,
            None => self.first_readings(word, letters),
        }
    }

    /// The readings of a word in a game that knows second operations, whatever it says of one.
    #[inline]
    pub(in crate::rules) fn first_readings(
        &self,
        word: &ChessMoveText,
        letters: &Letters,
    ) -> Readings {
        match word {
            ChessMoveText::Castle(wing) => Readings::castling(self.castling_move(*wing)),
            ChessMoveText::Piece(text) => self.piece_readings(text, letters),
        }
    }

    /// The readings of a plain word, which [`Self::readings`] would give too.
    ///
    /// Always inlined: nine words of ten come here.
    #[inline(always)]
    pub(in crate::rules) fn san_readings(&self, san: San, letters: &Letters) -> Readings {
        let to = san.to();
        let (role, kind, file) = match san.piece().map(|letter| letters.role(letter)) {
            None if self.en_passant == Some(to) => {
                (Role::Pawn, MoveKind::EnPassant, san.from_file())
            }
            None => (Role::Pawn, MoveKind::Plain, san.from_file()),
            // A pawn that is named may go anywhere and promote: that takes more than a plain word.
            Some(Some(Role::Pawn)) => return Readings::NONE,
            Some(Some(role)) => (role, MoveKind::Plain, san.from_file()),
            Some(None) => return Readings::NONE,
        };
        let file = file.or((role == Role::Pawn).then_some(to.file()));
        let mut origins = file.map_or(Bitboard::ALL, Bitboard::file);
        if let Some(rank) = san.from_rank() {
            origins &= Bitboard::rank(rank);
        }
        self.sources(role, to, kind, origins)
    }

    #[inline]
    fn piece_readings(&self, text: &PieceMoveText, letters: &Letters) -> Readings {
        let Some(role) = self.role_meant(text, letters) else {
            return Readings::NONE;
        };
        let to = text.to;
        let promotes = role == Role::Pawn && Bitboard::back_rank(self.turn.other()).contains(to);
        let may_castle = role == Role::King && text.from().is_some();
        if text.promotion.is_none() && text.captured.is_none() && !promotes && !may_castle {
            // Nearly all words.
            let passes = role == Role::Pawn && self.en_passant == Some(to);
            let kind = if passes {
                MoveKind::EnPassant
            } else {
                MoveKind::Plain
            };
            return self.sources(role, to, kind, origins(text, role));
        }
        if let Some(wing) = self.castling_meant(text, role) {
            return Readings::castling(self.castling_move(wing));
        }
        let promotion = text.promotes_to(letters);
        let kind = match promotion {
            Some(Some(role)) if promotes && PROMOTIONS.contains(&role) => MoveKind::Promotion(role),
            None if !promotes && role == Role::Pawn && self.en_passant == Some(to) => {
                MoveKind::EnPassant
            }
            None if !promotes => MoveKind::Plain,
            _ => return Readings::NONE,
        };
        if let Some(named) = text.captured {
            let taken = if kind == MoveKind::EnPassant {
                Some(Role::Pawn)
            } else {
                self.role_at(to)
            };
            if taken.is_none() || letters.role(named) != taken {
                return Readings::NONE;
            }
        }
        self.sources(role, to, kind, origins(text, role))
    }

    /// The piece that a word is about: its letter's; without a letter, what stands on a full origin, else a pawn.
    fn role_meant(&self, text: &PieceMoveText, letters: &Letters) -> Option<Role> {
        match (text.piece, text.from_file, text.from_rank) {
            (Some(letter), ..) => letters.role(letter),
            (None, Some(file), Some(rank)) => self.role_at(Square::new(file, rank)),
            (None, ..) => Some(Role::Pawn),
        }
    }

    /// Castling written in coordinates: the king onto its own rook (`e1h1`), or further than it can step onto the
    /// square where castling takes it (`e1g1`).
    pub(super) fn castling_meant(&self, text: &PieceMoveText, role: Role) -> Option<Wing> {
        let (Some(file), Some(rank)) = (text.from_file, text.from_rank) else {
            return None;
        };
        let (king, to) = (Square::new(file, rank), text.to);
        let home = Bitboard::back_rank(self.turn);
        if role != Role::King
            || self.king(self.turn) != Some(king)
            || !home.contains(king)
            || !home.contains(to)
        {
            return None;
        }
        let wing = if to.file() > king.file() {
            Wing::King
        } else {
            Wing::Queen
        };
        let onto_rook = self.pieces(self.turn, Role::Rook).contains(to);
        let leaps = to.file().abs_diff(king.file()) >= 2 && castled(king, wing).0 == to;
        (onto_rook || leaps).then_some(wing)
    }

    /// The pieces of `role` among `origins` that reach `to`, as readings of `kind`.
    #[inline]
    pub(in crate::rules) fn sources(
        &self,
        role: Role,
        to: Square,
        kind: MoveKind,
        origins: Bitboard,
    ) -> Readings {
        let us = self.turn;
        if self.side(us).contains(to) {
            return Readings::NONE;
        }
        let reach = match role {
            Role::Pawn if kind == MoveKind::EnPassant || self.side(us.other()).contains(to) => {
                attacks::pawn(us.other(), to)
            }
            Role::Pawn => self.pawn_steps_to(to),
            role => attacks::of(role, us, to, self.occupied()),
        };
        Readings {
            sources: reach & self.pieces(us, role) & origins,
            to,
            kind,
            role,
        }
    }

    /// Where a pawn of the side to move may stand that steps onto the vacant square `to`.
    fn pawn_steps_to(&self, to: Square) -> Bitboard {
        let (back, fourth_rank) = match self.turn {
            Color::White => (-8, 3),
            Color::Black => (8, 4),
        };
        let single = Bitboard::of(to).shifted(back);
        let passes = to.rank() == fourth_rank && (single & self.occupied()).is_empty();
        if passes {
            single | single.shifted(back)
        } else {
            single
        }
    }

    /// Writes a legal move in SAN without check marks. `legal` says which moves are legal: the origin is named as far
    /// as needed to tell the move from these.
    pub(in crate::rules) fn write_san(
        &self,
        r#move: Move,
        letters: &Letters,
        legal: impl Fn(Move) -> bool,
        out: &mut String,
    ) {
        let Move {
            from,
            to,
            kind,
            role,
        } = r#move;
        if kind == MoveKind::Castle {
            out.push_str(if r#move.wing() == Wing::King {
                "O-O"
            } else {
                "O-O-O"
            });
            return;
        }
        let captures = self.captured(r#move).is_some();
        if role == Role::Pawn {
            if captures {
                out.push(file_letter(from));
            }
        } else {
            out.push_str(letters.letter(role, self.turn));
            let rivals = self
                .sources(role, to, kind, !Bitboard::of(from))
                .filter(|&rival| legal(rival))
                .fold(Bitboard::EMPTY, |set, rival| set | Bitboard::of(rival.from));
            let on_file = !(rivals & Bitboard::file(from.file())).is_empty();
            let on_rank = !(rivals & Bitboard::rank(from.rank())).is_empty();
            if !rivals.is_empty() && (!on_file || on_rank) {
                out.push(file_letter(from));
            }
            if on_file {
                out.push((b'1' + from.rank()) as char);
            }
        }
        if captures {
            out.push('x');
        }
        // Writing to a string cannot fail.
        let _ = write!(out, "{to}");
        if let Some(role) = r#move.promotion() {
            out.push('=');
            out.push_str(letters.letter(role, self.turn));
        }
    }
}

/// The squares that a word allows as origin. A bare `e4` is a pawn's step on its file, never a capture from another:
/// that would take a reader's slip for a move.
#[inline]
pub(super) fn origins(text: &PieceMoveText, role: Role) -> Bitboard {
    let stays = role == Role::Pawn && text.capture != CaptureMark::Capture;
    let file = text
        .from_file
        .or(stays.then_some(text.to.file()))
        .map_or(Bitboard::ALL, Bitboard::file);
    let rank = text.from_rank.map_or(Bitboard::ALL, Bitboard::rank);
    file & rank
}

fn file_letter(square: Square) -> char {
    (b'a' + square.file()) as char
}

/// Writes a move as origin, target and promotion letter.
pub(in crate::rules) fn write_coords(
    from: Square,
    to: Square,
    promotion: Option<Role>,
    out: &mut String,
) {
    // Writing to a string cannot fail.
    let _ = write!(out, "{from}{to}");
    out.extend(promotion.map(|role| role.letter().to_ascii_lowercase()));
}
