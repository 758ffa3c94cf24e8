//! Sets of corrections that a line needs together: whether the one that was found is the only one of its size.
//!
//! A beam finds sets and leaves most of them out. To call one unique all of its size are tried: any correction up to the
//! fault, then any one behind it up to the fault that is left, and so on.

use super::attempt::{Attempt, Scope};
use super::search::Search;
use crate::rules::Rules;

/// Positions visited at most to try all sets of corrections of a line: enough for two misprints of which the first shows
/// within some seven moves of chess.
const MOST: u64 = 1_000_000;

/// Positions that a correction leads through until it fails, about.
const EACH: u64 = 2;

impl<R: Rules> Search<'_, R> {
    /// All sets of corrections that mend the line, of the smallest size for which there are any, given what a beam has
    /// found from `printed` on, when no single correction does; `None` when that is too much to try, or pointless, for
    /// several of that size are known.
    pub(super) fn smallest_sets(
        &mut self,
        printed: &Attempt<R>,
        found: &[Attempt<R>],
    ) -> Option<Vec<Attempt<R>>> {
        let size = found.iter().map(|attempt| attempt.size).min()?;
        let mut smallest = found.iter().filter(|attempt| attempt.size == size);
        if smallest.next()?.ops.len() < size || smallest.next().is_some() {
            return None;
        }
        self.allow(MOST);
        for size in 2..=size {
            let mut whole = Vec::new();
            self.sets(printed, size, &mut whole)?;
            if !whole.is_empty() {
                return Some(whole);
            }
        }
        None
    }

    /// All ways to add so many corrections to an attempt that mend the line; `None` when not all were tried.
    fn sets(&mut self, from: &Attempt<R>, more: usize, whole: &mut Vec<Attempt<R>>) -> Option<()> {
        if more == 1 {
            self.expand(from, Scope::Last, whole);
            return self.allowed().map(drop);
        }
        let mut firsts = Vec::new();
        self.expand(from, Scope::Any, &mut firsts);
        // To each about half as many can be added.
        let count = firsts.len() as u64;
        let expected = (1..more).try_fold(count * EACH, |all, _| {
            all.checked_mul(count)?.checked_div(2)
        });
        if expected? > self.allowed()? {
            return None;
        }
        firsts
            .iter()
            .try_for_each(|first| self.sets(first, more - 1, whole))
    }
}
