//! Pictures of boards in plain text.

mod ascii;
mod grid;
mod mark;
mod steps;
#[cfg(test)]
mod tests;
mod unicode;

pub use mark::{Mark, marks_of};
pub use steps::{Step, steps};

use crate::notation::Cell;
use crate::rules::BoardView;
use grid::Signs;
use mark::Marks;

/// Which signs a picture is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Letters, White in capitals, as scores print boards; read back as a printed board.
    #[default]
    Ascii,
    /// Figurines, outlined for White and filled for Black.
    Unicode,
}

/// What a picture shows beside the cells, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The signs it is made of.
    pub style: Style,
    /// Whether ranks and files are named at the edge.
    pub coordinates: bool,
    /// Whether a frame surrounds the board.
    pub frame: bool,
    /// The sign of a white pawn in ascii; old scores have `O`, the default is `P`.
    pub legend: Option<char>,
    /// Whether stones bear the number of their group.
    pub groups: bool,
}

impl Options {
    const fn signs(self) -> Signs {
        match self.style {
            Style::Ascii => ascii::SIGNS,
            Style::Unicode => unicode::SIGNS,
        }
    }
}

/// The board: its cells one blank apart, rows from the top; ends with a line break.
#[must_use]
pub fn board(view: &BoardView, options: Options) -> String {
    picture(view, &Marks::None, options)
}

/// The board with some of its cells in brackets.
#[must_use]
pub fn marked_board(view: &BoardView, marks: &[(Cell, Mark)], options: Options) -> String {
    picture(view, &Marks::of_cells(view, marks), options)
}

fn picture(view: &BoardView, marks: &Marks, options: Options) -> String {
    let mut out = String::new();
    for line in grid::lines(view, marks, options) {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
