//! Inputs that readers of chess records get wrong, with the right verdict: `fixtures/pgn-cases.json`, through the program.
//!
//! A case: `id`, `title`, `input` (or `input_hex`), `rules`, `from` (`sgf`, else PGN), and `expect`: `records`, `exit` or `exit_in`, `diagnostics`
//! that must occur (each answered by one of its own unless `optional`), `max_errors`, `forbid` (severities), `per_record`
//! (what each record must be), or `any_of` several such readings.

use crate::support::{Output, root, run, text};
use serde_json::{Map, Value};

#[test]
fn every_case_has_its_verdict() {
    let file = root().join("fixtures/pgn-cases.json");
    let cases: Vec<Value> = serde_json::from_str(&text(&file)).expect("JSON");
    let mut failures = Vec::new();
    for case in &cases {
        let faults = judge(&case["expect"], &Answer::of(case));
        if !faults.is_empty() {
            let head = format!("{} {}", case["id"], case["title"]);
            failures.push(format!("{head}\n    {}", faults.join("\n    ")));
        }
    }
    let all = cases.len();
    assert!(
        failures.is_empty(),
        "{} of {all} fall short\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// What the program said about a case.
struct Answer {
    records: Vec<Value>,
    diagnostics: Vec<Value>,
    summary: Value,
    status: i32,
}

impl Answer {
    fn of(case: &Value) -> Self {
        let input = match case.get("input_hex").and_then(Value::as_str) {
            Some(hex) => bytes(hex),
            None => case["input"]
                .as_str()
                .expect("an input")
                .as_bytes()
                .to_vec(),
        };
        let folder = tempfile::tempdir().expect("a folder");
        let from = case["from"].as_str().unwrap_or("pgn");
        let file = folder.path().join(format!("case.{from}"));
        std::fs::write(&file, input).expect("the case is written");
        let file = file.to_str().expect("a plain path");
        let rules = case["rules"].as_str().map(|rules| ["--rules", rules]);
        let rules = rules.as_ref().map_or(&[][..], |rules| &rules[..]);
        let validate = run(
            &[&["validate", "--format", "json"], rules, &[file]].concat(),
            b"",
        );
        let convert = run(
            &[&["convert", "--to", "jsonl"], rules, &[file]].concat(),
            b"",
        );
        let mut diagnostics = lines(&validate);
        let summary = diagnostics.pop().expect("a summary line");
        Self {
            records: lines(&convert),
            diagnostics,
            summary: summary["summary"].clone(),
            status: validate.status,
        }
    }

    fn count(&self, severity: &str) -> u64 {
        let found = self
            .diagnostics
            .iter()
            .filter(|finding| finding["severity"] == severity);
        found.count() as u64
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2);
    digits
        .map(|pair| {
            let pair = std::str::from_utf8(pair).expect("ASCII");
            u8::from_str_radix(pair, 16).expect("two digits")
        })
        .collect()
}

fn lines(output: &Output) -> Vec<Value> {
    let lines = output.stdout.lines();
    lines
        .map(|line| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}\n{output:?}"))
        })
        .collect()
}

