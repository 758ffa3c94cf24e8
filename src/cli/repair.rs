//! `repair`: the corrections under which faulty records replay, listed, shown as a diff or written.

use super::args::{Form, RepairArgs};
use super::diff::Diff;
use super::exit::ExitStatus;
use super::input::{FileEnd, Piece};
use super::io::{Io, other_names};
use super::jobs::with_each;
use super::mending::{Mended, mend};
use super::records::{Judged, Records, Wanted, of_format};
use super::report::{Report, json_line};
use super::rewrite::{Content, FileEdit, PACKED, file_edits, rewrite};
use super::verdict::counted;
use super::work::{Step, options, over_records_done, unreadable};
use scoresheet::diag::{Fix, Located, Severity};
use scoresheet::repair::{Evidence, Reading, Repair, ResultEvidence};
use scoresheet::schema;
use scoresheet::schema::lines::{Closing, RepairSummary};
use scoresheet::source::{Encoding, Source};
use scoresheet::syntax::Format;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub(super) fn run(args: &RepairArgs, io: &mut Io) -> io::Result<ExitStatus> {
    if args.write && args.read.files.iter().any(|file| file == Path::new("-")) {
        return Err(io::Error::other(
            "`--write` corrects files; standard input is none (`--diff` shows the corrections)",
        ));
    }
    let least = (!io.quiet).then_some(Severity::Note);
    let options = options(&args.read);
    let mut run = Repairing {
        args,
        report: Report::new(args.read.report, io.look_of_reports(), least),
        status: ExitStatus::Valid,
        counts: RepairSummary::default(),
        file: Open::default(),
        seen: HashSet::new(),
    };
    over_records_done(
        &args.read,
        options.clone(),
        |_| Wanted::FewAnd(0, Severity::Warning),
        io,
        |piece, records, _| {
            let options = of_format(&options, options.letters, piece.format);
            let reading = Reading {
                format: piece.format,
                options: &options,
            };
            let mended = with_each(args.read.jobs, &records.judged, |judged| {
                mend(judged, piece, reading, args)
            });
            (records, mended)
        },
        |step, io| match step {
            Step::Piece(piece, (records, mended)) => run.piece(&piece, &records, mended, io),
            Step::End(end) => run.end(&end, io),
            Step::Unreadable { name, error } => {
                run.status = ExitStatus::Failed;
                run.file = Open::default();
                unreadable(&name, &error, io)
            }
        },
    )?;
    run.report.finish(&mut io.out)?;
    if !args.diff && !io.quiet {
        match args.read.report.format {
            Form::Human => writeln!(io.out, "{}", in_words(run.counts, args.write))?,
            Form::Json => json_line(
                &mut io.out,
                &Closing {
                    summary: run.counts,
                },
            )?,
            Form::Github | Form::Sarif => {}
        }
    }
    Ok(run.status)
}

/// A run over all files.
#[derive(Debug)]
struct Repairing<'a> {
    args: &'a RepairArgs,
    /// Tells what is found in files as a whole, and the repairs in the forms that are those of findings.
    report: Report,
    status: ExitStatus,
    counts: RepairSummary,
    file: Open,
    /// Files that were read to their ends and are corrected: a file may be named twice.
    seen: HashSet<PathBuf>,
}

/// What is known of the current file.
#[derive(Debug, Default)]
struct Open {
    /// Records before the current piece.
    before: usize,
    /// What its corrections look like, where that is to be shown.
    diff: Shown,
    /// Its edits, where they are to be written.
    edits: Vec<FileEdit>,
    /// How many corrections they make.
    made: u64,
    /// Why they cannot be written.
    refused: Option<String>,
    /// What was read of it.
    content: Content,
    encoding: Encoding,
    /// Whether it was said that its format is not corrected.
    is_left_alone: bool,
}

/// The diff of a file.
#[derive(Debug, Default)]
enum Shown {
    /// Not begun, or not asked for.
    #[default]
    Nothing,
    /// Begun.
    Diff(Box<Diff>),
    /// None: it would be one of bytes that are not those of the file.
    Packed,
    /// None: that of a file named before was shown.
    Again,
}

impl Shown {
    /// The diff of the file that begins with `piece`, one of those `seen` or not.
    fn of(piece: &Piece, seen: &HashSet<PathBuf>) -> Self {
        let path = Path::new(&*piece.name).canonicalize();
        if path.is_ok_and(|path| seen.contains(&path)) {
            Self::Again
        } else if piece.is_packed {
            Self::Packed
        } else {
            Self::Diff(Box::new(Diff::new(&piece.name, piece.mark > 0)))
        }
    }
}

