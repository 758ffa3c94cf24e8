//! Problems and lists of men, through every command that reads records.

use crate::support::run;
use serde_json::Value;

const FRENCH: &str = "\
Gravitation
No. 7

Blancs: Rf3 Dh1 Fe4 Fh2 Pd7 - Noirs: Rg8 (5+1)
‡2   b) Fe4→f5   c) = b) + Pa2
a) 1.Fe4-d5? Rg8-f8!
1.d7-d8=C(→Cd7)! [2.Dh1-h7‡]
1...Rg8-g7/Rg8-h8 2.Fh2-d6-d5‡
b) 1.d7-d8=C(→Cd7)! ~ 2.Ff5-e7
c) 1.a2-a4
";

const GERMAN: &str = "\
Weiß: Ke3 Lb4 Bg3
Schwarz: Kg6 Lf7 (3+2)
h#2
1.Kg6-h6 g3-g4 2.Lf7-g6-g7 Lb4-c3-c2#
";

const MORPHY: &str = "\
White: Kc8 Ra1 b6 - Black: Ka8 Bb8 a7 b7
#2*
1...Bc7/Bd6 2.Rxa7#
1.Ra5? a6!
1.Ra6! zugzwang
1...bxa6 2.b7#
1...Bc7/Bd6/Be5 2.Rxa7#
1...B~ 2.Rxa7#
";

const GRAVITATIONAL: [&str; 2] = ["--rules", "gravitational-chess"];

/// Standard output and exit status of a run over a text.
fn over(command: &[&str], text: &str) -> String {
    let found = run(&[command, &["--from", "text"]].concat(), text.as_bytes());
    format!("{}{}", found.stdout, found.status)
}

fn validated(text: &str) -> String {
    over(&[&["validate"][..], &GRAVITATIONAL].concat(), text)
}

