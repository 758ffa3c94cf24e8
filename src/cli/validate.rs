//! `validate`: the report is the result.

use super::args::{Form, ReadArgs, ValidateArgs};
use super::exit::ExitStatus;
use super::input::{FileEnd, Piece};
use super::io::Io;
use super::records::{Judged, Records, Wanted};
use super::report::{Report, json_line};
use super::verdict::{counted, one_line, verdict};
use super::work::{Step, options, over_records, unreadable};
use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
use scoresheet::diag::Severity;
use scoresheet::notation::Words;
use scoresheet::record::{Account, Balance, Class};
use scoresheet::rules::RuleSet;
use scoresheet::schema::lines::{Closing, Summary};
use scoresheet::syntax::{Format, read_record_in};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// So many records are each given a line of their own, valid or not.
const FEW: usize = 20;

/// So many lines of the overview are kept before they are printed.
const KEPT: usize = 10_000;

pub(super) fn run(args: &ValidateArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let form = args.read.report.format;
    if args.account && matches!(form, Form::Github | Form::Sarif) {
        return Err(io::Error::other(
            "`--account` goes with `--format human` or `json` only",
        ));
    }
    let level = match (io.quiet, args.read.report.deny_warnings) {
        (false, _) => Severity::Note,
        (true, true) => Severity::Warning,
        (true, false) => Severity::Error,
    };
    let overview = (form == Form::Human && !io.quiet).then(|| Overview::new(io.verbose));
    let verbose = overview.is_some() && io.verbose;
    let (lists, silent) = (overview.is_some(), io.quiet);
    let chosen = !args.read.select.means_all();
    // Where nothing is told, the first error decides; the files are still read, since one that cannot be read weighs
    // more.
    let decided = AtomicBool::new(false);
    // Whether there are too many records for valid ones to be listed.
    let many = AtomicBool::new(false);
    let wanted = |piece: usize| match piece {
        _ if decided.load(Ordering::Relaxed) => Wanted::Nothing,
        _ if silent => Wanted::Until(level),
        _ if verbose => Wanted::All,
        // Only the first pieces can hold records that the overview lists although they are valid, unless some are chosen.
        piece if lists && (piece < FEW || chosen) && !many.load(Ordering::Relaxed) => {
            Wanted::FewAnd(FEW, level)
        }
        _ => Wanted::FewAnd(0, level),
    };
    let least = (!io.quiet).then_some(Severity::Note);
    let read = ReadArgs {
        lineless: io.quiet,
        whole: args.account,
        ..args.read.clone()
    };
    let mut run = Validation {
        report: Report::new(args.read.report, io.look_of_results(), least),
        summary: Summary::default(),
        overview,
        account: args.account.then(Balance::default),
        words: options(&args.read).rules.as_ref().map(RuleSet::words),
        form,
    };
    over_records(&read, options(&read), wanted, io, |step, io| match step {
        Step::Piece(piece, mut records) => {
            if !io.quiet {
                give_hints(&piece, &mut records, args.read.jobs);
            }
            run.piece(&piece, &records, io)?;
            if io.quiet && run.report.status != ExitStatus::Valid {
                decided.store(true, Ordering::Relaxed);
            }
            if run.summary.records > FEW as u64 {
                many.store(true, Ordering::Relaxed);
            }
            Ok(())
        }
        Step::End(end) => run.file(&end, io),
        Step::Unreadable { name, error } => {
            run.report.status = ExitStatus::Failed;
            unreadable(&name, &error, io)
        }
    })?;
    run.finish(io)
}

#[derive(Debug)]
struct Validation {
    report: Report,
    summary: Summary,
    overview: Option<Overview>,
    account: Option<Balance>,
    /// The notation of the rule set that the user named.
    words: Option<Words>,
    form: Form,
}

impl Validation {
    fn piece(&mut self, piece: &Piece, records: &Records, io: &mut Io) -> io::Result<()> {
        self.report.piece(piece, &mut io.out)?;
        let count = (records.count - records.left_out) as u64;
        self.summary.records += count;
        if let Some(overview) = &mut self.overview {
            overview.seen(self.summary.records);
        }
        let mut invalid = u64::from(piece.chunk.too_long.is_some());
        for judged in &records.judged {
            let source = judged.source(piece);
            self.report.record(judged, &source, &mut io.out)?;
            invalid += u64::from(worst(judged) == Some(Severity::Error));
            if let Some(overview) = &mut self.overview {
                let notable = worst(judged) >= Some(Severity::Warning);
                overview.add(notable, || {
                    let line = verdict(judged, self.report.number(judged), &source);
                    format!("{}: {line}", one_line(&piece.name))
                });
            }
        }
        self.report.piece_done(records.count);
        self.summary.valid += count.saturating_sub(invalid);
        self.summary.plies += records.plies;
        if let Some(overview) = &mut self.overview
            && overview.lines.len() > KEPT
        {
            overview.print(&mut io.out)?;
        }
        if let Some(account) = &mut self.account {
            *account += balance(piece, self.words)?;
        }
        // Who reads along need not wait for the end.
        io.out.flush()
    }

