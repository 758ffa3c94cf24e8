//! Problems: what a stipulation demands of a position, solved by complete search.
//!
//! [`set_up`] gives the move to the side that begins, [`solve`] finds all that there is to find; [`report()`] and [`score()`]
//! put it into words, for machines and for people. [`verify()`] holds a printed solution against it. The search is exact: the table of positions only remembers what was proven, so that the answer is the same
//! for any size of it and any number of threads. It runs on the threads of the current pool.
//!
//! ```
//! use scoresheet::rules::{Rules, chess::Chess};
//! use scoresheet::solve::{Options, Stipulation, Verdict, set_up, solve};
//!
//! let rules = Chess::default();
//! let position = rules.read_position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", &mut Vec::new()).unwrap();
//! let stipulation: Stipulation = "#2".parse()?;
//! let problem = set_up(&rules, position, stipulation)?;
//! let solution = solve(&rules, &problem, &Options::default(), &|_| ());
//! assert_eq!(solution.verdict(), Verdict::Sound);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod budget;
mod flaw;
mod force;
mod forced;
mod lines;
mod printed;
mod remark;
mod report;
mod said;
mod score;
mod set_play;
mod table;
#[cfg(test)]
mod tests;
mod told;
mod verify;
mod words;
mod worker;

pub use crate::notation::stipulation::{Goal, Play, SeriesEnd, Stipulation, StipulationError};
pub use budget::Stopped;
pub use flaw::{At, Flaw, FlawKind, Weight};
pub use report::report;
pub use score::score;
pub use told::{Told, tell};
pub use verify::verify;
pub use words::word;

use crate::notation::Color;
use crate::rules::Rules;
use budget::Budget;
use force::{Force, Forced};
use lines::Course;
use std::fmt;
use std::time::{Duration, Instant};
use table::Table;
use thiserror::Error;
use worker::Shared;

/// A position with what is demanded of it, the right side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem<P> {
    /// The position from which the play begins.
    pub position: P,
    /// What is demanded.
    pub stipulation: Stipulation,
    /// Whether the position had the other side to move.
    pub turned: bool,
}

/// A position in which the side that must begin cannot have the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{stipulation} begins with {} to move, and cannot: the other side stands in check", side(*.mover))]
pub struct WrongTurn {
    /// What is demanded.
    pub stipulation: Stipulation,
    /// Who should begin.
    pub mover: Color,
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// What a search may cost; `None` is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Lines of play, or moves in the tree of forced play, that are kept and told: a problem has a few, a position at
    /// random may have millions. A search for lines stops there; the keys of forced play are all found.
    pub lines: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            nodes: None,
            time: None,
            lines: 10_000,
        }
    }
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Bytes for the table of positions.
    pub memory: usize,
    /// What it may cost.
    pub limits: Limits,
    /// Whether to look for tries: first moves that only one reply refutes.
    pub tries: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            memory: 64 << 20,
            limits: Limits::default(),
            tries: false,
        }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions looked at.
    pub nodes: u64,
    /// Time since the beginning.
    pub elapsed: Duration,
    /// Parts of the work done.
    pub done: usize,
    /// Parts of the work known so far.
    pub tasks: usize,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// The play.
    pub found: Found<M>,
    /// Why the search ended before its time; what was found until then is right, but not all.
    pub stopped: Option<Stopped>,
    /// Whether there is more forced play after the keys than is kept.
    pub unlisted: bool,
    /// Positions looked at.
    pub nodes: u64,
    /// When the time for it is up.
    pub until: Option<Instant>,
}

/// The play that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found<M> {
    /// Forced play.
    Forced {
        /// The first moves that do what is demanded, and those that do it sooner.
        keys: Vec<Key<M>>,
        /// The first moves that one reply refutes, where they were asked for.
        tries: Vec<Try<M>>,
        /// The play if the other side had to begin, where it was asked for: replies that there is an answer to.
        set_play: Vec<Reply<M>>,
        /// The number of moves demanded.
        moves: u8,
    },
    /// Lines of help play, or of a series.
    Lines {
        /// The lines of the length demanded.
        solutions: Vec<Vec<M>>,
        /// Shorter ones.
        short: Vec<Vec<M>>,
        /// Lines without the first half-move, where they were asked for.
        set_play: Vec<Vec<M>>,
    },
}

