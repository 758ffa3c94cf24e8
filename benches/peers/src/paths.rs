//! Move paths counted: the last ply of each path in bulk, as all three engines can.

use cozy_chess::Board as CozyBoard;
use scoresheet::rules::Rules;
use scoresheet::rules::chess::Chess;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess as Shakmaty};
use std::hint::black_box;
use std::time::Instant;

/// Name, position, depth and the number of paths.
const POSITIONS: [(&str, &str, u32, u64); 2] = [
    (
        "start, depth 6",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        6,
        119_060_324,
    ),
    (
        "Kiwipete, depth 5",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
];

/// Counts by all engines in turn and prints a table.
pub fn compare(runs: usize) {
    println!(
        "{:<20}{:>14}{:>14}{:>14}{:>26}",
        "million paths/s, best", "scoresheet", "shakmaty", "cozy-chess", "scoresheet / better peer"
    );
    for (name, text, depth, paths) in POSITIONS {
        let rules = Chess::default();
        let ours = rules
            .read_position(text, &mut Vec::new())
            .expect("a position");
        let fen: Fen = text.parse().expect("a position");
        let shakmaty: Shakmaty = fen
            .into_position(CastlingMode::Standard)
            .expect("a position");
        let cozy: CozyBoard = text.parse().expect("a position");
        let engines: [&dyn Fn() -> u64; 3] = [
            &|| scoresheet::rules::perft(&rules, black_box(&ours), depth),
            &|| shakmaty::perft(black_box(&shakmaty), depth),
            &|| cozy_paths(black_box(&cozy), depth),
        ];
        let mut best = [f64::INFINITY; 3];
        for _ in 0..runs {
            for (engine, best) in engines.iter().zip(&mut best) {
                let begin = Instant::now();
                assert_eq!(engine(), paths, "{name}");
                *best = best.min(begin.elapsed().as_secs_f64());
            }
        }
        let speed = best.map(|seconds| paths as f64 / seconds / 1e6);
        println!(
            "{name:<20}{:>15.0}{:>14.0}{:>14.0}{:>26.2}",
            speed[0],
            speed[1],
            speed[2],
            speed[0] / speed[1].max(speed[2])
        );
    }
}

fn cozy_paths(board: &CozyBoard, depth: u32) -> u64 {
    let mut paths = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            paths += moves.len() as u64;
        } else {
            for r#move in moves {
                let mut after = board.clone();
                after.play_unchecked(r#move);
                paths += cozy_paths(&after, depth - 1);
            }
        }
        false
    });
    paths
}
