//! What the command line says.

mod collect;
mod commands;
mod conditions;
mod shared;
mod size;

pub(super) use collect::{MergeArgs, Parts, SelectArgs, SplitArgs, StatsArgs};
pub(super) use commands::{
    CompletionsArgs, ConvertArgs, DiagramArgs, ExplainArgs, Kept, ManArgs, MovesArgs, Note,
    PerftArgs, RepairArgs, RulesArgs, SchemaArgs, SolveArgs, ValidateArgs, WhichSchema,
};
pub(super) use shared::{Form, GameArgs, ListForm, ReadArgs, RecordArgs, ReportArgs};
pub(super) use size::{ByteRange, Share};

use super::annotate::AnnotateArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Reads, replays, checks, converts and draws game records
///
/// Scores of chess, Inertia Chess, gravitational chess and the stone game Inertia as people published them: PGN, scores
/// inside articles, coordinates, SGF.
#[derive(Debug, Parser)]
#[command(name = "scoresheet", version, max_term_width = 100, after_help = OVERVIEW)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

const OVERVIEW: &str = "\
A FILE is `-` (standard input, also the default), a directory (walked for .pgn, .sgf, .txt,
.json and .jsonl), or compressed (.gz, .zst, .bz2, found by content).

Exit status:
  0  no error found
  1  at least one record has an error
  2  wrong use, or a file that cannot be read or written

Examples:
  scoresheet validate games.pgn
  scoresheet convert --to jsonl article.txt
  scoresheet explain S0301";

/// Options that every command takes.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// When to send colours; `auto` is on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto, global = true)]
    pub(crate) color: When,
    /// Write the result to FILE, replaced as a whole when all is done
    #[arg(short, long, value_name = "FILE", global = true)]
    pub(crate) output: Option<PathBuf>,
    /// Report nothing but fatal errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

/// When to do something that suits terminals only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum When {
    /// On a terminal
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Validate(ValidateArgs),
    Convert(ConvertArgs),
    Annotate(AnnotateArgs),
    Repair(RepairArgs),
    Diagram(DiagramArgs),
    Moves(MovesArgs),
    Perft(PerftArgs),
    Solve(SolveArgs),
    Select(SelectArgs),
    Merge(MergeArgs),
    Split(SplitArgs),
    Stats(StatsArgs),
    Explain(ExplainArgs),
    Rules(RulesArgs),
    Schema(SchemaArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

impl Command {
    /// What is read where the result tells of games and does not hold them, so that it must not take their place.
    pub(super) const fn told_of(&self) -> Option<&ReadArgs> {
        match self {
            Self::Validate(args) => Some(&args.read),
            Self::Repair(args) => Some(&args.read),
            Self::Diagram(args) => Some(&args.read),
            Self::Solve(args) => Some(&args.read),
            Self::Stats(args) => Some(&args.read),
            Self::Select(args) if args.count => Some(&args.read),
            Self::Convert(args) if !args.to.is_read_back() => Some(&args.read),
            Self::Convert(_)
            | Self::Annotate(_)
            | Self::Select(_)
            | Self::Merge(_)
            | Self::Split(_)
            | Self::Moves(_)
            | Self::Perft(_)
            | Self::Explain(_)
            | Self::Rules(_)
            | Self::Schema(_)
            | Self::Completions(_)
            | Self::Man(_) => None,
        }
    }
}
