//! Where output goes, what the exit status says, and what is read.

use crate::support::{Output, run};
use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use tempfile::TempDir;

const GOOD: &str = "[Event \"Good\"]\n\n1. e4 e5 *\n";
const BAD: &str = "[Event \"Bad\"]\n\n1. e4 e5 2. Ke3 *\n";
const DOUBTFUL: &str = "[Event \"Doubtful\"]\n\n1. e4 e5 3. Nf3 *\n";

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

fn path(folder: &TempDir, name: &str) -> String {
    folder
        .path()
        .join(name)
        .to_str()
        .expect("a plain name")
        .to_owned()
}

fn summary(output: &Output) -> serde_json::Value {
    let last = output.stdout.lines().last().expect("a summary");
    serde_json::from_str::<serde_json::Value>(last).expect("JSON")["summary"].clone()
}

#[test]
fn the_exit_status_tells_valid_invalid_and_failed_apart() {
    assert_eq!(run(&["validate", "-q"], GOOD.as_bytes()).status, 0);
    assert_eq!(run(&["validate", "-q"], BAD.as_bytes()).status, 1);
    assert_eq!(run(&["validate", "-q"], DOUBTFUL.as_bytes()).status, 0);
    let denied = run(&["validate", "-q", "--deny-warnings"], DOUBTFUL.as_bytes());
    assert_eq!(denied.status, 1);
    assert_eq!(run(&["validate", "--no-such-option"], b"").status, 2);
    assert_eq!(run(&["no-such-command"], b"").status, 2);
    assert_eq!(run(&["validate", "-q", "no/such/file.pgn"], b"").status, 2);
}

#[test]
fn a_file_that_cannot_be_read_does_not_keep_the_others_from_being_read() {
    let folder = folder(&[("bad.pgn", BAD.as_bytes())]);
    let bad = path(&folder, "bad.pgn");
    let output = run(
        &["validate", "--format", "json", "no/such/file.pgn", &bad],
        b"",
    );
    assert_eq!(output.status, 2);
    assert!(
        output.stderr.contains("no/such/file.pgn"),
        "{}",
        output.stderr
    );
    assert_eq!(summary(&output)["errors"], 1);
}

#[test]
fn quiet_says_nothing() {
    for input in [GOOD, BAD, DOUBTFUL] {
        let output = run(&["validate", "-q"], input.as_bytes());
        assert_eq!((output.stdout.as_str(), output.stderr.as_str()), ("", ""));
    }
}

#[test]
fn the_report_of_validate_is_its_result_and_that_of_others_is_not() {
    let validated = run(&["validate"], BAD.as_bytes());
    assert!(validated.stdout.contains("S0301") && validated.stderr.is_empty());
    let converted = run(&["convert", "--to", "pgn"], BAD.as_bytes());
    assert!(converted.stderr.contains("S0301") && !converted.stdout.contains("S0301"));
    assert_eq!(converted.status, 1);
}

#[test]
fn names_that_are_not_known_bring_near_ones_to_mind() {
    let rules = run(&["perft", "--rules", "inertia-ches", "1"], b"");
    assert_eq!(rules.status, 2);
    assert!(
        rules.stderr.contains("did you mean `inertia-chess`"),
        "{}",
        rules.stderr
    );
    let option = run(&["validate", "--forma", "json"], b"");
    assert!(option.stderr.contains("--format"), "{}", option.stderr);
    let code = run(&["explain", "S031"], b"");
    assert_eq!(code.status, 2);
    assert!(code.stderr.contains("did you mean `S03"), "{}", code.stderr);
    let word = run(&["explain", "Illegal"], b"");
    assert!(
        word.stderr.contains("did you mean `illegal-move`?"),
        "{}",
        word.stderr
    );
}

