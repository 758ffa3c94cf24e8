//! Printed forced play held against the truth, move by move.
//!
//! # When a solution is complete
//!
//! The key alone promises no lines: it is a solution in short, and that is said ([`FlawKind::KeyOnly`]). Once a line is
//! printed after a move of the side that forces, every defence to that move which leads to another continuation than
//! those printed after it must be covered: by a line of its own, by a printed threat that works against it, or by `~`
//! with a move that does ([`FlawKind::MissingLine`] otherwise). A defence that is met by a move printed after another
//! one, or by a threat that is not printed, may be left out; the solution is abridged then, and that is said
//! ([`FlawKind::Abridged`]). Defences that end the play themselves, in self play, need not be printed.

use super::budget::Stopped;
use super::flaw::{Flaw, FlawKind};
use super::force::{Force, Refutation};
use super::printed::{Ply, Printed};
use super::remark::{Place, Remark};
use super::worker::Worker;
use crate::notation::letters::Letters;
use crate::record::Tree;
use crate::rules::Rules;

/// Judges printed forced play.
pub(super) struct Judge<'a, 'w, R: Rules> {
    pub(super) worker: Worker<'w, R>,
    pub(super) letters: &'a Letters,
    pub(super) force: Force,
    pub(super) moves: u8,
    pub(super) printed: &'a Printed<R::Position, R::Move>,
    pub(super) tree: &'a Tree,
    pub(super) flaws: &'a mut Vec<Flaw<R::Move>>,
}

impl<R: Rules> Judge<'_, '_, R> {
    /// Judges all of it.
    pub(super) fn all(&mut self) -> Result<(), Stopped> {
        let mut open: Vec<usize> = self.printed.firsts().rev().collect();
        while let Some(place) = open.pop() {
            for reply in self.own_move(place)? {
                open.extend(self.printed.plies[reply].then.iter().rev());
            }
        }
        Ok(())
    }

    /// Judges a move of the side that forces; gives the printed replies after which there is more to judge.
    fn own_move(&mut self, place: usize) -> Result<Vec<usize>, Stopped> {
        let ply = &self.printed.plies[place];
        let made = ply.made / 2;
        let left = usize::from(self.moves).saturating_sub(made) as u8;
        let right = left > 0 && self.worker.attains(self.force, &ply.after, left)?;
        match (right, ply.is_try && made == 0) {
            (true, true) => {
                let line = self.printed.line(place);
                self.flaws.push(FlawKind::SolvingTry { line }.at(ply.word));
            }
            (true, false) => self.replies(place, left)?,
            (false, true) => return self.tried(place, left),
            (false, false) => {
                let line = self.printed.line(place);
                let refutation = self.refutation(&ply.after, left)?;
                let flaw = FlawKind::WrongMove { line, refutation };
                self.flaws.push(flaw.at(ply.word));
                return Ok(Vec::new());
            }
        }
        Ok(ply.then.clone())
    }

    fn refutation(&mut self, after: &R::Position, left: u8) -> Result<Option<R::Move>, Stopped> {
        match self.worker.refutation(self.force, after, left.max(1))? {
            Refutation::By(reply) => Ok(Some(reply)),
            Refutation::None | Refutation::NoReply => Ok(None),
        }
    }

