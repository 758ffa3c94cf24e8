//! Piece letters by language.

use super::chess::Letter;
use super::{Color, Role};

/// The piece letters of one language, or figurines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Letters {
    /// ISO 639-1 code, or `figurine`.
    pub name: &'static str,
    /// The language's English name.
    pub language: &'static str,
    /// Letters of pawn, knight, bishop, rook, queen, king.
    pub white: [&'static str; 6],
    /// The same for Black; differs for figurines only.
    pub black: [&'static str; 6],
}

impl Letters {
    /// English: what JSON, PGN and FEN use.
    pub const ENGLISH: Self = Self {
        name: "en",
        language: "English",
        white: ["P", "N", "B", "R", "Q", "K"],
        black: ["P", "N", "B", "R", "Q", "K"],
    };

    /// Every known set, English first.
    pub const ALL: &'static [Self] = &[Self::ENGLISH];

    /// The set named `name`, in any case.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::ALL
            .iter()
            .find(|letters| letters.name.eq_ignore_ascii_case(name))
    }

    /// The role that `letter` stands for.
    #[must_use]
    pub fn role(&self, letter: Letter) -> Option<Role> {
        let same = |text: &str| {
            let mut chars = text.chars();
            chars.next() == Some(letter.first)
                && chars.next() == letter.second
                && chars.next().is_none()
        };
        Role::ALL
            .into_iter()
            .find(|&role| same(self.white[role as usize]) || same(self.black[role as usize]))
    }

    /// The letter of a role.
    #[must_use]
    pub const fn letter(&self, role: Role, color: Color) -> &'static str {
        match color {
            Color::White => self.white[role as usize],
            Color::Black => self.black[role as usize],
        }
    }
}