/// What falls short of the expectation; nothing when it holds.
fn judge(expect: &Value, answer: &Answer) -> Vec<String> {
    if let Some(readings) = expect["any_of"].as_array() {
        let beside = expect.as_object().expect("an object");
        let tried = readings.iter().map(|reading| {
            let mut whole: Map<_, _> = beside.clone();
            whole.remove("any_of");
            whole.extend(reading.as_object().expect("an object").clone());
            judge(&Value::Object(whole), answer)
        });
        return tried.min_by_key(Vec::len).expect("a reading");
    }
    let mut faults = Vec::new();
    let mut demand = |holds: bool, what: String| {
        if !holds {
            faults.push(what);
        }
    };
    let records = answer.records.len();
    let (errors, valid) = (
        answer.count("error"),
        answer
            .records
            .iter()
            .filter(|record| record["valid"] == true)
            .count(),
    );
    demand(
        one_of(expect, "records", &records.into()),
        format!("{records} records"),
    );
    demand(
        answer.summary["records"] == records,
        format!("the summary {}", answer.summary),
    );
    demand(
        answer.summary["valid"] == valid,
        format!("{valid} valid, {}", answer.summary),
    );
    demand(
        answer.summary["errors"] == errors,
        format!("{errors} errors, {}", answer.summary),
    );
    demand(
        one_of(expect, "exit", &answer.status.into()),
        format!("exit {}", answer.status),
    );
    demand(
        (answer.status == 1) == (errors > 0),
        format!("exit {} with {errors} errors", answer.status),
    );
    if let Some(most) = expect["max_errors"].as_u64() {
        demand(
            errors <= most,
            format!("{errors} errors: {}", brief(&answer.diagnostics)),
        );
    }
    for severity in expect["forbid"].as_array().into_iter().flatten() {
        let severity = severity.as_str().expect("a severity");
        demand(
            answer.count(severity) == 0,
            format!("no {severity}: {}", brief(&answer.diagnostics)),
        );
    }
    let wanted = expect["diagnostics"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let wanted: Vec<_> = wanted
        .iter()
        .filter(|wanted| wanted["optional"] != true)
        .collect();
    demand(
        all_answered(
            &wanted,
            &answer.diagnostics,
            &mut vec![false; answer.diagnostics.len()],
        ),
        format!(
            "a finding for each of {wanted:?}: {}",
            brief(&answer.diagnostics)
        ),
    );
    for (index, record) in answer.records.iter().enumerate() {
        let number = index + 1;
        let error =
            |finding: &&Value| finding["severity"] == "error" && finding["record"] == number;
        let has_error = answer.diagnostics.iter().any(|finding| error(&finding));
        demand(
            record["valid"] == !has_error,
            format!("record {number} valid: {}", record["valid"]),
        );
        if let Some(wanted) = expect["per_record"].get(index) {
            faults_of_record(wanted, record, &mut |what| {
                demand(false, format!("record {number} {what}"));
            });
        }
    }
    faults
}

fn brief(diagnostics: &[Value]) -> String {
    let line = |finding: &Value| {
        let at = |key: &str| finding[key].to_string();
        format!(
            "{} {}:{} {}",
            at("code"),
            at("line"),
            at("column"),
            at("message")
        )
    };
    diagnostics.iter().map(line).collect::<Vec<_>>().join("; ")
}

/// Whether `came` is `expect[key]`, or one of `expect[key_in]`; a key that is not there asks for nothing.
fn one_of(expect: &Value, key: &str, came: &Value) -> bool {
    match (expect.get(key), expect.get(format!("{key}_in"))) {
        (None | Some(Value::Null), None | Some(Value::Null)) => true,
        (Some(wanted), _) if !wanted.is_null() => wanted == came,
        (_, wanted) => wanted.is_some_and(|wanted| fits(wanted, came)),
    }
}

/// Whether `came` is `wanted` or, where that is a list, in it; null asks for nothing.
fn fits(wanted: &Value, came: &Value) -> bool {
    match wanted {
        Value::Null => true,
        Value::Array(any) => any.contains(came),
        only => only == came,
    }
}

fn answers(wanted: &Value, finding: &Value) -> bool {
    let severity = wanted["severity"].as_str().expect("a severity");
    let severe = severity == "any" || severity.split('|').any(|one| finding["severity"] == one);
    let placed = ["line", "column", "record", "ply"]
        .iter()
        .all(|key| fits(&wanted[key], &finding[key]));
    let text = finding.to_string();
    let mut words = wanted["mentions"].as_array().into_iter().flatten();
    severe && placed && words.all(|word| text.contains(word.as_str().expect("a word")))
}

/// Whether each of `wanted` finds a finding that no other takes.
fn all_answered(wanted: &[&Value], findings: &[Value], taken: &mut Vec<bool>) -> bool {
    let Some((first, rest)) = wanted.split_first() else {
        return true;
    };
    for index in 0..findings.len() {
        if !taken[index] && answers(first, &findings[index]) {
            taken[index] = true;
            if all_answered(rest, findings, taken) {
                return true;
            }
            taken[index] = false;
        }
    }
    false
}

fn list<'v>(value: &'v Value, key: &str) -> Option<&'v Vec<Value>> {
    value.get(key).and_then(Value::as_array)
}

/// Whether the words that came are those wanted, one by one; a wanted list means any of its words.
fn same_words(wanted: &[Value], came: &[Value]) -> bool {
    wanted.len() == came.len()
        && wanted
            .iter()
            .zip(came)
            .all(|(wanted, came)| fits(wanted, came))
}

