//! The JSON record.

use super::count::{Count, counts};
use super::own_words;
use crate::diag::Located;
use crate::notation::clock::{self, ClockKind, Command, commands};
use crate::notation::letters::Letters;
use crate::notation::{Color, Outcome};
use crate::record::{Carried, Node, NodeId, PlacedBoard, ShortClocks};
use crate::replay::{PlyFacts, Replay};
use crate::rules::{self, RuleSet, Sides};
use crate::schema::{
    Board, Capture, Clock, Comment, CommentPlace, Diagnostic, Eval, Forced, MAIN, Marker,
    OptionValue, Phase, Ply, Record, RecordSchema, Severity, Side, SourceRef, Status, Text,
};
use crate::source::{Places, Source};
use serde::Serialize;
use serde_json::Number;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::mem;
use std::time::Duration;

/// Writes a record in one line, without a line break.
pub(super) fn write(replay: &Replay, source: &Source<'_>, number: u64, out: &mut String) {
    let record = &replay.record;
    let carried = record.carried.as_deref();
    let counts = counts(replay);
    let diagnostics = diagnostics(replay, carried, source, number);
    let text = |text| Text::from(String::as_str(text));
    let (rules, options) = rules_and_options(replay);
    let json = Record {
        schema: RecordSchema::V1,
        source: carried.map_or_else(
            || source_ref(replay, source, number),
            |carried| carried.source.clone(),
        ),
        rules,
        options,
        letters: (*replay.letters != Letters::ENGLISH).then(|| replay.letters.name.into()),
        heading: record.heading.as_ref().map(|heading| text(&heading.value)),
        tags: record
            .tags
            .iter()
            .map(|tag| (text(&tag.name.value), text(&tag.value.value)))
            .collect(),
        start: replay.start.as_ref().map(text),
        before: record
            .before
            .iter()
            .map(|comment| text(&comment.text))
            .collect(),
        plies: plies(replay, &counts),
        boards: boards(replay, carried, source, &counts),
        after: record
            .after
            .iter()
            .map(|comment| text(&comment.text))
            .collect(),
        r#final: replay.r#final.as_ref().map(text),
        result: replay.result.into(),
        outcome: replay.outcome.map(|outcome| Some(outcome).into()),
        status: replay.status.into(),
        valid: diagnostics
            .iter()
            .all(|found| found.severity != Severity::Error),
        diagnostics,
    };
    let mut bytes = mem::take(out).into_bytes();
    append(&json, &mut bytes);
    *out = utf8(bytes);
}

fn source_ref(replay: &Replay, source: &Source<'_>, record: u64) -> SourceRef {
    let place = source.place(replay.record.span.start);
    SourceRef {
        file: source.name.to_owned(),
        record,
        line: place.line,
        column: place.column,
    }
}

/// The rule set of the replay; of a record that is not replayed what its own JSON says.
fn rules_and_options(replay: &Replay) -> (Option<Text<'_>>, BTreeMap<String, OptionValue>) {
    let record = &replay.record;
    match (&replay.rules, &record.rules, record.carried.as_deref()) {
        (Some(rules), ..) => (Some(rules.about().name.into()), options(rules)),
        (None, Some(spec), Some(carried)) => {
            let name = spec.value.rsplit_once(':').map_or("", |(name, _)| name);
            (Some(name.into()), carried.options.clone())
        }
        (None, Some(spec), None) => {
            let (name, options) = spec.value.split_once(':').unwrap_or((&spec.value, ""));
            let options = options
                .split(',')
                .filter(|option| !option.trim().is_empty());
            let options = options.map(|option| {
                let (name, value) = option.split_once('=').unwrap_or((option, ""));
                (
                    name.trim().to_owned(),
                    option_value(value.trim().to_owned()),
                )
            });
            (Some(name.into()), options.collect())
        }
        (None, None, _) => (None, BTreeMap::new()),
    }
}

fn options(rules: &RuleSet) -> BTreeMap<String, OptionValue> {
    rules
        .options()
        .into_iter()
        .map(|(name, text)| (name.to_owned(), option_value(text)))
        .collect()
}

fn option_value(value: String) -> OptionValue {
    match value.as_str() {
        "on" => OptionValue::Switch(true),
        "off" => OptionValue::Switch(false),
        _ => OptionValue::Word(value),
    }
}

/// The findings brought along in JSON, and of the new ones the errors that they do not say already: those of a record
/// that was changed since. A word that stands in several lines is one fault in a score, and one in each line in JSON.
fn diagnostics(
    replay: &Replay,
    carried: Option<&Carried>,
    source: &Source<'_>,
    number: u64,
) -> Vec<Diagnostic> {
    let located = Located::all(&replay.diagnostics, source, number as usize);
    let new = located.iter().map(Diagnostic::from);
    let Some(carried) = carried else {
        return new.collect();
    };
    let old = &carried.diagnostics;
    let places: HashSet<_> = old
        .iter()
        .map(|found| (&found.code, found.ply, &found.path))
        .collect();
    let messages: HashSet<_> = old
        .iter()
        .map(|found| (&found.code, &found.message))
        .collect();
    let unsaid = new.filter(|found| {
        found.severity == Severity::Error
            && !places.contains(&(&found.code, found.ply, &found.path))
            && !messages.contains(&(&found.code, &found.message))
    });
    old.iter().cloned().chain(unsaid).collect()
}

