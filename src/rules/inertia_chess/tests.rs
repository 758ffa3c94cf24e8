use super::{InertiaChess, InertiaPosition};
use crate::notation::CheckMark;
use crate::notation::letters::Letters;
use crate::rules::test_words::word;
use crate::rules::{Effect, Lapse, PositionRemark, RemarkLevel, Rules, Status, Why, perft};

const RULES: InertiaChess = InertiaChess { castling: true };
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 - -";

fn position(text: &str) -> InertiaPosition {
    RULES
        .read_position(text, &mut Vec::new())
        .unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
}

fn text(position: &InertiaPosition) -> String {
    let mut out = String::new();
    RULES.write_position(position, &mut out);
    out
}

/// The legal moves in canonical notation.
fn moves(position: &InertiaPosition) -> Vec<String> {
    let mut moves = Vec::new();
    RULES.legal_moves(position, &mut moves);
    let san = |r#move| {
        let mut out = String::new();
        RULES.write_move(position, r#move, &Letters::ENGLISH, &mut out);
        out
    };
    moves.into_iter().map(san).collect()
}

fn play(position: &mut InertiaPosition, words: &str) {
    for written in words.split(' ') {
        let found = RULES.resolve(position, &word(written), &Letters::ENGLISH);
        RULES.play(
            position,
            found.unwrap_or_else(|| panic!("{written} in {}", text(position))),
        );
    }
}

fn after(words: &str) -> InertiaPosition {
    let mut position = RULES.start();
    play(&mut position, words);
    position
}

fn why(position: &InertiaPosition, written: &str) -> Why {
    let mut found = Vec::new();
    RULES.candidates(position, &word(written), &Letters::ENGLISH, &mut found);
    assert!(found.is_empty(), "{written} is legal");
    RULES.explain(position, &word(written), &Letters::ENGLISH)
}

fn fault(text: &str) -> (String, PositionRemark) {
    let fault = RULES
        .read_position(text, &mut Vec::new())
        .expect_err("a fault");
    assert_eq!(fault.level, RemarkLevel::Fault);
    (text[fault.range.0..fault.range.1].to_owned(), fault)
}

#[test]
fn path_counts_of_an_independent_implementation_hold() {
    for (text, counts) in [
        (START, &[20_u64, 400, 1370, 8384][..]),
        (
            "3rkr2/8/7p/b7/8/8/PPP4P/R3K2R w KQ - 0 1 - h6>S",
            &[20, 20, 152, 792],
        ),
        (
            "4k3/2p2p2/8/3pP3/1p4p1/8/P1P4P/4K3 w - d6 0 1 e5>NWx d5>S",
            &[1, 11, 43, 145],
        ),
        (
            "r1b4r/1p4pp/1nk5/p1p1N3/P3PQ2/R2q4/1P1P2PP/2BK1B1R w - - 0 1 e5>SSWx d3>S",
            &[1, 26, 957],
        ),
        (
            "r3k2r/ppp2ppp/2n1bn2/2bqp3/4P1b1/2NP1N2/PPP1BPPP/R1BQK2R b KQkq - 0 1 f3>NNWx d5>Sx",
            &[1, 1, 1, 41],
        ),
    ] {
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(
                perft(&RULES, &position(text), depth),
                count,
                "{text} to depth {depth}"
            );
        }
    }
}

#[test]
fn a_move_without_capture_goes_on_without_capture() {
    let position = after("Nf3 a5");
    assert_eq!(moves(&position), ["Ne5"]);
    let forced = RULES.forced(&position).expect("a duty");
    assert_eq!(
        (
            forced.rule,
            forced.square.to_string(),
            forced.wind.to_string()
        ),
        (3, "f3".to_owned(), "NNW".to_owned())
    );
    // The knight on e5 could only capture on d7: the player is free.
    assert!(RULES.forced(&after("Nf3 a5 Ne5 a4")).is_none());
}

#[test]
fn a_capture_goes_on_capturing() {
    // From f7 the same leap leaves the board: White is free.
    assert!(RULES.forced(&after("Nf3 a5 Ne5 a4 Nxf7 a3")).is_none());
    let position = position("4k3/8/8/4r3/8/4p3/8/4R1K1 w - - 0 1 e1>Nx -");
    assert_eq!(moves(&position), ["Rxe3"]);
    assert_eq!(RULES.forced(&position).map(|forced| forced.rule), Some(4));
}

