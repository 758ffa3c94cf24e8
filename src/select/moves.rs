//! Conditions on the moves that were made: by move, however it is written.

use super::error::Inside;
use super::grammar::read_value;
use crate::notation::letters::Letters;
use crate::notation::{Color, WordForm, Words, WrittenNumber, read_number};
use crate::parse::PResult;
use crate::replay::{Enough, Lines, Played, PlyFacts, Replay, each_position_of};
use crate::rules::Rules;
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, multispace0};
use nom::combinator::{map, map_opt, success};
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

/// What stands in a list of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Item {
    Number(WrittenNumber),
    Move(Vec<WordForm>),
}

impl Sequence {
    /// Reads `1. e4 e5 2. Nf3`; a number says where its move must stand, `*` is any move.
    pub(super) fn read(text: &str, from_start: bool, lines: Lines) -> Result<Self, Inside> {
        let items = read_value(text, moves, "a move or a number")?;
        let mut plies: Vec<Ply> = Vec::new();
        let mut number = None;
        for item in items {
            match item {
                Item::Number(written) => number = Some(written),
                Item::Move(forms) => {
                    let number = number.take().map(|written| {
                        let side = match written.dots {
                            0 => None,
                            1 => Some(Color::White),
                            _ => Some(Color::Black),
                        };
                        (written.value, side)
                    });
                    plies.push(Ply { number, forms });
                }
            }
        }
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
        let (mut found, mut readings) = (self.plies.is_empty(), Vec::new());
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
fn moves(input: &str) -> PResult<'_, Vec<Item>> {
    many1(terminated(item, multispace0)).parse(input)
}

/// `move-item = number | move-word | "*"`, the word of any game, in English letters
fn item(input: &str) -> PResult<'_, Item> {
    let any = map(char('*'), |_| Item::Move(Vec::new()));
    context("a move or a number", alt((any, word, number))).parse(input)
}

/// A word as each notation reads it: which of them is meant the record tells.
fn word(input: &str) -> PResult<'_, Item> {
    let all = [Words::Chess, Words::Stones].map(|words| words.read(input));
    let longest = all.iter().flatten().map(|read| read.len).max();
    let (_, len) = map_opt(success(()), |()| longest).parse(input)?;
    let reads = all.into_iter().flatten().filter(|read| read.len == len);
    let forms = reads.map(|read| read.form).collect();
    Ok((&input[len..], Item::Move(forms)))
}

fn number(input: &str) -> PResult<'_, Item> {
    let (_, number) = map_opt(success(()), |()| read_number(input, 0)).parse(input)?;
    Ok((&input[number.span.end as usize..], Item::Number(number)))
}
