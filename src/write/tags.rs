//! Tag pairs and headings.

use crate::notation::stones::StoneTurn;
use crate::notation::{Nag, WordForm, Words};
use crate::record::{Comment, Node, NodeId, Record, Tag};
use crate::replay::{Replay, UNREADABLE, rules_of_variant, rules_without_variant};
use crate::rules::{RuleSet, Said, Settled};
use std::borrow::Cow;

/// The tag that names the rules.
const VARIANT: &str = "Variant";

/// Which tags are written as pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TagPairs {
    /// All; a heading has no place.
    All,
    /// Those that no heading says.
    BesideHeading,
}

/// Writes heading and tag pairs, a line each: the roster first, then the others, then what is needed to read the
/// record back and is not said yet: the variant, the board and the position it starts from. A variant that contradicts
/// the rules is replaced.
pub(super) fn write(replay: &Replay, pairs: TagPairs, out: &mut String) {
    let record = &replay.record;
    let heading = match pairs {
        TagPairs::All => None,
        TagPairs::BesideHeading => heading(record),
    };
    let is_pair = |tag: &&Tag| is_name(&tag.name.value) && !(heading.is_some() && tag.from_heading);
    let mut tags = record.tags_in_order();
    tags.retain(is_pair);
    if let Some(heading) = &heading {
        out.push_str(heading);
        out.push('\n');
    }
    let unseen = pairs == TagPairs::BesideHeading && !begins_as_a_record(record, &tags);
    let corrected = corrected_variant(replay);
    if unseen {
        tags.sort_by_key(|tag| !is_variant(tag));
        if let Some(variant) = unnamed_variant(replay, true, None) {
            pair(VARIANT, &variant, out);
        }
    }
    for tag in tags {
        let value = corrected.as_deref().filter(|_| is_variant(tag));
        pair(&tag.name.value, value.unwrap_or(&tag.value.value), out);
    }
    if !unseen && let Some(variant) = unnamed_variant(replay, false, heading.as_deref()) {
        pair(VARIANT, &variant, out);
    }
    let is_silent = |names: &[&str]| names.iter().all(|name| record.find_tag(name).is_none());
    if let Some(board) = replay.rules.as_ref().and_then(RuleSet::board)
        && is_silent(&["Board"])
        && !replay.start_given
        && !says_its_board(replay, heading.as_deref())
    {
        pair("Board", &board, out);
    }
    let is_unreadable = |board: &str| board.contains(|c: char| !c.is_ascii_digit());
    let says_no_start = replay.start.is_none() && record.tag("Board").is_some_and(is_unreadable);
    if replay.start_given && is_silent(&["FEN", "Position"]) && !says_no_start {
        // What cannot be read must not be taken for the usual start.
        let start = replay.start.as_deref().unwrap_or(UNREADABLE);
        match words(replay) {
            Words::Chess => {
                pair("SetUp", "1", out);
                pair("FEN", start, out);
            }
            Words::Stones => pair("Position", start, out),
        }
    }
}

/// What a `Variant` tag is to say where the record has none and one is needed, or `always`.
fn unnamed_variant<'r>(
    replay: &'r Replay,
    always: bool,
    heading: Option<&str>,
) -> Option<Cow<'r, str>> {
    let record = &replay.record;
    if record.find_tag(VARIANT).is_some() {
        return None;
    }
    match &replay.rules {
        Some(rules) if always || needs_variant(rules, heading, record) => {
            Some(rules.variant_in_full())
        }
        Some(_) => None,
        None => replay.unknown_rules().map(Cow::Borrowed),
    }
}

/// Whether what is written is seen to be a record among prose: by its first tag pair, else by its first move.
fn begins_as_a_record(record: &Record, pairs: &[&Tag]) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    match pairs.first() {
        Some(tag) => tag.name.value.bytes().all(is_plain),
        None => begins_with_a_move(record),
    }
}

