//! Boards of stone games: squares and hexagons of any size.

use super::{Board, line_at};
use crate::source::{Span, Spanned};
use crate::syntax::logs;
use std::ops::RangeInclusive;

/// The edges of the boards that are recognised.
const SQUARES: RangeInclusive<usize> = 4..=19;
const HEXAGONS: RangeInclusive<usize> = 3..=10;

/// More rows or cells than this belong to no board; the bound keeps endless blocks linear.
const MOST: usize = 20;

/// Reads the board whose first line has its first character at `at`.
///
/// `stone-board = { stone-edge } stone-row { { stone-edge } stone-row } { stone-edge }`: only when the rows form a
/// square or a hexagon, and as many cells are vacant as an edge has.
pub(super) fn read(text: &str, at: usize) -> Option<Board> {
    let mut block = Block::read(text, at)?;
    let edge = shape(
        &block
            .rows
            .iter()
            .map(|row| row.cells.len())
            .collect::<Vec<_>>(),
    )
    .or_else(|| block.without_files())?;
    (block.vacant() >= edge).then(|| Board {
        listed: None,
        span: block.span,
        rows: block.rows.into_iter().map(|row| row.cells).collect(),
    })
}

/// The place of a block of rows at `at` that looks like a board and is none.
pub(super) fn unreadable(text: &str, at: usize) -> Option<Span> {
    /// Fewer rows, or fewer vacant cells, may be anything.
    const FEWEST: usize = 4;
    const VACANT: usize = 8;
    let block = Block::read(text, at)?;
    (block.rows.len() >= FEWEST && block.vacant() >= VACANT).then_some(block.span)
}

/// The edge of the board whose rows have so many cells.
fn shape(rows: &[usize]) -> Option<usize> {
    let height = rows.len();
    let is_square = SQUARES.contains(&height) && rows.iter().all(|&cells| cells == height);
    let edge = height.div_ceil(2);
    let is_hexagon = HEXAGONS.contains(&edge)
        && height == 2 * edge - 1
        && (0..)
            .zip(rows)
            .all(|(row, &cells)| cells == hex_row(edge, row));
    if is_square {
        Some(height)
    } else {
        is_hexagon.then_some(edge)
    }
}

/// How many cells a row of a hexagon has, counted from the top.
fn hex_row(edge: usize, row: usize) -> usize {
    2 * edge - 1 - (edge - 1).abs_diff(row)
}

/// A row, and whether its last cell may be the name of a file that ends there.
struct Row {
    cells: Vec<Spanned<char>>,
    named: bool,
}

/// Lines that follow each other and have the look of rows.
struct Block {
    rows: Vec<Row>,
    span: Span,
}

impl Block {
    fn read(text: &str, at: usize) -> Option<Self> {
        let mut block = Self {
            rows: Vec::new(),
            span: Span::at(at),
        };
        let mut pos = at;
        while let Some((line, next)) = line_at(text, pos) {
            if !is_edge(line.text(text)) {
                // A line that is not ended may be the beginning of one that is no row: it must complete the board.
                let is_open = next == text.len() && !text.ends_with(['\n', '\r']);
                match row(text, line) {
                    // Behind a whole board a turn may look like a row: `b2 - b5`.
                    Some(row) if block.rows.len() < MOST && !block.is_whole() => {
                        block.rows.push(row);
                    }
                    _ => break,
                }
                if is_open && !block.is_whole() {
                    block.rows.pop();
                    break;
                }
            }
            block.span.end = line.end;
            pos = next;
        }
        (!block.rows.is_empty()).then_some(block)
    }

    fn is_whole(&self) -> bool {
        let rows: Vec<usize> = self.rows.iter().map(|row| row.cells.len()).collect();
        shape(&rows).is_some()
    }

    /// Takes the names of files off the rows of a hexagon behind which they stand, where that makes it one.
    fn without_files(&mut self) -> Option<usize> {
        let edge = self.rows.len().div_ceil(2);
        for (index, row) in self.rows.iter_mut().enumerate().skip(edge) {
            if row.named && row.cells.len() == hex_row(edge, index) + 1 {
                row.cells.pop();
            }
        }
        shape(
            &self
                .rows
                .iter()
                .map(|row| row.cells.len())
                .collect::<Vec<_>>(),
        )
    }

