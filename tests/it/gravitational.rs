//! Gravitational chess from records: the statements of its French source, the letters in use, findings about falls, and
//! the games of an independent implementation read in every set of letters.

use crate::support::{replay_all, root, run, text};
use scoresheet::notation::letters::Letters;
use scoresheet::notation::read_word;
use scoresheet::replay::{Options, Replay};
use scoresheet::rules::gravitational::Gravitational;
use scoresheet::rules::{RuleSet, Rules};
use scoresheet::syntax::Format;
use serde_json::Value;
use std::fmt::Write;

/// Diagram A of the French source.
const DIAGRAM: &str = "2k5/1PP5/8/R1n5/2p5/8/P7/2K5 w - - 0 1";

fn games() -> Vec<Value> {
    let file = root().join("fixtures/oracle/gravitational-chess.json");
    let mut oracle: Value = serde_json::from_str(&text(&file)).expect("JSON");
    serde_json::from_value(oracle["games"].take()).expect("a list of games")
}

fn words<'v>(game: &'v Value, key: &str) -> Vec<&'v str> {
    let list = game[key].as_array().expect("a list");
    list.iter()
        .map(|word| word.as_str().expect("a word"))
        .collect()
}

/// A record of moves from a position.
fn record(start: &str, words: &[impl AsRef<str>]) -> String {
    let mut text =
        format!("[Variant \"Gravitational Chess\"]\n[SetUp \"1\"]\n[FEN \"{start}\"]\n\n");
    for (ply, word) in words.iter().enumerate() {
        if ply % 2 == 0 {
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        let _ = write!(text, "{} ", word.as_ref());
    }
    text + "*\n"
}

fn replay(rules: &str, record: &str) -> Replay {
    let options = Options {
        rules: Some(RuleSet::from_spec(rules).expect("a rule set")),
        ..Options::default()
    };
    let mut replays = replay_all(record, Format::Pgn, &options);
    assert_eq!(replays.len(), 1);
    replays.remove(0)
}

fn spec(game: &Value) -> &'static str {
    if game["null-moves"] == true {
        "gravitational-chess:null-moves=on"
    } else {
        "gravitational-chess"
    }
}

fn coords(replay: &Replay) -> Vec<&str> {
    let line = replay.record.tree.mainline();
    line.filter_map(|id| replay.facts(id))
        .map(|facts| facts.coords.as_str())
        .collect()
}

