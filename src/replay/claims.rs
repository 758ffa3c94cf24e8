//! What a record claims outside its moves: results, roster, clocks. Needs no rules.

use super::consistency::ROSTER_CLAIMED;
use super::{commands, tags};
use crate::diag::{Code, Diagnostic, Edit, Findings, Fix, Label};
use crate::notation::Outcome;
use crate::record::{ROSTER, Record, Tag};
use crate::rules::Status;
use crate::source::Span;

/// How a game ended by the rules, and the result that this proves.
pub(super) type Proven = (Status, Outcome);

/// Judges the tags against the end marker and what is proven, and, for archive formats, the roster.
pub(super) fn judge(
    record: &Record,
    proven: Option<Proven>,
    archive: bool,
    text: &str,
    found: &mut Findings,
) {
    // A result that the rules refute has been reported at its own place.
    if found
        .iter()
        .all(|finding| finding.code != Code::WrongResult || !finding.path.is_empty())
    {
        let open = left_open(record, proven);
        found.extend(open.or_else(|| results_differ(record, text)));
    }
    if archive {
        let there = ROSTER.map(|name| record.find_tag(name).is_some());
        let first = record.tags.first();
        found.extend(first.and_then(|first| missing_roster(first.name.span, &there)));
    }
    found.extend(tags::judge(record));
    found.extend(commands::judge(record, text));
}

/// Whether the value of a `Result` tag says something else than the end marker.
pub(super) fn differs(tag: &str, marker: Option<Outcome>) -> bool {
    match marker {
        Some(outcome) => Outcome::from_marker(tag) != Some(outcome),
        None => tag != "*",
    }
}

/// The finding that the end marker leaves open what is proven and what the tag, if there is one, does not contradict.
fn left_open(record: &Record, proven: Option<Proven>) -> Option<Diagnostic> {
    let (status, proven) = proven?;
    let marker = record.result.filter(|marker| marker.outcome.is_none())?;
    let tag = record.find_tag("Result");
    let told = tag.map_or("*", |tag| &tag.value.value);
    let (due, name) = (proven.marker(), status.name().replace('-', " "));
    let said = told == due;
    if !said && told != "*" {
        return None;
    }
    let (code, message) = if said {
        let place = place_of(tag?);
        let message = format!("the {place} says {due}, the end marker *");
        (Code::ResultsDiffer, message)
    } else {
        let message = format!("the game ends in {name}, {due}, and its result is left open");
        (Code::OpenResult, message)
    };
    let mut finding = Diagnostic::new(code, marker.span, message)
        .help(format!("write {due}: the last position is {name}"));
    let open_tag = tag.filter(|_| !said).map(|tag| tag.value.span);
    let places = open_tag.into_iter().chain([marker.span]);
    let edits = places.map(|span| Edit {
        span,
        text: due.to_owned(),
    });
    finding.fixes.push(Fix {
        title: format!("write {due}"),
        unique: true,
        edits: edits.collect(),
    });
    finding.labels.extend(tag.filter(|_| said).map(|tag| Label {
        span: tag.value.span,
        message: "what the last position proves".to_owned(),
    }));
    Some(finding)
}

/// Where a result stands that is no end marker, in words.
const fn place_of(tag: &Tag) -> &'static str {
    if tag.from_heading {
        "heading"
    } else {
        "Result tag"
    }
}

fn results_differ(record: &Record, text: &str) -> Option<Diagnostic> {
    let (marker, tag) = (record.result?, record.find_tag("Result")?);
    if !differs(&tag.value.value, marker.outcome) {
        return None;
    }
    let written = marker.span.text(text);
    let canonical = marker.outcome.map_or("*", Outcome::marker);
    let place = place_of(tag);
    if tag.value.value == written {
        let message = format!("{written} in the {place} is no result as it is usually written");
        let finding = Diagnostic::new(Code::ResultsDiffer, tag.value.span, message)
            .help(format!("write {canonical}, there and as the end marker"));
        let title = format!("write {canonical} in the {place}");
        return Some(finding.fix(title, true, tag.value.span, canonical));
    }
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
