//! Results in words.

use super::lex;
use super::movetext::Count;
use crate::notation::{Color, Outcome, Words};
use crate::parse::PResult;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while1};
use nom::combinator::{opt, value};
use nom::sequence::terminated;

/// What the words say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Said {
    /// This side wins.
    Wins(Color),
    /// This side resigns; when it is not named, the one to move.
    Resigns(Option<Color>),
    /// Nobody wins.
    Draw,
}

impl Said {
    /// The result, given the last number of the main line and the plies since; `None` when that does not tell.
    pub(super) fn outcome(self, count: Count) -> Option<Outcome> {
        let loser = match self {
            Self::Draw => return Some(Outcome::Draw),
            Self::Wins(winner) => winner.other(),
            Self::Resigns(Some(loser)) => loser,
            Self::Resigns(None) if count.value == 0 && count.since == 0 => return None,
            Self::Resigns(None) => {
                let played = count.since + u32::from(count.dots > 1);
                if played.is_multiple_of(2) {
                    Color::White
                } else {
                    Color::Black
                }
            }
        };
        Some(Outcome::win(loser.other()))
    }
}

/// Reads the result in words at `at` and says where it ends. It must be the last of its sentence: nothing but a
/// marker, a comment or a tag pair may follow on the line.
pub(super) fn read(words: Words, text: &str, at: usize) -> Option<(Said, usize)> {
    let rest = &text[at..];
    if !matches!(
        rest.as_bytes().first()?,
        b'w' | b'W' | b'b' | b'B' | b'r' | b'R' | b'd' | b'D'
    ) {
        return None;
    }
    let said = |input| said(words, input);
    let (left, said) = terminated(said, opt(tag_no_case("."))).parse(rest).ok()?;
    let bytes = text.as_bytes();
    let end = text.len() - left.len();
    let next = lex::skip_blanks(bytes, end);
    let is_last = match bytes.get(next) {
        None | Some(b'\n' | b'\r' | b'{' | b'(' | b')' | b'[' | b';') => true,
        Some(b'|') => words == Words::Stones,
        Some(_) => lex::result(text, next).is_some(),
    };
    is_last.then_some((said, end))
}

/// `said = ( side blank deed | resigns | "draw" [ "n" ] [ blank "agreed" ] ) [ reason ]`, in any case, a reason in logs
/// only
fn said(words: Words, input: &str) -> PResult<'_, Said> {
    let drawn = (
        alt((tag_no_case("drawn"), tag_no_case("draw"))),
        opt((blanks, tag_no_case("agreed"))),
    );
    let (rest, said) = alt((
        (|input| side(words, input), blanks, deed).map(|(side, _, deed)| match deed {
            Deed::Wins => Said::Wins(side),
            Deed::Resigns => Said::Resigns(Some(side)),
        }),
        value(Said::Resigns(None), resigns),
        value(Said::Draw, drawn),
    ))
    .parse(input)?;
    match words {
        Words::Chess => Ok((rest, said)),
        Words::Stones => value(said, opt(reason)).parse(rest),
    }
}

/// `reason = blank "by" blank word`: how the game was decided
fn reason(input: &str) -> PResult<'_, ()> {
    let word = take_while1(|c: char| c.is_alphabetic() || c == '-');
    value((), (blanks, tag_no_case("by"), blanks, word)).parse(input)
}

#[derive(Clone, Copy)]
enum Deed {
    Wins,
    Resigns,
}

/// `deed = "wins" | "won" | "mates" | resigns`
fn deed(input: &str) -> PResult<'_, Deed> {
    let wins = alt((
        tag_no_case("wins"),
        tag_no_case("won"),
        tag_no_case("mates"),
    ));
    alt((value(Deed::Wins, wins), value(Deed::Resigns, resigns))).parse(input)
}

/// `resigns = "resign" [ "s" | "ed" ]`
fn resigns(input: &str) -> PResult<'_, &str> {
    alt((
        tag_no_case("resigns"),
        tag_no_case("resigned"),
        tag_no_case("resign"),
    ))
    .parse(input)
}

/// `side = "White" | "Black" | "Red"`, in any case, the one who begins by the game's own name
fn side(words: Words, input: &str) -> PResult<'_, Color> {
    let first = match words {
        Words::Chess => "white",
        Words::Stones => "red",
    };
    alt((
        value(Color::White, tag_no_case(first)),
        value(Color::Black, tag_no_case("black")),
    ))
    .parse(input)
}

/// One blank or more.
fn blanks(input: &str) -> PResult<'_, &str> {
    take_while1(|c: char| c.is_whitespace() && c != '\n' && c != '\r').parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(text: &str, value: u32, dots: u8, since: u32) -> Option<Outcome> {
        read(Words::Chess, text, 0).and_then(|(said, _)| said.outcome(Count { value, dots, since }))
    }

    #[test]
    fn a_side_that_is_named_needs_no_counting() {
        assert_eq!(outcome("White wins", 0, 0, 0), Some(Outcome::WhiteWins));
        assert_eq!(outcome("white resigns.", 0, 0, 0), Some(Outcome::BlackWins));
        assert_eq!(outcome("Draw agreed\n", 0, 0, 0), Some(Outcome::Draw));
    }

    #[test]
    fn otherwise_the_side_to_move_resigns() {
        assert_eq!(outcome("resigns", 30, 1, 1), Some(Outcome::WhiteWins));
        assert_eq!(outcome("resigns", 30, 1, 2), Some(Outcome::BlackWins));
        assert_eq!(outcome("resigns", 30, 3, 1), Some(Outcome::BlackWins));
        assert_eq!(outcome("resigns", 31, 1, 0), Some(Outcome::BlackWins));
        assert_eq!(outcome("resigns", 0, 0, 0), None);
    }

    #[test]
    fn words_inside_a_sentence_are_no_result() {
        assert!(read(Words::Chess, "resign 1-0", 0).is_some());
        for text in [
            "White wins a pawn",
            "resigned himself",
            "drawn out",
            "whitewash",
            "Black resigned after 20 moves.",
        ] {
            assert_eq!(read(Words::Chess, text, 0), None, "{text}");
        }
    }
}