    /// A try: one of the printed replies must refute it, and no other; the rest are judged as after a key.
    fn tried(&mut self, place: usize, left: u8) -> Result<Vec<usize>, Stopped> {
        let ply = &self.printed.plies[place];
        let line = self.printed.line(place);
        let mut fail = Vec::new();
        let mut refuting = Vec::new();
        for &reply in &ply.then {
            let Ply { r#move, then, .. } = &self.printed.plies[reply];
            if self.worker.answers(self.force, &ply.after, *r#move, left)? {
                fail.push(reply);
                continue;
            }
            refuting.push(*r#move);
            // What follows a refutation is not judged.
            for &next in then {
                let node = self.tree.node(self.printed.plies[next].word);
                let words = node.text.clone();
                self.flaws
                    .push(FlawKind::Unverified { words }.at_words(node.span));
            }
        }
        let Some(&first) = refuting.first() else {
            let refutation = self.refutation(&ply.after, left)?;
            let flaw = FlawKind::UnrefutedTry { line, refutation };
            self.flaws.push(flaw.at(ply.word));
            return Ok(fail);
        };
        let mut others = Vec::new();
        for reply in self.worker.moves(&ply.after) {
            if reply != first && !self.worker.answers(self.force, &ply.after, reply, left)? {
                others.push(reply);
            }
        }
        if !others.is_empty() {
            let flaw = FlawKind::ImproperTry { line, others };
            self.flaws.push(flaw.at(ply.word));
        }
        Ok(fail)
    }

    /// The replies to a right move: are all those printed that must be, and do others than the printed answers do?
    fn replies(&mut self, place: usize, left: u8) -> Result<(), Stopped> {
        let ply = &self.printed.plies[place];
        if left <= 1 && self.force == Force::Direct {
            return Ok(());
        }
        let line = self.printed.line(place);
        let remarks = remarks(self.tree, ply);
        let threats = self.worker.threats(self.force, &ply.after, left)?;
        // All that is printed as an answer to some reply, and the threat.
        let replies = ply.then.iter().map(|&reply| &self.printed.plies[reply]);
        let mut known: Vec<R::Move> = replies
            .flat_map(|reply| &reply.then)
            .map(|&answer| self.printed.plies[answer].r#move)
            .collect();
        known.extend(threats);
        // The defences that nothing printed covers, each with its answers and whether a known move is among them.
        let mut uncovered = Vec::new();
        for reply in self.worker.moves(&ply.after) {
            let next = self.worker.after(&ply.after, reply)?;
            if self.force == Force::SelfPlay && self.worker.reached(&next) {
                continue;
            }
            let printed = ply.then.iter().copied();
            let here: Vec<usize> = printed
                .filter(|&place| self.printed.plies[place].r#move == reply)
                .collect();
            let answers: Vec<R::Move> = here
                .iter()
                .flat_map(|&place| &self.printed.plies[place].then)
                .map(|&answer| self.printed.plies[answer].r#move)
                .collect();
            if answers.is_empty() {
                // That a word in their place is no move is told already.
                let broken = here.iter().any(|&place| self.printed.plies[place].broken);
                if broken || self.remarked(&remarks, &ply.after, reply, &next, left)? {
                    continue;
                }
                let best = self.worker.shortest_moves(self.force, &next, left - 1)?;
                let met = here.is_empty() && self.met(&known, &next, left - 1)?;
                uncovered.push((reply, best, met));
            } else if self.met(&answers, &next, left - 1)? {
                let best = self.worker.shortest_moves(self.force, &next, left - 1)?;
                let moves: Vec<_> = best
                    .into_iter()
                    .filter(|best| !answers.contains(best))
                    .collect();
                if let (Some(&at), false) = (here.first(), moves.is_empty()) {
                    let line = self.printed.line(at);
                    let word = self.printed.plies[at].word;
                    self.flaws.push(FlawKind::Dual { line, moves }.at(word));
                }
            }
        }
        if uncovered.is_empty() {
            return Ok(());
        }
        let answered = remarks
            .iter()
            .any(|remark| matches!(remark, Remark::Any { .. }));
        if ply.made == 1 && ply.then.is_empty() && !ply.broken && !answered {
            self.flaws.push(FlawKind::KeyOnly { line }.at(ply.word));
            return Ok(());
        }
        let mut defences = Vec::new();
        for (reply, answers, met) in uncovered {
            if met {
                defences.push(reply);
            } else {
                let mut line = line.clone();
                line.push(reply);
                self.flaws
                    .push(FlawKind::MissingLine { line, answers }.at(ply.word));
            }
        }
        if !defences.is_empty() {
            self.flaws
                .push(FlawKind::Abridged { line, defences }.at(ply.word));
        }
        Ok(())
    }

    /// Whether a reply to the move that led to `before` is met by something that is said after it.
    fn remarked(
        &mut self,
        remarks: &[Remark<'_>],
        before: &R::Position,
        reply: R::Move,
        next: &R::Position,
        left: u8,
    ) -> Result<bool, Stopped> {
        for remark in remarks {
            let words = match remark {
                Remark::Threat(words) => words,
                Remark::Any { man, answer }
                    if man.moves(self.worker.shared.rules, before, reply, self.letters) =>
                {
                    answer
                }
                Remark::Zugzwang | Remark::Any { .. } => continue,
            };
            let moves = words.readings(self.worker.shared.rules, next, self.letters);
            if self.met(&moves, next, left - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether one of some moves, which need not be legal, does it.
    fn met(&mut self, moves: &[R::Move], next: &R::Position, left: u8) -> Result<bool, Stopped> {
        let legal = self.worker.moves(next);
        for r#move in moves.iter().filter(|r#move| legal.contains(r#move)) {
            let after = self.worker.after(next, *r#move)?;
            if self.worker.attains(self.force, &after, left)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// What is said after a move.
fn remarks<'t, P, M>(tree: &'t Tree, ply: &Ply<P, M>) -> Vec<Remark<'t>> {
    let place = Place::after(ply.made);
    let comments = tree.node(ply.word).after.iter();
    comments
        .filter_map(|comment| Remark::read(&comment.text, place))
        .collect()
}
