//! The form of what is added, by which it is known again.

use super::boards::glyph_word;
use super::words::{Lexicon, is_filled};
use crate::record::{Comment, CommentStyle};
use crate::source::Span;

const OPEN: char = '⟦';
const CLOSE: char = '⟧';
/// What stands between two sentences; no sentence holds it.
const BETWEEN: &str = "; ";

/// The comment that says these sentences, if there are any.
pub(super) fn comment(sentences: &[String], place: Span) -> Option<Comment> {
    (!sentences.is_empty()).then(|| Comment {
        text: format!("{OPEN}{}{CLOSE}", sentences.join(BETWEEN)),
        span: place,
        style: CommentStyle::Brace,
        parts: Vec::new(),
    })
}

/// Takes what was added out of comments, and those that hold nothing else away; the sentences that were in it.
///
/// An author's words before or behind it, or those of a program that has joined comments, stay, also what an author has
/// put between such brackets himself.
pub(super) fn remove(comments: &mut Vec<Comment>) -> Vec<String> {
    let mut said = Vec::new();
    comments.retain_mut(|comment| {
        let text = comment.text.as_str();
        let (mut rest, mut at, mut kept, before) = (String::new(), 0, 0, said.len());
        while let Some((start, inside, end)) = parted(text, at) {
            if inside.split(BETWEEN).all(is_told) {
                said.extend(inside.split(BETWEEN).map(str::to_owned));
                join(&mut rest, &text[kept..start]);
                kept = end;
            }
            at = end;
        }
        if said.len() == before {
            return true;
        }
        join(&mut rest, &text[kept..]);
        comment.text = rest;
        !comment.text.is_empty()
    });
    said
}

/// `computed = "⟦" sentence { "; " sentence } "⟧"`
///
/// Where the first part of a comment in such brackets from `at` on begins, what is in it, and where it ends.
fn parted(text: &str, mut at: usize) -> Option<(usize, &str, usize)> {
    loop {
        let close = at + text[at..].find(CLOSE)?;
        let end = close + CLOSE.len_utf8();
        if let Some(open) = text[at..close].rfind(OPEN) {
            let start = at + open;
            return Some((start, &text[start + OPEN.len_utf8()..close], end));
        }
        at = end;
    }
}

/// Whether a text is a sentence of a language.
fn is_told(text: &str) -> bool {
    Lexicon::ALL.iter().any(|words| {
        let mut sentences = words.sentences().into_iter();
        sentences.any(|sentence| is_filled(sentence, text)) || text == glyph_word(words)
    })
}

fn join(text: &mut String, more: &str) {
    let more = more.trim();
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}
