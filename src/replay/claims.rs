//! What a record claims outside its moves: results, roster, clocks. Needs no rules.

use super::consistency::ROSTER_CLAIMED;
use crate::diag::{Code, Diagnostic, Findings};
use crate::notation::Outcome;
use crate::notation::clock::{self, Command};
use crate::record::{Comment, ROSTER, Record, ShortClocks};
use crate::source::Span;

/// Judges the tags against the end marker and, for archive formats, the roster.
pub(super) fn judge(record: &Record, archive: bool, text: &str, found: &mut Findings) {
    // A result that the rules refute has been reported at its own place.
    if found
        .iter()
        .all(|finding| finding.code != Code::WrongResult || !finding.path.is_empty())
    {
        found.extend(results_differ(record, text));
    }
    if archive {
        let there = ROSTER.map(|name| record.find_tag(name).is_some());
        let first = record.tags.first();
        found.extend(first.and_then(|first| missing_roster(first.name.span, &there)));
    }
    found.extend(doubtful_clocks(record, text));
}

/// Clocks of two fields: hours and minutes by the standard, minutes and seconds by many a program. One finding for all.
fn doubtful_clocks(record: &Record, text: &str) -> Option<Diagnostic> {
    /// Clocks that get a label of their own, besides the first.
    const LABELS: usize = 3;
    let tree = &record.tree;
    let inside = tree
        .ids()
        .flat_map(|id| tree.node(id).before.iter().chain(&tree.node(id).after));
    let comments = record.before.iter().chain(inside).chain(&record.after);
    let mut places: Vec<Span> = comments
        .flat_map(|comment| short_clocks(comment, text))
        .collect();
    places.sort_unstable();
    let (&first, others) = places.split_first()?;
    let (meant, told_by) = match ShortClocks::of(record) {
        ShortClocks::HoursAndMinutes => ("hours and minutes", ""),
        ShortClocks::MinutesAndSeconds => (
            "minutes and seconds",
            ", since as hours they would show more than the player had",
        ),
    };
    let subject = match others.len() {
        0 => "a clock of two fields is".to_owned(),
        more => format!("{} clocks of two fields are", more + 1),
    };
    let message = format!("{subject} read as {meant}{told_by}");
    let finding = Diagnostic::new(Code::DoubtfulClock, first, message);
    let labelled = others.iter().take(LABELS);
    let finding = labelled.fold(finding, |finding, &other| finding.label(other, "here too"));
    Some(finding.help("write three fields, h:mm:ss"))
}

/// The places of the clocks of two fields in a comment.
fn short_clocks(comment: &Comment, text: &str) -> Vec<Span> {
    let written = comment.span.text(text);
    let is_short =
        |command: &Command<'_>| matches!(command, Command::Clock(reading) if reading.two_fields);
    clock::commands(&comment.text)
        .filter(|command| is_short(&command.value))
        .map(|command| match written.find(&comment.text) {
            Some(inside) => command.span.shifted(comment.span.start + inside as u32),
            None => comment.span,
        })
        .collect()
}

/// Whether a comment holds a clock of two fields; allocates nothing.
pub(super) fn has_doubtful_clock(comment: &str) -> bool {
    memchr::memmem::find_iter(comment.as_bytes(), b"[%").any(|at| {
        let command = &comment[at + 2..];
        let time = command
            .strip_prefix("clk")
            .or_else(|| command.strip_prefix("emt"));
        time.and_then(|time| time.split_once(']'))
            .is_some_and(|(time, _)| time.bytes().filter(|&byte| byte == b':').count() == 1)
    })
}

/// Whether the value of a `Result` tag says something else than the end marker.
pub(super) fn differs(tag: &str, marker: Option<Outcome>) -> bool {
    match marker {
        Some(outcome) => Outcome::from_marker(tag) != Some(outcome),
        None => tag != "*",
    }
}

fn results_differ(record: &Record, text: &str) -> Option<Diagnostic> {
    let (marker, tag) = (record.result?, record.find_tag("Result")?);
    if !differs(&tag.value.value, marker.outcome) {
        return None;
    }
    let written = marker.span.text(text);
    let canonical = marker.outcome.map_or("*", Outcome::marker);
    let place = if tag.from_heading {
        "heading"
    } else {
        "Result tag"
    };
    let finding = Diagnostic::new(
        Code::ResultsDiffer,
        tag.value.span,
        format!(
            "the {place} says {}, the end marker {written}",
            tag.value.value
        ),
    )
    .label(marker.span, "the end marker")
    .help(format!(
        "the end marker counts; correct the {place} if the marker is right"
    ))
    .fix(
        format!("write {canonical} in the {place}"),
        false,
        tag.value.span,
        canonical,
    );
    Some(finding)
}

/// The finding that tags of the roster are missing, by which of them are `there`; it is said of the first tag.
pub(super) fn missing_roster(first: Span, there: &[bool; ROSTER.len()]) -> Option<Diagnostic> {
    let count = there.iter().filter(|&&there| there).count();
    if !(ROSTER_CLAIMED..ROSTER.len()).contains(&count) {
        return None;
    }
    let all = ROSTER.into_iter().zip(there);
    let missing: Vec<_> = all
        .filter(|&(_, &there)| !there)
        .map(|(name, _)| name)
        .collect();
    let finding = Diagnostic::new(
        Code::MissingRoster,
        first,
        format!("of the seven-tag roster {} missing", listed(&missing)),
    )
    .help("unknown values are written \"?\", an unknown date \"????.??.??\"");
    Some(finding)
}

fn listed(names: &[&str]) -> String {
    match names {
        [one] => format!("{one} is"),
        _ => format!("{} are", names.join(", ")),
    }
}
