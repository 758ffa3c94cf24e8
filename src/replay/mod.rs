//! Replays a record against a rules engine: which moves were played, and what is wrong.

mod again;
mod auto;
mod carried;
mod claims;
mod commands;
mod consistency;
mod facts;
mod fast;
mod faults;
mod fold;
mod history;
mod judge;
mod letters;
mod lines;
mod lookahead;
pub(crate) mod marks;
mod report;
mod same;
mod start;
mod stones;
mod suggest;
mod tags;
mod walk;

pub(crate) use again::{Enough, Lines, each_ply, each_position, each_position_of};
pub(crate) use auto::{rules_of_variant, rules_without_variant};
pub(crate) use consistency::{check_mark_differs, contradicts, is_coordinates, number_fault};
pub use facts::{BoardVerdict, PlyFacts, Replay};
pub use fast::{Checked, FastCheck};
pub(crate) use faults::{Faulty, Story, illegal};
pub(crate) use lookahead::{Decision, Rest, Step, boards_hold, decide};
pub(crate) use same::UNREADABLE;
pub use same::{Difference, difference};
pub(crate) use start::text as position_text;
pub use tags::is_replayed;
pub(crate) use walk::{Played, move_name};

use crate::diag::{Code, Diagnostic};
use crate::notation::letters::Letters;
use crate::notation::{Color, Words};
use crate::record::Record;
use crate::rules::{RuleSet, Rules, Status};

/// What the user fixed; `None` is found out from the record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    /// The rule set.
    pub rules: Option<RuleSet>,
    /// The piece letters that records are read with.
    pub letters: Option<&'static Letters>,
    /// The piece letters that [`PlyFacts::local`] is written in; `None`: those that the record is read with.
    pub local: Option<&'static Letters>,
    /// Whether records that replay with English letters are in English without doubt: PGN and the machine formats are
    /// by their standards. In others two sets of letters may fit, which is a finding.
    pub english: bool,
    /// Whether the customs of archived PGN apply: notes on the roster and on odd spelling.
    pub archive: bool,
    /// How faults of position texts are taken.
    pub positions: Positions,
}

/// How faults of position texts are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Positions {
    /// As faults: a text with one gives no position.
    #[default]
    Strict,
    /// Those with one obvious repair as doubts: the position is that of the text so repaired.
    Lenient,
}

/// Whether a `Variant` tag names a game that there are rules for, as [`replay`] understands it: what a
/// [`TreeBuilder`](crate::record::TreeBuilder::knowing) asks.
#[must_use]
pub fn is_known_variant(value: &str) -> bool {
    auto::rules_of_variant(value, Words::Chess).is_some()
}

/// Replays main line and variations of `record`, which was read from `text`, and judges what it claims.
///
/// Takes over the findings of the reader, adds its own and sorts them by place. Lines found inside `(* *)` comments
/// become variations.
#[must_use]
pub fn replay(record: Record, text: &str, options: &Options) -> Replay {
    let chosen =
        auto::rule_set(&record, options).and_then(|set| auto::settle(set, &record, text, options));
    match chosen {
        Ok((set, finding)) => {
            let mut record = record;
            record.diagnostics.extend(finding);
            let mut replay =
                with_rules!(&set, rules => replay_under(rules, &set, record, text, options));
            if options.rules.is_none() {
                name_fitting_rules(&mut replay, &set, text, options.letters);
            }
            if let Some(finding) = carried::judge(&replay) {
                replay.diagnostics.push(finding);
                replay.diagnostics.sort_by_key(|finding| finding.span.start);
            }
            fold::fold(&mut replay.diagnostics);
            replay
        }
        Err(finding) => unreplayed(record, *finding, text, options),
    }
}

