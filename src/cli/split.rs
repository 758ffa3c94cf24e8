//! `split`: records into several files, as they stand.

use super::args::{Parts, SplitArgs};
use super::copy::{Copied, Copies, Written, each_copy, named};
use super::exit::ExitStatus;
use super::io::Io;
use super::records::Wanted;
use scoresheet::syntax::Format;
use std::collections::{HashMap, HashSet, VecDeque};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Files that are open at a time.
const OPEN: usize = 64;

/// Bytes of a value that a name has at most.
const LONGEST: usize = 100;

/// The name of the part of records without the value.
const UNKNOWN: &str = "unknown";

pub(super) fn run(args: &SplitArgs, io: &mut Io) -> io::Result<ExitStatus> {
    if io.out.is_a_file() {
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
    let mut part = Part::default();
    let status = each_copy(&args.read, wanted, io, |copied, _| {
        for value in part.of(&args.parts, &copied) {
            files.write(&value, args.parts.by.is_none(), &copied)?;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    files.finish()?;
    for target in &files.targets {
        writeln!(
            io.out,
            "{}: {}",
            target.path.display(),
            super::verdict::counted(target.records, "record")
        )?;
    }
    Ok(status)
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
            values.retain(|value| known.insert(value.to_lowercase()));
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
    /// The files that are read, which are not written.
    inputs: Vec<PathBuf>,
    targets: Vec<Target>,
    /// The target of each value, in small letters: not all file systems tell them from capitals.
    of_value: HashMap<String, usize>,
    /// Their paths, in small letters.
    taken: HashSet<String>,
    /// Those that are open, the one that was written last at the end.
    open: VecDeque<(usize, BufWriter<File>)>,
}

/// A file that is written.
#[derive(Debug)]
struct Target {
    path: PathBuf,
    copies: Copies,
    records: u64,
}

impl Files {
    /// Writes a record into the file of a value.
    fn write(&mut self, value: &str, numbered: bool, copied: &Copied<'_>) -> io::Result<()> {
        let key = value.to_lowercase();
        let number = match self.of_value.get(&key) {
            Some(&number) => number,
            None => {
                let path = self.name(value, numbered, copied.format);
                self.targets.push(Target {
                    path,
                    copies: Copies::default(),
                    records: 0,
                });
                self.of_value.insert(key, self.targets.len() - 1);
                self.targets.len() - 1
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
        let file = self
            .file(target)
            .map_err(|error| about(&target.path, &error))?;
        self.open.push_back((number, BufWriter::new(file)));
        Ok(())
    }

    fn file(&self, target: &Target) -> io::Result<File> {
        let path = &target.path;
        if target.records > 0 {
            return OpenOptions::new().append(true).open(path);
        }
        if path
            .canonicalize()
            .is_ok_and(|path| self.inputs.contains(&path))
        {
            return Err(io::Error::other("it is being read, and cannot be written"));
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        if self.force {
            return File::create(path);
        }
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    io::Error::other("it is there already; `--force` replaces it")
                }
                _ => error,
            })
    }

    /// Ends all files.
    fn finish(&mut self) -> io::Result<()> {
        for number in 0..self.targets.len() {
            self.open(number)?;
            let (_, file) = self.open.back_mut().expect("invariant: it was just opened");
            let target = &self.targets[number];
            let ended = target.copies.finish(file).and_then(|()| file.flush());
            ended.map_err(|error| about(&target.path, &error))?;
        }
        Ok(())
    }
}

fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
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
