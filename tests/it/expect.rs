//! Verdicts written by hand beside the fixtures (`NAME.expect`): missing and surplus findings both fail.
//!
//! ```text
//! # a comment
//! record 4: invalid, played 23 of 65, board unjudged, result 1-0, ongoing
//!   final <position text without clocks>
//!   error S0301 74:52 "Rg1" not-reachable
//!   label 73:4 "9. Bxd2"
//!   mark 10 Qxf2 +
//!   coords 22 a4h4
//!   variation 7: cxd7 Bxd7
//! ```
//!
//! Errors and warnings are complete, so are the marks that differ from those deserved, and the variations. Of a
//! variation the plies that were played are named.

use crate::support::{RECORDS, fixtures, format_of, place, replay_all, text};
use scoresheet::diag::Severity;
use scoresheet::notation::{CheckMark, Outcome};
use scoresheet::record::NodeId;
use scoresheet::replay::{Options, Replay};
use std::fmt::Write;
use std::path::Path;

#[test]
fn verdicts_are_those_expected() {
    let mut failures = String::new();
    for folder in ["valid", "invalid"] {
        for expectation in fixtures(folder, &["expect"]) {
            let file = RECORDS
                .map(|end| expectation.with_extension(end))
                .into_iter()
                .find(|file| file.exists())
                .unwrap_or_else(|| panic!("{} stands alone", expectation.display()));
            let (expected, came) = (records(&text(&expectation)), verdicts(&file));
            let mut differences = String::new();
            compare(&expected, &came, &mut differences);
            if !differences.is_empty() {
                let _ = write!(failures, "{}\n{differences}", file.display());
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// Records in `valid` have no error, and each file in `invalid` has one.
#[test]
fn folders_hold_what_they_say() {
    for folder in ["valid", "invalid"] {
        for file in fixtures(folder, &RECORDS) {
            let replays = replay_all(&text(&file), format_of(&file), &Options::default());
            assert!(!replays.is_empty(), "{}: no record", file.display());
            let valid = replays.iter().all(Replay::is_valid);
            assert_eq!(valid, folder == "valid", "{}", file.display());
        }
    }
}

/// The lines of an expectation by record, without comments and blank lines.
fn records(expectation: &str) -> Vec<Vec<String>> {
    let mut records: Vec<Vec<String>> = Vec::new();
    for line in expectation.lines().map(str::trim_end) {
        if line.trim_start().starts_with('#') || line.is_empty() {
            continue;
        }
        if line.starts_with("record ") {
            records.push(Vec::new());
        }
        let record = records.last_mut().expect("a record line comes first");
        record.push(line.to_owned());
    }
    records
}

/// The same for what the library says, with everything that an expectation may name.
fn verdicts(file: &Path) -> Vec<Vec<String>> {
    let text = text(file);
    let replays = replay_all(&text, format_of(file), &Options::default());
    let verdict = |(index, replay): (usize, &Replay)| {
        let mut lines = vec![summary(index + 1, replay)];
        if let Some(position) = &replay.r#final {
            lines.push(format!("  final {}", without_clocks(position)));
        }
        findings(replay, &text, &mut lines);
        marks_and_coords(replay, &mut lines);
        variations(replay, &mut lines);
        lines
    };
    replays.iter().enumerate().map(verdict).collect()
}

fn summary(number: usize, replay: &Replay) -> String {
    let tree = &replay.record.tree;
    let valid = if replay.is_valid() {
        "valid"
    } else {
        "invalid"
    };
    let total = tree.mainline().count();
    let played = tree.mainline().take_while(|&id| replay.facts(id).is_some());
    let mut line = format!(
        "record {number}: {valid}, played {} of {total}",
        played.count()
    );
    let boards: Vec<_> = replay.boards.iter().map(|board| board.matches).collect();
    if boards.contains(&None) {
        line.push_str(", board unjudged");
    } else if boards.contains(&Some(false)) {
        line.push_str(", board differ");
    } else if !boards.is_empty() {
        line.push_str(", board match");
    }
    let result = replay.result.map_or("*", Outcome::marker);
    let _ = write!(line, ", result {result}, {}", replay.status.name());
    line
}

fn without_clocks(position: &str) -> String {
    let fields = position.split(' ').enumerate();
    let kept: Vec<_> = fields
        .filter(|(index, _)| !matches!(index, 4 | 5))
        .map(|(_, field)| field)
        .collect();
    kept.join(" ")
}

fn findings(replay: &Replay, text: &str, lines: &mut Vec<String>) {
    let spot = |span: scoresheet::source::Span| {
        let place = place(text, span.start);
        format!("{}:{}", place.line, place.column)
    };
    for finding in &replay.diagnostics {
        if finding.severity() < Severity::Warning {
            continue;
        }
        let mut line = format!(
            "  {} {} {}",
            finding.severity().name(),
            finding.code.id(),
            spot(finding.span)
        );
        let word = finding.span.text(text);
        if !word.contains(char::is_whitespace) && !word.is_empty() {
            let _ = write!(line, " \"{word}\"");
        }
        if let Some(why) = &finding.why {
            let _ = write!(line, " {}", why.kind);
        }
        lines.push(line);
        for label in &finding.labels {
            lines.push(format!(
                "  label {} \"{}\"",
                spot(label.span),
                label.span.text(text)
            ));
        }
    }
}

fn marks_and_coords(replay: &Replay, lines: &mut Vec<String>) {
    let tree = &replay.record.tree;
    for id in tree.mainline() {
        let (node, Some(facts)) = (tree.node(id), replay.facts(id)) else {
            continue;
        };
        let word = node.text.trim_end_matches(['!', '?', '+', '#']);
        if node.marks.check != facts.check {
            let deserved = match facts.check {
                CheckMark::None => "none",
                CheckMark::Check => "+",
                CheckMark::Double => "++",
                CheckMark::Mate => "#",
                CheckMark::Stalemate => "pat",
            };
            lines.push(format!("  mark {} {word} {deserved}", facts.ply));
        }
        lines.push(format!("  coords {} {}", facts.ply, facts.coords));
    }
}

fn variations(replay: &Replay, lines: &mut Vec<String>) {
    let tree = &replay.record.tree;
    let mut ply_of = vec![0; tree.len()];
    let mut lines_to_walk: Vec<(NodeId, u32, bool)> = tree
        .first()
        .map(|first| (first, 1, false))
        .into_iter()
        .collect();
    while let Some((first, start, is_variation)) = lines_to_walk.pop() {
        let mut words = String::new();
        for (ply, id) in (start..).zip(tree.line(Some(first))) {
            ply_of[id.index()] = ply;
            if let Some(facts) = replay.facts(id) {
                let _ = write!(words, " {}", facts.san);
            }
            for &variation in &tree.node(id).variations {
                lines_to_walk.push((variation, ply, true));
            }
        }
        if is_variation {
            lines.push(format!("  variation {start}:{words}"));
        }
    }
}

/// What an expectation may leave out.
const OPTIONAL: [&str; 3] = ["  final ", "  coords ", "  label "];

/// Whether what came is what was expected; word and cause of a finding may be left out.
fn fits(expected: &str, came: &str) -> bool {
    let rest = came.strip_prefix(expected);
    let is_finding = expected.starts_with("  error") || expected.starts_with("  warning");
    rest.is_some_and(|rest| rest.is_empty() || (is_finding && rest.starts_with(' ')))
}

fn compare(expected: &[Vec<String>], came: &[Vec<String>], out: &mut String) {
    if expected.len() != came.len() {
        let (expected, came) = (expected.len(), came.len());
        let _ = writeln!(out, "  expected {expected} records, came {came}");
    }
    for (expected, came) in expected.iter().zip(came) {
        let mut left: Vec<_> = came.iter().collect();
        let mut differences = String::new();
        for expected in expected {
            match left.iter().position(|came| fits(expected, came)) {
                Some(index) => drop(left.remove(index)),
                None => {
                    let _ = writeln!(differences, "    expected {}", expected.trim_start());
                }
            }
        }
        left.retain(|line| !OPTIONAL.iter().any(|optional| line.starts_with(optional)));
        for came in left {
            let _ = writeln!(differences, "    came     {}", came.trim_start());
        }
        if !differences.is_empty() {
            let _ = write!(out, "  {}\n{differences}", came[0]);
        }
    }
}
