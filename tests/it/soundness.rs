//! Printed solutions of `fixtures/problems/printed.txt`: what is said of each, and the truth by plain recursion.

use crate::support::{root, run, text};
use scoresheet::notation::CheckMark;
use scoresheet::replay::{Options as ReplayOptions, replay};
use scoresheet::rules::{RuleSet, Rules, Status};
use scoresheet::solve::{Found, Goal, Options, Play, Problem, SeriesEnd, set_up, solve};
use scoresheet::with_rules;
use serde_json::Value;
use std::fmt::Write;

/// A problem with its printed solutions.
struct Printed {
    rules: String,
    /// Position and stipulation.
    head: String,
    cases: Vec<Case>,
}

#[derive(Default)]
struct Case {
    /// Verdict, extent and flaws, as the fixture has them.
    expected: String,
    solution: String,
}

fn problems() -> Vec<Printed> {
    let file = text(&root().join("fixtures/problems/printed.txt"));
    let mut problems: Vec<Printed> = Vec::new();
    for line in file.lines().filter(|line| !line.starts_with("# ")) {
        if let Some(rules) = line.strip_prefix("problem ") {
            problems.push(Printed {
                rules: rules.to_owned(),
                head: String::new(),
                cases: Vec::new(),
            });
            continue;
        }
        let Some(problem) = problems.last_mut() else {
            continue;
        };
        if let Some(expected) = line.strip_prefix("case ") {
            let expected = format!("{expected}\n");
            problem.cases.push(Case {
                expected,
                ..Case::default()
            });
        } else if let (Some(case), Some(flaw)) = (problem.cases.last_mut(), line.strip_prefix("! "))
        {
            writeln!(case.expected, "{flaw}").expect("a string");
        } else if let (Some(case), Some(moves)) =
            (problem.cases.last_mut(), line.strip_prefix("| "))
        {
            writeln!(case.solution, "{moves}").expect("a string");
        } else if !line.is_empty() {
            writeln!(problem.head, "{line}").expect("a string");
        }
    }
    problems
}

/// What the program says, in the words of the fixture.
fn said(report: &Value, input: &str) -> String {
    let extent = if report["complete"] == true {
        "full"
    } else {
        "part"
    };
    let mut out = format!(
        "{} {extent}\n",
        report["verified"].as_str().expect("a word")
    );
    for flaw in report["flaws"].as_array().expect("a list") {
        let found = &flaw["diagnostic"];
        let kind = flaw["kind"].as_str().expect("a word");
        out.push_str(kind);
        let why = found["why"]["kind"].as_str();
        if let Some(why) = why.filter(|why| *why != kind) {
            write!(out, " {why}").expect("a string");
        }
        let offset = |name: &str| found[name].as_u64().expect("a number") as usize;
        let words = &input[offset("offset")..offset("end_offset")];
        let problem = ["#", "‡", "=", "h", "s"]
            .iter()
            .any(|sign| words.starts_with(sign));
        if problem && !words.contains(' ') {
            out.push_str(" -\n");
        } else {
            writeln!(out, " \"{words}\"").expect("a string");
        }
    }
    out
}

