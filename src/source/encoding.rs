//! The encodings of files, and how much of a file a stretch of its text is.

use std::borrow::Cow;

/// How the bytes of a file became text; decides how a place in the text maps back to bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// UTF-8 (and its part ASCII): text bytes are file bytes.
    #[default]
    Utf8,
    /// UTF-8 but for some bytes, each of which became a U+FFFD of its own.
    Utf8WithStrays,
    /// A legacy code page with one byte a character, by its WHATWG name (`windows-1252`).
    SingleByte(&'static str),
    /// A legacy encoding with one byte or more a character, by its WHATWG name (`Shift_JIS`); a byte that is no
    /// character became a U+FFFD.
    MultiByte(&'static str),
    /// UTF-16, little or big endian (`UTF-16LE`): two bytes a code unit.
    Utf16(&'static str),
}

/// Why a label names no encoding that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoEncoding {
    /// No encoding is called so.
    #[error("no encoding of the Encoding Standard is called so")]
    Unknown,
    /// It switches back and forth between meanings of the same byte.
    #[error("{0} gives the same bytes several meanings in turn, and is not read")]
    Shifting(&'static str),
}

impl Encoding {
    /// The encoding that a label of the Encoding Standard names (`ISO-8859-1`, `utf-8`).
    ///
    /// # Errors
    /// When there is none, or it is one that is not read.
    pub fn from_label(label: &str) -> Result<Self, NoEncoding> {
        let named = encoding_rs::Encoding::for_label(label.as_bytes());
        let named = named.ok_or(NoEncoding::Unknown)?;
        Self::known(named).ok_or(NoEncoding::Shifting(named.name()))
    }

    /// The same, if there is one that is read.
    #[must_use]
    pub fn named(label: &str) -> Option<Self> {
        Self::from_label(label).ok()
    }

    /// The encoding that a label names inside a text, whose letters must be those of ASCII then.
    #[must_use]
    pub fn named_inside(label: &str) -> Option<Self> {
        Self::named(label).filter(|encoding| !matches!(encoding, Self::Utf16(_)))
    }

    /// How the bytes of a file in `encoding` become text, if it is one that is read.
    pub(super) fn known(encoding: &'static encoding_rs::Encoding) -> Option<Self> {
        Some(match encoding.name() {
            "UTF-8" => Self::Utf8,
            name @ ("UTF-16LE" | "UTF-16BE") => Self::Utf16(name),
            _ if !encoding.is_ascii_compatible() => return None,
            name if encoding.is_single_byte() => Self::SingleByte(name),
            name => Self::MultiByte(name),
        })
    }

    /// The one that decodes it.
    pub(super) fn codec(self) -> &'static encoding_rs::Encoding {
        encoding_rs::Encoding::for_label(self.name().as_bytes())
            .expect("invariant: the name is that of a known encoding")
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 | Self::Utf8WithStrays => "UTF-8",
            Self::SingleByte(name) | Self::MultiByte(name) | Self::Utf16(name) => name,
        }
    }

    /// The bytes that become `text`; `None` where there are none, or other bytes may have been meant.
    #[must_use]
    pub fn encode(self, text: &str) -> Option<Cow<'_, [u8]>> {
        match self {
            Self::Utf8 => Some(Cow::Borrowed(text.as_bytes())),
            Self::Utf8WithStrays => {
                let whole = !text.contains(char::REPLACEMENT_CHARACTER);
                whole.then_some(Cow::Borrowed(text.as_bytes()))
            }
            Self::Utf16(name) => {
                let bytes = |unit: u16| match name {
                    "UTF-16BE" => unit.to_be_bytes(),
                    _ => unit.to_le_bytes(),
                };
                let whole = !text.contains(char::REPLACEMENT_CHARACTER);
                whole.then(|| text.encode_utf16().flat_map(bytes).collect())
            }
            Self::SingleByte(_) | Self::MultiByte(_) => {
                let (bytes, _, lossy) = self.encoder().encode(text);
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
            // A replacement is three bytes long and stands for one.
            Self::Utf8WithStrays => text.len() - 2 * replacements(text),
            Self::SingleByte(_) => text.chars().count(),
            Self::MultiByte(_) => {
                let codec = self.encoder();
                let pieces = text.split(char::REPLACEMENT_CHARACTER);
                let characters: usize = pieces.map(|piece| codec.encode(piece).0.len()).sum();
                characters + replacements(text)
            }
            Self::Utf16(_) => 2 * text.encode_utf16().count(),
        };
        bytes as u64
    }

    /// The one that gives back what was decoded: GBK is read with all characters of GB18030, but not written so.
    fn encoder(self) -> &'static encoding_rs::Encoding {
        match self.codec() {
            codec if codec == encoding_rs::GBK => encoding_rs::GB18030,
            codec => codec,
        }
    }
}

fn replacements(text: &str) -> usize {
    text.matches(char::REPLACEMENT_CHARACTER).count()
}

#[cfg(test)]
mod tests {
    use super::Encoding;

    #[test]
    fn labels_name_encodings_that_can_be_read() {
        assert_eq!(
            Encoding::named("latin1"),
            Some(Encoding::SingleByte("windows-1252"))
        );
        assert_eq!(Encoding::named("utf-16"), Some(Encoding::Utf16("UTF-16LE")));
        assert_eq!(
            Encoding::named("sjis"),
            Some(Encoding::MultiByte("Shift_JIS"))
        );
        for label in ["ISO-2022-JP", "hz-gb-2312", "Klingon-1", "auto"] {
            assert_eq!(Encoding::named(label), None, "{label}");
        }
        assert_eq!(Encoding::named_inside("utf-16be"), None);
    }

    #[test]
    fn text_becomes_the_bytes_that_it_was() {
        let encoded = |encoding: Encoding, text| encoding.encode(text).map(|bytes| bytes.to_vec());
        for (encoding, text, bytes) in [
            (Encoding::Utf8, "é", &b"\xC3\xA9"[..]),
            (Encoding::SingleByte("windows-1252"), "é", b"\xE9"),
            (Encoding::MultiByte("Shift_JIS"), "表", b"\x95\x5C"),
            (Encoding::Utf16("UTF-16LE"), "é😀", b"\xE9\0\x3D\xD8\0\xDE"),
            (Encoding::Utf16("UTF-16BE"), "é", b"\0\xE9"),
        ] {
            assert_eq!(encoded(encoding, text).as_deref(), Some(bytes));
        }
        assert_eq!(encoded(Encoding::SingleByte("windows-1252"), "♘"), None);
        assert_eq!(encoded(Encoding::Utf16("UTF-16LE"), "\u{FFFD}"), None);
        assert_eq!(encoded(Encoding::Utf8WithStrays, "\u{FFFD}"), None);
    }

    #[test]
    fn bytes_are_those_of_the_file() {
        for (encoding, text, bytes) in [
            (Encoding::Utf8, "é\u{FFFD}", 5),
            (Encoding::Utf8WithStrays, "é\u{FFFD}\u{FFFD}x", 5),
            (Encoding::SingleByte("windows-1251"), "Ль\u{FFFD}", 3),
            (Encoding::MultiByte("Shift_JIS"), "表x\u{FFFD}示", 6),
            (Encoding::MultiByte("GBK"), "王\u{1F600}", 6),
            (Encoding::Utf16("UTF-16BE"), "é😀", 6),
        ] {
            assert_eq!(encoding.bytes_of(text), bytes, "{encoding:?}");
        }
    }
}
