//! `select`: the records that are meant, as they stand.

use super::args::{ReadArgs, SelectArgs};
use super::copy::{Copied, Copies, Written, each_copy};
use super::exit::ExitStatus;
use super::io::Io;
use super::records::Wanted;
use super::shelf::Shelf;
use super::tagnames::TagNames;
use scoresheet::select::{Chain, Natural, SortKey, chain};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::ControlFlow;

pub(super) fn run(args: &SelectArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let mut read = args.read.clone();
    read.select.invert = args.invert;
    if args.unique || !args.sort.is_empty() {
        waiting(args, &read, io)
    } else {
        at_once(args, &read, io)
    }
}

/// Writes each record when it was read.
fn at_once(args: &SelectArgs, read: &ReadArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let most = args.first.unwrap_or(usize::MAX);
    let (mut copies, mut count) = (Copies::default(), 0);
    let seen = each_copy(read, Wanted::Labels, io, |copied, io| {
        if count < most {
            count += 1;
            if !args.count {
                copies.write(Written::from(&copied), &mut io.out)?;
            }
        }
        Ok(if count == most {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })?;
    if args.count {
        writeln!(io.out, "{count}")?;
    } else {
        copies.finish_all(seen, &mut io.out)?;
    }
    Ok(seen.status)
}

/// Writes records when all were read.
fn waiting(args: &SelectArgs, read: &ReadArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let mut shelf = Shelf::new();
    let mut games = Games::default();
    let (mut keys, mut tags) = (Vec::new(), TagNames::default());
    let in_tags = args.sort.iter().all(|key| key.field.is_in_tags());
    let wanted = match (in_tags, args.unique) {
        (false, _) => Wanted::All,
        (true, true) => Wanted::Chains(args.fuzzy),
        (true, false) => Wanted::Labels,
    };
    let seen = each_copy(read, wanted, io, |copied, _| {
        if args.unique {
            games.add(&copied, args.fuzzy);
        }
        if !args.sort.is_empty() {
            keys.push(sort_keys(&args.sort, &copied));
            if let Some(subject) = copied.subject() {
                tags.see(subject.known.tags());
            }
        }
        shelf.put(&copied)?;
        Ok(ControlFlow::Continue(()))
    })?;
    tags.tell(args.sort.iter().filter_map(|key| key.field.tag()), io)?;
    let mut order: Vec<usize> = (0..shelf.places.len()).collect();
    if args.unique {
        games.tell(&shelf, args.fuzzy, io)?;
        order.retain(|&number| {
            games.copies[number].is_none_or(|game| games.best[&game].number == number)
        });
    }
    if !args.sort.is_empty() {
        order.sort_by(|&a, &b| compare(&args.sort, &keys[a], &keys[b]));
    }
    order.truncate(args.first.unwrap_or(usize::MAX));
    if args.count {
        writeln!(io.out, "{}", order.len())?;
    } else {
        shelf.write(&order, seen, io)?;
    }
    Ok(seen.status)
}

/// What a record is ordered by; what it does not have comes before what others have.
fn sort_keys(keys: &[SortKey], copied: &Copied<'_>) -> Vec<Option<Natural>> {
    let subject = copied.subject();
    let value = |key: &SortKey| {
        let values = key.field.values(subject.as_ref()?)?;
        values.first().map(|value| Natural::new(value))
    };
    keys.iter().map(value).collect()
}

fn compare(keys: &[SortKey], a: &[Option<Natural>], b: &[Option<Natural>]) -> Ordering {
    let each = keys.iter().zip(a.iter().zip(b));
    let orders = each.map(|(key, (a, b))| {
        let order = a.cmp(b);
        if key.descending {
            order.reverse()
        } else {
            order
        }
    });
    orders.fold(Ordering::Equal, Ordering::then)
}

/// The games that were met, and the best copy of each.
#[derive(Debug, Default)]
struct Games {
    /// The game that each record is a copy of; `None` for those that are none of any.
    copies: Vec<Option<u128>>,
    best: HashMap<u128, Best>,
}

/// The best copy of a game.
#[derive(Clone, Copy, Debug)]
struct Best {
    number: usize,
    chain: Chain,
}

impl Games {
    fn add(&mut self, copied: &Copied<'_>, fuzzy: Option<u32>) {
        let number = self.copies.len();
        let judged = copied.judged;
        let of_replay = || chain(judged.found.replay()?, fuzzy);
        let chain = judged.chain.or_else(of_replay);
        self.copies.push(chain.map(|chain| chain.hash));
        let Some(chain) = chain else {
            return;
        };
        let best = self
            .best
            .entry(chain.hash)
            .or_insert(Best { number, chain });
        // Of equally long ones the first is kept.
        if chain.length > best.chain.length {
            *best = Best { number, chain };
        }
    }

    /// Tells of each copy that is left out which record it is one of.
    fn tell(&self, shelf: &Shelf, fuzzy: Option<u32>, io: &mut Io) -> io::Result<()> {
        if io.quiet {
            return Ok(());
        }
        for (number, game) in self.copies.iter().enumerate() {
            let best = game.map(|game| self.best[&game]);
            let Some(best) = best.filter(|best| best.number != number) else {
                continue;
            };
            let (left_out, kept) = (&shelf.places[number], &shelf.places[best.number]);
            let alike = match fuzzy {
                Some(most) if best.chain.plies == most => {
                    format!("the first {most} plies are the same")
                }
                _ if best.chain.plies == 1 => "the same ply".to_owned(),
                _ => format!("the same {} plies", best.chain.plies),
            };
            writeln!(
                io.err,
                "{}:{}: record {} is left out: it is record {} of {}:{} ({alike})",
                left_out.file,
                left_out.line,
                left_out.rank.number,
                kept.rank.number,
                kept.file,
                kept.line,
            )?;
        }
        Ok(())
    }
}
