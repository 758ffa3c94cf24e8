//! Seeded slips: records with one slip of a known kind, and how often `repair` finds what was meant.
//!
//! The games of the variants are those of independent implementations; games of chess are played at random. The short
//! form belongs to the suite; `SCORESHEET_SLIPS=2000 cargo test --test it slips -- --nocapture` is the full run of so many
//! records and tells the figures of every kind.

use crate::support::{root, text};
use scoresheet::notation::letters::Letters;
use scoresheet::record::TreeBuilder;
use scoresheet::repair::{Bounds, Correction, Patch, Reading, repair};
use scoresheet::replay::{Options, Replay, replay};
use scoresheet::rules::{RuleSet, Rules};
use scoresheet::syntax::{Format, read_record_in};
use scoresheet::with_rules;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;

/// Records of the short form.
const SHORT: usize = 320;

/// A slip that is to be found lies so many plies before the end.
const BEFORE_END: usize = 10;

/// Numbers that look random and are the same every time.
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// A game: its rule set, the position that it starts from if not the usual one, its words and its result.
struct Game {
    set: RuleSet,
    start: Option<String>,
    words: Vec<String>,
    result: String,
}

/// A printed move with what stands before it.
#[derive(Clone)]
struct Token {
    number: Option<usize>,
    word: String,
}

impl Game {
    fn tokens(&self) -> Vec<Token> {
        let tokens = self.words.iter().enumerate().map(|(ply, word)| Token {
            number: (ply % 2 == 0).then_some(ply / 2 + 1),
            word: word.clone(),
        });
        tokens.collect()
    }

