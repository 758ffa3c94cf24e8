//! The language of conditions.

use super::Relation;
use super::condition::{Boards, Condition, Where};
use super::error::{Inside, WhereError, WhereFault};
use super::key::{Asked, Play};
use super::material::Material;
use super::moves::Sequence;
use super::pattern::Pattern;
use super::value::Test;
use crate::parse::{PResult, SyntaxError, char_that};
use crate::replay::Lines;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{anychar, char, digit1, multispace0, multispace1, none_of};
use nom::combinator::{all_consuming, consumed, cut, map, map_opt, opt, recognize, value};
use nom::error::context;
use nom::multi::many0;
use nom::sequence::{delimited, preceded};
use nom::{Offset, Parser};
use std::borrow::Cow;
use std::num::NonZeroU32;
use std::ops::Range;
use std::str::FromStr;

/// Brackets inside brackets that are followed.
const DEEPEST: usize = 32;

impl FromStr for Where {
    type Err = WhereError;

    fn from_str(text: &str) -> Result<Self, WhereError> {
        let whole = delimited(multispace0, |input| any(input, 0), multispace0);
        let told = |(fault, span)| WhereError {
            fault,
            span,
            condition: text.to_owned(),
        };
        let (_, read) = all_consuming(whole)
            .parse(text)
            .map_err(|error| told(syntax_fault(&error, text, "`&`, `|` or the end")))?;
        read.compile(text).map(Self).map_err(told)
    }
}

impl Where {
    /// `where-lines = { { blank } [ where | "#" { any character but a line end } ] line-end }`
    ///
    /// The condition that one of those on the lines of a text holds; `None` where there are none.
    ///
    /// # Errors
    /// With what is wrong in each line; spans are those of the whole text.
    pub fn any_of_lines(text: &str) -> Result<Option<Self>, Vec<WhereError>> {
        let (mut conditions, mut faults, mut at) = (Vec::new(), Vec::new(), 0);
        for line in text.split(['\n', '\r']) {
            let words = line.trim_start();
            if !words.is_empty() && !words.starts_with('#') {
                match line.parse::<Self>() {
                    Ok(Self(condition)) => conditions.push(condition),
                    Err(WhereError { fault, span, .. }) => faults.push(WhereError {
                        fault,
                        span: at + span.start..at + span.end,
                        // Whoever knows the text shows it.
                        condition: String::new(),
                    }),
                }
            }
            at += line.len() + 1;
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let is_some = !conditions.is_empty();
        Ok(is_some.then_some(Self(Condition::Any(conditions))))
    }
}

/// What a failure says, and where; `otherwise` stands for what no parser has named.
fn syntax_fault(error: &nom::Err<SyntaxError>, text: &str, otherwise: &'static str) -> Inside {
    let SyntaxError { expected, left } = match error {
        nom::Err::Error(error) | nom::Err::Failure(error) => *error,
        nom::Err::Incomplete(_) => SyntaxError {
            expected: "",
            left: 0,
        },
    };
    let at = text.len() - left.min(text.len());
    let rest = &text[at..];
    let expected = if expected.is_empty() {
        otherwise
    } else {
        expected
    };
    let fault = WhereFault::Syntax {
        expected,
        rest: rest.to_owned(),
    };
    (
        fault,
        at..at + rest.chars().next().map_or(0, char::len_utf8),
    )
}

/// Reads the whole value of a comparison; `otherwise` is expected where no parser says more.
pub(super) fn read_value<'s, T>(
    text: &'s str,
    parser: impl Parser<&'s str, Output = T, Error = SyntaxError>,
    otherwise: &'static str,
) -> Result<T, Inside> {
    let whole = delimited(multispace0, parser, multispace0);
    match all_consuming(whole).parse(text) {
        Ok((_, read)) => Ok(read),
        Err(error) => Err(syntax_fault(&error, text, otherwise)),
    }
}

/// A condition as written.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Read<'s> {
    Any(Vec<Self>),
    All(Vec<Self>),
    Not(Box<Self>),
    Compared(Compared<'s>),
    Present(&'s str),
}

/// A comparison as written.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Compared<'s> {
    key: &'s str,
    sign: &'s str,
    relation: Relation,
    operand: Operand<'s>,
    /// In how many positions it is to hold.
    held: Option<&'s str>,
    /// The word that says that variations are looked into.
    anywhere: Option<&'s str>,
}

