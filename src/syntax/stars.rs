//! Comments in stars, `(* ... *)`, which authors of articles write variations in.

use super::lex;
use memchr::memchr3;

/// How deep comments in stars are matched; deeper, the first `*)` closes. The bound keeps the search linear.
const DEEPEST: u32 = 16;

/// A comment in stars, as far as it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stars {
    /// Where the text inside ends: at the `*)`, or where an unclosed comment is given up.
    pub(super) text_end: usize,
    /// Whether the closing `*)` is there.
    pub(super) closed: bool,
    /// The first `(*` inside.
    pub(super) nested: Option<usize>,
}

/// `star-comment = "(*" { star-comment | any character, but no "*)" } "*)"`; the `(*` at `at` is known to be there.
///
/// Comments nest as far as each is closed; else the first `*)` ends the outermost. One that is never closed ends
/// before the first line of which `gives_up` says so, the gap before it in hand.
pub(super) fn read(text: &str, at: usize, gives_up: impl Fn(lex::Gap) -> bool) -> Stars {
    let bytes = text.as_bytes();
    let (mut depth, mut first_close, mut nested) = (1, None, None);
    let mut pos = at + 2;
    let mut end = bytes.len();
    while let Some(len) = memchr3(b'*', b'\n', b'\r', &bytes[pos..]) {
        pos += len;
        if bytes[pos] != b'*' {
            let gap = lex::Gap::after(bytes, pos);
            pos = gap.end;
            if gives_up(gap) {
                end = pos;
                break;
            }
        } else if bytes[pos - 1] == b'(' && pos > at + 2 {
            nested.get_or_insert(pos - 1);
            depth += 1;
            if depth > DEEPEST && first_close.is_some() {
                break;
            }
            pos += 1;
        } else if bytes.get(pos + 1) == Some(&b')') {
            first_close.get_or_insert(pos);
            depth -= 1;
            if depth == 0 {
                return Stars {
                    text_end: pos,
                    closed: true,
                    nested,
                };
            }
            pos += 2;
        } else {
            pos += 1;
        }
    }
    Stars {
        text_end: first_close.unwrap_or(end),
        closed: first_close.is_some(),
        nested: nested.filter(|&inner| first_close.is_some_and(|close| inner < close)),
    }
}
