//! A position of Inertia Chess and its legal moves.

use super::memory::Memory;
use crate::notation::chess::Wing;
use crate::notation::{Color, Role, Square};
use crate::rules::chess::moves::{Moves, Scope};
use crate::rules::chess::{Bitboard, Board, Move, MoveKind, attacks};
use std::ops::ControlFlow;

/// A board and what each player's last move left behind, White's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InertiaPosition {
    /// The board; its en passant square is there after every double step.
    pub board: Board,
    /// The last move of either player, as long as its piece stands.
    pub memory: [Option<Memory>; 2],
}

impl InertiaPosition {
    /// A position in which nobody has moved.
    pub(super) const fn new(board: Board) -> Self {
        Self {
            board,
            memory: [None, None],
        }
    }

    /// Whether a king has been captured.
    pub(super) fn is_over(&self) -> bool {
        Color::ALL
            .into_iter()
            .any(|color| self.board.king(color).is_none())
    }

    /// The memory that binds the side to move: its moves can be made (rules 3 and 4), so nothing else may be.
    pub(super) fn duty(&self) -> Option<Memory> {
        let memory = self.memory[self.board.turn.index()]?;
        self.board
            .can_move(memory.square, memory.scope())
            .then_some(memory)
    }

    /// Visits the legal moves.
    pub(super) fn legal(
        &self,
        visit: &mut impl FnMut(Moves) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        if let Some(memory) = self.duty() {
            return self.board.pseudo_legal(memory.scope(), visit);
        }
        self.board.pseudo_legal(Scope::ALL, visit)?;
        for wing in [Wing::King, Wing::Queen] {
            if let Some(r#move) = self
                .board
                .castling_move(wing)
                .filter(|&r#move| self.castling_danger(r#move).is_none())
            {
                visit(Moves::One(r#move))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a move that the piece could make is legal. A move that the memory asks for is so without a look at what
    /// else it leaves; any other only when it leaves nothing.
    pub(super) fn allows(&self, r#move: Move) -> bool {
        let asked = self.memory[self.board.turn.index()]
            .is_some_and(|memory| self.is_within(memory.scope(), r#move));
        let free = || {
            self.duty().is_none()
                && (r#move.kind != MoveKind::Castle || self.castling_danger(r#move).is_none())
        };
        !self.is_over() && (asked || free())
    }

    fn is_within(&self, scope: Scope, r#move: Move) -> bool {
        let captures =
            r#move.kind == MoveKind::EnPassant || self.board.occupied().contains(r#move.to);
        let targets = if captures {
            scope.captures
        } else {
            scope.quiet
        };
        r#move.kind != MoveKind::Castle
            && scope.from.contains(r#move.from)
            && targets.contains(r#move.to)
    }

    /// The square on which the king could be captured, where it stands or on its way to castling, and by whom (rule 7).
    /// The square of arrival may be attacked.
    pub(super) fn castling_danger(&self, r#move: Move) -> Option<(Square, Square)> {
        std::iter::once(r#move.from)
            .chain(attacks::between(r#move.from, r#move.to))
            .find_map(|square| {
                self.with_king_on(r#move.from, square)
                    .hunters()
                    .first()
                    .map(|by| (square, by))
            })
    }

    /// The position with the king of the side to move on another square and the opponent to move.
    fn with_king_on(mut self, from: Square, to: Square) -> Self {
        let us = self.board.turn.index();
        let moved = Bitboard::of(from) ^ Bitboard::of(to);
        self.board.roles[Role::King as usize] ^= moved;
        self.board.colors[us] ^= moved;
        self.board.turn = self.board.turn.other();
        self.board.en_passant = None;
        self
    }

    /// The pieces of the side to move that can capture the enemy king by a legal move.
    pub(super) fn hunters(&self) -> Bitboard {
        let us = self.board.turn;
        let Some(king) = self.board.king(us.other()) else {
            return Bitboard::EMPTY;
        };
        let attackers = self.board.attackers(king, us, self.board.occupied());
        if attackers.is_empty() {
            return attackers;
        }
        match self.duty().map(Memory::scope) {
            None => attackers,
            Some(scope) if scope.captures.contains(king) => attackers & scope.from,
            Some(_) => Bitboard::EMPTY,
        }
    }

    /// Makes a legal move.
    pub(super) fn play(&mut self, r#move: Move) {
        let (us, them) = (self.board.turn, self.board.turn.other());
        let captured = self.board.captured(r#move);
        if let Some((square, piece)) = captured {
            self.memory[them.index()] =
                self.memory[them.index()].filter(|memory| memory.square != square);
            if piece.role == Role::King {
                self.board.castling &= !Bitboard::back_rank(them);
            }
        }
        // "After castling, player's next move is free" (rule 8).
        let goes_on = r#move.kind != MoveKind::Castle;
        self.memory[us.index()] =
            goes_on.then(|| Memory::of(r#move.from, r#move.to, captured.is_some()));
        self.board.play(r#move);
    }

    /// Passes the turn. The rules know no pass; an annotator's null move is read as a last move that moved nothing, so
    /// the player who passes is free at his next turn, and the opponent's memory stays.
    pub(super) fn pass(&mut self) {
        self.memory[self.board.turn.index()] = None;
        self.board.pass();
    }
}
