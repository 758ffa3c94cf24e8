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
    scoresheet: -: record 1: 3 tags have no place in this format
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

/// What is compared are bytes: the same text in another encoding, or behind a byte order mark, is written otherwise.
#[test]
fn what_is_written_just_so_is_told_by_its_bytes() {
    let check = ["convert", "--to", "pgn", "--check", "--from", "pgn"];
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let score = "[White \"M\u{fc}ller\"]\n\n1. e4 *\n";
    let encoded: [(Vec<u8>, i32); 5] = [
        (score.into(), 0),
        (format!("\u{feff}{score}").into(), 1),
        (utf16(&format!("\u{feff}{score}")), 1),
        (score.chars().map(|c| c as u8).collect(), 1),
        ("[White \"Muller\"]\n\n1. e4 *\n".into(), 0),
    ];
    for (bytes, status) in encoded {
        let output = run(&check, &bytes);
        assert_eq!(output.status, status, "{bytes:?}: {}", output.stdout);
        assert_eq!(output.stdout.contains("otherwise"), status == 1);
    }
}

/// Of records that are chosen, only their own text counts.
#[test]
fn chosen_records_are_compared_alone() {
    let scores = "1. e4 e5 *\n\n1.d4 d5 *\n\n\n1. c4 *\n";
    let check = |format: &str, which: &[&str], text: &str| {
        let how = ["convert", "--to", format, "--from", format, "--check"];
        run(&[&how, which].concat(), text.as_bytes()).status
    };
    for (which, status) in [("1", 0), ("2", 1), ("3", 0), ("1,3", 0), ("1-2", 1)] {
        assert_eq!(
            check("pgn", &["--record", which], scores),
            status,
            "{which}"
        );
    }
    assert_eq!(check("pgn", &["--where", "plies=1"], scores), 0);
    assert_eq!(check("pgn", &[], scores), 1);
    let json = run(
        &["convert", "--to", "json", "--from", "pgn"],
        scores.as_bytes(),
    );
    let spaced = json
        .stdout
        .replacen("\"heading\":null", "\"heading\": null", 1);
    assert_eq!(check("json", &[], &json.stdout), 0);
    for (which, status) in [("1", 1), ("2-3", 0)] {
        assert_eq!(check("json", &["--record", which], &spaced), status);
    }
}

