//! Work on many chunks at once, results in the order of the input.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use rayon::{Scope, ThreadPool, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::sync::{Mutex, PoisonError};

/// How many items may be on their way for each worker.
const AHEAD: usize = 4;

/// How much they may weigh for each worker before the first of all is waited for.
const BURDEN: usize = 12 << 20;

/// Workers at most: more than any machine has use for, and not so many that starting them stops it.
const MOST: usize = 256;

/// So many workers, 0 for one a processor.
pub(crate) fn pool(workers: usize) -> io::Result<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(workers.min(MOST))
        .build()
        .map_err(io::Error::other)
}

/// Hands each item to one of `workers` and the results, in the order of the items, to `sink`.
///
/// The items, each with its weight, are drawn and the results used on the calling thread. So much is on its way at most,
/// by number and by weight, that memory stays flat, however slow one item is; at first less, so that the first results
/// need not wait for items that are long in coming. A result may be far heavier than its item, which only `heft` of the
/// result tells: items are taken to swell as the last one did. `begin` makes what a worker keeps from one item to the next.
pub(crate) fn in_order<T: Send, R: Send, S: Send>(
    workers: usize,
    items: impl Iterator<Item = (usize, T)>,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> R + Sync,
    heft: impl Fn(&R) -> usize,
    mut sink: impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    if workers == 1 {
        let mut state = begin();
        for (_, item) in items {
            sink(work(&mut state, item))?;
        }
        return Ok(());
    }
    let pool = pool(workers)?;
    let idle = Idle::new(&begin);
    let (idle, work) = (&idle, &work);
    pool.in_place_scope(|scope| {
        let workers = pool.current_num_threads();
        let mut due = Due::new(AHEAD * workers, BURDEN * workers);
        for (weight, item) in items {
            due.spawn(scope, weight, move || idle.lend(|state| work(state, item)));
            due.settle(&heft, &mut sink)?;
        }
        due.finish(&mut sink)
    })
}

/// The same in two steps, the first with the heft of its results: `between` sees the results of the first in the order of the items, on the calling thread, and
/// what it hands over goes to the workers once more. Where it fails, what it has handed over is still done.
pub(crate) fn in_two_steps<T: Send, Q: Send, R: Send, U: Send, S: Send>(
    workers: usize,
    items: impl Iterator<Item = (usize, T)>,
    begin: impl Fn() -> S + Sync,
    (first, heft): (impl Fn(&mut S, T) -> Q + Sync, impl Fn(&Q) -> usize),
    mut between: impl FnMut(Q, &mut dyn FnMut(R)) -> io::Result<()>,
    second: impl Fn(R) -> U + Sync,
    mut sink: impl FnMut(U) -> io::Result<()>,
) -> io::Result<()> {
    if workers == 1 {
        return in_order(1, items, begin, first, heft, |done| {
            let mut more = Vec::new();
            let went = between(done, &mut |next| more.push(next));
            more.into_iter().try_for_each(|next| sink(second(next)))?;
            went
        });
    }
    let pool = pool(workers)?;
    let idle = Idle::new(&begin);
    let (idle, first, second) = (&idle, &first, &second);
    pool.in_place_scope(|scope| {
        // Both together as much as one step would have on its way.
        let workers = pool.current_num_threads();
        let (window, burden) = (AHEAD.div_ceil(2) * workers, BURDEN / 2 * workers);
        let (mut due, mut due_last) = (Due::new(window, burden), Due::new(window, burden));
        let mut go_on = |due_last: &mut Due<U>, done| {
            let weight = heft(&done);
            let went = between(done, &mut |more| {
                due_last.spawn(scope, weight, move || second(more));
            });
            if went.is_err() {
                due_last.finish(&mut sink)?;
            }
            went.and_then(|()| due_last.settle(|_| 0, &mut sink))
        };
        for (weight, item) in items {
            due.spawn(scope, weight, move || idle.lend(|state| first(state, item)));
            due.settle(&heft, &mut |done| go_on(&mut due_last, done))?;
        }
        due.finish(&mut |done| go_on(&mut due_last, done))?;
        due_last.finish(&mut sink)
    })
}

