//! What all commands that read records share: from the command line to replayed records in the order of the input.

use super::args::ReadArgs;
use super::input::{FileEnd, Inputs, Item, Piece};
use super::io::Io;
use super::jobs::in_order;
use super::records::{Reader, Records, Wanted};
use scoresheet::replay::Options;
use std::io::{self, Write};
use std::sync::Arc;

/// What a command gets to see, one after another.
#[derive(Debug)]
pub(crate) enum Step {
    /// The records of a piece of a file.
    Piece(Piece, Records),
    /// The file is at its end.
    End(FileEnd),
    /// A file or folder cannot be read, or not to its end.
    Unreadable {
        /// Its name.
        name: Arc<str>,
        /// Why not.
        error: io::Error,
    },
}

/// Reads and replays the records of all files.
pub(crate) fn over_records(
    args: &ReadArgs,
    wanted: impl Fn(&Piece) -> Wanted + Sync,
    sink: impl FnMut(Step) -> io::Result<()>,
) -> io::Result<()> {
    let options = Options {
        rules: args.game.rules.0.clone(),
        letters: args.game.letters.0,
        archive: false,
    };
    let work = |reader: &mut Reader, item| match item {
        Item::Piece(piece) => {
            let records = reader.read(&piece, wanted(&piece));
            Step::Piece(piece, records)
        }
        Item::End(end) => Step::End(end),
        Item::Unreadable { name, error } => Step::Unreadable { name, error },
    };
    let inputs = Inputs::new(&args.files, args.from.named());
    let begin = || Reader::new(options.clone());
    in_order(args.jobs, inputs, begin, work, sink)
}

/// Says that a file cannot be read; the others still are.
pub(crate) fn unreadable(name: &str, error: &io::Error, io: &mut Io) -> io::Result<()> {
    io.out.flush()?;
    writeln!(io.err, "scoresheet: {name}: {error}")?;
    io.err.flush()
}
