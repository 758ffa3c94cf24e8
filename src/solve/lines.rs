//! Lines of play without a will against them: help play, and series of one side's moves.

use super::SeriesEnd;
use super::budget::Stopped;
use super::worker::{Shared, Worker, each};
use crate::rules::Rules;

/// Who makes the half-moves of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Course {
    /// The sides in turn; the last half-move reaches the goal.
    Help,
    /// One side makes all but the last of them where both help; what ends it.
    Series(SeriesEnd),
}

impl Course {
    /// The numbers of half-moves of shorter plays of the same kind, the shortest first.
    pub(super) fn shorter(self, half_moves: u16) -> impl Iterator<Item = u16> {
        let (step, least) = match self {
            Self::Help => (2, 2 - half_moves % 2),
            Self::Series(SeriesEnd::Help) => (1, 2),
            Self::Series(SeriesEnd::Direct | SeriesEnd::SelfPlay) => (1, 1),
        };
        (least..half_moves).step_by(step)
    }

    /// Whether the same side goes on after a half-move with `left` still to make, that one included.
    pub(super) const fn goes_on(self, left: u16) -> bool {
        match self {
            Self::Help => false,
            Self::Series(SeriesEnd::Help) => left > 2,
            Self::Series(SeriesEnd::Direct | SeriesEnd::SelfPlay) => left > 1,
        }
    }
}

/// All lines of exactly `half_moves` that reach the goal, and why some may be missing.
pub(super) fn solve<R: Rules>(
    shared: &Shared<'_, R>,
    course: Course,
    position: &R::Position,
    half_moves: u16,
) -> (Vec<Vec<R::Move>>, Option<Stopped>) {
    let mut worker = Worker::new(shared);
    let beginnings = match worker.beginnings(course, position, half_moves) {
        Ok(beginnings) => beginnings,
        Err(why) => return (Vec::new(), Some(why)),
    };
    let found = each(shared, beginnings, |worker, (mut line, position)| {
        let left = half_moves - line.len() as u16;
        let mut found = Vec::new();
        let why = worker.lines(course, &position, left, &mut line, &mut found);
        Ok((found, why.err()))
    });
    let mut stopped = None;
    let mut lines = Vec::new();
    for found in found {
        match found {
            Ok((found, why)) => {
                lines.extend(found);
                stopped = stopped.or(why);
            }
            Err(why) => stopped = stopped.or(Some(why)),
        }
    }
    (lines, stopped)
}

/// The set play, with the other side to move in `position`: lines without the first half-move; of a series the one move
/// that ends it, which in self play has to.
pub(super) fn set_play<R: Rules>(
    shared: &Shared<'_, R>,
    course: Course,
    position: &R::Position,
    half_moves: u16,
) -> (Vec<Vec<R::Move>>, Option<Stopped>) {
    match course {
        Course::Help => solve(shared, Course::Help, position, half_moves - 1),
        Course::Series(SeriesEnd::Direct | SeriesEnd::Help) => {
            solve(shared, Course::Help, position, 1)
        }
        Course::Series(SeriesEnd::SelfPlay) => {
            let mut worker = Worker::new(shared);
            match worker.ends(course, position) {
                Ok(true) => {
                    let moves = worker.moves(position);
                    (moves.into_iter().map(|only| vec![only]).collect(), None)
                }
                Ok(false) => (Vec::new(), None),
                Err(why) => (Vec::new(), Some(why)),
            }
        }
    }
}

/// A line and the position after it.
type Beginning<R> = (Vec<<R as Rules>::Move>, <R as Rules>::Position);

impl<R: Rules> Worker<'_, R> {
    /// The beginnings of lines that make up tasks: two half-moves, or none where that is soon done.
    fn beginnings(
        &mut self,
        course: Course,
        position: &R::Position,
        half_moves: u16,
    ) -> Result<Vec<Beginning<R>>, Stopped> {
        let mut beginnings = vec![(Vec::new(), position.clone())];
        let deep = half_moves.saturating_sub(3).min(2);
        for made in 0..deep {
            let mut longer = Vec::new();
            for (line, position) in beginnings {
                for r#move in self.moves(&position) {
                    if let Some(after) = self.step(course, &position, r#move, half_moves - made)? {
                        let mut line = line.clone();
                        line.push(r#move);
                        longer.push((line, after));
                    }
                }
            }
            beginnings = longer;
        }
        Ok(beginnings)
    }

    /// The position after a half-move, its maker to move again where the series goes on; `None` where it gives check
    /// and may not.
    fn step(
        &mut self,
        course: Course,
        position: &R::Position,
        r#move: R::Move,
        left: u16,
    ) -> Result<Option<R::Position>, Stopped> {
        let mut after = self.after(position, r#move)?;
        let may = !course.goes_on(left) || self.shared.rules.pass(&mut after);
        Ok(may.then_some(after))
    }

    /// Finds the lines with `left` half-moves after `line`; tells whether there is one.
    fn lines(
        &mut self,
        course: Course,
        position: &R::Position,
        left: u16,
        line: &mut Vec<R::Move>,
        found: &mut Vec<Vec<R::Move>>,
    ) -> Result<bool, Stopped> {
        let question = self.question(position, left);
        if self.known(question) == Some(false) {
            return Ok(false);
        }
        let mut any = false;
        let moves = self.moves(position);
        for &r#move in &moves {
            let Some(after) = self.step(course, position, r#move, left)? else {
                continue;
            };
            line.push(r#move);
            if left > 1 {
                any |= self.lines(course, &after, left - 1, line, found)?;
            } else if self.ends(course, &after)? {
                self.keep_line()?;
                found.push(line.clone());
                any = true;
            }
            line.pop();
        }
        self.give_back(moves);
        if !any {
            self.learn(question, false);
        }
        Ok(any)
    }

    /// Whether the last half-move reaches the goal or, at the end of a self series, forces it.
    pub(super) fn ends(&mut self, course: Course, after: &R::Position) -> Result<bool, Stopped> {
        if course != Course::Series(SeriesEnd::SelfPlay) {
            return Ok(self.reached(after));
        }
        let replies = self.moves(after);
        let mut all = !replies.is_empty();
        for &reply in &replies {
            let next = self.after(after, reply)?;
            all &= self.reached(&next);
            if !all {
                break;
            }
        }
        self.give_back(replies);
        Ok(all)
    }
}
