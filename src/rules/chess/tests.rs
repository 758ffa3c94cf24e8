mod bulk;

use super::{Board, Chess, Move};
use crate::notation::CheckMark;
use crate::notation::letters::Letters;
use crate::rules::test_words::word;
use crate::rules::{PositionRemark, RemarkLevel, Rules, Status, Why, divide, perft};

const CHESS: Chess = Chess { chess960: false };
const CHESS960: Chess = Chess { chess960: true };
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn position(rules: &Chess, fen: &str) -> Board {
    rules
        .read_position(fen, &mut Vec::new())
        .unwrap_or_else(|fault| panic!("{fen}: {fault:?}"))
}

fn text(rules: &Chess, position: &Board) -> String {
    let mut out = String::new();
    rules.write_position(position, &mut out);
    out
}

fn san(position: &Board, r#move: Move) -> String {
    let mut out = String::new();
    CHESS.write_move(position, r#move, &Letters::ENGLISH, &mut out);
    out
}

/// The canonical notation of the only reading of a word.
fn meant(rules: &Chess, fen: &str, written: &str) -> Option<String> {
    let position = position(rules, fen);
    let found = rules.resolve(&position, &word(written), &Letters::ENGLISH)?;
    Some(san(&position, found))
}

fn why(fen: &str, written: &str) -> Why {
    let position = position(&CHESS, fen);
    let mut found = Vec::new();
    CHESS.candidates(&position, &word(written), &Letters::ENGLISH, &mut found);
    assert!(found.is_empty(), "{written} is legal in {fen}");
    CHESS.explain(&position, &word(written), &Letters::ENGLISH)
}

/// The fault of a position text, with the text that it points at.
fn fault(fen: &str) -> (String, PositionRemark) {
    let fault = CHESS
        .read_position(fen, &mut Vec::new())
        .expect_err("a fault");
    assert_eq!(fault.level, RemarkLevel::Fault);
    (fen[fault.range.0..fault.range.1].to_owned(), fault)
}

/// What is read instead, and the remarks as level and text pointed at.
fn remarked(rules: &Chess, fen: &str) -> (String, Vec<(RemarkLevel, String)>) {
    let mut remarks = Vec::new();
    let position = rules.read_position(fen, &mut remarks).expect("a reading");
    let points = remarks
        .iter()
        .map(|remark| (remark.level, fen[remark.range.0..remark.range.1].to_owned()));
    (text(rules, &position), points.collect())
}

#[test]
fn a_move_is_four_bytes_and_a_position_small() {
    assert_eq!(size_of::<Move>(), 4);
    assert!(size_of::<Board>() <= 96);
}

#[test]
fn published_path_counts_hold() {
    for (fen, counts) in [
        (START, &[20_u64, 400, 8902][..]),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            &[48, 2039, 97862],
        ),
        (
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            &[14, 191, 2812, 43238],
        ),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            &[6, 264, 9467],
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            &[44, 1486, 62379],
        ),
    ] {
        let position = position(&CHESS, fen);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(
                perft(&CHESS, &position, depth),
                count,
                "{fen} to depth {depth}"
            );
        }
    }
    assert_eq!(divide(&CHESS, &CHESS.start(), 2).len(), 20);
}

#[test]
fn a_word_without_letter_and_with_a_whole_origin_is_about_what_stands_there() {
    assert_eq!(meant(&CHESS, START, "g1f3").as_deref(), Some("Nf3"));
    assert_eq!(meant(&CHESS, START, "e2e4").as_deref(), Some("e4"));
    assert_eq!(meant(&CHESS, START, "e7e5"), None);
}

#[test]
fn castling_may_be_written_in_coordinates() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (written, canonical) in [
        ("e1g1", "O-O"),
        ("e1h1", "O-O"),
        ("e1c1", "O-O-O"),
        ("e1a1", "O-O-O"),
    ] {
        assert_eq!(
            meant(&CHESS, fen, written).as_deref(),
            Some(canonical),
            "{written}"
        );
    }
    let fen = "k7/8/8/8/8/8/8/4K2R w - - 0 1";
    assert_eq!(why(fen, "e1h1").kind(), "castling-right");
    assert_eq!(why(fen, "Kh1").kind(), "not-reachable");
}

