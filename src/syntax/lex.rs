//! Items that all text formats share: blanks, line ends, numbers, glyphs, results, comments, words.
//!
//! Functions that take the whole text and a place look at bytes and return lengths or ends: they stand beneath the
//! hot loop. The others are nom parsers and cite their production.

use crate::notation::stones::{read_plain_stone_word, read_stone_word};
use crate::notation::{
    CheckMark, Nag, Outcome, WordRead, Words, check_apart, read_result, read_word,
};
use crate::parse::PResult;
use memchr::{memchr2, memchr3};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, digit1, one_of, space0};
use nom::combinator::{opt, recognize, value};
use nom::sequence::preceded;

/// Length of the blank at `at`, 0 where none stands. Line ends are no blanks.
#[inline]
pub(super) fn blank(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(b' ' | b'\t') => 1,
        Some(0xC2 | 0xE2 | 0xE3 | 0xEF) => wide_blank(&bytes[at..]),
        _ => 0,
    }
}

/// No-break blanks, those of typography, invisible marks, and a byte order mark inside the text.
fn wide_blank(bytes: &[u8]) -> usize {
    match bytes {
        [0xC2, 0xA0, ..] => 2,
        [0xE2, 0x80, 0x80..=0x8F | 0xA8 | 0xA9 | 0xAF, ..] | [0xE2, 0x81, 0x9F | 0xA0, ..] => 3,
        [0xE3, 0x80, 0x80, ..] | [0xEF, 0xBB, 0xBF, ..] => 3,
        _ => 0,
    }
}

/// Length of the line end at `at` (LF, CRLF or CR), 0 where none stands.
#[inline]
pub(super) fn line_end(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(b'\n') => 1,
        Some(b'\r') => 1 + usize::from(bytes.get(at + 1) == Some(&b'\n')),
        _ => 0,
    }
}

/// Length of the control character at `at`, 0 where none stands.
pub(super) fn control(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(b'\t' | b'\n' | b'\r') => 0,
        Some(0..=0x1F | 0x7F) => 1,
        Some(0xC2) if matches!(bytes.get(at + 1), Some(0x80..=0x9F)) => 2,
        _ => 0,
    }
}

/// The byte with which CP/M and DOS marked the end of a text.
const DOS_END: u8 = 0x1A;

/// Where the marks of the end of a text that begin at `at` end, blanks and line ends between; `at` where none stands.
pub(super) fn dos_ends(bytes: &[u8], at: usize) -> usize {
    let mut end = at;
    loop {
        let next = Gap::after(bytes, end).end;
        if bytes.get(next) != Some(&DOS_END) {
            return end;
        }
        end = next + 1;
    }
}

/// The first place at or after `at` where no blank stands.
#[inline]
pub(super) fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match blank(bytes, at) {
            0 => return at,
            len => at += len,
        }
    }
}

/// Blanks and line ends between two items.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    /// Where the next item stands.
    pub(super) end: usize,
    /// Line ends passed.
    pub(super) lines: usize,
    /// Whether the next item is the first character of its line.
    pub(super) flush: bool,
}

impl Gap {
    /// Skips blanks and line ends from `at` on.
    #[inline]
    pub(super) fn after(bytes: &[u8], at: usize) -> Self {
        let mut gap = Self {
            end: at,
            lines: 0,
            flush: false,
        };
        loop {
            match line_end(bytes, gap.end) {
                0 => match blank(bytes, gap.end) {
                    0 => return gap,
                    len => {
                        gap.end += len;
                        gap.flush = false;
                    }
                },
                len => {
                    gap.end += len;
                    gap.lines += 1;
                    gap.flush = true;
                }
            }
        }
    }

    /// The gap at `at`, where a text or a record begins: as good as a line.
    pub(super) fn before(bytes: &[u8], at: usize) -> Self {
        let gap = Self::after(bytes, at);
        Self {
            flush: gap.flush || gap.end == at,
            ..gap
        }
    }
}

