//! Engines against independent implementations: cozy-chess for chess, recorded figures for Inertia Chess.

use crate::support::{cases, root, text};
use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use proptest::prelude::{any, proptest};
use scoresheet::notation::letters::Letters;
use scoresheet::notation::read_word;
use scoresheet::rules::chess::Chess;
use scoresheet::rules::inertia_chess::InertiaChess;
use scoresheet::rules::{Rules, Status};
use serde_json::Value;

/// A move of cozy-chess in our coordinates: castling by the king's two squares, unless in Chess960.
fn coordinates(board: &Board, mv: Move, chess960: bool) -> String {
    let mut mv = mv;
    let castles = board.color_on(mv.to) == Some(board.side_to_move());
    if castles && !chess960 {
        let file = if mv.from.file() < mv.to.file() {
            File::G
        } else {
            File::C
        };
        mv.to = Square::new(file, mv.to.rank());
    }
    mv.to_string()
}

fn theirs(board: &Board, chess960: bool) -> Vec<(String, Move)> {
    let mut moves = Vec::new();
    board.generate_moves(|group| {
        moves.extend(
            group
                .into_iter()
                .map(|mv| (coordinates(board, mv, chess960), mv)),
        );
        false
    });
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    moves
}

fn ours<R: Rules>(rules: &R, position: &R::Position) -> Vec<(String, R::Move)> {
    let mut moves = Vec::new();
    rules.legal_moves(position, &mut moves);
    let written = |&mv: &R::Move| {
        let mut text = String::new();
        rules.write_coords(position, mv, &mut text);
        (text, mv)
    };
    let mut moves: Vec<_> = moves.iter().map(written).collect();
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    moves
}

fn position_text<R: Rules>(rules: &R, position: &R::Position) -> String {
    let mut text = String::new();
    rules.write_position(position, &mut text);
    text
}

/// Whether an en passant capture is legal: the only case in which we write the square.
fn en_passant_legal(board: &Board) -> bool {
    board.en_passant().is_some_and(|file| {
        let rank = if board.side_to_move() == Color::White {
            Rank::Sixth
        } else {
            Rank::Third
        };
        let target = Square::new(file, rank);
        let mut found = false;
        board.generate_moves(|group| {
            found |= group.piece == Piece::Pawn
                && group
                    .into_iter()
                    .any(|mv| mv.to == target && mv.from.file() != file);
            found
        });
        found
    })
}

