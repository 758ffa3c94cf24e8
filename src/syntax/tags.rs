//! Tag pairs, well formed or nearly so.

use super::lex;
use crate::parse::PResult;
use crate::source::Span;
use memchr::{memchr, memchr3, memchr3_iter};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, space0, space1};
use nom::combinator::{opt, recognize, verify};
use nom::error::{ErrorKind, ParseError};
use nom::sequence::{delimited, preceded, separated_pair};

/// A tag pair as it stands in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// Where it ends.
    pub(super) end: usize,
    /// Its name.
    pub(super) name: Span,
    /// Its value, without the quotes.
    pub(super) value: Span,
    /// What is wrong with it, and where.
    pub(super) fault: Option<(Span, &'static str)>,
}

/// Reads the tag pair at `at`; when `lenient`, one with bad quotes too. `None` when what stands there is none.
pub(super) fn read(text: &str, at: usize, lenient: bool) -> Option<Pair> {
    if let Some(pair) = straight(text.as_bytes(), at) {
        return Some(pair);
    }
    let rest = &text[at..];
    match pair(rest) {
        Ok((left, (name, value))) => {
            let name = Span::of(name, text);
            let fault = (!is_proper(name.text(text)))
                .then_some((name, "a tag name has letters, digits and `_` only"));
            Some(Pair {
                end: text.len() - left.len(),
                name,
                value: Span::of(value, text),
                fault,
            })
        }
        Err(_) if lenient => match opening(rest) {
            Ok((left, name)) => Some(mend(text, Span::of(name, text), text.len() - left.len())),
            Err(_) => unquoted(rest).ok().map(|(left, (name, value))| {
                let value = Span::of(without_quotes(value), text);
                Pair {
                    end: text.len() - left.len(),
                    name: Span::of(name, text),
                    value,
                    fault: Some((value, "a value stands between two `\"`")),
                }
            }),
        },
        Err(_) => None,
    }
}

/// What nearly all tag pairs look like, `[Name "value"]` with a proper name, one blank and no escapes; the grammar reads
/// the same.
fn straight(bytes: &[u8], at: usize) -> Option<Pair> {
    let (first, name) = bytes[at..].split_first()?;
    let name = name.iter().position(|byte| !is_of_name(*byte))?;
    let (start, name_end) = (at + 3 + name, at + 1 + name);
    if *first != b'[' || name == 0 || bytes.get(name_end..start) != Some(b" \"") {
        return None;
    }
    let ends = |byte: &u8| ENDS_VALUE[usize::from(*byte)];
    let end = start + bytes[start..].iter().position(ends)?;
    bytes[end..].starts_with(b"\"]").then(|| Pair {
        end: end + 2,
        name: Span::new(at + 1, name_end),
        value: Span::new(start, end),
        fault: None,
    })
}

/// The signs at which the value of such a pair ends, or is none.
const ENDS_VALUE: [bool; 256] = {
    let mut ends = [false; 256];
    let signs = b"\"\\\n\r";
    let mut i = 0;
    while i < signs.len() {
        ends[signs[i] as usize] = true;
        i += 1;
    }
    ends
};

/// `unquoted-tag = "[" capital { letter | digit | "_" } blank { blank } { any character but brackets, braces and a line end } "]"`
fn unquoted(input: &str) -> PResult<'_, (&str, &str)> {
    let name = verify(
        take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_'),
        |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase()),
    );
    let value = take_while1(|c: char| !"[]{}\r\n".contains(c));
    delimited(char('['), separated_pair(name, space1, value), char(']')).parse(input)
}

/// The value inside quotation marks of typography, or apostrophes, or as it is.
fn without_quotes(value: &str) -> &str {
    let value = value.trim();
    let inside = |c: char| matches!(c, '\'' | '“' | '”' | '„' | '‘' | '’' | '‚' | '«' | '»');
    let inner = value
        .strip_prefix(inside)
        .and_then(|value| value.strip_suffix(inside));
    inner.unwrap_or(value)
}

/// `tag = "[" tag-gap name tag-gap string tag-gap "]"`
fn pair(input: &str) -> PResult<'_, (&str, &str)> {
    let inner = separated_pair(name, tag_gap, string);
    delimited((char('['), tag_gap), inner, (tag_gap, char(']'))).parse(input)
}

/// `tag-gap = { blank } [ line-end { blank } ]`
fn tag_gap(input: &str) -> PResult<'_, &str> {
    let line_end = alt((tag("\r\n"), tag("\n"), tag("\r")));
    recognize((space0, opt((line_end, space0)))).parse(input)
}

