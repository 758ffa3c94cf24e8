//! Moves in full, as problem scores have them, and the falls behind them.

use super::{any_word, man, reading};
use crate::notation::chess::{CaptureMark, Letter};
use crate::notation::{read_word, short};
use proptest::prelude::*;
use proptest::sample::select;
use std::fmt::Write;

/// What scores of gravitational games consist of, and the same with other marks.
const COMMON: &[&str] = &[
    "e2-e4",
    "e5×d6",
    "Ng8-h6-h7",
    "Ra5×c5×c4",
    "Ra5-c5×c4",
    "Ke1-d2",
    "e5×d6ep",
    "b7-b8=N(→Nb7)",
    "g7×h8=R(→Rh7)",
    "g7×h8=Q(→Q×h7)",
    "Ng8-h6",
    "Ng8×h6",
    "Ra5xc5xc4",
    "a5c5c4",
    "Ra5c5c4",
    "a5-c5-c4",
    "a5xc5×c4",
    "b7-b8=N(→b7)",
    "b7b8=N(→Rb7)",
    "b2-b3-b4",
];

#[test]
fn the_straight_path_reads_what_is_common() {
    for word in COMMON {
        for end in ["", " ", "\n", ")", " 12. e2-e4", " Ra5-c5", " {", "\r\n1-0"] {
            let text = format!("{word}{end}");
            let read = short::full::read(text.as_bytes());
            assert_eq!(read.map(|read| read.len), Some(word.len()), "{text:?}");
            assert_eq!(any_word(&text), read, "{text:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn the_straight_path_reads_nothing_otherwise_than_the_grammar(
        word in select(COMMON),
        cut in 0..20_usize,
        more in prop::collection::vec(select(&[
            "a5", "c4", "c8", "h1", "-", "x", "×", "×", "=", ":", "*", "(", ")", "(→", "→", "->", ">", "N", "B", "b", "n",
            "ep", "e.p.", " ", " ", "\n", "+", "#", "!", "mat", " mat", "pat", "1", "8", "é", "ç3", "–", "/", "{", "0-1",
            "\u{a0}", ".", ",",
        ]), 0..6),
    ) {
        let text = format!("{}{}", &word[..word.floor_char_boundary(cut)], more.concat());
        if let Some(read) = short::full::read(text.as_bytes()) {
            prop_assert_eq!(any_word(&text), Some(read), "{:?}", text);
        }
    }
}

/// The squares, marks and letters of a word with a fall: from, first mark and letter, first square, promotion, second
/// mark and letter, last square.
fn fall(text: &str) -> String {
    let man = man(text);
    assert_eq!(
        read_word(text).map(|read| read.len),
        Some(text.len()),
        "{text}"
    );
    let mark = |capture| match capture {
        CaptureMark::None => ".",
        CaptureMark::Dash => "-",
        CaptureMark::Capture => "x",
    };
    let letter = |letter: Option<Letter>| letter.map_or(String::new(), |letter| letter.to_string());
    let mut out = letter(man.piece);
    out.extend(man.from_file.map(|file| (b'a' + file) as char));
    out.extend(man.from_rank.map(|rank| (b'1' + rank) as char));
    let _ = write!(
        out,
        "{}{}{}",
        mark(man.capture),
        letter(man.captured),
        man.to
    );
    if let Some(promotion) = man.promotion {
        let _ = write!(out, "={promotion}");
    }
    if let Some(fall) = man.fall {
        let _ = write!(
            out,
            "{}{}{}",
            mark(fall.capture),
            letter(fall.captured),
            fall.to
        );
    }
    out
}

fn assert_falls(words: &[(&str, &str)]) {
    for (word, parts) in words {
        assert_eq!(fall(word), *parts, "{word}");
    }
}

#[test]
fn a_fall_follows_the_first_square() {
    assert_falls(&[
        ("Ta5×c5×c4", "Ta5xc5xc4"),
        ("Ta5-c5-c4", "Ta5-c5-c4"),
        ("Ta5xc5-c4", "Ta5xc5-c4"),
        ("Ta5-c5:c4", "Ta5-c5xc4"),
        ("Ta5*c5*c4", "Ta5xc5xc4"),
        ("Rb5*c4", "Rb5xc4"),
        ("Txc5×c4", "Txc5xc4"),
        ("Tac5-c4", "Ta.c5-c4"),
        ("a5c5c4", "a5.c5.c4"),
        ("a5c5c4+", "a5.c5.c4"),
        ("Ta5c5c4", "Ta5.c5.c4"),
        ("Bc4/c3", "B.c4.c3"),
        ("Nxe5/e4", "Nxe5.e4"),
        ("♖a5×c5×c4", "♖a5xc5xc4"),
    ]);
}

#[test]
fn captured_pieces_may_be_named() {
    assert_falls(&[
        ("Cg1×Ff3", "Cg1xFf3"),
        ("d7×Ce8=T", "d7xCe8=T"),
        ("Ta5×Cc5×Pc4", "Ta5xCc5xPc4"),
        ("Cg1×Ff3-f2", "Cg1xFf3-f2"),
        ("NxBf3", "NxBf3"),
        ("exNd5", "exNd5"),
    ]);
}

#[test]
fn a_promoted_piece_falls_in_brackets() {
    for word in [
        "b7-b8=C(→Cb7)",
        "b7-b8 = C (→ Cb7)",
        "b7 - b8 = C ( -> C b7 )",
        "b7-b8=C(->Cb7)",
        "b7-b8\t=\nC\n(→Cb7)",
        "b7-b8=c(→cb7)",
    ] {
        assert_eq!(fall(word), "b7-b8=C.b7", "{word}");
    }
    assert_falls(&[
        ("b7×c8=C(→C×c7)", "b7xc8=Cxc7"),
        ("b7 × c8 = C (→ C × Pc7)", "b7xc8=CxPc7"),
        ("b8 = C (→ Cb7)", ".b8=C.b7"),
        ("bxc8 = C", "bxc8=C"),
        ("b8=Q (→Qb7)", ".b8=Q.b7"),
        ("b7b8b7n", "b7.b8=N.b7"),
        ("c7b8b7q#", "c7.b8=Q.b7"),
        ("b8=Q/b7", ".b8=Q.b7"),
        ("b7-b8=C‡", "b7-b8=C"),
    ]);
}

#[test]
fn full_forms_alone_have_small_letters_and_accented_files() {
    assert_falls(&[
        ("ca7-b5-b6", "Ca7-b5-b6"),
        ("fc8-h3×h4", "Fc8-h3xh4"),
        ("db7-b2-b1", "Db7-b2-b1"),
        ("Cg1×ff3", "Cg1xFf3"),
        ("Cg1×ff3-f2", "Cg1xFf3-f2"),
        ("ré1-é2", "Re1-e2"),
        ("é2-é4", "e2-e4"),
        ("Tç5×é5-é4", "Tc5xe5-e4"),
        ("d7×é8=T(→Té7)", "d7xe8=T.e7"),
        ("é5×f6ep", "e5xf6"),
    ]);
    for word in ["ca5", "é4", "Cé4", "ç×d5"] {
        assert_eq!(reading(word), "no move", "{word}");
    }
}

#[test]
fn blanks_may_stand_about_the_marks_of_one_move() {
    for word in [
        "Ta5 × c5 × c4",
        "Ta5 x c5 x c4",
        "Ta5 xc5 xc4",
        "Ta5xc5 x c4",
        "Ta5 : c5 : c4",
    ] {
        assert_eq!(fall(word), "Ta5xc5xc4", "{word}");
    }
    assert_falls(&[
        ("Ta5 - c5 - c4", "Ta5-c5-c4"),
        ("Ta5- c5-c4", "Ta5-c5-c4"),
        ("Ta5-c5 — c4", "Ta5-c5-c4"),
        ("Ta5 x Cc5 x Pc4", "Ta5xCc5xPc4"),
        ("Txc5 x c4", "Txc5xc4"),
        ("Rc1 -d2", "Rc1-d2"),
        ("Rc8 × c7", "Rc8xc7"),
        ("e4 x d5", "e4xd5"),
        ("a2 - a4", "a2-a4"),
        ("a7 -a5", "a7-a5"),
    ]);
    for (text, first) in [
        ("e4 - e5", "e4"),
        ("Nf3 - d5", "Nf3"),
        ("e2-e4 - e7-e5", "e2-e4"),
        ("Nf3 * e4", "Nf3"),
        ("Nf3 *", "Nf3"),
        ("Nf3 : e4", "Nf3"),
        ("Nf3\nx e5", "Nf3"),
        ("Nf3 --", "Nf3"),
    ] {
        assert_eq!(
            read_word(text).map(|read| &text[..read.len]),
            Some(first),
            "{text}"
        );
    }
}

/// What can only be meant for a fall is read as one, and left to the rules to judge.
#[test]
fn odd_falls_are_read_as_written() {
    for word in [
        "b7-b8=C(→b7)",
        "b7-b8=C→Cb7",
        "b7-b8=C →b7",
        "b7-b8=C(=>Cb7)",
        "b7-b8=C>b7",
        "b7-b8=C(Cb7)",
        "b7-b8=C (Cb7)",
        "b7-b8=C(b7)",
        "b7-b8=C(→Cb7",
        "b7-b8(=C)(→Cb7)",
    ] {
        assert_eq!(fall(word), "b7-b8=C.b7", "{word}");
    }
    assert_falls(&[
        ("b7-b8=C(→C-b7)", "b7-b8=C-b7"),
        ("Ta5xc5(→c4)", "Ta5xc5.c4"),
        ("Txc5 (→×c4)", "Txc5xc4"),
        ("Ta5xc5->c4", "Ta5xc5.c4"),
        ("Ta5xc5c4", "Ta5xc5.c4"),
        ("Ta5xc5/b4", "Ta5xc5.b4"),
    ]);
    let named = |word| man(word).fall.and_then(|fall| fall.piece);
    assert_eq!(named("b7-b8=C(→Db7)"), Some(Letter::new('D')));
    assert_eq!(named("Ta5xc5(→Tc4)"), Some(Letter::new('T')));
    assert_eq!(named("b7-b8=C(→b7)"), None);
    for word in ["Ta5-b5-b4-b3", "Ta5xc5xc4xc3xc2", "a5c5c4c3"] {
        assert!(man(word).fall.is_some_and(|fall| fall.further), "{word}");
    }
}

#[test]
fn brackets_without_an_arrow_and_squares_elsewhere_are_no_falls() {
    assert_eq!(reading("b8=Q (Kg7)"), "b8=Q = b8=Q");
    assert_eq!(reading("b8 (= draw)"), "b8 = b8");
    assert_eq!(reading("b8=C (Cb7)"), "b8=C = b8=C", "a variation");
    assert_eq!(reading("b8=C(c7)"), "b8=C = b8=C", "another square");
    for word in ["e4/e5", "e4/e3", "Nf3/c3", "Nf3-", "Ta5×c5×"] {
        assert_eq!(reading(word), "no move", "{word}");
    }
    assert_eq!(reading("e4 - e5"), "e4 = e4", "two moves");
}

#[test]
fn full_forms_are_spelled_as_usual() {
    for word in ["Ta5×c5×c4", "Ta5-c5-c4", "b7-b8=C(→Cb7)", "c7×b8=C(→C×b7)"] {
        let usual = read_word(word).map(|read| read.form.to_string());
        assert_eq!(usual.as_deref(), Some(word));
    }
}
