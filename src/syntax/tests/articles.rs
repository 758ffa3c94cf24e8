//! Scores inside articles.

use super::{article, recorders};
use crate::record::Class;
use crate::syntax::Format;

const BOARD: &str = "\u{a0} . n . . . b n r\n\u{a0} . N N . p . p .\n\u{a0} . p . p . . R .\n\u{a0} . . . . . . . .\n\
    \u{a0} . . . . . . . r\n\u{a0} p . . . . . . b\n\u{a0} O . O O O O . O\n\u{a0} R . B Q K B . .\n";

#[test]
fn prose_is_no_game() {
    for text in [
        "1. The rules apply, except in the following.\n2. Be careful.\n3. If you can't, you're free.\n",
        "e4 is a fine move.\n\n4. c4 is the best reply, since it hits d5.\n",
        "Sample Games\n\nAnna - Boris\n\nThey met in 1912.\n",
        "Print it on\na4\npaper.\n",
        "1. e4 d4 and e5 d5 are the centre\n2. a1 a8 h1 h8 are the corners\n",
        "1. e4 e5 d4 d5 form centre squares\n2. e4 and d4\n",
        "(see below)\n{never closed\n\n* a list\n* of things\n1-0\n",
        BOARD,
    ] {
        assert_eq!(article(text), Vec::<String>::new(), "{text}");
        let tokens = recorders(Format::Text, text);
        assert!(tokens.is_empty());
    }
}

#[test]
fn a_heading_needs_a_game_below() {
    let text = "Sample Games\n\n\u{a0} Inertia 1: Joao - Claude\n\n1. Nf3 a5 1-0\n\nAnna vs. Boris\n[Site \"x\"]\n*\n\nback to top";
    assert_eq!(
        article(text),
        [
            "#Inertia 1: Joao - Claude 1. Nf3 a5 1-0",
            "#Anna vs. Boris [Site=x] *"
        ]
    );
}

#[test]
fn comments_and_boards_after_the_result_belong_to_it() {
    let text = format!(
        "Inertia 2: Claude - Joao\n\n 1. c4 Nf6 1-0\n  (* 1... axb4 *)\n\n{BOARD}\n Inertia 3: Joao - Claude\n\n 1. e4 0-1\n\n{BOARD}\nback to top"
    );
    assert_eq!(
        article(&text),
        [
            "#Inertia 2: Claude - Joao 1. c4 Nf6 1-0 (*1... axb4*) <board>",
            "#Inertia 3: Joao - Claude 1. e4 0-1 <board>"
        ]
    );
}

#[test]
fn boards_stand_before_and_between_the_moves_too() {
    let text = format!("A: B - C\n\n{BOARD}\n1. e4 e5\n{BOARD}2. d4 *\n");
    assert_eq!(
        article(&text),
        ["#A: B - C <board> 1. e4 e5 <board> 2. d4 *"]
    );
    assert_eq!(article(&format!("{BOARD}\n1. e4 *\n")), ["<board> 1. e4 *"]);
}

#[test]
fn a_board_below_a_caption_is_the_record_s() {
    for caption in [
        "Final position:",
        "So it ended,\n\nwith a lost king.",
        "Position after 12. Kf4:",
        "(Final position)",
    ] {
        for gap in ["\n", "\n\n"] {
            let text =
                format!("A: B - C\n1. e4 e5 1-0\n\n{caption}{gap}{BOARD}\nD: E - F\n1. d4 *");
            let captions = caption.replace("\n\n", "\" \"");
            assert_eq!(
                article(&text),
                [
                    format!("#A: B - C 1. e4 e5 1-0 \"{captions}\" <board>"),
                    "#D: E - F 1. d4 *".to_owned()
                ]
            );
        }
    }
    assert_eq!(
        article(&format!("1. e4 e5 1-0 and now:\n{BOARD}")),
        ["1. e4 e5 1-0 \"and now:\" <board>"]
    );
}

#[test]
fn a_board_far_below_or_of_another_game_is_not() {
    let far = "Prose.\n\n".repeat(4);
    assert_eq!(
        article(&format!("1. e4 1-0\n\n{far}{BOARD}")),
        ["1. e4 1-0"]
    );
    assert_eq!(
        article(&format!(
            "1. e4 1-0\n\nA: B - C\n\nFrom here.\n\n{BOARD}\n1. d4 *"
        )),
        ["1. e4 1-0", "#A: B - C \"From here.\" <board> 1. d4 *"]
    );
}

#[test]
fn few_lines_of_prose_may_stand_below_a_heading_with_a_title() {
    for gap in ["\n", "\n\n"] {
        assert_eq!(
            article(&format!(
                "Inertia 1: joao - claude{gap}Played by email.{gap}1. Nf3 a5 1-0\n"
            )),
            ["#Inertia 1: joao - claude \"Played by email.\" 1. Nf3 a5 1-0"]
        );
        assert_eq!(
            article(&format!(
                "1. e4 e5{gap}Inertia 1: A - B{gap}Played by email,{gap}the first one.{gap}1. d4 *"
            ))
            .len(),
            2
        );
    }
    // The nearest heading is the game's, and without a title too much else may be meant.
    assert_eq!(
        article("A: B - C\nD: E - F\n1. e4 *"),
        ["#D: E - F 1. e4 *"]
    );
    assert_eq!(article("Anna - Boris\nThey met.\n1. e4 *"), ["1. e4 *"]);
    let far = "Prose.\n".repeat(4);
    assert_eq!(article(&format!("A: B - C\n{far}1. e4 *")), ["1. e4 *"]);
}

