//! Written and read again: the same record, in every format, and canonical text is a fixed point.

use crate::support::{cases, fixtures, root, run, text};
use proptest::prelude::{any, prop_assert_eq, proptest};
use scoresheet::notation::Color;
use scoresheet::notation::letters::Letters;
use scoresheet::rules::{RuleSet, Rules};
use scoresheet::with_rules;
use serde_json::Value;

/// What makes two records the same: tags, start, tree of coordinates, comments, annotations and result. Where a line
/// of a comment is broken does not count, nor the order of tags: PGN has its own, the roster first.
fn essence(record: &Value) -> Value {
    let main: Vec<_> = plies(&record["plies"]).iter().map(ply_essence).collect();
    let aside = |key: &str| comments(&record[key]);
    let mut tags: Vec<_> = record["tags"].as_array().expect("tags").iter().map(ToString::to_string).collect();
    tags.sort();
    serde_json::json!([tags, record["start"], main, aside("before"), aside("after"), record["result"]])
}

fn ply_essence(ply: &Value) -> Value {
    let lines = ply["variations"].as_array().into_iter().flatten();
    let lines: Vec<Vec<_>> = lines.map(|line| plies(line).iter().map(ply_essence).collect()).collect();
    serde_json::json!([ply["coords"], ply["nags"], comments(&ply["comments"]), lines])
}

fn plies(line: &Value) -> &[Value] {
    line.as_array().expect("a line of plies")
}

fn comments(list: &Value) -> Vec<String> {
    let text = |comment: &Value| {
        let text = comment["text"].as_str().or(comment.as_str()).expect("a comment");
        let words: Vec<_> = text.split_whitespace().collect();
        format!("{}: {}", comment["place"], words.join(" "))
    };
    list.as_array().into_iter().flatten().map(text).collect()
}

fn convert(input: &[u8], from: &str, to: &str, rules: &[&str]) -> String {
    let output = run(
        &[&["convert", "--from", from, "--to", to], rules, &["-"]].concat(),
        input,
    );
    assert_eq!(output.status, 0, "{from} to {to}: {}", output.stderr);
    output.stdout
}

fn essences(jsonl: &str) -> Vec<Value> {
    let records = jsonl
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    records.map(|record| essence(&record)).collect()
}

/// Through every two-way format and back.
fn goes_through_every_format(jsonl: &str, rules: &[&str], name: &str) {
    let reference = essences(jsonl);
    for format in ["json", "jsonl", "pgn", "text"] {
        let written = convert(jsonl.as_bytes(), "jsonl", format, rules);
        let back = convert(written.as_bytes(), format, "jsonl", rules);
        let came = essences(&back);
        assert_eq!(
            came.len(),
            reference.len(),
            "{name} through {format}:\n{written}"
        );
        for (came, reference) in came.iter().zip(&reference) {
            assert_eq!(came, reference, "{name} through {format}:\n{written}");
        }
        let again = convert(back.as_bytes(), "jsonl", format, rules);
        if !matches!(format, "json" | "jsonl") {
            assert_eq!(again, written, "{name}: {format} is no fixed point");
        }
    }
    let again = convert(jsonl.as_bytes(), "jsonl", "jsonl", rules);
    assert_eq!(again, jsonl, "{name}: JSON bytes");
}

#[test]
fn valid_fixtures_come_back_the_same() {
    for file in fixtures("valid", &["txt", "pgn"]) {
        let name = file
            .strip_prefix(root())
            .expect("a fixture")
            .to_str()
            .expect("a plain name");
        let output = run(&["convert", "--to", "jsonl", name], b"");
        assert_eq!(output.status, 0, "{name}: {}", output.stderr);
        goes_through_every_format(&output.stdout, &[], name);
    }
}

fn random_score<R: Rules>(rules: &R, choices: &[u16], variant: Option<&str>) -> (String, String) {
    let (mut position, mut moves) = (rules.start(), Vec::new());
    let mut score = String::from("[Event \"Random\"]\n");
    if let Some(variant) = variant {
        score.push_str(&format!("[Variant \"{variant}\"]\n"));
    }
    score.push('\n');
    for &choice in choices {
        rules.legal_moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(choice) % moves.len()];
        if rules.turn(&position) == Color::White {
            score.push_str(&format!("{}. ", rules.move_number(&position)));
        }
        rules.write_move(&position, mv, &Letters::ENGLISH, &mut score);
        score.push(' ');
        rules.play(&mut position, mv);
    }
    score.push_str("*\n");
    let mut text = String::new();
    rules.write_position(&position, &mut text);
    (score, text)
}

proptest! {
    #![proptest_config(cases(8))]

    #[test]
    fn random_games_come_back_the_same(choices in proptest::collection::vec(any::<u16>(), 0..120)) {
        for about in RuleSet::ABOUT {
            let set = RuleSet::from_spec(about.name).expect("a rule set");
            let (score, last) = with_rules!(&set, rules => random_score(rules, &choices, about.variant));
            let jsonl = convert(score.as_bytes(), "pgn", "jsonl", &[]);
            let record: Value = serde_json::from_str(&jsonl).expect("one record");
            prop_assert_eq!(record["final"].as_str(), Some(last.as_str()));
            goes_through_every_format(&jsonl, &[], about.name);
        }
    }
}

/// The recorded games of an independent implementation reach the recorded position in every format.
#[test]
fn recorded_games_reach_their_last_position() {
    let figures: Value =
        serde_json::from_str(&text(&root().join("fixtures/oracle/inertia-chess.json")))
            .expect("JSON");
    let mut scores = String::new();
    let games = figures["games"].as_array().expect("games");
    for game in games {
        let result = game["result"].as_str().expect("a result");
        let score = game["san"].as_str().expect("a score");
        scores.push_str(&format!(
            "[Event \"Recorded\"]\n[Variant \"Inertia Chess\"]\n[Result \"{result}\"]\n\n{score} {result}\n\n"
        ));
    }
    let jsonl = convert(scores.as_bytes(), "pgn", "jsonl", &[]);
    for format in ["jsonl", "pgn", "text", "coords"] {
        let written = convert(jsonl.as_bytes(), "jsonl", format, &[]);
        let back = convert(
            written.as_bytes(),
            format,
            "jsonl",
            &["--rules", "inertia-chess"],
        );
        let records: Vec<Value> = back
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(records.len(), games.len(), "{format}");
        for (record, game) in records.iter().zip(games) {
            let fields = |value: &Value| {
                let fields: Vec<_> = value
                    .as_str()
                    .expect("a position")
                    .split(' ')
                    .map(str::to_owned)
                    .collect();
                [&fields[..4], &fields[6..]].concat()
            };
            assert_eq!(fields(&record["final"]), fields(&game["final"]), "{format}");
        }
    }
}
