//! Which encoding bytes are in, by the look of them.

use super::Encoding;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use memchr::{memchr2, memrchr2};

/// The code page that Western scores were typed in, which gives a character for every byte.
const USUAL: Encoding = Encoding::SingleByte("windows-1252");

/// What the head of a file without a byte order mark shows to be UTF-16: the ASCII characters, of which scores mostly
/// consist, have a zero byte, always on the same side.
pub(super) fn utf16_without_mark(head: &[u8]) -> Option<Encoding> {
    const LEAST_UNITS: usize = 2;
    let zeros = |side| {
        let bytes = head.iter().skip(side).step_by(2);
        bytes.filter(|&&byte| byte == 0).count()
    };
    let (units, first, second) = (head.len() / 2, zeros(0), zeros(1));
    let are_one_side = |most: usize, least: usize| 2 * most >= units && least <= most / 8;
    if units < LEAST_UNITS {
        None
    } else if are_one_side(second, first) {
        Some(Encoding::Utf16("UTF-16LE"))
    } else if are_one_side(first, second) {
        Some(Encoding::Utf16("UTF-16BE"))
    } else {
        None
    }
}

/// Whether bytes that are not all UTF-8 are so but for a few: more characters of several bytes than bytes that
/// belong to none. In a legacy code page such a character comes about by rare chance.
pub(super) fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut characters, mut strays) = (0_usize, 0_usize);
    for part in bytes.utf8_chunks() {
        let valid = part.valid();
        if !valid.is_ascii() {
            characters += valid.chars().filter(|c| !c.is_ascii()).count();
        }
        strays += part.invalid().len();
    }
    characters > strays
}

/// The legacy encoding that bytes which are not UTF-8 look like, and their text in it.
///
/// Taken only where every byte is a character, or part of one, that leads back to the same bytes, so that places in
/// the text lead back to the file; and where it makes a difference. A byte or two show no rare encoding.
pub(super) fn legacy(bytes: &[u8]) -> (Encoding, String) {
    /// Code pages that one letter may show: names of half of Europe have just one that is not ASCII.
    const COMMON: [&str; 2] = ["windows-1250", "windows-1251"];
    /// Letters that show any other.
    const LETTERS: usize = 3;
    let (usual, _) = USUAL.codec().decode_without_bom_handling(bytes);
    let letters = bytes.iter().filter(|byte| !byte.is_ascii()).take(LETTERS);
    let is_enough = letters.count() == LETTERS;
    let is_likely = |encoding: &Encoding| is_enough || COMMON.contains(&encoding.name());
    let found = Encoding::known(detect(bytes))
        .filter(is_likely)
        .and_then(|encoding| {
            let text = encoding
                .codec()
                .decode_without_bom_handling_and_without_replacement(bytes)?;
            let leads_back = match encoding {
                Encoding::SingleByte(_) => true,
                Encoding::Utf8
                | Encoding::Utf8WithStrays
                | Encoding::MultiByte(_)
                | Encoding::Utf16(_) => encoding.bytes_of(&text) == bytes.len() as u64,
            };
            (leads_back && text != usual).then(|| (encoding, text.into_owned()))
        });
    found.unwrap_or_else(|| (USUAL, usual.into_owned()))
}

/// What the lines look like that are not plain ASCII; a few thousand bytes of them say enough.
fn detect(bytes: &[u8]) -> &'static encoding_rs::Encoding {
    const ENOUGH: usize = 16 << 10;
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let (mut at, mut fed) = (0, 0);
    while let Some(found) = bytes[at..].iter().position(|byte| !byte.is_ascii()) {
        let found = at + found;
        let start = memrchr2(b'\n', b'\r', &bytes[at..found]).map_or(at, |end| at + end + 1);
        let end = memchr2(b'\n', b'\r', &bytes[found..]).map_or(bytes.len(), |len| found + len);
        let line = &bytes[start..end.min(start + ENOUGH)];
        detector.feed(line, false);
        detector.feed(b"\n", false);
        fed += line.len();
        if fed >= ENOUGH {
            break;
        }
        at = end;
    }
    detector.feed(b"", true);
    detector.guess(None, Utf8Detection::Deny)
}

#[cfg(test)]
mod tests {
    use super::{is_mostly_utf8, legacy, utf16_without_mark};
    use crate::source::Encoding;

    #[test]
    fn names_tell_their_code_page() {
        for (bytes, encoding, text) in [
            (
                &b"[White \"\xcc\xe8\xf5\xe0\xe8\xeb \xd2\xe0\xeb\xfc\"]\n\n1. e4 e5 *\n"[..],
                "windows-1251",
                "[White \"Михаил Таль\"]\n\n1. e4 e5 *\n",
            ),
            (b"Gy\xf5z\xf5 \xc1d\xe1m", "windows-1250", "Győző Ádám"),
            (
                b"[White \"Ji\xf8\xed\"]",
                "windows-1250",
                "[White \"Jiří\"]",
            ),
            (
                b"[White \"M\xfcller\"]",
                "windows-1252",
                "[White \"Müller\"]",
            ),
            (b"[White \"Bj\xf8rn\"]", "windows-1252", "[White \"Bjørn\"]"),
            (b"\xbd-\xbd", "windows-1252", "½-½"),
            // Read alike in windows-1250, and a lone sign that might be Baltic.
            (
                b"[White \"Judit Polg\xe1r\"]",
                "windows-1252",
                "[White \"Judit Polgár\"]",
            ),
            (
                b"[Result \"1/2 - \xc2\"] <br>",
                "windows-1252",
                "[Result \"1/2 - Â\"] <br>",
            ),
            (b"1-0 \x93quote\x94", "windows-1252", "1-0 “quote”"),
            (
                b"\xca\xe1\xf3\xf0\xdc\xf1\xef\xf6 \xc3\xea\xdc\xf1\xe9",
                "windows-1253",
                "Κασπάροφ Γκάρι",
            ),
        ] {
            let (found, read) = legacy(bytes);
            assert_eq!((found.name(), read.as_str()), (encoding, text));
        }
    }

    #[test]
    fn characters_of_two_bytes_lead_back_to_the_file() {
        let (bytes, ..) = encoding_rs::SHIFT_JIS.encode("[White \"羽生 善治\"]\n");
        let (found, text) = legacy(&bytes);
        assert_eq!(found, Encoding::MultiByte("Shift_JIS"));
        assert_eq!(found.bytes_of(&text), bytes.len() as u64);
    }

    #[test]
    fn utf16_shows_by_its_zeros() {
        let text = "[White \"Ą Таль\"]\n\n1. e4 *\n";
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let name = |bytes| utf16_without_mark(bytes).map(Encoding::name);
        assert_eq!(name(&big), Some("UTF-16BE"));
        assert_eq!(name(&little), Some("UTF-16LE"));
        assert_eq!(name(text.as_bytes()), None);
        assert_eq!(name(&[0; 64]), None);
        assert_eq!(name(b"1\0"), None);
    }

    #[test]
    fn a_stray_byte_does_not_make_utf8_another_encoding() {
        assert!(is_mostly_utf8(b"Jo\xc3\xa3o, \xc3\xa9 \xe9"));
        assert!(!is_mostly_utf8(b"\xc3\xa9 Jo\xe3o \x80"));
        assert!(!is_mostly_utf8(b"M\xfcller"));
    }
}
