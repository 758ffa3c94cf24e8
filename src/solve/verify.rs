//! A printed solution held against the computed one.

use super::budget::{Budget, Stopped};
use super::force::{Force, Refutation};
use super::said::Said;
use super::table::Table;
use super::worker::{Shared, Worker};
use super::{Found, Options, Problem, Solution, Way};
use crate::notation::letters::Letters;
use crate::notation::{Nag, WordForm, read_word};
use crate::record::{Comment, Node, NodeId, Tree};
use crate::rules::Rules;

/// `?`: the mark of a try.
const TRY: Nag = Nag(2);

/// Something wrong with a printed solution, or with the problem. Lines are the moves that lead there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw<M> {
    /// The word after the line means no legal move.
    Illegal {
        /// The moves before it.
        after: Vec<M>,
        /// The word.
        word: NodeId,
    },
    /// The word after the line means several legal moves.
    Unclear {
        /// The moves before it.
        after: Vec<M>,
        /// The word.
        word: NodeId,
        /// What it may mean.
        readings: Vec<M>,
    },
    /// The last move of the line does not force the goal in time.
    WrongMove {
        /// The line.
        line: Vec<M>,
        /// What refutes it; `None` where there is no reply at all and the goal is not reached.
        refutation: Option<M>,
    },
    /// The line does not reach the goal in the number of moves demanded.
    WrongLine {
        /// The line.
        line: Vec<M>,
    },
    /// A move printed as a try solves the problem.
    SolvingTry {
        /// The line: the move alone.
        line: Vec<M>,
    },
    /// A try of which no printed reply is a refutation.
    UnrefutedTry {
        /// The line: the move alone.
        line: Vec<M>,
        /// What does refute it.
        refutation: Option<M>,
    },
    /// A defence with its answers is not printed, nor is it met by the threat.
    MissingLine {
        /// The line, up to the defence.
        line: Vec<M>,
        /// The answers.
        answers: Vec<M>,
    },
    /// After the line other moves than the printed one do as well.
    Dual {
        /// The line, up to the defence.
        line: Vec<M>,
        /// The other moves.
        moves: Vec<M>,
    },
    /// A solution that is not printed.
    Cook {
        /// The key, or the whole line of help play.
        line: Vec<M>,
    },
    /// A solution in fewer moves than demanded.
    Short {
        /// The key, or the whole line of help play.
        line: Vec<M>,
    },
    /// Something printed that could not be verified.
    Unverified {
        /// The words.
        words: String,
    },
    /// Set play that is wrong.
    WrongSetPlay {
        /// The words.
        words: String,
        /// Whether a word of it is no legal move; otherwise it does not reach the goal.
        illegal: bool,
    },
    /// Nothing does what is demanded.
    NoSolution,
    /// The search was not finished; what it did not come to is not judged.
    NotFinished(Stopped),
}

impl<M> Flaw<M> {
    /// Whether it makes the problem, or the solution as printed, unsound. A dual is a blemish only, and what was not
    /// judged is not condemned.
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        !matches!(
            self,
            Self::Dual { .. } | Self::Unverified { .. } | Self::NotFinished(_)
        )
    }

    /// Its name for machines.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Illegal { .. } => "illegal",
            Self::Unclear { .. } => "unclear",
            Self::WrongMove { .. } => "wrong-move",
            Self::WrongLine { .. } => "wrong-line",
            Self::SolvingTry { .. } => "solving-try",
            Self::UnrefutedTry { .. } => "unrefuted-try",
            Self::MissingLine { .. } => "missing-line",
            Self::Dual { .. } => "dual",
            Self::Cook { .. } => "cook",
            Self::Short { .. } => "short-solution",
            Self::Unverified { .. } => "unverified",
            Self::WrongSetPlay { .. } => "wrong-set-play",
            Self::NoSolution => "no-solution",
            Self::NotFinished(_) => "not-finished",
        }
    }
}

