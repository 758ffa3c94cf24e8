//! Forced play: White forces the goal on Black (direct), or forces Black to reach it on White (self).

use super::budget::Stopped;
use super::worker::{Shared, Worker, each};
use super::{Continuation, Ending, Key, Reply, Try};
use crate::rules::Rules;

/// Who is to reach the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Force {
    /// The side that forces.
    Direct,
    /// The side that is forced.
    SelfPlay,
}

/// What a first move is worth.
#[derive(Debug)]
enum Worth<M> {
    /// It forces the goal within so many moves.
    Key(u8),
    /// Only one reply refutes it.
    Try(M),
    /// Nothing.
    Nothing,
}

/// The outcome of a search for forced play.
#[derive(Debug)]
pub(super) struct Forced<M> {
    pub(super) keys: Vec<Key<M>>,
    pub(super) tries: Vec<Try<M>>,
}

/// The first moves that force the goal within `moves`, each with its whole play, and where wanted those that only one
/// reply refutes. What was not finished in time is missing, and the reason is noted.
pub(super) fn solve<R: Rules>(
    shared: &Shared<'_, R>,
    force: Force,
    position: &R::Position,
    moves: u8,
    tries: bool,
    end: &mut Ending,
) -> Forced<R::Move> {
    let mut first = Vec::new();
    shared.rules.legal_moves(position, &mut first);
    let worth = each(shared, first.clone(), |worker, r#move| {
        worker.worth(force, position, r#move, moves, tries)
    });
    let (mut found, mut nearly) = (Vec::new(), Vec::new());
    for (r#move, worth) in first.into_iter().zip(worth) {
        match worth {
            Ok(Worth::Key(within)) => found.push((r#move, within)),
            Ok(Worth::Try(refutation)) => nearly.push(Try { r#move, refutation }),
            Ok(Worth::Nothing) => {}
            Err(why) => end.search(Some(why)),
        }
    }
    let mut keys = Vec::with_capacity(found.len());
    for (r#move, within) in found {
        let mut after = position.clone();
        shared.rules.play(&mut after, r#move);
        let threats = Worker::new(shared).threats(force, &after, within);
        let threats = threats.unwrap_or_else(|why| {
            end.listing(Some(why));
            Vec::new()
        });
        let (replies, why) = play_after(shared, force, &after, within);
        end.listing(why);
        keys.push(Key {
            r#move,
            within,
            threats,
            replies,
        });
    }
    Forced {
        keys,
        tries: nearly,
    }
}

/// What follows each move of the side that defends, with `moves` for the whole, its own included in the last.
pub(super) fn play_after<R: Rules>(
    shared: &Shared<'_, R>,
    force: Force,
    position: &R::Position,
    moves: u8,
) -> (Vec<Reply<R::Move>>, Option<Stopped>) {
    let mut replies = Vec::new();
    shared.rules.legal_moves(position, &mut replies);
    let lines = each(shared, replies, |worker, reply| {
        worker.answer(force, position, reply, moves)
    });
    let mut stopped = None;
    let mut play = Vec::with_capacity(lines.len());
    for line in lines {
        match line {
            Ok(line) => play.extend(line),
            Err(why) => stopped = stopped.or(Some(why)),
        }
    }
    (play, stopped)
}

impl<R: Rules> Worker<'_, R> {
    fn worth(
        &mut self,
        force: Force,
        position: &R::Position,
        r#move: R::Move,
        moves: u8,
        tries: bool,
    ) -> Result<Worth<R::Move>, Stopped> {
        let after = self.after(position, r#move)?;
        for within in 1..=moves {
            if self.attains(force, &after, within)? {
                return Ok(Worth::Key(within));
            }
        }
        if !tries {
            return Ok(Worth::Nothing);
        }
        let mut refutation = None;
        for reply in self.moves(&after) {
            if !self.answers(force, &after, reply, moves)? && refutation.replace(reply).is_some() {
                return Ok(Worth::Nothing);
            }
        }
        Ok(refutation.map_or(Worth::Nothing, Worth::Try))
    }

    /// Whether the move just made reaches the goal within `moves`, itself the first, whatever the other side does.
    pub(super) fn attains(
        &mut self,
        force: Force,
        after: &R::Position,
        moves: u8,
    ) -> Result<bool, Stopped> {
        if force == Force::Direct {
            if self.reached(after) {
                return Ok(true);
            }
            if moves <= 1 {
                return Ok(false);
            }
        }
        self.holds(force, after, moves)
    }

    /// Whether every reply there is, and there must be one, leads to the goal with `moves` for the whole.
    fn holds(&mut self, force: Force, position: &R::Position, moves: u8) -> Result<bool, Stopped> {
        Ok(self.refutation(force, position, moves)? == Refutation::None)
    }

    /// A reply after which the goal cannot be forced.
    pub(super) fn refutation(
        &mut self,
        force: Force,
        position: &R::Position,
        moves: u8,
    ) -> Result<Refutation<R::Move>, Stopped> {
        let mut replies = self.moves(position);
        if replies.is_empty() {
            self.give_back(replies);
            return Ok(Refutation::NoReply);
        }
        // What refuted the move before will often refute this one.
        let slot = usize::from(moves);
        if self.refutations.len() <= slot {
            self.refutations.resize(slot + 1, None);
        }
        if let Some(last) = self.refutations[slot]
            && let Ok(at) = replies.binary_search(&last)
        {
            replies.swap(0, at);
        }
        let mut refutation = Refutation::None;
        for &reply in &replies {
            if !self.answers(force, position, reply, moves)? {
                self.refutations[slot] = Some(reply);
                refutation = Refutation::By(reply);
                break;
            }
        }
        self.give_back(replies);
        Ok(refutation)
    }

    /// Whether a reply leads to the goal all the same.
    pub(super) fn answers(
        &mut self,
        force: Force,
        position: &R::Position,
        reply: R::Move,
        moves: u8,
    ) -> Result<bool, Stopped> {
        let next = self.after(position, reply)?;
        if force == Force::SelfPlay && self.reached(&next) {
            return Ok(true);
        }
        Ok(moves > 1 && self.forces(force, &next, moves - 1)?)
    }

    /// Whether the side to move forces the goal within `moves`.
    pub(super) fn forces(
        &mut self,
        force: Force,
        position: &R::Position,
        moves: u8,
    ) -> Result<bool, Stopped> {
        let question = self.question(position, u16::from(moves));
        if let Some(known) = self.known(question) {
            return Ok(known);
        }
        let found = self.finds(force, position, moves)?;
        self.learn(question, found);
        Ok(found)
    }

    fn finds(&mut self, force: Force, position: &R::Position, moves: u8) -> Result<bool, Stopped> {
        let own = self.moves(position);
        let mut hopes: Vec<(u64, R::Move)> = Vec::new();
        let mut found = false;
        for &r#move in &own {
            let after = self.after(position, r#move)?;
            if force == Force::Direct {
                if self.reached(&after) {
                    found = true;
                    break;
                }
                if moves <= 1 {
                    continue;
                }
            }
            let replies = self.shared.rules.count_legal(&after);
            if replies > 0 {
                hopes.push((replies, r#move));
            }
        }
        self.give_back(own);
        if found {
            return Ok(true);
        }
        // The fewer replies, the sooner a move is proven or refuted.
        hopes.sort_unstable();
        for (_, r#move) in hopes {
            let after = self.after(position, r#move)?;
            if self.holds(force, &after, moves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A reply with the shortest continuations, all of them; `None` where nothing leads to the goal.
    fn answer(
        &mut self,
        force: Force,
        position: &R::Position,
        reply: R::Move,
        moves: u8,
    ) -> Result<Option<Reply<R::Move>>, Stopped> {
        self.keep_line()?;
        let next = self.after(position, reply)?;
        let reached = force == Force::SelfPlay && self.reached(&next);
        let then = if reached {
            Vec::new()
        } else {
            self.shortest(force, &next, moves.saturating_sub(1))?
        };
        Ok((reached || !then.is_empty()).then_some(Reply {
            r#move: reply,
            then,
        }))
    }

    /// The moves that force the goal soonest, within `moves`, with all that follows.
    fn shortest(
        &mut self,
        force: Force,
        position: &R::Position,
        moves: u8,
    ) -> Result<Vec<Continuation<R::Move>>, Stopped> {
        let Some(within) = self.distance(force, position, moves)? else {
            return Ok(Vec::new());
        };
        let mut shortest = Vec::new();
        for r#move in self.forcing(force, position, within)? {
            self.keep_line()?;
            let after = self.after(position, r#move)?;
            let mut replies = Vec::new();
            for reply in self.moves(&after) {
                replies.extend(self.answer(force, &after, reply, within)?);
            }
            shortest.push(Continuation { r#move, replies });
        }
        Ok(shortest)
    }

    /// The moves that force the goal soonest, within `moves`.
    pub(super) fn shortest_moves(
        &mut self,
        force: Force,
        position: &R::Position,
        moves: u8,
    ) -> Result<Vec<R::Move>, Stopped> {
        match self.distance(force, position, moves)? {
            Some(within) => self.forcing(force, position, within),
            None => Ok(Vec::new()),
        }
    }

    /// The moves that force the goal within `moves`.
    fn forcing(
        &mut self,
        force: Force,
        position: &R::Position,
        moves: u8,
    ) -> Result<Vec<R::Move>, Stopped> {
        let mut forcing = Vec::new();
        for r#move in self.moves(position) {
            let after = self.after(position, r#move)?;
            if self.attains(force, &after, moves)? {
                forcing.push(r#move);
            }
        }
        Ok(forcing)
    }

    /// Within how few moves the side to move forces the goal.
    fn distance(
        &mut self,
        force: Force,
        position: &R::Position,
        moves: u8,
    ) -> Result<Option<u8>, Stopped> {
        for within in 1..=moves {
            if self.forces(force, position, within)? {
                return Ok(Some(within));
            }
        }
        Ok(None)
    }

    /// What would follow soonest if the other side could pass; nothing where it cannot.
    pub(super) fn threats(
        &mut self,
        force: Force,
        after: &R::Position,
        moves: u8,
    ) -> Result<Vec<R::Move>, Stopped> {
        let mut passed = after.clone();
        if moves <= 1 || !self.shared.rules.pass(&mut passed) {
            return Ok(Vec::new());
        }
        self.shortest_moves(force, &passed, moves - 1)
    }
}

/// What speaks against a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refutation<M> {
    /// Nothing.
    None,
    /// There is no reply, and the goal is not reached.
    NoReply,
    /// This reply.
    By(M),
}
