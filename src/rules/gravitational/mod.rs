//! Gravitational chess: the moves of queens, rooks, bishops and knights, and of promoted pawns, have a second
//! operation, a fall of one square towards the own side.
//!
//! The board and the first operation are those of [`chess`](super::chess); this module adds the `fall` and says which
//! moves can be made (`moves`) and when a king is in check (`check`). Where the French source is silent the reading
//! is this project's: what a null move is, that check looks at both operations of a move that can be completed, that
//! legality looks at the position after both, and that a side may lack its king in a problem.

mod check;
mod explain;
mod fall;
mod moves;
mod text;
mod words;

use super::chess::moves::Moves;
use super::chess::{Board, Move, key};
use super::registry::{read_switches, switch};
use super::{About, BoardView, Effect, Forced, IdleAttack, PositionRemark, Rules, Status, Why};
use crate::notation::chess::{FallText, Wing};
use crate::notation::letters::Letters;
use crate::notation::{CheckMark, Color, Square, WordForm};
use fall::Fall;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// What a person asks about this rule set.
pub(super) const ABOUT: About = About {
    name: "gravitational-chess",
    aliases: &[("gravitation", &[])],
    variant: Some("Gravitational Chess"),
    variants: &[],
    options: &[(
        "null-moves",
        "off",
        "`on`: a move may leave the board as it was, as `Ra1-a2-a1` does",
    )],
    headings: &[
        "gravitational",
        "gravitation",
        "gravitationsschach",
        "échecs de gravitation",
    ],
    summary: "gravitational chess: pieces fall by one square after each of their moves",
    source: "\"Gravitation\" as the French problem literature describes it; Carlos Nafarrate, 1984",
};

/// Gravitational chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Gravitational {
    /// Whether a move may leave the board as it was. "Les coups nuls sont théoriquement possibles, mais souvent
    /// interdits."
    pub null_moves: bool,
}

impl Gravitational {
    pub(super) fn from_options(options: &[(&str, &str)]) -> Result<Self, String> {
        let mut rules = Self::default();
        read_switches(options, &mut [("null-moves", &mut rules.null_moves)])?;
        Ok(rules)
    }

    pub(super) fn options(&self) -> Vec<(&'static str, String)> {
        vec![("null-moves", switch(self.null_moves))]
    }

