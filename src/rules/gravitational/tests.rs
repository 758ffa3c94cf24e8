use super::{Board, Gravitational, Move};
use crate::notation::letters::Letters;
use crate::notation::{CheckMark, read_word};
use crate::rules::{RemarkLevel, Rules, Status, Why, perft};
use serde_json::Value;

const RULES: Gravitational = Gravitational { null_moves: false };
/// Diagram A of the French source.
const DIAGRAM: &str = "2k5/1PP5/8/R1n5/2p5/8/P7/2K5 w - - 0 1";

/// Figures of an independent implementation.
fn oracle() -> Value {
    let text = include_str!("../../../fixtures/oracle/gravitational-chess.json");
    serde_json::from_str(text).expect("JSON")
}

fn items<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().expect("an array")
}

fn position(fen: &str) -> Board {
    RULES
        .read_position(fen, &mut Vec::new())
        .unwrap_or_else(|fault| panic!("{fen}: {fault:?}"))
}

fn text(position: &Board) -> String {
    let mut out = String::new();
    RULES.write_position(position, &mut out);
    out
}

fn coords(position: &Board, r#move: Move) -> String {
    let mut out = String::new();
    RULES.write_coords(position, r#move, &mut out);
    out
}

fn full(position: &Board, r#move: Move, letters: &str) -> String {
    let mut out = String::new();
    RULES.write_move(
        position,
        r#move,
        Letters::by_name(letters).expect("a set"),
        &mut out,
    );
    out
}

fn legal(rules: Gravitational, position: &Board) -> Vec<Move> {
    let mut out = Vec::new();
    rules.legal_moves(position, &mut out);
    assert_eq!(
        rules.count_legal(position),
        out.len() as u64,
        "{}",
        text(position)
    );
    out
}

#[test]
fn path_counts_are_those_of_the_oracle() {
    for row in items(&oracle(), "perft") {
        let rules = Gravitational {
            null_moves: row["options"]["null-moves"] == true,
        };
        let position = position(row["position"].as_str().expect("a text"));
        for (depth, count) in (1..).zip(items(row, "perft")) {
            assert_eq!(
                Some(perft(&rules, &position, depth)),
                count.as_u64(),
                "{} to {depth}",
                row["name"]
            );
        }
    }
}

#[test]
fn random_games_replay_as_the_oracle_played_them() {
    for game in items(&oracle(), "games") {
        let rules = Gravitational {
            null_moves: game["null-moves"] == true,
        };
        let mut position = position(game["start"].as_str().expect("a text"));
        for (written, french) in items(game, "coords").iter().zip(items(game, "french")) {
            let moves = legal(rules, &position);
            let meant: Vec<_> = moves
                .into_iter()
                .filter(|&r#move| *written == *coords(&position, r#move))
                .collect();
            let [only] = meant[..] else {
                panic!("{written} in {}: {meant:?}", text(&position))
            };
            assert_eq!(*french, *full(&position, only, "fr"));
            rules.play(&mut position, only);
        }
        assert_eq!(game["final"], *text(&position));
        let end = match rules.status(&position) {
            Status::Checkmate => "mate",
            Status::Stalemate => "stalemate",
            _ => "play",
        };
        assert_eq!(game["end"], *end, "{}", text(&position));
    }
}

/// The moves that a word may mean, in canonical French.
fn meant(fen: &str, written: &str, letters: &str) -> Vec<String> {
    let (position, word) = (position(fen), read_word(written).expect("a move word"));
    assert_eq!(word.len, written.len(), "{written}");
    let letters = Letters::by_name(letters).expect("a set");
    let mut out = Vec::new();
    RULES.candidates(&position, &word.form, letters, &mut out);
    let only = match out[..] {
        [only] => Some(only),
        _ => None,
    };
    assert_eq!(RULES.resolve(&position, &word.form, letters), only);
    out.into_iter()
        .map(|r#move| full(&position, r#move, "fr"))
        .collect()
}

fn why(fen: &str, written: &str) -> Why {
    assert_eq!(meant(fen, written, "fr"), [""; 0], "{written}");
    let word = read_word(written).expect("a move word");
    RULES.explain(
        &position(fen),
        &word.form,
        Letters::by_name("fr").expect("a set"),
    )
}

fn kind(fen: &str, written: &str) -> &'static str {
    why(fen, written).kind()
}

/// The boards before a move, after its first operation and after its fall, side by side.
fn steps(fen: &str, written: &str) -> String {
    let before = position(fen);
    let word = read_word(written).expect("a move word");
    let french = Letters::by_name("fr").expect("a set");
    let r#move = RULES.resolve(&before, &word.form, french).expect("legal");
    let (mut first, mut last) = (before, before);
    first.play(r#move);
    RULES.play(&mut last, r#move);
    let rows = [before, first, last].map(|board| RULES.view(&board).rows);
    let line = |row: usize| {
        rows.each_ref()
            .map(|rows| rows[row].iter().collect::<String>())
            .join("  ")
    };
    (0..8).map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_king_on_c8_is_not_in_check() {
    // "Le Roi noir n'est pas en échec. La capture du Roi noir b×c8 n'est pas possible car la seconde partie du coup
    // c8-c7 n'est pas possible à cause de la présence du Pion blanc."
    let black = position(&DIAGRAM.replace(" w ", " b "));
    assert_eq!(RULES.check_mark(&black), CheckMark::None);
    let idle = RULES.idle_attack(&black).expect("an attack");
    assert_eq!(
        (idle.king.to_string(), idle.by.to_string()),
        ("c8".to_owned(), "b7".to_owned())
    );
    assert_eq!(idle.why.kind(), "promotion-cannot-fall");
    for written in ["b×c8", "b7×c8", "b7×c8=D", "bxc8=C(→Cc7)"] {
        let Why::PromotionCannotFall { fall, obstacle, .. } = why(DIAGRAM, written) else {
            panic!("{written}: {:?}", why(DIAGRAM, written));
        };
        assert_eq!((fall.to_string(), obstacle.fen()), ("c7".to_owned(), 'P'));
    }
    // Without the pawn on c7 it would be one.
    let bare = RULES.read_position("2k5/1P6/8/8/8/8/8/2K5 w - - 0 1", &mut Vec::new());
    assert_eq!(bare.map_err(|fault| fault.level), Err(RemarkLevel::Fault));
}

#[test]
fn pawns_and_kings_do_not_fall() {
    // "Le Pion « a2 » peut jouer en « a4 ». Il ne subit pas de recul."
    assert_eq!(meant(DIAGRAM, "a2-a4", "fr"), ["a2-a4"]);
    let mut after = position(DIAGRAM);
    let pawn = read_word("a2-a4").expect("a move word");
    let r#move = RULES
        .resolve(&after, &pawn.form, &Letters::ENGLISH)
        .expect("legal");
    RULES.play(&mut after, r#move);
    assert_eq!(text(&after), "2k5/1PP5/8/R1n5/P1p5/8/8/2K5 b - a3 0 1");
    // "Le Roi blanc « c1 » peut jouer sur la deuxième traverse. Il ne subit pas de recul."
    for target in ["b2", "c2", "d2"] {
        assert_eq!(
            meant(DIAGRAM, &format!("R{target}"), "fr"),
            [format!("Rc1-{target}")]
        );
        assert_eq!(
            kind(
                DIAGRAM,
                &format!("Rc1-{target}-{}", target.replace('2', "1"))
            ),
            "fall-mismatch"
        );
    }
    assert_eq!(kind(DIAGRAM, "a2-a4-a3"), "fall-mismatch");
}

#[test]
fn a_promoted_piece_falls_back() {
    // "Les Blancs peuvent jouer le coup b7-b8 = C (→ Cb7)."
    for written in [
        "b7-b8=C(→Cb7)",
        "b7-b8 = C (→ Cb7)",
        "b7b8=C",
        "b8=C",
        "b8C",
    ] {
        assert_eq!(
            meant(DIAGRAM, written, "fr"),
            ["b7-b8=C(→Cb7)"],
            "{written}"
        );
    }
    assert_eq!(meant(DIAGRAM, "b7b8b7n", "en"), ["b7-b8=C(→Cb7)"]);
    insta::assert_snapshot!(steps(DIAGRAM, "b7-b8 = C (→ Cb7)"), @r"
    ..k.....  .Nk.....  ..k.....
    .PP.....  ..P.....  .NP.....
    ........  ........  ........
    R.n.....  R.n.....  R.n.....
    ..p.....  ..p.....  ..p.....
    ........  ........  ........
    P.......  P.......  P.......
    ..K.....  ..K.....  ..K.....
    ");
}

#[test]
fn a_rook_captures_twice() {
    // "Les Blancs peuvent jouer le coup Ta5×c5×c4."
    for written in [
        "Ta5×c5×c4",
        "Ta5xc5:c4",
        "Ta5×Cc5×Pc4",
        "Ta5×c5",
        "Txc5",
        "Txc5/c4",
        "Ta5c5c4",
        "a5c5c4",
    ] {
        assert_eq!(meant(DIAGRAM, written, "fr"), ["Ta5×c5×c4"], "{written}");
    }
    let before = position(DIAGRAM);
    let moves = legal(RULES, &before);
    let r#move = *moves
        .iter()
        .find(|&&r#move| coords(&before, r#move) == "a5c5c4")
        .expect("legal");
    let effect = RULES.effect(&before, r#move);
    let captures: Vec<_> = effect
        .captures
        .iter()
        .map(|capture| format!("{}{} {}", capture.piece, capture.cell, capture.operation))
        .collect();
    assert_eq!(captures, ["nc5 1", "pc4 2"]);
    assert_eq!(
        effect
            .path
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        ["a5", "c5", "c4"]
    );
    insta::assert_snapshot!(steps(DIAGRAM, "Ta5×c5×c4"), @r"
    ..k.....  ..k.....  ..k.....
    .PP.....  .PP.....  .PP.....
    ........  ........  ........
    R.n.....  ..R.....  ........
    ..p.....  ..p.....  ..R.....
    ........  ........  ........
    P.......  P.......  P.......
    ..K.....  ..K.....  ..K.....
    ");
}

#[test]
fn the_diagram_has_these_moves() {
    let before = position(DIAGRAM);
    let names: Vec<_> = legal(RULES, &before)
        .into_iter()
        .map(|r#move| full(&before, r#move, "fr"))
        .collect();
    insta::assert_snapshot!(names.join(" "), @"Rc1-b1 Rc1-d1 Rc1-b2 Rc1-c2 Rc1-d2 a2-a3 a2-a4 Ta5-a4-a3 Ta5-b5-b4 Ta5×c5×c4 Ta5-a7-a6 Ta5-a8-a7 b7-b8=C(→Cb7) b7-b8=F(→Fb7) b7-b8=T(→Tb7) b7-b8=D(→Db7)");
}

#[test]
fn the_written_fall_is_held_against_the_true_one() {
    for written in [
        "Ta5×c5-c4",
        "Ta5×c5×c3",
        "Ta5×c5/c6",
        "Ta5×c5×Cc4",
        "Ta5-a4×a3",
        "b7-b8=C(→Cb6)",
        "b7b8b6n",
    ] {
        let french = if written == "b7b8b6n" {
            "b7b8b6c"
        } else {
            written
        };
        assert_eq!(kind(DIAGRAM, french), "fall-mismatch", "{french}");
    }
    let Why::FallMismatch {
        written,
        marked,
        fall,
        captured,
        ..
    } = why(DIAGRAM, "Ta5×c5-c4")
    else {
        panic!("a mismatch");
    };
    assert_eq!(
        (written.to_string(), marked),
        ("c4".to_owned(), Some(false))
    );
    assert_eq!(fall, Some(written));
    assert_eq!(captured.map(|piece| piece.fen()), Some('p'));
    assert_eq!(
        kind(DIAGRAM, "Ta5×Fc5×c4"),
        "wrong-piece",
        "a knight stands on c5"
    );
}

#[test]
fn moves_that_cannot_be_completed_are_refused_with_their_reason() {
    let fen = "4k3/8/8/8/8/8/P3p3/R3K2R w - - 0 1";
    assert_eq!(kind(fen, "Th1-g1"), "fall-off-board");
    assert_eq!(kind(fen, "Ta1-a2"), "own-piece");
    assert_eq!(kind(fen, "Th1-h2"), "null-move");
    assert_eq!(kind(fen, "Th1-h2-h1"), "null-move");
    assert_eq!(
        kind("4k3/8/8/8/R7/P7/8/4K3 w - - 0 1", "Ta4-a5-a4"),
        "null-move"
    );
    assert_eq!(
        kind("4k3/8/8/8/1R6/P7/8/4K3 w - - 0 1", "Tb4-a4"),
        "fall-on-own"
    );
    assert_eq!(
        kind("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "O-O-O"),
        "castling-right"
    );
}

#[test]
fn null_moves_are_an_option() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    let null = "Ta1-a2-a1";
    assert_eq!(kind(fen, null), "null-move");
    let rules = Gravitational { null_moves: true };
    let word = read_word(null).expect("a move word");
    let (mut position, french) = (position(fen), Letters::by_name("fr").expect("a set"));
    let r#move = rules.resolve(&position, &word.form, french).expect("legal");
    assert!(legal(rules, &position).contains(&r#move));
    rules.play(&mut position, r#move);
    assert_eq!(text(&position), "4k3/8/8/8/8/8/8/R3K3 b - - 1 1");
    // A capture that returns, and a promotion, change something.
    assert_eq!(
        meant("4k3/8/8/8/8/8/p7/R3K3 w - - 0 1", "Ta1×a2-a1", "fr"),
        ["Ta1×a2-a1"]
    );
}

#[test]
fn a_king_is_captured_in_either_operation() {
    for (fen, written, path) in [
        ("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "Te2-d2-d1", "e8 e1 e2"),
        ("6k1/8/8/8/8/7R/8/3K3r w - - 0 1", "Rd1-d2", "h1 d1 d2"),
        ("6k1/8/8/8/8/8/r7/3K4 w - - 0 1", "Rd1-d2", "a2 d2 d3"),
        ("6k1/8/8/8/8/r7/8/3K4 w - - 0 1", "Rd1-e2", "-"),
        ("r5k1/8/8/8/8/8/8/3K4 w - - 0 1", "Rd1-c2", "-"),
    ] {
        if path == "-" {
            assert_eq!(meant(fen, written, "fr"), [written], "{fen}");
            continue;
        }
        match why(fen, written) {
            Why::KingLeftCapturable {
                path: Some(found), ..
            } => {
                let found: Vec<_> = found.iter().map(ToString::to_string).collect();
                assert_eq!(found.join(" "), path, "{fen}");
            }
            other => panic!("{fen}: {other:?}"),
        }
    }
}

#[test]
fn what_looks_like_a_check_may_be_none() {
    let idle = |fen: &str| {
        RULES
            .idle_attack(&position(fen))
            .map(|idle| (idle.by.to_string(), idle.why.kind()))
    };
    assert_eq!(
        idle("4r1k1/8/8/8/8/8/8/4K3 w - - 0 1"),
        None,
        "a check: it falls to e2"
    );
    // Black pieces fall to the north: from e1 onto the pawn on e2.
    let blocked = "6k1/8/8/8/8/8/4p3/r3K3 w - - 0 1";
    assert_eq!(idle(blocked), Some(("a1".to_owned(), "fall-on-own")));
    assert_eq!(RULES.check_mark(&position(blocked)), CheckMark::None);
    // A king on the eighth rank cannot be captured by a piece that would fall off the board.
    assert_eq!(
        idle("r3K3/8/8/8/8/8/8/6k1 w - - 0 1"),
        Some(("a8".to_owned(), "fall-off-board"))
    );
}

#[test]
fn a_pawn_checks_by_the_fall_of_what_it_becomes() {
    // d7×c8 promotes and falls on c7.
    let fen = "2n5/2kP4/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(RULES.check_mark(&position(fen)), CheckMark::Check);
    // Without anything to capture on c8 the pawn attacks nothing there.
    assert_eq!(
        RULES.check_mark(&position("8/2kP4/8/8/8/8/8/4K3 b - - 0 1")),
        CheckMark::None
    );
    // A knight that falls to c8 gives it something: from b5 by way of c7, were the king elsewhere; from e6 likewise.
    let coming = "8/3P4/2k1n3/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(
        meant(coming, "Ce6-c7-c8", "fr"),
        ["Ce6-c7-c8"],
        "the king stands on c6"
    );
}

#[test]
fn position_texts_of_problems_are_accepted() {
    for fen in [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "qqqqqqqq/8/8/8/8/8/8/8 b - - 0 1",
        "8/1Q4n1/3b4/8/6nK/3R4/8/2k5 w - - 0 1",
    ] {
        assert_eq!(text(&position(fen)), fen);
    }
    let fault = |fen: &str| {
        RULES
            .read_position(fen, &mut Vec::new())
            .expect_err("a fault")
            .message
    };
    insta::assert_snapshot!(
        fault("4k3/8/8/8/8/8/8/K3R3 w - - 0 1"),
        @"Black's king on e8 is in check from the rook on e1, and White is to move"
    );
    insta::assert_snapshot!(fault("P3k3/8/8/8/8/8/8/K7 w - - 0 1"), @"a pawn stands on a8 in field 1: no pawn can stand on the first or last rank");
    insta::assert_snapshot!(fault("4k3/8/8/8/8/8/8/K6K w - - 0 1"), @"White has 2 kings in field 1");
    // A rook on the file, but a pawn where it would fall.
    let safe = "4k3/4P3/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(text(&position(safe)), safe);
}

#[test]
fn castling_rights_are_read_as_absent() {
    let mut remarks = Vec::new();
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let board = RULES.read_position(fen, &mut remarks).expect("a reading");
    assert_eq!(text(&board), fen.replace("KQkq", "-"));
    let levels: Vec<_> = remarks.iter().map(|remark| remark.level).collect();
    assert_eq!(levels, [RemarkLevel::Doubt]);
}

/// Every legal move of the oracle's games is read as itself from every form in every set of letters.
#[test]
fn every_form_of_a_move_is_read_as_that_move() {
    for game in items(&oracle(), "games").iter().step_by(10) {
        let rules = Gravitational {
            null_moves: game["null-moves"] == true,
        };
        let mut position = position(game["start"].as_str().expect("a text"));
        for (ply, written) in items(game, "coords").iter().enumerate() {
            let moves = legal(rules, &position);
            for letters in Letters::ALL.iter().cycle().skip(ply).take(3) {
                for &r#move in &moves {
                    let mut word = String::new();
                    rules.write_move(&position, r#move, letters, &mut word);
                    let read = read_word(&word).unwrap_or_else(|| panic!("{word} is no move"));
                    assert_eq!(read.len, word.len(), "{word}");
                    assert_eq!(
                        rules.resolve(&position, &read.form, letters),
                        Some(r#move),
                        "{word}"
                    );
                }
            }
            let word = read_word(written.as_str().expect("a word")).expect("a move word");
            let r#move = rules
                .resolve(&position, &word.form, &Letters::ENGLISH)
                .expect("legal");
            rules.play(&mut position, r#move);
        }
    }
}

#[test]
fn keys_of_problems_are_legal() {
    for problem in items(&oracle(), "problems") {
        let position = position(problem["position"].as_str().expect("a text"));
        for key in problem["result"]["key_coords"]
            .as_array()
            .into_iter()
            .flatten()
        {
            let word = read_word(key.as_str().expect("a word")).expect("a move word");
            let found = RULES.resolve(&position, &word.form, &Letters::ENGLISH);
            assert!(found.is_some(), "{key} in {}", problem["id"]);
        }
    }
}
