//! Comments inside comments: where the outer one ends.

use super::lex::{self, Gap, Number};
use crate::notation::Words;
use memchr::memchr3;

/// `nested-comment = "{" { any character but a brace | nested-comment } "}"`; the place of its last brace, where the first
/// one that closes stands at `close` and leaves so many braces `open`.
///
/// None when the braces do not balance before the next record and not far off, or when moves go on behind one of
/// them: then a brace too many was written, and the first that closes ended the comment.
#[cold]
pub(super) fn balanced(words: Words, text: &str, close: usize, open: u32) -> Option<usize> {
    /// Farther on nothing is looked at, so that many records with such a slip are not each read to the end of the text.
    const REACH: usize = 4 << 10;
    let bytes = &text.as_bytes()[..text.len().min(close + REACH)];
    let (mut pos, mut open) = (close + 1, open);
    if moves_go_on(words, text, pos) {
        return None;
    }
    while let Some(len) = memchr3(b'}', b'{', b'[', &bytes[pos..]) {
        pos += len;
        match bytes[pos] {
            b'{' => open += 1,
            b'}' if open == 1 => return Some(pos),
            b'}' => {
                open -= 1;
                if moves_go_on(words, text, pos + 1) {
                    return None;
                }
            }
            _ if lex::begins_line(bytes, close, pos) && lex::begins_record(bytes, pos) => {
                return None;
            }
            _ => {}
        }
        pos += 1;
    }
    None
}

/// Where the moves begin that stand right before `inner`, in a comment whose text begins at `from`: nothing else from
/// there on, no result and no empty line either, and a number with its dots and a move among them. Looks back no farther than moves before a comment reach.
#[cold]
pub(super) fn moves_before(words: Words, text: &str, from: usize, inner: usize) -> Option<usize> {
    const REACH: usize = 4 << 10;
    let bytes = &text.as_bytes()[..inner];
    let text = &text[..inner];
    let mut at = text.ceil_char_boundary(from.max(inner.saturating_sub(REACH)));
    // Where the run of items begins, whether a number is the last of them, and whether one stood before a move.
    let (mut begin, mut number, mut numbered) = (None, false, false);
    loop {
        let gap = Gap::after(bytes, at);
        at = gap.end;
        if gap.lines > 1 {
            (begin, number, numbered) = (None, false, false);
        }
        if at == inner {
            return begin.filter(|_| numbered);
        }
        match item(words, text, at).filter(|_| lex::result(text, at).is_none()) {
            Some(end) => {
                let is_number = bytes[end - 1] == b'.';
                numbered |= number && !is_number;
                number = is_number;
                begin.get_or_insert(at);
                at = end;
            }
            None => {
                (begin, number, numbered) = (None, false, false);
                at = lex::word_end(text, at);
            }
        }
    }
}

/// The end of the item at `at` that only movetext has: a number with dots, a glyph, a move, a result.
fn item(words: Words, text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    match bytes.get(at)? {
        b'0'..=b'9' => match lex::number(bytes, at) {
            Number { dots: 0, .. } => lex::result(text, at).map(|(_, end)| end),
            Number { end, .. } => Some(end),
        },
        b'$' => {
            let (left, _) = lex::glyph(&text[at..]).ok()?;
            Some(text.len() - left.len())
        }
        _ => {
            let word = lex::bare_word(words, text, at).map(|read| at + read.len);
            word.or_else(|| lex::result(text, at).map(|(_, end)| end))
        }
    }
}

/// Whether behind `at` stand two items in a row that only movetext has, or one and a comment or variation.
fn moves_go_on(words: Words, text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let item = |at: usize| item(words, text, Gap::after(bytes, at).end);
    item(at).is_some_and(|end| {
        let next = Gap::after(bytes, end).end;
        matches!(bytes.get(next), Some(b'{' | b'(')) || item(next).is_some()
    })
}
