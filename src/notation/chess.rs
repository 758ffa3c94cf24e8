//! Move words of the chess family: SAN, long algebraic, coordinates, castling, promotion.

use super::Square;
use super::letters::is_capital;
use crate::parse::{PResult, SyntaxError, char_as, char_that, is_dash};
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::char;
use nom::combinator::{map, map_opt, opt, success, value, verify};
use nom::sequence::{delimited, preceded, terminated};
use std::fmt::{self, Write};

/// A piece letter as written, in some language; a small one counts as its capital.
///
/// Two characters where a language needs them (`Кр`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Letter {
    /// The first character.
    pub first: char,
    /// The second, for the few letters that are two.
    pub second: Option<char>,
}

impl Letter {
    /// A letter of one character.
    #[must_use]
    pub const fn new(first: char) -> Self {
        Self {
            first,
            second: None,
        }
    }

    /// Whether `text` is this letter.
    #[must_use]
    pub fn is(self, text: &str) -> bool {
        text.chars().eq([self.first].into_iter().chain(self.second))
    }

    /// 0 to 25 for `A` to `Z`.
    pub(super) const fn capital_index(self) -> Option<usize> {
        match (self.first, self.second) {
            (first @ 'A'..='Z', None) => Some(first as usize - 'A' as usize),
            _ => None,
        }
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.first)?;
        self.second.map_or(Ok(()), |second| f.write_char(second))
    }
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

impl PieceMoveText {
    /// A move to `to` of which nothing else is known.
    #[must_use]
    pub const fn to(to: Square) -> Self {
        Self {
            piece: None,
            from_file: None,
            from_rank: None,
            capture: CaptureMark::None,
            to,
            promotion: None,
        }
    }

    /// The origin, where both its file and its rank are written.
    #[must_use]
    pub const fn from(&self) -> Option<Square> {
        match (self.from_file, self.from_rank) {
            (Some(file), Some(rank)) => Some(Square::new(file, rank)),
            _ => None,
        }
    }
}

/// Writes it as standard algebraic notation would, with its own letters.
impl fmt::Display for ChessMoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Castle(Wing::King) => f.write_str("O-O"),
            Self::Castle(Wing::Queen) => f.write_str("O-O-O"),
            Self::Piece(man) => man.fmt(f),
        }
    }
}

impl fmt::Display for PieceMoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(piece) = self.piece {
            piece.fmt(f)?;
        }
        if let Some(file) = self.from_file {
            f.write_char((b'a' + file) as char)?;
        }
        if let Some(rank) = self.from_rank {
            f.write_char((b'1' + rank) as char)?;
        }
        // A pawn that leaves its file captures, marked or not.
        let pawn_captures =
            self.piece.is_none() && self.from_file.is_some() && self.from_rank.is_none();
        if self.capture == CaptureMark::Capture || pawn_captures {
            f.write_char('x')?;
        }
        self.to.fmt(f)?;
        match self.promotion {
            Some(letter) => {
                f.write_char('=')?;
                letter.fmt(f)
            }
            None => Ok(()),
        }
    }
}

/// `castling = zero dash zero [ dash zero ]`, with `zero = "O" | "0" | "o" | "О" | "о"`
pub(super) fn castling(input: &str) -> PResult<'_, Wing> {
    let zero = || {
        char_that("a castling zero", |c| {
            matches!(c, 'O' | '0' | 'o' | 'О' | 'о')
        })
    };
    let dash = || char_that("a hyphen", is_dash);
    (zero(), dash(), zero(), opt((dash(), zero())))
        .map(|(.., third)| match third {
            Some(_) => Wing::Queen,
            None => Wing::King,
        })
        .parse(input)
}

/// `man-move = ( small-letter-move | square-move | pawn-move | piece-move ) [ ":" ] [ promotion ]`
pub(super) fn man_move(input: &str) -> PResult<'_, PieceMoveText> {
    let (rest, man) = match input.as_bytes().first() {
        Some(b'b') => alt((small_letter_move, square_move, pawn_move)).parse(input),
        Some(b'a'..=b'h') => alt((square_move, pawn_move)).parse(input),
        Some(b'a'..=b'z') => small_letter_move(input),
        _ => piece_move(piece_letter).parse(input),
    }?;
    let (rest, trailing) = match man.capture {
        CaptureMark::None => opt(char(':')).parse(rest)?,
        CaptureMark::Dash | CaptureMark::Capture => (rest, None),
    };
    let (rest, promotion) = opt(promotion(man.to)).parse(rest)?;
    let capture = if trailing.is_some() {
        CaptureMark::Capture
    } else {
        man.capture
    };
    Ok((
        rest,
        PieceMoveText {
            capture,
            promotion,
            ..man
        },
    ))
}

/// `square-move = square [ dash | capture ] square`
pub(super) fn square_move(input: &str) -> PResult<'_, PieceMoveText> {
    (square, join, square)
        .map(|(from, capture, to)| PieceMoveText {
            from_file: Some(from.file()),
            from_rank: Some(from.rank()),
            capture,
            ..PieceMoveText::to(to)
        })
        .parse(input)
}

