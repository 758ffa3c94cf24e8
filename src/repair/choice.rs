//! How likely the moves of a line are for players of whom nothing is known: each legal move is as likely as any other.
//!
//! Where all else is equal this tells corrections apart: the fewer other moves were possible, the more it says that the
//! printed ones were made.

use super::search::Bounds;
use crate::rules::Rules;

/// Moves are counted in one position for so many that a search may visit.
const SPARING: u64 = 100;

/// For each row of moves (a pass is `None`) how unlikely it is from its ply `from` on, in hundredths of a nat. All rows
/// are looked at equally far, as far as `bounds` let.
pub(super) fn weigh<R: Rules>(
    rules: &R,
    start: &R::Position,
    from: usize,
    rows: &[&[Option<R::Move>]],
    bounds: Bounds,
) -> Vec<u32> {
    let counted = (bounds.positions / SPARING) as usize;
    let shortest = rows.iter().map(|row| row.len()).min().unwrap_or_default();
    let end = shortest.min(from + counted / rows.len().max(1));
    let of_row = |row: &&[Option<R::Move>]| {
        let mut position = start.clone();
        let mut nats = 0.0;
        for (ply, &made) in row[..end].iter().enumerate() {
            if ply >= from {
                nats += (rules.count_legal(&position).max(1) as f64).ln();
            }
            match made {
                Some(made) => rules.play(&mut position, made),
                None if rules.pass(&mut position) => {}
                None => break,
            }
        }
        (100.0 * nats) as u32
    };
    rows.iter().map(of_row).collect()
}

#[cfg(test)]
mod tests {
    use super::{Bounds, weigh};
    use crate::rules::Rules;
    use crate::rules::chess::Chess;

    /// With the king in check there is less to choose from.
    #[test]
    fn forced_moves_are_likely() {
        let rules = Chess::default();
        let start = rules
            .read_position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", &mut Vec::new())
            .unwrap();
        let row = |moves: [&str; 2]| {
            let (mut position, mut row) = (start, Vec::new());
            for word in moves {
                let form = crate::notation::read_word(word).unwrap().form;
                let letters = &crate::notation::letters::Letters::ENGLISH;
                let meant = rules.resolve(&position, &form, letters).unwrap();
                rules.play(&mut position, meant);
                row.push(Some(meant));
            }
            row
        };
        let (quiet, check) = (row(["Ra2", "Ke7"]), row(["Ra8", "Ke7"]));
        let weights = weigh(&rules, &start, 0, &[&quiet, &check], Bounds::HINT);
        assert!(weights[1] < weights[0], "{weights:?}");
        let none = weigh(&rules, &start, 2, &[&quiet, &check], Bounds::HINT);
        assert_eq!(none, [0, 0]);
    }
}
