//! Inertia and Hexinertia, Christian Freeling's games of unification.
//!
//! **Placement.** Red places one stone. Then, from Black on, each turn is a *bound* stone, next to the stone that the
//! opponent placed last, and a *free* stone on a cell that has only vacant cells as neighbours. "When the player to
//! move can no longer make the second placement, then his turn ends and his opponent may start the movement phase."
//!
//! **Movement.** "A stone moves as a chess queen over any number of subsequent vacant cells to end on a vacant cell or
//! on the first cell occupied by an opponent's stone which it then captures by replacement." On hex boards it moves in
//! six directions. "If a player's move results in an increase of the number of groups, counted as the sum of both
//! colors, then the move is illegal."
//!
//! **End.** Whoever moves and has one group wins; if the opponent has one too, it is a draw; if only the opponent has,
//! the mover loses.
//!
//! Where the source is silent, these readings are ours:
//!
//! - The bound stone may go to any vacant neighbour, also to one that leaves no cell for the free stone.
//! - A side without stones has no group, which is not one.
//! - The placement phase never ends the game, even if a side has one group in it.
//! - Having no legal move is a status of its own that proves no result.
//! - Unification comes before repetition, and repetition before having no legal move.

mod board;
mod cells;
mod groups;
mod judge;
mod moves;
mod named;
mod position;
mod text;
mod turn;
mod view;

pub use board::{Board, Shape};
pub use judge::{Fault, Sample, Split};
pub use position::{Phase, Position};
pub use text::{read_position, write_position};
pub use turn::Turn;

use super::registry::{read_switches, switch};
use super::{
    About, BoardView, Capture, Effect, Forced, PositionRemark, RemarkLevel, Rules, Said, Settled,
    Sides, Status, Why,
};
use crate::notation::letters::Letters;
use crate::notation::{CheckMark, Color, WordForm, Words};
use smallvec::smallvec;
use view::letter;

/// What a person asks about this rule set.
pub(super) const ABOUT: About = About {
    name: "inertia",
    aliases: &[("inertia-stones", &[]), ("hexinertia", &[("board", "hex")])],
    variant: Some("Inertia"),
    headings: &["hexinertia", "inertia-stones"],
    variants: &[],
    options: &[
        (
            "board",
            "auto",
            "`square-4` to `square-19`, `hex-3` to `hex-10`; `auto`: what the record says; `hex`: the same, else `hex-5`",
        ),
        (
            "repetition",
            "on",
            "`off`: a position may occur any number of times",
        ),
    ],
    summary: "Inertia and Hexinertia: stones are placed, then moved until one side is one group",
    source: "Christian Freeling, MindSports",
};

/// Inertia and Hexinertia.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inertia {
    /// The board; `None`: what the record says.
    pub board: Option<Board>,
    /// Whether it is played on `hex-5` where the record says nothing.
    pub hex: bool,
    /// Whether the third occurrence of a position is a draw.
    pub repetition: bool,
}

impl Default for Inertia {
    fn default() -> Self {
        Self {
            board: None,
            hex: false,
            repetition: true,
        }
    }
}

impl Inertia {
    pub(super) fn from_options(options: &[(&str, &str)]) -> Result<Self, String> {
        let mut rules = Self::default();
        let (boards, switches): (Vec<_>, Vec<_>) =
            options.iter().partition(|(name, _)| *name == "board");
        for (name, value) in boards {
            let board = || Board::from_name(value).ok_or_else(|| format!("{name}={value}"));
            (rules.board, rules.hex) = match value {
                "auto" => (None, false),
                "hex" => (None, true),
                _ => (Some(board()?), false),
            };
        }
        read_switches(&switches, &mut [("repetition", &mut rules.repetition)])?;
        Ok(rules)
    }

    pub(super) fn options(&self) -> Vec<(&'static str, String)> {
        let open = if self.hex { "hex" } else { "auto" };
        let board = self
            .board
            .map_or_else(|| open.to_owned(), |board| board.to_string());
        vec![("board", board), ("repetition", switch(self.repetition))]
    }

    fn on(self, board: Board) -> Self {
        Self {
            board: Some(board),
            hex: false,
            ..self
        }
    }
}

fn no_board<R>(name: &str) -> Settled<R> {
    Settled::Impossible(format!(
        "there is no board `{name}`: boards are square-4 to square-19 and hex-3 to hex-10"
    ))
}

impl Rules for Inertia {
    type Position = Position;
    type Move = Turn;

    const MARKS_CHECKS: bool = false;
    const SIDES: Sides = Sides::RedBlack;
    const WORDS: Words = Words::Stones;

    fn settle(&self, said: &Said<'_>) -> Settled<Self> {
        if self.board.is_some() {
            return Settled::Fixed;
        }
        if let Some(name) = said.board {
            return match Board::from_words(name) {
                Some(Ok(board)) => Settled::As(self.on(board)),
                Some(Err(_)) | None => no_board(name),
            };
        }
        if let Some(text) = said.position {
            // A text that cannot be read is reported where it is read.
            return match text::read_position(text, &mut Vec::new()) {
                Ok(position) => Settled::As(self.on(position.board())),
                Err(_) => Settled::Fixed,
            };
        }
        match said
            .headings
            .into_iter()
            .flatten()
            .find_map(Board::from_words)
        {
            Some(Ok(board)) => Settled::As(self.on(board)),
            Some(Err(name)) => no_board(&name),
            None if self.hex => Settled::As(self.on(Board::HEX_5)),
            None => Settled::OneOf(vec![self.on(Board::SQUARE_8), self.on(Board::SQUARE_10)]),
        }
    }

