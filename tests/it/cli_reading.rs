//! How much is read: where reading stops, parts of files, and what is shown meanwhile.

use crate::support::{Output, run};
use std::fs;
use tempfile::TempDir;

const GOOD: &str = "[Event \"Good\"]\n\n1. e4 e5 *\n\n";
const BAD: &str = "[Event \"Bad\"]\n\n1. e4 e5 2. Ke3 *\n\n";
const DOUBTFUL: &str = "[Event \"Doubtful\"]\n\n1. e4 e5 3. Nf3 *\n\n";

fn file(name: &str, bytes: &[u8]) -> (TempDir, String) {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join(name);
    fs::write(&path, bytes).expect("a file");
    let path = path.to_str().expect("a plain name").to_owned();
    (folder, path)
}

fn told(output: Output) -> (String, String, i32) {
    (output.stdout, output.stderr, output.status)
}

/// 3,000 good games, a bad one, 3,000 more of all kinds.
fn one_bad_among_many() -> String {
    let behind = [BAD, GOOD, DOUBTFUL].concat().repeat(1_000);
    format!("{}{BAD}{behind}", GOOD.repeat(3_000))
}

#[test]
fn fail_fast_stops_behind_the_first_record_with_an_error() {
    let games = [GOOD, DOUBTFUL, BAD, GOOD, BAD].concat();
    let output = run(&["validate", "--fail-fast"], games.as_bytes());
    assert_eq!(output.status, 1);
    assert!(
        output
            .stdout
            .contains("3 records in 1 file, 2 valid, 1 with errors; 7 plies replayed"),
        "{}",
        output.stdout
    );
    assert_eq!(output.stdout.matches("S0301").count(), 1);

    let denied = run(
        &["validate", "--fail-fast", "--deny-warnings"],
        games.as_bytes(),
    );
    assert!(
        denied.stdout.contains("2 records in 1 file"),
        "{}",
        denied.stdout
    );

    let going_on = run(
        &["validate", "--fail-fast", "--keep-going"],
        games.as_bytes(),
    );
    assert!(going_on.stdout.contains("5 records"), "{}", going_on.stdout);
    assert_eq!(told(going_on), told(run(&["validate"], games.as_bytes())));
}

#[test]
fn where_reading_stops_does_not_hang_on_the_number_of_workers() {
    let (_folder, games) = file("games.pgn", one_bad_among_many().as_bytes());
    for command in [
        &["validate"][..],
        &["validate", "-q"],
        &["validate", "--account", "--format", "json"],
        &["validate", "--record", "2-4000"],
        &["convert", "--to", "json"],
        &["repair"],
        &["diagram"],
        &["stats", "--format", "json", "--top", "0"],
        &["select"],
        &["select", "--where", "plies>1", "--sort", "-Event"],
        &["merge"],
    ] {
        let with = |workers| {
            let arguments = [command, &["--fail-fast", "-j", workers, &games]].concat();
            let (stdout, stderr, status) = told(run(&arguments, b""));
            let timed = stdout.find(",\"seconds\"").unwrap_or(stdout.len());
            (stdout[..timed].to_owned(), stderr, status)
        };
        let one = with("1");
        assert_eq!(one.2, 1, "{command:?}");
        for workers in ["2", "5"] {
            assert!(one == with(workers), "{command:?} with {workers} workers");
        }
    }
}

#[test]
fn the_records_before_the_one_that_stops_are_written() {
    let games = [GOOD, GOOD, BAD, GOOD].concat();
    let selected = run(&["select", "--fail-fast"], games.as_bytes());
    assert_eq!((selected.status, selected.stdout), (1, GOOD.repeat(2)));
    assert!(selected.stderr.contains("S0301"), "{}", selected.stderr);
    let good = run(&["convert", "--to", "pgn"], GOOD.repeat(2).as_bytes());
    let converted = run(&["convert", "--to", "pgn", "--fail-fast"], games.as_bytes());
    assert!(
        converted.stdout.starts_with(&good.stdout),
        "{}",
        converted.stdout
    );
    assert_eq!(
        converted.stdout.matches("[Event ").count(),
        3,
        "{}",
        converted.stdout
    );
}

#[test]
fn only_records_that_are_meant_stop_the_reading() {
    let games = [BAD, GOOD, BAD, GOOD].concat();
    for (choice, records) in [("2-", 2), ("2,4", 2), ("4", 1)] {
        let output = run(
            &["validate", "--fail-fast", "--record", choice],
            games.as_bytes(),
        );
        assert!(
            output.stdout.contains(&format!("{records} record")),
            "{choice}: {}",
            output.stdout
        );
    }
}

#[test]
fn a_file_that_cannot_be_read_stops_the_reading_too() {
    let (_folder, games) = file("games.pgn", BAD.as_bytes());
    let output = run(
        &["validate", "--fail-fast", "no/such/file.pgn", &games],
        b"",
    );
    assert_eq!(output.status, 2);
    assert!(!output.stdout.contains("S0301"), "{}", output.stdout);
    let (_folder, empty) = file("empty.pgn", b"");
    let output = run(&["validate", "--fail-fast", &empty, &games], b"");
    assert_eq!(output.status, 1);
    assert!(
        output.stdout.contains("S0104") && !output.stdout.contains("S0301"),
        "{}",
        output.stdout
    );
}

#[test]
fn solve_stops_behind_the_first_problem_that_fails() {
    let problem = |stipulation: &str| {
        format!(
            "[FEN \"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\"]\n[Stipulation \"{stipulation}\"]\n\n*\n\n"
        )
    };
    let problems = [problem("#2"), problem("#x"), problem("#2")].concat();
    let all = run(&["solve", "--from", "pgn"], problems.as_bytes());
    let first = run(
        &["solve", "--from", "pgn", "--fail-fast"],
        problems.as_bytes(),
    );
    assert_eq!(all.stdout.matches("record 3").count(), 1, "{}", all.stdout);
    assert_eq!(
        first.stdout.matches("record 3").count(),
        0,
        "{}",
        first.stdout
    );
    assert_eq!(
        first.stdout.matches("record 1").count(),
        1,
        "{}",
        first.stdout
    );
    assert_eq!(first.status, all.status);
}
