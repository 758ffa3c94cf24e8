//! What changes in a twin: `Ta5→b5, +Ph2`, `sans Ta5`, `exchange Ta5 and c5`.

use super::Men;
use super::list::{man, square};
use crate::notation::{Color, Role, Square};
use crate::parse::{PResult, SyntaxError, char_as, is_dash};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{anychar, multispace0};
use nom::combinator::{fail, not, opt, recognize, verify};
use nom::multi::many1;
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use thiserror::Error;

/// Why a change cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ChangeFault {
    /// Its words are not understood.
    #[error("does not say what changes")]
    Unclear,
    /// It takes a man from where none stands, or another one.
    #[error("takes a man from {0} that does not stand there")]
    NotThere(Square),
    /// It puts a man where one stands.
    #[error("puts a man on {0}, where one stands")]
    Occupied(Square),
}

/// A man as a change names him.
#[derive(Clone, Copy, Debug)]
struct Placed {
    color: Option<Color>,
    role: Option<Role>,
    square: Square,
}

/// One change of several.
#[derive(Clone, Debug)]
enum Change {
    /// A man stands elsewhere.
    Moves(Placed, Square),
    /// Men are taken away.
    Without(Vec<Placed>),
    /// Men are added.
    With(Vec<Placed>),
    /// Two men change places.
    Exchange(Placed, Placed),
    /// A man, the second, gives way to another one.
    InsteadOf(Placed, Placed),
}

impl Men {
    /// The men after the changes that a twin demands, all made at once.
    ///
    /// # Errors
    /// When the words are not understood, or do not fit the men.
    pub fn changed(&self, words: &str) -> Result<Self, ChangeFault> {
        let words = words.trim();
        let inside = words
            .strip_prefix('[')
            .and_then(|inside| inside.strip_suffix(']'));
        let (rest, changes) = many1(preceded(between, |words| self.change(words)))
            .parse(inside.unwrap_or(words))
            .map_err(|_| ChangeFault::Unclear)?;
        let rest = rest.trim_matches(|c: char| is_between(c) || c == '.');
        if !rest.is_empty() {
            return Err(ChangeFault::Unclear);
        }
        let mut twin = self.clone();
        let mut added = Vec::new();
        let mut taken = Vec::new();
        for change in changes {
            twin.lift(change, &mut added, &mut taken)?;
        }
        for (square, color, role) in added {
            // Without a side named, a man of a kind just taken away comes back in his colour.
            let same = || taken.iter().find(|man: &&(Color, Role)| man.1 == role);
            let color = color.unwrap_or_else(|| same().map_or(Color::White, |man| man.0));
            let place = &mut twin.squares[square.index()];
            if place.is_some() {
                return Err(ChangeFault::Occupied(square));
            }
            *place = Some((color, role));
        }
        Ok(twin)
    }

    /// Takes up the men of a change, and notes which are to be put where.
    fn lift(
        &mut self,
        change: Change,
        added: &mut Vec<(Square, Option<Color>, Role)>,
        taken: &mut Vec<(Color, Role)>,
    ) -> Result<(), ChangeFault> {
        match change {
            Change::Moves(from, to) => {
                let (color, role) = self.take(from)?;
                added.push((to, Some(color), role));
            }
            Change::Without(men) => {
                for man in men {
                    taken.push(self.take(man)?);
                }
            }
            Change::With(men) => {
                let new = men.into_iter();
                added
                    .extend(new.map(|man| (man.square, man.color, man.role.unwrap_or(Role::Pawn))));
            }
            Change::Exchange(one, other) => {
                let (first, second) = (self.take(one)?, self.take(other)?);
                added.push((other.square, Some(first.0), first.1));
                added.push((one.square, Some(second.0), second.1));
            }
            Change::InsteadOf(new, old) => {
                let (color, _) = self.take(old)?;
                let role = new.role.unwrap_or(Role::Pawn);
                added.push((new.square, new.color.or(Some(color)), role));
            }
        }
        Ok(())
    }

    fn take(&mut self, man: Placed) -> Result<(Color, Role), ChangeFault> {
        self.squares[man.square.index()]
            .take()
            .filter(|&(color, role)| {
                man.color.is_none_or(|named| named == color)
                    && man.role.is_none_or(|named| named == role)
            })
            .ok_or(ChangeFault::NotThere(man.square))
    }

