//! Move words: where one ends, what it says, and the marks after it.

use super::chess::{self, ChessMoveText};
use super::{CheckMark, Marks, Nag, WordForm, WordRead, short};
use crate::parse::{PResult, is_dash};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::space0;
use nom::combinator::{map, peek, rest, value, verify};
use nom::sequence::{preceded, terminated};
use std::fmt::{self, Write};
use std::ops::Range;

/// Reads the move word that `text` begins with, in whatever letters, up to a blank, a bracket or another sign that
/// cannot belong to it; `None` when what stands there has not the shape of a move.
#[must_use]
pub fn read_word(text: &str) -> Option<WordRead> {
    short::read(text.as_bytes()).or_else(|| longer_word(text))
}

/// The same for a word that is known to be no [`San`](super::San).
#[inline(never)]
pub(crate) fn read_longer_word(text: &str) -> Option<WordRead> {
    let near = short::near(text.as_bytes());
    if short::full::is_marked(&near)
        && let Some(read) = short::full::read_near(&near, text.as_bytes())
    {
        return Some(read);
    }
    short::read_longer(&near, text.as_bytes()).or_else(|| longer_word(text))
}

/// A word that the shortest path declines.
#[inline(never)]
fn longer_word(text: &str) -> Option<WordRead> {
    short::full::read(text.as_bytes()).or_else(|| any_word(text))
}

/// `move-word = ( castling | null-move | man-move ) marks`
fn any_word(text: &str) -> Option<WordRead> {
    let castling = map(chess::castling, |wing| {
        WordForm::Chess(ChessMoveText::Castle(wing))
    });
    let mut man = map(chess::man_move, |man| {
        WordForm::Chess(ChessMoveText::Piece(man))
    });
    let read: PResult<'_, WordForm> = match *text.as_bytes().first()? {
        b'O' | b'o' | CYRILLIC => alt((castling, man)).parse(text),
        b'0' => alt((castling, null_move)).parse(text),
        b'N' | b'n' | b'P' | b'p' => alt((man, null_move)).parse(text),
        b'-' | b'@' | b'Z' => null_move(text),
        _ => man.parse(text),
    };
    let (rest, form) = read.ok()?;
    let (rest, marks) = marks(rest).ok()?;
    let marked = marks.check != CheckMark::None || marks.nag.is_some();
    let glued = marked && rest.starts_with(|c: char| c.is_ascii_digit());
    if !glued && !is_word_end(rest) {
        return None;
    }
    let len = text.len() - rest.len();
    let unusual = marks.en_passant || names_no_piece(&form) || !spells(&text[..len], form, marks);
    Some(WordRead {
        len,
        form,
        marks: Marks { unusual, ..marks },
    })
}

/// The first byte of most Cyrillic letters, the capital and small O among them.
const CYRILLIC: u8 = 0xD0;

/// `null-move = "--" | "Z0" | "0000" | "@@@@" | "null" | "pass"`, the words in any case
fn null_move(input: &str) -> PResult<'_, WordForm> {
    let signs = alt((tag("--"), tag("Z0"), tag("0000"), tag("@@@@")));
    value(
        WordForm::Null,
        alt((signs, tag_no_case("null"), tag_no_case("pass"))),
    )
    .parse(input)
}

/// `marks = { check | end | suffix | en-passant }`, each kind at most once; of `check` and `end` one
fn marks(input: &str) -> PResult<'_, Marks> {
    let (mut rest, mut marks) = (input, Marks::default());
    loop {
        rest = match rest.as_bytes().first().copied() {
            Some(b'!' | b'?') if marks.nag.is_none() => {
                let (rest, nag) = suffix(rest)?;
                marks.nag = Some(nag);
                rest
            }
            Some(b'+' | b'#' | DAGGER) if marks.check == CheckMark::None => match check(rest) {
                Ok((rest, check)) => {
                    marks.check = check;
                    rest
                }
                Err(_) => return Ok((rest, marks)),
            },
            Some(b' ' | b'm' | b'p') if marks.check == CheckMark::None => match end(rest) {
                Ok((rest, check)) => {
                    marks.check = check;
                    rest
                }
                Err(_) => return Ok((rest, marks)),
            },
            Some(b'e') if !marks.en_passant => match en_passant(rest) {
                Ok((rest, _)) => {
                    marks.en_passant = true;
                    rest
                }
                Err(_) => return Ok((rest, marks)),
            },
            _ => return Ok((rest, marks)),
        };
    }
}

/// The first byte of `†` and `‡`.
const DAGGER: u8 = 0xE2;

/// `suffix = "!!" | "!?" | "!" | "??" | "?!" | "?"`
pub(crate) fn suffix(input: &str) -> PResult<'_, Nag> {
    let (five, six) = (value(Nag(5), tag("!?")), value(Nag(6), tag("?!")));
    alt((
        value(Nag(3), tag("!!")),
        five,
        value(Nag(1), tag("!")),
        value(Nag(4), tag("??")),
        six,
        value(Nag(2), tag("?")),
    ))
    .parse(input)
}

