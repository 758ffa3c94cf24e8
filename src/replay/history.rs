//! What the history of a game calls for: repetitions, moves without capture or pawn move, dead positions.

use crate::rules::{Rules, Status};

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

/// The remarks that one ply calls for, at most one of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Remarks([Option<HistoryRemark>; 3]);

impl IntoIterator for Remarks {
    type Item = HistoryRemark;
    type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<HistoryRemark>, 3>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().flatten()
    }
}

/// Plies looked back for repetitions; a capture or a whole game is much nearer.
pub(super) const REPETITION_REACH: usize = 4_000;

/// What was played since the last move that cannot be taken back, and what has been said of it. Cleared and used again,
/// never freed.
///
/// Most runs of such moves end before a position can have come again, and that is seen from the moves alone: so
/// positions are only made, and given keys, where one seems to stand for the third time and its men do not tell all.
#[derive(Debug)]
pub(super) struct History<R: Rules> {
    /// Where `moves` begin.
    anchor: R::Position,
    /// The moves up to the position now on the board, and room for more.
    moves: Vec<R::Move>,
    /// How many moves there are, or one of [`UNKEPT`] and [`UNHEEDED`]: no room is as great.
    count: usize,
    /// Where in them the run begins for which there are `sums`.
    run: usize,
    /// What the men's places come to after each move of the run, where it is long enough to matter, the first being those
    /// that it began with.
    sums: Vec<u64>,
    /// From how many moves on the men and the side to move are known to be all that positions consist of.
    bare: usize,
    /// The repetition keys of the positions of the run, or of more, oldest first, where no moves are kept.
    keys: Vec<u64>,
    /// A bit for each of them, or of the sums: one that is not there need not be looked for.
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

/// A position stands for the third time when so many moves have been played, at the earliest: each side must have gone
/// and come back twice.
const THIRD: u32 = 8;

/// The same where a move may leave the board as it was, such as one that falls back to where it began.
const THIRD_AT_ONCE: usize = 4;

/// Moves that are kept at most.
const MOST: usize = 1024;

/// The count where keys are kept in place of moves.
const UNKEPT: usize = usize::MAX - 1;

/// The count where repetitions are not noted at all.
const UNHEEDED: usize = usize::MAX;

impl<R: Rules> History<R> {
    /// The history of a game that has not begun.
    pub(super) fn new(rules: &R, start: &R::Position) -> Self {
        let mut history = Self {
            anchor: start.clone(),
            moves: Vec::new(),
            count: 0,
            run: 0,
            sums: Vec::new(),
            bare: usize::MAX,
            keys: Vec::new(),
            marks: Marks::default(),
            said: [false; 5],
        };
        history.begin(rules, start);
        history
    }

    /// Forgets the game before.
    pub(super) fn begin(&mut self, rules: &R, start: &R::Position) {
        self.begin_run(start);
        if rules.repetition_key(start).is_none() {
            self.count = UNHEEDED;
        }
        // One endless record does not hold memory for all later ones.
        self.keys.shrink_to(MOST);
        self.said = [false, false, false, false, rules.is_dead(start)];
    }

    fn begin_run(&mut self, at: &R::Position) {
        self.anchor.clone_from(at);
        self.keys.clear();
        self.count = 0;
        self.sums.clear();
        self.bare = usize::MAX;
    }

