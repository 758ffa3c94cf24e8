//! Bounded search among several readings of a move word.
//!
//! When a word has several legal readings, the one is meant with which the rest of the line, the result and the printed
//! boards agree. Check marks never decide.

use super::consistency::{contradicts, shows};
use crate::notation::letters::Letters;
use crate::notation::{Outcome, WordForm};
use crate::record::Board;
use crate::rules::Rules;

/// Positions visited for one word at most.
pub(super) const BOUND: u64 = 100_000;

/// Positions visited for one record at most, so that a record made of ambiguous words still ends.
pub(super) const BOUND_PER_RECORD: u64 = 2_000_000;

/// A ply of the rest of a line.
#[derive(Clone, Debug)]
pub(crate) struct Step<'a> {
    /// What it says.
    pub(crate) form: WordForm,
    /// Boards printed after it.
    pub(crate) boards: Vec<&'a Board>,
}

/// The rest of a line and what must hold at its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rest<'a> {
    /// The plies.
    pub(crate) steps: &'a [Step<'a>],
    /// The result claimed; `None` for none, or in a variation.
    pub(crate) claimed: Option<Outcome>,
}

/// What the search found out about several readings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Decision<M> {
    /// Exactly one agrees with the rest.
    Agrees(M),
    /// None agrees with everything, but one replays strictly further than the others.
    Furthest(M),
    /// Several agree, or none and no one is ahead.
    Open,
    /// The bound was reached.
    TooMany,
}

/// Decides between the legal `readings` of the first step of `rest`, in `position`.
pub(crate) fn decide<R: Rules>(
    rules: &R,
    letters: &Letters,
    position: &R::Position,
    readings: &[R::Move],
    rest: Rest<'_>,
    budget: &mut u64,
) -> Decision<R::Move> {
    let mut left = BOUND.min(*budget);
    let before = left;
    let mut explored = Vec::with_capacity(readings.len());
    for &reading in readings {
        let mut after = position.clone();
        rules.play(&mut after, reading);
        explored.push(explore(rules, letters, after, rest, &mut left));
        if left == 0 {
            break;
        }
    }
    *budget -= before - left;
    if explored.len() < readings.len() || left == 0 {
        return Decision::TooMany;
    }
    let mut agreeing = readings
        .iter()
        .zip(&explored)
        .filter(|(_, explored)| explored.agrees);
    match (agreeing.next(), agreeing.next()) {
        (Some((&only, _)), None) => return Decision::Agrees(only),
        (Some(_), Some(_)) => return Decision::Open,
        (None, _) => {}
    }
    let best = explored
        .iter()
        .map(|explored| explored.reached)
        .max()
        .unwrap_or_default();
    let mut ahead = readings
        .iter()
        .zip(&explored)
        .filter(|(_, explored)| explored.reached == best);
    match (ahead.next(), ahead.next()) {
        (Some((&only, _)), None) => Decision::Furthest(only),
        _ => Decision::Open,
    }
}

/// The moves of a whole line as far as it can be read, each ambiguous word decided by what follows it.
pub(super) fn read_line<R: Rules>(
    rules: &R,
    letters: &Letters,
    start: &R::Position,
    rest: Rest<'_>,
    budget: &mut u64,
) -> Vec<Option<R::Move>> {
    let (mut moves, mut position, mut readings) = (Vec::new(), start.clone(), Vec::new());
    for (i, step) in rest.steps.iter().enumerate() {
        if step.form == WordForm::Null {
            if !rules.pass(&mut position) {
                break;
            }
            moves.push(None);
            continue;
        }
        rules.candidates(&position, &step.form, letters, &mut readings);
        let r#move = match readings[..] {
            [] => break,
            [only] => only,
            _ => match decide(
                rules,
                letters,
                &position,
                &readings,
                Rest {
                    steps: &rest.steps[i..],
                    ..rest
                },
                budget,
            ) {
                Decision::Agrees(only) | Decision::Furthest(only) => only,
                Decision::Open | Decision::TooMany => break,
            },
        };
        rules.play(&mut position, r#move);
        moves.push(Some(r#move));
    }
    moves
}

struct Explored {
    /// Steps played by the luckiest reading of all later words.
    reached: usize,
    /// Whether some reading plays all steps and agrees with boards and result.
    agrees: bool,
}

/// Plays on from the position after the first step of `rest`, trying every reading of every later word.
fn explore<R: Rules>(
    rules: &R,
    letters: &Letters,
    after_first: R::Position,
    rest: Rest<'_>,
    left: &mut u64,
) -> Explored {
    let mut found = Explored {
        reached: 0,
        agrees: false,
    };
    let mut readings = Vec::new();
    let mut stack = vec![(after_first, 1, true)];
    while let Some((position, played, agreed)) = stack.pop() {
        *left = left.saturating_sub(1);
        if *left == 0 {
            break;
        }
        found.reached = found.reached.max(played);
        let agreed = agreed && boards_hold(rules, letters, &position, &rest.steps[played - 1]);
        let Some(step) = rest.steps.get(played) else {
            let proven = rules.status(&position).outcome(rules.turn(&position));
            if agreed && !contradicts(proven, rest.claimed) {
                found.agrees = true;
                break;
            }
            continue;
        };
        if step.form == WordForm::Null {
            let mut next = position;
            if rules.pass(&mut next) {
                stack.push((next, played + 1, agreed));
            }
            continue;
        }
        rules.candidates(&position, &step.form, letters, &mut readings);
        for &reading in readings.iter().rev() {
            let mut next = position.clone();
            rules.play(&mut next, reading);
            stack.push((next, played + 1, agreed));
        }
    }
    found
}

/// Whether all boards printed after a step show the position.
pub(crate) fn boards_hold<R: Rules>(
    rules: &R,
    letters: &Letters,
    position: &R::Position,
    step: &Step<'_>,
) -> bool {
    step.boards.is_empty() || {
        let view = rules.view(position);
        step.boards.iter().all(|board| shows(board, &view, letters))
    }
}
