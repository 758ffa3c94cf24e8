//! Path counts against `fixtures/perft/*.perft` (the field's format: `id`, `epd`, `perft DEPTH COUNT`).
//!
//! Rows with more paths than `SCORESHEET_PERFT_NODES` are left out; the default keeps the suite fast.

use crate::support::{fixtures, text};
use scoresheet::rules::{RuleSet, Rules, perft};
use scoresheet::with_rules;

const DEFAULT_NODES: u64 = 500_000;

fn node_limit() -> u64 {
    std::env::var("SCORESHEET_PERFT_NODES")
        .ok()
        .map_or(DEFAULT_NODES, |limit| {
            limit.parse().expect("SCORESHEET_PERFT_NODES is a number")
        })
}

fn check<R: Rules>(rules: &R, file: &str, limit: u64) -> usize {
    let (mut id, mut position, mut checked) = ("", None, 0);
    for line in file.lines() {
        match line.split_once(' ') {
            Some(("id", name)) => id = name,
            Some(("epd", epd)) => {
                let read = rules.read_position(epd, &mut Vec::new());
                position = Some(read.unwrap_or_else(|fault| panic!("{id}: {fault:?}")));
            }
            Some(("perft", row)) => {
                let (depth, count) = row.split_once(' ').expect("a depth and a count");
                let count: u64 = count.parse().expect("a count");
                if count <= limit {
                    let position = position.as_ref().expect("epd comes before perft");
                    let depth = depth.parse().expect("a depth");
                    assert_eq!(perft(rules, position, depth), count, "{id}, depth {depth}");
                    checked += 1;
                }
            }
            _ => assert!(line.is_empty() || line.starts_with('#'), "{line}"),
        }
    }
    checked
}

#[test]
fn counts_are_the_published_ones() {
    for file in fixtures("perft", &["perft"]) {
        let name = file
            .file_stem()
            .and_then(|stem| stem.to_str())
            .expect("a name");
        let set = RuleSet::from_spec(name).expect("a file is named like its rule set");
        let checked = with_rules!(&set, rules => check(rules, &text(&file), node_limit()));
        assert!(checked > 0, "{name}: no row within the limit");
    }
}
