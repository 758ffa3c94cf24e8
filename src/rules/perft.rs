//! Move path counts.

use super::Rules;

/// Number of move sequences of length `depth`; a move that ends the game counts and is not continued.
pub fn perft<R: Rules>(rules: &R, position: &R::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => rules.count_legal(position),
        _ => divide(rules, position, depth)
            .iter()
            .map(|&(_, count)| count)
            .sum(),
    }
}

/// The same, move by move.
pub fn divide<R: Rules>(rules: &R, position: &R::Position, depth: u32) -> Vec<(R::Move, u64)> {
    let mut moves = Vec::new();
    rules.legal_moves(position, &mut moves);
    moves
        .into_iter()
        .map(|r#move| {
            let mut after = position.clone();
            rules.play(&mut after, r#move);
            (r#move, perft(rules, &after, depth.saturating_sub(1)))
        })
        .collect()
}
