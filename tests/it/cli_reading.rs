//! How much is read: where reading stops, parts of files, and what is shown meanwhile.

use crate::support::{Output, RECORDS, fixtures, run};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
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
            told(run(&arguments, b""))
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

/// The records and findings of a part of a file, told by their places in the file, and how many records there are.
fn read_part(path: &str, options: &[&str]) -> (Vec<String>, u64) {
    let converted = run(
        &[&["convert", "--to", "jsonl", "--no-verify", path], options].concat(),
        b"",
    );
    let validated = run(
        &[&["validate", "--format", "json", path], options].concat(),
        b"",
    );
    let mut lines = Vec::new();
    let mut records = 0;
    for line in converted.stdout.lines().chain(validated.stdout.lines()) {
        let mut value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        if let Some(count) = value["summary"]["records"].as_u64() {
            records = count;
        // What is told of a file as a whole is told of each part, or of none.
        } else if !["S0101", "S0104"].contains(&value["code"].as_str().unwrap_or_default()) {
            forget_numbers(&mut value);
            lines.push(value.to_string());
        }
    }
    lines.sort();
    (lines, records)
}

/// Takes away the numbers of records, which are counted from the beginning of a part.
fn forget_numbers(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(map) => {
            map.remove("record");
            map.values_mut().for_each(forget_numbers);
        }
        serde_json::Value::Array(list) => list.iter_mut().for_each(forget_numbers),
        _ => {}
    }
}

#[track_caller]
fn parts_are_the_whole(path: &str, cuts: &[u64]) {
    let (whole, count) = read_part(path, &[]);
    let (mut parts, mut sum) = (Vec::new(), 0);
    for number in 0..=cuts.len() {
        let start = number.checked_sub(1).map_or(0, |before| cuts[before]);
        let end = cuts.get(number).map(u64::to_string).unwrap_or_default();
        let (part, records) = read_part(path, &["--bytes", &format!("{start}..{end}")]);
        parts.extend(part);
        sum += records;
    }
    parts.sort();
    assert_eq!(sum, count, "{path} cut at {cuts:?}");
    assert!(parts == whole, "{path} cut at {cuts:?}");
}

/// Numbers below `bound` that look drawn by chance, the same in every run.
fn drawn(seed: u64, bound: u64, count: usize) -> Vec<u64> {
    let mut state = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % (bound + 1)
    };
    let mut numbers: Vec<_> = std::iter::repeat_with(next).take(count).collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn ranges_of_bytes_that_follow_each_other_have_every_record_once() {
    for (seed, path) in fixtures("", &RECORDS).into_iter().enumerate() {
        let size = fs::metadata(&path).expect("a file").len();
        parts_are_the_whole(
            path.to_str().expect("a plain name"),
            &drawn(seed as u64, size, 2),
        );
    }
}