    fn print(&self, tokens: &[Token]) -> String {
        let mut text = format!("[Event \"Slips\"]\n[Result \"{}\"]\n", self.result);
        if let Some(start) = &self.start {
            text.push_str(&format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n"));
        }
        text.push('\n');
        let mut column = 0;
        for token in tokens {
            let number = token
                .number
                .map_or(String::new(), |number| format!("{number}. "));
            let word = format!("{number}{}", token.word);
            column += word.len() + 1;
            text.push_str(&word);
            text.push(if column > 70 { '\n' } else { ' ' });
            column = if column > 70 { 0 } else { column };
        }
        text.push_str(&self.result);
        text.push('\n');
        text
    }

    fn options(&self) -> Options {
        Options {
            rules: Some(self.set.clone()),
            letters: Some(&Letters::ALL[0]),
            archive: true,
            english: true,
            ..Options::default()
        }
    }
}

fn read(text: &str, options: &Options) -> Replay {
    let mut builder = TreeBuilder::default();
    let words = options.rules.as_ref().map(RuleSet::words);
    read_record_in(Format::Pgn, words, text, 0, &mut builder);
    replay(builder.finish(), text, options)
}

/// The moves of the main line as far as it is played.
fn moves(replay: &Replay) -> Vec<String> {
    let tree = &replay.record.tree;
    tree.mainline()
        .map_while(|id| replay.facts(id).map(|facts| facts.coords.clone()))
        .collect()
}

/// The words of a game in canonical notation, from words of any.
fn canonical<R: Rules>(rules: &R, start: Option<&str>, words: &[String]) -> Option<Vec<String>> {
    let mut position = match start {
        Some(text) => rules.read_position(text, &mut Vec::new()).ok()?,
        None => rules.start(),
    };
    let mut out = Vec::new();
    for word in words {
        let read = R::read_word(word)?;
        let meant = rules.resolve(&position, &read.form, &Letters::ENGLISH)?;
        let mut name = String::new();
        rules.write_move(&position, meant, &Letters::ENGLISH, &mut name);
        rules.play(&mut position, meant);
        out.push(name);
    }
    Some(out)
}

/// A game of random moves and its result.
fn random<R: Rules>(rules: &R, plies: usize, seeded: &mut Seeded) -> (Vec<String>, String) {
    let (mut position, mut words, mut legal) = (rules.start(), Vec::new(), Vec::new());
    for _ in 0..plies {
        rules.legal_moves(&position, &mut legal);
        if legal.is_empty() {
            break;
        }
        let meant = seeded.pick(&legal);
        let mut name = String::new();
        rules.write_move(&position, meant, &Letters::ENGLISH, &mut name);
        rules.play(&mut position, meant);
        words.push(name);
    }
    let proven = rules.status(&position).outcome(rules.turn(&position));
    (
        words,
        proven.map_or("*", |proven| proven.marker()).to_owned(),
    )
}

fn oracle(rules: &str) -> Vec<Value> {
    let file = text(&root().join(format!("fixtures/oracle/{rules}.json")));
    let mut oracle: Value = serde_json::from_str(&file).expect("JSON");
    serde_json::from_value(oracle["games"].take()).expect("games")
}

fn split(text: &str) -> Vec<String> {
    let words = text.split_whitespace().filter(|word| !word.ends_with('.'));
    words.map(str::to_owned).collect()
}

/// The games of a rule set.
fn games(name: &str) -> Vec<Game> {
    let set = |spec: &str| RuleSet::from_spec(spec).expect("a rule set");
    if name == "chess" {
        let mut seeded = Seeded(20);
        let set = set("chess");
        return (0..100)
            .map(|_| {
                let plies = 60 + seeded.below(60);
                let (words, result) = with_rules!(&set, rules => random(rules, plies, &mut seeded));
                Game {
                    set: set.clone(),
                    start: None,
                    words,
                    result,
                }
            })
            .collect();
    }
    let games = oracle(name).into_iter().filter_map(|game| {
        if game["null-moves"] == true {
            return None;
        }
        let field = |key: &str| game[key].as_str().map(str::to_owned);
        let words = match (field("san"), field("moves")) {
            (Some(words), _) | (None, Some(words)) => split(&words),
            (None, None) => serde_json::from_value(game["coords"].clone()).ok()?,
        };
        let spec = field("board").map_or(name.to_owned(), |board| format!("{name}:board={board}"));
        let (set, start) = (set(&spec), field("start"));
        let words = with_rules!(&set, rules => canonical(rules, start.as_deref(), &words))?;
        Some(Game {
            set,
            start,
            words,
            result: field("result")?,
        })
    });
    let games: Vec<_> = games.collect();
    assert!(games.len() > 50, "{name}: {}", games.len());
    games
}

/// The kinds of slips.
const KINDS: [&str; 17] = [
    "wrong file",
    "wrong rank",
    "neighbouring key",
    "missing piece letter",
    "wrong piece letter",
    "foreign letter",
    "characters swapped",
    "lost ply",
    "doubled ply",
    "pair exchanged",
    "wrong promotion",
    "castling side",
    "missing fall or stone",
    "lost x",
    "lost pair",
    "doubled pair",
    "two words",
];

/// Slips of two words at once: counted and told, apart from the bars. When nothing that follows depends on a lost pair,
/// nobody can tell which it was.
const APART: [&str; 3] = ["lost pair", "doubled pair", "two words"];

const KEYS: [&str; 4] = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

fn neighbour(key: char, seeded: &mut Seeded) -> Option<char> {
    let (row, column) = KEYS
        .iter()
        .enumerate()
        .find_map(|(row, keys)| Some((row, keys.find(key.to_ascii_lowercase())?)))?;
    let side = if seeded.below(2) == 0 {
        column.checked_sub(1)?
    } else {
        column + 1
    };
    let near = KEYS[row].chars().nth(side)?;
    Some(if key.is_uppercase() {
        near.to_ascii_uppercase()
    } else {
        near
    })
}

/// The word with one character replaced, chosen among those that `of` takes.
fn replaced(
    word: &str,
    seeded: &mut Seeded,
    of: impl Fn(char) -> bool,
    by: impl Fn(char, &mut Seeded) -> Option<char>,
) -> Option<String> {
    let places: Vec<(usize, char)> = word.char_indices().filter(|&(_, c)| of(c)).collect();
    if places.is_empty() {
        return None;
    }
    let (at, old) = seeded.pick(&places);
    let new = by(old, seeded).filter(|&new| new != old)?;
    Some(format!(
        "{}{new}{}",
        &word[..at],
        &word[at + old.len_utf8()..]
    ))
}

fn spoilt_word(kind: &str, word: &str, seeded: &mut Seeded) -> Option<String> {
    let is_piece = |c: char| "NBRQK".contains(c);
    let files: Vec<char> = ('a'..='h').collect();
    let ranks: Vec<char> = ('1'..='8').collect();
    let first = word.chars().next()?;
    match kind {
        "wrong file" => replaced(
            word,
            seeded,
            |c| files.contains(&c),
            |_, s| Some(s.pick(&files)),
        ),
        "wrong rank" => replaced(
            word,
            seeded,
            |c| ranks.contains(&c),
            |_, s| Some(s.pick(&ranks)),
        ),
        "neighbouring key" => replaced(word, seeded, |c| c.is_ascii_alphanumeric(), neighbour),
        "missing piece letter" => is_piece(first).then(|| word[1..].to_owned()),
        "wrong piece letter" => is_piece(first)
            .then(|| format!("{}{}", seeded.pick(&['N', 'B', 'R', 'Q', 'K']), &word[1..])),
        "foreign letter" => {
            let foreign = match first {
                'N' => ['S', 'C'],
                'B' => ['L', 'F'],
                'R' => ['T', 'V'],
                'Q' => ['D', 'H'],
                'K' => ['R', 'K'],
                _ => return None,
            };
            Some(format!("{}{}", seeded.pick(&foreign), &word[1..]))
        }
        "characters swapped" => {
            let mut chars: Vec<char> = word.chars().collect();
            let at = seeded.below(chars.len() - 1);
            chars.swap(at, at + 1);
            Some(chars.into_iter().collect())
        }
        "wrong promotion" => {
            let at = word.find('=')? + 1;
            let letter = seeded.pick(&["N", "B", "R", "Q"]);
            Some(format!("{}{letter}{}", &word[..at], &word[at + 1..]))
        }
        "castling side" => match word {
            "O-O" => Some("O-O-O".to_owned()),
            "O-O-O" => Some("O-O".to_owned()),
            _ => None,
        },
        "missing fall or stone" => {
            let end = word.find(|c: char| c.is_ascii_digit())? + 1;
            let rest = &word[end..];
            let more = rest.starts_with(|c: char| "(,".contains(c) || c == '→')
                || (word.contains(['→', '×']) && rest.chars().any(|c| c.is_ascii_digit()));
            more.then(|| word[..end].to_owned())
        }
        "lost x" => word.contains('x').then(|| word.replacen('x', "", 1)),
        _ => None,
    }
    .filter(|spoilt| spoilt != word)
}

/// The tokens with one slip, if the kind of slip can happen at the ply.
fn spoilt(kind: &str, tokens: &[Token], at: usize, seeded: &mut Seeded) -> Option<Vec<Token>> {
    let mut tokens = tokens.to_vec();
    match kind {
        "lost ply" => {
            let lost = tokens.remove(at);
            // The number is printed before what follows.
            if let Some(next) = tokens.get_mut(at) {
                next.number = next.number.or(lost.number);
            }
        }
        "doubled ply" => {
            let word = tokens[at].word.clone();
            tokens.insert(at + 1, Token { number: None, word });
        }
        "pair exchanged" => {
            let at = at & !1;
            let word = std::mem::take(&mut tokens[at].word);
            tokens[at].word = std::mem::replace(&mut tokens[at + 1].word, word);
        }
        "lost pair" => drop(tokens.drain(at & !1..(at & !1) + 2)),
        "doubled pair" => {
            let at = at & !1;
            let pair = tokens[at..at + 2].to_vec();
            tokens.splice(at..at, pair);
        }
        "two words" => {
            let other = (at + 1 + seeded.below(BEFORE_END)) % tokens.len();
            for at in [at, other] {
                let kind = seeded.pick(&[
                    "wrong file",
                    "wrong rank",
                    "neighbouring key",
                    "wrong piece letter",
                ]);
                tokens[at].word = spoilt_word(kind, &tokens[at].word, seeded)?;
            }
        }
        _ => tokens[at].word = spoilt_word(kind, &tokens[at].word, seeded)?,
    }
    Some(tokens)
}

#[derive(Default, Clone, Copy)]
struct Tally {
    records: usize,
    undetectable: usize,
    /// Nearer to the end, or without a correction that touches the main line.
    late: usize,
    judged: usize,
    first: usize,
    among_three: usize,
    unique: usize,
    false_unique: usize,
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
        )
    }
}

