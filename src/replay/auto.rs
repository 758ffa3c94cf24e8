//! Which rule set a record is played by, where the user left it open.

use super::letters::{self, Asked};
use super::lookahead::{self, BOUND_PER_RECORD, Rest, Step};
use super::{Options, Positions, start};
use crate::diag::{Code, Diagnostic};
use crate::notation::letters::Letters;
use crate::notation::{Words, sgf};
use crate::record::Record;
use crate::rules::{About, RuleSet, Rules, Said, Settled};
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
        return RuleSet::from_spec(&spec.value).map_err(|unknown| {
            let message = of_sgf(&spec.value).unwrap_or_else(|| unknown.to_string());
            no_rules(spec.span, message)
        });
    }
    if let Some(tag) = record.find_tag("Variant") {
        let value = &tag.value.value;
        return rules_of_variant(value, words(record)).ok_or_else(|| {
            let message = of_sgf(value)
                .unwrap_or_else(|| format!("there are no rules for the variant `{value}`"));
            no_rules(tag.value.span, message)
        });
    }
    let heading = record
        .heading
        .as_ref()
        .map(|heading| heading.value.as_str());
    Ok(rules_without_variant(
        words(record),
        heading,
        record.tag("Event"),
    ))
}

/// The notation of the moves; where there is none, that of the game whose board the tags name or show.
fn words(record: &Record) -> Words {
    let said = Said {
        board: record.tag("Board"),
        position: start::text(record).map(|(text, _)| text),
        ..Said::default()
    };
    let is_said = |set: &RuleSet| matches!(set.settle(&said), Settled::As(_));
    let named = || rule_sets().find(is_said).map(|set| set.words());
    let silent = record.tree.is_empty().then(named).flatten();
    silent.unwrap_or_else(|| record.tree.words())
}

/// Settles what the rule set leaves to the record, and the note that it was guessed.
///
/// # Errors
/// The finding that the record says what cannot be.
pub(super) fn settle(
    set: RuleSet,
    record: &Record,
    text: &str,
    options: &Options,
) -> Result<(RuleSet, Option<Diagnostic>), Box<Diagnostic>> {
    let heading = record.heading.as_ref().map(|heading| &*heading.value);
    let own = record.rules.as_ref();
    let own_board = own.and_then(|spec| RuleSet::from_spec(&spec.value).ok()?.board());
    let said = Said {
        board: record.tag("Board").or(own_board.as_deref()),
        position: start::text(record).map(|(text, _)| text),
        headings: [heading, record.tag("Event")],
    };
    match set.settle(&said) {
        Settled::Fixed => {
            let is_open = options.rules.is_none() && record.rules.is_none();
            let meant = start::text(record)
                .filter(|_| is_open)
                .and_then(|(position, span)| {
                    let (meant, remark) = set.meant_by(position)?;
                    Some((meant, start::tell(&remark, position, span)))
                });
            Ok(match meant {
                Some((meant, finding)) => (meant, Some(finding)),
                None => (set, None),
            })
        }
        Settled::As(settled) => Ok((settled, None)),
        Settled::OneOf(several) => {
            let guessed = furthest(several, record, text).unwrap_or_else(|| set.clone());
            let finding = guessed_board(&set, &guessed, record);
            Ok((guessed, Some(finding)))
        }
        Settled::Impossible(why) => {
            let span = record
                .find_tag("Board")
                .map(|tag| tag.value.span)
                .or_else(|| record.heading.as_ref().map(|heading| heading.span))
                .unwrap_or(record.span);
            let help = "nothing is replayed; correct the board";
            Err(Box::new(
                Diagnostic::new(Code::BadPosition, span, why).help(help),
            ))
        }
    }
}

/// The first rule set under which the main line replays whole, else the one under which it gets furthest.
fn furthest(several: Vec<RuleSet>, record: &Record, text: &str) -> Option<RuleSet> {
    let reach =
        |set: &RuleSet| with_rules!(set, rules => reach(rules, record, text, None)).unwrap_or(0);
    let mut best: Option<(usize, RuleSet)> = None;
    for set in several {
        let reached = reach(&set);
        if best.as_ref().is_none_or(|(most, _)| reached > *most) {
            best = Some((reached, set));
        }
    }
    best.map(|(_, set)| set)
}

fn guessed_board(open: &RuleSet, guessed: &RuleSet, record: &Record) -> Diagnostic {
    let before = open.options();
    let news: Vec<String> = guessed
        .options()
        .into_iter()
        .filter(|option| !before.contains(option))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let (name, news) = (guessed.about().name, news.join(","));
    let span = Span::at(record.span.start as usize);
    let message = format!("the board is not named; the moves are read with `{name}:{news}`");
    Diagnostic::new(Code::GuessedBoard, span, message).help(format!(
        "name it by a tag `Board`, in the heading, or with --rules {name}:{news}"
    ))
}