/// A first move that forces the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key<M> {
    /// The move.
    pub r#move: M,
    /// Within how few moves it does, itself the first.
    pub within: u8,
    /// What it threatens to play next; nothing where the other side could not pass, or has to fear only its own moves.
    pub threats: Vec<M>,
    /// What the other side may do about it.
    pub replies: Vec<Reply<M>>,
}

/// A move of the side that defends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply<M> {
    /// The move.
    pub r#move: M,
    /// The shortest continuations, all of them: more than one is a dual. None where the reply itself reaches the goal.
    pub then: Vec<Continuation<M>>,
}

/// A move that goes on to force the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continuation<M> {
    /// The move.
    pub r#move: M,
    /// What may follow; nothing where it reaches the goal.
    pub replies: Vec<Reply<M>>,
}

/// A first move that fails by one reply only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Try<M> {
    /// The move.
    pub r#move: M,
    /// The reply.
    pub refutation: M,
}

/// What is to be said about a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// One key. Duals after it are told apart from this.
    Sound,
    /// So many keys, more than one.
    Cook(usize),
    /// So many lines.
    Lines(usize),
    /// The goal can be reached sooner.
    ShortSolution,
    /// Nothing does what is demanded.
    NoSolution,
    /// The search did not come to its end.
    NotFinished,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sound => f.write_str("sound"),
            Self::Cook(keys) => write!(f, "cook ({keys} keys)"),
            Self::Lines(1) => f.write_str("unique solution"),
            Self::Lines(lines) => write!(f, "{lines} solutions"),
            Self::ShortSolution => f.write_str("short solution"),
            Self::NoSolution => f.write_str("no solution"),
            Self::NotFinished => f.write_str("not finished"),
        }
    }
}

impl<M> Solution<M> {
    /// What the search has left of its limits.
    fn limits_left(&self, limits: Limits) -> Limits {
        let left = |until: Instant| until.saturating_duration_since(Instant::now());
        Limits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes)),
            time: self.until.map(left),
            ..limits
        }
    }

    /// What is to be said about the problem.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.stopped.is_some() {
            return Verdict::NotFinished;
        }
        match &self.found {
            Found::Forced { keys, moves, .. } => match keys.len() {
                0 => Verdict::NoSolution,
                _ if keys.iter().any(|key| key.within < *moves) => Verdict::ShortSolution,
                1 => Verdict::Sound,
                several => Verdict::Cook(several),
            },
            Found::Lines {
                solutions, short, ..
            } => match solutions.len() {
                _ if !short.is_empty() => Verdict::ShortSolution,
                0 => Verdict::NoSolution,
                lines => Verdict::Lines(lines),
            },
        }
    }
}

/// Gives the move to the side that the stipulation lets begin.
///
/// # Errors
/// When that side cannot have the move.
pub fn set_up<R: Rules>(
    rules: &R,
    mut position: R::Position,
    stipulation: Stipulation,
) -> Result<Problem<R::Position>, WrongTurn> {
    let mover = stipulation.first_mover();
    let turned = rules.turn(&position) != mover;
    if turned && !rules.pass(&mut position) {
        return Err(WrongTurn { stipulation, mover });
    }
    Ok(Problem {
        position,
        stipulation,
        turned,
    })
}