#[test]
fn capture_marks_do_not_decide_but_a_bare_pawn_word_stays_on_its_file() {
    let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(meant(&CHESS, fen, "ed5").as_deref(), Some("exd5"));
    assert_eq!(meant(&CHESS, fen, "xd5").as_deref(), Some("exd5"));
    assert_eq!(meant(&CHESS, fen, "Kxe2").as_deref(), Some("Ke2"));
    assert_eq!(why(fen, "d5").kind(), "not-reachable");
}

#[test]
fn the_origin_is_named_as_far_as_legal_moves_need_it() {
    let all = |fen: &str| {
        let position = position(&CHESS, fen);
        let mut moves = Vec::new();
        CHESS.legal_moves(&position, &mut moves);
        moves
            .into_iter()
            .map(|r#move| san(&position, r#move))
            .collect::<Vec<_>>()
    };
    // By file, by rank, by both.
    let found = all("1k6/8/8/8/Q6Q/8/8/K6Q w - - 0 1");
    for expected in ["Qae4", "Q1e4", "Qh4e4", "Q4e1", "Q1e1"] {
        assert!(
            found.iter().any(|san| san.starts_with(expected)),
            "{expected} in {found:?}"
        );
    }
    // The other knight is pinned and needs no telling apart.
    assert!(all("4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1").contains(&"Nc2".to_owned()));
}

#[test]
fn marks_tell_check_and_mate() {
    let fen = "5rk1/4R2R/5r2/8/8/8/5PPP/6K1 w - - 0 1";
    let position = position(&CHESS, fen);
    let mut found = Vec::new();
    CHESS.candidates(&position, &word("Rg7"), &Letters::ENGLISH, &mut found);
    let found: Vec<_> = found
        .into_iter()
        .map(|r#move| san(&position, r#move))
        .collect();
    assert_eq!(found, ["Reg7#", "Rhg7+"]);
    assert_eq!(CHESS.check_mark(&position), CheckMark::None);
}

#[test]
fn an_illegal_word_has_its_cause() {
    for (fen, written, expected) in [
        (START, "Ne5", "not-reachable"),
        (START, "Bc4", "blocked"),
        (START, "Ra2", "own-piece"),
        (START, "Qe2", "own-piece"),
        (START, "Nc1d3", "wrong-piece"),
        (START, "Ned2", "no-such-piece"),
        (START, "Xf3", "no-such-piece"),
        (START, "e5", "not-reachable"),
        (START, "e4Q", "not-reachable"),
        (START, "O-O", "castling-path"),
        ("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e4", "blocked"),
        ("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e4", "blocked"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "O-O-O", "castling-right"),
        (
            "4k3/8/8/8/8/8/3r4/R3K3 w Q - 0 1",
            "O-O-O",
            "castling-attacked",
        ),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "promotion-missing"),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a8=K",
            "promotion-missing",
        ),
        (
            "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
            "Nc3",
            "king-left-capturable",
        ),
        (
            "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1",
            "Ke2",
            "king-left-capturable",
        ),
        (
            "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1",
            "--",
            "king-left-capturable",
        ),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "Kxg7", "game-over"),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "Kh7", "game-over"),
    ] {
        assert_eq!(why(fen, written).kind(), expected, "{written} in {fen}");
    }
}

#[test]
fn causes_name_squares_and_pieces() {
    let fen = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
    insta::assert_compact_debug_snapshot!(why(fen, "Nc3"), @"KingLeftCapturable { king: e1, by: e8, attacker: Piece { color: Black, role: Rook }, was_in_check: false, path: None }");
    // The right is there, and forgotten since the capture would lay the king bare.
    let pinned = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1";
    insta::assert_compact_debug_snapshot!(why(pinned, "exd3"), @"KingLeftCapturable { king: a4, by: h4, attacker: Piece { color: White, role: Queen }, was_in_check: false, path: None }");
    for gone in [
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 4 9",
        "8/8/8/8/k2Pp2Q/8/3P4/3K4 b - - 0 1",
    ] {
        assert_eq!(why(gone, "exd3").kind(), "not-reachable", "{gone}");
    }
    insta::assert_compact_debug_snapshot!(why(START, "Rh5"), @"Blocked { piece: Piece { color: White, role: Rook }, from: h1, to: h5, by: h2, obstacle: Piece { color: White, role: Pawn } }");
    let fen = "4k3/8/8/8/8/8/3r4/R3K3 w Q - 0 1";
    insta::assert_compact_debug_snapshot!(why(fen, "e1c1"), @"CastlingAttacked { wing: Queen, square: d1, by: d2, attacker: Piece { color: Black, role: Rook } }");
}

