//! Reads chess games with pgn-reader and checks every move with shakmaty: `pgn-legal [--variations] FILE`.
//!
//! Prints the numbers of main-line moves, of all moves, and of games with a fault.

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};
use std::fs::File;
use std::io;
use std::ops::ControlFlow::{self, Break, Continue};

/// What has been checked.
#[derive(Default)]
struct Checker {
    variations: bool,
}

/// One game.
struct Game {
    line: Line,
    outer: Vec<Line>,
    main: u64,
    moves: u64,
}

#[derive(Clone)]
struct Line {
    position: Chess,
    before: Chess,
}

/// Moves of the main line, all moves, and whether all was right.
type Outcome = (u64, u64, bool);

impl Visitor for Checker {
    type Tags = Option<Chess>;
    type Movetext = Game;
    type Output = Outcome;

    fn begin_tags(&mut self) -> ControlFlow<Outcome, Option<Chess>> {
        Continue(None)
    }

    fn tag(
        &mut self,
        tags: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Outcome> {
        if name == b"FEN" {
            let position = Fen::from_ascii(value.as_bytes())
                .ok()
                .and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
            if position.is_none() {
                return Break((0, 0, false));
            }
            *tags = position;
        }
        Continue(())
    }

    fn begin_movetext(&mut self, tags: Option<Chess>) -> ControlFlow<Outcome, Game> {
        let position = tags.unwrap_or_default();
        Continue(Game {
            line: Line {
                before: position.clone(),
                position,
            },
            outer: Vec::new(),
            main: 0,
            moves: 0,
        })
    }

    fn san(&mut self, game: &mut Game, word: SanPlus) -> ControlFlow<Outcome> {
        let line = &mut game.line;
        match word.san.to_move(&line.position) {
            Ok(r#move) => {
                if self.variations {
                    line.before = line.position.clone();
                }
                line.position.play_unchecked(r#move);
                game.main += u64::from(game.outer.is_empty());
                game.moves += 1;
                Continue(())
            }
            Err(_) => Break((game.main, game.moves, false)),
        }
    }

    fn begin_variation(&mut self, game: &mut Game) -> ControlFlow<Outcome, Skip> {
        if self.variations {
            let before = game.line.before.clone();
            let inner = Line {
                position: before.clone(),
                before,
            };
            game.outer.push(std::mem::replace(&mut game.line, inner));
        }
        Continue(Skip(!self.variations))
    }

    fn end_variation(&mut self, game: &mut Game) -> ControlFlow<Outcome> {
        if let Some(outer) = game.outer.pop() {
            game.line = outer;
        }
        Continue(())
    }

    fn end_game(&mut self, game: Game) -> Outcome {
        (game.main, game.moves, true)
    }
}

fn main() -> io::Result<()> {
    let mut checker = Checker::default();
    let (mut main, mut moves, mut faulty) = (0, 0, 0);
    for argument in std::env::args().skip(1) {
        if argument == "--variations" {
            checker.variations = true;
            continue;
        }
        let mut reader = Reader::new(File::open(argument)?);
        while let Some((line, all, right)) = reader.read_game(&mut checker)? {
            main += line;
            moves += all;
            faulty += u64::from(!right);
        }
    }
    println!("{main} {moves} {faulty}");
    Ok(())
}
