//! Positions in a text to lines, columns and file offsets.

use super::{Place, Source};
use memchr::{memchr, memchr_iter, memrchr, memrchr2_iter};

/// Finds the places of many positions of one source in a single pass over its text.
///
/// Positions asked in ascending order cost one reading of the text in all, however many they are. Asking for
/// an earlier one is allowed and starts again from the beginning.
#[derive(Clone, Debug)]
pub struct Places<'s> {
    source: Source<'s>,
    reached: usize,
    place: Place,
}

impl<'s> Places<'s> {
    /// Nothing read yet.
    #[must_use]
    pub const fn new(source: Source<'s>) -> Self {
        let place = Place {
            line: source.line,
            column: source.column,
            offset: source.base,
        };
        Self {
            source,
            reached: 0,
            place,
        }
    }

    /// Line, column and file offset of a byte position in the text; one inside a character or past the end
    /// counts as the nearest character boundary before it.
    #[must_use]
    pub fn at(&mut self, position: u32) -> Place {
        let position = self.source.text.floor_char_boundary(position as usize);
        if position < self.reached {
            *self = Self::new(self.source);
        }
        if position == self.reached {
            return self.place;
        }
        let passed = &self.source.text[self.reached..position];
        let bytes = passed.as_bytes();
        let (lines, line_start) = if self.source.lone_returns {
            let whole = self.source.text.as_bytes();
            let behind = whole.get(position).copied().unwrap_or_default();
            let ends_line = |&at: &usize| is_end(bytes[at], *bytes.get(at + 1).unwrap_or(&behind));
            let last = memrchr2_iter(b'\n', b'\r', bytes).find(ends_line);
            (line_ends(bytes, behind), last.map(|at| at + 1))
        } else {
            let last = memrchr(b'\n', bytes);
            (memchr_iter(b'\n', bytes).count(), last.map(|at| at + 1))
        };
        self.place.line = self.place.line.saturating_add(lines as u32);
        if line_start.is_some() {
            self.place.column = 1;
        }
        let on_this_line = passed[line_start.unwrap_or(0)..].chars().count();
        self.place.column = self.place.column.saturating_add(on_this_line as u32);
        self.place.offset += self.source.encoding.bytes_of(passed);
        self.reached = position;
        self.place
    }
}

/// Whether a line ends with `byte`, which `next` follows.
const fn is_end(byte: u8, next: u8) -> bool {
    byte == b'\n' || byte == b'\r' && next != b'\n'
}

/// Whether a carriage return stands in a text without a feed behind it.
pub(super) fn has_lone_return(text: &str) -> bool {
    let bytes = text.as_bytes();
    if memchr(b'\r', bytes).is_none() {
        return false;
    }
    // Without an early exit, so that many bytes are looked at at once.
    let pairs = bytes.iter().zip(bytes.iter().skip(1));
    let within = pairs.fold(false, |any, (&byte, &next)| {
        any | ((byte == b'\r') & (next != b'\n'))
    });
    within || text.ends_with('\r')
}

/// How many lines end within `bytes`, which `behind` follows: feeds, and returns that no feed follows.
///
/// By sums that cannot overflow their byte, of which the compiler makes many at a time.
fn line_ends(bytes: &[u8], behind: u8) -> usize {
    const STRETCH: usize = 224;
    let Some((&last, before)) = bytes.split_last() else {
        return 0;
    };
    let count = |(bytes, next): (&[u8], &[u8])| {
        bytes.iter().zip(next).fold(0, |sum: u8, (&byte, &next)| {
            sum.wrapping_add(u8::from(
                (byte == b'\n') | (byte == b'\r') & (next != b'\n'),
            ))
        })
    };
    let stretches = before.chunks(STRETCH).zip(bytes[1..].chunks(STRETCH));
    let within: usize = stretches.map(|pair| usize::from(count(pair))).sum();
    within + usize::from(is_end(last, behind))
}

#[cfg(test)]
mod tests {
    use super::{Places, has_lone_return};
    use crate::source::{Encoding, Place, Source};

    fn place(line: u32, column: u32, offset: u64) -> Place {
        Place {
            line,
            column,
            offset,
        }
    }

    #[test]
    fn one_pass_finds_the_same_places_as_many() {
        let source = Source {
            base: 100,
            line: 7,
            column: 3,
            ..Source::whole("f", "é\r\n\rab\nß\r")
        };
        let mut places = Places::new(source);
        for position in 0..=source.text.len() as u32 {
            assert_eq!(places.at(position), Places::new(source).at(position));
        }
    }

    #[test]
    fn a_crlf_is_one_line_end_even_when_a_position_lies_inside() {
        let mut places = Places::new(Source::whole("f", "a\r\nb"));
        assert_eq!(places.at(2), place(1, 3, 2));
        assert_eq!(places.at(3), place(2, 1, 3));
    }

    #[test]
    fn line_ends_of_all_kinds_are_counted_over_long_stretches() {
        for end in ["\n", "\r\n", "\r", "\r\r\n", "\n\r"] {
            let text = format!("abc{end}").repeat(777);
            let lines = 777
                * if end.len() == 1 || end == "\r\n" {
                    1
                } else {
                    2
                };
            let at_end = Places::new(Source::whole("f", &text)).at(text.len() as u32);
            assert_eq!(at_end, place(lines + 1, 1, text.len() as u64), "{end:?}");
        }
    }

    #[test]
    fn where_none_stands_alone_returns_need_not_be_looked_for() {
        for text in ["", "a", "\n", "é\r\n\nab\r\n", "\r\n\r\nß"] {
            assert!(!has_lone_return(text), "{text:?}");
            let known = Source {
                lone_returns: false,
                ..Source::whole("f", text)
            };
            for position in 0..=text.len() as u32 {
                let place = Places::new(Source::whole("f", text)).at(position);
                assert_eq!(Places::new(known).at(position), place, "{text:?}");
            }
        }
        for text in ["\r", "a\r\r\n", "\r\n\ra", "\r\n\r"] {
            assert!(has_lone_return(text), "{text:?}");
        }
    }

    #[test]
    fn going_back_is_allowed() {
        let mut places = Places::new(Source::whole("f", "a\nb\nc"));
        assert_eq!(places.at(4), place(3, 1, 4));
        assert_eq!(places.at(1), place(1, 2, 1));
    }

    #[test]
    fn offsets_are_those_of_the_file_as_it_was_encoded() {
        let text = "é€𝄞x";
        let at_end = |encoding| {
            let source = Source {
                encoding,
                ..Source::whole("f", text)
            };
            Places::new(source).at(text.len() as u32).offset
        };
        assert_eq!(at_end(Encoding::Utf8), 10);
        assert_eq!(at_end(Encoding::SingleByte("windows-1252")), 4);
        assert_eq!(at_end(Encoding::Utf16("UTF-16BE")), 10);
    }
}
