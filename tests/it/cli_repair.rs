//! `repair` as a program: what it shows, what it writes, and what it refuses.

use crate::support::{Output, root, run};
use scoresheet::schema;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const SIX_GAMES: &str = "fixtures/invalid/inertia-chess/six-games.txt";

/// A file of its own with this content; the folder goes when the test ends.
fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, content).expect("it is written");
    (folder, path)
}

fn repair(path: &Path, arguments: &[&str]) -> Output {
    let path = path.to_str().expect("plain names");
    run(&[&["repair"], arguments, &[path]].concat(), b"")
}

/// One misprint that only `3. Bb5` mends, with Windows line ends and a name in Latin-1.
const MISPRINT: &[u8] = b"[White \"Jo\xE3o\"]\r\n[Result \"*\"]\r\n\r\n1. e4 e5 2. Nf3 Nc6 3. Bh5 a6 4. Bxc6 dxc6\r\n5. O-O {ol\xE9} *\r\n";

fn replaced(old: &[u8], new: &[u8]) -> Vec<u8> {
    let at = MISPRINT
        .windows(old.len())
        .position(|part| part == old)
        .expect("it is there");
    [&MISPRINT[..at], new, &MISPRINT[at + old.len()..]].concat()
}

#[test]
fn the_six_games() {
    let output = run(&["repair", SIX_GAMES], b"");
    insta::assert_snapshot!(output.stdout);
    assert_eq!((output.status, output.stderr.as_str()), (1, ""));
}

#[test]
fn a_diff_shows_what_would_be_written() {
    let output = run(&["repair", "--diff", SIX_GAMES], b"");
    insta::assert_snapshot!(output.stdout);
    let (_folder, path) = file(
        "six-games.txt",
        &std::fs::read(root().join(SIX_GAMES)).expect("a fixture"),
    );
    repair(&path, &["--write", "-q"]);
    let written = std::fs::read_to_string(&path).expect("text");
    for line in output.stdout.lines().skip(2) {
        match line.split_at(1) {
            ("+" | " ", line) => assert!(written.contains(line), "{line}"),
            ("-", line) => assert!(!written.contains(&format!("{line}\n")), "{line}"),
            _ => {}
        }
    }
}

#[test]
fn the_likeliest_corrections_make_all_six_games_valid() {
    let (_folder, path) = file(
        "six-games.txt",
        &std::fs::read(root().join(SIX_GAMES)).expect("a fixture"),
    );
    let output = repair(&path, &["--write", "--choose", "1"]);
    assert_eq!(output.status, 0, "{}", output.stdout);
    let output = run(
        &["validate", "-q", path.to_str().expect("plain names")],
        b"",
    );
    assert_eq!(output.status, 0);
}

#[test]
fn only_the_bytes_that_are_corrected_change() {
    let (_folder, path) = file("game.pgn", MISPRINT);
    let output = repair(&path, &["--write"]);
    assert_eq!(output.status, 0, "{}{}", output.stdout, output.stderr);
    let written = std::fs::read(&path).expect("it is there");
    assert_eq!(written, replaced(b"Bh5", b"Bb5"));
    assert_eq!(repair(&path, &["--write"]).status, 0);
    assert_eq!(std::fs::read(&path).expect("it is there"), written);
}

#[test]
fn a_correction_may_leave_a_tag_or_a_comment() {
    let (_folder, path) = file("game.pgn", MISPRINT);
    repair(&path, &["--write", "--note", "tag"]);
    let tag = b"[Result \"*\"]\r\n[Corrected \"3. Bb5 instead of Bh5\"]\r\n";
    let written = std::fs::read(&path).expect("it is there");
    assert!(written.windows(tag.len()).any(|part| part == tag));
    let (_folder, path) = file("game.pgn", MISPRINT);
    repair(&path, &["--write", "--note", "comment"]);
    let expected = replaced(b"Bh5", b"Bb5 {corrected: 3. Bb5 instead of Bh5}");
    assert_eq!(std::fs::read(&path).expect("it is there"), expected);
}