/// The words of a game in a set of letters.
fn written(game: &Value, letters: &Letters) -> Vec<String> {
    let rules = Gravitational {
        null_moves: game["null-moves"] == true,
    };
    let start = game["start"].as_str().expect("a position text");
    let mut position = rules
        .read_position(start, &mut Vec::new())
        .expect("a position");
    let mut written = Vec::new();
    for word in words(game, "coords") {
        let form = read_word(word).expect("a move word").form;
        let r#move = rules
            .resolve(&position, &form, &Letters::ENGLISH)
            .expect("legal");
        let mut name = String::new();
        rules.write_move(&position, r#move, letters, &mut name);
        rules.play(&mut position, r#move);
        written.push(name);
    }
    written
}

#[test]
fn games_are_read_in_whatever_letters_they_are_in() {
    for game in games().iter().step_by(12) {
        let start = game["start"].as_str().expect("a position text");
        for letters in Letters::ALL {
            let text = record(start, &written(game, letters));
            let replay = replay(spec(game), &text);
            assert!(replay.is_valid(), "{}: {text}", letters.name);
            assert_eq!(coords(&replay), words(game, "coords"), "{}", letters.name);
            assert_eq!(replay.r#final.as_deref(), game["final"].as_str());
        }
    }
}

#[test]
fn french_games_are_those_of_the_oracle() {
    let french = Letters::by_name("fr").expect("a set");
    for game in games() {
        assert_eq!(written(&game, french), words(&game, "french"));
    }
}

/// The findings about a record from the diagram of the source, as code, severity, message and help.
fn findings(moves: &str) -> String {
    let replay = replay("gravitational-chess", &record(DIAGRAM, &[moves]));
    let lines = replay.diagnostics.iter().map(|finding| {
        let help = finding.help.as_deref().unwrap_or("-");
        format!("{}\n  {}\n", finding.message, help)
    });
    lines.collect()
}

#[test]
fn a_written_fall_that_is_not_the_true_one_is_told() {
    insta::assert_snapshot!(findings("Ta5×c5-c4"), @r"
        1. Ta5×c5-c4 is illegal: in its fall the white rook captures the black pawn on c4, and no capture is written
          did you mean Ta5×c5×c4?
        ");
    insta::assert_snapshot!(findings("Ta5×c5×c3"), @r"
        1. Ta5×c5×c3 is illegal: from c5 the white rook falls to c4, not to c3
          did you mean Ta5×c5×c4?
        ");
    insta::assert_snapshot!(findings("Kc1-d2-d1"), @r"
        1. Kc1-d2-d1 is illegal: the white king does not fall, and d1 is written as its fall
          did you mean Kc1-d2?
        ");
}

#[test]
fn moves_that_cannot_fall_are_told() {
    insta::assert_snapshot!(findings("b7×c8=T"), @r"
        1. b7×c8=T is illegal: a pawn promoted on c8 cannot fall: on c7 stands the side's own pawn
          correct the word, or look for a move before it that was printed wrong
        ");
    insta::assert_snapshot!(findings("Ta5-a3"), @r"
        1. Ta5-a3 is illegal: from a3 the white rook cannot fall: on a2 stands the side's own pawn
          did you mean a2-a3?
        ");
    insta::assert_snapshot!(findings("Ta5-a6-a5"), @r"
        1. Ta5-a6-a5 is illegal: it is a null move: the white rook falls back to a5 and nothing changes
          the option null-moves=on allows it; did you mean Ta5-a7-a6?
        ");
}

#[test]
fn a_mark_for_a_check_that_is_none_is_told_with_its_reason() {
    insta::assert_snapshot!(findings("Ta5-b5-b4†"), @r"
        1. Ta5-b5-b4 gives no check and is marked `†`
          the king on c8 is not in check: the white pawn on b7 cannot capture it, since a pawn promoted on c8 cannot fall, on c7 stands the side's own pawn
        ");
}

#[test]
fn a_null_move_is_legal_where_the_option_says_so() {
    let text = record(DIAGRAM, &["Ta5-a6-a5"]);
    let replay = replay("gravitational-chess:null-moves=on", &text);
    assert!(replay.is_valid());
    assert_eq!(coords(&replay), ["a5a6a5"]);
}

#[test]
fn a_stalemate_may_be_marked() {
    let start = "8/1K6/8/2k5/8/3Q4/8/8 w - - 0 1";
    for (word, notes) in [("Kb7-c7 pat", 0), ("Kb7-c7", 0), ("Kb7-a7 pat", 1)] {
        let replay = replay("gravitational-chess", &record(start, &[word]));
        let found = replay.diagnostics.iter();
        // The result is left open, which is another matter.
        let about_the_mark =
            found.filter(|finding| finding.code != scoresheet::diag::Code::OpenResult);
        assert_eq!(
            about_the_mark.count(),
            notes,
            "{word}: {:?}",
            replay.diagnostics
        );
    }
}

/// What the program, asked in French, prints about moves from the diagram of the source.
fn show(command: &[&str], moves: &str) -> String {
    let arguments = [command, &["--letters", "fr", "-"]].concat();
    let output = run(&arguments, record(DIAGRAM, &[moves]).as_bytes());
    output.stdout + &output.stderr
}

/// The legal moves in the diagram, or with Black to move in it.
fn moves_of(side: &str) -> Vec<String> {
    let position = DIAGRAM.replace(" w ", &format!(" {side} "));
    let rules = ["moves", "--rules", "gravitational-chess"];
    let output = run(
        &[&rules[..], &["--position", &position, "--letters", "fr"]].concat(),
        b"",
    );
    assert_eq!(output.status, 0, "{}", output.stderr);
    output.stdout.lines().map(str::to_owned).collect()
}

/// "Le Roi noir n'est pas en échec."
#[test]
fn the_black_king_of_the_diagram_is_not_in_check() {
    let moves = moves_of("b");
    // It need not care for the pawn on b7: other pieces may move.
    assert!(moves.iter().any(|word| word == "Cc5-e4-e5"), "{moves:?}");
    assert!(show(&["validate"], "a2-a4").contains("nothing to report"));
    insta::assert_snapshot!(show(&["validate"], "a2-a4†"), @r"
    S0501 [note] record 1, 1. a2-a4†

      ☞ 1. a2-a4 gives no check and is marked `†`
       ╭─[-:5:4]
     4 │ 
     5 │ 1. a2-a4† *
       ·    ──────
       ╰────
      help: the king on c8 is not in check: the white pawn on b7 cannot capture it, since a pawn
            promoted on c8 cannot fall, on c7 stands the side's own pawn
            try: remove `†`

    -: record 1 (line 1): valid, 1 ply, *
    1 record in 1 file, all valid; 1 ply replayed; 1 note
    ");
}

/// `pat` claims stalemate, and is judged as that; a wrong mark is quoted, and mended, as it is spelled.
#[test]
fn marks_are_judged_as_written() {
    insta::assert_snapshot!(findings("a2-a4 pat"), @r"
        1. a2-a4 gives no stalemate and is marked `pat`, stalemate
          black can still move, c4-c3 for one
        ");
    let said = show(&["validate"], "a2-a4 Cc5-e4-e5 ‡");
    assert!(
        said.contains("1... Cc5-e4-e5 gives no check and is marked `‡`"),
        "{said}"
    );
}

/// "La capture du Roi noir b×c8 n'est pas possible car la seconde partie du coup c8-c7 n'est pas possible à cause de la
/// présence du Pion blanc."
#[test]
fn the_pawn_does_not_capture_the_king_of_the_diagram() {
    let moves = moves_of("w");
    assert!(moves.iter().all(|word| !word.contains("c8")), "{moves:?}");
    insta::assert_snapshot!(show(&["validate"], "b×c8"), @r"
    S0301 [error] record 1, 1. b×c8

      × 1. b×c8 is illegal: a pawn promoted on c8 cannot fall: on c7 stands the side's own pawn
       ╭─[-:5:4]
     4 │ 
     5 │ 1. b×c8 *
       ·    ──┬─
       ·      ╰── illegal
       ╰────
      help: correct the word, or look for a move before it that was printed wrong

    -: record 1 (line 1): 1 error, 0 plies of 1 replayed
    1 record in 1 file, 0 valid, 1 with errors; 0 plies replayed; 1 error
    ");
    for word in ["bxc8", "b7×c8=D", "b7×c8 = C (→ C×c7)", "b7:Rc8=T"] {
        let said = show(&["validate"], word).replace("\n  │", "");
        assert!(
            said.contains("a pawn promoted on c8 cannot fall: on c7 stands the side's own pawn"),
            "{said}"
        );
    }
}

/// "Le Pion « a2 » peut jouer en « a4 ». Il ne subit pas de recul."
#[test]
fn the_pawn_of_the_diagram_does_not_fall() {
    let moves = moves_of("w");
    let pawn: Vec<_> = moves.iter().filter(|word| word.starts_with('a')).collect();
    assert_eq!(pawn, ["a2-a3", "a2-a4"]);
    insta::assert_snapshot!(show(&["diagram", "--steps"], "a2-a4"), @r"
     before              after 1. a2-a4
     . . k . . . . .     . . k . . . . .
     . P P . . . . .     . P P . . . . .
     . . . . . . . .     . . . . . . . .
     R . n . . . . .     R . n . . . . .
     . . p . . . . .    [P]. p . . . . .
     . . . . . . . .     . . . . . . . .
    [P]. . . . . . .    [.]. . . . . . .
     . . K . . . . .     . . K . . . . .
    ");
}

/// "Le Roi blanc « c1 » peut jouer sur la deuxième traverse. Il ne subit pas de recul."
#[test]
fn the_king_of_the_diagram_does_not_fall() {
    let moves = moves_of("w");
    for word in ["Rc1-b2", "Rc1-c2", "Rc1-d2"] {
        assert!(moves.iter().any(|legal| legal == word), "{word}");
    }
    insta::assert_snapshot!(show(&["diagram", "--steps"], "Rc1-d2"), @r"
    before              after 1. Rc1-d2
    . . k . . . . .     . . k . . . . .
    . P P . . . . .     . P P . . . . .
    . . . . . . . .     . . . . . . . .
    R . n . . . . .     R . n . . . . .
    . . p . . . . .     . . p . . . . .
    . . . . . . . .     . . . . . . . .
    P . . . . . . .     P . .[K]. . . .
    . .[K]. . . . .     . .[.]. . . . .
    ");
}

/// "Les Blancs peuvent jouer le coup b7-b8 = C (→ Cb7). Le Diagramme B montre la décomposition de ce coup."
#[test]
fn a_promoted_knight_falls_back_in_the_diagram() {
    let moves = moves_of("w");
    assert!(moves.iter().any(|word| word == "b7-b8=C(→Cb7)"));
    let drawn = show(&["diagram", "--steps"], "b7-b8 = C (→ Cb7)");
    insta::assert_snapshot!(drawn, @r"
    before              after b7-b8         after 1. b7-b8=C(→Cb7)
    . . k . . . . .     .[N]k . . . . .     .[.]k . . . . .
    .[P]P . . . . .     .[.]P . . . . .     .[N]P . . . . .
    . . . . . . . .     . . . . . . . .     . . . . . . . .
    R . n . . . . .     R . n . . . . .     R . n . . . . .
    . . p . . . . .     . . p . . . . .     . . p . . . . .
    . . . . . . . .     . . . . . . . .     . . . . . . . .
    P . . . . . . .     P . . . . . . .     P . . . . . . .
    . . K . . . . .     . . K . . . . .     . . K . . . . .
    ");
    for word in ["b7-b8=C(→Cb7)", "b7b8=C", "b8=C", "b7-b8=C(->Cb7)"] {
        assert_eq!(show(&["diagram", "--steps"], word), drawn, "{word}");
    }
    let unicode = [
        "diagram",
        "--steps",
        "--style",
        "unicode",
        "--coordinates",
        "--frame",
    ];
    insta::assert_snapshot!(show(&unicode, "b7-b8 = C (→ Cb7)"), @r"
        before                  after b7-b8             after 1. b7-b8=C(→Cb7)
      ┌─────────────────┐     ┌─────────────────┐     ┌─────────────────┐
    8 │ · · ♚ · · · · · │   8 │ ·[♘]♚ · · · · · │   8 │ ·[·]♚ · · · · · │
    7 │ ·[♙]♙ · · · · · │   7 │ ·[·]♙ · · · · · │   7 │ ·[♘]♙ · · · · · │
    6 │ · · · · · · · · │   6 │ · · · · · · · · │   6 │ · · · · · · · · │
    5 │ ♖ · ♞ · · · · · │   5 │ ♖ · ♞ · · · · · │   5 │ ♖ · ♞ · · · · · │
    4 │ · · ♟ · · · · · │   4 │ · · ♟ · · · · · │   4 │ · · ♟ · · · · · │
    3 │ · · · · · · · · │   3 │ · · · · · · · · │   3 │ · · · · · · · · │
    2 │ ♙ · · · · · · · │   2 │ ♙ · · · · · · · │   2 │ ♙ · · · · · · · │
    1 │ · · ♔ · · · · · │   1 │ · · ♔ · · · · · │   1 │ · · ♔ · · · · · │
      └─────────────────┘     └─────────────────┘     └─────────────────┘
        a b c d e f g h         a b c d e f g h         a b c d e f g h
    ");
}

/// "Les Blancs peuvent jouer le coup Ta5×c5×c4. Le Diagramme C montre la décomposition de ce coup."
#[test]
fn a_rook_captures_twice_in_the_diagram() {
    let moves = moves_of("w");
    assert!(moves.iter().any(|word| word == "Ta5×c5×c4"));
    let drawn = show(&["diagram", "--steps"], "Ta5×c5×c4");
    insta::assert_snapshot!(drawn, @r"
     before              after a5×c5         after 1. Ta5×c5×c4
     . . k . . . . .     . . k . . . . .     . . k . . . . .
     . P P . . . . .     . P P . . . . .     . P P . . . . .
     . . . . . . . .     . . . . . . . .     . . . . . . . .
    [R]. n . . . . .    [.].[R]. . . . .     . .[.]. . . . .
     . . p . . . . .     . . p . . . . .     . .[R]. . . . .
     . . . . . . . .     . . . . . . . .     . . . . . . . .
     P . . . . . . .     P . . . . . . .     P . . . . . . .
     . . K . . . . .     . . K . . . . .     . . K . . . . .
    ");
    for word in ["Ta5xc5:c4", "Ta5×Cc5×Pc4", "T×c5", "Txc5/c4"] {
        assert_eq!(show(&["diagram", "--steps"], word), drawn, "{word}");
    }
    let unicode = ["diagram", "--steps", "--style", "unicode"];
    insta::assert_snapshot!(show(&unicode, "Ta5×c5×c4"), @r"
     before              after a5×c5         after 1. Ta5×c5×c4
     · · ♚ · · · · ·     · · ♚ · · · · ·     · · ♚ · · · · ·
     · ♙ ♙ · · · · ·     · ♙ ♙ · · · · ·     · ♙ ♙ · · · · ·
     · · · · · · · ·     · · · · · · · ·     · · · · · · · ·
    [♖]· ♞ · · · · ·    [·]·[♖]· · · · ·     · ·[·]· · · · ·
     · · ♟ · · · · ·     · · ♟ · · · · ·     · ·[♖]· · · · ·
     · · · · · · · ·     · · · · · · · ·     · · · · · · · ·
     ♙ · · · · · · ·     ♙ · · · · · · ·     ♙ · · · · · · ·
     · · ♔ · · · · ·     · · ♔ · · · · ·     · · ♔ · · · · ·
    ");
}

/// The other ways to name the move whose steps are wanted.
#[test]
fn steps_are_drawn_of_the_moves_asked_for() {
    let game = "1. Ta5×c5×c4 Rc8-d7 2. c7-c8=D(→Dc7)† *";
    let second = show(&["diagram", "--steps", "-q", "--ply", "2"], game);
    insta::assert_snapshot!(second, @r"
    before              after 1... Rc8-d7
    . .[k]. . . . .     . .[.]. . . . .
    . P P . . . . .     . P P[k]. . . .
    . . . . . . . .     . . . . . . . .
    . . . . . . . .     . . . . . . . .
    . . R . . . . .     . . R . . . . .
    . . . . . . . .     . . . . . . . .
    P . . . . . . .     P . . . . . . .
    . . K . . . . .     . . K . . . . .
    ");
    for word in ["1... Rc8-d7", "1...", "1... c8d7", "1... Kc8-d7"] {
        let drawn = show(&["diagram", "--steps", "-q", "--move", word], game);
        assert_eq!(drawn, second, "{word}");
    }
    let last = show(&["diagram", "--steps", "-q", "--last"], game);
    let word = "2. c7-c8=D(→Dc7)†";
    assert_eq!(
        show(&["diagram", "--steps", "-q", "--move", word], game),
        last
    );
    assert!(last.contains("after 2. c7-c8=D(→Dc7)"), "{last}");
    insta::assert_snapshot!(show(&["diagram", "--steps", "-q", "--all"], "Ta5-a7-a6 Cc5-e4-e5 Ta6×a5-a4"), @r"
    -: record 1, after 1. Ta5-a7-a6

     before              after a5-a7         after 1. Ta5-a7-a6
     . . k . . . . .     . . k . . . . .     . . k . . . . .
     . P P . . . . .    [R]P P . . . . .    [.]P P . . . . .
     . . . . . . . .     . . . . . . . .    [R]. . . . . . .
    [R]. n . . . . .    [.]. n . . . . .     . . n . . . . .
     . . p . . . . .     . . p . . . . .     . . p . . . . .
     . . . . . . . .     . . . . . . . .     . . . . . . . .
     P . . . . . . .     P . . . . . . .     P . . . . . . .
     . . K . . . . .     . . K . . . . .     . . K . . . . .

    -: record 1, after 1... Cc5-e4-e5

     before              after c5-e4         after 1... Cc5-e4-e5
     . . k . . . . .     . . k . . . . .     . . k . . . . .
     . P P . . . . .     . P P . . . . .     . P P . . . . .
     R . . . . . . .     R . . . . . . .     R . . . . . . .
     . .[n]. . . . .     . .[.]. . . . .     . . . .[n]. . .
     . . p . . . . .     . . p .[n]. . .     . . p .[.]. . .
     . . . . . . . .     . . . . . . . .     . . . . . . . .
     P . . . . . . .     P . . . . . . .     P . . . . . . .
     . . K . . . . .     . . K . . . . .     . . K . . . . .

    -: record 1, after 2. Ta6-a5-a4

     before              after a6-a5         after 2. Ta6-a5-a4
     . . k . . . . .     . . k . . . . .     . . k . . . . .
     . P P . . . . .     . P P . . . . .     . P P . . . . .
    [R]. . . . . . .    [.]. . . . . . .     . . . . . . . .
     . . . . n . . .    [R]. . . n . . .    [.]. . . n . . .
     . . p . . . . .     . . p . . . . .    [R]. p . . . . .
     . . . . . . . .     . . . . . . . .     . . . . . . . .
     P . . . . . . .     P . . . . . . .     P . . . . . . .
     . . K . . . . .     . . K . . . . .     . . K . . . . .
    ");
    insta::assert_snapshot!(show(&["diagram", "--steps", "-q", "--ply", "0"], game), @"scoresheet: no move leads to the start");
}
