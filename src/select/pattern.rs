//! Patterns of positions: position texts with wildcards, and lists of men on squares.

use super::error::{Inside, WhereFault};
use super::grammar::read_value;
use crate::notation::{Cell, Color};
use crate::parse::{PResult, char_that};
use crate::rules::{BoardView, Rules, Sides};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_till1, take_while1};
use nom::character::complete::{char, digit1, multispace0, multispace1};
use nom::combinator::{cut, eof, map, map_opt, not, opt, peek, recognize, value, verify};
use nom::error::context;
use nom::multi::{many0, separated_list1};
use nom::sequence::{delimited, preceded, terminated};

/// Rows and columns of the largest board.
const LARGEST: usize = 19;

/// Rows and columns of a board for chessmen.
const CHESSBOARD: u8 = 8;

/// The fields of a position text that count moves, from 0; they are no part of a position.
pub(super) const COUNTERS: [usize; 2] = [4, 5];

/// What a position must look like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    cells: Cells,
    /// The letter of the side to move; `None` is either.
    turn: Option<char>,
    /// Further fields of the position text by their numbers.
    fields: Vec<(usize, String)>,
    /// The text, where it has no wildcard.
    plain: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Cells {
    /// All of the board, row by row from the top.
    Rows(Vec<Vec<Part>>),
    /// Men that stand on one of some cells each.
    Placed(Vec<(Sign, Vec<Cell>)>),
}

/// A part of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Cells(Sign, usize),
    /// Any number of any cells.
    Run,
}

/// What a cell must hold.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Sign {
    Any,
    Man,
    Vacant,
    OneOf(Vec<char>),
    NoneOf(Vec<char>),
}

impl Sign {
    fn holds(&self, cell: char) -> bool {
        match self {
            Self::Any => true,
            Self::Man => cell != '.',
            Self::Vacant => cell == '.',
            Self::OneOf(men) => men.contains(&cell),
            Self::NoneOf(men) => !men.contains(&cell),
        }
    }

    /// Whether it can hold for a stone, or for a cell without any man.
    fn may_be_a_stone(&self) -> bool {
        match self {
            Self::OneOf(men) => men.iter().any(|man| matches!(man, 'r' | 'b')),
            Self::Any | Self::Man | Self::Vacant | Self::NoneOf(_) => true,
        }
    }
}

impl Pattern {
    /// Reads a pattern; a `plain` one has no wildcards.
    pub(super) fn read(text: &str, plain: bool) -> Result<Self, Inside> {
        if !text.contains('/') {
            let (men, turn) = read_value(text, placements, "a blank or a comma")?;
            return if plain {
                Err((WhereFault::NotPlain, 0..text.len()))
            } else {
                Ok(Self {
                    cells: Cells::Placed(men),
                    turn,
                    fields: Vec::new(),
                    plain: None,
                })
            };
        }
        let (rows, fields) = read_value(text, board, "`/`, a blank or a cell")?;
        let written = text.split_whitespace().next().unwrap_or_default();
        let start = text.len() - text.trim_start().len();
        if let Some(fault) = wrong_row(&rows) {
            return Err((fault, start..start + written.len()));
        }
        let wildcard = written.find(['?', '!', '*', '[', '.']);
        if let Some(at) = wildcard.filter(|_| plain) {
            return Err((WhereFault::NotPlain, start + at..start + at + 1));
        }
        let mut fields = fields.into_iter();
        let turn = fields.next().and_then(|field| match field {
            "*" | "?" => None,
            side => side.chars().next(),
        });
        let fields = fields
            .enumerate()
            .map(|(i, field)| (i + 2, field.to_owned()));
        let compared =
            |(i, field): &(usize, String)| !COUNTERS.contains(i) && field != "*" && field != "?";
        Ok(Self {
            cells: Cells::Rows(rows),
            turn,
            fields: fields.filter(compared).collect(),
            plain: plain.then(|| text.trim().to_owned()),
        })
    }

