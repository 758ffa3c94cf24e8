//! The search for corrections of one line: every legal move at every ply up to the fault, words lost, doubled and
//! swapped, and, when no single one of these mends the line, several together in a beam.

use super::attempt::{Attempt, Run, Scope};
use super::line::Line;
use super::op::{Op, Ops, exchanged};
use crate::notation::letters::Letters;
use crate::notation::{Color, Signs, WordForm, in_full, without_marks};
use crate::replay::{Decision, Rest, boards_hold, contradicts, decide};
use crate::rules::{Rules, Status};

/// How much is tried for one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Positions visited at most.
    pub positions: u64,
    /// Corrections taken together at most.
    pub edits: usize,
    /// So many partial corrections are followed further, half as many after each further one.
    pub beam: usize,
}

impl Bounds {
    /// For `repair`: a few tenths of a second at most.
    pub const FULL: Self = Self {
        positions: 600_000,
        edits: 4,
        beam: 48,
    };

    /// For a hint beside a finding: a few milliseconds.
    pub const HINT: Self = Self {
        positions: 20_000,
        edits: 1,
        beam: 1,
    };
}

/// Positions spent at most on one word with several readings.
const PER_AMBIGUITY: u64 = 2_000;

/// Plies before a fault at which a lost pair is looked for where the numbers do not tell.
const PAIR_REACH: usize = 2;

/// Corrections kept of those that mend a line, likeliest first.
const KEPT: usize = 512;

/// Plies played at most to tell the corrections that are kept.
const TOLD: usize = 60_000;

/// Above so many corrections that mend a line the unlikely ones are forgotten.
const CROWD: usize = 4_096;

/// What a search found.
#[derive(Debug)]
pub(super) struct Outcome<R: Rules> {
    /// Attempts that mend the line, or, when there is none, those that get furthest.
    pub(super) attempts: Vec<Attempt<R>>,
    /// All corrections of up to so many words were tried, and those of them that mend the line are here.
    pub(super) tried: usize,
}

/// The ways to add one correction to an attempt.
struct Growth<'g, R: Rules> {
    from: &'g Attempt<R>,
    scope: Scope,
    /// The word at which the attempt stops.
    fault: usize,
    found: &'g mut Vec<Attempt<R>>,
}

/// A search in one line.
#[derive(Debug)]
pub(super) struct Search<'a, R: Rules> {
    pub(super) rules: &'a R,
    pub(super) letters: &'static Letters,
    pub(super) line: &'a Line<'a>,
    left: u64,
    cut: bool,
    readings: Vec<R::Move>,
}

impl<'a, R: Rules> Search<'a, R> {
    pub(super) const fn new(rules: &'a R, letters: &'static Letters, line: &'a Line<'a>) -> Self {
        Self {
            rules,
            letters,
            line,
            left: 0,
            cut: false,
            readings: Vec::new(),
        }
    }

