//! `solve` on the command line.

use crate::support::run;
use serde_json::Value;

const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

#[test]
fn a_position_is_solved_for_people_and_for_machines() {
    let given = ["solve", "--position", MORPHY, "--stipulation", "#2"];
    let human = run(&given, b"");
    assert_eq!(human.status, 0, "{}", human.stderr);
    assert!(
        human
            .stdout
            .starts_with("#2: sound\n1.Ra6! (zugzwang)\n   1...bxa6 2.b7#\n"),
        "{}",
        human.stdout
    );
    let machine = run(&[&given[..], &["--format", "json"]].concat(), b"");
    let report: Value = serde_json::from_str(&machine.stdout).expect("JSON");
    assert_eq!(report["verdict"], "sound");
    assert_eq!(report["keys"], serde_json::json!(["Ra6"]));
}

#[test]
fn the_report_keeps_its_schema() {
    let schema = run(&["schema", "problem"], b"");
    let schema: Value = serde_json::from_str(&schema.stdout).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for stipulation in ["#2*", "h#2.5*", "#3", "ser-h#2", "s#1*"] {
        let found = run(
            &[
                "solve",
                "--position",
                MORPHY,
                "--stipulation",
                stipulation,
                "--tries",
                "--format",
                "json",
            ],
            b"",
        );
        let mut report: Value = serde_json::from_str(&found.stdout).expect("JSON");
        assert!(schema.is_valid(&report), "{stipulation}: {report}");
        report["more"] = Value::Null;
        assert!(!schema.is_valid(&report));
    }
}

#[test]
fn a_limit_ends_the_search_with_an_honest_word() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let found = run(
        &[
            "solve",
            "--position",
            start,
            "--stipulation",
            "#4",
            "--limit",
            "nodes=1000",
            "-j",
            "2",
            "--memory",
            "1M",
        ],
        b"",
    );
    assert_eq!(
        (found.stdout.as_str(), found.status),
        ("#4: not finished\n", 1)
    );
}

/// Queens all over the board: thousands of help mates.
const OPEN: &str = "6k1/8/8/8/8/8/1QQQQQ2/1K6 w - - 0 1";

#[test]
fn so_many_solutions_are_listed_and_no_more() {
    let given = ["solve", "--memory", "1M", "--position"];
    let asked = [OPEN, "--stipulation", "h#2.5", "--solutions", "5"];
    let human = run(&[&given[..], &asked].concat(), b"");
    assert_eq!(human.status, 1);
    let lines: Vec<_> = human.stdout.lines().collect();
    assert_eq!(lines.len(), 7, "{lines:?}");
    assert_eq!(lines[0], "h#2.5: not finished");
    assert_eq!(lines[6], "and more; not all is listed");
    let json = ["--format", "json"];
    let machine = run(&[&given[..], &asked, &json].concat(), b"");
    let report: Value = serde_json::from_str(&machine.stdout).expect("JSON");
    assert_eq!(report["unlisted"], true);
    assert_eq!(report["stopped"], "solutions");
}

/// Words of a text never steer the terminal, wherever they are told.
#[test]
fn control_characters_of_a_text_are_shown_as_signs() {
    let text = "White: Kc8 Ra1 b6 - Black: Ka8 Bb8 a7 b7\n#2\n1.Ra6! \x1b[31mred\0\n";
    let found = run(&["solve", "--verify", "--from", "text"], text.as_bytes());
    assert!(
        found.stdout.contains("   `␛[31mred␀` was not verified\n"),
        "{}",
        found.stdout
    );
    let tag = "[Stipulation \"#\x1b\"]\n\n1. e4 *\n";
    let found = run(&["solve", "--from", "pgn"], tag.as_bytes());
    assert!(found.stderr.contains("`#␛` is no"), "{}", found.stderr);
    assert!(!found.stderr.contains('\x1b'), "{}", found.stderr);
}