/// Judges one record with a slip.
fn judged(game: &Game, printed: &str, original: &[String], late: bool) -> Tally {
    let options = game.options();
    let replayed = read(printed, &options);
    let mut tally = Tally {
        records: 1,
        ..Tally::default()
    };
    if replayed.is_valid() {
        tally.undetectable = 1;
        return tally;
    }
    if late {
        tally.late = 1;
        return tally;
    }
    tally.judged = 1;
    let reading = Reading {
        format: Format::Pgn,
        options: &options,
    };
    let repairs = repair(&replayed, printed, reading, Bounds::FULL);
    let corrections = repairs
        .first()
        .map_or(&[][..], |repair| &repair.corrections);
    let is_original = |one: &&Correction| {
        let patch = Patch::new(one.edits.clone()).expect("edits apart");
        moves(&read(&patch.apply(printed), &options)) == original
    };
    let unique = corrections.iter().find(|one| one.unique);
    tally.unique = usize::from(unique.is_some());
    tally.false_unique = usize::from(unique.is_some_and(|one| !is_original(&one)));
    if let Some(found) = corrections.iter().find(is_original) {
        // Others that are ranked alike count as if they stood before it.
        let before = corrections
            .iter()
            .filter(|one| one.rank() <= found.rank())
            .count()
            - 1;
        tally.first = usize::from(before == 0);
        tally.among_three = usize::from(before < 3);
    }
    tally
}

