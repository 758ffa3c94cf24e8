//! The options of each command.

use super::shared::{Auto, Manner, forms, rules};
use super::size::{at_least_one, bytes};
use super::{GameArgs, ListForm, ReadArgs};
use clap::{Args, ValueEnum};
use scoresheet::draw;
use scoresheet::record::ROSTER;
use scoresheet::rules::RuleSet;
use scoresheet::solve::{Limits, Stipulation};
use scoresheet::write::{Notation, Part, Target};
use std::str::FromStr;
use std::time::Duration;

/// Replay all moves, variations too, and check what records claim
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scoresheet validate article.txt
  scoresheet validate --format json games.pgn.zst | jq .code
  scoresheet validate -q -j 1 archive/ && echo all well
  scoresheet validate --fail-fast games.pgn
  scoresheet validate --part 2/8 games.pgn
  scoresheet validate --bytes 1G..2G games.pgn")]
pub(crate) struct ValidateArgs {
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    /// Print for each file what its bytes belong to; not for JSON input
    #[arg(long)]
    pub(crate) account: bool,
}

/// Write records in another format
#[derive(Debug, Args)]
#[command(after_help = "\
With text and pgn, --letters names those to write, and the record's own are found out; the other
formats are in English letters, and --letters names those to read.

Records are judged as they stand, with what --drop and --tags leave out; what is left is read back. The tags
FEN, SetUp, Position, Board and Variant stay, and TimeControl where clocks of two fields hang on it.

Examples:
  scoresheet convert --to pgn article.txt -o article.pgn
  scoresheet convert --to text --letters fr --notation lan games.pgn
  scoresheet convert --to pgn --drop variations,commands --tags roster,ECO games.pgn
  scoresheet convert --to pgn --line-length 0 games.pgn | grep '^1\\. e4 c5 '
  scoresheet convert --to pgn --check --record 1-9 games.pgn
  scoresheet convert --to jsonl games.pgn | jq .result")]
pub(crate) struct ConvertArgs {
    /// Format of the output
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: To,
    /// Notation of the moves in pgn and text; records of rules without it are told of and left out
    #[arg(long, value_enum, value_name = "NOTATION")]
    pub(crate) notation: Option<In>,
    /// Columns that a line of moves in pgn, text and coords has at most, 40 or more, 79 unless said otherwise; 0 for all
    /// moves of a game in one line
    #[arg(long, value_name = "N", value_parser = line_length)]
    pub(crate) line_length: Option<usize>,
    /// Leave these out of the records
    #[arg(long, value_enum, value_name = "WHAT,...", value_delimiter = ',')]
    pub(crate) drop: Vec<Dropped>,
    /// Only these tags, and those that the moves need; `roster` stands for Event, Site, Date, Round, White (or Red), Black
    /// and Result, `none` for no other
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = str::parse::<Kept>)]
    pub(crate) tags: Option<Vec<Kept>>,
    /// Do not read back what is written to see that it is the same record
    #[arg(long)]
    pub(crate) no_verify: bool,
    /// Write nothing: say which files are not byte by byte what would be written, of records that are chosen only these,
    /// and exit with 1 if any is not
    #[arg(long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum To {
    /// One array
    Json,
    /// A record a line
    Jsonl,
    Pgn,
    /// The canonical score
    Text,
    /// Machine coordinates
    Coords,
    /// Game trees, FF[4]; games of stones only
    Sgf,
    /// A line for each position of the main line; not of games of stones, and not read back
    Epd,
    /// A line for each record; not read back
    Csv,
}

impl To {
    pub(crate) const fn target(self) -> Target {
        match self {
            Self::Json => Target::Json,
            Self::Jsonl => Target::Jsonl,
            Self::Pgn => Target::Pgn,
            Self::Text => Target::Text,
            Self::Coords => Target::Coords,
            Self::Sgf => Target::Sgf,
            Self::Epd => Target::Epd,
            Self::Csv => Target::Csv,
        }
    }

    /// Whether the games can be read from it again.
    pub(crate) const fn is_read_back(self) -> bool {
        match self {
            Self::Json | Self::Jsonl | Self::Pgn | Self::Text | Self::Coords | Self::Sgf => true,
            Self::Epd | Self::Csv => false,
        }
    }
}

