//! Records with a slip of the keyboard in them, from fixed seeds: whatever became of them, annotation keeps its laws,
//! and every format gives back what it was given.

use crate::annotate::{broken_law, everything};
use crate::pairs::{TARGETS, through};
use crate::support::{fixtures, format_of, text, thoroughness};
use scoresheet::annotate::Lexicon;
use scoresheet::record::TreeBuilder;
use scoresheet::replay::{Options, Replay, replay};
use scoresheet::syntax::{Format, What, read_record};
use scoresheet::write::{Target, obstacle};

/// Numbers from a seed, by xorshift.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// The records of a text, as they stand; problems are told in other tests.
fn records(text: &str, format: Format) -> Vec<(&str, Replay)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let mut builder = TreeBuilder::default();
        let read = read_record(format, text, at, &mut builder);
        if read.what == What::Record {
            let part = &text[at..read.end];
            let mut builder = TreeBuilder::default();
            read_record(format, part, 0, &mut builder);
            let options = Options {
                archive: format == Format::Pgn,
                english: format != Format::Text,
                ..Options::default()
            };
            found.push((part, replay(builder.finish(), part, &options)));
        }
        at = read.end;
    }
    found
}

/// A text with a sign or word dropped or replaced.
fn mutated(text: &str, numbers: &mut Numbers) -> String {
    let words: Vec<_> = text.split_inclusive(char::is_whitespace).collect();
    let at = numbers.below(words.len());
    let other = words[numbers.below(words.len())];
    let word = words[at];
    let signs: Vec<char> = word.chars().collect();
    let sign = numbers.below(signs.len());
    let strange = ['x', 'N', 'R', '{', ')', '2', 'b', '.', '\n', '*'];
    let strange = strange[numbers.below(strange.len())];
    let put = |new: &[char]| {
        let signs = [&signs[..sign], new, &signs[sign + 1..]].concat();
        signs.into_iter().collect::<String>()
    };
    let new = match numbers.below(4) {
        0 => String::new(),
        1 => other.to_owned(),
        2 => put(&[]),
        _ => put(&[strange]),
    };
    [
        &words[..at].concat(),
        new.as_str(),
        &words[at + 1..].concat(),
    ]
    .concat()
}

/// The mutants of all fixtures that are scores, so many of each record, with where they come from.
fn mutants(each: u32) -> Vec<(String, Replay)> {
    let files = ["valid", "invalid"].map(|folder| fixtures(folder, &["txt", "pgn", "sgf"]));
    let mut numbers = Numbers(0x5eed_0005);
    let mut mutants = Vec::new();
    for file in files.concat() {
        let (text, format) = (text(&file), format_of(&file));
        for (place, (record, _)) in records(&text, format).into_iter().enumerate() {
            for _ in 0..each {
                let mutant = mutated(record, &mut numbers);
                let replays = records(&mutant, format).into_iter();
                mutants.extend(replays.map(|(text, replay)| {
                    let name = format!("{}, record {}:\n{text}\n", file.display(), place + 1);
                    (name, replay)
                }));
            }
        }
    }
    mutants
}

/// Fails with the first few of the faults, and says how many there are.
fn none_of(faults: &[String], among: usize) {
    let shown: Vec<_> = faults.iter().take(12).map(String::as_str).collect();
    assert!(
        faults.is_empty(),
        "{} of {among}:\n{}",
        faults.len(),
        shown.join("\n----\n")
    );
    assert!(among >= 500, "{among} are too few");
}

#[test]
fn annotated_mutants_keep_the_laws() {
    let mutants = mutants(4 * thoroughness());
    let (mut faults, mut tried) = (Vec::new(), 0);
    for (index, (name, replay)) in mutants.iter().enumerate() {
        for target in [Target::Text, Target::Pgn] {
            if obstacle(target, replay).is_some() {
                continue;
            }
            tried += 1;
            let words = &Lexicon::ALL[index % Lexicon::ALL.len()];
            let every = 1 + index as u32 % 3;
            let broken = broken_law(replay, target, &everything(every, words, target));
            faults.extend(broken.map(|law| format!("{name}, {target:?}: {law}")));
        }
    }
    none_of(&faults, tried);
}

#[test]
fn converted_mutants_come_back() {
    let mutants = mutants(4 * thoroughness());
    let (mut faults, mut tried) = (Vec::new(), 0);
    for (name, replay) in &mutants {
        for way in TARGETS {
            if obstacle(way.0, replay).is_some() {
                continue;
            }
            tried += 1;
            faults.extend(through(way, replay, &format!("{name}, {:?}", way.0)).err());
        }
    }
    none_of(&faults, tried);
}
