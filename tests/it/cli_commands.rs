//! One look at each command: that it is wired, and what a person sees.

use crate::support::{Output, run};
use std::fmt::Write;

/// Standard output, standard error and status as one text.
fn shown(output: &Output) -> String {
    let mut shown = output.stdout.clone();
    if !output.stderr.is_empty() {
        let _ = write!(shown, "--- stderr\n{}", output.stderr);
    }
    if output.status != 0 {
        let _ = writeln!(shown, "--- status {}", output.status);
    }
    shown
        .lines()
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n")
}

/// What a command prints, and its status.
pub(crate) fn show(arguments: &[&str], input: &str) -> String {
    shown(&run(arguments, input.as_bytes()))
}

/// Two games, the second with an illegal move.
pub(crate) const GAMES: &str = "\
[Event \"Club\"]
[White \"Alder\"]
[Black \"Birch\"]

1. f3 e5 2. g4 Qh4# 0-1

1. e4 e5 (1... c5 2. Nf3) 2. Ke3 Nc6 *
";

#[test]
fn validate_gives_a_line_for_each_of_few_records_after_the_reports() {
    let shown = show(&["validate", "--from", "pgn"], GAMES);
    let (reports, overview) = shown.split_at(shown.find("-: record 1").expect("an overview"));
    assert!(
        reports.starts_with("S0301 [error] record 2, 2. Ke3"),
        "{reports}"
    );
    insta::assert_snapshot!(overview, @r#"
    -: record 1 "Alder - Birch" (line 1): valid, 4 plies, 0-1 checkmate
    -: record 2 (line 7): 1 error, 2 plies of 4 replayed, 1 variation
    2 records in 1 file, 1 valid, 1 with errors; 8 plies replayed; 1 error
    --- status 1
    "#);
}

#[test]
fn validate_sums_up_many_records() {
    let games = "[Event \"?\"]\n\n1. e4 e5 *\n\n".repeat(30);
    insta::assert_snapshot!(show(&["validate", "--from", "pgn"], &games), @r"30 records in 1 file, all valid; 60 plies replayed; nothing to report");
    let all = show(&["validate", "-v", "--from", "pgn"], &games);
    assert_eq!(all.lines().count(), 31);
}

#[test]
fn convert_writes_every_format() {
    let game = "1. Nf3 (1. e4) d5 {well} *\n";
    insta::assert_snapshot!(show(&["convert", "--to", "pgn"], game), @r"1. Nf3 (1. e4) 1... d5 {well} *");
    insta::assert_snapshot!(show(&["convert", "--to", "text", "--letters", "de"], "1. Sf3 *\n"), @r"1. Sf3 *");
    insta::assert_snapshot!(show(&["convert", "--to", "coords"], game), @r"g1f3 (e2e4) d7d5 {well} *");
    let jsonl = run(&["convert", "--to", "jsonl"], game.as_bytes());
    assert_eq!(jsonl.stdout.lines().count(), 1);
    let json = run(&["convert", "--to", "json"], GAMES.as_bytes());
    let records: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(records.as_array().map(Vec::len), Some(2));
    let back = run(&["convert", "--to", "jsonl"], jsonl.stdout.as_bytes());
    assert_eq!(back.stdout, jsonl.stdout);
}

#[test]
fn nothing_is_an_empty_array() {
    let output = run(&["convert", "--to", "json"], b"");
    let records: serde_json::Value = serde_json::from_str(&output.stdout).expect("JSON");
    assert_eq!(records, serde_json::json!([]));
}

#[test]
fn diagram_draws_the_last_board() {
    insta::assert_snapshot!(show(&["diagram", "-q"], "1. e4"), @r#"
    r n b q k b n r
    p p p p p p p p
    . . . . . . . .
    . . . . . . . .
    . . . . P . . .
    . . . . . . . .
    P P P P . P P P
    R N B Q K B N R
    "#);
}

#[test]
fn diagram_draws_the_board_asked_for() {
    let after = |which: &[&str]| {
        show(
            &[&["diagram", "-q", "--from", "pgn"], which].concat(),
            GAMES,
        )
    };
    let game = "1. f3 e5 2. g4 Qh4# 0-1\n";
    let second = show(&["diagram", "-q", "--ply", "2"], game);
    assert_eq!(show(&["diagram", "-q", "--move", "1... e5"], game), second);
    assert_eq!(show(&["diagram", "-q", "--move", "1..."], game), second);
    assert_ne!(show(&["diagram", "-q", "--ply", "0"], game), second);
    let start = show(&["diagram", "-q", "--ply", "0"], game);
    assert!(start.starts_with("r n b q k b n r\np p"), "{start}");
    insta::assert_snapshot!(show(&["diagram", "-q", "--ply", "9"], game), @r"
    --- stderr
    scoresheet: there is no ply 9; 4 were played
    --- status 2
    ");
    let all = after(&["--all"]);
    assert_eq!(all.matches("record 1, ").count(), 5, "{all}");
    assert!(all.contains("-: record 1, after 2... Qh4#"), "{all}");
}

#[test]
fn diagram_draws_the_steps_of_a_move() {
    let steps = ["diagram", "-q", "--steps"];
    insta::assert_snapshot!(show(&steps, "1. e4 a6 2. e5 d5 3. exd6"), @r"
    before              after 3. exd6
    r n b q k b n r     r n b q k b n r
    . p p . p p p p     . p p . p p p p
    p . . . . . . .     p . .[P]. . . .
    . . .[p|P]. . .     . . .[.|.]. . .
    . . . . . . . .     . . . . . . . .
    . . . . . . . .     . . . . . . . .
    P P P P . P P P     P P P P . P P P
    R N B Q K B N R     R N B Q K B N R
    ");
    let unplayed = "[Event \"Unplayed\"]\n\n*\n";
    assert!(show(&steps, unplayed).contains("no move leads to the start"));
}

/// The moves come from standard input, or `--move` gives them.
#[test]
fn diagram_draws_the_steps_of_moves_from_a_position() {
    let position = "2k5/1PP5/8/R1n5/2p5/8/P7/2K5 w - - 0 1";
    let rules = ["--rules", "gravitational-chess", "--position", position];
    let diagram =
        |options: &[&str], moves| show(&[&["diagram"], &rules[..], options].concat(), moves);
    let steps = diagram(&["--steps"], "Ta5×c5×c4");
    insta::assert_snapshot!(steps, @r"
     before              after a5×c5         after 1. Ta5×c5×c4
     . . k . . . . .     . . k . . . . .     . . k . . . . .
     . P P . . . . .     . P P . . . . .     . P P . . . . .
     . . . . . . . .     . . . . . . . .     . . . . . . . .
    [R]. n . . . . .    [.].[R]. . . . .     . .[.]. . . . .
     . . p . . . . .     . . p . . . . .     . .[R]. . . . .
     . . . . . . . .     . . . . . . . .     . . . . . . . .
     P . . . . . . .     P . . . . . . .     P . . . . . . .
     . . K . . . . .     . . K . . . . .     . . K . . . . .
    ");
    assert_eq!(diagram(&["--steps", "--move", "1. Ta5×c5×c4"], ""), steps);
    assert_eq!(
        diagram(&["--steps", "--letters", "fr"], "1. Ta5×c5×c4 *"),
        steps
    );
    let after = diagram(&["--last"], "Ta5×c5×c4 Rc8-d7");
    assert_eq!(diagram(&["--move", "Ta5×c5×c4 Rc8-d7"], ""), after);
    let both = diagram(&["--all"], "Ta5×c5×c4 Rc8-d7");
    assert_eq!(both.matches("command line, after ").count(), 2, "{both}");
}

#[test]
fn diagram_says_what_does_not_go_with_a_position() {
    let position = ["--position", "k7/8/8/8/8/8/7P/K7 w - - 0 1"];
    for (options, moves, why) in [
        (&["--steps"][..], "", "no move leads to the start"),
        (&["--ply", "3"], "1. h4", "there is no ply 3; 1 were played"),
        (&["--last"], "1. h4 *\n\n1. h3 *\n", "the moves of one game"),
        (
            &["--steps"],
            "[FEN \"k7/8/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Kb1 *",
            "of their own",
        ),
        (
            &["--steps"],
            "{\"schema\":1}",
            "one file with the moves of one game",
        ),
        (&["--last", "no-such-file.pgn"], "", "no-such-file.pgn"),
    ] {
        let said = show(
            &[&["diagram", "-q"], &position[..], options].concat(),
            moves,
        );
        assert!(
            said.contains(why) && said.contains("--- status 2"),
            "{moves}: {said}"
        );
    }
    let illegal = show(
        &[&["diagram"], &position[..], &["--move", "1. h5"]].concat(),
        "",
    );
    assert!(illegal.contains("h5 is illegal"), "{illegal}");
}

#[test]
fn diagram_draws_a_position() {
    let position = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    insta::assert_snapshot!(show(&["diagram", "--position", position, "--legend", "O", "--coordinates", "--frame"], ""), @r#"
      +-----------------+
    8 | . . . . k . . . |
    7 | . . . . . . . . |
    6 | . . . . . . . . |
    5 | . . . . . . . . |
    4 | . . . . . . . . |
    3 | . . . . . . . . |
    2 | O . . . . . . . |
    1 | . . . . K . . . |
      +-----------------+
        a b c d e f g h
    "#);
    insta::assert_snapshot!(show(&["diagram", "--position", position, "--style", "unicode"], ""), @r#"
    · · · · ♚ · · ·
    · · · · · · · ·
    · · · · · · · ·
    · · · · · · · ·
    · · · · · · · ·
    · · · · · · · ·
    ♙ · · · · · · ·
    · · · · ♔ · · ·
    "#);
    insta::assert_snapshot!(show(&["diagram", "--position", "4k3/8/8 w - - 0 1"], ""), @r#"
    --- stderr
    S0111 [error]

      × field 1 has 3 ranks, where 8 are needed
       ╭─[command line:1:1]
     1 │ 4k3/8/8 w - - 0 1
       · ───────
       ╰────
      help: correct the position text; nothing is replayed until it can be read

    --- status 2
    "#);
}

#[test]
fn moves_lists_what_is_legal() {
    let position = "7k/8/8/8/8/8/6r1/K7 w - - 0 1";
    assert_eq!(show(&["moves", "--position", position], ""), "Kb1");
    assert_eq!(
        show(&["moves", "--position", position, "--coords"], ""),
        "a1b1"
    );
    assert_eq!(
        show(&["moves", "--position", position, "--letters", "fr"], ""),
        "Rb1"
    );
    assert_eq!(
        show(&["moves", "--position", position, "1. Kb1"], "")
            .lines()
            .count(),
        17
    );
    assert_eq!(
        show(
            &["moves", "--rules", "inertia-chess", "--coords", "1. Nf3 a5"],
            ""
        ),
        "f3e5"
    );
    let illegal = run(&["moves", "1. e4 e5 2. Ke3"], b"");
    assert_eq!((illegal.stdout.as_str(), illegal.status), ("", 1));
    assert!(
        illegal.stderr.contains("2. Ke3 is illegal"),
        "{}",
        illegal.stderr
    );
}

#[test]
fn perft_counts() {
    assert_eq!(show(&["perft", "3"], ""), "8902");
    assert_eq!(show(&["perft", "0"], ""), "1");
    let divided = show(
        &[
            "perft",
            "--divide",
            "--position",
            "7k/8/8/8/8/8/6r1/K7 w - - 0 1",
            "2",
        ],
        "",
    );
    assert_eq!(divided, "a1b1: 17\n17");
}

#[test]
fn explain_tells_a_code_by_number_or_name() {
    let page = show(&["explain", "S0301"], "");
    assert!(page.starts_with("S0301 illegal-move (error)\n\n"), "{page}");
    assert_eq!(show(&["explain", "illegal-move"], ""), page);
    let list: serde_json::Value =
        serde_json::from_str(&show(&["explain", "--format", "json"], "")).expect("JSON");
    assert_eq!(
        list.as_array().map(Vec::len),
        Some(scoresheet::diag::Code::ALL.len())
    );
    assert_eq!(list[0]["id"], "S0101");
}

#[test]
fn rules_and_schemas_are_listed() {
    let rules: serde_json::Value =
        serde_json::from_str(&show(&["rules", "--format", "json"], "")).expect("JSON");
    assert!(
        rules
            .as_array()
            .expect("a list")
            .iter()
            .any(|set| set["name"] == "inertia-chess")
    );
    assert!(show(&["rules"], "").contains("inertia-chess: Inertia Chess"));
    let schemas: serde_json::Value = serde_json::from_str(&show(&["schema"], "")).expect("JSON");
    let record: serde_json::Value =
        serde_json::from_str(&show(&["schema", "record"], "")).expect("JSON");
    assert_eq!(schemas["scoresheet.record/1"], record);
}

#[test]
fn companions_of_the_command_line_are_written() {
    assert!(show(&["completions", "bash"], "").contains("scoresheet"));
    assert!(show(&["man"], "").contains(".TH scoresheet 1"));
    assert!(show(&["man", "validate"], "").contains("account"));
    assert_eq!(run(&["man", "fly"], b"").status, 2);
}

#[test]
fn every_command_shows_examples() {
    for command in [
        "validate",
        "convert",
        "diagram",
        "moves",
        "perft",
        "explain",
        "rules",
        "schema",
        "completions",
        "man",
    ] {
        let help = show(&[command, "--help"], "");
        assert!(help.contains("Example"), "{command}: {help}");
    }
}

#[test]
fn machine_forms_are_whole() {
    let sarif = run(
        &["validate", "--format", "sarif", "--from", "pgn"],
        GAMES.as_bytes(),
    );
    let log: serde_json::Value = serde_json::from_str(&sarif.stdout).expect("JSON");
    assert_eq!(log["runs"][0]["columnKind"], "unicodeCodePoints");
    assert_eq!(
        log["runs"][0]["results"].as_array().map(Vec::len),
        Some(1),
        "{log}"
    );
    let github = run(
        &["validate", "--format", "github", "--from", "pgn"],
        GAMES.as_bytes(),
    );
    assert!(
        github.stdout.starts_with("::error file=-,line=7,"),
        "{}",
        github.stdout
    );
    let json = run(
        &["validate", "--format", "json", "--from", "pgn"],
        GAMES.as_bytes(),
    );
    assert_eq!(json.stdout.lines().count(), 2);
}

#[test]
fn diagram_draws_each_record_that_holds_the_move() {
    let games = "fixtures/invalid/inertia-chess/six-games.txt";
    let found = run(&["diagram", "-q", "--move", "11... Rh4", games], b"");
    assert_eq!(found.stderr, "");
    assert_ne!(found.status, 2);
    assert!(
        found.stdout.starts_with(". n . . k b n r\n"),
        "{}",
        found.stdout
    );
    let both = show(
        &["diagram", "-q", "--from", "pgn", "--move", "1. e4"],
        GAMES,
    );
    assert!(both.starts_with("r n b q k b n r\n"), "{both}");
    insta::assert_snapshot!(show(&["diagram", "-q", "--from", "pgn", "--move", "9. Qh5"], GAMES), @r"
    --- stderr
    scoresheet: no move `9. Qh5` was played in any of 2 records
    --- status 2
    ");
    insta::assert_snapshot!(show(&["diagram", "-q", "--from", "pgn", "--ply", "9"], GAMES), @r"
    --- stderr
    scoresheet: there is no ply 9 in any of 2 records; 4 were played at most
    --- status 2
    ");
    let help = show(&["diagram", "--help"], "");
    assert!(help.contains("--move '11... Rh4'"), "{help}");
}

#[test]
fn perft_is_not_asked_for_the_impossible() {
    let refused = run(&["perft", "4000000000"], b"");
    assert_eq!(refused.status, 2);
    insta::assert_snapshot!(refused.stderr, @r"
    error: invalid value '4000000000' for '<DEPTH>': 4000000000 is not in 0..=64

    For more information, try '--help'.
    ");
    assert_eq!(run(&["perft", "65"], b"").status, 2);
}

#[test]
fn a_file_without_a_record_is_shown_with_its_first_line() {
    insta::assert_snapshot!(show(&["validate", "-"], "abc\ndef\n"), @r"
    S0104 [error]

      × no game record was found in this file
       ╭─[-:1:1]
     1 │ abc
       · ▲
       ╰────
      help: name its format with `--from` if it is another than it seems

    0 records in 1 file; 0 plies replayed; 1 error
    --- status 1
    ");
}

#[test]
fn what_a_format_has_no_room_for_is_said() {
    for file in [
        "fixtures/invalid/chess/boards.txt",
        "fixtures/valid/chess/boards.txt",
    ] {
        let said = run(&["convert", "--to", "pgn", file], b"");
        let loss =
            format!("scoresheet: {file}: record 1: a printed board has no place in this format\n");
        assert!(said.stderr.contains(&loss), "{}", said.stderr);
        assert_eq!(run(&["convert", "-q", "--to", "pgn", file], b"").stderr, "");
    }
    let options = [
        "convert",
        "--rules",
        "inertia-chess:castling=off",
        "--to",
        "pgn",
    ];
    insta::assert_snapshot!(show(&options, "1. Nf3 a5 *\n"), @r#"
    [Variant "Inertia Chess:castling=off"]

    1. Nf3 a5 *
    "#);
}

#[test]
fn the_variant_written_is_that_of_the_rules() {
    let under = |rules: &str, input: &str| {
        show(
            &["convert", "--from", "pgn", "--rules", rules, "--to", "pgn"],
            input,
        )
    };
    let game = "[Variant \"Inertia Chess\"]\n\n1. e4 e5 *\n";
    insta::assert_snapshot!(under("chess", game), @r#"
    [Variant "chess"]

    1. e4 e5 *
    --- stderr
    scoresheet: -: record 1: the Variant tag named other rules than the record was replayed under; they are written instead
    "#);
    insta::assert_snapshot!(under("chess", "[Event \"Inertia 3\"]\n\n1. e4 e5 *\n"), @r#"
    [Event "Inertia 3"]
    [Variant "chess"]

    1. e4 e5 *
    "#);
    assert_eq!(under("inertia-chess", game), game.trim_end());
    let written = run(
        &["convert", "-q", "--rules", "chess", "--to", "pgn"],
        game.as_bytes(),
    );
    let back = run(&["convert", "--to", "jsonl"], written.stdout.as_bytes());
    assert!(
        back.stdout.contains("\"rules\":\"chess\""),
        "{}",
        back.stdout
    );
}

#[test]
fn records_are_chosen_by_number_and_condition() {
    let lines = |arguments: &[&str]| {
        let all = [&["validate", "--from", "pgn"], arguments].concat();
        let shown = show(&all, GAMES);
        let overview = shown.lines().filter(|line| line.starts_with("-: record"));
        let last = shown.lines().rev().find(|line| line.contains("in 1 file"));
        let lines = overview.chain(last).map(|line| format!("{line}\n"));
        lines.collect::<String>()
    };
    insta::assert_snapshot!(lines(&["--where", "white=alder & plies<10"]), @r#"
    -: record 1 "Alder - Birch" (line 1): valid, 4 plies, 0-1 checkmate
    1 record in 1 file, all valid; 4 plies replayed; nothing to report
    "#);
    insta::assert_snapshot!(lines(&["--where", "invalid | variations>0"]), @r"
    -: record 2 (line 7): 1 error, 2 plies of 4 replayed, 1 variation
    1 record in 1 file, 0 valid, 1 with errors; 4 plies replayed; 1 error
    ");
    insta::assert_snapshot!(lines(&["--record", "2"]), @r"
    -: record 2 (line 7): 1 error, 2 plies of 4 replayed, 1 variation
    1 record in 1 file, 0 valid, 1 with errors; 4 plies replayed; 1 error
    ");
    insta::assert_snapshot!(lines(&["--record", "3-"]), @"0 records in 1 file; 0 plies replayed; nothing to report");
    let converted = show(
        &[
            "convert",
            "--to",
            "coords",
            "--from",
            "pgn",
            "--where",
            "status=checkmate",
        ],
        GAMES,
    );
    assert!(
        converted.contains("f2f3 e7e5 g2g4 d8h4") && !converted.contains("e2e4"),
        "{converted}"
    );
    insta::assert_snapshot!(show(&["validate", "--where", "plies>"], GAMES), @r"
    --- stderr
    error: invalid value 'plies>' for '--where <CONDITION>': a value is expected at the end
      plies>
            ^

    For more information, try '--help'.
    --- status 2
    ");
    insta::assert_snapshot!(show(&["validate", "--record", "0"], GAMES), @r"
    --- stderr
    error: invalid value '0' for '--record <N[-M],...>': write numbers and ranges, such as `3`, `2-5` or `1,4-6`; records count from 1

    For more information, try '--help'.
    --- status 2
    ");
}

#[test]
fn a_move_that_is_due_and_cannot_be_read_makes_a_record_invalid() {
    for (moves, code) in [
        ("1. P-K4 P-K4 2. N-KB3 N-QB3 1-0", "S0214"),
        ("1. e4 e5 2. N@f3 *", "S0214"),
        // Play goes on, and tells whether a move is missing.
        ("1. e4 N@f3 e5 *", "S0204"),
        ("1. e4 e5 2. splendid Nf3 *", "S0204"),
    ] {
        let judged = run(&["validate", "--from", "pgn"], moves.as_bytes());
        let output = judged.stdout + &judged.stderr;
        assert!(output.contains(code), "{moves}: {output}");
        assert_eq!(
            judged.status,
            i32::from(code == "S0214"),
            "{moves}: {output}"
        );
    }
}

#[test]
fn an_unusual_order_of_marks_is_named() {
    let roster = "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n";
    let pgn = format!("{roster}1. e4 f6 2. Qh5!+ g6 *\n");
    let arguments = ["validate", "-v", "--from", "pgn", "--format", "json"];
    let told = run(&arguments, pgn.as_bytes());
    let output = told.stdout + &told.stderr;
    let message = "the marks of Qh5!+ usually stand in the order of Qh5+!";
    assert!(output.contains(message), "{output}");
    assert!(output.contains("\"Qh5+!\""), "{output}");
}
