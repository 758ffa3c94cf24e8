//! Bytes to text: byte order marks, and how each encoding is decoded.

use super::Encoding;
use super::guess;
use encoding_rs::{Decoder, DecoderResult, UTF_8, UTF_16BE, UTF_16LE};
use std::io::{self, Read};

/// What a byte order mark at the head of a file announces: the encoding and the mark's length.
///
/// Files without one are taken for UTF-8 until a byte says otherwise.
pub(super) fn byte_order_mark(head: &[u8]) -> Option<(Encoding, usize)> {
    let (codec, length) = match head {
        [0xEF, 0xBB, 0xBF, ..] => (UTF_8, 3),
        [0xFF, 0xFE, ..] => (UTF_16LE, 2),
        [0xFE, 0xFF, ..] => (UTF_16BE, 2),
        _ => return None,
    };
    Encoding::known(codec).map(|encoding| (encoding, length))
}

/// Bytes that became text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Decoded {
    /// The text.
    pub(super) text: String,
    /// How it was decoded.
    pub(super) encoding: Encoding,
    /// Where in the text the first byte stands that is not UTF-8.
    pub(super) guessed: Option<usize>,
    /// The bytes for which each U+FFFD stands, where they stand astray in UTF-8.
    pub(super) strays: Vec<u8>,
}

/// Takes bytes for UTF-8 and, when they are not, for what they look like: UTF-8 with some bytes astray, or a legacy
/// encoding. Nothing is guessed of what is `surely_utf8`.
///
/// UTF-8 costs one check and no copy.
pub(super) fn decode(bytes: Vec<u8>, surely_utf8: bool) -> Decoded {
    match String::from_utf8(bytes) {
        Ok(text) => Decoded {
            text,
            encoding: Encoding::Utf8,
            guessed: None,
            strays: Vec::new(),
        },
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            let (encoding, text, strays) = if surely_utf8 || guess::is_mostly_utf8(&bytes) {
                let (text, strays) = with_strays(&bytes);
                (Encoding::Utf8WithStrays, text, strays)
            } else {
                let (encoding, text) = guess::legacy(&bytes);
                (encoding, text, Vec::new())
            };
            Decoded {
                guessed: Some(text_behind(good, &text, encoding)),
                text,
                encoding,
                strays,
            }
        }
    }
}

/// UTF-8 with a U+FFFD for each byte that is none, and three for one that was there already: so each is one byte; and
/// these bytes.
fn with_strays(bytes: &[u8]) -> (String, Vec<u8>) {
    let (mut text, mut strays) = (String::with_capacity(bytes.len()), Vec::new());
    for part in bytes.utf8_chunks() {
        let mut between = "";
        for valid in part.valid().split(char::REPLACEMENT_CHARACTER) {
            if !between.is_empty() {
                text.push_str(between);
                strays.extend_from_slice("\u{FFFD}".as_bytes());
            }
            text.push_str(valid);
            between = "\u{FFFD}\u{FFFD}\u{FFFD}";
        }
        text.extend(part.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
        strays.extend_from_slice(part.invalid());
    }
    (text, strays)
}

/// Where in `text` the character stands that begins at or contains the byte `good` of the file.
fn text_behind(good: usize, text: &str, encoding: Encoding) -> usize {
    let mut bytes = 0;
    let behind = text.char_indices().find(|&(_, c)| {
        bytes += encoding.bytes_of(c.encode_utf8(&mut [0; 4]));
        bytes > good as u64
    });
    behind.map_or(text.len(), |(at, _)| at)
}

/// Reads text of a known encoding as UTF-8; what cannot be decoded becomes U+FFFD, one for each bad byte, of UTF-16
/// for each bad unit.
pub(super) struct DecodingReader<R> {
    input: R,
    decoder: Decoder,
    /// Whether several bytes become one replacement: those of a unit.
    has_units: bool,
    raw: Vec<u8>,
    /// Decoded and not yet given away.
    text: Vec<u8>,
    given: usize,
    ended: bool,
}

impl<R: Read> DecodingReader<R> {
    /// Reads from `input`, which stands behind the mark, if there is one.
    pub(super) fn new(input: R, encoding: Encoding) -> Self {
        Self {
            input,
            decoder: encoding.codec().new_decoder_without_bom_handling(),
            has_units: matches!(encoding, Encoding::Utf16(_)),
            raw: vec![0; 64 << 10],
            text: Vec::new(),
            given: 0,
            ended: false,
        }
    }

    /// Decodes the first `count` raw bytes.
    fn decode(&mut self, count: usize) {
        const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();
        // Three bytes for a unit or byte are the most; the rest is for what the decoder still holds.
        self.text.resize(3 * count + 32, 0);
        let (mut read, mut written) = (0, 0);
        loop {
            let (result, more_read, more_written) =
                self.decoder.decode_to_utf8_without_replacement(
                    &self.raw[read..count],
                    &mut self.text[written..],
                    self.ended,
                );
            read += more_read;
            written += more_written;
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => self.text.resize(2 * self.text.len(), 0),
                DecoderResult::Malformed(length, _) => {
                    let replacements = if self.has_units { 1 } else { length.into() };
                    let bad = REPLACEMENT.repeat(replacements);
                    if self.text.len() < written + bad.len() {
                        self.text.resize(2 * self.text.len(), 0);
                    }
                    self.text[written..written + bad.len()].copy_from_slice(&bad);
                    written += bad.len();
                }
            }
        }
        self.text.truncate(written);
    }
}

