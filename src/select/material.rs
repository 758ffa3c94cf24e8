//! Conditions on the men that stand on the board.

use super::Relation;
use super::error::{Inside, WhereFault};
use super::grammar::read_value;
use crate::parse::{PResult, char_that};
use crate::rules::BoardView;
use nom::Parser;
use nom::character::complete::{char, digit1};
use nom::combinator::{cut, map_opt, opt};
use nom::error::context;
use nom::multi::many1;
use nom::sequence::preceded;

/// The men of one side or of both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Material {
    sides: Vec<Side>,
    bound: Bound,
    /// Whether the sides may be exchanged: all letters are capitals.
    either: bool,
}

/// Men by their letters.
type Side = Vec<(char, usize)>;

/// How many there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Exactly,
    AtLeast,
    AtMost,
}

impl Material {
    /// Reads `KRP-KR`; `None` for a relation that it does not go with.
    pub(super) fn read(text: &str, relation: Relation) -> Result<Option<Self>, Inside> {
        let bound = match relation {
            Relation::Equal => Bound::Exactly,
            Relation::GreaterOrEqual => Bound::AtLeast,
            Relation::LessOrEqual => Bound::AtMost,
            Relation::Less | Relation::Greater | Relation::Matches => return Ok(None),
        };
        let sides = read_value(text, material, "`-` or a man")?;
        let is_black = |side: &Side| side.iter().all(|(letter, _)| letter.is_ascii_lowercase());
        if sides.len() == 2 && sides.iter().all(is_black) && !are_stones(&sides) {
            return Err((WhereFault::BothBlack, 0..text.len()));
        }
        let mut letters = sides.iter().flatten();
        Ok(Some(Self {
            either: letters.all(|(letter, _)| letter.is_ascii_uppercase()),
            sides,
            bound,
        }))
    }

    /// Whether the men on a board are so.
    pub(super) fn holds(&self, view: &BoardView) -> bool {
        let cells = view.rows.iter().flatten();
        let mut men = [0_usize; 128];
        for &cell in cells.filter(|cell| cell.is_ascii_alphabetic()) {
            men[cell as usize] += 1;
        }
        if !self.either {
            let case = |letter: char, _: usize| letter;
            return self.holds_with(view, &men, case);
        }
        let white_first = |letter: char, side: usize| match side {
            0 => letter,
            _ => letter.to_ascii_lowercase(),
        };
        self.holds_with(view, &men, white_first)
            || self.holds_with(view, &men, |letter, side| white_first(letter, 1 - side))
    }

    /// The same, where `sign` gives the letter on the board of a man of the first or second side.
    fn holds_with(
        &self,
        view: &BoardView,
        men: &[usize; 128],
        sign: impl Fn(char, usize) -> char,
    ) -> bool {
        self.sides.iter().enumerate().all(|(i, side)| {
            let wanted = |letter: char| {
                let named = side.iter().find(|(man, _)| sign(*man, i) == letter);
                named.map(|&(_, count)| count)
            };
            // Only letters of the case that the side has, so that one side alone says nothing of the other.
            let capitals = side
                .first()
                .is_some_and(|&(man, _)| sign(man, i).is_ascii_uppercase());
            let letters = (b'A'..=b'Z').map(|letter| {
                let letter = if capitals {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                };
                char::from(letter)
            });
            letters.into_iter().all(|letter| {
                let there = men[letter as usize];
                match (wanted(letter), self.bound) {
                    // Kings are counted only where they are named.
                    (None, _) if letter.eq_ignore_ascii_case(&'k') => true,
                    // The letters of both sides are small ones.
                    (None, _) if view.groups.is_some() => true,
                    (wanted, Bound::Exactly) => there == wanted.unwrap_or(0),
                    (wanted, Bound::AtLeast) => there >= wanted.unwrap_or(0),
                    (wanted, Bound::AtMost) => there <= wanted.unwrap_or(0),
                }
            })
        })
    }
}

/// Whether these are stones, red ones and black ones.
fn are_stones(sides: &[Side]) -> bool {
    let mut letters: Vec<char> = sides.iter().flatten().map(|&(letter, _)| letter).collect();
    letters.sort_unstable();
    letters == ['b', 'r']
}

/// `material = side-men [ "-" side-men ]`
fn material(input: &str) -> PResult<'_, Vec<Side>> {
    let other = preceded(char('-'), cut(context("a man", side)));
    let (rest, (first, second)) = (context("a man", side), opt(other)).parse(input)?;
    Ok((rest, std::iter::once(first).chain(second).collect()))
}

/// `side-men = letter [ digits ] { letter [ digits ] }`; a letter twice is two men
fn side(input: &str) -> PResult<'_, Side> {
    let letter = char_that("a man", |c| c.is_ascii_alphabetic());
    let count = map_opt(opt(digit1), |digits: Option<&str>| match digits {
        None => Some(1),
        Some(digits) => digits.parse::<u16>().ok().map(usize::from),
    });
    let (rest, men) = many1((letter, count)).parse(input)?;
    let mut side: Side = Vec::new();
    for (letter, count) in men {
        match side.iter_mut().find(|(known, _)| *known == letter) {
            Some((_, known)) => *known += count,
            None => side.push((letter, count)),
        }
    }
    Ok((rest, side))
}