#[test]
fn printed_problems_validate_in_three_languages() {
    insta::assert_snapshot!(validated(FRENCH), @r#"
    -: record 1 "Gravitation No. 7" (line 4): valid, 2 plies, 2 variations, board matches 64 of 64, *
    -: record 2 "Gravitation No. 7" (line 5): valid, 1 ply, board matches 64 of 64, *
    -: record 3 "Gravitation No. 7" (line 5): valid, 1 ply, board matches 64 of 64, *
    3 records in 1 file, all valid; 9 plies replayed; nothing to report
    0
    "#);
    insta::assert_snapshot!(validated(GERMAN), @r#"
    -: record 1 (line 1): valid, 4 plies, board matches 64 of 64, * checkmate
    1 record in 1 file, all valid; 4 plies replayed; nothing to report
    0
    "#);
    insta::assert_snapshot!(over(&["validate"], MORPHY), @r#"
    -: record 1 (line 1): valid, 2 plies, 4 variations, board matches 64 of 64, *
    1 record in 1 file, all valid; 11 plies replayed; nothing to report
    0
    "#);
}

#[test]
fn a_wrong_move_is_told_at_its_place_and_once() {
    let wrong = MORPHY.replace("Bc7/Bd6/Be5 2.Rxa7#", "Bc7/Bd6/Be5 2.Rxb7#");
    insta::assert_snapshot!(over(&["validate"], &wrong), @r#"
    S0301 [error] record 1, 2. Rxb7#, variation 1.1/2.1

      × 2. Rxb7 is illegal: the white rook on a6 cannot go to b7
       ╭─[-:7:19]
     6 │ 1...bxa6 2.b7#
     7 │ 1...Bc7/Bd6/Be5 2.Rxb7#
       ·                   ──┬──
       ·                     ╰── illegal
     8 │ 1...B~ 2.Rxa7#
       ╰────
      help: did you mean Rxa7#, Kxc7 or bxa7?

    -: record 1 (line 1): 1 error, 2 plies, 4 variations, board matches 64 of 64, *
    1 record in 1 file, 0 valid, 1 with errors; 8 plies replayed; 1 error
    1
    "#);
    let wrong = FRENCH.replace("c) 1.a2-a4", "c) 1.a2-b3");
    insta::assert_snapshot!(validated(&wrong), @r#"
    S0301 [error] record 3, 1. a2-b3

      × 1. a2-b3 is illegal: the white pawn on a2 cannot go to b3
        ╭─[-:10:6]
      9 │ b) 1.d7-d8=C(→Cd7)! ~ 2.Ff5-e7
     10 │ c) 1.a2-b3
        ·      ──┬──
        ·        ╰── illegal
        ╰────
      help: did you mean a2-a3 or a2-a4?

    -: record 1 "Gravitation No. 7" (line 4): valid, 2 plies, 2 variations, board matches 64 of 64, *
    -: record 2 "Gravitation No. 7" (line 5): valid, 1 ply, board matches 64 of 64, *
    -: record 3 "Gravitation No. 7" (line 5): 1 error, 0 plies of 1 replayed, board matches 64 of 64
    3 records in 1 file, 2 valid, 1 with errors; 8 plies replayed; 1 error
    1
    "#);
}

/// A stipulation that means nothing is told, and the men begin a game.
#[test]
fn a_stipulation_that_cannot_be_is_told() {
    for (stipulation, why) in [
        ("h#0", "it takes at least half a move"),
        ("#2.5", "half moves belong to help play"),
        ("#999", "the number of moves should stand where `9` does"),
        ("h‡2.", "nothing more should stand where `.` does"),
    ] {
        let text =
            format!("White: Kc8 Ra1 b6 - Black: Ka8 Bb8 a7 b7 (3+4)\n{stipulation}\n1.Ra6\n");
        for command in ["validate", "solve"] {
            let found = run(&[command, "--from", "text", "-"], text.as_bytes());
            let told = found.stdout + &found.stderr;
            let told = told.replace("\n  │", "");
            assert!(told.contains("S0112 [warning] record 1"), "{told}");
            assert!(told.contains(why), "{told}");
            assert_eq!(told.matches("S0112").count(), 1, "{told}");
        }
    }
}

/// In orthodox chess the pawn on b7 gives check; the line says by which rules it was made.
#[test]
fn a_start_that_other_rules_allow_names_those_under_which_the_line_replays() {
    let list = "Blancs: Rc1 Ta5 Pa2 b7 c7 - Noirs: Rc8 Cc5 Pc4 (5+3)\nh‡2.5\n1...Ta5×c5×c4 2.Rc8-d7 a2-a4\n";
    let tag = "[FEN \"2k5/1PP5/8/R1n5/2p5/8/P7/2K5 w - - 0 1\"]\n\n1. Ta5×c5×c4 *\n";
    for text in [list, tag] {
        let told = over(&["validate"], text).replace("\n        ", " ");
        assert!(told.contains("Black's king on c8 is in check"), "{told}");
        let help = "the record replays whole under `gravitational-chess` (it was read as `chess`)";
        assert!(told.contains(help), "{told}");
    }
}

#[test]
fn what_is_wrong_with_the_men_is_told() {
    let miscounted = GERMAN.replace("(3+2)", "(3+3)");
    insta::assert_snapshot!(validated(&miscounted), @r#"
    S0111 [error] record 1

      × there are 3+2 men, not as written
       ╭─[-:2:18]
     1 │ Weiß: Ke3 Lb4 Bg3
     2 │ Schwarz: Kg6 Lf7 (3+3)
       ·                  ─────
     3 │ h#2
       ╰────
      help: a man is missing or superfluous in the list, or the count is wrong

    -: record 1 (line 1): 1 error, 4 plies, board matches 64 of 64, * checkmate
    1 record in 1 file, 0 valid, 1 with errors; 4 plies replayed; 1 error
    1
    "#);
    let verify = [&["solve", "--verify"][..], &GRAVITATIONAL].concat();
    let found = run(
        &[&verify[..], &["--from", "text"]].concat(),
        miscounted.as_bytes(),
    );
    let verdict = "-: record 1: h#2: position in doubt\n";
    assert_eq!((found.stdout.as_str(), found.status), (verdict, 1));
    let twin = FRENCH.replace("Fe4→f5", "Fe4→d5");
    insta::assert_snapshot!(validated(&twin), @r#"
    S0111 [error] record 2

      × Black's king on g8 is in check from the bishop on d5, and White is to move
       ╭─[-:5:9]
     4 │ Blancs: Rf3 Dh1 Fe4 Fh2 Pd7 - Noirs: Rg8 (5+1)
     5 │ ‡2   b) Fe4→d5   c) = b) + Pa2
       ·         ──────
     6 │ a) 1.Fe4-d5? Rg8-f8!
       ╰────
      help: correct the men; nothing is replayed from a position that cannot be

    S0111 [error] record 3

      × Black's king on g8 is in check from the bishop on d5, and White is to move
       ╭─[-:5:21]
     4 │ Blancs: Rf3 Dh1 Fe4 Fh2 Pd7 - Noirs: Rg8 (5+1)
     5 │ ‡2   b) Fe4→d5   c) = b) + Pa2
       ·                     ──────────
     6 │ a) 1.Fe4-d5? Rg8-f8!
       ╰────
      help: correct the men; nothing is replayed from a position that cannot be

    -: record 1 "Gravitation No. 7" (line 4): valid, 2 plies, 2 variations, board matches 64 of 64, *
    -: record 2 "Gravitation No. 7" (line 5): 1 error, 0 plies of 1 replayed, board not judged
    -: record 3 "Gravitation No. 7" (line 5): 1 error, 0 plies of 1 replayed, board not judged
    3 records in 1 file, 1 valid, 2 with errors; 7 plies replayed; 2 errors
    1
    "#);
}

