//! The men of a problem: lists of them, and the position text that they make.

use crate::notation::letters::Letters;
use crate::notation::{Color, Role, Square};
use crate::parse::{PResult, char_as};
use crate::record::Board;
use crate::source::Span;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while1};
use nom::character::complete::{char, multispace0, one_of, satisfy, usize as number};
use nom::combinator::{map_opt, opt, recognize};
use nom::multi::many1;
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

/// `men = side [ between-men side ]`; the men listed from `at` on, on a line that ends at `end`, or on it and the next.
pub(super) fn read(text: &str, at: usize, end: usize) -> Option<(Men, Span)> {
    let line = &text[at..end];
    let indent = line.len() - line.trim_start().len();
    side_name(&line[indent..]).ok()?;
    let start = at + indent;
    let (rest, first) = side(&text[start..]).ok()?;
    let mut men = Men {
        squares: [None; 64],
        letters: first.letters,
    };
    men.stand(&first);
    let second = preceded(separators, side).parse(rest).ok();
    let rest = second.map_or(rest, |(rest, second)| {
        men.stand(&second);
        rest
    });
    Some((men, Span::new(start, text.len() - rest.len())))
}

/// The men of one side as listed.
struct Side {
    color: Color,
    letters: &'static Letters,
    men: Vec<(Role, Square)>,
}

/// `side = side-name between-men man { between-men man }`
fn side(input: &str) -> PResult<'_, Side> {
    let (input, (color, letters)) = side_name(input)?;
    let (input, groups) = many1(preceded(separators, man(letters))).parse(input)?;
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
    let men = men.collect();
    Ok((
        input,
        Side {
            color,
            letters,
            men,
        },
    ))
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
fn separators(input: &str) -> PResult<'_, ()> {
    let rest = input.trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, ',' | ';') || crate::parse::is_dash(c)
    });
    Ok((rest, ()))
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
    fn stand(&mut self, side: &Side) {
        for &(role, square) in &side.men {
            self.squares[square.index()] = Some((side.color, role));
        }
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
        let (_, (named, from, change)) = self.change(words).ok()?;
        let mut twin = self.clone();
        let man = twin.squares[from.index()].take()?;
        if named.is_some_and(|role| role != man.1) {
            return None;
        }
        if let Change::To(square) = change {
            twin.squares[square.index()] = Some(man);
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