/// `check = "++" | "+" | "#" | "††" | "†" | "‡‡" | "‡"`
fn check(input: &str) -> PResult<'_, CheckMark> {
    alt((
        value(CheckMark::Double, alt((tag("++"), tag("††")))),
        value(CheckMark::Check, alt((tag("+"), tag("†")))),
        value(CheckMark::Mate, alt((tag("#"), tag("‡‡"), tag("‡")))),
    ))
    .parse(input)
}

/// `end = { blank } ( "mat" | "pat" )`, a word's end behind it
fn end(input: &str) -> PResult<'_, CheckMark> {
    let word = alt((
        value(CheckMark::Mate, tag("mat")),
        value(CheckMark::Stalemate, tag("pat")),
    ));
    preceded(space0, terminated(word, peek(verify(rest, is_word_end)))).parse(input)
}

/// `check-apart = check | end`: a mark behind a blank
pub(crate) fn check_apart(input: &str) -> PResult<'_, CheckMark> {
    alt((check, end)).parse(input)
}

/// A move word without the marks at its end, `ep` excepted.
#[must_use]
pub fn without_marks(word: &str) -> &str {
    let unsigned = |word: &'_ str| word.trim_end_matches(['+', '#', '!', '?', '†', '‡']).len();
    let bare = &word[..unsigned(word)];
    match bare
        .strip_suffix("mat")
        .or_else(|| bare.strip_suffix("pat"))
    {
        Some(before) => &before[..unsigned(before.trim_end())],
        None => bare,
    }
}

/// A move word without the suffix among the marks at its end.
pub(crate) fn without_suffix(word: &str, marks: Marks) -> String {
    let suffix = marks.nag.and_then(Nag::suffix);
    match suffix.and_then(|suffix| word.rsplit_once(suffix)) {
        Some((before, behind)) => format!("{before}{behind}"),
        None => word.to_owned(),
    }
}

/// Where the check or end mark of a move word stands in it.
pub(crate) fn check_in(word: &str) -> Option<Range<usize>> {
    let start = word
        .find(['+', '#', '†', '‡'])
        .or_else(|| word.find("mat"))
        .or_else(|| word.find("pat"))?;
    let (rest, _) = check_apart(&word[start..]).ok()?;
    Some(start..word.len() - rest.len())
}

/// `en-passant = "e.p." | "e.p" | "ep"`
pub(crate) fn en_passant(input: &str) -> PResult<'_, &str> {
    preceded(tag("e"), alt((tag(".p."), tag(".p"), tag("p")))).parse(input)
}

/// Whether a word may end before `rest`: at the end of the text, a blank, a bracket, a quotation mark, a sign of
/// punctuation or of annotation. A colon and an apostrophe end it only where no letter or digit follows.
pub(crate) fn is_word_end(rest: &str) -> bool {
    match rest.as_bytes() {
        [] => true,
        [b':' | b'\'', after @ ..] => after
            .first()
            .is_none_or(|&byte| byte.is_ascii() && !byte.is_ascii_alphanumeric()),
        [byte @ ..0x80, ..] => ends_word(*byte),
        _ => rest.chars().next().is_some_and(|c| {
            !(c.is_alphanumeric() || is_dash(c) || matches!(c, '×' | '†' | '‡' | '→'))
        }),
    }
}

/// Whether an ASCII sign other than a colon or an apostrophe ends a word.
pub(super) const fn ends_word(byte: u8) -> bool {
    WORD_ENDS[byte as usize]
}

/// Controls count as blanks: they are reported by themselves.
const WORD_ENDS: [bool; 256] = {
    let mut ends = [false; 256];
    let mut i = 0;
    while i <= b' ' as usize {
        ends[i] = true;
        i += 1;
    }
    let signs = b"\x7f(){}[]<>;,.$!?*\"%|";
    i = 0;
    while i < signs.len() {
        ends[signs[i] as usize] = true;
        i += 1;
    }
    ends
};

/// Whether a word gives two squares and leaves the piece to the position.
fn names_no_piece(form: &WordForm) -> bool {
    match form {
        WordForm::Chess(ChessMoveText::Piece(man)) => man.piece.is_none() && man.from().is_some(),
        WordForm::Chess(ChessMoveText::Castle(_))
        | WordForm::Stones(_)
        | WordForm::Null
        | WordForm::Foreign => false,
    }
}

/// Whether `written` is the usual spelling of what it says.
fn spells(written: &str, form: WordForm, marks: Marks) -> bool {
    let mut left = Unmatched(written);
    write!(left, "{form}{marks}").is_ok() && left.0.is_empty()
}

/// Compares what is written to it with a text, without a buffer.
struct Unmatched<'s>(&'s str);

impl fmt::Write for Unmatched<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
