//! Sizes and ranges in bytes.

use std::str::FromStr;

/// A number of bytes: `4096`, `64K`, `1.5M`, `2GiB`, `10MB`.
///
/// K, M, G and T count in powers of 1024, with `iB` behind them or not; with `B` alone in powers of 1000.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let wrong = || "no number of bytes".to_owned();
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = text[number.len()..].to_ascii_lowercase();
    let (prefix, base) = match unit.as_str() {
        "" | "b" => ("", 1),
        unit => match (unit.strip_suffix("ib"), unit.strip_suffix('b')) {
            (Some(prefix), _) => (prefix, 1024),
            (None, Some(prefix)) => (prefix, 1000),
            (None, None) => (unit, 1024),
        },
    };
    let power = match prefix {
        "" if base == 1 => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        "t" => 4,
        _ => return Err(wrong()),
    };
    let scale = u64::pow(base, power);
    let is_number = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    if number.is_empty() || !number.bytes().all(is_number) {
        return Err(wrong());
    }
    let bytes = if number.contains('.') {
        let number: f64 = number.parse().map_err(|_| wrong())?;
        // Too large a number becomes the largest.
        Some((number * scale as f64) as u64)
    } else {
        let number: Option<u64> = number.parse().ok();
        number.and_then(|number| number.checked_mul(scale))
    };
    bytes
        .filter(|&bytes| bytes <= i64::MAX as u64)
        .ok_or_else(|| "more than there can be".to_owned())
}

/// The same, for what is held in memory.
pub(super) fn bytes(text: &str) -> Result<usize, String> {
    usize::try_from(size(text)?).map_err(|_| "more than there can be".to_owned())
}

/// The same, for what has to hold something.
pub(super) fn room(text: &str) -> Result<usize, String> {
    bytes(text).and_then(some)
}

/// A number of things that are asked for.
pub(super) fn at_least_one(text: &str) -> Result<usize, String> {
    let number = text.parse().map_err(|_| "no number".to_owned());
    number.and_then(some)
}

fn some(number: usize) -> Result<usize, String> {
    match number {
        0 => Err("it must be 1 or more".to_owned()),
        number => Ok(number),
    }
}

/// Bytes of a file, `A..B`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ByteRange {
    pub(crate) start: u64,
    /// One past the last; `None`: to the end of the file.
    pub(crate) end: Option<u64>,
}

impl FromStr for ByteRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bounds = text.split_once("..");
        let (start, end) = bounds.ok_or("write a range as `A..B`, `A..` or `..B`")?;
        let bound = |text: &str| (!text.is_empty()).then(|| size(text)).transpose();
        let (start, end) = (bound(start)?.unwrap_or(0), bound(end)?);
        if end.is_some_and(|end| end < start) {
            return Err("the range ends before it begins".to_owned());
        }
        Ok(Self { start, end })
    }
}

/// One of several shares of equal size, `K/N`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Share {
    /// From 1.
    pub(crate) number: u32,
    pub(crate) of: u32,
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err("write a share as `K/N`, from `1/N` to `N/N`".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ByteRange, Share, size};

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (text, bytes) in [
            ("0", 0),
            ("4096", 4096),
            ("7B", 7),
            ("64K", 64 << 10),
            ("1m", 1 << 20),
            ("1.5M", 3 << 19),
            ("1GiB", 1 << 30),
            ("2T", 2 << 40),
            ("10MB", 10_000_000),
            ("1kB", 1000),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in [
            "",
            "M",
            "x",
            "1X",
            "-1",
            "1iB",
            "1.x",
            ".",
            "9999999999G",
            "99999999999999999999",
        ] {
            assert!(size(text).is_err(), "{text}: {:?}", size(text));
        }
    }

    #[test]
    fn ranges_may_be_open() {
        let range = |text: &str| {
            text.parse()
                .ok()
                .map(|ByteRange { start, end }| (start, end))
        };
        assert_eq!(range("10..1K"), Some((10, Some(1024))));
        assert_eq!(range("..20"), Some((0, Some(20))));
        assert_eq!(range("1M.."), Some((1 << 20, None)));
        assert_eq!(range("1.5M..2M"), Some((3 << 19, Some(2 << 20))));
        for text in ["", "5", "2..1", "a..b", "1...2"] {
            assert_eq!(range(text), None, "{text}");
        }
    }

    #[test]
    fn shares_count_from_one() {
        let share = |text: &str| text.parse().ok().map(|Share { number, of }| (number, of));
        assert_eq!(share("2/8"), Some((2, 8)));
        assert_eq!(share("8/8"), Some((8, 8)));
        for text in ["0/8", "9/8", "1/0", "1", "/", "a/b"] {
            assert_eq!(share(text), None, "{text}");
        }
    }
}
