//! The glue to nom: the result type, the error type, and small parsers that several notations share.

use nom::character::complete::anychar;
use nom::combinator::{map_opt, verify};
use nom::error::{ContextError, ErrorKind, FromExternalError, ParseError, context};
use nom::{IResult, Parser};

/// What every parser returns.
pub(crate) type PResult<'s, T> = IResult<&'s str, T, SyntaxError>;

/// Why a text could not be read: what was expected, and how far from the text's end.
///
/// Static words and one number, so that backtracking costs nothing. Among alternatives the one that got farthest
/// wins, the first of those that got equally far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SyntaxError {
    /// What would have been right at that place; empty when no parser gave it a name.
    pub(crate) expected: &'static str,
    /// Bytes from the place of the failure to the end of the text.
    pub(crate) left: usize,
}

impl ParseError<&str> for SyntaxError {
    fn from_error_kind(input: &str, _kind: ErrorKind) -> Self {
        Self {
            expected: "",
            left: input.len(),
        }
    }

    fn append(_input: &str, _kind: ErrorKind, other: Self) -> Self {
        other
    }

    fn or(self, other: Self) -> Self {
        if other.left < self.left { other } else { self }
    }
}

impl ContextError<&str> for SyntaxError {
    /// Names what was expected where nothing inside the context was read at all; a failure farther on keeps its own
    /// words, which say more.
    fn add_context(input: &str, expected: &'static str, other: Self) -> Self {
        if other.expected.is_empty() || other.left == input.len() {
            Self { expected, ..other }
        } else {
            other
        }
    }
}

impl<E> FromExternalError<&str, E> for SyntaxError {
    fn from_external_error(input: &str, kind: ErrorKind, _error: E) -> Self {
        Self::from_error_kind(input, kind)
    }
}

/// One character that `read` makes something of.
pub(crate) fn char_as<'s, T>(
    expected: &'static str,
    read: impl Fn(char) -> Option<T>,
) -> impl Parser<&'s str, Output = T, Error = SyntaxError> {
    context(expected, map_opt(anychar, read))
}

/// One character that `is` accepts.
pub(crate) fn char_that<'s>(
    expected: &'static str,
    is: impl Fn(char) -> bool,
) -> impl Parser<&'s str, Output = char, Error = SyntaxError> {
    context(expected, verify(anychar, move |&c| is(c)))
}

/// `dash = "-" | "‐" | "‑" | "‒" | "–" | "—" | "−"`: what typesetters make of a hyphen.
pub(crate) const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2014}' | '\u{2212}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use nom::branch::alt;
    use nom::character::complete::char;

    fn digit(input: &str) -> PResult<'_, char> {
        char_that("a digit", |c| c.is_ascii_digit()).parse(input)
    }

    fn failure<T: std::fmt::Debug>(result: PResult<'_, T>) -> SyntaxError {
        match result {
            Err(nom::Err::Error(error)) => error,
            other => panic!("should fail: {other:?}"),
        }
    }

    #[test]
    fn the_farthest_failure_wins() {
        let near = (char('a'), char('b'), char_that("a bang", |c| c == '!'));
        let far = (char('a'), char('b'), char('c'), digit);
        let mut either = alt((near.map(|_| ()), far.map(|_| ())));
        assert_eq!(
            failure(either.parse("abcd")),
            SyntaxError {
                expected: "a digit",
                left: 1
            }
        );
    }

    #[test]
    fn a_context_names_only_what_failed_at_its_beginning() {
        let mut pair = context("a pair of digits", (digit, digit));
        assert_eq!(failure(pair.parse("x1")).expected, "a pair of digits");
        assert_eq!(failure(pair.parse("1x")).expected, "a digit");
    }

    #[test]
    fn a_failure_at_the_end_of_the_text_has_nothing_left() {
        assert_eq!(failure(digit("")).left, 0);
    }
}