fn begins_with_a_move(record: &Record) -> bool {
    let first = record.tree.first().map(|first| record.tree.node(first));
    first.is_some_and(|first| first.form != WordForm::Foreign)
}

/// Whether a tag pair can have this name.
pub(super) fn is_name(name: &str) -> bool {
    let fits = |c: char| !c.is_whitespace() && !c.is_control() && !"\"[]{}()".contains(c);
    !name.is_empty() && name.chars().all(fits)
}

pub(super) fn is_variant(tag: &Tag) -> bool {
    tag.name.value.eq_ignore_ascii_case(VARIANT)
}

/// The notation of the moves, where there is none that of the rules.
fn words(replay: &Replay) -> Words {
    let silent = replay.record.tree.is_empty();
    let rules = replay.rules.as_ref().filter(|_| silent);
    rules.map_or_else(|| replay.record.tree.words(), RuleSet::words)
}

/// Whether the rule set, board and all, follows from heading and event, and what follows shows whose the turns are. A
/// single turn might be a move of chess.
fn says_its_board(replay: &Replay, heading: Option<&str>) -> bool {
    if !shows_stones(replay, heading.is_some()) {
        return false;
    }
    let said = Said {
        headings: [heading, replay.record.tag("Event")],
        ..Said::default()
    };
    settled(replay, &said) == replay.rules
}

/// Whether the first turns are seen to be those of stones: below a heading where no word looks like one of chess, else
/// where a stone and then two are placed, side by side but for boards and what this program adds.
fn shows_stones(replay: &Replay, is_headed: bool) -> bool {
    /// Plies that are looked at below a heading.
    const FEW: usize = 12;
    let tree = &replay.record.tree;
    let mut line = tree.mainline();
    let (Some(first), Some(second)) = (line.next(), line.next()) else {
        return false;
    };
    let is_bare = |node: &Node| node.nags.iter().all(|nag| nag.value == Nag::DIAGRAM);
    if !is_headed {
        let places = |id: NodeId, due| {
            let node = tree.node(id);
            let whole = replay.facts(id).is_some() || !node.text.contains(char::is_whitespace);
            let count = match node.form {
                WordForm::Stones(StoneTurn::Place(stones)) => stones.count(),
                _ => 0,
            };
            count == due && whole
        };
        let (one, two) = (tree.node(first), tree.node(second));
        let is_added = |comments: &[Comment]| {
            comments
                .iter()
                .all(|comment| comment.text.trim().starts_with('⟦'))
        };
        let alone = is_bare(one) && one.variations.is_empty();
        let beside = is_added(&one.after) && is_added(&two.before);
        return places(first, 1) && places(second, 2) && alone && beside;
    }
    let mut plies = [first, second].into_iter().chain(line).take(FEW);
    let is_plain = |comments: &[Comment]| !comments.iter().any(|comment| has_chess(&comment.text));
    is_plain(&replay.record.before)
        && plies.all(|id| {
            let ply = tree.node(id);
            is_bare(ply) && is_plain(&ply.before) && is_plain(&ply.after)
        })
}

/// Whether a word is a move of chess and no turn of stones. What this program adds to scores, between `⟦` and `⟧`, is
/// left out, so that it changes nothing.
fn has_chess(comment: &str) -> bool {
    let parts = comment.split('⟦').enumerate();
    let mut own = parts.map(|(place, part)| match place {
        0 => part,
        _ => part.split_once('⟧').map_or("", |(_, after)| after),
    });
    own.any(|part| {
        let mut words = part.split(|c: char| !c.is_alphanumeric() && c != '-');
        words.any(|word| {
            let is_whole =
                |words: Words| words.read(word).is_some_and(|read| read.len == word.len());
            is_whole(Words::Chess) && !is_whole(Words::Stones)
        })
    })
}