    fn vacant(&self) -> usize {
        let cells = self.rows.iter().flat_map(|row| &row.cells);
        cells.filter(|cell| cell.value == '.').count()
    }
}

/// `stone-edge = frame | stone-files`: what may stand above, between and below the rows. A frame is made of `+ - = |` and
/// box drawing, more than three signs; files are letters in their order from `a` on, at least three, apart.
fn is_edge(line: &str) -> bool {
    let is_frame =
        |c: char| matches!(c, '+' | '-' | '=' | '|') || ('\u{2500}'..='\u{257F}').contains(&c);
    let mut solid = line.chars().filter(|c| !c.is_whitespace());
    if line.chars().count() > 3 && solid.clone().all(is_frame) {
        return solid.any(|c| c == '+' || !c.is_ascii()) || !line.contains(['|', ' ']);
    }
    let letters = line.split_whitespace();
    letters.clone().count() >= 3
        && letters.zip('a'..='z').all(|(written, letter)| {
            let mut chars = written.chars().map(|c| c.to_ascii_lowercase());
            chars.next() == Some(letter) && chars.next().is_none()
        })
}

/// `stone-row = [ rank ] { stone-gap } stone-cell [ group ] { { stone-gap } stone-cell [ group ] } { stone-gap } [ rank | file ]`,
/// with `stone-gap` a blank, a bracket, a bar or a slash, and `rank` and `group` digits
fn row(text: &str, line: Span) -> Option<Row> {
    /// Fewer cells than this may be anything.
    const FEWEST: usize = 3;
    let start = line.start as usize;
    let whole = line.text(text);
    let ranked = whole.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_rank = ranked.len() < whole.len();
    if (has_rank && !ranked.starts_with(is_gap)) || logs::side(text, start).is_some() {
        return None;
    }
    let mut row = Row {
        cells: Vec::new(),
        named: false,
    };
    // What stands before a sign: a gap, a cell, the digits of a group or of a rank.
    let mut before = ' ';
    let mut signs = whole
        .char_indices()
        .skip(whole.len() - ranked.len())
        .peekable();
    while let Some((at, c)) = signs.next() {
        let is_last = signs.peek().is_none();
        if let Some(value) = stone(c) {
            row.named = has_rank && is_last && is_gap(before) && c.is_alphabetic();
            if before.is_ascii_digit() || row.cells.len() == MOST {
                return None;
            }
            let span = Span::new(start + at, start + at + c.len_utf8());
            row.cells.push(Spanned::new(value, span));
        } else if c.is_ascii_digit() {
            let is_group = row.cells.last().is_some_and(|cell| cell.value != '.')
                && (stone(before).is_some() || before.is_ascii_digit());
            let is_rank = is_gap(before) || before.is_ascii_digit();
            if !(is_group || is_rank && whole[at..].bytes().all(|byte| byte.is_ascii_digit())) {
                return None;
            }
        } else if !is_gap(c) {
            let is_file = has_rank && is_last && is_gap(before) && c.is_ascii_lowercase();
            return (is_file && row.cells.len() >= FEWEST).then_some(row);
        }
        before = c;
    }
    (row.cells.len() >= FEWEST).then_some(row)
}

/// What may stand between the cells of a row, and around them.
fn is_gap(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '|' | '/' | '\\' | '[' | ']' | '(' | ')' | '<' | '>')
        || ('\u{2500}'..='\u{257F}').contains(&c)
}

/// `stone-cell = "r" | "b" | "R" | "B" | "○" | "●" | "." | "-" | "*" | "·" | "•" | "_"`
fn stone(c: char) -> Option<char> {
    match c {
        'r' | 'b' | 'R' | 'B' | '○' | '●' => Some(c),
        '.' | '-' | '*' | '·' | '_' | '•' => Some('.'),
        _ => None,
    }
}
