//! What a record read from JSON says of its own replay, held against the replay made here.

use super::Replay;
use crate::diag::{Code, Diagnostic};
use crate::notation::Outcome;
use crate::record::Carried;
use crate::rules::RuleSet;
use crate::source::Span;

/// The first thing that the JSON and the replay say differently: a move, the last position, the outcome.
///
/// Nothing when the record was replayed under other rules than it names, since it makes no claim about those.
pub(super) fn judge(replay: &Replay) -> Option<Diagnostic> {
    let record = &replay.record;
    let carried = record.carried.as_deref()?;
    let named = RuleSet::from_spec(&record.rules.as_ref()?.value).ok()?;
    if replay.rules.as_ref() != Some(&named) {
        return None;
    }
    san(replay, carried)
        .or_else(|| last_position(replay, carried))
        .or_else(|| outcome(replay, carried))
        .map(|finding| {
            finding
                .help("the replay counts; writing the record again as JSON corrects what it says")
        })
}

fn san(replay: &Replay, carried: &Carried) -> Option<Diagnostic> {
    let tree = &replay.record.tree;
    let (id, said, played) = tree.ids().find_map(|id| {
        let said = carried.san.get(id.index())?.as_ref()?;
        let played = &replay.facts(id)?.san;
        (said.value != *played).then_some((id, said, played))
    })?;
    let message = format!("`san` says {}, the move played is {played}", said.value);
    Some(Diagnostic {
        ply: Some(tree.node(id).ply),
        path: tree.path(id),
        ..Diagnostic::new(Code::JsonDiffers, said.span, message)
    })
}

fn last_position(replay: &Replay, carried: &Carried) -> Option<Diagnostic> {
    let (said, reached) = (carried.r#final.as_ref()?, replay.r#final.as_ref()?);
    (said.value != *reached).then(|| {
        let message = format!("`final` is not the position reached, which is {reached}");
        Diagnostic::new(Code::JsonDiffers, said.span, message)
    })
}

fn outcome(replay: &Replay, carried: &Carried) -> Option<Diagnostic> {
    (carried.outcome != replay.outcome).then(|| {
        let words = |outcome: Option<Outcome>| outcome.map_or("nothing", Outcome::marker);
        let message = format!(
            "`outcome` says that the rules prove {}, but they prove {}",
            words(carried.outcome),
            words(replay.outcome)
        );
        let place = Span::at(replay.record.span.start as usize);
        Diagnostic::new(Code::JsonDiffers, place, message)
    })
}
