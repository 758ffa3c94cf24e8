//! Every piece-letter language: read by itself and by name, written and read back.

use crate::support::{fixtures, replay_all, root, run, text};
use scoresheet::diag::{Code, Severity};
use scoresheet::notation::Role;
use scoresheet::notation::letters::Letters;
use scoresheet::replay::{Options, Replay};
use scoresheet::syntax::Format;

/// The coordinates of the one game that stands in `fixtures/valid/letters` in every language.
fn reference() -> Vec<String> {
    let file = root().join("fixtures/valid/letters/coordinates");
    text(&file).split_whitespace().map(str::to_owned).collect()
}

fn coordinates(replay: &Replay) -> Vec<String> {
    let played = replay.record.tree.mainline();
    played
        .map(|id| {
            replay
                .facts(id)
                .map_or_else(String::new, |facts| facts.coords.clone())
        })
        .collect()
}

#[test]
fn every_language_has_a_fixture() {
    let there = fixtures("valid/letters", &["pgn"]);
    for letters in Letters::ALL {
        let name = format!("{}.pgn", letters.name);
        assert!(
            there.iter().any(|file| file.ends_with(&name)),
            "{name} is missing"
        );
    }
    assert_eq!(there.len(), Letters::ALL.len());
}

#[test]
fn every_language_gives_the_same_game() {
    let reference = reference();
    for file in fixtures("valid/letters", &["pgn"]) {
        let name = file
            .file_stem()
            .and_then(|stem| stem.to_str())
            .expect("a name");
        let by_name = Letters::by_name(name).expect("a language");
        for letters in [None, Some(by_name)] {
            let options = Options {
                letters,
                ..Options::default()
            };
            let replays = replay_all(&text(&file), Format::Pgn, &options);
            assert_eq!(replays.len(), 1, "{name}");
            assert_eq!(
                coordinates(&replays[0]),
                reference,
                "{name}, letters {letters:?}"
            );
            assert_eq!(replays[0].letters.white, by_name.white, "{name}");
            assert!(
                replays[0].is_valid(),
                "{name}: {:?}",
                replays[0].diagnostics
            );
        }
    }
}

/// Wrong letters must not replay: the game was made so that each of its letters matters.
#[test]
fn other_letters_do_not_fit() {
    let english = root().join("fixtures/valid/letters/en.pgn");
    for letters in Letters::ALL
        .iter()
        .filter(|letters| letters.white != Letters::ENGLISH.white)
    {
        let options = Options {
            letters: Some(letters),
            ..Options::default()
        };
        let replays = replay_all(&text(&english), Format::Pgn, &options);
        assert!(!replays[0].is_valid(), "{}", letters.name);
    }
}

#[test]
fn what_is_written_in_a_language_is_read_back() {
    let english = text(&root().join("fixtures/valid/letters/en.pgn"));
    for letters in Letters::ALL {
        let written = run(
            &["convert", "--to", "text", "--letters", letters.name, "-"],
            english.as_bytes(),
        );
        assert_eq!(written.status, 0, "{}: {}", letters.name, written.stderr);
        for options in [&["--letters", "auto"], &["--letters", letters.name]] {
            let mut arguments = vec!["convert", "--from", "text", "--to", "coords"];
            arguments.extend(options);
            arguments.push("-");
            let back = run(&arguments, written.stdout.as_bytes());
            assert_eq!(
                back.status, 0,
                "{}: {}\n{}",
                letters.name, back.stderr, written.stdout
            );
            let words: Vec<_> = back.stdout.split_whitespace().collect();
            let moves = reference();
            assert!(
                moves.iter().all(|coords| words.contains(&coords.as_str())),
                "{}: {}",
                letters.name,
                back.stdout
            );
        }
    }
}

/// JSON and coordinates are in English letters, whatever they are to be written in: `e7e8n` is a knight in all of them.
#[test]
fn machine_formats_are_english() {
    let game = "[FEN \"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. e8=N+ Kf8 *\n";
    for format in ["jsonl", "coords"] {
        let written = run(
            &["convert", "--from", "pgn", "--to", format, "-"],
            game.as_bytes(),
        );
        for letters in Letters::ALL {
            let arguments = [
                "convert",
                "--from",
                format,
                "--to",
                "text",
                "--letters",
                letters.name,
                "-",
            ];
            let back = run(&arguments, written.stdout.as_bytes());
            let knight = letters.white[Role::Knight as usize];
            let word = format!("1. e8={knight}+");
            assert!(
                back.stdout.contains(&word),
                "{format}, {}: {}",
                letters.name,
                back.stdout
            );
        }
    }
}

