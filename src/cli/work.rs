//! What all commands that read records share: from the command line to replayed records in the order of the input.

use super::args::{ReadArgs, SelectArgs};
use super::input::{FileEnd, Inputs, Item, Piece};
use super::io::Io;
use super::jobs::in_order;
use super::records::{Judged, Reader, Records, Wanted};
use scoresheet::replay::Options;
use scoresheet::select::Subject;
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
    let select = &args.select;
    let selects = select.numbers.is_some() || select.condition.is_some();
    let wanted = |piece: &Piece| match wanted(piece) {
        // What is asked of records must be known of all.
        Wanted::FirstAnd(..) if selects => Wanted::All,
        wanted => wanted,
    };
    let mut before = 0;
    let select = |mut step: Step| {
        match &mut step {
            Step::Piece(piece, records) if selects => {
                let is_meant = |judged: &Judged| select.means(judged, before, &piece.name);
                records.judged.retain(is_meant);
                records.left_out = records.count - records.judged.len();
                records.plies = records.judged.iter().map(Judged::plies).sum();
                before += records.count;
            }
            Step::Piece(..) => {}
            Step::End(_) | Step::Unreadable { .. } => before = 0,
        }
        sink(step)
    };
    let work = |reader: &mut Reader, item| match item {
        Item::Piece(piece) => {
            let records = reader.read(&piece, wanted(&piece));
            Step::Piece(piece, records)
        }
        Item::End(end) => Step::End(end),
        Item::Unreadable { name, error } => Step::Unreadable { name, error },
    };
    let inputs = Inputs::new(&args.files, args.from.named(), args.encoding.0);
    let begin = || Reader::new(options.clone());
    in_order(args.jobs, inputs, begin, work, select)
}

impl SelectArgs {
    /// Whether a record is meant, of a piece before which the file has so many records.
    fn means(&self, judged: &Judged, before: usize, file: &str) -> bool {
        let number = (before + judged.number + 1) as u64;
        let numbered = self.numbers.as_ref();
        numbered.is_none_or(|numbers| numbers.contains(number))
            && match (&self.condition, judged.found.replay()) {
                (None, _) => true,
                // Nothing is known of what cannot be read.
                (Some(_), None) => false,
                (Some(condition), Some(replay)) => condition.holds(&Subject {
                    replay,
                    number,
                    file,
                }),
            }
    }
}

/// Says that a file cannot be read; the others still are.
pub(crate) fn unreadable(name: &str, error: &io::Error, io: &mut Io) -> io::Result<()> {
    io.out.flush()?;
    writeln!(io.err, "scoresheet: {name}: {error}")?;
    io.err.flush()
}
