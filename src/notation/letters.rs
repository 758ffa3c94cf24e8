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
    /// The roles of `A` to `Z`, since almost every lookup is one of those.
    capitals: [Option<Role>; 26],
}

/// The sets by name, language and the letters of pawn, knight, bishop, rook, queen, king.
///
/// The letters are those of the PGN standard's table (section 17) where it has the language; Russian ones are those
/// of the Russian chess press. Only problem scores write pawn letters.
const SETS: [Letters; 17] = [
    Letters::ENGLISH,
    Letters::FRENCH,
    Letters::new("de", "German", ["B", "S", "L", "T", "D", "K"]),
    Letters::new("es", "Spanish", ["P", "C", "A", "T", "D", "R"]),
    Letters::new("it", "Italian", ["P", "C", "A", "T", "D", "R"]),
    Letters::new("pt", "Portuguese", ["P", "C", "B", "T", "D", "R"]),
    Letters::new("nl", "Dutch", ["O", "P", "L", "T", "D", "K"]),
    Letters::new("sv", "Swedish", ["B", "S", "L", "T", "D", "K"]),
    Letters::new("da", "Danish", ["B", "S", "L", "T", "D", "K"]),
    Letters::new("no", "Norwegian", ["B", "S", "L", "T", "D", "K"]),
    Letters::new("pl", "Polish", ["P", "S", "G", "W", "H", "K"]),
    Letters::new("cs", "Czech", ["P", "J", "S", "V", "D", "K"]),
    Letters::new("hu", "Hungarian", ["G", "H", "F", "B", "V", "K"]),
    Letters::new("fi", "Finnish", ["P", "R", "L", "T", "D", "K"]),
    Letters::new("ro", "Romanian", ["P", "C", "N", "T", "D", "R"]),
    Letters::new("ru", "Russian", ["П", "К", "С", "Л", "Ф", "Кр"]),
    Letters {
        black: ["♟", "♞", "♝", "♜", "♛", "♚"],
        ..Letters::new("figurine", "figurines", ["♙", "♘", "♗", "♖", "♕", "♔"])
    },
];

/// Which of `A` to `Z` stand for a piece in some language.
const CAPITALS: [bool; 26] = {
    let mut used = [false; 26];
    let mut set = 0;
    while set < SETS.len() {
        let mut i = 0;
        while i < used.len() {
            used[i] |= SETS[set].capitals[i].is_some();
            i += 1;
        }
        set += 1;
    }
    used
};

impl Letters {
    /// English: what JSON, PGN and FEN use.
    pub const ENGLISH: Self = Self::new("en", "English", ["P", "N", "B", "R", "Q", "K"]);

    /// French: what most problems of gravitational chess are written in.
    pub const FRENCH: Self = Self::new("fr", "French", ["P", "C", "F", "T", "D", "R"]);

    /// Every known set, English first.
    pub const ALL: &'static [Self] = &SETS;

    const fn new(name: &'static str, language: &'static str, letters: [&'static str; 6]) -> Self {
        let mut capitals = [None; 26];
        let mut role = 0;
        while role < letters.len() {
            if let [letter @ b'A'..=b'Z'] = letters[role].as_bytes() {
                capitals[(*letter - b'A') as usize] = Some(Role::ALL[role]);
            }
            role += 1;
        }
        Self {
            name,
            language,
            white: letters,
            black: letters,
            capitals,
        }
    }

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
        match letter.capital_index() {
            Some(index) => self.capitals[index],
            None => Role::ALL.into_iter().find(|&role| {
                letter.is(self.white[role as usize]) || letter.is(self.black[role as usize])
            }),
        }
    }