/// A tag is given once: a note that was left before grows.
#[test]
fn a_note_as_a_tag_goes_on_from_the_one_that_is_there() {
    let score = "[Event \"E\"]\n[Corrected \"x\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bh5 a6 4. Bxc6 dxc6 5. O-O *\n";
    let (written, output) = noted("game.pgn", score, "tag");
    let expected = score
        .replace("\"x\"", "\"x; 3. Bb5 instead of Bh5\"")
        .replace("Bh5 a6", "Bb5 a6");
    assert_eq!((written, output.stderr), (expected, String::new()));
}

/// The file after its corrections were made with a note, and what was said.
fn noted(name: &str, content: &str, note: &str) -> (String, Output) {
    let (_folder, path) = file(name, content.as_bytes());
    let output = repair(&path, &["--write", "--note", note]);
    let written = std::fs::read_to_string(&path).expect("text");
    (written, output)
}

/// A note belongs to its move: inside the variation, before the author's comment, behind all marks.
#[test]
fn a_comment_stands_right_behind_the_corrected_word() {
    for (printed, behind, corrected) in [
        ("3. Bh5 a6", "3. Bb5 ", " a6"),
        ("3. Bh5{a note} a6", "3. Bb5 ", " {a note} a6"),
        ("3. Bh5!? $14 {a note} a6", "3. Bb5!? $14 ", " {a note} a6"),
        ("3. Bh5.a6", "3. Bb5 ", " .a6"),
        ("3. Bh5;a note\n3... a6", "3. Bb5 ", " ;a note\n3... a6"),
    ] {
        let game = |part: &str| {
            format!("[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 {part} 4. Bxc6 dxc6 5. O-O *\n")
        };
        let (written, output) = noted("game.pgn", &game(printed), "comment");
        let note = "{corrected: 3. Bb5 instead of Bh5}";
        let expected = game(&format!("{behind}{note}{corrected}"));
        assert_eq!(written, expected, "{}{}", output.stdout, output.stderr);
    }
    let variation = "[Result \"*\"]\n\n1. e4 e5 (1... c5 2. Nf3 d6 3. Bb5+ Nc6 4. Bxc7+ bxc6) (1... e6 2. Ke3) 2. Nf3 *\n";
    let (written, output) = noted("game.pgn", variation, "comment");
    assert!(
        written.contains("4. Bxc6+ {corrected: 4. Bxc6 instead of Bxc7} bxc6) (1... e6"),
        "{written}{}",
        output.stdout
    );
    let last = "[Result \"*\"]\n\n1. e4 e5 (1... c5 2. Nf3 Nc5) 2. Nf3 *\n";
    let (_folder, path) = file("game.pgn", last.as_bytes());
    repair(&path, &["--write", "--choose", "1", "--note", "comment"]);
    let written = std::fs::read_to_string(&path).expect("text");
    assert!(
        written.contains("Nc6 {corrected: 2... Nc6 instead of Nc5}) 2. Nf3 *"),
        "{written}"
    );
}

/// Game trees have no braces: a note is a property, and the one that is there takes it in.
#[test]
fn a_note_in_a_game_tree_is_a_property() {
    let score = "[Rules \"inertia:board=square-8\"]\n[Event \"E\"]\n[Result \"*\"]\n\n1. c8 b8,b3 2. c3,g6 h5,e4 3. f4,e6 f7,h8 4. g8,a6 b5,a1 *\n";
    let tree = run(
        &["convert", "--from", "pgn", "--to", "sgf"],
        score.as_bytes(),
    );
    let word = ["f4,e6", "f4e6", "fdee", "fe:ec"]
        .into_iter()
        .find(|word| tree.stdout.contains(word));
    let word = word.unwrap_or_else(|| panic!("{}{}", tree.stdout, tree.stderr));
    let wrong = tree.stdout.replacen(word, &word[..2], 1);
    for comment in ["", "C[a note]"] {
        let printed = wrong.replacen(
            &format!("[{}]", &word[..2]),
            &format!("[{}]{comment}", &word[..2]),
            1,
        );
        assert_ne!(printed, tree.stdout);
        for note in ["comment", "tag"] {
            let (_folder, path) = file("game.sgf", printed.as_bytes());
            let output = repair(&path, &["--write", "--choose", "1", "--note", note]);
            let written = std::fs::read_to_string(&path).expect("text");
            assert!(
                output.stdout.contains("1 correction written"),
                "{printed}{}{}",
                output.stdout,
                output.stderr
            );
            let (sign, quoted) = match (note, comment) {
                ("tag", _) => ("[Corrected:", comment),
                (_, "") => ("]C[corrected: ", ""),
                _ => ("]C[corrected: ", "\na note]"),
            };
            assert!(written.contains(sign), "{written}");
            assert!(written.contains(quoted), "{written}");
            let path = path.to_str().expect("plain names");
            let output = run(&["validate", path], b"");
            assert_eq!(output.status, 0, "{written}{}", output.stdout);
        }
    }
}

