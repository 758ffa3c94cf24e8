//! Logs of stone games: what tells them from scores of chess, and what stands in them besides turns.

use super::diagram;
use super::lex::{self, Gap};
use crate::notation::stones::{StoneTurn, read_stone_word};
use crate::notation::{Color, WordForm, Words};
use crate::parse::PResult;
use memchr::memchr2;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while, take_while1};
use nom::character::complete::{char, digit1, one_of};
use nom::combinator::{opt, recognize, rest, value, verify};
use nom::sequence::preceded;

/// How far the first turns of a log are looked for, and the end of a comment between them, in bytes.
const NEAR: usize = 2000;

/// The text from `at` on, as far as it is worth looking.
fn near(text: &str, at: usize) -> &str {
    &text[at..text.floor_char_boundary(at + NEAR)]
}

// What a record says of itself.

/// The notation that a tag pair names: a board or position of stones, or a variant.
pub(super) fn told_by_tag(name: &str, value: &str) -> Option<Words> {
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    if is("Variant") {
        // Options may follow.
        let name = value.split(':').next().unwrap_or_default();
        let name = name.trim().to_ascii_lowercase();
        return match name.as_str() {
            // Two games are called so.
            "inertia" => None,
            "" => None,
            name if is_stone_game(name) => Some(Words::Stones),
            _ => Some(Words::Chess),
        };
    }
    let is_stones = (is("Event") && names_stones(value))
        || (is("Board") && tagged_board(value.trim()).is_ok_and(|(left, _)| left.is_empty()))
        || ((is("Position") || is("FEN")) && words_of_position(value).is_some());
    is_stones.then_some(Words::Stones)
}

/// The notation of the rule set that a machine format names.
pub(super) fn words_of_rules(name: &str) -> Words {
    if name == "inertia" || is_stone_game(name) {
        Words::Stones
    } else {
        Words::Chess
    }
}

/// Whether it is a name of the stone game that no other game has, in small letters.
fn is_stone_game(name: &str) -> bool {
    matches!(name, "hexinertia" | "inertia-stones" | "inertia stones")
}

/// `board-name = ( "square" | "hex" ) [ "-" ] digit { digit }`, in any case
fn board_name(input: &str) -> PResult<'_, &str> {
    let shape = alt((tag_no_case("square"), tag_no_case("hex")));
    recognize((shape, opt(char('-')), digit1)).parse(input)
}

/// `tagged-board = board-name [ "x" digit { digit } ]`: a rectangle is one of SGF, on which no rules are played
fn tagged_board(input: &str) -> PResult<'_, &str> {
    recognize((board_name, opt((char('x'), digit1)))).parse(input)
}

/// The notation of the moves from a position text: that of stones by its second field, or its third where the side to
/// move does not tell; `None` where it may be of any other game.
///
/// # Examples
/// ```
/// use scoresheet::{notation::Words, syntax::words_of_position};
/// assert_eq!(words_of_position("3/4/5/4/3 r p -"), Some(Words::Stones));
/// assert_eq!(words_of_position("4k3/8/8/8/8/8/8/4K3 b - - 0 1"), None);
/// ```
#[must_use]
pub fn words_of_position(text: &str) -> Option<Words> {
    let mut fields = text.split_whitespace().skip(1);
    let is_stones = match (fields.next(), fields.next()) {
        (Some("r"), _) => true,
        (Some("b"), phase) => matches!(phase, Some("p" | "m")),
        _ => false,
    };
    is_stones.then_some(Words::Stones)
}

/// Whether a title names the game that no chess game is called by.
pub(super) fn names_stones(title: &str) -> bool {
    // Few titles of events have the letter at all.
    let may = memchr2(b'x', b'X', title.as_bytes()).is_some();
    may && words_of(title).any(|word| word.eq_ignore_ascii_case("hexinertia"))
}

/// The notation below a heading, whose title stands above `at`. A size of board is believed where no word of chess
/// stands below.
pub(super) fn told_by_heading(title: &str, text: &str, at: usize) -> Option<Words> {
    let sized =
        || words_of(title).any(|word| word.eq_ignore_ascii_case("inertia")) && has_size(title);
    (names_stones(title) || (sized() && !has_chess(text, at))).then_some(Words::Stones)
}

fn words_of(title: &str) -> impl Iterator<Item = &str> {
    title.split(|c: char| !c.is_alphanumeric())
}