/// Finds all that there is to find; `tell` hears now and then how far the search has come.
#[must_use]
pub fn solve<R: Rules>(
    rules: &R,
    problem: &Problem<R::Position>,
    options: &Options,
    tell: &(dyn Fn(Progress) + Sync),
) -> Solution<R::Move> {
    let Problem {
        position,
        stipulation,
        ..
    } = problem;
    let table = Table::new(options.memory);
    let budget = Budget::new(options.limits, tell);
    let shared = Shared {
        rules,
        goal: stipulation.goal(),
        table: &table,
        budget: &budget,
    };
    // The position with the other side to move, if its play is wanted and it can have the move.
    let mut passed = position.clone();
    let set = (stipulation.set_play() && rules.pass(&mut passed)).then_some(passed);
    let mut end = Ending::default();
    let found = match Way::of(stipulation.play()) {
        Way::Forced(force, moves) => {
            forced(&shared, force, position, set, moves, options, &mut end)
        }
        Way::Lines(course, half_moves) => {
            lines(&shared, course, position, set, half_moves, &mut end)
        }
    };
    Solution {
        found,
        stopped: end.stopped,
        unlisted: end.unlisted,
        nodes: budget.nodes(),
        until: budget.until(),
    }
}

/// How a play is searched.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// For a first move and answers to all replies, in so many moves.
    Forced(Force, u8),
    /// For lines of so many half-moves.
    Lines(Course, u16),
}

impl Way {
    /// The half-moves that a printed line may have.
    fn half_moves(self) -> usize {
        match self {
            Self::Forced(Force::Direct, moves) => usize::from(2 * u16::from(moves) - 1),
            Self::Forced(Force::SelfPlay, moves) => usize::from(2 * u16::from(moves)),
            Self::Lines(_, half_moves) => usize::from(half_moves),
        }
    }

    /// Whether the same side goes on after so many half-moves.
    fn goes_on(self, made: usize) -> bool {
        match self {
            Self::Forced(..) => false,
            Self::Lines(course, half_moves) => {
                let left = usize::from(half_moves).saturating_sub(made);
                course.goes_on(left as u16 + 1)
            }
        }
    }

    fn of(play: Play) -> Self {
        match play {
            Play::Direct(moves) => Self::Forced(Force::Direct, moves.get()),
            Play::SelfPlay(moves) => Self::Forced(Force::SelfPlay, moves.get()),
            Play::Help(half_moves) => Self::Lines(Course::Help, half_moves.get()),
            Play::Series(moves, end) => {
                let last = u16::from(end == SeriesEnd::Help);
                Self::Lines(Course::Series(end), u16::from(moves.get()) + last)
            }
        }
    }
}

/// How a search came to its end.
#[derive(Clone, Copy, Debug, Default)]
struct Ending {
    stopped: Option<Stopped>,
    unlisted: bool,
}

impl Ending {
    /// Notes why something is missing from the play after a first move, or from a list of lines; the first reason
    /// counts.
    fn search(&mut self, why: Option<Stopped>) {
        self.stopped = self.stopped.or(why);
    }

    /// Notes why something is missing from the play that follows what has been found.
    fn listing(&mut self, why: Option<Stopped>) {
        if why == Some(Stopped::Lines) {
            self.unlisted = true;
        } else {
            self.search(why);
        }
    }
}

fn forced<R: Rules>(
    shared: &Shared<'_, R>,
    force: Force,
    position: &R::Position,
    set: Option<R::Position>,
    moves: u8,
    options: &Options,
    end: &mut Ending,
) -> Found<R::Move> {
    let Forced { keys, tries } = force::solve(shared, force, position, moves, options.tries, end);
    let set_play = set.map_or_else(Vec::new, |position| {
        let (play, why) = force::play_after(shared, force, &position, moves);
        end.listing(why);
        play
    });
    Found::Forced {
        keys,
        tries,
        set_play,
        moves,
    }
}

fn lines<R: Rules>(
    shared: &Shared<'_, R>,
    course: Course,
    position: &R::Position,
    set: Option<R::Position>,
    half_moves: u16,
    end: &mut Ending,
) -> Found<R::Move> {
    let mut keep = |(lines, why): (Vec<Vec<R::Move>>, _)| {
        end.search(why);
        lines
    };
    let search = |half_moves| lines::solve(shared, course, position, half_moves);
    let short = course.shorter(half_moves);
    let short = short.flat_map(|shorter| keep(search(shorter))).collect();
    let solutions = keep(search(half_moves));
    let set_play = set.map_or_else(Vec::new, |position| {
        keep(lines::set_play(shared, course, &position, half_moves))
    });
    Found::Lines {
        solutions,
        short,
        set_play,
    }
}
