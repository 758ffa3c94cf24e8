//! Conditions on the command line, and in files that it names.

use super::super::io::{columns, is_dumb};
use scoresheet::diag::human::{Human, Look};
use scoresheet::select::{Where, WhereError};
use scoresheet::source::{Source, Span};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Bytes that a file of conditions has at most.
const LONGEST: u64 = 16 << 20;

/// Faults of a file that are shown.
const SHOWN: usize = 20;

/// A condition, or with `@` before it a file of them.
pub(super) fn condition(text: &str) -> Result<Where, String> {
    match text.strip_prefix('@') {
        Some(name) => of_file(name),
        None => text.parse().map_err(|error: WhereError| error.to_string()),
    }
}

fn of_file(name: &str) -> Result<Where, String> {
    let text = read(Path::new(name)).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => "the file is not in UTF-8".to_owned(),
        _ => error.to_string(),
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let condition = Where::any_of_lines(text).map_err(|faults| shown(&faults, name, text))?;
    condition.ok_or_else(|| "the file holds no condition, so no record would meet one".to_owned())
}

fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let length = File::open(path)?
        .take(LONGEST + 1)
        .read_to_string(&mut text)?;
    if length as u64 > LONGEST {
        return Err(io::Error::other("it is longer than any list of conditions"));
    }
    Ok(text)
}

/// The faults, each at its place in the file.
fn shown(faults: &[WhereError], name: &str, text: &str) -> String {
    let human = Human::new(Look {
        width: columns(),
        // It stands inside what clap says.
        color: false,
        unicode: !is_dumb(),
    });
    let source = Source::whole(name, text);
    let report = |error: &WhereError| {
        let span = Span::new(error.span.start, error.span.end);
        human.fault(&error.fault.to_string(), span, &source)
    };
    let reports: Vec<String> = faults.iter().take(SHOWN).map(report).collect();
    let more = match faults.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("\n{more} more faults are not shown"),
    };
    format!(
        "not all of its lines are conditions\n\n{}{more}",
        reports.join("\n")
    )
}
