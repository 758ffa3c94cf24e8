//! Every fixture as people and machines see it: valid records as JSON, faults as reports.

use crate::support::{root, run};
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

/// The path of a fixture from the top of the tree, with `/` on every system.
fn name(path: &Path) -> String {
    let inside = path.strip_prefix(root().join("fixtures").canonicalize().expect("fixtures"));
    let inside = inside.expect("a fixture").to_str().expect("a plain name");
    format!("fixtures/{}", inside.replace('\\', "/"))
}

#[test]
fn valid_records_become_json() {
    insta::glob!("../../fixtures", "valid/**/*.{txt,pgn,sgf,json}", |path| {
        let name = name(path);
        let output = run(&["convert", "--to", "jsonl", &name], b"");
        assert_eq!(output.status, 0, "{name}: {}", output.stderr);
        let mut shown = String::new();
        for line in output.stdout.lines() {
            show(
                &serde_json::from_str(line).expect("a JSON line"),
                &mut shown,
            );
        }
        insta::with_settings!({ omit_expression => true, description => name.as_str() }, {
            insta::assert_snapshot!(shown);
        });
    });
}

#[test]
fn faults_become_reports() {
    insta::glob!(
        "../../fixtures",
        "invalid/**/*.{txt,pgn,sgf,json}",
        |path| {
            let name = name(path);
            let human = run(&["validate", &name], b"");
            assert_eq!(human.status, 1, "{name}: {}", human.stderr);
            let json = run(&["validate", "--format", "json", &name], b"");
            assert_eq!(json.status, 1, "{name}");
            insta::with_settings!({ omit_expression => true, description => name.as_str() }, {
                insta::assert_snapshot!(format!("{}\n{}", human.stdout, json.stdout));
            });
        }
    );
}

/// A record with a line for each key and each ply, so that a change shows where it is.
fn show(record: &Value, out: &mut String) {
    for (key, value) in record.as_object().expect("a record") {
        match value
            .as_array()
            .filter(|list| key == "plies" && !list.is_empty())
        {
            Some(plies) => {
                let _ = writeln!(out, "{key}:");
                for ply in plies {
                    let _ = writeln!(out, "  {ply}");
                }
            }
            None => {
                let _ = writeln!(out, "{key}: {value}");
            }
        }
    }
    out.push('\n');
}
