//! The men of a position as people list and print them: by side, square by square, or as a board.

mod change;
mod list;

pub use change::ChangeFault;
pub use list::{Listed, MenCount, is_count, read_count, read_list};

use super::letters::Letters;
use super::{Color, Role, Square};
use std::fmt::Write;

/// Men by their squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Men {
    squares: [Option<(Color, Role)>; 64],
    letters: &'static Letters,
}

impl Men {
    /// The languages of lists and boards.
    const LANGUAGES: [&str; 3] = ["en", "fr", "de"];

    const fn none(letters: &'static Letters) -> Self {
        Self {
            squares: [None; 64],
            letters,
        }
    }

    /// The letters that they are named with.
    #[must_use]
    pub const fn letters(&self) -> &'static Letters {
        self.letters
    }

    /// The men of a printed board of eight rows of eight cells, the highest row first: capitals for White, `O` a pawn
    /// of White, in the first of English, French and German letters that knows them all and finds a king a side.
    #[must_use]
    pub fn of_board(cells: &[char]) -> Option<Self> {
        Self::LANGUAGES
            .into_iter()
            .filter_map(Letters::by_name)
            .filter_map(|letters| Self::in_letters(cells, letters))
            .find(|men| men.kings() == [1, 1])
    }

    /// The men of such a board in known letters, with any number of kings.
    #[must_use]
    pub fn in_letters(cells: &[char], letters: &'static Letters) -> Option<Self> {
        if cells.len() != 64 {
            return None;
        }
        let mut men = Self::none(letters);
        for (i, &cell) in cells.iter().enumerate() {
            if cell == '.' {
                continue;
            }
            let color = if cell.is_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            let role = match cell {
                'O' => Role::Pawn,
                _ => role_of(letters, cell.to_uppercase().next()?)?,
            };
            men.squares[cell_index(i)] = Some((color, role));
        }
        Some(men)
    }

    /// The value of a `Board` tag: a list of men, or the rows of a board with `/` or blanks between.
    ///
    /// What is wrong with a list is told by [`read_list`]; here it makes no men.
    #[must_use]
    pub fn of_tag(value: &str) -> Option<Self> {
        if let Some(listed) = read_list(value, 0) {
            let rest = value[listed.span.end as usize..].trim();
            let fits = rest.is_empty()
                || read_count(rest).is_some_and(|count| count == listed.men.count());
            return (fits && listed.faults.is_empty()).then_some(listed.men);
        }
        let mut cells = Vec::new();
        for c in value.chars() {
            match c {
                '/' | '|' => {}
                _ if c.is_whitespace() => {}
                '1'..='8' => cells.extend((1..=c as u8 - b'0').map(|_| '.')),
                '-' | '*' | '·' | '_' | '•' => cells.push('.'),
                _ => cells.push(c),
            }
            if cells.len() > 64 {
                return None;
            }
        }
        Self::of_board(&cells)
    }

    fn kings(&self) -> [usize; 2] {
        Color::ALL.map(|color| {
            let king = Some((color, Role::King));
            self.squares.iter().filter(|man| **man == king).count()
        })
    }

    /// How many men each side has.
    #[must_use]
    pub fn count(&self) -> MenCount {
        let count = |color| {
            let men = self.squares.iter().flatten();
            men.filter(|man| man.0 == color).count()
        };
        MenCount {
            white: count(Color::White),
            black: count(Color::Black),
        }
    }

    /// The cells of a board with these men, the highest row first, in English letters.
    pub fn rows(&self) -> impl Iterator<Item = [char; 8]> + '_ {
        (0..8).map(|row| {
            std::array::from_fn(|column| match self.squares[cell_index(8 * row + column)] {
                None => '.',
                Some((Color::White, role)) => role.letter(),
                Some((Color::Black, role)) => role.letter().to_ascii_lowercase(),
            })
        })
    }

    /// The position text, in standard form; castling and capture in passing are out.
    #[must_use]
    pub fn fen(&self, turn: Color) -> String {
        let mut fen = String::new();
        for (i, row) in self.rows().enumerate() {
            if i > 0 {
                fen.push('/');
            }
            for cells in row.chunk_by(|a, b| (*a == '.') == (*b == '.')) {
                match cells {
                    // Writing to a string cannot fail.
                    ['.', ..] => drop(write!(fen, "{}", cells.len())),
                    _ => fen.extend(cells),
                }
            }
        }
        fen.push_str(match turn {
            Color::White => " w - - 0 1",
            Color::Black => " b - - 0 1",
        });
        fen
    }
}

/// Where the cell stands that is the `i`th from the left of the highest row on.
fn cell_index(i: usize) -> usize {
    Square::new((i % 8) as u8, 7 - (i / 8) as u8).index()
}

/// The role that a letter of White's names.
fn role_of(letters: &Letters, c: char) -> Option<Role> {
    let mut text = [0; 4];
    let text: &str = c.encode_utf8(&mut text);
    Role::ALL
        .into_iter()
        .find(|&role| letters.letter(role, Color::White) == text)
}

#[cfg(test)]
mod tests;
