//! A piece letter of a move word.

use std::fmt::{self, Write};
use std::num::NonZeroU16;

/// A piece letter as written, in some language; a small one counts as its capital.
///
/// Two characters where a language needs them (`Кр`). Kept in four bytes, since every move word holds some.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter {
    first: NonZeroU16,
    /// 0 for none.
    second: u16,
}

impl Letter {
    /// A letter of one character. One outside the Basic Multilingual Plane, where no language has its piece letters,
    /// becomes U+FFFD, which stands for no piece.
    #[must_use]
    pub const fn new(letter: char) -> Self {
        let unit = if letter as u32 > u16::MAX as u32 {
            0
        } else {
            letter as u16
        };
        let first = match NonZeroU16::new(unit) {
            Some(first) => first,
            None => REPLACEMENT,
        };
        Self { first, second: 0 }
    }

    /// The letter with another character behind it.
    #[must_use]
    pub(super) const fn and(self, second: char) -> Self {
        Self {
            second: second as u16,
            ..self
        }
    }

    /// Its characters.
    fn chars(self) -> impl Iterator<Item = char> {
        let second = NonZeroU16::new(self.second).map(NonZeroU16::get);
        std::iter::once(self.first.get())
            .chain(second)
            .filter_map(|unit| char::from_u32(u32::from(unit)))
    }

    /// Whether `text` is this letter.
    #[must_use]
    pub fn is(self, text: &str) -> bool {
        self.chars().eq(text.chars())
    }

    /// 0 to 25 for `A` to `Z`.
    pub(super) const fn capital_index(self) -> Option<usize> {
        match (self.first.get(), self.second) {
            (first @ 0x41..=0x5A, 0) => Some((first - 0x41) as usize),
            _ => None,
        }
    }
}

/// U+FFFD.
const REPLACEMENT: NonZeroU16 = NonZeroU16::new(0xFFFD).expect("not zero");

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chars().try_for_each(|letter| f.write_char(letter))
    }
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{self}'")
    }
}
