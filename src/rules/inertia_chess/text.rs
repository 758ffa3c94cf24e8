//! Position texts of Inertia Chess: a FEN and two memories, White's first.

use super::memory::Memory;
use super::position::InertiaPosition;
use crate::notation::{Color, Role, Square};
use crate::rules::chess::text::{self, Field};
use crate::rules::{PositionRemark, RemarkLevel, Wind};
use std::fmt::Write;

/// Reads FEN's six fields, or its first four, and two memories; without these both are empty.
pub(super) fn read_position(
    position: &str,
    remarks: &mut Vec<PositionRemark>,
) -> Result<InertiaPosition, PositionRemark> {
    let fields = text::fields(position, remarks);
    text::refuse_more_than(8, &fields)?;
    let (fen, memories) = split(&fields)?;
    let board = text::read_board(fen, false, remarks)?;
    if memories.is_empty() {
        text::remark_missing(fen, remarks);
    }
    demand_kings(&board, fen)?;
    let mut position = InertiaPosition::new(board);
    for (color, field) in Color::ALL.into_iter().zip(memories) {
        position.memory[color.index()] = read_memory(field, color, &position)?;
    }
    Ok(position)
}

/// The fields of the FEN and those of the memories.
fn split<'f, 't>(
    fields: &'f [Field<'t>],
) -> Result<(&'f [Field<'t>], &'f [Field<'t>]), PositionRemark> {
    let is_memory = |field: Option<&Field<'_>>| field.is_some_and(|field| field.text.contains('>'));
    let after_four = is_memory(fields.get(4))
        || is_memory(fields.get(5))
        || fields.get(4).is_some_and(|f| f.text == "-");
    let fen = if after_four { 4 } else { 6 }.min(fields.len());
    let (fen, memories) = fields.split_at(fen);
    match memories {
        [] | [_, _] => Ok((fen, memories)),
        [only] => {
            let end = only.range().1;
            let message = format!(
                "there is one memory, `{}`, where White's and Black's are needed",
                only.text
            );
            let fault = PositionRemark::new(RemarkLevel::Fault, only.range(), message);
            Err(fault
                .repair("add Black's empty memory", (end, end), " -")
                .repair("add White's empty memory", (only.start, only.start), "- "))
        }
        [_, _, extra @ ..] => {
            let range = (extra[0].start, extra[extra.len() - 1].range().1);
            Err(PositionRemark::new(
                RemarkLevel::Fault,
                range,
                "nothing can follow the two memories",
            ))
        }
    }
}

/// One king may be missing: it was captured, and the game is over.
fn demand_kings(
    board: &crate::rules::chess::Board,
    fen: &[Field<'_>],
) -> Result<(), PositionRemark> {
    let [white, black] = Color::ALL.map(|color| board.pieces(color, Role::King).len());
    let message = match (white, black) {
        (0, 0) => "both kings are missing in field 1".to_owned(),
        (2.., _) => format!("White has {white} kings in field 1"),
        (_, 2..) => format!("Black has {black} kings in field 1"),
        _ => return Ok(()),
    };
    let range = fen.first().map_or((0, 0), Field::range);
    Err(PositionRemark::new(RemarkLevel::Fault, range, message))
}

/// `-`, or `e5>NNW` after a plain move, `d8>WNWx` after a capture.
fn read_memory(
    field: &Field<'_>,
    color: Color,
    position: &InertiaPosition,
) -> Result<Option<Memory>, PositionRemark> {
    if field.text == "-" {
        return Ok(None);
    }
    let name = if color == Color::White {
        "White"
    } else {
        "Black"
    };
    let fault = |range: (usize, usize), message: String| {
        let fault = PositionRemark::new(RemarkLevel::Fault, range, message);
        fault.repair("write `-`: nothing to go on with", field.range(), "-")
    };
    let Some((square_name, rest)) = field.text.split_once('>') else {
        let message = format!(
            "{name}'s memory is `-` or a square, `>` and a wind, not `{}`",
            field.text
        );
        return Err(fault(field.range(), message));
    };
    let square_range = (field.start, field.start + square_name.len());
    let Some(square) = Square::from_name(square_name) else {
        return Err(fault(
            square_range,
            format!("`{square_name}` in {name}'s memory is no square"),
        ));
    };
    let (wind_name, captured) = rest
        .strip_suffix('x')
        .map_or((rest, false), |wind| (wind, true));
    let Some(wind) = Wind::ALL
        .into_iter()
        .find(|wind| wind.to_string() == wind_name)
    else {
        let message = format!("`{wind_name}` in {name}'s memory is none of the 16 winds");
        let start = square_range.1 + 1;
        return Err(fault((start, start + wind_name.len()), message));
    };
    if !position.board.side(color).contains(square) {
        return Err(fault(
            square_range,
            format!(
                "{name}'s memory names {square}, where no {} piece stands",
                name.to_lowercase()
            ),
        ));
    }
    Ok(Some(Memory {
        square,
        wind,
        captured,
    }))
}

/// Writes FEN's six fields and the two memories.
pub(super) fn write_position(position: &InertiaPosition, out: &mut String) {
    text::write_board(&position.board, out);
    for memory in position.memory {
        // Writing to a string cannot fail.
        let _ = match memory {
            None => write!(out, " -"),
            Some(Memory {
                square,
                wind,
                captured,
            }) => {
                write!(out, " {square}>{wind}{}", if captured { "x" } else { "" })
            }
        };
    }
}