/// Does the same with each of `items`. Inside the work of one of so many workers the others help with it.
pub(crate) fn with_each<T: Sync, R: Send>(
    workers: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    match workers {
        1 => items.iter().map(&work).collect(),
        _ => items.par_iter().map(&work).collect(),
    }
}

/// What workers keep from one item to the next, while none works with it.
struct Idle<'b, S, B> {
    begin: &'b B,
    states: Mutex<Vec<S>>,
}

impl<'b, S, B: Fn() -> S> Idle<'b, S, B> {
    const fn new(begin: &'b B) -> Self {
        Self {
            begin,
            states: Mutex::new(Vec::new()),
        }
    }

    fn lend<R>(&self, work: impl FnOnce(&mut S) -> R) -> R {
        let states = || self.states.lock().unwrap_or_else(PoisonError::into_inner);
        let state = states().pop();
        let mut state = state.unwrap_or_else(self.begin);
        let result = work(&mut state);
        states().push(state);
        result
    }
}

/// Results on their way, in the order in which they are due.
struct Due<R> {
    results: VecDeque<OnItsWay<R>>,
    /// So many may be on their way.
    window: usize,
    /// As many as there have been so far, at most.
    open: usize,
    /// What those on their way weigh.
    weight: usize,
    /// What they may weigh together.
    burden: usize,
    /// How many times its item the last result weighed.
    swell: usize,
}

struct OnItsWay<R> {
    result: Receiver<R>,
    /// What its item weighs.
    item: usize,
    /// What it is taken to weigh itself.
    weight: usize,
}

impl<R: Send> Due<R> {
    const fn new(window: usize, burden: usize) -> Self {
        Self {
            results: VecDeque::new(),
            window,
            open: 0,
            weight: 0,
            burden,
            swell: 1,
        }
    }

    fn spawn<'s>(&mut self, scope: &Scope<'s>, item: usize, work: impl FnOnce() -> R + Send + 's)
    where
        R: 's,
    {
        let (give, result) = sync_channel(1);
        scope.spawn(move |_| {
            // Nobody listens any more when the sink has failed.
            let _ = give.send(work());
        });
        let weight = item.saturating_mul(self.swell);
        self.results.push_back(OnItsWay {
            result,
            item,
            weight,
        });
        self.weight += weight;
        self.open = self.window.min(self.open + 1);
    }

    /// Uses the results that are there, and waits for the first while there are too many.
    fn settle(
        &mut self,
        heft: impl Fn(&R) -> usize,
        sink: &mut impl FnMut(R) -> io::Result<()>,
    ) -> io::Result<()> {
        while let Some(first) = self.results.front() {
            let result = if self.results.len() < self.open && self.weight < self.burden {
                first.result.try_recv()
            } else {
                first.result.recv().map_err(|_| TryRecvError::Disconnected)
            };
            match result {
                Ok(result) => {
                    // Of an item of no weight nothing can be learnt.
                    if let Some(swell) = heft(&result).checked_div(first.item) {
                        self.swell = swell.max(1);
                    }
                    sink(result)?;
                }
                Err(TryRecvError::Empty) => break,
                // The worker panicked; the scope passes that on when it ends.
                Err(TryRecvError::Disconnected) => {}
            }
            self.weight -= first.weight;
            self.results.pop_front();
        }
        Ok(())
    }

    /// Waits for all results that are still due.
    fn finish(&mut self, sink: &mut impl FnMut(R) -> io::Result<()>) -> io::Result<()> {
        let results = self.results.drain(..);
        results
            .filter_map(|on_its_way| on_its_way.result.recv().ok())
            .try_for_each(sink)
    }
}

#[cfg(test)]
mod tests {
    use super::{BURDEN, MOST, in_order, in_two_steps, pool};
    use std::io;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[test]
    fn there_are_no_more_workers_than_a_machine_bears() {
        let workers = |asked| pool(asked).map(|pool| pool.current_num_threads()).ok();
        assert_eq!(workers(3), Some(3));
        assert_eq!(workers(usize::MAX), Some(MOST));
    }

    fn light<T>(item: T) -> (usize, T) {
        (1, item)
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for workers in [1, 2, 7] {
            let mut results = Vec::new();
            let work = |_: &mut (), item: u64| {
                std::thread::sleep(Duration::from_micros(item * 7919 % 300));
                item * item
            };
            in_order(
                workers,
                (0..200).map(light),
                || (),
                work,
                |_| 1,
                |result| {
                    results.push(result);
                    Ok(())
                },
            )
            .unwrap();
            assert!(results.into_iter().eq((0..200).map(|item| item * item)));
        }
    }