/// So many records with one slip each, from the games of a rule set: the figures by kind.
fn measure(name: &str, records: usize) -> BTreeMap<&'static str, Tally> {
    let games = games(name);
    let mut seeded = Seeded(name.len() as u64 * 7919);
    let mut figures: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut made = 0;
    while made < records {
        let game = &games[seeded.below(games.len())];
        let kind = seeded.pick(&KINDS);
        let tokens = game.tokens();
        if tokens.len() < 2 * BEFORE_END {
            continue;
        }
        // A kind that few moves allow is looked for in the whole game.
        let from = seeded.below(tokens.len() - 2);
        let plies = (from..tokens.len() - 2).chain(0..from);
        let slip = plies.into_iter().find_map(|at| {
            let slip = spoilt(kind, &tokens, at, &mut seeded)?;
            (game.print(&slip) != game.print(&tokens)).then_some((at, slip))
        });
        let Some((at, slip)) = slip else { continue };
        let original = moves(&read(&game.print(&tokens), &game.options()));
        assert_eq!(original.len(), tokens.len(), "{name}: the game replays");
        let printed = game.print(&slip);
        let late = at + BEFORE_END > tokens.len();
        let tally = judged(game, &printed, &original, late);
        figures.entry(kind).or_default().add(tally);
        if std::env::var_os("SCORESHEET_SLIPS_TOLD").is_some() && tally.judged > tally.among_three {
            tell(&format!(
                "{name}, {kind} at ply {}: {} for {}\n",
                at + 1,
                slip[at].word,
                tokens[at].word
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
        let figures = measure(about.name, records / RuleSet::ABOUT.len());
        let (mut all, mut apart) = (Tally::default(), Tally::default());
        let mut told = String::new();
        for (kind, tally) in &figures {
            told.push_str(&format!("  {kind:<22} {tally}\n"));
            if APART.contains(kind) {
                apart.add(*tally);
            } else {
                all.add(*tally);
            }
        }
        let (name, seconds) = (about.name, began.elapsed().as_secs_f64());
        tell(&format!(
            "{name:<24} {all}; {seconds:.1} s\n  of two words at once:  {apart}\n{told}"
        ));
        // Of two slips one may leave no trace, and then the other has one correction only.
        let one_slip = figures.iter().filter(|(kind, _)| **kind != "two words");
        let falsely: usize = one_slip.map(|(_, tally)| tally.false_unique).sum();
        assert_eq!(falsely, 0, "{name}: called unique and is not");
        assert!(all.judged > 20, "{name}: {all}");
        let (first, three) = (
            Tally::share(all.first, all.judged),
            Tally::share(all.among_three, all.judged),
        );
        assert!(first >= 85.0 && three >= 95.0, "{name}: {all}");
    }
}
