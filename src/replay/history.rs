//! What the history of a game calls for: repetitions, moves without capture or pawn move, dead positions.

use super::walk::Played;
use crate::rules::{Footprint, Rules};

/// A remark that the history of a game calls for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HistoryRemark {
    /// The position occurs for the third or fifth time.
    Repetition(usize),
    /// So many moves of both sides without capture or pawn move.
    MoveCount(u32),
    /// Neither side can mate.
    Dead,
}

/// Plies looked back for repetitions; a capture or a whole game is much nearer.
pub(super) const REPETITION_REACH: usize = 4_000;

/// What was played since the last move that cannot be taken back, and what has been said of it. Cleared and used again,
/// never freed.
///
/// Most runs of such moves end before a position can have come again, and that is seen from the moves alone: so
/// positions are only made, and given keys, where one seems to stand for the third time.
#[derive(Debug)]
pub(super) struct History<R: Rules> {
    /// Whether repetitions are noted at all.
    repeats: bool,
    /// Where `moves` begin.
    anchor: R::Position,
    /// The moves up to the position now on the board.
    moves: Vec<R::Move>,
    /// Where in them the run begins.
    run: usize,
    /// What the moves of the run left: of the side that is to move next, and of the other.
    left: [u64; 2],
    /// How many times in a run, by where it begins, both sides went to what they had left before.
    returns: (usize, usize),
    /// The repetition keys of the positions of the run, oldest first, from when they matter. Then no moves are kept.
    keys: Vec<u64>,
    /// A bit for each of them: one that is not there need not be looked for.
    marks: Marks,
    said: [bool; 5],
}

/// A set of keys that may seem to hold some that it does not.
#[derive(Debug, Default)]
struct Marks([u64; 16]);

impl Marks {
    /// Adds a key; whether it may have been there.
    fn insert(&mut self, key: u64) -> bool {
        let word = &mut self.0[(key / 64 % 16) as usize];
        let mark = 1 << (key % 64);
        let was_there = *word & mark != 0;
        *word |= mark;
        was_there
    }
}

/// Each time that a position stands again, the last move of either side was a return.
const RETURNS: usize = 2;

/// Moves after which keys are made whatever they were, so that the list stays short.
const MOST: usize = 1024;

impl<R: Rules> History<R> {
    /// The history of a game that has not begun.
    pub(super) fn new(rules: &R, start: &R::Position) -> Self {
        let mut history = Self {
            repeats: false,
            anchor: start.clone(),
            moves: Vec::new(),
            run: 0,
            left: [0; 2],
            returns: (0, 0),
            keys: Vec::new(),
            marks: Marks::default(),
            said: [false; 5],
        };
        history.begin(rules, start);
        history
    }

    /// Forgets the game before.
    pub(super) fn begin(&mut self, rules: &R, start: &R::Position) {
        self.repeats = rules.repetition_key(start).is_some();
        self.begin_run(start);
        // One endless record does not hold memory for all later ones.
        self.keys.shrink_to(MOST);
        self.said = [false, false, false, false, rules.is_dead(start)];
    }

    fn begin_run(&mut self, at: &R::Position) {
        self.anchor.clone_from(at);
        self.keys.clear();
        self.moves.clear();
        self.run = 0;
        self.left = [0; 2];
        self.returns = (0, 0);
    }

