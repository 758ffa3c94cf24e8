//! Turns of the stone games: `e4`, `f4,b2`, `b2-b5`, `b2xb7`.

use super::chess::{CaptureMark, capture, dash};
use super::falls::spaces;
use super::word::suffix;
use super::{Cell, CheckMark, Marks, WordForm, WordRead, is_word_end, short};
use crate::parse::{PResult, SyntaxError, char_as, char_that};
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, satisfy};
use nom::combinator::{consumed, map, not, opt, peek, recognize, rest, success, value, verify};
use nom::multi::fold_many0;
use nom::sequence::{preceded, terminated};
use std::fmt;

/// A turn as written; not yet a turn of any position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StoneTurn {
    /// Stones are put on the board.
    Place(WrittenStones),
    /// A stone goes from one cell to another.
    Move {
        /// Where it stands.
        from: Cell,
        /// What is claimed of the target.
        mark: CaptureMark,
        /// Where it goes.
        to: Cell,
    },
}

/// Writes it canonically; without a mark where none was written. Of more than three stones only three are known.
impl fmt::Display for StoneTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(stones) => {
                for (index, stone) in stones.cells().iter().enumerate() {
                    write!(f, "{}{stone}", if index == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            Self::Move { from, mark, to } => {
                let mark = match mark {
                    CaptureMark::None => "",
                    CaptureMark::Dash => "-",
                    CaptureMark::Capture => "x",
                };
                write!(f, "{from}{mark}{to}")
            }
        }
    }
}

/// Stones to be placed, in the order written: at least one, and of more than the two that a turn may have as many as
/// it takes to say which is the first too many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WrittenStones {
    first: [Cell; 3],
    count: u8,
}

impl WrittenStones {
    /// One stone.
    #[must_use]
    pub const fn new(stone: Cell) -> Self {
        Self {
            first: [stone; 3],
            count: 1,
        }
    }

    /// The same and one more behind them; 255 and more count alike.
    #[must_use]
    pub fn and(mut self, stone: Cell) -> Self {
        if let Some(place) = self.first.get_mut(usize::from(self.count)) {
            *place = stone;
        }
        self.count = self.count.saturating_add(1);
        self
    }

    /// How many are written.
    #[must_use]
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// The first three.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.first[..usize::from(self.count).min(self.first.len())]
    }
}

/// What is unusual in the spelling of a turn, though clear.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StoneSpelling {
    /// `+`, `/` or `&` for the comma.
    pub separator: bool,
    /// A mark other than `-` and `x`, or none.
    pub mark: bool,
    /// A capture marked at the end: `f4-h6x`.
    pub trailing: bool,
    /// Capital letters.
    pub capitals: bool,
    /// Blanks or line ends inside.
    pub blanks: bool,
}

impl StoneSpelling {
    /// Whether anything is unusual.
    #[must_use]
    pub fn is_unusual(self) -> bool {
        self != Self::default()
    }

    fn and(self, other: Self) -> Self {
        Self {
            separator: self.separator || other.separator,
            mark: self.mark || other.mark,
            trailing: self.trailing || other.trailing,
            capitals: self.capitals || other.capitals,
            blanks: self.blanks || other.blanks,
        }
    }
}

/// A text that begins with the shape of a stone turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoneRead {
    /// Its length in bytes.
    pub len: usize,
    /// What it says.
    pub turn: StoneTurn,
    /// How it says it.
    pub spelling: StoneSpelling,
}

/// Reads the stone turn that `text` begins with, up to the end of a word; `None` when what stands there is none.
#[must_use]
pub fn read_stone_turn(text: &str) -> Option<StoneRead> {
    read(text, false)
}

/// The same, with blanks and line ends allowed round separators and marks: `f4, b2`, `b2 - b5`.
#[must_use]
pub fn read_spaced_stone_turn(text: &str) -> Option<StoneRead> {
    read(text, true)
}

/// Reads the stone turn that `text` begins with as a move word, with the suffix of annotation behind it; `spaced` allows
/// blanks inside.
#[must_use]
pub fn read_stone_word(text: &str, spaced: bool) -> Option<WordRead> {
    read_plain_stone_word(text).or_else(|| any_stone_word(text, spaced))
}

/// The same where it is written canonically and nothing that follows can belong to it.
#[inline]
pub(crate) fn read_plain_stone_word(text: &str) -> Option<WordRead> {
    short::stones::read(text.as_bytes())
}

/// `stone-word = stone-turn [ suffix ]`
fn any_stone_word(text: &str, spaced: bool) -> Option<WordRead> {
    let StoneRead {
        len,
        turn,
        spelling,
    } = read(text, spaced)?;
    let (rest, nag) = opt(suffix)
        .parse(&text[len..])
        .unwrap_or((&text[len..], None));
    Some(WordRead {
        len: text.len() - rest.len(),
        form: WordForm::Stones(turn),
        marks: Marks {
            check: CheckMark::None,
            nag,
            en_passant: false,
            unusual: spelling.is_unusual(),
        },
    })
}

