//! The two fields of a position text that speak of special moves: castling rights and the en passant square.

use super::bitboard::Bitboard;
use super::board::Board;
use super::text::Field;
use crate::notation::chess::Wing;
use crate::notation::{Color, Role, Square};
use crate::rules::{PositionRemark, RemarkLevel};

/// Field 3: castling rights as `KQkq`, as rook files (Shredder-FEN), or the mixture of both that X-FEN allows.
pub(super) fn read_castling(
    field: &Field<'_>,
    chess960: bool,
    board: &mut Board,
    remarks: &mut Vec<PositionRemark>,
) -> Result<(), PositionRemark> {
    if field.text == "-" {
        return Ok(());
    }
    if let Some((offset, letter)) = field
        .text
        .char_indices()
        .find(|(_, letter)| !is_right(*letter))
    {
        let message = format!(
            "`{letter}` in field 3 is no castling right: these are written `KQkq`, or `-` for none"
        );
        let start = field.start + offset;
        return Err(PositionRemark::new(
            RemarkLevel::Fault,
            (start, start + letter.len_utf8()),
            message,
        ));
    }
    let mut impossible: Vec<(usize, usize)> = Vec::new();
    let mut repeated = false;
    for (offset, letter) in field.text.bytes().enumerate() {
        match rook_of(letter, chess960, board) {
            Some(rook) => {
                repeated |= board.castling.contains(rook);
                board.castling |= Bitboard::of(rook);
            }
            None => match impossible.last_mut() {
                Some((_, end)) if *end == offset => *end += 1,
                _ => impossible.push((offset, offset + 1)),
            },
        }
    }
    let mut canonical = String::new();
    write_castling(board, &mut canonical);
    for &(start, end) in &impossible {
        let letters = &field.text[start..end];
        let message = format!(
            "castling right `{letters}` in field 3 is impossible and read as absent: {}",
            lack(letters, chess960)
        );
        let mut remark = PositionRemark::new(
            RemarkLevel::Doubt,
            (field.start + start, field.start + end),
            message,
        );
        if !chess960
            && letters
                .bytes()
                .all(|letter| rook_of(letter, true, board).is_some())
        {
            remark = remark.help(
                "in Chess960 it is possible: say so by the tag `[Variant \"Chess960\"]`, or with --rules chess:960=on",
            );
        }
        remarks.push(remark.repair(
            "write the rights that can be",
            field.range(),
            canonical.as_str(),
        ));
    }
    // The files of all rooks are as good a way to write the rights of Chess960.
    let names_files = |letter: char| matches!(letter.to_ascii_lowercase(), 'a'..='h');
    let is_shredder = chess960 && !repeated && field.text.chars().all(names_files);
    if impossible.is_empty() && !is_shredder && (repeated || field.text != canonical) {
        let message = format!("castling rights in field 3 are usually written `{canonical}`");
        let remark = PositionRemark::new(RemarkLevel::Style, field.range(), message);
        remarks.push(remark.repair("write them as usual", field.range(), canonical));
    }
    Ok(())
}

const fn is_right(letter: char) -> bool {
    matches!(letter.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h')
}

/// What a right without its king and rook lacks.
fn lack(letters: &str, chess960: bool) -> String {
    let one = |letter: char| {
        let (name, rank) = if letter.is_ascii_uppercase() {
            ("white", 1)
        } else {
            ("black", 8)
        };
        match letter.to_ascii_lowercase() {
            'k' | 'q' if chess960 => format!("no {name} king with a rook beside it on rank {rank}"),
            'k' => format!("no {name} king on e{rank} with a rook on h{rank}"),
            'q' => format!("no {name} king on e{rank} with a rook on a{rank}"),
            file if chess960 => {
                format!("no {name} king on rank {rank} with a rook of its own wing on {file}{rank}")
            }
            file => format!("no {name} king on e{rank} with an unmoved rook on {file}{rank}"),
        }
    };
    letters.chars().map(one).collect::<Vec<_>>().join(", ")
}

/// The rook that a right speaks of, where king and rook stand as it says and no other rook has the right to that wing.
fn rook_of(letter: u8, chess960: bool, board: &Board) -> Option<Square> {
    let color = if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    };
    let home = Bitboard::back_rank(color);
    let king = board
        .king(color)
        .filter(|&king| home.contains(king) && (chess960 || king.file() == 4))?;
    let rooks = board.pieces(color, Role::Rook) & home;
    let rook = match letter.to_ascii_lowercase() {
        b'k' if chess960 => rooks.last(),
        b'q' if chess960 => rooks.first(),
        b'k' => Some(Square::new(7, king.rank())),
        b'q' => Some(Square::new(0, king.rank())),
        file => Some(Square::new(file - b'a', king.rank()))
            .filter(|rook| chess960 || matches!(rook.file(), 0 | 7)),
    };
    let rook = rook.filter(|&rook| rooks.contains(rook))?;
    let wing = if rook.file() > king.file() {
        Wing::King
    } else {
        Wing::Queen
    };
    let fits = match letter.to_ascii_lowercase() {
        b'k' => wing == Wing::King,
        b'q' => wing == Wing::Queen,
        _ => true,
    };
    let other = board
        .castling_rook(color, wing)
        .is_some_and(|other| other != rook);
    (fits && !other).then_some(rook)
}

