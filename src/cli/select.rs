//! `select`: the records that are meant, as they stand.

use super::args::{ReadArgs, SelectArgs};
use super::copy::{Copied, Copies, Written, each_copy};
use super::exit::ExitStatus;
use super::io::Io;
use super::records::Wanted;
use super::shelf::Shelf;
use scoresheet::record::Record;
use scoresheet::select::{Natural, SortKey, chain};
use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
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
    let status = if most == 0 {
        ExitStatus::Valid
    } else {
        each_copy(read, Wanted::Labels, io, |copied, io| {
            count += 1;
            if !args.count {
                copies.write(Written::from(&copied), &mut io.out)?;
            }
            Ok(if count == most {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })?
    };
    if args.count {
        writeln!(io.out, "{count}")?;
    }
    copies.finish(&mut io.out)?;
    Ok(status)
}

/// Writes records when all were read.
fn waiting(args: &SelectArgs, read: &ReadArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let mut shelf = Shelf::new()?;
    let mut games = Games::default();
    let mut keys = Vec::new();
    let wanted = if args.unique || !args.sort.iter().all(|key| key.field.is_in_tags()) {
        Wanted::All
    } else {
        Wanted::Labels
    };
    let status = each_copy(read, wanted, io, |copied, _| {
        if args.unique {
            games.add(&copied, args.fuzzy);
        }
        if !args.sort.is_empty() {
            keys.push(sort_keys(&args.sort, &copied));
        }
        shelf.put(&copied)?;
        Ok(ControlFlow::Continue(()))
    })?;
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
        shelf.write(&order, io)?;
    }
    Ok(status)
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
    /// Plies of the main line, of all lines, and what is said in tags and comments.
    length: (usize, usize, usize),
    /// The plies that its copies have in common.
    plies: u32,
}

impl Games {
    fn add(&mut self, copied: &Copied<'_>, fuzzy: Option<u32>) {
        let number = self.copies.len();
        let replay = copied.judged.found.replay();
        let game = replay.and_then(|replay| chain(replay, fuzzy).map(|chain| (replay, chain)));
        self.copies.push(game.map(|(_, chain)| chain.hash));
        let Some((replay, chain)) = game else {
            return;
        };
        let tree = &replay.record.tree;
        let best = Best {
            number,
            length: (tree.mainline().count(), tree.len(), said(&replay.record)),
            plies: chain.plies,
        };
        match self.best.entry(chain.hash) {
            Entry::Vacant(place) => {
                place.insert(best);
            }
            Entry::Occupied(mut place) => {
                // Of equally long ones the first is kept.
                let key = |best: &Best| (best.length, Reverse(best.number));
                if key(&best) > key(place.get()) {
                    place.insert(best);
                }
            }
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
                Some(most) if best.plies == most => format!("the first {most} plies are the same"),
                _ if best.plies == 1 => "the same ply".to_owned(),
                _ => format!("the same {} plies", best.plies),
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

/// Bytes of all that tags and comments say, however they are written.
fn said(record: &Record) -> usize {
    let tree = &record.tree;
    let nodes = tree.ids().map(|id| tree.node(id));
    let of_moves = nodes.flat_map(|node| node.before.iter().chain(&node.after));
    let comments = record.before.iter().chain(of_moves).chain(&record.after);
    let tags = record.tags.iter().map(|tag| tag.value.value.len());
    comments.map(|comment| comment.text.len()).chain(tags).sum()
}
