//! `select`: the records that match, as they stand.

use super::args::{ReadArgs, SelectArgs};
use super::copy::{Copied, Copies, Written, each_copy};
use super::exit::ExitStatus;
use super::io::{Io, Output};
use super::records::Wanted;
use super::shelf::Shelf;
use super::tagnames::TagNames;
use scoresheet::record::Tag;
use scoresheet::select::{Chain, Known, Natural, SortKey, chain};
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

pub(super) fn run(args: &SelectArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let mut read = args.read.clone();
    if !args.unique && (args.fuzzy.is_some() || !args.same.is_empty()) {
        return Err(io::Error::other(
            "`--fuzzy` and `--same` say what copies of a game are; they go with `--unique`",
        ));
    }
    // Of copies those are taken that are otherwise left out, and all that are compared match.
    read.select.invert = args.invert && !args.unique;
    read.select.rest = args.rest.is_some();
    if args.rest.as_deref() == Some(Path::new("-")) {
        return Err(io::Error::other(
            "`--rest` takes the name of a file: standard output is for the records that are chosen",
        ));
    }
    let mut rest = args.rest.as_deref().map(Output::open).transpose()?;
    if let Some(rest) = &rest
        && rest.is_the_place_of(&io.out)
    {
        return Err(io::Error::other(
            "`--rest` and `--output` name the same file, which can hold only one of both",
        ));
    }
    let status = if args.unique || !args.sort.is_empty() {
        waiting(args, &read, rest.as_mut(), io)?
    } else {
        at_once(args, &read, rest.as_mut(), io)?
    };
    // The rest may take the place of what was read: first all must be written.
    io.out.flush()?;
    rest.map_or(Ok(()), |rest| rest.finish(status))?;
    Ok(status)
}