/// Where the line that holds `at` ends, its line end not included.
pub(super) fn end_of_line(bytes: &[u8], at: usize) -> usize {
    memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |len| at + len)
}

/// The end of the text between `from` and `to` without the blanks and line ends before `to`.
pub(super) fn trimmed_end(text: &str, from: usize, to: usize) -> usize {
    let is_space =
        |c: char| matches!(c, '\n' | '\r') || blank(c.encode_utf8(&mut [0; 4]).as_bytes(), 0) > 0;
    from + text[from..to].trim_end_matches(is_space).len()
}

/// The same without the marks of the end of a text ([`dos_ends`]) too.
pub(super) fn end_of_items(text: &str, from: usize, to: usize) -> usize {
    let mut to = to;
    loop {
        let end = trimmed_end(text, from, to);
        to = from + text[from..end].trim_end_matches(char::from(DOS_END)).len();
        if to == end {
            return end;
        }
    }
}

/// Where the word at `at` ends: before a blank, a line end, or a sign that opens or closes something. At least one
/// character long.
pub(super) fn word_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = text.ceil_char_boundary(at + 1);
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b' ' | b'\t' | b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' => break,
            0..=0x1F | 0x7F => break,
            0x80.. if blank(bytes, end) + control(bytes, end) > 0 => break,
            0x80.. => end = text.ceil_char_boundary(end + 1),
            _ => end += 1,
        }
    }
    end
}

/// The move word at `at`, even when a result is glued to it.
pub(super) fn word(words: Words, text: &str, at: usize) -> Option<WordRead> {
    bare_word(words, text, at).or_else(|| word_before_result(words, text, at))
}

/// The move word at `at`; a turn of stones even with blanks inside.
///
/// Always inlined: otherwise every word is copied once more.
#[inline(always)]
pub(super) fn bare_word(words: Words, text: &str, at: usize) -> Option<WordRead> {
    match words {
        Words::Chess => read_word(&text[at..]),
        Words::Stones => turn(text, at),
    }
}

/// The turn of stones at `at`.
#[inline]
pub(super) fn turn(text: &str, at: usize) -> Option<WordRead> {
    read_plain_stone_word(&text[at..]).or_else(|| any_turn(text, at))
}

/// The same in any spelling.
#[inline(never)]
fn any_turn(text: &str, at: usize) -> Option<WordRead> {
    spaced_turn(text, at).or_else(|| read_stone_word(&text[at..], false))
}

/// The turn of stones at `at`, blanks and line ends inside allowed; looked at no farther than any turn may reach, so
/// that endless gaps are not passed over again and again.
fn spaced_turn(text: &str, at: usize) -> Option<WordRead> {
    const LONGEST: usize = 256;
    let near = &text[at..text.floor_char_boundary(at + LONGEST)];
    let is_whole = |read: &WordRead| read.len < near.len() || at + near.len() == text.len();
    read_stone_word(near, true).filter(is_whole)
}

/// `e5` in `e51-0`.
#[cold]
pub(super) fn word_before_result(words: Words, text: &str, at: usize) -> Option<WordRead> {
    /// Longer words are no moves, and must not be looked through at every sign inside them.
    const LONGEST: usize = 64;
    let near = &text[..text.floor_char_boundary(at + LONGEST)];
    let end = word_end(near, at);
    if end == near.len() && end < text.len() {
        return None;
    }
    let whole = &text[at..end];
    let markers = ["1/2-1/2", "½-½", "1-0", "0-1"];
    let word = markers
        .iter()
        .find_map(|marker| whole.strip_suffix(marker))?;
    words.read(word).filter(|read| read.len == word.len())
}

