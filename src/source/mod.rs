//! Where text comes from: bytes to text, files to chunks, offsets to lines.

mod cuts;
mod decode;
mod encoding;
mod guess;
mod lines;
mod seek;
mod span;
mod split;
pub(crate) mod trees;

pub use cuts::Layout;
pub use encoding::{Encoding, NoEncoding};
pub use lines::Places;
pub use seek::record_before;
pub use span::{Span, Spanned};
pub use split::{Chunk, Chunks};

/// A stretch of text and where in its file it begins.
///
/// Usually one record or a few; all [`Span`]s made while reading it are relative to `text`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source<'s> {
    /// The file's name as the user gave it (`-` for standard input).
    pub name: &'s str,
    /// The decoded text, without a byte order mark.
    pub text: &'s str,
    /// Offset in the (unpacked) file of the first byte of `text`.
    pub base: u64,
    /// Line in the file of the first character of `text`, from 1.
    pub line: u32,
    /// Column in the file of the first character of `text`, from 1.
    pub column: u32,
    /// How the bytes were decoded.
    pub encoding: Encoding,
    /// Whether a line may end with a carriage return alone. `false` is a promise that none does, in all of the text that
    /// this is a part of: such ends are not looked for then.
    pub lone_returns: bool,
}

/// A place in a file, as people and editors name it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// Line, from 1. Lines end at LF, CRLF or a lone CR.
    pub line: u32,
    /// Column, from 1, in Unicode scalar values.
    pub column: u32,
    /// Offset in bytes of the (unpacked) file.
    pub offset: u64,
}

impl<'s> Source<'s> {
    /// Text that is a whole UTF-8 file.
    #[must_use]
    pub const fn whole(name: &'s str, text: &'s str) -> Self {
        Self {
            name,
            text,
            base: 0,
            line: 1,
            column: 1,
            encoding: Encoding::Utf8,
            lone_returns: true,
        }
    }

    /// The part of this source at `span`, as a source of its own.
    #[must_use]
    pub fn part(&self, span: Span) -> Self {
        let place = self.place(span.start);
        Self {
            text: span.text(self.text),
            base: place.offset,
            line: place.line,
            column: place.column,
            ..*self
        }
    }

    /// Line, column and file offset of a byte position in `text`.
    ///
    /// Reads the text from its beginning: for reports, not for bulk work.
    #[must_use]
    pub fn place(&self, position: u32) -> Place {
        Places::new(*self).at(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_and_every_kind_of_line_end() {
        let source = Source::whole("f", "é1\r\nb\rc\nd");
        let place = |p| {
            let p = source.place(p);
            (p.line, p.column, p.offset)
        };
        assert_eq!(place(0), (1, 1, 0));
        assert_eq!(place(2), (1, 2, 2));
        assert_eq!(place(5), (2, 1, 5));
        assert_eq!(place(7), (3, 1, 7));
        assert_eq!(place(9), (4, 1, 9));
    }

    #[test]
    fn a_part_keeps_its_place_in_the_file() {
        let whole = Source::whole("f", "one\ntwo three");
        let part = whole.part(Span::new(8, 13));
        assert_eq!(part.text, "three");
        assert_eq!(part.place(1), whole.place(9));
    }
}
