//! Stones that stand on the board before the first move.
//!
//! SGF tells where they stand and whose turn it is, not which phase the game is in. It is the movement phase, unless a
//! circle (`CR`) marks one stone of the side that is not to move: then that is the last stone placed.

use super::{Property, Reader};
use crate::diag::{Code, Diagnostic};
use crate::notation::{Cell, Color, sgf};
use crate::record::Events;
use crate::source::{Span, Spanned};
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

/// What the first node sets up.
#[derive(Debug, Default)]
pub(super) struct SetUp<'s> {
    stones: Vec<(Color, Spanned<&'s str>)>,
    turn: Option<Spanned<&'s str>>,
    circles: Vec<Spanned<&'s str>>,
    /// The first property.
    place: Option<Span>,
}

impl<'s> SetUp<'s> {
    /// Takes a property `AB`, `AW`, `PL` or `CR`.
    pub(super) fn add(&mut self, property: &Property<'s>) {
        let mut values = property.values.iter().map(|value| {
            let (text, span) = value.trimmed();
            Spanned::new(text, span)
        });
        match &*property.name {
            "AB" => self
                .stones
                .extend(values.map(|value| (Color::White, value))),
            "AW" => self
                .stones
                .extend(values.map(|value| (Color::Black, value))),
            "CR" => self.circles.extend(values),
            _ => self.turn = values.next(),
        }
        self.place.get_or_insert(property.place);
    }
}

fn side(value: &str) -> Option<Color> {
    match value {
        "B" | "b" | "black" | "1" => Some(Color::White),
        "W" | "w" | "white" | "2" => Some(Color::Black),
        _ => None,
    }
}

/// A board as far as its rows go. The cells of hex boards are those whose file and rank differ by less than the base.
#[derive(Clone, Copy, Debug)]
struct Rows {
    hex: bool,
    size: u8,
}

impl Rows {
    /// Reads `square-8` or `hex-5`.
    fn named(board: &str) -> Option<Self> {
        let (shape, size) = board.split_once('-')?;
        let size = size.parse().ok().filter(|size| (1..=26).contains(size))?;
        match shape {
            "square" => Some(Self { hex: false, size }),
            "hex" => Some(Self { hex: true, size }),
            _ => None,
        }
    }

    const fn count(self) -> u8 {
        if self.hex {
            2 * self.size - 1
        } else {
            self.size
        }
    }

    /// The files of the cells of a row.
    fn files(self, rank: u8) -> Range<u8> {
        match self.hex {
            _ if rank >= self.count() => 0..0,
            true => (rank + 1).saturating_sub(self.size)..(rank + self.size).min(self.count()),
            false => 0..self.size,
        }
    }

    /// The cells of a rectangle, which holds one at least; `None` where it reaches beyond the rows.
    fn cells(self, (low, high): (Cell, Cell)) -> Option<Vec<Cell>> {
        if !self.holds(high) {
            return None;
        }
        let row = |rank| {
            let files = self.files(rank);
            (files.start.max(low.file)..files.end.min(high.file + 1))
                .map(move |file| Cell { file, rank })
        };
        let cells: Vec<Cell> = (low.rank..=high.rank).flat_map(row).collect();
        (!cells.is_empty()).then_some(cells)
    }

    const fn holds(self, cell: Cell) -> bool {
        cell.file < self.count() && cell.rank < self.count()
    }

