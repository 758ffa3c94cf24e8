//! What was found about a problem, in the words of the JSON report.

use super::words::{Numbering, line, word};
use super::{Continuation, Found, Key, Problem, Reply, Solution, Stopped};
use crate::notation::letters::Letters;
use crate::rules::Rules;
use crate::schema::problem::{Dual, Report, Short, TreeKey, TreeLine, TreeMove, Try as TryReport};
use std::time::Instant;

/// Puts what was found into words. When the time for the search is up, the rest is left out and that is said.
#[must_use]
pub fn report<R: Rules>(
    rules: &R,
    problem: &Problem<R::Position>,
    solution: &Solution<R::Move>,
    letters: &Letters,
) -> Report {
    let mut clerk = Clerk {
        rules,
        letters,
        until: solution.until,
        late: false,
        path: Vec::new(),
        duals: Vec::new(),
    };
    let position = &problem.position;
    let mut report = Report {
        verdict: solution.verdict().to_string(),
        stopped: solution.stopped.map(Stopped::name),
        ..Report::default()
    };
    let mut passed = position.clone();
    let set_begins = problem.stipulation.set_play() && rules.pass(&mut passed);
    match &solution.found {
        Found::Forced {
            keys,
            tries,
            set_play,
            moves,
        } => {
            report.tree = keys.iter().map(|key| clerk.key(position, key)).collect();
            report.keys = report.tree.iter().map(|key| key.key.clone()).collect();
            report.duals = std::mem::take(&mut clerk.duals);
            let short = keys
                .iter()
                .zip(&report.keys)
                .filter(|(key, _)| key.within < *moves);
            report.short = short
                .map(|(key, word)| Short::Key {
                    within: key.within,
                    key: word.clone(),
                })
                .collect();
            report.tries = tries
                .iter()
                .map(|found| {
                    let (r#try, after) = clerk.step(position, found.r#move);
                    let (refutation, _) = clerk.step(&after, found.refutation);
                    TryReport { r#try, refutation }
                })
                .collect();
            if set_begins {
                report.set = clerk.replies(&passed, set_play);
            }
        }
        Found::Lines {
            solutions,
            short,
            set_play,
        } => {
            let stipulation = problem.stipulation;
            let whole = |line: &Vec<_>| Numbering::of_solution(stipulation, line.len());
            report.solutions = clerk.lines(position, solutions, whole);
            let words = clerk.lines(position, short, whole);
            report.short = short
                .iter()
                .zip(words)
                .map(|(line, solution)| Short::Line {
                    half_moves: line.len(),
                    solution,
                })
                .collect();
            if set_begins {
                let set = |_: &Vec<_>| Numbering::of_set_play(stipulation);
                report.set_solutions = clerk.lines(&passed, set_play, set);
            }
        }
    }
    let stopped = solution.stopped == Some(Stopped::Lines);
    report.unlisted = solution.unlisted || stopped || clerk.late;
    report
}

/// Writes lines and the tree of forced play, and collects the duals in it.
#[derive(Debug)]
struct Clerk<'a, R> {
    rules: &'a R,
    letters: &'a Letters,
    until: Option<Instant>,
    /// Whether something was left out.
    late: bool,
    path: Vec<String>,
    duals: Vec<Dual>,
}

impl<R: Rules> Clerk<'_, R> {
    /// Whether there is time to write more.
    fn has_time(&mut self) -> bool {
        self.late |= self.until.is_some_and(|until| Instant::now() >= until);
        !self.late
    }

    fn lines(
        &mut self,
        position: &R::Position,
        lines: &[Vec<R::Move>],
        numbering: impl Fn(&Vec<R::Move>) -> Numbering,
    ) -> Vec<String> {
        let mut written = Vec::new();
        for moves in lines {
            if !self.has_time() {
                break;
            }
            written.push(line(
                self.rules,
                numbering(moves),
                position,
                moves,
                self.letters,
            ));
        }
        written
    }

    fn step(&self, position: &R::Position, r#move: R::Move) -> (String, R::Position) {
        let mut after = position.clone();
        self.rules.play(&mut after, r#move);
        (word(self.rules, position, r#move, self.letters), after)
    }

    fn key(&mut self, position: &R::Position, key: &Key<R::Move>) -> TreeKey {
        let (word, after) = self.step(position, key.r#move);
        let mut passed = after.clone();
        let passes = !key.replies.is_empty() && self.rules.pass(&mut passed);
        let threats = if passes { key.threats.as_slice() } else { &[] };
        let threats: Vec<String> = threats
            .iter()
            .map(|&threat| self.step(&passed, threat).0)
            .collect();
        self.path.push(word.clone());
        let lines = self.replies(&after, &key.replies);
        self.path.pop();
        TreeKey {
            key: word,
            zugzwang: passes && threats.is_empty(),
            threats,
            lines,
        }
    }

    fn replies(&mut self, position: &R::Position, replies: &[Reply<R::Move>]) -> Vec<TreeLine> {
        let mut lines = Vec::new();
        for reply in replies {
            if !self.has_time() {
                break;
            }
            let (word, after) = self.step(position, reply.r#move);
            self.path.push(word.clone());
            let then = self.continuations(&after, &reply.then);
            self.path.pop();
            lines.push(TreeLine { reply: word, then });
        }
        lines
    }

    fn continuations(
        &mut self,
        position: &R::Position,
        then: &[Continuation<R::Move>],
    ) -> Vec<TreeMove> {
        let steps: Vec<_> = then
            .iter()
            .map(|next| self.step(position, next.r#move))
            .collect();
        if steps.len() > 1 {
            self.duals.push(Dual {
                after: self.path.clone(),
                moves: steps.iter().map(|(word, _)| word.clone()).collect(),
            });
        }
        then.iter()
            .zip(steps)
            .map(|(next, (word, after))| {
                self.path.push(word.clone());
                let lines = self.replies(&after, &next.replies);
                self.path.pop();
                TreeMove {
                    r#move: word,
                    lines,
                }
            })
            .collect()
    }
}