impl Repairing<'_> {
    fn piece(
        &mut self,
        piece: &Piece,
        records: &Records,
        mended: Vec<Mended>,
        io: &mut Io,
    ) -> io::Result<()> {
        self.of_file(|report| report.piece(piece, &mut io.err))?;
        self.file.encoding = piece.chunk.encoding;
        self.file.content.add(piece);
        let mut edits = Vec::new();
        let mut done = 0;
        for (judged, mut mended) in records.judged.iter().zip(mended) {
            // The twins of a problem stand in one text, which is corrected once.
            if judged.at.start < done {
                mended.chosen.clear();
            }
            done = judged.end;
            self.record(piece, judged, &mended, io)?;
            let at = judged.at.start as u32;
            edits.extend(mended.chosen.into_iter().map(|mut edit| {
                edit.span = edit.span.shifted(at);
                edit
            }));
        }
        if self.args.diff {
            if matches!(self.file.diff, Shown::Nothing) {
                self.file.diff = Shown::of(piece, &self.seen);
            }
            if let Shown::Diff(diff) = &mut self.file.diff {
                let chunk = &piece.chunk;
                diff.piece(&chunk.text, chunk.encoding, edits, &mut io.out)?;
            }
        }
        self.counts.records += (records.count - records.left_out) as u64;
        self.file.before += records.count;
        self.report.piece_done(records.count);
        io.out.flush()
    }

    /// Tells what is found in a file as a whole.
    fn of_file<T>(&mut self, tell: impl FnOnce(&mut Report) -> io::Result<T>) -> io::Result<()> {
        // What it says of repairs is no status: they may be made.
        self.report.status = ExitStatus::Valid;
        tell(&mut self.report)?;
        self.status = self.status.and(self.report.status);
        Ok(())
    }

    fn record(
        &mut self,
        piece: &Piece,
        judged: &Judged,
        mended: &Mended,
        io: &mut Io,
    ) -> io::Result<()> {
        self.counts.faulty += u64::from(!mended.repairs.is_empty());
        let deny = self.args.read.report.deny_warnings;
        if let Some(left) = mended.left {
            self.status = self.status.and(ExitStatus::of(left, deny));
        }
        let source = judged.source(piece);
        let number = self.file.before + judged.number + 1;
        if self.args.write || self.args.diff {
            match file_edits(&source, &mended.chosen) {
                Ok(edits) => self.file.edits.extend(edits),
                Err(why) => {
                    let why = format!("record {number}: {why}; convert the file to UTF-8 first");
                    self.file.refused.get_or_insert(why);
                }
            }
            self.file.made += mended.made;
        }
        for repair in &mended.repairs {
            self.counts.faults += 1;
            self.counts.unique += u64::from(repair.corrections.iter().any(|one| one.unique));
            if io.quiet || self.args.diff {
                continue;
            }
            let located = located(repair, &source, number);
            match self.args.read.report.format {
                Form::Human => tell(repair, &located, &mut io.out)?,
                Form::Json => json_line(&mut io.out, &in_json(repair, &located))?,
                Form::Github | Form::Sarif => {
                    self.report.tell(located, &source, None, &mut io.out)?;
                }
            }
        }
        if io.quiet {
            return Ok(());
        }
        let name = &piece.name;
        if mended.unnoted {
            let why = "no note is left: there is no place for it beside this correction";
            writeln!(io.err, "scoresheet: {name}: record {number}: {why}")?;
        }
        if !mended.repairs.is_empty() {
            return Ok(());
        }
        match (piece.format, mended.left) {
            (Format::Json | Format::Jsonl, Some(Severity::Error | Severity::Warning)) => {
                if std::mem::replace(&mut self.file.is_left_alone, true) {
                    return Ok(());
                }
                let why = "JSON is not corrected; correct the score that it was made from";
                writeln!(io.err, "scoresheet: {name}: {why}")
            }
            (_, Some(Severity::Error)) if !self.args.diff => {
                let why = "nothing that can be corrected was found";
                writeln!(io.err, "scoresheet: {name}: record {number}: {why}")
            }
            _ => Ok(()),
        }
    }

    /// Says what the diff of a file lacks.
    fn left_out(&mut self, name: &str, what: &str, why: &str, io: &mut Io) -> io::Result<()> {
        self.status = ExitStatus::Failed;
        io.out.flush()?;
        writeln!(io.err, "scoresheet: {name}: {what}: {why}")
    }

    fn end(&mut self, end: &FileEnd, io: &mut Io) -> io::Result<()> {
        self.of_file(|report| report.file(end, &mut io.err))?;
        let file = std::mem::take(&mut self.file);
        let path = Path::new(&*end.name);
        let nothing = file.edits.is_empty() && file.refused.is_none();
        // What was found in a file that is named twice is shown and written once.
        let is_new = nothing
            || path
                .canonicalize()
                .map_or(true, |path| self.seen.insert(path));
        match file.diff {
            Shown::Diff(diff) => {
                let left_out = diff.finish(&mut io.out)?;
                let Some(line) = left_out.first() else {
                    return Ok(());
                };
                let changes = counted(left_out.len() as u64, "change");
                let changes = format!("{changes} left out, from line {line} on");
                let why = file.refused.unwrap_or_else(|| undiffed(file.encoding));
                return self.left_out(&end.name, &changes, &why, io);
            }
            Shown::Packed if !nothing => {
                let changes = counted(file.made, "correction");
                return self.left_out(&end.name, &format!("{changes} left out"), PACKED, io);
            }
            Shown::Packed | Shown::Again => return Ok(()),
            Shown::Nothing => {}
        }
        if nothing || !is_new {
            return Ok(());
        }
        let others = other_names(path);
        let written = match file.refused {
            Some(why) => Err(io::Error::other(why)),
            None => rewrite(&end.name, &file.edits, &file.content, &self.args.read),
        };
        if let Err(error) = written {
            self.status = ExitStatus::Failed;
            return unreadable(&end.name, &error, io);
        }
        self.counts.written += file.made;
        if others > 0 && !io.quiet {
            let others = counted(others, "other name");
            let name = &end.name;
            writeln!(
                io.err,
                "scoresheet: {name}: the file had {others} (hard links), where it stays as it was"
            )?;
        }
        Ok(())
    }
}

