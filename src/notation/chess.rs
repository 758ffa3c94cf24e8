//! Move words of the chess family: SAN, long algebraic, coordinates, castling, promotion.

use super::letters::{Letters, is_capital};
use super::{Role, Square, falls};
use crate::parse::{PResult, SyntaxError, char_as, char_that, is_dash};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::char;
use nom::combinator::{map, map_opt, opt, success, value, verify};
use nom::sequence::{delimited, preceded, terminated};
use std::fmt::{self, Write};

pub use super::letter::Letter;

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

impl ChessMoveText {
    /// What is written of a second operation, if anything.
    #[must_use]
    pub const fn fall(&self) -> Option<FallText> {
        match self {
            Self::Piece(man) => man.fall,
            Self::Castle(_) => None,
        }
    }
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
    /// The letter of the piece captured, if it is named.
    pub captured: Option<Letter>,
    /// The target; with a fall, the square reached first.
    pub to: Square,
    /// The promotion letter, if any.
    pub promotion: Option<Letter>,
    /// What is written of a second operation, if anything.
    pub fall: Option<FallText>,
}

/// The second operation of a move as written: the piece falls on to a neighbouring square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FallText {
    /// What stands before the square.
    pub capture: CaptureMark,
    /// The letter of the piece captured, if it is named.
    pub captured: Option<Letter>,
    /// Where the piece ends up.
    pub to: Square,
    /// The letter of the piece that falls, if it is named again.
    pub piece: Option<Letter>,
    /// Whether further squares are written, to which no piece falls.
    pub further: bool,
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
            captured: None,
            to,
            promotion: None,
            fall: None,
        }
    }

    /// Its letters, but for the promotion of plain coordinates, which write it in English whatever else a score does.
    pub(crate) fn letters(&self) -> impl Iterator<Item = Letter> {
        let promotion = self.promotion.filter(|_| !self.is_coordinates());
        let falling = self.fall.and_then(|fall| fall.piece);
        let fallen_on = self.fall.and_then(|fall| fall.captured);
        [self.piece, self.captured, promotion, falling, fallen_on]
            .into_iter()
            .flatten()
    }

    /// Whether it is written as plain coordinates, whose promotion is in English.
    fn is_coordinates(&self) -> bool {
        self.from().is_some() && self.capture == CaptureMark::None
    }

    /// What the pawn becomes, by its letter; `None` inside where that stands for no piece.
    pub(crate) fn promotes_to(&self, letters: &Letters) -> Option<Option<Role>> {
        let english = |letter| Letters::ENGLISH.role(letter);
        let role = |letter| match self.is_coordinates() {
            true => english(letter).or_else(|| letters.role(letter)),
            false => letters.role(letter),
        };
        self.promotion.map(role)
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

/// Writes it as standard algebraic notation would, with its own letters; one with a fall in full form.
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
        match self.capture {
            CaptureMark::Capture if self.fall.is_some() => f.write_char('×')?,
            CaptureMark::Capture => f.write_char('x')?,
            CaptureMark::Dash if self.fall.is_some() => f.write_char('-')?,
            CaptureMark::None if pawn_captures => f.write_char('x')?,
            CaptureMark::Dash | CaptureMark::None => {}
        }
        if let Some(captured) = self.captured {
            captured.fmt(f)?;
        }
        self.to.fmt(f)?;
        match (self.promotion, self.fall) {
            (Some(letter), Some(fall)) => {
                let falling = fall.piece.unwrap_or(letter);
                write!(f, "={letter}(→{falling}{fall})")
            }
            (Some(letter), None) => {
                f.write_char('=')?;
                letter.fmt(f)
            }
            (None, Some(fall)) if fall.capture == CaptureMark::Dash => write!(f, "-{fall}"),
            (None, Some(fall)) => write!(f, "{fall}"),
            (None, None) => Ok(()),
        }
    }
}

/// Writes the mark of a capture, the piece captured and the square.
impl fmt::Display for FallText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.capture == CaptureMark::Capture {
            f.write_char('×')?;
        }
        if let Some(captured) = self.captured {
            captured.fmt(f)?;
        }
        self.to.fmt(f)
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

/// `man-move = ( spaced-move | full-move | small-letter-move | square-move | pawn-move | piece-move )
/// [ arrow-fall | fall | ":" ] [ promotion [ arrow-fall | bracket-fall | fall ] ]`
pub(super) fn man_move(input: &str) -> PResult<'_, PieceMoveText> {
    let (rest, mut man) = match input.as_bytes().first().copied() {
        Some(b'b') => alt((
            falls::spaced_move,
            falls::full_move,
            small_letter_move,
            square_move,
            pawn_move,
        ))
        .parse(input),
        Some(b'a'..=b'h' | ACCENTED) => {
            alt((falls::spaced_move, falls::full_move, square_move, pawn_move)).parse(input)
        }
        Some(b'a'..=b'z') => {
            alt((falls::spaced_move, falls::full_move, small_letter_move)).parse(input)
        }
        _ => alt((
            falls::spaced_move,
            falls::full_move,
            piece_move(piece_letter),
        ))
        .parse(input),
    }?;
    let (mut rest, fall) = opt(alt((falls::arrow_fall(man), falls::fall(man)))).parse(rest)?;
    man.fall = fall;
    if fall.is_none() && man.capture == CaptureMark::None {
        let (after, trailing) = opt(char(':')).parse(rest)?;
        if trailing.is_some() {
            (rest, man.capture) = (after, CaptureMark::Capture);
        }
    }
    let (rest, promotion) = opt(promotion(man)).parse(rest)?;
    man.promotion = promotion;
    if promotion.is_none() || fall.is_some() {
        return Ok((rest, man));
    }
    let written = alt((
        falls::arrow_fall(man),
        falls::bracket_fall(man),
        falls::fall(man),
    ));
    let (rest, fall) = opt(written).parse(rest)?;
    man.fall = fall;
    Ok((rest, man))
}

