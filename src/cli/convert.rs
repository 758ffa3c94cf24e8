//! `convert`: records in another format, read back before they are called converted.

use super::args::{ConvertArgs, Kept, ReadArgs};
use super::compare::Compared;
use super::exit::ExitStatus;
use super::input::{FileEnd, Piece};
use super::io::Io;
use super::prose::Prose;
use super::readback::{Converted, Writer, Written};
use super::records::{Judged, Wanted};
use super::report::Report;
use super::tagnames::TagNames;
use super::work::{Step, options, over_records_done, unreadable};
use scoresheet::diag::Severity;
use scoresheet::replay::Replay;
use scoresheet::rules::RuleSet;
use scoresheet::write::{Notation, Part, Style, Target, keep_tags, leave_out};
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

pub(super) fn run(args: &ConvertArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let target = args.to.target();
    let notation = args.notation.map(|notation| notation.named());
    let takes_any = matches!(
        target,
        Target::Pgn | Target::Text | Target::Json | Target::Jsonl
    );
    if notation.is_some() && !takes_any {
        return Err(io::Error::other(
            "--notation goes with --to pgn and text; the other formats have a notation of their own",
        ));
    }
    if args.line_length.is_some() && !matches!(target, Target::Pgn | Target::Text | Target::Coords)
    {
        return Err(io::Error::other(
            "--line-length goes with --to pgn, text and coords; the other formats have lines of their own",
        ));
    }
    let manner = Manner {
        target,
        notation,
        line_length: args.line_length.unwrap_or(Style::LINE_LENGTH),
        verifies: !args.no_verify,
        compares: args.check,
    };
    let dropped: Vec<Part> = args.drop.iter().map(|dropped| dropped.part()).collect();
    let kept = args.tags.as_ref();
    let names: Option<Vec<&str>> = kept.map(|kept| kept.iter().flat_map(Kept::names).collect());
    let seen = Mutex::new(TagNames::default());
    let status = write_changed(&args.read, manner, io, |replay| {
        leave_out(replay, &dropped);
        if let Some(names) = &names {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.see(&replay.record.tags);
            drop(seen);
            keep_tags(replay, names);
        }
    })?;
    let named = kept.into_iter().flatten().filter_map(Kept::named);
    let seen = seen.into_inner().unwrap_or_else(PoisonError::into_inner);
    seen.tell(named, io)?;
    Ok(status)
}

/// How records are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub(super) target: Target,
    /// The notation of moves; `None`: the usual one.
    pub(super) notation: Option<Notation>,
    /// Columns that a line of moves has at most.
    pub(super) line_length: usize,
    /// Whether what is written is read back.
    pub(super) verifies: bool,
    /// Whether files are only held against what would be written.
    pub(super) compares: bool,
}

impl Manner {
    /// Whether letters that are named are those to write, rather than those to read.
    pub(super) const fn translates(self) -> bool {
        matches!(self.target, Target::Text | Target::Pgn)
    }
}

