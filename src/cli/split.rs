//! `split`: records into several files, as they stand. They take their places when all is written, and not when it
//! fails.

use super::args::{Parts, SplitArgs};
use super::copy::{Copied, Copies, Written, each_copy, named};
use super::exit::ExitStatus;
use super::io::{Io, about, beside, not_plain};
use super::records::Wanted;
use super::tagnames::TagNames;
use scoresheet::select::Field;
use scoresheet::syntax::{Format, format_of_name};
use std::collections::{HashMap, HashSet, VecDeque};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// Files that are open at a time.
const OPEN: usize = 64;

/// Bytes of a value that a name has at most.
const LONGEST: usize = 100;

/// The name of the part of records without the value.
const UNKNOWN: &str = "unknown";

pub(super) fn run(args: &SplitArgs, io: &mut Io) -> io::Result<ExitStatus> {
    if io.out.is_a_file() || args.output.is_some() {
        return Err(io::Error::other(
            "`split` writes several files; say how they are called with `--name`",
        ));
    }
    let mut files = Files {
        pattern: args.name.clone(),
        force: args.force,
        inputs: args
            .read
            .files
            .iter()
            .filter_map(|file| file.canonicalize().ok())
            .collect(),
        ..Files::default()
    };
    let wanted = match &args.parts.by {
        Some(field) if !field.is_in_tags() => Wanted::All,
        _ => Wanted::Labels,
    };
    let (mut part, mut tags) = (Part::default(), TagNames::default());
    let seen = each_copy(&args.read, wanted, io, |copied, _| {
        if let Some(subject) = copied.subject() {
            tags.see(subject.known.tags());
        }
        for value in part.of(&args.parts, &copied) {
            files.write(&value, args.parts.by.is_none(), &copied)?;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let by = args.parts.by.as_ref();
    tags.tell(by.and_then(Field::tag), io)?;
    for (path, records) in files.finish()? {
        let records = super::verdict::counted(records, "record");
        writeln!(io.out, "{}: {records}", path.display())?;
    }
    Ok(seen.status)
}

/// The part that is being filled, where parts are numbered.
#[derive(Debug, Default)]
struct Part {
    number: u64,
    records: u64,
    bytes: usize,
}

impl Part {
    /// The parts that a record belongs to.
    fn of(&mut self, parts: &Parts, copied: &Copied<'_>) -> Vec<String> {
        if let Some(field) = &parts.by {
            let subject = copied.subject();
            let mut values = subject
                .and_then(|subject| field.values(&subject))
                .unwrap_or_default();
            let mut known = HashSet::new();
            values.retain(|value| known.insert(value.clone()));
            if values.is_empty() {
                values.push(String::new());
            }
            return values;
        }
        let bytes = copied.bytes.len();
        let is_full = parts.count.is_some_and(|most| self.records == most)
            || parts
                .size
                .is_some_and(|most| self.bytes.saturating_add(bytes) > most);
        if self.number == 0 || is_full && self.records > 0 {
            *self = Self {
                number: self.number + 1,
                ..Self::default()
            };
        }
        self.records += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        vec![format!("{:04}", self.number)]
    }
}

/// The files that are written.
#[derive(Debug, Default)]
struct Files {
    pattern: Option<String>,
    force: bool,
    /// The files and folders that are read, which are not written.
    inputs: Vec<PathBuf>,
    targets: Vec<Target>,
    /// The target of each value.
    of_value: HashMap<String, usize>,
    /// Their paths, in small letters: not all file systems tell them from capitals.
    taken: HashSet<String>,
    /// Those that are open, the one that was written last at the end.
    open: VecDeque<(usize, BufWriter<File>)>,
}

/// A file that is written.
#[derive(Debug)]
struct Target {
    /// Its name as it was asked for.
    path: PathBuf,
    /// Where it takes its place.
    place: PathBuf,
    /// Where it waits.
    waiting: TempPath,
    copies: Copies,
    records: u64,
}

impl Files {
    /// Writes a record into the file of a value.
    fn write(&mut self, value: &str, numbered: bool, copied: &Copied<'_>) -> io::Result<()> {
        let number = match self.of_value.get(value) {
            Some(&number) => number,
            None => {
                let number = self.targets.len();
                let path = self.name(value, numbered, copied.format);
                let target = self.target(&path).map_err(|error| about(&path, &error))?;
                self.targets.push(target);
                self.of_value.insert(value.to_owned(), number);
                number
            }
        };
        self.open(number)?;
        let (_, file) = self.open.back_mut().expect("invariant: it was just opened");
        let target = &mut self.targets[number];
        target.records += 1;
        let written = target.copies.write(Written::from(copied), file);
        written.map_err(|error| about(&target.path, &error))
    }

    /// A name that no other part has.
    fn name(&mut self, value: &str, numbered: bool, format: Format) -> PathBuf {
        let ending = match format {
            Format::Text => "txt",
            Format::Coords => "pgn",
            format => named(format),
        };
        let pattern = self.pattern.clone().unwrap_or_else(|| {
            let before = if numbered { "part-" } else { "" };
            format!("{before}{{}}.{ending}")
        });
        let safe = safe(value);
        let named = |value: &str| PathBuf::from(pattern.replacen("{}", value, 1));
        let others = (2..).map(|i| named(&format!("{safe}-{i}")));
        let mut names = std::iter::once(named(&safe)).chain(others);
        let is_free = |path: &PathBuf| self.taken.insert(path.to_string_lossy().to_lowercase());
        names
            .find(is_free)
            .expect("invariant: there are more numbers than parts")
    }

    /// Opens a file that is not open, and closes another where too many are.
    fn open(&mut self, number: usize) -> io::Result<()> {
        if let Some(at) = self.open.iter().position(|(open, _)| *open == number) {
            let file = self.open.remove(at).expect("invariant: it was found there");
            self.open.push_back(file);
            return Ok(());
        }
        if self.open.len() == OPEN
            && let Some((number, mut file)) = self.open.pop_front()
        {
            let path = &self.targets[number].path;
            file.flush().map_err(|error| about(path, &error))?;
        }
        let target = &self.targets[number];
        let file = OpenOptions::new().append(true).open(&target.waiting);
        let file = file.map_err(|error| about(&target.path, &error))?;
        self.open.push_back((number, BufWriter::new(file)));
        Ok(())
    }

    /// An empty file that waits to take its place.
    fn target(&self, path: &Path) -> io::Result<Target> {
        let there = path.canonicalize().ok();
        if let Some(why) = there.and_then(|path| self.why_read(&path)) {
            return Err(io::Error::other(why));
        }
        if !self.force && path.symlink_metadata().is_ok() {
            return Err(is_there());
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let (file, place) = beside(path)?.ok_or_else(not_plain)?;
        Ok(Target {
            path: path.to_owned(),
            place,
            waiting: file.into_temp_path(),
            copies: Copies::default(),
            records: 0,
        })
    }

    /// Why a file is not to be written: it is one of those that are read, or stands where folders are walked for such.
    fn why_read(&self, path: &Path) -> Option<&'static str> {
        let is_record = || format_of_name(&path.to_string_lossy()).is_some();
        let is_in = |input: &PathBuf| path.starts_with(input) && is_record();
        if self.inputs.iter().any(|input| path == input) {
            Some("it is being read; `--name` gives the parts other names")
        } else if self.inputs.iter().any(is_in) {
            Some(
                "it stands in a folder that is being read, among its games; `--name` puts the parts elsewhere",
            )
        } else {
            None
        }
    }

    /// Ends all files and puts them in their places; their names and how many records they hold.
    fn finish(mut self) -> io::Result<Vec<(PathBuf, u64)>> {
        for number in 0..self.targets.len() {
            self.open(number)?;
            let (_, file) = self.open.back_mut().expect("invariant: it was just opened");
            let target = &self.targets[number];
            let ended = target.copies.finish(file).and_then(|()| file.flush());
            ended.map_err(|error| about(&target.path, &error))?;
        }
        self.open.clear();
        let mut finished = Vec::with_capacity(self.targets.len());
        for target in self.targets {
            let put = if self.force {
                target.waiting.persist(&target.place)
            } else {
                target.waiting.persist_noclobber(&target.place)
            };
            put.map_err(|error| match error.error.kind() {
                io::ErrorKind::AlreadyExists => about(&target.path, &is_there()),
                _ => about(&target.path, &error.error),
            })?;
            finished.push((target.path, target.records));
        }
        Ok(finished)
    }
}

fn is_there() -> io::Error {
    io::Error::other("it is there already; `--force` replaces it")
}

/// A value as a part of a name that every file system takes.
fn safe(value: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || matches!(c, '-' | '+' | '.');
    let mut name = String::new();
    for c in value.trim().chars() {
        if name.len() + c.len_utf8() > LONGEST {
            break;
        }
        match c {
            c if is_safe(c) => name.push(c),
            _ if name.is_empty() || name.ends_with('_') => {}
            _ => name.push('_'),
        }
    }
    let name = name.trim_matches(['_', '.']);
    if name.is_empty() {
        return UNKNOWN.to_owned();
    }
    if is_device(name) {
        format!("{name}_")
    } else {
        name.to_owned()
    }
}

/// Whether a name is one of those that Windows keeps for devices.
fn is_device(name: &str) -> bool {
    let stem = name
        .split('.')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let numbered = |device: &str| {
        stem.strip_prefix(device)
            .is_some_and(|rest| matches!(rest.as_bytes(), [b'0'..=b'9']))
    };
    ["con", "prn", "aux", "nul"].contains(&stem.as_str()) || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn values_make_names_that_every_file_system_takes() {
        for (value, name) in [
            ("Carlsen, Magnus", "Carlsen_Magnus"),
            ("1/2-1/2", "1_2-1_2"),
            ("*", "unknown"),
            ("", "unknown"),
            ("../../etc/passwd", "etc_passwd"),
            ("C:\\x|y?", "C_x_y"),
            ("Čapek", "Čapek"),
            ("con", "con_"),
            ("Com1.pgn", "Com1.pgn_"),
            ("..", "unknown"),
        ] {
            assert_eq!(safe(value), name, "{value}");
        }
        assert!(safe(&"é".repeat(500)).len() <= 100);
    }
}
