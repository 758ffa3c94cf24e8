//! `grammar.md` and the parsers say the same: every production has a parser that cites it, and the other way round.
//! The examples are run beside the parsers, in `src/notation/word/tests.rs`.

use crate::support::{root, text};
use std::collections::BTreeSet;
use std::path::Path;

/// Productions that no parser has for itself: single characters and words of the grammar's own language.
const UNDERSTOOD: &[&str] = &["blank", "line-end", "digit"];

/// The names that the grammar's own blocks define.
fn defined() -> BTreeSet<String> {
    let grammar = text(&root().join("grammar.md"));
    let blocks = grammar.split("```ebnf\n").skip(1);
    let rules = blocks.filter_map(|block| block.split("```").next());
    rules
        .flat_map(|block| block.lines())
        .filter_map(|line| line.split_once('='))
        .map(|(name, _)| name)
        .filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
        .map(|name| name.trim().to_owned())
        .collect()
}

/// The names that doc comments cite: `` /// `name = ...` ``.
fn cited() -> BTreeSet<String> {
    let (mut names, mut folders) = (BTreeSet::new(), vec![root().join("src")]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                names.extend(cited_in(&path));
            }
        }
    }
    names
}

fn cited_in(file: &Path) -> Vec<String> {
    if file.extension().is_none_or(|end| end != "rs") {
        return Vec::new();
    }
    let source = text(file);
    let docs = source
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("///"));
    let quoted = docs.flat_map(|doc| doc.split('`').skip(1).step_by(2));
    let names = quoted.filter_map(|quoted| {
        let (name, _) = quoted.split_once(" = ")?;
        let is_name = name
            .chars()
            .all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '_'));
        is_name.then(|| name.replace('_', "-"))
    });
    names.collect()
}

#[test]
fn productions_and_parsers_belong_together() {
    let (defined, cited) = (defined(), cited());
    assert!(defined.len() > 20, "{defined:?}");
    let without_parser: Vec<_> = defined
        .difference(&cited)
        .filter(|name| !UNDERSTOOD.contains(&name.as_str()))
        .collect();
    let without_production: Vec<_> = cited.difference(&defined).collect();
    assert!(
        without_parser.is_empty() && without_production.is_empty(),
        "in grammar.md only: {without_parser:?}; in the sources only: {without_production:?}"
    );
}

/// Examples stand for productions that exist.
#[test]
fn examples_name_productions() {
    let (grammar, defined) = (text(&root().join("grammar.md")), defined());
    for block in grammar.split("\n```").skip(1) {
        let info = block.lines().next().unwrap_or_default();
        let production = info
            .strip_prefix("example ")
            .or_else(|| info.strip_prefix("counterexample "));
        if let Some(production) = production {
            let named = grammar.contains(&format!("`{production}`"));
            assert!(defined.contains(production) || named, "{production}");
        }
    }
}
