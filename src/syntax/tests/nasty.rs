//! Texts that nobody means to write: the laws hold, and time is linear.

use super::recorders;
use crate::diag::Code;
use crate::syntax::Format;
use std::time::{Duration, Instant};

#[test]
fn the_laws_hold_for_pieces_in_any_order() {
    const PIECES: &[&str] = &[
        "e4",
        "Nf3",
        "O-O",
        "1.",
        "1...",
        "12.",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "{",
        "}",
        "(",
        "(*",
        "*)",
        ")",
        "[Event \"x\"]",
        "[A \"",
        "\"]",
        "[",
        "1-0",
        "*",
        "½-½",
        "$3",
        "$999",
        "!?",
        ";",
        "%",
        "\u{a0}",
        "\u{feff}",
        "\0",
        "e.p.",
        "resign",
        "White wins",
        "draw",
        "Anna - Boris",
        "Inertia 1: A - B",
        "Inertia 1: a - b (1-0)\n",
        "White wins 0-1",
        "prose:\n",
        "some prose",
        ". . . . . . . .\n",
        "........\n",
        "…",
        "+-",
        "é",
        "ф",
        "♘f3",
        "1 e4",
        "--",
        ",",
        "a b c d e f g h\n",
        "8 r n b . . . . r\n",
        "[see \"x\"] y",
        "!!2.",
    ];
    // A fixed sequence, so that a failure can be met again.
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..=next(40) {
            let piece = PIECES[next(PIECES.len())];
            text.push_str(&piece.repeat(if piece.ends_with(".\n") { next(9) } else { 1 }));
            text.push_str(["", " ", "\n"][next(3)]);
        }
        for format in [Format::Pgn, Format::Text] {
            recorders(format, &text);
        }
    }
}

#[test]
fn nesting_is_bounded_and_said_once() {
    let text = format!("1. e4 {} e5 {} e5 *", "(1. d4".repeat(300), ")".repeat(300));
    for format in [Format::Pgn, Format::Text] {
        let recorder = &recorders(format, &text)[0];
        assert_eq!(recorder.codes, [Code::TooDeep]);
        assert!(recorder.said.ends_with(&["e5".to_owned(), "*".to_owned()]));
    }
}

#[test]
fn time_is_linear() {
    let many = |piece: &str| piece.repeat(200_000 / piece.len());
    for piece in [
        "(",
        "{ ",
        "{a\n",
        "(* x\n",
        "(* x *)\n",
        "[a \"",
        "[",
        "e4\n[a \"\n",
        "word ",
        "Anna - Boris\n",
        "Anna - Boris\n(* x *)\n",
        "prose here\n\n",
        ". . . . . . .\n",
        "\0",
        ".",
        "1. ",
        "\r",
        "resign ",
        "\"\\\"",
        "e4 x ",
        "(* (* x *)\n",
        "(* x *) *)\n",
        "(*\n[a \"b\"]\n",
        "{\n[a \"b\"]\n",
        "\n[a \"b\"]\n",
        "e4 *)\n",
    ] {
        for start in ["", "1. e4 e5\n", "1. e4 {\n", "1. e4 (*\n", "1. e4 1-0\n"] {
            let text = format!("{start}{}", many(piece));
            for format in [Format::Pgn, Format::Text] {
                let clock = Instant::now();
                recorders(format, &text);
                assert!(clock.elapsed() < Duration::from_secs(10), "{start}{piece}");
            }
        }
    }
}
