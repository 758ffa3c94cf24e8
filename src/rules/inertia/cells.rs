//! Sets of cells of one board.

use super::board::Index;

/// Cells by their index, of which there are 361 at most.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct CellSet([u64; 6]);

impl CellSet {
    pub(super) fn insert(&mut self, cell: Index) {
        self.0[usize::from(cell / 64)] |= 1 << (cell % 64);
    }

    pub(super) fn remove(&mut self, cell: Index) {
        self.0[usize::from(cell / 64)] &= !(1 << (cell % 64));
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
    pub(super) fn iter(&self) -> impl Iterator<Item = Index> + use<> {
        (0..).step_by(64).zip(self.0).flat_map(|(base, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as Index;
                word &= word.checked_sub(1)?;
                Some(base + bit)
            })
        })
    }
}

impl FromIterator<Index> for CellSet {
    fn from_iter<I: IntoIterator<Item = Index>>(cells: I) -> Self {
        let mut set = Self::default();
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}
