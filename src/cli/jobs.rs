//! Work on many chunks at once, results in the order of the input.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::sync::{Mutex, PoisonError};

/// How many items may be on their way for each worker.
const AHEAD: usize = 4;

/// How much they may weigh together before the first of them is waited for.
const BURDEN: usize = 24 << 20;

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
/// The items are drawn and the results used on the calling thread. So much is on its way at most, by number and by
/// `weight`, that memory stays flat, however slow one item is; at first less, so that the first results need not wait for
/// items that are long in coming. `begin` makes what a worker keeps from one item to the next.
pub(crate) fn in_order<T: Send, R: Send, S: Send>(
    workers: usize,
    items: impl Iterator<Item = T>,
    weight: impl Fn(&T) -> usize,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> R + Sync,
    mut sink: impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    if workers == 1 {
        let mut state = begin();
        for item in items {
            sink(work(&mut state, item))?;
        }
        return Ok(());
    }
    let pool = pool(workers)?;
    let window = AHEAD * pool.current_num_threads();
    let idle: Mutex<Vec<S>> = Mutex::new(Vec::new());
    let (idle, begin, work) = (&idle, &begin, &work);
    pool.in_place_scope(|scope| {
        let mut due: VecDeque<(usize, Receiver<R>)> = VecDeque::new();
        let mut burden = 0;
        for (drawn, item) in items.enumerate() {
            let window = window.min(drawn + 1);
            let weight = weight(&item);
            let (give, result) = sync_channel(1);
            scope.spawn(move |_| {
                let state = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let mut state = state.unwrap_or_else(begin);
                // Nobody listens any more when the sink has failed.
                let _ = give.send(work(&mut state, item));
                idle.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(state);
            });
            burden += weight;
            due.push_back((weight, result));
            while let Some((weight, first)) = due.front() {
                let result = if due.len() < window && burden < BURDEN {
                    first.try_recv()
                } else {
                    first.recv().map_err(|_| TryRecvError::Disconnected)
                };
                match result {
                    Ok(result) => sink(result)?,
                    Err(TryRecvError::Empty) => break,
                    // The worker panicked; the scope passes that on when it ends.
                    Err(TryRecvError::Disconnected) => {}
                }
                burden -= weight;
                due.pop_front();
            }
        }
        due.into_iter()
            .filter_map(|(_, result)| result.recv().ok())
            .try_for_each(&mut sink)
    })
}

#[cfg(test)]
mod tests {
    use super::{BURDEN, MOST, in_order, pool};
    use std::io;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[test]
    fn there_are_no_more_workers_than_a_machine_bears() {
        let workers = |asked| pool(asked).map(|pool| pool.current_num_threads()).ok();
        assert_eq!(workers(3), Some(3));
        assert_eq!(workers(usize::MAX), Some(MOST));
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
                0..200,
                |_| 1,
                || (),
                work,
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
            items,
            |_| 1,
            || (),
            work,
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
        in_order(4, items, |_| BURDEN / 2, || (), work, sink).unwrap();
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
        in_order(4, items, |_| 1, || (), |_: &mut (), item| item, sink).unwrap();
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
                items,
                |_| 1,
                || (),
                |(), item| item,
                |_| Err(io::ErrorKind::BrokenPipe.into())
            )
            .is_err()
        );
        assert!(drawn.into_inner() < 20);
    }
}
