//! Options that several commands share.

use super::super::part::Part;
use super::When;
use super::conditions::condition;
use super::size::{ByteRange, Share};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use scoresheet::diag::Severity;
use scoresheet::notation::letters::Letters;
use scoresheet::replay::{Options, Positions};
use scoresheet::rules::{RuleSet, UnknownRules};
use scoresheet::select::{Known, Numbers, Subject, Where};
use scoresheet::source::{Encoding, NoEncoding};
use scoresheet::syntax::Format;
use std::path::PathBuf;

/// Which game is played, and in whose letters.
#[derive(Clone, Debug, Args)]
pub(crate) struct GameArgs {
    /// Rule set: chess, inertia-chess or another of `scoresheet rules`; `auto` goes by tags, heading and notation
    #[arg(long, value_name = "NAME[:OPTION=VALUE,...]", default_value = "auto", value_parser = rules)]
    pub(crate) rules: Auto<RuleSet>,
    /// Piece letters: en, fr, de, es, it, pt, nl, ..., figurine
    #[arg(long, value_name = "LANGUAGE", default_value = "auto", value_parser = letters)]
    pub(crate) letters: Auto<&'static Letters>,
    /// Faults of position texts: errors, or, where one repair is obvious, warnings with that repair made
    #[arg(long, value_enum, value_name = "MANNER", default_value_t = Manner::Strict)]
    pub(crate) positions: Manner,
}

impl GameArgs {
    /// How a game is read where nothing else is asked for.
    pub(crate) fn options(&self) -> Options {
        Options {
            rules: self.rules.0.clone(),
            letters: self.letters.0,
            positions: self.positions.into(),
            ..Options::default()
        }
    }
}

/// Where records come from and how they are read.
#[derive(Clone, Debug, Args)]
pub(crate) struct ReadArgs {
    /// Files to read: `-` is standard input, directories are walked, compressed files unpacked
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) files: Vec<PathBuf>,
    /// Format of the input; `auto` goes by a file's name, else by its first signs
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = From::Auto)]
    pub(crate) from: From,
    /// Encoding of the input, by its name or label in the Encoding Standard (utf-8, windows-1251, shift_jis, ...);
    /// `auto` goes by byte order mark and by the look of the bytes
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = encoding)]
    pub(crate) encoding: Auto<Encoding>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) select: RecordArgs,
    /// Number of workers, 256 at most; 0 for one a processor
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    pub(crate) jobs: usize,
    /// Only the records that begin in these bytes of each (unpacked) file: `0..1G`, `1G..`; ranges that follow each other
    /// have each record once, wherever they are cut. Lines are those of the file, records are counted from 1
    #[arg(long, value_name = "A..B", value_parser = str::parse::<ByteRange>, conflicts_with = "share")]
    pub(crate) bytes: Option<ByteRange>,
    /// The same for one of N equal shares of a file that is not packed: `1/8` to `8/8`
    #[arg(long = "part", value_name = "K/N", value_parser = str::parse::<Share>)]
    pub(crate) share: Option<Share>,
    /// Stop behind the first record with an error, or at a file that cannot be read
    #[arg(long, overrides_with = "keep_going")]
    pub(crate) fail_fast: bool,
    /// Read on behind records with errors and files that cannot be read (the default)
    #[arg(long, overrides_with = "fail_fast")]
    pub(crate) keep_going: bool,
    /// When to show on standard error how far the reading has come; `auto` is on a terminal, with findings for people
    /// and without `--quiet`
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    pub(crate) progress: When,
    /// Whether nothing will be told of lines; for `validate --quiet` alone.
    #[arg(skip)]
    pub(crate) lineless: bool,
    /// Whether all of each file is read, whatever records are meant; where bytes are counted.
    #[arg(skip)]
    pub(crate) whole: bool,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// Which records match; the others are as if they were not there.
#[derive(Clone, Debug, Args)]
pub(crate) struct RecordArgs {
    /// Only these records, by their number in the file: `3`, `2-5`, `7,9`; what stands behind the last is not read
    #[arg(long = "record", value_name = "N[-M],...", value_parser = str::parse::<Numbers>)]
    pub(crate) numbers: Option<Numbers>,
    /// Only records that meet a condition, such as `white=Joao & plies>20`, `material=KRP-KR for 10` or `moves="1. e4 e5"`,
    /// or with `@FILE` one of those on the lines of a file; all, where several are given. See Conditions in grammar.md
    #[arg(long = "where", value_name = "CONDITION", value_parser = condition)]
    pub(crate) conditions: Vec<Where>,
    /// Whether the others are meant; an option of `select` alone.
    #[arg(skip)]
    pub(crate) invert: bool,
    /// Whether the others are read too; for `select --rest` alone.
    #[arg(skip)]
    pub(crate) rest: bool,
}

impl RecordArgs {
    /// Whether nothing is asked of records.
    pub(crate) const fn means_all(&self) -> bool {
        self.numbers.is_none() && self.conditions.is_empty() && !self.invert
    }

    /// The tags whose values are asked for.
    pub(crate) fn tags(&self) -> Vec<&str> {
        self.conditions.iter().flat_map(Where::tags).collect()
    }

    /// Whether that hangs on the number of a record in its file.
    pub(crate) fn asks_for_numbers(&self) -> bool {
        self.numbers.is_some() || self.conditions.iter().any(Where::asks_for_numbers)
    }

