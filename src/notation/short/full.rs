//! The straight path for words in full, with a fall or without: `Ng8-h6`, `Ra5×c5×c4`, `e5×f6ep`, `b7-b8=N(→Nb7)`.

use super::ends;
use crate::notation::chess::{CaptureMark, ChessMoveText, FallText, Letter, PieceMoveText};
use crate::notation::letters::is_capital;
use crate::notation::{CheckMark, Marks, Square, WordForm, WordRead};

/// Reads a common word.
pub(in crate::notation) fn read(text: &[u8]) -> Option<WordRead> {
    let (piece, rest) = letter(text);
    let (from, rest) = square(rest)?;
    let (join, rest) = Join::read(rest);
    let (to, rest) = square(rest)?;
    let mut man = PieceMoveText {
        piece,
        from_file: Some(from.file()),
        from_rank: Some(from.rank()),
        capture: join.mark(),
        ..PieceMoveText::to(to)
    };
    let mut rest = rest;
    let mut usual = piece.is_some();
    let mut en_passant = false;
    if let [b'e', b'p', after @ ..] = rest {
        (en_passant, rest) = (true, after);
    } else if let Some((promotion, fall, after)) = promotion(rest) {
        (man.promotion, man.fall, rest) = (Some(promotion), Some(fall), after);
    } else if let (second, Some((last, after))) = fall(rest) {
        usual &= join != Join::Cross && second != Join::Cross;
        (man.fall, rest) = (Some(fallen(second, last, None)), after);
    } else {
        usual &= matches!(join, Join::None | Join::Cross);
    }
    ends(rest, begins_another).then_some(WordRead {
        len: text.len() - rest.len(),
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
    fn read(text: &[u8]) -> (Self, &[u8]) {
        match text {
            [b'-', rest @ ..] => (Self::Dash, rest),
            [b'x', rest @ ..] => (Self::Cross, rest),
            [0xC3, 0x97, rest @ ..] => (Self::Times, rest),
            _ => (Self::None, text),
        }
    }

    const fn mark(self) -> CaptureMark {
        match self {
            Self::None => CaptureMark::None,
            Self::Dash => CaptureMark::Dash,
            Self::Cross | Self::Times => CaptureMark::Capture,
        }
    }
}

fn letter(text: &[u8]) -> (Option<Letter>, &[u8]) {
    match text {
        [letter, rest @ ..] if is_capital(*letter) => (Some(Letter::new(*letter as char)), rest),
        _ => (None, text),
    }
}

fn square(text: &[u8]) -> Option<(Square, &[u8])> {
    match text {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8', rest @ ..] => {
            Some((super::square(*file, *rank), rest))
        }
        _ => None,
    }
}

/// `-h7`, `×c4`, `c4`.
fn fall(text: &[u8]) -> (Join, Option<(Square, &[u8])>) {
    let (join, rest) = Join::read(text);
    (join, square(rest))
}

fn fallen(join: Join, to: Square, piece: Option<Letter>) -> FallText {
    FallText {
        capture: join.mark(),
        captured: None,
        to,
        piece,
        further: false,
    }
}

/// `=N(→Nb7)`, `=R(→R×h7)`.
fn promotion(text: &[u8]) -> Option<(Letter, FallText, &[u8])> {
    let (Some(promotion), rest) = letter(text.strip_prefix(b"=")?) else {
        return None;
    };
    let (falling, rest) = letter(rest.strip_prefix("(→".as_bytes())?);
    let (join, last) = fall(rest);
    let (to, rest) = last?;
    let rest = rest.strip_prefix(b")")?;
    Some((promotion, fallen(join, to, falling), rest))
}

/// Whether a sign behind a blank begins something else than a mark of the word or a fall apart from it.
const fn begins_another(sign: u8) -> bool {
    match sign {
        b'x' | b'X' | b'm' | b'p' => false,
        b'{' | b')' | b'[' => true,
        _ => sign.is_ascii_alphanumeric(),
    }
}
