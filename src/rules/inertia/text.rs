//! Position texts: rows from the top, the side to move, the phase, and the last stone placed.

use super::board::{Board, Shape};
use super::cells::CellSet;
use super::position::{Phase, Position};
use crate::notation::Cell;
use crate::notation::Color;
use crate::rules::chess::text::{self, Field};
use crate::rules::{PositionRemark, RemarkLevel};
use std::fmt::Write;

/// Reads a position text; the board follows from its rows.
///
/// # Errors
/// The first fault for which no reading can be given.
pub fn read_position(
    position: &str,
    remarks: &mut Vec<PositionRemark>,
) -> Result<Position, PositionRemark> {
    let fields = text::fields(position, remarks);
    text::refuse_more_than(4, &fields)?;
    let [rows, rest @ ..] = &fields[..] else {
        return Err(fault((0, 0), "the position text is empty"));
    };
    let (board, stones) = read_rows(rows)?;
    let [turn, rest @ ..] = rest else {
        let message = "field 2, the side to move, is missing";
        return Err(fault(rows.range(), message).help("write `r` or `b` after the board"));
    };
    let turn = read_turn(turn)?;
    let [phase, rest @ ..] = rest else {
        let message = "field 3, the phase, is missing";
        let help = "write `p` for placement or `m` for movement after the side to move";
        return Err(fault(fields[1].range(), message).help(help));
    };
    let is_placement = read_phase(phase)?;
    let end = phase.range().1;
    // A field that is missing is read as an empty one behind the others.
    let last = rest.first().copied().unwrap_or(Field {
        text: "",
        start: end,
    });
    let phase = if is_placement {
        let stones = Position::new(board, stones, turn, Phase::Movement);
        read_last(&stones, &last, remarks)?
    } else if matches!(last.text, "-" | "") {
        remark_missing(&last, remarks);
        Phase::Movement
    } else {
        let (name, range) = (last.text, last.range());
        let message = format!("field 4 is `{name}`, where the movement phase has `-`");
        return Err(fault(range, message).repair("write `-`", range, "-"));
    };
    if is_placement && turn == Color::Black && phase == (Phase::Placement { last: None }) {
        let range = fields[1].range();
        let message = "field 2 is `b`, but on the empty board Red places the first stone";
        return Err(fault(range, message).repair("let Red begin", range, "r"));
    }
    Ok(Position::new(board, stones, turn, phase))
}

fn fault(range: (usize, usize), message: impl Into<String>) -> PositionRemark {
    PositionRemark::new(RemarkLevel::Fault, range, message)
}

fn remark_missing(field: &Field<'_>, remarks: &mut Vec<PositionRemark>) {
    if field.text.is_empty() {
        let message = "field 4, the last stone placed, is missing and read as `-`";
        let remark = PositionRemark::new(RemarkLevel::Style, field.range(), message);
        remarks.push(remark.repair("write it", field.range(), " -"));
    }
}

/// A row of field 1, as long as it says it is.
#[derive(Debug)]
struct Row {
    range: (usize, usize),
    length: usize,
    stones: Vec<(usize, Color)>,
}

/// Field 1.
fn read_rows(field: &Field<'_>) -> Result<(Board, [CellSet; 2]), PositionRemark> {
    let count = field.text.split('/').count();
    if !(4..=19).contains(&count) {
        let plural = if count == 1 { "row" } else { "rows" };
        let message = format!("field 1 has {count} {plural}, where boards have 4 to 19");
        return Err(fault(field.range(), message));
    }
    let (mut rows, mut start) = (Vec::new(), field.start);
    for text in field.text.split('/') {
        rows.push(read_row(&Field { text, start }, rows.len() + 1)?);
        start += text.len() + 1;
    }
    let board = board_of(&rows).ok_or_else(|| {
        let message = format!("no board has {count} rows");
        fault(field.range(), message)
    })?;
    let mut stones = [CellSet::default(); 2];
    for (number, (row, cells)) in (1..).zip(rows.iter().zip(board.from_top())) {
        let cells: Vec<_> = cells.collect();
        if row.length != cells.len() {
            let (length, needed) = (row.length, cells.len());
            let plural = if length == 1 { "cell" } else { "cells" };
            let message = format!(
                "row {number} of field 1 has {length} {plural}, where {board} needs {needed}"
            );
            let help = match board.shape() {
                Shape::Square => "a row is as long as there are rows",
                Shape::Hex => {
                    "rows of a hex board grow by one up to the middle and shrink behind it"
                }
            };
            return Err(fault(row.range, message).help(help));
        }
        for &(at, color) in &row.stones {
            let index = board.map().index(cells[at]);
            let index = index.expect("invariant: a board's rows hold its own cells");
            stones[color.index()].insert(index);
        }
    }
    Ok((board, stones))
}

