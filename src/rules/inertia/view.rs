//! The board as drawings and comparisons with printed boards want it.

use super::board::Shape;
use super::position::Position;
use crate::notation::{Cell, Color};
use crate::rules::{BoardShape, BoardView};

/// The letter of a stone.
pub(super) const fn letter(color: Color) -> char {
    match color {
        Color::White => 'r',
        Color::Black => 'b',
    }
}

impl Position {
    /// The board, with the groups of each side numbered row by row from the top.
    pub(super) fn view(&self) -> BoardView {
        let board = self.board();
        let groups = self.numbered_groups();
        let row_of = |of: &dyn Fn(Cell) -> (char, u16)| -> Vec<Vec<(char, u16)>> {
            board.from_top().map(|row| row.map(of).collect()).collect()
        };
        let cells = row_of(&|cell| {
            let stone = self.stone(cell).map_or('.', letter);
            let in_group = |(members, _): &&(Vec<Cell>, u16)| members.contains(&cell);
            (stone, groups.iter().find(in_group).map_or(0, |&(_, n)| n))
        });
        let unzip =
            |row: &Vec<(char, u16)>| -> (Vec<char>, Vec<u16>) { row.iter().copied().unzip() };
        let (rows, groups) = cells.iter().map(unzip).unzip();
        BoardView {
            shape: match board.shape() {
                Shape::Square => BoardShape::Square(board.size()),
                Shape::Hex => BoardShape::Hex(board.size()),
            },
            rows,
            turn: self.turn(),
            groups: Some(groups),
        }
    }

    /// The groups, each with its number among those of its side.
    fn numbered_groups(&self) -> Vec<(Vec<Cell>, u16)> {
        let from_top = || self.board().from_top().flatten();
        let of_side = |color| {
            let stones = from_top().filter(|&cell| self.stone(cell) == Some(color));
            self.parts(color, stones.collect())
        };
        let sides = Color::ALL.into_iter().map(of_side);
        sides
            .flat_map(|groups| groups.into_iter().zip(1..))
            .collect()
    }
}
