//! How games end: what the rules say of the last position, and what they would let a player claim there.

use crate::replay::{Replay, each_position};
use crate::rules::{Rules, Status};
use std::collections::HashMap;
use std::ops::ControlFlow::Continue;

/// All that the rules say of how a game stands.
pub(super) const STATUS: [Status; 9] = [
    Status::Ongoing,
    Status::Checkmate,
    Status::Stalemate,
    Status::KingCaptured,
    Status::NoLegalMove,
    Status::United,
    Status::BothUnited,
    Status::OpponentUnited,
    Status::Repetition,
];

/// Claims on the number of half-moves without capture or pawn move.
const CLOCKS: [(u32, &str); 2] = [(100, "fifty-moves"), (150, "seventy-five-moves")];

/// Claims on how often the last position has occurred.
const OCCURRENCES: [(u64, &str); 2] = [(3, "repetition"), (5, "fivefold-repetition")];

/// Neither side can mate.
const DEAD: &str = "insufficient-material";

/// All words for endings.
pub(super) fn words() -> Vec<&'static str> {
    let mut words: Vec<_> = STATUS.map(Status::name).to_vec();
    words.extend(CLOCKS.map(|(_, word)| word));
    // Where it ends the game, repetition is a status too.
    let claims = OCCURRENCES.into_iter().map(|(_, word)| word);
    words.extend(claims.filter(|&word| word != Status::Repetition.name()));
    words.push(DEAD);
    words
}

/// How a game ends, in all words that are true of it; none where the main line was not played to its end.
pub(super) fn of(replay: &Replay) -> Vec<&'static str> {
    let mut line = replay.record.tree.mainline();
    let (Some(set), Some(last)) = (&replay.rules, &replay.r#final) else {
        return Vec::new();
    };
    if line.any(|id| replay.facts(id).is_none()) {
        return Vec::new();
    }
    let mut words = vec![replay.status.name()];
    let (clock, dead) = with_rules!(set, rules => {
        let position = rules.read_position(last, &mut Vec::new()).ok();
        let clock = position.as_ref().and_then(|position| rules.half_move_clock(position));
        (clock, position.is_some_and(|position| rules.is_dead(&position)))
    });
    // Who mates or is stalemated claims nothing.
    let may_claim = replay.status == Status::Ongoing;
    let claims = CLOCKS
        .into_iter()
        .filter(|(least, _)| may_claim && clock >= Some(*least));
    words.extend(claims.map(|(_, word)| word));
    if dead {
        words.push(DEAD);
    }
    let occurred = repetitions(replay).map(|(_, of_last)| of_last);
    let claims = OCCURRENCES
        .into_iter()
        .filter(|(least, _)| occurred >= Some(*least));
    words.extend(claims.map(|(_, word)| word));
    words
}

/// How often a position of the main line occurs at most, and how often the last one has; `None` where the rules count
/// no repetitions.
pub(super) fn repetitions(replay: &Replay) -> Option<(u64, u64)> {
    let set = replay.rules.as_ref()?;
    let mut counts: HashMap<u64, u64> = HashMap::new();
    let mut last = None;
    with_rules!(set, rules => each_position(rules, replay, |position, _| {
        last = rules.repetition_key(position).map(|key| {
            let count = counts.entry(key).or_default();
            *count += 1;
            *count
        });
        Continue(())
    }));
    Some((counts.into_values().max()?, last?))
}