    /// Whether a move that the piece can make, its fall left out, is legal, and that fall is as `written`.
    ///
    /// Never inlined: nearly all words have one reading, and in a loop over readings more would be made ready than that takes.
    #[inline(never)]
    fn allows(
        self,
        board: &Board,
        r#move: Move,
        written: Option<FallText>,
        letters: &Letters,
    ) -> bool {
        let fall = Fall::of(board, r#move);
        fall.is_possible()
            && words::falls_so(board, r#move, fall, written, letters)
            && (self.null_moves || !fall::is_null(board, r#move, fall))
            && check::danger(board, r#move, fall).is_none()
    }
}

impl Rules for Gravitational {
    const MARKS_CHECKS: bool = false;
    /// Its problems are French.
    const PROBLEM_LETTERS: &'static Letters = &Letters::FRENCH;
    const WRITES_SAN: bool = false;

    /// The board of chess, without castling rights; the en passant square is there after every double step.
    type Position = Board;
    /// The first operation, which determines the second.
    type Move = Move;

    fn start(&self) -> Board {
        Board {
            castling: super::chess::Bitboard::EMPTY,
            ..Board::start()
        }
    }

    fn read_position(
        &self,
        text: &str,
        remarks: &mut Vec<PositionRemark>,
    ) -> Result<Board, PositionRemark> {
        text::read(text, remarks)
    }

    fn write_position(&self, position: &Board, out: &mut String) {
        super::chess::text::write_board(position, out);
    }

    fn turn(&self, position: &Board) -> Color {
        position.turn
    }

    fn move_number(&self, position: &Board) -> u32 {
        position.number
    }

    fn candidates(
        &self,
        position: &Board,
        word: &WordForm,
        letters: &Letters,
        out: &mut Vec<Move>,
    ) {
        out.clear();
        if let WordForm::Chess(word) = word {
            let readings = position.first_readings(word, letters);
            let allowed = |r#move: &Move| self.allows(position, *r#move, word.fall(), letters);
            out.extend(readings.filter(allowed));
        }
    }

    fn resolve(&self, position: &Board, word: &WordForm, letters: &Letters) -> Option<Move> {
        let WordForm::Chess(word) = word else {
            return None;
        };
        let readings = position.first_readings(word, letters);
        readings.only(|r#move| self.allows(position, r#move, word.fall(), letters))
    }

    fn explain(&self, position: &Board, word: &WordForm, letters: &Letters) -> Why {
        match (self.status(position), word) {
            (Status::Ongoing, WordForm::Chess(word)) => self.explain_move(position, word, letters),
            (_, WordForm::Stones(_) | WordForm::Foreign) => Why::OtherGame,
            (status, WordForm::Null) => explain::explain_pass(position, status),
            (status, WordForm::Chess(_)) => Why::GameOver { status },
        }
    }

    fn legal_moves(&self, position: &Board, out: &mut Vec<Move>) {
        out.clear();
        let _ = moves::legal(position, self.null_moves, &mut |moves: Moves| {
            moves.for_each(|r#move| out.push(r#move));
            ControlFlow::Continue(())
        });
        out.sort_unstable();
    }

    fn count_legal(&self, position: &Board) -> u64 {
        let mut count = 0;
        let _ = moves::legal(position, self.null_moves, &mut |moves: Moves| {
            count += moves.count();
            ControlFlow::Continue(())
        });
        count
    }

    fn play(&self, position: &mut Board, r#move: Move) {
        fall::play(position, r#move);
    }

    fn pass(&self, position: &mut Board) -> bool {
        let allowed = check::checkers(position).is_empty();
        if allowed {
            position.pass();
        }
        allowed
    }

    fn effect(&self, position: &Board, r#move: Move) -> Effect {
        fall::effect(position, r#move)
    }

    fn is_capture(&self, position: &Board, r#move: Move) -> bool {
        position.captured(r#move).is_some()
    }

    fn forced(&self, _position: &Board) -> Option<Forced> {
        None
    }

    fn status(&self, position: &Board) -> Status {
        let found = moves::legal(position, self.null_moves, &mut |_| ControlFlow::Break(()));
        match (found, check::checkers(position).is_empty()) {
            (ControlFlow::Break(()), _) => Status::Ongoing,
            (ControlFlow::Continue(()), false) => Status::Checkmate,
            (ControlFlow::Continue(()), true) => Status::Stalemate,
        }
    }

    fn castling_rook(&self, position: &Board, color: Color, wing: Wing) -> Option<Square> {
        position.castling_rook(color, wing)
    }

    fn check_mark(&self, position: &Board) -> CheckMark {
        if check::checkers(position).is_empty() {
            CheckMark::None
        } else if self.status(position) == Status::Checkmate {
            CheckMark::Mate
        } else {
            CheckMark::Check
        }
    }

    fn king_attackers(&self, position: &Board) -> SmallVec<[Square; 2]> {
        let checkers = check::checkers(position);
        (checkers.direct | checkers.falling).collect()
    }

    fn idle_attack(&self, position: &Board) -> Option<IdleAttack> {
        explain::idle_attack(position)
    }

    fn write_move(&self, position: &Board, r#move: Move, letters: &Letters, out: &mut String) {
        words::write_full(position, r#move, letters, out);
    }

    fn write_coords(&self, position: &Board, r#move: Move, out: &mut String) {
        words::write_coords(position, r#move, out);
    }

    fn repetition_key(&self, position: &Board) -> Option<u64> {
        Some(key::key(position))
    }

    fn half_move_clock(&self, _position: &Board) -> Option<u32> {
        None
    }

    fn is_dead(&self, _position: &Board) -> bool {
        false
    }

    fn view(&self, position: &Board) -> BoardView {
        position.view()
    }

    fn steps(&self, position: &Board, r#move: Move) -> SmallVec<[BoardView; 3]> {
        fall::steps(position, r#move)
    }
}

#[cfg(test)]
mod tests;