/// Writes each record when it was read.
fn at_once(
    args: &SelectArgs,
    read: &ReadArgs,
    mut rest: Option<&mut Output>,
    io: &mut Io,
) -> io::Result<ExitStatus> {
    let most = args.first.unwrap_or(usize::MAX);
    let (mut copies, mut others, mut count) = (Copies::default(), Copies::default(), 0);
    let seen = each_copy(read, Wanted::Labels, io, |copied, io| {
        if copied.judged.meant && count < most {
            count += 1;
            if !args.count {
                copies.write(Written::from(&copied), &mut io.out)?;
            }
        } else if let Some(rest) = &mut rest {
            others.write(Written::from(&copied), rest)?;
        }
        Ok(if count == most && rest.is_none() {
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
    rest.map_or(Ok(()), |rest| others.finish_all(seen, rest))?;
    Ok(seen.status)
}

/// Writes records when all were read.
fn waiting(
    args: &SelectArgs,
    read: &ReadArgs,
    rest: Option<&mut Output>,
    io: &mut Io,
) -> io::Result<ExitStatus> {
    let mut shelf = Shelf::new();
    let mut games = Games {
        same: args.same.clone(),
        fuzzy: args.fuzzy,
        ..Games::default()
    };
    let (mut keys, mut tags) = (Vec::new(), TagNames::default());
    let in_tags = args.sort.iter().all(|key| key.field.is_in_tags());
    let wanted = match (in_tags, args.unique) {
        (false, _) => Wanted::All,
        (true, true) => Wanted::Chains(args.fuzzy),
        (true, false) => Wanted::Labels,
    };
    let mut order = Vec::new();
    let seen = each_copy(read, wanted, io, |copied, _| {
        if copied.judged.meant {
            order.push(shelf.places.len());
        }
        if args.unique {
            games.add(&copied);
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
    if args.unique {
        games.tell(&shelf, args.invert, io)?;
        order.retain(|&number| games.best_of(number).is_some() == args.invert);
    }
    if !args.sort.is_empty() {
        order.sort_by(|&a, &b| compare(&args.sort, &keys[a], &keys[b]));
    }
    order.truncate(args.first.unwrap_or(usize::MAX));
    if args.count {
        writeln!(io.out, "{}", order.len())?;
    } else {
        shelf.write(&order, seen, &mut io.out)?;
    }
    if let Some(rest) = rest {
        let taken: HashSet<usize> = order.into_iter().collect();
        let others = (0..shelf.places.len()).filter(|number| !taken.contains(number));
        shelf.write(&others.collect::<Vec<_>>(), seen, rest)?;
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

/// Games of fewer plies are copies only where the players are the same: stubs are alike whoever played.
const STUB: u32 = 8;

/// The players.
const PLAYERS: [&str; 3] = ["White", "Red", "Black"];

/// The games that were met, and the best copy of each.
#[derive(Debug, Default)]
struct Games {
    /// The tags in which copies agree.
    same: Vec<String>,
    /// The ply up to which games are compared.
    fuzzy: Option<u32>,
    /// The game that each record is a copy of, a number of `best`; `None` for those that are none of any.
    copies: Vec<Option<usize>>,
    known: HashMap<Game, usize>,
    best: Vec<Best>,
}

/// What copies of a game have in common.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Game {
    /// Its positions.
    hash: u128,
    /// The values of the tags in which they agree.
    values: Vec<String>,
}

/// The best copy of a game.
#[derive(Clone, Copy, Debug)]
struct Best {
    number: usize,
    chain: Chain,
}

impl Games {
    fn add(&mut self, copied: &Copied<'_>) {
        let number = self.copies.len();
        let judged = copied.judged;
        let of_replay = || chain(judged.found.replay()?, self.fuzzy);
        let known = judged.chain.or_else(of_replay);
        let Some(chain) = known.filter(|_| judged.meant) else {
            self.copies.push(None);
            return;
        };
        let is_stub = self.fuzzy.is_none() && chain.plies < STUB;
        let players = PLAYERS.iter().filter(|_| is_stub).copied();
        let same = self.same.iter().map(String::as_str);
        let known = copied.subject().map(|subject| subject.known);
        let tags = known.map_or(&[][..], Known::tags);
        let game = Game {
            hash: chain.hash,
            values: players.chain(same).map(|tag| value(tags, tag)).collect(),
        };
        let best = self.best.len();
        let game = *self.known.entry(game).or_insert(best);
        self.copies.push(Some(game));
        match self.best.get_mut(game) {
            // Of equally long ones the first is kept.
            Some(best) if chain.length <= best.chain.length => {}
            Some(best) => *best = Best { number, chain },
            None => self.best.push(Best { number, chain }),
        }
    }

    /// The best copy of the game that a record is another copy of.
    fn best_of(&self, number: usize) -> Option<Best> {
        let best = self.best[self.copies[number]?];
        (best.number != number).then_some(best)
    }

    /// Tells of each copy which record it is one of.
    fn tell(&self, shelf: &Shelf, taken: bool, io: &mut Io) -> io::Result<()> {
        if io.quiet {
            return Ok(());
        }
        for number in 0..self.copies.len() {
            let Some(best) = self.best_of(number) else {
                continue;
            };
            let (copy, kept) = (&shelf.places[number], &shelf.places[best.number]);
            let alike = match self.fuzzy {
                Some(most) if best.chain.plies == most => {
                    format!("the first {most} plies are the same")
                }
                _ if best.chain.plies == 1 => "the same ply".to_owned(),
                _ => format!("the same {} plies", best.chain.plies),
            };
            writeln!(
                io.err,
                "{}:{}: record {} is {}: it is record {} of {}:{} ({alike})",
                copy.file,
                copy.line,
                copy.rank.number,
                if taken { "a copy" } else { "left out" },
                kept.rank.number,
                kept.file,
                kept.line,
            )?;
        }
        Ok(())
    }
}

/// The value of a tag, to be compared in whatever case.
fn value(tags: &[Tag], name: &str) -> String {
    let mut tags = tags.iter();
    let tag = tags.find(|tag| tag.name.value.eq_ignore_ascii_case(name));
    tag.map(|tag| tag.value.value.trim().to_lowercase())
        .unwrap_or_default()
}