    /// Takes in what was played and the position after it, and says the first remark that this calls for; each remark comes
    /// once a game.
    ///
    /// Always inlined, as it mostly does less than a call.
    #[inline(always)]
    pub(super) fn after(
        &mut self,
        rules: &R,
        played: Played<R::Move>,
        after: &R::Position,
    ) -> Option<HistoryRemark> {
        if !self.repeats {
            return None;
        }
        let clock = rules.half_move_clock(after);
        // Nothing from before a capture or pawn move comes again.
        let fresh = clock == Some(0);
        let mut times = 1;
        match played {
            Played::Move(r#move) if self.keys.is_empty() => {
                self.moves.push(r#move);
                let Footprint { left, reached, .. } = rules.footprint(r#move);
                // Without a branch: one ply of two or three begins a run, and none knows which.
                let kept = u64::from(fresh).wrapping_sub(1);
                let [mine, others] = self.left.map(|left| left & kept);
                self.left = [others, mine | left & kept];
                self.run = if fresh { self.moves.len() } else { self.run };
                if (mine & reached != 0) | (self.moves.len() >= MOST) && self.may_be_third(rules) {
                    self.give_keys(rules);
                    times = self.times();
                }
            }
            Played::Move(_) | Played::Pass => times = self.next_key(rules, fresh, after),
        }
        let clock = clock.unwrap_or_default();
        let dead = rules.is_dead(after) && fresh && !self.said[4];
        if (times >= 3) | (clock >= 100) | dead {
            return self.news(times, clock, dead);
        }
        None
    }

    /// Whether the position after the last move, which returned to what was left, may stand for the third time; also when
    /// there are many moves.
    #[cold]
    fn may_be_third(&mut self, rules: &R) -> bool {
        if self.moves.len() >= MOST {
            return true;
        }
        if !self.both_returned(rules) {
            return false;
        }
        let returns = match self.returns {
            (run, returns) if run == self.run => returns + 1,
            _ => 1,
        };
        self.returns = (self.run, returns);
        if returns < RETURNS {
            return false;
        }
        let back = self.moves[self.run..].iter().rev();
        let signs = back.scan(0, |sum, &r#move| {
            *sum ^= rules.footprint(r#move).sign;
            Some(*sum)
        });
        signs.filter(|&sum| sum == 0).nth(1).is_some()
    }

    /// Whether the move before the last returned too.
    fn both_returned(&self, rules: &R) -> bool {
        let mut back = self.moves[self.run..].iter().rev().skip(1).step_by(2);
        let reached = back.next().map(|&last| rules.footprint(last).reached);
        reached.is_some_and(|to| back.any(|&earlier| rules.footprint(earlier).left & to != 0))
    }

    /// Makes the positions of the run anew, for their keys.
    #[cold]
    fn give_keys(&mut self, rules: &R) {
        self.marks = Marks::default();
        let mut position = self.anchor.clone();
        let moves = std::mem::take(&mut self.moves);
        for (i, &r#move) in moves.iter().enumerate() {
            if i >= self.run {
                self.push_key(rules, &position);
            }
            rules.play(&mut position, r#move);
        }
        self.push_key(rules, &position);
        self.moves = moves;
        self.moves.clear();
    }

    /// Adds the key of a position; whether it may have stood before.
    fn push_key(&mut self, rules: &R, position: &R::Position) -> bool {
        let key = rules.repetition_key(position).unwrap_or_default();
        self.keys.push(key);
        self.marks.insert(key)
    }

    /// Goes on with keys, or begins with them: what a null move does is not seen from the moves.
    #[inline(never)]
    fn next_key(&mut self, rules: &R, fresh: bool, after: &R::Position) -> usize {
        if fresh {
            self.begin_run(after);
            return 1;
        }
        if self.keys.is_empty() {
            self.give_keys(rules);
        }
        if self.push_key(rules, after) {
            self.times()
        } else {
            1
        }
    }

    /// How often the last position has stood, with the same side to move, now included. A list is looked through faster
    /// than a table is kept, since it begins anew with each capture and pawn move.
    fn times(&self) -> usize {
        let same_side = self.keys.iter().rev().take(1 + REPETITION_REACH).step_by(2);
        same_side
            .filter(|&&earlier| Some(&earlier) == self.keys.last())
            .count()
    }

    /// The first remark that is due and has not been made.
    #[cold]
    fn news(&mut self, times: usize, clock: u32, dead: bool) -> Option<HistoryRemark> {
        let due = [
            (times >= 3, HistoryRemark::Repetition(3)),
            (times >= 5, HistoryRemark::Repetition(5)),
            (clock >= 100, HistoryRemark::MoveCount(50)),
            (clock >= 150, HistoryRemark::MoveCount(75)),
            (dead, HistoryRemark::Dead),
        ];
        let news = due
            .into_iter()
            .zip(&mut self.said)
            .find(|((due, _), said)| *due && !**said);
        news.map(|((_, remark), said)| {
            *said = true;
            remark
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{History, HistoryRemark, MOST};
    use crate::replay::walk::Played;
    use crate::rules::chess::{Board, Chess, Move, MoveKind};
    use crate::rules::{RuleSet, Rules};
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn chess() -> Chess {
        match RuleSet::default() {
            RuleSet::Chess(rules) => rules,
            other => panic!("chess is the usual rule set, not {other:?}"),
        }
    }

    /// The move that undoes `last`, where the same side may make it, else one by number.
    fn choose(moves: &[Move], last: Option<Move>, choice: u16) -> Move {
        let back = last.and_then(|last| {
            moves
                .iter()
                .find(|next| (next.from, next.to) == (last.to, last.from))
        });
        match back {
            Some(&back) if choice.is_multiple_of(4) || choice.is_multiple_of(3) => back,
            _ => moves[usize::from(choice) % moves.len()],
        }
    }

    /// Plays random moves, some of them null moves, and gives the remarks on repetitions, by ply, of a history and of a
    /// count of all positions; and how many moves the history kept at most.
    fn both(fen: &str, choices: &[u16]) -> ([Vec<(usize, usize)>; 2], usize) {
        let rules = chess();
        let mut position: Board = rules
            .read_position(fen, &mut Vec::new())
            .expect("a position");
        let mut history = History::new(&rules, &position);
        let mut counts = HashMap::from([(rules.repetition_key(&position), 1)]);
        let mut found = [Vec::new(), Vec::new()];
        let mut said = [false; 2];
        let mut last = [None, None];
        let (mut moves, mut kept) = (Vec::new(), 0);
        for (ply, &choice) in choices.iter().enumerate() {
            rules.legal_moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            let played = if choice % 97 == 0 && rules.pass(&mut position) {
                Played::Pass
            } else {
                let r#move = choose(&moves, last[ply % 2], choice);
                last[ply % 2] = (r#move.kind == MoveKind::Plain).then_some(r#move);
                rules.play(&mut position, r#move);
                Played::Move(r#move)
            };
            if let Some(HistoryRemark::Repetition(times)) = history.after(&rules, played, &position)
            {
                found[0].push((ply, times));
            }
            kept = kept.max(history.moves.len());
            let count = counts.entry(rules.repetition_key(&position)).or_insert(0);
            *count += 1;
            for (said, due) in said.iter_mut().zip([3, 5]) {
                if *count >= due && !*said {
                    *said = true;
                    found[1].push((ply, due));
                    break;
                }
            }
        }
        (found, kept)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn repetitions_are_those_of_a_count_of_all_positions(
            choices in proptest::collection::vec(any::<u16>(), 40..110),
            start in 0_usize..4,
        ) {
            let fen = [
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                "4k1n1/pppppppp/8/8/8/8/PPPPPPPP/4K1N1 w - - 0 1",
                "4k3/8/8/8/1Pp5/8/8/N3K1N1 b - b3 0 1",
            ][start];
            let ([found, counted], _) = both(fen, &choices);
            prop_assert_eq!(found, counted);
        }
    }

    #[test]
    fn a_long_run_without_returns_is_not_kept_for_ever() {
        // Never back by choice, and never a null move: bishops that cannot meet wander far before all stands as it stood.
        let kept = (0..16).map(|walk: u32| {
            let choices: Vec<u16> = (walk << 20..)
                .map(|step: u32| (step.wrapping_mul(2_654_435_761) >> 16) as u16 | 1)
                .filter(|choice| choice % 3 != 0 && choice % 97 != 0)
                .take(2_000)
                .collect();
            let ([found, counted], kept) =
                both("1b1bkb1b/8/8/8/8/8/8/1B1BKB1B w - - 0 1", &choices);
            assert_eq!(found, counted);
            kept
        });
        assert_eq!(kept.max(), Some(MOST - 1));
    }
}
