//! What the user left open: which rule set and which piece letters a record is in.

use super::Options;
use super::lookahead::{self, BOUND_PER_RECORD, Rest, Step};
use super::start;
use crate::diag::{Code, Diagnostic};
use crate::notation::chess::{CaptureMark, ChessMoveText, Letter, PieceMoveText};
use crate::notation::letters::Letters;
use crate::notation::{WordForm, Words};
use crate::record::{Board, NodeId, Record};
use crate::rules::{About, RuleSet, Rules, Said, Settled};
use crate::source::Span;
use std::collections::HashMap;

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
        return rules_of_variant(value, record.tree.words()).ok_or_else(|| {
            let message = format!("there are no rules for the variant `{value}`");
            no_rules(tag.value.span, message)
        });
    }
    let heading = record
        .heading
        .as_ref()
        .map(|heading| heading.value.as_str());
    let words = record.tree.words();
    Ok(rules_without_variant(words, heading, record.tag("Event")))
}

/// Settles what the rule set leaves to the record, and the note that it was guessed.
///
/// # Errors
/// The finding that the record says what cannot be.
pub(super) fn settle(
    set: RuleSet,
    record: &Record,
) -> Result<(RuleSet, Option<Diagnostic>), Box<Diagnostic>> {
    let heading = record.heading.as_ref().map(|heading| &*heading.value);
    let said = Said {
        board: record.tag("Board"),
        position: start::text(record).map(|(text, _)| text),
        headings: [heading, record.tag("Event")],
    };
    match set.settle(&said) {
        Settled::Fixed => Ok((set, None)),
        Settled::As(settled) => Ok((settled, None)),
        Settled::OneOf(several) => {
            let guessed = furthest(several, record).unwrap_or_else(|| set.clone());
            let finding = guessed_board(&set, &guessed, record);
            Ok((guessed, Some(finding)))
        }
        Settled::Impossible(why) => {
            let span = record
                .find_tag("Board")
                .map_or(record.span, |tag| tag.value.span);
            let help = "nothing is replayed; correct the tag `Board`";
            Err(Box::new(
                Diagnostic::new(Code::BadPosition, span, why).help(help),
            ))
        }
    }
}

/// The first rule set under which the main line replays whole, else the one under which it gets furthest.
fn furthest(several: Vec<RuleSet>, record: &Record) -> Option<RuleSet> {
    let reach = |set: &RuleSet| with_rules!(set, rules => reach(rules, record, None)).unwrap_or(0);
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
    let speaks_of =
        |about: &&&'static About| about.headings.iter().any(|word| holds_word(text, word));
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

/// Whether `word`, in any case, stands in `text` as a whole word.
fn holds_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric())
        .any(|part| part.eq_ignore_ascii_case(word))
}

/// Plies by which English letters may stay behind others and still be taken for those of a faulty record.
const LEAD: usize = 1;

/// The letters of a record, and where two sets of them part.
#[derive(Debug)]
pub(super) struct LettersFound {
    pub(super) letters: &'static Letters,
    /// The first ply that two sets read differently, when both replay the whole record.
    pub(super) undecided: Option<(NodeId, Diagnostic)>,
}

