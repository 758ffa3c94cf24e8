//! What people see.

use super::{Human, Look};
use crate::diag::{Code, Diagnostic, Located};
use crate::source::{Source, Span};
use insta::assert_snapshot;
use std::time::{Duration, Instant};

const PLAIN: Look = Look {
    width: 100,
    color: false,
    unicode: true,
};

/// Where `token` first stands in `text`.
fn span(text: &str, token: &str) -> Span {
    let start = text.find(token).expect("the token is in the text");
    Span::new(start, start + token.len())
}

fn report(look: Look, source: &Source<'_>, diagnostic: &Diagnostic) -> String {
    Human::new(look).render(&Located::new(diagnostic, source, 4), source, None)
}

#[test]
fn a_report_names_record_move_and_variation_and_says_what_to_try() {
    let text = "  10. Bxh6  gxh6 11. Bc4 Nb4\n  12. Bb3 Rg1 13. Ba4 Nxc2+\n  14. Bxc2 Bg7\n";
    let source = Source {
        line: 62,
        ..Source::whole("games.txt", text)
    };
    let mut diagnostic = Diagnostic::new(
        Code::IllegalMove,
        span(text, "Rg1"),
        "no black rook can move to g1",
    )
    .at("the pawn on h6 stands nowhere near")
    .label(span(text, "gxh6"), "this capture left the rook on h8")
    .help("the rest of the line (5 plies) is unplayed")
    .fix("write Rg8", false, span(text, "Rg1"), "Rg8")
    .fix("write Rh7", false, span(text, "Rg1"), "Rh7");
    diagnostic.ply = Some(24);
    diagnostic.path = "24.1/26.2".to_owned();
    let located = Located::new(&diagnostic, &source, 4);
    let human = Human::new(PLAIN);
    assert_snapshot!(human.render(&located, &source, Some("12... Rg1")), @r"
    S0301 [error] record 4, 12... Rg1, variation 24.1/26.2

      × no black rook can move to g1
        ╭─[games.txt:63:11]
     62 │   10. Bxh6  gxh6 11. Bc4 Nb4
        ·             ──┬─
        ·               ╰── this capture left the rook on h8
     63 │   12. Bb3 Rg1 13. Ba4 Nxc2+
        ·           ─┬─
        ·            ╰── the pawn on h6 stands nowhere near
     64 │   14. Bxc2 Bg7
        ╰────
      help: the rest of the line (5 plies) is unplayed
    ");
    let ascii = Human::new(Look {
        unicode: false,
        ..PLAIN
    });
    assert_snapshot!(ascii.render(&located, &source, None), @r"
    S0301 [error] record 4, ply 24, variation 24.1/26.2

      x no black rook can move to g1
        ,-[games.txt:63:11]
     62 |   10. Bxh6  gxh6 11. Bc4 Nb4
        :             ^^|^
        :               `-- this capture left the rook on h8
     63 |   12. Bb3 Rg1 13. Ba4 Nxc2+
        :           ^|^
        :            `-- the pawn on h6 stands nowhere near
     64 |   14. Bxc2 Bg7
        `----
      help: the rest of the line (5 plies) is unplayed
    ");
}

#[test]
fn a_place_many_lines_away_is_shown_without_what_lies_between() {
    let text = (1..=20)
        .map(|n| format!("{n}. a{n} b{n}\n"))
        .collect::<String>();
    let source = Source::whole("f.pgn", &text);
    let diagnostic = Diagnostic::new(
        Code::IllegalMove,
        span(&text, "b18"),
        "the knight on e5 must go on to the north-north-west",
    )
    .at("not that way")
    .label(span(&text, "a2"), "this move gave it its direction");
    assert_snapshot!(report(PLAIN, &source, &diagnostic), @r"
    S0301 [error] record 4

      × the knight on e5 must go on to the north-north-west
       ╭─[f.pgn:2:4]
     1 │ 1. a1 b1
     2 │ 2. a2 b2
       ·    ─┬
       ·     ╰── this move gave it its direction
     3 │ 3. a3 b3
       ╰────
        ╭─[f.pgn:18:9]
     17 │ 17. a17 b17
     18 │ 18. a18 b18
        ·         ─┬─
        ·          ╰── not that way
     19 │ 19. a19 b19
        ╰────
    ");
}

#[test]
fn lines_end_at_crlf_cr_and_lf() {
    let text = "1. e4\r\n2. é4\r3. Nf3 Nx9\r\n4. d4\n";
    let source = Source::whole("f", text);
    let diagnostic = Diagnostic::new(Code::NotAMove, span(text, "Nx9"), "this word is no move")
        .label(span(text, "é4"), "neither is this");
    assert_snapshot!(report(PLAIN, &source, &diagnostic), @r"
    S0204 [warning] record 4

      ⚠ this word is no move
       ╭─[f:3:8]
     1 │ 1. e4
     2 │ 2. é4
       ·    ─┬
       ·     ╰── neither is this
     3 │ 3. Nf3 Nx9
       ·        ───
     4 │ 4. d4
       ╰────
    ");
}

#[test]
fn a_long_line_is_cut_around_each_mark() {
    let mut text = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(200_000);
    let (early, late) = (1_000_003, 4_000_003);
    for place in [early, late] {
        text.replace_range(place..place + 3, "Qh9");
    }
    let source = Source::whole("f", &text);
    let diagnostic = Diagnostic::new(
        Code::IllegalMove,
        Span::new(late, late + 3),
        "there is no such square",
    )
    .at("here")
    .label(Span::new(early, early + 3), "and here");
    assert_snapshot!(report(PLAIN, &source, &diagnostic), @r"
    S0301 [error] record 4

      × there is no such square
       ╭─[f:1:4000004]
     1 │ … Ng8 1. Nf3 Nf6 2. NQh9Ng8 1. Nf3 Nf6 2. Ng1 … 6 2. Ng1 Ng8 1. Nf3 Qh9 2. Ng1 Ng8 1. Nf3 Nf…
       ·                      ─┬─                                            ─┬─
       ·                       │                                              ╰── here
       ·                       ╰── and here
       ╰────
    ");
    let located = Located::new(&diagnostic, &source, 1);
    let human = Human::new(PLAIN);
    let begun = Instant::now();
    for _ in 0..100 {
        let _ = human.render(&located, &source, None);
    }
    assert!(
        begun.elapsed() < Duration::from_secs(1),
        "{:?}",
        begun.elapsed()
    );
}

#[test]
fn a_token_longer_than_the_screen_is_cut_too() {
    let text = format!("1. e4 {} e5", "x".repeat(1_000_000));
    let source = Source::whole("f", &text);
    let diagnostic = Diagnostic::new(
        Code::NotAMove,
        Span::new(6, 1_000_006),
        "this word is no move",
    )
    .at("here");
    assert_snapshot!(report(PLAIN, &source, &diagnostic), @r"
    S0204 [warning] record 4

      ⚠ this word is no move
       ╭─[f:1:7]
     1 │ 1. e4 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
       ·       ─────────────────────────────────────────┬────────────────────────────────────────
       ·                                                ╰── here
       ╰────
    ");
    let ascii = Look {
        unicode: false,
        width: 40,
        ..PLAIN
    };
    assert_snapshot!(report(ascii, &source, &diagnostic), @r"
    S0204 [warning] record 4

      ! this word is no move
       ,-[f:1:7]
     1 | ...e4 xxxxxxxxxxxxxxxxxxxxxxxxx...
       :       ^^^^^^^^^^^^|^^^^^^^^^^^^
       :                   `-- here
       `----
    ");
}

#[test]
fn what_begins_and_never_ends_is_shown_where_it_begins() {
    let text = format!("1. e4 {{ lost\n{}", "prose\n".repeat(100_000));
    let source = Source::whole("f", &text);
    let diagnostic = Diagnostic::new(
        Code::UnclosedComment,
        Span::new(6, text.len()),
        "this comment is never closed",
    );
    assert_snapshot!(report(PLAIN, &source, &diagnostic), @r"
    S0201 [error] record 4

      × this comment is never closed
       ╭─[f:1:7]
     1 │ 1. e4 { lost
       ·       ──────
     2 │ prose
       ╰────
    ");
}

#[test]
fn a_board_is_marked_over_its_lines() {
    let text = "1. e4\n  . . k\n  . . .\n  K . .\n*\n";
    let source = Source::whole("f", text);
    let board = span(text, ". . k\n  . . .\n  K . .");
    let diagnostic = Diagnostic::new(Code::BoardDiffers, board, "the board differs in one cell")
        .at("printed here")
        .label(span(text, "K"), "should be empty");
    assert_snapshot!(report(PLAIN, &source, &diagnostic), @r"
    S0403 [error] record 4

      × the board differs in one cell
       ╭─[f:2:3]
     1 │ 1. e4
     2 │   . . k
       ·   ──┬──
       ·     ╰── printed here
     3 │   . . .
     4 │   K . .
       ·   ┬
       ·   ╰── should be empty
     5 │ *
       ╰────
    ");
}

#[test]
fn underlines_stay_under_wide_and_combining_characters_and_tabs() {
    let text = "\t1. e4 {日本語 e\u{301}}\tNx9 e5";
    let source = Source::whole("f", text);
    let diagnostic =
        Diagnostic::new(Code::NotAMove, span(text, "Nx9"), "this word is no move").at("here");
    assert_snapshot!(report(PLAIN, &source, &diagnostic), @r"
    S0204 [warning] record 4

      ⚠ this word is no move
       ╭─[f:1:17]
     1 │     1. e4 {日本語 é}    Nx9 e5
       ·                         ─┬─
       ·                          ╰── here
       ╰────
    ");
}

#[test]
fn nothing_that_a_terminal_obeys_gets_through() {
    let text = "1. e4 \u{1b}[31mNx9\u{7} \u{202e}e5\u{200b}\0";
    let source = Source::whole("evil\u{1b}]0;x\u{7}", text);
    let diagnostic = Diagnostic::new(
        Code::ControlCharacter,
        span(text, "\u{7}"),
        "\u{1b}[2J in the message",
    )
    .at("\u{1b}")
    .help("line one\nline two \u{9b}");
    let shown = report(PLAIN, &source, &diagnostic);
    assert_snapshot!(shown, @r"
    S0103 [warning] record 4

      ⚠ ␛[2J in the message
       ╭─[evil␛]0;x␇:1:15]
     1 │ 1. e4 ␛[31mNx9␇ �e5�␀
       ·               ┬
       ·               ╰── ␛
       ╰────
      help: line one
            line two �
    ");
    assert!(shown.chars().all(|c| c == '\n' || !c.is_control()));
    let ascii = report(
        Look {
            unicode: false,
            ..PLAIN
        },
        &source,
        &diagnostic,
    );
    assert!(ascii.is_ascii() && ascii.bytes().all(|b| b == b'\n' || !b.is_ascii_control()));
}

#[test]
fn a_record_that_begins_within_a_line_keeps_its_columns() {
    let whole = Source::whole("f", "1. e4 * 1. e9 *");
    let part = whole.part(Span::new(8, 15));
    let diagnostic = Diagnostic::new(Code::NotAMove, Span::new(3, 5), "this word is no move");
    assert_snapshot!(report(PLAIN, &part, &diagnostic), @r"
    S0204 [warning] record 4

      ⚠ this word is no move
       ╭─[f:1:12]
     1 │ …1. e9 *
       ·     ──
       ╰────
    ");
}

#[test]
fn empty_texts_and_ends_of_texts_can_be_marked() {
    let human = |text: &str, span| {
        let diagnostic = Diagnostic::new(Code::NoRecord, span, "no game record was found");
        let source = Source::whole("f", text);
        Human::new(PLAIN).render(&Located::new(&diagnostic, &source, None), &source, None)
    };
    assert_snapshot!(human("", Span::at(0)), @r"
    S0104 [error]

      × no game record was found
       ╭─[f:1:1]
     1 │ 
       · ▲
       ╰────
    ");
    assert_snapshot!(human("a\n", Span::at(2)), @r"
    S0104 [error]

      × no game record was found
       ╭─[f:2:1]
     1 │ a
     2 │ 
       · ▲
       ╰────
    ");
    assert_snapshot!(human("a", Span::at(1)), @r"
    S0104 [error]

      × no game record was found
       ╭─[f:1:2]
     1 │ a
       ·  ▲
       ╰────
    ");
}

#[test]
fn a_mark_over_several_lines_is_a_bracket_unless_something_is_marked_within() {
    let text = "1. e4\n  . . k\n  . . .\n  K . .\n*\n";
    let source = Source::whole("f", text);
    let board = span(text, ". . k\n  . . .\n  K . .");
    let diagnostic = Diagnostic::new(Code::BoardDiffers, board, "the board was not judged");
    assert_snapshot!(report(PLAIN, &source, &diagnostic), @r"
    S0403 [error] record 4

      × the board was not judged
       ╭─[f:2:3]
     1 │     1. e4
     2 │ ╭─▶   . . k
     3 │ │     . . .
     4 │ ╰─▶   K . .
     5 │     *
       ╰────
    ");
}

/// Every pair of places in texts of all kinds of characters and line ends, and some outside.
#[test]
fn no_place_makes_a_report_fail() {
    let short = ["", "\n", "\r\n\r\n", "a\r\rb\r\n\n𝄞é\tx", "\u{feff}(\0"];
    let long = ["é\t".repeat(20), "x".repeat(45)].join("\r\n") + "\r\n";
    for (text, step) in short
        .map(|text| (text, 1))
        .into_iter()
        .chain([(long.as_str(), 3)])
    {
        let source = Source {
            column: 3,
            ..Source::whole("f", text)
        };
        let places = || (0..text.len() + 2).step_by(step);
        for (start, end) in
            places().flat_map(|start| places().map(move |end| (start, start.max(end))))
        {
            let diagnostic = Diagnostic::new(Code::NotAMove, Span::new(start, end), "m")
                .label(Span::at(end), "l")
                .label(Span::at(0), "k");
            let narrow = Look { width: 40, ..PLAIN };
            assert!(report(narrow, &source, &diagnostic).contains("S0204"));
        }
    }
}
