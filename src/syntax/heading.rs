//! The heading line of a game in an article.

use super::lex::{self, Gap};
use super::logs;
use crate::notation::read_word;
use crate::record::Heading;
use crate::source::{Span, Spanned};

/// The longest line that may be a heading, in bytes.
const LONGEST: usize = 160;

/// Reads the heading whose line has its first character at `at`.
///
/// `heading = [ title ":" ] players [ "(" marker ")" | blank marker ] | numbered-title`
///
/// Only the line itself is looked at: whether a game follows is for the caller to see.
pub(super) fn read(text: &str, at: usize) -> Option<Heading<'_>> {
    let part = |part: &'_ str| -> Spanned<&str> {
        let span = Span::of(part, text);
        Spanned::new(span.text(text), span)
    };
    let line = line_at(text, at)?.text(text);
    let (event, names) = match line.split_once(':') {
        Some((event, names)) => (Some(event.trim()), names.trim()),
        None => (None, line),
    };
    if event.is_some_and(|event| !is_title(event) || has_move(event)) {
        return None;
    }
    let whole = Heading {
        line: part(line),
        event: event.map(part),
        white: None,
        black: None,
        result: None,
    };
    let (names, result) = without_result(names);
    if let Some((white, black)) = players(names, event.is_some()) {
        return Some(Heading {
            white: Some(part(white)),
            black: Some(part(black)),
            result: result.map(part),
            ..whole
        });
    }
    let title = event.unwrap_or(line);
    let alone = (event.is_none() || names.is_empty()) && is_numbered(title);
    alone.then(|| Heading {
        event: Some(part(title)),
        ..whole
    })
}

/// Reads the heading of a log whose first line has its first character at `at`: a line that names the game and its
/// board, players above or below it or none.
///
/// `log-heading = [ players-line ] game-line | game-line players-line`
pub(super) fn read_log(text: &str, at: usize) -> Option<Heading<'_>> {
    let first = line_at(text, at)?;
    let next = Gap::after(text.as_bytes(), first.end as usize);
    let second = (next.lines == 1).then(|| line_at(text, next.end)).flatten();
    let is_game = |line: Span| logs::is_game_line(line.text(text));
    let players = |line: Span| {
        let heading = read(text, line.start as usize)?;
        (heading.event.is_none() && heading.white.is_some()).then_some(heading)
    };
    let (game, names) = match second {
        _ if is_game(first) => (first, second.and_then(players)),
        Some(second) if is_game(second) => (second, Some(players(first)?)),
        _ => return None,
    };
    let whole = names.map_or(game, |names| game.to(names.line.span));
    let part = |span: Span| Spanned::new(span.text(text), span);
    Some(Heading {
        line: part(whole),
        event: Some(part(game)),
        white: names.and_then(|names| names.white),
        black: names.and_then(|names| names.black),
        result: names.and_then(|names| names.result),
    })
}

/// The trimmed line whose first character stands at `at`; `None` when it is too long for a heading.
fn line_at(text: &str, at: usize) -> Option<Span> {
    let near = text.floor_char_boundary(at + LONGEST);
    let end = lex::end_of_line(&text.as_bytes()[..near], at);
    let whole = end < near || near == text.len();
    whole.then(|| Span::of(text[at..end].trim(), text))
}

/// `players = title blank versus blank title`, with
/// `versus = "-" | "–" | "—" | "vs" | "vs." | "v" | "v." | "against"`, which stands once.
///
/// Where they are `titled`, short names may begin with small letters.
fn players(names: &str, titled: bool) -> Option<(&str, &str)> {
    let is_versus = |word: &str| {
        matches!(
            word,
            "-" | "–" | "—" | "vs" | "vs." | "v" | "v." | "against"
        )
    };
    let mut found = names.split_whitespace().filter(|word| is_versus(word));
    let (versus, None) = (found.next()?, found.next()) else {
        return None;
    };
    let place = Span::of(versus, names);
    let (white, black) = (
        names[..place.start as usize].trim(),
        names[place.end as usize..].trim(),
    );
    let is_player = |name| is_name(name) || (titled && is_small_name(name));
    (is_player(white) && is_player(black)).then_some((white, black))
}

/// A name: up to five words, the first with a capital, none of them a move.
fn is_name(name: &str) -> bool {
    const WORDS: usize = 5;
    is_title(name)
        && !name.ends_with(['?', '!', ':', ';'])
        && name.split_whitespace().count() <= WORDS
        && !has_move(name)
}