/// A value as written.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Operand<'s> {
    /// As it stands, without the quotation marks.
    raw: &'s str,
    value: Cow<'s, str>,
}

impl Read<'_> {
    /// No deeper than [`DEEPEST`], so recursion is safe.
    fn compile(self, text: &str) -> Result<Condition, Inside> {
        let several = |parts: Vec<Self>| {
            parts
                .into_iter()
                .map(|part| part.compile(text))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(match self {
            Self::Any(parts) => Condition::Any(several(parts)?),
            Self::All(parts) => Condition::All(several(parts)?),
            Self::Not(inner) => Condition::Not(Box::new(inner.compile(text)?)),
            Self::Compared(compared) => compared.compile(text)?,
            Self::Present(key) => {
                let span = span_of(key, text);
                let asked = Asked::named(key).map_err(|fault| (fault, span.clone()))?;
                match asked {
                    Asked::Value(key) => Condition::Present(key),
                    Asked::Play(play) => return Err((play.wrong_relation(), span)),
                }
            }
        })
    }
}

/// Where a part of a text stands in it.
fn span_of(part: &str, text: &str) -> Range<usize> {
    let start = text.offset(part);
    start..start + part.len()
}

impl Compared<'_> {
    fn compile(&self, text: &str) -> Result<Condition, Inside> {
        let whole = span_of(self.operand.raw, text);
        // A value with escapes is told as a whole.
        let inside = |(fault, span): Inside| match self.operand.value {
            Cow::Borrowed(_) => (fault, whole.start + span.start..whole.start + span.end),
            Cow::Owned(_) => (fault, whole.clone()),
        };
        let key = span_of(self.key, text);
        let value = &*self.operand.value;
        let play = match Asked::named(self.key).map_err(|fault| (fault, key))? {
            Asked::Play(play) => play,
            Asked::Value(key) => {
                self.refuse_held(text)?;
                self.refuse_anywhere(text)?;
                let test = Test::new(&key, self.relation, value);
                let test = test.map_err(|fault| inside((fault, 0..value.len())))?;
                return Ok(Condition::Test(key, test));
            }
        };
        if !play.may_be_held() {
            self.refuse_held(text)?;
        }
        if !play.may_be_anywhere() {
            self.refuse_anywhere(text)?;
        }
        let lines = match self.anywhere {
            Some(_) => Lines::All,
            None => Lines::Main,
        };
        let held = self
            .held()
            .map_err(|fault| (fault, span_of(self.held.unwrap_or_default(), text)))?;
        let wrong_relation = || (play.wrong_relation(), span_of(self.sign, text));
        // Of positions and moves: as they are given, or a pattern of them.
        let is_plain = match self.relation {
            Relation::Equal => Ok(true),
            Relation::Matches => Ok(false),
            Relation::Less
            | Relation::LessOrEqual
            | Relation::Greater
            | Relation::GreaterOrEqual => Err(wrong_relation()),
        };
        Ok(match play {
            Play::Position(at) => {
                let pattern = Pattern::read(value, is_plain?).map_err(inside)?;
                Condition::Boards(Boards::position(at, pattern, held, lines))
            }
            Play::Material => {
                let material = Material::read(value, self.relation);
                let material = material.map_err(inside)?.ok_or_else(wrong_relation)?;
                Condition::Boards(Boards::material(material, held, lines))
            }
            Play::Moves => {
                let moves = Sequence::read(value, is_plain?, lines);
                Condition::Moves(moves.map_err(inside)?)
            }
        })
    }

    /// Refuses a number of positions.
    fn refuse_held(&self, text: &str) -> Result<(), Inside> {
        match self.held {
            Some(held) => Err((WhereFault::NotHeld, span_of(held, text))),
            None => Ok(()),
        }
    }

    /// Refuses to look into variations.
    fn refuse_anywhere(&self, text: &str) -> Result<(), Inside> {
        match self.anywhere {
            Some(word) => Err((WhereFault::NotAnywhere, span_of(word, text))),
            None => Ok(()),
        }
    }

    fn held(&self) -> Result<NonZeroU32, WhereFault> {
        let Some(digits) = self.held else {
            return Ok(NonZeroU32::MIN);
        };
        digits.parse().map_err(|_| WhereFault::Syntax {
            expected: "a number of positions, 1 or more,",
            rest: digits.to_owned(),
        })
    }
}

