//! Tag pairs and headings.

use crate::record::{Record, Tag};
use crate::replay::Replay;
use crate::rules::RuleSet;

/// Which tags are written as pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TagPairs {
    /// All; a heading has no place.
    All,
    /// Those that no heading says.
    BesideHeading,
}

/// Writes heading and tag pairs, a line each: the roster first, then the others, then what is needed to read the
/// record back and is not said yet: the variant and the position it starts from.
pub(super) fn write(replay: &Replay, pairs: TagPairs, out: &mut String) {
    let record = &replay.record;
    let heading = match pairs {
        TagPairs::All => None,
        TagPairs::BesideHeading => heading(record),
    };
    if let Some(heading) = &heading {
        out.push_str(heading);
        out.push('\n');
    }
    for tag in record.tags_in_order() {
        if !(heading.is_some() && tag.from_heading) {
            pair(&tag.name.value, &tag.value.value, out);
        }
    }
    if let Some(variant) = replay.rules.as_ref().and_then(RuleSet::variant)
        && record.find_tag("Variant").is_none()
        && !heading.is_some_and(|heading| names(&heading, variant))
    {
        pair("Variant", variant, out);
    }
    if let Some(start) = &replay.start
        && replay.start_given
        && ["FEN", "Position", "Board"]
            .iter()
            .all(|name| record.find_tag(name).is_none())
    {
        pair("SetUp", "1", out);
        pair("FEN", start, out);
    }
}

/// Whether what [`write()`](super::write) says of the rule set says its options too.
pub(super) fn name_the_options(replay: &Replay) -> bool {
    replay.rules.as_ref().is_none_or(|rules| {
        let variant = replay.record.tag("Variant").or_else(|| rules.variant());
        RuleSet::from_variant(variant.unwrap_or_default()).as_ref() == Some(rules)
    })
}

/// `Event: White - Black`; the heading's own words where it says less.
fn heading(record: &Record) -> Option<String> {
    let heading = record.heading.as_ref()?;
    let part = |name: &str| {
        let tag = record
            .tags
            .iter()
            .find(|tag| tag.from_heading && tag.name.value == name);
        tag.map(|tag: &Tag| tag.value.value.as_str())
    };
    Some(match (part("Event"), part("White"), part("Black")) {
        (Some(event), Some(white), Some(black)) => format!("{event}: {white} - {black}"),
        _ => in_one_line(&heading.value),
    })
}

/// Whether a heading such as `Inertia 3` names the variant `Inertia Chess`: by its first word.
fn names(heading: &str, variant: &str) -> bool {
    let first = variant.split(' ').next().unwrap_or(variant);
    heading
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| word.eq_ignore_ascii_case(first))
}

fn pair(name: &str, value: &str, out: &mut String) {
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    for c in in_one_line(value).chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push_str("\"]\n");
}

/// A tag or heading ends with its line; a line break inside (from JSON) becomes a blank.
fn in_one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
