//! What bulk validation costs, stage by stage: reading alone, words to moves, and the whole.
//!
//! `cargo bench --bench validate`; throughput is in bytes of the input.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use scoresheet::diag::Severity;
use scoresheet::notation::letters::Letters;
use scoresheet::notation::{MoveWord, WordForm};
use scoresheet::record::{Events, TreeBuilder};
use scoresheet::replay::{FastCheck, Options, replay};
use scoresheet::rules::Rules;
use scoresheet::rules::chess::Chess;
use scoresheet::source::Span;
use scoresheet::syntax::{Format, read_record};
use std::path::Path;

const FILES: &[&str] = &["chess.pgn", "annotated.pgn", "inertia-chess.pgn"];

fn main() {
    divan::main();
}

fn input(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/bench");
    std::fs::read_to_string(folder.join(name)).expect("the fixture is there")
}

fn read_all<'s, E: Events<'s>>(text: &'s str, events: &mut E, mut after_each: impl FnMut(&mut E)) {
    let mut at = 0;
    while at < text.len() {
        at = read_record(Format::Pgn, text, at, events).end;
        after_each(events);
    }
}

/// Keeps the move words and forgets the rest.
#[derive(Default)]
struct Words {
    words: Vec<WordForm>,
    depth: u32,
    count: usize,
}

impl<'s> Events<'s> for Words {
    fn ply(&mut self, word: &MoveWord<'s>) {
        self.count += 1;
        if self.depth == 0 {
            self.words.push(word.form);
        }
    }
    fn open_variation(&mut self, _span: Span) {
        self.depth += 1;
    }
    fn close_variation(&mut self, _span: Span) {
        self.depth -= 1;
    }
}

/// Reading alone: text to events.
#[divan::bench(args = FILES)]
fn lex(bencher: Bencher<'_, '_>, name: &str) {
    let text = input(name);
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
        let mut words = Words::default();
        read_all(&text, &mut words, |words| words.words.clear());
        black_box(words.count)
    });
}

/// Words to moves, along the main lines of orthodox games.
#[divan::bench]
fn resolve(bencher: Bencher<'_, '_>) {
    let text = input("chess.pgn");
    let mut games = Vec::new();
    read_all(&text, &mut Words::default(), |words| {
        games.push(std::mem::take(&mut words.words));
    });
    let rules = Chess::default();
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
        for game in &games {
            let mut position = rules.start();
            for word in game {
                let mv = rules
                    .resolve(&position, word, &Letters::ENGLISH)
                    .expect("the games are legal");
                rules.play(&mut position, mv);
            }
            black_box(&position);
        }
    });
}

/// The bulk path: what `validate -q` does to a clean file.
#[divan::bench(args = FILES)]
fn validate_fast(bencher: Bencher<'_, '_>, name: &str) {
    let text = input(name);
    let mut check = FastCheck::new(&Options::default(), Severity::Error);
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
        let (mut at, mut clean) = (0, 0);
        while at < text.len() {
            check.begin();
            at = read_record(Format::Pgn, &text, at, &mut check).end;
            clean += usize::from(check.finish());
        }
        black_box(clean)
    });
}

/// The full path, with tree, facts and findings.
#[divan::bench(args = FILES)]
fn validate_full(bencher: Bencher<'_, '_>, name: &str) {
    let text = input(name);
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
        let (mut at, mut findings) = (0, 0);
        while at < text.len() {
            let mut builder = TreeBuilder::default();
            let found = read_record(Format::Pgn, &text, at, &mut builder);
            if found.is_record() {
                findings += replay(builder.finish(), &text, &Options::default())
                    .diagnostics
                    .len();
            }
            at = found.end;
        }
        black_box(findings)
    });
}
