//! Position texts of the family: FEN, X-FEN for Chess960, read with a remark on everything that is not as it should be.

use super::bitboard::Bitboard;
use super::board::Board;
use crate::notation::{Color, Role, Square};
use crate::rules::{Piece, PositionRemark, RemarkLevel};
use std::fmt::Write;

/// A field of a position text and the byte at which it begins.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Field<'t> {
    pub(in crate::rules) text: &'t str,
    pub(in crate::rules) start: usize,
}

impl Field<'_> {
    /// Its byte range.
    pub(in crate::rules) const fn range(&self) -> (usize, usize) {
        (self.start, self.start + self.text.len())
    }

    /// The byte range of the character at `offset` in it.
    fn char_range(&self, offset: usize) -> (usize, usize) {
        let len = self.text[offset..].chars().next().map_or(0, char::len_utf8);
        (self.start + offset, self.start + offset + len)
    }
}

impl PositionRemark {
    /// A remark without help or repairs.
    pub(in crate::rules) fn new(
        level: RemarkLevel,
        range: (usize, usize),
        message: impl Into<String>,
    ) -> Self {
        Self {
            level,
            range,
            message: message.into(),
            help: None,
            repairs: Vec::new(),
        }
    }

    /// Says what to do.
    pub(in crate::rules) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Offers to put `text` in place of a byte range.
    pub(in crate::rules) fn repair(
        mut self,
        title: impl Into<String>,
        range: (usize, usize),
        text: impl Into<String>,
    ) -> Self {
        self.repairs.push((title.into(), range, text.into()));
        self
    }
}

/// Cuts a position text at blanks.
pub(in crate::rules) fn fields<'t>(
    text: &'t str,
    remarks: &mut Vec<PositionRemark>,
) -> Vec<Field<'t>> {
    let mut fields = Vec::new();
    let mut at = 0;
    for part in text.split_whitespace() {
        let start = text.len() - text[at..].trim_start().len();
        let blank = &text[at..start];
        let expected = if fields.is_empty() { "" } else { " " };
        if blank != expected {
            let remark = PositionRemark::new(
                RemarkLevel::Style,
                (at, start),
                "odd blanks in the position text",
            )
            .help("put one blank between fields")
            .repair("write the blanks as usual", (at, start), expected);
            remarks.push(remark);
        }
        fields.push(Field { text: part, start });
        at = start + part.len();
    }
    if at < text.len() && !fields.is_empty() {
        let range = (at, text.len());
        let remark =
            PositionRemark::new(RemarkLevel::Style, range, "blanks after the position text");
        remarks.push(remark.repair("drop the blanks", range, ""));
    }
    fields
}

/// Faults a text with more than `most` fields.
pub(in crate::rules) fn refuse_more_than(
    most: usize,
    fields: &[Field<'_>],
) -> Result<(), PositionRemark> {
    match (fields.get(most), fields.last()) {
        (Some(extra), Some(last)) => {
            let range = (extra.start, last.range().1);
            let message = format!(
                "the position text has {} fields, where there are {most} at most",
                fields.len()
            );
            Err(PositionRemark::new(RemarkLevel::Fault, range, message))
        }
        _ => Ok(()),
    }
}

/// Reads the six fields of a FEN, as many as are there, without asking whether play could have led to the board.
pub(in crate::rules) fn read_board(
    fields: &[Field<'_>],
    chess960: bool,
    remarks: &mut Vec<PositionRemark>,
) -> Result<Board, PositionRemark> {
    let mut board = Board::VACANT;
    let [placement, rest @ ..] = fields else {
        return Err(PositionRemark::new(
            RemarkLevel::Fault,
            (0, 0),
            "the position text is empty",
        ));
    };
    read_placement(placement, &mut board, remarks)?;
    let [side, rest @ ..] = rest else {
        let end = placement.range().1;
        let message = "field 2, the side to move, is missing";
        let fault = PositionRemark::new(RemarkLevel::Fault, placement.range(), message);
        return Err(fault.help("write `w` or `b` after the board").repair(
            "let White move",
            (end, end),
            " w",
        ));
    };
    board.turn = read_side(side)?;
    if let Some(field) = rest.first() {
        super::text_rights::read_castling(field, chess960, &mut board, remarks)?;
    }
    if let Some(field) = rest.get(1) {
        board.en_passant = super::text_rights::read_en_passant(field, side, &board)?;
    }
    read_clocks(rest.get(2), rest.get(3), &mut board, remarks)?;
    Ok(board)
}

/// What is said of a text that can only have been meant for Chess960: its rights are none with the usual places of king
/// and rooks and all of them with others, and they name the files of the rooks, or stand beside an array that is another
/// than the usual one. Less would not do: an impossible `K` in some position is more often a slip.
pub(in crate::rules) fn meant_for_chess960(text: &str) -> Option<PositionRemark> {
    let fields = fields(text, &mut Vec::new());
    let rights = fields.get(2)?;
    let read = |chess960| {
        let mut remarks = Vec::new();
        let board = read_board(&fields, chess960, &mut remarks).ok()?;
        let mut doubts = remarks
            .iter()
            .filter(|remark| remark.level == RemarkLevel::Doubt);
        let fits =
            doubts.all(|doubt| doubt.range.1 <= rights.start || rights.range().1 <= doubt.range.0);
        Some((board, fits))
    };
    let (_, false) = read(false)? else {
        return None;
    };
    let (board, true) = read(true)? else {
        return None;
    };
    let names_files = |letter: u8| matches!(letter.to_ascii_lowercase(), b'a'..=b'h');
    if !rights.text.bytes().any(names_files) && !is_array(&board) {
        return None;
    }
    let message = format!(
        "the castling rights `{}` in field 3 are those of Chess960, and so the game is read",
        rights.text
    );
    let remark = PositionRemark::new(RemarkLevel::Doubt, rights.range(), message);
    Some(remark.help("say so by the tag `[Variant \"Chess960\"]`, or with --rules chess:960=on"))
}

/// Whether all men stand as at the beginning of a game, in whatever order.
fn is_array(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let home = Bitboard::back_rank(color);
        let men = board.colors[color.index()];
        (men & home).len() == 8 && (board.pieces(color, Role::Pawn)).len() == 8 && men.len() == 16
    })
}

