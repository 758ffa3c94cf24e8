//! Where text comes from: bytes to text, files to chunks, offsets to lines.

mod cuts;
mod decode;
mod lines;
mod span;
mod split;
pub(crate) mod trees;

pub use cuts::Layout;
pub use lines::Places;
pub use span::{Span, Spanned};
pub use split::{Chunk, Chunks};

use std::borrow::Cow;

/// How the bytes of a file became text; decides how a place in the text maps back to bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// UTF-8 (and its part ASCII): text bytes are file bytes.
    #[default]
    Utf8,
    /// A legacy code page with one byte a character, by its WHATWG name (`windows-1252`).
    SingleByte(&'static str),
    /// A legacy encoding with one byte or more a character, by its WHATWG name (`Shift_JIS`).
    MultiByte(&'static str),
    /// UTF-16, little or big endian: two bytes a code unit.
    Utf16,
}

impl Encoding {
    /// The encoding that a label names (`ISO-8859-1`, `utf-8`), as far as it may be named inside a text.
    #[must_use]
    pub fn named(label: &str) -> Option<&'static encoding_rs::Encoding> {
        encoding_rs::Encoding::for_label(label.as_bytes())
            .filter(|encoding| encoding.is_ascii_compatible())
    }

    /// How the bytes of a file in `encoding` become text.
    fn known(encoding: &'static encoding_rs::Encoding) -> Self {
        match encoding.name() {
            "UTF-8" => Self::Utf8,
            "UTF-16LE" | "UTF-16BE" => Self::Utf16,
            name if encoding.is_single_byte() => Self::SingleByte(name),
            name => Self::MultiByte(name),
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16 => "UTF-16",
            Self::SingleByte(name) | Self::MultiByte(name) => name,
        }
    }

    /// The bytes that become `text`; `None` where there are none, or other bytes may have been meant.
    ///
    /// UTF-16 is not written.
    #[must_use]
    pub fn encode(self, text: &str) -> Option<Cow<'_, [u8]>> {
        match self {
            Self::Utf8 => Some(Cow::Borrowed(text.as_bytes())),
            Self::Utf16 => None,
            Self::SingleByte(name) | Self::MultiByte(name) => {
                let (bytes, _, lossy) = Self::named(name)?.encode(text);
                let lossy = lossy || text.contains(char::REPLACEMENT_CHARACTER);
                (!lossy).then_some(bytes)
            }
        }
    }

    /// How many bytes of the file became `text`.
    #[must_use]
    pub fn bytes_of(self, text: &str) -> u64 {
        let bytes = match self {
            Self::Utf8 => text.len(),
            Self::SingleByte(_) => text.chars().count(),
            Self::MultiByte(name) => match Self::named(name) {
                Some(encoding) => encoding.encode(text).0.len(),
                None => text.len(),
            },
            Self::Utf16 => 2 * text.encode_utf16().count(),
        };
        bytes as u64
    }
}

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
