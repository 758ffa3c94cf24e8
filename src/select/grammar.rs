//! The language of conditions.

use super::Relation;
use super::condition::{Condition, Key, Test, Where};
use crate::parse::{PResult, SyntaxError, char_that};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{anychar, char, multispace0, none_of};
use nom::combinator::{all_consuming, cut, map, map_opt, opt, recognize, value};
use nom::error::context;
use nom::multi::many0;
use nom::sequence::{delimited, preceded};
use std::str::FromStr;
use thiserror::Error;

/// Brackets inside brackets that are followed.
const DEEPEST: usize = 32;

/// Why a text is no condition.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WhereError {
    /// It is not in the language.
    #[error("{expected} is expected {}", place(.rest))]
    Syntax {
        /// What would have been right.
        expected: &'static str,
        /// What stands there.
        rest: String,
    },
    /// The value has no order.
    #[error("`{0}` is neither a number nor a date, so nothing is less or more than it")]
    NoOrder(String),
    /// The value is no regular expression.
    #[error("`{pattern}` is no regular expression: {why}")]
    Pattern {
        /// The value.
        pattern: String,
        /// What is wrong with it.
        why: String,
    },
}

fn place(rest: &str) -> String {
    if rest.is_empty() {
        "at the end".to_owned()
    } else {
        format!("before `{}`", rest.chars().take(20).collect::<String>())
    }
}

impl FromStr for Where {
    type Err = WhereError;

    fn from_str(text: &str) -> Result<Self, WhereError> {
        let whole = delimited(multispace0, |input| any(input, 0), multispace0);
        match all_consuming(whole).parse(text) {
            Ok((_, read)) => read.compile().map(Self),
            Err(
                nom::Err::Error(SyntaxError { expected, left })
                | nom::Err::Failure(SyntaxError { expected, left }),
            ) => {
                let expected = if expected.is_empty() {
                    "`&`, `|` or the end"
                } else {
                    expected
                };
                let rest = text[text.len() - left.min(text.len())..].to_owned();
                Err(WhereError::Syntax { expected, rest })
            }
            Err(nom::Err::Incomplete(_)) => Err(WhereError::Syntax {
                expected: "a condition",
                rest: String::new(),
            }),
        }
    }
}

/// A condition as written.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Read {
    Any(Vec<Self>),
    All(Vec<Self>),
    Not(Box<Self>),
    Compared(Key, Relation, String),
    Present(Key),
}

impl Read {
    /// No deeper than [`DEEPEST`], so recursion is safe.
    fn compile(self) -> Result<Condition, WhereError> {
        let several = |parts: Vec<Self>| {
            parts
                .into_iter()
                .map(Self::compile)
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(match self {
            Self::Any(parts) => Condition::Any(several(parts)?),
            Self::All(parts) => Condition::All(several(parts)?),
            Self::Not(inner) => Condition::Not(Box::new(inner.compile()?)),
            Self::Compared(key, relation, value) => {
                Condition::Test(key, Test::new(relation, value)?)
            }
            Self::Present(key) => Condition::Present(key),
        })
    }
}

/// `where = all { "|" all }`
fn any(input: &str, depth: usize) -> PResult<'_, Read> {
    list(input, '|', |input| all(input, depth), Read::Any)
}

/// `all = term { "&" term }`
fn all(input: &str, depth: usize) -> PResult<'_, Read> {
    list(input, '&', |input| term(input, depth), Read::All)
}

/// Parts with a sign between them; one alone is what it is.
fn list<'s>(
    input: &'s str,
    sign: char,
    part: impl Fn(&'s str) -> PResult<'s, Read>,
    joined: fn(Vec<Read>) -> Read,
) -> PResult<'s, Read> {
    let (input, first) = part(input)?;
    let sign = delimited(multispace0, char(sign), multispace0);
    let (rest, others) = many0(preceded(sign, cut(part))).parse(input)?;
    let read = if others.is_empty() {
        first
    } else {
        joined(std::iter::once(first).chain(others).collect())
    };
    Ok((rest, read))
}

