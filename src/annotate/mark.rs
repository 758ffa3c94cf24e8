//! The form of what is added, by which it is known again.

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
/// An author's words before or behind it, or those of a program that has joined comments, stay.
pub(super) fn remove(comments: &mut Vec<Comment>) -> Vec<String> {
    let mut said = Vec::new();
    comments.retain_mut(|comment| {
        let mut rest = String::new();
        let (mut left, before) = (comment.text.as_str(), said.len());
        while let Some((outside, inside, behind)) = parted(left) {
            said.extend(inside.split(BETWEEN).map(str::to_owned));
            join(&mut rest, outside);
            left = behind;
        }
        if said.len() == before {
            return true;
        }
        join(&mut rest, left);
        comment.text = rest;
        !comment.text.is_empty()
    });
    said
}

/// `computed = "⟦" { any character but "⟧" } "⟧"`
///
/// What stands before the first such part of a comment, in it, and behind it.
fn parted(text: &str) -> Option<(&str, &str, &str)> {
    let (outside, rest) = text.split_once(OPEN)?;
    let (inside, behind) = rest.split_once(CLOSE)?;
    Some((outside, inside, behind))
}

fn join(text: &mut String, more: &str) {
    let more = more.trim();
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}
