//! The straight path for words in full, with a fall or without: `Ng8-h6`, `Ra5×c5×c4`, `e5×f6ep`, `b7-b8=N(→Nb7)`.

use super::{Near, byte, ends, near};
use crate::notation::chess::{CaptureMark, ChessMoveText, FallText, Letter, PieceMoveText};
use crate::notation::letters::is_capital;
use crate::notation::{CheckMark, Marks, Square, WordForm, WordRead};

/// The first byte of `×`.
const TIMES: u8 = 0xC3;

/// Whether a mark follows the square of origin, as in nearly all of these words, and in few others.
#[inline]
pub(in crate::notation) fn is_marked(near: &Near) -> bool {
    let marked = |at: usize| near[at - 1].is_ascii_digit() && matches!(near[at], b'-' | TIMES);
    marked(2) || marked(3)
}

/// Reads a common word.
pub(in crate::notation) fn read(text: &[u8]) -> Option<WordRead> {
    read_near(&near(text), text)
}

/// The same where its beginning is at hand.
#[inline(never)]
pub(in crate::notation) fn read_near(near: &Near, text: &[u8]) -> Option<WordRead> {
    let (piece, at) = letter(near, 0);
    let from = square(near, at)?;
    let (join, at) = Join::read(near, at + 2);
    let to = square(near, at)?;
    let mut at = at + 2;
    let mut man = PieceMoveText {
        piece,
        from_file: Some(from.file()),
        from_rank: Some(from.rank()),
        capture: join.mark(),
        ..PieceMoveText::to(to)
    };
    let mut usual = piece.is_some();
    let mut en_passant = false;
    let (second, behind) = Join::read(near, at);
    if let Some(last) = square(near, behind) {
        usual &= join != Join::Cross && second != Join::Cross;
        (man.fall, at) = (Some(fallen(second, last, None)), behind + 2);
    } else if (byte(near, at), byte(near, at + 1)) == (b'e', b'p') {
        (en_passant, at) = (true, at + 2);
    } else if let Some((promotion, fall, length)) = promotion(&text[at..]) {
        (man.promotion, man.fall, at) = (Some(promotion), Some(fall), at + length);
    } else {
        usual &= matches!(join, Join::None | Join::Cross);
    }
    ends(text, at, begins_another).then_some(WordRead {
        len: at,
        form: WordForm::Chess(ChessMoveText::Piece(man)),
        marks: Marks {
            check: CheckMark::None,
            nag: None,
            en_passant,
            unusual: en_passant || !usual,
        },
    })
}

/// What stands before a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Join {
    None,
    Dash,
    /// `x`
    Cross,
    /// `×`
    Times,
}

impl Join {
    /// The mark at `at`, and what is behind it.
    #[inline]
    const fn read(near: &Near, at: usize) -> (Self, usize) {
        match (byte(near, at), byte(near, at + 1)) {
            (b'-', _) => (Self::Dash, at + 1),
            (b'x', _) => (Self::Cross, at + 1),
            (TIMES, 0x97) => (Self::Times, at + 2),
            _ => (Self::None, at),
        }
    }

    #[inline]
    const fn mark(self) -> CaptureMark {
        match self {
            Self::None => CaptureMark::None,
            Self::Dash => CaptureMark::Dash,
            Self::Cross | Self::Times => CaptureMark::Capture,
        }
    }
}

/// The letter at `at`, if there is one, and what is behind it.
#[inline]
fn letter(near: &Near, at: usize) -> (Option<Letter>, usize) {
    let letter = byte(near, at);
    if is_capital(letter) {
        (Some(Letter::new(letter as char)), at + 1)
    } else {
        (None, at)
    }
}

#[inline]
fn square(near: &Near, at: usize) -> Option<Square> {
    match (byte(near, at), byte(near, at + 1)) {
        (file @ b'a'..=b'h', rank @ b'1'..=b'8') => Some(super::square(file, rank)),
        _ => None,
    }
}

#[inline]
fn fallen(join: Join, to: Square, piece: Option<Letter>) -> FallText {
    FallText {
        capture: join.mark(),
        captured: None,
        to,
        piece,
        further: false,
    }
}

/// `=N(→Nb7)`, `=R(→R×h7)`, and the length of that.
fn promotion(text: &[u8]) -> Option<(Letter, FallText, usize)> {
    const ARROW: &[u8] = "(→".as_bytes();
    let near = near(text.strip_prefix(b"=")?);
    let (promotion, at) = letter(&near, 0);
    let falling = text.get(1 + at..)?.strip_prefix(ARROW)?;
    let near = super::near(falling);
    let (falling, behind) = letter(&near, 0);
    let (join, behind) = Join::read(&near, behind);
    let to = square(&near, behind)?;
    let closed = byte(&near, behind + 2) == b')';
    let length = 1 + at + ARROW.len() + behind + 3;
    closed.then_some((promotion?, fallen(join, to, falling), length))
}

/// Whether a sign behind a blank begins something else than a mark of the word or a fall apart from it.
const fn begins_another(sign: u8) -> bool {
    match sign {
        b'x' | b'X' | b'm' | b'p' => false,
        b'{' | b')' | b'[' => true,
        _ => sign.is_ascii_alphanumeric(),
    }
}
