//! Records in PGN: tags, moves, and where a record ends.

use super::{article, both, pgn};

#[test]
fn numbers_in_every_form() {
    both("1. e4 e5 2.Nf3 Nc6 *", &["1. e4 e5 2. Nf3 Nc6 *"]);
    both("1 e4 e5 *", &["1 e4 e5 *"]);
    both("1.\u{a0}e4 1...e5 2. … d5 *", &["1. e4 1... e5 2.... d5 *"]);
    both("1. ... Qc5+ *", &["1.... Qc5+ *"]);
    both("1. e4 ... e5 *", &["1. e4 !number-dots'...' e5 *"]);
    both(
        "1....Qc5+ 2..e4 *",
        &["1.... !number-dots'1....' Qc5+ 2.. !number-dots'2..' e4 *"],
    );
}

#[test]
fn results_in_every_form() {
    for (written, read) in [
        ("1-0", "1-0"),
        ("0-1", "0-1"),
        ("1/2-1/2", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("1–0", "1-0"),
        ("0 - 1", "0-1"),
        ("*", "*"),
    ] {
        both(&format!("1. e4 {written}\n"), &[&format!("1. e4 {read}")]);
    }
    both("[A \"b\"]1. Qh4#0-1", &["[A=b] 1. Qh4# 0-1"]);
    both("1. 0-0 0-0-0 0000 *", &["1. 0-0 0-0-0 0000 *"]);
}

#[test]
fn marks_apart_from_their_move() {
    assert_eq!(
        pgn("1. e4 ?! e5 $14 *"),
        ["1. e4 $6 !odd-blank'?!' e5 $14 *"]
    );
    both("1. e4 +- e5 ∓ 2. d4 = *", &["1. e4 $18 e5 $17 2. d4 $10 *"]);
    both("1. exd6 e.p. cxd6 ep *", &["1. exd6 ep cxd6 ep *"]);
    assert_eq!(
        pgn("1. e4 $256 $ N *"),
        ["1. e4 !bad-nag'$256' !bad-nag'$' !not-a-move'N' *"]
    );
}

#[test]
fn comments_and_variations() {
    both(
        "1. e4 {a} ; b\ne5 (1... c5 {c} (1... d5)) 2. d4 *",
        &["1. e4 {a} ;b e5 ( 1... c5 {c} ( 1... d5 ) ) 2. d4 *"],
    );
    both("1. e4\n% aside (\ne5 *", &["1. e4 %aside ( e5 *"]);
    both(
        "1. e4 (* Nc6) * 1-0 *) e5 *",
        &["1. e4 (*Nc6) * 1-0*) e5 *"],
    );
}

#[test]
fn one_fault_one_finding() {
    both(
        "1. e4 {a {b} } e5 *",
        &["1. e4 {a {b}} !nested-comment'{' e5 *"],
    );
    both(
        "1. e4 } e5 ) *",
        &["1. e4 !stray-close'}' e5 !stray-close')' *"],
    );
    both(
        "1. e4 (1. d4 (1. c4 *",
        &["1. e4 ( 1. d4 ( 1. c4 * !unclosed-variation'('"],
    );
    assert_eq!(
        pgn("1. e4 foo bar 12th e5 baz *"),
        ["1. e4 !not-a-move'foo bar' !not-a-move'12th' e5 !not-a-move'baz' *"]
    );
    both(
        "1. e4 e5 2. d4 foo bar 3. c4 *",
        &["1. e4 e5 2. d4 !not-a-move\'foo bar\' 3. c4 *"],
    );
    both(
        "1. e4\0\u{1a} e5 \0 *",
        &["1. e4 !control-character'\0' e5 *"],
    );
    both("1. e4 1-0 0-1\n", &["1. e4 1-0 !not-a-move'0-1'"]);
}

#[test]
fn marks_end_a_word_before_what_is_glued_to_them() {
    both(
        "1.e4 d5!!2.c4$50(Nf3?))dxc4+3.Nc3#4.d4?! *",
        &["1. e4 d5!! 2. c4 $50 ( Nf3? ) !stray-close')' dxc4+ 3. Nc3# 4. d4?! *"],
    );
    both("1. Nf3!+2. e8=Q+1-0", &["1. Nf3!+ 2. e8=Q+ 1-0"]);
}

#[test]
fn boards_are_printed_in_pgn_too() {
    const ROWS: &str = "r n b q k b n r\np p p p . p p p\n. . . . . . . .\n. . . . p . . .\n\
        . . . . P . . .\n. . . . . . . .\nP P P P . P P P\nR N B Q K B N R\n";
    let ranks: String = ROWS
        .lines()
        .zip((1..=8).rev())
        .map(|(line, rank)| format!("{rank} {line}\n"))
        .collect();
    let turned: String = ROWS.lines().rev().map(|line| format!("{line}\n")).collect();
    for board in [ROWS, &ranks, &turned] {
        let text = format!("{board}1. e4 e5\n{board}2. d4 *\n\n{board}\n[A \"b\"]\n*");
        assert_eq!(
            pgn(&text),
            ["<board> 1. e4 e5 <board> 2. d4 * <board>", "[A=b] *"]
        );
    }
    let seven = ROWS.split_once('\n').expect("lines").1;
    assert_eq!(
        pgn(&format!("1. e4 e5\n{seven}2. d4 *")),
        ["1. e4 e5 !unreadable-board'p p p p . p p p\n. . . . ' 2. d4 *"]
    );
}

#[test]
fn comments_in_braces_nest_where_the_braces_balance() {
    both(
        "1. e4 {a {b} c {d {e}} f} e5 *",
        &["1. e4 {a {b} c {d {e}} f} !nested-comment'{' e5 *"],
    );
    // A move is no sign of movetext where the remark goes on.
    both(
        "1. e4 {a {b} Nf3 wins} e5 *",
        &["1. e4 {a {b} Nf3 wins} !nested-comment'{' e5 *"],
    );
    both(
        "1. e4 {a {b} e5 2. Nf3 {c} Nc6 } *",
        &["1. e4 {a {b} !nested-comment'{' e5 2. Nf3 {c} Nc6 *"],
    );
    both(
        "1. e4 {a {b} e5 1-0\n\n1. d4 d5 } *",
        &[
            "1. e4 {a {b} !nested-comment'{' e5 1-0",
            "1. d4 d5 !stray-close'}' *",
        ],
    );
    both(
        "1. e4 {a {b} e5 {c {d} e} *",
        &["1. e4 {a {b} !nested-comment'{' e5 {c {d} !nested-comment'{' !not-a-move'e' *"],
    );
    both(
        "1. e4 {a {b} *\n\n[Event \"x\"]\n\n1. d4 } *",
        &[
            "1. e4 {a {b} !nested-comment'{' *",
            "[Event=x] 1. d4 !stray-close'}' *",
        ],
    );
}

#[test]
fn evaluations_stand_outside_of_comments() {
    both(
        "1. e4 +0.35/12 e5 (0.35) 2. Nf3 0.1 Nc6 -M5 *",
        &[
            "1. e4 !not-a-move'+0.35/12' e5 !not-a-move'(0.35)' 2. Nf3 !not-a-move'0.1' Nc6 !not-a-move'-M5' *",
        ],
    );
    both(
        "1. e4 ⩲ e5 +- 2. Nf3 ∞ *",
        &["1. e4 $14 e5 $18 2. Nf3 $13 *"],
    );
}

#[test]
fn the_end_of_a_dos_text_is_no_control_character() {
    both("1. e4 *\n\u{1A}\u{1A}", &["1. e4 *"]);
    both("1. e4 *\u{1A}\n\u{1A}\n", &["1. e4 *"]);
    both("1. e4\n\u{1A}", &["1. e4 !missing-end-marker'e4'"]);
    both(
        "1. e4 \u{1A} e5 *",
        &["1. e4 !control-character'\u{1A}' e5 *"],
    );
}

#[test]
fn comments_in_stars_nest_as_far_as_each_is_closed() {
    both(
        "1. e4 (* a (* b *) c *) e5 *",
        &["1. e4 (*a (* b *) c*) !nested-comment'(*' e5 *"],
    );
    both(
        "1. e4 (* a (* b *) e5 *",
        &["1. e4 (*a (* b*) !nested-comment'(*' e5 *"],
    );
    both(
        "1. e4 (* a *) (* b (* *",
        &["1. e4 (*a*) (*b (* **) !unclosed-comment'(*'"],
    );
    // A stray end of one is never a result, but a result may end a variation.
    both("1. e4 *) *) e5 *", &["1. e4 !stray-close'*) *)' e5 *"]);
    both("1. e4 (1. d4 *) e5 *", &["1. e4 ( 1. d4 * ) e5 *"]);
}

#[test]
fn tag_pairs_good_and_bad() {
    both(
        r#"[Event "The \"A\" Cup"] [Site "C:\\x"]*"#,
        &[r#"[Event=The \"A\" Cup] [Site=C:\\x] *"#],
    );
    assert_eq!(
        pgn("[Annotator: \"C\"]\n*"),
        ["[Annotator:=C] !bad-tag'Annotator:' *"]
    );
    both(
        "[Event \"A \"B\" C\"]\n*",
        &["[Event=A \"B\" C] !bad-tag'A \"B\" C' *"],
    );
    both(
        "[Event \"A\"]\n[Site \"B]\n[Round \"C\"\n*",
        &["[Event=A] [Site=B] !bad-tag'\"' [Round=C] !bad-tag'\"' *"],
    );
    assert_eq!(
        pgn("[Event]\n[Site \"x\"]\n*"),
        ["!bad-tag'[Event]' [Site=x] *"]
    );
}

#[test]
fn a_tag_pair_may_be_broken_between_its_parts() {
    for end in ["\n", "\r\n", "\r"] {
        let text = "[Event\n  \"x\"]\n[\nSite \"y\"\n]\n\n1. e4 *\n".replace('\n', end);
        assert_eq!(pgn(&text), ["[Event=x] [Site=y] 1. e4 *"]);
    }
    // Not over an empty line.
    assert!(!pgn("[Event\n\n\"x\"]\n*")[0].contains("[Event=x]"));
}

#[test]
fn a_record_without_moves_or_without_tags() {
    both(
        "[Event \"A\"]\n\n*\n\n[Event \"B\"]\n\n1-0\n",
        &["[Event=A] *", "[Event=B] 1-0"],
    );
    assert_eq!(pgn("1-0\n\n*\n"), ["1-0", "*"]);
    both("e4 e5 1-0\nd4 d5 0-1\n", &["e4 e5 1-0", "d4 d5 0-1"]);
    both("1. e4 e5 * 1. d4 *", &["1. e4 e5 *", "1. d4 *"]);
}

#[test]
fn wrapped_moves_stay_together() {
    both("e4 e5\nNf3 Nc6 *", &["e4 e5 Nf3 Nc6 *"]);
    both("1. e4 e5\n\n2. Nf3 *", &["1. e4 e5 2. Nf3 *"]);
}

#[test]
fn a_missing_end_is_said_and_the_next_record_begins() {
    let missing = "!missing-end-marker";
    both(
        "1. e4 e5\n[Event \"B\"]\n*",
        &[&format!("1. e4 e5 {missing}'e5'"), "[Event=B] *"],
    );
    both(
        "[Event \"A\"]\n\n[Event \"B\"]\n\n*",
        &[&format!("[Event=A] {missing}'\"A\"]'"), "[Event=B] *"],
    );
    both(
        "1. e4 e5 2. d4 {so}\n\n\n   1. c4 *",
        &[
            &format!("1. e4 e5 2. d4 {{so}} {missing}'{{so}}'"),
            "1. c4 *",
        ],
    );
    both(
        "e4 e5\n\nd4 d5 *",
        &[&format!("e4 e5 {missing}'e5'"), "d4 d5 *"],
    );
}

#[test]
fn what_is_never_closed_costs_its_own_record_only() {
    both(
        "1. e4 {x 1-0\n\n[Event \"B\"]\n1. d4 {y} *",
        &[
            "1. e4 {x 1-0} !unclosed-comment'{'",
            "[Event=B] 1. d4 {y} *",
        ],
    );
    both(
        "1. e4 (1. d4 1-0\n[Event \"B\"]\n*",
        &["1. e4 ( 1. d4 1-0 !unclosed-variation'('", "[Event=B] *"],
    );
    both(
        "1. e4 (1. d4 1-0\n\n1. c4 *",
        &["1. e4 ( 1. d4 1-0 !unclosed-variation'('", "1. c4 *"],
    );
}

#[test]
fn brackets_inside_a_comment_end_nothing() {
    both(
        "1. e4 {[%clk 0:01]\n[%eval 1]\n[see \"B\" there]} *",
        &["1. e4 {[%clk 0:01]\n[%eval 1]\n[see \"B\" there]} *"],
    );
}

#[test]
fn a_closed_comment_may_hold_lines_like_tags() {
    both(
        "1. e4 { foo\n[see \"x\"] bar } e5 1-0",
        &["1. e4 {foo\n[see \"x\"] bar} e5 1-0"],
    );
    both(
        "1. e4 { foo\n[see \"x\"]\n[or \"y\"]\n} e5 (* so\n[see \"x\"]\n*) 1-0",
        &["1. e4 {foo\n[see \"x\"]\n[or \"y\"]} e5 (*so\n[see \"x\"]*) 1-0"],
    );
}

#[test]
fn an_unclosed_comment_costs_one_record_whatever_follows() {
    for open in ["{ foo", "{ foo {", "(* foo"] {
        for rest in ["1. d4 *", "1. d4 { bar } *", "1. d4 (* bar *) *"] {
            let text = format!(
                "1. e4 {open}\n\n[Event \"B\"]\n\n{rest}\n\n[Event \"C\"]\n\n1. c4 {{ c }} (* d *) *\n"
            );
            for said in [pgn(&text), article(&text)] {
                assert_eq!(said.len(), 3, "{said:?}");
                assert!(said[0].contains("!unclosed-comment"), "{said:?}");
                assert_eq!(said[2], "[Event=C] 1. c4 {c} (*d*) *");
            }
        }
    }
}

#[test]
fn comments_around_the_end() {
    // Directly after the result they belong to the record, after an empty line to the next.
    assert_eq!(
        pgn("1. e4 * {a}\n{b}\n\n{c}\n[Event \"B\"]\n*"),
        ["1. e4 * {a} {b}", "{c} [Event=B] *"]
    );
    assert_eq!(
        pgn("{a}\n\n[ECO \"A00\"]\n1. b4 *"),
        ["{a} [ECO=A00] 1. b4 *"]
    );
    // When no record follows, to the last one.
    both("1. e4 *\n\n{a}\n% b\n", &["1. e4 * {a} %b"]);
}

#[test]
fn lines_end_in_every_way() {
    for end in ["\n", "\r\n", "\r"] {
        let text = "[A \"b\"]\n\n1. e4 ; c\n% d\ne5 *\n[A \"c\"]\n*\n".replace('\n', end);
        both(&text, &["[A=b] 1. e4 ;c %d e5 *", "[A=c] *"]);
    }
}

#[test]
fn junk_is_never_silent() {
    assert_eq!(pgn("### not a token"), ["!not-a-move'### not a token'"]);
    assert_eq!(
        pgn("<b>\n[A \"b\"] <br>\n1. e4 * </p>\n"),
        ["!not-a-move'<b>' [A=b] !not-a-move'<br>' 1. e4 * !not-a-move'</p>'"]
    );
}
