//! A printed solution held against the computed one.

use super::budget::{Budget, Stopped};
use super::flaw::{Flaw, FlawKind};
use super::forced::Judge;
use super::printed::{self, Printed};
use super::said::Said;
use super::table::Table;
use super::worker::{Shared, Worker};
use super::{Course, Found, Options, Problem, Solution, Way};
use crate::notation::letters::Letters;
use crate::record::{Comment, Tree};
use crate::rules::Rules;
use std::collections::{BTreeSet, HashSet};

/// Compares the moves of `tree` with what [`solve`](super::solve) found; what that did not spend of its limits may be
/// spent on it. Variations in place of a move are its alternatives: other keys, defences, duals, lines of help play.
/// `letters` are those of the moves, `before` is what stands before them; remarks are read in other letters where the
/// record names none and they fit better. Whatever is printed and cannot be verified is named.
///
/// # When a solution is complete
///
/// - Direct and self play: the key alone is a solution in short, and that is said. Once a line is printed after a move,
///   every defence to it that leads to another continuation than those printed must be covered: by a line, by a printed
///   threat that works against it, or by `~`. Defences that are met by a move printed after another one, or by a threat
///   that is not printed, make the solution abridged, and that is said.
/// - Help play and series: all solutions must be printed, with the set play if the stipulation asks for it, and a printed
///   number of solutions must hold.
#[must_use]
pub fn verify<R: Rules>(
    rules: &R,
    problem: &Problem<R::Position>,
    solution: &Solution<R::Move>,
    tree: &Tree,
    before: &[Comment],
    letters: &Letters,
    options: &Options,
) -> Vec<Flaw<R::Move>> {
    let mut flaws = Vec::new();
    let printed = printed::read(rules, problem, tree, letters, &mut flaws);
    let table = Table::new(options.memory);
    let budget = Budget::new(solution.limits_left(options.limits), &|_| ());
    let shared = Shared {
        rules,
        goal: problem.stipulation.goal(),
        table: &table,
        budget: &budget,
    };
    let judged = match (&solution.found, Way::of(problem.stipulation.play())) {
        (Found::Forced { .. }, Way::Forced(force, moves)) => Judge {
            worker: Worker::new(&shared),
            letters,
            force,
            moves,
            printed: &printed,
            tree,
            flaws: &mut flaws,
        }
        .all(),
        (Found::Lines { solutions, .. }, Way::Lines(course, half_moves)) => {
            let mut lines = Lines {
                worker: Worker::new(&shared),
                course,
                half_moves: usize::from(half_moves),
                solutions,
                printed: &printed,
            };
            lines.judge(&mut flaws)
        }
        // A solution is of the kind that its problem asks for.
        (Found::Forced { .. }, Way::Lines(..)) | (Found::Lines { .. }, Way::Forced(..)) => Ok(()),
    };
    missing(solution, &printed, &mut flaws);
    let remarks = |letters: &Letters| {
        let mut flaws = Vec::new();
        let mut said = Said {
            worker: Worker::new(&shared),
            problem,
            solution,
            letters,
            printed: &printed,
            flaws: &mut flaws,
        };
        let stopped = said.all(before, tree).err();
        (flaws, stopped)
    };
    let mut said = remarks(letters);
    if !names_its_letters(tree) {
        for other in Letters::ALL {
            let (worst, stopped) = (said.0.len(), said.1.is_some());
            if worst == 0 || stopped {
                break;
            }
            let found = remarks(other);
            if found.0.len() < worst && found.1.is_none() {
                said = found;
            }
        }
    }
    let (remarks, said) = said;
    flaws.extend(remarks);
    let stopped = solution.stopped.or(judged.err()).or(said);
    flaws.extend(stopped.map(|why| FlawKind::NotFinished(why).of_problem()));
    flaws
}

/// Whether a record says which letters it is in, as a problem in a text does by the names of the sides. The formats for
/// machines put moves in English, and keep remarks as their author wrote them.
fn names_its_letters(tree: &Tree) -> bool {
    let first = tree.boards.first();
    first.is_some_and(|first| first.board.listed.is_some())
}