/// An insertion fits anywhere: it is made once, however often the file is named.
#[test]
fn a_file_that_is_named_twice_is_corrected_once() {
    let lost = b"[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 4. Bxc6 dxc6 5. O-O *\n";
    let (_folder, once) = file("game.pgn", lost);
    repair(&once, &["--write", "--choose", "1"]);
    let once = std::fs::read(&once).expect("it is there");
    assert_ne!(once, lost);
    let (folder, path) = file("game.pgn", lost);
    let path = path.to_str().expect("plain names");
    let folder = folder.path().to_str().expect("plain names");
    for names in [[path, path], [folder, path]] {
        std::fs::write(path, lost).expect("it is written");
        let arguments = ["repair", "--write", "--choose", "1"];
        let output = run(&[&arguments[..], &names].concat(), b"");
        assert_eq!(std::fs::read(path).expect("it is there"), once);
        assert!(
            output.stdout.ends_with("1 correction written\n"),
            "{}",
            output.stdout
        );
    }
}

/// What gets further and is not proven is listed as such, and not made.
#[test]
fn what_is_not_proven_is_marked_and_never_written() {
    let hopeless = b"[Result \"*\"]\n\n1. e4 e5 2. Nf9 Ra5 3. Ke8 Kd4 4. Qa8 Qh1 5. Rb7 Rg2 6. Kc6 Kf3 7. Bh8 Ba1 8. Nd8 Ne1 *\n";
    let (_folder, path) = file("game.pgn", hopeless);
    let output = repair(&path, &["--write", "--choose", "1"]);
    assert_eq!(output.status, 1, "{}", output.stdout);
    assert!(output.stdout.contains(", unproven\n"), "{}", output.stdout);
    assert!(
        output.stdout.contains("0 corrections written"),
        "{}",
        output.stdout
    );
    assert_eq!(std::fs::read(&path).expect("it is there"), hopeless);
}

/// The work on one record has an end, and what is not looked into is said to be.
#[test]
fn of_many_faults_of_a_record_some_are_not_searched() {
    let variations = "(1. e5 e6) ".repeat(2_000);
    let printed = format!("[Result \"*\"]\n\n1. e4 {variations}1... e5 *\n");
    let (_folder, path) = file("game.pgn", printed.as_bytes());
    let output = repair(&path, &[]);
    let count = |words: &str| output.stdout.matches(words).count();
    assert!(
        count("   not searched: ") > 80,
        "{}",
        count("   not searched: ")
    );
    assert!(count("   1. ") >= 2, "{}", count("   1. "));
    // A record tells a hundred findings of a kind, and counts the others.
    for words in ["100 faults", "; 1900 more findings of this kind"] {
        assert!(output.stdout.contains(words), "{}", output.stdout);
    }
}

#[test]
fn what_is_not_unique_is_written_when_it_is_chosen() {
    let several = b"1. e4 e5 2. Nf4 *\n";
    let (_folder, path) = file("game.pgn", several);
    let output = repair(&path, &["--write"]);
    assert_eq!(output.status, 1, "{}", output.stdout);
    assert_eq!(std::fs::read(&path).expect("it is there"), several);
    let output = repair(&path, &["--write", "--choose", "1"]);
    assert_eq!(output.status, 0, "{}", output.stdout);
    assert_eq!(
        std::fs::read(&path).expect("it is there"),
        b"1. e4 e5 2. Nf3 *\n"
    );
}

