//! Where results and reports go: standard output or a file that is replaced as a whole, and standard error.

use super::args::{Common, Form, ReadArgs, When};
use super::exit::ExitStatus;
use super::input::records_in;
use super::leave;
use super::progress::{BesideBar, Bytes, Line, Progress};
use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use scoresheet::diag::human::Look;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::NamedTempFile;

/// Columns of a report where the terminal does not say.
const WIDTH: usize = 100;

/// The streams of one run.
#[derive(Debug)]
pub(crate) struct Io {
    /// For results.
    pub(crate) out: Output,
    /// For the reports of commands whose result is something else.
    pub(crate) err: BufWriter<BesideBar<io::Stderr>>,
    line: Line,
    color: When,
    /// Whether only fatal errors are to be told.
    pub(crate) quiet: bool,
    /// Whether more is to be told.
    pub(crate) verbose: bool,
}

/// Where the result goes.
#[derive(Debug)]
pub(crate) enum Output {
    /// To standard output.
    Standard(BufWriter<BesideBar<io::Stdout>>),
    /// Beside a file, which it replaces at the end.
    Beside(BufWriter<NamedTempFile>, PathBuf),
    /// Straight to what cannot be replaced: a device, a pipe.
    Straight(BufWriter<File>, PathBuf),
}

impl Io {
    /// Opens the streams.
    pub(crate) fn new(common: &Common) -> io::Result<Self> {
        let line = Line::default();
        Ok(Self {
            out: match &common.output {
                Some(path) if path != Path::new("-") => Output::open(path)?,
                _ => Output::Standard(BufWriter::new(BesideBar::stdout(&line))),
            },
            err: BufWriter::new(BesideBar::stderr(&line)),
            line,
            color: common.color,
            quiet: common.quiet,
            verbose: common.verbose,
        })
    }

    /// Refuses a result in the place of what it tells of.
    ///
    /// # Errors
    /// When the file for results is one of those that are to be read, under whatever name.
    pub(crate) fn spare(&self, inputs: &[PathBuf]) -> io::Result<()> {
        let Output::Beside(_, target) = &self.out else {
            return Ok(());
        };
        let is_target = |path: &Path| same_file::is_same_file(path, target).unwrap_or(false);
        let is_read = |input: &PathBuf| {
            let files = input.is_dir().then(|| records_in(input).ok()).flatten();
            files.map_or_else(
                || is_target(input),
                |files| files.iter().any(|file| is_target(file)),
            )
        };
        if inputs.iter().any(is_read) {
            let why = "it is being read, and what is written would take the place of its games; name another file";
            return Err(about(target, &io::Error::other(why)));
        }
        Ok(())
    }

    /// The bar for a reading that `bytes` counts, where one is to be shown.
    pub(crate) fn progress(&self, args: &ReadArgs, bytes: &Arc<Bytes>) -> Option<Progress> {
        let shows = match args.progress {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                let for_people = args.report.format == Form::Human && !self.quiet;
                for_people && io::stderr().is_terminal() && !is_dumb()
            }
        };
        let at_once = args.progress == When::Always;
        shows.then(|| {
            leave::bar(&self.line);
            Progress::new(&self.line, Arc::clone(bytes), at_once)
        })
    }

    /// How reports look on the stream for results.
    pub(crate) fn look_of_results(&self) -> Look {
        match self.out {
            Output::Standard(_) => self.look(&io::stdout()),
            Output::Beside(..) | Output::Straight(..) => Look {
                color: self.color == When::Always,
                ..self.look(&io::stdout())
            },
        }
    }

    /// How reports look on standard error.
    pub(crate) fn look_of_reports(&self) -> Look {
        self.look(&io::stderr())
    }

    fn look(&self, stream: &impl RawStream) -> Look {
        Look {
            width: columns(),
            color: match self.color {
                When::Always => true,
                When::Never => false,
                When::Auto => AutoStream::choice(stream) != ColorChoice::Never,
            },
            unicode: !(is_dumb() && stream.is_terminal()),
        }
    }

    /// Ends all output; a file is replaced only now, and not when the work failed before there was any result.
    pub(crate) fn finish(mut self, status: ExitStatus) -> io::Result<()> {
        self.err.flush()?;
        self.out.finish(status)
    }
}

/// Columns of the terminal.
pub(super) fn columns() -> usize {
    let columns = std::env::var("COLUMNS").ok();
    columns
        .and_then(|columns| columns.parse().ok())
        .unwrap_or(WIDTH)
}

/// Whether the terminal can do nothing but print.
pub(super) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|terminal| terminal == OsStr::new("dumb"))
}

/// Replaces a file as a whole: it holds either what it held or `bytes`, never a part.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let replaced = || {
        let (mut file, path) = beside(path)?.ok_or_else(not_plain)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(&path)?;
        Ok(())
    };
    replaced().map_err(|error: io::Error| io::Error::new(error.kind(), words(&error)))
}

