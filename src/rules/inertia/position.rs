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
    map: &'static Map,
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
        let map = board.map();
        Self {
            map,
            stones,
            turn,
            phase,
            united: None,
            number: 1,
            groups: stones.map(|color| groups::count(map, &color)),
            key,
        }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.map.board()
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

    pub(super) const fn map(&self) -> &'static Map {
        self.map
    }

    /// Whether there is no stone on a cell.
    pub(super) fn is_vacant(&self, cell: Index) -> bool {
        !self.stones.iter().any(|color| color.contains(cell))
    }

    pub(super) fn stone_at(&self, cell: Index) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|color| self.stones[color.index()].contains(cell))
    }

    /// Makes a legal turn.
    pub fn play(&mut self, turn: Turn) {
        let groups = self.groups_after(turn);
        self.make(turn, groups);
    }

    /// The number of groups of Red and of Black after a turn that the stones in the way allow.
    pub(super) fn groups_after(&self, turn: Turn) -> [u16; 2] {
        let (own, other) = (self.turn.index(), self.turn.other().index());
        let map = self.map;
        let mut groups = self.groups;
        // The groups around a cell become one by a stone on it, and fall apart without it.
        match turn {
            Turn::Place { bound, free } => {
                if let Some(bound) = map.index(bound) {
                    groups[own] = groups[own] + 1 - groups::around(map, &self.stones[own], bound);
                }
                // Nothing is around it.
                groups[own] += u16::from(free.is_some());
            }
            Turn::Move { from, to, capture } => {
                let (Some(from), Some(to)) = (map.index(from), map.index(to)) else {
                    return groups;
                };
                let mut left = self.stones[own];
                left.remove(from);
                groups[own] += groups::around(map, &left, from);
                groups[own] -= groups::around(map, &left, to);
                if capture {
                    let around = groups::around(map, &self.stones[other], to);
                    groups[other] = groups[other] - 1 + around;
                }
            }
        }
        groups
    }

    /// Makes a legal turn after which there are so many groups.
    pub(super) fn make(&mut self, turn: Turn, groups: [u16; 2]) {
        let (own, other) = (self.turn, self.turn.other());
        self.groups = groups;
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
                if self.phase == Phase::Movement {
                    self.key ^= KEY_OF_MOVEMENT;
                }
            }
            Turn::Move { from, to, capture } => {
                self.toggle(own, from);
                self.toggle(own, to);
                if capture {
                    self.toggle(other, to);
                }
                self.united = end_of_groups(groups[own.index()], groups[other.index()]);
            }
        }
        self.number += u32::from(own == Color::Black);
        self.turn = other;
        self.key ^= KEY_OF_BLACK;
    }

    /// Puts a stone on a cell, or takes it away.
    fn toggle(&mut self, color: Color, cell: Cell) {
        if let Some(index) = self.map.index(cell) {
            self.stones[color.index()].toggle(index);
            self.key ^= key_of_stone(color, index);
        }
    }
}

/// For each colour a number for each cell, then one each for Black's turn and for the movement phase.
static NUMBERS: [u64; 2 * MAX_CELLS + 2] = ALL_NUMBERS;
const ALL_NUMBERS: [u64; 2 * MAX_CELLS + 2] = numbers();
const KEY_OF_BLACK: u64 = ALL_NUMBERS[2 * MAX_CELLS];
const KEY_OF_MOVEMENT: u64 = ALL_NUMBERS[2 * MAX_CELLS + 1];

fn key_of_stone(color: Color, cell: Index) -> u64 {
    NUMBERS[color.index() * MAX_CELLS + usize::from(cell)]
}

fn key_of_state(turn: Color, phase: Phase) -> u64 {
    let black = KEY_OF_BLACK * u64::from(turn == Color::Black);
    let movement = KEY_OF_MOVEMENT * u64::from(phase == Phase::Movement);
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