/// Whether a size of board stands in a title.
fn has_size(title: &str) -> bool {
    let mut words = title.split(|c: char| c.is_whitespace() || matches!(c, ',' | ':'));
    words.any(|word| {
        let is_base =
            word.eq_ignore_ascii_case("base") || word.to_ascii_lowercase().starts_with("base-");
        is_base || size(word).is_ok_and(|(left, _)| left.is_empty())
    })
}

/// `size = board-name | digits ( "x" | "×" ) digits`
fn size(input: &str) -> PResult<'_, &str> {
    let edges = (digit1, alt((tag_no_case("x"), tag("×"))), digit1);
    alt((board_name, recognize(edges))).parse(input)
}

/// `game-line = game { blank | "," | game-word }`, with `game = "Hexinertia" | "Inertia"`, a capital first, and
/// `game-word = size | "base" | "board" | "hex" | "square" | "size" | "on" | "game" | digits`: the whole of a short line
pub(super) fn is_game_line(line: &str) -> bool {
    let mut words = line
        .split([' ', '\t', ',', '-'])
        .filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let is_game = first.starts_with(|c: char| c.is_ascii_uppercase())
        && ["Hexinertia", "Inertia"]
            .iter()
            .any(|game| game.eq_ignore_ascii_case(first));
    let known = ["base", "board", "hex", "square", "size", "on", "game"];
    is_game
        && words.all(|word| {
            known.iter().any(|known| known.eq_ignore_ascii_case(word))
                || word.bytes().all(|byte| byte.is_ascii_digit())
                || size(word).is_ok_and(|(left, _)| left.is_empty())
        })
}

// What the first turns say.

/// Whether a log begins at `at`, by its first two turns: a stone alone, then two. Where blanks part the two, a third
/// turn must have two as well.
pub(super) fn begins(text: &str, at: usize) -> bool {
    !is_plainly_chess(&text.as_bytes()[at..]) && begins_slowly(text, at)
}

/// What the first bytes of nearly all games of chess settle: a piece and its square where a turn may stand, `Nf3` or
/// `e4 Nf6`, or a stone alone before a number, `e4 e5 2.`.
#[inline]
fn is_plainly_chess(bytes: &[u8]) -> bool {
    const fn is_piece_move(bytes: &[u8]) -> bool {
        matches!(
            bytes,
            [
                b'B' | b'K' | b'N' | b'Q' | b'R',
                b'a'..=b'h',
                b'1'..=b'8',
                ..
            ]
        )
    }
    match bytes {
        [b'a'..=b'h', b'1'..=b'8', b' ', second @ ..] => {
            matches!(second, [b'a'..=b'h', b'1'..=b'8', b' ', b'1'..=b'9', ..])
                || is_piece_move(second)
        }
        _ => is_piece_move(bytes),
    }
}

fn begins_slowly(text: &str, at: usize) -> bool {
    let Some(first) = skip_items(text, at) else {
        return false;
    };
    let Some((1, false, end)) = placed(text, first) else {
        return false;
    };
    let Some((2, spaced, end)) = skip_items(text, end).and_then(|next| placed(text, next)) else {
        return false;
    };
    let third = || skip_items(text, end).and_then(|next| placed(text, next));
    !spaced || matches!(third(), Some((2, ..)))
}

/// How many stones are placed by the turn at `at`, whether blanks stand inside it, and where it ends.
fn placed(text: &str, at: usize) -> Option<(u8, bool, usize)> {
    let read = read_stone_word(&text[at..], true)?;
    let WordForm::Stones(StoneTurn::Place(stones)) = read.form else {
        return None;
    };
    let spaced = text[at..at + read.len].contains(char::is_whitespace);
    Some((stones.count(), spaced, at + read.len))
}

/// Whether one of the first words at `at` is a move of chess and no turn of stones.
fn has_chess(text: &str, at: usize) -> bool {
    const WORDS: usize = 12;
    let words = near(text, at).split(|c: char| c.is_whitespace() || matches!(c, '.' | ','));
    words
        .filter(|word| !word.is_empty())
        .take(WORDS)
        .any(|word| {
            let whole = |words: Words| words.read(word).is_some_and(|read| read.len == word.len());
            whole(Words::Chess) && !whole(Words::Stones)
        })
}

