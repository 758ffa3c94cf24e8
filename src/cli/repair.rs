//! `repair`: the corrections under which faulty records replay, listed, shown as a diff or written.

use super::args::{Form, Note, RepairArgs};
use super::diff::hunks;
use super::exit::ExitStatus;
use super::input::{FileEnd, Piece};
use super::io::Io;
use super::jobs::pool;
use super::records::{Found, Judged, Records, Wanted, of_format};
use super::report::{Report, json_line};
use super::rewrite::{Content, FileEdit, is_refused, rewrite};
use super::verdict::counted;
use super::work::{Step, options, over_records, unreadable};
use rayon::ThreadPool;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use scoresheet::diag::{Edit, Fix, Located, Severity};
use scoresheet::repair::{
    Bounds, Correction, Evidence, Patch, Reading, Repair, ResultEvidence, note_as_comment,
    note_as_tag, repair,
};
use scoresheet::replay::{Options, Replay};
use scoresheet::schema;
use scoresheet::source::{Encoding, Places, Source};
use scoresheet::syntax::Format;
use serde::Serialize;
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
    let mut run = Repairing {
        args,
        pool: (args.read.jobs != 1)
            .then(|| pool(args.read.jobs))
            .transpose()?,
        options: options(&args.read),
        report: Report::new(args.read.report, io.look_of_results(), least),
        status: ExitStatus::Valid,
        before: 0,
        counts: Counts::default(),
        shift: 0,
        headed: false,
        edits: Vec::new(),
        made: 0,
        content: Content::default(),
        seen: HashSet::new(),
        encoding: Encoding::Utf8,
    };
    let wanted = |_| Wanted::FirstAnd(0, Severity::Warning);
    over_records(
        &args.read,
        run.options.clone(),
        wanted,
        io,
        |step, io| match step {
            Step::Piece(piece, records) => run.piece(&piece, &records, io),
            Step::End(end) => run.file(&end, io),
            Step::Unreadable { name, error } => {
                run.status = ExitStatus::Failed;
                run.edits.clear();
                run.made = 0;
                run.content = Content::default();
                unreadable(&name, &error, io)
            }
        },
    )?;
    run.report.finish(&mut io.out)?;
    if !args.diff && !io.quiet {
        match args.read.report.format {
            Form::Human => writeln!(io.out, "{}", run.counts.in_words(args.write))?,
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

/// What came of it all.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Counts {
    records: u64,
    faults: u64,
    unique: u64,
    written: u64,
}

/// The last line in JSON.
#[derive(Debug, Serialize)]
struct Closing {
    summary: Counts,
}

/// A run over all files.
#[derive(Debug)]
struct Repairing<'a> {
    args: &'a RepairArgs,
    /// The workers, where there is more than one.
    pool: Option<ThreadPool>,
    options: Options,
    report: Report,
    status: ExitStatus,
    /// Records of the current file before the current piece.
    before: usize,
    counts: Counts,
    /// Lines that the current file has gained.
    shift: i64,
    /// Whether the diff of the current file has begun.
    headed: bool,
    /// The edits of the current file.
    edits: Vec<FileEdit>,
    /// How many corrections they make.
    made: u64,
    /// What was read of it.
    content: Content,
    /// Files that were read to their ends and are corrected: a file may be named twice.
    seen: HashSet<PathBuf>,
    encoding: Encoding,
}

/// A record, its repairs, and the edits that are to be made.
#[derive(Debug)]
struct Mended<'p> {
    judged: &'p Judged,
    source: Source<'p>,
    repairs: Vec<Repair>,
    chosen: Vec<Edit>,
    /// The severity of what is found in it when these are made.
    left: Option<Severity>,
    /// How many repairs were chosen.
    made: u64,
    /// Whether no note could be left of them though one was asked for.
    unnoted: bool,
}

