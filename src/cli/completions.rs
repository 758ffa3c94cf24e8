//! `completions`: scripts that teach a shell the commands and options.

use super::args::{Cli, CompletionsArgs};
use super::exit::ExitStatus;
use super::io::Io;
use clap::CommandFactory;
use std::io::{self, Write};

pub(super) fn run(args: &CompletionsArgs, io: &mut Io) -> io::Result<ExitStatus> {
    // Generated into memory, since the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "scoresheet", &mut script);
    io.out.write_all(&script)?;
    Ok(ExitStatus::Valid)
}