/// Whether nothing that belongs to a word stands at `at`.
pub(super) fn is_boundary(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at) {
        None
        | Some(
            b' '
            | b'{'
            | b'}'
            | b'('
            | b')'
            | b'['
            | b']'
            | b';'
            | b','
            | b'.'
            | b'$'
            | b'<'
            | b'"'
            | 0..=0x1F
            | 0x7F,
        ) => true,
        _ => blank(bytes, at) > 0,
    }
}

/// Whether a move number without dots may end at `end`: where nothing that belongs to a word follows, or a move does.
pub(super) fn ends_bare_number(words: Words, text: &str, end: usize) -> bool {
    let bytes = text.as_bytes();
    is_boundary(bytes, end)
        || (words == Words::Stones && bytes[end] == b'|')
        || word(words, text, end).is_some()
}

/// A move number at some place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Number {
    /// Its value, cut to `u32::MAX`.
    pub(super) value: u32,
    /// Dots, blanks between not counted.
    pub(super) dots: u8,
    /// Whether the dots are neither none, one, three, nor one and three apart.
    pub(super) odd: bool,
    /// Where the digits end.
    pub(super) digits_end: usize,
    /// Where the last dot ends.
    pub(super) end: usize,
}

/// The move number at `at`, where a digit is known to be: what [`read_number`](crate::notation::read_number) reads,
/// for the hot loop, on one line only, and with what is odd about its dots.
#[inline]
pub(super) fn number(bytes: &[u8], at: usize) -> Number {
    let (mut value, mut end) = (0_u32, at);
    while let Some(digit @ b'0'..=b'9') = bytes.get(end) {
        value = value
            .saturating_mul(10)
            .saturating_add(u32::from(digit - b'0'));
        end += 1;
    }
    let mut number = Number {
        value,
        dots: 0,
        odd: false,
        digits_end: end,
        end,
    };
    if bytes.get(end) == Some(&b'.') {
        (number.dots, number.end) = (1, end + 1);
        match bytes.get(end + 1) {
            Some(b'.' | 0x80..) => more_dots(bytes, &mut number),
            Some(b' ' | b'\t')
                if matches!(bytes.get(end + 2), Some(b'.' | b' ' | b'\t' | 0x80..)) =>
            {
                more_dots(bytes, &mut number);
            }
            _ => {}
        }
    } else if matches!(bytes.get(end), Some(b' ' | b'\t' | 0x80..)) {
        more_dots(bytes, &mut number);
    }
    number
}

/// The dots of a number where there is not just one.
#[cold]
fn more_dots(bytes: &[u8], number: &mut Number) {
    let (mut groups, mut sizes) = (0, [0_u8; 2]);
    number.end = number.digits_end;
    number.dots = 0;
    loop {
        let (mut end, mut dots) = (skip_blanks(bytes, number.end), 0_u8);
        loop {
            match &bytes[end..] {
                [b'.', ..] => (dots, end) = (dots.saturating_add(1), end + 1),
                [0xE2, 0x80, 0xA6, ..] => (dots, end) = (dots.saturating_add(3), end + 3),
                _ => break,
            }
        }
        if dots == 0 {
            break;
        }
        if let Some(size) = sizes.get_mut(groups) {
            *size = dots;
        }
        groups += 1;
        number.end = end;
        number.dots = number.dots.saturating_add(dots);
    }
    number.odd = !matches!((groups, sizes), (0, _) | (1, [1 | 3, _]) | (2, [1, 3]));
}

/// The end marker at `at` and where it ends.
pub(super) fn result(text: &str, at: usize) -> Option<(Option<Outcome>, usize)> {
    let result = read_result(text, at)?;
    Some((result.outcome, result.span.end as usize))
}

/// `glyph = "$" digit { digit }`; `None` when the number is larger than any glyph's.
pub(super) fn glyph(input: &str) -> PResult<'_, Option<Nag>> {
    preceded(char('$'), digit1)
        .map(|digits: &str| digits.parse().ok().map(Nag))
        .parse(input)
}

