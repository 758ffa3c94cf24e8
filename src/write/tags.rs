//! Tag pairs and headings.

use crate::record::{Record, Tag};
use crate::replay::{Replay, rules_of_variant, rules_without_variant};
use crate::rules::RuleSet;

/// The tag that names the rules.
const VARIANT: &str = "Variant";

/// The position text of a list of men that makes no position.
const UNREADABLE: &str = "?";

/// Which tags are written as pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TagPairs {
    /// All; a heading has no place.
    All,
    /// Those that no heading says.
    BesideHeading,
}

/// Writes heading and tag pairs, a line each: the roster first, then the others, then what is needed to read the
/// record back and is not said yet: the variant and the position it starts from. A variant that contradicts the rules
/// is replaced.
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
    let corrected = corrected_variant(replay);
    for tag in record.tags_in_order() {
        if let Some(variant) = corrected
            && tag.name.value.eq_ignore_ascii_case(VARIANT)
        {
            pair(&tag.name.value, variant, out);
        } else if !(heading.is_some() && tag.from_heading) {
            pair(&tag.name.value, &tag.value.value, out);
        }
    }
    if let Some(rules) = &replay.rules
        && record.find_tag(VARIANT).is_none()
        && needs_variant(rules, heading.as_deref(), record)
    {
        pair(VARIANT, own_variant(rules), out);
    }
    let said = ["FEN", "Position"]
        .iter()
        .any(|name| record.find_tag(name).is_some());
    if replay.start_given && !said {
        // What cannot be read must not be taken for the usual start.
        let start = replay.start.as_deref().unwrap_or(UNREADABLE);
        pair("SetUp", "1", out);
        pair("FEN", start, out);
    }
}

/// Whether what [`write()`](super::write) says of the rule set says its options too.
pub(super) fn name_the_options(replay: &Replay) -> bool {
    replay.rules.as_ref().is_none_or(|rules| {
        let variant = corrected_variant(replay)
            .or_else(|| replay.record.tag(VARIANT))
            .unwrap_or_else(|| own_variant(rules));
        rules_of_variant(variant).as_ref() == Some(rules)
    })
}

/// Whether a tag only names the rule set with its board or the position that the record starts from.
pub(super) fn is_said_otherwise(tag: &Tag, replay: &Replay) -> bool {
    let is = |name: &str| tag.name.value.eq_ignore_ascii_case(name);
    is(VARIANT)
        || is("Board")
        || is("SetUp")
        || replay.start.is_some() && (is("FEN") || is("Position"))
}

/// What stands in place of a `Variant` tag that names other rules than those of the replay.
pub(super) fn corrected_variant(replay: &Replay) -> Option<&'static str> {
    let rules = replay.rules.as_ref()?;
    let named = rules_of_variant(replay.record.tag(VARIANT)?);
    let own = own_variant(rules);
    (named.as_ref() != Some(rules) && named != rules_of_variant(own)).then_some(own)
}

/// The `Variant` value that is nearest to a rule set with its options.
fn own_variant(rules: &RuleSet) -> &'static str {
    rules.variant().unwrap_or(rules.about().name)
}

/// Whether a record without a `Variant` tag would be read under other rules, or is better read with one.
fn needs_variant(rules: &RuleSet, heading: Option<&str>, record: &Record) -> bool {
    let guessed = rules_without_variant(heading, record.tag("Event"));
    let said = |variant| heading.is_some_and(|heading| names(heading, variant));
    guessed.about().name != rules.about().name
        || rules.variant().is_some_and(|variant| !said(variant))
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
