//! Logs of the stone game in every layout that people write them in: the same turns, whatever stands around them.

use crate::support::{root, text};
use scoresheet::notation::Words;
use scoresheet::record::{Record, TreeBuilder};
use scoresheet::syntax::{Format, read_record};

/// The games of the oracle: the board and the turns of each.
fn games() -> Vec<(String, Vec<String>)> {
    let oracle = text(&root().join("fixtures/oracle/inertia.json"));
    let oracle: serde_json::Value = serde_json::from_str(&oracle).expect("JSON");
    let games = oracle["games"].as_array().expect("a list of games");
    let game = |game: &serde_json::Value| {
        let moves = game["moves"].as_str().expect("moves").split_whitespace();
        let turns = moves.filter(|word| !word.ends_with('.')).map(str::to_owned);
        let board = game["board"].as_str().expect("a board").to_owned();
        (board, turns.collect())
    };
    games.iter().map(game).collect()
}

/// A way to write a log.
type Layout = fn(&[String]) -> String;

/// Turn pairs, one a line, between the given signs.
fn rows(turns: &[String], [before, after_number, between, end]: [&str; 4]) -> String {
    let rows = turns.chunks(2).zip(1..).map(|(pair, number)| {
        let number = if after_number.is_empty() {
            String::new()
        } else {
            format!("{number}{after_number}")
        };
        format!("{before}{number}{}{end}\n", pair.join(between))
    });
    rows.collect()
}

fn with_sides(turns: &[String], [red, black]: [&str; 2]) -> String {
    let sides = [red, black].into_iter().cycle();
    turns
        .iter()
        .zip(sides)
        .map(|(turn, side)| format!("{side}{turn}\n"))
        .collect()
}

const LAYOUTS: [(&str, Layout); 10] = [
    ("numbered", |turns| rows(turns, ["", ". ", " ", ""])),
    ("on one line", |turns| turns.join(" ")),
    ("a pair a line", |turns| rows(turns, ["", "", " ", ""])),
    ("sides in full", |turns| {
        with_sides(turns, ["Red: ", "Black: "])
    }),
    ("sides by letters", |turns| with_sides(turns, ["R ", "B "])),
    ("columns", |turns| {
        format!("Red  Black\n{}", rows(turns, ["", "", "\t", ""]))
    }),
    ("numbered columns", |turns| {
        format!("#\tRed\tBlack\n{}", rows(turns, ["", "\t", "\t", ""]))
    }),
    ("a table", |turns| {
        format!(
            "| Nr | Red | Black |\n|---|:---|:---|\n{}",
            rows(turns, ["| ", " | ", " | ", " |"])
        )
    }),
    ("capitals and other signs", |turns| {
        rows(turns, ["", ". ", " ", ""])
            .to_uppercase()
            .replace(',', "+")
            .replace('X', ":")
    }),
    ("split turns", |turns| {
        rows(turns, ["", ". ", " ", ""])
            .replace(',', ",\n  ")
            .replace('x', " x ")
    }),
];

fn read(log: &str) -> Record {
    let mut builder = TreeBuilder::default();
    let found = read_record(Format::Text, log, 0, &mut builder);
    assert_eq!(found.end, log.len(), "one record: {log}");
    builder.finish()
}

#[test]
fn a_log_is_read_the_same_in_every_layout() {
    for (board, turns) in games() {
        let shape = board.replacen("square-", "Inertia, square-", 1).replacen(
            "hex-",
            "Hexinertia, base ",
            1,
        );
        for (name, layout) in LAYOUTS {
            for heading in [
                "",
                "Anna - Boris (1-0)\n",
                &*format!("{shape}\nAnna - Boris\n\n"),
            ] {
                let log = format!("{heading}{}*\n", layout(&turns));
                let record = read(&log);
                let forms = record
                    .tree
                    .mainline()
                    .map(|id| record.tree.node(id).form.to_string());
                assert_eq!(forms.collect::<Vec<_>>(), turns, "{name} on {board}: {log}");
                assert_eq!(record.tree.words(), Words::Stones);
                assert!(
                    record.diagnostics.is_empty(),
                    "{name}: {:?}",
                    record.diagnostics
                );
                assert_eq!(record.heading.is_some(), !heading.is_empty(), "{log}");
                assert_eq!(record.tag("Red"), (!heading.is_empty()).then_some("Anna"));
            }
        }
    }
}
