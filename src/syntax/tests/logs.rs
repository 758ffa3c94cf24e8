//! Logs of stone games: turns, sides, tables, headings, boards, and where a game begins and ends.

use super::{Format, article, both, pgn, recorders};
use crate::notation::Words;
use crate::record::{LinePart, Record, TreeBuilder};
use crate::syntax::{diagram, logs, read_json, read_record};

#[test]
fn the_first_turns_tell_a_log() {
    both(
        "1. e4 f4,b2 2. c2,g7 b2-b5 3. e4xb2 1-0",
        &["1. e4 f4,b2 2. c2,g7 b2-b5 3. e4xb2 1-0"],
    );
    both("e4 f4,b2 c2,g7 *", &["e4 f4,b2 c2,g7 *"]);
    both(
        "1 e4 f4+b2 2 c2/g7 F4&B2 *",
        &["1 e4 f4+b2 2 c2/g7 F4&B2 *"],
    );
    both(
        "1. e4 f4,b2 2. b2:b5 b2×b7 3. f4-h6x! a1b1 *",
        &["1. e4 f4,b2 2. b2:b5 b2×b7 3. f4-h6x! a1b1 *"],
    );
    both("1. {first} e4 f4,b2 *", &["1. {first} e4 f4,b2 *"]);
    both("1. s19 r18,j10 *", &["1. s19 r18,j10 *"]);
}

#[test]
fn chess_is_read_as_ever() {
    assert_eq!(article("1.e4,e5 2.d4,d5 *"), ["1. e4 e5 2. d4 d5 *"]);
    assert_eq!(article("1. e4, e5 2. d4, d5 *"), ["1. e4 e5 2. d4 d5 *"]);
    assert_eq!(
        article("1. e4 e5, 2. Nf3 Nc6, *"),
        ["1. e4 e5 2. Nf3 Nc6 *"]
    );
    assert_eq!(article("e4 e5, d4 exd4, Nf3 *"), ["e4 e5 d4 exd4 Nf3 *"]);
    both("1. e4 e5 2. b2-b3 b7xb3 *", &["1. e4 e5 2. b2-b3 b7xb3 *"]);
    assert_eq!(
        article("Inertia 8x8\n\n1. e4 e5 2. Nf3 1-0"),
        ["1. e4 e5 2. Nf3 1-0"]
    );
    assert_eq!(
        article("Inertia 3: Joao - Claude\n1. e4 e5 2. d4 1-0"),
        ["#Inertia 3: Joao - Claude 1. e4 e5 2. d4 1-0"]
    );
    assert_eq!(
        pgn("[Variant \"Inertia\"]\n[Board \"2\"]\n\n1. e4 e5 2. Nf3 *"),
        ["[Variant=Inertia] [Board=2] 1. e4 e5 2. Nf3 *"]
    );
}

#[test]
fn tags_tell_a_log() {
    for tag in [
        "[Board \"hex-6\"]",
        "[Board \"square-10\"]",
        "[Variant \"Hexinertia\"]",
        "[Event \"Hexinertia Open\"]",
        "[Position \"3/4/5/4/3 r p -\"]",
    ] {
        for read in [pgn, article] {
            let read = read(&format!("{tag}\n\n1. c3 c3-d11 *")).concat();
            assert!(read.ends_with(" 1. c3 c3-d11 *"), "{read}");
        }
    }
    let chess = "[Variant \"Gravitational Chess\"]\n\n1. e4 e5,d4 *";
    assert_eq!(
        pgn(chess).concat(),
        "[Variant=Gravitational Chess] 1. e4 e5 !not-a-move',d4' *"
    );
}

#[test]
fn a_turn_may_be_split() {
    both(
        "1. e4 f4,\nb2 2. c2 , g7 b2 -\n  b5 3. e4 x b5 *",
        &["1. e4 f4, b2 2. c2 , g7 b2 - b5 3. e4 x b5 *"],
    );
    assert_eq!(
        article("1. e4 f4,b2\n2. c2,g7 b2-\nb5 3. e4xb5 *"),
        ["1. e4 f4,b2 2. c2,g7 b2- b5 3. e4xb5 *"]
    );
}

