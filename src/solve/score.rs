//! What was found about a problem, for people: lines as the problem literature prints them.

use crate::schema::problem::{Report, Short, TreeKey, TreeLine};
use std::fmt::Write;

/// Blanks before each deeper line.
const INDENT: usize = 3;

/// Writes a report as a score, a line of play a line.
#[must_use]
pub fn score(report: &Report) -> String {
    let mut scribe = Scribe { out: String::new() };
    if !report.set.is_empty() {
        scribe.line(0, "Set play");
        scribe.replies(&report.set, 1, 1);
    }
    for found in &report.tries {
        scribe.line(0, &format!("1.{}? {}!", found.r#try, found.refutation));
    }
    for key in &report.tree {
        scribe.key(key, &report.short);
    }
    for line in &report.set_solutions {
        scribe.line(0, line);
    }
    for short in &report.short {
        if let Short::Line { solution, .. } = short {
            scribe.line(0, solution);
        }
    }
    for line in &report.solutions {
        scribe.line(0, line);
    }
    if report.unlisted {
        scribe.line(0, "and more; not all is listed");
    }
    scribe.out
}

/// Writes the lines.
#[derive(Debug)]
struct Scribe {
    out: String,
}

impl Scribe {
    fn line(&mut self, depth: usize, words: &str) {
        let indent = depth * INDENT;
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "{:indent$}{words}", "");
    }

    fn key(&mut self, tree: &TreeKey, short: &[Short]) {
        let sooner = short.iter().find_map(|short| match short {
            Short::Key { within, key } if *key == tree.key => Some(within),
            Short::Key { .. } | Short::Line { .. } => None,
        });
        let short = sooner.map_or_else(String::new, |within| format!(" (short: in {within})"));
        let threats = tree.threats.iter().map(|threat| format!("2.{threat}"));
        let threats: Vec<_> = threats.collect();
        let remark = if !threats.is_empty() {
            format!(" (threat {})", threats.join(", "))
        } else if tree.zugzwang {
            " (zugzwang)".to_owned()
        } else {
            String::new()
        };
        self.line(0, &format!("1.{}!{short}{remark}", tree.key));
        self.replies(&tree.lines, 1, 1);
    }

    /// Writes what follows move `number` of the side that forces.
    fn replies(&mut self, lines: &[TreeLine], number: usize, depth: usize) {
        for TreeLine { reply, then } in lines {
            if then.is_empty() {
                self.line(depth, &format!("{number}...{reply}"));
            }
            for next in then {
                let line = format!("{number}...{reply} {}.{}", number + 1, next.r#move);
                self.line(depth, &line);
                self.replies(&next.lines, number + 1, depth + 1);
            }
        }
    }
}