fn replay_under<R: Rules>(
    rules: &R,
    set: &RuleSet,
    record: Record,
    text: &str,
    options: &Options,
) -> Replay {
    // JSON says in what letters it is, and is in English ones where it does not.
    let carried = record.carried.as_ref();
    let carried = carried.map(|carried| carried.letters.unwrap_or(&Letters::ALL[0]));
    let found = match options.letters.or(carried) {
        Some(letters) => letters::Found::from(letters),
        None => {
            let asked = letters::Asked {
                wanted: options.local,
                english: options.english,
                positions: options.positions,
            };
            letters::find(rules, &record, text, asked)
        }
    };
    walk::run(rules, set, record, text, found, options)
}

/// When the record fails under the rule set found but replays whole under another, says so.
fn name_fitting_rules(
    replay: &mut Replay,
    set: &RuleSet,
    text: &str,
    letters: Option<&'static Letters>,
) {
    let record = &replay.record;
    // What is found about a start that was read all the same, as a wrong count of men, is no matter of rules.
    let fails = |finding: &Diagnostic| {
        let fails = match finding.code {
            // A pass, or a game that goes on behind its end, says nothing of other rules.
            Code::IllegalMove => matches!(&finding.why, Some(why) if why.kind != "game-over"),
            Code::BadPosition => replay.start.is_none(),
            _ => false,
        };
        fails && finding.path.is_empty()
    };
    let Some(at) = replay.diagnostics.iter().position(fails) else {
        return;
    };
    let read_as = set.about().name;
    let help = if let Some(other) = auto::other_that_fits(record, text, set, letters) {
        Some(format!(
            "the record replays whole under `{other}` (it was read as `{read_as}`)"
        ))
    } else if replay.start.is_none() {
        let span = replay.diagnostics[at].span;
        let tag = start::POSITION_TAGS
            .iter()
            .find_map(|name| record.find_tag(name))
            .map(|tag| &tag.value)
            .filter(|tag| tag.span.start <= span.start && span.end <= tag.span.end);
        tag.and_then(|tag| auto::other_that_reads(&tag.value, set))
            .map(|other| format!("`{other}` reads it (it was read as `{read_as}`)"))
    } else {
        None
    };
    if let Some(help) = help {
        replay.diagnostics[at].add_help(&help);
    }
}

/// A record for whose variant there are no rules: kept, said once, not judged.
fn unreplayed(
    mut record: Record,
    mut finding: Diagnostic,
    text: &str,
    options: &Options,
) -> Replay {
    let mut found = std::mem::take(&mut record.diagnostics);
    // What is a move in a game that nobody knows is not known either.
    let is_word = |finding: &Diagnostic| finding.code == Code::NotAMove;
    let first = found.iter().find(|finding| is_word(finding));
    if let Some(first) = first.map(|first| first.span) {
        finding.add_help(&match found.count_of(Code::NotAMove) {
            1 => format!("not read as moves: {}", first.text(text)),
            words => format!("words at {words} places were not read as moves"),
        });
        finding = finding.label(first, "not read as moves");
    }
    found.retain(|finding| !is_word(finding));
    found.push(finding);
    claims::judge(&record, None, options.archive, text, &mut found);
    let mut diagnostics = found.into_told();
    diagnostics.sort_by_key(|finding| finding.span.start);
    fold::fold(&mut diagnostics);
    let boards = record
        .tree
        .boards
        .iter()
        .enumerate()
        .map(|(index, _)| BoardVerdict {
            ply: 0,
            index,
            matches: None,
        })
        .collect();
    let carried = record.carried.as_ref().and_then(|carried| carried.letters);
    let letters = options.letters.or(carried).unwrap_or(&Letters::ALL[0]);
    Replay {
        rules: None,
        letters,
        local: letters,
        plies: vec![None; record.tree.len()],
        start: None,
        start_given: false,
        start_view: None,
        start_turn: (1, Color::White),
        r#final: None,
        result: record.outcome(),
        outcome: None,
        status: Status::Ongoing,
        boards,
        diagnostics,
        record,
    }
}
