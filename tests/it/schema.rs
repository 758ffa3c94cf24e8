//! The published schemas: what is written keeps to them, and nothing else does.

use crate::support::run;
use jsonschema::Validator;
use scoresheet::diag::{Code, Diagnostic, Located, Reason};
use scoresheet::record::TreeBuilder;
use scoresheet::replay::{Options, replay};
use scoresheet::schema;
use scoresheet::source::{Source, Span};
use scoresheet::syntax::{Format, read_json, read_record};
use scoresheet::write::{Target, write};
use serde_json::{Value, json};

fn validator(name: &str) -> Validator {
    let schemas = schema::schemas();
    let (_, schema) = schemas
        .iter()
        .find(|(known, _)| *known == name)
        .expect("a schema");
    jsonschema::draft202012::new(schema.as_value()).expect("the schema is one")
}

fn record() -> Value {
    let text =
        "[Event \"E\"]\n\n1. e4 {[%clk 0:01:00.5] [%eval #3]} (1. d4 d5 1-0) e5 2. Ke3 Nc6 *\n";
    let mut builder = TreeBuilder::default();
    read_record(Format::Pgn, text, 0, &mut builder);
    let mut out = String::new();
    write(
        Target::Jsonl,
        &replay(builder.finish(), text, &Options::default()),
        &Source::whole("games.pgn", text),
        1,
        &mut out,
    );
    let mut value: Value = serde_json::from_str(&out).expect("JSON");
    value["boards"] =
        json!([{"ply": 0, "line": 1, "match": null, "path": "main", "rows": ["..", ".."]}]);
    value
}

fn diagnostic() -> Value {
    let mut found = Diagnostic::new(Code::IllegalMove, Span::new(0, 1), "no")
        .label(Span::new(1, 2), "here")
        .fix("this", true, Span::new(0, 1), "b");
    found.why = Some(Reason {
        kind: "blocked",
        facts: vec![("by", json!("e4"))],
    });
    found.candidates = vec!["e4".to_owned()];
    let source = Source::whole("games.pgn", "abc");
    serde_json::to_value(schema::Diagnostic::from(&Located::new(&found, &source, 1))).expect("JSON")
}

/// The pointers to all objects in `value`, but for `options` and `why`, whose keys are free.
fn objects(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            found.push(at.to_owned());
            for (key, inner) in map
                .iter()
                .filter(|(key, _)| !matches!(key.as_str(), "options" | "why"))
            {
                objects(inner, &format!("{at}/{key}"), found);
            }
        }
        Value::Array(list) => {
            for (index, inner) in list.iter().enumerate() {
                objects(inner, &format!("{at}/{index}"), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Every object loses each of its keys in turn, gains one, and has each value replaced by one of another type.
fn mutants(whole: &Value) -> Vec<(String, Value)> {
    let mut places = Vec::new();
    objects(whole, "", &mut places);
    let mut mutants = Vec::new();
    for place in places {
        let object = |value: &mut Value| {
            value
                .pointer_mut(&place)
                .and_then(Value::as_object_mut)
                .expect("an object")
                .clone()
        };
        let keys: Vec<String> = object(&mut whole.clone()).keys().cloned().collect();
        let mut mutate = |what: String, change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
            let mut mutant = whole.clone();
            change(
                mutant
                    .pointer_mut(&place)
                    .and_then(Value::as_object_mut)
                    .expect("an object"),
            );
            mutants.push((what, mutant));
        };
        for key in keys {
            mutate(format!("{place}/{key} left out"), &|map| {
                map.remove(&key);
            });
            mutate(format!("{place}/{key} of another type"), &|map| {
                map.insert(key.clone(), json!([[[]]]));
            });
        }
        mutate(format!("{place}/more added"), &|map| {
            map.insert("more".to_owned(), json!(1));
        });
    }
    mutants
}

#[test]
fn what_is_written_keeps_to_the_schemas() {
    for (name, value) in [
        ("scoresheet.record/1", record()),
        ("scoresheet.diagnostic/1", diagnostic()),
    ] {
        let errors: Vec<String> = validator(name)
            .iter_errors(&value)
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    }
}

#[test]
fn schema_and_reader_refuse_the_same_mutants() {
    let validator = validator("scoresheet.record/1");
    let mutants = mutants(&record());
    assert!(mutants.len() > 150, "only {}", mutants.len());
    for (what, mutant) in mutants {
        assert!(
            !validator.is_valid(&mutant),
            "the schema takes it with {what}"
        );
        let read = read_json(Format::Jsonl, &mutant.to_string(), 0)
            .record
            .expect("something is there");
        let fault = read.expect_err(&what);
        assert_eq!(fault.code, Code::UnreadableJson, "{what}");
    }
}

#[test]
fn the_diagnostic_schema_is_strict() {
    let validator = validator("scoresheet.diagnostic/1");
    for (what, mutant) in mutants(&diagnostic()) {
        assert!(
            !validator.is_valid(&mutant),
            "the schema takes it with {what}"
        );
    }
}

/// Every line of the program's, not only the findings.
#[test]
fn all_that_validate_prints_keeps_to_the_schema() {
    let validator = validator("scoresheet.diagnostic/1");
    let games = b"[Event \"A\"]\n\n1. e4 e5 2. Ke3 *\n";
    let printed = run(&["validate", "--account", "--format", "json"], games).stdout;
    let lines = printed.lines();
    let lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    for line in &lines {
        assert!(validator.is_valid(line), "{line}");
    }
    let [.., account, summary] = &lines[..] else {
        panic!("{printed}");
    };
    assert!(
        account["account"].is_object() && summary["summary"].is_object(),
        "{printed}"
    );
    for line in [account, summary] {
        for (what, mutant) in mutants(line) {
            assert!(
                !validator.is_valid(&mutant),
                "the schema takes it with {what}"
            );
        }
    }
}

#[test]
fn results_colours_and_codes_are_closed_lists() {
    let record_schema = validator("scoresheet.record/1");
    for (place, value) in [
        ("/schema", json!("scoresheet.record/2")),
        ("/result", json!("2-0")),
        ("/outcome", json!("won")),
        ("/status", json!("over")),
        ("/plies/0/side", json!("green")),
        ("/plies/0/nags", json!([256])),
        ("/plies/0/comments/0/place", json!("beside")),
        ("/tags/0", json!(["Event"])),
    ] {
        let mut mutant = record();
        *mutant.pointer_mut(place).expect("a place") = value;
        assert!(!record_schema.is_valid(&mutant), "{place}");
    }
    let mut mutant = diagnostic();
    mutant["code"] = json!("E1");
    assert!(!validator("scoresheet.diagnostic/1").is_valid(&mutant));
}