/// Writes all records, each changed before.
pub(super) fn write_changed(
    args: &ReadArgs,
    manner: Manner,
    io: &mut Io,
    change: impl Fn(&mut Replay) + Sync,
) -> io::Result<ExitStatus> {
    let target = manner.target;
    let mut options = options(args);
    if manner.translates() {
        // Here the letters asked for are those to write; the record's own are found out.
        options.local = options.letters.take();
    }
    let writer = Writer {
        target,
        style: Style {
            notation: manner.notation,
            own_letters: target.keeps_letters() || options.local.is_some(),
            line_length: manner.line_length,
        },
        verifies: manner.verifies,
        words: options.rules.as_ref().map(RuleSet::words),
        // Whoever chooses records leaves out more than prose.
        tells_prose: args.select.means_all() && !manner.compares,
    };
    let mut conversion = Conversion {
        target,
        compared: manner
            .compares
            .then(|| Compared::new(args.select.means_all())),
        report: Report::beside(args.report, io.look_of_reports(), io.least_told()),
        written: 0,
        prose: Prose::default(),
    };
    // JSON holds the findings whether they are told or not.
    let hints = !io.quiet || matches!(target, Target::Json | Target::Jsonl);
    over_records_done(
        args,
        options,
        |_| Wanted::All,
        io,
        |piece, mut records, before| {
            for judged in &mut records.judged {
                if hints {
                    judged.give_hint(piece);
                }
                if let Some(replay) = judged.found.replay_mut() {
                    change(replay);
                }
            }
            writer.write_all(piece, records, before)
        },
        |step, io| match step {
            Step::Piece(piece, written) => conversion.piece(&piece, &written, io),
            Step::End(end) => conversion.file(&end, io),
            Step::Unreadable { name, error } => {
                conversion.report.status = ExitStatus::Failed;
                unreadable(&name, &error, io)
            }
        },
    )?;
    // What failed before the first record leaves no trace, not even an empty list.
    match (conversion.written, conversion.report.status) {
        _ if manner.compares => {}
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
    /// What the file is held against, where nothing is to be written.
    compared: Option<Compared>,
    report: Report,
    /// Records written.
    written: u64,
    /// The prose of the file so far.
    prose: Prose,
}

impl Conversion {
    fn piece(&mut self, piece: &Piece, done: &Written, io: &mut Io) -> io::Result<()> {
        self.report.piece(piece, &mut io.err)?;
        if let Some(compared) = &mut self.compared {
            compared.piece(piece);
        }
        for (judged, converted) in done.records.judged.iter().zip(&done.written) {
            let source = judged.source(piece);
            self.report.record(judged, &source, &mut io.err)?;
            let name = format!("{}: record {}", piece.name, self.report.number(judged));
            let (text, losses, difference) = match converted {
                Converted::Nothing => continue,
                Converted::Impossible(why) => {
                    // The others still are written.
                    self.report.status = ExitStatus::Failed;
                    writeln!(io.err, "scoresheet: {name}: {why}")?;
                    continue;
                }
                Converted::As {
                    text,
                    losses,
                    difference,
                } => (text, losses, difference),
            };
            self.text(piece, judged, text, io)?;
            if let Some(difference) = difference {
                self.report.status = self.report.status.max(ExitStatus::Invalid);
                writeln!(
                    io.err,
                    "scoresheet: {name}: what is written is not read back as the same record: {difference}"
                )?;
            }
            let told = io.least_told();
            if told.is_some_and(|least| least <= Severity::Warning) {
                for loss in losses {
                    writeln!(io.err, "scoresheet: {name}: {loss}")?;
                }
            }
        }
        self.prose.extend(done.prose);
        self.report.piece_done(done.records.count);
        io.out.flush()?;
        io.err.flush()
    }

    /// Writes the text of a record, or holds the file against it.
    fn text(&mut self, piece: &Piece, judged: &Judged, text: &str, io: &mut Io) -> io::Result<()> {
        if let Some(compared) = &mut self.compared {
            compared.record(self.target, piece, judged, text);
            return Ok(());
        }
        let before = match self.written {
            0 => self.target.opening(),
            _ => self.target.between(),
        };
        self.written += 1;
        io.out.write_all(before.as_bytes())?;
        io.out.write_all(text.as_bytes())
    }

    fn file(&mut self, end: &FileEnd, io: &mut Io) -> io::Result<()> {
        self.report.file(end, &mut io.err)?;
        let prose = std::mem::take(&mut self.prose);
        if prose.is_there()
            && io
                .least_told()
                .is_some_and(|least| least <= Severity::Warning)
        {
            writeln!(io.err, "scoresheet: {}: {prose}", end.name)?;
        }
        if let Some(compared) = &mut self.compared
            && compared.differs_at_end(self.target)
        {
            self.report.status = self.report.status.max(ExitStatus::Invalid);
            writeln!(io.out, "{}: would be written otherwise", end.name)?;
        }
        Ok(())
    }
}
