//! The byte account: which class of thing every byte of an input belongs to.

use super::event::{Class, Events};
use crate::source::{Source, Span};
use std::ops::AddAssign;

/// Sums the tokens of one source and notes where they leave a gap or lie over each other.
#[derive(Clone, Debug)]
pub struct Account<'s> {
    source: Source<'s>,
    reached: u32,
    balance: Balance,
}

/// Bytes of the file by class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Balance {
    classes: [u64; Self::CLASSES.len()],
    /// Bytes that no token covers; 0 unless a reader is wrong.
    pub gaps: u64,
    /// Bytes that several tokens cover; 0 unless a reader is wrong.
    pub overlaps: u64,
}

impl Balance {
    /// The classes in the order of the account, with their names.
    pub const CLASSES: [(Class, &'static str); 12] = [
        (Class::Tags, "tags"),
        (Class::Numbers, "numbers"),
        (Class::Moves, "moves"),
        (Class::Nags, "nags"),
        (Class::Results, "results"),
        (Class::Comments, "comments"),
        (Class::Diagrams, "diagrams"),
        (Class::Headings, "headings"),
        (Class::Punctuation, "punctuation"),
        (Class::Prose, "prose"),
        (Class::Blank, "blank"),
        (Class::Faulty, "faulty"),
    ];

    /// The names of the classes and their bytes, in order.
    pub fn classes(&self) -> impl Iterator<Item = (&'static str, u64)> {
        Self::CLASSES
            .iter()
            .zip(self.classes)
            .map(|(&(_, name), bytes)| (name, bytes))
    }

    /// Books `bytes` to a class.
    pub fn book(&mut self, class: Class, bytes: u64) {
        let place = Self::CLASSES.iter().position(|&(known, _)| known == class);
        self.classes[place.expect("invariant: the list has every class")] += bytes;
    }
}

impl AddAssign for Balance {
    fn add_assign(&mut self, other: Self) {
        for (own, others) in self.classes.iter_mut().zip(other.classes) {
            *own += others;
        }
        self.gaps += other.gaps;
        self.overlaps += other.overlaps;
    }
}

impl<'s> Account<'s> {
    /// An account of `source` from its beginning.
    #[must_use]
    pub fn new(source: Source<'s>) -> Self {
        Self {
            source,
            reached: 0,
            balance: Balance::default(),
        }
    }

    /// The balance, when the source has been read to its end.
    #[must_use]
    pub fn finish(mut self) -> Balance {
        let end = Span::at(self.source.text.len());
        self.note_gap(end);
        self.balance
    }

    /// Bytes of the file that the text at `span` was decoded from.
    fn bytes(&self, span: Span) -> u64 {
        let text = span.text(self.source.text);
        self.source.encoding.bytes_of(text)
    }

    fn note_gap(&mut self, next: Span) {
        if next.start > self.reached {
            self.balance.gaps += self.bytes(Span {
                start: self.reached,
                end: next.start,
            });
        }
    }
}

impl<'s> Events<'s> for Account<'s> {
    fn token(&mut self, class: Class, span: Span) {
        self.note_gap(span);
        if span.start < self.reached {
            self.balance.overlaps += self.bytes(Span {
                start: span.start,
                end: span.end.min(self.reached),
            });
        }
        self.balance.book(class, self.bytes(span));
        self.reached = self.reached.max(span.end);
    }
}

#[cfg(test)]
mod tests {
    use super::{Account, Balance};
    use crate::record::{Class, Events};
    use crate::source::{Encoding, Source, Span};

    fn account(source: Source<'_>, tokens: &[(Class, usize, usize)]) -> (Vec<u64>, u64, u64) {
        let mut account = Account::new(source);
        for &(class, start, end) in tokens {
            account.token(class, Span::new(start, end));
        }
        let balance = account.finish();
        let booked = balance.classes().map(|(_, bytes)| bytes);
        (
            booked.filter(|&bytes| bytes > 0).collect(),
            balance.gaps,
            balance.overlaps,
        )
    }

    #[test]
    fn every_byte_is_booked_once() {
        let source = Source::whole("f", "1. e4 *");
        let tokens = [
            (Class::Numbers, 0, 2),
            (Class::Blank, 2, 3),
            (Class::Moves, 3, 5),
            (Class::Blank, 5, 6),
            (Class::Results, 6, 7),
        ];
        assert_eq!(account(source, &tokens), (vec![2, 2, 1, 2], 0, 0));
    }

    #[test]
    fn gaps_and_overlaps_are_seen() {
        let source = Source::whole("f", "1. e4 *");
        let tokens = [
            (Class::Numbers, 0, 2),
            (Class::Moves, 3, 5),
            (Class::Moves, 4, 6),
        ];
        assert_eq!(account(source, &tokens), (vec![2, 4], 2, 1));
    }

    #[test]
    fn bytes_are_those_of_the_file() {
        let mut source = Source::whole("f", "é♞");
        source.encoding = Encoding::Utf16("UTF-16LE");
        assert_eq!(account(source, &[(Class::Moves, 0, 5)]), (vec![4], 0, 0));
        source.encoding = Encoding::SingleByte("windows-1252");
        assert_eq!(account(source, &[(Class::Moves, 0, 5)]), (vec![2], 0, 0));
    }

    #[test]
    fn balances_add_up() {
        let mut sum = Balance::default();
        sum.book(Class::Faulty, 3);
        sum += sum;
        assert_eq!(sum.classes().last(), Some(("faulty", 6)));
    }
}
