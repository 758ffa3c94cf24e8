//! `annotate`: records with what the rules know about them.

use super::args::ReadArgs;
use super::convert::{Manner, write_changed};
use super::exit::ExitStatus;
use super::io::Io;
use clap::{Args, ValueEnum};
use scoresheet::annotate::{Diagram, Lexicon, Topics, Wishes, annotate, strip};
use scoresheet::write::{Style, Target};
use std::io;

/// Add to scores what the rules know about them
///
/// What is added stands in comments between `⟦` and `⟧`, in place of what was added before.
#[derive(Debug, Args)]
#[command(after_help = "\
What can be added, a list between commas:
  forced      by which rule and in which direction a move was forced, or why it was free
  captures    what was captured                 checks      checks, threats to the king, ends
  falls       what fell where                   groups      the groups of stones of both sides
  numbers     among how many legal moves        clock       half-move clock; time taken
  material    what both sides have              fen         the position text
  variations  which move a variation replaces
  opening     ECO code and name of the opening by its positions, in PGN also as those tags that are not there or `?`
  diagrams[=every N|PLY,...]  boards, every 20 plies unless said otherwise

With text and pgn, --letters names those to write.

Examples:
  scoresheet annotate article.txt
  scoresheet annotate --add forced,captures,diagrams=every10 --lang fr article.txt
  scoresheet annotate --add fen,diagrams=12,24 --to pgn games.pgn
  scoresheet annotate --add opening --to pgn games.pgn
  scoresheet annotate --strip annotated.txt")]
pub(crate) struct AnnotateArgs {
    /// What to add
    #[arg(long, value_name = "LIST", default_value = "forced,captures,falls,checks,groups,variations", value_parser = str::parse::<Topics>)]
    pub(crate) add: Topics,
    /// Language of what is added: en, fr, de
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = lexicon)]
    pub(crate) lang: &'static Lexicon,
    /// Only take away what was added before
    #[arg(long, conflicts_with_all = ["add", "lang"])]
    pub(crate) strip: bool,
    /// Format of the output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = AnnotatedTo::Text)]
    pub(crate) to: AnnotatedTo,
    /// Do not read back what is written to see that it is the same record
    #[arg(long)]
    pub(crate) no_verify: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

fn lexicon(name: &str) -> Result<&'static Lexicon, String> {
    Lexicon::by_name(name).ok_or_else(|| {
        let known: Vec<_> = Lexicon::ALL.iter().map(|words| words.name).collect();
        format!("the known ones are {}", known.join(", "))
    })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum AnnotatedTo {
    /// The canonical score
    Text,
    /// Boards as `$220`
    Pgn,
    /// One array
    Json,
    /// A record a line
    Jsonl,
}

impl AnnotatedTo {
    pub(crate) const fn target(self) -> Target {
        match self {
            Self::Text => Target::Text,
            Self::Pgn => Target::Pgn,
            Self::Json => Target::Json,
            Self::Jsonl => Target::Jsonl,
        }
    }
}

pub(super) fn run(args: &AnnotateArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let target = args.to.target();
    let manner = Manner {
        target,
        notation: None,
        line_length: Style::LINE_LENGTH,
        verifies: !args.no_verify,
        compares: false,
    };
    if args.strip {
        return write_changed(&args.read, manner, io, strip);
    }
    let wishes = Wishes {
        topics: args.add.clone(),
        words: args.lang,
        diagram: match target {
            Target::Text | Target::Json | Target::Jsonl => Diagram::Printed,
            Target::Pgn | Target::Coords | Target::Sgf | Target::Epd | Target::Csv => {
                Diagram::Glyph
            }
        },
        own_letters: target.keeps_letters()
            || manner.translates() && args.read.game.letters.0.is_some(),
        tags: target == Target::Pgn,
    };
    write_changed(&args.read, manner, io, |replay| annotate(replay, &wishes))
}