    fn start(&self) -> Position {
        let usual = if self.hex {
            Board::HEX_5
        } else {
            Board::SQUARE_8
        };
        Position::start(self.board.unwrap_or(usual))
    }

    fn read_position(
        &self,
        text: &str,
        remarks: &mut Vec<PositionRemark>,
    ) -> Result<Position, PositionRemark> {
        let position = text::read_position(text, remarks)?;
        match self.board {
            Some(board) if board != position.board() => {
                let rows = text.trim_start().find(' ').unwrap_or(text.len());
                let message = format!(
                    "the position is one of {}, the game is played on {board}",
                    position.board()
                );
                let help = "name the board of the position, or none: the rows show it";
                Err(PositionRemark::new(RemarkLevel::Fault, (0, rows), message).help(help))
            }
            _ => Ok(position),
        }
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        text::write_position(position, out);
    }

    fn turn(&self, position: &Position) -> Color {
        position.turn()
    }

    fn move_number(&self, position: &Position) -> u32 {
        position.number()
    }

    fn candidates(
        &self,
        position: &Position,
        word: &WordForm,
        letters: &Letters,
        out: &mut Vec<Turn>,
    ) {
        out.clear();
        out.extend(self.resolve(position, word, letters));
    }

    fn resolve(&self, position: &Position, word: &WordForm, _letters: &Letters) -> Option<Turn> {
        match word {
            WordForm::Stones(turn) => position.judged(*turn).ok().map(|judged| judged.turn),
            WordForm::Chess(_) | WordForm::Null | WordForm::Foreign => None,
        }
    }

    fn play_word(
        &self,
        position: &mut Position,
        word: &WordForm,
        _letters: &Letters,
    ) -> Option<Turn> {
        match word {
            WordForm::Stones(turn) => position.play_written(*turn),
            WordForm::Chess(_) | WordForm::Null | WordForm::Foreign => None,
        }
    }

    fn explain(&self, position: &Position, word: &WordForm, _letters: &Letters) -> Why {
        let status = self.status(position);
        match word {
            WordForm::Chess(_) | WordForm::Foreign => Why::OtherGame,
            WordForm::Stones(turn) => match position.judge(*turn) {
                Err(Fault::GameOver { status }) => Why::GameOver { status },
                Err(fault) => Why::Stones(fault),
                Ok(_) => Why::GameOver { status },
            },
            WordForm::Null => Why::GameOver { status },
        }
    }

    fn legal_moves(&self, position: &Position, out: &mut Vec<Turn>) {
        position.legal_turns(out);
    }

    fn count_legal(&self, position: &Position) -> u64 {
        position.count_legal()
    }

    fn play(&self, position: &mut Position, r#move: Turn) {
        position.play(r#move);
    }

    /// Both placing and moving are compulsory.
    fn pass(&self, _position: &mut Position) -> bool {
        false
    }

    fn effect(&self, position: &Position, r#move: Turn) -> Effect {
        let mut effect = Effect::default();
        match r#move {
            Turn::Place { bound, free } => {
                effect.placement = true;
                effect.path = std::iter::once(bound).chain(free).collect();
            }
            Turn::Move { from, to, capture } => {
                effect.path = smallvec![from, to];
                let captured = capture.then(|| Capture {
                    cell: to,
                    piece: letter(position.turn().other()),
                    operation: 1,
                });
                effect.captures.extend(captured);
            }
        }
        effect
    }

    fn is_capture(&self, _position: &Position, r#move: Turn) -> bool {
        matches!(r#move, Turn::Move { capture: true, .. })
    }

    fn forced(&self, _position: &Position) -> Option<Forced> {
        None
    }

    fn status(&self, position: &Position) -> Status {
        position.end().unwrap_or(Status::Ongoing)
    }

    fn check_mark(&self, _position: &Position) -> CheckMark {
        CheckMark::None
    }

    fn write_move(&self, _: &Position, r#move: Turn, _: &Letters, out: &mut String) {
        out.push_str(&r#move.to_string());
    }

    fn write_coords(&self, _: &Position, r#move: Turn, out: &mut String) {
        out.push_str(&r#move.to_string());
    }

    fn repetition_key(&self, position: &Position) -> Option<u64> {
        self.repetition.then(|| position.repetition_key())
    }

    fn ends_by_repetition(&self) -> bool {
        self.repetition
    }

    fn groups(&self, position: &Position) -> Option<[u16; 2]> {
        Some(position.groups())
    }

    fn half_move_clock(&self, _position: &Position) -> Option<u32> {
        None
    }

    fn is_dead(&self, _position: &Position) -> bool {
        false
    }

    fn view(&self, position: &Position) -> BoardView {
        position.view()
    }
}

#[cfg(test)]
mod tests;