/// The length of a line. In very short ones scores are not told from prose.
fn line_length(text: &str) -> Result<usize, String> {
    const SHORTEST: usize = 40;
    match text.parse() {
        // No line is longer.
        Ok(0) => Ok(usize::MAX),
        Ok(length @ SHORTEST..) => Ok(length),
        Ok(_) | Err(_) => Err(format!("write {SHORTEST} or more, or 0 for a single line")),
    }
}

/// What may be left out of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Dropped {
    /// All comments, those outside the moves too
    Comments,
    /// All lines but the main line, also those found inside comments
    Variations,
    /// Glyphs and suffixes: $14, !?
    Nags,
    /// [%clk 0:01:02] and the like inside comments, whose words stay
    Commands,
}

impl Dropped {
    pub(crate) const fn part(self) -> Part {
        match self {
            Self::Comments => Part::Comments,
            Self::Variations => Part::Variations,
            Self::Nags => Part::Nags,
            Self::Commands => Part::Commands,
        }
    }
}

/// Tags that are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kept {
    /// The seven of every archived game.
    Roster,
    /// None.
    Nothing,
    /// Those of a name.
    Named(String),
}

impl FromStr for Kept {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name.trim() {
            "" => Err("write names of tags, `roster` or `none`"),
            "roster" => Ok(Self::Roster),
            "none" => Ok(Self::Nothing),
            name => Ok(Self::Named(name.to_owned())),
        }
    }
}

impl Kept {
    /// The names that it stands for.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            // In games of stones Red is who White is elsewhere.
            Self::Roster => ROSTER.into_iter().chain(["Red"]).collect(),
            Self::Nothing => Vec::new(),
            Self::Named(name) => vec![name],
        }
    }

    /// The name that was written, which some record should have.
    pub(crate) fn named(&self) -> Option<&str> {
        match self {
            Self::Roster | Self::Nothing => None,
            Self::Named(name) => Some(name),
        }
    }
}

/// A notation of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum In {
    /// Standard algebraic: Nf3, exd6
    San,
    /// Long algebraic: Ng1-f3, e5xd6
    Lan,
    /// In full, as problems are published: Ng1-f3, e5×d6ep, Ra5×c5×c4
    Full,
    /// Machine coordinates: g1f3, a5c5c4
    Coords,
}

impl In {
    pub(crate) const fn named(self) -> Notation {
        match self {
            Self::San => Notation::San,
            Self::Lan => Notation::Lan,
            Self::Full => Notation::Full,
            Self::Coords => Notation::Coords,
        }
    }
}

/// Find the corrections under which faulty records replay
///
/// A correction is made, read and replayed before it is listed. Fewest words first, then what the replay says, then how
/// such slips happen. Scores only: not for JSON, and in game trees no move is put in or taken out.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scoresheet repair article.txt
  scoresheet repair --diff games.pgn | patch -p0
  scoresheet repair --write --note tag games.pgn
  scoresheet repair --diff --choose 1 article.txt
  scoresheet repair --format json games.pgn | jq .corrections")]
pub(crate) struct RepairArgs {
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    /// Print what would be written as a unified diff
    #[arg(long, conflicts_with_all = ["write", "format"])]
    pub(crate) diff: bool,
    /// Correct the files, each replaced as a whole; all other bytes stay
    #[arg(long)]
    pub(crate) write: bool,
    /// Take the Nth correction listed for each fault, if it is proven; otherwise only unique ones are made, which all are
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) choose: Option<u16>,
    /// What to leave in a record that was corrected
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Note::None)]
    pub(crate) note: Note,
}

/// What a correction leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Note {
    /// A tag pair `Corrected`; a comment in records without tag pairs
    Tag,
    /// A comment after the corrected move
    Comment,
    None,
}

/// Draw the board
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  echo '1. e4 c5' | scoresheet diagram
  scoresheet diagram --move '11... Rh4' --coordinates article.txt
  scoresheet diagram --steps --move '1. Ta5×c5×c4' problem.pgn
  scoresheet diagram --steps --position '7k/8/8/8/8/8/8/R3K3 w - - 0 1' --move '1. Ra7'
  scoresheet diagram --position 'k7/8/8/8/8/8/8/K7 w - - 0 1' --style unicode --frame")]