/// Why a file cannot be replaced that is a device or a pipe.
pub(super) fn not_plain() -> io::Error {
    io::Error::other("it is no plain file")
}

/// An error under the name of the file asked for.
pub(super) fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("{}: {}", path.display(), words(error)),
    )
}

/// What an error says without the name of a temporary file, which says nothing to anybody.
fn words(error: &io::Error) -> String {
    let words = error.to_string();
    match words.split_once(" at path ") {
        Some((words, _)) => words.to_owned(),
        None => words,
    }
}

impl Output {
    /// Whether the result goes where the user said, not to standard output.
    pub(crate) const fn is_a_file(&self) -> bool {
        !matches!(self, Self::Standard(_))
    }

    /// An error under the name of what is written.
    fn named(&self, error: &io::Error) -> io::Error {
        match self {
            Self::Standard(_) => about(Path::new("standard output"), error),
            Self::Beside(_, path) | Self::Straight(_, path) => about(path, error),
        }
    }

    /// Opens what is at a path, to be replaced where it can be.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let open = || {
            Ok(match beside(path)? {
                Some((file, path)) => Self::Beside(BufWriter::new(file), path),
                None => Self::Straight(BufWriter::new(File::create(path)?), path.to_owned()),
            })
        };
        open().map_err(|error| about(path, &error))
    }

    /// Whether it takes the place of the same file as another one.
    pub(crate) fn is_the_place_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Beside(_, a), Self::Beside(_, b)) => {
                let place = |path: &Path| {
                    let folder = path.parent()?;
                    let folder = if folder.as_os_str().is_empty() {
                        Path::new(".")
                    } else {
                        folder
                    };
                    Some(folder.canonicalize().ok()?.join(path.file_name()?))
                };
                place(a) == place(b)
            }
            _ => false,
        }
    }

    /// Ends it; a file is replaced only now, and not when the work failed before there was any result.
    pub(crate) fn finish(self, status: ExitStatus) -> io::Result<()> {
        match self {
            mut out @ (Self::Standard(_) | Self::Straight(..)) => out.flush(),
            Self::Beside(out, path) => {
                let replaced = || {
                    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                    if status != ExitStatus::Failed || file.as_file().metadata()?.len() > 0 {
                        file.persist(&path)?;
                    }
                    Ok(())
                };
                replaced().map_err(|error| about(&path, &error))
            }
        }
    }
}

/// A temporary file in the folder of a file that it is to replace, and where that stands; none where it cannot be
/// replaced: a device, a pipe.
pub(super) fn beside(path: &Path) -> io::Result<Option<(NamedTempFile, PathBuf)>> {
    let known = fs::metadata(path).ok();
    if known.as_ref().is_some_and(|known| !known.is_file()) {
        return Ok(None);
    }
    // A link stays a link: what it leads to is replaced.
    let path = if known.is_some() {
        path.canonicalize()?
    } else {
        path.to_owned()
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".scoresheet-");
    match &known {
        Some(known) => builder.permissions(known.permissions()),
        None => usual_permissions(&mut builder),
    };
    let folder = folder.unwrap_or(Path::new("."));
    let file = leave::waiting(|| builder.tempfile_in(folder))?;
    if let Some(known) = known {
        keep_owner(file.as_file(), &known);
        // They were made less by what the user denies new files.
        file.as_file().set_permissions(known.permissions())?;
    }
    Ok(Some((file, path)))
}

/// Gives a file to the owner and the group of the one that it is to replace, as far as the user may.
#[cfg(unix)]
fn keep_owner(file: &File, known: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Who may do neither owns what is written, as of any new file.
    let _ = fchown(file, None, Some(known.gid()));
    let _ = fchown(file, Some(known.uid()), None);
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

/// How many other names a file has. They keep what it held when it is replaced.
#[cfg(unix)]
pub(crate) fn other_names(path: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map_or(0, |known| known.nlink().saturating_sub(1))
}

#[cfg(not(unix))]
pub(crate) fn other_names(_: &Path) -> u64 {
    0
}

/// Those that a new file gets; temporary ones are otherwise for their owner alone.
#[cfg(unix)]
fn usual_permissions<'a, 'b, 'c>(
    builder: &'c mut tempfile::Builder<'a, 'b>,
) -> &'c mut tempfile::Builder<'a, 'b> {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual_permissions<'a, 'b, 'c>(
    builder: &'c mut tempfile::Builder<'a, 'b>,
) -> &'c mut tempfile::Builder<'a, 'b> {
    builder
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self {
            Self::Standard(out) => out.write(bytes),
            Self::Beside(out, _) => out.write(bytes),
            Self::Straight(out, _) => out.write(bytes),
        };
        written.map_err(|error| self.named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match self {
            Self::Standard(out) => out.flush(),
            Self::Beside(out, _) => out.flush(),
            Self::Straight(out, _) => out.flush(),
        };
        flushed.map_err(|error| self.named(&error))
    }
}