    /// Looks for the corrections under which the line replays from `start` on.
    pub(super) fn run(&mut self, start: &R::Position, bounds: Bounds) -> Outcome<R> {
        self.left = bounds.positions;
        self.cut = false;
        let printed = Attempt {
            ops: Ops::new(),
            size: 0,
            cost: 0,
            dearest: 0,
            reached: 0,
            whole: false,
            position: start.clone(),
            next: 0,
        };
        let kept = KEPT.min(TOLD / self.line.len().max(1)).max(8);
        let mut beam = vec![printed.clone()];
        let mut furthest: Vec<Attempt<R>> = Vec::new();
        let mut tried = 0;
        for round in 0..bounds.edits {
            let scope = if round == 0 {
                Scope::First
            } else {
                Scope::Further
            };
            let mut found = Vec::new();
            for attempt in &beam {
                self.expand(attempt, scope, &mut found);
                if self.left == 0 {
                    break;
                }
            }
            if round == 0 && !self.cut {
                tried = 1;
            }
            let whole = found.iter().filter(|attempt| attempt.whole);
            let mut whole: Vec<_> = whole.cloned().collect();
            if !whole.is_empty() {
                if round > 0
                    && tried == 1
                    && let Some(all) = self.smallest_sets(&printed, &whole)
                {
                    tried = round + 1;
                    whole = all;
                }
                whole.sort_by_key(|attempt| (attempt.size, attempt.cost));
                if whole.len() > kept {
                    tried = 0;
                }
                whole.truncate(kept);
                return Outcome {
                    attempts: whole,
                    tried,
                };
            }
            found.sort_by_cached_key(Attempt::promise);
            found.truncate(bounds.beam >> round);
            furthest.extend(found.iter().cloned());
            if found.is_empty() || self.left == 0 {
                break;
            }
            beam = found;
        }
        furthest.sort_by_key(|attempt| {
            (
                std::cmp::Reverse(attempt.reached),
                attempt.size,
                attempt.cost,
            )
        });
        furthest.truncate(kept);
        Outcome {
            attempts: furthest,
            tried,
        }
    }

    /// Whether the line replays from `start` as it is printed.
    pub(super) fn is_whole(&mut self, start: &R::Position) -> bool {
        self.play(&mut start.clone(), 0).whole
    }

    /// Allows so many positions for what comes.
    pub(super) const fn allow(&mut self, positions: u64) {
        self.left = positions;
        self.cut = false;
    }

    /// How many positions are left; none when something was not tried.
    pub(super) const fn allowed(&self) -> Option<u64> {
        if self.cut { None } else { Some(self.left) }
    }

    /// All ways to add one correction to an attempt, as far as `scope` asks for them.
    pub(super) fn expand(&mut self, from: &Attempt<R>, scope: Scope, found: &mut Vec<Attempt<R>>) {
        let mut position = from.position.clone();
        let fault = self.play(&mut position, from.next).reached;
        let first = from.next.max(fault.saturating_sub(scope.reach()));
        self.cut |= first > from.next;
        let Some(trail) = self.trail(from, first, fault) else {
            return;
        };
        let growth = &mut Growth {
            from,
            scope,
            fault,
            found,
        };
        let last = fault.min(self.line.len().saturating_sub(1));
        let mut moves = Vec::new();
        // The fault first: what is cut is the least likely.
        for at in (first..=last).rev() {
            let Some(before) = trail.get(at - first).cloned() else {
                continue;
            };
            let after = trail.get(at + 1 - first).cloned();
            self.rules.legal_moves(&before, &mut moves);
            for &by in &moves {
                let mut position = before.clone();
                self.rules.play(&mut position, by);
                if after.as_ref() != Some(&position) || at == fault {
                    self.attempt(growth, Op::Replace { at, by }, &before, position.clone());
                }
                self.attempt(growth, Op::Insert { at, by }, &before, position);
            }
            if !scope.is_of_sets() {
                self.pairs(growth, at, &before, &moves);
            }
            self.others(growth, at, &before);
            if self.left == 0 || self.cut && scope.is_of_sets() {
                return;
            }
        }
    }

    /// The positions before the words from `first` to `fault`, and after the last of them where it can be played.
    fn trail(&mut self, from: &Attempt<R>, first: usize, fault: usize) -> Option<Vec<R::Position>> {
        let mut position = from.position.clone();
        let mut trail = Vec::new();
        for at in from.next..=fault {
            if at >= first {
                trail.push(position.clone());
            }
            if at == fault {
                break;
            }
            self.step(&mut position, at)?;
        }
        // The word at the fault may be legal and lead to another board than the printed one.
        if fault < self.line.len() && self.step(&mut position, fault).is_some() {
            trail.push(position);
        }
        Some(trail)
    }