/// The rule set that the value of a `Variant` tag names; of two games with one name the one whose moves are in the
/// notation `words`.
pub(crate) fn rules_of_variant(value: &str, words: Words) -> Option<RuleSet> {
    let named = RuleSet::from_variant(value);
    match named {
        Some(set) if set.words() == words => Some(set),
        named => {
            let suggested = suggested_by(value, words);
            let agrees = suggested.as_ref().is_some_and(|set| set.words() == words);
            if agrees {
                suggested
            } else {
                named.or(suggested)
            }
        }
    }
}

/// The rule set of a record that has no `Variant` tag and moves in the notation `words`.
pub(crate) fn rules_without_variant(
    words: Words,
    heading: Option<&str>,
    event: Option<&str>,
) -> RuleSet {
    let mut titles = heading.into_iter().chain(event);
    let suggested = titles.find_map(|title| suggested_by(title, words));
    match suggested {
        Some(set) if set.words() == words || words == Words::Chess => set,
        suggested => written_in(words).or(suggested).unwrap_or_default(),
    }
}

/// The first rule set whose moves are in the notation `words`.
fn written_in(words: Words) -> Option<RuleSet> {
    rule_sets().find(|set| set.words() == words)
}

/// All rule sets with their usual options.
fn rule_sets() -> impl Iterator<Item = RuleSet> {
    RuleSet::ABOUT
        .iter()
        .filter_map(|about| RuleSet::from_spec(about.name).ok())
}

/// What is to be said of a game that SGF names by its number only: `GM[1]`.
fn of_sgf(spec: &str) -> Option<String> {
    let number = spec.strip_prefix("GM[")?.split(']').next()?;
    let game = sgf::game(number).unwrap_or("another game");
    Some(format!(
        "there are no rules for this game: `GM[{number}]` is {game}"
    ))
}

fn no_rules(span: Span, message: String) -> Box<Diagnostic> {
    let known: Vec<_> = RuleSet::ABOUT.iter().map(|about| about.name).collect();
    let help = format!(
        "nothing is replayed; --rules chooses one of {}",
        known.join(", ")
    );
    Box::new(Diagnostic::new(Code::UnknownVariant, span, message).help(help))
}

/// The rule set that a heading or a tag speaks of; of two games with one name the one whose moves are in the notation
/// `words`. Allocates nothing unless one is found.
pub(super) fn suggested_by(text: &str, words: Words) -> Option<RuleSet> {
    // Nearly all headings speak of none, and are looked through only once.
    let all = RuleSet::ABOUT.iter().flat_map(|about| about.headings);
    let is_heading = |part: &str| {
        HEADING_LENGTHS >> part.len().min(63) & 1 != 0
            && all.clone().any(|word| part.eq_ignore_ascii_case(word))
    };
    if !words_in(text).any(is_heading) {
        return None;
    }
    let speaks_of = |about: &&&'static About| {
        let mut words = about.headings.iter();
        words.any(|word| words_in(text).any(|part| part.eq_ignore_ascii_case(word)))
    };
    let mut spoken_of = RuleSet::ABOUT
        .iter()
        .filter(speaks_of)
        .filter_map(|about| RuleSet::from_spec(about.name).ok());
    let first = spoken_of.next()?;
    if first.words() == words {
        return Some(first);
    }
    Some(spoken_of.find(|set| set.words() == words).unwrap_or(first))
}

/// A bit for each length that a heading's word may have.
const HEADING_LENGTHS: u64 = {
    let (mut lengths, mut set) = (0, 0);
    while set < RuleSet::ABOUT.len() {
        let mut word = 0;
        while word < RuleSet::ABOUT[set].headings.len() {
            lengths |= 1 << RuleSet::ABOUT[set].headings[word].len();
            word += 1;
        }
        set += 1;
    }
    lengths
};

/// The words of a heading.
fn words_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
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
    let plies = record.tree.mainline().count();
    plies > 0 && reach(rules, record, text, known) == Some(plies)
}

/// How many plies of the main line replay; `None` when its start cannot be read.
fn reach<R: Rules>(
    rules: &R,
    record: &Record,
    text: &str,
    known: Option<&'static Letters>,
) -> Option<usize> {
    let letters =
        known.unwrap_or_else(|| letters::find(rules, record, text, Asked::default()).letters);
    let start = start::read(rules, record, Positions::Strict).position?;
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
    let line = lookahead::read_line(rules, letters, &start, rest, &mut BOUND_PER_RECORD.clone());
    Some(line.len())
}