    fn file(&mut self, end: &FileEnd, io: &mut Io) -> io::Result<()> {
        self.summary.files += 1;
        self.report.file(end, &mut io.out)?;
        let Some(account) = &mut self.account else {
            return Ok(());
        };
        let mut balance = std::mem::take(account);
        balance.book(Class::Blank, end.mark);
        if io.quiet {
            return Ok(());
        }
        let of_file = OfFile {
            file: &end.name,
            balance: &balance,
        };
        match self.form {
            Form::Json => json_line(&mut io.out, &Keyed { account: of_file }),
            Form::Human | Form::Github | Form::Sarif => of_file.print(&mut io.out),
        }
    }

    fn finish(mut self, io: &mut Io) -> io::Result<ExitStatus> {
        let [notes, warnings, errors] = self.report.counts;
        self.summary = Summary {
            errors,
            warnings,
            notes,
            ..self.summary
        };
        self.report.finish(&mut io.out)?;
        if let Some(overview) = &mut self.overview {
            overview.print(&mut io.out)?;
            writeln!(io.out, "{}", in_words(self.summary))?;
        }
        if self.form == Form::Json && !io.quiet {
            json_line(
                &mut io.out,
                &Closing {
                    summary: self.summary,
                },
            )?;
        }
        Ok(self.report.status)
    }
}

/// Adds the best correction to the help of each fault.
fn give_hints(piece: &Piece, records: &mut Records, jobs: usize) {
    let hint = |judged: &mut Judged| judged.give_hint(piece);
    if jobs == 1 {
        records.judged.iter_mut().for_each(hint);
    } else {
        records.judged.par_iter_mut().for_each(hint);
    }
}

fn worst(judged: &Judged) -> Option<Severity> {
    let findings = judged.found.diagnostics().iter();
    findings.map(scoresheet::diag::Diagnostic::severity).max()
}

/// The summary for people.
fn in_words(summary: Summary) -> String {
    let invalid = summary.records - summary.valid;
    let verdict = match (summary.valid, invalid) {
        (0, 0) => String::new(),
        (_, 0) => ", all valid".to_owned(),
        (valid, invalid) => format!(", {valid} valid, {invalid} with errors"),
    };
    let plies = counted(summary.plies, "ply").replace("plys", "plies");
    let findings: Vec<_> = [
        (summary.errors, "error"),
        (summary.warnings, "warning"),
        (summary.notes, "note"),
    ]
    .into_iter()
    .filter(|&(count, _)| count > 0)
    .map(|(count, word)| counted(count, word))
    .collect();
    let findings = if findings.is_empty() {
        "nothing to report".to_owned()
    } else {
        findings.join(", ")
    };
    let (records, files) = (
        counted(summary.records, "record"),
        counted(summary.files, "file"),
    );
    format!("{records} in {files}{verdict}; {plies} replayed; {findings}")
}

/// A line about each record that deserves one.
#[derive(Debug)]
struct Overview {
    verbose: bool,
    few: bool,
    lines: Vec<(String, bool)>,
}

impl Overview {
    const fn new(verbose: bool) -> Self {
        Self {
            verbose,
            few: true,
            lines: Vec::new(),
        }
    }

    fn add(&mut self, notable: bool, line: impl FnOnce() -> String) {
        if notable || self.few || self.verbose {
            self.lines.push((line(), notable));
        }
    }

    /// Takes note that there are so many records by now.
    fn seen(&mut self, records: u64) {
        if self.few && records > FEW as u64 {
            self.few = false;
            if !self.verbose {
                self.lines.retain(|&(_, notable)| notable);
            }
        }
    }

    fn print(&mut self, out: &mut impl Write) -> io::Result<()> {
        for (line, _) in self.lines.drain(..) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// What the bytes of a piece belong to.
fn balance(piece: &Piece, words: Option<Words>) -> io::Result<Balance> {
    if matches!(piece.format, Format::Json | Format::Jsonl) {
        return Err(io::Error::other(format!(
            "{}: `--account` does not go with JSON input",
            piece.name
        )));
    }
    if let Some(length) = piece.chunk.too_long {
        let mut balance = Balance::default();
        balance.book(Class::Faulty, length);
        return Ok(balance);
    }
    let source = piece.source();
    let mut account = Account::new(source);
    let mut at = 0;
    while at < source.text.len() {
        at = read_record_in(piece.format, words, source.text, at, &mut account).end;
    }
    Ok(account.finish())
}

#[derive(Debug, Serialize)]
struct Keyed<'a> {
    account: OfFile<'a>,
}

/// The account of one file.
#[derive(Clone, Copy, Debug)]
struct OfFile<'a> {
    file: &'a str,
    balance: &'a Balance,
}

impl OfFile<'_> {
    /// All bytes of the file, each counted once.
    fn bytes(&self) -> u64 {
        let booked: u64 = self.balance.classes().map(|(_, bytes)| bytes).sum();
        booked + self.balance.gaps - self.balance.overlaps
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "{}: account of {}",
            one_line(self.file),
            counted(self.bytes(), "byte")
        )?;
        let flaws = [
            ("gaps", self.balance.gaps),
            ("overlaps", self.balance.overlaps),
        ];
        for (name, bytes) in self.balance.classes().chain(flaws) {
            writeln!(out, "  {name:<12}{bytes:>12}")?;
        }
        Ok(())
    }
}

impl Serialize for OfFile<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("file", self.file)?;
        map.serialize_entry("bytes", &self.bytes())?;
        for (name, bytes) in self.balance.classes() {
            map.serialize_entry(name, &bytes)?;
        }
        map.serialize_entry("gaps", &self.balance.gaps)?;
        map.serialize_entry("overlaps", &self.balance.overlaps)?;
        map.end()
    }
}