/// What the rule set that the record names, or would name, becomes by what the record says.
fn settled(replay: &Replay, said: &Said<'_>) -> Option<RuleSet> {
    let record = &replay.record;
    let named = corrected_variant(replay).or_else(|| record.tag(VARIANT).map(Cow::Borrowed));
    let own = || replay.rules.as_ref().map(RuleSet::variant_in_full);
    let named = rules_of_variant(&named.or_else(own)?, words(replay))?;
    match named.settle(said) {
        Settled::As(set) => Some(set),
        Settled::Fixed | Settled::OneOf(_) | Settled::Impossible(_) => Some(named),
    }
}

/// Whether a tag only names the rule set with its board or the position that the record starts from.
pub(super) fn is_said_otherwise(tag: &Tag, replay: &Replay) -> bool {
    let is = |name: &str| tag.name.value.eq_ignore_ascii_case(name);
    is_variant(tag)
        || is("Board")
        || is("SetUp")
        || replay.start.is_some() && (is("FEN") || is("Position"))
}

/// What stands in place of a `Variant` tag that names other rules than those of the replay.
pub(super) fn corrected_variant(replay: &Replay) -> Option<Cow<'static, str>> {
    let rules = replay.rules.as_ref()?;
    let named = rules_of_variant(replay.record.tag(VARIANT)?, words(replay));
    let agrees = named.is_some_and(|named| is_on_its_board(&named, rules));
    (!agrees).then(|| rules.variant_in_full())
}

/// Whether a rule set is `rules` once the board of these is told.
fn is_on_its_board(named: &RuleSet, rules: &RuleSet) -> bool {
    let board = rules.board();
    let said = Said {
        board: board.as_deref(),
        ..Said::default()
    };
    named == rules || named.settle(&said) == Settled::As(rules.clone())
}

/// Whether a record without a `Variant` tag would be read under other rules, or is better read with one.
fn needs_variant(rules: &RuleSet, heading: Option<&str>, record: &Record) -> bool {
    let guessed = rules_without_variant(record.tree.words(), heading, record.tag("Event"));
    let said = |variant| heading.is_some_and(|heading| names(heading, variant));
    guessed.about().name != rules.about().name
        || rules.variant().is_some_and(|variant| !said(variant))
}

/// `Event: White - Black (1-0)`; the heading's own words where it says less. None where it would not be read as that:
/// where no move follows, and where a tag pair says otherwise and wins.
pub(super) fn heading(record: &Record) -> Option<String> {
    let heading = record.heading.as_ref()?;
    // A heading leaves open what its game calls the side that begins.
    let is_first = |name: &str| {
        ["White", "Red"]
            .iter()
            .any(|side| name.eq_ignore_ascii_case(side))
    };
    let mut pairs = record.tags.iter().filter(|tag| !tag.from_heading);
    let is_contradicted = pairs.any(|pair| {
        let name = &pair.name.value;
        let mut said = record.tags.iter().filter(|tag| tag.from_heading);
        said.any(|tag| {
            tag.name.value.eq_ignore_ascii_case(name) || is_first(name) && is_first(&tag.name.value)
        })
    });
    if is_contradicted || !begins_with_a_move(record) {
        return None;
    }
    let part = |name: &str| {
        let tag = record
            .tags
            .iter()
            .find(|tag| tag.from_heading && tag.name.value == name);
        tag.map(|tag: &Tag| tag.value.value.as_str())
    };
    let first = part("White").or_else(|| part("Red"));
    let result = part("Result").map(|result| format!(" ({result})"));
    Some(match (part("Event"), first, part("Black")) {
        (Some(event), Some(first), Some(black)) => {
            format!("{event}: {first} - {black}{}", result.unwrap_or_default())
        }
        _ => in_one_line(&heading.value).into_owned(),
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
pub(super) fn in_one_line(text: &str) -> Cow<'_, str> {
    if text.contains(['\n', '\r']) {
        Cow::Owned(text.replace(['\n', '\r'], " "))
    } else {
        Cow::Borrowed(text)
    }
}