    /// The number in a file behind which no record is meant, where there is one.
    pub(crate) fn last_in(&self, file: &str) -> Option<u64> {
        let numbers = self.numbers.as_ref().map(Numbers::last);
        let conditions = self.conditions.iter();
        let met = conditions.filter_map(|condition| condition.last_in(file));
        let last = numbers.into_iter().chain(met).min();
        last.filter(|_| !self.invert && !self.rest)
    }

    /// Whether a check of a record may decide whether it is meant.
    pub(crate) fn asks_for_checks(&self) -> bool {
        self.conditions.iter().any(Where::asks_for_checks)
    }

    /// Whether a record is meant that has the number in the file; `None` when too little is known of it, nothing of
    /// what cannot be read.
    pub(crate) fn decide(
        &self,
        known: Option<Known<'_>>,
        number: Option<u64>,
        file: &str,
    ) -> Option<bool> {
        let numbered = match (&self.numbers, number) {
            (None, _) => Some(true),
            (Some(numbers), Some(number)) => Some(numbers.contains(number)),
            (Some(_), None) => None,
        };
        let met = || match (self.conditions.as_slice(), known) {
            ([], _) => Some(true),
            (_, None) => Some(false),
            (conditions, Some(known)) => {
                let subject = Subject {
                    known,
                    number,
                    file,
                };
                Where::decide_all(conditions, &subject)
            }
        };
        let meant = match numbered {
            Some(false) => Some(false),
            Some(true) => met(),
            None => met().filter(|met| !met),
        };
        meant.map(|meant| meant != self.invert)
    }
}

/// How findings are told.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ReportArgs {
    /// Form of the findings
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Human)]
    pub(crate) format: Form,
    /// Exit with 1 on warnings too
    #[arg(long)]
    pub(crate) deny_warnings: bool,
}

impl ReadArgs {
    /// The part of each file that is to be read; `None`: all.
    pub(crate) fn part(&self) -> Option<Part> {
        let share = self.share.map(Part::Share);
        share.or(self.bytes.map(Part::Bytes))
    }

    /// The severity of a finding from which on nothing more is read.
    pub(crate) fn stops_at(&self) -> Option<Severity> {
        self.fail_fast.then_some(if self.report.deny_warnings {
            Severity::Warning
        } else {
            Severity::Error
        })
    }
}

impl ReportArgs {
    /// For commands without these options.
    pub(crate) const PLAIN: Self = Self {
        format: Form::Human,
        deny_warnings: false,
    };
}

/// What is found out unless it is named.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Auto<T>(pub(crate) Option<T>);

pub(super) fn rules(name: &str) -> Result<Auto<RuleSet>, UnknownRules> {
    if name == "auto" {
        return Ok(Auto(None));
    }
    RuleSet::from_spec(name).map(|set| Auto(Some(set)))
}

fn letters(name: &str) -> Result<Auto<&'static Letters>, String> {
    if name == "auto" {
        return Ok(Auto(None));
    }
    match Letters::by_name(name) {
        Some(letters) => Ok(Auto(Some(letters))),
        None => {
            let known = Letters::ALL.iter().map(|letters| letters.name);
            let known: Vec<_> = std::iter::once("auto").chain(known).collect();
            Err(format!("the known ones are {}", known.join(", ")))
        }
    }
}

fn encoding(name: &str) -> Result<Auto<Encoding>, String> {
    if name == "auto" {
        return Ok(Auto(None));
    }
    Encoding::from_label(name)
        .map(|encoding| Auto(Some(encoding)))
        .map_err(|why| match why {
            NoEncoding::Shifting(known) => format!(
                "{known} gives the same bytes several meanings in turn and is not read; convert the file first, as \
                 `iconv -f {known} -t UTF-8` does"
            ),
            NoEncoding::Unknown => {
                "known are `auto` and the names and labels of the Encoding Standard, such as utf-8, utf-16le, \
                 windows-1250, windows-1251, windows-1252, koi8-r, shift_jis, gb18030"
                    .to_owned()
            }
        })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Manner {
    Strict,
    Lenient,
}

impl std::convert::From<Manner> for Positions {
    fn from(manner: Manner) -> Self {
        match manner {
            Manner::Strict => Self::Strict,
            Manner::Lenient => Self::Lenient,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum From {
    Auto,
    /// Scores inside an article, or plain scores
    Text,
    Pgn,
    /// Game trees, FF[4]
    Sgf,
    Json,
    /// A record a line
    Jsonl,
    /// Machine coordinates, otherwise as PGN
    Coords,
}

impl From {
    /// The format that was named.
    pub(crate) const fn named(self) -> Option<Format> {
        match self {
            Self::Auto => None,
            Self::Text => Some(Format::Text),
            Self::Pgn => Some(Format::Pgn),
            Self::Sgf => Some(Format::Sgf),
            Self::Json => Some(Format::Json),
            Self::Jsonl => Some(Format::Jsonl),
            Self::Coords => Some(Format::Coords),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Form {
    /// Reports with excerpts
    Human,
    /// One object a line, at the end a summary
    Json,
    /// Annotations of GitHub Actions
    Github,
    /// One SARIF document
    Sarif,
}

/// The forms of commands whose result is more than findings, with what they are there.
pub(super) fn forms(
    human: &'static str,
    json: &'static str,
) -> impl TypedValueParser<Value = Form> {
    let forms = [
        PossibleValue::new("human").help(human),
        PossibleValue::new("json").help(json),
    ];
    PossibleValuesParser::new(forms).try_map(|name| <Form as ValueEnum>::from_str(&name, false))
}

/// The form of a list that a program may read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ListForm {
    Human,
    Json,
}