#[test]
fn a_file_without_a_record_is_an_error() {
    let output = run(&["validate", "--format", "json"], b"Nothing to see here.\n");
    assert_eq!(output.status, 1);
    assert!(
        output.stdout.contains("\"code\":\"S0104\""),
        "{}",
        output.stdout
    );
    assert_eq!(summary(&output)["records"], 0);
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let games = GOOD.repeat(20_000);
    for arguments in [
        &["convert", "--to", "pgn"][..],
        &["convert", "--to", "json", "-j", "1"],
        &["validate", "-v"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_scoresheet"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let games = games.clone();
        let writer = std::thread::spawn(move || stdin.write_all(games.as_bytes()));
        let mut stdout = child.stdout.take().expect("a pipe");
        stdout.read_exact(&mut [0; 10]).expect("some output");
        drop(stdout);
        let output = child.wait_with_output().expect("the program ends");
        let _ = writer.join().expect("the writer does not panic");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_is_named_once() {
    let folder = folder(&[(
        "slip.pgn",
        b"[Event \"A\"]\n\n1. e4 e5 2. Nf4 Nc6 3. Nxe5 *\n",
    )]);
    for (line, name) in [
        (
            "PROGRAM select slip.pgn -o /dev/full",
            "/dev/full: No space left on device",
        ),
        (
            "PROGRAM stats --format json slip.pgn -o /dev/full",
            "/dev/full: No space left on device",
        ),
        (
            "PROGRAM select slip.pgn > /dev/full",
            "standard output: No space left on device",
        ),
        (
            "PROGRAM select slip.pgn -o out.pgn",
            "out.pgn: File too large",
        ),
        (
            "PROGRAM repair --write -q slip.pgn",
            "slip.pgn: File too large",
        ),
    ] {
        let program = format!("'{}'", env!("CARGO_BIN_EXE_scoresheet"));
        let line = format!(
            "ulimit -f 0; trap '' XFSZ; {}",
            line.replace("PROGRAM", &program)
        );
        let output = Command::new("sh")
            .args(["-c", &line])
            .current_dir(folder.path())
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        // The place that is canonical may stand before the name.
        let words = said.strip_prefix("scoresheet: ").unwrap_or_default();
        assert!(
            words.contains(name) && words.matches(".pgn").count() < 2,
            "{line}: {said}"
        );
        assert_eq!(
            fs::read_dir(folder.path()).expect("a folder").count(),
            1,
            "{line}"
        );
    }
}

#[test]
fn the_number_of_workers_changes_nothing() {
    let mut games = String::new();
    for i in 0..6_000 {
        games.push_str(match i % 7 {
            0 => BAD,
            1 => DOUBTFUL,
            _ => GOOD,
        });
        games.push('\n');
    }
    let folder = folder(&[("games.pgn", games.as_bytes())]);
    let games = path(&folder, "games.pgn");
    for command in [
        &["validate", "--format", "json"][..],
        &["validate"],
        &["convert", "--to", "jsonl"],
        &["diagram"],
    ] {
        let with = |workers: &str| {
            let arguments = [command, &["-j", workers, &games]].concat();
            let Output {
                stdout,
                stderr,
                status,
            } = run(&arguments, b"");
            (stdout, stderr, status)
        };
        let one = with("1");
        assert!(one == with("2") && one == with("5"), "{command:?}");
    }
}

#[test]
fn folders_are_walked_and_their_files_sorted() {
    let folder = folder(&[
        ("b.pgn", BAD.as_bytes()),
        ("a/deep/.hidden.txt", DOUBTFUL.as_bytes()),
        ("a/notes.txt", b"No game here, and none is promised."),
        ("a/picture.png", b"\x89PNG"),
        ("c.jsonl", b""),
    ]);
    let whole = path(&folder, "");
    let output = run(&["validate", "--format", "json", &whole], b"");
    let codes: Vec<_> = output
        .stdout
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter_map(|finding| finding["code"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(codes, ["S0404", "S0301", "S0104"], "{}", output.stdout);
    assert_eq!(summary(&output)["files"], 4);
    let nothing = run(&["validate", &path(&folder, "a/deep/..")], b"");
    assert_eq!(nothing.status, 0, "{}", nothing.stdout);
}

#[test]
fn packed_files_are_read_whatever_their_name() {
    let mut gz = gzip(GOOD);
    gz.extend(gzip(&BAD.replace("Bad", "Second member")));
    let zst = zstd(BAD);
    let bz2 = bzip2(BAD);
    let folder = folder(&[
        ("a.pgn.gz", &gz),
        ("b.pgn.zst", &zst),
        ("c.pgn.bz2", &bz2),
        ("d.pgn", &zst),
    ]);
    let output = run(&["validate", "--format", "json", &path(&folder, "")], b"");
    assert_eq!(output.stderr, "");
    let summary = summary(&output);
    assert_eq!(
        (summary["records"].as_u64(), summary["errors"].as_u64()),
        (Some(5), Some(4))
    );
}

#[test]
fn a_packed_file_that_breaks_off_gives_what_it_has() {
    let games = GOOD.repeat(5_000);
    let mut gz = gzip(&games);
    gz.truncate(gz.len() - 20);
    let folder = folder(&[("cut.pgn.gz", &gz)]);
    let output = run(
        &["validate", "--format", "json", &path(&folder, "cut.pgn.gz")],
        b"",
    );
    assert_eq!(output.status, 2);
    assert!(output.stderr.contains("cut.pgn.gz"), "{}", output.stderr);
    assert!(summary(&output)["records"].as_u64() > Some(1_000));
}

fn gzip(text: &str) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(text.as_bytes()).expect("room");
    packer.finish().expect("room")
}

fn zstd(text: &str) -> Vec<u8> {
    zstd::encode_all(text.as_bytes(), 3).expect("room")
}

fn bzip2(text: &str) -> Vec<u8> {
    let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    packer.write_all(text.as_bytes()).expect("room");
    packer.finish().expect("room")
}

#[test]
fn the_output_file_is_replaced_as_a_whole() {
    let folder = folder(&[("out.pgn", b"old")]);
    let out = path(&folder, "out.pgn");
    let output = run(&["convert", "--to", "pgn", "-o", &out], GOOD.as_bytes());
    assert_eq!((output.status, output.stdout.as_str()), (0, ""));
    let written = fs::read_to_string(&out).expect("the file");
    assert!(written.starts_with("[Event \"Good\"]"), "{written}");
    let left: Vec<_> = fs::read_dir(folder.path()).expect("the folder").collect();
    assert_eq!(left.len(), 1, "nothing else is left behind");
    let refused = run(
        &["convert", "--to", "pgn", "-o", "no/such/folder/out.pgn"],
        GOOD.as_bytes(),
    );
    assert_eq!(refused.status, 2);
    let failed = run(&["moves", "--position", "nonsense", "-o", &out], b"");
    assert_eq!(failed.status, 2);
    assert_eq!(
        fs::read_to_string(&out).expect("the file"),
        written,
        "a failure leaves the file alone"
    );
}

#[test]
fn text_in_utf16_is_read_and_places_are_those_of_the_file() {
    let utf16: Vec<u8> = format!("\u{feff}{BAD}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let output = run(&["validate", "--format", "json", "--from", "pgn"], &utf16);
    let finding: serde_json::Value =
        serde_json::from_str(output.stdout.lines().next().expect("a finding")).expect("JSON");
    let offset = 2 + 2 * BAD.find("Ke3").expect("the fault");
    assert_eq!(finding["offset"].as_u64(), Some(offset as u64));
    assert_eq!(
        (finding["line"].as_u64(), finding["column"].as_u64()),
        (Some(3), Some(13))
    );
}

#[test]
fn a_record_that_is_too_long_is_one_finding_wherever_it_stands() {
    let long = format!(
        "[Event \"Long\"]\n\n1. e4 {{{}}} *\n\n",
        "x ".repeat(9 << 20)
    );
    let output = run(
        &["validate", "--format", "json", "--from", "pgn"],
        [GOOD, "\n", &long, BAD].concat().as_bytes(),
    );
    let codes: Vec<_> = output
        .stdout
        .lines()
        .filter(|line| line.contains("\"code\""))
        .collect();
    assert_eq!(codes.len(), 2, "{}", output.stdout);
    assert!(codes[0].contains("S0102") && codes[0].contains("\"record\":2"));
    assert!(codes[1].contains("S0301") && codes[1].contains("\"record\":3"));
}

#[test]
fn the_account_adds_up_to_the_bytes_of_the_file() {
    let article = "Some prose.\n\n  Inertia 1: A - B\n\n 1. Nf3 a5 (* well *) 2. Ne5 $1 *\n";
    for (from, input) in [
        ("text", article.as_bytes().to_vec()),
        ("pgn", [&b"\xef\xbb\xbf"[..], BAD.as_bytes()].concat()),
        (
            "pgn",
            b"[White \"Jo\xe3o\"]\n\n1. e4 {caf\xe9} *\n".to_vec(),
        ),
        (
            "pgn",
            format!("\u{feff}{GOOD}")
                .encode_utf16()
                .flat_map(u16::to_be_bytes)
                .collect(),
        ),
    ] {
        let output = run(
            &["validate", "--account", "--format", "json", "--from", from],
            &input,
        );
        let line = output
            .stdout
            .lines()
            .find(|line| line.contains("\"account\""))
            .expect("an account");
        let account: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let account = account["account"].as_object().expect("an object");
        let sum: u64 = account
            .iter()
            .filter(|(key, _)| *key != "bytes")
            .filter_map(|(_, value)| value.as_u64())
            .sum();
        assert_eq!(
            (account["bytes"].as_u64(), sum),
            (Some(input.len() as u64), input.len() as u64),
            "{line}"
        );
        assert_eq!(
            (account["gaps"].as_u64(), account["overlaps"].as_u64()),
            (Some(0), Some(0)),
            "{line}"
        );
    }
}

#[test]
fn a_failure_leaves_the_output_file_alone_whatever_the_format() {
    for format in ["json", "jsonl", "pgn", "text", "coords"] {
        let folder = folder(&[("keep", b"old")]);
        let out = path(&folder, "keep");
        let failed = run(
            &["convert", "--to", format, "no/such/file.pgn", "-o", &out],
            b"",
        );
        assert_eq!(failed.status, 2, "{format}");
        assert_eq!(fs::read(&out).expect("the file"), b"old", "{format}");
    }
}

#[test]
fn errors_name_the_output_file_that_was_asked_for() {
    let refused = run(
        &["convert", "--to", "pgn", "-o", "no/such/folder/out.pgn"],
        GOOD.as_bytes(),
    );
    insta::assert_snapshot!(refused.stderr, @"scoresheet: no/such/folder/out.pgn: No such file or directory (os error 2)");
}

#[test]
fn quiet_does_not_miss_a_file_that_cannot_be_read() {
    let folder = folder(&[
        ("bad.pgn", BAD.repeat(50).as_bytes()),
        ("good.pgn", GOOD.as_bytes()),
    ]);
    let (bad, good) = (path(&folder, "bad.pgn"), path(&folder, "good.pgn"));
    for workers in ["1", "2"] {
        let status =
            |files: &[&str]| run(&[&["validate", "-q", "-j", workers], files].concat(), b"").status;
        assert_eq!(status(&[&bad, &good, &good]), 1);
        assert_eq!(status(&[&good, &good, &bad]), 1);
        assert_eq!(status(&[&good, &good]), 0);
        assert_eq!(status(&[&bad, &good, "no/such/file.pgn"]), 2);
        assert_eq!(status(&["no/such/file.pgn", &bad]), 2);
    }
}

/// The bulk path notes them itself, and a record that is chosen is replayed in full.
#[test]
fn notes_and_their_corrections_have_one_place_whichever_way_they_were_found() {
    let game = |event: &str, moves: &str| format!("[Event \"{event}\"]\n\n{moves}\n\n");
    let mate = "1. f3 e5 2. g4 Qh4+ 0-1";
    let text = [game("a", mate), game("b", mate), game("c", "1. e4+ *")].concat();
    let findings = |more: &[&str]| {
        let args = [&["validate", "--from", "pgn", "--format", "json"], more].concat();
        let output = run(&args, text.as_bytes()).stdout;
        let lines = output.lines().filter(|line| line.contains("\"code\""));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let in_bulk = findings(&[]);
    assert_eq!(in_bulk.len(), 3, "{in_bulk:?}");
    assert!(
        in_bulk[1].contains(r#""line":7,"column":19"#),
        "{}",
        in_bulk[1]
    );
    assert_eq!(in_bulk, findings(&["--where", "plies>=0"]));
}
