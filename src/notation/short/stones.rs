//! The straight path for turns of stones in their canonical form: `e4`, `f4,b2`, `b2-b5`, `b2xb7`.

use super::ends;
use crate::notation::chess::CaptureMark;
use crate::notation::stones::{StoneTurn, WrittenStones};
use crate::notation::{Cell, Marks, WordForm, WordRead};

/// Reads a common word.
#[inline]
pub(in crate::notation) fn read(text: &[u8]) -> Option<WordRead> {
    let (first, rest) = cell(text)?;
    let moved = |mark, rest| {
        let (to, rest) = cell(rest)?;
        let from = first;
        Some((StoneTurn::Move { from, mark, to }, rest))
    };
    let (turn, rest) = match rest {
        [b',', rest @ ..] => {
            let (second, rest) = cell(rest)?;
            let stones = WrittenStones::new(first).and(second);
            (StoneTurn::Place(stones), rest)
        }
        [b'-', rest @ ..] => moved(CaptureMark::Dash, rest)?,
        [b'x', rest @ ..] => moved(CaptureMark::Capture, rest)?,
        _ => (StoneTurn::Place(WrittenStones::new(first)), rest),
    };
    ends(rest, begins_another).then_some(WordRead {
        len: text.len() - rest.len(),
        form: WordForm::Stones(turn),
        marks: Marks::default(),
    })
}

/// `a1` to `z99`, no digit behind it.
#[inline]
fn cell(text: &[u8]) -> Option<(Cell, &[u8])> {
    let (file, number, rest) = match text {
        [file, tens @ b'1'..=b'9', ones @ b'0'..=b'9', rest @ ..] => {
            (file, 10 * (tens - b'0') + (ones - b'0'), rest)
        }
        [file, ones @ b'1'..=b'9', rest @ ..] => (file, ones - b'0', rest),
        _ => return None,
    };
    let whole = file.is_ascii_lowercase() && !rest.first().is_some_and(u8::is_ascii_digit);
    let (file, rank) = (file.wrapping_sub(b'a'), number - 1);
    whole.then_some((Cell { file, rank }, rest))
}

/// Whether a sign behind a blank begins something else than more of a turn written with blanks.
const fn begins_another(sign: u8) -> bool {
    match sign {
        b'x' | b'X' => false,
        b'(' | b')' | b'{' | b'[' | b'|' | b'*' => true,
        _ => sign.is_ascii_alphanumeric(),
    }
}
