//! Lists of men: `Blancs: Rc1 Ta5 Pa2 b7 c7 - Noirs: Rc8 Cc5 Pc4 (5+3)`.

use super::{Men, role_of};
use crate::diag::{Code, Diagnostic};
use crate::notation::letters::Letters;
use crate::notation::stipulation::Stipulation;
use crate::notation::{Color, Role, Square};
use crate::parse::{PResult, SyntaxError, char_as, is_dash};
use crate::source::{Span, Spanned};
use memchr::memchr3;
use nom::Parser;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, multispace0, satisfy, usize as number};
use nom::combinator::{map_opt, opt, recognize};
use nom::sequence::{delimited, separated_pair};

/// What the sides are called, and in which language.
const SIDES: [(&str, Color, &str); 9] = [
    ("blancs", Color::White, "fr"),
    ("noirs", Color::Black, "fr"),
    ("white", Color::White, "en"),
    ("black", Color::Black, "en"),
    ("weiß", Color::White, "de"),
    ("weiss", Color::White, "de"),
    ("schwarz", Color::Black, "de"),
    ("blanc", Color::White, "fr"),
    ("noir", Color::Black, "fr"),
];

/// A list with more faults than a board has squares is none: what follows is not looked at.
const MOST_FAULTS: usize = 64;

/// What a list of men makes.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    /// The men.
    pub men: Men,
    /// Where they stand, with the names of their sides.
    pub span: Span,
    /// What is wrong with the list: no position can be made of it then.
    pub faults: Vec<Diagnostic>,
}

/// How many men the sides have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MenCount {
    /// White's.
    pub white: usize,
    /// Black's.
    pub black: usize,
}

impl Men {
    /// What is wrong with a count of them.
    #[must_use]
    pub fn miscount(&self, written: Spanned<MenCount>) -> Option<Diagnostic> {
        let MenCount { white, black } = self.count();
        let message = format!("there are {white}+{black} men, not as written");
        let fault = Diagnostic::new(Code::BadPosition, written.span, message)
            .help("a man is missing or superfluous in the list, or the count is wrong");
        (written.value != self.count()).then_some(fault)
    }
}

/// Reads the list of men that the line at `at` begins with, `men = [ label ] side [ between-men side ]`, where a label
/// is a few words with a colon. The sides may stand on a line each.
///
/// No list without a king or a count of men: `White: e4` may be anything.
#[must_use]
pub fn read_list(text: &str, at: usize) -> Option<Listed> {
    let start = first_side(text, at)?;
    let mut faults = Vec::new();
    let first = side(text, start, &mut faults)?;
    if first.men.is_empty() {
        return None;
    }
    let mut men = Men::none(first.letters);
    stand(&mut men, &first, &mut faults);
    let second = text.len() - separators(&text[first.end..]).len();
    let end = side(text, second, &mut faults).map_or(first.end, |second| {
        stand(&mut men, &second, &mut faults);
        second.end
    });
    let counted = || is_count(text[end..].trim_start());
    (men.kings() != [0, 0] || counted()).then_some(Listed {
        men,
        span: Span::new(start, end),
        faults,
    })
}

/// What may stand before a side's name on its line.
const BLANKS: [char; 3] = [' ', '\t', '\u{a0}'];

/// Where the first side's name stands on the line at `at`: at its beginning or behind a label.
fn first_side(text: &str, at: usize) -> Option<usize> {
    /// The longest label with its colon, and so of the names; what is longer is not looked at.
    const LONGEST: usize = 60;
    let bytes = text.as_bytes();
    let near = &bytes[at..bytes.len().min(at + LONGEST)];
    let colon = at + memchr3(b':', b'\n', b'\r', near)?;
    if bytes[colon] != b':' {
        return None;
    }
    let start = text.len() - text[at..].trim_start_matches(BLANKS).len();
    if side_name(&text[start..]).is_ok() {
        return Some(start);
    }
    let rest = text[colon + 1..].trim_start_matches(BLANKS);
    side_name(rest).is_ok().then_some(text.len() - rest.len())
}

/// Puts the men of a side on the board.
fn stand(men: &mut Men, side: &Side, faults: &mut Vec<Diagnostic>) {
    for &(role, square) in &side.men {
        let place = &mut men.squares[square.value.index()];
        if place.is_some() {
            let message = format!("two men stand on {}", square.value);
            faults.push(
                Diagnostic::new(Code::BadPosition, square.span, message)
                    .help("take one of them out, or correct its square"),
            );
        }
        *place = Some((side.color, role));
    }
}

/// The men of one side as listed.
struct Side {
    color: Color,
    letters: &'static Letters,
    men: Vec<(Role, Spanned<Square>)>,
    /// Where the list ends.
    end: usize,
}