/// `name = any characters but blanks, quotation marks and brackets`, at least one
fn name(input: &str) -> PResult<'_, &str> {
    take_while1(|c: char| !c.is_whitespace() && !c.is_control() && !"\"[]{}()".contains(c))
        .parse(input)
}

/// `string = '"' { "\" ( "\" | '"' ) | any character but '"' and a line end } '"'`
fn string(input: &str) -> PResult<'_, &str> {
    delimited(char('"'), inside, char('"')).parse(input)
}

/// The text up to a quote that no backslash escapes.
fn inside(input: &str) -> PResult<'_, &str> {
    let bytes = input.as_bytes();
    let mut end = 0;
    while let Some(len) = memchr3(b'"', b'\\', b'\n', &bytes[end..]) {
        end += len;
        match bytes[end] {
            b'"' if memchr(b'\r', &bytes[..end]).is_none() => {
                return Ok((&input[end..], &input[..end]));
            }
            b'\\' => {
                let escaped = matches!(bytes.get(end + 1), Some(b'"' | b'\\'));
                end += 1 + usize::from(escaped);
            }
            _ => break,
        }
    }
    Err(nom::Err::Error(crate::parse::SyntaxError::from_error_kind(
        input,
        ErrorKind::Char,
    )))
}

/// `[Name "`, or `[Name` and a quote glued to it.
fn opening(input: &str) -> PResult<'_, &str> {
    let name = preceded((char('['), space0), name);
    nom::sequence::terminated(name, (space0, char('"'))).parse(input)
}

fn is_proper(name: &str) -> bool {
    name.bytes().all(is_of_name)
}

const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A pair whose quotes or bracket went wrong: its value begins at `start`. Ends at the first `"]` of the line, else
/// behind its second quote, else at the end of the line.
fn mend(text: &str, name: Span, start: usize) -> Pair {
    /// Quotes that are looked at; the bound keeps a line of opening tags linear.
    const QUOTES: usize = 16;
    let bytes = text.as_bytes();
    let quotes = memchr3_iter(b'"', b'\n', b'\r', &bytes[start..]).map(|len| start + len);
    let mut second = None;
    for quote in quotes.take_while(|&at| bytes[at] == b'"').take(QUOTES) {
        let bracket = lex::skip_blanks(bytes, quote + 1);
        if bytes.get(bracket) == Some(&b']') {
            let value = Span::new(start, quote);
            let fault = Some((value, "quotes inside a value need a `\\` before them"));
            return Pair {
                end: bracket + 1,
                name,
                value,
                fault,
            };
        }
        second.get_or_insert(quote);
    }
    if let Some(quote) = second {
        let (value, end) = (Span::new(start, quote), quote + 1);
        // Another bracket or a brace by slip of the finger.
        let slip = lex::skip_blanks(bytes, end);
        if matches!(bytes.get(slip), Some(b'}' | b')' | b'>')) {
            return Pair {
                end: slip + 1,
                name,
                value,
                fault: Some((Span::new(slip, slip + 1), "a `]` must follow the value")),
            };
        }
        return match bracket_near(bytes, end) {
            Some(bracket) => {
                let fault = Some((
                    Span::new(end, bracket),
                    "this stands between value and bracket",
                ));
                Pair {
                    end: bracket + 1,
                    name,
                    value,
                    fault,
                }
            }
            None => Pair {
                end,
                name,
                value,
                fault: Some((Span::new(quote, end), "a `]` must follow the value")),
            },
        };
    }
    let end = lex::trimmed_end(text, start, lex::end_of_line(bytes, start));
    let closed = text[start..end].ends_with(']');
    let value = Span::new(start, end - usize::from(closed));
    Pair {
        end,
        name,
        value,
        fault: Some((Span::new(start - 1, start), "this quote is never closed")),
    }
}

/// The closing bracket after `at`, when it is near and on the same line.
fn bracket_near(bytes: &[u8], at: usize) -> Option<usize> {
    /// Farther on a closing bracket is another's; the bound keeps a line of opening brackets linear.
    const NEAR: usize = 256;
    let near = &bytes[at..bytes.len().min(at + NEAR)];
    let len = memchr3(b']', b'\n', b'\r', near)?;
    (near[len] == b']').then_some(at + len)
}

/// Where a bracket that opens no tag pair is given up: behind its `]` when one is near, else at the end of the word.
pub(super) fn bracket_end(text: &str, at: usize) -> usize {
    bracket_near(text.as_bytes(), at).map_or_else(|| lex::word_end(text, at), |bracket| bracket + 1)
}
