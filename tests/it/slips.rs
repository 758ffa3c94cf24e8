//! Seeded slips: records with one or two slips of known kinds, and how often `repair` finds what was meant.
//!
//! The short form belongs to the suite; `SCORESHEET_SLIPS=2000 cargo test --test it slips -- --nocapture` is the full run
//! of so many records of each rule set and tells the figures of every kind.

mod games;
mod kinds;

use games::{Game, games, moves, read};
use kinds::{APART, BEFORE_END, KINDS, Seeded, Slip, TWO, Token};
use scoresheet::diag::Code;
use scoresheet::repair::{Bounds, Correction, Patch, Reading, repair};
use scoresheet::rules::RuleSet;
use scoresheet::syntax::Format;
use std::collections::BTreeMap;
use std::io::Write;

/// Records of each rule set in the short form.
const SHORT: usize = 100;

/// Of so many records one is made with each of [`APART`], and some more with two slips.
const SOME: usize = 20;

/// Of so many records one has two slips.
const FEW: usize = 5;

#[derive(Default, Clone, Copy)]
struct Tally {
    records: usize,
    undetectable: usize,
    /// Nearer to the end than the bars are set for.
    late: usize,
    judged: usize,
    first: usize,
    among_three: usize,
    unique: usize,
    false_unique: usize,
    /// Of plies that were lost: records in which nothing printed tells the original from others, and from more than two
    /// others.
    open: usize,
    wide_open: usize,
    /// What choosing blindly among all that fit perfectly would find first and among three.
    blind: (f64, f64),
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.records += other.records;
        self.undetectable += other.undetectable;
        self.late += other.late;
        self.judged += other.judged;
        self.first += other.first;
        self.among_three += other.among_three;
        self.unique += other.unique;
        self.false_unique += other.false_unique;
        self.open += other.open;
        self.wide_open += other.wide_open;
        self.blind.0 += other.blind.0;
        self.blind.1 += other.blind.1;
    }

    fn share(count: usize, of: usize) -> f64 {
        100.0 * count as f64 / of.max(1) as f64
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:5} records, {:4} undetectable, {:4} late; of {:4} first {:5.1} %, among three {:5.1} %; {:4} unique, {} falsely",
            self.records,
            self.undetectable,
            self.late,
            self.judged,
            Self::share(self.first, self.judged),
            Self::share(self.among_three, self.judged),
            self.unique,
            self.false_unique,
        )?;
        if self.blind.1 == 0.0 {
            return Ok(());
        }
        let share = |found: f64| 100.0 * found / self.judged.max(1) as f64;
        write!(
            f,
            "; several fit perfectly in {:.1} %, more than three in {:.1} %: choosing blindly among them {:.1} % and {:.1} %",
            Self::share(self.open, self.judged),
            Self::share(self.wide_open, self.judged),
            share(self.blind.0),
            share(self.blind.1),
        )
    }
}

/// A record with its slips.
struct Spoilt {
    kind: &'static str,
    printed: String,
    /// The records that count as what was meant: the original, and for two slips also that with one of them, if it
    /// replays: nobody can see that slip.
    meant: Vec<String>,
    late: bool,
    lost: Option<(usize, usize)>,
}

/// A record with slips of a kind in the game, if they can happen in it.
fn spoilt(game: &Game, kind: &'static str, seeded: &mut Seeded) -> Option<Spoilt> {
    let tokens = game.tokens();
    let make = |slip: &Slip, tokens: &[Token]| slip.make(game, tokens);
    let first = if kind == TWO {
        somewhere(game, seeded.pick(&KINDS), &tokens, seeded)?
    } else {
        somewhere(game, kind, &tokens, seeded)?
    };
    let mut slips = make(&first, &tokens)?;
    let mut meant = vec![game.print(&tokens)];
    if kind == TWO {
        // The later one first, which leaves the places of the earlier as they are.
        let other = somewhere(game, seeded.pick(&KINDS), &tokens, seeded)?;
        let (early, other) = if first.at < other.at {
            (&first, &other)
        } else {
            (&other, &first)
        };
        if early.at + 2 >= other.at {
            return None;
        }
        slips = make(early, &make(other, &tokens)?)?;
        let alone = [make(early, &tokens)?, make(other, &tokens)?];
        let unseen = alone.into_iter().map(|tokens| game.print(&tokens));
        meant.extend(unseen.filter(|text| read(text, &game.options()).is_valid()));
    }
    let lost = match kind {
        "lost ply" => Some((first.at, 1)),
        "lost pair" => Some((first.at, 2)),
        _ => None,
    };
    Some(Spoilt {
        kind,
        printed: game.print(&slips),
        meant,
        late: first.at + BEFORE_END > tokens.len(),
        lost,
    })
}

/// A slip of the kind somewhere in the game: one that few moves allow is looked for in the whole of it.
fn somewhere(
    game: &Game,
    kind: &'static str,
    tokens: &[Token],
    seeded: &mut Seeded,
) -> Option<Slip> {
    let from = seeded.below(tokens.len() - 2);
    let mut plies = (from..tokens.len() - 2).chain(0..from);
    plies.find_map(|at| {
        let seed = seeded.below(usize::MAX) as u64;
        let seeded = Seeded(seed);
        let slip = Slip { kind, at, seeded };
        slip.make(game, tokens).map(|_| slip)
    })
}

