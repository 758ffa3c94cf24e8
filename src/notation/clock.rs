//! Commands inside comments, `[%clk 0:01:02.5]`: clocks, evaluations, coloured squares and arrows.

use crate::source::{Span, Spanned};
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, digit0, digit1, one_of, satisfy, space0, space1};
use nom::combinator::{map, map_opt, map_res, opt, recognize, value};
use nom::multi::{many0_count, separated_list1};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{IResult, Parser};
use std::fmt;
use std::time::Duration;

/// What a command says.
#[derive(Clone, PartialEq, Debug)]
pub enum Command<'s> {
    /// Time on a clock.
    Clock(ClockReading),
    /// A judgement of the position.
    Eval {
        /// How good it is for White.
        value: Eval,
        /// How many plies deep it was searched.
        depth: Option<u32>,
    },
    /// `cal`: arrows such as `Ge2e4`, colour first.
    Arrows(Vec<&'s str>),
    /// `csl`: squares such as `Rd4`, colour first.
    Squares(Vec<&'s str>),
}

/// A time written in a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockReading {
    /// Which clock.
    pub kind: ClockKind,
    /// What it shows.
    pub time: Duration,
    /// Whether it has two fields only, which are read here as hours and minutes; a doubtful habit.
    pub two_fields: bool,
}

/// Which time a reading is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockKind {
    /// `clk`: what is left after the move.
    Left,
    /// `emt`: what the move took.
    Taken,
}

/// A judgement for White.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Eval {
    /// In pawns.
    Pawns(f64),
    /// Mate in so many moves; negative when Black mates.
    Mate(i32),
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pawns(pawns) => write!(f, "{pawns}"),
            Self::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

/// The time as clocks show it, `0:01:02.5`; tenths where there are any.
#[must_use]
pub fn shown(time: Duration) -> String {
    let (seconds, tenths) = (time.as_secs(), time.subsec_millis() / 100);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let shown = format!("{hours}:{minutes:02}:{:02}", seconds % 60);
    match tenths {
        0 => shown,
        tenths => format!("{shown}.{tenths}"),
    }
}

/// The commands in the text of a comment, each with its place in it; what cannot be read as one is passed over, it
/// remains text.
pub fn commands(comment: &str) -> impl Iterator<Item = Spanned<Command<'_>>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            at += comment.get(at..)?.find("[%")?;
            match command(&comment[at..]) {
                Ok((rest, found)) => {
                    let span = Span::new(at, comment.len() - rest.len());
                    at = span.end as usize;
                    return Some(Spanned::new(found, span));
                }
                Err(_) => at += 2,
            }
        }
    })
}

/// The places of commands in the text of a comment that have a known name and cannot be read.
pub fn unread(comment: &str) -> impl Iterator<Item = Span> {
    comment.match_indices("[%").filter_map(|(at, _)| {
        let command = &comment[at..];
        let is_unread = is_named(command) && read_command(command).is_none();
        let inside = &command["[%".len()..];
        let end = match inside.find(['[', ']']) {
            Some(end) => at + "[%".len() + end + usize::from(inside[end..].starts_with(']')),
            None => comment.len(),
        };
        is_unread.then(|| Span::new(at, end))
    })
}

/// The command that `text` begins with.
#[must_use]
pub fn read_command(text: &str) -> Option<Command<'_>> {
    command(text).ok().map(|(_, command)| command)
}

/// Whether `text` begins as a command with a known name does.
#[must_use]
pub fn is_named(text: &str) -> bool {
    let names = ["clk", "emt", "eval", "cal", "csl"];
    let ends = |rest: &str| rest.starts_with(|c: char| c == ']' || c.is_whitespace());
    text.strip_prefix("[%").is_some_and(|text| {
        let mut rests = names.iter().filter_map(|name| text.strip_prefix(name));
        rests.any(ends)
    })
}

