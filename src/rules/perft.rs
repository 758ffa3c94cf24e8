//! Move path counts.

use super::Rules;

/// Number of move sequences of length `depth`; a move that ends the game counts and is not continued.
///
/// The last ply is counted without making its moves, and the way down is a stack of its own: no depth asked for can
/// overflow the program's.
pub fn perft<R: Rules>(rules: &R, position: &R::Position, depth: u32) -> u64 {
    let Some(inner) = depth.checked_sub(1) else {
        return 1;
    };
    let mut total: u64 = 0;
    // Moves still to be made; each open position knows how many lie below its own.
    let (mut pending, mut moves) = (Vec::new(), Vec::new());
    let mut open: Vec<(R::Position, usize)> = Vec::new();
    let mut next = Some(position.clone());
    loop {
        if let Some(position) = next.take() {
            if open.len() == inner as usize {
                total = total.saturating_add(rules.count_legal(&position));
            } else {
                rules.legal_moves(&position, &mut moves);
                open.push((position, pending.len()));
                pending.append(&mut moves);
            }
        }
        let Some((position, below)) = open.last() else {
            return total;
        };
        if pending.len() == *below {
            open.pop();
        } else if let Some(r#move) = pending.pop() {
            let mut after = position.clone();
            rules.play(&mut after, r#move);
            next = Some(after);
        }
    }
}

/// The same, move by move.
pub fn divide<R: Rules>(rules: &R, position: &R::Position, depth: u32) -> Vec<(R::Move, u64)> {
    let mut moves = Vec::new();
    rules.legal_moves(position, &mut moves);
    let count = |r#move| {
        let mut after = position.clone();
        rules.play(&mut after, r#move);
        (r#move, perft(rules, &after, depth.saturating_sub(1)))
    };
    moves.into_iter().map(count).collect()
}
