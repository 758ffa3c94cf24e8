//! Records chosen by their numbers: how far files are read for them, and what their numbers are.

use crate::support::run;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

const GOOD: &str = "[Event \"Good\"]\n\n1. e4 e5 *\n\n";

/// What is not meant costs no replay, and what stands behind the last record that may be meant is not waited for.
#[test]
fn reading_ends_behind_the_last_number_that_is_asked_for() {
    for arguments in [
        &["validate", "-q", "--record", "1"][..],
        &["validate", "--where", "record=1"],
        &["select", "--record", "2,1"],
        &["select", "--count", "--where", "record<=1 | record=1..2"],
        &["convert", "--to", "pgn", "--where", "white=Good & record<2"],
        &["diagram", "--record", "1"],
        &["stats", "--record", "1-2"],
        &["repair", "--record", "1"],
        &["validate", "--where", "file~nosuch"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_scoresheet"))
            .args(arguments)
            .args(["--from", "pgn"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        // Whoever has read enough may close the pipe.
        let _ = stdin.write_all(GOOD.repeat(2_000).as_bytes());
        let _ = stdin.flush();
        let ended = (0..1_000).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            child.try_wait().expect("a child").is_some()
        });
        drop(stdin);
        child.wait().expect("the program ends");
        assert!(ended, "{arguments:?} waits for the end of its input");
    }
}

#[test]
fn numbers_are_those_of_the_file_however_it_is_cut() {
    let number = |number: usize| {
        let moves = if number == 3_999 {
            "1. Ke3"
        } else {
            "1. e4 e5"
        };
        format!("[Event \"{number}\"]\n[White \"A\"]\n[Black \"B\"]\n\n{moves} *\n\n")
    };
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), (1..=5_000).map(number).collect::<String>()).expect("a file");
    let path = file.path().to_str().expect("a plain name");
    let given = |jobs: &str, arguments: &[&str]| {
        let output = run(
            &[arguments, &["--from", "pgn", "-j", jobs, path]].concat(),
            b"",
        );
        (output.status, output.stdout)
    };
    for jobs in ["1", "3"] {
        let given = |arguments: &[&str]| given(jobs, arguments);
        let wanted: String = [1_500, 1_501, 4_999].map(number).concat();
        for choice in [
            &["--record", "4999,1500-1501"][..],
            &["--where", "record=1500..1501 | record=4999"],
        ] {
            assert_eq!(given(&[&["select"], choice].concat()), (0, wanted.clone()));
            let rest = given(&[&["select", "--invert", "--count"], choice].concat());
            assert_eq!(rest, (0, "4997\n".to_owned()));
        }
        for (choice, status) in [
            (&["--record", "1-3998"][..], 0),
            (&["--record", "3999"], 1),
            (&["--record", "4000-"], 0),
            (&["--where", "record>3998"], 1),
            (&["--where", "record!=3999"], 0),
            (&["--where", "event=3999"], 1),
        ] {
            assert_eq!(
                given(&[&["validate", "-q"], choice].concat()).0,
                status,
                "{choice:?}"
            );
            assert_eq!(
                given(&[&["validate"], choice].concat()).0,
                status,
                "{choice:?}"
            );
        }
        let (_, told) = given(&["validate", "--format", "json", "--record", "3990-4010"]);
        let last = told.lines().last().unwrap_or_default();
        assert!(last.contains("\"records\":21,\"valid\":20,"), "{last}");
        let stopped = [
            "validate",
            "--fail-fast",
            "--format",
            "json",
            "--record",
            "10-",
        ];
        let (_, told) = given(&stopped);
        let last = told.lines().last().unwrap_or_default();
        assert!(last.contains("\"records\":3990,\"valid\":3989,"), "{last}");
    }
}