/// `where = all { "|" all }`
fn any(input: &str, depth: usize) -> PResult<'_, Read<'_>> {
    list(input, '|', |input| all(input, depth), Read::Any)
}

/// `all = term { "&" term }`
fn all(input: &str, depth: usize) -> PResult<'_, Read<'_>> {
    list(input, '&', |input| term(input, depth), Read::All)
}

/// Parts with a sign between them; one alone is what it is.
fn list<'s>(
    input: &'s str,
    sign: char,
    part: impl Fn(&'s str) -> PResult<'s, Read<'s>>,
    joined: fn(Vec<Read<'s>>) -> Read<'s>,
) -> PResult<'s, Read<'s>> {
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

/// `term = { "!" } ( "(" where ")" | comparison )`
fn term(input: &str, depth: usize) -> PResult<'_, Read<'_>> {
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

/// `comparison = key [ relation operand [ "for" digits ] [ "anywhere" ] ]`
fn comparison(input: &str) -> PResult<'_, Read<'_>> {
    let (input, key) = key(input)?;
    let held = preceded(
        (multispace1, tag("for"), multispace1),
        cut(context("a number of positions", digit1)),
    );
    let compared = (
        delimited(multispace0, relation, multispace0),
        cut(context("a value", operand)),
        opt(held),
        opt(preceded(multispace1, tag("anywhere"))),
    );
    let (rest, compared) = opt(compared).parse(input)?;
    let read = match compared {
        None => Read::Present(key),
        Some(((sign, (relation, denied)), operand, held, anywhere)) => {
            let read = Read::Compared(Compared {
                key,
                sign,
                relation,
                operand,
                held,
                anywhere,
            });
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
fn key(input: &str) -> PResult<'_, &str> {
    let word = take_while1(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':'));
    recognize((opt(tag("tag.")), word)).parse(input)
}

/// `relation = "=" | "!=" | "<=" | "<" | ">=" | ">" | "~" | "!~"`; as written, and whether it is denied
fn relation(input: &str) -> PResult<'_, (&str, (Relation, bool))> {
    consumed(alt((
        value((Relation::Equal, true), tag("!=")),
        value((Relation::Matches, true), tag("!~")),
        value((Relation::LessOrEqual, false), tag("<=")),
        value((Relation::GreaterOrEqual, false), tag(">=")),
        value((Relation::Less, false), char('<')),
        value((Relation::Greater, false), char('>')),
        value((Relation::Equal, false), char('=')),
        value((Relation::Matches, false), char('~')),
    )))
    .parse(input)
}

/// `operand = quoted | bare { bare }`, where `bare` is no blank, bracket, `&`, `|` or quotation mark
fn operand(input: &str) -> PResult<'_, Operand<'_>> {
    let bare =
        take_while1(|c: char| !c.is_whitespace() && !matches!(c, '&' | '|' | '(' | ')' | '"'));
    let plain = |raw| Operand {
        raw,
        value: Cow::Borrowed(raw),
    };
    alt((quoted, map(bare, plain))).parse(input)
}

/// `quoted = '"' { any character but '"' and "\" | "\" any character } '"'`
fn quoted(input: &str) -> PResult<'_, Operand<'_>> {
    let plain = map(none_of("\"\\"), |_| ());
    let escaped = map((char('\\'), anychar), |_| ());
    let inside = recognize(many0(alt((plain, escaped))));
    let unescaped = map_opt(inside, |raw: &str| {
        if !raw.contains('\\') {
            let value = Cow::Borrowed(raw);
            return Some(Operand { raw, value });
        }
        let mut out = String::new();
        let mut chars = raw.chars();
        while let Some(c) = chars.next() {
            out.push(if c == '\\' { chars.next()? } else { c });
        }
        let value = Cow::Owned(out);
        Some(Operand { raw, value })
    });
    delimited(
        char('"'),
        unescaped,
        cut(context("a closing quotation mark", char('"'))),
    )
    .parse(input)
}
