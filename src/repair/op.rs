//! The corrections of a row of printed words that a search tries.

use super::line::Line;
use smallvec::SmallVec;

/// One correction of a row of words; `at` counts the printed words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Op<M> {
    /// The word stands for another move.
    Replace { at: usize, by: M },
    /// A move was lost before the word.
    Insert { at: usize, by: M },
    /// Two moves were lost before it.
    InsertPair { at: usize, by: [M; 2] },
    /// The word, or the spoilt one before it, is two moves without the blank between them.
    Split { at: usize, by: [M; 2] },
    /// The word should not be there.
    Delete { at: usize },
    /// It and the next one should not be there.
    DeletePair { at: usize },
    /// It and the one `apart` words on changed places.
    Swap { at: usize, apart: usize },
    /// The two words of each number changed places, from the first on.
    Exchange,
    /// Nothing from the word on belongs to the game.
    Cut { at: usize },
}

impl<M> Op<M> {
    /// The first word that goes on as printed.
    pub(super) fn next(&self, line: &Line<'_>) -> usize {
        match *self {
            Self::Split { at, .. } => at + usize::from(line.words[at].stray.is_none()),
            Self::Replace { at, .. } | Self::Delete { at } => at + 1,
            Self::Insert { at, .. } | Self::InsertPair { at, .. } => at,
            Self::DeletePair { at } => at + 2,
            Self::Swap { at, apart } => at + apart + 1,
            Self::Exchange => line.len() & !1,
            Self::Cut { .. } => line.len(),
        }
    }

    /// The first word that it touches.
    pub(super) const fn at(&self) -> usize {
        match *self {
            Self::Replace { at, .. }
            | Self::Insert { at, .. }
            | Self::InsertPair { at, .. }
            | Self::Split { at, .. }
            | Self::Delete { at }
            | Self::DeletePair { at }
            | Self::Swap { at, .. }
            | Self::Cut { at } => at,
            Self::Exchange => 0,
        }
    }

    /// Whether it puts a move in the place of a printed word, of one that is no move too.
    pub(super) fn replaces_word(&self, line: &Line<'_>) -> bool {
        match self {
            Self::Replace { .. } | Self::Split { .. } => true,
            Self::Insert { at, .. } => line.words[*at].stray.is_some(),
            Self::InsertPair { .. }
            | Self::Delete { .. }
            | Self::DeletePair { .. }
            | Self::Swap { .. }
            | Self::Exchange
            | Self::Cut { .. } => false,
        }
    }

    /// How many words it changes.
    pub(super) const fn size(&self) -> usize {
        match self {
            Self::InsertPair { .. } => 2,
            _ => 1,
        }
    }
}

/// Corrections taken together, in the order of the words.
pub(super) type Ops<M> = SmallVec<[Op<M>; 4]>;

/// The words from `at` to the one `apart` words on, the first and the last of them having changed places.
pub(super) fn exchanged(at: usize, apart: usize) -> impl Iterator<Item = usize> {
    (at..=at + apart).map(move |index| match index {
        index if index == at => at + apart,
        index if index == at + apart => at,
        index => index,
    })
}
