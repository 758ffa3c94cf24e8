//! What all commands that read records share: from the command line to replayed records in the order of the input.

use super::args::{ReadArgs, RecordArgs};
use super::input::{FileEnd, Inputs, Item, Piece};
use super::io::Io;
use super::jobs::{in_order, in_two_steps};
use super::progress::Progress;
use super::records::{Reader, Records, Wanted};
use super::tagnames::TagNames;
use super::verdict::one_line;
use scoresheet::diag::Severity;
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

impl Step {
    /// About how many bytes it takes.
    fn weight(&self) -> usize {
        match self {
            Self::Piece(piece, records) => piece.chunk.text.len() + records.weight(),
            Self::End(_) | Self::Unreadable { .. } => 0,
        }
    }
}

/// How records are read where nothing else is asked for.
pub(crate) fn options(args: &ReadArgs) -> Options {
    args.game.options()
}

/// Why reading ended before the input did: enough was seen.
#[derive(Debug, thiserror::Error)]
#[error("enough was read")]
struct Enough;

/// What a sink of [`over_records`] says to see nothing more.
pub(crate) fn enough() -> io::Error {
    io::Error::other(Enough)
}

/// Bytes of a piece of whose records all may be wanted: a replay takes more than a hundred times the room of its text.
const SMALL_PIECE: usize = 32 << 10;

/// Reads and replays the records of all files, until `sink` has seen [`enough`].
///
/// What is wanted of a piece hangs on its number; of those far behind nothing more than what it is for `usize::MAX`.
pub(crate) fn over_records(
    args: &ReadArgs,
    options: Options,
    wanted: impl Fn(usize) -> Wanted + Sync,
    io: &mut Io,
    mut sink: impl FnMut(Step, &mut Io) -> io::Result<()>,
) -> io::Result<()> {
    let bytes = Arc::default();
    let mut watch = Watch::new(args, io.progress(args, &bytes));
    let wanted = |piece: usize| watched(args, wanted(piece));
    let inputs = match wanted(usize::MAX) {
        Wanted::All | Wanted::FewAnd(..) => Inputs::new(args, bytes).in_pieces_of(SMALL_PIECE),
        Wanted::Nothing | Wanted::Labels | Wanted::Chains(_) | Wanted::Until(_) => {
            Inputs::new(args, bytes)
        }
    };
    until_enough(in_order(
        args.jobs,
        inputs.map(weighed),
        || reader(args, &options),
        |reader, item| read(reader, item, &wanted, &args.select),
        Step::weight,
        |step| watch.see(step, |step| sink(step, io)),
    ))?;
    watch.tags.tell(args.select.tags(), io)
}

/// The same, each piece with its records worked on by `work`, with the number of records that its file has
/// before it, before `sink` gets to see it.
pub(crate) fn over_records_done<R: Send>(
    args: &ReadArgs,
    options: Options,
    wanted: impl Fn(usize) -> Wanted + Sync,
    io: &mut Io,
    work: impl Fn(&Piece, Records, usize) -> R + Sync,
    mut sink: impl FnMut(Step<R>, &mut Io) -> io::Result<()>,
) -> io::Result<()> {
    let bytes = Arc::default();
    let mut watch = Watch::new(args, io.progress(args, &bytes));
    let wanted = |piece: usize| watched(args, wanted(piece));
    until_enough(in_two_steps(
        args.jobs,
        Inputs::new(args, bytes)
            .in_pieces_of(SMALL_PIECE)
            .map(weighed),
        || reader(args, &options),
        (
            |reader: &mut Reader, item| read(reader, item, &wanted, &args.select),
            Step::weight,
        ),
        |step, go_on| {
            let before = watch.before;
            watch.see(step, |step| {
                go_on((step, before));
                Ok(())
            })
        },
        |(step, before)| match step {
            Step::Piece(piece, records) => {
                let done = work(&piece, records, before);
                Step::Piece(piece, done)
            }
            Step::End(end) => Step::End(end),
            Step::Unreadable { name, error } => Step::Unreadable { name, error },
        },
        |step| sink(step, io),
    ))?;
    watch.tags.tell(args.select.tags(), io)
}