/// The first byte of `é` and `ç`.
const ACCENTED: u8 = 0xC3;

/// `square-move = square [ dash | capture ] square`
pub(super) fn square_move(input: &str) -> PResult<'_, PieceMoveText> {
    (square, join, square)
        .map(|(from, (capture, captured), to)| PieceMoveText {
            from_file: Some(from.file()),
            from_rank: Some(from.rank()),
            capture,
            captured,
            ..PieceMoveText::to(to)
        })
        .parse(input)
}

/// `pawn-move = square | file capture [ letter ] square | file square`, the files of the last form side by side
pub(super) fn pawn_move(input: &str) -> PResult<'_, PieceMoveText> {
    let taking = |(file, mark, to): (u8, Option<_>, Square)| {
        let beside = file.abs_diff(to.file()) == 1;
        let (capture, captured) = mark.unwrap_or_default();
        (mark.is_some() || beside).then(|| PieceMoveText {
            from_file: Some(file),
            capture,
            captured,
            ..PieceMoveText::to(to)
        })
    };
    alt((
        map(square, PieceMoveText::to),
        map_opt((file, opt((capture, opt(piece_letter))), square), taking),
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
        |(letter, ((from_file, from_rank), (capture, captured), to))| PieceMoveText {
            piece: Some(letter),
            from_file,
            from_rank,
            capture,
            captured,
            ..PieceMoveText::to(to)
        },
    )
}

/// `small-letter-move`: a piece move whose letter is written small, where no pawn move can be meant.
///
/// Only letters that name no file are read so, and `b`, the English bishop: `bxf4` and `bdf4` are his, `bxc3`, `bc3`
/// and `b4` a pawn's.
pub(super) fn small_letter_move(input: &str) -> PResult<'_, PieceMoveText> {
    let letter = verify(small_letter, |letter| {
        !matches!(letter.capital_index(), Some(0 | 2..=7))
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

/// `promotion = "=" ( any-letter | "(" any-letter ")" )`, and on the last rank `any-letter | "(" [ "=" ] any-letter ")" |
/// "/" any-letter`; a pawn's `=` on the last rank may have spaces around it
fn promotion<'s>(man: PieceMoveText) -> impl Parser<&'s str, Output = Letter, Error = SyntaxError> {
    let last_rank = falls::is_last_rank(man.to);
    let pawn = last_rank && man.piece.is_none();
    let bracketed = || {
        let letter = preceded(opt(char('=')), any_letter);
        delimited(char('('), letter, char(')'))
    };
    let equals = alt((
        value((), char('=')),
        value(
            (),
            verify((falls::spaces, char('='), falls::spaces), move |_| pawn),
        ),
    ));
    let marked = preceded(equals, alt((any_letter, bracketed())));
    let bare = alt((any_letter, bracketed(), preceded(char('/'), any_letter)));
    alt((marked, verify(bare, move |_| last_rank)))
}

/// `any-letter = letter`, or a Latin one written small
pub(super) fn any_letter(input: &str) -> PResult<'_, Letter> {
    alt((piece_letter, small_letter)).parse(input)
}

/// `letter`: a capital that stands for a piece in some language, or a figurine
pub(super) fn piece_letter(input: &str) -> PResult<'_, Letter> {
    let two = map(tag("Кр"), Letter::other);
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

/// `[ dash | capture [ letter ] ]`
fn join(input: &str) -> PResult<'_, (CaptureMark, Option<Letter>)> {
    let plain = map(dash, |mark| (mark, None));
    map(
        opt(alt((plain, (capture, opt(piece_letter))))),
        Option::unwrap_or_default,
    )
    .parse(input)
}

/// `dash = "-" | ...`
pub(super) fn dash(input: &str) -> PResult<'_, CaptureMark> {
    value(CaptureMark::Dash, char_that("a hyphen", is_dash)).parse(input)
}

/// `capture = "x" | "X" | "×" | ":" | "*" | "х" | "Х"`
pub(super) fn capture(input: &str) -> PResult<'_, CaptureMark> {
    let sign = char_that("a capture sign", |c| {
        matches!(c, 'x' | 'X' | '×' | ':' | '*' | 'х' | 'Х')
    });
    value(CaptureMark::Capture, sign).parse(input)
}

/// `square = file rank`
pub(super) fn square(input: &str) -> PResult<'_, Square> {
    map((file, rank), |(file, rank)| Square::new(file, rank)).parse(input)
}

/// `file = "a" ... "h"`
fn file(input: &str) -> PResult<'_, u8> {
    char_as("a file", |c| matches!(c, 'a'..='h').then(|| c as u8 - b'a')).parse(input)
}

/// `rank = "1" ... "8"`
pub(super) fn rank(input: &str) -> PResult<'_, u8> {
    char_as("a rank", |c| matches!(c, '1'..='8').then(|| c as u8 - b'1')).parse(input)
}
