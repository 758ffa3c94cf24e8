//! What drawing and comparing need from any game.

use crate::notation::Color;

/// The shape of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardShape {
    /// `n` by `n` squares.
    Square(u8),
}

/// A board to draw: cells row by row from the top, each a letter or `.`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// The shape.
    pub shape: BoardShape,
    /// Rows from the top; capitals for White, small letters for Black (English), `.` for vacant.
    pub rows: Vec<Vec<char>>,
    /// The side to move.
    pub turn: Color,
}
