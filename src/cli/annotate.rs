//! `annotate`: records with what the rules know about them.

use super::args::AnnotateArgs;
use super::convert::{Manner, write_changed};
use super::exit::ExitStatus;
use super::io::Io;
use scoresheet::annotate::{Diagram, Wishes, annotate, strip};
use scoresheet::write::Target;
use std::io;

pub(super) fn run(args: &AnnotateArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let target = args.to.target();
    let manner = Manner {
        target,
        verifies: false,
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
        own_letters: target.keeps_letters(),
    };
    write_changed(&args.read, manner, io, |replay| annotate(replay, &wishes))
}
