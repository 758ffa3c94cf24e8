//! What a correction leaves behind in the text: a tag pair or a comment.

use super::{Correction, Repair};
use crate::diag::{Code, Edit};
use crate::replay::Replay;
use crate::source::Span;

/// A tag pair `[Corrected "..."]` after the last one of the record; `None` where it has none.
#[must_use]
pub fn note_as_tag(replay: &Replay, text: &str, words: &str) -> Option<Edit> {
    let pairs = replay.record.tags.iter().filter(|tag| {
        let before = text[..tag.name.span.start as usize].trim_end();
        !tag.from_heading && before.ends_with('[')
    });
    let last = pairs.map(|tag| tag.value.span.end).max()? as usize;
    let end = last + text[last..].find(']')? + 1;
    let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let value = words.replace('\\', "\\\\").replace('"', "\\\"");
    Some(Edit {
        span: Span::at(end),
        text: format!("{ending}[Corrected \"{value}\"]"),
    })
}

/// A comment behind the first word that is corrected; `None` inside comments and for what is no move.
#[must_use]
pub fn note_as_comment(text: &str, repair: &Repair, made: &Correction) -> Option<Edit> {
    if !matches!(
        repair.finding.code,
        Code::IllegalMove | Code::AmbiguousMove | Code::NotDecided
    ) {
        return None;
    }
    let end = made.edits.first()?.span.end as usize;
    let rest = &text[end..];
    let end = end + rest.find(char::is_whitespace).unwrap_or(rest.len());
    Some(Edit {
        span: Span::at(end),
        text: format!(" {{corrected: {}}}", made.title.replace(['{', '}'], "")),
    })
}
