//! How unlikely the corrections of a line are, by the slips that they undo.

use super::op::Op;
use super::search::Search;
use super::slips;
use crate::notation::{Color, Signs};
use crate::rules::Rules;

impl<R: Rules> Search<'_, R> {
    /// How unlikely the slip is that a correction undoes.
    pub(super) fn cost(&self, op: Op<R::Move>, before: &R::Position) -> u32 {
        match op {
            Op::Replace { at, by } => {
                let word = &self.line.words[at];
                self.cost_of_word(word.bare, word.signs, before, by)
            }
            Op::Insert { at, by } => match self.line.words[at].stray {
                Some(stray) => self
                    .cost_of_word(stray.text(self.line.text), None, before, by)
                    .min(slips::LOST),
                None => slips::LOST,
            },
            Op::InsertPair { .. } if self.rules.turn(before) == Color::White => 2 * slips::LOST,
            Op::InsertPair { .. } => slips::LOST_ACROSS,
            Op::Split { .. } => slips::GLUED,
            Op::Delete { at } if self.line.is_doubled(at) => slips::DOUBLED,
            Op::Delete { .. } => slips::SURPLUS,
            Op::DeletePair { .. } => slips::DOUBLED,
            Op::Swap { apart: 1, .. } => slips::SWAPPED,
            Op::Swap { .. } => slips::TRANSPOSED,
            Op::Exchange => slips::SWAPPED,
            Op::Cut { at } if self.line.is_reset(at, self.letters) => slips::RESET,
            Op::Cut { at } => slips::over(self.line.len() - at),
        }
    }

    fn cost_of_word(
        &self,
        printed: &str,
        signs: Option<Signs>,
        before: &R::Position,
        by: R::Move,
    ) -> u32 {
        let meant = self.spelled(before, by, signs);
        let cost = slips::cost(printed, &meant, self.letters);
        // Coordinates begin with the name of a file.
        if !printed.starts_with(|c: char| c.is_ascii_lowercase()) {
            return cost;
        }
        let mut coordinates = String::new();
        self.rules.write_coords(before, by, &mut coordinates);
        if coordinates == meant {
            return cost;
        }
        cost.min(slips::cost(printed, &coordinates, self.letters))
    }
}
