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
    /// Rows from the top; `.` for vacant. Men of chess are capitals for White and small letters for Black (English),
    /// stones `r` and `b`.
    pub rows: Vec<Vec<char>>,
    /// The side to move.
    pub turn: Color,
    /// In games of stones the group of each cell, numbered from 1; 0 for a vacant cell.
    pub groups: Option<Vec<Vec<u16>>>,
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

    /// The row from the top and the column from the left of a cell that is on the board.
    #[must_use]
    pub fn place(&self, cell: Cell) -> Option<(usize, usize)> {
        let row = self.rows.len().checked_sub(usize::from(cell.rank) + 1)?;
        let first = self.cell(row, 0).file;
        let column = usize::from(cell.file.checked_sub(first)?);
        (column < self.rows[row].len()).then_some((row, column))
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