#[test]
fn en_passant_captures_and_kills_the_memory() {
    let mut position = position("4k3/2p2p2/8/3pP3/1p4p1/8/P1P4P/4K3 w - d6 0 1 e5>NWx d5>S");
    assert_eq!(moves(&position), ["exd6"]);
    play(&mut position, "exd6");
    assert_eq!(
        text(&position),
        "4k3/2p2p2/3P4/8/1p4p1/8/P1P4P/4K3 b - - 0 1 d6>NWx -"
    );
}

#[test]
fn castling_may_cross_what_a_bound_opponent_attacks() {
    let bound = "3rkr2/8/7p/b7/8/8/PPP4P/R3K2R w KQ - 0 1 - h6>S";
    let free = "3rkr2/8/7p/b7/8/8/PPP4P/R3K2R w KQ - 0 1 - -";
    let castlings = |text: &str| {
        moves(&position(text))
            .into_iter()
            .filter(|san| san.starts_with('O'))
            .count()
    };
    assert_eq!((castlings(bound), castlings(free)), (2, 0));
    insta::assert_compact_debug_snapshot!(why(&position(free), "O-O"), @"CastlingAttacked { wing: King, square: e1, by: a5, attacker: Piece { color: Black, role: Bishop } }");
    // After castling the player is free.
    let mut position = position(bound);
    play(&mut position, "O-O");
    assert_eq!(
        text(&position),
        "3rkr2/8/7p/b7/8/8/PPP4P/R4RK1 b - - 1 1 - h6>S"
    );
}

#[test]
fn the_first_edition_has_no_castling() {
    let rules = InertiaChess { castling: false };
    let mut out = String::new();
    rules.write_position(&rules.start(), &mut out);
    assert_eq!(
        out,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 - -"
    );
    let mut remarks = Vec::new();
    let position = rules
        .read_position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 - -", &mut remarks)
        .expect("a position");
    assert_eq!(
        remarks
            .iter()
            .map(|remark| remark.level)
            .collect::<Vec<_>>(),
        [RemarkLevel::Style]
    );
    assert!(
        rules
            .resolve(&position, &word("O-O-O"), &Letters::ENGLISH)
            .is_none()
    );
    assert_eq!(
        rules
            .explain(&position, &word("O-O-O"), &Letters::ENGLISH)
            .kind(),
        "castling-right"
    );
}

#[test]
fn whoever_captures_the_king_has_won() {
    let mut position = position("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1 - -");
    assert!(moves(&position).contains(&"Rxe8++".to_owned()));
    assert_eq!(RULES.status(&position), Status::Ongoing);
    play(&mut position, "Rxe8");
    assert_eq!(RULES.status(&position), Status::KingCaptured);
    assert_eq!(RULES.check_mark(&position), CheckMark::Double);
    assert!(moves(&position).is_empty());
    assert_eq!(why(&position, "Kd8").kind(), "game-over");
}

#[test]
fn a_player_without_any_move_has_neither_lost_nor_drawn() {
    let stuck = position("7k/8/8/8/p1p5/P1Pp4/PB1P4/KNB5 w - - 0 1 - -");
    assert_eq!(RULES.status(&stuck), Status::NoLegalMove);
    assert_eq!(why(&stuck, "Kb1").kind(), "game-over");
}

#[test]
fn check_is_what_the_mover_could_capture_next() {
    // The rook went up the file without capturing and must go on so: it threatens nothing while it can.
    let mut free = position("4k3/8/8/8/8/8/4R3/6K1 w - - 0 1 - -");
    play(&mut free, "Re3");
    assert_eq!(RULES.check_mark(&free), CheckMark::None);
    // With the king next to it the rook cannot go on, and is free to capture.
    let mut near = position("4k3/8/8/8/8/8/4R3/6K1 w - - 0 1 - -");
    play(&mut near, "Re7");
    assert_eq!(RULES.check_mark(&near), CheckMark::Check);
}

