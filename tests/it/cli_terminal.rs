//! The bar that tells how far the reading has come, on a terminal as `script` (of util-linux) makes one.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// What wipes the line of the bar.
const WIPE: &str = "\r\u{1b}[2K";

/// What comes out on a terminal of `PROGRAM` in a line of the shell, with a slow input on its standard input.
fn on_terminal(folder: &TempDir, line: &str) -> String {
    let program = format!("'{}'", env!("CARGO_BIN_EXE_scoresheet"));
    let slow = "(echo '[Event \"A\"]'; echo; echo '1. e4 e5 *'; echo; sleep 0.8; echo '[Event \"B\"]'; echo; \
        echo '1. Ke3 *'; echo; sleep 0.4; echo '[Event \"C\"]'; echo; echo '1. d4 *')";
    let line = format!("{slow} | {}", line.replace("PROGRAM", &program));
    let output = Command::new("script")
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .current_dir(folder.path())
        .env("TERM", "xterm")
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .stdin(Stdio::null())
        .output()
        .expect("`script` of util-linux is there");
    let shown = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(!shown.contains("not found"), "{shown}");
    shown
}

/// What stays on the terminal.
fn left(shown: &str) -> String {
    let lines = shown.split_inclusive('\n');
    let lines = lines.filter_map(|line| line.rsplit(WIPE).next());
    lines.collect()
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn a_bar_is_shown_and_wiped_and_disturbs_nothing() {
    let folder = folder();
    let shown = on_terminal(&folder, "PROGRAM validate -");
    assert!(
        shown.contains(" records") && shown.contains("B/s, "),
        "{shown:?}"
    );
    let without = on_terminal(&folder, "PROGRAM validate --progress never -");
    assert!(!without.contains(WIPE), "{without:?}");
    assert!(
        without.contains("3 records in 1 file, 2 valid"),
        "{without:?}"
    );
    assert_eq!(left(&shown), without);
}

#[test]
fn a_result_in_a_file_is_the_same_under_a_bar() {
    let folder = folder();
    let shown = on_terminal(&folder, "PROGRAM convert --to pgn - >with.pgn");
    assert!(shown.contains("B/s, "), "{shown:?}");
    on_terminal(
        &folder,
        "PROGRAM convert --to pgn --progress never - >without.pgn",
    );
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(read("with.pgn"), read("without.pgn"));
    assert!(read("with.pgn").contains("1. e4 e5 *"));
}

#[test]
fn nothing_but_a_terminal_for_people_gets_a_bar() {
    let folder = folder();
    for line in [
        "PROGRAM validate - 2>err.txt",
        "PROGRAM validate -q -",
        "PROGRAM validate --format json -",
        "TERM=dumb PROGRAM validate -",
    ] {
        let shown = on_terminal(&folder, line);
        assert!(
            !shown.contains(WIPE) && !shown.contains("B/s"),
            "{line}: {shown:?}"
        );
    }
    let err = fs::read_to_string(folder.path().join("err.txt")).expect("a file");
    assert_eq!(err, "");
}
