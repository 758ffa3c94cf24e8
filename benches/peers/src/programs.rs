//! The programs that are measured, and how each is called.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Something that checks the games of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Program {
    /// `scoresheet validate -q`: main lines and variations.
    Quiet,
    /// `scoresheet validate`: the same, with findings of every level.
    Plain,
    /// pgn-reader with shakmaty: main lines only.
    MainLines,
    /// The same, variations too.
    Variations,
    /// pgn-extract, which checks main lines and variations.
    Extract,
    /// python-chess: main lines and variations.
    Python,
}

impl Program {
    /// All of them, ours first.
    pub const ALL: [Self; 6] = [
        Self::Quiet,
        Self::Plain,
        Self::MainLines,
        Self::Variations,
        Self::Extract,
        Self::Python,
    ];

    /// Its name in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quiet => "scoresheet validate -q",
            Self::Plain => "scoresheet validate",
            Self::MainLines => "pgn-reader + shakmaty, main lines",
            Self::Variations => "pgn-reader + shakmaty, variations",
            Self::Extract => "pgn-extract -s -r",
            Self::Python => "python-chess",
        }
    }
}

/// Where pgn-extract may be: Debian puts it among the games, which are not on every path.
const EXTRACT: [&str; 2] = ["pgn-extract", "/usr/games/pgn-extract"];

/// Where the programs are.
#[derive(Debug)]
pub struct Setup {
    scoresheet: PathBuf,
    legal: PathBuf,
    python: Option<PathBuf>,
    extract: Option<&'static str>,
}

impl Setup {
    /// Looks for the programs and says which of the optional ones are missing.
    ///
    /// # Errors
    /// When one that must be there is not.
    pub fn new(scoresheet: PathBuf, python: Option<PathBuf>) -> io::Result<Self> {
        let legal = std::env::current_exe()?.with_file_name("pgn-legal");
        for (program, help) in [
            (&scoresheet, "build it with `cargo build --release`"),
            (&legal, "build this package with `cargo build --release`"),
        ] {
            if !program.is_file() {
                let message = format!("{}: not found; {help}", program.display());
                return Err(io::Error::new(io::ErrorKind::NotFound, message));
            }
        }
        let extract = EXTRACT.into_iter().find(|name| is_there(name));
        if extract.is_none() {
            println!("pgn-extract is left out: it is not installed");
        }
        if python.is_none() {
            println!("python-chess is left out: no --python is given");
        }
        Ok(Self {
            scoresheet,
            legal,
            python,
            extract,
        })
    }

    /// The programs that there are.
    pub fn programs(&self) -> impl Iterator<Item = Program> {
        Program::ALL.into_iter().filter(|program| match program {
            Program::Extract => self.extract.is_some(),
            Program::Python => self.python.is_some(),
            _ => true,
        })
    }

    /// How a program checks a file on one core.
    pub fn command(&self, program: Program, file: &Path) -> Command {
        let mut command = match program {
            Program::Quiet => return self.jobs(1, file),
            Program::Plain => arguments(&self.scoresheet, &["validate", "-j", "1"]),
            Program::MainLines => arguments(&self.legal, &[]),
            Program::Variations => arguments(&self.legal, &["--variations"]),
            Program::Extract => {
                let extract = self.extract.unwrap_or(EXTRACT[0]);
                arguments(Path::new(extract), &["-s", "-r"])
            }
            Program::Python => {
                let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pgn_legal.py");
                let python = self.python.as_deref().unwrap_or(Path::new("python3"));
                arguments(python, &[script])
            }
        };
        command.arg(file);
        command
    }

    /// `scoresheet validate -q` on so many cores.
    pub fn jobs(&self, jobs: usize, file: &Path) -> Command {
        let jobs = jobs.to_string();
        let mut command = arguments(&self.scoresheet, &["validate", "-q", "-j", &jobs]);
        command.arg(file);
        command
    }
}

fn arguments(program: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

fn is_there(program: &str) -> bool {
    arguments(Path::new(program), &["--version"])
        .status()
        .is_ok()
}