/// A name in small letters: one word or two, none of them a move.
fn is_small_name(name: &str) -> bool {
    let ends = |c: char| matches!(c, '?' | '!' | ':' | ';' | ',' | '.');
    name.starts_with(char::is_alphabetic)
        && !name.ends_with(ends)
        && name.split_whitespace().count() <= 2
        && !has_move(name)
}

/// Whether a word of it has the shape of a move.
fn has_move(title: &str) -> bool {
    title
        .split_whitespace()
        .any(|word| read_word(word).is_some())
}

/// `title = words`, the first of which begins with a letter that is no small one.
fn is_title(title: &str) -> bool {
    title
        .chars()
        .next()
        .is_some_and(|c| c.is_alphabetic() && !c.is_lowercase())
}

/// `numbered-title = title blank digit { digit }`: `Game 5`, at most three words and a number.
fn is_numbered(title: &str) -> bool {
    const WORDS: usize = 3;
    let Some((words, number)) = title.rsplit_once(char::is_whitespace) else {
        return false;
    };
    is_title(title)
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && !number.is_empty()
        && words.split_whitespace().count() <= WORDS
        && words
            .chars()
            .all(|c| c.is_alphanumeric() || c.is_whitespace())
}

/// The names without the result behind them, and that result.
fn without_result(names: &str) -> (&str, Option<&str>) {
    let is_result = |part: &str| lex::result(part, 0).is_some_and(|(_, end)| end == part.len());
    if let Some((before, result)) = names
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once('('))
    {
        let result = result.trim();
        return if is_result(result) {
            (before.trim_end(), Some(result))
        } else {
            (names, None)
        };
    }
    // A marker may hold blanks, `1 - 0`; an asterisk by itself is a footnote's.
    let starts = names
        .char_indices()
        .rev()
        .filter(|(_, c)| c.is_whitespace())
        .map(|(at, c)| at + c.len_utf8());
    let marker = starts
        .take(3)
        .find(|&at| is_result(&names[at..]) && &names[at..] != "*");
    match marker {
        Some(at) => (names[..at].trim_end(), Some(&names[at..])),
        None => (names, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> Option<(Option<&str>, Option<&str>, Option<&str>)> {
        let heading = read(line, 0)?;
        Some((
            heading.event.map(|part| part.value),
            heading.white.map(|part| part.value),
            heading.black.map(|part| part.value),
        ))
    }

    #[test]
    fn headings_of_articles() {
        let names = |white, black| (None, Some(white), Some(black));
        assert_eq!(
            parts("Inertia 3: Joao - Claude"),
            Some((Some("Inertia 3"), Some("Joao"), Some("Claude")))
        );
        assert_eq!(
            parts("Inertia 6 : Claude - Joao\n"),
            Some((Some("Inertia 6"), Some("Claude"), Some("Joao")))
        );
        assert_eq!(
            parts("Game 5: A vs. B"),
            Some((Some("Game 5"), Some("A"), Some("B")))
        );
        assert_eq!(
            parts("Christian Freeling - Ed van Zon (1-0)"),
            Some(names("Christian Freeling", "Ed van Zon"))
        );
        assert_eq!(parts("Game 5"), Some((Some("Game 5"), None, None)));
        assert_eq!(
            parts("Inertia 1: joao - claude"),
            Some((Some("Inertia 1"), Some("joao"), Some("claude")))
        );
    }

    #[test]
    fn a_result_behind_the_names_is_no_part_of_them() {
        for (line, result) in [
            ("Alder - Birch (1-0)", Some("1-0")),
            ("Alder - Birch ( ½–½ )", Some("½–½")),
            ("Alder - Birch 0-1", Some("0-1")),
            ("Final 1: Alder - Birch 1 - 0", Some("1 - 0")),
            ("Alder - Birch (*)", Some("*")),
            ("Alder - Birch", None),
        ] {
            let heading = read(line, 0).expect("a heading");
            assert_eq!(
                heading.black.map(|part| part.value),
                Some("Birch"),
                "{line}"
            );
            assert_eq!(heading.result.map(|part| part.value), result, "{line}");
        }
    }

    #[test]
    fn other_lines_are_none() {
        let long = "A - B ".repeat(100);
        for line in [
            "Sample Games",
            "and then - nothing",
            "Note: this was clear - as I said.",
            "Nf3 - Nc6",
            "One - two - Three",
            "A fine game!",
            "",
            &long,
        ] {
            assert_eq!(parts(line), None, "{line}");
        }
    }
}
