//! Measures `scoresheet` against other readers of chess games, in one run and on the same files. See README.md.

mod count;
mod paths;
mod programs;
mod time;

use clap::{Args, Parser, Subcommand};
use programs::{Program, Setup};
use std::path::PathBuf;
use std::process::ExitCode;

/// Measures scoresheet against other readers of chess games.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    mode: Mode,
}

#[derive(Subcommand)]
enum Mode {
    /// CPU time, peak memory and the gain of a second core; the programs take turns.
    Time {
        #[command(flatten)]
        common: Common,
        /// Runs of each program.
        #[arg(long, default_value_t = 7)]
        runs: usize,
        /// A Python interpreter that has the package `chess`; runs once a file, since it takes minutes.
        #[arg(long, value_name = "PROGRAM")]
        python: Option<PathBuf>,
    },
    /// Instructions as valgrind counts them: the same from run to run, whatever else the machine does.
    Count {
        #[command(flatten)]
        common: Common,
        /// Read no more of each file than so many bytes, up to the end of a game.
        #[arg(long, value_name = "BYTES")]
        bytes: Option<usize>,
    },
    /// Move paths counted a second, against shakmaty and cozy-chess.
    Perft {
        /// Runs of each engine on each position.
        #[arg(long, default_value_t = 7)]
        runs: usize,
    },
}

#[derive(Args)]
struct Common {
    /// Files of chess games, uncompressed.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The program to measure.
    #[arg(long, value_name = "PROGRAM", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/release/scoresheet"))]
    scoresheet: PathBuf,
}

fn main() -> ExitCode {
    let done = match Cli::parse().mode {
        Mode::Time {
            common,
            runs,
            python,
        } => {
            let setup = Setup::new(common.scoresheet, python);
            setup.and_then(|setup| time::compare(&setup, &common.files, runs.max(1)))
        }
        Mode::Count { common, bytes } => Setup::new(common.scoresheet, None)
            .and_then(|setup| count::compare(&setup, &common.files, bytes)),
        Mode::Perft { runs } => {
            paths::compare(runs.max(1));
            Ok(())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A line of a table: the program's name and its figures.
fn print_row(program: Program, figures: &[String]) {
    print!("  {:<34}", program.name());
    for figure in figures {
        print!("{figure:>13}");
    }
    println!();
}

/// The head of a table.
fn print_head(title: &str, columns: &[&str]) {
    print!("\n{title:<36}");
    for column in columns {
        print!("{column:>13}");
    }
    println!();
}
