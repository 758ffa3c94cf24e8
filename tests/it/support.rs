//! What several test modules need: the fixtures, records read from them, and the program in a clean room.

use proptest::prelude::ProptestConfig;
use scoresheet::record::TreeBuilder;
use scoresheet::replay::{Options, Replay, replay};
use scoresheet::rules::RuleSet;
use scoresheet::source::{Place, Source};
use scoresheet::syntax::{Format, What, read_json, read_record_in};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The top of the source tree.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// How the names of files of records end.
pub(crate) const RECORDS: [&str; 4] = ["txt", "pgn", "sgf", "json"];

/// All files under `fixtures/FOLDER` with one of the extensions, sorted by path.
pub(crate) fn fixtures(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let mut folders = vec![root().join("fixtures").join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of fixtures") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|end| extensions.iter().any(|&wanted| end == wanted))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "fixtures/{folder} is empty");
    found
}

/// The text of a fixture, which is UTF-8.
pub(crate) fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// How a fixture is read: by its extension, as the program does.
pub(crate) fn format_of(path: &Path) -> Format {
    match path.extension().and_then(|end| end.to_str()) {
        Some("pgn") => Format::Pgn,
        Some("sgf") => Format::Sgf,
        Some("json") => Format::Json,
        _ => Format::Text,
    }
}

/// Reads and replays every record of `text`.
pub(crate) fn replay_all(text: &str, format: Format, options: &Options) -> Vec<Replay> {
    let mut replays = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if format == Format::Json {
            let found = read_json(format, text, at);
            let record = found.record.transpose().expect("a record of ours");
            replays.extend(record.map(|record| replay(record, text, options)));
            at = found.end;
            continue;
        }
        let mut builder = TreeBuilder::knowing(scoresheet::replay::is_known_variant);
        let words = options.rules.as_ref().map(RuleSet::words);
        let found = read_record_in(format, words, text, at, &mut builder);
        assert!(found.end > at, "the reader stands still at {at}");
        assert_ne!(found.what, What::Problem, "problems go through the program");
        if found.is_record() {
            replays.push(replay(builder.finish(), text, options));
        }
        at = found.end;
    }
    replays
}

/// Line and column of a byte of `text`.
pub(crate) fn place(text: &str, position: u32) -> Place {
    Source::whole("fixture", text).place(position)
}

/// What a run of the program left behind.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) status: i32,
}

/// Runs the program at the top of the source tree, with nothing of the caller's environment.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> Output {
    let output = run_for_bytes(arguments, input);
    Output {
        stdout: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8 on standard error"),
        status: output.status.code().expect("no signal"),
    }
}

/// The same where what it prints need not be text.
pub(crate) fn run_for_bytes(arguments: &[&str], input: &[u8]) -> std::process::Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .args(arguments)
        .current_dir(root())
        .env_clear()
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // Written from aside, so that a program that answers before it has read all does not wait for us.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    // A program that needs not all of its input may close the pipe.
    let _ = writer.join().expect("the writer does not panic");
    output
}

/// How much longer than usual to hunt: `SCORESHEET_CASES`, 1 without it.
pub(crate) fn thoroughness() -> u32 {
    std::env::var("SCORESHEET_CASES").ok().map_or(1, |factor| {
        factor.parse().expect("SCORESHEET_CASES is a number")
    })
}

/// So many random cases, times [`thoroughness`].
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    ProptestConfig::with_cases(usual.saturating_mul(thoroughness()))
}