#[test]
fn without_a_stipulation_men_are_where_a_record_starts() {
    let line = "1. Ta5×c5×c4\n";
    let list = format!("Position: Blancs: Rc1 Ta5 Pa2 b7 c7 - Noirs: Rc8 Cc5 Pc4 (5+3)\n{line}");
    insta::assert_snapshot!(validated(&list), @r#"
    -: record 1 (line 1): valid, 1 ply, board matches 64 of 64, *
    1 record in 1 file, all valid; 1 ply replayed; nothing to report
    0
    "#);
    let board = "\
. . r . . . . .
. P P . . . . .
. . . . . . . .
T . c . . . . .
. . p . . . . .
. . . . . . . .
P . . . . . . .
. . R . . . . .

";
    insta::assert_snapshot!(validated(&format!("{board}1. Ta5×c5×c4 *\n")), @r#"
    -: record 1 (line 1): valid, 1 ply, board matches 64 of 64, *
    1 record in 1 file, all valid; 1 ply replayed; nothing to report
    0
    "#);
    insta::assert_snapshot!(validated(&format!("{board}1... Cc5×b7 2. Rc1-b2 *\n")), @r#"
    -: record 1 (line 1): valid, 2 plies, board matches 64 of 64, *
    1 record in 1 file, all valid; 2 plies replayed; nothing to report
    0
    "#);
    let steps = [&["diagram", "--steps"][..], &GRAVITATIONAL].concat();
    insta::assert_snapshot!(over(&steps, &list), @r#"
     before              after a5×c5         after 1. Ta5×c5×c4
     . . k . . . . .     . . k . . . . .     . . k . . . . .
     . P P . . . . .     . P P . . . . .     . P P . . . . .
     . . . . . . . .     . . . . . . . .     . . . . . . . .
    [R]. n . . . . .    [.].[R]. . . . .     . .[.]. . . . .
     . . p . . . . .     . . p . . . . .     . .[R]. . . . .
     . . . . . . . .     . . . . . . . .     . . . . . . . .
     P . . . . . . .     P . . . . . . .     P . . . . . . .
     . . K . . . . .     . . K . . . . .     . . K . . . . .
    0
    "#);
}

#[test]
fn the_board_tag_holds_a_list_or_rows() {
    let game = |board: &str| {
        format!("[Variant \"Gravitational Chess\"]\n[Board \"{board}\"]\n\n1. Ta5×c5×c4 *\n")
    };
    let judged = |text: &str| {
        let found = run(&["validate", "--from", "pgn"], text.as_bytes());
        format!("{}{}", found.stdout, found.status)
    };
    insta::assert_snapshot!(judged(&game("Blancs: Rc1 Ta5 Pa2 b7 c7 - Noirs: Rc8 Cc5 Pc4 (5+3)")), @r#"
    -: record 1 (line 1): valid, 1 ply, *
    1 record in 1 file, all valid; 1 ply replayed; nothing to report
    0
    "#);
    insta::assert_snapshot!(judged(&game("..r...../.PP...../......../T.c...../..p...../......../P......./..R.....")), @r#"
    -: record 1 (line 1): valid, 1 ply, *
    1 record in 1 file, all valid; 1 ply replayed; nothing to report
    0
    "#);
    insta::assert_snapshot!(judged(&game("Blancs: Rc1 Ta5 - Noirs: Rc8 Cc5 Pc4 (3+3)")), @r#"
    S0111 [error] record 1

      × there are 2+3 men, not as written
       ╭─[-:2:46]
     1 │ [Variant "Gravitational Chess"]
     2 │ [Board "Blancs: Rc1 Ta5 - Noirs: Rc8 Cc5 Pc4 (3+3)"]
       ·                                              ─────
     3 │ 
       ╰────
      help: a man is missing or superfluous in the list, or the count is wrong

    -: record 1 (line 1): 1 error, 0 plies of 1 replayed
    1 record in 1 file, 0 valid, 1 with errors; 0 plies replayed; 1 error
    1
    "#);
    insta::assert_snapshot!(judged("[Board \"3\"]\n\n1. e4 *\n"), @r#"
    -: record 1 (line 1): valid, 1 ply, *
    1 record in 1 file, all valid; 1 ply replayed; nothing to report
    0
    "#);
    let both = "[Board \"White: Ka1 - Black: Kc8\"]\n[FEN \"2k5/8/8/8/8/8/7P/1K6 w - - 0 1\"]\n\n1. Kc1 *\n";
    insta::assert_snapshot!(judged(both), @r#"
    S0403 [error] record 1

      × the tag `Board` shows other men than the position text
       ╭─[-:1:9]
     1 │ [Board "White: Ka1 - Black: Kc8"]
       ·         ───────────────────────
     2 │ [FEN "2k5/8/8/8/8/8/7P/1K6 w - - 0 1"]
       ╰────
      help: the position text counts; correct the board, or take it out

    -: record 1 (line 1): 1 error, 1 ply, *
    1 record in 1 file, 0 valid, 1 with errors; 1 ply replayed; 1 error
    1
    "#);
}

#[test]
fn a_position_on_the_command_line_may_be_a_list() {
    let list = "Blancs: Rc1 Ta5 - Noirs: Rc8";
    let drawn = run(&["diagram", "--position", list], b"");
    assert_eq!(drawn.status, 0, "{}", drawn.stderr);
    let again = run(&["diagram", "--position", drawn.stdout.trim()], b"");
    assert_eq!(drawn.stdout, again.stdout);
    let count = run(&["perft", "--position", list, "1"], b"");
    assert_eq!(count.stdout.lines().last(), Some("19"));
    let solved = run(
        &[
            "solve",
            "--position",
            "White: Kf6 Rg1 - Black: Kh8",
            "--stipulation",
            "h#1",
        ],
        b"",
    );
    insta::assert_snapshot!(format!("{}{}", solved.stdout, solved.stderr), @"h#1: no solution");
}

#[test]
fn every_byte_of_a_problem_is_booked() {
    let text = format!("Once upon a time.\n\n{FRENCH}\nThe end.\n\n{MORPHY}");
    let found = run(
        &[
            "validate",
            "--account",
            "--format",
            "json",
            "--from",
            "text",
        ],
        text.as_bytes(),
    );
    let account = found.stdout.lines().find(|line| line.contains("account"));
    let account: Value = serde_json::from_str(account.expect("an account")).expect("JSON");
    let account = &account["account"];
    assert_eq!(account["bytes"], text.len());
    assert_eq!(
        (&account["gaps"], &account["overlaps"]),
        (&0.into(), &0.into())
    );
    insta::assert_snapshot!(account, @r#"{"blank":40,"bytes":408,"comments":60,"diagrams":80,"faulty":0,"file":"-","gaps":0,"headings":44,"moves":107,"nags":0,"numbers":44,"overlaps":0,"prose":0,"punctuation":3,"results":0,"tags":30}"#);
}

#[test]
fn problems_come_back_from_every_format() {
    let schema: Value =
        serde_json::from_str(&run(&["schema", "record"], b"").stdout).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for (text, rules) in [
        (FRENCH, "gravitational-chess"),
        (GERMAN, "gravitational-chess"),
        (MORPHY, "chess"),
    ] {
        let convert = |text: &str, from: &str, to: &str| {
            let found = run(
                &["convert", "--rules", rules, "--from", from, "--to", to],
                text.as_bytes(),
            );
            assert_eq!(found.status, 0, "{}", found.stderr);
            found.stdout
        };
        for format in ["jsonl", "json", "pgn", "text", "coords"] {
            let once = convert(text, "text", format);
            assert_eq!(convert(&once, format, format), once, "{format}");
            assert!(once.contains("Stipulation"), "{once}");
            if format != "json" && format != "jsonl" {
                assert_eq!(
                    convert(&once, format, "coords"),
                    convert(text, "text", "coords")
                );
            }
        }
        for line in convert(text, "text", "jsonl").lines() {
            let record: Value = serde_json::from_str(line).expect("JSON");
            assert!(schema.is_valid(&record), "{record}");
        }
    }
}

/// The moves of the formats for machines are in English, and remarks as they were printed.
#[test]
fn remarks_keep_their_language_in_every_format() {
    let printed = "\
Blancs: Rf3 Dh1 Fe4 Fh2 Pd7 - Noirs: Rg8 (5+1)
‡2*
1...Rg8-h8 2.Fh2-d6-d5‡
1.d7-d8=C(→Cd7)! (menace 2.Fh2-d6-d5)
1...Rg8-g7/Rg8-h8 2.Fh2-d6-d5‡
";
    let wrong = printed.replace("Rg8-h8 2.Fh2-d6-d5‡\n1.", "Rg8-h8 2.Fh2-g3-g2‡\n1.");
    let untrue = printed.replace("menace 2.Fh2-d6-d5", "menace 2.Fh2-g3-g2");
    for (text, verdict) in [
        (printed, "sound"),
        (&wrong, "unsound"),
        (&untrue, "not verified"),
    ] {
        for format in ["text", "jsonl", "json", "pgn", "coords"] {
            let convert = ["convert", "--from", "text", "--to", format];
            let once = run(&[&convert[..], &GRAVITATIONAL].concat(), text.as_bytes()).stdout;
            let solve = ["solve", "--verify", "--from", format];
            let found = run(&[&solve[..], &GRAVITATIONAL].concat(), once.as_bytes()).stdout;
            let told = format!("-: record 1: #2*: {verdict}");
            assert_eq!(found.lines().next(), Some(&*told), "{format}: {found}");
            assert!(!found.contains("illegal"), "{format}: {found}");
        }
    }
}

#[test]
fn a_french_problem_as_json() {
    let convert = [&["convert", "--to", "jsonl"][..], &GRAVITATIONAL].concat();
    let twins = over(&convert, FRENCH);
    let starts = twins.lines().filter(|line| line.len() > 1).map(|line| {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let moves: Vec<_> = record["plies"].as_array().expect("plies").iter().collect();
        let words = moves.iter().map(|ply| format!(" {}", ply["san"]));
        format!(
            "{} {}{}\n",
            record["start"],
            record["tags"],
            words.collect::<String>()
        )
    });
    insta::assert_snapshot!(starts.collect::<String>(), @r##"
    "6k1/3P4/8/8/4B3/5K2/7B/7Q w - - 0 1" [["Event","Gravitation No. 7"],["Stipulation","#2"]] "Be4-d5-d4" "Kg8-f8"
    "6k1/3P4/8/5B2/8/5K2/7B/7Q w - - 0 1" [["Event","Gravitation No. 7"],["Stipulation","#2"]] "d7-d8=N(→Nd7)"
    "6k1/3P4/8/5B2/8/5K2/P6B/7Q w - - 0 1" [["Event","Gravitation No. 7"],["Stipulation","#2"]] "a2-a4"
    "##);
}

#[test]
fn no_size_of_a_text_tears_a_problem() {
    let filler = "Anna and Boris talk about the weather, which is fine.\n".repeat(600);
    let text = format!("{filler}\n{FRENCH}\n").repeat(60);
    assert!(text.len() > 1 << 20);
    let found = run(
        &[
            "validate",
            "--rules",
            "gravitational-chess",
            "--format",
            "json",
            "--from",
            "text",
        ],
        text.as_bytes(),
    );
    let summary: Value =
        serde_json::from_str(found.stdout.lines().last().expect("a summary")).expect("JSON");
    assert_eq!(summary["summary"]["records"], 180, "{}", found.stdout);
    assert_eq!(summary["summary"]["valid"], 180, "{}", found.stdout);
}
