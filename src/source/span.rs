//! Places in the text of one source: byte ranges, half open.

use serde::{Deserialize, Serialize};

/// A byte range `start..end` in the text of one [`Source`](super::Source).
///
/// Always on character boundaries; eight bytes, so it can be stored with every token.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self {
            start: start as u32,
            end: end as u32,
        }
    }

    /// An empty range at `place`.
    #[must_use]
    pub const fn at(place: usize) -> Self {
        Self::new(place, place)
    }

    /// Where `part`, a slice of `whole`, lies in it.
    #[must_use]
    pub fn of(part: &str, whole: &str) -> Self {
        let start = part.as_ptr().addr().wrapping_sub(whole.as_ptr().addr());
        debug_assert!(
            start + part.len() <= whole.len(),
            "the part lies in the whole"
        );
        Self::new(start, start + part.len())
    }

    /// The smallest range that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The same range `by` bytes further on.
    #[must_use]
    pub const fn shifted(self, by: u32) -> Self {
        Self {
            start: self.start + by,
            end: self.end + by,
        }
    }

    /// Number of bytes.
    #[must_use]
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether no byte lies in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The piece of `text` it names (empty when it lies outside).
    #[must_use]
    pub fn text(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

/// A value and where it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spanned<T> {
    /// What was read.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// `value`, read at `span`.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}
