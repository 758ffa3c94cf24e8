//! Inertia Chess: the piece moved last goes on in the same direction while it can; whoever captures the king wins.
//!
//! The board is that of [`chess`](super::chess); this module adds each player's [`Memory`] and says which of the moves
//! that the pieces can make are legal. Where the inventors' text is silent the reading is this project's: what castling
//! may cross, what a pass means, that a player without any move has neither lost nor drawn.

mod memory;
mod position;
mod text;

pub use memory::Memory;
pub use position::InertiaPosition;

use super::chess::{Board, Move, MoveKind, Shape, write_coords};
use super::registry::{read_switches, switch};
use super::{
    About, BoardView, Effect, Forced, Lapse, Outlook, Piece, PositionRemark, RemarkLevel, Rules,
    Status, Why,
};
use crate::notation::chess::{ChessMoveText, Wing};
use crate::notation::letters::Letters;
use crate::notation::{CheckMark, Color, Role, San, Square, WordForm};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// What a person asks about this rule set.
pub(super) const ABOUT: About = About {
    name: "inertia-chess",
    aliases: &[],
    variant: Some("Inertia Chess"),
    headings: &["inertia"],
    variants: &[],
    options: &[(
        "castling",
        "on",
        "`off`: the first edition of the rules, without castling",
    )],
    summary: "Inertia Chess: the piece moved last goes on in the same direction while it can",
    source: "João Pedro Neto and Claude Chaunier, 1996-97",
};

/// Inertia Chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InertiaChess {
    /// Whether castling exists.
    pub castling: bool,
}

impl Default for InertiaChess {
    fn default() -> Self {
        Self { castling: true }
    }
}

impl InertiaChess {
    pub(super) fn from_options(options: &[(&str, &str)]) -> Result<Self, String> {
        let mut rules = Self::default();
        read_switches(options, &mut [("castling", &mut rules.castling)])?;
        Ok(rules)
    }

    pub(super) fn options(&self) -> Vec<(&'static str, String)> {
        vec![("castling", switch(self.castling))]
    }
}

impl Rules for InertiaChess {
    type Position = InertiaPosition;
    type Move = Move;

    const MARKS_CHECKS: bool = false;
    const CAPTURES_KINGS: bool = true;

    fn start(&self) -> InertiaPosition {
        let mut board = Board::start();
        self.drop_castling(&mut board);
        InertiaPosition::new(board)
    }

    fn read_position(
        &self,
        text: &str,
        remarks: &mut Vec<PositionRemark>,
    ) -> Result<InertiaPosition, PositionRemark> {
        let mut position = text::read_position(text, remarks)?;
        if self.drop_castling(&mut position.board) {
            let message = "castling rights mean nothing where there is no castling";
            remarks.push(PositionRemark::new(
                RemarkLevel::Style,
                (0, text.len()),
                message,
            ));
        }
        Ok(position)
    }

    fn write_position(&self, position: &InertiaPosition, out: &mut String) {
        text::write_position(position, out);
    }

    fn turn(&self, position: &InertiaPosition) -> Color {
        position.board.turn
    }

    fn move_number(&self, position: &InertiaPosition) -> u32 {
        position.board.number
    }