/// Judges one record with its slips.
fn judged(game: &Game, spoilt: &Spoilt) -> Tally {
    let options = game.options();
    let replayed = read(&spoilt.printed, &options);
    let mut tally = Tally {
        records: 1,
        ..Tally::default()
    };
    let by_number = spoilt.kind == "shifted number";
    let of_number = |finding: &scoresheet::diag::Diagnostic| finding.code == Code::WrongNumber;
    let reading = Reading {
        format: Format::Pgn,
        options: &options,
    };
    let repairs = repair(&replayed, &spoilt.printed, reading, Bounds::FULL);
    let corrections = repairs
        .first()
        .map_or(&[][..], |repair| &repair.corrections);
    let meant: Vec<_> = spoilt
        .meant
        .iter()
        .map(|meant| moves(&read(meant, &options)))
        .collect();
    let is_meant = |one: &&Correction| {
        let patch = Patch::new(one.edits.clone()).expect("edits apart");
        let text = patch.apply(&spoilt.printed);
        if by_number {
            let words = |text: &str| {
                text.split_whitespace()
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            return words(&text) == words(&spoilt.meant[0]);
        }
        meant.contains(&moves(&read(&text, &options)))
    };
    // What is called unique is judged in every record: a slip that no replay fails at may leave a trace as well.
    let alone = repairs.iter().filter(|repair| !repair.follows);
    let claimed: Vec<_> = alone
        .flat_map(|repair| &repair.corrections)
        .filter(|one| one.unique)
        .collect();
    tally.unique = usize::from(!claimed.is_empty());
    tally.false_unique = usize::from(!claimed.iter().all(is_meant));
    if replayed.is_valid() && !(by_number && replayed.diagnostics.iter().any(of_number)) {
        tally.undetectable = 1;
        return tally;
    }
    if spoilt.late && !APART.contains(&spoilt.kind) {
        tally.late = 1;
        return tally;
    }
    tally.judged = 1;
    if let Some(found) = corrections.iter().find(is_meant) {
        // Others that are ranked alike count as if they stood before it.
        let before = corrections
            .iter()
            .filter(|one| one.rank() <= found.rank())
            .count()
            - 1;
        tally.first = usize::from(before == 0);
        tally.among_three = usize::from(before < 3);
    }
    if let Some((at, lost)) = spoilt.lost {
        let ways = game.fillings(at, lost);
        assert!(ways > 0, "the original fits");
        tally.open = usize::from(ways > 1);
        tally.wide_open = usize::from(ways > 3);
        let ways = ways as f64;
        tally.blind = (1.0 / ways, (3.0 / ways).min(1.0));
    }
    tally
}

/// So many records from the games of a rule set: the figures by kind.
fn measure(name: &str, records: usize) -> BTreeMap<&'static str, Tally> {
    let games: Vec<_> = games(name)
        .into_iter()
        .filter(|game| game.words.len() >= 2 * BEFORE_END)
        .collect();
    for game in &games {
        let replayed = read(&game.print(&game.tokens()), &game.options());
        assert_eq!(
            moves(&replayed).len(),
            game.words.len(),
            "{name}: the game replays"
        );
    }
    let mut seeded = Seeded(name.len() as u64 * 7919);
    let mut figures: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut made = 0;
    while made < records {
        let game = &games[seeded.below(games.len())];
        let kind = match seeded.below(SOME) {
            one if one < APART.len() => APART[one],
            some if some < APART.len() + SOME / FEW => TWO,
            _ => seeded.pick(&KINDS),
        };
        let Some(spoilt) = spoilt(game, kind, &mut seeded) else {
            continue;
        };
        let tally = judged(game, &spoilt);
        figures.entry(kind).or_default().add(tally);
        let missed = tally.judged > tally.first || tally.false_unique > 0;
        if missed && std::env::var_os("SCORESHEET_SLIPS_TOLD").is_some() {
            tell(&format!(
                "{name}, {kind}: {tally}\n{}\n{}",
                spoilt.meant[0], spoilt.printed
            ));
        }
        made += 1;
    }
    figures
}

fn tell(words: &str) {
    // Figures that nobody can see are no reason to fail.
    let _ = std::io::stderr().write_all(words.as_bytes());
}

#[test]
fn what_was_meant_is_found() {
    let records = std::env::var("SCORESHEET_SLIPS").map_or(SHORT, |records| {
        records.parse().expect("a number of records")
    });
    for about in RuleSet::ABOUT {
        let began = std::time::Instant::now();
        let figures = measure(about.name, records);
        let mut all = Tally::default();
        let mut told = String::new();
        for (kind, tally) in &figures {
            let apart = !KINDS.contains(kind);
            let mark = if apart { '*' } else { ' ' };
            told.push_str(&format!(" {mark}{kind:<22} {tally}\n"));
            if !apart {
                all.add(*tally);
            }
        }
        all.blind = (0.0, 0.0);
        let (name, seconds) = (about.name, began.elapsed().as_secs_f64());
        tell(&format!(
            "{name:<24} {all}; {seconds:.1} s; without what is marked *:\n{told}"
        ));
        let falsely: usize = figures.values().map(|tally| tally.false_unique).sum();
        assert_eq!(falsely, 0, "{name}: called unique and is not");
        assert!(all.judged > 20, "{name}: {all}");
        let (first, three) = (
            Tally::share(all.first, all.judged),
            Tally::share(all.among_three, all.judged),
        );
        assert!(first >= 85.0 && three >= 95.0, "{name}: {all}");
    }
}
