//! Logs of the stone game through the program: found out, judged, converted and read again.

use crate::support::{Output, run};
use serde_json::Value;

/// A game on square-8 in numbered pairs.
const GAME: &str = "1. c8 b8,b3 2. c3,g6 h5,e4 3. f4,e6 f7,h8";

fn findings(log: &str) -> Vec<(String, String)> {
    let output = run(
        &["validate", "--format", "json", "--from", "text"],
        log.as_bytes(),
    );
    let lines = output
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let found = lines.filter_map(|line: Value| {
        let (code, message) = (line.get("code")?.as_str()?, line.get("message")?.as_str()?);
        Some((code.to_owned(), message.to_owned()))
    });
    // That the board was not named is no matter here.
    found.filter(|(code, _)| code != "S0510").collect()
}

fn converted(log: &str, to: &str) -> Output {
    run(&["convert", "--from", "text", "--to", to], log.as_bytes())
}

fn json(log: &str) -> Value {
    serde_json::from_str(converted(log, "jsonl").stdout.trim()).expect("one record")
}

#[test]
fn stone_turns_are_judged_by_the_rules_of_the_stone_game() {
    for log in [
        format!("{GAME} *\n"),
        format!("Anna - Boris (*)\nInertia, square-8\n\n{GAME} *\n"),
        format!("[Variant \"Inertia\"]\n[Board \"square-8\"]\n\n{GAME} *\n"),
    ] {
        assert_eq!(findings(&log), [], "{log}");
        assert_eq!(json(&log)["rules"], "inertia", "{log}");
    }
    let chess = "[Variant \"Inertia\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";
    assert_eq!(json(chess)["rules"], "inertia-chess");
}

#[test]
fn a_side_out_of_turn_is_one_warning() {
    let log = "Red: c8\nBlack: b8,b3\nBlack: c3,g6\nRed: h5,e4\n*\n";
    let found = findings(log);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, "S0404");
    assert!(
        found[0].1.contains("Black") && found[0].1.contains("Red"),
        "{found:?}"
    );
}

#[test]
fn unusual_spellings_are_one_note() {
    let found = findings("1. C8 B8+B3 2. c3 / g6 h5&e4 *\n");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, "S0504");
}

#[test]
fn printed_boards_are_compared() {
    let board = "  . b r . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. b . . . . . .\n. . . . . . . .\n. . . . . . . .\n";
    assert_eq!(findings(&format!("1. c8 b8,b3\n{board}2. c3,g6 *\n")), []);
    let unicode = board.replace('r', "○").replace('b', "●").replace('.', "·");
    assert_eq!(findings(&format!("1. c8 b8,b3\n{unicode}2. c3,g6 *\n")), []);
    let wrong = findings(&format!(
        "1. c8 b8,b3\n{}2. c3,g6 *\n",
        board.replacen('r', "b", 1)
    ));
    assert_eq!(wrong.len(), 1, "{wrong:?}");
}

#[test]
fn a_log_goes_forth_and_back() {
    let log =
        format!("Inertia, square-8\nAnna - Boris (1-0)\n\n{GAME} (3... f3,h8) {{good}} 1-0\n");
    let record = json(&log);
    assert_eq!(record["tags"][1], serde_json::json!(["Red", "Anna"]));
    for format in ["text", "pgn", "coords"] {
        let written = converted(&log, format).stdout;
        let again = run(
            &["convert", "--to", "jsonl", "--from", format],
            written.as_bytes(),
        );
        let again: Value = serde_json::from_str(again.stdout.trim()).expect("one record");
        for key in ["rules", "options", "final", "result", "start"] {
            assert_eq!(
                again[key], record[key],
                "{key} through {format}:\n{written}"
            );
        }
        let coords = |record: &Value| -> Vec<Value> {
            let plies = record["plies"].as_array().expect("plies").iter();
            plies.map(|ply| ply["coords"].clone()).collect()
        };
        assert_eq!(coords(&again), coords(&record), "{format}:\n{written}");
    }
    let text = converted(&log, "text").stdout;
    assert_eq!(converted(&text, "text").stdout, text);
}
