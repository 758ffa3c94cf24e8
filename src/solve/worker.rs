//! What each worker of a search has: the rules, the common table and budget, and its own buffers.

use super::Goal;
use super::budget::{Account, Budget, Stopped};
use super::table::{Question, Table};
use crate::notation::CheckMark;
use crate::rules::{Rules, Status};

/// What the workers of one search share.
#[derive(Debug)]
pub(super) struct Shared<'a, R> {
    pub(super) rules: &'a R,
    pub(super) goal: Goal,
    pub(super) table: &'a Table,
    pub(super) budget: &'a Budget<'a>,
}

/// One worker.
#[derive(Debug)]
pub(super) struct Worker<'a, R: Rules> {
    pub(super) shared: &'a Shared<'a, R>,
    account: Account<'a>,
    /// Buffers for moves that nobody uses at the moment.
    idle: Vec<Vec<R::Move>>,
    /// The replies that last refuted a move, by the moves left.
    pub(super) refutations: Vec<Option<R::Move>>,
}

impl<'a, R: Rules> Worker<'a, R> {
    pub(super) fn new(shared: &'a Shared<'a, R>) -> Self {
        Self {
            shared,
            account: shared.budget.open(),
            idle: Vec::new(),
            refutations: Vec::new(),
        }
    }

    /// The legal moves, in a buffer to be given back.
    pub(super) fn moves(&mut self, position: &R::Position) -> Vec<R::Move> {
        let mut moves = self.idle.pop().unwrap_or_default();
        self.shared.rules.legal_moves(position, &mut moves);
        moves
    }

    /// Takes a buffer back.
    pub(super) fn give_back(&mut self, moves: Vec<R::Move>) {
        self.idle.push(moves);
    }

    /// The position after a legal move.
    pub(super) fn after(
        &mut self,
        position: &R::Position,
        r#move: R::Move,
    ) -> Result<R::Position, Stopped> {
        self.account.node()?;
        let mut after = position.clone();
        self.shared.rules.play(&mut after, r#move);
        Ok(after)
    }

    /// Counts a line of play that is kept.
    pub(super) fn keep_line(&self) -> Result<(), Stopped> {
        self.account.line()
    }

    /// Whether the goal is reached on the side to move.
    pub(super) fn reached(&self, position: &R::Position) -> bool {
        match self.shared.goal {
            // `Double` stands for a captured king.
            Goal::Mate => matches!(
                self.shared.rules.check_mark(position),
                CheckMark::Mate | CheckMark::Double
            ),
            Goal::Stalemate => self.shared.rules.status(position) == Status::Stalemate,
        }
    }

    /// What the table is asked about a position; `None` where the rules give no key.
    pub(super) fn question(&self, position: &R::Position, left: u16) -> Option<Question> {
        let key = self.shared.rules.repetition_key(position)?;
        Some(Question::new(key, left))
    }

    /// What the table knows.
    pub(super) fn known(&self, question: Option<Question>) -> Option<bool> {
        self.shared.table.answer(question?)
    }

    /// Tells the table.
    pub(super) fn learn(&self, question: Option<Question>, holds: bool) {
        if let Some(question) = question {
            self.shared.table.remember(question, holds);
        }
    }
}

/// Does `work` on each of `tasks`, on all threads of the current pool; results in the order of the tasks.
pub(super) fn each<'a, R, T, U>(
    shared: &'a Shared<'a, R>,
    tasks: Vec<T>,
    work: impl Fn(&mut Worker<'a, R>, T) -> Result<U, Stopped> + Sync,
) -> Vec<Result<U, Stopped>>
where
    R: Rules,
    T: Send,
    U: Send,
{
    shared.budget.expect(tasks.len());
    let work = |worker: &mut Worker<'a, R>, task| {
        shared.budget.check()?;
        let done = work(worker, task);
        shared.budget.finish();
        done
    };
    #[cfg(feature = "parallel")]
    {
        use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
        tasks
            .into_par_iter()
            // Tasks differ much in length.
            .with_max_len(1)
            .map_init(|| Worker::new(shared), work)
            .collect()
    }
    #[cfg(not(feature = "parallel"))]
    {
        let mut worker = Worker::new(shared);
        tasks
            .into_iter()
            .map(|task| work(&mut worker, task))
            .collect()
    }
}
