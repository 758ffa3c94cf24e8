//! Sets of cells of one board.

use super::board::Index;

/// Words of 64 cells that hold any board, whose cells are 361 at most.
const WORDS: usize = 6;

/// Cells by their index; of boards with fewer cells fewer words may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct CellSet<const N: usize = WORDS>([u64; N]);

impl<const N: usize> Default for CellSet<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl CellSet {
    /// The cells of the first `N` words.
    pub(super) fn narrowed<const N: usize>(&self) -> CellSet<N> {
        CellSet(std::array::from_fn(|i| self.0[i]))
    }
}

impl<const N: usize> CellSet<N> {
    pub(super) fn insert(&mut self, cell: Index) {
        self.0[usize::from(cell / 64)] |= 1 << (cell % 64);
    }

    pub(super) fn remove(&mut self, cell: Index) {
        self.0[usize::from(cell / 64)] &= !(1 << (cell % 64));
    }

    /// Puts a cell in, or takes it out.
    pub(super) fn toggle(&mut self, cell: Index) {
        self.0[usize::from(cell / 64)] ^= 1 << (cell % 64);
    }

    pub(super) fn contains(&self, cell: Index) -> bool {
        self.0[usize::from(cell / 64)] >> (cell % 64) & 1 == 1
    }

    /// The cells from `first` on, as the lowest bits.
    pub(super) fn bits_from(&self, first: Index) -> u64 {
        let (word, shift) = (usize::from(first / 64), first % 64);
        let next = self.0.get(word + 1).copied().unwrap_or_default();
        self.0[word] >> shift | next << 1 << (63 - shift)
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether no cell is in both.
    pub(super) fn is_apart(&self, other: &Self) -> bool {
        self.and(other).is_empty()
    }

    /// The cells of either set.
    pub(super) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The cells of this set that are in both.
    pub(super) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The cells of this set that are not in the other.
    pub(super) fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// In order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Index> + use<N> {
        (0..).step_by(64).zip(self.0).flat_map(|(base, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as Index;
                word &= word.checked_sub(1)?;
                Some(base + bit)
            })
        })
    }

    /// Takes out the first cell, if there is any.
    pub(super) fn take_first(&mut self) -> Option<Index> {
        let (at, word) = (0..).zip(&mut self.0).find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros() as Index;
        *word &= *word - 1;
        Some(64 * at + bit)
    }
}

impl FromIterator<Index> for CellSet {
    fn from_iter<I: IntoIterator<Item = Index>>(cells: I) -> Self {
        let mut set = Self::default();
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}