/// Notes which of the six fields are missing.
pub(in crate::rules) fn remark_missing(fields: &[Field<'_>], remarks: &mut Vec<PositionRemark>) {
    let (Some(last), Some(missing)) = (
        fields.last(),
        ["-", "-", "0", "1"].get(fields.len().saturating_sub(2)..),
    ) else {
        return;
    };
    if missing.is_empty() {
        return;
    }
    let text = missing.join(" ");
    let (end, message) = (
        last.range().1,
        format!("the last fields are missing and read as `{text}`"),
    );
    let remark = PositionRemark::new(RemarkLevel::Style, last.range(), message);
    remarks.push(remark.repair("write them", (end, end), format!(" {text}")));
}

/// Field 1: the ranks from the eighth down.
fn read_placement(
    field: &Field<'_>,
    board: &mut Board,
    remarks: &mut Vec<PositionRemark>,
) -> Result<(), PositionRemark> {
    let ranks = 1 + field.text.bytes().filter(|&byte| byte == b'/').count();
    if ranks != 8 {
        let plural = if ranks == 1 { "rank" } else { "ranks" };
        let message = format!("field 1 has {ranks} {plural}, where 8 are needed");
        return Err(PositionRemark::new(
            RemarkLevel::Fault,
            field.range(),
            message,
        ));
    }
    let mut start = 0;
    // A search for the next slash would take longer than a look at each sign.
    let texts = field.text.split(['/']);
    for (rank, text) in (0..8).rev().zip(texts) {
        let part = Field {
            text,
            start: field.start + start,
        };
        read_rank(&part, rank, board, remarks)?;
        start += text.len() + 1;
    }
    Ok(())
}

fn read_rank(
    part: &Field<'_>,
    rank: u8,
    board: &mut Board,
    remarks: &mut Vec<PositionRemark>,
) -> Result<(), PositionRemark> {
    let mut file = 0_usize;
    let mut digits = 0;
    for (offset, letter) in part.text.char_indices() {
        match (letter.to_digit(10), Role::from_letter(letter)) {
            (Some(vacant @ 1..=8), _) => {
                file += vacant as usize;
                digits += 1;
                if digits == 2 {
                    let range = part.range();
                    let remark = PositionRemark::new(
                        RemarkLevel::Style,
                        range,
                        "digits stand side by side in field 1",
                    );
                    remarks.push(remark.help("write their sum").repair(
                        "add them up",
                        range,
                        summed(part.text),
                    ));
                }
                continue;
            }
            (None, Some(role)) if letter.is_ascii() => {
                if file < 8 {
                    let color = if letter.is_ascii_uppercase() {
                        Color::White
                    } else {
                        Color::Black
                    };
                    board.put(Square::new(file as u8, rank), Piece { color, role });
                }
                file += 1;
            }
            _ => {
                let message = format!(
                    "`{letter}` in field 1 is neither a piece letter nor a digit from 1 to 8"
                );
                return Err(PositionRemark::new(
                    RemarkLevel::Fault,
                    part.char_range(offset),
                    message,
                ));
            }
        }
        digits = 0;
    }
    if file == 8 {
        return Ok(());
    }
    // An empty rank has no character of its own: the slash after it is shown, for the last one that before it.
    let range = match (part.text.is_empty(), rank) {
        (false, _) => part.range(),
        (true, 0) => (part.start - 1, part.start),
        (true, _) => (part.start, part.start + 1),
    };
    let message = format!("rank {} holds {file} squares, where 8 are needed", rank + 1);
    let fault = PositionRemark::new(RemarkLevel::Fault, range, message);
    Err(fault.help("count its pieces and the digits, which stand for so many vacant squares"))
}

/// A rank with digits side by side replaced by their sum.
fn summed(rank: &str) -> String {
    let mut out = String::new();
    let mut vacant = 0;
    for letter in rank.chars().map(Some).chain([None]) {
        if let Some(digit) = letter.and_then(|letter| letter.to_digit(10)) {
            vacant += digit;
            continue;
        }
        if vacant > 0 {
            let _ = write!(out, "{vacant}");
            vacant = 0;
        }
        out.extend(letter);
    }
    out
}

/// Field 2: `w` or `b`.
fn read_side(field: &Field<'_>) -> Result<Color, PositionRemark> {
    match field.text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        text => {
            let message = format!("field 2, the side to move, is `w` or `b`, not `{text}`");
            let fault = PositionRemark::new(RemarkLevel::Fault, field.range(), message);
            Err(match text.to_ascii_lowercase().as_str() {
                "w" | "white" => fault.repair("write `w`", field.range(), "w"),
                "b" | "black" => fault.repair("write `b`", field.range(), "b"),
                _ => fault
                    .help("write the letter of the side that moves first")
                    .repair("let White move", field.range(), "w")
                    .repair("let Black move", field.range(), "b"),
            })
        }
    }
}