#[test]
fn games_end_in_mate_or_stalemate_only() {
    for (fen, status) in [
        (START, Status::Ongoing),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", Status::Checkmate),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", Status::Stalemate),
        ("7k/8/8/8/8/8/8/K7 b - - 150 200", Status::Ongoing),
    ] {
        assert_eq!(CHESS.status(&position(&CHESS, fen)), status, "{fen}");
    }
}

#[test]
fn material_that_cannot_mate_is_dead() {
    for (board, dead) in [
        ("k7/8/8/8/8/8/8/7K", true),
        ("k7/8/8/8/8/8/8/6NK", true),
        ("kb6/8/8/8/8/8/8/5B1K", false),
        ("kb6/8/8/8/8/8/8/6BK", true),
        ("k7/8/8/8/8/8/8/5NNK", false),
        ("k7/8/8/8/8/8/7P/7K", false),
    ] {
        assert_eq!(
            CHESS.is_dead(&position(&CHESS, &format!("{board} w - - 0 1"))),
            dead,
            "{board}"
        );
    }
}

#[test]
fn en_passant_is_written_only_when_a_pawn_may_legally_capture() {
    let after = |fen: &str, written: &str| {
        let mut position = position(&CHESS, fen);
        let found = CHESS
            .resolve(&position, &word(written), &Letters::ENGLISH)
            .expect("a legal move");
        CHESS.play(&mut position, found);
        text(&CHESS, &position)
    };
    assert_eq!(
        after(START, "e4"),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    );
    assert_eq!(
        after("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4"),
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"
    );
    // Both pawns would leave the rank, and the rook would reach the king.
    assert_eq!(
        after("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e4"),
        "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"
    );
}