/// Why hunks of a file in `encoding` are left out.
fn undiffed(encoding: Encoding) -> String {
    let name = encoding.name();
    match encoding {
        Encoding::Utf16(_) => {
            format!("programs that patch take {name} for no lines; `--write` corrects the file")
        }
        _ => format!(
            "there or beside it stands what is no text in {name}; `--write` corrects the file"
        ),
    }
}

/// The counts for people.
fn in_words(counts: RepairSummary, write: bool) -> String {
    let faulty = if 0 < counts.faulty && counts.faulty < counts.records {
        format!("{} of ", counts.faulty)
    } else {
        String::new()
    };
    let found = format!(
        "{} in {faulty}{}, {} with a unique correction",
        counted(counts.faults, "fault"),
        counted(counts.records, "record"),
        counts.unique
    );
    if write {
        format!("{found}; {} written", counted(counts.written, "correction"))
    } else {
        found
    }
}

/// The finding of a repair with its corrections as fixes, its places resolved.
fn located(repair: &Repair, source: &Source<'_>, number: usize) -> Located {
    let mut finding = repair.finding.clone();
    finding.fixes = repair
        .corrections
        .iter()
        .map(|one| Fix {
            title: format!(
                "{}: {}{}",
                one.title,
                if one.proven { "" } else { "unproven, " },
                one.evidence
            ),
            unique: one.unique,
            edits: one.edits.clone(),
        })
        .collect();
    Located::new(&finding, source, number)
}

/// Tells a repair to people.
fn tell(repair: &Repair, located: &Located, out: &mut impl Write) -> io::Result<()> {
    let place = located.region.start;
    let once = if repair.follows {
        "once that is corrected: "
    } else {
        ""
    };
    writeln!(
        out,
        "{}:{}:{}: {}: {once}{}",
        located.file,
        place.line,
        place.column,
        located.place_in_game(None),
        located.diagnostic.message
    )?;
    if !repair.searched {
        return writeln!(
            out,
            "   not searched: only so much is looked into in one record"
        );
    }
    if repair.corrections.is_empty() {
        let words = match repair.more {
            0 => "no correction was found",
            _ => "its corrections change the same words: repair it when that is written",
        };
        return writeln!(out, "   {words}");
    }
    for (index, one) in repair.corrections.iter().enumerate() {
        let mark = match (one.unique, one.proven, one.size) {
            (true, _, 1) => ", the only single correction".to_owned(),
            (true, _, words) => {
                format!(", the only correction of {words} words, and fewer do not suffice")
            }
            (false, true, _) => String::new(),
            (false, false, _) => ", unproven".to_owned(),
        };
        writeln!(out, "{:>4}. {}{mark}", index + 1, one.title)?;
        writeln!(out, "      {}", one.evidence)?;
    }
    match repair.more {
        0 => Ok(()),
        more => writeln!(out, "      and {more} less likely"),
    }
}

fn in_json(repair: &Repair, located: &Located) -> schema::repair::Repair {
    let mut finding = schema::Diagnostic::from(located);
    let fixes = std::mem::take(&mut finding.fixes);
    let corrections =
        repair
            .corrections
            .iter()
            .zip(fixes)
            .map(|(one, fix)| schema::repair::Correction {
                title: one.title.clone(),
                words: one.size as u64,
                proven: one.proven,
                unique: one.unique,
                evidence: evidence_in_json(&one.evidence),
                edits: fix.edits,
            });
    schema::repair::Repair {
        schema: schema::repair::RepairSchema::V1,
        follows: repair.follows,
        more: repair.more as u64,
        searched: repair.searched,
        corrections: corrections.collect(),
        finding,
    }
}

fn evidence_in_json(evidence: &Evidence) -> schema::repair::Evidence {
    let share = |(hold, all): (usize, usize)| schema::repair::Share {
        hold: hold as u64,
        all: all as u64,
    };
    schema::repair::Evidence {
        plies: share(evidence.plies),
        result: match evidence.result {
            ResultEvidence::Proven => schema::repair::ResultEvidence::Proven,
            ResultEvidence::Open => schema::repair::ResultEvidence::Open,
            ResultEvidence::Refuted => schema::repair::ResultEvidence::Refuted,
        },
        boards: evidence.boards.iter().copied().map(share).collect(),
        variations: share(evidence.variations),
        errors: evidence.errors as u64,
    }
}
