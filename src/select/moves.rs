//! Conditions on the moves that were made: by move, however it is written.

use super::error::Inside;
use super::grammar::read_value;
use crate::notation::letters::Letters;
use crate::notation::{Color, WordForm, Words, read_number};
use crate::parse::PResult;
use crate::replay::{Enough, Lines, Played, PlyFacts, Replay, each_position_of};
use crate::rules::Rules;
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, multispace0};
use nom::combinator::{cut, map, map_opt, success};
use nom::error::context;
use nom::multi::many1;
use nom::sequence::terminated;
use std::ops::ControlFlow::{Break, Continue};

/// Moves that follow each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sequence {
    plies: Vec<Ply>,
    /// Whether the first of them is the first of the record.
    from_start: bool,
    lines: Lines,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Ply {
    /// The number before it, and the side that its dots say.
    number: Option<(u32, Option<Color>)>,
    /// What it may mean; none for any move.
    forms: Vec<WordForm>,
}

impl Sequence {
    /// Reads `1. e4 e5 2. Nf3`; a number says where its move must stand, `*` is any move.
    pub(super) fn read(text: &str, from_start: bool, lines: Lines) -> Result<Self, Inside> {
        let plies = read_value(text, moves, "a move or a number")?;
        Ok(Self {
            plies,
            from_start,
            lines,
        })
    }

    /// Whether a record has them in the lines that are looked at.
    pub(super) fn holds(&self, replay: &Replay) -> bool {
        let set = replay.rules.as_ref();
        set.is_some_and(|set| with_rules!(set, rules => self.holds_under(rules, replay)))
    }

    fn holds_under<R: Rules>(&self, rules: &R, replay: &Replay) -> bool {
        let (mut found, mut readings) = (false, Vec::new());
        let mut next_open = Vec::new();
        // How many plies of the sequence have been found by each of its beginnings that are not over.
        let at_start: Vec<usize> = vec![0];
        each_position_of(
            rules,
            replay,
            self.lines,
            at_start,
            |open, position, next| {
                let Some((facts, played)) = next else {
                    return Break(Enough::OfLine);
                };
                for at in open.drain(..) {
                    let ply: &Ply = &self.plies[at];
                    if ply.is_made(rules, position, facts, played, &mut readings) {
                        next_open.push(at + 1);
                    }
                }
                std::mem::swap(open, &mut next_open);
                found = open.contains(&self.plies.len());
                if found {
                    return Break(Enough::OfAll);
                }
                if !self.from_start {
                    open.push(0);
                }
                if open.is_empty() {
                    Break(Enough::OfLine)
                } else {
                    Continue(())
                }
            },
        );
        found
    }
}

impl Ply {
    /// Whether the ply that is played from a position is this one.
    fn is_made<R: Rules>(
        &self,
        rules: &R,
        position: &R::Position,
        facts: &PlyFacts,
        played: Played<R::Move>,
        readings: &mut Vec<R::Move>,
    ) -> bool {
        let stands = self.number.is_none_or(|(number, side)| {
            number == facts.number && side.is_none_or(|side| side == facts.side)
        });
        stands
            && (self.forms.is_empty()
                || self.forms.iter().any(|form| match (form, played) {
                    (WordForm::Null, Played::Pass) => true,
                    (WordForm::Null, Played::Move(_)) | (_, Played::Pass) => false,
                    (form, Played::Move(made)) => {
                        rules.candidates(position, form, &Letters::ENGLISH, readings);
                        readings.contains(&made)
                    }
                }))
    }
}

/// `move-list = move-item { move-item }`
fn moves(input: &str) -> PResult<'_, Vec<Ply>> {
    many1(terminated(item, multispace0)).parse(input)
}

/// `move-item = [ number ] ( move-word | "*" )`, the word of any game, in English letters
fn item(input: &str) -> PResult<'_, Ply> {
    let alone = map(made, |forms| Ply {
        number: None,
        forms,
    });
    let numbered = (number, multispace0, cut(context("a move", made)));
    let numbered = map(numbered, |(number, _, forms)| Ply {
        number: Some(number),
        forms,
    });
    context("a move or a number", alt((alone, numbered))).parse(input)
}

/// What a move may mean; nothing for any move.
fn made(input: &str) -> PResult<'_, Vec<WordForm>> {
    alt((map(char('*'), |_| Vec::new()), word)).parse(input)
}

/// A word as each notation reads it: which of them is meant the record tells.
fn word(input: &str) -> PResult<'_, Vec<WordForm>> {
    let all = [Words::Chess, Words::Stones].map(|words| words.read(input));
    let longest = all.iter().flatten().map(|read| read.len).max();
    let (_, len) = map_opt(success(()), |()| longest).parse(input)?;
    let reads = all.into_iter().flatten().filter(|read| read.len == len);
    Ok((&input[len..], reads.map(|read| read.form).collect()))
}

/// A number, and the side that its dots say.
fn number(input: &str) -> PResult<'_, (u32, Option<Color>)> {
    let (_, number) = map_opt(success(()), |()| read_number(input, 0)).parse(input)?;
    let side = match number.dots {
        0 => None,
        1 => Some(Color::White),
        _ => Some(Color::Black),
    };
    let rest = &input[number.span.end as usize..];
    Ok((rest, (number.value, side)))
}
