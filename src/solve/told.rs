//! Flaws in words, for people and for machines.

use super::flaw::{At, Flaw, FlawKind};
use super::words::{Numbering, line, word};
use super::{Problem, Stopped};
use crate::diag::{Diagnostic, Reason};
use crate::notation::letters::Letters;
use crate::record::Tree;
use crate::rules::Rules;
use crate::source::Span;
use serde_json::json;

/// Moves that a message names at most.
const MOST: usize = 12;

/// A flaw in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// The moves up to the place, the move in question included.
    pub line: String,
    /// The word, the refutation, the answers or the duals, by kind.
    pub moves: Vec<String>,
    /// What is wrong and where, as `validate` tells it.
    pub finding: Diagnostic,
}

/// Puts a flaw into words. `tree` is the solution in which it was found, `place` where the problem stands.
#[must_use]
pub fn tell<R: Rules>(
    rules: &R,
    problem: &Problem<R::Position>,
    flaw: &Flaw<R::Move>,
    tree: &Tree,
    place: Span,
    letters: &Letters,
) -> Told {
    let teller = Teller {
        rules,
        problem,
        letters,
    };
    let (line, moves, message) = teller.words(&flaw.kind);
    let finding = match &flaw.kind {
        FlawKind::Word { finding, .. }
        | FlawKind::WrongSetPlay {
            illegal: Some(finding),
            ..
        } => Diagnostic {
            message,
            ..(**finding).clone()
        },
        kind => {
            let span = match flaw.at {
                At::Move(word) => tree.node(word).span,
                At::Words(span) => span,
                At::Problem => place,
            };
            let mut finding = Diagnostic::new(kind.code(), span, message);
            if let At::Move(word) = flaw.at {
                finding.ply = Some(tree.node(word).ply);
                finding.path = tree.path(word);
            }
            finding.help = help(kind).map(str::to_owned);
            finding.why = Some(Reason {
                kind: kind.name(),
                facts: vec![("line", json!(line)), ("moves", json!(moves))],
            });
            finding
        }
    };
    Told {
        line,
        moves,
        finding,
    }
}

/// What to do, where the message does not say it.
const fn help<M>(kind: &FlawKind<M>) -> Option<&'static str> {
    Some(match kind {
        FlawKind::MissingLine { .. } => {
            "print the line, or say `~` of all defences with the same answer"
        }
        FlawKind::KeyOnly { .. } => "print the lines after it to have them verified",
        FlawKind::NotFinished(Stopped::Lines) => "allow more with `--solutions`",
        FlawKind::NotFinished(_) => "allow more with `--limit`",
        _ => return None,
    })
}

/// Writes moves in words.
struct Teller<'a, R: Rules> {
    rules: &'a R,
    problem: &'a Problem<R::Position>,
    letters: &'a Letters,
}

