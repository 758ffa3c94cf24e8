//! Inertia and Hexinertia, Christian Freeling's games of unification.
//!
//! **Placement.** Red places one stone. Then, from Black on, each turn is a *bound* stone, next to the stone that the
//! opponent placed last, and a *free* stone on a cell that has only vacant cells as neighbours. "When the player to
//! move can no longer make the second placement, then his turn ends and his opponent may start the movement phase."
//!
//! **Movement.** "A stone moves as a chess queen over any number of subsequent vacant cells to end on a vacant cell or
//! on the first cell occupied by an opponent's stone which it then captures by replacement." On hex boards it moves in
//! six directions. "If a player's move results in an increase of the number of groups, counted as the sum of both
//! colors, then the move is illegal."
//!
//! **End.** Whoever moves and has one group wins; if the opponent has one too, it is a draw; if only the opponent has,
//! the mover loses.
//!
//! Where the source is silent, these readings are ours:
//!
//! - The bound stone may go to any vacant neighbour, also to one that leaves no cell for the free stone.
//! - A side without stones has no group, which is not one.
//! - The placement phase never ends the game, even if a side has one group in it.
//! - Having no legal move is a status of its own that proves no result.
//! - Unification comes before repetition, and repetition before having no legal move.

mod board;
mod cells;
mod groups;
mod judge;
mod moves;
mod position;
mod text;
mod turn;

pub use board::{Board, Shape};
pub use judge::{Fault, Sample, Split};
pub use position::{End, Phase, Position};
pub use text::{read_position, write_position};
pub use turn::Turn;

#[cfg(test)]
mod tests;
