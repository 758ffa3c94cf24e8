//! Records copied as they stand: what `select`, `merge` and `split` share.

use super::args::ReadArgs;
use super::exit::ExitStatus;
use super::input::Piece;
use super::io::Io;
use super::records::{Found, Judged, Records, Wanted};
use super::report::Report;
use super::work::{Step, enough, options, over_records, unreadable};
use scoresheet::select::Subject;
use scoresheet::source::Encoding;
use scoresheet::syntax::Format;
use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// A record to be copied.
#[derive(Debug)]
pub(super) struct Copied<'p> {
    pub(super) judged: &'p Judged,
    /// The name of its file.
    pub(super) file: &'p Arc<str>,
    pub(super) format: Format,
    pub(super) rank: Rank,
    /// The line of its first token.
    pub(super) line: u32,
    /// The record, and what stands between it and the next one.
    pub(super) bytes: Cow<'p, [u8]>,
}

/// The place of a record in the order of the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rank {
    /// The number of its file, from 0.
    file: usize,
    /// Its number in the file, from 1.
    pub(super) number: usize,
}

impl Copied<'_> {
    /// The record as conditions and fields see it.
    pub(super) fn subject(&self) -> Option<Subject<'_>> {
        Some(Subject {
            known: self.judged.found.known()?,
            number: Some(self.rank.number as u64),
            file: self.file,
        })
    }
}

/// What is known when all records were shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) status: ExitStatus,
    /// The format of the first file.
    format: Option<Format>,
}

/// Shows each record that was read, until `visit` has seen enough.
///
/// Records are not judged here; only what is wrong with a file as a whole is told, and with `--fail-fast` what is wrong
/// with the record that stops the reading, which is not shown.
pub(super) fn each_copy(
    args: &ReadArgs,
    wanted: Wanted,
    io: &mut Io,
    mut visit: impl FnMut(Copied<'_>, &mut Io) -> io::Result<ControlFlow<()>>,
) -> io::Result<Seen> {
    let mut format = None;
    let mut report = Report::beside(args.report, io.look_of_reports(), io.least_told());
    let (mut file, mut before) = (0, 0);
    over_records(
        args,
        options(args),
        |_| wanted,
        io,
        |step, io| match step {
            Step::Piece(piece, mut records) => {
                format.get_or_insert(piece.format);
                report.piece(&piece, &mut io.err)?;
                if piece.chunk.place.line == 1
                    && matches!(piece.chunk.encoding, Encoding::Utf16(_))
                    && !io.quiet
                {
                    let name = &piece.name;
                    writeln!(
                        io.err,
                        "scoresheet: {name}: it is in UTF-16; its records are written in UTF-8"
                    )?;
                }
                let first = Rank {
                    file,
                    number: before + 1,
                };
                before += records.count;
                let faulty = args
                    .stops_at()
                    .and_then(|level| records.judged.pop_if(|last| last.fails(level)));
                match each_of(&piece, &records, first, |copied| visit(copied, io))? {
                    ControlFlow::Continue(()) => {}
                    ControlFlow::Break(()) => return Err(enough()),
                }
                if let Some(mut faulty) = faulty {
                    faulty.give_hint(&piece);
                    report.record(&faulty, &faulty.source(&piece), &mut io.err)?;
                }
                report.piece_done(records.count);
                Ok(())
            }
            Step::End(end) => {
                (file, before) = (file + 1, 0);
                report.file(&end, &mut io.err).map(|_| ())
            }
            Step::Unreadable { name, error } => {
                report.status = ExitStatus::Failed;
                unreadable(&name, &error, io)
            }
        },
    )?;
    report.finish(&mut io.err)?;
    Ok(Seen {
        status: report.status,
        format,
    })
}

/// Shows each record of a piece whose first one has the rank `first`.
fn each_of(
    piece: &Piece,
    records: &Records,
    first: Rank,
    mut visit: impl FnMut(Copied<'_>) -> io::Result<ControlFlow<()>>,
) -> io::Result<ControlFlow<()>> {
    // The twins of a problem stand in one text, which is copied once, and is meant when one of them is.
    for twins in records.judged.chunk_by(|a, b| a.at == b.at) {
        let judged = twins.iter().find(|twin| twin.meant).unwrap_or(&twins[0]);
        let end = twins.iter().map(|twin| twin.end).max();
        let source = judged.source(piece);
        let number = first.number + judged.number;
        let copied = Copied {
            judged,
            file: &piece.name,
            format: piece.format,
            rank: Rank { number, ..first },
            line: source.place(begin(judged)).line,
            bytes: bytes(judged.at.start..end.unwrap_or(judged.end), piece).ok_or_else(|| {
                io::Error::other(format!(
                    "{}: record {number} is not all in {}, and cannot be written as it stands; convert the file to UTF-8",
                    piece.name,
                    piece.chunk.encoding.name()
                ))
            })?,
        };
        if visit(copied)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Where the first token of a record stands, from where it was read.
fn begin(judged: &Judged) -> u32 {
    match &judged.found {
        Found::Replay(replay) => replay.record.span.start,
        Found::Label(label) => label.span.start,
        Found::Noted(_) | Found::Unreadable(_) => 0,
    }
}

/// The bytes that stand in the file for a record.
fn bytes(of: Range<usize>, piece: &Piece) -> Option<Cow<'_, [u8]>> {
    let Range { mut start, mut end } = of;
    if piece.format == Format::Json {
        // Without the signs of the array around it.
        let text = &piece.chunk.text[start..end];
        let record = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '[' | ','));
        start = end - record.len();
        let record = record.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ']' | ','));
        end = start + record.len();
    }
    match piece.chunk.encoding {
        Encoding::Utf16(_) => Some(Cow::Borrowed(&piece.chunk.text.as_bytes()[start..end])),
        _ => piece.chunk.bytes(start..end),
    }
}

