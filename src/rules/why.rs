//! Typed reasons of illegality.

use super::inertia;
use crate::notation::chess::Wing;
use crate::notation::{Color, Role, Square};
use smallvec::SmallVec;
use std::fmt;

/// A coloured piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// The FEN letter: capital for White.
    #[must_use]
    pub const fn fen(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }
}

/// An oriented direction: one of the 16 winds of the compass rose (files to the right, ranks up).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names are the winds' own")]
#[rustfmt::skip]
pub enum Wind { N, NNE, NE, ENE, E, ESE, SE, SSE, S, SSW, SW, WSW, W, WNW, NW, NNW }

impl Wind {
    /// All 16, clockwise from north.
    #[rustfmt::skip]
    pub const ALL: [Self; 16] = [Self::N, Self::NNE, Self::NE, Self::ENE, Self::E, Self::ESE, Self::SE, Self::SSE,
        Self::S, Self::SSW, Self::SW, Self::WSW, Self::W, Self::WNW, Self::NW, Self::NNW];
}

impl fmt::Display for Wind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// Why a move word has no legal reading. The kinds are a closed list that scripts rely on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The letter stands for no piece in the letters in use.
    UnknownLetter {
        /// The letter as written.
        letter: String,
    },
    /// The side to move has no such piece (or none on the file, rank or square named).
    NoSuchPiece {
        /// The piece meant.
        piece: Piece,
        /// The target.
        to: Square,
    },
    /// Another piece, or none, stands on the origin named.
    WrongPiece {
        /// The origin named.
        from: Square,
        /// What stands there.
        found: Option<Piece>,
        /// The piece named, if one was.
        named: Option<Piece>,
    },
    /// Such pieces exist, but none of them moves that way.
    NotReachable {
        /// The piece meant.
        piece: Piece,
        /// Where such pieces stand.
        from: Vec<Square>,
        /// The target.
        to: Square,
    },
    /// A piece is in the way.
    Blocked {
        /// The piece meant.
        piece: Piece,
        /// Where it stands.
        from: Square,
        /// The target.
        to: Square,
        /// Where the obstacle stands.
        by: Square,
        /// The obstacle.
        obstacle: Piece,
    },
    /// An own piece stands on the target.
    OwnPiece {
        /// The target.
        to: Square,
        /// The own piece there.
        piece: Piece,
    },
    /// Inertia forces another move.
    ForcedElsewhere {
        /// The rule, wind and square of the duty.
        forced: super::Forced,
        /// The piece that must move.
        piece: Piece,
        /// The moves that are legal, in coordinates, at most eight of them.
        instead: Vec<String>,
    },
    /// The move leaves the own king capturable.
    KingLeftCapturable {
        /// The king's square after the move.
        king: Square,
        /// An attacker.
        by: Square,
        /// What it is.
        attacker: Piece,
        /// Whether the king stood in check before the move.
        was_in_check: bool,
        /// In a game whose moves have two operations, the squares of the capturing move: with the king's as the second
        /// of them the first operation captures, as the third the second one does.
        path: Option<SmallVec<[Square; 3]>>,
    },
    /// The second operation would carry the piece off the board.
    FallOffBoard {
        /// The piece.
        piece: Piece,
        /// The square reached first.
        to: Square,
    },
    /// The second operation would carry the piece onto another of its side.
    FallOnOwn {
        /// The piece.
        piece: Piece,
        /// The square reached first.
        to: Square,
        /// Where it would fall to.
        fall: Square,
        /// What stands there.
        obstacle: Piece,
    },
    /// The promoted piece could not fall.
    PromotionCannotFall {
        /// The piece that the pawn would become.
        piece: Piece,
        /// The square of the promotion.
        to: Square,
        /// Where it would fall to.
        fall: Square,
        /// What stands there.
        obstacle: Piece,
    },
    /// The piece would be back where it was, and nothing captured.
    NullMove {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        from: Square,
    },
    /// The second operation is another than written.
    FallMismatch {
        /// The piece.
        piece: Piece,
        /// The square reached first.
        to: Square,
        /// The piece that the word lets fall instead.
        falling: Option<Piece>,
        /// Where the word lets it fall to.
        written: Square,
        /// Whether the word lets it go on from there.
        further: bool,
        /// Whether the word marks that fall as a capture; `None` when it says nothing about it.
        marked: Option<bool>,
        /// The piece that the word lets it capture there.
        named: Option<Piece>,
        /// Where it truly falls to; `None` for a piece that does not fall.
        fall: Option<Square>,
        /// What it captures there.
        captured: Option<Piece>,
    },
    /// A pawn would capture en passant one that did not just come by a double step.
    NotEnPassant {
        /// The capturing pawn.
        piece: Piece,
        /// Where it stands.
        from: Square,
        /// The target.
        to: Square,
        /// The square of the pawn that it would capture.
        pawn: Square,
    },
    /// The right to castle is gone or never was.
    CastlingRight {
        /// Which wing.
        wing: Wing,
    },
    /// A piece stands between king and rook.
    CastlingPath {
        /// Which wing.
        wing: Wing,
        /// Where.
        by: Square,
        /// What.
        obstacle: Piece,
    },
    /// The king would castle out of, through or into an attack.
    CastlingAttacked {
        /// Which wing.
        wing: Wing,
        /// The square under attack.
        square: Square,
        /// The attacker's square.
        by: Square,
        /// The attacker.
        attacker: Piece,
    },
    /// A pawn reaches the last rank and no promotion is written, or one is written that cannot be.
    PromotionMissing {
        /// The target.
        to: Square,
    },
    /// A promotion is written where there is none.
    NoPromotion {
        /// The target.
        to: Square,
    },
    /// A turn of the stone game, which has reasons of its own.
    Stones(inertia::Fault),
    /// The word is a move of another kind of game.
    OtherGame,
    /// The game ended before this move.
    GameOver {
        /// How it ended.
        status: super::Status,
    },
}

impl Why {
    /// The kind, from the closed list of the interface.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::UnknownLetter { .. } | Self::NoSuchPiece { .. } | Self::OtherGame => {
                "no-such-piece"
            }
            Self::WrongPiece { .. } => "wrong-piece",
            Self::NotReachable { .. } | Self::NotEnPassant { .. } | Self::NoPromotion { .. } => {
                "not-reachable"
            }
            Self::Blocked { .. } => "blocked",
            Self::OwnPiece { .. } => "own-piece",
            Self::ForcedElsewhere { .. } => "forced-elsewhere",
            Self::KingLeftCapturable { .. } => "king-left-capturable",
            Self::CastlingRight { .. } => "castling-right",
            Self::CastlingPath { .. } => "castling-path",
            Self::CastlingAttacked { .. } => "castling-attacked",
            Self::PromotionMissing { .. } => "promotion-missing",
            Self::FallOffBoard { .. } => "fall-off-board",
            Self::FallOnOwn { .. } => "fall-on-own",
            Self::PromotionCannotFall { .. } => "promotion-cannot-fall",
            Self::NullMove { .. } => "null-move",
            Self::FallMismatch { .. } => "fall-mismatch",
            Self::Stones(fault) => fault.kind(),
            Self::GameOver { .. } => "game-over",
        }
    }
}

/// An attack on the king of the side to move that is no check, since the capture could not be completed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdleAttack {
    /// The king's square.
    pub king: Square,
    /// Where the attacker stands.
    pub by: Square,
    /// What it is.
    pub attacker: Piece,
    /// What is wrong with its capture of the king.
    pub why: Why,
}