/// `en-passant-apart = "e" [ "." { blank } ] "p" [ "." ]`, in any case
fn en_passant_apart(input: &str) -> PResult<'_, &str> {
    recognize((
        one_of("eE"),
        opt((char('.'), space0)),
        one_of("pP"),
        opt(char('.')),
    ))
    .parse(input)
}

/// `evaluation = "+/-" | "-/+" | "+-" | "-+" | "+/=" | "=/+" | "+=" | "=+" | "=" | "±" | "∓" | "⩲" | "⩱" | "∞"`
fn evaluation(input: &str) -> PResult<'_, Nag> {
    let sign = |number, signs| value(Nag(number), tag::<_, &str, _>(signs));
    alt((
        alt((
            sign(16, "+/-"),
            sign(17, "-/+"),
            sign(14, "+/="),
            sign(15, "=/+"),
        )),
        alt((
            sign(18, "+-"),
            sign(19, "-+"),
            sign(14, "+="),
            sign(15, "=+"),
            sign(10, "="),
        )),
        alt((
            sign(16, "±"),
            sign(17, "∓"),
            sign(14, "⩲"),
            sign(15, "⩱"),
            sign(13, "∞"),
        )),
    ))
    .parse(input)
}

/// A sign or word in the movetext that is neither move nor number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    /// The end of the game.
    Result(Option<Outcome>),
    /// An evaluation.
    Nag(Nag),
    /// `e.p.` apart from its move.
    EnPassant,
    /// A check or mate mark apart from its move.
    Check(CheckMark),
}

/// `sign = marker | evaluation | en-passant-apart | check-apart`; the sign at `at` and where it ends, which must be where
/// a word ends.
pub(super) fn sign(text: &str, at: usize) -> Option<(Sign, usize)> {
    if let Some((outcome, end)) = result(text, at) {
        return Some((Sign::Result(outcome), end));
    }
    let rest = &text[at..];
    let (left, sign) = match rest.as_bytes().first()? {
        b'+' | b'-' | b'=' | 0xC2 | 0xE2 => {
            alt((evaluation.map(Sign::Nag), check_apart.map(Sign::Check))).parse(rest)
        }
        b'#' | b'm' | b'p' => check_apart.map(Sign::Check).parse(rest),
        b'e' | b'E' => value(Sign::EnPassant, en_passant_apart).parse(rest),
        _ => return None,
    }
    .ok()?;
    is_boundary(left.as_bytes(), 0).then(|| (sign, text.len() - left.len()))
}

/// A comment in braces, as far as it goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Braces {
    /// Where the text inside ends: at the brace, or where an unclosed comment is given up.
    pub(super) text_end: usize,
    /// Whether the closing brace is there.
    pub(super) closed: bool,
    /// The first opening brace inside.
    pub(super) nested: Option<usize>,
    /// How many of them.
    pub(super) opens: u32,
}

/// `brace-comment = "{" { any character but "}" } "}"`; the brace at `at` is known to be there.
///
/// Comments do not nest. The next record ends one that is never closed ([`begins_record`]), so that it costs its own
/// record only.
#[inline]
pub(super) fn braces(bytes: &[u8], at: usize) -> Braces {
    let mut found = Braces {
        text_end: bytes.len(),
        closed: false,
        nested: None,
        opens: 0,
    };
    let mut pos = at + 1;
    while let Some(len) = memchr3(b'}', b'{', b'[', &bytes[pos..]) {
        pos += len;
        match bytes[pos] {
            b'}' => {
                (found.text_end, found.closed) = (pos, true);
                break;
            }
            b'{' => {
                found.nested.get_or_insert(pos);
                found.opens += 1;
            }
            _ if begins_line(bytes, at, pos) && begins_record(bytes, pos) => {
                found.text_end = pos;
                break;
            }
            _ => {}
        }
        pos += 1;
    }
    found
}

