//! `convert`: records in another format, read back before they are called converted.

use super::args::{ConvertArgs, ReadArgs};
use super::exit::ExitStatus;
use super::input::{FileEnd, Piece};
use super::io::Io;
use super::records::{Records, Wanted};
use super::report::Report;
use super::work::{Step, options, over_records, unreadable};
use scoresheet::diag::Severity;
use scoresheet::notation::letters::Letters;
use scoresheet::record::{Record, TreeBuilder};
use scoresheet::replay::{Difference, Options, Replay, difference, replay};
use scoresheet::rules::RuleSet;
use scoresheet::syntax::{Format, read_json, read_record_in};
use scoresheet::write::{self, Loss, Lost, Target};
use std::io::{self, Write};

pub(super) fn run(args: &ConvertArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let manner = Manner {
        target: args.to.target(),
        verifies: !args.no_verify,
        compares: args.check,
    };
    write_changed(&args.read, manner, io, |_| {})
}

/// How records are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub(super) target: Target,
    /// Whether what is written is read back.
    pub(super) verifies: bool,
    /// Whether files are only held against what would be written.
    pub(super) compares: bool,
}

/// Writes all records, each changed before.
pub(super) fn write_changed(
    args: &ReadArgs,
    manner: Manner,
    io: &mut Io,
    change: impl Fn(&mut Replay),
) -> io::Result<ExitStatus> {
    let target = manner.target;
    let mut conversion = Conversion {
        target,
        back: manner.verifies.then(|| format_of(target)).flatten(),
        compared: manner.compares.then(Compared::default),
        local: None,
        report: Report::new(args.report, io.look_of_reports(), io.least_told()),
        written: 0,
        text: String::new(),
    };
    let mut options = options(args);
    if target.keeps_letters() {
        // Here the letters asked for are those to write; the record's own are found out.
        options.local = options.letters.take();
        conversion.local = options.local;
    }
    over_records(
        args,
        options,
        |_| Wanted::All,
        io,
        |step, io| match step {
            Step::Piece(piece, mut records) => {
                for judged in &mut records.judged {
                    if let Some(replay) = judged.found.replay_mut() {
                        change(replay);
                    }
                }
                conversion.piece(&piece, &records, io)
            }
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
    /// The format that what is written is read back in; `None`: it is not.
    back: Option<Format>,
    /// The letters to write moves in; `None`: the record's own.
    local: Option<&'static Letters>,
    /// What the file is held against, where nothing is to be written.
    compared: Option<Compared>,
    report: Report,
    /// Records written; of the file, where files are compared.
    written: u64,
    text: String,
}

/// The text of a file against what would be written, as far as neither has been matched by the other.
#[derive(Debug, Default)]
struct Compared {
    read: String,
    written: String,
    differs: bool,
}

impl Compared {
    /// Drops what agrees.
    fn settle(&mut self) {
        let same = self.read.bytes().zip(self.written.bytes());
        let same = same.take_while(|(a, b)| a == b).count();
        self.differs |= same < self.read.len().min(self.written.len());
        if self.differs {
            (self.read, self.written) = (String::new(), String::new());
        } else {
            self.read.drain(..same);
            self.written.drain(..same);
        }
    }
}

impl Conversion {
    fn piece(&mut self, piece: &Piece, records: &Records, io: &mut Io) -> io::Result<()> {
        self.report.piece(piece, &mut io.err)?;
        if let Some(compared) = self.compared.as_mut().filter(|compared| !compared.differs) {
            compared.read.push_str(piece.source().text);
        }
        for judged in &records.judged {
            let source = judged.source(piece);
            self.report.record(judged, &source, &mut io.err)?;
            let Some(replay) = judged.found.replay() else {
                continue;
            };
            let number = self.report.number(judged);
            let name = format!("{}: record {number}", piece.name);
            if !write::has_room_for(self.target, replay) {
                let message = format!("{name}: this format has no room for its game");
                return Err(io::Error::other(message));
            }
            self.text.clear();
            self.text.push_str(match self.written {
                0 => self.target.opening(),
                _ => self.target.between(),
            });
            let before = self.text.len();
            let losses = write::write(self.target, replay, &source, number as u64, &mut self.text);
            self.written += 1;
            if let Some(format) = self.back
                && let Some(difference) =
                    self.changed(replay, &self.text[before..], &losses, format)
            {
                self.report.status = self.report.status.max(ExitStatus::Invalid);
                writeln!(
                    io.err,
                    "scoresheet: {name}: what is written is not read back as the same record: {difference}"
                )?;
            }
            match &mut self.compared {
                Some(compared) if compared.differs => {}
                Some(compared) => compared.written.push_str(&self.text),
                None => io.out.write_all(self.text.as_bytes())?,
            }
            let told = io.least_told();
            if told.is_some_and(|least| least <= Severity::Warning) {
                for loss in losses {
                    writeln!(io.err, "scoresheet: {name}: {loss}")?;
                }
            }
        }
        if let Some(compared) = &mut self.compared {
            compared.settle();
        }
        self.report.piece_done(records.count);
        io.out.flush()?;
        io.err.flush()
    }

    fn file(&mut self, end: &FileEnd, io: &mut Io) -> io::Result<()> {
        self.report.file(end, &mut io.err)?;
        let Some(mut compared) = self.compared.as_mut().map(std::mem::take) else {
            return Ok(());
        };
        if self.written > 0 {
            compared.written.push_str(self.target.closing());
        }
        self.written = 0;
        compared.settle();
        if compared.differs || !compared.read.is_empty() || !compared.written.is_empty() {
            self.report.status = self.report.status.max(ExitStatus::Invalid);
            writeln!(io.out, "{}: would be written otherwise", end.name)?;
        }
        Ok(())
    }

    /// In what a record differs from what is read back of it, apart from what the format is known to lose.
    fn changed(
        &self,
        replay: &Replay,
        written: &str,
        losses: &[Loss],
        format: Format,
    ) -> Option<String> {
        let lost = |what| losses.iter().any(|loss| loss.what == what);
        // What the format cannot say of the rules has been told.
        let rules = replay.rules.clone().filter(|_| lost(Lost::Options));
        let Some(record) = read_back(format, written, rules.as_ref()) else {
            return Some("it cannot be read".to_owned());
        };
        let options = Options {
            rules,
            letters: match self.target {
                Target::Coords => Some(&Letters::ALL[0]),
                Target::Text => Some(self.local.unwrap_or(replay.letters)),
                _ => None,
            },
            local: None,
            archive: self.target == Target::Pgn,
            english: !self.target.keeps_letters(),
        };
        let back = self::replay(record, written, &options);
        match difference(replay, &back)? {
            Difference::Comments if lost(Lost::After) => None,
            Difference::Ply(_) if lost(Lost::Results) || lost(Lost::After) => None,
            Difference::Tags if lost(Lost::Variant) || lost(Lost::Options) => None,
            difference => Some(difference.to_string()),
        }
    }
}

/// The format in which a target is read back; `None` for those that hold less than a record.
const fn format_of(target: Target) -> Option<Format> {
    Some(match target {
        Target::Json | Target::Jsonl => Format::Json,
        Target::Pgn => Format::Pgn,
        Target::Text => Format::Text,
        Target::Coords => Format::Coords,
        Target::Sgf => Format::Sgf,
        Target::Epd | Target::Csv => return None,
    })
}

/// The one record that a text is read as.
fn read_back(format: Format, written: &str, rules: Option<&RuleSet>) -> Option<Record> {
    if format == Format::Json {
        return read_json(format, written, 0).record?.ok();
    }
    let mut builder = TreeBuilder::default();
    let words = rules.map(RuleSet::words);
    let found = read_record_in(format, words, written, 0, &mut builder);
    let is_all = written[found.end..].trim().is_empty();
    (found.is_record() && is_all).then(|| builder.finish())
}
