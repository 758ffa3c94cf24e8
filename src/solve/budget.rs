//! How much a search may cost: nodes, time, lines found. When one runs out all workers stop.

use super::{Limits, Progress};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Nodes that a worker counts by itself before it reports them.
const BATCH: u64 = 1024;
/// How often progress is told.
const BEAT: Duration = Duration::from_millis(200);

/// Why a search stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Stopped {
    /// So many nodes were looked at.
    #[error("the limit on nodes is reached")]
    Nodes,
    /// So much time has passed.
    #[error("the limit on time is reached")]
    Time,
    /// So many lines of play were found.
    #[error("the limit on lines of play is reached")]
    Lines,
}

impl Stopped {
    /// The word used in JSON, and for the option that allows more.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Lines => "solutions",
        }
    }
}

/// What all workers of one search spend together.
pub(super) struct Budget<'a> {
    nodes: AtomicU64,
    lines: AtomicUsize,
    stopped: OnceLock<Stopped>,
    limit: u64,
    most_lines: usize,
    batch: u64,
    begun: Instant,
    time: Option<Duration>,
    told: AtomicU64,
    tell: &'a (dyn Fn(Progress) + Sync),
    tasks: AtomicUsize,
    done: AtomicUsize,
}

impl<'a> Budget<'a> {
    pub(super) fn new(limits: Limits, tell: &'a (dyn Fn(Progress) + Sync)) -> Self {
        let limit = limits.nodes.unwrap_or(u64::MAX);
        Self {
            nodes: AtomicU64::new(0),
            lines: AtomicUsize::new(0),
            stopped: OnceLock::new(),
            limit,
            most_lines: limits.lines,
            batch: (limit / 16).clamp(1, BATCH),
            begun: Instant::now(),
            time: limits.time,
            told: AtomicU64::new(0),
            tell,
            tasks: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
        }
    }

    /// An account for one worker.
    pub(super) const fn open(&self) -> Account<'_> {
        Account {
            budget: self,
            nodes: 0,
        }
    }

    /// Nodes looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Announces tasks, for the sake of progress.
    pub(super) fn expect(&self, tasks: usize) {
        self.tasks.fetch_add(tasks, Ordering::Relaxed);
    }

    /// Notes that a task is done.
    pub(super) fn finish(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that a line was found.
    pub(super) fn line(&self) -> Result<(), Stopped> {
        if self.lines.fetch_add(1, Ordering::Relaxed) < self.most_lines {
            return Ok(());
        }
        Err(self.stop(Stopped::Lines))
    }

    /// When the time is up.
    pub(super) fn until(&self) -> Option<Instant> {
        self.time.and_then(|time| self.begun.checked_add(time))
    }

    /// Whether work may begin.
    pub(super) fn check(&self) -> Result<(), Stopped> {
        // What finished tasks had not yet reported counts too.
        if self.nodes() > self.limit {
            return Err(self.stop(Stopped::Nodes));
        }
        self.stopped.get().map_or(Ok(()), |&why| Err(why))
    }

    /// Stops all workers; the first reason is the one that counts.
    fn stop(&self, why: Stopped) -> Stopped {
        *self.stopped.get_or_init(|| why)
    }

    fn spend(&self, nodes: u64) -> Result<(), Stopped> {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let elapsed = self.begun.elapsed();
        self.beat(nodes, elapsed);
        let late = self.time.is_some_and(|time| elapsed >= time);
        if late {
            Err(self.stop(Stopped::Time))
        } else if nodes > self.limit {
            Err(self.stop(Stopped::Nodes))
        } else {
            self.check()
        }
    }

    fn beat(&self, nodes: u64, elapsed: Duration) {
        let now = elapsed.as_millis() as u64;
        let told = self.told.load(Ordering::Relaxed);
        let due = now >= told + BEAT.as_millis() as u64;
        let ours = due
            && self
                .told
                .compare_exchange(told, now, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok();
        if ours {
            (self.tell)(Progress {
                nodes,
                elapsed,
                done: self.done.load(Ordering::Relaxed),
                tasks: self.tasks.load(Ordering::Relaxed),
            });
        }
    }
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget")
            .field("nodes", &self.nodes)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

/// What one worker has spent and not yet reported.
#[derive(Debug)]
pub(super) struct Account<'a> {
    budget: &'a Budget<'a>,
    nodes: u64,
}

impl Account<'_> {
    /// Counts a node.
    pub(super) fn node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes < self.budget.batch {
            return Ok(());
        }
        self.budget.spend(std::mem::take(&mut self.nodes))
    }

    /// Counts a line of play that is kept.
    pub(super) fn line(&self) -> Result<(), Stopped> {
        self.budget.line()
    }
}

impl Drop for Account<'_> {
    fn drop(&mut self) {
        self.budget.nodes.fetch_add(self.nodes, Ordering::Relaxed);
    }
}
