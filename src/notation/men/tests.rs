use super::{Men, MenCount, is_count, read_count, read_list};
use crate::notation::Color;

/// The men of a list after a change: their board in one line, or why there is none.
fn changed(list: &str, words: &str) -> String {
    let list = read_list(list, 0).expect("a list");
    match list.men.changed(words) {
        Ok(men) => men.fen(Color::White).replace(" w - - 0 1", ""),
        Err(fault) => fault.to_string(),
    }
}

const FRENCH: &str = "Blancs: Rc1 Ta5 Pa2 b7 c7 - Noirs: Rc8 Cc5 Pc4";

#[test]
fn a_list_stands_behind_a_label_or_on_two_lines() {
    for text in [
        "White: Kc1 Ra5 - Black: Kc8",
        "Position: White: Kc1, Ra5; Black: Kc8.",
        "  Weiß: Kc1 Ta5\nSchwarz: Kc8",
    ] {
        let list = read_list(text, 0).expect(text);
        assert_eq!(
            list.men.fen(Color::White),
            "2k5/8/8/R7/8/8/8/2K5 w - - 0 1",
            "{text}"
        );
    }
}

#[test]
fn what_names_no_king_is_no_list_unless_its_men_are_counted() {
    assert!(read_list("White: e4, Black: e5", 0).is_none());
    assert!(read_list("White: Kasparov", 0).is_none());
    assert!(read_list("White: Ra5 - Black: c4 (1+1)", 0).is_some());
}

#[test]
fn a_count_is_two_numbers() {
    assert_eq!(
        read_count("( 5 + 3 )"),
        Some(MenCount { white: 5, black: 3 })
    );
    assert!(is_count("(5+3) #2") && is_count("(5+x)") && read_count("(5+x)").is_none());
    assert!(!is_count("(1.Ra5+)") && !is_count("(a+b)"));
}

#[test]
fn a_tag_holds_a_list_or_rows() {
    let fen = |value: &str| Men::of_tag(value).map(|men| men.fen(Color::Black));
    let men = Some("2k5/8/8/R7/8/8/8/2K5 b - - 0 1".to_owned());
    assert_eq!(fen("White: Kc1 Ra5 - Black: Kc8 (2+1)"), men);
    assert_eq!(fen("White: Kc1 Ra5 - Black: Kc8 (3+1)"), None);
    assert_eq!(
        fen("..r...../......../......../T......./......../......../......../..R....."),
        men
    );
    assert_eq!(fen(". . k . . . . .\n8 8 R . . . . . . . 8 8 8 2 K 5"), men);
    assert_eq!(fen("e4 e5"), None);
}

#[test]
fn men_move_go_and_come_in_three_languages() {
    insta::assert_snapshot!(changed(FRENCH, "Ta5→b5, Pc4→c3"), @"2k5/1PP5/8/1Rn5/8/2p5/P7/2K5");
    insta::assert_snapshot!(changed(FRENCH, "[a5→b5]"), @"2k5/1PP5/8/1Rn5/2p5/8/P7/2K5");
    insta::assert_snapshot!(changed(FRENCH, "Ta5-b5"), @"2k5/1PP5/8/1Rn5/2p5/8/P7/2K5");
    insta::assert_snapshot!(changed(FRENCH, "-Ta5 +Th5"), @"2k5/1PP5/8/2n4R/2p5/8/P7/2K5");
    insta::assert_snapshot!(changed(FRENCH, "-Cc5 +Ca3"), @"2k5/1PP5/8/R7/2p5/n7/P7/2K5");
    insta::assert_snapshot!(changed(FRENCH, "+Ph2"), @"2k5/1PP5/8/R1n5/2p5/8/P6P/2K5");
    insta::assert_snapshot!(changed(FRENCH, "plus nPh2 et bCg1"), @"2k5/1PP5/8/R1n5/2p5/8/P6p/2K3N1");
    insta::assert_snapshot!(changed(FRENCH, "sans Ta5, Pc4"), @"2k5/1PP5/8/2n5/8/8/P7/2K5");
    insta::assert_snapshot!(changed(FRENCH, "sans Ta5, Pc4→c3"), @"2k5/1PP5/8/2n5/8/2p5/P7/2K5");
    insta::assert_snapshot!(changed(FRENCH, "échange Ta5 et Cc5"), @"2k5/1PP5/8/n1R5/2p5/8/P7/2K5");
    insta::assert_snapshot!(changed(FRENCH, "Ta5↔Cc5"), @"2k5/1PP5/8/n1R5/2p5/8/P7/2K5");
    insta::assert_snapshot!(changed(FRENCH, "Pa2 = Ca2"), @"2k5/1PP5/8/R1n5/2p5/8/N7/2K5");
    insta::assert_snapshot!(changed(FRENCH, "Th5 au lieu de Ta5"), @"2k5/1PP5/8/2n4R/2p5/8/P7/2K5");
    let english = "White: Kc1 Ra5 - Black: Kc8 Nc5";
    insta::assert_snapshot!(changed(english, "exchange a5 and c5"), @"2k5/8/8/n1R5/8/8/8/2K5");
    insta::assert_snapshot!(changed(english, "remove Ra5; add bPh2"), @"2k5/8/8/2n5/8/8/7p/2K5");
    insta::assert_snapshot!(changed(english, "Ba5 instead of Ra5"), @"2k5/8/8/B1n5/8/8/8/2K5");
    insta::assert_snapshot!(changed(english, "Ra5→c5, Nc5→a5"), @"2k5/8/8/n1R5/8/8/8/2K5");
    let german = "Weiß: Kc1 Ta5 - Schwarz: Kc8 Sc5";
    insta::assert_snapshot!(changed(german, "ohne Ta5"), @"2k5/8/8/2n5/8/8/8/2K5");
    insta::assert_snapshot!(changed(german, "zusätzlich sBh2"), @"2k5/8/8/R1n5/8/8/7p/2K5");
    insta::assert_snapshot!(changed(german, "Lb5 statt Ta5"), @"2k5/8/8/1Bn5/8/8/8/2K5");
    insta::assert_snapshot!(changed(german, "Ta5 nach b5 und entferne Sc5"), @"2k5/8/8/1R6/8/8/8/2K5");
}

#[test]
fn what_does_not_fit_is_told() {
    insta::assert_snapshot!(changed(FRENCH, "Cc3→a5"), @"takes a man from c3 that does not stand there");
    insta::assert_snapshot!(changed(FRENCH, "nTa5→a6"), @"takes a man from a5 that does not stand there");
    insta::assert_snapshot!(changed(FRENCH, "+Pa5"), @"puts a man on a5, where one stands");
    insta::assert_snapshot!(changed(FRENCH, "Ta5→b5 mirrored"), @"does not say what changes");
    insta::assert_snapshot!(changed(FRENCH, "condition: Circe"), @"does not say what changes");
}

#[test]
fn an_endless_list_is_given_up() {
    let list = read_list(&format!("White: Kc1{}", " x".repeat(100_000)), 0).expect("a list");
    assert!(list.faults.len() < 100 && list.span.len() < 1_000);
}