#[test]
fn turns_have_their_side_before_them() {
    both(
        "Red: e4\nBlack: f4,b2\nRed: c2,g7\nBlack: b2-b5\n*",
        &["White: e4 Black: f4,b2 White: c2,g7 Black: b2-b5 *"],
    );
    both(
        "R e4\nB f4,b2\nR c2,g7\n*",
        &["White: e4 Black: f4,b2 White: c2,g7 *"],
    );
    both(
        "1. Red e4 Black f4,b2 2. r: c2,g7 *",
        &["1. White: e4 Black: f4,b2 2. White: c2,g7 *"],
    );
}

#[test]
fn tables_have_columns() {
    both(
        "Red   Black\ne4    f4,b2\nc2,g7 b2-b5\n*",
        &["e4 f4,b2 c2,g7 b2-b5 *"],
    );
    both(
        "#\tRed\tBlack\n1\te4\tf4,b2\n2\tc2,g7\tb2-b5\n*",
        &["1 e4 f4,b2 2 c2,g7 b2-b5 *"],
    );
    both(
        "| Nr. | Red | Black |\n|-----|-----|-------|\n| 1. | e4 | f4,b2 |\n| 2 | c2,g7 | b2-b5 |\n*",
        &["1. e4 f4,b2 2 c2,g7 b2-b5 *"],
    );
    both(
        "1|e4|f4,b2\n2|c2,g7|b2-b5\n*",
        &["1 e4 f4,b2 2 c2,g7 b2-b5 *"],
    );
}

#[test]
fn headings_name_the_game_and_its_players() {
    for heading in [
        "Anna - Boris (1-0)",
        "Hexinertia, base 6",
        "Inertia 10x10",
        "Inertia, square-10",
        "Hexinertia, base 6: Anna - Boris",
        "Hexinertia, base 6\nAnna - Boris (1-0)",
        "Anna - Boris (1-0)\nInertia 10x10",
    ] {
        for moves in ["1. e4 f4,b2 2. c2,g7 1-0", "e4 f4,b2 c2,g7 1-0"] {
            let text = format!("Some words before.\n\n{heading}\n\n{moves}\n");
            assert_eq!(article(&text), [format!("#{heading} {moves}")], "{text}");
        }
    }
    // The board says it before any turn does.
    assert_eq!(
        article("Hexinertia, base 6\n1. e4 d5 2. k11-k12 *"),
        ["#Hexinertia, base 6 1. e4 d5 2. k11-k12 *"]
    );
}

#[test]
fn games_follow_each_other() {
    let games = ["1. e4 f4,b2 2. c2,g7", "1. d4 d5,a1 2. e6,h8"];
    for between in [" 1-0\n\n", " 1-0\n", "\n\n"] {
        let text = games.join(between);
        let read = article(&text);
        assert_eq!(read.len(), 2, "{text:?}: {read:?}");
        assert!(read[1].starts_with(games[1]), "{text:?}: {read:?}");
    }
    // Number 1 with a first turn begins a game without an empty line, too.
    let read = article(&format!("{}\n", games.join("\n")));
    assert_eq!(read.len(), 2, "{read:?}");
    let labelled = "Red: e4\nBlack: f4,b2\nBlack wins\n\nRed: d4\nBlack: d5,a1\nRed resigns\n";
    assert_eq!(
        article(labelled),
        ["White: e4 Black: f4,b2 =0-1", "White: d4 Black: d5,a1 =0-1"]
    );
    let mixed = "A - B\n1. e4 f4,b2 *\n\nC - D\n1. Nf3 d5 *\n\nHexinertia\nE - F\n1. e4 e5,a1 *\n";
    assert_eq!(
        article(mixed),
        [
            "#A - B 1. e4 f4,b2 *",
            "#C - D 1. Nf3 d5 *",
            "#Hexinertia\nE - F 1. e4 e5,a1 *"
        ]
    );
    // The end marker is no capture.
    let unmarked = "d4 d5,a1 e6*\n\nd4 d5,a1 e6 *\n\nd4 d5,a1 d4-d7*";
    assert_eq!(
        article(unmarked),
        ["d4 d5,a1 e6 *", "d4 d5,a1 e6 *", "d4 d5,a1 d4-d7 *"]
    );
    // An empty line between turns ends nothing.
    assert_eq!(
        article("e4 f4,b2\n\nc2,g7 b2-b5\n*"),
        ["e4 f4,b2 c2,g7 b2-b5 *"]
    );
}

