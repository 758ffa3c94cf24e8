//! The men of a problem: lists of them, and the position text that they make.

use crate::diag::{Code, Diagnostic};
use crate::notation::letters::Letters;
use crate::notation::stipulation::Stipulation;
use crate::notation::{Color, Role, Square};
use crate::parse::{PResult, char_as};
use crate::record::Board;
use crate::source::{Span, Spanned};
use crate::syntax::lex;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while1};
use nom::character::complete::{char, multispace0, one_of, satisfy, usize as number};
use nom::combinator::{map_opt, opt, recognize};
use nom::sequence::{delimited, preceded, separated_pair};
use std::fmt::Write;

/// Men by their squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Men {
    squares: [Option<(Color, Role)>; 64],
    /// The letters of their list.
    letters: &'static Letters,
}

/// What the sides are called, and in which language.
const SIDES: [(&str, Color, &str); 9] = [
    ("blancs", Color::White, "fr"),
    ("noirs", Color::Black, "fr"),
    ("white", Color::White, "en"),
    ("black", Color::Black, "en"),
    ("weiß", Color::White, "de"),
    ("weiss", Color::White, "de"),
    ("schwarz", Color::Black, "de"),
    ("blanc", Color::White, "fr"),
    ("noir", Color::Black, "fr"),
];

/// What a list of men makes: the men, where they stand, and what is wrong with the list.
pub(super) type Listed = (Men, Span, Vec<Diagnostic>);

/// `men = side [ between-men side ]`; the men listed from `at` on, on a line that ends at `end`, or on it and the next.
pub(super) fn read(text: &str, at: usize, end: usize) -> Option<Listed> {
    let line = &text[at..end];
    let start = at + line.len() - line.trim_start().len();
    let mut faults = Vec::new();
    let first = side(text, start, &mut faults)?;
    if first.men.is_empty() {
        return None;
    }
    let mut men = Men {
        squares: [None; 64],
        letters: first.letters,
    };
    men.stand(&first, &mut faults);
    let second = text.len() - separators(&text[first.end..]).len();
    let end = side(text, second, &mut faults).map_or(first.end, |second| {
        men.stand(&second, &mut faults);
        second.end
    });
    Some((men, Span::new(start, end), faults))
}

/// The men of one side as listed.
struct Side {
    color: Color,
    letters: &'static Letters,
    men: Vec<(Role, Spanned<Square>)>,
    /// Where the list ends.
    end: usize,
}

/// `side = side-name { between-men man }`; words in the list that are no men are faults.
fn side(text: &str, at: usize, faults: &mut Vec<Diagnostic>) -> Option<Side> {
    let (rest, (color, letters)) = side_name(&text[at..]).ok()?;
    let mut groups: Vec<(Option<Role>, Spanned<Square>)> = Vec::new();
    let mut end = text.len() - rest.len();
    loop {
        let rest = separators(&text[end..]);
        let pos = text.len() - rest.len();
        let new_line = text[end..pos].contains(['\n', '\r']);
        if rest.is_empty() || side_name(rest).is_ok() {
            break;
        }
        let word = rest.split(char::is_whitespace).next().unwrap_or(rest);
        let len = rest.find(is_separator).unwrap_or(rest.len());
        let mut left = &rest[..len];
        let mut found = Vec::new();
        while let Ok((after, (role, square))) = man(letters).parse(left) {
            let (from, to) = (len - left.len(), len - after.len());
            found.push((role, Spanned::new(square, Span::new(pos + from, pos + to))));
            left = after;
        }
        // The list ends at a count, a stipulation, a twin, a number; and with its line, unless men follow on the next.
        let numbered = word.starts_with(|c: char| c.is_ascii_digit());
        let other = word.starts_with('(') || numbered || super::twin_letter(word).is_some();
        if other
            || word.parse::<Stipulation>().is_ok()
            || new_line && (found.is_empty() || !left.is_empty())
        {
            break;
        }
        if !left.is_empty() {
            let from = pos + len - left.len();
            let message = format!("{} is no man", lex::quoted(left));
            faults.push(
                Diagnostic::new(Code::BadPosition, Span::new(from, pos + len), message)
                    .help("a man is a piece letter and a square, a pawn its square alone"),
            );
        }
        groups.extend(found);
        end = pos + len;
    }
    // A square without a letter is a pawn's; but where pawns have their letter it repeats the one before it.
    let pawns_are_named = groups.iter().any(|(named, _)| *named == Some(Role::Pawn));
    let mut role = Role::Pawn;
    let men = groups.into_iter().map(|(named, square)| {
        match named {
            Some(named) => role = named,
            None if pawns_are_named => {}
            None => role = Role::Pawn,
        }
        (role, square)
    });
    Some(Side {
        color,
        letters,
        men: men.collect(),
        end,
    })
}

