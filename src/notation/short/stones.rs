//! The straight path for turns of stones in their canonical form: `e4`, `f4,b2`, `b2-b5`, `b2xb7`.

use super::{Near, byte, ends, near};
use crate::notation::chess::CaptureMark;
use crate::notation::stones::{StoneTurn, WrittenStones};
use crate::notation::{Cell, Marks, WordForm, WordRead};

/// Reads a common word.
#[inline]
pub(in crate::notation) fn read(text: &[u8]) -> Option<WordRead> {
    let near = near(text);
    let (first, at) = cell(&near, 0)?;
    let sign = byte(&near, at);
    let (turn, at) = if matches!(sign, b',' | b'-' | b'x') {
        let (second, at) = cell(&near, at + 1)?;
        let moved = |mark| StoneTurn::Move {
            from: first,
            mark,
            to: second,
        };
        let turn = match sign {
            b',' => StoneTurn::Place(WrittenStones::new(first).and(second)),
            b'-' => moved(CaptureMark::Dash),
            _ => moved(CaptureMark::Capture),
        };
        (turn, at)
    } else {
        (StoneTurn::Place(WrittenStones::new(first)), at)
    };
    ends(text, at, begins_another).then_some(WordRead {
        len: at,
        form: WordForm::Stones(turn),
        marks: Marks::default(),
    })
}

/// `a1` to `z99` at `at`, no digit behind it, and what is behind.
#[inline]
fn cell(near: &Near, at: usize) -> Option<(Cell, usize)> {
    let (file, first, second) = (byte(near, at), byte(near, at + 1), byte(near, at + 2));
    if !file.is_ascii_lowercase() || !matches!(first, b'1'..=b'9') {
        return None;
    }
    let (file, first) = (file - b'a', first - b'0');
    if !second.is_ascii_digit() {
        let rank = first - 1;
        return Some((Cell { file, rank }, at + 2));
    }
    let rank = 10 * first + (second - b'0') - 1;
    let is_whole = !byte(near, at + 3).is_ascii_digit();
    is_whole.then_some((Cell { file, rank }, at + 3))
}

/// Whether a sign behind a blank begins something else than more of a turn written with blanks.
const fn begins_another(sign: u8) -> bool {
    match sign {
        b'x' | b'X' => false,
        b'(' | b')' | b'{' | b'[' | b'|' | b'*' => true,
        _ => sign.is_ascii_alphanumeric(),
    }
}