/// `pawn-move = square | file capture square | file square`, the files of the last form side by side
pub(super) fn pawn_move(input: &str) -> PResult<'_, PieceMoveText> {
    let taking = |(file, mark, to): (u8, Option<CaptureMark>, Square)| {
        let beside = file.abs_diff(to.file()) == 1;
        (mark.is_some() || beside).then(|| PieceMoveText {
            from_file: Some(file),
            capture: mark.unwrap_or_default(),
            ..PieceMoveText::to(to)
        })
    };
    alt((
        map(square, PieceMoveText::to),
        map_opt((file, opt(capture), square), taking),
    ))
    .parse(input)
}

/// `piece-move = letter [ square | file | rank ] [ dash | capture ] square`
pub(super) fn piece_move<'s>(
    letter: impl Parser<&'s str, Output = Letter, Error = SyntaxError>,
) -> impl Parser<&'s str, Output = PieceMoveText, Error = SyntaxError> {
    let from_square = map(square, |from| (Some(from.file()), Some(from.rank())));
    let from_file = map(file, |file| (Some(file), None));
    let from_rank = map(rank, |rank| (None, Some(rank)));
    let way = alt((
        (from_square, join, square),
        (from_file, join, square),
        (from_rank, join, square),
        (success((None, None)), join, square),
    ));
    (letter, way).map(
        |(letter, ((from_file, from_rank), capture, to))| PieceMoveText {
            piece: Some(letter),
            from_file,
            from_rank,
            capture,
            to,
            promotion: None,
        },
    )
}

/// `small-letter-move`: a piece move whose letter is written small, where no pawn move can be meant.
///
/// Only letters that name no file are read so, and `b`, the English bishop: `bxf4` and `bdf4` are his, `bxc3`, `bc3`
/// and `b4` a pawn's.
pub(super) fn small_letter_move(input: &str) -> PResult<'_, PieceMoveText> {
    let letter = verify(small_letter, |letter| {
        !matches!(letter.first, 'A' | 'C'..='H')
    });
    verify(piece_move(letter), |man: &PieceMoveText| {
        let pawn_reads = match (man.from_file, man.from_rank) {
            (None, Some(_)) => true,
            (None, None) => matches!(man.to.file(), 0 | 2),
            (Some(_), _) => false,
        };
        man.piece != Some(Letter::new('B')) || !pawn_reads
    })
    .parse(input)
}

/// `promotion = "=" ( letter | "(" letter ")" )`, and on the last rank `letter | "(" letter ")" | "/" letter`; the
/// letter may be small
fn promotion<'s>(to: Square) -> impl Parser<&'s str, Output = Letter, Error = SyntaxError> {
    let letter = || alt((piece_letter, small_letter));
    let bracketed = || delimited(char('('), letter(), char(')'));
    let marked = preceded(char('='), alt((letter(), bracketed())));
    let bare = alt((letter(), bracketed(), preceded(char('/'), letter())));
    alt((marked, verify(bare, move |_| matches!(to.rank(), 0 | 7))))
}

/// `letter`: a capital that stands for a piece in some language, or a figurine
pub(super) fn piece_letter(input: &str) -> PResult<'_, Letter> {
    let two = map((char('К'), char('р')), |(first, second)| Letter {
        first,
        second: Some(second),
    });
    let one = char_that("a piece letter", |c| {
        matches!(c, 'К' | 'Ф' | 'Л' | 'С' | 'П') || u8::try_from(c).is_ok_and(is_capital)
    });
    // Typesetters append a selector that asks for text, or for a picture.
    let figurine = terminated(
        char_that("a figurine", |c| matches!(c, '♔'..='♟')),
        opt(char_that("a selector", |c| {
            matches!(c, '\u{FE0E}' | '\u{FE0F}')
        })),
    );
    alt((two, map(one, Letter::new), map(figurine, Letter::new))).parse(input)
}

/// A `letter` of the Latin alphabet written small; counts as the capital
fn small_letter(input: &str) -> PResult<'_, Letter> {
    char_as("a small piece letter", |c| {
        let capital = u8::try_from(c).ok()?.to_ascii_uppercase();
        (c.is_ascii_lowercase() && is_capital(capital)).then(|| Letter::new(capital as char))
    })
    .parse(input)
}

/// `[ dash | capture ]`
fn join(input: &str) -> PResult<'_, CaptureMark> {
    let dash = value(CaptureMark::Dash, char_that("a hyphen", is_dash));
    map(opt(alt((dash, capture))), Option::unwrap_or_default).parse(input)
}

/// `capture = "x" | "X" | "×" | ":" | "х" | "Х"`
fn capture(input: &str) -> PResult<'_, CaptureMark> {
    let sign = char_that("a capture sign", |c| {
        matches!(c, 'x' | 'X' | '×' | ':' | 'х' | 'Х')
    });
    value(CaptureMark::Capture, sign).parse(input)
}

/// `square = file rank`
fn square(input: &str) -> PResult<'_, Square> {
    map((file, rank), |(file, rank)| Square::new(file, rank)).parse(input)
}

/// `file = "a" ... "h"`
fn file(input: &str) -> PResult<'_, u8> {
    char_as("a file", |c| matches!(c, 'a'..='h').then(|| c as u8 - b'a')).parse(input)
}

/// `rank = "1" ... "8"`
fn rank(input: &str) -> PResult<'_, u8> {
    char_as("a rank", |c| matches!(c, '1'..='8').then(|| c as u8 - b'1')).parse(input)
}