    /// The letter of a role.
    #[must_use]
    pub const fn letter(&self, role: Role, color: Color) -> &'static str {
        match color {
            Color::White => self.white[role as usize],
            Color::Black => self.black[role as usize],
        }
    }

    /// The sets in which every letter of `used` stands for a piece, in the order of [`Letters::ALL`]; of several sets
    /// with the same letters (German, Swedish, Danish, Norwegian) the first only.
    pub fn plausible(
        used: impl IntoIterator<Item = Letter>,
    ) -> impl Iterator<Item = &'static Self> {
        let mut fits = [true; SETS.len()];
        for letter in used {
            for (fits, set) in fits.iter_mut().zip(Self::ALL) {
                *fits &= match set.role(letter) {
                    // A pawn's letter is no sign of a language: `Bc4` is a bishop's move, not a German pawn's.
                    Some(Role::Pawn) => *set == Self::ENGLISH,
                    role => role.is_some(),
                };
            }
        }
        Self::ALL
            .iter()
            .enumerate()
            .filter(move |&(i, set)| {
                fits[i]
                    && !Self::ALL[..i]
                        .iter()
                        .any(|earlier| earlier.same_letters(set))
            })
            .map(|(_, set)| set)
    }

    fn same_letters(&self, other: &Self) -> bool {
        self.white == other.white && self.black == other.black
    }
}

/// Whether `byte` is a capital that stands for a piece in some language.
pub(super) const fn is_capital(byte: u8) -> bool {
    byte.is_ascii_uppercase() && CAPITALS[(byte - b'A') as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(text: &str) -> Letter {
        let mut chars = text.chars();
        let first = chars.next().expect("a letter");
        chars
            .next()
            .map_or(Letter::new(first), |second| Letter::new(first).and(second))
    }

    fn plausible(used: &[&str]) -> String {
        let names: Vec<_> = Letters::plausible(used.iter().map(|text| letter(text)))
            .map(|set| set.name)
            .collect();
        names.join(" ")
    }

    #[test]
    fn every_letter_names_its_role_in_its_own_set() {
        for set in Letters::ALL {
            for role in Role::ALL {
                for color in Color::ALL {
                    assert_eq!(
                        set.role(letter(set.letter(role, color))),
                        Some(role),
                        "{} {}",
                        set.name,
                        role.name()
                    );
                }
            }
        }
    }

    #[test]
    fn no_set_uses_a_letter_twice() {
        for set in Letters::ALL {
            for (i, letter) in set.white.iter().enumerate() {
                assert!(!set.white[..i].contains(letter), "{} {letter}", set.name);
            }
        }
    }

    #[test]
    fn sets_have_names_of_their_own() {
        assert_eq!(Letters::ALL[0], Letters::ENGLISH);
        for set in Letters::ALL {
            assert_eq!(
                Letters::by_name(&set.name.to_uppercase()).map(|set| set.language),
                Some(set.language)
            );
        }
        assert_eq!(Letters::by_name("xx"), None);
    }

    #[test]
    fn a_knight_and_a_king_of_russia_differ() {
        let russian = Letters::by_name("ru").expect("known");
        assert_eq!(russian.role(letter("К")), Some(Role::Knight));
        assert_eq!(russian.role(letter("Кр")), Some(Role::King));
        assert_eq!(russian.role(letter("K")), None, "a Latin K");
    }

    #[test]
    fn letters_vote_for_the_sets_that_have_them() {
        assert_eq!(
            plausible(&[]),
            "en fr de es pt nl pl cs hu fi ro ru figurine"
        );
        assert_eq!(plausible(&["N", "Q"]), "en");
        assert_eq!(plausible(&["N", "B", "K"]), "en");
        assert_eq!(plausible(&["R", "T", "D"]), "fr es pt fi ro");
        assert_eq!(plausible(&["C", "A"]), "es");
        assert_eq!(plausible(&["S", "L"]), "de");
        assert_eq!(plausible(&["B"]), "en pt hu");
        assert_eq!(plausible(&["♘", "♛"]), "figurine");
        assert_eq!(plausible(&["Q", "T"]), "");
    }
}
