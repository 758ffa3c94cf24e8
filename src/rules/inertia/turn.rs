//! Turns, fully specified.

use crate::notation::Cell;
use crate::notation::chess::CaptureMark;
use std::fmt;

/// A turn of either phase. The order is that of their cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Turn {
    /// Stones are placed.
    Place {
        /// Next to the opponent's last stone; in Red's first turn anywhere.
        bound: Cell,
        /// Away from all stones; none in Red's first turn and in the last of the phase.
        free: Option<Cell>,
    },
    /// A stone is moved.
    Move {
        /// Where it stands.
        from: Cell,
        /// Where it goes.
        to: Cell,
        /// Whether it captures there.
        capture: bool,
    },
}

impl Turn {
    /// Whether the mark of a written move is right: `-` onto a vacant cell, `x` onto a stone, or none.
    #[must_use]
    pub const fn fits(self, mark: CaptureMark) -> bool {
        match (self, mark) {
            (Self::Place { .. }, _) | (_, CaptureMark::None) => true,
            (Self::Move { capture, .. }, CaptureMark::Dash) => !capture,
            (Self::Move { capture, .. }, CaptureMark::Capture) => capture,
        }
    }
}

/// Writes it canonically, which is also the form in coordinates.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { bound, free: None } => write!(f, "{bound}"),
            Self::Place {
                bound,
                free: Some(free),
            } => write!(f, "{bound},{free}"),
            Self::Move { from, to, capture } => {
                let mark = if *capture { 'x' } else { '-' };
                write!(f, "{from}{mark}{to}")
            }
        }
    }
}