impl<R: Read> Read for DecodingReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() && !self.ended {
            let count = self.input.read(&mut self.raw)?;
            self.ended = count == 0;
            self.decode(count);
            self.given = 0;
        }
        let count = out.len().min(self.text.len() - self.given);
        out[..count].copy_from_slice(&self.text[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::{Decoded, DecodingReader, byte_order_mark, decode};
    use crate::source::Encoding;
    use encoding_rs::SHIFT_JIS;
    use std::io::Read;

    #[test]
    fn utf8_stays_as_it_is() {
        let decoded = decode("João".into(), false);
        assert_eq!(
            (decoded.text.as_str(), decoded.encoding),
            ("João", Encoding::Utf8)
        );
        assert_eq!(decoded.guessed, None);
    }

    #[test]
    fn what_is_not_utf8_is_read_as_it_looks_and_the_place_is_known() {
        assert_eq!(
            decode(b"a \xC3\xA9 Jo\xE3o \x80".to_vec(), false),
            Decoded {
                text: "a Ã© João €".to_owned(),
                encoding: Encoding::SingleByte("windows-1252"),
                guessed: Some("a Ã© Jo".len()),
                strays: Vec::new(),
            }
        );
    }

    #[test]
    fn utf16_of_both_orders_becomes_utf8() {
        for (encoding, encode) in [
            ("UTF-16LE", u16::to_le_bytes as fn(u16) -> [u8; 2]),
            ("UTF-16BE", u16::to_be_bytes),
        ] {
            let long = "1. e4 ♘f6 😀 ".repeat(20_000);
            let bytes: Vec<u8> = long.encode_utf16().flat_map(encode).collect();
            let mut text = String::new();
            DecodingReader::new(&bytes[..], Encoding::Utf16(encoding))
                .read_to_string(&mut text)
                .unwrap();
            assert_eq!(text, long);
        }
    }

    #[test]
    fn a_legacy_encoding_becomes_utf8() {
        let (bytes, ..) = SHIFT_JIS.encode("C[表示]");
        let mut text = String::new();
        DecodingReader::new(&bytes[..], Encoding::MultiByte("Shift_JIS"))
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, "C[表示]");
    }

    #[test]
    fn each_byte_that_is_no_character_is_one_replacement() {
        let mut text = String::new();
        DecodingReader::new(
            &b"\x95\\\xFF\x81 e4\x81"[..],
            Encoding::MultiByte("Shift_JIS"),
        )
        .read_to_string(&mut text)
        .unwrap();
        assert_eq!(text, "表\u{FFFD}\u{FFFD} e4\u{FFFD}");
    }

    #[test]
    fn bytes_astray_leave_the_rest_utf8() {
        let decoded = decode(b"\xC3\xA3 \xC3\xA9 \xE9 \xEF\xBF\xBD".to_vec(), false);
        assert_eq!(decoded.text, "ã é \u{FFFD} \u{FFFD}\u{FFFD}\u{FFFD}");
        assert_eq!(decoded.encoding, Encoding::Utf8WithStrays);
        assert_eq!(decoded.encoding.bytes_of(&decoded.text), 11);
        assert_eq!(decoded.guessed, Some(6));
        assert_eq!(decoded.strays, b"\xE9\xEF\xBF\xBD");
        let sure = decode(b"M\xFCller".to_vec(), true);
        assert_eq!(
            (sure.text.as_str(), sure.guessed),
            ("M\u{FFFD}ller", Some(1))
        );
    }

    #[test]
    fn a_lone_surrogate_and_half_a_unit_are_one_replacement_each() {
        let mut text = String::new();
        DecodingReader::new(&b"\x00\xD8e\x004"[..], Encoding::Utf16("UTF-16LE"))
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, "\u{FFFD}e\u{FFFD}");
    }

    #[test]
    fn marks_are_told_apart() {
        assert_eq!(
            byte_order_mark(b"\xEF\xBB\xBF1."),
            Some((Encoding::Utf8, 3))
        );
        assert_eq!(
            byte_order_mark(b"\xFE\xFF\x001"),
            Some((Encoding::Utf16("UTF-16BE"), 2))
        );
        assert_eq!(byte_order_mark(b"1. e4"), None);
    }
}
