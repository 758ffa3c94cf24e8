//! Findings told as the command line asks, counted, and turned into the exit status.

use super::args::{Form, ReportArgs};
use super::exit::ExitStatus;
use super::input::{FileEnd, Piece};
use super::records::Judged;
use scoresheet::diag::human::{Human, Look};
use scoresheet::diag::sarif::Log;
use scoresheet::diag::{Code, Diagnostic, Located, Severity, github};
use scoresheet::notation::Color;
use scoresheet::schema;
use scoresheet::source::{Encoding, Source, Span};
use std::io::{self, Write};

/// Tells findings and remembers what they amount to.
#[derive(Debug)]
pub(crate) struct Report {
    form: Form,
    deny_warnings: bool,
    /// Whether the result of the command is something else, so that what its files look like takes a line only.
    beside: bool,
    /// Lighter findings are counted only; `None`: all are.
    least: Option<Severity>,
    human: Human,
    /// Kept for the one document that some forms are.
    kept: Vec<Located>,
    /// What the findings so far lead to.
    pub(crate) status: ExitStatus,
    /// Findings by severity: notes, warnings, errors.
    pub(crate) counts: [u64; 3],
    /// Records of the current file before the current piece.
    before: usize,
}

impl Report {
    /// Nothing told yet; findings below `least` will not be.
    pub(crate) fn new(args: ReportArgs, look: Look, least: Option<Severity>) -> Self {
        Self {
            form: args.format,
            deny_warnings: args.deny_warnings,
            beside: false,
            least,
            human: Human::new(look),
            kept: Vec::new(),
            status: ExitStatus::Valid,
            counts: [0; 3],
            before: 0,
        }
    }

    /// The same for findings beside a result that is something else.
    pub(crate) fn beside(args: ReportArgs, look: Look, least: Option<Severity>) -> Self {
        Self {
            beside: true,
            ..Self::new(args, look, least)
        }
    }

    /// The number in its file of a record of the current piece.
    pub(crate) const fn number(&self, judged: &Judged) -> usize {
        self.of_file(judged.number)
    }

    /// The number in its file of what has the number `in_piece`, from 0, in the current piece.
    pub(crate) const fn of_file(&self, in_piece: usize) -> usize {
        self.before + in_piece + 1
    }

    /// Tells what is to be said about a piece as a whole, before its records.
    pub(crate) fn piece(&mut self, piece: &Piece, out: &mut impl Write) -> io::Result<()> {
        let source = piece.chunk.source(&piece.name);
        if let Some(at) = piece.chunk.guessed {
            let finding = guessed(at, &source);
            if self.beside && self.form == Form::Human {
                if self.counts(finding.severity()) {
                    let (name, message) = (&piece.name, &finding.message);
                    writeln!(out, "scoresheet: {name}: {message}")?;
                }
            } else {
                let located = Located::new(&finding, &source, None);
                self.tell(located, &source, None, out)?;
            }
        }
        if let Some(length) = piece.chunk.too_long {
            let message = format!("the record is {length} bytes long and was skipped");
            let finding = Diagnostic::new(Code::RecordTooLong, first_word(source.text), message)
                .at("it begins here")
                .help("a record may be 16 MiB long; an end of line or a tag pair may be missing where the next one begins");
            let located = Located::new(&finding, &source, self.before + 1);
            self.tell(located, &source, None, out)?;
        }
        Ok(())
    }

    /// Tells all findings about a record of the current piece.
    pub(crate) fn record(
        &mut self,
        judged: &Judged,
        source: &Source<'_>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let findings = judged.found.diagnostics();
        for located in Located::all(findings, source, self.number(judged)) {
            let start = judged.found.start_turn();
            let name = start.and_then(|turn| move_name(turn, &located.diagnostic, source.text));
            self.tell(located, source, name.as_deref(), out)?;
        }
        Ok(())
    }

    /// Goes on to the next piece of the file, after one with so many records.
    pub(crate) const fn piece_done(&mut self, records: usize) {
        self.before += records;
    }