/// The board that most rows fit; of two boards that fit equally well the hex one when the first row is shorter than
/// the number of rows.
fn board_of(rows: &[Row]) -> Option<Board> {
    let count = u8::try_from(rows.len()).ok()?;
    let hex = (count % 2 == 1)
        .then(|| Board::hex(count.div_ceil(2)))
        .flatten();
    let fit = |board: Board| {
        let lengths = board.from_top().map(Iterator::count);
        rows.iter()
            .zip(lengths)
            .filter(|(row, length)| row.length == *length)
            .count()
    };
    let short = rows.first().is_some_and(|row| row.length < rows.len());
    let boards = [Board::square(count), hex].into_iter().flatten();
    boards.max_by_key(|&board| (fit(board), short == (Some(board) == hex)))
}

fn read_row(field: &Field<'_>, number: usize) -> Result<Row, PositionRemark> {
    let mut row = Row {
        range: field.range(),
        length: 0,
        stones: Vec::new(),
    };
    let (mut rest, mut at) = (field.text, field.start);
    while let Some(letter) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let len = digits.max(letter.len_utf8());
        let range = (at, at + len);
        match letter {
            '0'..='9' => row.length += read_run(&rest[..digits], range, number)?,
            'r' | 'b' => {
                let is_red = letter == 'r';
                let color = if is_red { Color::White } else { Color::Black };
                // Longer rows are refused; what stands in them need not be kept.
                if row.length < 19 {
                    row.stones.push((row.length, color));
                }
                row.length += 1;
            }
            _ => return Err(unknown_letter(letter, range, number)),
        }
        rest = &rest[len..];
        at += len;
    }
    Ok(row)
}

/// A number of vacant cells.
fn read_run(digits: &str, range: (usize, usize), row: usize) -> Result<usize, PositionRemark> {
    let number = digits.trim_start_matches('0');
    if number.len() < digits.len() {
        let message = format!("`{digits}` in row {row} of field 1 begins with 0");
        return Err(fault(range, message).repair("drop the 0", range, number));
    }
    match number.parse() {
        Ok(run @ 1..=19) => Ok(run),
        _ => {
            let message = format!("`{digits}` in row {row} of field 1 is more than a row can hold");
            Err(fault(range, message))
        }
    }
}

fn unknown_letter(letter: char, range: (usize, usize), row: usize) -> PositionRemark {
    let message = format!("`{letter}` in row {row} of field 1 is neither `r`, `b` nor a number");
    let small = letter.to_ascii_lowercase();
    match small {
        'r' | 'b' => fault(range, message).repair("write it small", range, small),
        _ => fault(range, message),
    }
}

/// Field 2.
fn read_turn(field: &Field<'_>) -> Result<Color, PositionRemark> {
    match field.text {
        "r" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => {
            let message = format!("field 2 is `{}`, neither `r` nor `b`", field.text);
            Err(in_small(fault(field.range(), message), field, &["r", "b"]))
        }
    }
}

/// Field 3: whether stones are placed.
fn read_phase(field: &Field<'_>) -> Result<bool, PositionRemark> {
    match field.text {
        "p" => Ok(true),
        "m" => Ok(false),
        _ => {
            let message = format!("field 3 is `{}`, neither `p` nor `m`", field.text);
            Err(in_small(fault(field.range(), message), field, &["p", "m"]))
        }
    }
}