/// That enough was seen is no error.
fn until_enough(read: io::Result<()>) -> io::Result<()> {
    match read {
        Err(error) if error.get_ref().is_some_and(|error| error.is::<Enough>()) => Ok(()),
        read => read,
    }
}

fn reader(args: &ReadArgs, options: &Options) -> Reader {
    Reader::new(options.clone(), args.stops_at())
}

/// An item with how much memory it asks for.
fn weighed(item: Item) -> (usize, Item) {
    let weight = match &item {
        Item::Piece(piece) => piece.chunk.text.len(),
        Item::End(_) | Item::Unreadable { .. } => 0,
    };
    (weight, item)
}

/// What is in a part of the input.
fn read(
    reader: &mut Reader,
    item: Item,
    wanted: &impl Fn(usize) -> Wanted,
    select: &RecordArgs,
) -> Step {
    match item {
        Item::Piece(piece) => {
            let records = reader.read(&piece, wanted(piece.number), select);
            Step::Piece(piece, records)
        }
        Item::End(end) => Step::End(end),
        Item::Unreadable { name, error } => Step::Unreadable { name, error },
    }
}

/// What is wanted of a piece, and what is to be known of it to see where to stop.
fn watched(args: &ReadArgs, wanted: Wanted) -> Wanted {
    match wanted {
        Wanted::Labels if args.stops_at().is_some() => Wanted::All,
        wanted => wanted,
    }
}

/// Sees all pieces in their order: counts their records, shows how far the reading has come, and ends it.
struct Watch {
    /// Records of the file before the piece to come.
    before: usize,
    /// The tags of all records, where some are asked for.
    tags: TagNames,
    progress: Option<Progress>,
    stops_at: Option<Severity>,
    /// Whether the file at hand has a record.
    found: bool,
}

impl Watch {
    fn new(args: &ReadArgs, progress: Option<Progress>) -> Self {
        Self {
            before: 0,
            tags: TagNames::default(),
            progress,
            stops_at: args.stops_at(),
            found: false,
        }
    }

    fn see(
        &mut self,
        mut step: Step,
        mut sink: impl FnMut(Step) -> io::Result<()>,
    ) -> io::Result<()> {
        match &mut step {
            Step::Piece(_, records) => {
                self.before += records.count;
                self.tags.add(std::mem::take(&mut records.tags));
            }
            Step::End(_) | Step::Unreadable { .. } => self.before = 0,
        }
        if let (Some(progress), Step::Piece(_, records)) = (&self.progress, &step) {
            let faulty = records.judged.iter();
            let faulty = faulty.filter(|judged| judged.fails(Severity::Error));
            progress.add(records.count, faulty.count());
        }
        let Some(level) = self.stops_at else {
            return sink(step);
        };
        let end = match &mut step {
            Step::Piece(piece, records) => {
                self.found |= records.count > 0;
                stop_at(level, piece, records).then(|| FileEnd::stopped(piece))
            }
            Step::End(end) if std::mem::take(&mut self.found) || !end.promising => None,
            Step::End(_) | Step::Unreadable { .. } => {
                sink(step)?;
                return Err(enough());
            }
        };
        sink(step)?;
        match end {
            Some(end) => sink(Step::End(end)).and(Err(enough())),
            None => Ok(()),
        }
    }
}

/// Forgets what stands behind the first record of a piece with a finding of the severity or above; tells whether there
/// is one.
fn stop_at(level: Severity, piece: &mut Piece, records: &mut Records) -> bool {
    let Some(end) = records.stop_at(level) else {
        return piece.chunk.too_long.is_some();
    };
    piece.part.end = end;
    true
}

/// Says that a file cannot be read; the others still are.
pub(crate) fn unreadable(name: &str, error: &io::Error, io: &mut Io) -> io::Result<()> {
    io.out.flush()?;
    writeln!(io.err, "scoresheet: {}: {error}", one_line(name))?;
    io.err.flush()
}
