//! Men that no orthodox game can show: too many of them, or checks that no move can give.

use super::bitboard::Bitboard;
use super::board::Board;
use super::text::{Field, place_of};
use crate::notation::{Color, Role};
use crate::rules::{PositionRemark, RemarkLevel};

/// Remarks on men that play from the usual start cannot lead to. The board is clear all the same, and is played from.
pub(super) fn remark_men(board: &Board, fields: &[Field<'_>], remarks: &mut Vec<PositionRemark>) {
    let Some(placement) = fields.first() else {
        return;
    };
    let doubt = |message| {
        PositionRemark::new(RemarkLevel::Doubt, placement.range(), message).help(
            "it is played from as it stands; correct field 1 if it is to be a position of a game",
        )
    };
    for color in Color::ALL {
        remarks.extend(too_many(board, color).map(doubt));
    }
    if let Some(message) = odd_check(board) {
        let by = board.checkers().first();
        let range = by.and_then(|by| place_of(by, placement));
        let range = range.unwrap_or(placement.range());
        remarks.push(PositionRemark {
            range,
            ..doubt(message)
        });
    }
}

/// What is too many of a side's men: pawns, men, or pieces that only pawns can have become.
fn too_many(board: &Board, color: Color) -> Option<String> {
    const USUAL: [(Role, u32); 4] = [
        (Role::Knight, 2),
        (Role::Bishop, 2),
        (Role::Rook, 2),
        (Role::Queen, 1),
    ];
    let count = |role| board.pieces(color, role).len();
    let name = match color {
        Color::White => "White",
        Color::Black => "Black",
    };
    let (men, pawns) = (board.side(color).len(), count(Role::Pawn));
    if pawns > 8 {
        return Some(format!(
            "{name} has {pawns} pawns in field 1, where 8 are the most"
        ));
    }
    if men > 16 {
        return Some(format!(
            "{name} has {men} men in field 1, where 16 are the most"
        ));
    }
    let surplus = USUAL.map(|(role, usual)| count(role).saturating_sub(usual));
    let (promoted, missing): (u32, u32) = (surplus.iter().sum(), 8 - pawns);
    (promoted > missing).then(|| {
        format!(
            "{name} has {promoted} promoted men at least in field 1, where {missing} of the pawns are missing"
        )
    })
}

/// What is odd about the men that give check: no move lets three do so, or two none of which was uncovered.
fn odd_check(board: &Board) -> Option<String> {
    let checkers = board.checkers();
    let of = |role: Role| board.roles[role as usize];
    let far: Bitboard = checkers & (of(Role::Bishop) | of(Role::Rook) | of(Role::Queen));
    let impossible = checkers.len() > 2 || checkers.len() == 2 && far.is_empty();
    impossible.then(|| {
        let men: Vec<String> = checkers
            .filter_map(|square| Some(format!("the {} on {square}", board.role_at(square)?.name())))
            .collect();
        format!("no move gives check with {} at once", men.join(" and "))
    })
}
