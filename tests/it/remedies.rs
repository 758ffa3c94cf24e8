//! What a finding says to do: each has a help line or a correction, and the likeliest correction comes first.

use crate::support::{RECORDS, fixtures, run};
use serde_json::Value;

/// The findings of `validate` about a text in PGN.
fn findings(pgn: &str) -> Vec<Value> {
    let output = run(
        &["validate", "--format", "json", "--from", "pgn", "-"],
        pgn.as_bytes(),
    );
    let lines = output.stdout.lines();
    let all = lines.map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    all.filter(|finding| finding["code"].is_string()).collect()
}

/// The titles of the corrections of the only error.
fn corrections(pgn: &str) -> Vec<String> {
    let found = findings(pgn);
    let error = found.iter().find(|finding| finding["severity"] == "error");
    let fixes = error.expect("an error")["fixes"]
        .as_array()
        .expect("a list");
    fixes
        .iter()
        .map(|fix| fix["title"].as_str().expect("a title").to_owned())
        .collect()
}

#[test]
fn every_finding_says_what_to_do() {
    let mut silent = String::new();
    for file in fixtures("invalid", &RECORDS) {
        let path = file.to_str().expect("plain names");
        let output = run(&["validate", "--format", "json", path], b"");
        for line in output.stdout.lines() {
            let finding: Value = serde_json::from_str(line).expect("JSON");
            if finding["code"].is_string() && finding["help"].is_null() {
                silent.push_str(&format!(
                    "{path}: {} {}\n",
                    finding["code"], finding["message"]
                ));
            }
        }
    }
    assert!(silent.is_empty(), "\n{silent}");
}

#[test]
fn a_king_that_goes_two_squares_castles() {
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4.";
    for (word, rest) in [("Kg1", " Nf6 *"), ("Kxh1", " Nf6 *")] {
        let fixes = corrections(&format!("{game} {word}{rest}\n"));
        assert_eq!(
            fixes.first().map(String::as_str),
            Some("write O-O"),
            "{word}: {fixes:?}"
        );
    }
}

#[test]
fn a_pawn_becomes_a_queen_first_of_all() {
    let fixes = corrections("1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8 Qxa8 *\n");
    assert_eq!(
        fixes.first().map(String::as_str),
        Some("write bxa8=Q"),
        "{fixes:?}"
    );
    let fixes = corrections("[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n\n1. a8 Kg6 *\n");
    assert_eq!(fixes[..2], ["write a8=Q", "write a8=R"]);
}

#[test]
fn the_first_repair_of_a_missing_promotion_is_the_queen() {
    let game = "1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8 Nb8 *\n";
    let output = run(&["repair", "--from", "pgn", "-"], game.as_bytes());
    let words = ["bxa8=Q", "bxa8=R", "bxa8=B", "bxa8=N", "Rxa8"];
    let places = words.map(|word| output.stdout.find(word).unwrap_or(usize::MAX));
    assert!(
        places[1..].iter().all(|&place| places[0] < place),
        "{}",
        output.stdout
    );
}

/// What follows a mate says nothing of other rules.
#[test]
fn other_rules_are_not_named_where_a_game_goes_on_behind_its_end() {
    let found = findings("1. f3 e5 2. g4 Qh4# 3. a3 a6 0-1\n");
    let error = found.iter().find(|finding| finding["code"] == "S0301");
    let help = error.expect("an error")["help"]
        .as_str()
        .expect("a help line");
    assert!(!help.contains("replays whole"), "{help}");
}

/// In archives a capture is marked, as standard algebraic notation has it.
#[test]
fn a_capture_without_its_mark_is_a_spelling() {
    let found = findings("1. e4 d5 2. exd5 Qd5 *\n");
    let codes: Vec<_> = found.iter().map(|finding| &finding["code"]).collect();
    assert_eq!(codes, ["S0504"]);
    assert_eq!(found[0]["fixes"][0]["edits"][0]["text"], "Qxd5");
}

/// The mate proves the result that the marker leaves open.
#[test]
fn a_result_left_open_after_mate_is_a_note_with_its_correction() {
    let found = findings("[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4# *\n");
    let codes: Vec<_> = found.iter().map(|finding| &finding["code"]).collect();
    assert_eq!(codes, ["S0512"]);
    let edits = found[0]["fixes"][0]["edits"].as_array().expect("a list");
    assert!(
        edits.len() == 2 && edits.iter().all(|edit| edit["text"] == "0-1"),
        "{edits:?}"
    );
}
