//! Clocks of two fields, `1:03`: hours and minutes, or minutes and seconds, as the rest of the record tells.

use super::{NodeId, Record};
use crate::notation::clock::{ClockKind, ClockReading, Command, commands};
use std::time::Duration;

/// What clocks of two fields in a record mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShortClocks {
    /// As boards write them, and where nothing else is told.
    HoursAndMinutes,
    /// As programs write them that leave out the hours when there are none left.
    MinutesAndSeconds,
}

/// So much time may be added to a clock in the middle of a game; one that gains more was misread.
const ADDED_AT_MOST: Duration = Duration::from_secs(30 * 60);

/// No clock shows a day.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl ShortClocks {
    /// What they mean in `record`: minutes and seconds when one of them, read as hours, would show more than the
    /// last full clock of its player or the tag `TimeControl` allows.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        let base = record.tag("TimeControl").and_then(base);
        let tree = &record.tree;
        let mut left: Vec<Option<Duration>> = vec![base; tree.len()];
        for id in tree.ids() {
            let node = tree.node(id);
            // What the clock of the same player showed last.
            let last = node.parent.and_then(|before| tree.node(before).parent);
            let mut shown = last.map_or(base, |last| left[last.index()]);
            let comments = node.before.iter().chain(&node.after);
            for command in comments.flat_map(|comment| commands(&comment.text)) {
                match command.value {
                    Command::Clock(reading) if reading.two_fields => {
                        let most = shown.map_or(DAY, |shown| (shown + ADDED_AT_MOST).min(DAY));
                        if reading.time >= most {
                            return Self::MinutesAndSeconds;
                        }
                    }
                    Command::Clock(ClockReading {
                        kind: ClockKind::Left,
                        time,
                        ..
                    }) => shown = Some(time),
                    Command::Clock(_)
                    | Command::Eval { .. }
                    | Command::Arrows(_)
                    | Command::Squares(_) => {}
                }
            }
            left[id.index()] = shown;
        }
        Self::HoursAndMinutes
    }

    /// The time that a clock shows.
    #[must_use]
    pub fn time(self, reading: &ClockReading) -> Duration {
        match self {
            Self::MinutesAndSeconds if reading.two_fields => reading.time / 60,
            Self::MinutesAndSeconds | Self::HoursAndMinutes => reading.time,
        }
    }
}

/// The clocks of a record, from which the time can be told that its moves took.
#[derive(Clone, Copy, Debug)]
pub struct Clocks<'r> {
    record: &'r Record,
    short: ShortClocks,
    /// What is added for each move, where the tag `TimeControl` tells.
    increment: Option<Duration>,
}

impl<'r> Clocks<'r> {
    /// The clocks of `record`.
    #[must_use]
    pub fn of(record: &'r Record) -> Self {
        Self {
            record,
            short: ShortClocks::of(record),
            increment: record.tag("TimeControl").and_then(increment),
        }
    }

    /// The time that a move took, as its author says.
    #[must_use]
    pub fn said(&self, id: NodeId) -> Option<Duration> {
        match self.only(id)? {
            (ClockKind::Taken, time) => Some(time),
            (ClockKind::Left, _) => None,
        }
    }

    /// The time that a move took, where its author does not say it: what the clock of the mover showed after the move
    /// before, and what is added for a move, less what it shows now.
    #[must_use]
    pub fn reckoned(&self, id: NodeId) -> Option<Duration> {
        let tree = &self.record.tree;
        let now = self.left(id)?;
        let last = tree.node(tree.node(id).parent?).parent?;
        let before = self.left(last)?.checked_add(self.increment?)?;
        before.checked_sub(now)
    }

    fn left(&self, id: NodeId) -> Option<Duration> {
        match self.only(id)? {
            (ClockKind::Left, time) => Some(time),
            (ClockKind::Taken, _) => None,
        }
    }

    /// The one time that is told after a move.
    fn only(&self, id: NodeId) -> Option<(ClockKind, Duration)> {
        let after = &self.record.tree.node(id).after;
        let said = after.iter().flat_map(|comment| commands(&comment.text));
        let mut clocks = said.filter_map(|command| match command.value {
            Command::Clock(reading) => Some(reading),
            Command::Eval { .. } | Command::Arrows(_) | Command::Squares(_) => None,
        });
        match (clocks.next()?, clocks.next()) {
            (reading, None) => Some((reading.kind, self.short.time(&reading))),
            (_, Some(_)) => None,
        }
    }
}

/// The time for the whole game, where the control is of one period: `5400`, `180+2`.
fn base(control: &str) -> Option<Duration> {
    let seconds = control.split_once('+').map_or(control, |(base, _)| base);
    seconds
        .parse()
        .ok()
        .map(Duration::from_secs)
        .filter(|base| *base < DAY)
}

/// The seconds added for each move: `300+2`, none in `300`; other controls add time in other ways.
fn increment(control: &str) -> Option<Duration> {
    let (base, increment) = control.split_once('+').unwrap_or((control, "0"));
    base.parse::<u64>().ok()?;
    increment.parse().ok().map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::ShortClocks::{self, HoursAndMinutes, MinutesAndSeconds};
    use crate::record::TreeBuilder;
    use crate::syntax::{Format, read_record};

    fn meant(text: &str) -> ShortClocks {
        let mut builder = TreeBuilder::default();
        read_record(Format::Pgn, text, 0, &mut builder);
        ShortClocks::of(&builder.finish())
    }

    #[test]
    fn a_clock_gains_little() {
        let after = |first, second| {
            meant(&format!(
                "1. e4 {{[%clk {first}]}} e5 {{[%clk 1:30:00]}} 2. Nf3 {{[%clk {second}]}} *"
            ))
        };
        assert_eq!(after("1:00:00", "59:01"), MinutesAndSeconds);
        assert_eq!(after("1:00:00", "0:59"), HoursAndMinutes);
        assert_eq!(after("0:01:30", "1:28"), MinutesAndSeconds);
        assert_eq!(after("0:58:12", "1:03"), HoursAndMinutes);
    }

    #[test]
    fn no_clock_shows_a_day_or_more_than_the_control_gives() {
        assert_eq!(meant("1. e4 {[%clk 59:01]} *"), MinutesAndSeconds);
        assert_eq!(meant("1. e4 {[%clk 3:00]} *"), HoursAndMinutes);
        assert_eq!(
            meant("[TimeControl \"180+2\"]\n\n1. e4 {[%clk 3:00]} *"),
            MinutesAndSeconds
        );
        assert_eq!(
            meant("1. e4 {[%clk 0:04:44.7]} e5 {[%clk 1:03]} 2. Nf3 Nc6 {[%clk 00:01:00]} *"),
            HoursAndMinutes
        );
    }
}