/// `stone-turn = stone-move | placement`
fn read(text: &str, spaced: bool) -> Option<StoneRead> {
    let end = || peek(verify(rest, |rest: &str| is_word_end(rest)));
    let moved = terminated(|input| stone_move(input, spaced), end());
    let placed = terminated(|input| placement(input, spaced), end());
    let (rest, (turn, spelling)) = alt((moved, placed)).parse(text).ok()?;
    Some(StoneRead {
        len: text.len() - rest.len(),
        turn,
        spelling,
    })
}

/// `stone-capture = capture`, but no `*`, which ends a log
fn stone_capture(input: &str) -> PResult<'_, CaptureMark> {
    preceded(not(char('*')), capture).parse(input)
}

/// What a part of a turn says and how it is spelled.
type Spelled<T> = (T, StoneSpelling);

/// `stone-move = cell [ dash | stone-capture ] cell [ stone-capture ]`, a capture marked once at most
fn stone_move(input: &str, spaced: bool) -> PResult<'_, Spelled<StoneTurn>> {
    let marked = around(alt((dash, stone_capture)), spaced, |sign, spelling| {
        spelling.mark = !matches!(sign, "-" | "x");
    });
    let bare = success((
        CaptureMark::None,
        StoneSpelling {
            mark: true,
            ..StoneSpelling::default()
        },
    ));
    let mut way = (spelled_cell, alt((marked, bare)), spelled_cell);
    let (rest, ((from, capitals), (mark, marked), (to, more_capitals))) = way.parse(input)?;
    let spelling = capitals.and(marked).and(more_capitals);
    let (rest, trailing) = match mark {
        CaptureMark::Capture => (rest, None),
        CaptureMark::None | CaptureMark::Dash => opt(stone_capture).parse(rest)?,
    };
    let turn = StoneTurn::Move {
        from,
        mark: trailing.unwrap_or(mark),
        to,
    };
    let trailing = trailing.is_some();
    Ok((
        rest,
        (
            turn,
            StoneSpelling {
                trailing,
                ..spelling
            },
        ),
    ))
}

/// `placement = cell { separator cell }`
fn placement(input: &str, spaced: bool) -> PResult<'_, Spelled<StoneTurn>> {
    let (rest, (first, spelling)) = spelled_cell(input)?;
    let joint = around(separator, spaced, |sign, spelling| {
        spelling.separator = sign != ",";
    });
    let more = (joint, spelled_cell);
    let all = fold_many0(
        more,
        || (WrittenStones::new(first), spelling),
        |(stones, spelling), ((_, joint), (stone, capitals))| {
            (stones.and(stone), spelling.and(joint).and(capitals))
        },
    );
    map(all, |(stones, spelling)| {
        (StoneTurn::Place(stones), spelling)
    })
    .parse(rest)
}

/// A sign with what may stand round it; `judge` looks at the sign as written.
fn around<'s, T>(
    sign: impl Parser<&'s str, Output = T, Error = SyntaxError>,
    spaced: bool,
    judge: impl Fn(&str, &mut StoneSpelling),
) -> impl Parser<&'s str, Output = Spelled<T>, Error = SyntaxError> {
    let gap = move |input| {
        if spaced {
            spaces(input)
        } else {
            Ok((input, 0))
        }
    };
    map(
        (gap, consumed(sign), gap),
        move |(before, (written, sign), after)| {
            let mut spelling = StoneSpelling {
                blanks: before + after > 0,
                ..StoneSpelling::default()
            };
            judge(written, &mut spelling);
            (sign, spelling)
        },
    )
}

/// `separator = "," | "+" | "/" | "&"`
fn separator(input: &str) -> PResult<'_, ()> {
    value(
        (),
        char_that("a comma", |c| matches!(c, ',' | '+' | '/' | '&')),
    )
    .parse(input)
}

fn spelled_cell(input: &str) -> PResult<'_, Spelled<Cell>> {
    map(consumed(cell), |(written, cell)| {
        let capitals = written.starts_with(|c: char| c.is_ascii_uppercase());
        (
            cell,
            StoneSpelling {
                capitals,
                ..StoneSpelling::default()
            },
        )
    })
    .parse(input)
}

/// `cell = cell-letter cell-number`
pub(super) fn cell(input: &str) -> PResult<'_, Cell> {
    map((cell_letter, cell_number), |(file, rank)| Cell {
        file,
        rank,
    })
    .parse(input)
}

/// `cell-letter = "a" ... "z" | "A" ... "Z"`
fn cell_letter(input: &str) -> PResult<'_, u8> {
    char_as("a letter", |c| {
        c.is_ascii_alphabetic()
            .then(|| c.to_ascii_lowercase() as u8 - b'a')
    })
    .parse(input)
}

/// `cell-number = "1" ... "99"`, no digit behind it
fn cell_number(input: &str) -> PResult<'_, u8> {
    let digit = |input| satisfy(|c| c.is_ascii_digit()).parse(input);
    let first = preceded(not(char('0')), digit);
    let number = recognize((first, opt(digit)));
    let number = map(number, |digits: &str| {
        digits.bytes().fold(0, |n, digit| 10 * n + (digit - b'0'))
    });
    map(terminated(number, not(digit)), |number| number - 1).parse(input)
}

#[cfg(test)]
mod tests;
