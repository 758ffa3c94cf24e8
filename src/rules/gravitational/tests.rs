use super::{Board, Gravitational, Move};
use crate::notation::letters::Letters;
use crate::notation::{CheckMark, read_word};
use crate::rules::{PositionRemark, RemarkLevel, Rules, Status, Why, perft};
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