impl Repairing<'_> {
    fn piece(&mut self, piece: &Piece, records: &Records, io: &mut Io) -> io::Result<()> {
        let mut told = Vec::new();
        self.report.piece(piece, &mut told)?;
        self.encoding = piece.chunk.encoding;
        self.content.add(piece);
        let letters = self.options.letters;
        let options = of_format(&self.options, letters, piece.format);
        let reading = Reading {
            format: piece.format,
            options: &options,
        };
        let mend = |judged| mend(judged, piece, reading, self.args);
        let mended: Vec<Mended<'_>> = match &self.pool {
            None => records.judged.iter().map(mend).collect(),
            Some(pool) => pool.install(|| records.judged.par_iter().map(mend).collect()),
        };
        let mut patch = Vec::new();
        for mended in mended {
            self.record(piece, &mended, io)?;
            let at = mended.judged.at.start as u32;
            patch.extend(mended.chosen.into_iter().map(|mut edit| {
                edit.span = edit.span.shifted(at);
                edit
            }));
        }
        if self.args.diff
            && let Some(patch) = Patch::new(patch).filter(|patch| !patch.edits().is_empty())
        {
            let mut shown = String::new();
            if !std::mem::replace(&mut self.headed, true) {
                shown = format!("--- {0}\n+++ {0}\n", piece.name);
            }
            hunks(
                &piece.chunk.text,
                piece.chunk.place.line,
                &patch,
                &mut self.shift,
                &mut shown,
            );
            io.out.write_all(shown.as_bytes())?;
        }
        self.before += records.count;
        self.report.piece_done(records.count);
        io.out.flush()
    }

    fn record(&mut self, piece: &Piece, mended: &Mended<'_>, io: &mut Io) -> io::Result<()> {
        self.counts.records += 1;
        let deny = self.args.read.report.deny_warnings;
        if let Some(left) = mended.left {
            self.status = self.status.and(ExitStatus::of(left, deny));
        }
        if self.args.write {
            self.made += mended.made;
            self.edits
                .extend(file_edits(&mended.source, &mended.chosen));
        }
        let number = self.before + mended.judged.number + 1;
        for repair in &mended.repairs {
            self.counts.faults += 1;
            self.counts.unique += u64::from(repair.corrections.iter().any(|one| one.unique));
            if io.quiet || self.args.diff {
                continue;
            }
            let located = located(repair, &mended.source, number);
            match self.args.read.report.format {
                Form::Human => tell(repair, &located, &mut io.out)?,
                Form::Json => json_line(&mut io.out, &in_json(repair, &located))?,
                Form::Github | Form::Sarif => {
                    self.report
                        .tell(located, &mended.source, None, &mut io.out)?;
                }
            }
        }
        if mended.unnoted && !io.quiet {
            let why = "no note is left: there is no place for it beside this correction";
            writeln!(io.err, "scoresheet: {}: record {number}: {why}", piece.name)?;
        }
        if !mended.repairs.is_empty() || io.quiet {
            return Ok(());
        }
        let why = match (piece.format, mended.left) {
            (Format::Json | Format::Jsonl, Some(Severity::Error | Severity::Warning)) => {
                "JSON is not corrected; correct the score that it was made from"
            }
            (_, Some(Severity::Error)) if !self.args.diff => {
                "nothing that can be corrected was found"
            }
            _ => return Ok(()),
        };
        writeln!(io.err, "scoresheet: {}: record {number}: {why}", piece.name)?;
        Ok(())
    }

    fn file(&mut self, end: &FileEnd, io: &mut Io) -> io::Result<()> {
        self.before = 0;
        self.shift = 0;
        self.headed = false;
        let edits = std::mem::take(&mut self.edits);
        let made = std::mem::take(&mut self.made);
        let content = std::mem::take(&mut self.content);
        if edits.is_empty() {
            return Ok(());
        }
        // What was found in a file that is named twice is written once.
        if let Ok(path) = Path::new(&*end.name).canonicalize()
            && !self.seen.insert(path)
        {
            return Ok(());
        }
        let written = match is_refused(self.encoding, &edits) {
            Some(why) => Err(io::Error::other(why)),
            None => rewrite(&end.name, &edits, &content, &self.args.read),
        };
        match written {
            Ok(()) => self.counts.written += made,
            Err(error) => {
                self.status = ExitStatus::Failed;
                unreadable(&end.name, &error, io)?;
            }
        }
        Ok(())
    }
}

impl Counts {
    fn in_words(self, write: bool) -> String {
        let found = format!(
            "{} in {}, {} with a unique correction",
            counted(self.faults, "fault"),
            counted(self.records, "record"),
            self.unique
        );
        if write {
            format!("{found}; {} written", counted(self.written, "correction"))
        } else {
            found
        }
    }
}