impl<R: Rules> Teller<'_, R> {
    /// Line, moves and message.
    fn words(&self, kind: &FlawKind<R::Move>) -> (String, Vec<String>, String) {
        match kind {
            FlawKind::Word { after, finding } => {
                (self.line(after), Vec::new(), finding.message.clone())
            }
            FlawKind::WrongMove { line, refutation } => {
                let (moves, why) = self.refuted(line, *refutation);
                let written = self.line(line);
                let message = format!("{written} does not solve: {why}");
                (written, moves, message)
            }
            FlawKind::WrongLine { line, right } => {
                let (before, last) = self.last(line);
                let moves = self.each(before, right);
                let place = self.place(before);
                let mut message = format!("{last} is no move of a solution{place}");
                if !moves.is_empty() {
                    message.push_str(&format!(": {} is", listed(&moves)));
                }
                (self.line(line), moves, message)
            }
            FlawKind::BrokenOff { line, next } => {
                let moves = self.each(line, next);
                let written = self.line(line);
                let message = format!("{written} breaks off: {} is missing", listed(&moves));
                (written, moves, message)
            }
            FlawKind::EarlyCheck { line } => {
                let (before, last) = self.last(line);
                let place = self.place(before);
                let message =
                    format!("{last} gives check{place}, and the series has not come to its end");
                (self.line(line), Vec::new(), message)
            }
            FlawKind::SolvingTry { line } => {
                let message = format!("{} is printed as a try, but solves", self.line(line));
                (self.line(line), Vec::new(), message)
            }
            FlawKind::UnrefutedTry { line, refutation } => {
                let (moves, why) = self.refuted(line, *refutation);
                let written = self.line(line);
                let message = format!("the refutation of the try {written} is missing: {why}");
                (written, moves, message)
            }
            FlawKind::ImproperTry { line, others } => {
                let moves = self.each(line, others);
                let (written, others) = (self.line(line), listed(&moves));
                let message = format!("{written} is no proper try: {others} refutes it too");
                (written, moves, message)
            }
            FlawKind::MissingLine { line, answers } => {
                let moves = self.each(line, answers);
                let (written, answers) = (self.line(line), listed(&moves));
                let message = format!("{written} is missing, with {answers}");
                (written, moves, message)
            }
            FlawKind::Abridged { line, defences } => {
                let moves = self.each(line, defences);
                let (written, defences) = (self.line(line), moves.join(", "));
                let message = format!(
                    "abridged: {defences} after {written} not printed; met by a move that is, or by the threat"
                );
                (written, moves, message)
            }
            FlawKind::KeyOnly { line } => {
                let written = self.line(line);
                let message = format!("key only: the lines after {written} are not printed");
                (written, Vec::new(), message)
            }
            FlawKind::Dual { line, moves } => {
                let moves = self.each(line, moves);
                let (written, others) = (self.line(line), listed(&moves));
                let message = format!("dual: after {written} also {others}");
                (written, moves, message)
            }
            FlawKind::Cook { line } => {
                let message = format!("cook: {} solves too and is not printed", self.line(line));
                (self.line(line), Vec::new(), message)
            }
            FlawKind::Short { line } => {
                let written = self.solution(line);
                let message = format!("short solution: {written} needs fewer moves");
                (written, Vec::new(), message)
            }
            FlawKind::MissingSetPlay { line } => {
                let written = self.set_play(line);
                let message = format!("the set play {written} is missing");
                (written, Vec::new(), message)
            }
            FlawKind::NoSetPlay => {
                let message = "the stipulation asks for set play, and there is none";
                (String::new(), Vec::new(), message.to_owned())
            }
            FlawKind::WrongSetPlay { words, illegal } => {
                let why = illegal.as_ref().map_or_else(
                    || "does not reach the goal in time".to_owned(),
                    |finding| format!("has a wrong word: {}", finding.message),
                );
                let message = format!("the set play `{words}` {why}");
                (String::new(), Vec::new(), message)
            }
            FlawKind::WrongCount { words, found } => {
                let message = format!("`{words}` is printed, and there are {found}");
                (String::new(), Vec::new(), message)
            }
            FlawKind::Unverified { words } => {
                let message = format!("`{words}` was not verified");
                (String::new(), Vec::new(), message)
            }
            FlawKind::NoSolution => {
                let message = format!("there is no {}", self.problem.stipulation);
                (String::new(), Vec::new(), message)
            }
            FlawKind::NotFinished(why) => {
                (String::new(), Vec::new(), format!("not finished: {why}"))
            }
        }
    }

    /// A line, or the beginning of one, as the stipulation counts.
    fn line(&self, moves: &[R::Move]) -> String {
        let numbering = Numbering::of(self.problem.stipulation);
        line(
            self.rules,
            numbering,
            &self.problem.position,
            moves,
            self.letters,
        )
    }

    /// A whole line, which may be shorter than demanded.
    fn solution(&self, moves: &[R::Move]) -> String {
        let numbering = Numbering::of_solution(self.problem.stipulation, moves.len());
        line(
            self.rules,
            numbering,
            &self.problem.position,
            moves,
            self.letters,
        )
    }

    fn set_play(&self, moves: &[R::Move]) -> String {
        let numbering = Numbering::of_set_play(self.problem.stipulation);
        let mut passed = self.problem.position.clone();
        self.rules.pass(&mut passed);
        line(self.rules, numbering, &passed, moves, self.letters)
    }

    /// The last move of a line, with its number, and what is before it.
    fn last<'m>(&self, line: &'m [R::Move]) -> (&'m [R::Move], String) {
        let Some((&last, before)) = line.split_last() else {
            return (line, String::new());
        };
        let number = Numbering::of(self.problem.stipulation).number(before.len());
        let name = self.each(before, &[last]).concat();
        (before, format!("{number}{name}"))
    }

    /// Each of several moves after the same line, by itself.
    fn each(&self, before: &[R::Move], moves: &[R::Move]) -> Vec<String> {
        let numbering = Numbering::of(self.problem.stipulation);
        let mut position = self.problem.position.clone();
        for (made, &r#move) in before.iter().enumerate() {
            self.rules.play(&mut position, r#move);
            if numbering.goes_on(made) {
                self.rules.pass(&mut position);
            }
        }
        let words = moves
            .iter()
            .map(|&r#move| word(self.rules, &position, r#move, self.letters));
        words.collect()
    }

    fn place(&self, before: &[R::Move]) -> String {
        if before.is_empty() {
            String::new()
        } else {
            format!(" after {}", self.line(before))
        }
    }

    fn refuted(&self, line: &[R::Move], refutation: Option<R::Move>) -> (Vec<String>, String) {
        match refutation {
            Some(reply) => {
                let moves = self.each(line, &[reply]);
                let why = format!("{} refutes it", moves.concat());
                (moves, why)
            }
            None => {
                let why = "there is no reply to it, and the goal is not reached";
                (Vec::new(), why.to_owned())
            }
        }
    }
}

/// `a or b or c`, so many at most.
fn listed(moves: &[String]) -> String {
    let some = moves.iter().take(MOST).map(String::as_str);
    let mut some: Vec<&str> = some.collect();
    if moves.len() > MOST {
        some.push("others");
    }
    some.join(" or ")
}