    fn candidates(
        &self,
        position: &InertiaPosition,
        word: &WordForm,
        letters: &Letters,
        out: &mut Vec<Move>,
    ) {
        out.clear();
        if let WordForm::Chess(word) = word {
            out.extend(
                position
                    .board
                    .readings(word, letters)
                    .filter(|&r#move| position.allows(r#move)),
            );
        }
    }

    fn resolve(
        &self,
        position: &InertiaPosition,
        word: &WordForm,
        letters: &Letters,
    ) -> Option<Move> {
        match word {
            WordForm::Chess(word) => position
                .board
                .readings(word, letters)
                .only(|r#move| position.allows(r#move)),
            WordForm::Stones(_) | WordForm::Null | WordForm::Foreign => None,
        }
    }

    fn resolve_san(
        &self,
        position: &InertiaPosition,
        _outlook: Outlook,
        san: San,
        letters: &Letters,
    ) -> Option<Move> {
        let readings = position.board.san_readings(san, letters);
        readings.only(|r#move| position.allows(r#move))
    }

    fn explain(&self, position: &InertiaPosition, word: &WordForm, letters: &Letters) -> Why {
        let status = self.status(position);
        match word {
            WordForm::Chess(word) if status == Status::Ongoing => {
                self.explain_move(position, word, letters)
            }
            WordForm::Stones(_) | WordForm::Foreign => Why::OtherGame,
            // A null move is refused after the end only.
            WordForm::Chess(_) | WordForm::Null => Why::GameOver { status },
        }
    }

    fn legal_moves(&self, position: &InertiaPosition, out: &mut Vec<Move>) {
        out.clear();
        let _ = position.legal(&mut |moves| {
            moves.for_each(|r#move| out.push(r#move));
            ControlFlow::Continue(())
        });
        out.sort_unstable();
    }

    fn count_legal(&self, position: &InertiaPosition) -> u64 {
        let mut count = 0;
        let _ = position.legal(&mut |moves| {
            count += moves.count();
            ControlFlow::Continue(())
        });
        count
    }

    fn play(&self, position: &mut InertiaPosition, r#move: Move) {
        position.play(r#move);
    }

    fn pass(&self, position: &mut InertiaPosition) -> bool {
        let goes_on = !position.is_over();
        if goes_on {
            position.pass();
        }
        goes_on
    }

    fn effect(&self, position: &InertiaPosition, r#move: Move) -> Effect {
        position.board.effect(r#move)
    }

    fn is_capture(&self, position: &InertiaPosition, r#move: Move) -> bool {
        position.board.captures(r#move)
    }

    fn forced(&self, position: &InertiaPosition) -> Option<Forced> {
        if position.is_over() {
            None
        } else {
            position.duty().map(Memory::duty)
        }
    }

    fn status(&self, position: &InertiaPosition) -> Status {
        if position.is_over() {
            Status::KingCaptured
        } else if position.legal(&mut |_| ControlFlow::Break(())).is_break() {
            Status::Ongoing
        } else {
            Status::NoLegalMove
        }
    }

    fn castling_rook(
        &self,
        position: &InertiaPosition,
        color: Color,
        wing: Wing,
    ) -> Option<Square> {
        position.board.castling_rook(color, wing)
    }

    fn check_mark(&self, position: &InertiaPosition) -> CheckMark {
        if position.board.king(position.board.turn).is_none() {
            return CheckMark::Double;
        }
        if self.king_attackers(position).is_empty() {
            CheckMark::None
        } else {
            CheckMark::Check
        }
    }

    fn king_attackers(&self, position: &InertiaPosition) -> SmallVec<[Square; 2]> {
        let mut passed = *position;
        passed.pass();
        passed.hunters().collect()
    }

    fn lapse(&self, position: &InertiaPosition, last: &Effect) -> Option<Lapse> {
        if position.is_over() || position.duty().is_some() {
            return None;
        }
        match position.memory[position.board.turn.index()] {
            Some(memory) => memory.lapse(position.board.occupied()),
            None if last.castling => Some(Lapse::Castled),
            None => last.path.last().copied().map(Lapse::Captured),
        }
    }

    fn write_move(
        &self,
        position: &InertiaPosition,
        r#move: Move,
        letters: &Letters,
        out: &mut String,
    ) {
        position
            .board
            .write_san(r#move, letters, |rival| position.allows(rival), out);
        if position
            .board
            .captured(r#move)
            .is_some_and(|(_, piece)| piece.role == Role::King)
        {
            out.push_str("++");
        }
    }

    fn write_coords(&self, _position: &InertiaPosition, r#move: Move, out: &mut String) {
        write_coords(r#move.from, r#move.to, r#move.promotion(), out);
    }

    /// The rules force no draw by repetition.
    fn repetition_key(&self, _position: &InertiaPosition) -> Option<u64> {
        None
    }

    /// The rules force no draw by a count of moves.
    fn half_move_clock(&self, _position: &InertiaPosition) -> Option<u32> {
        None
    }

    /// A lone king can capture the other.
    fn is_dead(&self, _position: &InertiaPosition) -> bool {
        false
    }

    fn view(&self, position: &InertiaPosition) -> BoardView {
        position.board.view()
    }
}

impl InertiaChess {
    /// Takes castling rights away where there is no castling; says whether there were any.
    fn drop_castling(self, board: &mut Board) -> bool {
        let drops = !self.castling && !board.castling.is_empty();
        if drops {
            board.castling = super::chess::Bitboard::EMPTY;
        }
        drops
    }

    /// A move that the pieces cannot make has that cause; one that they can is against a duty, or castles out of or
    /// through an attack.
    fn explain_move(
        self,
        position: &InertiaPosition,
        word: &ChessMoveText,
        letters: &Letters,
    ) -> Why {
        let r#move = match position.board.shape(word, letters) {
            Shape::Impossible(why) => return why,
            Shape::Possible(r#move) => r#move,
        };
        if let Some(forced) = self.forced(position) {
            let mut legal = Vec::new();
            self.legal_moves(position, &mut legal);
            let coords = |&r#move: &Move| {
                let mut out = String::new();
                self.write_coords(position, r#move, &mut out);
                out
            };
            let role = position.board.role_at(forced.square).unwrap_or(r#move.role);
            let piece = Piece {
                color: position.board.turn,
                role,
            };
            return Why::ForcedElsewhere {
                forced,
                piece,
                instead: legal.iter().take(8).map(coords).collect(),
            };
        }
        let wing = r#move.wing();
        let danger = position
            .castling_danger(r#move)
            .filter(|_| r#move.kind == MoveKind::Castle);
        match danger.and_then(|(square, by)| {
            position
                .board
                .piece_at(by)
                .map(|attacker| (square, by, attacker))
        }) {
            Some((square, by, attacker)) => Why::CastlingAttacked {
                wing,
                square,
                by,
                attacker,
            },
            None => Why::GameOver {
                status: self.status(position),
            },
        }
    }
}

#[cfg(test)]
mod tests;