/// `side-name = ( "Blancs" | "Noirs" | "White" | "Black" | "Weiß" | "Schwarz" ) ":"`, in any case.
fn side_name(input: &str) -> PResult<'_, (Color, &'static Letters)> {
    let word = recognize(take_while1(char::is_alphabetic));
    let name = map_opt(word, |word: &str| {
        let word = word.to_lowercase();
        SIDES
            .iter()
            .find(|(name, ..)| *name == word)
            .and_then(|&(_, color, language)| Some((color, Letters::by_name(language)?)))
    });
    let (input, (found, _, _)) = (name, multispace0, char(':')).parse(input)?;
    Ok((input, found))
}

/// `man = [ letter ] square`
fn man<'s>(
    letters: &'static Letters,
) -> impl Parser<&'s str, Output = (Option<Role>, Square), Error = crate::parse::SyntaxError> {
    (
        opt(char_as("a piece letter", |c| letter(letters, c))),
        square,
    )
}

fn letter(letters: &Letters, c: char) -> Option<Role> {
    let mut text = [0; 4];
    let text: &str = c.encode_utf8(&mut text);
    Role::ALL
        .into_iter()
        .find(|&role| letters.letter(role, Color::White) == text)
}

/// `square = file rank`
fn square(input: &str) -> PResult<'_, Square> {
    map_opt(
        recognize((
            satisfy(|c| c.is_ascii_lowercase()),
            satisfy(|c| c.is_ascii_digit()),
        )),
        Square::from_name,
    )
    .parse(input)
}

/// `between-men = { blank | line-end | "," | ";" | dash }`
fn separators(input: &str) -> &str {
    input.trim_start_matches(is_separator)
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';') || crate::parse::is_dash(c)
}

/// `count-of-men = "(" digits "+" digits ")"`
pub(super) fn count(word: &str) -> Option<(usize, usize)> {
    let pair = separated_pair(number::<_, crate::parse::SyntaxError>, char('+'), number);
    let (rest, count) = delimited(char('('), pair, char(')')).parse(word).ok()?;
    rest.is_empty().then_some(count)
}

/// What becomes of a man in a twin.
enum Change {
    To(Square),
    Away,
}

impl Men {
    fn stand(&mut self, side: &Side, faults: &mut Vec<Diagnostic>) {
        for &(role, square) in &side.men {
            let place = &mut self.squares[square.value.index()];
            if place.is_some() {
                let message = format!("two men stand on {}", square.value);
                faults.push(Diagnostic::new(Code::BadPosition, square.span, message));
            }
            *place = Some((side.color, role));
        }
    }

