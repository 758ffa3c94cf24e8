//! Which rule set a record is played by, where the user left it open.

use super::letters::{self, Asked};
use super::lookahead::{self, BOUND_PER_RECORD, Rest, Step};
use super::{Options, start};
use crate::diag::{Code, Diagnostic};
use crate::notation::letters::Letters;
use crate::record::Record;
use crate::rules::{About, RuleSet, Rules};
use crate::source::Span;

/// The rule set of a record: the user's, the machine format's, the `Variant` tag's, the heading's, else chess.
///
/// # Errors
/// The finding that there are no rules for the variant named.
pub(super) fn rule_set(record: &Record, options: &Options) -> Result<RuleSet, Box<Diagnostic>> {
    if let Some(set) = &options.rules {
        return Ok(set.clone());
    }
    if let Some(spec) = &record.rules {
        return RuleSet::from_spec(&spec.value)
            .map_err(|unknown| no_rules(spec.span, unknown.to_string()));
    }
    if let Some(tag) = record.find_tag("Variant") {
        let value = &tag.value.value;
        return rules_of_variant(value).ok_or_else(|| {
            let message = format!("there are no rules for the variant `{value}`");
            no_rules(tag.value.span, message)
        });
    }
    let heading = record
        .heading
        .as_ref()
        .map(|heading| heading.value.as_str());
    Ok(rules_without_variant(heading, record.tag("Event")))
}

/// The rule set that the value of a `Variant` tag names.
pub(crate) fn rules_of_variant(value: &str) -> Option<RuleSet> {
    RuleSet::from_variant(value).or_else(|| suggested_by(value))
}

/// The rule set of a record that has no `Variant` tag.
pub(crate) fn rules_without_variant(heading: Option<&str>, event: Option<&str>) -> RuleSet {
    heading
        .into_iter()
        .chain(event)
        .find_map(suggested_by)
        .unwrap_or_default()
}

fn no_rules(span: Span, message: String) -> Box<Diagnostic> {
    let known: Vec<_> = RuleSet::ABOUT.iter().map(|about| about.name).collect();
    let help = format!(
        "nothing is replayed; --rules chooses one of {}",
        known.join(", ")
    );
    Box::new(Diagnostic::new(Code::UnknownVariant, span, message).help(help))
}

/// The rule set that a heading or a tag speaks of. Allocates nothing unless one is found.
pub(super) fn suggested_by(text: &str) -> Option<RuleSet> {
    let speaks_of =
        |about: &&&'static About| about.headings.iter().any(|word| holds_word(text, word));
    RuleSet::ABOUT
        .iter()
        .find(speaks_of)
        .and_then(|about| RuleSet::from_spec(about.name).ok())
}

/// Whether `word`, in any case, stands in `text` as a whole word.
fn holds_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric())
        .any(|part| part.eq_ignore_ascii_case(word))
}

/// Another rule set under which the whole main line replays.
pub(super) fn other_that_fits(
    record: &Record,
    text: &str,
    not: &RuleSet,
    known: Option<&'static Letters>,
) -> Option<&'static str> {
    let sets = RuleSet::ABOUT
        .iter()
        .filter(|about| about.name != not.about().name);
    sets.filter_map(|about| RuleSet::from_spec(about.name).ok())
        .find(|set| with_rules!(set, rules => fits(rules, record, text, known)))
        .map(|set| set.about().name)
}

/// Another rule set that can read the position text.
pub(super) fn other_that_reads(position: &str, not: &RuleSet) -> Option<&'static str> {
    let sets = RuleSet::ABOUT
        .iter()
        .filter(|about| about.name != not.about().name);
    sets.filter_map(|about| RuleSet::from_spec(about.name).ok())
        .find(
            |set| with_rules!(set, rules => rules.read_position(position, &mut Vec::new()).is_ok()),
        )
        .map(|set| set.about().name)
}

fn fits<R: Rules>(rules: &R, record: &Record, text: &str, known: Option<&'static Letters>) -> bool {
    let letters =
        known.unwrap_or_else(|| letters::find(rules, record, text, Asked::default()).letters);
    let Some(start) = start::read(rules, record).position else {
        return false;
    };
    let steps: Vec<Step<'_>> = record
        .tree
        .mainline()
        .map(|id| Step {
            form: record.tree.node(id).form,
            boards: Vec::new(),
        })
        .collect();
    let rest = Rest {
        steps: &steps,
        claimed: record.outcome(),
    };
    !steps.is_empty()
        && lookahead::read_line(rules, letters, &start, rest, &mut BOUND_PER_RECORD.clone()).len()
            == steps.len()
}
