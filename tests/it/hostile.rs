//! Inputs made to break readers: an answer within seconds, no panic, no end of memory.
//!
//! A line of 200 MB by hand: `head -c 200000000 /dev/zero | tr '\0' x | scoresheet validate -` (at most 10 s and 64 MiB).

use crate::support::{Output, run};
use scoresheet::notation::Words;
use scoresheet::record::TreeBuilder;
use scoresheet::syntax::{Format, read_record_in};
use std::time::{Duration, Instant};

const ANSWER_WITHIN: Duration = Duration::from_secs(60);

fn validate(input: &[u8], from: &str) -> Output {
    let begun = Instant::now();
    let output = run(
        &["validate", "--format", "json", "--from", from, "-"],
        input,
    );
    assert!(begun.elapsed() < ANSWER_WITHIN, "{:?}", begun.elapsed());
    assert!(!output.stderr.contains("panicked"), "{}", output.stderr);
    assert!(
        matches!(output.status, 0 | 1),
        "exit {}: {}",
        output.status,
        output.stderr
    );
    output
}

fn codes(output: &Output) -> Vec<String> {
    let lines = output.stdout.lines();
    lines
        .filter_map(|line| {
            let finding: serde_json::Value = serde_json::from_str(line).expect("JSON");
            finding["code"].as_str().map(str::to_owned)
        })
        .collect()
}

#[test]
fn a_million_nested_variations() {
    for (open, close) in [(1_000_000, 0), (1_000_000, 1_000_000), (0, 1_000_000)] {
        let mut game = b"[Event \"Deep\"]\n\n1. e4 e5 ".to_vec();
        game.extend(std::iter::repeat_n(b"( 1... c5 ".as_slice(), open).flatten());
        game.extend(std::iter::repeat_n(b") ".as_slice(), close).flatten());
        game.extend(b" *\n");
        for from in ["pgn", "text"] {
            let output = validate(&game, from);
            // A million stray signs are a million faults; depth alone is one.
            assert!(
                open == 0 || output.stdout.len() < 10_000,
                "{:.2000}",
                output.stdout
            );
        }
    }
    let bare = vec![b'('; 1_000_000];
    validate(&bare, "pgn");
    validate(&bare, "text");
}

#[test]
fn a_million_nested_game_trees() {
    for tree in ["(;B[a1];W[b1]", "(", "(;C[", "((;B[a1])"] {
        let output = validate(tree.repeat(1_000_000).as_bytes(), "sgf");
        assert!(output.stdout.len() < 20_000, "{:.2000}", output.stdout);
    }
}

#[test]
fn an_unclosed_comment_costs_one_record() {
    let game = "[Event \"A\"]\n\n1. e4 {for ever\n\n[Event \"B\"]\n\n1. d4 d5 *\n";
    let output = validate(game.as_bytes(), "pgn");
    assert_eq!(output.status, 1);
    assert!(
        codes(&output).contains(&"S0201".to_owned()),
        "{}",
        output.stdout
    );
    let summary = output.stdout.lines().last().expect("a summary");
    assert!(
        summary.contains("\"records\":2") && summary.contains("\"valid\":1"),
        "{summary}"
    );
}

#[test]
fn a_nul_byte() {
    let output = validate(b"1. e4 e5 \0 2. Nf3 Nc6 *\n", "pgn");
    assert!(
        codes(&output).contains(&"S0103".to_owned()),
        "{}",
        output.stdout
    );
}

#[test]
fn latin_1_is_guessed_and_said() {
    let output = validate(
        b"[White \"Gr\xfcnfeld\"]\n\n1. d4 {\xa1Hola!} d5 *\n",
        "pgn",
    );
    assert_eq!(output.status, 0, "{}", output.stdout);
    assert!(
        codes(&output).contains(&"S0101".to_owned()),
        "{}",
        output.stdout
    );
}

/// Where the records are the result, a line is enough; where the findings are, it is told with its place.
#[test]
fn a_guessed_encoding_takes_a_line_beside_a_result() {
    let games = b"[White \"Gr\xfcnfeld\"]\n\n1. d4 d5 *\n\n[White \"A\"]\n\n1. e4 *\n";
    for arguments in [
        &["select", "--count", "--where", "white=A"][..],
        &["convert", "--to", "epd"],
        &["stats"],
        &["diagram"],
    ] {
        let output = run(&[arguments, &["--from", "pgn"]].concat(), games);
        let said = output
            .stderr
            .lines()
            .filter(|line| line.contains("windows-1252"));
        let said: Vec<&str> = said.collect();
        assert_eq!(
            said,
            [
                "scoresheet: -: the text is not UTF-8 and was read as windows-1252, as the look of its letters tells"
            ],
            "{arguments:?}: {}",
            output.stderr
        );
        assert!(!output.stderr.contains("S0101"), "{}", output.stderr);
    }
}