    /// The stones as a position text writes them.
    fn text(self, stones: &HashMap<Cell, Color>) -> String {
        let mut text = String::new();
        for rank in (0..self.count()).rev() {
            let mut vacant = 0;
            for file in self.files(rank) {
                let Some(color) = stones.get(&Cell { file, rank }) else {
                    vacant += 1;
                    continue;
                };
                push_run(&mut text, std::mem::take(&mut vacant));
                text.push(letter(*color));
            }
            push_run(&mut text, vacant);
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }
}

fn push_run(text: &mut String, vacant: u32) {
    if vacant > 0 {
        write!(text, "{vacant}").expect("invariant: a string takes any text");
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::White => 'r',
        Color::Black => 'b',
    }
}

/// Reads `e4`, or the rectangle `a1:c2` by two opposite corners, as its lowest and its highest cell.
fn rectangle(value: &str) -> Option<(Cell, Cell)> {
    let (one, other) = value.split_once(':').unwrap_or((value, value));
    let (one, other) = (Cell::from_name(one.trim())?, Cell::from_name(other.trim())?);
    let corner = |pick: fn(u8, u8) -> u8| Cell {
        file: pick(one.file, other.file),
        rank: pick(one.rank, other.rank),
    };
    Some((corner(u8::min), corner(u8::max)))
}

impl<'s, E: Events<'s>> Reader<'s, '_, E> {
    /// Makes the tag `Position` of what the first node sets up.
    pub(super) fn set_up(&mut self, setup: &SetUp<'s>) {
        let Some(place) = setup.place else {
            return;
        };
        let first = self.game.first.map(|(_, side)| side);
        let told = setup.turn.and_then(|turn| side(turn.value));
        if let (Some(turn), None) = (setup.turn, told) {
            let finding = Diagnostic::new(Code::BadTag, turn.span, "this is no side")
                .help("write `B` for Red or `W` for Black; the side of the first move begins");
            self.events.fault(finding);
        }
        let turn = told.or(first).unwrap_or(Color::White);
        self.line.last = turn.other();
        let rows = self.rows(setup);
        let mut stones = HashMap::new();
        for &(color, value) in &setup.stones {
            let Some(cells) = rectangle(value.value).and_then(|corners| rows.cells(corners)) else {
                let message = format!("`{}` is not on this board", value.value);
                let finding = Diagnostic::new(Code::BadPosition, value.span, message)
                    .help("it is left out; write a letter and a number, such as `e4`");
                self.events.fault(finding);
                continue;
            };
            let mut taken = None;
            for cell in cells {
                if stones.insert(cell, color).is_some() {
                    taken.get_or_insert(cell);
                }
            }
            // Of a rectangle one cell is enough to say.
            if let Some(cell) = taken {
                let message = format!("two stones are set up on {cell}");
                let finding = Diagnostic::new(Code::BadPosition, value.span, message)
                    .help("a cell holds one stone; take one of them out");
                self.events.fault(finding);
            }
        }
        let last = match setup.circles[..] {
            [only] => {
                Cell::from_name(only.value).filter(|cell| stones.get(cell) == Some(&turn.other()))
            }
            _ => None,
        };
        if last.is_none() {
            for circle in &setup.circles {
                let name = format!("{}CR", sgf::TAG_PREFIX);
                self.push_tag(name, place, circle.value.to_owned(), circle.span);
            }
        }
        let phase = last.map_or_else(|| "m -".to_owned(), |cell| format!("p {cell}"));
        let text = format!("{} {} {phase}", rows.text(&stones), letter(turn));
        let value = setup.stones.first().map_or(place, |(_, value)| value.span);
        self.push_tag("Position", place, text, value);
    }

    /// The board: the rules name it, or its size is given; else the smallest of the usual ones that holds the stones.
    fn rows(&self, setup: &SetUp<'s>) -> Rows {
        let named = self.board_of_rules().map(str::to_owned);
        let sized = || Some(format!("{}-{}", self.shape(), self.game.size?.trimmed().0));
        if let Some(rows) = named.or_else(sized).as_deref().and_then(Rows::named) {
            return rows;
        }
        let highest = setup
            .stones
            .iter()
            .filter_map(|(_, value)| rectangle(value.value));
        let highest: Vec<Cell> = highest.map(|(_, high)| high).collect();
        let square = |size| Rows { hex: false, size };
        [8, 10]
            .map(square)
            .into_iter()
            .find(|rows| highest.iter().all(|&cell| rows.holds(cell)))
            .unwrap_or(square(19))
    }
}
