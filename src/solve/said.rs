//! What a printed solution says beside its moves, held against the truth: set play, threats, `1...~ 2.Rxa7#`, numbers of
//! solutions.
//!
//! What can be checked is checked; of the rest it is said that it was not verified.

use super::budget::Stopped;
use super::flaw::{Flaw, FlawKind};
use super::force::Force;
use super::printed::{Ply, Printed};
use super::remark::{Count, Man, Moves, Place, Remark, claims_something, tokens};
use super::set_play::SetPlay;
use super::worker::Worker;
use super::{Found, Problem, Solution, Way};
use crate::notation::letters::Letters;
use crate::record::{Comment, Tree};
use crate::rules::Rules;

/// Judges what is said.
pub(super) struct Said<'a, 'w, R: Rules> {
    pub(super) worker: Worker<'w, R>,
    pub(super) problem: &'a Problem<R::Position>,
    pub(super) solution: &'a Solution<R::Move>,
    pub(super) letters: &'a Letters,
    pub(super) printed: &'a Printed<R::Position, R::Move>,
    pub(super) flaws: &'a mut Vec<Flaw<R::Move>>,
}

impl<R: Rules> Said<'_, '_, R> {
    /// Judges what stands before the moves of `tree` and after each.
    pub(super) fn all(&mut self, before: &[Comment], tree: &Tree) -> Result<(), Stopped> {
        self.before(before)?;
        for id in tree.ids() {
            let node = tree.node(id);
            if node.before.is_empty() && node.after.is_empty() {
                continue;
            }
            self.after(&node.before, None)?;
            self.after(&node.after, self.printed.of(id))?;
        }
        Ok(())
    }

    /// Judges what stands before the moves: set play, numbers of solutions.
    fn before(&mut self, comments: &[Comment]) -> Result<(), Stopped> {
        let mut set_play = SetPlay::new(self.problem, self.solution, self.letters);
        for comment in comments {
            let tokens = tokens(&comment.text);
            if !claims_something(comment, &tokens) {
                continue;
            }
            match (Count::read(&comment.text), &self.solution.found) {
                (Some(count), Found::Lines { solutions, .. }) => {
                    let found = count.fault(solutions);
                    // What the search did not come to may make it hold.
                    if let (Some(found), None) = (found, self.solution.stopped) {
                        let words = in_one_line(&comment.text);
                        let flaw = FlawKind::WrongCount { words, found };
                        self.flaws.push(flaw.at_words(comment.span));
                    }
                }
                _ => set_play.read(&mut self.worker, comment, &tokens, self.flaws)?,
            }
        }
        set_play.finish(self.flaws);
        Ok(())
    }

    /// Judges what stands after a printed move.
    fn after(&mut self, comments: &[Comment], ply: Option<usize>) -> Result<(), Stopped> {
        for comment in comments {
            if !claims_something(comment, &tokens(&comment.text)) {
                continue;
            }
            let holds = match ply {
                Some(ply) => self.holds(&comment.text, ply)?,
                None => false,
            };
            let words = in_one_line(&comment.text);
            let flaw = FlawKind::Unverified { words }.at_words(comment.span);
            if !holds && !self.flaws.contains(&flaw) {
                self.flaws.push(flaw);
            }
        }
        Ok(())
    }

    /// Whether a remark after a move of the side that forces is understood and true.
    fn holds(&mut self, text: &str, ply: usize) -> Result<bool, Stopped> {
        let ply = &self.printed.plies[ply];
        let Way::Forced(force, moves) = Way::of(self.problem.stipulation.play()) else {
            return Ok(false);
        };
        let left = usize::from(moves).saturating_sub(ply.made / 2) as u8;
        if ply.made.is_multiple_of(2) || left <= 1 {
            return Ok(false);
        }
        match Remark::read(text, Place::after(ply.made)) {
            Some(Remark::Zugzwang) => Ok(self.worker.threats(force, &ply.after, left)?.is_empty()),
            Some(Remark::Threat(words)) => self.threatened(force, ply, left, &words),
            Some(Remark::Any { man, answer }) => self.answered(force, ply, left, man, &answer),
            None => Ok(false),
        }
    }

    fn threatened(
        &mut self,
        force: Force,
        ply: &Ply<R::Position, R::Move>,
        left: u8,
        words: &Moves<'_>,
    ) -> Result<bool, Stopped> {
        let rules = self.worker.shared.rules;
        let mut passed = ply.after.clone();
        if !rules.pass(&mut passed) {
            return Ok(false);
        }
        let threats = self.worker.threats(force, &ply.after, left)?;
        let moves = words.exact(rules, &passed, self.letters);
        Ok(moves.is_ok_and(|moves| moves.iter().all(|r#move| threats.contains(r#move))))
    }

    /// Whether `words` answers each reply, by `man` if one is named, whose answer is not printed.
    fn answered(
        &mut self,
        force: Force,
        ply: &Ply<R::Position, R::Move>,
        left: u8,
        man: Man<'_>,
        words: &Moves<'_>,
    ) -> Result<bool, Stopped> {
        let rules = self.worker.shared.rules;
        let mut some = false;
        for reply in self.worker.moves(&ply.after) {
            let printed = ply.then.iter().map(|&place| &self.printed.plies[place]);
            let answered = |ply: &Ply<_, _>| ply.r#move == reply && !ply.then.is_empty();
            let his = man.moves(rules, &ply.after, reply, self.letters);
            if !his || printed.into_iter().any(answered) {
                continue;
            }
            let next = self.worker.after(&ply.after, reply)?;
            let Ok(answers) = words.exact(rules, &next, self.letters) else {
                return Ok(false);
            };
            for answer in answers {
                let after = self.worker.after(&next, answer)?;
                if !self.worker.attains(force, &after, left - 1)? {
                    return Ok(false);
                }
            }
            some = true;
        }
        Ok(some)
    }
}

/// Words without line ends and doubled blanks.
pub(super) fn in_one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