#[test]
fn what_cannot_be_written_is_refused() {
    let output = run(&["repair", "--write"], MISPRINT);
    assert_eq!(output.status, 2);
    assert!(
        output.stderr.contains("standard input"),
        "{}",
        output.stderr
    );
    let packed = {
        use std::io::Write;
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(MISPRINT).expect("it packs");
        packer.finish().expect("it packs")
    };
    let (_folder, path) = file("game.pgn.gz", &packed);
    let output = repair(&path, &["--write"]);
    assert_eq!(output.status, 2);
    assert!(output.stderr.contains("compressed"), "{}", output.stderr);
    assert!(
        output.stdout.contains("0 corrections written"),
        "{}",
        output.stdout
    );
    assert_eq!(std::fs::read(&path).expect("it is there"), packed);
}

#[test]
fn json_input_is_left_alone_and_said_to_be() {
    let twice = [MISPRINT, MISPRINT].concat();
    let json = run(&["convert", "--from", "pgn", "--to", "json"], &twice).stdout;
    for more in [&[][..], &["--diff"], &["--format", "json"]] {
        let arguments = [&["repair", "--from", "json"], more].concat();
        let output = run(&arguments, json.as_bytes());
        assert_eq!(output.status, 1);
        let said = output.stderr.matches("JSON is not corrected").count();
        assert_eq!(said, 1, "{more:?}: {}", output.stderr);
    }
}

/// A quiet run is silent about findings; a diff is no finding.
#[test]
fn a_quiet_run_still_prints_its_diff() {
    let loud = run(&["repair", "--diff", SIX_GAMES], b"");
    let quiet = run(&["repair", "-q", "--diff", SIX_GAMES], b"");
    assert!(quiet.stdout.contains("\n+"), "{}", quiet.stdout);
    assert_eq!((quiet.stdout, quiet.status), (loud.stdout, loud.status));
}

/// Main line, variations and numbers, each with a correction of its own that is the only one: all are made at once.
#[test]
fn several_misprints_of_a_game_are_corrected_in_one_go() {
    let printed = b"[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bh5 a6 (3... Nf6 4. Bxc7 dxc6) 4. Bxc6 dxc6\n5. O-O f6 (5... Bg4 6. h3 Bxf4 7. Qxf3) 6. d4 exd4 8. Nxd4 c5 8. Nb3 *\n";
    let (_folder, path) = file("game.pgn", printed);
    let output = repair(&path, &["--write"]);
    assert_eq!(output.status, 0, "{}", output.stdout);
    assert_eq!(
        std::fs::read_to_string(&path).expect("text"),
        "[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6 4. Bxc6 dxc6) 4. Bxc6 dxc6\n5. O-O f6 (5... Bg4 6. h3 Bxf3 7. Qxf3) 6. d4 exd4 7. Nxd4 c5 8. Nb3 *\n"
    );
}

/// A ply has one name, that which the rules give it.
#[test]
fn finding_and_corrections_call_a_ply_by_one_name() {
    let score = b"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 5. Kd2 *\n";
    let output = run(&["repair", "--from", "pgn"], score);
    assert!(output.stdout.contains("4... Kd2 "), "{}", output.stdout);
    assert!(
        output.stdout.contains("without 4... Kd2"),
        "{}",
        output.stdout
    );
    assert!(!output.stdout.contains("5... Kd2"), "{}", output.stdout);
}

