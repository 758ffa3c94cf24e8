//! The README promises output: it is what the program prints.

use crate::support::{root, run, text};

/// The fenced blocks that begin with `$ scoresheet ARGUMENTS`: the arguments, and what follows.
fn promised(readme: &str) -> Vec<(Vec<String>, String)> {
    let blocks = readme.split("```console\n").skip(1);
    blocks
        .filter_map(|block| {
            let block = block.split("```").next()?;
            let (command, output) = block.split_once('\n')?;
            let command = command.strip_prefix("$ scoresheet ")?;
            Some((arguments(command), output.to_owned()))
        })
        .collect()
}

/// Splits at blanks outside of quotation marks.
fn arguments(command: &str) -> Vec<String> {
    let pieces = command.split('"').enumerate();
    let words = pieces.flat_map(|(index, piece)| match index % 2 {
        0 => piece.split_whitespace().map(str::to_owned).collect(),
        _ => vec![piece.to_owned()],
    });
    words.collect()
}

fn trimmed(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned()
}

/// A line `...` stands for lines left out.
#[test]
fn the_readme_shows_what_the_program_prints() {
    let promised = promised(&text(&root().join("README.md")));
    assert!(promised.len() >= 2);
    for (arguments, output) in promised {
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        let came = trimmed(&run(&arguments, b"").stdout);
        let output = trimmed(&output);
        let mut rest = came.as_str();
        for (index, part) in output.split("\n...\n").map(str::trim).enumerate() {
            let at = rest
                .find(part)
                .unwrap_or_else(|| panic!("{part}\nis not in\n{came}"));
            assert!(
                index > 0 || at == 0,
                "{came}\nbegins otherwise than\n{part}"
            );
            rest = &rest[at + part.len()..];
        }
        assert_eq!(rest.trim(), "", "the README ends too early");
    }
}