    /// The fields behind the side to move that are to be compared, in the words of a rule set where it can read them.
    pub(super) fn fields<R: Rules>(&self, rules: &R) -> Vec<(usize, String)> {
        let plain = self.plain.as_ref().filter(|_| !self.fields.is_empty());
        let position = plain.and_then(|text| rules.read_position(text, &mut Vec::new()).ok());
        let Some(position) = position else {
            return self.fields.clone();
        };
        let mut text = String::new();
        rules.write_position(&position, &mut text);
        let canonical = |(i, field): &(usize, String)| {
            let field = text.split(' ').nth(*i).unwrap_or(field);
            (*i, field.to_owned())
        };
        self.fields.iter().map(canonical).collect()
    }

    /// Whether a position text has these fields.
    pub(super) fn has_fields(text: &str, fields: &[(usize, String)]) -> bool {
        fields
            .iter()
            .all(|(i, field)| text.split(' ').nth(*i) == Some(field))
    }

    /// Whether board and side to move are as they must be.
    pub(super) fn holds(&self, view: &BoardView, sides: Sides) -> bool {
        let letter = match (view.turn, sides) {
            (Color::White, Sides::WhiteBlack) => 'w',
            (Color::White, Sides::RedBlack) => 'r',
            (Color::Black, _) => 'b',
        };
        self.turn.is_none_or(|turn| turn == letter)
            && match &self.cells {
                Cells::Rows(rows) => {
                    rows.len() == view.rows.len()
                        && rows
                            .iter()
                            .zip(&view.rows)
                            .all(|(row, cells)| row_holds(row, cells))
                }
                Cells::Placed(men) => men.iter().all(|(man, cells)| {
                    let stands = |&cell: &Cell| {
                        let place = view.place(cell);
                        place.is_some_and(|(row, column)| man.holds(view.rows[row][column]))
                    };
                    cells.iter().any(stands)
                }),
            }
    }
}

/// Whether cells are as the parts say, where a run takes as few as it can, and more whenever that does not go on.
fn row_holds(parts: &[Part], cells: &[char]) -> bool {
    let (mut part, mut cell) = (0, 0);
    // The part behind the last run, and the cell from which it was tried.
    let mut retry: Option<(usize, usize)> = None;
    loop {
        let taken = match parts.get(part) {
            None => cell == cells.len(),
            Some(Part::Run) => {
                retry = Some((part + 1, cell));
                part += 1;
                continue;
            }
            Some(Part::Cells(sign, count)) => {
                let end = cell + count;
                let holds = cells
                    .get(cell..end)
                    .is_some_and(|cells| cells.iter().all(|&cell| sign.holds(cell)));
                if holds {
                    (part, cell) = (part + 1, end);
                    continue;
                }
                false
            }
        };
        match (taken, &mut retry) {
            (true, _) => return true,
            (false, Some((behind, from))) if *from < cells.len() => {
                *from += 1;
                (part, cell) = (*behind, *from);
            }
            (false, _) => return false,
        }
    }
}

/// What is wrong with the first row that no board of so many rows has.
fn wrong_row(rows: &[Vec<Part>]) -> Option<WhereFault> {
    let count = rows.len();
    // Cells, and whether there may be more.
    let width = |row: &Vec<Part>| {
        let cells = row.iter().map(|part| match part {
            Part::Cells(_, count) => *count,
            Part::Run => 0,
        });
        (cells.sum::<usize>(), row.contains(&Part::Run))
    };
    let fits = |row: &Vec<Part>, wanted: usize| {
        let (cells, more) = width(row);
        cells == wanted || more && cells < wanted
    };
    let hex = |i: usize| count.div_ceil(2) + i.min(count - 1 - i);
    let is_hex = count % 2 == 1 && rows.iter().enumerate().all(|(i, row)| fits(row, hex(i)));
    let wrong = rows.iter().position(|row| !fits(row, count))?;
    let (cells, _) = width(&rows[wrong]);
    let counted = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    (!is_hex).then(|| WhereFault::Row {
        row: wrong + 1,
        cells: counted(cells, "cell"),
        rows: counted(count, "row"),
    })
}

