//! What was found about a problem, for people: lines as the problem literature prints them.

use super::words::{line, word};
use super::{Continuation, Found, Key, Problem, Reply, Solution};
use crate::notation::letters::Letters;
use crate::rules::Rules;
use std::fmt::Write;

/// Blanks before each deeper line.
const INDENT: usize = 3;

/// Writes what was found as a score, a line of play a line.
#[must_use]
pub fn score<R: Rules>(
    rules: &R,
    problem: &Problem<R::Position>,
    solution: &Solution<R::Move>,
    letters: &Letters,
) -> String {
    let mut scribe = Scribe {
        rules,
        letters,
        out: String::new(),
    };
    let position = &problem.position;
    let mut passed = position.clone();
    let set_begins = problem.stipulation.set_play() && rules.pass(&mut passed);
    match &solution.found {
        Found::Forced {
            keys,
            tries,
            set_play,
            moves,
        } => {
            if set_begins {
                scribe.heading("Set play");
                scribe.replies(&passed, set_play, 1, 1);
            }
            for found in tries {
                let (tried, after) = scribe.step(position, found.r#move);
                let (refutation, _) = scribe.step(&after, found.refutation);
                scribe.line(0, &format!("1.{tried}? {refutation}!"));
            }
            for key in keys {
                scribe.key(position, key, *moves);
            }
        }
        Found::Lines {
            solutions,
            short,
            set_play,
        } => {
            let mut written = |from: &R::Position, lines: &[Vec<R::Move>]| {
                for moves in lines {
                    scribe.line(0, &line(rules, problem, from, moves, letters));
                }
            };
            if set_begins {
                written(&passed, set_play);
            }
            written(position, short);
            written(position, solutions);
        }
    }
    scribe.out
}

/// Writes the tree of forced play.
#[derive(Debug)]
struct Scribe<'a, R> {
    rules: &'a R,
    letters: &'a Letters,
    out: String,
}

impl<R: Rules> Scribe<'_, R> {
    fn step(&self, position: &R::Position, r#move: R::Move) -> (String, R::Position) {
        let mut after = position.clone();
        self.rules.play(&mut after, r#move);
        (word(self.rules, position, r#move, self.letters), after)
    }

    fn heading(&mut self, words: &str) {
        self.line(0, words);
    }

    fn line(&mut self, depth: usize, words: &str) {
        let indent = depth * INDENT;
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "{:indent$}{words}", "");
    }

    fn key(&mut self, position: &R::Position, key: &Key<R::Move>, moves: u8) {
        let (word, after) = self.step(position, key.r#move);
        let short = if key.within < moves {
            format!(" (short: in {})", key.within)
        } else {
            String::new()
        };
        let mut passed = after.clone();
        let remark = if key.replies.is_empty() {
            String::new()
        } else if key.threats.is_empty() {
            if self.rules.pass(&mut passed) {
                " (zugzwang)".to_owned()
            } else {
                String::new()
            }
        } else {
            self.rules.pass(&mut passed);
            let threats = key.threats.iter().map(|&r#move| {
                let (word, _) = self.step(&passed, r#move);
                format!("2.{word}")
            });
            format!(" (threat {})", threats.collect::<Vec<_>>().join(", "))
        };
        self.line(0, &format!("1.{word}!{short}{remark}"));
        self.replies(&after, &key.replies, 1, 1);
    }

    /// Writes what follows move `number` of the side that forces.
    fn replies(
        &mut self,
        position: &R::Position,
        replies: &[Reply<R::Move>],
        number: usize,
        depth: usize,
    ) {
        for reply in replies {
            let (word, after) = self.step(position, reply.r#move);
            match &reply.then[..] {
                [] => self.line(depth, &format!("{number}...{word}")),
                then => {
                    for Continuation { r#move, replies } in then {
                        let (next, beyond) = self.step(&after, *r#move);
                        let line = format!("{number}...{word} {}.{next}", number + 1);
                        self.line(depth, &line);
                        self.replies(&beyond, replies, number + 1, depth + 1);
                    }
                }
            }
        }
    }
}
