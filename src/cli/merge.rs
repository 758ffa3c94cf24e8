//! `merge`: the records of several files in one, as they stand.

use super::args::MergeArgs;
use super::copy::{Copies, Written, each_copy};
use super::exit::ExitStatus;
use super::io::Io;
use super::records::Wanted;
use std::io;
use std::ops::ControlFlow;

pub(super) fn run(args: &MergeArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let mut copies = Copies::default();
    let seen = each_copy(&args.read, Wanted::Labels, io, |copied, io| {
        copies.write(Written::from(&copied), &mut io.out)?;
        Ok(ControlFlow::Continue(()))
    })?;
    copies.finish_all(seen, &mut io.out)?;
    Ok(seen.status)
}