    /// Tells what is to be said about a file as a whole, and gives the number of its records.
    pub(crate) fn file(&mut self, end: &FileEnd, out: &mut impl Write) -> io::Result<usize> {
        let records = std::mem::take(&mut self.before);
        if records == 0 && end.promising {
            let source = Source::whole(&end.name, &end.beginning);
            let finding = Diagnostic::new(
                Code::NoRecord,
                Span::at(0),
                "no game record was found in this file",
            )
            .help("name its format with `--from` if it is another than it seems");
            self.tell(Located::new(&finding, &source, None), &source, None, out)?;
        }
        Ok(records)
    }

    /// Counts a finding; whether it is to be told.
    fn counts(&mut self, severity: Severity) -> bool {
        self.counts[severity as usize] += 1;
        self.status = self
            .status
            .and(ExitStatus::of(severity, self.deny_warnings));
        self.least.is_some_and(|least| severity >= least)
    }

    /// Tells one finding.
    pub(crate) fn tell(
        &mut self,
        located: Located,
        source: &Source<'_>,
        move_name: Option<&str>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if !self.counts(located.diagnostic.severity()) {
            return Ok(());
        }
        match self.form {
            Form::Human => {
                let mut shown = self.human.render(&located, source, move_name);
                shown.push('\n');
                out.write_all(shown.as_bytes())
            }
            Form::Json => json_line(out, &schema::Diagnostic::from(&located)),
            Form::Github => writeln!(out, "{}", github::command(&located)),
            Form::Sarif => {
                self.kept.push(located);
                Ok(())
            }
        }
    }

    /// Writes the document that holds all findings, where the form is one.
    pub(crate) fn finish(&self, out: &mut impl Write) -> io::Result<()> {
        if self.form == Form::Sarif && self.least.is_some() {
            serde_json::to_writer_pretty(&mut *out, &Log::new(&self.kept))?;
            writeln!(out)?;
        }
        Ok(())
    }
}

/// Writes a value as one line of JSON.
pub(crate) fn json_line(out: &mut impl Write, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// What is said of an encoding that was guessed, or that does not fit.
fn guessed(at: usize, source: &Source<'_>) -> Diagnostic {
    let length = source.text[at..].chars().next().map_or(0, char::len_utf8);
    let span = Span::new(at, at + length);
    let name = source.encoding.name();
    let (message, label, help) = if source.text[at..].starts_with(char::REPLACEMENT_CHARACTER) {
        (
            format!("the text is not all {name}"),
            "no character stands here, but a byte or half of a character",
            "mend the file, or name another encoding with `--encoding`",
        )
    } else if matches!(source.encoding, Encoding::Utf16(_)) {
        (
            format!(
                "the text has no byte order mark and was read as {name}, as its zero bytes tell"
            ),
            "it begins here",
            "see whether names and comments look right; `--encoding` forces another encoding",
        )
    } else {
        (
            format!(
                "the text is not UTF-8 and was read as {name}, as the look of its letters tells"
            ),
            "the first such character",
            "see whether names and comments look right; `--encoding` forces another encoding, \
             and UTF-8 needs no guess",
        )
    };
    Diagnostic::new(Code::GuessedEncoding, span, message)
        .at(label)
        .help(help)
}

/// The first word of a text, or so much of it as fits a line.
fn first_word(text: &str) -> Span {
    let start = text.len() - text.trim_start().len();
    let word = text[start..].split_whitespace().next().unwrap_or_default();
    Span::new(start, start + word.len())
}

/// The move that a finding is about as people call it: `12... Rg1`.
///
/// The first move has the number and is of the side `first`.
pub(crate) fn move_name(first: (u32, Color), finding: &Diagnostic, text: &str) -> Option<String> {
    const LONGEST: usize = 16;
    // The span of a board is one of its cells.
    if finding.code == Code::BoardDiffers {
        return None;
    }
    let ply = finding.ply?.checked_sub(1)?;
    let word = finding.span.text(text);
    if word.is_empty() || word.len() > LONGEST || word.contains(char::is_whitespace) {
        return None;
    }
    let (number, side) = first;
    let half = ply.saturating_add(u32::from(side == Color::Black));
    let dots = if half % 2 == 0 { "." } else { "..." };
    Some(format!("{}{dots} {word}", number.saturating_add(half / 2)))
}
