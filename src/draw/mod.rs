//! Pictures of boards in plain text.

mod ascii;
mod grid;
mod steps;
#[cfg(test)]
mod tests;
mod unicode;

pub use steps::{Step, steps};

use crate::rules::BoardView;
use grid::{Marks, Signs};

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
    let mut out = String::new();
    for line in grid::lines(view, &Marks::None, options) {
        out.push_str(&line);
        out.push('\n');
    }
    out
}