/// The largest move number or clock that a game can be thought to reach.
const LARGEST: u32 = 100_000;

/// Fields 5 and 6: half-move clock and move number.
fn read_clocks(
    half_moves: Option<&Field<'_>>,
    number: Option<&Field<'_>>,
    board: &mut Board,
    remarks: &mut Vec<PositionRemark>,
) -> Result<(), PositionRemark> {
    let mut doubts = Vec::new();
    let mut count = |field: &Field<'_>, name: &str, usual: &str| {
        if !field.text.is_empty() && field.text.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = field
                .text
                .parse::<u32>()
                .ok()
                .filter(|&number| number <= LARGEST);
            return Ok(number.unwrap_or_else(|| {
                let message = format!("{name} is beyond {LARGEST} and read as {usual}");
                let doubt = PositionRemark::new(RemarkLevel::Doubt, field.range(), message);
                doubts.push(doubt.repair(format!("write `{usual}`"), field.range(), usual));
                usual.parse().unwrap_or_default()
            }));
        }
        let message = format!("{name} is a number, not `{}`", field.text);
        let fault = PositionRemark::new(RemarkLevel::Fault, field.range(), message);
        Err(fault.repair(format!("write `{usual}`"), field.range(), usual))
    };
    if let Some(field) = half_moves {
        board.half_moves = count(field, "field 5, the half-move clock,", "0")?;
    }
    let mut is_zero = false;
    if let Some(field) = number {
        board.number = count(field, "field 6, the move number,", "1")?;
        is_zero = board.number == 0;
        if is_zero {
            board.number = 1;
            let message = "move number 0 in field 6 is read as 1: the first move has number 1";
            let remark = PositionRemark::new(RemarkLevel::Doubt, field.range(), message);
            remarks.push(remark.repair("write `1`", field.range(), "1"));
        }
    }
    // Of a number that was read otherwise nothing follows for the clock.
    let doubtful = is_zero || !doubts.is_empty();
    remarks.append(&mut doubts);
    let (Some(field), Some(_), false) = (half_moves, number, doubtful) else {
        return Ok(());
    };
    let most = board
        .number
        .saturating_sub(1)
        .saturating_mul(2)
        .saturating_add(board.turn.index() as u32);
    let message = if board.half_moves > most {
        format!(
            "a half-move clock of {} in field 5 cannot arise by move {}: it can be {most} at most",
            board.half_moves, board.number
        )
    } else if board.half_moves > 0 && board.en_passant.is_some() {
        format!(
            "a half-move clock of {} in field 5 does not go with a double step just made",
            board.half_moves
        )
    } else {
        return Ok(());
    };
    let remark = PositionRemark::new(RemarkLevel::Doubt, field.range(), message);
    remarks.push(remark.help("it is kept as written; correct field 5 or field 6"));
    Ok(())
}

