//! `man`: manual pages.

use super::args::{Cli, ManArgs};
use super::exit::ExitStatus;
use super::io::Io;
use clap::CommandFactory;
use std::io;

pub(super) fn run(args: &ManArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let mut program = Cli::command();
    // Global options are known to the commands only then.
    program.build();
    let page = match &args.command {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| io::Error::other(format!("there is no command `{name}`")))?,
    };
    clap_mangen::Man::new(page).render(&mut io.out)?;
    Ok(ExitStatus::Valid)
}
