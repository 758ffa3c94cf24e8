//! The options of the commands that work on many records.

use super::ReadArgs;
use super::shared::forms;
use super::size::room;
use clap::Args;
use scoresheet::select::{Field, SortKey};
use std::path::PathBuf;

/// Write the records that match as they stand, byte for byte
///
/// Records are chosen with --where and --record, and keep their order, their comments and what stands between them. They are
/// not judged: ask for `valid` ones.
#[derive(Debug, Args)]
#[command(after_help = "\
With --unique and --sort the records wait in memory, more than 64 MiB of them in a temporary file;
otherwise they are written when they are read. Copies of a game go through the same positions, in whatever notation, format and
file; records without moves are copies of none, and games of less than 8 plies only where White and Black are the same;
with --same other tags must agree too. Of the copies the longest is kept, by its main
line, its other lines, its comments and tags; each that is left out is told. Conditions on positions,
material and moves look at the main line; with `anywhere` behind them into variations too.

Examples:
  scoresheet select --where 'player~carlsen & elo>=2700 & date=2013..2016' games.pgn
  scoresheet select --where @openings.txt --where 'elo>=2600' games.pgn
  scoresheet select --where 'material=KRP-KR for 10' --first 5 games.pgn.zst
  scoresheet select --where 'moves~\"Bxh7 Kxh7 Ng5\" anywhere' games.pgn
  scoresheet select --where 'valid' --invert games.pgn -o faulty.pgn
  scoresheet select --where 'valid' games.pgn -o sound.pgn --rest faulty.pgn
  scoresheet select --unique --sort -Date,Round a.pgn b.pgn -o all.pgn
  scoresheet select --unique --invert --same Date a.pgn b.pgn -o copies.pgn
  scoresheet select --count --where 'moves=\"1. e4 c5\"' games.pgn")]
pub(crate) struct SelectArgs {
    /// Take the records that do not match
    #[arg(long)]
    pub(crate) invert: bool,
    /// Leave out copies of a game, and tell what they are copies of; with --invert take these and leave out the rest
    #[arg(long)]
    pub(crate) unique: bool,
    /// Copies agree in these tags too; games of less than 8 plies always in White and Black
    #[arg(long, value_name = "TAG,...", value_delimiter = ',')]
    pub(crate) same: Vec<String>,
    /// Compare games up to this ply only, whoever plays
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) fuzzy: Option<u32>,
    /// Order records by a tag, or by `plies`, `result`, `file` and the like; with `-` before it the highest come first
    #[arg(long, value_name = "[-]TAG,...", value_delimiter = ',', allow_hyphen_values = true, value_parser = str::parse::<SortKey>)]
    pub(crate) sort: Vec<SortKey>,
    /// No more than the first so many
    #[arg(long, value_name = "N")]
    pub(crate) first: Option<usize>,
    /// Print only how many there are
    #[arg(long)]
    pub(crate) count: bool,
    /// Write all other records to FILE, as they stand and in their order: those that do not match, with --unique the copies,
    /// with --first those behind
    #[arg(long, value_name = "FILE")]
    pub(crate) rest: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// Write the records of several files into one, as they stand
///
/// The files must be in one format, which is kept; records of others are converted first.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scoresheet merge round1.pgn round2.pgn -o tournament.pgn
  scoresheet convert --to pgn article.txt | scoresheet merge games.pgn - -o all.pgn")]
pub(crate) struct MergeArgs {
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// Write the records into several files, as they stand
#[derive(Debug, Args)]
#[command(after_help = "\
Each file that was written is printed with the number of its records. With --by a record that has
several values, such as two players, goes into several files, and one that has none into
`unknown`. Signs that no file name may have become `_`. Not all file systems tell capitals from
small letters: where another value has the name already, in whatever case, `-2`, `-3` and so on
stands behind it, in the order in which the values come.

Examples:
  scoresheet split --count 1000 games.pgn
  scoresheet split --by player --name 'players/{}.pgn' games.pgn
  scoresheet split --by result --where 'elo>=2600' games.pgn")]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    pub(crate) parts: Parts,
    /// Names of the files, `{}` for the number or the value; folders are made
    #[arg(long, value_name = "PATTERN", value_parser = pattern)]
    pub(crate) name: Option<String>,
    /// Replace files that are there
    #[arg(long)]
    pub(crate) force: bool,
    /// The option of the other commands, which is refused.
    #[arg(short, long, hide = true)]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// How records are put into parts.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Parts {
    /// So many records a file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: Option<u64>,
    /// So many bytes a file at most, as far as single records are shorter; K, M and G are understood
    #[arg(long, value_name = "BYTES", value_parser = room)]
    pub(crate) size: Option<usize>,
    /// A file for each value of a tag, or of `player` (either side), `result`, `rules`, `file` and the like
    #[arg(long, value_name = "TAG", value_parser = str::parse::<Field>)]
    pub(crate) by: Option<Field>,
}

fn pattern(text: &str) -> Result<String, String> {
    if text.matches("{}").count() == 1 {
        Ok(text.to_owned())
    } else {
        Err("write `{}` once, where the number or the value is to stand".to_owned())
    }
}

/// Count records, plies, results, faults, players, events and openings
#[derive(Debug, Args)]
#[command(mut_arg("format", |format| format.value_parser(forms("Tables", "One object"))), after_help = "\
Records are judged as `validate` judges them, but no finding is told, with --fail-fast only the one
that ended the reading.

Examples:
  scoresheet stats games.pgn
  scoresheet stats --top 3 --where 'elo>=2600' games.pgn
  scoresheet stats --format json games.pgn | jq .results")]
pub(crate) struct StatsArgs {
    /// So many of the most frequent players, events and openings
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) top: usize,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}