/// `term = { "!" } ( "(" where ")" | comparison | key )`
fn term(input: &str, depth: usize) -> PResult<'_, Read> {
    let (input, bangs) = many0((char('!'), multispace0)).parse(input)?;
    let inside = move |input| {
        let bracketed = |input| {
            if depth < DEEPEST {
                any(input, depth + 1)
            } else {
                char_that("fewer brackets", |_| false)
                    .map(|_| Read::Any(Vec::new()))
                    .parse(input)
            }
        };
        delimited(
            (char('('), multispace0),
            bracketed,
            (multispace0, cut(context("`&`, `|` or `)`", char(')')))),
        )
        .parse(input)
    };
    let (rest, read) = context("a condition", alt((inside, comparison))).parse(input)?;
    let read = match bangs.len() % 2 {
        0 => read,
        _ => Read::Not(Box::new(read)),
    };
    Ok((rest, read))
}

/// `comparison = key [ relation value ]`
fn comparison(input: &str) -> PResult<'_, Read> {
    let (input, key) = key(input)?;
    let compared = (
        delimited(multispace0, relation, multispace0),
        cut(context("a value", operand)),
    );
    let (rest, compared) = opt(compared).parse(input)?;
    let read = match compared {
        None => Read::Present(key),
        Some(((relation, denied), operand)) => {
            let read = Read::Compared(key, relation, operand);
            if denied {
                Read::Not(Box::new(read))
            } else {
                read
            }
        }
    };
    Ok((rest, read))
}

/// `key = [ "tag." ] key-sign { key-sign }`, `key-sign = letter | digit | "_" | "-" | ":"`
fn key(input: &str) -> PResult<'_, Key> {
    let word = || take_while1(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':'));
    let tag_name = map(preceded(tag("tag."), word()), |name: &str| {
        Key::Tag(name.to_owned())
    });
    alt((tag_name, map(word(), Key::named))).parse(input)
}

/// `relation = "=" | "!=" | "<=" | "<" | ">=" | ">" | "~" | "!~"`; whether it is denied
fn relation(input: &str) -> PResult<'_, (Relation, bool)> {
    alt((
        value((Relation::Equal, true), tag("!=")),
        value((Relation::Matches, true), tag("!~")),
        value((Relation::LessOrEqual, false), tag("<=")),
        value((Relation::GreaterOrEqual, false), tag(">=")),
        value((Relation::Less, false), char('<')),
        value((Relation::Greater, false), char('>')),
        value((Relation::Equal, false), char('=')),
        value((Relation::Matches, false), char('~')),
    ))
    .parse(input)
}

/// `operand = quoted | bare { bare }`, where `bare` is no blank, bracket, `&`, `|` or quotation mark
fn operand(input: &str) -> PResult<'_, String> {
    let bare =
        take_while1(|c: char| !c.is_whitespace() && !matches!(c, '&' | '|' | '(' | ')' | '"'));
    alt((quoted, map(bare, str::to_owned))).parse(input)
}

/// `quoted = '"' { any character but '"' and "\" | "\" any character } '"'`
fn quoted(input: &str) -> PResult<'_, String> {
    let plain = map(none_of("\"\\"), |_| ());
    let escaped = map((char('\\'), anychar), |_| ());
    let inside = recognize(many0(alt((plain, escaped))));
    let unescaped = map_opt(inside, |inside: &str| {
        let mut out = String::new();
        let mut chars = inside.chars();
        while let Some(c) = chars.next() {
            out.push(if c == '\\' { chars.next()? } else { c });
        }
        Some(out)
    });
    delimited(
        char('"'),
        unescaped,
        cut(context("a closing quotation mark", char('"'))),
    )
    .parse(input)
}
