//! Tags that are well formed and say what cannot be. Yes or no for the bulk path, and the findings.

use super::start;
use crate::diag::{Code, Diagnostic};
use crate::record::{Record, Tag};

/// The tag that says whether a game starts from a position of its own.
pub(super) const SET_UP: &str = "SetUp";

/// Whether tags of this name say how the moves are replayed: under which rules, on which board, from which position.
#[must_use]
pub fn is_replayed(name: &str) -> bool {
    let names = ["Variant", SET_UP, start::BOARD_TAG];
    let mut names = names.iter().chain(&start::POSITION_TAGS);
    names.any(|known| name.eq_ignore_ascii_case(known))
}

/// What a `SetUp` tag says that the absence or presence of a position text belies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SetUp {
    /// There is a position.
    Given,
    /// There is none.
    Usual,
}

impl SetUp {
    /// Reads the value of the tag.
    pub(super) fn read(value: &str) -> Option<Self> {
        match value {
            "1" => Some(Self::Given),
            "0" => Some(Self::Usual),
            _ => None,
        }
    }

    /// Whether it is wrong beside a position text, or without one.
    pub(super) const fn is_belied(self, position: bool) -> bool {
        matches!((self, position), (Self::Given, false) | (Self::Usual, true))
    }
}

/// Whether the value of a `Variant` tag says that the game starts from a position of its own.
pub(super) fn says_from_position(variant: &str) -> bool {
    variant.eq_ignore_ascii_case("From Position")
}

/// Whether a tag holds a date as the standard has it.
pub(super) fn holds_date(name: &str) -> bool {
    ["Date", "EventDate", "UTCDate"]
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a date in the usual form, `2020.02.30`, names a month or a day that does not exist.
pub(super) fn is_no_date(value: &str) -> bool {
    let [year @ .., b'.', m, n, b'.', d, e] = value.as_bytes() else {
        return false;
    };
    let number = |tens: u8, ones: u8| {
        let digits = tens.is_ascii_digit() && ones.is_ascii_digit();
        digits.then(|| u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
    };
    let year: Option<u32> = (year.len() == 4)
        .then(|| std::str::from_utf8(year).ok()?.parse().ok())
        .flatten();
    let (month, day) = (number(*m, *n), number(*d, *e));
    let days = match (month, year) {
        (Some(4 | 6 | 9 | 11), _) => 30,
        (Some(2), Some(year)) if !is_leap(year) => 28,
        (Some(2), _) => 29,
        _ => 31,
    };
    month.is_some_and(|month| !(1..=12).contains(&month))
        || day.is_some_and(|day| !(1..=days).contains(&day))
}

const fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

/// The findings about a record's tags.
pub(super) fn judge(record: &Record) -> impl Iterator<Item = Diagnostic> {
    let position = start::text(record);
    let has_start = position.is_some() || record.find_tag(start::BOARD_TAG).is_some();
    let set_up = record.find_tag(SET_UP).and_then(|tag| {
        let (said, value) = (SetUp::read(&tag.value.value)?, &tag.value.value);
        if !said.is_belied(has_start) {
            return None;
        }
        let finding = match said {
            SetUp::Given => doubt(
                tag,
                format!("SetUp {value} announces a position, and none is given"),
            )
            .help("the moves are played from the usual start; add a FEN tag, or take this one out"),
            SetUp::Usual => doubt(
                tag,
                format!("SetUp {value} denies the position that is given"),
            )
            .help("the moves are played from the position; write 1")
            .fix("write 1", true, tag.value.span, "1"),
        };
        Some(match (said, position) {
            (SetUp::Usual, Some((_, place))) => finding.label(place, "the position"),
            _ => finding,
        })
    });
    let variant = record
        .find_tag("Variant")
        .filter(|tag| says_from_position(&tag.value.value) && !has_start);
    let variant = variant.map(|tag| {
        let message = "the game starts from a position of its own, and none is given".to_owned();
        doubt(tag, message)
            .help("the moves are played from the usual start; add a FEN tag, or take this one out")
    });
    let mut seen = Vec::new();
    let dates = record.tags.iter().filter_map(move |tag| {
        let name = tag.name.value.to_ascii_lowercase();
        if !holds_date(&name) || seen.contains(&name) {
            return None;
        }
        seen.push(name);
        let value = &tag.value.value;
        let finding = || doubt(tag, format!("there is no date {value}"));
        is_no_date(value).then(|| finding().help("write year.month.day, `??` for what is unknown"))
    });
    set_up.into_iter().chain(variant).chain(dates)
}

fn doubt(tag: &Tag, message: String) -> Diagnostic {
    Diagnostic::new(Code::DoubtfulTag, tag.value.span, message)
}

#[cfg(test)]
mod tests {
    use super::is_no_date;

    #[test]
    fn dates_are_held_against_the_calendar() {
        for (date, wrong) in [
            ("2020.02.29", false),
            ("2021.02.29", true),
            ("1900.02.29", true),
            ("2020.13.31", true),
            ("2020.00.01", true),
            ("2020.04.31", true),
            ("2020.??.32", true),
            ("????.02.29", false),
            ("????.??.??", false),
            ("2020", false),
            ("31.12.2020", false),
        ] {
            assert_eq!(is_no_date(date), wrong, "{date}");
        }
    }
}