/// Compares the moves of `printed` with what [`solve`](super::solve) found. Variations in place of a move are its
/// alternatives: other keys, defences, duals, lines of help play. `before` is what stands before the moves. Whatever is
/// printed and cannot be verified is named.
#[must_use]
pub fn verify<R: Rules>(
    rules: &R,
    problem: &Problem<R::Position>,
    solution: &Solution<R::Move>,
    printed: &Tree,
    before: &[Comment],
    letters: &Letters,
    options: &Options,
) -> Vec<Flaw<R::Move>> {
    let mut flaws = Vec::new();
    let plies = read(rules, problem, printed, letters, &mut flaws);
    let table = Table::new(options.memory);
    let budget = Budget::new(options.limits, &|_| ());
    let shared = Shared {
        rules,
        goal: problem.stipulation.goal(),
        table: &table,
        budget: &budget,
    };
    match &solution.found {
        Found::Forced { keys, moves, .. } => {
            let mut judge = Judge {
                worker: Worker::new(&shared),
                letters,
                force: match Way::of(problem.stipulation.play()) {
                    Way::Forced(force, _) => force,
                    Way::Lines(..) => Force::Direct,
                },
                moves: *moves,
                plies: &plies,
                printed,
                flaws: &mut flaws,
            };
            if let Err(why) = judge.all() {
                flaws.push(Flaw::NotFinished(why));
            }
            let firsts: Vec<_> = plies.iter().filter(|ply| ply.line.len() == 1).collect();
            for key in keys {
                let line = vec![key.r#move];
                if key.within < *moves {
                    flaws.push(Flaw::Short { line });
                } else if !firsts.iter().any(|ply| ply.line == line) {
                    flaws.push(Flaw::Cook { line });
                }
            }
            if keys.is_empty() && solution.stopped.is_none() {
                flaws.push(Flaw::NoSolution);
            }
        }
        Found::Lines {
            solutions,
            short,
            set_play,
        } => {
            let whole = plies
                .iter()
                .filter(|ply| ply.then.is_empty() && !ply.broken);
            let whole: Vec<_> = whole.map(|ply| &ply.line).collect();
            let right = |line: &Vec<R::Move>| solutions.contains(line) || set_play.contains(line);
            let wrong = whole.iter().filter(|line| !right(line));
            if solution.stopped.is_none() {
                flaws.extend(wrong.map(|line| Flaw::WrongLine {
                    line: (*line).clone(),
                }));
            }
            let cooks = solutions.iter().filter(|line| !whole.contains(line));
            flaws.extend(cooks.map(|line| Flaw::Cook { line: line.clone() }));
            flaws.extend(short.iter().map(|line| Flaw::Short { line: line.clone() }));
            if solutions.is_empty() && short.is_empty() && solution.stopped.is_none() {
                flaws.push(Flaw::NoSolution);
            }
        }
    }
    let mut said = Said {
        worker: Worker::new(&shared),
        problem,
        solution,
        letters,
        plies: &plies,
    };
    let mut judge_words = || {
        said.before(before, &mut flaws)?;
        for id in printed.ids() {
            let node = printed.node(id);
            if node.before.is_empty() && node.after.is_empty() {
                continue;
            }
            // Plies stand in the order of their words.
            let ply = plies
                .binary_search_by_key(&id.index(), |ply| ply.word.index())
                .ok();
            said.after(&node.before, None, &mut flaws)?;
            said.after(&node.after, ply, &mut flaws)?;
        }
        Ok(())
    };
    let stopped: [Option<Stopped>; 2] = [judge_words().err(), solution.stopped];
    for why in stopped.into_iter().flatten().map(Flaw::NotFinished) {
        if !flaws.contains(&why) {
            flaws.push(why);
        }
    }
    flaws
}

/// A printed move.
#[derive(Debug)]
pub(super) struct Ply<P, M> {
    /// The printed word.
    word: NodeId,
    /// The moves up to it, itself the last.
    pub(super) line: Vec<M>,
    /// The position after it.
    pub(super) after: P,
    /// The printed moves that follow.
    pub(super) then: Vec<usize>,
    /// Whether it is marked as a try.
    is_try: bool,
    /// Whether a word follows that is no move.
    broken: bool,
    /// Moves named in the comment after it: the threat, or what answers all replies that are not printed, as in
    /// `1...B~ 2.Rxa7#`.
    claims: Vec<WordForm>,
}

/// The moves named in the comments after a printed move.
fn claims(node: &Node) -> Vec<WordForm> {
    let is_mark = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | ',' | '/');
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '…');
    node.after
        .iter()
        .flat_map(|comment| comment.text.split(is_mark))
        .filter_map(|word| read_word(word.trim_start_matches(is_number)))
        .map(|read| read.form)
        .collect()
}

