//! What a correction leaves behind in the text: a tag pair or a comment, in game trees a property.

use super::{Correction, Repair};
use crate::diag::{Code, Edit};
use crate::notation::sgf;
use crate::record::{Node, Tag};
use crate::replay::Replay;
use crate::source::Span;
use crate::syntax::Format;

/// The tag that says what was corrected.
const CORRECTED: &str = "Corrected";

/// A tag pair `[Corrected "..."]` after the last one of the record, or more in the one that is there, in a game tree `TAG[Corrected:...]` among the
/// properties of its first node; `None` where there is none.
#[must_use]
pub fn note_as_tag(replay: &Replay, text: &str, format: Format, words: &str) -> Option<Edit> {
    let tags = &replay.record.tags;
    if format == Format::Sgf {
        return property(tags, text, words);
    }
    let pairs = tags.iter().filter(|tag| {
        let before = text[..tag.name.span.start as usize].trim_end();
        !tag.from_heading && before.ends_with('[')
    });
    let value = words.replace('\\', "\\\\").replace('"', "\\\"");
    // A tag is given once: a note that is there already grows.
    if let Some(known) = pairs.clone().find(|tag| tag.name.value == CORRECTED) {
        return Some(Edit {
            span: Span::at(known.value.span.end as usize),
            text: format!("; {value}"),
        });
    }
    let last = pairs.map(|tag| tag.value.span.end).max()? as usize;
    let end = last + text[last..].find(']')? + 1;
    let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
    Some(Edit {
        span: Span::at(end),
        text: format!("{ending}[{CORRECTED} \"{value}\"]"),
    })
}

/// One more value of the property for other tags, or that property before the first one of the node.
fn property(tags: &[Tag], text: &str, words: &str) -> Option<Edit> {
    if let Some(known) = tags.iter().find(|tag| tag.name.value == CORRECTED) {
        return Some(Edit {
            span: Span::at(known.value.span.end as usize),
            text: format!("; {}", sgf::escaped(words)),
        });
    }
    let value = format!("[{CORRECTED}:{}]", sgf::escaped(words));
    let names = tags.iter().map(|tag| tag.name.span).filter(|span| {
        let name = span.text(text);
        let behind = text[span.end as usize..].trim_start();
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && behind.starts_with('[')
    });
    if let Some(others) = names.clone().find(|span| span.text(text) == sgf::OTHER_TAG) {
        return Some(Edit {
            span: Span::at(others.end as usize),
            text: value,
        });
    }
    let first = names.map(|span| span.start).min()?;
    Some(Edit {
        span: Span::at(first as usize),
        text: format!("{}{value}", sgf::OTHER_TAG),
    })
}

/// A comment behind the first word that is corrected and its marks, in a game tree in its node; `None` inside comments
/// and for what is no move.
#[must_use]
pub fn note_as_comment(
    replay: &Replay,
    text: &str,
    format: Format,
    repair: &Repair,
    made: &Correction,
) -> Option<Edit> {
    if !matches!(
        repair.finding.code,
        Code::IllegalMove | Code::AmbiguousMove | Code::NotDecided
    ) {
        return None;
    }
    let edit = made.edits.first()?;
    let tree = &replay.record.tree;
    let is_in = |node: &&Node| {
        let inside = node.span.start <= edit.span.start && edit.span.end <= node.span.end;
        inside && !edit.span.is_empty() && !edit.text.is_empty()
    };
    let corrected = tree.ids().map(|id| tree.node(id)).find(is_in);
    let words = format!("corrected: {}", made.title);
    if format == Format::Sgf {
        return in_node(corrected?, text, &words);
    }
    let end = corrected.map_or(edit.span.end as usize, |node| behind_marks(node, text));
    let words = words.replace(['{', '}'], "");
    // A move put in before a word brings the blank behind it along.
    let blank_before = edit.text.ends_with(char::is_whitespace);
    let next = text[end..].chars().next();
    let apart = next.is_none_or(|next| next.is_whitespace() || next == ')');
    Some(Edit {
        span: Span::at(end),
        text: format!(
            "{}{{{words}}}{}",
            if blank_before { "" } else { " " },
            if apart { "" } else { " " }
        ),
    })
}

/// The end of a word and of the marks behind it, whether they are glued to it or not.
fn behind_marks(node: &Node, text: &str) -> usize {
    let nags = node.nags.iter().map(|nag| nag.span);
    let mut marks: Vec<Span> = nags.chain(node.check).chain(node.en_passant).collect();
    marks.sort_unstable_by_key(|span| span.start);
    let mut end = node.span.end as usize;
    for mark in marks {
        let between = text.get(end..mark.start as usize);
        if between.is_some_and(|between| between.trim().is_empty()) {
            end = mark.end as usize;
        }
    }
    end
}

/// The comment of the node of a game tree: a new one behind its move, or at the beginning of the one that it has.
fn in_node(node: &Node, text: &str, words: &str) -> Option<Edit> {
    let words = sgf::escaped(words);
    let is_comment = |span: &Span| {
        let before = text[..span.start as usize].trim_end();
        let name = before.strip_suffix('[').map(str::trim_end);
        let name = name.and_then(|name| name.strip_suffix('C'));
        name.is_some_and(|before| !before.ends_with(|c: char| c.is_ascii_alphabetic()))
    };
    let remarks = node.before.iter().chain(&node.after);
    if let Some(comment) = remarks.map(|remark| remark.span).find(is_comment) {
        return Some(Edit {
            span: Span::at(comment.start as usize),
            text: format!("{words}\n"),
        });
    }
    let end = node.span.end as usize;
    let end = end + text[end..].find(']')? + 1;
    Some(Edit {
        span: Span::at(end),
        text: format!("C[{words}]"),
    })
}