    #[test]
    fn two_steps_meet_in_the_order_of_the_items() {
        let nap = |item: u64| std::thread::sleep(Duration::from_micros(item * 7919 % 300));
        for workers in [1, 2, 7] {
            let (mut sum, mut results) = (0, Vec::new());
            in_two_steps(
                workers,
                (0..200).map(light),
                || (),
                (
                    |(), item| {
                        nap(item);
                        item
                    },
                    |_: &_| 1,
                ),
                |item, go_on| {
                    sum += item;
                    go_on((item, sum));
                    Ok(())
                },
                |(item, sum)| {
                    nap(sum);
                    (item, sum)
                },
                |result| {
                    results.push(result);
                    Ok(())
                },
            )
            .unwrap();
            let sums = (0..200).map(|item: u64| (item, item * (item + 1) / 2));
            assert!(results.into_iter().eq(sums));
        }
    }

    #[test]
    fn a_slow_item_does_not_let_the_others_run_away() {
        let drawn = AtomicUsize::new(0);
        let items = (0..1000).inspect(|_| {
            drawn.fetch_add(1, Ordering::Relaxed);
        });
        let mut most = 0;
        let work = |_: &mut (), item: usize| {
            if item == 0 {
                std::thread::sleep(Duration::from_millis(50));
            }
            item
        };
        in_order(
            2,
            items.map(light),
            || (),
            work,
            |_| 1,
            |item| {
                most = most.max(drawn.load(Ordering::Relaxed) - item);
                Ok(())
            },
        )
        .unwrap();
        assert!(most <= 8, "{most}");
    }

    #[test]
    fn heavy_items_are_not_piled_up() {
        let drawn = AtomicUsize::new(0);
        let items = (0..50).inspect(|_| {
            drawn.fetch_add(1, Ordering::Relaxed);
        });
        let mut most = 0;
        let sink = |item| {
            most = most.max(drawn.load(Ordering::Relaxed) - item);
            Ok(())
        };
        let work = |_: &mut (), item| {
            std::thread::sleep(Duration::from_millis(1));
            item
        };
        let items = items.map(|item| (BURDEN * 2, item));
        in_order(4, items, || (), work, |_| 1, sink).unwrap();
        assert!(most <= 2, "{most}");
    }

    #[test]
    fn heavy_results_of_light_items_are_not_piled_up() {
        let drawn = AtomicUsize::new(0);
        let items = (0..50).inspect(|_| {
            drawn.fetch_add(1, Ordering::Relaxed);
        });
        let mut most = 0;
        let sink = |item| {
            most = most.max(drawn.load(Ordering::Relaxed) - item);
            std::thread::sleep(Duration::from_millis(1));
            Ok(())
        };
        let work = |(): &mut (), item| item;
        in_order(4, items.map(light), || (), work, |_| BURDEN * 2, sink).unwrap();
        assert!(most <= 2, "{most}");
    }

    #[test]
    fn the_first_result_does_not_wait_for_more_items() {
        let drawn = AtomicUsize::new(0);
        let items = (0..100).inspect(|_| {
            drawn.fetch_add(1, Ordering::Relaxed);
        });
        let mut at_first = None;
        let sink = |_| {
            at_first.get_or_insert(drawn.load(Ordering::Relaxed));
            Ok(())
        };
        let work = |(): &mut (), item| item;
        in_order(4, items.map(light), || (), work, |_| 1, sink).unwrap();
        assert_eq!(at_first, Some(1));
    }

    #[test]
    fn work_stops_when_the_results_cannot_be_used() {
        let drawn = AtomicUsize::new(0);
        let items = (0..1000).inspect(|_| {
            drawn.fetch_add(1, Ordering::Relaxed);
        });
        assert!(
            in_order(
                2,
                items.map(light),
                || (),
                |(), item| item,
                |_| 1,
                |_| Err(io::ErrorKind::BrokenPipe.into())
            )
            .is_err()
        );
        assert!(drawn.into_inner() < 20);
    }
}
