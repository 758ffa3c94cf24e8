//! A piece letter of a move word.

use std::fmt;
use std::num::NonZeroU8;

/// A piece letter as written, in some language; a small one counts as its capital.
///
/// Kept in one byte, since every move word holds some: a capital of `A` to `Z` as itself, any other by its place among
/// `OTHERS`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(NonZeroU8);

/// The letters beside `A` to `Z` that some score writes: Russian ones, one of them of two characters, and figurines.
/// The first stands for whatever is none.
const OTHERS: [&str; 19] = [
    "\u{FFFD}", "П", "К", "С", "Л", "Ф", "Кр", "♔", "♕", "♖", "♗", "♘", "♙", "♚", "♛", "♜", "♝",
    "♞", "♟",
];

impl Letter {
    /// A letter of one character. One that no language has becomes U+FFFD, which stands for no piece.
    #[must_use]
    #[inline]
    pub fn new(letter: char) -> Self {
        match letter {
            'A'..='Z' => Self::coded(letter as u8),
            _ => Self::other(letter.encode_utf8(&mut [0; 4])),
        }
    }

    /// One of [`OTHERS`].
    #[cold]
    pub(super) fn other(text: &str) -> Self {
        let place = OTHERS.iter().position(|other| *other == text);
        Self::coded(place.unwrap_or_default() as u8 + 1)
    }

    const fn coded(code: u8) -> Self {
        Self(NonZeroU8::new(code).expect("invariant: a capital, or a place counted from 1"))
    }

    /// Its characters.
    fn text(self) -> &'static str {
        const CAPITALS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        match self.capital_index() {
            Some(index) => &CAPITALS[index..=index],
            None => OTHERS[usize::from(self.0.get()) - 1],
        }
    }

    /// Whether `text` is this letter.
    #[must_use]
    pub fn is(self, text: &str) -> bool {
        self.text() == text
    }

    /// 0 to 25 for `A` to `Z`.
    #[inline]
    pub(super) const fn capital_index(self) -> Option<usize> {
        match self.0.get() {
            code @ b'A'..=b'Z' => Some((code - b'A') as usize),
            _ => None,
        }
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{self}'")
    }
}
