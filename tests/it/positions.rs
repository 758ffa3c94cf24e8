//! The table of position faults in `grammar.md`: each row's example says what the row says, in both manners.

use crate::support::{root, run, text};
use serde_json::Value;

/// The rows of the table below the heading: what is wrong, the example, and what each manner makes of it.
fn rows() -> Vec<Vec<String>> {
    let grammar = text(&root().join("grammar.md"));
    let section = grammar
        .split("\n## Position texts\n")
        .nth(1)
        .expect("the section");
    let section = section.split("\n## ").next().expect("its text");
    let rows = section.lines().filter(|line| line.starts_with("| "));
    let cells = |line: &str| {
        let cells = line.trim_matches('|').split(" | ");
        cells
            .map(|cell| cell.trim().trim_matches('`').to_owned())
            .collect()
    };
    rows.skip(1).map(cells).collect()
}

/// What a manner makes of the position text: `error S0111`, or the codes of what is said, and whether it is played on.
fn verdict(position: &str, rules: &str, manner: &str) -> String {
    let record = format!("[FEN \"{position}\"]\n\n*\n");
    let arguments = [
        "validate",
        "--format",
        "json",
        "--rules",
        rules,
        "--positions",
        manner,
        "--from",
        "pgn",
    ];
    let output = run(&arguments, record.as_bytes());
    let found = output.stdout.lines().filter_map(|line| {
        let finding: Value = serde_json::from_str(line).expect("JSON");
        Some(format!(
            "{} {}",
            finding["severity"].as_str()?,
            finding["code"].as_str()?
        ))
    });
    let mut found: Vec<String> = found.collect();
    found.dedup();
    if found.is_empty() {
        "nothing".to_owned()
    } else {
        found.join(", ")
    }
}

#[test]
fn the_table_of_faults_is_true() {
    let rows = rows();
    assert!(rows.len() > 20, "{rows:?}");
    for row in rows {
        let [_, example, strict, lenient] = &row[..] else {
            panic!("four cells: {row:?}");
        };
        let (rules, position) = example.split_once(": ").unwrap_or(("chess", example));
        assert_eq!(verdict(position, rules, "strict"), *strict, "{row:?}");
        assert_eq!(verdict(position, rules, "lenient"), *lenient, "{row:?}");
    }
}

/// The lenient manner plays on from the repaired position, and says where.
#[test]
fn a_mended_position_is_played_from() {
    let record = b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 White - - x 1\"]\n\n1. e4 Kd7 *\n";
    let arguments = [
        "validate",
        "--format",
        "json",
        "--positions",
        "lenient",
        "--from",
        "pgn",
    ];
    let output = run(&arguments, record);
    let lines = output.stdout.lines();
    let findings: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(output.status, 0, "{}", output.stdout);
    let place = |finding: &Value| (finding["column"].clone(), finding["end_column"].clone());
    assert_eq!(place(&findings[0]), (29.into(), 34.into()));
    assert_eq!(place(&findings[1]), (39.into(), 40.into()));
    assert_eq!(findings[2]["summary"]["plies"], 2);
}
