//! Games of stones as players see them: drawn, and carried between the formats.

use crate::support::{root, run, text};
use serde_json::Value;
use std::fmt::Write;

/// What the program prints when all is well.
fn printed(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input.as_bytes());
    assert_eq!(
        (output.status, output.stderr.as_str()),
        (0, ""),
        "{arguments:?}"
    );
    output.stdout
}

/// A game of the fixtures as text, so that notes on its layout stay out of what is drawn.
fn game(file: &str) -> String {
    let name = format!("fixtures/valid/inertia/{file}");
    printed(
        &["convert", "--to", "text", "--rules", "inertia", "-q", &name],
        "",
    )
}

const GAMES: [&str; 5] = [
    "square-8.txt",
    "square-10.txt",
    "hex-5.txt",
    "hex-6.sgf",
    "hex-7.json",
];

/// The last board of a game on each standard board, with all that can be shown on it.
#[test]
fn last_boards_are_drawn() {
    for style in ["ascii", "unicode"] {
        let mut drawn = String::new();
        for file in GAMES {
            let _ = writeln!(drawn, "{file}");
            let all = ["--coordinates", "--frame", "--groups", "--mark"];
            let arguments = [&["diagram", "--style", style, "-q"], &all[..], &["-"]].concat();
            drawn.push_str(&printed(&arguments, &game(file)));
        }
        insta::assert_snapshot!(format!("last_boards_{style}"), drawn);
    }
}

/// Stones placed, moved and captured are set off, each in its way.
#[test]
fn turns_are_set_off() {
    let mut drawn = String::new();
    for (file, plies) in [
        ("square-8.txt", ["4", "12", "14"]),
        ("hex-5.txt", ["1", "22", "27"]),
    ] {
        let game = game(file);
        for ply in plies {
            let arguments = [
                "diagram",
                "--mark",
                "--coordinates",
                "-q",
                "--ply",
                ply,
                "-",
            ];
            let _ = writeln!(drawn, "{file}, ply {ply}\n{}", printed(&arguments, &game));
        }
    }
    insta::assert_snapshot!(drawn);
}

/// Whatever is drawn can be printed behind the moves, and is compared there cell by cell.
#[test]
fn what_is_drawn_is_read_back() {
    let decorations: [&[&str]; 5] = [
        &[],
        &["--coordinates"],
        &["--coordinates", "--frame"],
        &["--groups"],
        &["--coordinates", "--frame", "--groups", "--mark"],
    ];
    for file in GAMES {
        let record: Value = printed(&["convert", "--to", "jsonl", "-q", "-"], &game(file))
            .lines()
            .next()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .expect("a record");
        let turns = record["plies"].as_array().expect("plies").iter();
        let turns: Vec<_> = turns.filter_map(|ply| ply["san"].as_str()).collect();
        let board = record["options"]["board"].as_str().expect("a board");
        let rules = format!("inertia:board={board}");
        for style in ["ascii", "unicode"] {
            for decoration in decorations {
                let moves = format!("{} *\n", turns.join(" "));
                let arguments = [
                    &["diagram", "-q", "--rules", &rules, "--style", style],
                    decoration,
                    &["-"],
                ]
                .concat();
                let drawn = printed(&arguments, &moves);
                let log = format!("{}\n\n{drawn}\n*\n", turns.join(" "));
                let arguments = ["convert", "--to", "jsonl", "-q", "--rules", &rules, "-"];
                let again: Value =
                    serde_json::from_str(&printed(&arguments, &log)).expect("one record");
                let read = &again["boards"][0];
                assert_eq!(read["match"], true, "{log}");
                assert_eq!(read["ply"], turns.len(), "{log}");
            }
        }
    }
}

/// The random games of the other implementation, on all five boards, through every format that is read and written.
#[test]
fn recorded_games_go_forth_and_back() {
    let oracle = text(&root().join("fixtures/oracle/inertia.json"));
    let oracle: Value = serde_json::from_str(&oracle).expect("JSON");
    let games = oracle["games"].as_array().expect("games");
    let field = |game: &Value, key: &str| game[key].as_str().expect("a text").to_owned();
    let mut scores = String::new();
    for game in games {
        let [board, moves, result] = ["board", "moves", "result"].map(|key| field(game, key));
        let _ = write!(
            scores,
            "[Variant \"Inertia\"]\n[Board \"{board}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
        );
    }
    let jsonl = printed(&["convert", "--to", "jsonl", "--from", "pgn", "-"], &scores);
    for format in ["text", "pgn", "sgf", "coords", "json"] {
        let written = printed(&["convert", "--to", format, "--from", "jsonl", "-"], &jsonl);
        let back = printed(
            &["convert", "--to", "jsonl", "--from", format, "-"],
            &written,
        );
        assert_eq!(back.lines().count(), games.len(), "{format}");
        for (line, game) in back.lines().zip(games) {
            let record: Value = serde_json::from_str(line).expect("JSON");
            let plies = record["plies"].as_array().expect("plies");
            let turns = plies.iter().map(|ply| field(ply, "coords"));
            let moves = field(game, "moves");
            let given = moves.split(' ').filter(|word| !word.ends_with('.'));
            assert!(turns.eq(given), "{format}: {line}");
            let groups: Vec<_> = plies
                .iter()
                .map(|ply| format!("{},{}", ply["groups"][0], ply["groups"][1]))
                .collect();
            assert_eq!(groups.join(" "), field(game, "groups"), "{format}");
            assert_eq!(record["options"]["board"], game["board"], "{format}");
            assert_eq!(record["final"], game["final"], "{format}");
            assert_eq!(record["result"], game["result"], "{format}");
        }
        let again = printed(
            &["convert", "--to", format, "--from", format, "-"],
            &written,
        );
        assert_eq!(again, written, "{format} is no fixed point");
    }
}