    /// Two plies lost before the word at `at`.
    fn pairs(
        &mut self,
        growth: &mut Growth<'_, R>,
        at: usize,
        before: &R::Position,
        moves: &[R::Move],
    ) {
        let due = self.rules.move_number(before);
        let told = self.line.jumps_before(at, due);
        let untold = growth.fault - at <= PAIR_REACH && self.line.words[at].number.is_none();
        if !(told || untold) {
            return;
        }
        let mut answers = Vec::new();
        for &one in moves {
            let mut between = before.clone();
            self.rules.play(&mut between, one);
            self.rules.legal_moves(&between, &mut answers);
            for &two in &answers {
                let mut position = between.clone();
                self.rules.play(&mut position, two);
                let op = Op::InsertPair { at, by: [one, two] };
                self.attempt(growth, op, before, position);
            }
            if self.left == 0 {
                return;
            }
        }
    }

    /// What needs no new move: words too many, words that changed places, moves after the end.
    fn others(&mut self, growth: &mut Growth<'_, R>, at: usize, before: &R::Position) {
        self.attempt(growth, Op::Delete { at }, before, before.clone());
        if at == 0
            && growth.scope == Scope::First
            && let Some(position) = self.with_colours_exchanged(before.clone())
        {
            self.attempt(growth, Op::Exchange, before, position);
        }
        if let Some((by, position)) = self.split(before.clone(), at) {
            self.attempt(growth, Op::Split { at, by }, before, position);
        }
        if self.line.is_doubled_pair(at) {
            self.attempt(growth, Op::DeletePair { at }, before, before.clone());
        }
        for apart in [1, 2] {
            if let Some(position) = self.swapped(before.clone(), at, apart) {
                self.attempt(growth, Op::Swap { at, apart }, before, position);
            }
        }
        let over = self.rules.status(before) != Status::Ongoing;
        let is_last = || at == growth.fault && self.line.is_reset(at, self.letters);
        if at > 0 && (over || is_last()) {
            self.attempt(growth, Op::Cut { at }, before, before.clone());
        }
    }

    /// The position after all words, those of each number having changed places.
    fn with_colours_exchanged(&mut self, mut position: R::Position) -> Option<R::Position> {
        let line = self.line;
        if line.len() < 4 || self.rules.turn(&position) != Color::White {
            return None;
        }
        for (at, [one, other]) in (0..).step_by(2).zip(line.steps.as_chunks().0) {
            self.step(&mut position, at + 1)?;
            self.step(&mut position, at)?;
            let holds = boards_hold(self.rules, self.letters, &position, other);
            if !holds || !one.boards.is_empty() {
                return None;
            }
        }
        Some(position)
    }

    /// The two moves that a word at `at` may be, and the position after them.
    fn split(&self, mut position: R::Position, at: usize) -> Option<([R::Move; 2], R::Position)> {
        let [first, second] = self.line.words[at].glued?.forms;
        let mut made = |form| {
            let meant = self.rules.resolve(&position, &form, self.letters)?;
            self.rules.play(&mut position, meant);
            Some(meant)
        };
        let by = [made(first)?, made(second)?];
        Some((by, position))
    }

    /// The position after the words from `at` on, of which the first and the one `apart` words on have changed places.
    fn swapped(
        &mut self,
        mut position: R::Position,
        at: usize,
        apart: usize,
    ) -> Option<R::Position> {
        if at + apart >= self.line.len() {
            return None;
        }
        for index in exchanged(at, apart) {
            let form = self.line.steps[index].form;
            let meant = self.rules.resolve(&position, &form, self.letters)?;
            self.rules.play(&mut position, meant);
        }
        Some(position)
    }