    /// Takes in a move and the position after it, and says what remarks this calls for; each comes once a game.
    ///
    /// Always inlined, as it mostly does less than a call.
    #[inline(always)]
    pub(super) fn after(
        &mut self,
        rules: &R,
        r#move: R::Move,
        after: &R::Position,
    ) -> Option<Remarks> {
        let clock = rules.half_move_clock(after);
        let Some(next) = self.moves.get_mut(self.count) else {
            return self.without_room(rules, r#move, after);
        };
        *next = r#move;
        self.count += 1;
        if self.is_long(clock) {
            let times = self.long_run(rules, clock, after);
            return self.news_if(rules, after, times, clock);
        }
        // Only a capture or a promotion kills, and either sets the clock back.
        if rules.is_dead(after) && clock == Some(0) {
            return self.news(rules, after, 1, 0);
        }
        None
    }

    /// The same after a null move.
    pub(super) fn after_pass(&mut self, rules: &R, after: &R::Position) -> Option<Remarks> {
        if self.count == UNHEEDED {
            return None;
        }
        let clock = rules.half_move_clock(after);
        let fresh = clock == Some(0);
        let times = self.next_key(rules, fresh, after);
        if fresh {
            return self.news(rules, after, times, 0);
        }
        self.news_if(rules, after, times, clock)
    }

    /// Whether a position may stand for the third time, by the `clock` of half-moves. Only a game in which every move
    /// changes the board has one.
    #[inline(always)]
    fn is_long(&self, clock: Option<u32>) -> bool {
        clock.map_or(self.count >= THIRD_AT_ONCE, |clock| clock >= THIRD)
    }

    /// The same as [`Self::after`] where moves are not kept, or there is no room for one more.
    #[inline(never)]
    fn without_room(&mut self, rules: &R, r#move: R::Move, after: &R::Position) -> Option<Remarks> {
        if self.count == UNHEEDED {
            return None;
        }
        if self.count >= MOST {
            // Then it is nothing but a position.
            return self.after_pass(rules, after);
        }
        let room = (2 * self.count).clamp(16, MOST);
        self.moves.resize(room, r#move);
        self.after(rules, r#move, after)
    }

    /// How often the position `after` the last move has stood, if it may have stood twice before, else 1; by the `clock` of
    /// half-moves.
    #[inline(never)]
    fn long_run(&mut self, rules: &R, clock: Option<u32>, after: &R::Position) -> usize {
        let begin = clock.map_or(0, |clock| self.count.saturating_sub(clock as usize));
        let mut ahead = self.count - 1;
        if self.sums.is_empty() || self.run != begin {
            self.run = begin;
            self.sums.clear();
            self.sums.push(0);
            self.marks = Marks::default();
            self.marks.insert(0);
            ahead = begin;
            if self.bare > self.count && rules.is_bare(after) {
                self.bare = self.count;
            }
        }
        let mut sum = self.sums.last().copied().unwrap_or_default();
        let mut is_new = false;
        for &r#move in &self.moves[ahead..self.count] {
            // What one side's men do is told from what the other's do.
            let side = 32 * (self.sums.len() as u32 % 2);
            sum ^= rules.sign(r#move).rotate_left(side);
            self.sums.push(sum);
            is_new = !self.marks.insert(sum);
        }
        if is_new {
            return 1;
        }
        let same_side = self.sums.iter().rev().step_by(2);
        let times = same_side.filter(|&&earlier| earlier == sum).count();
        if times < 3 {
            return 1;
        }
        let first = self.sums.iter().position(|&earlier| earlier == sum);
        if first.is_some_and(|first| first > 0 && begin + first >= self.bare) {
            return times;
        }
        self.give_keys(rules, begin);
        self.times()
    }

    /// Makes the positions from `begin` on anew, for their keys.
    #[cold]
    fn give_keys(&mut self, rules: &R, begin: usize) {
        self.marks = Marks::default();
        let mut position = self.anchor.clone();
        let moves = std::mem::take(&mut self.moves);
        for (i, &r#move) in moves.iter().take(self.count).enumerate() {
            if i >= begin {
                self.push_key(rules, &position);
            }
            rules.play(&mut position, r#move);
        }
        self.push_key(rules, &position);
        self.moves = moves;
        self.count = UNKEPT;
    }

    /// Adds the key of a position; whether it may have stood before.
    fn push_key(&mut self, rules: &R, position: &R::Position) -> bool {
        let key = rules.repetition_key(position).unwrap_or_default();
        self.keys.push(key);
        self.marks.insert(key)
    }

    /// Goes on with keys, or begins with them: what a null move does is not seen from the moves, and not too many are kept.
    #[inline(never)]
    fn next_key(&mut self, rules: &R, fresh: bool, after: &R::Position) -> usize {
        if fresh {
            self.begin_run(after);
            return 1;
        }
        if self.count != UNKEPT {
            self.give_keys(rules, 0);
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

    /// The remarks that are due and have not been made, where a count calls for one.
    #[inline(always)]
    fn news_if(
        &mut self,
        rules: &R,
        after: &R::Position,
        times: usize,
        clock: Option<u32>,
    ) -> Option<Remarks> {
        let clock = clock.unwrap_or_default();
        if (times >= 3) | (clock >= 100) {
            return self.news(rules, after, times, clock);
        }
        None
    }

    /// The remarks that are due and have not been made. Who mates or is stalemated claims nothing by the clock.
    #[cold]
    fn news(
        &mut self,
        rules: &R,
        after: &R::Position,
        times: usize,
        clock: u32,
    ) -> Option<Remarks> {
        let clock = match clock {
            100.. if rules.status(after) == Status::Ongoing => clock,
            _ => 0,
        };
        // Of one kind the highest count is said, and the lower one need not be any more.
        let mut say = |due: &[(bool, usize, HistoryRemark)]| {
            let due = due.iter().filter(|(due, ..)| *due);
            due.fold(None, |first, &(_, at, remark)| {
                let is_new = !std::mem::replace(&mut self.said[at], true);
                first.or(is_new.then_some(remark))
            })
        };
        let remarks = Remarks([
            say(&[
                (times >= 5, 1, HistoryRemark::Repetition(5)),
                (times >= 3, 0, HistoryRemark::Repetition(3)),
            ]),
            say(&[
                (clock >= 150, 3, HistoryRemark::MoveCount(75)),
                (clock >= 100, 2, HistoryRemark::MoveCount(50)),
            ]),
            say(&[(rules.is_dead(after), 4, HistoryRemark::Dead)]),
        ]);
        (remarks.into_iter().next().is_some()).then_some(remarks)
    }
}

#[cfg(test)]
mod tests {
    use super::{History, HistoryRemark, MOST, UNKEPT};
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
            let remarks = if choice % 97 == 0 && rules.pass(&mut position) {
                history.after_pass(&rules, &position)
            } else {
                let r#move = choose(&moves, last[ply % 2], choice);
                last[ply % 2] = (r#move.kind == MoveKind::Plain).then_some(r#move);
                rules.play(&mut position, r#move);
                history.after(&rules, r#move, &position)
            };
            for remark in remarks.into_iter().flatten() {
                if let HistoryRemark::Repetition(times) = remark {
                    found[0].push((ply, times));
                }
            }
            if history.count < UNKEPT {
                kept = kept.max(history.count);
            }
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
        assert_eq!(kept.max(), Some(MOST));
    }
}