fn walk_beside(rules: &Chess, board: &mut Board, choices: &[u16]) {
    let mut position = rules
        .read_position(&board.to_string(), &mut Vec::new())
        .unwrap_or_else(|fault| panic!("{board}: {fault:?}"));
    for &choice in choices {
        let (theirs, ours) = (theirs(board, rules.chess960), ours(rules, &position));
        let names =
            |moves: &[(String, Move)]| moves.iter().map(|mv| mv.0.clone()).collect::<Vec<_>>();
        let our_names: Vec<_> = ours.iter().map(|mv| mv.0.clone()).collect();
        let text = position_text(rules, &position);
        assert_eq!(our_names, names(&theirs), "{text}");
        let ours_over = rules.status(&position);
        let expected = match (theirs.is_empty(), board.checkers().is_empty()) {
            (false, _) => Status::Ongoing,
            (true, true) => Status::Stalemate,
            (true, false) => Status::Checkmate,
        };
        assert_eq!(ours_over, expected, "{text}");
        if theirs.is_empty() {
            break;
        }
        let index = usize::from(choice) % theirs.len();
        board.play(theirs[index].1);
        rules.play(&mut position, ours[index].1);
        let fields: Vec<_> = board.to_string().split(' ').map(str::to_owned).collect();
        let text = position_text(rules, &position);
        let our_fields: Vec<_> = text.split(' ').map(str::to_owned).collect();
        for field in [0, 1, 4, 5] {
            assert_eq!(our_fields[field], fields[field], "field {field} of {text}");
        }
        if !rules.chess960 {
            assert_eq!(our_fields[2], fields[2], "rights of {text}");
        }
        let en_passant = if en_passant_legal(board) {
            fields[3].as_str()
        } else {
            "-"
        };
        assert_eq!(our_fields[3], en_passant, "en passant square of {text}");
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn chess_agrees_with_cozy_chess(choices in proptest::collection::vec(any::<u16>(), 0..160)) {
        walk_beside(&Chess { chess960: false }, &mut Board::default(), &choices);
    }

    #[test]
    fn chess960_agrees_with_cozy_chess(
        start in 0..960u32,
        choices in proptest::collection::vec(any::<u16>(), 0..100),
    ) {
        walk_beside(&Chess { chess960: true }, &mut Board::chess960_startpos(start), &choices);
    }
}

fn figures() -> Value {
    let file = root().join("fixtures/oracle/inertia-chess.json");
    serde_json::from_str(&text(&file)).expect("JSON")
}

fn strings(value: &Value) -> Vec<&str> {
    let list = value.as_array().expect("a list");
    list.iter()
        .map(|item| item.as_str().expect("a text"))
        .collect()
}

#[test]
fn inertia_chess_has_the_recorded_moves() {
    let (rules, figures) = (InertiaChess::default(), figures());
    for row in figures["positions"].as_array().expect("positions") {
        let text = row["position"].as_str().expect("a position");
        let position = rules
            .read_position(text, &mut Vec::new())
            .expect("a position text");
        let moves = ours(&rules, &position);
        let mut coords: Vec<_> = moves.iter().map(|mv| mv.0.as_str()).collect();
        let mut expected = strings(&row["coords"]);
        coords.sort_unstable();
        expected.sort_unstable();
        assert_eq!(coords, expected, "{text}");

        let mut words = Vec::new();
        for &(_, mv) in &moves {
            let mut word = String::new();
            rules.write_move(&position, mv, &Letters::ENGLISH, &mut word);
            words.push(word);
        }
        let mut expected = strings(&row["san"]);
        words.sort_unstable();
        expected.sort_unstable();
        assert_eq!(words, expected, "{text}");

        let forced = rules
            .forced(&position)
            .map(|forced| forced.rule.to_string());
        assert_eq!(forced.as_deref(), row["forced"].as_str(), "{text}");
    }
}

#[test]
fn inertia_chess_replays_the_recorded_games() {
    let (rules, figures) = (InertiaChess::default(), figures());
    let without_clocks = |text: &str| {
        let fields: Vec<_> = text.split(' ').map(str::to_owned).collect();
        [&fields[..4], &fields[6..]].concat()
    };
    for game in figures["games"].as_array().expect("games") {
        let mut position = rules.start();
        let words = game["san"].as_str().expect("a score");
        let words = words.split(' ').filter(|word| !word.ends_with('.'));
        let coords = &game["coords"];
        let coords: Vec<_> = match coords.as_str() {
            Some(text) => text.split(' ').collect(),
            None => strings(coords),
        };
        let forced = game["forced"]
            .as_str()
            .expect("a sign for each ply")
            .chars();
        let mut candidates = Vec::new();
        let mut plies = 0;
        for ((word, coords), forced) in words.zip(&coords).zip(forced) {
            let duty = rules
                .forced(&position)
                .map_or('.', |duty| char::from(b'0' + duty.rule));
            assert_eq!(duty, forced, "{word}");
            let read = read_word(word).expect("a move word");
            rules.candidates(&position, &read.form, &Letters::ENGLISH, &mut candidates);
            assert_eq!(
                candidates.len(),
                1,
                "{word} in {}",
                position_text(&rules, &position)
            );
            let mut written = String::new();
            rules.write_coords(&position, candidates[0], &mut written);
            assert_eq!(written, *coords, "{word}");
            rules.play(&mut position, candidates[0]);
            plies += 1;
        }
        assert_eq!(plies, coords.len());
        let expected = game["final"].as_str().expect("a position");
        let text = position_text(&rules, &position);
        assert_eq!(without_clocks(&text), without_clocks(expected));
        let outcome = rules.status(&position).outcome(rules.turn(&position));
        let result = outcome.map_or("*", scoresheet::notation::Outcome::marker);
        assert_eq!(result, game["result"].as_str().expect("a result"));
    }
}
