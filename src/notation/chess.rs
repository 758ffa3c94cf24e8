//! Move words of the chess family: SAN, long algebraic, coordinates, castling, promotion.

use super::Square;

/// A piece letter as written, in some language.
///
/// Two characters where a language needs them (`Кр`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Letter {
    /// The first character.
    pub first: char,
    /// The second, for the few letters that are two.
    pub second: Option<char>,
}

/// The mark between origin and target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CaptureMark {
    /// Nothing written: may capture or not.
    #[default]
    None,
    /// `-`: moves to an empty square.
    Dash,
    /// `x`, `×` or `:`: captures.
    Capture,
}

/// The wing to castle to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wing {
    /// `O-O`.
    King,
    /// `O-O-O`.
    Queen,
}

/// What a move word of the chess family says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChessMoveText {
    /// A piece goes somewhere.
    Piece(PieceMoveText),
    /// Castling by its zeros.
    Castle(Wing),
}

/// A piece move as written, possibly underspecified.
///
/// Without a letter and with a whole origin (`g1f3`, `e2-e4`) it is the move of whatever stands there;
/// without a letter and with less, a pawn's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceMoveText {
    /// The piece letter, if any.
    pub piece: Option<Letter>,
    /// File of the origin, 0 to 7.
    pub from_file: Option<u8>,
    /// Rank of the origin, 0 to 7.
    pub from_rank: Option<u8>,
    /// What stands between.
    pub capture: CaptureMark,
    /// The target.
    pub to: Square,
    /// The promotion letter, if any.
    pub promotion: Option<Letter>,
}
