//! A table of proven facts about positions, bounded in size and shared by all workers.

use std::sync::atomic::{AtomicU64, Ordering};

/// Facts that share a place in the table: half a cache line.
const BUCKET: usize = 4;
/// The bit of an entry that holds the answer; the others are those of the question.
const ANSWER: u64 = 1;
/// An odd number that spreads lengths over all bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Answers to questions of the form "does it hold for this position with so many moves left?".
///
/// An entry is one word, so that no reader ever sees half of one. It holds the whole question but for its lowest bit:
/// two positions are taken for each other only if 63 bits of their keys are equal, once in some 10^11 problems.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<AtomicU64>,
}

impl Table {
    /// A table of at most so many bytes, and of no more than the machine gives; without room for a bucket it remembers
    /// nothing.
    pub(super) fn new(bytes: usize) -> Self {
        let mut len = places(bytes);
        while len > 0 && Vec::<u64>::new().try_reserve_exact(len).is_err() {
            len = places(len / 2 * size_of::<u64>());
        }
        // Memory that comes zeroed costs nothing before it is used.
        let zeroed = vec![0; len];
        Self {
            entries: zeroed.into_iter().map(AtomicU64::new).collect(),
        }
    }

    /// The answer, if it is remembered.
    pub(super) fn answer(&self, question: Question) -> Option<bool> {
        self.bucket(question)
            .iter()
            .map(|entry| entry.load(Ordering::Relaxed))
            .find(|entry| entry & !ANSWER == question.0 & !ANSWER && *entry != 0)
            .map(|entry| entry & ANSWER != 0)
    }

    /// Remembers an answer, in place of the oldest of its bucket.
    pub(super) fn remember(&self, question: Question, holds: bool) {
        let mut moved = question.0 & !ANSWER | u64::from(holds);
        // An entry that another worker moves at the same time may be lost or doubled, never changed.
        for entry in self.bucket(question) {
            let older = entry.load(Ordering::Relaxed);
            entry.store(moved, Ordering::Relaxed);
            moved = older;
            if moved == 0 || (moved ^ question.0) & !ANSWER == 0 {
                break;
            }
        }
    }

    fn bucket(&self, question: Question) -> &[AtomicU64] {
        if self.entries.is_empty() {
            return &[];
        }
        let start = question.0 as usize & (self.entries.len() - 1) & !(BUCKET - 1);
        &self.entries[start..start + BUCKET]
    }
}

/// How many facts there is room for: a power of two, so that a key finds its bucket by its bits.
const fn places(bytes: usize) -> usize {
    let places = bytes / size_of::<AtomicU64>();
    if places < BUCKET {
        0
    } else {
        1 << places.ilog2()
    }
}

/// A position with a number of moves left, as one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Question(u64);

impl Question {
    /// The question about the position with this key.
    pub(super) const fn new(key: u64, left: u16) -> Self {
        Self(key ^ (left as u64 + 1).wrapping_mul(SPREAD))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_remembered_is_answered_until_newer_facts_need_the_room() {
        let table = Table::new(BUCKET * size_of::<u64>());
        let question = |n: u64| Question(n << 8);
        table.remember(question(1), true);
        table.remember(question(2), false);
        assert_eq!(table.answer(question(1)), Some(true));
        assert_eq!(table.answer(question(2)), Some(false));
        assert_eq!(table.answer(question(3)), None, "never asked");
        for n in 3..=5 {
            table.remember(question(n), true);
        }
        assert_eq!(table.answer(question(1)), None, "the oldest gave way");
        assert_eq!(table.answer(question(2)), Some(false));
    }

    #[test]
    fn the_same_question_is_remembered_once() {
        let table = Table::new(BUCKET * size_of::<u64>());
        for _ in 0..100 {
            table.remember(Question(2), true);
        }
        let used = table
            .entries
            .iter()
            .filter(|entry| entry.load(Ordering::Relaxed) != 0);
        assert_eq!(used.count(), 1);
    }

    #[test]
    fn a_table_is_as_large_as_asked_up_to_a_power_of_two() {
        let kept = |bytes| places(bytes) * size_of::<u64>();
        assert_eq!([31, 32, 100].map(kept), [0, 32, 64]);
        assert_eq!([16 << 30, 100 << 30].map(kept), [16 << 30, 64 << 30]);
        assert_eq!(kept(isize::MAX as usize), 1 << 62);
    }

    #[test]
    fn a_table_without_room_forgets_at_once() {
        let table = Table::new(BUCKET);
        table.remember(Question(2), true);
        assert_eq!(table.answer(Question(2)), None);
    }

    #[test]
    fn lengths_ask_different_questions() {
        assert_ne!(Question::new(5, 1), Question::new(5, 2));
    }
}