/// Finds the repairs of a record and those that are to be made.
fn mend<'p>(
    judged: &'p Judged,
    piece: &'p Piece,
    reading: Reading<'_>,
    args: &RepairArgs,
) -> Mended<'p> {
    let source = judged.source(piece);
    let worst = |replay: &Replay| {
        replay
            .diagnostics
            .iter()
            .map(scoresheet::diag::Diagnostic::severity)
            .max()
    };
    let mut mended = Mended {
        judged,
        source,
        repairs: Vec::new(),
        chosen: Vec::new(),
        left: Some(Severity::Error),
        made: 0,
        unnoted: false,
    };
    let Found::Replay(replay) = &judged.found else {
        return mended;
    };
    mended.left = worst(replay);
    if !matches!(piece.format, Format::Json | Format::Jsonl) {
        mended.repairs = repair(replay, source.text, reading, Bounds::FULL);
    }
    let mut patch = Patch::default();
    let mut titles = Vec::new();
    // What follows from a correction can be made only with it.
    let mut first_made = false;
    for repair in &mended.repairs {
        let (index, one) = match chosen(repair, args.choose) {
            Some(chosen) if !repair.follows || first_made => chosen,
            _ => continue,
        };
        if let Some(more) = patch.and(&one.edits) {
            patch = more;
            titles.push((repair, one));
            first_made |= !repair.follows && index == 0;
        }
    }
    if titles.is_empty() || !(args.write || args.diff) {
        return mended;
    }
    let read = |patch: &Patch| reading.read(&patch.apply(source.text));
    if let Some(corrected) = read(&patch) {
        // A note must change nothing in what is found.
        let noted = with_note(
            &patch,
            replay,
            source.text,
            piece.format,
            &titles,
            args.note,
        );
        let noted = noted.filter(|noted| {
            let with_note = read(noted);
            with_note.is_some_and(|read| read.diagnostics.len() == corrected.diagnostics.len())
        });
        mended.unnoted = args.note != Note::None && noted.is_none();
        let patch = noted.unwrap_or(patch);
        mended.made = titles.len() as u64;
        mended.chosen = patch.edits().to_vec();
        if args.write {
            mended.left = worst(&corrected);
        }
    }
    mended
}

/// The correction that is to be made, and its place in the list.
fn chosen(repair: &Repair, choose: Option<u16>) -> Option<(usize, &Correction)> {
    let index = choose.map_or(0, |n| usize::from(n) - 1);
    let correction = repair.corrections.get(index)?;
    let taken = correction.proven && (choose.is_some() || correction.unique);
    taken.then_some((index, correction))
}

/// The corrections and what they leave behind.
fn with_note(
    patch: &Patch,
    replay: &Replay,
    text: &str,
    format: Format,
    made: &[(&Repair, &Correction)],
    note: Note,
) -> Option<Patch> {
    let titles: Vec<&str> = made.iter().map(|(_, one)| one.title.as_str()).collect();
    let comments = || {
        let edits = made
            .iter()
            .filter_map(|(repair, one)| note_as_comment(replay, text, format, repair, one));
        edits.collect::<Vec<_>>()
    };
    let notes = match note {
        Note::None => return None,
        Note::Tag => {
            let tag = note_as_tag(replay, text, format, &titles.join("; "));
            tag.map_or_else(comments, |tag| vec![tag])
        }
        Note::Comment => comments(),
    };
    if notes.is_empty() {
        return None;
    }
    patch.and(&notes)
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

/// The same edits by bytes of the file.
fn file_edits(source: &Source<'_>, edits: &[Edit]) -> Vec<FileEdit> {
    let mut places = Places::new(*source);
    let mut offset = |place| places.at(place).offset;
    let edits = edits.iter().map(|edit| FileEdit {
        start: offset(edit.span.start),
        end: offset(edit.span.end),
        old: edit.span.text(source.text).to_owned(),
        new: edit.text.clone(),
    });
    edits.collect()
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
        return writeln!(out, "   no correction was found");
    }
    for (index, one) in repair.corrections.iter().enumerate() {
        let mark = match (one.unique, one.proven) {
            (true, _) => ", the only single correction",
            (false, true) => "",
            (false, false) => ", unproven",
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