    /// `change = exchange placed with placed | placed swap placed | placed instead placed | placed "=" man
    /// | placed to square | without placed { [ "," | and ] placed } | add placed { [ "," | and ] placed }`
    fn change<'s>(&self, words: &'s str) -> PResult<'s, Change> {
        let placed = || self.placed();
        let moves = || {
            let apart = separated_pair(placed(), spaced(arrow), square);
            alt((apart, separated_pair(placed(), minus, square)))
                .map(|(from, to)| Change::Moves(from, to))
        };
        let exchange = |(one, other)| Change::Exchange(one, other);
        // `Pa2 = Ca2`: another man on the same square.
        let becomes = verify(
            separated_pair(placed(), spaced(tag("=")), placed()),
            |(old, new): &(Placed, Placed)| old.square == new.square && new.role.is_some(),
        );
        let men = || {
            let goes_on = (multispace0, opt(alt((tag(","), word(&AND)))), multispace0);
            let elsewhere = not((multispace0, alt((arrow, swap, tag("="), minus))));
            many1(preceded(goes_on, terminated(placed(), elsewhere)))
        };
        alt((
            preceded(
                (word(&EXCHANGE), multispace0),
                separated_pair(
                    placed(),
                    spaced(alt((tag("/"), tag(","), word(&AND)))),
                    placed(),
                ),
            )
            .map(exchange),
            separated_pair(placed(), spaced(swap), placed()).map(exchange),
            separated_pair(placed(), spaced(word(&INSTEAD)), placed())
                .map(|(new, old)| Change::InsteadOf(new, old)),
            becomes.map(|(old, new)| Change::InsteadOf(new, old)),
            // After `= b) +` a plus only goes on.
            preceded((opt(tag("+")), multispace0), moves()),
            preceded(alt((word(&WITHOUT), minus)), men()).map(Change::Without),
            preceded(alt((word(&ADD), tag("+"))), men()).map(Change::With),
        ))
        .parse(words)
    }

    /// `placed = [ side ] man`: the literature may name the side, `wTa5`, `sBh2`; in French `b` is White and `n` Black.
    fn placed<'s>(&self) -> impl Parser<&'s str, Output = Placed, Error = SyntaxError> + use<'s> {
        let letters = self.letters;
        let french = letters.name == "fr";
        let side = char_as("a side", move |c| match c {
            'w' => Some(Color::White),
            'b' if french => Some(Color::White),
            'b' | 's' | 'n' => Some(Color::Black),
            _ => None,
        });
        let plain = man(letters).map(|(role, square)| (None, role, square));
        let sided = (side, man(letters)).map(|(color, (role, square))| (Some(color), role, square));
        alt((plain, sided)).map(|(color, role, square)| Placed {
            color,
            role,
            square,
        })
    }
}

const AND: [&str; 6] = ["and", "et", "und", "with", "avec", "mit"];
const TO: [&str; 5] = ["en", "to", "nach", "auf", "vers"];
const EXCHANGE: [&str; 8] = [
    "exchange",
    "échangez",
    "échanger",
    "échange",
    "swap",
    "vertausche",
    "tausche",
    "échanges",
];
const INSTEAD: [&str; 5] = [
    "instead of",
    "au lieu de",
    "statt",
    "anstatt",
    "anstelle von",
];
const WITHOUT: [&str; 9] = [
    "sans", "without", "ohne", "remove", "entferne", "enlever", "enlevez", "moins", "minus",
];
const ADD: [&str; 8] = [
    "plus",
    "add",
    "zusätzlich",
    "ajouter",
    "ajoutez",
    "füge",
    "mit",
    "with",
];

/// One of `words`, in any case, with a blank behind it.
fn word<'s>(
    words: &'static [&'static str],
) -> impl Parser<&'s str, Output = &'s str, Error = SyntaxError> {
    move |input: &'s str| {
        for known in words {
            let known: PResult<'s, &'s str> = tag_no_case(*known).parse(input);
            if let Ok((rest, found)) = known
                && rest.starts_with(char::is_whitespace)
            {
                return Ok((rest, found));
            }
        }
        fail().parse(input)
    }
}

/// `to = "→" | "->" | "⇒" | "en" | "to" | "nach" | "auf" | "vers"`
fn arrow(input: &str) -> PResult<'_, &str> {
    alt((tag("→"), tag("->"), tag("⇒"), word(&TO))).parse(input)
}

/// `swap = "↔" | "⇄" | "<->" | "<-->"`
fn swap(input: &str) -> PResult<'_, &str> {
    alt((tag("↔"), tag("⇄"), tag("<->"), tag("<-->"))).parse(input)
}

/// What `inner` reads, blanks around it.
fn spaced<'s>(
    inner: impl Parser<&'s str, Output = &'s str, Error = SyntaxError>,
) -> impl Parser<&'s str, Output = &'s str, Error = SyntaxError> {
    delimited(multispace0, inner, multispace0)
}

/// A minus or a dash.
fn minus(input: &str) -> PResult<'_, &str> {
    recognize(verify(anychar, |&c| is_dash(c))).parse(input)
}

/// `between-changes = { blank | "," | ";" | "&" | and }`
fn between(input: &str) -> PResult<'_, ()> {
    let mut rest = input.trim_start_matches(is_between);
    while let Ok((after, _)) = word(&["and", "et", "und"]).parse(rest) {
        rest = after.trim_start_matches(is_between);
    }
    Ok((rest, ()))
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '&')
}