/// A word that was not played is translated too, so that it is no other move in the letters around it.
#[test]
fn faulty_records_are_in_one_set_of_letters() {
    let french = "1. e4 e5 2. Cf3 Cc6 3. Fc4 Fc5 4. Rg1 Cf6 *\n";
    let shown = |command: &str, how: &[&str]| {
        let how = [&[command, "-q", "--from", "text"], how].concat();
        let output = run(&how, french.as_bytes());
        assert!(!output.stderr.contains("read back"), "{}", output.stderr);
        assert_eq!(output.status, 1, "{}", output.stderr);
        output.stdout
    };
    let pgn = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Kg1 Nf6 *\n";
    let german = "1. e4 e5 2. Sf3 Sc6 3. Lc4 Lc5 4. Kg1 Sf6 *\n";
    assert_eq!(shown("convert", &["--to", "text"]), french);
    for command in ["convert", "annotate"] {
        assert_eq!(shown(command, &["--to", "pgn"]), pgn);
        for to in ["text", "pgn"] {
            assert_eq!(shown(command, &["--to", to, "--letters", "de"]), german);
        }
    }
    let coords = shown("convert", &["--to", "coords"]);
    assert_eq!(coords, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 Kg1 Nf6 *\n");
    let json = shown("convert", &["--to", "jsonl"]);
    assert!(json.contains(r#""letters":"fr""#) && json.contains(r#""text":"Rg1""#));
    let back = |to: &str| {
        let how = ["convert", "-q", "--from", "jsonl", "--to", to];
        run(&how, json.as_bytes()).stdout
    };
    assert_eq!((back("jsonl"), back("pgn")), (json.clone(), pgn.to_owned()));
    assert_eq!(back("text"), french);
    let strange = json.replace(r#""letters":"fr""#, r#""letters":"xx""#);
    let output = run(&["validate", "--from", "jsonl"], strange.as_bytes());
    assert!(
        output.stdout.contains("`xx` is no language"),
        "{}",
        output.stdout
    );
}

/// What is not read as the same record but with its letters named is told of; what is not at all is no conversion.
#[test]
fn letters_that_cannot_be_seen_are_told() {
    let short = "[FEN \"7k/8/8/8/8/8/8/RK6 w - - 0 1\"]\n\n1. Ra2 *\n";
    for command in ["convert", "annotate"] {
        let how = [command, "--from", "text", "--to", "text", "--letters"];
        let with = |more: &[&str]| run(&[&how, more].concat(), short.as_bytes()).stderr;
        let named = with(&["fr"]);
        assert!(named.contains("read it with `--letters fr`"), "{named}");
        assert_eq!(with(&["fr", "--no-verify"]), "");
        assert_eq!(with(&["fr", "-q"]), "");
        let undecided = with(&["de"]);
        assert!(undecided.contains("not read back"), "{undecided}");
        assert!(!with(&["de", "--no-verify"]).contains("not read back"));
    }
}

/// A word that stands in several lines of a printed solution is one fault, in JSON of JSON too.
#[test]
fn json_of_a_printed_problem_stays_as_it_is() {
    let file = "fixtures/problems/printed.txt";
    let json = run(&["convert", "-q", "--to", "json", file], b"").stdout;
    let again = ["convert", "-q", "--to", "json", "--from", "json"];
    assert_eq!(run(&again, json.as_bytes()).stdout, json);
}

#[test]
fn a_record_without_positions_is_told_of() {
    let scores = "[FEN \"xx\"]\n\n1. e4 e5 *\n\n[Variant \"Crazyhouse\"]\n\n1. e4 *\n";
    let output = run(
        &["convert", "--to", "epd", "--from", "pgn"],
        scores.as_bytes(),
    );
    assert_eq!((output.stdout.as_str(), output.status), ("", 1));
    let told = "its positions are not known, and nothing is written of it";
    assert_eq!(output.stderr.matches(told).count(), 2, "{}", output.stderr);
}

/// The board of a tree that no rules are played on shows what its turns are.
#[test]
fn a_board_without_rules_is_read_back() {
    let tree = "(;FF[4]RU[inertia]SZ[9:13];B[e4])\n";
    for to in ["text", "pgn", "coords", "json"] {
        let output = run(&["convert", "--to", to, "--from", "sgf"], tree.as_bytes());
        assert!(!output.stderr.contains("read back"), "{}", output.stderr);
        let back = ["convert", "--from", to, "--to", "jsonl", "-q"];
        let back = run(&back, output.stdout.as_bytes()).stdout;
        assert!(back.contains(r#""Board","square-9x13""#), "{back}");
    }
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
    --- stderr
    scoresheet: -: record 1: 2 tags have no place in this format
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

/// A game whose words nobody here knows.
const CRAZYHOUSE: &str = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4! {c} (3. d4 N@f3+) 3... Qd8 4. d4 B@e7 *\n";

#[test]
fn words_of_games_without_rules_are_kept_as_moves() {
    let pgn = run(
        &["convert", "--to", "pgn", "--from", "pgn"],
        CRAZYHOUSE.as_bytes(),
    );
    assert_eq!(
        pgn.stdout.replace('\n', " "),
        "[Variant \"Crazyhouse\"]  1. e4 d5 2. exd5 Qxd5 3. P@e4 $1 {c} (3. d4 N@f3+) 3... Qd8 4. d4 B@e7 * ",
        "{}",
        pgn.stderr
    );
    assert_eq!(pgn.stderr.matches("[error]").count(), 1, "{}", pgn.stderr);
    assert!(!pgn.stderr.contains("S0204"), "{}", pgn.stderr);
    for (to, from) in [("jsonl", "jsonl"), ("text", "text"), ("coords", "pgn")] {
        let there = run(
            &["convert", "--to", to, "--from", "pgn"],
            CRAZYHOUSE.as_bytes(),
        );
        let back = ["convert", "--to", "pgn", "--from", from];
        let back = run(&back, there.stdout.as_bytes());
        assert_eq!(
            back.stdout, pgn.stdout,
            "{to}: {}{}",
            there.stderr, back.stderr
        );
    }
}

#[test]
fn words_that_are_no_moves_of_known_games_are_still_told() {
    let pgn = CRAZYHOUSE.replace("Crazyhouse", "Standard");
    let told = run(&["convert", "--to", "pgn", "--from", "pgn"], pgn.as_bytes());
    assert!(told.stderr.contains("S0204"), "{}", told.stderr);
    assert!(told.stderr.contains("`B@e7` is no move"), "{}", told.stderr);
}

#[test]
fn what_lines_do_not_hold_is_told() {
    let pgn = "[White \"a\"]\n[WhiteElo \"2500\"]\n[Annotator \"me\"]\n\n1. e4! e5 $14 *\n";
    for (to, tags) in [("csv", "2 tags have"), ("epd", "3 tags have")] {
        let told = run(&["convert", "--to", to, "--from", "pgn"], pgn.as_bytes()).stderr;
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(
            lines,
            [
                format!("scoresheet: -: record 1: {tags} no place in this format"),
                "scoresheet: -: record 1: 2 annotation glyphs have no place in this format"
                    .to_owned(),
            ],
            "{to}"
        );
    }
}

#[test]
fn broken_comments_and_headings_that_go_are_told() {
    let json = run(
        &["convert", "--to", "jsonl", "--from", "pgn"],
        b"[Event \"Club\"]\n\n1. e4 {ab} e5 {cd} *\n",
    );
    let json = json
        .stdout
        .replace("\"ab\"", "\"a\\nb\"")
        .replace("\"cd\"", "\" cd\"");
    assert!(json.contains("\"heading\":null"), "{json}");
    let json = json.replace("\"heading\":null", "\"heading\":\"Title\"");
    let breaks = "scoresheet: -: record 1: line breaks, and blanks at the ends, of 2 comments are not kept\n";
    let heading = "scoresheet: -: record 1: its heading says what none of its tags does, and has no place beside them\n";
    for to in ["pgn", "text", "coords"] {
        let told = run(&["convert", "--to", to, "--from", "jsonl"], json.as_bytes());
        // A score keeps the line above its tags.
        let kept = told.stdout.starts_with("Title\n");
        assert_eq!(kept, to == "text", "{to}: {}", told.stdout);
        let heading = if kept { "" } else { heading };
        assert_eq!(told.stderr, format!("{breaks}{heading}"), "{to}");
    }
    let same = run(
        &["convert", "--to", "json", "--from", "jsonl"],
        json.as_bytes(),
    );
    assert_eq!(same.stderr, "");
}

#[test]
fn the_prose_of_an_article_that_goes_is_told() {
    let text = "A report from the club.\n\nClub: Alder - Birch\n\n1. e4 e5 *\n\nThe next week\nthey met again.\n\nClub: Birch - Alder\n\n1. d4 d5 *\n\nThat was all.\n";
    let note = "scoresheet: -: 4 lines of prose, from line 1 to line 14, stand in no record and are not written\n";
    for to in ["pgn", "text", "jsonl", "coords"] {
        let told = run(&["convert", "--to", to, "--from", "text"], text.as_bytes());
        assert_eq!(told.stderr, note, "{to}");
    }
    let first = ["convert", "--to", "pgn", "--from", "text", "--record", "1"];
    assert_eq!(run(&first, text.as_bytes()).stderr, "");
}