/// What is still to be written, the next on top.
enum Step {
    /// A ply; whether it is the first of its list.
    Ply(NodeId, bool),
    /// The end of a ply whose variations are written, then the rest of its line.
    Rest(NodeId),
    /// A line; whether it is the first of its list.
    Line(NodeId, bool),
    /// The end of a line.
    Close,
}

/// The main line as JSON, with all that is nested in it.
fn plies(replay: &Replay, counts: &[Count]) -> Box<RawValue> {
    let tree = &replay.record.tree;
    let short = ShortClocks::of(&replay.record);
    let mut out = vec![b'['];
    let mut steps = vec![Step::Close];
    steps.extend(tree.first().map(|first| Step::Ply(first, true)));
    while let Some(step) = steps.pop() {
        match step {
            Step::Ply(id, first) => {
                if !first {
                    out.push(b',');
                }
                append(&ply(replay, id, counts[id.index()], short), &mut out);
                // The last key is `variations`, an empty list: it is left open to be filled.
                debug_assert!(out.ends_with(b"[]}"), "the last key is an empty list");
                out.truncate(out.len() - 2);
                steps.push(Step::Rest(id));
                let variations = tree.node(id).variations.iter().enumerate().rev();
                steps.extend(variations.map(|(place, &line)| Step::Line(line, place == 0)));
            }
            Step::Rest(id) => {
                out.extend(b"]}");
                steps.extend(tree.node(id).next.map(|next| Step::Ply(next, false)));
            }
            Step::Line(line, first) => {
                out.extend(if first { b"[".as_slice() } else { b",[" });
                steps.extend([Step::Close, Step::Ply(line, true)]);
            }
            Step::Close => out.push(b']'),
        }
    }
    RawValue::from_string(utf8(out)).expect("invariant: the brackets are balanced")
}

/// A ply without the lines that replace it.
fn ply<'r>(replay: &'r Replay, id: NodeId, count: Count, short: ShortClocks) -> Ply<'r, [(); 0]> {
    let node = replay.record.tree.node(id);
    let facts = replay.facts(id);
    let known = replay.start.is_some();
    let stones = facts.and_then(|facts| {
        let phase = if facts.effect.placement {
            Phase::Placement
        } else {
            Phase::Movement
        };
        Some((phase, facts.groups?))
    });
    Ply {
        ply: count.ply,
        number: known.then_some(count.number),
        side: known.then_some(side(count.side, replay.sides())),
        text: text(node, facts).into(),
        san: facts.map(|facts| facts.san.as_str().into()),
        coords: facts.map(|facts| facts.coords.as_str().into()),
        path: facts.map(path).unwrap_or_default(),
        captures: facts.map(captures).unwrap_or_default(),
        forced: facts.and_then(|facts| facts.forced).map(|forced| Forced {
            rule: forced.rule,
            wind: forced.wind.to_string().into(),
        }),
        nags: node.nags.iter().map(|nag| nag.value.0).collect(),
        comments: comments(node),
        clock: clock(node, short),
        phase: stones.map(|(phase, _)| phase),
        groups: stones.map(|(_, groups)| groups),
        united: stones.map(|(phase, groups)| united(phase, groups, replay.sides())),
        result: node.result.map(|result| result.value.into()),
        variations: [],
    }
}

/// The sides that a move leaves united.
fn united(phase: Phase, groups: [u16; 2], sides: Sides) -> Vec<Side> {
    let is_one = |color: &Color| phase == Phase::Movement && groups[color.index()] == 1;
    let united = Color::ALL.into_iter().filter(is_one);
    united.map(|color| side(color, sides)).collect()
}

/// What was written; an `e.p.` apart from the word belongs to it.
fn text<'r>(node: &'r Node, facts: Option<&PlyFacts>) -> Cow<'r, str> {
    let words = match facts {
        Some(_) => Cow::Borrowed(node.text.as_str()),
        None => own_words(node),
    };
    match node.en_passant {
        Some(_) => Cow::Owned(format!("{words} e.p.")),
        None => words,
    }
}

fn path(facts: &PlyFacts) -> Vec<Text<'_>> {
    let path = &facts.effect.path;
    path.iter()
        .map(|square| square.to_string().into())
        .collect()
}

fn captures(facts: &PlyFacts) -> Vec<Capture<'_>> {
    let capture = |capture: &rules::Capture| Capture {
        square: capture.cell.to_string().into(),
        piece: capture.piece,
        op: capture.operation,
    };
    facts.effect.captures.iter().map(capture).collect()
}