/// Whether after a gap nothing but comments and escaped lines follows to the end of the text.
pub(super) fn only_comments_follow(bytes: &[u8], mut gap: Gap) -> bool {
    loop {
        let end = match bytes.get(gap.end) {
            None => return true,
            Some(b'%') if gap.flush => end_of_line(bytes, gap.end),
            Some(b';') => end_of_line(bytes, gap.end),
            Some(b'{') => match braces(bytes, gap.end) {
                Braces {
                    text_end,
                    closed: true,
                    ..
                } => text_end + 1,
                Braces { closed: false, .. } => return false,
            },
            Some(_) => return false,
        };
        gap = Gap::after(bytes, end);
    }
}

/// Whether only blanks stand between the last line end and `pos`; looks back no farther than `from`.
pub(super) fn begins_line(bytes: &[u8], from: usize, pos: usize) -> bool {
    let before = &bytes[from..pos];
    let blanks = before
        .iter()
        .rev()
        .take_while(|&&byte| matches!(byte, b' ' | b'\t' | 0xC2 | 0xA0))
        .count();
    before[..before.len() - blanks]
        .last()
        .is_some_and(|byte| matches!(byte, b'\n' | b'\r'))
}

/// Whether a tag pair stands at `at` and nothing else could: a name of letters, digits and underscores, a quote, and
/// later on the line `"]`. Strict, since it ends comments.
pub(super) fn is_tag_line(bytes: &[u8], at: usize) -> bool {
    strict_tag_end(bytes, at).is_some()
}

/// Whether a record begins with the tag pair at `at`, where a line begins, even inside a comment: its line holds nothing
/// but pairs, and behind that line and all others like it the text ends, or stands what begins moves, or an empty line
/// and what does not end a comment. So a comment may quote pairs among its words, or end with them.
pub(super) fn begins_record(bytes: &[u8], at: usize) -> bool {
    /// Pairs that are looked at; the bound keeps a comment full of them linear.
    const MOST: usize = 64;
    let mut gap = Gap {
        end: at,
        lines: 1,
        flush: true,
    };
    let mut pairs = 0;
    while let Some(end) = strict_tag_end(bytes, gap.end) {
        gap = Gap::after(bytes, end);
        pairs += 1;
        if pairs == MOST {
            return true;
        }
    }
    match bytes[gap.end..] {
        [] => pairs > 0,
        _ if pairs == 0 || gap.lines == 0 => false,
        [b'}', ..] | [b'*', b')', ..] => false,
        [b'*' | b'{', ..] => true,
        [b'[', next, ..] => next != b'%' || gap.lines > 1,
        [b'0'..=b'9', ..] if gap.lines == 1 => {
            let number = number(bytes, gap.end);
            number.dots > 0 || matches!(bytes.get(number.end), Some(b'-' | b'/'))
        }
        _ => gap.lines > 1,
    }
}

/// Where the tag pair that [`is_tag_line`] sees at `at` ends.
fn strict_tag_end(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes.get(at) != Some(&b'[') {
        return None;
    }
    let mut pos = skip_blanks(bytes, at + 1);
    let name = pos;
    while bytes
        .get(pos)
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    {
        pos += 1;
    }
    if pos == name || blank(bytes, pos) == 0 {
        return None;
    }
    pos = skip_blanks(bytes, pos);
    if bytes.get(pos) != Some(&b'"') {
        return None;
    }
    while let Some(len) = memchr3(b'"', b'\n', b'\r', &bytes[pos + 1..]) {
        pos += 1 + len;
        if bytes[pos] != b'"' {
            return None;
        }
        let bracket = skip_blanks(bytes, pos + 1);
        if bytes.get(bracket) == Some(&b']') {
            return Some(bracket + 1);
        }
    }
    None
}

/// Names up to `limit` characters of a text for a message.
pub(super) fn quoted(text: &str) -> String {
    const LIMIT: usize = 40;
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("`{}...`", &text[..end]),
        None => format!("`{text}`"),
    }
}