#[test]
fn comments_line_ends_and_encodings_do_not_mislead_ranges() {
    let tricky = "[Event \"a\"]\n\n1. e4 { as in 1-0\n\n[Event \"fake\"]\n\n1. d4 } e5 *\n\n[Event \"b\"]\n\n\
        1. e4 { never closed 1-0\n\n[Event \"c\"]\n\n1. d4 d5 *\n1. c4 *\n\n[Event \"d\"]\n1. e4 ( 1. d4 *\n";
    let utf16: Vec<u8> = "\u{FEFF}"
        .encode_utf16()
        .chain(tricky.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    for (name, bytes) in [
        ("lf.pgn", tricky.as_bytes().to_vec()),
        ("crlf.pgn", tricky.replace('\n', "\r\n").into_bytes()),
        ("cr.pgn", tricky.replace('\n', "\r").into_bytes()),
        ("marked.pgn", [b"\xEF\xBB\xBF", tricky.as_bytes()].concat()),
        (
            "latin1.pgn",
            tricky
                .replace("never", "J\u{f6}rg")
                .chars()
                .map(|c| c as u8)
                .collect(),
        ),
        ("utf16.pgn", utf16),
    ] {
        let (_folder, path) = file(name, &bytes);
        for cut in (0..=bytes.len() as u64).step_by(7) {
            parts_are_the_whole(&path, &[cut]);
        }
    }
}

#[test]
fn ranges_of_bytes_work_over_many_pieces_and_for_shares() {
    let games = one_bad_among_many();
    let (_folder, path) = file("games.pgn", games.as_bytes());
    parts_are_the_whole(&path, &drawn(1, games.len() as u64, 3));
    let count = |options: &[&str]| read_part(&path, options).1;
    let shares: u64 = (1..=7)
        .map(|number| count(&["--part", &format!("{number}/7")]))
        .sum();
    assert_eq!(shares, 6_001);
    // A record begins with its first sign: a byte further on, it belongs to what stands before.
    let bad = games.find(BAD).expect("the bad one");
    let [at, behind] = [0, 1].map(|more| format!("..{}", bad + more));
    assert_eq!(
        [count(&["--bytes", &at]), count(&["--bytes", &behind])],
        [3_000, 3_001]
    );
}

#[test]
fn ranges_of_bytes_are_those_of_the_unpacked_text() {
    let games = [GOOD, BAD, GOOD].concat();
    let from = format!("{}..1K", GOOD.len());
    let plain = run(
        &["validate", "--from", "pgn", "--bytes", &from],
        games.as_bytes(),
    );
    assert!(
        plain.stdout.contains("2 records") && plain.stdout.contains("[-:7:13]"),
        "{}",
        plain.stdout
    );
    let packed = zstd::encode_all(games.as_bytes(), 1).expect("packed");
    let unpacked = run(&["validate", "--from", "pgn", "--bytes", &from], &packed);
    assert_eq!(told(unpacked), told(plain));
    let share = run(&["validate", "--part", "1/2"], games.as_bytes());
    assert_eq!(share.status, 2);
    assert!(share.stderr.contains("`--bytes`"), "{}", share.stderr);
    for wrong in [["--bytes", "2..1"], ["--bytes", "1X.."], ["--part", "3/2"]] {
        assert_eq!(
            run(&[&["validate"], &wrong[..]].concat(), b"").status,
            2,
            "{wrong:?}"
        );
    }
}

#[test]
fn the_accounts_of_parts_add_up_to_that_of_the_file() {
    let games = format!("\u{FEFF}{}", one_bad_among_many());
    let (_folder, path) = file("games.pgn", games.as_bytes());
    let bytes = |range: &str| {
        let output = run(
            &[
                "validate",
                "--account",
                "--format",
                "json",
                "--bytes",
                range,
                &path,
            ],
            b"",
        );
        let lines = output
            .stdout
            .lines()
            .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
        let accounts: Vec<_> = lines
            .filter_map(|line| line["account"]["bytes"].as_u64())
            .collect();
        assert_eq!(accounts.len(), 1, "{}", output.stdout);
        accounts[0]
    };
    assert_eq!(
        bytes("0..100K") + bytes("100K..150K") + bytes("150K.."),
        games.len() as u64
    );
}

#[test]
fn progress_is_drawn_on_standard_error_alone_and_wiped_before_findings() {
    let games = one_bad_among_many();
    let (_folder, path) = file("games.pgn", games.as_bytes());
    for command in [
        &["validate"][..],
        &["convert", "--to", "pgn"],
        &["validate", "-q"],
    ] {
        let plain = run(&[command, &[&path]].concat(), b"");
        assert_eq!(
            plain.stderr.matches('\u{1b}').count(),
            0,
            "only terminals get a bar"
        );
        let shown = run(&[command, &["--progress", "always", &path]].concat(), b"");
        assert_eq!(
            (shown.stdout, shown.status),
            (plain.stdout, plain.status),
            "{command:?}"
        );
        // Without reports the first error decides, and nothing behind it is read.
        let all_are_read = !command.contains(&"-q");
        assert!(
            shown.stderr.contains("100%")
                && shown.stderr.contains("6001 records, ") == all_are_read,
            "{}",
            shown.stderr
        );
        // What stays of standard error on a terminal is what would be there without the bar.
        let left: String = shown
            .stderr
            .split_inclusive('\n')
            .filter_map(|line| line.rsplit("\r\u{1b}[2K").next())
            .collect();
        assert_eq!(left, plain.stderr, "{command:?}");
    }
    let piped = run(
        &["validate", "-q", "--progress", "always"],
        games.as_bytes(),
    );
    assert!(
        !piped.stderr.contains('%') && piped.stderr.contains("B/s"),
        "{}",
        piped.stderr
    );
    let never = run(&["validate", "--progress", "never", &path], b"");
    assert_eq!(never.stderr, "");
}

/// A part that is only judged is read from a record shortly before it, and holds the same records.
#[test]
fn a_quiet_part_holds_what_a_told_one_does() {
    let good = "[Event \"A\"]\n[Result \"*\"]\n\n1. e4 {a comment} e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n"
        .repeat(50_000);
    let bad = "[Event \"B\"]\n[Result \"*\"]\n\n1. Ke3 *\n\n";
    let at = good.len();
    let games = [&good, bad, &good[..good.len() / 2]].concat();
    let (_folder, path) = file("games.pgn", games.as_bytes());
    let status = |bytes: String, more: &[&str]| {
        run(
            &[&["validate", "--bytes", &bytes, &path][..], more].concat(),
            b"",
        )
        .status
    };
    for (range, expected) in [
        (format!("{}..{}", at - 1, at), 0),
        (format!("{at}..{}", at + 1), 1),
        (format!("{}..", at + 1), 0),
        (format!("{}..", at - 100), 1),
        (format!("{}..{at}", at / 2), 0),
    ] {
        assert_eq!(status(range.clone(), &["-q"]), expected, "{range}");
        assert_eq!(
            status(range.clone(), &["--format", "json"]),
            expected,
            "{range}"
        );
    }
}

#[test]
fn the_first_result_does_not_wait_for_the_end_of_the_input() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .args(["convert", "--to", "jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(GOOD.repeat(2_000).as_bytes())
        .expect("room in the pipe");
    stdin.flush().expect("no error");
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    stdout
        .read_line(&mut line)
        .expect("a line, with the input still open");
    assert!(line.contains("\"Good\""), "{line}");
    drop((stdin, stdout));
    child.wait().expect("the program ends");
}

#[test]
#[cfg(target_os = "linux")]
fn memory_stays_flat_however_much_is_read() {
    const MIB: usize = 1 << 20;
    // Half a million records: in memory they take some hundred MiB.
    for command in [&["validate"][..], &["select"], &["convert", "--to", "pgn"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_scoresheet"))
            .args(command)
            .args(["--from", "pgn", "-j", "2"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let games = GOOD.repeat(MIB / GOOD.len());
        let mut peaks = [0_usize; 2];
        for peak in &mut peaks {
            for _ in 0..8 {
                stdin.write_all(games.as_bytes()).expect("a reader");
            }
            // What it has held at the most, by the time that nearly all of this was read.
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("Linux");
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
            *peak = kilobytes.expect("a peak");
        }
        drop(stdin);
        assert!(child.wait().expect("the program ends").success());
        let [half, whole] = peaks;
        assert!(
            whole * 2 < half * 3,
            "{command:?}: {half} kB after the first half, {whole} kB after all"
        );
    }
}