/// Hexinertia is played on the board that the record names, and on `hex-5` where it names none.
#[test]
fn hexinertia_leaves_the_board_to_the_record() {
    let log = "1. f6 f7,a1 2. a2,k11 *\n";
    for record in [
        format!("[Variant \"Hexinertia\"]\n[Board \"hex-6\"]\n\n{log}"),
        format!("[Board \"hex-6\"]\n\n{log}"),
        format!("Hexinertia, base 6\n\n{log}"),
        "(;FF[4]RU[hexinertia]SZ[6];B[f6];W[f7,a1];B[a2,k11])".to_owned(),
    ] {
        let rules: &[&str] = if record.contains("Variant") || record.contains("RU") {
            &[]
        } else {
            &["--rules", "hexinertia"]
        };
        let json = printed(
            &[&["convert", "--to", "jsonl"], rules, &["-"]].concat(),
            &record,
        );
        let json: Value = serde_json::from_str(&json).expect("one record");
        assert_eq!(json["options"]["board"], "hex-6", "{record}");
    }
    let count = |more: &[&str]| {
        printed(
            &[&["perft", "1", "--rules", "hexinertia"], more].concat(),
            "",
        )
    };
    assert_eq!(count(&[]), "61\n");
    assert_eq!(count(&["--position", "3/4/5/4/3 r p -"]), "19\n");
    let other = run(
        &[
            "perft",
            "1",
            "--rules",
            "hexinertia:board=hex-4",
            "--position",
            "3/4/5/4/3 r p -",
        ],
        b"",
    );
    assert_eq!(other.status, 2);
    assert!(
        other
            .stderr
            .contains("one of hex-3, the game is played on hex-4"),
        "{}",
        other.stderr
    );
}

/// A board alone shows the game, and so does a single turn that might be a move of chess.
#[test]
fn records_with_few_moves_come_back() {
    for record in [
        "[Variant \"Inertia\"]\n[Position \"3/b2b/2bbr/rb1r/r1b b m -\"]\n\n*\n",
        "[Variant \"Inertia\"]\n[Board \"hex-6\"]\n\n*\n",
        "[Event \"Inertia, square-4\"]\n[Board \"square-4\"]\n\n1. b3 *\n",
    ] {
        let json = |from: &str, input: &str| -> Value {
            let line = printed(&["convert", "--to", "jsonl", "--from", from, "-"], input);
            serde_json::from_str(&line).expect("one record")
        };
        let read = json("pgn", record);
        assert_eq!(read["rules"], "inertia", "{record}");
        for format in ["text", "pgn", "sgf"] {
            let arguments = ["convert", "--to", format, "--from", "pgn", "-"];
            let written = printed(&arguments, record);
            let again = json(format, &written);
            for key in ["rules", "options", "start", "final"] {
                assert_eq!(again[key], read[key], "{key}: {written}");
            }
        }
    }
}

#[test]
fn there_are_no_problems_of_stones() {
    let position = "5/4r1/6b/8/b8/3r4/2r4/6/5 r m -";
    let given = ["--position", position, "--stipulation", "#2"];
    for (rules, status) in [(&["--rules", "inertia"][..], 2), (&[], 1)] {
        let output = run(&[&["solve"], rules, &given].concat(), b"");
        assert_eq!(output.status, status);
        assert!(
            output.stderr.contains("none of stones"),
            "{}",
            output.stderr
        );
        assert_eq!(output.stdout, "");
    }
}

/// A set-up may name every cell any number of times.
#[test]
fn set_ups_cost_what_the_board_costs() {
    let head = "(;FF[4]RU[inertia:board=square-19]SZ[19]AB";
    let text = format!("{head}{}PL[B];B[a1-a2])", "[a1:s19]".repeat(20_000));
    let output = run(
        &["validate", "--from", "sgf", "--format", "json", "-"],
        text.as_bytes(),
    );
    let told = output.stdout.matches("two stones are set up").count();
    assert_eq!(told, 100);
    assert!(output.stdout.contains("; 19899 more findings of this kind"));
}