/// Records written one after another in the format that they stand in.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Copies {
    /// The format of the first, and thereby of all.
    format: Option<Format>,
    last: Option<Rank>,
    /// How many ends of lines stand last.
    ends: usize,
    /// Whether lines end with CRLF.
    carriage: bool,
}

/// What a copy needs to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written<'a> {
    pub(super) file: &'a str,
    pub(super) format: Format,
    pub(super) rank: Rank,
    pub(super) bytes: &'a [u8],
}

impl<'a> From<&'a Copied<'_>> for Written<'a> {
    fn from(copied: &'a Copied<'_>) -> Self {
        Self {
            file: copied.file,
            format: copied.format,
            rank: copied.rank,
            bytes: &copied.bytes,
        }
    }
}

impl Copies {
    /// Writes a record behind those before it, parted from them where it did not follow them in its file.
    ///
    /// # Errors
    /// When it is in another format, or cannot be written.
    pub(super) fn write(&mut self, record: Written<'_>, out: &mut impl Write) -> io::Result<()> {
        let Written {
            format,
            rank,
            bytes,
            ..
        } = record;
        let first = *self.format.get_or_insert(format);
        if first != format {
            return Err(io::Error::other(format!(
                "{}: its records are in {}, those before in {}; write all of them in one format first, as `scoresheet convert --to {}` does",
                record.file,
                named(format),
                named(first),
                named(first),
            )));
        }
        let follows = self
            .last
            .is_some_and(|last| last.file == rank.file && last.number + 1 == rank.number);
        match (format, self.last) {
            (Format::Json, None) => out.write_all(b"[\n")?,
            (Format::Json, Some(_)) => out.write_all(b",\n")?,
            (_, Some(_)) if !follows => {
                let wanted = match format {
                    Format::Pgn | Format::Text | Format::Coords => 2,
                    Format::Sgf | Format::Json | Format::Jsonl => 1,
                };
                for _ in self.ends..wanted {
                    out.write_all(if self.carriage { b"\r\n" } else { b"\n" })?;
                }
            }
            _ => {}
        }
        self.last = Some(rank);
        let text = bytes.trim_ascii_end().len();
        let (lines, returns) = bytes[text..].iter().fold((0, 0), |(lines, returns), byte| {
            let is = |sign| usize::from(*byte == sign);
            (lines + is(b'\n'), returns + is(b'\r'))
        });
        self.ends = if lines > 0 { lines } else { returns };
        self.carriage = lines > 0 && lines == returns;
        out.write_all(bytes)
    }

    /// Writes what stands behind the last one, and an empty list where there was none among values that stand in one. What
    /// failed before the first record leaves no trace.
    pub(super) fn finish_all(self, seen: Seen, out: &mut impl Write) -> io::Result<()> {
        let is_empty = self.format.is_none() && seen.status != ExitStatus::Failed;
        if is_empty && seen.format == Some(Format::Json) {
            return out.write_all(b"[\n\n]\n");
        }
        self.finish(out)
    }

    /// Writes what stands behind the last one.
    pub(super) fn finish(self, out: &mut impl Write) -> io::Result<()> {
        match self.format {
            Some(Format::Json) => out.write_all(b"\n]\n"),
            Some(Format::Text | Format::Pgn | Format::Coords | Format::Sgf | Format::Jsonl)
            | None => Ok(()),
        }
    }
}

/// The name of a format on the command line, also the usual ending of its files.
pub(super) const fn named(format: Format) -> &'static str {
    match format {
        Format::Text => "text",
        Format::Pgn => "pgn",
        Format::Coords => "coords",
        Format::Sgf => "sgf",
        Format::Json => "json",
        Format::Jsonl => "jsonl",
    }
}