#[test]
fn results_in_words() {
    for (words, result) in [
        ("Red wins", "=1-0"),
        ("Black wins by unification.", "=0-1"),
        ("Red resigns", "=0-1"),
        ("draw", "=1/2-1/2"),
        ("drawn by repetition", "=1/2-1/2"),
        ("resigns", "=0-1"),
    ] {
        both(
            &format!("1. e4 f4,b2 {words}\n"),
            &[&format!("1. e4 f4,b2 {result}")],
        );
    }
}

#[test]
fn variations_comments_and_prose_are_those_of_any_score() {
    assert_eq!(
        article("1. e4 f4,b2 (1... e5,a1 2. d5,h8) 2. c2,g7 {good} $1 1-0"),
        ["1. e4 f4,b2 ( 1... e5,a1 2. d5,h8 ) 2. c2,g7 {good} $1 1-0"]
    );
    assert_eq!(
        article("1. e4 f4,b2\nA bold reply by the second player.\n2. c2,g7 *"),
        ["1. e4 f4,b2 \"A bold reply by the second player.\" 2. c2,g7 *"]
    );
    both(
        "1. e4 f4,b2 2. c2,g7 zz b2-b5 *",
        &["1. e4 f4,b2 2. c2,g7 !not-a-move'zz' b2-b5 *"],
    );
}

/// A board of each shape, as our own drawings print it.
const BOARDS: [(&str, &str); 5] = [
    ("4 4 4 4", "r . . .\n. b . .\n. . . .\n. . . r\n"),
    (
        "3 4 5 4 3",
        "  r . .\n . r . .\n. . b . .\n . . b .\n  r . .\n",
    ),
    (
        "3 4 5 4 3",
        "    +-------+\n  5 / r . . \\\n 4 / . r . . \\\n3 | . . b . . |\n 2 \\ . . b . / e\n  1 \\ r . . / d\n    +-------+\n       a b c\n",
    ),
    (
        "3 4 5 4 3",
        "    ┌───────┐\n  5 ╱ ○ · · ╲\n 4 ╱ · ○ · · ╲\n3 │ · · ● · · │\n 2 ╲ · · ● · ╱ e\n  1 ╲ ○ · · ╱ d\n    └───────┘\n       a b c\n",
    ),
    (
        "3 4 5 4 3",
        "    r1  .   .\n  .   r1  .   .\n.   .   b2  .   .\n  .   .   b2  .\n    r12 .   .\n",
    ),
];

#[test]
fn boards_of_any_shape_stand_in_logs() {
    for (shape, board) in BOARDS {
        let text = format!("[Board \"hex-3\"]\n\n1. c3 c2,c1\n\n{board}\n2. a1,e5 *\n\n{board}");
        let wanted =
            format!("[Board=hex-3] 1. c3 c2,c1 <board {shape}> 2. a1,e5 * <board {shape}>");
        both(&text, &[&wanted]);
    }
    let marked = "  r . .\n . r . .\n . .<b>. .\n . . b .\n (r|.].\n";
    both(
        &format!("1. c3 c2,c1\n{marked}2. a1,e5 *"),
        &["1. c3 c2,c1 <board 3 4 5 4 3> 2. a1,e5 *"],
    );
    for turn in ["B b2 - b5", "b2 - b5", "B: b2 - b5"] {
        let log = format!("1. c3 c2,c1 2. a1,e5\n{}{turn}\n*", BOARDS[2].1);
        let read = article(&log).concat();
        assert!(
            read.contains("<board 3 4 5 4 3>") && read.ends_with("b2 - b5 *"),
            "{read}"
        );
    }
    let square = "  +-------+\n3 | . .<.>. |\n2 | r r r . |\n1 |(.|b]. . |\n0 | . . . . |\n";
    assert!(article(&format!("1. c3 c2,c1\n{square}2. a1,e5 *"))[0].contains("<board 4 4 4 4>"));
}

