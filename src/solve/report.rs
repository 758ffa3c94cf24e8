//! What was found about a problem, for machines.

use super::words::{line, word};
use super::{Continuation, Found, Key, Problem, Reply, Solution};
use crate::notation::letters::Letters;
use crate::rules::Rules;
use crate::schema::problem::{Dual, Report, Short, TreeKey, TreeLine, TreeMove, Try as TryReport};

/// Puts what was found into the words of the JSON report.
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
        path: Vec::new(),
        duals: Vec::new(),
    };
    let position = &problem.position;
    let mut report = Report {
        verdict: solution.verdict().to_string(),
        ..Report::default()
    };
    let mut passed = position.clone();
    let asked = problem.stipulation.set_play();
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
            if asked && rules.pass(&mut passed) {
                report.set = clerk.replies(&passed, set_play);
            }
        }
        Found::Lines {
            solutions,
            short,
            set_play,
        } => {
            let written =
                |from: &R::Position, moves: &[R::Move]| line(rules, problem, from, moves, letters);
            report.solutions = solutions
                .iter()
                .map(|line| written(position, line))
                .collect();
            report.short = short
                .iter()
                .map(|line| Short::Line {
                    half_moves: line.len(),
                    solution: written(position, line),
                })
                .collect();
            if asked && rules.pass(&mut passed) {
                report.set_solutions = set_play.iter().map(|line| written(&passed, line)).collect();
            }
        }
    }
    report
}

/// Writes the tree of forced play and collects the duals in it.
#[derive(Debug)]
struct Clerk<'a, R> {
    rules: &'a R,
    letters: &'a Letters,
    path: Vec<String>,
    duals: Vec<Dual>,
}

impl<R: Rules> Clerk<'_, R> {
    fn step(&self, position: &R::Position, r#move: R::Move) -> (String, R::Position) {
        let mut after = position.clone();
        self.rules.play(&mut after, r#move);
        (word(self.rules, position, r#move, self.letters), after)
    }

    fn key(&mut self, position: &R::Position, key: &Key<R::Move>) -> TreeKey {
        let (word, after) = self.step(position, key.r#move);
        self.path.push(word.clone());
        let lines = self.replies(&after, &key.replies);
        self.path.pop();
        TreeKey { key: word, lines }
    }

    fn replies(&mut self, position: &R::Position, replies: &[Reply<R::Move>]) -> Vec<TreeLine> {
        replies
            .iter()
            .map(|reply| {
                let (word, after) = self.step(position, reply.r#move);
                self.path.push(word.clone());
                let then = self.continuations(&after, &reply.then);
                self.path.pop();
                TreeLine { reply: word, then }
            })
            .collect()
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