#[test]
fn each_printed_solution_gets_its_verdict() {
    let mut failures = String::new();
    let problems = problems();
    assert!(problems.len() > 10, "the fixture is read");
    for problem in &problems {
        for case in &problem.cases {
            let input = format!("{}{}", problem.head, case.solution);
            let rules = problem.rules.as_str();
            let given = [
                "solve", "--verify", "--memory", "1M", "--from", "text", "--rules", rules,
            ];
            let json = [&given[..], &["--format", "json"]].concat();
            let found = run(&json, input.as_bytes());
            // Of twins the first is judged here.
            let first = found.stdout.lines().next().expect("a report");
            let report: Value = serde_json::from_str(first).expect("JSON");
            let said = said(&report, &input);
            let sorted = |text: &str| {
                let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
                lines.sort();
                lines
            };
            if sorted(&said) != sorted(&case.expected) {
                let expected = &case.expected;
                writeln!(failures, "{input}expected {expected}came {said}").expect("a string");
            }
            let sound = case.expected.starts_with("sound");
            assert_eq!(found.status, i32::from(!sound), "{input}");
            let human = run(&given, input.as_bytes());
            assert_eq!(human.status, found.status, "{input}");
            let verdict = human.stdout.lines().next().unwrap_or_default();
            assert_eq!(verdict.contains(": sound"), sound, "{input}");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// The problems of the fixture once more, by plain recursion.
#[test]
fn what_the_solver_finds_a_plain_recursion_finds() {
    for Printed { rules, head, .. } in problems() {
        let set = RuleSet::from_spec(&rules).expect("rules");
        let found = scoresheet::syntax::read_problem(&head);
        let record = found.into_iter().next().expect("a problem");
        let replayed = replay(
            record,
            &head,
            &ReplayOptions {
                rules: Some(set.clone()),
                ..ReplayOptions::default()
            },
        );
        let stipulation = replayed.record.tag("Stipulation").expect("a stipulation");
        let position = replayed.start.as_deref().expect("a position");
        with_rules!(&set, rules => {
            let position = rules.read_position(position, &mut Vec::new()).expect("a position");
            let stipulation = stipulation.parse().expect("a stipulation");
            let problem = set_up(rules, position, stipulation).expect("the right side to move");
            compare(rules, &problem, &head);
        });
    }
}

fn compare<R: Rules>(rules: &R, problem: &Problem<R::Position>, name: &str) {
    let options = Options {
        memory: 1 << 20,
        ..Options::default()
    };
    let found = solve(rules, problem, &options, &|_| ()).found;
    let plain = Plain {
        rules,
        goal: problem.stipulation.goal(),
        forced: false,
    };
    let position = &problem.position;
    match (found, problem.stipulation.play()) {
        (Found::Forced { keys, .. }, Play::Direct(moves) | Play::SelfPlay(moves)) => {
            let own = matches!(problem.stipulation.play(), Play::SelfPlay(_));
            let keys: Vec<_> = keys.iter().map(|key| key.r#move).collect();
            assert_eq!(keys, plain.keys(position, moves.get(), own), "{name}");
        }
        (Found::Lines { solutions, .. }, Play::Help(half_moves)) => {
            let mut lines = Vec::new();
            plain.lines(position, half_moves.get(), 0, &mut Vec::new(), &mut lines);
            assert_eq!(solutions, lines, "{name}");
        }
        (Found::Lines { solutions, .. }, Play::Series(moves, end)) => {
            let mut lines = Vec::new();
            let half_moves = u16::from(moves.get()) + u16::from(end == SeriesEnd::Help);
            let again = u16::from(moves.get()) - 1;
            let plain = Plain {
                forced: end == SeriesEnd::SelfPlay,
                ..plain
            };
            plain.lines(position, half_moves, again, &mut Vec::new(), &mut lines);
            assert_eq!(solutions, lines, "{name}");
        }
        (found, play) => panic!("{name}: {play:?} has {found:?}"),
    }
}

/// A solver that does nothing cleverly.
struct Plain<'a, R> {
    rules: &'a R,
    goal: Goal,
    /// Whether the last half-move of a line has to leave only replies that reach the goal.
    forced: bool,
}

impl<R: Rules> Plain<'_, R> {
    fn moves(&self, position: &R::Position) -> Vec<(R::Move, R::Position)> {
        let mut moves = Vec::new();
        self.rules.legal_moves(position, &mut moves);
        let after = |r#move| {
            let mut after = position.clone();
            self.rules.play(&mut after, r#move);
            (r#move, after)
        };
        moves.into_iter().map(after).collect()
    }

    fn reached(&self, position: &R::Position) -> bool {
        match self.goal {
            Goal::Mate => self.rules.check_mark(position) == CheckMark::Mate,
            Goal::Stalemate => self.rules.status(position) == Status::Stalemate,
        }
    }

    fn ends(&self, position: &R::Position) -> bool {
        if !self.forced {
            return self.reached(position);
        }
        let replies = self.moves(position);
        !replies.is_empty() && replies.iter().all(|(_, next)| self.reached(next))
    }

    /// The moves that force the goal within so many; on the own side in self play.
    fn keys(&self, position: &R::Position, moves: u8, own: bool) -> Vec<R::Move> {
        let forcing = |after: &R::Position| {
            if !own && self.reached(after) {
                return true;
            }
            let replies = self.moves(after);
            (own || moves > 1)
                && !replies.is_empty()
                && replies.iter().all(|(_, next)| {
                    own && self.reached(next)
                        || moves > 1 && !self.keys(next, moves - 1, own).is_empty()
                })
        };
        let all = self.moves(position).into_iter();
        all.filter(|(_, after)| forcing(after))
            .map(|(key, _)| key)
            .collect()
    }

    /// The lines of so many half-moves that reach the goal; the side to move goes on `again` times.
    fn lines(
        &self,
        position: &R::Position,
        left: u16,
        again: u16,
        line: &mut Vec<R::Move>,
        lines: &mut Vec<Vec<R::Move>>,
    ) {
        for (r#move, mut after) in self.moves(position) {
            line.push(r#move);
            if left == 1 {
                if self.ends(&after) {
                    lines.push(line.clone());
                }
            } else if again == 0 || self.rules.pass(&mut after) {
                self.lines(&after, left - 1, again.saturating_sub(1), line, lines);
            }
            line.pop();
        }
    }
}
