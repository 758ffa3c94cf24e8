//! `convert --drop` and `--tags`: what is left out of records, and what is left.

use crate::cli_commands::show;
use crate::support::{RECORDS, fixtures, root, run};

const GAMES: &str = r#"[Event "Club"]
[Site "?"]
[White "Alder"]
[Black "Birch"]
[ECO "C20"]
[Result "1-0"]

{Round of the last} 1. e4! {[%clk 0:10:00] best by test} e5 $14 {[%eval 0.3]}
(1... c5!? {Sicilian [%csl Gd4]} 2. Nf3) 2. Bc4 Nc6 3. Qh5 Nf6?? 4. Qxf7# {mate} 1-0

[White "Cedar"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]

1. e4 Kd7 *
"#;

fn converted(to: &str, options: &[&str]) -> String {
    show(
        &[&["convert", "--from", "pgn", "--to", to], options].concat(),
        GAMES,
    )
}

#[test]
fn parts_are_left_out() {
    insta::assert_snapshot!(converted("text", &["--drop", "commands"]), @r#"
    [Event "Club"]
    [Site "?"]
    [White "Alder"]
    [Black "Birch"]
    [Result "1-0"]
    [ECO "C20"]

    {Round of the last} 1. e4! {best by test} 1... e5 $14 (1... c5!? {Sicilian}
    2. Nf3) 2. Bc4 Nc6 3. Qh5 Nf6?? 4. Qxf7# {mate} 1-0

    [White "Cedar"]
    [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
    [SetUp "1"]

    1. e4 Kd7 *
    "#);
    insta::assert_snapshot!(converted("pgn", &["--drop", "variations,nags"]), @r#"
    [Event "Club"]
    [Site "?"]
    [White "Alder"]
    [Black "Birch"]
    [Result "1-0"]
    [ECO "C20"]

    {Round of the last} 1. e4 {[%clk 0:10:00] best by test} 1... e5 {[%eval 0.3]}
    2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# {mate} 1-0

    [White "Cedar"]
    [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
    [SetUp "1"]

    1. e4 Kd7 *
    "#);
    let bare = ["--drop", "comments,variations", "--drop", "nags"];
    insta::assert_snapshot!(converted("text", &bare), @r#"
    [Event "Club"]
    [Site "?"]
    [White "Alder"]
    [Black "Birch"]
    [Result "1-0"]
    [ECO "C20"]

    1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

    [White "Cedar"]
    [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
    [SetUp "1"]

    1. e4 Kd7 *
    "#);
}

/// In JSON nothing is left that hung on what is left out.
#[test]
fn json_is_left_without_them() {
    let keys = |drop: &str| {
        let json = converted("jsonl", &["--record", "1", "--drop", drop]);
        let record: serde_json::Value = serde_json::from_str(&json).expect("one record");
        let first = &record["plies"][0];
        let second = &record["plies"][1];
        [
            first["text"].clone(),
            first["nags"].clone(),
            first["comments"][0]["text"].clone(),
            first["clock"]["clk"].clone(),
            second["variations"][0][0]["text"].clone(),
        ]
        .map(|value| value.to_string())
        .join(" ")
    };
    assert_eq!(keys("comments"), r#""e4!" [1] null null "c5!?""#);
    assert_eq!(
        keys("variations"),
        r#""e4!" [1] "[%clk 0:10:00] best by test" 600 null"#
    );
    assert_eq!(
        keys("nags"),
        r#""e4" [] "[%clk 0:10:00] best by test" 600 "c5""#
    );
    assert_eq!(keys("commands"), r#""e4!" [1] "best by test" null "c5!?""#);
}

/// Faults of what is left out are told: it was there.
#[test]
fn records_are_judged_as_they_stand() {
    let faulty = "1. e4 (1. Ke3) e5 *\n";
    let drop = [
        "convert",
        "--to",
        "pgn",
        "--drop",
        "variations",
        "--from",
        "pgn",
    ];
    insta::assert_snapshot!(show(&drop, faulty), @r"
    1. e4 e5 *
    --- stderr
    S0301 [error] record 1, 1. Ke3, variation 1.1

      × 1. Ke3 is illegal: the white king on e1 cannot go to e3
       ╭─[-:1:11]
     1 │ 1. e4 (1. Ke3) e5 *
       ·           ─┬─
       ·            ╰── illegal
       ╰────
      help: did you mean e3, Nf3 or d3?

    --- status 1
    ");
}

/// Lines found inside comments are variations, and what a game tree keeps for other programs is a command.
#[test]
fn what_was_found_in_comments_goes_with_its_kind() {
    let text = "Inertia 1: Anna - Bert\n\n1. e4 e5 2. Nf3 (* 2. Nc3 Nf6 *) Nc6 *\n";
    let drop = |what| show(&["convert", "--to", "text", "--drop", what], text);
    insta::assert_snapshot!(drop("variations"), @r"
    Inertia 1: Anna - Bert

    1. e4 e5 2. Nf3 Nc6 *
    ");
    insta::assert_snapshot!(drop("comments"), @r"
    Inertia 1: Anna - Bert

    1. e4 e5 2. Nf3 (2. Nc3 Nf6) 2... Nc6 *
    ");
    let tree = "(;GM[21]SZ[h5];B[a1]N[odd]BL[3])";
    let kept = |drop: &[&str]| {
        let convert = ["convert", "--from", "sgf", "--to", "jsonl"];
        run(&[&convert, drop].concat(), tree.as_bytes()).stdout
    };
    assert!(kept(&[]).contains("[%sgf N[odd]]"), "{}", kept(&[]));
    let bare = kept(&["--drop", "commands"]);
    assert!(!bare.contains("[%"), "{bare}");
}

#[test]
fn tags_are_chosen() {
    insta::assert_snapshot!(converted("pgn", &["--drop", "comments,variations", "--tags", "roster,eco"]), @r#"
    [Event "Club"]
    [Site "?"]
    [White "Alder"]
    [Black "Birch"]
    [Result "1-0"]
    [ECO "C20"]

    1. e4 $1 e5 $14 2. Bc4 Nc6 3. Qh5 Nf6 $4 4. Qxf7# 1-0

    [White "Cedar"]
    [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
    [SetUp "1"]

    1. e4 Kd7 *
    "#);
    insta::assert_snapshot!(converted("text", &["--drop", "comments,variations", "--tags", "none"]), @r#"
    1. e4! e5 $14 2. Bc4 Nc6 3. Qh5 Nf6?? 4. Qxf7# 1-0

    [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
    [SetUp "1"]

    1. e4 Kd7 *
    "#);
    insta::assert_snapshot!(converted("csv", &["--tags", "Black,Whit"]), @r"
    file,record,line,rules,event,site,date,round,first,second,result,outcome,status,valid,errors,warnings,notes,plies,played,start,moves
    -,1,1,chess,,,,,,Birch,1-0,1-0,checkmate,yes,0,0,1,7,7,,e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#
    -,2,11,chess,,,,,,,*,,ongoing,yes,0,0,0,2,2,4k3/8/8/8/8/8/4P3/4K3 w - - 0 1,e4 Kd7
    --- stderr
    scoresheet: -: record 1: 5 comments have no place in this format
    scoresheet: -: record 1: a variation has no place in this format
    scoresheet: -: record 1: 3 annotation glyphs have no place in this format
    scoresheet: warning: no record has a tag `Whit`; did you mean `White`?
    ");
    insta::assert_snapshot!(converted("pgn", &["--tags", "White,,Black"]), @r"
    --- stderr
    error: invalid value '' for '--tags <NAME,...>': write names of tags, `roster` or `none`

    For more information, try '--help'.
    --- status 2
    ");
}

/// A heading that says more than is kept goes, and the rules that it named are named by a tag.
#[test]
fn a_heading_goes_with_its_tags() {
    let text = "Inertia 3: Anna - Bert (1-0)\n\n1. e4 e5 2. Nf3 Nc6 1-0\n";
    let tags = |names| show(&["convert", "--to", "text", "--tags", names], text);
    insta::assert_snapshot!(tags("Black"), @r#"
    [Black "Bert"]
    [Variant "Inertia Chess"]

    1. e4 e5 2. Nf3 Nc6 1-0
    "#);
    insta::assert_snapshot!(tags("roster"), @r"
    Inertia 3: Anna - Bert (1-0)

    1. e4 e5 2. Nf3 Nc6 1-0
    ");
}

/// Lines are as long as is asked for: a word longer than that stands alone, and boards keep their rows.
#[test]
fn lines_are_as_long_as_is_asked_for() {
    let lines = |to, length| {
        converted(
            to,
            &["--line-length", length, "--record", "1", "--drop", "nags"],
        )
    };
    insta::assert_snapshot!(lines("pgn", "0"), @r#"
    [Event "Club"]
    [Site "?"]
    [White "Alder"]
    [Black "Birch"]
    [Result "1-0"]
    [ECO "C20"]

    {Round of the last} 1. e4 {[%clk 0:10:00] best by test} 1... e5 {[%eval 0.3]} (1... c5 {Sicilian [%csl Gd4]} 2. Nf3) 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# {mate} 1-0
    "#);
    insta::assert_snapshot!(lines("text", "40"), @r#"
    [Event "Club"]
    [Site "?"]
    [White "Alder"]
    [Black "Birch"]
    [Result "1-0"]
    [ECO "C20"]

    {Round of the last} 1. e4 {[%clk
    0:10:00] best by test} 1... e5 {[%eval
    0.3]} (1... c5 {Sicilian [%csl Gd4]}
    2. Nf3) 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#
    {mate} 1-0
    "#);
    insta::assert_snapshot!(lines("pgn", "39"), @r"
    --- stderr
    error: invalid value '39' for '--line-length <N>': write 40 or more, or 0 for a single line

    For more information, try '--help'.
    --- status 2
    ");
    insta::assert_snapshot!(lines("coords", "1000"), @r#"
    [Event "Club"]
    [Site "?"]
    [White "Alder"]
    [Black "Birch"]
    [Result "1-0"]
    [ECO "C20"]

    {Round of the last} e2e4 {[%clk 0:10:00] best by test} e7e5 {[%eval 0.3]} (c7c5 {Sicilian [%csl Gd4]} g1f3) f1c4 b8c6 d1h5 g8f6 h5f7 {mate} 1-0
    "#);
    assert_eq!(
        lines("pgn", "79"),
        converted("pgn", &["--record", "1", "--drop", "nags"])
    );
    insta::assert_snapshot!(lines("json", "40"), @r"
    --- stderr
    scoresheet: --line-length goes with --to pgn, text and coords; the other formats have lines of their own
    --- status 2
    ");
    let board = fixtures("valid/chess", &["txt"]);
    let board = board.iter().find(|path| path.ends_with("boards.txt"));
    let board = std::fs::read(board.expect("the fixture")).expect("a text");
    let text = |length| {
        let convert = [
            "convert",
            "--to",
            "text",
            "--from",
            "text",
            "--line-length",
            length,
        ];
        run(&convert, &board).stdout
    };
    let rows = |text: &str| {
        let lines = text.lines().map(str::to_owned);
        lines
            .filter(|line| line.len() == 15 && line.split(' ').all(|cell| cell.len() == 1))
            .collect::<Vec<_>>()
    };
    assert_eq!(rows(&text("0")), rows(&text("79")));
    assert!(rows(&text("0")).len() >= 8);
}

/// What is left of any record is read back as that, in every format.
#[test]
fn what_is_left_of_every_fixture_is_a_record() {
    let wishes: [&[&str]; 5] = [
        &["--line-length", "0"],
        &["--line-length", "40"],
        &["--drop", "variations,commands"],
        &["--drop", "comments,nags", "--tags", "none"],
        &["--drop", "comments,variations,nags", "--tags", "roster"],
    ];
    for file in ["valid", "invalid", "problems"].map(|folder| fixtures(folder, &RECORDS)) {
        for path in file {
            let name = path.strip_prefix(root()).expect("a fixture");
            let name = name.to_str().expect("a plain name");
            for to in ["jsonl", "pgn", "text", "coords", "sgf"] {
                for wish in wishes {
                    let options = [&["convert", "--to", to, name], wish].concat();
                    let output = run(&options, b"");
                    let told = &output.stderr;
                    assert!(!told.contains("not read back"), "{options:?}: {told}");
                }
            }
        }
    }
}

/// A second time there is nothing to leave out.
#[test]
fn what_is_left_out_is_gone() {
    let wish = [
        "--drop",
        "comments,variations,nags,commands",
        "--tags",
        "roster",
    ];
    for name in [
        "fixtures/valid/chess/variations.pgn",
        "fixtures/valid/chess/comments.pgn",
        "fixtures/valid/chess/suffixes.pgn",
    ] {
        let convert = ["convert", "--to", "pgn", "-q"];
        let once = run(&[&convert, &wish[..], &[name]].concat(), b"").stdout;
        assert!(
            !once.is_empty() && !once.contains(['{', '(', '!', '?', '$']),
            "{once}"
        );
        let from = ["--from", "pgn"];
        let plain = run(&[&convert[..], &from].concat(), once.as_bytes()).stdout;
        assert_eq!(plain, once, "{name}");
    }
}

#[test]
fn clocks_say_what_they_said_without_those_that_told_it() {
    let game =
        "[Event \"x\"]\n\n1. e4 {[%clk 5:00] fast} e5 {[%clk 5:00]} (1... c5 {[%clk 25:00]}) *\n";
    let pgn = [
        "convert",
        "--from",
        "pgn",
        "--to",
        "pgn",
        "--drop",
        "variations",
    ];
    let left = run(&pgn, game.as_bytes()).stdout;
    assert!(
        left.contains("1. e4 {[%clk 0:05:00] fast} 1... e5 {[%clk 0:05:00]} *"),
        "{left}"
    );
}

#[test]
fn a_record_without_moves_keeps_the_tag_that_it_begins_with() {
    let games = "[Event \"a\"]\n\n{c} *\n\n[Event \"b\"]\n\n{d} 1-0\n\n[Event \"c\"]\n\n1. e4 *\n";
    let pgn = ["convert", "--from", "pgn", "--to", "pgn", "--tags", "none"];
    let left = run(&pgn, games.as_bytes()).stdout;
    let tags: Vec<&str> = left.lines().filter(|line| line.starts_with('[')).collect();
    assert_eq!(tags, ["[Event \"a\"]", "[Event \"b\"]"]);
    let count = run(&["select", "--count"], left.as_bytes()).stdout;
    assert_eq!(count, "3\n", "{left}");
}