pub(crate) struct DiagramArgs {
    #[command(flatten)]
    pub(crate) which: WhichBoard,
    /// Draw this position text; or what moves made from it lead to: those of FILE, those that --move gives in full, or
    /// with --steps, --ply, --last and --all those of standard input
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
    /// Draw the boards that the move leads through side by side: before it, after its first operation where it has
    /// two, after it; what changed stands in brackets
    #[arg(long)]
    pub(crate) steps: bool,
    /// Set off the last move: cells left in `( )`, reached in `[ ]`, reached by a capture in `< >`
    #[arg(long, conflicts_with = "steps")]
    pub(crate) mark: bool,
    /// Number the groups of stones
    #[arg(long)]
    pub(crate) groups: bool,
    /// Kind of drawing
    #[arg(long, value_enum, default_value_t = Style::Ascii)]
    pub(crate) style: Style,
    /// Name ranks and files at the edge
    #[arg(long)]
    pub(crate) coordinates: bool,
    /// Draw a frame
    #[arg(long)]
    pub(crate) frame: bool,
    /// Sign of a white pawn in ascii (O in old scores)
    #[arg(long, value_name = "SIGN", value_parser = clap::builder::PossibleValuesParser::new(["O", "P"]))]
    pub(crate) legend: Option<String>,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

#[derive(Debug, Args)]
#[group(multiple = false)]
pub(crate) struct WhichBoard {
    /// The board after ply N of each record that is so long; 0 is the start
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<usize>,
    /// The last board (the default)
    #[arg(long)]
    pub(crate) last: bool,
    /// The boards after every ply
    #[arg(long)]
    pub(crate) all: bool,
    /// The board after a move, such as `11... Rh4`, of each record that holds it
    #[arg(long = "move", value_name = "MOVE")]
    pub(crate) at_move: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Style {
    Ascii,
    Unicode,
}

impl Style {
    /// The library's word for it.
    pub(crate) const fn signs(self) -> draw::Style {
        match self {
            Self::Ascii => draw::Style::Ascii,
            Self::Unicode => draw::Style::Unicode,
        }
    }
}

/// List the legal moves
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scoresheet moves '1. e4 e5 2. Nf3'
  scoresheet moves --rules inertia-chess --coords '1. Nf3 a5'
  scoresheet moves --position 'k7/8/8/8/8/8/8/K6R w - - 0 1' --letters fr")]
pub(crate) struct MovesArgs {
    /// Moves to make first
    #[arg(value_name = "MOVETEXT")]
    pub(crate) movetext: Option<String>,
    /// Position text to start from
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
    /// Print coordinates instead of notation
    #[arg(long)]
    pub(crate) coords: bool,
    #[command(flatten)]
    pub(crate) game: GameArgs,
}

/// Count move paths
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scoresheet perft 4
  scoresheet perft --rules inertia-chess --divide 3")]
pub(crate) struct PerftArgs {
    /// Number of plies, 64 at most
    #[arg(value_parser = clap::value_parser!(u32).range(..=64))]
    pub(crate) depth: u32,
    /// Position text to start from
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
    /// Print the count of each first move too
    #[arg(long)]
    pub(crate) divide: bool,
    /// Rule set; `auto` is the first under which the position can be read
    #[arg(long, value_name = "NAME[:OPTION=VALUE,...]", default_value = "auto", value_parser = rules)]
    pub(crate) rules: Auto<RuleSet>,
    /// Faults of the position text: errors, or, where one repair is obvious, warnings with that repair made
    #[arg(long, value_enum, value_name = "MANNER", default_value_t = Manner::Strict)]
    pub(crate) positions: Manner,
}

/// Solve problems: mates, stalemates, help and self play, series; verify printed solutions
#[derive(Debug, Args)]
#[command(mut_arg("format", |format| format.value_parser(forms("Solutions as people print them", "One object a problem"))), after_help = "\
A stipulation is #n or =n (White forces), s#n or s=n (self), h#n or h=n (help), each with ser-
before it for a series; help play also with half moves (h#2.5); with * for set play. The records
of FILEs have it in the tag Stipulation and the position in FEN or Position; with --verify their
moves are the printed solution, alternatives as variations.

Examples:
  scoresheet solve --position 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1' --stipulation '#2'
  scoresheet solve --rules gravitational-chess --stipulation '‡2' \\
    --position '8/3P4/8/8/8/p7/4rKN1/7k w - - 0 1'
  scoresheet solve --limit nodes=100000000,time=60 --memory 512M problems.pgn
  scoresheet solve --verify problems.pgn")]
pub(crate) struct SolveArgs {
    /// Position text; without it records are read
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
    /// What is demanded; in place of the tag of records
    #[arg(long, value_name = "STIPULATION", value_parser = str::parse::<Stipulation>)]
    pub(crate) stipulation: Option<Stipulation>,
    /// Compare the moves of the records with the solution, and exit with 1 when a problem is unsound
    #[arg(long)]
    pub(crate) verify: bool,
    /// Look for tries too: first moves that only one reply refutes
    #[arg(long)]
    pub(crate) tries: bool,
    /// Bytes for the table of positions at most, taken as the search fills them; K, M and G are understood
    #[arg(long, value_name = "BYTES", default_value = "64M", value_parser = bytes)]
    pub(crate) memory: usize,
    /// What the search of a problem may cost, time in seconds
    #[arg(long, value_name = "nodes=N,time=S", default_value = "", hide_default_value = true, value_parser = limits)]
    pub(crate) limit: Limits,
    /// Solutions, or moves in the play after the keys, that are listed at most
    #[arg(long, value_name = "N", default_value_t = Limits::default().lines, value_parser = at_least_one)]
    pub(crate) solutions: usize,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

fn limits(text: &str) -> Result<Limits, String> {
    let mut limits = Limits::default();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let wrong = || format!("`{part}` is neither nodes=N nor time=SECONDS");
        let none = || format!("`{part}` allows no search");
        let (name, value) = part.split_once('=').ok_or_else(wrong)?;
        match name.trim() {
            "nodes" => match value.trim().parse().map_err(|_| wrong())? {
                0 => return Err(none()),
                nodes => limits.nodes = Some(nodes),
            },
            "time" => {
                let seconds: f64 = value.trim().parse().map_err(|_| wrong())?;
                match Duration::try_from_secs_f64(seconds).map_err(|_| wrong())? {
                    Duration::ZERO => return Err(none()),
                    time => limits.time = Some(time),
                }
            }
            _ => return Err(wrong()),
        }
    }
    Ok(limits)
}

/// Explain what a diagnostic means, or list all of them
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scoresheet explain
  scoresheet explain S0301
  scoresheet explain --format json")]
pub(crate) struct ExplainArgs {
    /// Code (S0301) or name (illegal-move)
    pub(crate) code: Option<String>,
    /// Form of the answer
    #[arg(long, value_enum, value_name = "FORM", default_value_t = ListForm::Human)]
    pub(crate) format: ListForm,
}

/// List the rule sets with their options and sources
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scoresheet rules
  scoresheet rules --format json")]
pub(crate) struct RulesArgs {
    /// Form of the answer
    #[arg(long, value_enum, value_name = "FORM", default_value_t = ListForm::Human)]
    pub(crate) format: ListForm,
}

/// Print the JSON schemas of what the program writes
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scoresheet schema record
  scoresheet schema > schemas.json")]
pub(crate) struct SchemaArgs {
    /// Which one; all by name, if left out
    #[arg(value_enum)]
    pub(crate) which: Option<WhichSchema>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum WhichSchema {
    /// A record as `convert --to json` writes it
    Record,
    /// A finding, an account or the summary, as `validate --format json` writes them
    Diagnostic,
    /// A problem as `solve --format json` writes it
    Problem,
    /// A fault and its corrections or the summary, as `repair --format json` writes them
    Repair,
    /// Figures as `stats --format json` writes them
    Stats,
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  scoresheet completions bash > ~/.local/share/bash-completion/completions/scoresheet")]
pub(crate) struct CompletionsArgs {
    pub(crate) shell: clap_complete::Shell,
}

/// Print the manual page
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scoresheet man | man -l -
  scoresheet man validate > scoresheet-validate.1")]
pub(crate) struct ManArgs {
    /// The command whose page is wanted
    pub(crate) command: Option<String>,
}
