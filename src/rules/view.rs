//! What drawing and comparing need from any game.

use crate::notation::{Cell, Color};

/// The shape of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardShape {
    /// `n` by `n` squares.
    Square(u8),
    /// A hexagon of cells, `n` on each edge. A row holds the cells of one rank, in the order of their letters; rows
    /// are shifted by half a cell each.
    Hex(u8),
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

impl BoardView {
    /// The cell at a row from the top and a column from the left.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        let rank = self.rows.len().saturating_sub(row + 1);
        let file = match self.shape {
            BoardShape::Square(_) => column,
            BoardShape::Hex(edge) => column + (rank + 1).saturating_sub(edge.into()),
        };
        let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        Cell {
            file: small(file),
            rank: small(rank),
        }
    }
}

/// How a game calls its sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sides {
    /// White begins.
    WhiteBlack,
    /// Red begins.
    RedBlack,
}

impl Sides {
    /// The name of a side in small letters.
    #[must_use]
    pub const fn name(self, color: Color) -> &'static str {
        match (color, self) {
            (Color::White, Self::WhiteBlack) => "white",
            (Color::White, Self::RedBlack) => "red",
            (Color::Black, _) => "black",
        }
    }

    /// The name of a side with a capital.
    #[must_use]
    pub const fn title(self, color: Color) -> &'static str {
        match (color, self) {
            (Color::White, Self::WhiteBlack) => "White",
            (Color::White, Self::RedBlack) => "Red",
            (Color::Black, _) => "Black",
        }
    }
}
