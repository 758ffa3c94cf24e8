//! Game trees of the game of stones, through the program.

use crate::support::run;
use serde_json::Value;

fn lines(output: &str) -> Vec<Value> {
    output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}")))
        .collect()
}

/// Code, severity, line and column of each finding.
fn findings(input: &[u8], more: &[&str]) -> Vec<String> {
    let arguments = ["validate", "--format", "json", "--from", "sgf"];
    let output = run(&[&arguments, more, &["-"]].concat(), input);
    let found = lines(&output.stdout);
    let found = found.iter().filter(|line| line.get("code").is_some());
    found
        .map(|found| {
            let word = |key: &str| found[key].as_str().unwrap_or_default().to_owned();
            format!(
                "{} {} {}:{}",
                word("code"),
                word("severity"),
                found["line"],
                found["column"]
            )
        })
        .collect()
}

fn records(input: &[u8], more: &[&str]) -> Vec<Value> {
    let arguments = ["convert", "--to", "jsonl", "--from", "sgf", "-q"];
    lines(&run(&[&arguments, more, &["-"]].concat(), input).stdout)
}

/// The canonical forms of the plies played, then the words of the others.
fn plies(record: &Value) -> (Vec<&str>, Vec<&str>) {
    let plies = record["plies"].as_array().expect("a list");
    let played = plies.iter().filter_map(|ply| ply["san"].as_str());
    let others = plies.iter().filter(|ply| ply["san"].is_null());
    (
        played.collect(),
        others.filter_map(|ply| ply["text"].as_str()).collect(),
    )
}

const HEAD: &str = "(;FF[4]RU[inertia:board=square-8]SZ[8]";

#[test]
fn structure_that_is_not_right_is_told_and_the_game_played() {
    let head = HEAD;
    for (text, found) in [
        (
            format!("{head}PB[Birch [2k]];B[e4];W[f4,b2])"),
            "S0203 warning 1:52",
        ),
        (format!("{head};B[e4];W[f4,b2]))"), "S0203 warning 1:55"),
        (
            format!("{head}C[one]C[two];B[e4];W[f4,b2])"),
            "S0206 warning 1:45",
        ),
        (
            format!("Sent by a friend:\n{head};B[e4];W[f4,b2])"),
            "S0223 warning 1:1",
        ),
        (format!("{head};B[e4];W[f4,b2]"), "S0225 warning 1:1"),
        (format!("{head};B[e4]W[f4,b2])"), "S0226 warning 1:45"),
        (format!("{head};B[e4];B[f4,b2])"), "S0227 warning 1:46"),
        ("(B[e4];W[f4,b2])".to_owned(), "S0224 warning 1:2"),
    ] {
        let rules: &[&str] = match text.starts_with("(B") {
            true => &["--rules", "inertia:board=square-8"],
            false => &[],
        };
        assert_eq!(findings(text.as_bytes(), rules), [found], "{text}");
        let record = records(text.as_bytes(), rules).remove(0);
        assert_eq!(plies(&record), (vec!["e4", "f4,b2"], vec![]), "{text}");
        assert_eq!(record["final"], "8/8/8/8/4rb2/8/1b6/8 r p b2", "{text}");
        assert_eq!(record["valid"], true, "{text}");
    }
}

#[test]
fn illegal_turns_end_the_line() {
    let text = format!("{HEAD};B[e4];W[e4,b2];B[a1,a5])");
    let found = findings(text.as_bytes(), &[]);
    assert!(
        found.len() == 1 && found[0].starts_with("S0301 error 1:4"),
        "{found:?}"
    );
    let record = records(text.as_bytes(), &[]).remove(0);
    assert_eq!(plies(&record), (vec!["e4"], vec!["e4,b2", "a1,a5"]));
    for word in ["zz", "e9,b2", ""] {
        let text = format!("{HEAD};B[e4];W[{word}])");
        let found = findings(text.as_bytes(), &[]);
        assert!(
            found.len() == 1 && found[0].starts_with("S0301 error 1:4"),
            "{found:?}"
        );
    }
}

#[test]
fn an_unknown_character_set_is_the_only_fault() {
    let text = b"(;FF[4]CA[Klingon-1]RU[inertia:board=square-8]SZ[8]PB[Ren\xe9];B[e4];W[f4,b2])\n";
    assert_eq!(findings(text, &[]), ["S0101 warning 1:11"]);
    let tags = &records(text, &[])[0]["tags"];
    assert_eq!(tags[0], serde_json::json!(["Red", "René"]));
}

#[test]
fn boards_come_from_rules_size_or_set_up() {
    for (text, board) in [
        ("(;RU[inertia:board=hex-5]SZ[5];B[e4])", "hex-5"),
        ("(;SZ[10];B[e4])", "square-10"),
        ("(;RU[inertia]SZ[9];B[e4])", "square-9"),
        ("(;SZ[4]AB[a1][b2]AW[d4]PL[B];B[a1-a3])", "square-4"),
    ] {
        assert_eq!(findings(text.as_bytes(), &[]), [""; 0], "{text}");
        assert_eq!(
            records(text.as_bytes(), &[])[0]["options"]["board"],
            board,
            "{text}"
        );
    }
    let set_up = "(;SZ[4]AB[a1][b2]AW[d4]PL[W]CR[b2];W[b1,d2])";
    assert_eq!(
        records(set_up.as_bytes(), &[])[0]["start"],
        "3b/4/1r2/r3 b p b2"
    );
}

/// What is written is read back as the same record, whatever goes between.
#[test]
fn records_go_forth_and_back() {
    let text = "(;FF[4]CA[UTF-8]RU[inertia:board=square-8]SZ[8]EV[x[1\\]]PB[Anna]PW[Boris]RE[W+R]AN[a][b]\
        TAG[Round:3]C[root\ntwo lines]\n(;B[e4]TE[1]NAG[14]C[one \\] \\\\];C[two]N[three]\n\
        (;W[f4,b2]LB[aa:1];B[c2,g7])\n(;C[before];W[d5,g2]))\n(;B[d4]))\n";
    let text = text.replace("\\\n        ", "");
    let convert = |to: &str, from: &str, input: &str| {
        let output = run(
            &["convert", "--to", to, "--from", from, "-"],
            input.as_bytes(),
        );
        assert_eq!((output.status, output.stderr.as_str()), (0, ""), "{input}");
        output.stdout
    };
    let written = convert("sgf", "sgf", &text);
    assert_eq!(convert("sgf", "sgf", &written), written);
    let json = convert("jsonl", "sgf", &written);
    assert_eq!(convert("sgf", "jsonl", &json), written);
    for kept in [
        "TE[1]NAG[14]C[one \\] \\\\];C[two]N[three]",
        "LB[aa:1]",
        "RE[W+R]",
        "AN[a][b]",
        "TAG[Round:3]",
        "C[root\ntwo lines]",
    ] {
        assert!(written.contains(kept), "{kept} in {written}");
    }
    let set_up = "(;RU[inertia:board=hex-3]SZ[3]AB[a1][b2]AW[c3]PL[W];W[c3-d3])";
    let written = convert("sgf", "sgf", set_up);
    assert_eq!(convert("sgf", "sgf", &written), written);
}

#[test]
fn set_up_in_the_middle_is_not_followed() {
    let text = format!("{HEAD};B[e4];AW[a1];W[f4,b2])");
    assert_eq!(findings(text.as_bytes(), &[]), ["S0222 error 1:46"]);
}
