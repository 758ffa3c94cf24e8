//! What the rule sets cost: path counts, lists of legal turns, and plies checked by the bulk path.
//!
//! `cargo bench --bench rules` prints two tables first, what a ply costs relative to `chess` and how long a list of
//! legal turns takes on the largest usual board, and then what divan measures.

#![allow(clippy::print_stdout, reason = "the tables are what it is for")]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use scoresheet::diag::Severity;
use scoresheet::notation::letters::Letters;
use scoresheet::replay::{FastCheck, Options};
use scoresheet::rules::{RuleSet, Rules, perft};
use scoresheet::syntax::{Format, read_record_in};
use scoresheet::with_rules;
use serde_json::Value;
use std::path::Path;
use std::time::{Duration, Instant};

/// The rule sets whose games are checked.
const CHECKED: &[&str] = &[
    "chess",
    "inertia-chess",
    "gravitational-chess",
    "inertia:board=square-8",
    "inertia:board=square-10",
    "inertia:board=hex-5",
    "inertia:board=hex-6",
    "inertia:board=hex-7",
];

/// Positions whose paths are counted: rule set, position (empty for the start) and depth.
const COUNTED: &[(&str, &str, u32)] = &[
    ("chess", "", 4),
    ("inertia-chess", "", 5),
    ("gravitational-chess", "", 4),
    ("inertia:board=square-8", "", 2),
    ("inertia:board=square-10", "", 2),
    ("inertia:board=hex-5", "", 3),
    (
        "inertia:board=square-8",
        "1rr5/rb6/1b1r4/2bb4/7r/3r4/4r2r/8 b m -",
        3,
    ),
];

/// Rounds of the tables; the best counts.
const ROUNDS: usize = 25;

fn main() {
    print_costs();
    print_lists();
    divan::main();
}

fn rule_set(spec: &str) -> RuleSet {
    RuleSet::from_spec(spec).expect("a rule set")
}

fn fixture(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    std::fs::read_to_string(folder.join(name)).expect("the fixture is there")
}

/// The games of an oracle.
fn oracle(name: &str) -> Vec<Value> {
    let text = fixture(&format!("oracle/{name}.json"));
    let mut all: Value = serde_json::from_str(&text).expect("JSON");
    match all["games"].take() {
        Value::Array(games) => games,
        _ => Vec::new(),
    }
}

