//! Words for the engines' own tests, read without the notation layer.

use crate::notation::chess::{CaptureMark, ChessMoveText, Letter, PieceMoveText, Wing};
use crate::notation::{Square, WordForm};

/// Reads plain SAN or coordinates without marks.
pub(in crate::rules) fn word(text: &str) -> WordForm {
    WordForm::Chess(match text {
        "--" => return WordForm::Null,
        "O-O" => ChessMoveText::Castle(Wing::King),
        "O-O-O" => ChessMoveText::Castle(Wing::Queen),
        _ => ChessMoveText::Piece(piece_word(text)),
    })
}

fn piece_word(text: &str) -> PieceMoveText {
    let (body, promotion) = match text.split_once('=') {
        Some((body, promotion)) => (body, promotion.chars().next().map(Letter::new)),
        None => match text.char_indices().last() {
            Some((at, last)) if last.is_alphabetic() => {
                (&text[..at], Some(Letter::new(last.to_ascii_uppercase())))
            }
            _ => (text, None),
        },
    };
    let (front, to) = body.split_at(body.len() - 2);
    let (front, capture) = match front.strip_suffix('x') {
        Some(front) => (front, CaptureMark::Capture),
        None => (front, CaptureMark::None),
    };
    PieceMoveText {
        piece: front
            .chars()
            .find(char::is_ascii_uppercase)
            .map(Letter::new),
        from_file: front
            .bytes()
            .find(u8::is_ascii_lowercase)
            .map(|file| file - b'a'),
        from_rank: front
            .bytes()
            .find(u8::is_ascii_digit)
            .map(|rank| rank - b'1'),
        capture,
        promotion,
        ..PieceMoveText::to(Square::from_name(to).expect("a square"))
    }
}