/// A faulty record is blamed in the letters in which it gets furthest.
#[test]
fn a_fault_is_told_in_the_letters_of_the_record() {
    let output = run(
        &["validate", "--format", "json", "--from", "text", "-"],
        b"1. e4 e5 2. Cf3 Cc6 3. Fb5 Fb5 *\n",
    );
    let finding = output.stdout.lines().next().expect("a finding");
    assert!(
        finding.contains("\"ply\":6") && finding.contains("\"S0301\""),
        "{finding}"
    );
}

/// In full form a pawn may have its letter; `Bc4` alone never is a German pawn's move.
#[test]
fn pawn_letters_are_read_in_full_form_only() {
    let german = "[Variant \"Gravitational Chess\"]\n\n1. Be2-e4 Be7-e5 2. Lf1-c4-c3 Bd7-d5 *\n";
    let arguments = ["validate", "--from", "text", "-"];
    assert_eq!(run(&arguments, german.as_bytes()).status, 0);
    assert_eq!(run(&arguments, b"1. Bc4 e5 *\n").status, 1);
}

/// What a text is read as: the letters, `!` behind them where they are in doubt.
fn read_as(record: &str, english: bool) -> String {
    let options = Options {
        english,
        ..Options::default()
    };
    let replay = replay_all(record, Format::Text, &options).remove(0);
    let doubtful = replay
        .diagnostics
        .iter()
        .any(|finding| finding.code == Code::AmbiguousLetters);
    format!("{}{}", replay.letters.name, if doubtful { "!" } else { "" })
}

/// White's rook stands on a1, the king on b1.
fn in_text(moves: &str) -> String {
    format!("[FEN \"7k/8/8/8/8/8/8/RK6 w - - 0 1\"]\n\n{moves}\n")
}

