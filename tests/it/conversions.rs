//! Every fixture, valid or not, to every format: what is written is read back as the same record, or the program says
//! what the format has no room for.

use crate::support::{Output, RECORDS, fixtures, root, run};

const FORMATS: [&str; 8] = [
    "json", "jsonl", "pgn", "text", "coords", "sgf", "epd", "csv",
];

/// All fixtures with records in them, as the program is given them.
fn names() -> Vec<String> {
    let files = ["valid", "invalid", "problems"].map(|folder| fixtures(folder, &RECORDS));
    let name = |file: std::path::PathBuf| {
        let name = file.strip_prefix(root()).expect("a fixture");
        name.to_str().expect("a plain name").to_owned()
    };
    files.into_iter().flatten().map(name).collect()
}

/// What a conversion may say that ends it: such a game or word, or such a notation, is not of the format.
const OBSTACLES: [&str; 3] = [
    "this format has no room for its game",
    "this format has no room for its word",
    "are not written in",
];

fn is_sound(output: &Output) -> bool {
    let refused = OBSTACLES
        .iter()
        .any(|obstacle| output.stderr.contains(obstacle));
    !output.stderr.contains("not read back") && (output.status < 2 || output.status == 2 && refused)
}

#[test]
fn every_fixture_is_converted_to_every_format_that_it_can_live_in() {
    for name in names() {
        for format in FORMATS {
            let output = run(&["convert", "--to", format, &name], b"");
            assert!(is_sound(&output), "{name} to {format}: {}", output.stderr);
        }
    }
}

#[test]
fn every_fixture_is_written_in_every_notation_that_its_rules_have() {
    for name in names() {
        for format in ["pgn", "text"] {
            for notation in ["san", "lan", "full", "coords"] {
                let how = ["convert", "--to", format, "--notation", notation, &name];
                let output = run(&how, b"");
                assert!(
                    is_sound(&output),
                    "{name} to {format}, {notation}: {}",
                    output.stderr
                );
            }
        }
    }
}

/// What is canonical text already is not changed by being written as that again.
#[test]
fn canonical_text_of_every_fixture_stays_as_it_is() {
    for name in names() {
        let written = run(&["convert", "--to", "text", &name], b"");
        if written.status == 2 {
            continue;
        }
        let check = ["convert", "--to", "text", "--from", "text", "--check", "-q"];
        let checked = run(&check, written.stdout.as_bytes());
        assert_eq!(checked.stdout, "", "{name}: {}", checked.stderr);
        assert!(checked.status <= written.status, "{name}");
    }
}