#[test]
fn a_word_against_the_duty_says_which() {
    let position = after("Nf3 a5");
    insta::assert_compact_debug_snapshot!(why(&position, "e4"), @r#"ForcedElsewhere { forced: Forced { rule: 3, square: f3, wind: NNW }, piece: Piece { color: White, role: Knight }, instead: ["f3e5"] }"#);
    assert_eq!(why(&position, "Bc4").kind(), "blocked");
    // A king left to be captured is no fault here.
    let position = self::position("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1 - -");
    assert!(moves(&position).contains(&"Nc3".to_owned()));
}

#[test]
fn a_pass_frees_the_player_who_passes() {
    let mut position = after("Nf3 a5");
    assert!(RULES.pass(&mut position));
    assert_eq!(
        text(&position),
        "rnbqkbnr/1ppppppp/8/p7/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 2 - a5>S"
    );
}

#[test]
fn the_shorter_position_texts_are_read() {
    for (short, remarks) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            0,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - - -",
            0,
        ),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 1),
    ] {
        let mut found = Vec::new();
        let position = RULES.read_position(short, &mut found).expect("a position");
        assert_eq!(
            (text(&position).as_str(), found.len()),
            (START, remarks),
            "{short}"
        );
    }
    let position = position("rnbqkbnr/1ppppppp/8/p7/8/5N2/PPPPPPPP/RNBQKB1R w KQkq a6 f3>NNW a5>S");
    assert_eq!(
        text(&position),
        "rnbqkbnr/1ppppppp/8/p7/8/5N2/PPPPPPPP/RNBQKB1R w KQkq a6 0 1 f3>NNW a5>S"
    );
}

#[test]
fn faults_of_a_position_text_point_at_the_character() {
    for (text, place, says) in [
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 e4>N -",
            "e4",
            "no white piece",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 - e1>N",
            "e1",
            "no black piece",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 e1>NNNx -", "NNN", "16 winds"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 e9>N -", "e9", "no square"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 e1N -", "e1N", "memory is"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 e1>N", "e1>N", "one memory"),
        ("4k3/8/8/8/8/8/8/4K3 w - - e1>N - -", "-", "two memories"),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1 - -",
            "8/8/8/8/8/8/8/8",
            "both kings",
        ),
        (
            "4k3/4k3/8/8/8/8/8/4K3 w - - 0 1 - -",
            "4k3/4k3/8/8/8/8/8/4K3",
            "2 kings",
        ),
    ] {
        let (at, fault) = fault(text);
        assert_eq!(at, place, "{text}");
        assert!(fault.message.contains(says), "{}", fault.message);
    }
    let one_king = "8/8/8/8/8/8/8/4K3 b - - 0 1 - -";
    assert_eq!(RULES.status(&position(one_king)), Status::KingCaptured);
}

/// Why the side to move is free, its last move having done `last`.
fn lapse(text: &str, last: &Effect) -> Option<Lapse> {
    RULES.lapse(&position(text), last)
}

#[test]
fn a_duty_lapses_for_a_reason() {
    let none = Effect::default();
    let told = |text| match lapse(text, &none) {
        Some(Lapse::Edge(duty)) => format!("{} {} edge", duty.square, duty.wind),
        Some(Lapse::Blocked(duty, by)) => format!("{} {} by {by}", duty.square, duty.wind),
        Some(Lapse::NothingToCapture(duty)) => format!("{} {} nothing", duty.square, duty.wind),
        other => format!("{other:?}"),
    };
    assert_eq!(told("k7/8/8/8/8/8/8/K6R w - - 0 1 h1>E -"), "h1 E edge");
    assert_eq!(told("k7/8/8/7p/7R/8/8/K7 w - - 0 1 h4>N -"), "h4 N by h5");
    assert_eq!(told("k7/8/8/8/7R/8/8/K7 w - - 0 1 h4>Nx -"), "h4 N nothing");
    assert_eq!(told("k7/8/8/8/7R/8/8/K7 w - - 0 1 h4>N -"), "None");
    let effect = |text: &str, written| {
        let before = position(text);
        let r#move = RULES.resolve(&before, &word(written), &Letters::ENGLISH);
        RULES.effect(&before, r#move.expect("a move"))
    };
    let rook = effect("k7/8/8/8/8/8/8/K6R w - - 0 1 - -", "Rh5");
    let cell = Lapse::Captured(rook.path[1]);
    assert_eq!(lapse("k7/8/8/7q/8/8/8/K7 w - - 0 1 - -", &rook), Some(cell));
    let castled = effect("k7/8/8/8/8/8/8/4K2R w K - 0 1 - -", "O-O");
    let after = "k7/8/8/8/8/8/8/5RK1 w - - 0 1 - -";
    assert_eq!(lapse(after, &castled), Some(Lapse::Castled));
    // A pass leaves nothing behind.
    assert_eq!(lapse(after, &none), None);
}
