//! Integration tests: one binary, a module per subject.

mod account;
mod annotate;
mod cli_collect;
mod cli_commands;
mod cli_conditions;
mod cli_convert;
mod cli_copies;
mod cli_interrupted;
mod cli_json;
mod cli_logs;
mod cli_misspelt;
mod cli_numbers;
mod cli_reading;
mod cli_reduced;
mod cli_refusals;
mod cli_repair;
mod cli_repair_files;
mod cli_rest;
mod cli_solve;
mod cli_stones;
mod cli_streams;
mod cli_terminal;
mod cli_where;
mod comment_lines;
mod conversions;
mod corpus;
mod encodings;
mod expect;
mod explain;
mod fast_equals_full;
mod grammar;
mod gravitational;
mod hostile;
mod laws;
mod layers;
mod letters;
mod logs;
mod mutants;
mod oracle;
mod pairs;
mod perft;
mod pgn_cases;
mod positions;
mod problems;
mod readme;
mod remedies;
mod repair;
mod roundtrip;
mod schema;
mod sgf;
mod sgf_stones;
mod slips;
mod soundness;
mod stones;
mod support;
mod verify;
mod writing;

/// A file that nobody lists is compiled by nobody, and its tests pass forever.
#[test]
fn every_file_here_is_listed() {
    let folder = support::root().join("tests/it");
    let listed = std::fs::read_to_string(folder.join("main.rs")).expect("this file");
    for entry in std::fs::read_dir(folder).expect("this folder") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_str().expect("plain names");
        let Some(module) = name.strip_suffix(".rs").filter(|&module| module != "main") else {
            continue;
        };
        assert!(
            listed.contains(&format!("\nmod {module};")),
            "tests/it/{name} is not listed in tests/it/main.rs"
        );
    }
}