/// Where a turn may stand at or behind `at`, past what may come before it; `None` when an empty line comes first that
/// sets no board apart.
fn skip_items(text: &str, mut at: usize) -> Option<usize> {
    /// More than so many stand before no turn.
    const MOST: usize = 12;
    let bytes = text.as_bytes();
    let mut behind_board = false;
    for _ in 0..MOST {
        let gap = Gap::after(bytes, at);
        at = gap.end;
        if gap.lines > 1 && !std::mem::take(&mut behind_board) {
            let board = diagram::read(Words::Stones, near(text, at), 0)?;
            (at, behind_board) = (at + board.span.end as usize, true);
            continue;
        }
        at = match bytes.get(at)? {
            b'|' => at + 1,
            b'0'..=b'9' => {
                let number = lex::number(bytes, at);
                if number.dots == 0 && !lex::ends_bare_number(Words::Stones, text, number.end) {
                    return None;
                }
                number.end
            }
            b'{' => at + near(text, at).find('}')? + 1,
            // An annotation.
            b'$' => {
                let digits = bytes[at + 1..]
                    .iter()
                    .take_while(|byte| byte.is_ascii_digit());
                at + 1 + digits.count()
            }
            _ => match columns(text, at).or_else(|| side(text, at).map(|(_, end)| end)) {
                Some(end) => end,
                None => return Some(at),
            },
        };
    }
    None
}

// What stands beside the turns.

/// The side named before a turn at `at`, and where its name ends.
///
/// `turn-side = ( "Red" | "Black" | "R" | "B" ) [ ":" | "." | ")" ]`, in any case, blanks, bars and a turn behind it
pub(super) fn side(text: &str, at: usize) -> Option<(Color, usize)> {
    if !matches!(text.as_bytes().get(at)?, b'r' | b'R' | b'b' | b'B') {
        return None;
    }
    let mut name = (side_name, opt(one_of(":.)")));
    let (left, (color, _)) = name.parse(&text[at..]).ok()?;
    let end = text.len() - left.len();
    let gap = left.len() - left.trim_start_matches([' ', '\t', '\u{A0}', '|']).len();
    let is_apart = gap > 0 || matches!(text.as_bytes()[end - 1], b':' | b'.' | b')');
    (is_apart && lex::word(Words::Stones, text, end + gap).is_some()).then_some((color, end))
}

fn side_name(input: &str) -> PResult<'_, Color> {
    let red = alt((tag_no_case("red"), tag_no_case("r")));
    let black = alt((tag_no_case("black"), tag_no_case("b")));
    alt((value(Color::White, red), value(Color::Black, black))).parse(input)
}

/// Where the line at `at` ends, when it is one that only sets a table apart.
///
/// `columns = [ bar ] [ ( "#" | "No" | "Nr" | "Turn" | "Move" ) [ "." ] gap ] "Red" gap "Black" [ bar ] | rule`, in any
/// case; a `rule` is made of bars, hyphens, colons, `=` and `+`, with `---` or `===` in it
pub(super) fn columns(text: &str, at: usize) -> Option<usize> {
    const LONGEST: usize = 120;
    // Of the first words of chess games few begin so.
    let first = text.as_bytes().get(at)?;
    if !b"|-=+:# \tNnTtMmRrBb".contains(first) {
        return None;
    }
    let near = &text[at..text.floor_char_boundary(at + LONGEST)];
    let end = lex::end_of_line(near.as_bytes(), 0);
    if end == near.len() && at + end < text.len() {
        return None;
    }
    let line = near[..end].trim_end();
    let is_rule = || {
        line.chars()
            .all(|c| matches!(c, '|' | '-' | '=' | '+' | ':' | ' ' | '\t'))
            && (line.contains("---") || line.contains("==="))
    };
    (is_rule() || names_columns(line)).then_some(at + line.len())
}

fn names_columns(line: &str) -> bool {
    let gap = |input| take_while1(is_gap).parse(input);
    let number = alt((
        tag("#"),
        tag_no_case("nr"),
        tag_no_case("no"),
        tag_no_case("turn"),
        tag_no_case("move"),
    ));
    let number = (number, opt(char('.')), gap);
    let end = verify(rest, |left: &str| left.chars().all(is_gap));
    let sides = (side_name, gap, side_name, end);
    let mut whole = preceded((take_while(is_gap), opt(number)), sides);
    whole
        .parse(line)
        .is_ok_and(|(_, (first, _, second, _)): (&str, _)| {
            (first, second) == (Color::White, Color::Black)
        })
}

fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '\t' | '|')
}
