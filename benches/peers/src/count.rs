//! Instructions of whole programs, counted by valgrind.

use crate::programs::{Program, Setup};
use crate::{print_head, print_row};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Compares the programs on each file.
///
/// # Errors
/// When a file cannot be read, or valgrind is missing or fails.
pub fn compare(setup: &Setup, files: &[PathBuf], bytes: Option<usize>) -> io::Result<()> {
    for file in files {
        match bytes {
            None => compare_on(setup, file)?,
            Some(bytes) => {
                let part = std::env::temp_dir().join(format!("peers-{}.pgn", std::process::id()));
                fs::write(&part, beginning(&fs::read(file)?, bytes))?;
                println!("\nfrom {}:", file.display());
                let done = compare_on(setup, &part);
                fs::remove_file(&part)?;
                done?;
            }
        }
    }
    Ok(())
}

/// At most `bytes` of a text, up to where a game ends as far as a line of tags behind an empty one tells.
fn beginning(text: &[u8], bytes: usize) -> &[u8] {
    let near = &text[..bytes.min(text.len())];
    let starts_game = |at: &usize| {
        let (before, after) = near.split_at(*at);
        after.starts_with(b"[Event ")
            && (before.ends_with(b"\n\n") || before.ends_with(b"\r\n\r\n"))
    };
    let end = (1..near.len()).rev().find(starts_game);
    if near.len() == text.len() {
        text
    } else {
        &near[..end.unwrap_or(near.len())]
    }
}

fn compare_on(setup: &Setup, file: &Path) -> io::Result<()> {
    let moves = main_line_moves(setup, file)?;
    print_head(
        &format!("{}, {moves} main-line moves", file.display()),
        &["M instr.", "per move", "x"],
    );
    let mut ours = None;
    for program in setup
        .programs()
        .filter(|&program| program != Program::Python)
    {
        let count = instructions(&setup.command(program, file))?;
        let ours = *ours.get_or_insert(count);
        print_row(
            program,
            &[
                format!("{:.1}", count as f64 / 1e6),
                format!("{:.0}", count as f64 / moves as f64),
                format!("{:.3}", count as f64 / ours as f64),
            ],
        );
    }
    Ok(())
}

/// As pgn-reader counts them.
fn main_line_moves(setup: &Setup, file: &Path) -> io::Result<u64> {
    let output = setup
        .command(Program::MainLines, file)
        .stdout(Stdio::piped())
        .output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    said.split_whitespace()
        .next()
        .and_then(|count| count.parse().ok())
        .ok_or_else(|| io::Error::other("pgn-legal counts no moves"))
}

fn instructions(command: &Command) -> io::Result<u64> {
    let output = Command::new("valgrind")
        .args([
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
        ])
        .arg(command.get_program())
        .args(command.get_args())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    said.lines()
        .filter(|line| line.contains("refs:"))
        .find_map(|line| {
            let number = line.rsplit(' ').next()?.replace(',', "");
            number.parse().ok()
        })
        .ok_or_else(|| io::Error::other(format!("valgrind counts nothing: {said}")))
}