#[test]
fn a_lone_cr_ends_a_line() {
    let output = validate(b"[Event \"Old\"]\r\r1. e4 e5\r2. Nd5 Nc6 *\r", "pgn");
    let fault: serde_json::Value =
        serde_json::from_str(output.stdout.lines().next().expect("a finding")).expect("JSON");
    let faults: Vec<serde_json::Value> = output
        .stdout
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let illegal = faults
        .iter()
        .find(|finding| finding["code"] == "S0301")
        .unwrap_or(&fault);
    assert_eq!(
        (illegal["line"].as_u64(), illegal["column"].as_u64()),
        (Some(4), Some(4))
    );
}

#[test]
fn a_line_of_forty_megabytes() {
    let mut input = b"1. e4 e5 *\n\n[Event \"Long\"]\n\n1. d4 ".to_vec();
    input.resize(40_000_000, b'x');
    input.extend(b"\n\n[Event \"After\"]\n\n1. c4 *\n");
    let output = validate(&input, "pgn");
    assert_eq!(output.status, 1);
    assert!(
        codes(&output).contains(&"S0102".to_owned()),
        "{:.2000}",
        output.stdout
    );
}

/// Of each kind of fault a hundred are told, the last of which counts the others.
#[test]
fn junk_of_one_kind_costs_few_findings() {
    for (junk, code) in [
        ("[ ", "S0205"),
        ("} ", "S0203"),
        ("$999 ", "S0209"),
        ("() ", "S0210"),
        ("... ", "S0503"),
        ("-- ", "S0305"),
        ("77. Nf3 77... Nf6 77. Ng1 77... Ng8 ", "S0404"),
        ("Nf3+ Nf6+ Ng1+ Ng8+ ", "S0501"),
        ("(e6) (Ke3) ", "S0301"),
        ("foo {a} ", "S0204"),
    ] {
        let game = format!("[Event \"A\"]\n\n1. e4 e5 {}*\n", junk.repeat(20_000));
        let output = validate(game.as_bytes(), "pgn");
        let all = codes(&output);
        let told = all.iter().filter(|told| *told == code).count();
        assert!(
            (1..=100).contains(&told) && all.len() <= 210,
            "{junk}: {told} of {}",
            all.len()
        );
        let counts =
            output.stdout.contains("more finding") || output.stdout.contains("more places");
        assert!(counts, "{junk}: {:.2000}", output.stdout);
    }
}

/// Each reader goes on to the end of the text, whatever stands there, and the events nest.
#[test]
fn readers_reach_the_end() {
    let bits = [
        "1. e4 ",
        "(",
        ")",
        "{",
        "}",
        "(*",
        "*)",
        ";",
        "%",
        "\n",
        "[A \"b\"]\n",
        "[",
        "\"",
        "$999 ",
        "e.p.",
        "1-0 ",
        "\u{feff}",
        "ß",
        "♘f3 ",
        "r n b q k b n r\n",
        "Nf3",
        "--",
        "...",
        "1.",
        "\0",
        "\r",
        "O-O-O",
        "=Q",
        "—",
        "f4,b2 ",
        "f4,\n",
        "Red: ",
        "B ",
        "| ",
        "Red Black\n",
        "|---|---|\n",
        "r . . .\n",
        " . b . .\n",
        "[Board \"hex-3\"]\n",
        "Hexinertia, base 6\n",
        "Anna - Boris (1-0)\n",
    ];
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    for _ in 0..3_000 {
        let mut text = String::new();
        for _ in 0..seed % 24 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            text.push_str(bits[(seed >> 11) as usize % bits.len()]);
        }
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let formats = [Format::Pgn, Format::Text, Format::Coords, Format::Sgf].into_iter();
        let words = [None, Some(Words::Stones)];
        for (format, words) in formats.flat_map(|format| words.map(|words| (format, words))) {
            let mut at = 0;
            while at < text.len() {
                let found = read_record_in(format, words, &text, at, &mut TreeBuilder::default());
                assert!(
                    found.end > at && found.end <= text.len(),
                    "{format:?} at {at} of {text:?}"
                );
                at = found.end;
            }
        }
    }
}
