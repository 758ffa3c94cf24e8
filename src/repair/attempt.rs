//! Corrections taken together, how far a line replays with them, and which of them a search follows.

use super::op::Ops;
use crate::rules::Rules;

/// Plies before a fault at which the second correction of a line and later ones are looked for.
const REACH: usize = 16;

/// Plies before a fault at which its correction is looked for; in longer lines nothing is called unique.
const LOOK_BACK: usize = 600;

/// Corrections and how far the line replays with them.
#[derive(Clone, Debug)]
pub(super) struct Attempt<R: Rules> {
    pub(super) ops: Ops<R::Move>,
    /// Words changed.
    pub(super) size: usize,
    /// See [`super::slips`].
    pub(super) cost: u32,
    /// The cost of the least likely of them.
    pub(super) dearest: u32,
    /// Words played, counted as printed.
    pub(super) reached: usize,
    /// Whether the line replays to its end and boards and result hold.
    pub(super) whole: bool,
    /// The position after the last correction.
    pub(super) position: R::Position,
    /// The word that is next there.
    pub(super) next: usize,
}

impl<R: Rules> Attempt<R> {
    /// Smaller is better: likely slips that lead far.
    pub(super) fn promise(&self) -> (bool, u32) {
        const FAR: usize = 25;
        let gained = (self.reached.saturating_sub(self.next)).min(FAR) as u32;
        (
            !self.whole,
            (self.cost + 40 * self.size as u32 + 100).saturating_sub(2 * gained),
        )
    }
}

/// How far a row of words plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    /// Words played.
    pub(super) reached: usize,
    /// Whether that is all of them, and the result holds.
    pub(super) whole: bool,
}

/// Which corrections are tried, and which of them are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// All, of which those are kept by which the line gets further.
    First,
    /// The same of those near the fault.
    Further,
    /// All are kept.
    Any,
    /// All, of which those are kept that mend the line.
    Last,
}

impl Scope {
    /// How many plies before the fault they are looked for.
    pub(super) const fn reach(self) -> usize {
        match self {
            Self::Further => REACH,
            Self::First | Self::Any | Self::Last => LOOK_BACK,
        }
    }

    /// Whether all is lost when one is left out. Two plies lost together are no correction of their own then: each is one.
    pub(super) const fn is_of_sets(self) -> bool {
        matches!(self, Self::Any | Self::Last)
    }

    /// Whether one with which the line plays so far is kept.
    pub(super) const fn keeps(self, run: Run, fault: usize) -> bool {
        match self {
            Self::First | Self::Further => run.whole || run.reached > fault,
            Self::Any => true,
            Self::Last => run.whole,
        }
    }
}
