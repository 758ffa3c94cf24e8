//! The words that nearly all scores of chess consist of, in one machine word: read, told and looked up on the board
//! without anything else being made of them.

use super::chess::{CaptureMark, ChessMoveText, Letter, PieceMoveText};
use super::letters::is_capital;
use super::short::{Near, byte, may_go_on, near};
use super::{CheckMark, Marks, MoveWord, Square, WordForm, WordRead};
use crate::source::Span;
use std::fmt::{self, Write as _};
use std::num::NonZeroU64;

/// A plain word of standard algebraic notation: a piece that goes somewhere, or a pawn that ends far from both edges,
/// with what tells it from others, a mark of capture and of check; a blank or a line end stands behind it.
///
/// From the lowest byte on: the piece letter, or 0 for a pawn; the target; file and rank of the origin, each plus 1 or
/// 0 in half a byte; whether a capture is marked, and twice the check mark; the length in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct San(NonZeroU64);

impl San {
    /// Reads the word that `text` begins with, if it is so plain. The grammar reads the same there.
    #[inline(always)]
    #[must_use]
    pub fn read(text: &[u8]) -> Option<Self> {
        Self::read_near(&near(text))
    }

    #[inline(always)]
    pub(super) fn read_near(near: &Near) -> Option<Self> {
        let first = near[0];
        let (piece, from, capture, at) = match (near[1], near[2]) {
            _ if is_file(first) => match (near[1], near[2]) {
                (b'3'..=b'6', _) => (0, 0, false, 0),
                (b'x', file) if file.abs_diff(first) == 1 && matches!(near[3], b'3'..=b'6') => {
                    (0, first - b'a' + 1, true, 2)
                }
                _ => return None,
            },
            _ if !is_capital(first) => return None,
            (b'a'..=b'h', b'1'..=b'8') => (first, 0, false, 1),
            (b'x', _) => (first, 0, true, 2),
            (file @ b'a'..=b'h', b'x') => (first, file - b'a' + 1, true, 3),
            (file @ b'a'..=b'h', _) => (first, file - b'a' + 1, false, 2),
            (rank @ b'1'..=b'8', b'x') => (first, (rank - b'0') << 4, true, 3),
            (rank @ b'1'..=b'8', _) => (first, (rank - b'0') << 4, false, 2),
            _ => return None,
        };
        let (file, rank) = (byte(near, at), byte(near, at + 1));
        if !is_file(file) || !matches!(rank, b'1'..=b'8') {
            return None;
        }
        let (mut at, mut check) = (at + 2, CheckMark::None);
        // Nearly always a blank: one look settles it.
        if byte(near, at) > b' ' {
            check = match byte(near, at) {
                b'+' => CheckMark::Check,
                b'#' => CheckMark::Mate,
                _ => return None,
            };
            at += 1;
            if byte(near, at) > b' ' {
                return None;
            }
        }
        if may_go_on(byte(near, at + 1)) {
            return None;
        }
        let to = (rank - b'1') << 3 | (file - b'a');
        let marks = u64::from(capture) | (check as u64) << 1;
        let packed = u64::from(piece)
            | u64::from(to) << 8
            | u64::from(from) << 16
            | marks << 24
            | (at as u64) << 32;
        NonZeroU64::new(packed).map(Self)
    }

    #[inline]
    const fn part(self, at: u32) -> u8 {
        (self.0.get() >> at) as u8
    }

    /// Its length in bytes, marks included.
    #[inline]
    #[must_use]
    pub const fn length(self) -> usize {
        self.part(32) as usize
    }

    /// The piece letter; `None` for a pawn.
    #[inline]
    #[must_use]
    pub fn piece(self) -> Option<Letter> {
        match self.part(0) {
            0 => None,
            letter => Some(Letter::new(letter as char)),
        }
    }

    /// Whether it begins with a letter: that of a piece, hardly ever that of a pawn.
    #[inline]
    #[must_use]
    pub const fn is_piece(self) -> bool {
        self.part(0) != 0
    }