#[test]
fn rows_that_are_nearly_a_board_are_said() {
    let (_, seven) = BOARD.split_once('\n').expect("lines");
    let said = article(&format!("1. e4 1-0\n\n{seven}"));
    assert_eq!(said.len(), 1);
    assert!(
        said[0].starts_with("1. e4 1-0 !unreadable-board'"),
        "{said:?}"
    );
}

#[test]
fn prose_between_moves_is_a_comment() {
    let text = "1. e4 e5\n2. Nf3 Nc6\n\nWhite plays well, and 3. Bb5 is\nthe move.\n\n3. Bb5 a6 *\n\nThe end.\n";
    assert_eq!(
        article(text),
        ["1. e4 e5 2. Nf3 Nc6 \"White plays well, and 3. Bb5 is\nthe move.\" 3. Bb5 a6 *"]
    );
}

#[test]
fn prose_after_which_no_move_follows_is_none_of_the_record() {
    let text = "1. e4 e5\n\nThey agreed to stop.\n\nAnna - Boris\n1. d4 *\n";
    assert_eq!(
        article(text),
        ["1. e4 e5 !missing-end-marker'e5'", "#Anna - Boris 1. d4 *"]
    );
}

#[test]
fn a_line_of_moves_may_hold_words_all_the_same() {
    for text in [
        "1. e4 foo e5",
        "1. e4 e5 foo bar 2. d4",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 the a6 4. d4 *",
    ] {
        assert_eq!(article(text).len(), 1, "{text}");
    }
}

#[test]
fn logs_and_tables() {
    assert_eq!(article("e4 e5 Nf3\nNc6 1-0\n"), ["e4 e5 Nf3 Nc6 1-0"]);
    assert_eq!(
        article("1. e4\te5\n2. Nf3\tNc6\n\n*"),
        ["1. e4 e5 2. Nf3 Nc6 *"]
    );
    assert_eq!(
        article("1 e4    e5\n2 Nf3   Nc6\n1-0"),
        ["1 e4 e5 2 Nf3 Nc6 1-0"]
    );
    assert_eq!(
        article("e2e4\ne7e5\n"),
        ["e2e4 e7e5 !missing-end-marker'e7e5'"]
    );
    assert_eq!(article("1. e4, e5. 2. d4 *"), ["1. e4 e5 2. d4 *"]);
}

#[test]
fn results_in_words() {
    assert_eq!(
        article("1. e4 e5\n2. d4 resigns\n"),
        ["1. e4 e5 2. d4 =1-0"]
    );
    assert_eq!(
        article("1. e4 e5 White wins.\n\nThey went home."),
        ["1. e4 e5 =1-0"]
    );
    assert_eq!(article("1. e4 e5\ndraw agreed\n"), ["1. e4 e5 =1/2-1/2"]);
    // A marker says it better.
    assert_eq!(article("1. Rh3 resign 1-0\n"), ["1. Rh3 \"resign\" 1-0"]);
    assert_eq!(
        article("1. Rh3 1-0 Black resigns\n"),
        ["1. Rh3 1-0 \"Black resigns\""]
    );
}

#[test]
fn words_that_contradict_the_marker_are_said() {
    for words in ["White resigns", "Black wins", "Draw", "resign"] {
        let moves = if words == "resign" {
            "1. e4 e5"
        } else {
            "1. e4"
        };
        assert_eq!(
            article(&format!("{moves} {words} 1-0")),
            [format!("{moves} \"{words}\" !results-differ'{words}' 1-0")]
        );
    }
    assert_eq!(article("1. e4 White wins *"), ["1. e4 \"White wins\" *"]);
}

#[test]
fn an_unclosed_star_comment_ends_at_the_next_heading() {
    let text = "1. e4 (* Nc6 1-0\n\nInertia 2: A - B\n\n1. d4 *\n";
    assert_eq!(
        article(text),
        [
            "1. e4 (*Nc6 1-0*) !unclosed-comment'(*'",
            "#Inertia 2: A - B 1. d4 *"
        ]
    );
}

#[test]
fn every_byte_has_its_class() {
    let text = "Hello\n\nA: B - C\n1. e4 {x} (1. d4) what $1 1-0\nBye";
    let classes: Vec<_> = recorders(Format::Text, text)[0]
        .tokens
        .iter()
        .filter(|(class, _)| *class != Class::Blank)
        .map(|(class, span)| format!("{class:?} {}", span.text(text)))
        .collect();
    insta::assert_snapshot!(classes.join("\n"), @r"
    Prose Hello
    Headings A: B - C
    Numbers 1.
    Moves e4
    Comments {x}
    Punctuation (
    Numbers 1.
    Moves d4
    Punctuation )
    Faulty what
    Nags $1
    Results 1-0
    ");
}