#[test]
fn rows_that_are_nearly_a_board_are_said() {
    let rows = "r . . .\n. b . .\n. . .\n. . . r\n";
    both(
        &format!("1. c3 c2,c1\n{rows}2. a1,e5 *"),
        &["1. c3 c2,c1 !unreadable-board'r . . .\n. b . .\n. . .\n. ' 2. a1,e5 *"],
    );
}

#[test]
fn the_file_r_is_no_stone() {
    let edge = 10;
    let mut board = String::new();
    for row in 0..19_usize {
        let cells = 19 - row.abs_diff(9);
        let file = (row > 9).then(|| format!(" {}", char::from(b's' - (row as u8 - 10))));
        board += &format!(
            "{:>2} {}{}\n",
            19 - row,
            vec!["."; cells].join(" "),
            file.unwrap_or_default()
        );
    }
    assert!(board.contains(". r\n"), "{board}");
    let read = pgn(&format!(
        "[Board \"hex-{edge}\"]\n\n1. c3 c2,c1\n\n{board}\n2. a1,e5 *"
    ));
    assert!(read[0].contains("<board 10 11 12"), "{read:?}");
}

/// The lines of all blocks of `grammar.md` headed `head`, their line ends put in.
fn examples(head: &str) -> Vec<String> {
    let blocks = include_str!("../../../grammar.md").split("\n```").skip(1);
    let bodies = blocks.filter_map(|block| block.split_once('\n').filter(|(of, _)| *of == head));
    let lines = bodies.flat_map(|(_, body)| body.lines());
    lines.map(|line| line.replace('¶', "\n")).collect()
}

#[test]
fn the_examples_of_the_grammar_are_read() {
    let has_turns = |log: &String| {
        let [record] = &recorders(Format::Text, log)[..] else {
            panic!("one record: {log}");
        };
        assert!(record.codes.is_empty(), "{log}: {:?}", record.said);
        record.words == Some(Words::Stones)
    };
    let is_board = |board: &String| {
        let start = board.len() - board.trim_start().len();
        let read = diagram::read(Words::Stones, board, start);
        read.is_some_and(|read| read.span.end as usize == board.len())
    };
    let is_game_line = |line: &String| logs::is_game_line(line);
    for (production, reads) in [
        ("log", &has_turns as &dyn Fn(&String) -> bool),
        ("stone-board", &is_board),
        ("game-line", &is_game_line),
    ] {
        for kind in ["example", "counterexample"] {
            let texts = examples(&format!("{kind} {production}"));
            assert!(texts.len() > 1, "{kind} {production}");
            for text in texts {
                assert_eq!(reads(&text), kind == "example", "{production}: {text}");
            }
        }
    }
}

#[test]
fn endless_logs_are_read_in_linear_time() {
    let many = 100_000;
    for part in [
        "e4,",
        "e4, ",
        "e4,\n",
        "e4 ",
        "Red ",
        "Red: ",
        "R e4 ",
        "| ",
        "|",
        "1. e4 f4,b2\n",
        "e4 -\n",
        "r . . .\n",
        "Red Black\n",
        "---\n",
        "Inertia 10x10\n",
        "Hexinertia\n\n",
        "A - B\nInertia 8x8\n",
        "1. e4 f4,b2 1-0 ",
        "e4,e4X ",
        "f4,          ",
        "(e4 ",
        "Red wins\n",
        "| 1 | e4 | f4,b2 |\n",
    ] {
        for opening in ["", "1. e4 f4,b2\n", "[Board \"hex-5\"]\n"] {
            let text = opening.to_owned() + &part.repeat(many / part.len());
            let start = std::time::Instant::now();
            article(&text);
            pgn(&text);
            assert!(
                start.elapsed().as_secs() < 8,
                "{opening:?} {part:?}: {:?}",
                start.elapsed()
            );
        }
    }
}

