//! The words of the Smart Game Format: texts with their escapes, results, annotations.
//!
//! `B` is the side that begins here (`B[e4]`, `B+3`); in Go, where that is so too, it is called Black, in the games of
//! stones Red.

use super::{Nag, Outcome};
use std::borrow::Cow;

/// The text that a value of the type `Text` stands for: a backslash makes any character after it plain and takes a line
/// end away, other line ends count, other blanks are spaces.
#[must_use]
pub fn text(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value.chars().peekable();
    while let Some(next) = rest.next() {
        let (escaped, c) = match next {
            '\\' => (true, rest.next()),
            c => (false, Some(c)),
        };
        let is_line_end = matches!(c, Some('\n' | '\r'));
        if is_line_end {
            // The two halves of one line end, in either order.
            rest.next_if(|&half| matches!(half, '\n' | '\r') && Some(half) != c);
        }
        match c {
            Some(_) if is_line_end && escaped => {}
            Some(_) if is_line_end => out.push('\n'),
            Some(c) if c.is_control() => out.push(' '),
            c => out.extend(c),
        }
    }
    out
}

/// The text that a value of the type `SimpleText` stands for: the same in one line, without blanks around it.
#[must_use]
pub fn simple_text(value: &str) -> String {
    text(value).trim().replace('\n', " ")
}

/// The two parts of a composed value, as written: they are parted by the first colon that no backslash precedes.
#[must_use]
pub fn composed(value: &str) -> (&str, &str) {
    let mut escaped = false;
    let colon = value.find(|c| {
        let parts = c == ':' && !escaped;
        escaped = c == '\\' && !escaped;
        parts
    });
    colon.map_or((value, ""), |at| (&value[..at], &value[at + 1..]))
}

/// `text` as the value of a property.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A value as it stands between its brackets, if it may stand there; else escaped so that it may.
#[must_use]
pub fn well_formed(value: &str) -> Cow<'_, str> {
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        if c == ']' || c == '\\' && chars.next().is_none() {
            return Cow::Owned(escaped(value));
        }
    }
    Cow::Borrowed(value)
}

/// Reads the value of `RE`, of a game whose first side `B` is: `B+3`, `W+Resign`, `0`, `Draw`, `Void`, `?`; the result
/// of an unfinished game is none. `None` when it says nothing of this.
#[must_use]
pub fn outcome(value: &str) -> Option<Option<Outcome>> {
    let value = value.trim();
    let is = |word: &str| value.eq_ignore_ascii_case(word);
    Some(match value.get(..2) {
        Some("B+" | "b+") => Some(Outcome::WhiteWins),
        Some("W+" | "w+") => Some(Outcome::BlackWins),
        _ if is("0") || is("Draw") || is("Jigo") => Some(Outcome::Draw),
        _ if value.is_empty() || is("Void") || is("?") || is("*") => None,
        _ => Some(Outcome::from_marker(value)?),
    })
}

/// The value of `RE` that says it.
#[must_use]
pub const fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::WhiteWins) => "B+",
        Some(Outcome::BlackWins) => "W+",
        Some(Outcome::Draw) => "Draw",
        None => "?",
    }
}

/// Annotations of moves, then those of positions: glyph, property and value.
const ANNOTATIONS: [(u8, &str, &str); 13] = [
    (1, "TE", "1"),
    (3, "TE", "2"),
    (2, "BM", "1"),
    (4, "BM", "2"),
    (5, "IT", ""),
    (6, "DO", ""),
    (10, "DM", "1"),
    (11, "DM", "2"),
    (13, "UC", "1"),
    (16, "GB", "1"),
    (18, "GB", "2"),
    (17, "GW", "1"),
    (19, "GW", "2"),
];

/// The private property for annotations that have none of their own, by their numbers.
pub const OTHER_NAG: &str = "NAG";

/// The private property for tags that have none of their own: name, colon, value.
pub const OTHER_TAG: &str = "TAG";

/// The annotation that a property of a move stands for.
#[must_use]
pub fn annotation(name: &str, value: &str) -> Option<Nag> {
    if name == OTHER_NAG {
        return value.parse().ok().map(Nag);
    }
    let found = ANNOTATIONS
        .iter()
        .find(|&&(_, property, of)| (property, of) == (name, value));
    found.map(|&(nag, ..)| Nag(nag))
}

/// The property and value that stand for an annotation, and whether it judges the move rather than the position: of
/// each kind a node has one.
#[must_use]
pub fn annotating(nag: Nag) -> Option<(&'static str, &'static str, bool)> {
    let found = ANNOTATIONS.iter().find(|&&(glyph, ..)| glyph == nag.0);
    found.map(|&(glyph, property, value)| (property, value, glyph < 10))
}