#[test]
fn two_sets_that_both_replay_are_a_finding_in_text() {
    let ambiguous = in_text("1. Ra2 *");
    assert_eq!(read_as(&ambiguous, false), "en!");
    assert_eq!(read_as(&ambiguous, true), "en", "as PGN has it");
    for (letters, status) in [("auto", 1), ("en", 0), ("fr", 0)] {
        let arguments = ["validate", "--from", "text", "--letters", letters, "-"];
        assert_eq!(
            run(&arguments, ambiguous.as_bytes()).status,
            status,
            "{letters}"
        );
    }
    let output = run(&["validate", "--from", "text", "-"], ambiguous.as_bytes());
    insta::assert_snapshot!(output.stdout, @r"
    S0304 [error] record 1, 1. Ra2

      × `R` in Ra2 is the rook in English letters and the king in French ones, and the whole record
      │ replays with both
       ╭─[-:3:4]
     2 │ 
     3 │ 1. Ra2 *
       ·    ─┬─
       ·     ╰── two readings
       ╰────
      help: name the language: --letters en or --letters fr

    -: record 1 (line 1): 1 error, 0 plies of 1 replayed
    1 record in 1 file, 0 valid, 1 with errors; 0 plies replayed; 1 error
    ");
}

/// Whatever the record holds besides the word may decide.
#[test]
fn what_else_a_record_holds_decides_between_letters() {
    let board = |last: &str| {
        let empty = ". . . . . . . .\n".repeat(5);
        format!(". . . . . . . k\n{empty}{last}")
    };
    let english = board("R . . . . . . .\n. K . . . . . .\n");
    let french = board("K . . . . . . .\nR . . . . . . .\n");
    for (moves, letters) in [
        ("1. Ra2 Kh7 2. Kc2 *", "en"),
        ("1. Ra2 Rh7 2. Rb3 *", "fr"),
        ("1. Ra2 Rh7 2. Tf1 *", "fr"),
        ("1. Kc2 (1. Ra2) *", "en"),
        ("1. Rc2 (1. Ra2 Rg8) 1... Rg7 *", "fr"),
        ("1. Ra2 pat *", "fr"),
        ("1. Ra2 1/2-1/2", "en!"),
        ("1. e4 *", "en"),
    ] {
        assert_eq!(read_as(&in_text(moves), false), letters, "{moves}");
    }
    for (printed, letters) in [(english, "en"), (french, "fr")] {
        let moves = format!("1. Ra2\n\n{printed}\n*");
        assert_eq!(read_as(&in_text(&moves), false), letters, "{moves}");
    }
}

/// A rook that would be a knight in Finnish, or a bishop that would be a rook in Hungarian, is English all the same.
#[test]
fn english_is_doubted_for_languages_that_pass_for_it_only() {
    for (start, moves) in [
        ("7k/4P3/8/8/8/8/8/K7", "1. e8=R+ Kh7 *"),
        ("7k/4P3/8/8/8/8/8/K7", "1. e8=R *"),
        ("7k/8/8/8/8/8/8/1N4K1", "1. Na3 *"),
        ("k7/8/8/8/3B4/8/8/6K1", "1. Bd5 *"),
    ] {
        let text = format!("[FEN \"{start} w - - 0 1\"]\n\n{moves}\n");
        assert!(!read_as(&text, false).ends_with('!'), "{moves}");
    }
    assert_eq!(read_as("1. e4 e5 2. Se2 Se7 *", false), "de!");
}

/// What a PGN is read as, and what is found in it, notes left out but the one on the letters.
fn judged(record: &str) -> String {
    let options = Options {
        english: true,
        archive: true,
        ..Options::default()
    };
    let replay = replay_all(record, Format::Pgn, &options).remove(0);
    let mut told = replay.letters.name.to_owned();
    for finding in &replay.diagnostics {
        if finding.severity() > Severity::Note || finding.code == Code::OtherLetters {
            let word = finding.span.text(record);
            told.push_str(&format!(", {} {word}", finding.code.id()));
        }
    }
    told
}

#[test]
fn a_wrong_word_makes_no_other_language_of_a_pgn() {
    for (start, moves, told) in [
        (
            "4k3/8/8/8/8/8/r7/3N3K b - - 0 1",
            "1... Rd7 *",
            "en, S0301 Rd7",
        ),
        (
            "1Kn2b1k/8/6n1/2P5/8/2b5/8/2q5 b - - 0 1",
            "1... Ne7 *",
            "en, S0302 Ne7",
        ),
        ("", "1. e4 e5 2. Pe2 *", "en, S0301 Pe2"),
        (
            "",
            "1. d4 d5 2. Nf3 Nf6 3. Rg1 Rg8 4. Th1 *",
            "en, S0301 Th1",
        ),
        ("", "1. Nf3 Tg8 *", "en, S0301 Tg8"),
        (
            "",
            "1. e4 e5 2. Nf3 Nc6 3. Lb5 a6 4. Ba4 *",
            "en, S0301 Lb5",
        ),
        ("", "1. e4 e5 2. Ke2 Dh4 *", "en, S0301 Dh4"),
        ("", "1. e4 e5 (1... Sf6 2. Ke2) 2. Ke2 *", "en, S0301 Sf6"),
        ("", "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *", "de, S0511 Sf3"),
        (
            "",
            "1. e4 e5 2. Sf3 Sc6 3. Nb5 a6 *",
            "de, S0511 Sf3, S0301 Nb5",
        ),
        ("", "1. e4 e5 2. Dh5 *", "fr, S0511 Dh5"),
        (
            "8/1k6/8/8/8/8/1K6/8 w - - 0 1",
            "1. Rc2 Rc6 2. Rd2 Rd5 *",
            "fr, S0511 Rc2",
        ),
        (
            "8/1k6/8/8/8/8/1K6/8 w - - 0 1",
            "1. Rc2 Rc6 2. Rd2 Rd8 *",
            "en, S0301 Rc2",
        ),
    ] {
        let tag = if start.is_empty() {
            String::new()
        } else {
            format!("[FEN \"{start}\"]\n\n")
        };
        assert_eq!(judged(&format!("{tag}{moves}\n")), told, "{moves}");
    }
}

/// What stands behind a fault is written as it stood.
#[test]
fn words_that_were_not_judged_are_kept() {
    let game = "1. d4 d5 2. Nf3 Nf6 3. Rg1 Rg8 4. Th1 Nc6 *\n";
    let written = run(
        &["convert", "--from", "pgn", "--to", "pgn", "-"],
        game.as_bytes(),
    );
    let moves = game.trim_end();
    assert!(written.stdout.contains(moves), "{}", written.stdout);
}