/// Games that all are legal, one record after another.
fn games(spec: &str) -> String {
    let board = spec.strip_prefix("inertia:board=");
    match (spec, board) {
        ("chess", _) => fixture("bench/chess.pgn"),
        (_, Some(board)) => oracle("inertia")
            .iter()
            .filter(|game| game["board"] == board)
            .map(|game| format!("{} {}\n\n", text(&game["moves"]), text(&game["result"])))
            .collect(),
        _ => {
            let mut games = oracle(spec);
            // The bulk path leaves passes to the full one.
            games.retain(|game| game["null-moves"] != true);
            with_rules!(&rule_set(spec), rules => games.iter().map(|game| written(rules, game)).collect())
        }
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

/// A game from its coordinates, in the canonical notation of its rules.
fn written<R: Rules>(rules: &R, game: &Value) -> String {
    let (mut position, mut out) = (rules.start(), String::new());
    if let Some(start) = game["start"].as_str() {
        out = format!("[FEN \"{start}\"]\n\n");
        position = rules
            .read_position(start, &mut Vec::new())
            .expect("a position");
    }
    for word in game["coords"].as_array().into_iter().flatten() {
        let form = R::read_word(text(word)).expect("a word").form;
        let r#move = rules
            .resolve(&position, &form, &Letters::ENGLISH)
            .expect("the games are legal");
        rules.write_move(&position, r#move, &Letters::ENGLISH, &mut out);
        out.push(' ');
        rules.play(&mut position, r#move);
    }
    out + "*\n\n"
}

/// What reads and checks the games of a rule set.
struct Course {
    spec: &'static str,
    text: String,
    set: RuleSet,
    check: FastCheck,
}

impl Course {
    fn new(spec: &'static str) -> Self {
        let set = rule_set(spec);
        let options = Options {
            rules: Some(set.clone()),
            english: true,
            ..Options::default()
        };
        Self {
            spec,
            text: games(spec),
            set,
            check: FastCheck::new(&options, Severity::Error),
        }
    }

    /// Checks all games; how many plies they have.
    fn run(&mut self) -> u64 {
        let words = Some(self.set.words());
        let (mut at, mut plies) = (0, 0);
        while at < self.text.len() {
            self.check.begin();
            let found = read_record_in(Format::Pgn, words, &self.text, at, &mut self.check);
            if found.is_record() {
                assert!(self.check.finish(), "{}: a game is refused", self.spec);
                plies += self.check.plies();
            }
            at = found.end;
        }
        plies
    }
}

/// What a checked ply costs, the rule sets taking turns.
fn print_costs() {
    let mut courses: Vec<_> = CHECKED.iter().map(|spec| Course::new(spec)).collect();
    let mut best = vec![f64::INFINITY; courses.len()];
    for _ in 0..ROUNDS {
        for (course, best) in courses.iter_mut().zip(&mut best) {
            let begin = Instant::now();
            let plies = black_box(course.run());
            *best = best.min(begin.elapsed().as_nanos() as f64 / plies as f64);
        }
    }
    println!(
        "{:<26}{:>10}{:>14}{:>10}",
        "checking", "ns/ply", "plies/s", "x chess"
    );
    for (course, cost) in courses.iter().zip(&best) {
        println!(
            "{:<26}{cost:>10.0}{:>14.0}{:>10.2}",
            course.spec,
            1e9 / cost,
            cost / best[0]
        );
    }
}

/// How long a list of legal turns takes on square-10, over all positions of the oracle's games.
fn print_lists() {
    let spec = "inertia:board=square-10";
    let times = with_rules!(&rule_set(spec), rules => list_times(rules, &games(spec)));
    let micros = |time: Duration| time.as_nanos() as f64 / 1e3;
    println!(
        "\nlegal turns on square-10, {} positions: median {:.1} µs, worst {:.1} µs\n",
        times.len(),
        micros(times[times.len() / 2]),
        micros(times[times.len() - 1])
    );
}

/// The times of lists of legal moves in all positions of some games, sorted.
fn list_times<R: Rules>(rules: &R, games: &str) -> Vec<Duration> {
    let (mut times, mut moves) = (Vec::new(), Vec::new());
    for game in games.lines().filter(|line| !line.is_empty()) {
        let mut position = rules.start();
        let words = game
            .split_whitespace()
            .filter_map(|word| R::read_word(word));
        for word in words {
            let best = (0..5).map(|_| {
                let begin = Instant::now();
                rules.legal_moves(black_box(&position), &mut moves);
                begin.elapsed()
            });
            times.extend(best.min());
            let Some(r#move) = rules.resolve(&position, &word.form, &Letters::ENGLISH) else {
                break;
            };
            rules.play(&mut position, r#move);
        }
    }
    times.sort_unstable();
    times
}

/// Paths counted, in positions at the end of a path per second.
#[divan::bench(args = COUNTED)]
fn paths(bencher: Bencher<'_, '_>, (spec, position, depth): &(&str, &str, u32)) {
    with_rules!(&rule_set(spec), rules => {
        let position = match *position {
            "" => rules.start(),
            text => rules.read_position(text, &mut Vec::new()).expect("a position"),
        };
        let nodes = perft(rules, &position, *depth);
        bencher
            .counter(ItemsCount::new(nodes))
            .bench_local(|| perft(rules, black_box(&position), *depth));
    });
}

/// Plies checked by the bulk path, per second.
#[divan::bench(args = CHECKED)]
fn check(bencher: Bencher<'_, '_>, spec: &'static str) {
    let mut course = Course::new(spec);
    let plies = course.run();
    bencher
        .counter(ItemsCount::new(plies))
        .bench_local(|| course.run());
}
