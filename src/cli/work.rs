//! What all commands that read records share: from the command line to replayed records in the order of the input.

use super::args::ReadArgs;
use super::input::{FileEnd, Inputs, Item, Piece};
use super::io::Io;
use super::jobs::in_order;
use super::records::{Judged, Reader, Records, Wanted};
use scoresheet::diag::Severity;
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

/// How records are read where nothing else is asked for.
pub(crate) fn options(args: &ReadArgs) -> Options {
    Options {
        rules: args.game.rules.0.clone(),
        letters: args.game.letters.0,
        ..Options::default()
    }
}

/// Why reading ended before the input did: enough was seen.
#[derive(Debug, thiserror::Error)]
#[error("enough was read")]
struct Enough;

/// What a sink of [`over_records`] says to see nothing more.
pub(crate) fn enough() -> io::Error {
    io::Error::other(Enough)
}

/// Reads and replays the records of all files, until `sink` has seen [`enough`].
pub(crate) fn over_records(
    args: &ReadArgs,
    options: Options,
    wanted: impl Fn(&Piece) -> Wanted + Sync,
    io: &mut Io,
    mut sink: impl FnMut(Step, &mut Io) -> io::Result<()>,
) -> io::Result<()> {
    let select = &args.select;
    let selects = !select.means_all();
    let stops_at = args.stops_at();
    let wanted = |piece: &Piece| match wanted(piece) {
        // What is asked of records must be known of all.
        Wanted::FirstAnd(..) if selects => Wanted::All,
        // So must what stops the reading.
        Wanted::Labels if stops_at.is_some() => Wanted::All,
        wanted => wanted,
    };
    let mut before = 0;
    let mut choose = |step: &mut Step| match step {
        Step::Piece(piece, records) if selects => {
            let is_meant = |judged: &Judged| match judged.meant {
                Some(meant) => meant,
                None => {
                    let number = (before + judged.number + 1) as u64;
                    let known = judged.found.known();
                    select.decide(known, Some(number), &piece.name) == Some(true)
                }
            };
            records.judged.retain(is_meant);
            records.left_out = records.count - records.judged.len();
            records.plies = records.judged.iter().map(Judged::plies).sum();
            before += records.count;
        }
        Step::Piece(..) => {}
        Step::End(_) | Step::Unreadable { .. } => before = 0,
    };
    let bytes = Arc::default();
    let progress = io.progress(args, &bytes);
    let inputs = Inputs::new(args, bytes);
    let mut found = false;
    let sink = |mut step: Step| {
        choose(&mut step);
        if let (Some(progress), Step::Piece(_, records)) = (&progress, &step) {
            let faulty = records.judged.iter();
            let faulty = faulty.filter(|judged| judged.fails(Severity::Error));
            progress.add(records.count, faulty.count());
        }
        let Some(level) = stops_at else {
            return sink(step, io);
        };
        let end = match &mut step {
            Step::Piece(piece, records) => {
                found |= records.count > 0;
                stop_at(level, piece, records).then(|| FileEnd::stopped(piece))
            }
            Step::End(end) if std::mem::take(&mut found) || !end.promising => None,
            Step::End(_) | Step::Unreadable { .. } => {
                sink(step, io)?;
                return Err(enough());
            }
        };
        sink(step, io)?;
        match end {
            Some(end) => sink(Step::End(end), io).and(Err(enough())),
            None => Ok(()),
        }
    };
    let work = |reader: &mut Reader, item| match item {
        Item::Piece(piece) => {
            let records = reader.read(&piece, wanted(&piece), &args.select);
            Step::Piece(piece, records)
        }
        Item::End(end) => Step::End(end),
        Item::Unreadable { name, error } => Step::Unreadable { name, error },
    };
    let begin = || Reader::new(options.clone(), stops_at.filter(|_| !selects));
    let weight = |item: &Item| match item {
        Item::Piece(piece) => piece.chunk.text.len(),
        Item::End(_) | Item::Unreadable { .. } => 0,
    };
    match in_order(args.jobs, inputs, weight, begin, work, sink) {
        Err(error) if error.get_ref().is_some_and(|error| error.is::<Enough>()) => Ok(()),
        read => read,
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
    writeln!(io.err, "scoresheet: {name}: {error}")?;
    io.err.flush()
}