    /// The target.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_index(self.part(8))
    }

    /// File of the origin, 0 to 7, where it is written.
    #[inline]
    #[must_use]
    pub const fn from_file(self) -> Option<u8> {
        (self.part(16) & 15).checked_sub(1)
    }

    /// Rank of the origin, 0 to 7, where it is written.
    #[inline]
    #[must_use]
    pub const fn from_rank(self) -> Option<u8> {
        (self.part(16) >> 4).checked_sub(1)
    }

    /// File and rank of the origin, as far as they are written.
    #[inline]
    #[must_use]
    pub const fn origin(self) -> (Option<u8>, Option<u8>) {
        (self.from_file(), self.from_rank())
    }

    /// Whether it says anything of the origin of a piece other than a pawn without a letter.
    #[inline]
    #[must_use]
    pub const fn names_origin(self) -> bool {
        self.part(16) != 0 && self.part(0) != 0
    }

    /// The same word without what it says of the origin.
    #[inline]
    #[must_use]
    pub const fn without_origin(self) -> Self {
        match NonZeroU64::new(self.0.get() & !(0xff << 16)) {
            Some(packed) => Self(packed),
            // A word has a length.
            None => self,
        }
    }

    /// Whether a capture is marked.
    #[inline]
    #[must_use]
    pub const fn captures(self) -> bool {
        self.part(24) & 1 != 0
    }

    /// Whether it bears this check mark.
    #[inline]
    #[must_use]
    pub const fn bears(self, mark: CheckMark) -> bool {
        self.part(24) >> 1 == mark as u8
    }

    /// The check mark.
    #[inline]
    #[must_use]
    pub fn check(self) -> CheckMark {
        match self.part(24) >> 1 {
            mark if mark == CheckMark::Check as u8 => CheckMark::Check,
            mark if mark == CheckMark::Mate as u8 => CheckMark::Mate,
            _ => CheckMark::None,
        }
    }

    /// The same as words of all kinds are told.
    #[must_use]
    pub fn form(self) -> WordForm {
        WordForm::Chess(ChessMoveText::Piece(PieceMoveText {
            piece: self.piece(),
            from_file: self.from_file(),
            from_rank: self.from_rank(),
            capture: match self.captures() {
                true => CaptureMark::Capture,
                false => CaptureMark::None,
            },
            ..PieceMoveText::to(self.to())
        }))
    }

    pub(super) fn word_read(self) -> WordRead {
        WordRead {
            len: self.length(),
            form: self.form(),
            marks: self.marks(),
        }
    }

    /// The word that stands at `span` of a text.
    #[inline(always)]
    #[must_use]
    pub fn word(self, text: &str, span: Span) -> MoveWord<'_> {
        MoveWord {
            text: span.text(text),
            span,
            form: self.form(),
            marks: self.marks(),
        }
    }

    fn marks(self) -> Marks {
        Marks {
            check: self.check(),
            ..Marks::default()
        }
    }
}

/// As it was read.
impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = |file| char::from(b'a' + file);
        let rank = |rank| char::from(b'1' + rank);
        let piece = Some(self.part(0)).filter(|&piece| piece != 0);
        let capture = self.captures().then_some('x');
        let to = self.part(8);
        let check = match self.check() {
            CheckMark::Check => Some('+'),
            CheckMark::Mate => Some('#'),
            CheckMark::None | CheckMark::Double | CheckMark::Stalemate => None,
        };
        [
            piece.map(char::from),
            self.from_file().map(file),
            self.from_rank().map(rank),
            capture,
            Some(file(to % 8)),
            Some(rank(to / 8)),
            check,
        ]
        .into_iter()
        .flatten()
        .try_for_each(|part| f.write_char(part))
    }
}

#[inline]
const fn is_file(byte: u8) -> bool {
    matches!(byte, b'a'..=b'h')
}

#[cfg(test)]
mod tests {
    use super::San;

    #[test]
    fn plain_words_are_written_as_they_were_read() {
        for word in [
            "e4", "exd5+", "Nf3", "Nbd7", "R1a4", "R1xa4#", "Qxe1+", "Bcxd3",
        ] {
            let san = San::read(format!("{word} ").as_bytes()).map(|san| san.to_string());
            assert_eq!(san.as_deref(), Some(word));
        }
    }
}