/// Whether a property is one of annotation.
#[must_use]
pub fn annotates(name: &str) -> bool {
    name == OTHER_NAG || ANNOTATIONS.iter().any(|&(_, property, _)| property == name)
}

/// The tags that have properties of their own, but for those of the players and the result.
pub const TAGS: [(&str, &str); 3] = [("EV", "Event"), ("DT", "Date"), ("PC", "Site")];

/// What precedes the name of any other property of the first node in the name of its tag.
pub const TAG_PREFIX: &str = "SGF:";

/// How a property that is nothing to this program is kept in a comment: `[%sgf N[name]]`.
#[must_use]
pub fn kept(property: &str) -> String {
    format!("[%sgf {property}]")
}

/// The property that a comment made by [`kept`] holds.
#[must_use]
pub fn of_kept(comment: &str) -> Option<&str> {
    let property = comment.strip_prefix("[%sgf ")?.strip_suffix(']')?;
    is_property(property).then_some(property)
}

/// Whether `text` is one property and nothing else.
fn is_property(text: &str) -> bool {
    let name = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let mut rest = &text[name..];
    if name == 0 || rest.is_empty() {
        return false;
    }
    while let Some(value) = rest.strip_prefix('[') {
        let mut escaped = false;
        let end = value.find(|c| {
            let ends = c == ']' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let Some(end) = end else { return false };
        rest = value[end + 1..].trim_start();
    }
    rest.is_empty()
}

/// What the number of a game (`GM`) stands for, for the best known games.
#[must_use]
pub fn game(number: &str) -> Option<&'static str> {
    const GAMES: [&str; 16] = [
        "Go",
        "Othello",
        "chess",
        "Gomoku",
        "Nine Men's Morris",
        "Backgammon",
        "Chinese chess",
        "Shogi",
        "Lines of Action",
        "Ataxx",
        "Hex",
        "Jungle",
        "Neutron",
        "Philosopher's Football",
        "Quadrature",
        "Trax",
    ];
    let number: usize = number.parse().ok()?;
    GAMES.get(number.checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_lose_their_escapes_and_soft_line_ends() {
        assert_eq!(text(r"a\]b\\c\:d\e"), r"a]b\c:de");
        assert_eq!(
            text("soft\\\nened\\\r\n\nhard\tblank"),
            "softened\nhard blank"
        );
        assert_eq!(simple_text(" two\nlines\\"), "two lines");
        assert_eq!(text(&escaped(r"\a]b\\]")), r"\a]b\\]");
    }

    #[test]
    fn composed_values_are_parted_at_their_first_plain_colon() {
        assert_eq!(composed("Round:3:4"), ("Round", "3:4"));
        assert_eq!(composed(r"SGF\:SZ:8"), (r"SGF\:SZ", "8"));
        assert_eq!(composed(r"a\\:b"), (r"a\\", "b"));
        assert_eq!(composed("name"), ("name", ""));
    }

    #[test]
    fn values_that_would_not_end_are_escaped() {
        assert_eq!(well_formed(r"a\]:b\\"), r"a\]:b\\");
        assert_eq!(well_formed("a]b"), r"a\]b");
        assert_eq!(well_formed("a\\"), r"a\\");
    }

    #[test]
    fn results_are_those_of_the_sides() {
        assert_eq!(outcome("B+Resign"), Some(Some(Outcome::WhiteWins)));
        assert_eq!(outcome("W+3.5"), Some(Some(Outcome::BlackWins)));
        assert_eq!(outcome("0"), Some(Some(Outcome::Draw)));
        assert_eq!(outcome("Void"), Some(None));
        assert_eq!(outcome("won"), None);
        for written in [None, Some(Outcome::WhiteWins), Some(Outcome::Draw)] {
            assert_eq!(outcome(result(written)), Some(written));
        }
    }

    #[test]
    fn annotations_go_forth_and_back() {
        for nag in 0..=255 {
            if let Some((property, value, _)) = annotating(Nag(nag)) {
                assert_eq!(annotation(property, value), Some(Nag(nag)));
            }
        }
        assert_eq!(annotation(OTHER_NAG, "14"), Some(Nag(14)));
        assert_eq!(annotation("HO", "1"), None);
    }

    #[test]
    fn properties_are_kept_whole_or_not_at_all() {
        for property in ["N[a]", "LB[aa:1][bb:2]", r"N[a\]b\\]", "KO[]"] {
            assert_eq!(of_kept(&kept(property)), Some(property));
        }
        for text in [
            "[%sgf N]",
            "[%sgf N[a]",
            "[%sgf n[a]]",
            "[%sgf N[a](;]",
            "[%clk 1:00:00]",
        ] {
            assert_eq!(of_kept(text), None, "{text}");
        }
    }
}