    /// The letters of their list.
    pub(super) const fn letters(&self) -> &'static Letters {
        self.letters
    }

    /// The men of a printed board, capitals for White, in English, French or German letters.
    pub(super) fn of_board(board: &Board) -> Option<Self> {
        let cells: Vec<char> = board
            .rows
            .iter()
            .flatten()
            .map(|cell| if cell.value == 'O' { 'P' } else { cell.value })
            .collect();
        let known = ["en", "fr", "de"].into_iter().filter_map(Letters::by_name);
        known
            .map(|letters| Self::with_letters(&cells, letters))
            .find_map(|men| men.filter(|men| men.kings() == (1, 1)))
    }

    fn with_letters(cells: &[char], letters: &'static Letters) -> Option<Self> {
        let mut squares = [None; 64];
        for (i, &cell) in cells.iter().enumerate() {
            if cell == '.' {
                continue;
            }
            let color = if cell.is_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            let role = letter(letters, cell.to_ascii_uppercase())?;
            squares[Square::new((i % 8) as u8, 7 - (i / 8) as u8).index()] = Some((color, role));
        }
        Some(Self { squares, letters })
    }

    fn kings(&self) -> (usize, usize) {
        let kings = |color| {
            self.squares
                .iter()
                .filter(|man| **man == Some((color, Role::King)))
                .count()
        };
        (kings(Color::White), kings(Color::Black))
    }

    /// How many men each side has.
    pub(super) fn count(&self) -> (usize, usize) {
        let count = |color| {
            self.squares
                .iter()
                .flatten()
                .filter(|man| man.0 == color)
                .count()
        };
        (count(Color::White), count(Color::Black))
    }

    /// The men of a twin: `Ta5→b5`, `Ta5 en b5`, `sans Ta5`; `None` when that says nothing.
    pub(super) fn twin(&self, words: &str) -> Option<Self> {
        let (rest, (named, from, change)) = self.change(words).ok()?;
        if !rest.trim_matches(is_separator).is_empty() {
            return None;
        }
        let mut twin = self.clone();
        let man = twin.squares[from.index()].take()?;
        if named.is_some_and(|role| role != man.1) {
            return None;
        }
        if let Change::To(square) = change {
            let place = &mut twin.squares[square.index()];
            if place.is_some() {
                return None;
            }
            *place = Some(man);
        }
        Some(twin)
    }

    /// `change = without placed | placed to square`; `placed = [ "w" | "b" | "s" | "n" ] man`, since the literature may
    /// name the side: `wTa5`.
    fn change<'s>(&self, words: &'s str) -> PResult<'s, (Option<Role>, Square, Change)> {
        let without = alt((
            tag_no_case("sans"),
            tag_no_case("without"),
            tag_no_case("ohne"),
        ));
        let to = alt((
            tag("→"),
            tag("->"),
            tag("en"),
            tag("to"),
            tag("nach"),
            tag("auf"),
        ));
        let placed = || {
            alt((
                man(self.letters),
                preceded(one_of("wbsn"), man(self.letters)),
            ))
        };
        alt((
            (without, multispace0, placed()).map(|(_, _, (role, from))| (role, from, Change::Away)),
            (placed(), multispace0, to, multispace0, square)
                .map(|((role, from), _, _, _, to)| (role, from, Change::To(to))),
        ))
        .parse(words)
    }

    /// The position text, in standard form.
    pub(super) fn fen(&self, turn: Color) -> String {
        let mut fen = String::new();
        for rank in (0..8).rev() {
            let mut vacant = 0;
            for file in 0..8 {
                let Some((color, role)) = self.squares[Square::new(file, rank).index()] else {
                    vacant += 1;
                    continue;
                };
                push_vacant(&mut fen, &mut vacant);
                let letter = role.letter();
                fen.push(match color {
                    Color::White => letter,
                    Color::Black => letter.to_ascii_lowercase(),
                });
            }
            push_vacant(&mut fen, &mut vacant);
            if rank > 0 {
                fen.push('/');
            }
        }
        let turn = match turn {
            Color::White => 'w',
            Color::Black => 'b',
        };
        // Writing to a string cannot fail.
        let _ = write!(fen, " {turn} - - 0 1");
        fen
    }
}

fn push_vacant(fen: &mut String, vacant: &mut u32) {
    if *vacant > 0 {
        let _ = write!(fen, "{vacant}");
    }
    *vacant = 0;
}
