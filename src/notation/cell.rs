//! The cells of boards of any shape.

use super::{Square, stones};
use std::fmt::{self, Write};

/// A cell of any board, by file and rank; hex boards have oblique ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// 0 for file a.
    pub file: u8,
    /// 0 for rank 1.
    pub rank: u8,
}

impl Cell {
    /// Reads `e4` or `E4`: a letter and a number from 1 to 99.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match stones::cell(name) {
            Ok(("", cell)) => Some(cell),
            _ => None,
        }
    }
}

impl From<Square> for Cell {
    fn from(square: Square) -> Self {
        Self {
            file: square.file(),
            rank: square.rank(),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char((b'a' + self.file % 26) as char)?;
        write!(f, "{}", u32::from(self.rank) + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