/// What was found and is not printed, and what should not be there to find.
fn missing<M: Copy + Ord, P>(
    solution: &Solution<M>,
    printed: &Printed<P, M>,
    flaws: &mut Vec<Flaw<M>>,
) {
    let nothing = match &solution.found {
        Found::Forced { keys, moves, .. } => {
            for key in keys {
                let line = vec![key.r#move];
                let mut firsts = printed.firsts();
                if key.within < *moves {
                    flaws.push(FlawKind::Short { line }.of_problem());
                } else if !firsts.any(|place| printed.plies[place].r#move == key.r#move) {
                    flaws.push(FlawKind::Cook { line }.of_problem());
                }
            }
            keys.is_empty()
        }
        Found::Lines {
            solutions, short, ..
        } => {
            let ends = (0..printed.plies.len()).filter(|&place| printed.plies[place].is_end());
            let whole: BTreeSet<Vec<M>> = ends.map(|place| printed.line(place)).collect();
            let cooks = solutions.iter().filter(|line| !whole.contains(*line));
            flaws.extend(cooks.map(|line| FlawKind::Cook { line: line.clone() }.of_problem()));
            let sooner = short.iter();
            flaws.extend(sooner.map(|line| FlawKind::Short { line: line.clone() }.of_problem()));
            solutions.is_empty() && short.is_empty()
        }
    };
    if nothing && solution.stopped.is_none() {
        flaws.push(FlawKind::NoSolution.of_problem());
    }
}

/// Printed lines of help play, or of a series.
struct Lines<'a, 'w, R: Rules> {
    worker: Worker<'w, R>,
    course: Course,
    half_moves: usize,
    /// All that there are, unless the search was stopped.
    solutions: &'a [Vec<R::Move>],
    printed: &'a Printed<R::Position, R::Move>,
}

impl<R: Rules> Lines<'_, '_, R> {
    /// Finds in each line that is no solution the first move with which it cannot become one.
    fn judge(&mut self, flaws: &mut Vec<Flaw<R::Move>>) -> Result<(), Stopped> {
        let mut sorted: Vec<&[R::Move]> = self.solutions.iter().map(Vec::as_slice).collect();
        sorted.sort_unstable();
        let mut blamed = HashSet::new();
        for place in 0..self.printed.plies.len() {
            let ply = &self.printed.plies[place];
            if !ply.is_end() {
                continue;
            }
            let due = ply.made == self.half_moves;
            if due && self.worker.ends(self.course, &ply.after)? {
                continue;
            }
            let line = self.printed.line(place);
            let same = common(&sorted, &line);
            // The word after the common moves, or the last one of a line that ends too soon.
            let wrong = line.len().min(same + 1);
            let back = line.len() - wrong;
            let at = self.printed.back_from(place, back);
            if !blamed.insert(at.word) {
                continue;
            }
            let next = following(&sorted, &line[..same]);
            let line = line[..wrong].to_vec();
            let kind = if same == line.len() {
                FlawKind::BrokenOff { line, next }
            } else {
                FlawKind::WrongLine { line, right: next }
            };
            flaws.push(kind.at(at.word));
        }
        Ok(())
    }
}

/// How many moves a line has in common with the nearest of sorted lines.
fn common<M: Ord>(sorted: &[&[M]], line: &[M]) -> usize {
    let here = sorted.partition_point(|other| *other < line);
    let near = sorted[here.saturating_sub(1)..].iter().take(2);
    let same = near.map(|other| other.iter().zip(line).take_while(|(a, b)| a == b).count());
    same.max().unwrap_or_default()
}

/// The different moves that follow `line` in sorted lines.
fn following<M: Ord + Copy>(sorted: &[&[M]], line: &[M]) -> Vec<M> {
    let here = sorted.partition_point(|other| *other < line);
    let those = sorted[here..]
        .iter()
        .take_while(|other| other.starts_with(line));
    let mut next: Vec<M> = those
        .filter_map(|other| other.get(line.len()).copied())
        .collect();
    next.dedup();
    next
}