    /// Plays on after a correction and keeps it when that is worth it.
    fn attempt(
        &mut self,
        growth: &mut Growth<'_, R>,
        op: Op<R::Move>,
        before: &R::Position,
        after: R::Position,
    ) {
        let next = op.next(self.line);
        let mut position = after.clone();
        // Boards printed after the words that it touches are to show the position that it leads to.
        let touched = match op {
            Op::Exchange => &[],
            _ => &self.line.steps[op.at()..next],
        };
        let hold = |step| boards_hold(self.rules, self.letters, &position, step);
        if !touched.iter().all(hold) {
            return;
        }
        let run = self.play(&mut position, next);
        if !growth.scope.keeps(run, growth.fault) {
            return;
        }
        let from = growth.from;
        let mut ops = from.ops.clone();
        ops.push(op);
        let cost = self.cost(op, before);
        let found = &mut *growth.found;
        found.push(Attempt {
            ops,
            size: from.size + op.size(),
            cost: from.cost + cost,
            dearest: from.dearest.max(cost),
            reached: run.reached,
            whole: run.whole,
            position: after,
            next,
        });
        if found.len() > CROWD {
            self.cut = true;
            found.sort_by_cached_key(Attempt::promise);
            found.truncate(CROWD / 2);
        }
    }

    /// Plays the words from `from` on as they are printed, as far as that is possible and the boards hold.
    fn play(&mut self, position: &mut R::Position, from: usize) -> Run {
        let stopped = |reached| Run {
            reached,
            whole: false,
        };
        let steps = &self.line.steps;
        for (at, step) in steps.iter().enumerate().skip(from) {
            let Some(left) = self.left.checked_sub(1) else {
                self.cut = true;
                return stopped(at);
            };
            self.left = left;
            if self.step(position, at).is_none()
                || !boards_hold(self.rules, self.letters, position, step)
            {
                return stopped(at);
            }
        }
        let proven = self
            .rules
            .status(position)
            .outcome(self.rules.turn(position));
        Run {
            reached: steps.len(),
            whole: !contradicts(proven, self.line.claimed),
        }
    }

    /// Plays the word at `at` as it is printed, if that is possible.
    fn step(&mut self, position: &mut R::Position, at: usize) -> Option<()> {
        if self.line.steps[at].form == WordForm::Null {
            return self.rules.pass(position).then_some(());
        }
        let meant = self.read(position, at)?;
        self.rules.play(position, meant);
        Some(())
    }

    /// The move that the word at `at` means, as a replay reads it.
    pub(super) fn read(&mut self, position: &R::Position, at: usize) -> Option<R::Move> {
        let form = self.line.steps[at].form;
        if let Some(only) = self.rules.resolve(position, &form, self.letters) {
            return Some(only);
        }
        let mut readings = std::mem::take(&mut self.readings);
        self.rules
            .candidates(position, &form, self.letters, &mut readings);
        let chosen = match readings[..] {
            [] => None,
            [only] => Some(only),
            _ => {
                let rest = Rest {
                    steps: &self.line.steps[at..],
                    claimed: self.line.claimed,
                };
                let allowed = PER_AMBIGUITY.min(self.left);
                let mut left = allowed;
                let decision = decide(
                    self.rules,
                    self.letters,
                    position,
                    &readings,
                    rest,
                    &mut left,
                );
                self.left -= allowed - left;
                match decision {
                    Decision::Agrees(only) | Decision::Furthest(only) => Some(only),
                    Decision::Open => None,
                    Decision::TooMany => {
                        self.cut = true;
                        None
                    }
                }
            }
        };
        self.readings = readings;
        chosen
    }

    /// A legal move in the letters of the record, without marks, its origin in full where there are `signs` for that.
    pub(super) fn spelled(
        &self,
        before: &R::Position,
        meant: R::Move,
        signs: Option<Signs>,
    ) -> String {
        let mut name = String::new();
        self.rules
            .write_move(before, meant, self.letters, &mut name);
        name.truncate(without_marks(&name).len());
        let in_full = signs.filter(|_| R::WRITES_SAN).and_then(|signs| {
            let effect = self.rules.effect(before, meant);
            let (from, captures) = (*effect.path.first()?, effect.captures_first());
            in_full(&name, from, captures, effect.en_passant, signs)
        });
        in_full.unwrap_or(name)
    }
}
