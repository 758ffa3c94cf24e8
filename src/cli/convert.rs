//! `convert`: records in another format.

use super::args::{ConvertArgs, ReadArgs};
use super::exit::ExitStatus;
use super::input::Piece;
use super::io::Io;
use super::records::{Found, Records, Wanted};
use super::report::Report;
use super::work::{Step, options, over_records, unreadable};
use scoresheet::diag::Severity;
use scoresheet::replay::Replay;
use scoresheet::write::{self, Target};
use std::io::{self, Write};

pub(super) fn run(args: &ConvertArgs, io: &mut Io) -> io::Result<ExitStatus> {
    write_changed(&args.read, args.to.target(), io, |_| {})
}

/// Writes all records, each changed before.
pub(super) fn write_changed(
    args: &ReadArgs,
    target: Target,
    io: &mut Io,
    change: impl Fn(&mut Replay),
) -> io::Result<ExitStatus> {
    let mut conversion = Conversion {
        target,
        report: Report::new(args.report, io.look_of_reports(), io.least_told()),
        written: 0,
        text: String::new(),
    };
    let mut options = options(args);
    if target.keeps_letters() {
        // Here the letters asked for are those to write; the record's own are found out.
        options.local = options.letters.take();
    }
    over_records(
        args,
        options,
        |_| Wanted::All,
        |step| match step {
            Step::Piece(piece, mut records) => {
                for judged in &mut records.judged {
                    if let Found::Replay(replay) = &mut judged.found {
                        change(replay);
                    }
                }
                conversion.piece(&piece, &records, io)
            }
            Step::End(end) => conversion.report.file(&end, &mut io.err).map(drop),
            Step::Unreadable { name, error } => {
                conversion.report.status = ExitStatus::Failed;
                unreadable(&name, &error, io)
            }
        },
    )?;
    // What failed before the first record leaves no trace, not even an empty list.
    match (conversion.written, conversion.report.status) {
        (0, ExitStatus::Failed) => {}
        (0, _) => write!(io.out, "{}{}", target.opening(), target.closing())?,
        _ => io.out.write_all(target.closing().as_bytes())?,
    }
    conversion.report.finish(&mut io.err)?;
    Ok(conversion.report.status)
}

#[derive(Debug)]
struct Conversion {
    target: Target,
    report: Report,
    written: u64,
    text: String,
}

impl Conversion {
    fn piece(&mut self, piece: &Piece, records: &Records, io: &mut Io) -> io::Result<()> {
        self.report.piece(piece, &mut io.err)?;
        for judged in &records.judged {
            let source = judged.source(piece);
            self.report.record(judged, &source, &mut io.err)?;
            let Found::Replay(replay) = &judged.found else {
                continue;
            };
            if !write::has_room_for(self.target, replay) {
                let (name, record) = (&piece.name, self.report.number(judged));
                let message =
                    format!("{name}: record {record}: this format has no room for its game");
                return Err(io::Error::other(message));
            }
            self.text.clear();
            self.text.push_str(match self.written {
                0 => self.target.opening(),
                _ => self.target.between(),
            });
            let number = self.report.number(judged);
            let losses = write::write(self.target, replay, &source, number as u64, &mut self.text);
            self.written += 1;
            io.out.write_all(self.text.as_bytes())?;
            if io
                .least_told()
                .is_some_and(|least| least <= Severity::Warning)
            {
                for loss in losses {
                    writeln!(
                        io.err,
                        "scoresheet: {}: record {number}: {loss}",
                        piece.name
                    )?;
                }
            }
        }
        self.report.piece_done(records.count);
        io.out.flush()?;
        io.err.flush()
    }
}
