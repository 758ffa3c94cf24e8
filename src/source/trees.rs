//! The outline of SGF: game trees and values, as far as it takes to cut a file between game trees.
//!
//! The reader of SGF asks here too, so that a file is cut just where the reader sees the next game tree.

use memchr::{memchr, memchr2, memchr3, memmem};

/// The text of a property's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    /// Where it ends, its bracket not included.
    pub(crate) end: usize,
    /// Whether a bracket closes it there.
    pub(crate) closed: bool,
}

/// The value whose text begins at `start`, behind its bracket.
///
/// One that is never closed would swallow the game trees after it, up to the first bracket in them. So a line that
/// begins with a node and its first property ends a value, unless an escape on the way to the closing bracket tells
/// that it is a quotation.
pub(crate) fn value(bytes: &[u8], start: usize) -> Value {
    let mut at = start;
    // Behind the last escape; before it all brackets are quoted.
    let mut plain = start;
    let end = loop {
        match memchr2(b']', b'\\', &bytes[at..]).map(|len| at + len) {
            Some(found) if bytes[found] == b'\\' => {
                at = (found + 2).min(bytes.len());
                plain = at;
            }
            found => break found,
        }
    };
    let text = &bytes[plain..end.unwrap_or(bytes.len())];
    let swallowed = memmem::find_iter(text, b"(").map(|len| plain + len);
    let mut swallowed = swallowed.filter(|&at| begins_line(bytes, at) && begins_node(bytes, at));
    match (swallowed.next(), end) {
        (Some(end), _) => Value { end, closed: false },
        (None, Some(end)) => Value { end, closed: true },
        (None, None) => Value {
            end: bytes.len(),
            closed: false,
        },
    }
}

/// Whether a line that is not the first begins at `at`.
pub(crate) fn begins_line(bytes: &[u8], at: usize) -> bool {
    at > 0 && matches!(bytes[at - 1], b'\n' | b'\r')
}

/// Whether a game tree begins at `at`: a parenthesis, or several, and a node, with its semicolon or without.
pub(crate) fn begins_tree(bytes: &[u8], at: usize) -> bool {
    let inside = behind_parentheses(bytes, at);
    inside > at && (bytes.get(inside) == Some(&b';') || ident(bytes, inside).is_some())
}

/// The first game tree at or after `from`, outside of any.
pub(crate) fn next_tree(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += memchr(b'(', bytes.get(at..)?)?;
        if begins_tree(bytes, at) {
            return Some(at);
        }
        at = behind_parentheses(bytes, at);
    }
}

/// The end of the parentheses at `at` and of the blanks between and behind them.
fn behind_parentheses(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    while bytes.get(at) == Some(&b'(') {
        at = skip_blanks(bytes, at + 1);
    }
    at
}

/// Whether a game begins at `at`, behind a parenthesis that is missing: a node with a property that only the first
/// node of a game has.
pub(crate) fn begins_game(bytes: &[u8], at: usize) -> bool {
    const OF_GAMES: [&[u8]; 7] = [b"FF", b"GM", b"CA", b"SZ", b"AP", b"RU", b"ST"];
    first_ident(bytes, at).is_some_and(|name| OF_GAMES.contains(&name))
}

/// Whether a parenthesis, a semicolon and a property stand at `at`.
fn begins_node(bytes: &[u8], at: usize) -> bool {
    first_ident(bytes, at).is_some()
}

fn first_ident(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let semicolon = skip_blanks(bytes, at + 1);
    let is_node = bytes.get(at) == Some(&b'(') && bytes.get(semicolon) == Some(&b';');
    is_node
        .then(|| ident(bytes, skip_blanks(bytes, semicolon + 1)))
        .flatten()
}

/// The name of the property at `at`, if one stands there with its value.
fn ident(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let rest = bytes.get(at..)?;
    let len = rest.iter().take_while(|byte| byte.is_ascii_alphabetic());
    let name = &rest[..len.count()];
    let value = skip_blanks(rest, name.len());
    (!name.is_empty() && rest.get(value) == Some(&b'[')).then_some(name)
}

fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    let blanks = bytes.iter().skip(at);
    at + blanks.take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The places in `bytes`, which begin with a game tree, where further ones begin.
pub(super) fn cuts(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let (mut at, mut depth, mut begun) = (0, 0_u32, false);
    std::iter::from_fn(move || {
        while let Some(here) = memchr3(b'(', b')', b'[', &bytes[at..]).map(|len| at + len) {
            at = here + 1;
            match bytes[here] {
                b'[' if depth > 0 => {
                    let found = value(bytes, at);
                    at = found.end;
                    if !found.closed {
                        depth = 0;
                    }
                }
                b'(' if depth == 0 && begins_tree(bytes, here)
                    || begins_line(bytes, here) && begins_game(bytes, here) =>
                {
                    depth = 1;
                    if std::mem::replace(&mut begun, true) {
                        return Some(here);
                    }
                }
                b'(' if depth > 0 => depth = depth.saturating_add(1),
                b'(' => at = behind_parentheses(bytes, here),
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        None
    })
}

/// The character set that the first game tree of a file names (`CA`).
pub(super) fn charset(head: &[u8]) -> Option<&str> {
    let mut at = memchr(b';', head)? + 1;
    loop {
        at = skip_blanks(head, at);
        let name = ident(head, at)?;
        at = skip_blanks(head, at + name.len());
        while head.get(at) == Some(&b'[') {
            let Value { end, closed } = value(head, at + 1);
            if !closed {
                return None;
            }
            if name == b"CA" {
                return std::str::from_utf8(&head[at + 1..end]).ok().map(str::trim);
            }
            at = skip_blanks(head, end + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, charset, cuts, value};

    /// Where the text is cut last; `|` marks it.
    #[track_caller]
    fn cut(text: &str) {
        let place = text.rfind('|');
        let text = text.replace('|', "");
        assert_eq!(cuts(text.as_bytes()).last(), place, "{text}");
    }

    #[test]
    fn game_trees_are_cut_apart() {
        cut("(;FF[4];B[aa](;W[bb])(;W[cc]))\n|(;B[aa])");
        cut("(;B[aa])|(;B[aa]");
        cut("before (it) (;B[aa]) ) [x] |(B[aa])");
        cut("(;C[)(;\\](;];B[aa])");
        cut("((;B[aa]))|((;B[bb]))");
        cut("(;B[aa]\n(;W[bb])\n(;W[cc]))");
    }

    #[test]
    fn what_is_never_closed_ends_at_the_next_game() {
        cut("(;B[aa]\n|(;GM[1];B[bb])");
        cut("(;C[oh (;\n|(;B[cc])");
        cut("(;C[quoted:\n(;B[bb\\])];B[aa])");
        cut("(;C[oh;B[bb\\])\n");
    }

    #[test]
    fn values_end_at_their_bracket_or_the_next_game_tree() {
        let end = |text: &str| value(text.as_bytes(), 0);
        let closed = |end| Value { end, closed: true };
        assert_eq!(end("a\\]b\\\\]"), closed(6));
        assert_eq!(
            end("a"),
            Value {
                end: 1,
                closed: false
            }
        );
        assert_eq!(
            end("a\\"),
            Value {
                end: 2,
                closed: false
            }
        );
        assert_eq!(
            end("a\n(;B[b]"),
            Value {
                end: 2,
                closed: false
            }
        );
        assert_eq!(end("a (;B[b]"), closed(7));
    }

    #[test]
    fn the_character_set_stands_in_the_first_node() {
        assert_eq!(
            charset(b"hello (;FF[4] CA[ Shift_JIS ];"),
            Some("Shift_JIS")
        );
        assert_eq!(charset(b"(;FF[4];CA[UTF-8])"), None);
        assert_eq!(charset(b"1. e4"), None);
    }
}