/// Finds the letters under which the main line replays. English comes first: a record that replays in it is English.
///
/// A record that replays in the letters that it is to be written in is taken to be in them already.
pub(super) fn letters<R: Rules>(
    rules: &R,
    record: &Record,
    wanted: Option<&'static Letters>,
) -> LettersFound {
    let settled = |letters| LettersFound {
        letters,
        undecided: None,
    };
    let line: Vec<NodeId> = record.tree.mainline().collect();
    let words = || {
        record
            .tree
            .ids()
            .filter_map(|id| man(&record.tree.node(id).form))
    };
    let knows_all = |set: &Letters| {
        words()
            .flat_map(|man| other_letters(man).into_iter().chain([man.piece]))
            .flatten()
            .all(|letter| set.role(letter).is_some())
    };
    // With its whole origin a word may well name a pawn (`Be2-e4` in German); `Bc4` is a bishop's move.
    let short = words().filter(|man| man.from_file.is_none() || man.from_rank.is_none());
    let mut plausible: Vec<&'static Letters> =
        Letters::plausible(short.filter_map(|man| man.piece))
            .filter(|set| knows_all(set))
            .collect();
    let is_wanted = |letters: &&Letters| wanted.is_some_and(|wanted| letters.white == wanted.white);
    plausible.sort_by_key(|letters| !is_wanted(letters));
    let (first, others) = match plausible[..] {
        [] => return settled(&Letters::ALL[0]),
        [only] => return settled(only),
        [first, ref others @ ..] => (first, others),
    };
    let Some(start) = start::read(rules, record).position else {
        return settled(first);
    };
    let mut boards: HashMap<NodeId, Vec<&Board>> = HashMap::new();
    for placed in &record.tree.boards {
        if let Some(id) = placed.after {
            boards.entry(id).or_default().push(&placed.board);
        }
    }
    let steps: Vec<Step<'_>> = line
        .iter()
        .map(|id| Step {
            form: record.tree.node(*id).form,
            boards: boards.remove(id).unwrap_or_default(),
        })
        .collect();
    let rest = Rest {
        steps: &steps,
        claimed: record.outcome(),
    };
    let read = |letters: &'static Letters| {
        lookahead::read_line(rules, letters, &start, rest, &mut BOUND_PER_RECORD.clone())
    };
    let mut readings = Vec::new();
    for letters in std::iter::once(first).chain(others.iter().copied()) {
        let reading = read(letters);
        if reading.len() == line.len() && (*letters == Letters::ENGLISH || is_wanted(&letters)) {
            return settled(letters);
        }
        readings.push((letters, reading));
    }
    let mut whole = readings
        .iter()
        .filter(|(_, reading)| reading.len() == line.len());
    match whole.next() {
        Some((letters, one)) => {
            let undecided = whole.find_map(|(other, two)| {
                let parts = one.iter().zip(two).position(|(a, b)| a != b)?;
                Some((line[parts], undecided(record, line[parts], letters, other)))
            });
            LettersFound { letters, undecided }
        }
        None => {
            // Where all fail, the one that gets furthest is meant; English only gives way to a clear lead.
            let reach = |&(letters, ref reading): &(&'static Letters, Vec<_>)| {
                let ahead = if *letters == Letters::ENGLISH {
                    LEAD
                } else {
                    0
                };
                std::cmp::Reverse(reading.len() + ahead)
            };
            let furthest = readings.iter().min_by_key(|entry| reach(entry));
            settled(furthest.map_or(first, |(letters, _)| letters))
        }
    }
}

fn undecided(record: &Record, at: NodeId, one: &Letters, other: &Letters) -> Diagnostic {
    let node = record.tree.node(at);
    let message = format!(
        "{} is read differently with {} and with {} letters, and the whole record replays with both",
        node.text, one.language, other.language
    );
    Diagnostic::new(Code::AmbiguousLetters, node.span, message).help(format!(
        "name the language: --letters {} or --letters {}",
        one.name, other.name
    ))
}

/// A word that says which piece goes where.
const fn man(form: &WordForm) -> Option<&PieceMoveText> {
    match form {
        WordForm::Chess(ChessMoveText::Piece(man)) => Some(man),
        WordForm::Chess(ChessMoveText::Castle(_)) | WordForm::Stones(_) | WordForm::Null => None,
    }
}

/// The letters of a word besides the moving piece's: of captured pieces and of a promotion. Coordinates write the
/// latter in English whatever else the record does.
fn other_letters(man: &PieceMoveText) -> [Option<Letter>; 3] {
    let coordinates = man.from().is_some() && man.capture == CaptureMark::None;
    [
        man.captured,
        man.promotion.filter(|_| !coordinates),
        man.fall.and_then(|fall| fall.captured),
    ]
}

/// Another rule set under which the whole main line replays.
pub(super) fn other_that_fits(
    record: &Record,
    not: &RuleSet,
    known: Option<&'static Letters>,
) -> Option<&'static str> {
    let sets = RuleSet::ABOUT
        .iter()
        .filter(|about| about.name != not.about().name);
    sets.filter_map(|about| RuleSet::from_spec(about.name).ok())
        .find(|set| with_rules!(set, rules => fits(rules, record, known)))
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

fn fits<R: Rules>(rules: &R, record: &Record, known: Option<&'static Letters>) -> bool {
    let plies = record.tree.mainline().count();
    plies > 0 && reach(rules, record, known) == Some(plies)
}

/// How many plies of the main line replay; `None` when its start cannot be read.
fn reach<R: Rules>(rules: &R, record: &Record, known: Option<&'static Letters>) -> Option<usize> {
    let letters = known.unwrap_or_else(|| letters(rules, record, None).letters);
    let start = start::read(rules, record).position?;
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