#[test]
fn so_many_flaws_are_listed_and_all_are_judged() {
    let text = "White: Kc8 Ra1 b6 - Black: Ka8 Bb8 a7 b7\n#2\n1.Rb1? a6!\n1.Ra6! bxa6 2.b7#\n";
    let given = ["solve", "--verify", "--from", "text", "--solutions", "2"];
    let found = run(&given, text.as_bytes());
    assert_eq!(found.status, 1);
    let first = found.stdout.lines().next();
    assert_eq!(first, Some("-: record 1: #2: unsound"));
    assert!(
        found.stdout.ends_with("   and more; not all is listed\n"),
        "{}",
        found.stdout
    );
    let machine = run(
        &[&given[..], &["--format", "json"]].concat(),
        text.as_bytes(),
    );
    let report: Value = serde_json::from_str(&machine.stdout).expect("JSON");
    assert_eq!(report["flaws"].as_array().map(Vec::len), Some(2));
    assert_eq!(report["unlisted"], true);
}

#[test]
fn forced_play_that_is_not_listed_leaves_the_verdict() {
    let given = ["solve", "--memory", "1M", "-j", "1", "--position"];
    let asked = [MORPHY, "--stipulation", "#2", "--solutions", "3"];
    let found = run(&[&given[..], &asked].concat(), b"");
    assert_eq!(found.status, 0);
    insta::assert_snapshot!(found.stdout, @r#"
    #2: sound
    1.Ra6! (zugzwang)
       1...bxa6 2.b7#
    and more; not all is listed
    "#);
}

#[test]
fn one_worker_stops_at_the_same_node_each_time() {
    let given = ["solve", "--memory", "1M", "-j", "1", "--format", "json"];
    let asked = ["--stipulation", "h#2.5", "--limit", "nodes=20000"];
    let once = || run(&[&given[..], &["--position", OPEN], &asked].concat(), b"").stdout;
    let first = once();
    let report: Value = serde_json::from_str(&first).expect("JSON");
    assert_eq!(report["stopped"], "nodes");
    assert_eq!(first, once());
}

#[test]
fn men_that_do_not_fit_their_count_are_in_doubt() {
    let text = "White: Kf6 Rg1 - Black: Kh8 (2+2)\nh#1.5   b) Rg1→a1\n";
    let solution = "a) 1...Kf7 2.Kh7 Rh1#\nb) 1...Kf7 2.Kh7 Rh1#\n1...Kg6 2.Kg8 Ra8#\n";
    let given = ["solve", "--memory", "1M", "--verify", "--from", "text"];
    let found = run(&given, format!("{text}{solution}").as_bytes());
    assert_eq!(found.status, 1);
    insta::assert_snapshot!(found.stdout, @r#"
    -: record 1: h#1.5: position in doubt
    -: record 2: h#1.5: position in doubt
    "#);
    let found = run(
        &["solve", "--memory", "1M", "--from", "text"],
        text.as_bytes(),
    );
    assert_eq!(found.status, 1);
    assert!(
        found
            .stdout
            .starts_with("-: record 1: h#1.5: position in doubt\n")
    );
}

#[test]
fn a_wrong_move_of_help_play_is_told_like_one_of_a_game() {
    let text = "Blancs: Re3 Fb4 Pg3 - Noirs: Rg6 Ff7 (3+2)
h‡2
1.Rg6-h6 g3-g4 2.Ff7-g6×g7 Fb4-c3-c2‡
1.Rg6-h6 g3-g4 2.Ff7-g6-g7 Fb4-d6-d5
";
    let rules = ["--rules", "gravitational-chess"];
    let given = ["solve", "--memory", "1M", "--verify", "--from", "text"];
    let found = run(&[&given[..], &rules].concat(), text.as_bytes());
    assert_eq!((found.stderr.as_str(), found.status), ("", 1));
    insta::assert_snapshot!(found.stdout, @r#"
    -: record 1: h#2: unsound
    S0301 [error] record 1, ply 3

      × 2.Ff7-g6×g7 is illegal: in its fall to g7 the black bishop captures nothing, and a capture is
      │ written
       ╭─[-:3:18]
     2 │ h‡2
     3 │ 1.Rg6-h6 g3-g4 2.Ff7-g6×g7 Fb4-c3-c2‡
       ·                  ────┬────
       ·                      ╰── illegal
     4 │ 1.Rg6-h6 g3-g4 2.Ff7-g6-g7 Fb4-d6-d5
       ╰────
      help: did you mean Ff7-g6-g7?

    S0601 [error] record 1, ply 4, variation 3.1

      × 2...Fb4-d6-d5 is no move of a solution after 1.Rg6-h6 g3-g4 2.Ff7-g6-g7: Fb4-c3-c2# is
       ╭─[-:4:28]
     3 │ 1.Rg6-h6 g3-g4 2.Ff7-g6×g7 Fb4-c3-c2‡
     4 │ 1.Rg6-h6 g3-g4 2.Ff7-g6-g7 Fb4-d6-d5
       ·                            ─────────
       ╰────

       cook: 1.Rg6-h6 g3-g4 2.Ff7-g6-g7 Fb4-c3-c2# solves too and is not printed
    "#);
}

#[test]
fn a_report_on_a_printed_solution_keeps_its_schema() {
    let schema = run(&["schema", "problem"], b"");
    let schema: Value = serde_json::from_str(&schema.stdout).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let text = "White: Kc8 Ra1 b6 - Black: Ka8 Bb8 a7 b7\n#2\n1.Ra5? Bz9\n1.Ra6! Bc7 2.b7#\n";
    let given = ["solve", "--verify", "--from", "text", "--format", "json"];
    let found = run(&given, text.as_bytes());
    let mut report: Value = serde_json::from_str(&found.stdout).expect("JSON");
    assert!(schema.is_valid(&report), "{report}");
    assert_eq!(report["verdict"], "sound", "of the problem");
    assert_eq!(report["verified"], "unsound", "of the solution");
    report["flaws"][0]["more"] = Value::Null;
    assert!(!schema.is_valid(&report));
}

#[test]
fn printed_solutions_of_problems_in_a_text_are_verified() {
    let found = run(
        &[
            "solve",
            "--verify",
            "--rules",
            "gravitational-chess",
            "fixtures/problems/gravitation.txt",
        ],
        b"",
    );
    assert_eq!(found.stderr, "");
    assert_eq!(found.status, 1);
    insta::assert_snapshot!(found.stdout, @r#"
    fixtures/problems/gravitation.txt: record 1: #2: sound
    fixtures/problems/gravitation.txt: record 2: h#2: sound
    fixtures/problems/gravitation.txt: record 3: #2: unsound
       cook: 1.De6-b3-b2 solves too and is not printed
    "#);
}

#[test]
fn what_is_printed_beside_the_moves_is_verified_or_named() {
    let men = "White: Kc8 Ra1 b6 - Black: Ka8 Bb8 a7 b7\n#2*\n";
    let verify = |solution: &str| {
        let text = format!("{men}{solution}");
        let found = run(&["solve", "--verify", "--from", "text"], text.as_bytes());
        format!("{}{}", found.stdout, found.status)
    };
    let play = "1.Ra6! (zugzwang)\n1...bxa6 2.b7#\n1...B~ 2.Rxa7#\n";
    insta::assert_snapshot!(verify(&format!("1...Bc7/Bd6 2.Rxa7#\n{play}")), @r#"
    -: record 1: #2*: sound
    0
    "#);
    insta::assert_snapshot!(verify(&format!("1...Bc7/Bd6 2.b7#\n{play}")), @r#"
    -: record 1: #2*: unsound
    S0301 [error] record 1

      × the set play `1...Bc7/Bd6 2.b7#` has a wrong word: 2.b7 is illegal: on its way from b6 to b7
      │ the white pawn is blocked by the black pawn on b7
       ╭─[-:3:15]
     2 │ #2*
     3 │ 1...Bc7/Bd6 2.b7#
       ·               ─┬─
       ·                ╰── illegal
     4 │ 1.Ra6! (zugzwang)
       ╰────
      help: did you mean bxa7 or bxc7?

    1
    "#);
    insta::assert_snapshot!(verify(&format!("1...Bc7 2.Rb1\n{play}")), @r#"
    -: record 1: #2*: unsound
    S0601 [error] record 1

      × the set play `1...Bc7 2.Rb1` does not reach the goal in time
       ╭─[-:3:1]
     2 │ #2*
     3 │ 1...Bc7 2.Rb1
       · ─────────────
     4 │ 1.Ra6! (zugzwang)
       ╰────

    1
    "#);
    insta::assert_snapshot!(verify(&format!("{play}1.Rz6! blah")), @r#"
    -: record 1: #2*: not verified
       `Rz6! blah` was not verified
    1
    "#);
    insta::assert_snapshot!(verify("1.Ra6! threat 2.Rb1#\n1...bxa6 2.b7#\n1...~ 2.Rxa7#"), @r#"
    -: record 1: #2*: not verified
       `threat 2.Rb1#` was not verified
    1
    "#);
}

#[test]
fn a_limit_leaves_a_printed_solution_unjudged() {
    let text = "White: Kc8 Ra1 b6 - Black: Ka8 Bb8 a7 b7\n#2\n1.Ra6!";
    let given = ["solve", "--verify", "--from", "text", "--limit", "nodes=5"];
    let found = run(&given, text.as_bytes());
    assert_eq!(found.status, 1);
    insta::assert_snapshot!(found.stdout, @r#"
    -: record 1: #2: not finished
       not finished: the limit on nodes is reached
    "#);
}

#[test]
fn the_stipulation_fixes_the_side_and_leaves_the_rules() {
    // Black, who is to begin, stands in check: as it is written the position cannot be.
    let checked = "7k/8/5K2/8/8/8/8/7R w - - 0 1";
    let found = run(
        &["solve", "--position", checked, "--stipulation", "h#1"],
        b"",
    );
    assert_eq!(found.stdout, "h#1: no solution\n");
    insta::assert_snapshot!(found.stderr, @"note: h#1 begins with the other side than the position text says");
}

#[test]
fn the_answer_is_in_the_letters_of_the_text() {
    let text = "Blancs: Rf6 Tg1 - Noirs: Rh8\nh#1.5";
    let found = run(&["solve", "--from", "text"], text.as_bytes());
    assert!(
        found.stdout.ends_with("1...Rf7 2.Rh7 Th1#\n"),
        "{}",
        found.stdout
    );
    let found = run(
        &["solve", "--from", "text", "--letters", "en"],
        text.as_bytes(),
    );
    assert!(!found.stdout.contains("Th1"), "{}", found.stdout);
}

#[test]
fn printed_solutions_in_records_are_verified() {
    let record = format!("[FEN \"{MORPHY}\"]\n[Stipulation \"#2\"]\n\n1. Ra6! *\n");
    let found = run(&["solve", "--verify", "--from", "pgn"], record.as_bytes());
    assert_eq!(
        (found.stdout.as_str(), found.status),
        (
            "-: record 1: #2: sound, not printed in full\n   key only: the lines after 1.Ra6 are not printed\n",
            0
        )
    );
}

#[test]
fn what_cannot_be_solved_is_said() {
    let found = run(&["solve", "--position", MORPHY], b"");
    assert_eq!(found.status, 2);
    let found = run(
        &["solve", "--position", MORPHY, "--stipulation", "#2.5"],
        b"",
    );
    assert_eq!(found.status, 2);
    assert!(
        found.stderr.contains("half moves belong to help play"),
        "{}",
        found.stderr
    );
    let found = run(&["solve", "--from", "pgn"], b"1. e4 e5 *\n");
    assert_eq!(found.status, 1);
    insta::assert_snapshot!(found.stderr, @"scoresheet: -: record 1: has no stipulation");
}
