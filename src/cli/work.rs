//! What all commands that read records share: from the command line to replayed records in the order of the input.

use super::args::{ReadArgs, RecordArgs};
use super::input::{FileEnd, Inputs, Item, Piece};
use super::io::Io;
use super::jobs::{in_order, in_two_steps};
use super::records::{Judged, Reader, Records, Wanted};
use scoresheet::replay::Options;
use std::io::{self, Write};
use std::sync::Arc;

/// What a command gets to see, one after another: `R` is what was made of the records of a piece.
#[derive(Debug)]
pub(crate) enum Step<R = Records> {
    /// The records of a piece of a file.
    Piece(Piece, R),
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

/// How records are read where nothing else is asked for.
pub(crate) fn options(args: &ReadArgs) -> Options {
    Options {
        rules: args.game.rules.0.clone(),
        letters: args.game.letters.0,
        positions: args.positions.into(),
        ..Options::default()
    }
}

/// Reads and replays the records of all files.
pub(crate) fn over_records(
    args: &ReadArgs,
    options: Options,
    wanted: impl Fn(&Piece) -> Wanted + Sync,
    mut sink: impl FnMut(Step) -> io::Result<()>,
) -> io::Result<()> {
    let mut selection = Selection::new(&args.select);
    let wanted = |piece: &Piece| selects(&args.select, wanted(piece));
    in_order(
        args.jobs,
        Inputs::new(&args.files, args.from.named(), args.encoding.0),
        || Reader::new(options.clone()),
        |reader, item| read(reader, item, &wanted, &args.select),
        |step| sink(selection.of(step)),
    )
}

/// The same for all records, each piece of them worked on by `work`, with the number of records that its file has
/// before it, before `sink` gets to see it.
pub(crate) fn over_records_done<R: Send>(
    args: &ReadArgs,
    options: Options,
    work: impl Fn(&Piece, Records, usize) -> R + Sync,
    sink: impl FnMut(Step<R>) -> io::Result<()>,
) -> io::Result<()> {
    let mut selection = Selection::new(&args.select);
    in_two_steps(
        args.jobs,
        Inputs::new(&args.files, args.from.named(), args.encoding.0),
        || Reader::new(options.clone()),
        |reader, item| read(reader, item, &|_| Wanted::All, &args.select),
        |step| {
            let before = selection.before;
            (selection.of(step), before)
        },
        |(step, before)| match step {
            Step::Piece(piece, records) => {
                let done = work(&piece, records, before);
                Step::Piece(piece, done)
            }
            Step::End(end) => Step::End(end),
            Step::Unreadable { name, error } => Step::Unreadable { name, error },
        },
        sink,
    )
}

/// What is in a part of the input.
fn read(
    reader: &mut Reader,
    item: Item,
    wanted: &impl Fn(&Piece) -> Wanted,
    select: &RecordArgs,
) -> Step {
    match item {
        Item::Piece(piece) => {
            let records = reader.read(&piece, wanted(&piece), select);
            Step::Piece(piece, records)
        }
        Item::End(end) => Step::End(end),
        Item::Unreadable { name, error } => Step::Unreadable { name, error },
    }
}

/// What is asked of records must be known of all.
fn selects(select: &RecordArgs, wanted: Wanted) -> Wanted {
    match wanted {
        Wanted::FirstAnd(..) if !select.means_all() => Wanted::All,
        wanted => wanted,
    }
}

/// Keeps the records that the user means, one piece after another.
struct Selection<'a> {
    select: &'a RecordArgs,
    /// Records of the file before the piece to come.
    before: usize,
}

impl<'a> Selection<'a> {
    const fn new(select: &'a RecordArgs) -> Self {
        Self { select, before: 0 }
    }

    fn of(&mut self, mut step: Step) -> Step {
        match &mut step {
            Step::Piece(piece, records) => {
                if !self.select.means_all() {
                    let is_meant = |judged: &Judged| {
                        judged.meant.unwrap_or_else(|| {
                            let number = (self.before + judged.number + 1) as u64;
                            let known = judged.found.known();
                            self.select.decide(known, Some(number), &piece.name) == Some(true)
                        })
                    };
                    records.judged.retain(is_meant);
                    records.left_out = records.count - records.judged.len();
                    records.plies = records.judged.iter().map(Judged::plies).sum();
                }
                self.before += records.count;
            }
            Step::End(_) | Step::Unreadable { .. } => self.before = 0,
        }
        step
    }
}

/// Says that a file cannot be read; the others still are.
pub(crate) fn unreadable(name: &str, error: &io::Error, io: &mut Io) -> io::Result<()> {
    io.out.flush()?;
    writeln!(io.err, "scoresheet: {name}: {error}")?;
    io.err.flush()
}
