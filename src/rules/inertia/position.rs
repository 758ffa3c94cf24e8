//! Positions, and what a turn makes of them.

use super::board::{Board, Index, MAX_CELLS, Map};
use super::cells::CellSet;
use super::groups;
use super::turn::Turn;
use crate::notation::Cell;
use crate::notation::Color;
use crate::rules::Status;

/// What a turn consists of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Stones are placed.
    Placement {
        /// The stone that the opponent placed last; none on the empty board.
        last: Option<Cell>,
    },
    /// A stone is moved.
    Movement,
}

impl Phase {
    /// The word used in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Placement { .. } => "placement",
            Self::Movement => "movement",
        }
    }
}

/// How a move ends the game, by the groups of whoever made it and of the opponent. A side without stones has no group,
/// which is not one.
const fn end_of_groups(mover: u16, opponent: u16) -> Option<Status> {
    match (mover, opponent) {
        (1, 1) => Some(Status::BothUnited),
        (1, _) => Some(Status::United),
        (_, 1) => Some(Status::OpponentUnited),
        _ => None,
    }
}

/// The stones, and everything else that decides the legal turns.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    pub(super) stones: [CellSet; 2],
    turn: Color,
    phase: Phase,
    united: Option<Status>,
    number: u32,
    groups: [u16; 2],
    key: u64,
}

impl Position {
    /// The empty board, Red to place one stone.
    #[must_use]
    pub fn start(board: Board) -> Self {
        let phase = Phase::Placement { last: None };
        Self::new(board, [CellSet::default(); 2], Color::White, phase)
    }

    /// A position as a text gives it: without a result, at turn 1.
    pub(super) fn new(board: Board, stones: [CellSet; 2], turn: Color, phase: Phase) -> Self {
        let mut key = key_of_state(turn, phase);
        for color in Color::ALL {
            for stone in stones[color.index()].iter() {
                key ^= key_of_stone(color, stone);
            }
        }
        let groups = stones.map(|color| groups::count(board.map(), &color));
        Self {
            board,
            stones,
            turn,
            phase,
            united: None,
            number: 1,
            groups,
            key,
        }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// What its turn consists of.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The number of the turn about to be made, from 1; a turn of Red and the following one of Black share it.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The number of groups of Red and of Black.
    #[must_use]
    pub const fn groups(&self) -> [u16; 2] {
        self.groups
    }

    /// The number of stones of Red and of Black.
    #[must_use]
    pub fn count_stones(&self) -> [u32; 2] {
        self.stones.map(|color| color.len())
    }

    /// Equal for positions that count as repetitions of each other: the same stones, side to move and phase.
    #[must_use]
    pub const fn repetition_key(&self) -> u64 {
        self.key
    }

    /// Whose stone is on a cell, if any.
    #[must_use]
    pub fn stone(&self, cell: Cell) -> Option<Color> {
        self.stone_at(self.map().index(cell)?)
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn end(&self) -> Option<Status> {
        self.united
            .or_else(|| (!self.has_legal_turn()).then_some(Status::NoLegalMove))
    }

    /// How the last move ended the game, if it did. Unlike [`Position::end`] it costs nothing.
    #[must_use]
    pub const fn united(&self) -> Option<Status> {
        self.united
    }

    pub(super) fn map(&self) -> &'static Map {
        self.board.map()
    }

    pub(super) fn stone_at(&self, cell: Index) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|color| self.stones[color.index()].contains(cell))
    }

    /// Makes a legal turn.
    pub fn play(&mut self, turn: Turn) {
        let (own, other) = (self.turn, self.turn.other());
        self.key ^= key_of_state(self.turn, self.phase);
        match turn {
            Turn::Place { bound, free } => {
                let is_first = self.phase == Phase::Placement { last: None };
                self.toggle(own, bound);
                if let Some(free) = free {
                    self.toggle(own, free);
                }
                // The phase is over when there is no free stone; Red's first turn has none by rule.
                let last = if is_first { Some(bound) } else { free };
                self.phase = match last {
                    Some(_) => Phase::Placement { last },
                    None => Phase::Movement,
                };
            }
            Turn::Move { from, to, capture } => {
                self.toggle(own, from);
                self.toggle(own, to);
                if capture {
                    self.toggle(other, to);
                }
            }
        }
        if matches!(turn, Turn::Move { .. }) {
            self.united = end_of_groups(self.groups[own.index()], self.groups[other.index()]);
        }
        self.number += u32::from(own == Color::Black);
        self.turn = other;
        self.key ^= key_of_state(self.turn, self.phase);
    }

    /// Puts a stone on a cell, or takes it away.
    fn toggle(&mut self, color: Color, cell: Cell) {
        let map = self.map();
        let Some(index) = map.index(cell) else {
            return;
        };
        let (stones, groups) = (
            &mut self.stones[color.index()],
            &mut self.groups[color.index()],
        );
        // The groups around the cell become one by a stone on it, and fall apart without it.
        let around = groups::around(map, stones, index);
        if stones.contains(index) {
            stones.remove(index);
            *groups = *groups - 1 + around;
        } else {
            stones.insert(index);
            *groups = *groups + 1 - around;
        }
        self.key ^= key_of_stone(color, index);
    }
}

/// For each colour a number for each cell, then one each for Black's turn and for the movement phase.
static NUMBERS: [u64; 2 * MAX_CELLS + 2] = numbers();

fn key_of_stone(color: Color, cell: Index) -> u64 {
    NUMBERS[color.index() * MAX_CELLS + usize::from(cell)]
}

fn key_of_state(turn: Color, phase: Phase) -> u64 {
    let black = NUMBERS[2 * MAX_CELLS] * u64::from(turn == Color::Black);
    let movement = NUMBERS[2 * MAX_CELLS + 1] * u64::from(phase == Phase::Movement);
    black ^ movement
}

/// The beginning of the SplitMix64 sequence.
const fn numbers<const N: usize>() -> [u64; N] {
    let mut table = [0; N];
    let mut state = 0_u64;
    let mut i = 0;
    while i < table.len() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        table[i] = mixed ^ mixed >> 31;
        i += 1;
    }
    table
}
