//! Position texts: FEN whose castling field is always `-`; any number of pieces, since problems start anywhere.

use super::check::Men;
use crate::rules::chess::Board;
use crate::rules::chess::text::{self, Field};
use crate::rules::{PositionRemark, RemarkLevel};

/// Reads a FEN. A side may lack its king: "kings optional for a side where the stipulation allows it".
pub(super) fn read(text: &str, remarks: &mut Vec<PositionRemark>) -> Result<Board, PositionRemark> {
    let mut fields = text::fields(text, remarks);
    text::refuse_more_than(6, &fields)?;
    drop_castling(&mut fields, remarks);
    let board = text::read_board(&fields, false, remarks)?;
    text::demand_kings(&board, &fields, 0)?;
    text::demand_pawns_inside(&board, &fields)?;
    demand_safe_king(&board, &fields)?;
    Ok(board)
}

/// "No castling, whatever the position text says."
fn drop_castling(fields: &mut [Field<'_>], remarks: &mut Vec<PositionRemark>) {
    let Some(field) = fields.get_mut(2).filter(|field| field.text != "-") else {
        return;
    };
    let message = format!(
        "`{}` in field 3 is read as `-`: there is no castling",
        field.text
    );
    let remark = PositionRemark::new(RemarkLevel::Doubt, field.range(), message);
    remarks.push(remark.repair("write `-`", field.range(), "-"));
    field.text = "-";
}

/// Faults a side not to move that stands in check.
fn demand_safe_king(board: &Board, fields: &[Field<'_>]) -> Result<(), PositionRemark> {
    let mover = board.turn();
    let Some(king) = board.king(mover.other()) else {
        return Ok(());
    };
    let capturers = Men::now(board, mover).capturers(board, king, mover);
    match (capturers.direct | capturers.falling).first() {
        Some(by) => Err(text::wrong_side_in_check(
            board,
            fields,
            by,
            super::check::checkers(board).is_empty(),
        )),
        None => Ok(()),
    }
}