/// Reads the words of a printed solution as moves; those that cannot be are flaws, and what follows them is left out.
fn read<R: Rules>(
    rules: &R,
    problem: &Problem<R::Position>,
    printed: &Tree,
    letters: &Letters,
    flaws: &mut Vec<Flaw<R::Move>>,
) -> Vec<Ply<R::Position, R::Move>> {
    let goes_on = |made: usize| match Way::of(problem.stipulation.play()) {
        Way::Forced(..) => false,
        Way::Lines(course, half_moves) => {
            let left = usize::from(half_moves).saturating_sub(made);
            course.goes_on(left as u16 + 1)
        }
    };
    let mut plies: Vec<Ply<R::Position, R::Move>> = Vec::new();
    // Where each word of the tree is in `plies`, if it is there.
    let mut places: Vec<Option<usize>> = vec![None; printed.len()];
    let mut candidates = Vec::new();
    for id in printed.ids() {
        let node = printed.node(id);
        let before = match node.parent {
            None => None,
            Some(parent) => match places[parent.index()] {
                Some(place) => Some(place),
                None => continue,
            },
        };
        let (mut line, position) = match before {
            None => (Vec::new(), &problem.position),
            Some(place) => (plies[place].line.clone(), &plies[place].after),
        };
        rules.candidates(position, &node.form, letters, &mut candidates);
        let &[r#move] = &candidates[..] else {
            if let Some(place) = before {
                plies[place].broken = true;
            }
            flaws.push(if candidates.is_empty() {
                Flaw::Illegal {
                    after: line,
                    word: id,
                }
            } else {
                Flaw::Unclear {
                    after: line,
                    word: id,
                    readings: candidates.clone(),
                }
            });
            continue;
        };
        let mut after = position.clone();
        rules.play(&mut after, r#move);
        line.push(r#move);
        if goes_on(line.len()) && !rules.pass(&mut after) {
            flaws.push(Flaw::WrongLine { line });
            continue;
        }
        let place = plies.len();
        places[id.index()] = Some(place);
        if let Some(before) = before {
            plies[before].then.push(place);
        }
        plies.push(Ply {
            word: id,
            line,
            after,
            then: Vec::new(),
            is_try: node.nags.iter().any(|nag| nag.value == TRY),
            broken: false,
            claims: claims(node),
        });
    }
    plies
}

/// Judges printed forced play move by move.
struct Judge<'a, 'w, R: Rules> {
    worker: Worker<'w, R>,
    letters: &'a Letters,
    force: Force,
    moves: u8,
    plies: &'a [Ply<R::Position, R::Move>],
    printed: &'a Tree,
    flaws: &'a mut Vec<Flaw<R::Move>>,
}

impl<R: Rules> Judge<'_, '_, R> {
    fn all(&mut self) -> Result<(), Stopped> {
        let mut open: Vec<usize> = (0..self.plies.len())
            .filter(|&place| self.plies[place].line.len() == 1)
            .rev()
            .collect();
        while let Some(place) = open.pop() {
            for reply in self.own_move(place)? {
                open.extend(self.plies[reply].then.iter().rev());
            }
        }
        Ok(())
    }

    /// Judges a move of the side that forces; gives the printed replies after which there is more to judge.
    fn own_move(&mut self, place: usize) -> Result<Vec<usize>, Stopped> {
        let ply = &self.plies[place];
        let made = ply.line.len() / 2;
        let left = usize::from(self.moves).saturating_sub(made) as u8;
        let right = left > 0 && self.worker.attains(self.force, &ply.after, left)?;
        let line = || ply.line.clone();
        match (right, ply.is_try && made == 0) {
            (true, true) => self.flaws.push(Flaw::SolvingTry { line: line() }),
            (true, false) => self.replies(place, left)?,
            (false, true) => return self.tried(place, left),
            (false, false) => {
                let refutation = self.refutation(&ply.after, left)?;
                let line = line();
                self.flaws.push(Flaw::WrongMove { line, refutation });
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

    /// A try: one of the printed replies must refute it, the others are judged as after a key.
    fn tried(&mut self, place: usize, left: u8) -> Result<Vec<usize>, Stopped> {
        let ply = &self.plies[place];
        let mut fail = Vec::new();
        for &reply in &ply.then {
            let r#move = self.plies[reply].line[1];
            if self.worker.answers(self.force, &ply.after, r#move, left)? {
                fail.push(reply);
            } else {
                // What follows a refutation is not judged.
                for &next in &self.plies[reply].then {
                    let words = self.printed.node(self.plies[next].word).text.clone();
                    self.flaws.push(Flaw::Unverified { words });
                }
            }
        }
        if fail.len() == ply.then.len() {
            let refutation = self.refutation(&ply.after, left)?;
            self.flaws.push(Flaw::UnrefutedTry {
                line: ply.line.clone(),
                refutation,
            });
        }
        Ok(fail)
    }

    /// The replies to a right move: are all those printed that must be, and do others than the printed answers do?
    fn replies(&mut self, place: usize, left: u8) -> Result<(), Stopped> {
        let ply = &self.plies[place];
        if ply.then.is_empty() || left <= 1 && self.force == Force::Direct {
            return Ok(());
        }
        let threats = self.worker.threats(self.force, &ply.after, left)?;
        let mut candidates = Vec::new();
        for reply in self.worker.moves(&ply.after) {
            let next = self.worker.after(&ply.after, reply)?;
            if self.force == Force::SelfPlay && self.worker.reached(&next) {
                continue;
            }
            let printed = ply.then.iter().map(|&place| &self.plies[place]);
            let printed = printed.filter(|ply| ply.line.last() == Some(&reply));
            let answers: Vec<R::Move> = printed
                .flat_map(|ply| &ply.then)
                .filter_map(|&place| self.plies[place].line.last().copied())
                .collect();
            let best = self.worker.shortest_moves(self.force, &next, left - 1)?;
            let mut line = ply.line.clone();
            line.push(reply);
            if answers.is_empty() {
                let mut claimed = threats.clone();
                for claim in &ply.claims {
                    let rules = self.worker.shared.rules;
                    rules.candidates(&next, claim, self.letters, &mut candidates);
                    claimed.append(&mut candidates);
                }
                if !self.met(&claimed, &next, left - 1)? {
                    self.flaws.push(Flaw::MissingLine {
                        line,
                        answers: best,
                    });
                }
                continue;
            }
            // Where the printed answers are wrong that is said of them.
            if self.met(&answers, &next, left - 1)? {
                let others: Vec<_> = best
                    .into_iter()
                    .filter(|r#move| !answers.contains(r#move))
                    .collect();
                if !others.is_empty() {
                    self.flaws.push(Flaw::Dual {
                        line,
                        moves: others,
                    });
                }
            }
        }
        Ok(())
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
