//! The parts of a node: names and values of properties.

use crate::notation::sgf::well_formed;
use crate::parse::PResult;
use crate::source::{Span, trees};
use nom::Parser;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, multispace0};
use nom::combinator::peek;
use nom::sequence::terminated;
use std::borrow::Cow;

/// A property with its values.
#[derive(Clone, Debug)]
pub(super) struct Property<'s> {
    /// Its name in capitals, where old files have small letters in between (`White` for `W`).
    pub(super) name: Cow<'s, str>,
    /// The name as written.
    pub(super) place: Span,
    /// The values, at least one.
    pub(super) values: Vec<Written<'s>>,
}

/// A value as it stands between its brackets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written<'s> {
    pub(super) text: &'s str,
    pub(super) span: Span,
    /// Whether its bracket closes it.
    pub(super) closed: bool,
}

impl<'s> Written<'s> {
    /// The value without the blanks around it, and its place.
    pub(super) fn trimmed(&self) -> (&'s str, Span) {
        let text = self.text.trim_start();
        let start = self.span.start as usize + self.text.len() - text.len();
        let text = text.trim_end();
        (text, Span::new(start, start + text.len()))
    }
}

impl<'s> Property<'s> {
    pub(super) fn new(name: &'s str, place: Span) -> Self {
        Self {
            name: in_capitals(name),
            place,
            values: Vec::new(),
        }
    }

    /// The first value.
    pub(super) fn value(&self) -> Written<'s> {
        *self
            .values
            .first()
            .expect("invariant: a name is one with its value only")
    }

    /// The whole property.
    pub(super) fn span(&self) -> Span {
        self.values
            .last()
            .map_or(self.place, |last| self.place.to(last.span))
    }

    /// The property as it stands in a file, with the values from the one numbered `from` on.
    pub(super) fn written(&self, from: usize) -> String {
        let values = self.values[from..].iter();
        let values = values.map(|value| format!("[{}]", well_formed(value.text)));
        format!("{}{}", self.name, values.collect::<String>())
    }
}

fn in_capitals(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Cow::Borrowed(name);
    }
    let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
    Cow::Owned(if capitals.is_empty() {
        name.to_ascii_uppercase()
    } else {
        capitals
    })
}

/// `sgf-name = letter { letter }`, a value behind it
pub(super) fn name(input: &str) -> PResult<'_, &str> {
    let letters = take_while1(|c: char| c.is_ascii_alphabetic());
    terminated(letters, peek((multispace0, char('[')))).parse(input)
}

/// `sgf-value = "[" { "\" any character | any character but "]" } "]"`
///
/// Its text, and whether it is closed; one that is not ends with the text, or where another game tree begins.
pub(super) fn value(input: &str) -> PResult<'_, (&str, bool)> {
    let (text, _) = char('[').parse(input)?;
    let found = trees::value(text.as_bytes(), 0);
    let rest = &text[found.end + usize::from(found.closed)..];
    Ok((rest, (&text[..found.end], found.closed)))
}