/// Offers to write a field in small letters, if it is one of `words` then.
fn in_small(fault: PositionRemark, field: &Field<'_>, words: &[&str]) -> PositionRemark {
    let small = field.text.to_ascii_lowercase();
    if words.contains(&&*small) {
        fault.repair("write it small", field.range(), small)
    } else {
        fault
    }
}

/// Field 4 of the placement phase: a stone of the opponent with a vacant neighbour, `-` on the empty board.
fn read_last(
    stones: &Position,
    field: &Field<'_>,
    remarks: &mut Vec<PositionRemark>,
) -> Result<Phase, PositionRemark> {
    let (name, range) = (field.text, field.range());
    let is_empty = stones.count_stones() == [0, 0];
    if is_empty && matches!(name, "-" | "") {
        remark_missing(field, remarks);
        return Ok(Phase::Placement { last: None });
    }
    let named = Cell::from_name(name);
    if let Some(last) = named.filter(|&last| can_be_last(stones, last)) {
        let usual = last.to_string();
        if usual != name {
            let remark = PositionRemark::new(RemarkLevel::Style, range, "capitals in field 4");
            remarks.push(remark.repair("write it small", range, usual));
        }
        return Ok(Phase::Placement { last: Some(last) });
    }
    let message = match (name, named) {
        ("", _) => "field 4, the last stone placed, is missing".to_owned(),
        ("-", _) => {
            "field 4 is `-`, which only the empty board has in the placement phase".to_owned()
        }
        (_, Some(last)) => format!("field 4 names {last}, which {}", why_not(stones, last)),
        (_, None) => format!("field 4 is `{name}`, neither a cell nor `-`"),
    };
    let fault = fault(range, message)
        .help("field 4 is the stone that the opponent placed last, with a vacant cell next to it");
    let blank = if name.is_empty() { " " } else { "" };
    let opponent = stones.turn().other();
    let mut fitting = stones.stones[opponent.index()]
        .iter()
        .map(|stone| stones.map().cell(stone))
        .filter(|&stone| can_be_last(stones, stone));
    Err(match (fitting.next(), fitting.next()) {
        _ if is_empty => fault.repair("write `-` for the empty board", range, "-"),
        (Some(only), None) => {
            fault.repair("name the only such stone", range, format!("{blank}{only}"))
        }
        _ => fault,
    })
}

fn can_be_last(stones: &Position, cell: Cell) -> bool {
    stones.stone(cell) == Some(stones.turn().other()) && !stones.bound_cells(Some(cell)).is_empty()
}

fn why_not(stones: &Position, cell: Cell) -> String {
    let board = stones.board();
    match stones.stone(cell) {
        _ if !board.contains(cell) => format!("is not on {board}"),
        None => "is vacant".to_owned(),
        Some(color) if color == stones.turn() => "holds a stone of the side to move".to_owned(),
        Some(_) => "has no vacant neighbour".to_owned(),
    }
}

/// Writes the canonical position text.
pub fn write_position(position: &Position, out: &mut String) {
    for (index, row) in position.board().from_top().enumerate() {
        out.push_str(if index == 0 { "" } else { "/" });
        let mut vacant = 0;
        for cell in row {
            match position.stone(cell) {
                None => vacant += 1,
                Some(color) => {
                    write_run(std::mem::take(&mut vacant), out);
                    out.push(letter(color));
                }
            }
        }
        write_run(vacant, out);
    }
    // Writing to a string cannot fail.
    let _ = write!(out, " {} ", letter(position.turn()));
    let _ = match position.phase() {
        Phase::Placement { last: Some(last) } => write!(out, "p {last}"),
        Phase::Placement { last: None } => write!(out, "p -"),
        Phase::Movement => write!(out, "m -"),
    };
}

fn write_run(vacant: u8, out: &mut String) {
    if vacant > 0 {
        let _ = write!(out, "{vacant}");
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::White => 'r',
        Color::Black => 'b',
    }
}

#[cfg(test)]
mod tests;