/// Faults a board that no orthodox game can show: kings, pawns on the first or last rank, the wrong side in check.
pub(in crate::rules) fn demand_orthodox(
    board: &Board,
    fields: &[Field<'_>],
) -> Result<(), PositionRemark> {
    demand_kings(board, fields, 1)?;
    demand_pawns_inside(board, fields)?;
    let mut passed = *board;
    passed.turn = board.turn.other();
    match passed.checkers().first() {
        Some(by) => Err(wrong_side_in_check(
            board,
            fields,
            by,
            board.checkers().is_empty(),
        )),
        None => Ok(()),
    }
}

/// Faults a side with more than one king, or with fewer than `least`.
pub(in crate::rules) fn demand_kings(
    board: &Board,
    fields: &[Field<'_>],
    least: u32,
) -> Result<(), PositionRemark> {
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let kings = board.pieces(color, Role::King).len();
        if kings < least || kings > 1 {
            let message = match kings {
                0 => format!("{name} has no king in field 1"),
                _ => format!("{name} has {kings} kings in field 1"),
            };
            return Err(PositionRemark::new(
                RemarkLevel::Fault,
                range_of(fields, 0),
                message,
            ));
        }
    }
    Ok(())
}

/// Faults pawns on the first or last rank.
pub(in crate::rules) fn demand_pawns_inside(
    board: &Board,
    fields: &[Field<'_>],
) -> Result<(), PositionRemark> {
    let Some(square) = (board.roles[Role::Pawn as usize] & Bitboard::ENDS).first() else {
        return Ok(());
    };
    let message = format!(
        "a pawn stands on {square} in field 1: no pawn can stand on the first or last rank"
    );
    let range = fields
        .first()
        .and_then(|placement| place_of(square, placement))
        .unwrap_or(range_of(fields, 0));
    Err(PositionRemark::new(RemarkLevel::Fault, range, message))
}

/// The fault that the side not to move is in check from the piece on `by`; letting it move repairs the text when the
/// side to move is `safe`.
pub(in crate::rules) fn wrong_side_in_check(
    board: &Board,
    fields: &[Field<'_>],
    by: Square,
    safe: bool,
) -> PositionRemark {
    let (name, other, letter) = match board.turn {
        Color::White => ("Black", "White", "b"),
        Color::Black => ("White", "Black", "w"),
    };
    let king = board
        .king(board.turn.other())
        .map_or_else(String::new, |king| format!(" on {king}"));
    let role = board.role_at(by).map_or("piece", Role::name);
    let message =
        format!("{name}'s king{king} is in check from the {role} on {by}, and {other} is to move");
    let side = range_of(fields, 1);
    let fault = PositionRemark::new(RemarkLevel::Fault, side, message);
    if safe {
        fault.repair(format!("let {name} move"), side, letter)
    } else {
        fault
    }
}

/// The byte range of a field that is there.
fn range_of(fields: &[Field<'_>], index: usize) -> (usize, usize) {
    fields.get(index).map_or((0, 0), Field::range)
}

/// The byte range of the letter that stands for the piece on `square`.
pub(super) fn place_of(square: Square, placement: &Field<'_>) -> Option<(usize, usize)> {
    let (mut rank, mut file) = (7_u32, 0_u32);
    for (offset, letter) in placement.text.char_indices() {
        match letter.to_digit(10) {
            Some(vacant) => file += vacant,
            None if letter == '/' => (rank, file) = (rank.checked_sub(1)?, 0),
            None if (file, rank) == (u32::from(square.file()), u32::from(square.rank())) => {
                return Some(placement.char_range(offset));
            }
            None => file += 1,
        }
    }
    None
}

/// Writes the six fields. Which en passant square the board carries is the game's affair.
pub(in crate::rules) fn write_board(board: &Board, out: &mut String) {
    for rank in (0..8).rev() {
        let mut vacant = 0;
        for file in 0..=8 {
            let piece = if file < 8 {
                board.piece_at(Square::new(file, rank))
            } else {
                None
            };
            if file < 8 && piece.is_none() {
                vacant += 1;
                continue;
            }
            if vacant > 0 {
                let _ = write!(out, "{vacant}");
                vacant = 0;
            }
            out.extend(piece.map(Piece::fen));
        }
        if rank > 0 {
            out.push('/');
        }
    }
    out.push_str(if board.turn == Color::White {
        " w "
    } else {
        " b "
    });
    super::text_rights::write_castling(board, out);
    match board.en_passant {
        Some(square) => {
            let _ = write!(out, " {square}");
        }
        None => out.push_str(" -"),
    }
    let _ = write!(out, " {} {}", board.half_moves, board.number);
}
