//! Cells that a picture sets off by brackets.

use crate::notation::Cell;
use crate::rules::{BoardView, Effect};

/// Why a cell stands in brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// `[ ]`: a piece came to stand there, or what stands there changed.
    Reached,
    /// `< >`: a piece came there by a capture.
    Captured,
    /// `( )`: a piece left it.
    Left,
}

impl Mark {
    const fn open(self) -> char {
        match self {
            Self::Reached => '[',
            Self::Captured => '<',
            Self::Left => '(',
        }
    }

    const fn close(self) -> char {
        match self {
            Self::Reached => ']',
            Self::Captured => '>',
            Self::Left => ')',
        }
    }
}

/// The cells that a move left and reached, as marks.
#[must_use]
pub fn marks_of(effect: &Effect) -> Vec<(Cell, Mark)> {
    let reached = |&cell: &Cell| {
        let captured = effect.captures.iter().any(|capture| capture.cell == cell);
        let mark = if captured {
            Mark::Captured
        } else {
            Mark::Reached
        };
        (cell, mark)
    };
    match &effect.path[..] {
        path if effect.placement => path.iter().map(reached).collect(),
        [] => Vec::new(),
        [from, rest @ ..] => {
            let left = std::iter::once((*from, Mark::Left)).filter(|_| !rest.contains(from));
            left.chain(rest.iter().map(reached)).collect()
        }
    }
}

/// Which cells stand in brackets.
pub(super) enum Marks {
    /// None, and no room is left for them.
    None,
    /// These, by row from the top and column from the left.
    Cells(Vec<((usize, usize), Mark)>),
}

impl Marks {
    /// The marks of a board of which `cells` are named.
    pub(super) fn of_cells(view: &BoardView, cells: &[(Cell, Mark)]) -> Self {
        let place = |&(cell, mark): &(Cell, Mark)| Some((view.place(cell)?, mark));
        Self::Cells(cells.iter().filter_map(place).collect())
    }

    /// Whether there is room for a bracket at the edge.
    pub(super) const fn have_room(&self) -> bool {
        matches!(self, Self::Cells(_))
    }

    fn at(&self, row: usize, column: usize) -> Option<Mark> {
        match self {
            Self::None => None,
            Self::Cells(cells) => {
                let here = |&&(place, _): &&((usize, usize), Mark)| place == (row, column);
                cells.iter().find(here).map(|&(_, mark)| mark)
            }
        }
    }

    /// What stands left of a cell: a blank, or a bracket that it may share with its neighbour.
    pub(super) fn between(&self, row: usize, column: usize) -> char {
        let before = column
            .checked_sub(1)
            .and_then(|before| self.at(row, before));
        match (before, self.at(row, column)) {
            (None, None) => ' ',
            (None, Some(mark)) => mark.open(),
            (Some(mark), None) => mark.close(),
            (Some(_), Some(_)) => '|',
        }
    }
}
