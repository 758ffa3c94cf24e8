//! The time that moves took, by the clocks in comments.

use crate::notation::clock::{ClockKind, ClockReading, Command, commands};
use crate::record::{Node, NodeId, Record};
use std::time::Duration;

/// The time that a move took, where its author does not say it: what the clock of the mover showed after the move
/// before, and the increment that the tag `TimeControl` gives, less what it shows now.
pub(super) fn taken(record: &Record, id: NodeId) -> Option<Duration> {
    let node = record.tree.node(id);
    let now = left(node)?;
    let last = record.tree.node(record.tree.node(node.parent?).parent?);
    let increment = increment(record.tag("TimeControl")?)?;
    left(last)?.checked_add(increment)?.checked_sub(now)
}

/// The time as clocks show it, tenths where there are any.
pub(super) fn shown(time: Duration) -> String {
    let (seconds, tenths) = (time.as_secs(), time.subsec_millis() / 100);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let shown = format!("{hours}:{minutes:02}:{:02}", seconds % 60);
    match tenths {
        0 => shown,
        tenths => format!("{shown}.{tenths}"),
    }
}

/// What the clock shows after a move, unless the time taken or two clocks are told.
fn left(node: &Node) -> Option<Duration> {
    let said = node
        .after
        .iter()
        .flat_map(|comment| commands(&comment.text));
    let mut clocks = said.filter_map(|command| match command.value {
        Command::Clock(reading) => Some(reading),
        Command::Eval { .. } | Command::Arrows(_) | Command::Squares(_) => None,
    });
    match (clocks.next()?, clocks.next()) {
        (
            ClockReading {
                kind: ClockKind::Left,
                time,
                two_fields: false,
            },
            None,
        ) => Some(time),
        _ => None,
    }
}

/// The seconds added for each move: `300+2`, none in `300`; other controls add time in other ways.
fn increment(control: &str) -> Option<Duration> {
    let (base, increment) = control.split_once('+').unwrap_or((control, "0"));
    base.parse::<u64>().ok()?;
    increment.parse().ok().map(Duration::from_secs)
}
