//! Every piece-letter language: read by itself and by name, written and read back.

use crate::support::{fixtures, replay_all, root, run, text};
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
