//! Written and read again: the same record, in every format, and canonical text is a fixed point.

use crate::support::{RECORDS, cases, fixtures, root, run, text, thoroughness};
use proptest::prelude::{any, prop_assert_eq, proptest};
use scoresheet::notation::Color;
use scoresheet::notation::letters::Letters;
use scoresheet::rules::{RuleSet, Rules};
use scoresheet::with_rules;
use serde_json::Value;

/// What makes two records the same: tags, start, tree of coordinates, comments, annotations and result. Where a line
/// of a comment is broken does not count, nor the order of tags: PGN has its own, the roster first. The rule set
/// and its board count, not whether a tag or a heading names them.
fn essence(record: &Value) -> Value {
    let main: Vec<_> = plies(&record["plies"]).iter().map(ply_essence).collect();
    let aside = |key: &str| comments(&record[key]);
    let mut tags: Vec<_> = record["tags"]
        .as_array()
        .expect("tags")
        .iter()
        .map(ToString::to_string)
        .collect();
    tags.retain(|tag| !tag.starts_with("[\"Variant\"") && !tag.starts_with("[\"Board\""));
    tags.sort();
    serde_json::json!([
        record["rules"],
        record["options"]["board"],
        tags,
        record["start"],
        main,
        aside("before"),
        aside("after"),
        record["result"]
    ])
}

fn ply_essence(ply: &Value) -> Value {
    let lines = ply["variations"].as_array().into_iter().flatten();
    let lines: Vec<Vec<_>> = lines
        .map(|line| plies(line).iter().map(ply_essence).collect())
        .collect();
    serde_json::json!([
        ply["coords"],
        ply["nags"],
        comments(&ply["comments"]),
        lines
    ])
}

fn plies(line: &Value) -> &[Value] {
    line.as_array().expect("a line of plies")
}

fn comments(list: &Value) -> Vec<String> {
    let text = |comment: &Value| {
        let text = comment["text"]
            .as_str()
            .or(comment.as_str())
            .expect("a comment");
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
    for file in fixtures("valid", &RECORDS) {
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

    /// Two moves at least: by none, or by `1. b3`, nobody can tell which of two games the variant `Inertia` is.
    #[test]
    fn random_games_come_back_the_same(choices in proptest::collection::vec(any::<u16>(), 2..120)) {
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

/// The games of an independent implementation.
fn recorded(rules: &str) -> Vec<Value> {
    let file = root().join(format!("fixtures/oracle/{rules}.json"));
    let mut figures: Value = serde_json::from_str(&text(&file)).expect("JSON");
    serde_json::from_value(figures["games"].take()).expect("games")
}

/// The recorded games of an independent implementation reach the recorded position in every format.
#[test]
fn recorded_games_reach_their_last_position() {
    let mut scores = String::new();
    let games = recorded("inertia-chess");
    for game in &games {
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
        for (record, game) in records.iter().zip(&games) {
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

/// A recorded game as its source writes it, in French full form.
fn french_score(game: &Value) -> String {
    let field = |key: &str| game[key].as_str().expect("a text");
    let words = game["french"].as_array().expect("moves");
    let words: Vec<_> = words.iter().filter_map(Value::as_str).collect();
    let (start, result) = (field("start"), field("result"));
    format!(
        "[Event \"Recorded\"]\n[Variant \"Gravitational Chess\"]\n[SetUp \"1\"]\n[FEN \"{start}\"]\n\
         [Result \"{result}\"]\n\n{} {result}\n\n",
        words.join(" ")
    )
}

/// Whether the records are the recorded games, move by move to the last position.
fn are_the_recorded(jsonl: &str, games: &[&Value], name: &str) {
    assert_eq!(jsonl.lines().count(), games.len(), "{name}");
    for (line, game) in jsonl.lines().zip(games) {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let coords: Vec<_> = plies(&record["plies"])
            .iter()
            .map(|ply| &ply["coords"])
            .collect();
        let recorded: Vec<_> = plies(&game["coords"]).iter().collect();
        assert_eq!(coords, recorded, "{name}");
        assert_eq!(record["final"], game["final"], "{name}");
        assert_eq!(record["result"], game["result"], "{name}");
    }
}

#[test]
fn recorded_gravitational_games_come_back_from_every_format() {
    let games = recorded("gravitational-chess");
    for (null_moves, set) in [
        (false, "gravitational-chess"),
        (true, "gravitational-chess:null-moves=on"),
    ] {
        let games: Vec<_> = games
            .iter()
            .filter(|game| game["null-moves"] == null_moves)
            .collect();
        let rules = ["--rules", set];
        let scores: String = games.iter().map(|game| french_score(game)).collect();
        let jsonl = convert(scores.as_bytes(), "pgn", "jsonl", &rules);
        are_the_recorded(&jsonl, &games, set);
        goes_through_every_format(&jsonl, &rules, set);
        let coords = convert(jsonl.as_bytes(), "jsonl", "coords", &rules);
        let back = convert(coords.as_bytes(), "coords", "jsonl", &rules);
        are_the_recorded(&back, &games, &format!("{set} through coords"));
    }
}

/// A tenth of the games, all of them with `SCORESHEET_CASES` from 10.
#[test]
fn recorded_gravitational_games_come_back_from_every_set_of_letters() {
    let games = recorded("gravitational-chess");
    let step = (10 / thoroughness().max(1)).max(1) as usize;
    let games: Vec<_> = games
        .iter()
        .filter(|game| game["null-moves"] == false)
        .step_by(step)
        .collect();
    let scores: String = games.iter().map(|game| french_score(game)).collect();
    for letters in Letters::ALL {
        let name = ["--letters", letters.name];
        let written = convert(scores.as_bytes(), "pgn", "text", &name);
        for reading in [&name[..], &[]] {
            let back = convert(written.as_bytes(), "text", "jsonl", reading);
            are_the_recorded(&back, &games, letters.name);
        }
    }
}