fn record(text: &str) -> Record {
    let mut builder = TreeBuilder::default();
    read_record(Format::Text, text, 0, &mut builder);
    builder.finish()
}

#[test]
fn the_first_name_of_a_heading_is_reds() {
    let tags = |text: &str| {
        let tags = record(text).tags.into_iter();
        let shown = tags.map(|tag| format!("{}={}", tag.name.value, tag.value.value));
        shown.collect::<Vec<_>>().join(" ")
    };
    let heading = "Hexinertia, base 6\nAnna - Boris (1-0)\n";
    assert_eq!(
        tags(&format!("{heading}1. e4 f4,b2 1-0")),
        "Event=Hexinertia, base 6 Red=Anna Black=Boris Result=1-0"
    );
    assert_eq!(
        tags(&format!("{heading}[Red \"A.\"]\n1. e4 f4,b2 1-0")),
        "Event=Hexinertia, base 6 Black=Boris Result=1-0 Red=A."
    );
    assert_eq!(
        tags("Anna - Boris\n1. e4 e5 1-0"),
        "White=Anna Black=Boris",
        "chess"
    );
}

#[test]
fn sides_belong_to_the_plies_after_them() {
    let record = record("Red: e4\n{a} Black f4,b2\nBlack: f4,\nb2\nBlack wins\n");
    let tree = &record.tree;
    let plies: Vec<_> = tree.ids().map(|id| tree.node(id)).collect();
    let shown = plies.iter().map(|ply| {
        let side = ply.side.map(|side| side.value);
        let comments: Vec<_> = ply.after.iter().map(|comment| &*comment.text).collect();
        format!("{side:?} {} {comments:?}", ply.text)
    });
    assert_eq!(
        shown.collect::<Vec<_>>().join("; "),
        "Some(White) e4 [\"a\"]; Some(Black) f4,b2 []; Some(Black) f4, b2 []"
    );
}

#[test]
fn variations_in_comments_are_turns_too() {
    let record = record("1. e4 f4,b2 (* 1... e5,a1 2. d5,h8 *) 2. c2,g7 *");
    let tree = &record.tree;
    let comments = tree.ids().flat_map(|id| &tree.node(id).after);
    let parts = comments.flat_map(|comment| &comment.parts);
    let turns = parts.filter(|part| {
        matches!(part.value, LinePart::Move { form, .. } if form.words() == Some(Words::Stones))
    });
    assert_eq!(turns.count(), 2);
}

#[test]
fn json_of_the_stone_game_holds_turns() {
    let ply = |text: &str, coords: &str| {
        format!(
            r#"{{"ply":1,"number":1,"side":"red","text":"{text}","san":null,"coords":{coords},"path":[],"captures":[],"forced":null,"nags":[],"comments":[],"clock":null,"result":null,"variations":[]}}"#
        )
    };
    let json = |rules: &str, plies: &[String]| {
        let plies = plies.join(",");
        format!(
            r#"{{"schema":"scoresheet.record/1","source":{{"file":"g","record":1,"line":1,"column":1}},"rules":"{rules}","options":{{}},"heading":null,"tags":[],"start":null,"before":[],"plies":[{plies}],"boards":[],"after":[],"final":null,"result":"*","outcome":null,"status":"ongoing","valid":true,"diagnostics":[]}}"#
        )
    };
    let forms = |rules: &str, plies: &[String]| {
        let text = json(rules, plies);
        let found = read_json(Format::Json, &text, 0).record.expect("a record");
        found.map(|record| {
            let tree = &record.tree;
            let forms = tree.ids().map(|id| tree.node(id).form.to_string());
            (forms.collect::<Vec<_>>().join(" "), tree.words())
        })
    };
    let turns = [
        ply("f4 , b2!", "null"),
        ply("b2:b5", "\"b2xb5\""),
        ply("e4", "null"),
    ];
    assert_eq!(
        forms("inertia", &turns),
        Ok(("f4,b2 b2xb5 e4".to_owned(), Words::Stones))
    );
    let chess = [ply("e4", "\"e2e4\"")];
    assert_eq!(
        forms("chess", &chess),
        Ok(("e2e4".to_owned(), Words::Chess))
    );
}
