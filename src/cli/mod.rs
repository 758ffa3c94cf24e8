//! The application: alone reads the environment, prints and ends the process.

mod annotate;
mod args;
mod compare;
mod completions;
mod convert;
mod copy;
mod diagram;
mod diff;
mod exit;
mod explain;
mod game;
mod input;
mod io;
mod jobs;
mod leave;
mod man;
mod mending;
mod merge;
mod moves;
mod part;
mod perft;
mod progress;
mod prose;
mod readback;
mod records;
mod repair;
mod report;
mod rewrite;
mod rules;
mod schema;
mod select;
mod shelf;
mod solve;
mod split;
mod stats;
mod tagnames;
mod validate;
mod verdict;
mod work;

pub(crate) use args::Cli;
pub(crate) use exit::ExitStatus;

use self::io::Io;
use args::Command;
use std::io::{ErrorKind, Result, Write};

/// Does what the command line says.
pub(crate) fn run(cli: Cli) -> ExitStatus {
    match dispatch(&cli) {
        Ok(status) => status,
        // Whoever read our output has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitStatus::Valid,
        Err(error) => {
            // There is nobody left to tell when this fails too.
            let _ = writeln!(std::io::stderr(), "scoresheet: {error}");
            ExitStatus::Failed
        }
    }
}

fn dispatch(cli: &Cli) -> Result<ExitStatus> {
    let mut io = Io::new(&cli.common)?;
    if let Some(read) = cli.command.told_of() {
        io.spare(&read.files)?;
    }
    let status = match &cli.command {
        Command::Validate(args) => validate::run(args, &mut io),
        Command::Convert(args) => convert::run(args, &mut io),
        Command::Annotate(args) => annotate::run(args, &mut io),
        Command::Repair(args) => repair::run(args, &mut io),
        Command::Diagram(args) => diagram::run(args, &mut io),
        Command::Moves(args) => moves::run(args, &mut io),
        Command::Perft(args) => perft::run(args, &mut io),
        Command::Solve(args) => solve::run(args, &mut io),
        Command::Select(args) => select::run(args, &mut io),
        Command::Merge(args) => merge::run(args, &mut io),
        Command::Split(args) => split::run(args, &mut io),
        Command::Stats(args) => stats::run(args, &mut io),
        Command::Explain(args) => explain::run(args, &mut io),
        Command::Rules(args) => rules::run(args, &mut io),
        Command::Schema(args) => schema::run(args, &mut io),
        Command::Completions(args) => completions::run(args, &mut io),
        Command::Man(args) => man::run(args, &mut io),
    }?;
    io.finish(status)?;
    Ok(status)
}
