//! Bytes to text: byte order marks, UTF-16, legacy code pages.

use super::Encoding;
use encoding_rs::{Decoder, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::io::{self, Read};

/// What a byte order mark at the head of a file announces: the encoding and the mark's length.
///
/// Files without one are taken for UTF-8 until a byte says otherwise.
pub(super) fn byte_order_mark(head: &[u8]) -> Option<(&'static encoding_rs::Encoding, usize)> {
    match head {
        [0xEF, 0xBB, 0xBF, ..] => Some((UTF_8, 3)),
        [0xFF, 0xFE, ..] => Some((UTF_16LE, 2)),
        [0xFE, 0xFF, ..] => Some((UTF_16BE, 2)),
        _ => None,
    }
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
}

/// Takes bytes for UTF-8 and, when they are not, for the code page that Western scores were typed in.
///
/// UTF-8 costs one check and no copy. Windows-1252 gives a character for each byte, so that places in the text
/// still lead back to the file.
pub(super) fn decode(bytes: Vec<u8>) -> Decoded {
    match String::from_utf8(bytes) {
        Ok(text) => Decoded {
            text,
            encoding: Encoding::Utf8,
            guessed: None,
        },
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(&bytes);
            let (before, _) = WINDOWS_1252.decode_without_bom_handling(&bytes[..good]);
            Decoded {
                guessed: Some(before.len()),
                text: text.into_owned(),
                encoding: Encoding::SingleByte("windows-1252"),
            }
        }
    }
}

/// Reads text of a known encoding as UTF-8; what cannot be decoded becomes U+FFFD, one for each bad unit.
pub(super) struct DecodingReader<R> {
    input: R,
    decoder: Decoder,
    raw: Vec<u8>,
    /// Decoded and not yet given away.
    text: Vec<u8>,
    given: usize,
    ended: bool,
}

impl<R: Read> DecodingReader<R> {
    /// Reads from `input`, which stands behind the mark, if there is one.
    pub(super) fn new(input: R, encoding: &'static encoding_rs::Encoding) -> Self {
        Self {
            input,
            decoder: encoding.new_decoder_without_bom_handling(),
            raw: vec![0; 64 << 10],
            text: Vec::new(),
            given: 0,
            ended: false,
        }
    }
}

impl<R: Read> Read for DecodingReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() && !self.ended {
            let count = self.input.read(&mut self.raw)?;
            self.ended = count == 0;
            // Three bytes for a unit or byte are the most; the rest is for what the decoder still holds.
            self.text.resize(3 * count + 16, 0);
            let raw = &self.raw[..count];
            let (_, _, written, _) = self.decoder.decode_to_utf8(raw, &mut self.text, self.ended);
            self.text.truncate(written);
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
    use encoding_rs::{SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};
    use std::io::Read;

    #[test]
    fn utf8_stays_as_it_is() {
        let decoded = decode("João".into());
        assert_eq!(
            (decoded.text.as_str(), decoded.encoding),
            ("João", Encoding::Utf8)
        );
        assert_eq!(decoded.guessed, None);
    }

    #[test]
    fn what_is_not_utf8_is_read_as_windows_1252_and_the_place_is_known() {
        assert_eq!(
            decode(b"a \xC3\xA9 Jo\xE3o \x80".to_vec()),
            Decoded {
                text: "a Ã© João €".to_owned(),
                encoding: Encoding::SingleByte("windows-1252"),
                guessed: Some("a Ã© Jo".len()),
            }
        );
    }

    #[test]
    fn utf16_of_both_orders_becomes_utf8() {
        for (encoding, encode) in [
            (UTF_16LE, u16::to_le_bytes as fn(u16) -> [u8; 2]),
            (UTF_16BE, u16::to_be_bytes),
        ] {
            let long = "1. e4 ♘f6 😀 ".repeat(20_000);
            let bytes: Vec<u8> = long.encode_utf16().flat_map(encode).collect();
            let mut text = String::new();
            DecodingReader::new(&bytes[..], encoding)
                .read_to_string(&mut text)
                .unwrap();
            assert_eq!(text, long);
        }
    }

    #[test]
    fn a_legacy_encoding_becomes_utf8() {
        let (bytes, ..) = SHIFT_JIS.encode("C[表示]");
        let mut text = String::new();
        DecodingReader::new(&bytes[..], SHIFT_JIS)
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, "C[表示]");
    }

    #[test]
    fn a_lone_surrogate_and_half_a_unit_are_one_replacement_each() {
        let mut text = String::new();
        DecodingReader::new(&b"\x00\xD8e\x004"[..], UTF_16LE)
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, "\u{FFFD}e\u{FFFD}");
    }

    #[test]
    fn marks_are_told_apart() {
        assert_eq!(byte_order_mark(b"\xEF\xBB\xBF1."), Some((UTF_8, 3)));
        assert_eq!(byte_order_mark(b"\xFE\xFF\x001"), Some((UTF_16BE, 2)));
        assert_eq!(byte_order_mark(b"1. e4"), None);
    }
}