#[test]
fn json_keeps_to_its_schema() {
    let output = run(&["repair", "--format", "json", SIX_GAMES], b"");
    let schemas = schema::schemas();
    let (_, repair) = schemas
        .iter()
        .find(|(name, _)| *name == "scoresheet.repair/1")
        .expect("a schema");
    let validator = jsonschema::draft202012::new(repair.as_value()).expect("it is one");
    let mut lines: Vec<Value> = output
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let closing = lines.pop().expect("a last line");
    assert!(lines.len() > 5);
    let summary = &closing["summary"];
    assert_eq!(summary["faults"], lines.len(), "{closing}");
    assert_eq!(
        [&summary["records"], &summary["faulty"], &summary["written"]],
        [&json!(6), &json!(4), &json!(0)]
    );
    for line in lines.iter().chain([&closing]) {
        assert!(validator.is_valid(line), "{line}");
    }
    let unique = |line: &&Value| {
        line["corrections"][0]["unique"] == true && line["finding"]["code"] == "S0301"
    };
    let found = lines.iter().filter(unique);
    let edits = found.map(|line| line["corrections"][0]["edits"].as_array().expect("a list"));
    let texts = edits.map(|edits| edits.iter().map(|edit| &edit["text"]).collect());
    let texts: Vec<Vec<_>> = texts.collect();
    assert_eq!(texts, [vec!["exf2", "Nxf2"], vec!["e3"]]);
    let mut more = lines[0].clone();
    more["more_than_that"] = Value::Null;
    assert!(!validator.is_valid(&more));
}

#[test]
fn validate_names_the_only_correction() {
    let output = run(&["validate", SIX_GAMES], b"");
    let words: Vec<&str> = output.stdout.split_whitespace().collect();
    let words = words.join(" ").replace("│ ", "");
    assert!(
        words.contains(
            "10. e3 instead of e2 is the only single correction under which the rest replays"
        ),
        "{}",
        output.stdout
    );
}

/// Whoever tells of a fault tells how to mend it.
#[test]
fn all_commands_name_the_correction() {
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bh5 a6 4. Bxc6 dxc6 5. O-O *\n";
    let correction = "3. Bb5 instead of Bh5";
    for command in [
        &["convert", "--to", "pgn"][..],
        &["convert", "--to", "jsonl", "-q"],
        &["annotate", "--add", "captures"],
        &["diagram"],
        &["stats", "--fail-fast"],
        &["select", "--fail-fast"],
        &["moves", game],
    ] {
        let input = if command[0] == "moves" { "" } else { game };
        let output = run(command, input.as_bytes());
        let told = output.stdout + &output.stderr;
        assert!(told.contains(correction), "{command:?}: {told}");
    }
    let json = |command: &[&str]| {
        let output = run(command, game.as_bytes());
        let told = output.stdout + &output.stderr;
        let line = told.lines().find(|line| line.contains("S0301"));
        let line = line.expect("a finding").to_owned();
        serde_json::from_str::<Value>(&line).expect("JSON")
    };
    let [validated, converted] = [
        &["validate", "--format", "json"][..],
        &["convert", "--to", "coords", "--format", "json"],
    ]
    .map(json);
    assert_eq!(validated, converted);
    assert_eq!(validated["fixes"][0]["title"], correction);
}

/// Findings that JSON carries along are the same after a second way through it.
#[test]
fn json_with_a_correction_is_converted_to_itself() {
    let game = b"1. e4 e5 2. Nf3 Nc6 3. Bh5 a6 4. Bxc6 dxc6 5. O-O *\n";
    let first = run(&["convert", "--to", "jsonl"], game).stdout;
    assert!(first.contains("instead of Bh5"), "{first}");
    let again = run(
        &["convert", "--to", "jsonl", "--from", "jsonl"],
        first.as_bytes(),
    );
    assert_eq!(again.stdout, first);
}

/// The summary counts the records with a fault among all that were read.
#[test]
fn records_with_a_fault_are_counted_among_all() {
    let two = b"[Event \"E\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"F\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bh5 a6 4. Bxc6 dxc6 5. O-O *\n";
    let output = run(&["repair"], two);
    let last = output.stdout.lines().last();
    assert_eq!(
        last,
        Some("1 fault in 1 of 2 records, 1 with a unique correction")
    );
}

#[test]
fn a_record_without_a_fault_is_left_alone() {
    let output = run(&["repair"], b"1. e4 e5 2. Nf3 Nc6 *\n");
    assert_eq!(output.status, 0);
    insta::assert_snapshot!(output.stdout, @"0 faults in 1 record, 0 with a unique correction");
}