/// A comment in which clocks of two fields have three, with the times that they are read as.
#[must_use]
pub fn in_three_fields(comment: &str, time: impl Fn(&ClockReading) -> Duration) -> String {
    let (mut out, mut kept) = (String::new(), 0);
    for Spanned { value, span } in commands(comment) {
        if let Command::Clock(reading) = value
            && reading.two_fields
        {
            let kind = match reading.kind {
                ClockKind::Left => "clk",
                ClockKind::Taken => "emt",
            };
            out.push_str(&comment[kept..span.start as usize]);
            out.push_str(&format!("[%{kind} {}]", shown(time(&reading))));
            kept = span.end as usize;
        }
    }
    out + &comment[kept..]
}

/// A comment without its commands, those too that nobody here knows; `None` when there is none. The blanks around one
/// become a single blank, at the ends of the comment none.
#[must_use]
pub fn without_commands(comment: &str) -> Option<String> {
    let (mut words, mut kept, mut at, mut found) = (String::new(), 0, 0, false);
    while let Some(place) = comment[at..].find("[%") {
        let start = at + place;
        let Ok((rest, _)) = any_command(&comment[start..]) else {
            at = start + 2;
            continue;
        };
        words.push_str(&comment[kept..start]);
        at = comment.len() - rest.len();
        kept = at;
        found = true;
        let is_apart =
            words.ends_with(char::is_whitespace) || rest.starts_with(char::is_whitespace);
        let bare = words.trim_end().len();
        words.truncate(bare);
        if is_apart && bare > 0 {
            words.push(' ');
        }
        kept += rest.len() - rest.trim_start().len();
    }
    words.push_str(&comment[kept..]);
    found.then(|| words.trim().to_owned())
}

/// `any-command = "[%" letter { any character but brackets | "[" { any character but brackets } "]" } "]"`
fn any_command(input: &str) -> IResult<&str, &str> {
    let bare = |c: char| !matches!(c, '[' | ']');
    let nested = recognize((char('['), take_while(bare), char(']')));
    let name = satisfy(char::is_alphabetic);
    let arguments = many0_count(alt((take_while1(bare), nested)));
    recognize((tag("[%"), name, arguments, char(']'))).parse(input)
}

/// `command = "[%" ( clock | eval | arrows | squares ) blank "]"`.
fn command(input: &str) -> IResult<&str, Command<'_>> {
    let body = alt((map(clock, Command::Clock), eval, arrows, squares));
    delimited(tag("[%"), body, (space0, char(']'))).parse(input)
}

/// `clock = ( "clk" | "emt" ) blank digits { ":" digits } [ "." { digit } ]`, with one to three fields.
fn clock(input: &str) -> IResult<&str, ClockReading> {
    let kind = alt((
        value(ClockKind::Left, tag("clk")),
        value(ClockKind::Taken, tag("emt")),
    ));
    let fields = separated_list1(char(':'), map_res(digit1, str::parse::<u64>));
    let fraction = opt(preceded(char('.'), digit0));
    map_opt(
        (terminated(kind, space1), fields, fraction),
        |(kind, fields, fraction)| {
            // A fraction can only be one of seconds.
            let two_fields = fields.len() == 2 && fraction.is_none();
            let [hours, minutes, seconds] = match fields[..] {
                [seconds] => [0, 0, seconds],
                [minutes, seconds] if fraction.is_some() => [0, minutes, seconds],
                [hours, minutes] => [hours, minutes, 0],
                [hours, minutes, seconds] => [hours, minutes, seconds],
                _ => return None,
            };
            let whole = hours
                .checked_mul(60)?
                .checked_add(minutes)?
                .checked_mul(60)?
                .checked_add(seconds)?;
            let nanos = fraction.map_or(0, nanoseconds);
            Some(ClockReading {
                kind,
                time: Duration::new(whole, nanos),
                two_fields,
            })
        },
    )
    .parse(input)
}

/// The first nine decimals of a second.
fn nanoseconds(digits: &str) -> u32 {
    let padded = digits.bytes().chain(std::iter::repeat(b'0')).take(9);
    padded.fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'))
}

/// `eval = "eval" blank judgement [ ( "," | "/" ) digits ]`.
fn eval(input: &str) -> IResult<&str, Command<'_>> {
    let depth = opt(preceded(
        (space0, one_of(",/"), space0),
        map_res(digit1, str::parse::<u32>),
    ));
    preceded(pair(tag("eval"), space1), pair(judgement, depth))
        .map(|(value, depth)| Command::Eval { value, depth })
        .parse(input)
}

