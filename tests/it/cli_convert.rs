//! `convert`: one-way formats, reading back, and `--check`.

use crate::cli_commands::{GAMES, show};
use crate::support::run;

#[test]
fn positions_and_records_are_written_as_lines() {
    let shown = |to: &str| show(&["convert", "--to", to, "--from", "pgn"], GAMES);
    insta::assert_snapshot!(shown("epd"), @r#"
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - fmvn 1; hmvc 0; id "- 1 0"; sm f3;
    rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - fmvn 1; hmvc 0; id "- 1 1"; sm e5;
    rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - fmvn 2; hmvc 0; id "- 1 2"; sm g4;
    rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - fmvn 2; hmvc 0; id "- 1 3"; sm Qh4#;
    rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - fmvn 3; hmvc 1; id "- 1 4";
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - fmvn 1; hmvc 0; id "- 2 0"; sm e4;
    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - fmvn 1; hmvc 0; id "- 2 1"; sm e5;
    rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - fmvn 2; hmvc 0; id "- 2 2";
    --- stderr
    S0301 [error] record 2, 2. Ke3

      × 2. Ke3 is illegal: the white king on e1 cannot go to e3
       ╭─[-:7:30]
     7 │ 1. e4 e5 (1... c5 2. Nf3) 2. Ke3 Nc6 *
       ·                              ─┬─
       ·                               ╰── illegal
       ╰────
      help: did you mean Ke2, Bd3 or Be2?; the move after it is kept but not judged (1 unplayed)

    scoresheet: -: record 2: a variation has no place in this format
    scoresheet: -: record 2: 2 unplayed moves have no place in this format
    --- status 1
    "#);
    insta::assert_snapshot!(shown("csv"), @r"
    file,record,line,rules,event,site,date,round,first,second,result,outcome,status,valid,errors,warnings,notes,plies,played,start,moves
    -,1,1,chess,Club,,,,Alder,Birch,0-1,0-1,checkmate,yes,0,0,0,4,4,,f3 e5 g4 Qh4#
    -,2,7,chess,,,,,,,*,,ongoing,no,1,0,0,4,2,,e4 e5
    --- stderr
    S0301 [error] record 2, 2. Ke3

      × 2. Ke3 is illegal: the white king on e1 cannot go to e3
       ╭─[-:7:30]
     7 │ 1. e4 e5 (1... c5 2. Nf3) 2. Ke3 Nc6 *
       ·                              ─┬─
       ·                               ╰── illegal
       ╰────
      help: did you mean Ke2, Bd3 or Be2?; the move after it is kept but not judged (1 unplayed)

    scoresheet: -: record 2: a variation has no place in this format
    scoresheet: -: record 2: 2 unplayed moves have no place in this format
    --- status 1
    ");
    let stones = show(
        &["convert", "--to", "epd", "--rules", "inertia"],
        "1. e4 f4,b2 *",
    );
    insta::assert_snapshot!(stones, @r"
    --- stderr
    scoresheet: -: record 1: this format has no room for its game
    --- status 2
    ");
}

/// A record that a format cannot hold is told of, and does not cost the others.
#[test]
fn records_without_room_are_left_out() {
    let mixed = "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"g\"]\n[Variant \"Gravitational Chess\"]\n\n1. e2-e4 e7-e5 *\n\n\
        [Event \"b\"]\n\n1. d4 d5 *\n";
    let lan = ["convert", "--to", "pgn", "--notation", "lan"];
    insta::assert_snapshot!(show(&lan, mixed), @r#"
    [Event "a"]

    1. e2-e4 e7-e5 *

    [Event "b"]

    1. d2-d4 d7-d5 *
    --- stderr
    scoresheet: -: record 2: moves of gravitational-chess are not written in lan; there is full and coords
    --- status 2
    "#);
}

#[test]
fn what_is_written_just_so_already_is_told_from_what_is_not() {
    let check = |text: &str| {
        show(
            &["convert", "--to", "pgn", "--check", "--from", "pgn"],
            text,
        )
    };
    let written = run(
        &["convert", "--to", "pgn", "--from", "pgn"],
        GAMES.as_bytes(),
    )
    .stdout;
    assert!(
        !check(&written).contains("otherwise"),
        "{}",
        check(&written)
    );
    insta::assert_snapshot!(check("1. e4 e5 *\n"), @"");
    assert_eq!(
        check("1. e4 e5 *"),
        "-: would be written otherwise\n--- status 1"
    );
    assert!(check(&format!("{written}\n")).contains("otherwise"));
}

/// Words that were not played keep their letters; the coordinates beside them are in English ones.
#[test]
fn unplayed_words_in_other_letters_do_not_change_how_json_is_read() {
    let game = "[Rules \"x\"]\n\n1. e4 e5 2. Lc4 Sc6 3. Dh5 Sf6 4. Dxf7 Kxf7 5. Lxf7 *\n";
    let json = run(
        &["convert", "--to", "jsonl", "--from", "pgn"],
        game.as_bytes(),
    );
    assert!(json.stdout.contains("d1h5"), "{}", json.stdout);
    let back = run(
        &["convert", "--to", "jsonl", "--from", "jsonl"],
        json.stdout.as_bytes(),
    );
    assert_eq!(back.stdout, json.stdout);
    assert!(!back.stderr.contains("read back"), "{}", back.stderr);
}

#[test]
fn what_the_rules_remember_is_written_beside_positions() {
    let game = "[Event \"A, \\\"B\\\"\"]\n[Variant \"Inertia Chess\"]\n\n1. Nf3 a5 *\n";
    let shown = |to: &str| show(&["convert", "--to", to, "--from", "pgn"], game);
    insta::assert_snapshot!(shown("epd"), @r#"
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 "- -"; fmvn 1; hmvc 0; id "- 1 0"; sm Nf3;
    rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - c0 "f3>NNW -"; fmvn 1; hmvc 1; id "- 1 1"; sm a5;
    rnbqkbnr/1ppppppp/8/p7/8/5N2/PPPPPPPP/RNBQKB1R w KQkq a6 c0 "f3>NNW a5>S"; fmvn 2; hmvc 0; id "- 1 2";
    "#);
    assert!(shown("csv").contains(r#",inertia-chess,"A, ""B""",,"#));
}

#[test]
fn moves_are_written_in_the_notation_asked_for() {
    let game = "1. e4 Nf6 2. e5 d5 3. exd6 cxd6 4. Bb5+ Nc6 5. Nf3 g6 6. O-O *\n";
    let shown = |notation: &str, more: &[&str]| {
        let how = ["convert", "--from", "pgn", "--notation", notation];
        show(&[&how, more].concat(), game)
    };
    let pgn = ["--to", "pgn"];
    insta::assert_snapshot!(shown("san", &pgn), @"1. e4 Nf6 2. e5 d5 3. exd6 cxd6 4. Bb5+ Nc6 5. Nf3 g6 6. O-O *");
    insta::assert_snapshot!(shown("lan", &pgn), @"
    1. e2-e4 Ng8-f6 2. e4-e5 d7-d5 3. e5xd6 c7xd6 4. Bf1-b5+ Nb8-c6 5. Ng1-f3 g7-g6
    6. O-O *
    ");
    insta::assert_snapshot!(shown("full", &["--to", "text", "--letters", "fr"]), @"
    1. e2-e4 Cg8-f6 2. e4-e5 d7-d5 3. e5×d6ep c7×d6 4. Ff1-b5+ Cb8-c6 5. Cg1-f3
    g7-g6 6. O-O *
    ");
    insta::assert_snapshot!(shown("coords", &pgn), @"1. e2e4 g8f6 2. e4e5 d7d5 3. e5d6 c7d6 4. f1b5 b8c6 5. g1f3 g7g6 6. e1g1 *");
    insta::assert_snapshot!(shown("lan", &["-q", "--to", "pgn", "--rules", "gravitational-chess"]), @"
    --- stderr
    scoresheet: -: record 1: moves of gravitational-chess are not written in lan; there is full and coords
    --- status 2
    ");
    insta::assert_snapshot!(shown("lan", &["--to", "coords"]), @"
    --- stderr
    scoresheet: --notation goes with --to pgn and text; the other formats have a notation of their own
    --- status 2
    ");
}