#[test]
fn repetition_looks_at_board_turn_rights_and_en_passant() {
    let key = |fen| CHESS.repetition_key(&position(&CHESS, fen));
    let fen = "4k3/8/8/8/3pP3/8/8/R3K3 b Q e3 0 1";
    assert_eq!(key(fen), key("4k3/8/8/8/3pP3/8/8/R3K3 b Q e3 0 9"));
    for other in [
        "4k3/8/8/8/3pP3/8/8/R3K3 b Q - 0 1",
        "4k3/8/8/8/3pP3/8/8/R3K3 b - e3 0 1",
    ] {
        assert_ne!(key(fen), key(other));
    }
    assert_ne!(
        key("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"),
        key("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    );
}

#[test]
fn a_pass_is_refused_in_check_and_after_the_end() {
    let mut checked = position(&CHESS, "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1");
    assert!(!CHESS.pass(&mut checked));
    let mut stalemated = position(&CHESS, "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
    assert!(!CHESS.pass(&mut stalemated));
    let mut free = CHESS.start();
    assert!(CHESS.pass(&mut free));
    assert_eq!(
        text(&CHESS, &free),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"
    );
}

#[test]
fn chess960_castles_onto_the_rook() {
    let fen = "4k3/8/8/8/8/8/8/1R2KR2 w FB - 0 1";
    let position = position(&CHESS960, fen);
    let mut coords = Vec::new();
    let mut moves = Vec::new();
    CHESS960.legal_moves(&position, &mut moves);
    for r#move in moves {
        let mut out = String::new();
        CHESS960.write_coords(&position, r#move, &mut out);
        coords.push(out);
    }
    assert!(
        coords.contains(&"e1f1".to_owned()) && coords.contains(&"e1b1".to_owned()),
        "{coords:?}"
    );
    assert_eq!(meant(&CHESS960, fen, "e1f1").as_deref(), Some("O-O"));
    assert_eq!(
        text(&CHESS960, &position),
        "4k3/8/8/8/8/8/8/1R2KR2 w KQ - 0 1"
    );
    // An inner rook is named by its file.
    let inner = "4k3/8/8/8/8/8/8/4KR1R w F - 0 1";
    assert_eq!(remarked(&CHESS960, inner), (inner.to_owned(), Vec::new()));
}

#[test]
fn faults_of_a_position_text_point_at_the_character() {
    for (fen, place, says) in [
        ("", "", "empty"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
            "x",
            "field 2",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w xQkq - 0 1",
            "x",
            "field 3",
        ),
        (
            "rnbqkbnr/pppppppp/7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "7",
            "rank 6 holds 7 squares",
        ),
        (
            "rnbqkbnr/pppppppp//8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "/",
            "rank 6 holds 0 squares",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR",
            "7 ranks",
        ),
        (
            "rnbqkbnr/pppp♙ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "♙",
            "field 1",
        ),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "w",
            "in check from the rook on e2",
        ),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "P", "pawn stands on h8"),
        ("4k3/8/8/8/8/8/8/4K2p w - - 0 1", "p", "pawn stands on h1"),
        (
            "8/8/8/8/8/8/8/4K3 w - - 0 1",
            "8/8/8/8/8/8/8/4K3",
            "Black has no king",
        ),
        (
            "4k3/8/8/8/8/8/8/2K1K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/2K1K3",
            "White has 2 kings",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "x", "field 5"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 - -", "- -", "8 fields"),
    ] {
        let (at, remark) = fault(fen);
        assert_eq!(at, place, "{fen}");
        assert!(remark.message.contains(says), "{}", remark.message);
    }
}

#[test]
fn faults_of_en_passant_offer_their_repairs() {
    let repairs = |fen: &str| {
        let (at, fault) = fault(fen);
        (
            at,
            fault
                .repairs
                .into_iter()
                .map(|(_, (start, end), text)| (fen[start..end].to_owned(), text))
                .collect::<Vec<_>>(),
        )
    };
    let pair = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    assert_eq!(
        repairs("rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR w KQkq a3 0 1"),
        ("a3".to_owned(), vec![pair("w", "b"), pair("a3", "-")])
    );
    assert_eq!(
        repairs("rnbqkbnr/ppp1pppp/8/8/3pP3/5P2/PPPP2PP/RNBQKBNR b KQkq e4 0 3"),
        ("e4".to_owned(), vec![pair("e4", "e3"), pair("e4", "-")])
    );
    assert_eq!(
        repairs("rnbqkbnr/ppp1pppp/8/8/3pP3/5P2/PPPP2PP/RNBQKBNR b KQkq E3 0 3"),
        ("E3".to_owned(), vec![pair("E3", "e3")])
    );
    assert_eq!(
        repairs("rnbqkbnr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq D6 0 2"),
        ("D6".to_owned(), vec![pair("D6", "-")])
    );
    assert_eq!(
        repairs("rnbqkbnr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq d6 0 2"),
        ("d6".to_owned(), vec![pair("d6", "-")])
    );
    assert_eq!(
        repairs("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1"),
        ("e3".to_owned(), vec![pair("e3", "-")])
    );
}

#[test]
fn doubts_and_style_of_a_position_text_are_read_all_the_same() {
    use RemarkLevel::{Doubt, Style};
    for (fen, read, remarks) in [
        (
            "4k3/8/8/8/8/8/8/4KR2 w K - 0 1",
            "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
            vec![(Doubt, "K")],
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            vec![(Doubt, "Qkq")],
        ),
        (
            "4k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1",
            "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1",
            vec![(Doubt, "Q"), (Doubt, "q")],
        ),
        (
            "4k3/8/8/8/8/8/8/4KR2 w - - 500 50",
            "4k3/8/8/8/8/8/8/4KR2 w - - 500 50",
            vec![(Doubt, "500")],
        ),
        (
            "4k3/8/8/8/8/8/8/4KR2 w - - 0 0",
            "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
            vec![(Doubt, "0")],
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w A - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            vec![(Style, "A")],
        ),
        (
            "rnbqkbnr/pppppppp/71/8/8/8/PPPPPPPP/RNBQKBNR w kqKQ - 0 1",
            START,
            vec![(Style, "71"), (Style, "kqKQ")],
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w KQkq",
            START,
            vec![(Style, "  "), (Style, "KQkq")],
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 b",
            "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
            vec![(Style, "b")],
        ),
    ] {
        let remarks: Vec<_> = remarks
            .into_iter()
            .map(|(level, place)| (level, place.to_owned()))
            .collect();
        assert_eq!(remarked(&CHESS, fen), (read.to_owned(), remarks), "{fen}");
    }
}