/// `judgement = [ sign ] ( "#" | "M" ) digits | "#" sign digits | number`.
fn judgement(input: &str) -> IResult<&str, Eval> {
    let sign = || opt(one_of("+-"));
    let moves = || map_res(digit1, str::parse::<i32>);
    let signed =
        |(sign, moves): (Option<char>, i32)| if sign == Some('-') { -moves } else { moves };
    let mate = alt((
        preceded(char('#'), pair(sign(), moves())),
        (sign(), one_of("#M"), moves()).map(|(sign, _, moves)| (sign, moves)),
    ));
    let number = recognize((
        sign(),
        alt((
            recognize(pair(digit1, opt(pair(char('.'), digit0)))),
            recognize(pair(char('.'), digit1)),
        )),
    ));
    let pawns = map_opt(number, |text: &str| {
        text.parse().ok().filter(|pawns: &f64| pawns.is_finite())
    });
    alt((
        map(mate, |mate| Eval::Mate(signed(mate))),
        map(pawns, Eval::Pawns),
    ))
    .parse(input)
}

/// `bare-judgement = ( sign ( "#" | "M" ) digits | [ sign ] digits "." digits ) [ "/" digits [ "s" ] ]`
///
/// What programs write behind a move, outside of comments: `+0.35/12`; the length of the one at the beginning, if one stands
/// there as a word of its own.
#[must_use]
pub fn bare_judgement(input: &str) -> Option<usize> {
    let mate = recognize((one_of("+-"), one_of("#M"), digit1));
    let pawns = recognize((opt(one_of("+-")), digit1, char('.'), digit1));
    let depth = opt((char('/'), digit1, opt(char('s'))));
    let whole: IResult<&str, &str> = recognize(pair(alt((mate, pawns)), depth)).parse(input);
    let (left, judgement) = whole.ok()?;
    let goes_on = left.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '/'));
    (!goes_on).then_some(judgement.len())
}

/// `arrows = "cal" blank list`.
fn arrows(input: &str) -> IResult<&str, Command<'_>> {
    map(
        preceded(pair(tag("cal"), space1), marks(5)),
        Command::Arrows,
    )
    .parse(input)
}

/// `squares = "csl" blank list`.
fn squares(input: &str) -> IResult<&str, Command<'_>> {
    map(
        preceded(pair(tag("csl"), space1), marks(3)),
        Command::Squares,
    )
    .parse(input)
}

/// `list = mark { "," mark }`, each mark a colour letter and one or two squares, `len` characters in all.
fn marks<'s>(
    len: usize,
) -> impl Parser<&'s str, Output = Vec<&'s str>, Error = nom::error::Error<&'s str>> {
    let mark = map_opt(
        take_while1(|c: char| c.is_ascii_alphanumeric()),
        move |mark: &str| (mark.len() == len).then_some(mark),
    );
    separated_list1((space0, char(','), space0), mark)
}

#[cfg(test)]
mod tests {
    use super::{
        ClockKind, ClockReading, Command, Eval, bare_judgement, commands, unread, without_commands,
    };
    use std::time::Duration;

