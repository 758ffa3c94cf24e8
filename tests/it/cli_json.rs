//! JSON records are held to what they say of themselves.

use crate::support::{fixtures, run};
use serde_json::Value;

fn record(score: &str) -> String {
    let written = run(
        &["convert", "--to", "jsonl", "--from", "pgn"],
        score.as_bytes(),
    );
    assert_eq!(written.status, 0, "{}", written.stderr);
    written.stdout
}

fn findings(jsonl: &str, arguments: &[&str]) -> Vec<Value> {
    let fixed = ["validate", "--from", "jsonl", "--format", "json"];
    let output = run(&[&fixed, arguments].concat(), jsonl.as_bytes());
    let lines = output
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    lines
        .filter(|line: &Value| line["code"].is_string())
        .collect()
}

#[test]
fn rules_that_are_not_known_are_not_taken_for_chess() {
    let jsonl = record("1. e4 e5 *").replace("\"rules\":\"chess\"", "\"rules\":\"xiangqi\"");
    let found = findings(&jsonl, &[]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["code"], "S0105");
    let place = jsonl.find("xiangqi").expect("the name") as u64;
    assert_eq!(found[0]["offset"], place);
    assert_eq!(found[0]["end_offset"], place + 7);
    insta::assert_snapshot!(found[0]["message"].as_str().expect("words"), @"there is no rule set `xiangqi`");
    let back = run(
        &["convert", "-q", "--from", "jsonl", "--to", "jsonl"],
        jsonl.as_bytes(),
    );
    assert_eq!(back.status, 1);
    let json: Value = serde_json::from_str(&back.stdout).expect("JSON");
    assert_eq!(
        (&json["rules"], &json["valid"]),
        (&"xiangqi".into(), &false.into())
    );
    assert_eq!(json["options"], serde_json::json!({ "960": false }));
    assert_eq!(json["plies"][0]["san"], Value::Null);
    assert!(findings(&jsonl, &["--rules", "chess"]).is_empty());
}

#[test]
fn what_json_says_of_the_replay_is_compared_once() {
    let jsonl = record("1. f3 e5 2. g4 Qh4# 0-1");
    assert!(findings(&jsonl, &[]).is_empty());
    for (said, instead) in [
        ("\"san\":\"e5\"", "\"san\":\"e6\""),
        (
            "\"final\":\"rnb1kbnr/pppp1ppp",
            "\"final\":\"rnb1kbnr/pppppppp",
        ),
        ("\"outcome\":\"0-1\"", "\"outcome\":null"),
    ] {
        assert!(jsonl.contains(said), "{said} in {jsonl}");
        let changed = jsonl.replace(said, instead);
        let found = findings(&changed, &[]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0]["code"], "S0409", "{instead}");
        let back = run(
            &["convert", "-q", "--from", "jsonl", "--to", "jsonl"],
            changed.as_bytes(),
        );
        assert_eq!(back.stdout, jsonl, "written again it is right");
        assert!(
            findings(&changed, &["--rules", "inertia-chess"])
                .iter()
                .all(|found| found["code"] != "S0409")
        );
    }
    let all = jsonl
        .replace("\"san\":\"e5\"", "\"san\":\"e6\"")
        .replace("\"outcome\":\"0-1\"", "\"outcome\":null");
    let found = findings(&all, &[]);
    assert_eq!(found.len(), 1, "{found:?}");
    insta::assert_snapshot!(found[0]["message"].as_str().expect("words"), @"`san` says e6, the move played is e5");
    assert_eq!(found[0]["ply"], 2);
}

#[test]
fn what_was_written_agrees_with_its_replay() {
    for folder in ["valid", "invalid"] {
        for file in fixtures(folder, &["pgn", "txt"]) {
            let file = file.to_str().expect("a plain name");
            let jsonl = run(&["convert", "-q", "--to", "jsonl", file], b"").stdout;
            let found = findings(&jsonl, &[]);
            assert!(
                found.iter().all(|found| found["code"] != "S0409"),
                "{file}: {found:?}"
            );
        }
    }
}
