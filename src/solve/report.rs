//! What was found about a problem, for machines.

use super::words::{line, word};
use super::{Continuation, Flaw, Found, Key, Problem, Reply, Solution};
use crate::notation::letters::Letters;
use crate::record::Tree;
use crate::rules::Rules;
use crate::schema::problem::{
    Dual, Flaw as FlawReport, Report, Short, TreeKey, TreeLine, TreeMove, Try as TryReport,
};

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

/// Puts a flaw into words; `printed` is the solution in which it was found.
#[must_use]
pub fn flaw_report<R: Rules>(
    rules: &R,
    problem: &Problem<R::Position>,
    flaw: &Flaw<R::Move>,
    printed: &Tree,
    letters: &Letters,
) -> FlawReport {
    let written = |moves: &[R::Move]| line(rules, problem, &problem.position, moves, letters);
    // Each of several moves after the same line, by itself.
    let each = |before: &[R::Move], moves: &[R::Move]| {
        let mut position = problem.position.clone();
        for &r#move in before {
            rules.play(&mut position, r#move);
        }
        let words = moves
            .iter()
            .map(|&r#move| word(rules, &position, r#move, letters));
        words.collect::<Vec<_>>()
    };
    let place = |before: &[R::Move]| {
        if before.is_empty() {
            "at the beginning".to_owned()
        } else {
            format!("after {}", written(before))
        }
    };
    let refuted = |line: &[R::Move], refutation: &Option<R::Move>| match refutation {
        Some(reply) => {
            let moves = each(line, &[*reply]);
            let why = format!("{} refutes it", moves.concat());
            (moves, why)
        }
        None => (
            Vec::new(),
            "there is no reply to it, and the goal is not reached".to_owned(),
        ),
    };
    let (line, moves, message) = match flaw {
        Flaw::Illegal { after, word } => {
            let word = &printed.node(*word).text;
            let message = format!("{word} is no legal move {}", place(after));
            (written(after), vec![word.clone()], message)
        }
        Flaw::Unclear {
            after,
            word,
            readings,
        } => {
            let (word, moves) = (&printed.node(*word).text, each(after, readings));
            let message = format!("{word} may mean {} {}", moves.join(" or "), place(after));
            (written(after), moves, message)
        }
        Flaw::WrongMove { line, refutation } => {
            let (moves, why) = refuted(line, refutation);
            (
                written(line),
                moves,
                format!("{} does not solve: {why}", written(line)),
            )
        }
        Flaw::WrongLine { line } => {
            let message = format!("{} is no solution", written(line));
            (written(line), Vec::new(), message)
        }
        Flaw::SolvingTry { line } => {
            let message = format!("{} is printed as a try, but solves", written(line));
            (written(line), Vec::new(), message)
        }
        Flaw::UnrefutedTry { line, refutation } => {
            let (moves, why) = refuted(line, refutation);
            let message = format!(
                "the refutation of the try {} is missing: {why}",
                written(line)
            );
            (written(line), moves, message)
        }
        Flaw::MissingLine { line, answers } => {
            let moves = each(line, answers);
            let message = format!("{} is missing, with {}", written(line), moves.join(" or "));
            (written(line), moves, message)
        }
        Flaw::Dual { line, moves } => {
            let moves = each(line, moves);
            let message = format!("dual: after {} also {}", written(line), moves.join(" or "));
            (written(line), moves, message)
        }
        Flaw::Cook { line } => {
            let message = format!("cook: {} solves too and is not printed", written(line));
            (written(line), Vec::new(), message)
        }
        Flaw::Short { line } => {
            let message = format!("short solution: {} needs fewer moves", written(line));
            (written(line), Vec::new(), message)
        }
        Flaw::NoSolution => {
            let message = format!("there is no {}", problem.stipulation);
            (String::new(), Vec::new(), message)
        }
        Flaw::Unverified { words } => {
            let message = format!("`{words}` was not verified");
            (String::new(), Vec::new(), message)
        }
        Flaw::WrongSetPlay { words, illegal } => {
            let why = if *illegal {
                "has a word that is no one legal move"
            } else {
                "does not reach the goal in time"
            };
            let message = format!("the set play `{words}` {why}");
            (String::new(), Vec::new(), message)
        }
        Flaw::NotFinished(why) => (String::new(), Vec::new(), format!("not finished: {why}")),
    };
    FlawReport {
        kind: flaw.kind(),
        fatal: flaw.is_fatal(),
        line,
        moves,
        message,
    }
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
