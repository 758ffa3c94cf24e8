//! One line about each record: what an archivist wants to know of it.

use super::records::{Found, Judged};
use scoresheet::diag::Severity;
use scoresheet::replay::Replay;
use scoresheet::rules::Status;
use scoresheet::source::Source;
use std::fmt::Write;

/// Characters of a title that are shown.
const TITLE: usize = 60;

/// `record 4 "Inertia 4: Claude - Joao" (line 65): 1 error, 12 plies of 63 replayed, board not judged`.
pub(crate) fn verdict(judged: &Judged, number: usize, source: &Source<'_>) -> String {
    let mut out = format!("record {number}");
    match &judged.found {
        Found::Unreadable(_) => {
            let _ = write!(out, " (line {}): not readable", source.line);
        }
        Found::Noted(_) => {
            let _ = write!(out, " (line {}): valid", source.line);
        }
        Found::Label(_) => {
            let _ = write!(out, " (line {}): not judged", source.line);
        }
        Found::Replay(replay) => {
            if let Some(title) = title(replay) {
                let _ = write!(out, " \"{title}\"");
            }
            let line = source.place(replay.record.span.start).line;
            let facts = [
                soundness(replay),
                plies(replay),
                variations(replay),
                boards(replay),
                end(replay),
            ];
            let facts: Vec<_> = facts.into_iter().flatten().collect();
            let _ = write!(out, " (line {line}): {}", facts.join(", "));
        }
    }
    out
}

/// A text in one line, whatever signs are in it.
pub(crate) fn one_line(text: &str) -> String {
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(printable).collect()
}

/// `1 word`, `2 words`.
pub(crate) fn counted(count: u64, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// The heading, or who played.
fn title(replay: &Replay) -> Option<String> {
    let record = &replay.record;
    let known = |name| {
        record
            .tag(name)
            .filter(|value| !matches!(value.trim(), "" | "?"))
    };
    let first = known("Red").or_else(|| known("White"));
    let title = match (&record.heading, first, known("Black")) {
        (Some(heading), ..) => heading.value.clone(),
        (None, None, None) => known("Event")?.to_owned(),
        (None, white, black) => format!("{} - {}", white.unwrap_or("?"), black.unwrap_or("?")),
    };
    let mut shown: String = title
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(TITLE)
        .collect();
    if title.chars().nth(TITLE).is_some() {
        shown.push_str("...");
    }
    Some(shown)
}

fn soundness(replay: &Replay) -> Option<String> {
    let count = |severity| {
        let findings = replay.diagnostics.iter();
        findings
            .filter(|found| found.severity() == severity)
            .count() as u64
    };
    let told: Vec<_> = [
        (count(Severity::Error), "error"),
        (count(Severity::Warning), "warning"),
    ]
    .into_iter()
    .filter(|&(count, _)| count > 0)
    .map(|(count, word)| counted(count, word))
    .collect();
    Some(
        match (replay.rules.is_some(), replay.is_valid(), told.is_empty()) {
            (false, ..) => format!("{}, not replayed", told.join(", ")),
            (true, true, true) => "valid".to_owned(),
            (true, true, false) => format!("valid with {}", told.join(", ")),
            (true, false, _) => told.join(", "),
        },
    )
}

fn plies(replay: &Replay) -> Option<String> {
    let tree = &replay.record.tree;
    let (mut all, mut played) = (0, 0);
    for id in tree.mainline() {
        all += 1;
        played += u64::from(replay.facts(id).is_some());
    }
    replay.rules.as_ref()?;
    Some(if played == all {
        counted(all, "ply").replace("plys", "plies")
    } else {
        format!(
            "{} of {all} replayed",
            counted(played, "ply").replace("plys", "plies")
        )
    })
}

fn variations(replay: &Replay) -> Option<String> {
    let tree = &replay.record.tree;
    let mut first_plies = tree
        .ids()
        .flat_map(|id| &tree.node(id).variations)
        .copied()
        .peekable();
    first_plies.peek()?;
    let (mut all, mut judged) = (0, 0);
    for id in first_plies {
        all += 1;
        judged += u64::from(replay.facts(id).is_some());
    }
    Some(if judged == all {
        counted(all, "variation")
    } else {
        format!("{judged} of {} judged", counted(all, "variation"))
    })
}

fn boards(replay: &Replay) -> Option<String> {
    if let [only] = replay.boards.as_slice() {
        let board = &replay.record.tree.boards.get(only.index)?.board;
        let cells = board.rows.iter().map(Vec::len).sum::<usize>();
        return Some(match only.matches {
            Some(true) => format!("board matches {cells} of {cells}"),
            Some(false) => "board differs".to_owned(),
            None => "board not judged".to_owned(),
        });
    }
    let count = |what| {
        replay
            .boards
            .iter()
            .filter(|board| board.matches == what)
            .count() as u64
    };
    let told: Vec<_> = [
        (Some(true), "matching"),
        (Some(false), "differing"),
        (None, "not judged"),
    ]
    .into_iter()
    .map(|(what, words)| (count(what), words))
    .filter(|&(count, _)| count > 0)
    .map(|(count, words)| format!("{} {words}", counted(count, "board")))
    .collect();
    (!told.is_empty()).then(|| told.join(", "))
}

fn end(replay: &Replay) -> Option<String> {
    let marker = replay.result.map_or("*", |result| result.marker());
    let is_played = replay
        .record
        .tree
        .mainline()
        .all(|id| replay.facts(id).is_some());
    (is_played && replay.rules.is_some()).then(|| match replay.status {
        Status::Ongoing => marker.to_owned(),
        over => format!("{marker} {}", over.name().replace('-', " ")),
    })
}
