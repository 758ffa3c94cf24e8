//! What hard problems cost on all cores: `cargo bench --bench solve`. The positions are those of
//! `fixtures/problems/speed.txt`, and each answer is held against the one printed there.

use divan::Bencher;
use scoresheet::rules::{RuleSet, Rules};
use scoresheet::solve::{Options, Stipulation, report, set_up, solve};
use scoresheet::with_rules;

const PROBLEMS: &str = include_str!("../fixtures/problems/speed.txt");

fn main() {
    divan::main();
}

fn ids() -> impl Iterator<Item = &'static str> {
    PROBLEMS.lines().filter_map(|line| line.strip_prefix("id "))
}

/// The value of `key` in the entry `id`.
fn value(id: &str, key: &str) -> &'static str {
    let entry = PROBLEMS
        .split("\n\n")
        .find(|entry| {
            entry
                .lines()
                .any(|line| line.strip_prefix("id ") == Some(id))
        })
        .expect("an entry of that name");
    let line = entry.lines().find_map(|line| line.strip_prefix(key));
    line.map(str::trim).expect("every entry has that line")
}

#[divan::bench(args = ids(), sample_count = 1, sample_size = 1)]
fn problem(bencher: Bencher<'_, '_>, id: &str) {
    let set = RuleSet::from_spec(value(id, "rules")).expect("known rules");
    bencher.bench(|| with_rules!(&set, rules => answer(rules, id)));
}

fn answer<R: Rules>(rules: &R, id: &str) {
    let position = rules.read_position(value(id, "position"), &mut Vec::new());
    let stipulation: Stipulation = value(id, "stipulation").parse().expect("a stipulation");
    let problem = set_up(rules, position.expect("a position"), stipulation).expect("a problem");
    let solution = solve(rules, &problem, &Options::default(), &|_| ());
    let report = report(rules, &problem, &solution, R::PROBLEM_LETTERS);
    assert_eq!(report.verdict, value(id, "verdict"), "{id}");
}