/// `side = side-name { between-men man }`; words in the list that are no men are faults.
fn side(text: &str, at: usize, faults: &mut Vec<Diagnostic>) -> Option<Side> {
    let (rest, (color, letters)) = side_name(&text[at..]).ok()?;
    let mut groups: Vec<(Option<Role>, Spanned<Square>)> = Vec::new();
    let mut end = text.len() - rest.len();
    loop {
        let rest = separators(&text[end..]);
        let pos = text.len() - rest.len();
        let new_line = text[end..pos].contains(['\n', '\r']);
        if rest.is_empty() || side_name(rest).is_ok() || faults.len() > MOST_FAULTS {
            break;
        }
        let word = rest.split(char::is_whitespace).next().unwrap_or(rest);
        let len = rest.find(is_separator).unwrap_or(rest.len());
        let mut left = &rest[..len];
        let mut found = Vec::new();
        while let Ok((after, (role, square))) = man(letters).parse(left) {
            let (from, to) = (len - left.len(), len - after.len());
            found.push((role, Spanned::new(square, Span::new(pos + from, pos + to))));
            left = after;
        }
        // The list ends at a count, a stipulation, a twin, a number; and with its line, unless men follow on the next.
        let numbered = word.starts_with(|c: char| c.is_ascii_digit());
        let is_twin = matches!(word.as_bytes(), [b'a'..=b'z', b')']);
        if word.starts_with('(')
            || numbered
            || is_twin
            || word.parse::<Stipulation>().is_ok()
            || new_line && (found.is_empty() || !left.is_empty())
        {
            break;
        }
        if !left.is_empty() {
            let from = pos + len - left.len();
            let message = format!("{} is no man", quoted(left));
            faults.push(
                Diagnostic::new(Code::BadPosition, Span::new(from, pos + len), message)
                    .help("a man is a piece letter and a square, a pawn its square alone"),
            );
        }
        groups.extend(found);
        end = pos + len;
    }
    // A square without a letter is a pawn's; but where pawns have their letter it repeats the one before it.
    let pawns_are_named = groups.iter().any(|(named, _)| *named == Some(Role::Pawn));
    let mut role = Role::Pawn;
    let men = groups.into_iter().map(|(named, square)| {
        match named {
            Some(named) => role = named,
            None if pawns_are_named => {}
            None => role = Role::Pawn,
        }
        (role, square)
    });
    Some(Side {
        color,
        letters,
        men: men.collect(),
        end,
    })
}

/// `side-name = ( "Blancs" | "Noirs" | "White" | "Black" | "Weiß" | "Schwarz" ) ":"`, in any case.
fn side_name(input: &str) -> PResult<'_, (Color, &'static Letters)> {
    let word = recognize(take_while1(char::is_alphabetic));
    let name = map_opt(word, |word: &str| {
        let word = word.to_lowercase();
        SIDES
            .iter()
            .find(|(name, ..)| *name == word)
            .and_then(|&(_, color, language)| Some((color, Letters::by_name(language)?)))
    });
    let (input, (found, _, _)) = (name, multispace0, char(':')).parse(input)?;
    Ok((input, found))
}

/// `man = [ letter ] square`
pub(super) fn man<'s>(
    letters: &'static Letters,
) -> impl Parser<&'s str, Output = (Option<Role>, Square), Error = SyntaxError> {
    (
        opt(char_as("a piece letter", move |c| role_of(letters, c))),
        square,
    )
}

/// `square = file rank`
pub(super) fn square(input: &str) -> PResult<'_, Square> {
    map_opt(
        recognize((
            satisfy(|c| c.is_ascii_lowercase()),
            satisfy(|c| c.is_ascii_digit()),
        )),
        Square::from_name,
    )
    .parse(input)
}

/// `between-men = { blank | line-end | "," | ";" | dash }`
fn separators(input: &str) -> &str {
    input.trim_start_matches(is_separator)
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';') || is_dash(c)
}

/// Whether `words` begin with what looks like a count of men, as `(5+3)`.
#[must_use]
pub fn is_count(words: &str) -> bool {
    let Some(inside) = words.strip_prefix('(') else {
        return false;
    };
    let inside = inside.split_inclusive(')').next().unwrap_or(inside);
    let first = inside.trim_start();
    inside.contains('+')
        && first.starts_with(|c: char| c.is_ascii_digit() || c == '+')
        && !inside.contains('.')
}

/// Reads a count of men, `count-of-men = "(" digits "+" digits ")"`, with blanks anywhere in it.
#[must_use]
pub fn read_count(word: &str) -> Option<MenCount> {
    let bare: String = word.split_whitespace().collect();
    let pair = separated_pair(number::<_, SyntaxError>, char('+'), number);
    let (rest, (white, black)) = delimited(char('('), pair, char(')'))
        .parse(bare.as_str())
        .ok()?;
    rest.is_empty().then_some(MenCount { white, black })
}

/// Names a word, up to its first forty characters.
fn quoted(text: &str) -> String {
    const LIMIT: usize = 40;
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("`{}...`", &text[..end]),
        None => format!("`{text}`"),
    }
}
