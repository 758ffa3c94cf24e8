//! The README promises output: it is what the program prints.

use crate::support::{root, run, text};

/// The fenced block after a line `$ scoresheet ARGUMENTS`, for every such block.
fn promised(readme: &str) -> Vec<(String, String)> {
    let blocks = readme.split("```console\n").skip(1);
    blocks
        .filter_map(|block| {
            let block = block.split("```").next()?;
            let (command, output) = block.split_once('\n')?;
            let command = command.strip_prefix("$ scoresheet ")?;
            Some((command.to_owned(), output.to_owned()))
        })
        .collect()
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    let promised = promised(&text(&root().join("README.md")));
    assert!(!promised.is_empty());
    for (command, output) in promised {
        let arguments: Vec<_> = command.split(' ').collect();
        let came = run(&arguments, b"").stdout;
        let trimmed = |text: &str| {
            text.lines()
                .map(str::trim_end)
                .collect::<Vec<_>>()
                .join("\n")
        };
        assert_eq!(
            trimmed(&came).trim_end(),
            trimmed(&output).trim_end(),
            "$ scoresheet {command}"
        );
    }
}