/// Writes castling rights: `KQkq`, and the file of a rook that is not the outermost on its wing.
pub(super) fn write_castling(board: &Board, out: &mut String) {
    let before = out.len();
    for color in Color::ALL {
        for wing in [Wing::King, Wing::Queen] {
            let Some(rook) = board.castling_rook(color, wing) else {
                continue;
            };
            let rooks = board.pieces(color, Role::Rook) & Bitboard::back_rank(color);
            let (letter, outermost) = match wing {
                Wing::King => ('K', rooks.last()),
                Wing::Queen => ('Q', rooks.first()),
            };
            let letter = if outermost == Some(rook) {
                letter
            } else {
                (b'A' + rook.file()) as char
            };
            out.push(if color == Color::White {
                letter
            } else {
                letter.to_ascii_lowercase()
            });
        }
    }
    if out.len() == before {
        out.push('-');
    }
}

/// Field 4: the square that a pawn has just passed over, or `-`.
pub(super) fn read_en_passant(
    field: &Field<'_>,
    side: &Field<'_>,
    board: &Board,
) -> Result<Option<Square>, PositionRemark> {
    if field.text == "-" {
        return Ok(None);
    }
    let fault = |message: String| {
        let fault = PositionRemark::new(RemarkLevel::Fault, field.range(), message);
        fault.repair("write `-`: no en passant", field.range(), "-")
    };
    let Some(square) = Square::from_name(field.text) else {
        let message = format!(
            "`{}` in field 4 is no square: it is the en passant square or `-`",
            field.text
        );
        let lower = field.text.to_ascii_lowercase();
        let meant = Square::from_name(&lower);
        return Err(
            if meant.is_some_and(|square| can_have_passed(board, board.turn, square)) {
                // Only the letter is odd: nothing else can be meant.
                PositionRemark::new(RemarkLevel::Fault, field.range(), message).repair(
                    format!("write `{lower}`"),
                    field.range(),
                    lower,
                )
            } else {
                fault(message)
            },
        );
    };
    let Err(message) = passed_over(board, board.turn, square) else {
        return Ok(Some(square));
    };
    if square.rank() == 5 || square.rank() == 2 {
        let other = board.turn.other();
        let (name, letter) = if other == Color::White {
            ("White", "w")
        } else {
            ("Black", "b")
        };
        let mut fault = fault(message);
        if passed_over(board, other, square).is_ok() {
            fault.repairs.insert(
                0,
                (format!("let {name} move"), side.range(), letter.to_owned()),
            );
        }
        return Err(fault);
    }
    // `e4` for `e3`: the pawn's own square instead of the one behind it.
    let behind = Square::new(
        square.file(),
        if board.turn == Color::White { 5 } else { 2 },
    );
    let meant =
        square.rank() == pawn_rank(board.turn) && passed_over(board, board.turn, behind).is_ok();
    let mut fault = fault(message);
    if meant {
        let title = format!("write `{behind}`, the square behind the pawn");
        fault
            .repairs
            .insert(0, (title, field.range(), behind.to_string()));
    }
    Err(fault)
}

/// The rank on which a pawn stands after a double step, with `turn` to move.
const fn pawn_rank(turn: Color) -> u8 {
    match turn {
        Color::White => 4,
        Color::Black => 3,
    }
}

/// Whether the opponent of `turn` can just have made a double step over `square`.
pub(super) fn can_have_passed(board: &Board, turn: Color, square: Square) -> bool {
    passed_over(board, turn, square).is_ok()
}

/// Whether the opponent of `turn` can just have made a double step over `square`; else what speaks against it.
fn passed_over(board: &Board, turn: Color, square: Square) -> Result<(), String> {
    let (name, pawns, rank, home) = match turn {
        Color::White => ("White", "black", 5, 6),
        Color::Black => ("Black", "white", 2, 1),
    };
    if square.rank() != rank {
        return Err(format!(
            "with {name} to move the en passant square in field 4 lies on rank {}, not on {square}",
            rank + 1
        ));
    }
    let pawn = Square::new(square.file(), pawn_rank(turn));
    let origin = Square::new(square.file(), home);
    if !board.pieces(turn.other(), Role::Pawn).contains(pawn) {
        return Err(format!(
            "no {pawns} pawn on {pawn} has passed over the en passant square {square} in field 4"
        ));
    }
    match [square, origin]
        .into_iter()
        .find(|&square| board.occupied().contains(square))
    {
        Some(taken) => Err(format!(
            "{taken} is not vacant: no pawn has passed over {square}, named in field 4"
        )),
        None => Ok(()),
    }
}