fn comments(node: &Node) -> Vec<Comment<'_>> {
    let before = node
        .before
        .iter()
        .map(|comment| (CommentPlace::Before, comment));
    let after = node
        .after
        .iter()
        .map(|comment| (CommentPlace::After, comment));
    before
        .chain(after)
        .map(|(place, comment)| Comment {
            place,
            text: comment.text.as_str().into(),
            written: comment.written().into(),
        })
        .collect()
}

/// What the commands in the comments of a ply say; of several of a kind the first counts, marks add up.
fn clock(node: &Node, short: ShortClocks) -> Option<Clock<'_>> {
    let mut clock = Clock::default();
    let found = node
        .before
        .iter()
        .chain(&node.after)
        .flat_map(|comment| commands(&comment.text));
    for command in found {
        match command.value {
            Command::Clock(reading) => {
                let kind = match reading.kind {
                    ClockKind::Left => &mut clock.clk,
                    ClockKind::Taken => &mut clock.emt,
                };
                kind.get_or_insert_with(|| seconds(short.time(&reading)));
            }
            Command::Eval { value, depth } => {
                if clock.eval.is_none() {
                    clock.eval = Some(eval(value));
                    clock.depth = depth;
                }
            }
            Command::Arrows(marks) => clock.cal.extend(marks.into_iter().map(Text::from)),
            Command::Squares(marks) => clock.csl.extend(marks.into_iter().map(Text::from)),
        }
    }
    (clock != Clock::default()).then_some(clock)
}

/// Whole seconds as an integer, others with the decimals they were written with.
fn seconds(time: Duration) -> Number {
    match time.subsec_nanos() {
        0 => time.as_secs().into(),
        // One division of two whole numbers, so that the nearest fraction is found.
        _ => number(time.as_nanos() as f64 / 1e9),
    }
}

fn eval(eval: clock::Eval) -> Eval {
    match eval {
        clock::Eval::Pawns(pawns) => Eval::Pawns(number(pawns)),
        clock::Eval::Mate(_) => Eval::Mate(eval.to_string()),
    }
}

fn number(value: f64) -> Number {
    // Below 2^53 every whole number is exact.
    if value.fract() == 0.0 && value.abs() < 9e15 {
        (value as i64).into()
    } else {
        Number::from_f64(value).expect("invariant: neither clocks nor judgements are infinite")
    }
}

fn boards<'r>(
    replay: &'r Replay,
    carried: Option<&Carried>,
    source: &Source<'_>,
    counts: &[Count],
) -> Vec<Board<'r>> {
    let tree = &replay.record.tree;
    if tree.boards.is_empty() {
        return Vec::new();
    }
    let mut matches = vec![None; tree.boards.len()];
    for verdict in &replay.boards {
        matches[verdict.index] = verdict.matches;
    }
    let mut places = Places::new(*source);
    let board = |(index, placed): (usize, &PlacedBoard)| Board {
        ply: placed.after.map_or(0, |id| counts[id.index()].ply),
        line: match carried.and_then(|carried| carried.board_lines.get(index)) {
            Some(&line) => line,
            None => places.at(placed.board.span.start).line,
        },
        matches: matches[index],
        path: match placed.after {
            Some(id) if !tree.is_main(id) => tree.path(id).into(),
            _ => MAIN.into(),
        },
        rows: placed
            .board
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| cell.value).collect::<String>().into())
            .collect(),
    };
    tree.boards.iter().enumerate().map(board).collect()
}

/// `value` as JSON after what `out` holds.
fn append(value: &impl Serialize, out: &mut Vec<u8>) {
    serde_json::to_writer(out, value)
        .expect("invariant: no map with other keys than strings, and no failing writer");
}

fn utf8(json: Vec<u8>) -> String {
    String::from_utf8(json).expect("invariant: JSON is made of strings")
}

impl From<Option<Outcome>> for Marker {
    fn from(result: Option<Outcome>) -> Self {
        match result {
            Some(Outcome::WhiteWins) => Self::WhiteWins,
            Some(Outcome::BlackWins) => Self::BlackWins,
            Some(Outcome::Draw) => Self::Draw,
            None => Self::Open,
        }
    }
}

/// A side as its game calls it.
const fn side(color: Color, sides: Sides) -> Side {
    match (color, sides) {
        (Color::White, Sides::WhiteBlack) => Side::White,
        (Color::White, Sides::RedBlack) => Side::Red,
        (Color::Black, _) => Side::Black,
    }
}

impl From<rules::Status> for Status {
    fn from(status: rules::Status) -> Self {
        match status {
            rules::Status::Ongoing => Self::Ongoing,
            rules::Status::Checkmate => Self::Checkmate,
            rules::Status::Stalemate => Self::Stalemate,
            rules::Status::KingCaptured => Self::KingCaptured,
            rules::Status::NoLegalMove => Self::NoLegalMove,
            rules::Status::United => Self::United,
            rules::Status::BothUnited => Self::BothUnited,
            rules::Status::OpponentUnited => Self::OpponentUnited,
            rules::Status::Repetition => Self::Repetition,
        }
    }
}