    fn only(comment: &str) -> Option<Command<'_>> {
        let mut found = commands(comment).map(|command| command.value);
        let first = found.next();
        assert_eq!(found.next(), None);
        first
    }

    fn clock(comment: &str) -> Option<(ClockKind, Duration, bool)> {
        match only(comment)? {
            Command::Clock(ClockReading {
                kind,
                time,
                two_fields,
            }) => Some((kind, time, two_fields)),
            other => panic!("{other:?} is no clock"),
        }
    }

    #[test]
    fn clocks_have_one_to_three_fields_and_a_fraction() {
        let left = |millis| Some((ClockKind::Left, Duration::from_millis(millis), false));
        assert_eq!(clock("[%clk 0:04:44.7]"), left(284_700));
        assert_eq!(clock("[%clk 00:01:00]"), left(60_000));
        assert_eq!(
            clock("[%emt 0.01]"),
            Some((ClockKind::Taken, Duration::from_millis(10), false))
        );
        assert_eq!(clock("[%clk 1:0:0:0]"), None);
        assert_eq!(clock("[%clk 99999999999999999999]"), None);
    }

    #[test]
    fn two_fields_are_hours_and_minutes_and_said_to_be_doubtful() {
        assert_eq!(
            clock("[%clk 1:03]"),
            Some((ClockKind::Left, Duration::from_secs(3780), true))
        );
    }

    #[test]
    fn a_fraction_is_one_of_seconds() {
        assert_eq!(
            clock("[%clk 1:03.5]"),
            Some((ClockKind::Left, Duration::from_millis(63_500), false))
        );
    }

    #[test]
    fn judgements_are_pawns_or_mates() {
        let eval = |value, depth| Some(Command::Eval { value, depth });
        assert_eq!(only("[%eval -0.17]"), eval(Eval::Pawns(-0.17), None));
        assert_eq!(only("[%eval 2.35,18]"), eval(Eval::Pawns(2.35), Some(18)));
        assert_eq!(only("[%eval +1.2/18]"), eval(Eval::Pawns(1.2), Some(18)));
        for mate in ["#-3", "-#3", "-M3"] {
            let comment = format!("[%eval {mate}]");
            assert_eq!(only(&comment), eval(Eval::Mate(-3), None));
        }
        assert_eq!(only("[%eval good]"), None);
        assert_eq!(Eval::Mate(-3).to_string(), "#-3");
    }

    #[test]
    fn judgements_stand_outside_of_comments_too() {
        for (text, len) in [
            ("+0.35/12 e5", 8),
            ("-12.5", 5),
            ("0.00/20s", 8),
            ("+M5)", 3),
            ("-#12/30", 7),
        ] {
            assert_eq!(bare_judgement(text), Some(len), "{text}");
        }
        for text in ["1. e4", "12.0-0", "+", "M5", "35/12", "1.", "0-1"] {
            assert_eq!(bare_judgement(text), None, "{text}");
        }
    }

    #[test]
    fn values_are_read_in_the_ways_in_which_programs_write_them() {
        for command in [
            "[%eval .3]",
            "[%eval -0.3 , 20]",
            "[%emt 0:00:01.]",
            "[%cal Ge2e4 , Rd1h5]",
        ] {
            assert!(only(command).is_some(), "{command}");
            assert_eq!(unread(command).next(), None, "{command}");
        }
        let comment = "é [%clk abc] [%clkx 1] [%eval x [%cal Ge2]";
        let spans: Vec<_> = unread(comment).map(|span| span.text(comment)).collect();
        assert_eq!(spans, ["[%clk abc]", "[%eval x ", "[%cal Ge2]"]);
    }

    #[test]
    fn marks_keep_their_colours() {
        assert_eq!(
            only("[%csl Ra3,Gd4]"),
            Some(Command::Squares(vec!["Ra3", "Gd4"]))
        );
        assert_eq!(only("[%cal Ge2e4]"), Some(Command::Arrows(vec!["Ge2e4"])));
        assert_eq!(only("[%cal Ge2]"), None);
    }

    #[test]
    fn commands_are_found_between_words_with_their_places() {
        let comment = "é [%clk 0:00:01] fast [%wat] [% [%eval #1] x";
        let spans: Vec<_> = commands(comment)
            .map(|command| command.span.text(comment))
            .collect();
        assert_eq!(spans, ["[%clk 0:00:01]", "[%eval #1]"]);
    }

    #[test]
    fn commands_are_taken_out_and_the_words_stay() {
        for (comment, words) in [
            ("[%clk 0:00:01]", ""),
            ("[%clk 0:00:01] fast", "fast"),
            (
                "fast  [%clk 0:00:01]\n[%eval #1]  and good",
                "fast and good",
            ),
            ("slow[%emt 1], and", "slow, and"),
            ("[%wat is it] é [%sgf N[name]]", "é"),
            ("[% 1] [%] [%open [%clk 1] end", "[% 1] [%] [%open end"),
        ] {
            assert_eq!(
                without_commands(comment).as_deref(),
                Some(words),
                "{comment}"
            );
        }
        for comment in ["", "plain  words ", "[%open", "[%", "[x] [%1]"] {
            assert_eq!(without_commands(comment), None, "{comment}");
        }
    }
}