/// `board-pattern = row-pattern { "/" row-pattern } { blank field }`; a field is `*` or what the position text has there
fn board(input: &str) -> PResult<'_, (Vec<Vec<Part>>, Vec<&str>)> {
    let rows = separated_list1(char('/'), row);
    let field = preceded(multispace1, take_till1(char::is_whitespace));
    (rows, many0(field)).parse(input)
}

/// `row-pattern = { man-pattern | "." | digits | "*" }`, no wider than the largest board
fn row(input: &str) -> PResult<'_, Vec<Part>> {
    let vacant = map_opt(digit1, |digits: &str| {
        let count = digits.parse().ok();
        count.filter(|&count| count <= LARGEST)
    });
    many0(alt((
        value(Part::Run, char('*')),
        map(vacant, |count| Part::Cells(Sign::Vacant, count)),
        map(man, |sign| Part::Cells(sign, 1)),
    )))
    .parse(input)
}

/// `man-pattern = man-letter | "?" | "!" | "." | "[" [ "^" ] man-letter { man-letter } "]"`
fn man(input: &str) -> PResult<'_, Sign> {
    let letters = take_while1(is_man);
    let set = delimited(
        char('['),
        (opt(char('^')), context("a letter", letters)),
        context("a letter or `]`", char(']')),
    );
    let set = preceded(peek(char('[')), cut(set));
    let one = char_that("a cell", is_man);
    alt((
        value(Sign::Any, char('?')),
        value(Sign::Man, char('!')),
        value(Sign::Vacant, char('.')),
        map(set, |(denied, men): (_, &str)| {
            let men = men.chars().collect();
            match denied {
                Some(_) => Sign::NoneOf(men),
                None => Sign::OneOf(men),
            }
        }),
        map(one, |letter| Sign::OneOf(vec![letter])),
    ))
    .parse(input)
}

/// `man-letter = "k" | "q" | "r" | "b" | "n" | "p"`, in either case; stones are `r` and `b`
const fn is_man(letter: char) -> bool {
    matches!(
        letter.to_ascii_lowercase(),
        'k' | 'q' | 'r' | 'b' | 'n' | 'p'
    )
}

type Placements = (Vec<(Sign, Vec<Cell>)>, Option<char>);

/// `placements = placed-man { blank placed-man } [ blank to-move ]`, `to-move = "w" | "b" | "r"`
fn placements(input: &str) -> PResult<'_, Placements> {
    let letter = || char_that("a side", |c| matches!(c, 'w' | 'b' | 'r'));
    let side = || preceded(multispace1, terminated(letter(), (multispace0, eof)));
    let another = (not(side()), multispace1, not(eof));
    let more = many0(preceded(another, cut(placement)));
    let (rest, (first, more, side)) = (placement, more, opt(side())).parse(input)?;
    let men = std::iter::once(first).chain(more).collect();
    Ok((rest, (men, side)))
}

/// `placed-man = man-pattern cell { "," cell }`; chessmen stand on chessboards only
fn placement(input: &str) -> PResult<'_, (Sign, Vec<Cell>)> {
    let cell = map_opt(recognize((file_letter, digit1)), Cell::from_name);
    let cells = separated_list1(char(','), context("a square", cell));
    let is_on_board = |(man, cells): &(Sign, Vec<Cell>)| {
        let mut cells = cells.iter();
        man.may_be_a_stone() || cells.all(|cell| cell.file < CHESSBOARD && cell.rank < CHESSBOARD)
    };
    context(
        "a man and its squares, such as `Kg1` or `Rd1,e1`,",
        verify((man, cells), is_on_board),
    )
    .parse(input)
}

/// The letter of a file.
fn file_letter(input: &str) -> PResult<'_, char> {
    char_that("a square", |c| c.is_ascii_alphabetic()).parse(input)
}