fn faults_of_record(wanted: &Value, record: &Value, fault: &mut dyn FnMut(String)) {
    if wanted.is_null() {
        return;
    }
    let plies = list(record, "plies").expect("plies");
    let is_played = |ply: &&Value| ply["san"].is_string() || ply["coords"].is_string();
    let head = plies.iter().take_while(is_played).count();
    let words: Vec<_> = plies[..head].iter().map(|ply| ply["san"].clone()).collect();
    if plies[head..].iter().any(|ply| is_played(&ply)) {
        fault(format!("plays on after ply {head}"));
    }
    if list(wanted, "plies").is_some_and(|wanted| !same_words(wanted, &words)) {
        fault(format!("plies {} came {words:?}", wanted["plies"]));
    }
    let same = |wanted: &Value| same_words(wanted.as_array().expect("a list"), &words);
    if list(wanted, "plies_in").is_some_and(|lines| !lines.iter().any(same)) {
        fault(format!(
            "plies one of {} came {words:?}",
            wanted["plies_in"]
        ));
    }
    if let Some(texts) = list(wanted, "unplayed") {
        let mut rest = plies[head..]
            .iter()
            .map(|ply| ply["text"].as_str().unwrap_or_default());
        let kept = |word: &Value| rest.any(|text| text.contains(word.as_str().expect("a word")));
        if !texts.iter().all(kept) {
            fault(format!("keeps unplayed {texts:?}"));
        }
    }
    if let Some(texts) = list(wanted, "texts") {
        let fits = |(word, ply): (&Value, &Value)| {
            ply["text"]
                .as_str()
                .unwrap_or_default()
                .contains(word.as_str().expect("a word"))
        };
        if texts.len() != plies.len() || !texts.iter().zip(plies).all(fits) {
            fault(format!("texts {texts:?} came {plies:?}"));
        }
    }
    let finals = wanted.get("final").map_or_else(
        || list(wanted, "final_in").cloned().unwrap_or_default(),
        |only| vec![only.clone()],
    );
    if !finals.is_empty()
        && !finals
            .iter()
            .any(|position| same_position(wanted, position, &record["final"]))
    {
        fault(format!("final {finals:?} came {}", record["final"]));
    }
    for key in ["result", "outcome", "status", "valid"] {
        if !one_of(wanted, key, &record[key]) {
            fault(format!("{key} {} came {}", wanted[key], record[key]));
        }
    }
    for (names, value) in wanted["tags"].as_object().into_iter().flatten() {
        let tags = list(record, "tags").expect("tags");
        let there = |name: &str| tags.iter().any(|tag| tag[0] == name && tag[1] == *value);
        if !names.split('|').any(there) {
            fault(format!("tag {names} = {value} came {tags:?}"));
        }
    }
    if let Some(nags) = wanted["nags"].as_object() {
        for (index, ply) in plies[..head].iter().enumerate() {
            let none = Vec::new();
            let wanted = nags
                .get(&(index + 1).to_string())
                .and_then(Value::as_array)
                .unwrap_or(&none);
            let came = list(ply, "nags").unwrap_or(&none);
            if !same_words(wanted, came) {
                fault(format!(
                    "nags {wanted:?} at ply {} came {came:?}",
                    index + 1
                ));
            }
        }
    }
    if let Some(lines) = list(wanted, "variations") {
        let mut left = lines_aside(plies);
        for line in lines {
            let line = line.as_array().expect("a line");
            match left.iter().position(|came| same_words(line, came)) {
                Some(index) => drop(left.remove(index)),
                None => fault(format!("variation {line:?}")),
            }
        }
        if !left.is_empty() {
            fault(format!("no other variations, came {left:?}"));
        }
    }
    let kept = squeezed(&words_of(record));
    for words in list(wanted, "kept").into_iter().flatten() {
        let found = |word: &Value| kept.contains(&squeezed(word.as_str().expect("a text")));
        let any = words
            .as_array()
            .map_or_else(|| found(words), |any| any.iter().any(found));
        if !any {
            fault(format!("keeps {words}"));
        }
    }
}

/// Whether the position is the one wanted; where the case is lenient, with the en passant square too.
fn same_position(wanted: &Value, position: &Value, came: &Value) -> bool {
    if position == came {
        return true;
    }
    let (Some(position), Some(came)) = (position.as_str(), came.as_str()) else {
        return false;
    };
    let Some(square) = wanted["ep_square"]
        .as_str()
        .filter(|_| wanted["ep_lenient"] == true)
    else {
        return false;
    };
    let mut fields: Vec<_> = position.split(' ').collect();
    fields[3] = square;
    fields.join(" ") == came
}

/// Every variation, nested ones too.
fn lines_aside(plies: &[Value]) -> Vec<Vec<Value>> {
    let mut found = Vec::new();
    let mut left: Vec<&Value> = plies.iter().collect();
    while let Some(ply) = left.pop() {
        for line in list(ply, "variations").into_iter().flatten() {
            let line = line.as_array().expect("a line");
            let word = |ply: &Value| {
                ply.get("san")
                    .filter(|san| san.is_string())
                    .unwrap_or(&ply["text"])
                    .clone()
            };
            found.push(line.iter().map(word).collect());
            left.extend(line);
        }
    }
    found
}

/// What a record says in words: comments, tags, clocks; not what its moves and positions say.
fn words_of(record: &Value) -> String {
    const APART: &[&str] = &[
        "schema",
        "source",
        "rules",
        "options",
        "start",
        "boards",
        "final",
        "result",
        "outcome",
        "status",
        "valid",
        "diagnostics",
        "ply",
        "number",
        "side",
        "text",
        "san",
        "coords",
        "path",
        "captures",
        "forced",
        "nags",
        "place",
    ];
    let mut words = String::new();
    let mut left = vec![(record, false)];
    while let Some((value, in_comment)) = left.pop() {
        match value {
            Value::Object(fields) => {
                let is_comment = in_comment || fields.contains_key("place");
                for (key, value) in fields.iter().rev() {
                    if !APART.contains(&key.as_str()) || (is_comment && key == "text") {
                        left.push((value, is_comment));
                    }
                }
            }
            Value::Array(items) => left.extend(items.iter().rev().map(|item| (item, in_comment))),
            Value::String(text) => words.extend([text, " "]),
            Value::Number(number) => words.extend([number.to_string().as_str(), " "]),
            Value::Null | Value::Bool(_) => {}
        }
    }
    words
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
