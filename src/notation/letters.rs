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

/// Whether letters read as English ones may belong to other sets and mean other pieces, as far as sets that
/// [pass for English](Letters::passes_for_english) go.
///
/// Made for the bulk path: most sets fall away at the first letter that they lack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doubt {
    /// The sets that have all letters seen, a bit each.
    fit: u32,
    /// Those that read one of them otherwise than English does.
    apart: u32,
}

impl Doubt {
    /// Before any letter.
    pub(crate) const NONE: Self = Self {
        fit: u32::MAX,
        apart: 0,
    };

    /// Takes a letter into account. One outside `A` to `Z` is none that English has.
    pub(crate) fn see(&mut self, letter: Letter) {
        if let Some(index) = letter.capital_index() {
            self.fit &= BESIDE_ENGLISH[index].fit;
            self.apart |= BESIDE_ENGLISH[index].apart;
        }
    }

    /// Whether some set fits and reads other moves than English.
    pub(crate) const fn is_there(self) -> bool {
        self.fit & self.apart != 0
    }
}

/// What each of `A` to `Z` says.
const BESIDE_ENGLISH: [Doubt; 26] = {
    let mut table = [Doubt { fit: 0, apart: 0 }; 26];
    let mut set = 0;
    while set < SETS.len() {
        let mut i = 0;
        while i < table.len() {
            if let Some(role) = SETS[set].capitals[i] {
                table[i].fit |= 1 << set;
                let same = match Letters::ENGLISH.capitals[i] {
                    Some(english) => english as u8 == role as u8,
                    None => false,
                };
                if !same && SETS[set].passes_for_english() {
                    table[i].apart |= 1 << set;
                }
            }
            i += 1;
        }
        set += 1;
    }
    table
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

    /// Whether a score in this language may be taken for an English one. `R` is the king in French, Spanish, Italian
    /// and Portuguese, and a short score may name no other piece. A knight in Finnish or a rook in Hungarian that
    /// would be legal too is no reason to doubt English.
    pub(crate) const fn passes_for_english(&self) -> bool {
        matches!(self.name.as_bytes(), b"fr" | b"es" | b"it" | b"pt")
    }

    /// The role that `letter` stands for.
    #[must_use]
    #[inline]
    pub fn role(&self, letter: Letter) -> Option<Role> {
        match letter.capital_index() {
            Some(index) => self.capitals[index],
            None => self.role_beside_capitals(letter),
        }
    }

    #[cold]
    fn role_beside_capitals(&self, letter: Letter) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| {
            letter.is(self.white[role as usize]) || letter.is(self.black[role as usize])
        })
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

    /// Whether both have the same letters for all pieces.
    pub(crate) fn same_letters(&self, other: &Self) -> bool {
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
        match text.chars().collect::<Vec<_>>()[..] {
            [only] => Letter::new(only),
            _ => Letter::other(text),
        }
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
    fn only_english_letters_that_others_have_are_in_doubt() {
        let doubt = |used: &[&str]| {
            let mut doubt = Doubt::NONE;
            used.iter().for_each(|text| doubt.see(letter(text)));
            doubt.is_there()
        };
        // A king in French, in Portuguese beside a bishop.
        assert!(doubt(&["R"]) && doubt(&["R", "P"]) && doubt(&["R", "B"]));
        assert!(!doubt(&[]) && !doubt(&["Q"]) && !doubt(&["K"]) && !doubt(&["P"]));
        assert!(!doubt(&["R", "N"]) && !doubt(&["R", "K"]) && !doubt(&["R", "Q"]));
        // A bishop in Romanian, a rook in Hungarian.
        assert!(!doubt(&["N"]) && !doubt(&["B"]));
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
