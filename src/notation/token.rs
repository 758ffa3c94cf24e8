//! What stands among move words in every score: move numbers and end markers.

use super::word::is_word_end;
use super::{Outcome, WrittenNumber, WrittenResult};
use crate::parse::{PResult, char_that, is_dash};
use crate::source::Span;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::space0;
use nom::combinator::{opt, value};

/// Reads the move number that stands at byte `at` of `text`: digits and dots, blanks between them allowed; without
/// dots only what is no part of a longer word. Spans are relative to `text`.
///
/// `0-0` is none, but `0000` looks like one: ask [`read_word`](super::read_word) first.
///
/// `number = digit { digit } { { blank } ( "." | "…" ) }`
#[must_use]
pub fn read_number(text: &str, at: usize) -> Option<WrittenNumber> {
    let bytes = text.as_bytes();
    let mut end = at;
    let mut number = 0_u32;
    while let Some(&digit @ b'0'..=b'9') = bytes.get(end) {
        number = number
            .saturating_mul(10)
            .saturating_add(u32::from(digit - b'0'));
        end += 1;
    }
    if end == at {
        return None;
    }
    let mut dots = 0_u8;
    let mut next = end;
    while let Some(&byte) = bytes.get(next) {
        match byte {
            b'.' => {
                dots = dots.saturating_add(1);
                next += 1;
                end = next;
            }
            b' ' | b'\t' | b'\r' | b'\n' => next += 1,
            _ if text[next..].starts_with('…') => {
                dots = dots.saturating_add(3);
                next += '…'.len_utf8();
                end = next;
            }
            _ => break,
        }
    }
    (dots > 0 || is_word_end(&text[end..])).then_some(WrittenNumber {
        value: number,
        dots,
        span: Span::new(at, end),
    })
}

/// Reads the end marker that stands at byte `at` of `text`. Spans are relative to `text`.
#[must_use]
pub fn read_result(text: &str, at: usize) -> Option<WrittenResult> {
    let whole = text.get(at..)?;
    if !matches!(*whole.as_bytes().first()?, b'0' | b'1' | b'*' | HALF) {
        return None;
    }
    let (rest, outcome) = marker(whole).ok()?;
    is_word_end(rest).then(|| WrittenResult {
        outcome,
        span: Span::new(at, text.len() - rest.len()),
        marker: true,
    })
}

/// The first byte of `½`.
const HALF: u8 = 0xC2;

/// `marker = "*" | "1" between "0" | "0" between "1" | half between half | half`, with `half = "1/2" | "½"` and
/// `between = { blank } dash { blank }`
fn marker(input: &str) -> PResult<'_, Option<Outcome>> {
    let between = || (space0, char_that("a hyphen", is_dash), space0);
    let half = || alt((tag("1/2"), tag("½")));
    let draw = (half(), opt((between(), half())));
    alt((
        value(None, tag("*")),
        value(Some(Outcome::WhiteWins), (tag("1"), between(), tag("0"))),
        value(Some(Outcome::BlackWins), (tag("0"), between(), tag("1"))),
        value(Some(Outcome::Draw), draw),
    ))
    .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Value, dots and the text that belongs to it.
    fn number(text: &str) -> Option<(u32, u8, &str)> {
        read_number(text, 0).map(|number| (number.value, number.dots, number.span.text(text)))
    }

    #[test]
    fn numbers_have_dots_glued_or_apart_or_none() {
        assert_eq!(number("7. Nf3"), Some((7, 1, "7.")));
        assert_eq!(number("7.Nf3"), Some((7, 1, "7.")));
        assert_eq!(number("7... Nf6"), Some((7, 3, "7...")));
        assert_eq!(number("7 ... Nf6"), Some((7, 3, "7 ...")));
        assert_eq!(number("7. ... Nf6"), Some((7, 4, "7. ...")));
        assert_eq!(number("7…Nf6"), Some((7, 3, "7…")));
        assert_eq!(number("7 Nf3"), Some((7, 0, "7")));
        assert_eq!(number("12.0-0"), Some((12, 1, "12.")));
    }

    #[test]
    fn numbers_too_large_are_cut() {
        assert_eq!(
            number("99999999999999."),
            Some((u32::MAX, 1, "99999999999999."))
        );
        assert_eq!(
            number(&format!("1{}", ".".repeat(300))).map(|number| number.1),
            Some(255)
        );
    }

    #[test]
    fn a_number_inside_a_longer_word_is_none() {
        for text in ["", "1-0", "1/2-1/2", "0-0", "14th", "3a", "Nf3"] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn end_markers_are_read_where_they_end_a_word() {
        let result = |text| read_result(text, 0).map(|result| result.outcome);
        assert_eq!(result("1-0"), Some(Some(Outcome::WhiteWins)));
        assert_eq!(result("0–1 "), Some(Some(Outcome::BlackWins)));
        assert_eq!(result("1/2-1/2\n"), Some(Some(Outcome::Draw)));
        assert_eq!(result("½-½)"), Some(Some(Outcome::Draw)));
        assert_eq!(result("1 - 0"), Some(Some(Outcome::WhiteWins)));
        assert_eq!(result("1/2,"), Some(Some(Outcome::Draw)));
        assert_eq!(result("*"), Some(None));
        for text in [
            "", "0-0", "0-1-0", "1-00", "1-", "12-0", "1/2-1", "1/3", "e4",
        ] {
            assert_eq!(result(text), None, "{text}");
        }
    }

    #[test]
    fn places_are_those_of_the_whole_text() {
        assert_eq!(
            read_number("e4 1... e5", 3).map(|number| number.span),
            Some(Span::new(3, 7))
        );
        assert_eq!(
            read_result("e4 0-1", 3).map(|result| result.span),
            Some(Span::new(3, 6))
        );
    }
}
