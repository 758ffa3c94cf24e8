//! Written turns against a position: the legal turn that is meant, or the reason why there is none.

use super::board::{Board, Index};
use super::cells::CellSet;
use super::position::{Phase, Position};
use super::turn::Turn;
use crate::notation::Cell;
use crate::notation::Color;
use crate::notation::stones::{StoneTurn, WrittenStones};
use crate::rules::Status;

/// Why a turn is not legal. Of several reasons the first of this list counts, as far as it can be asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The game ended before it.
    GameOver {
        /// How.
        status: Status,
    },
    /// A cell is not on the board.
    OffBoard {
        /// The cell.
        cell: Cell,
        /// The board.
        board: Board,
    },
    /// Stones are placed in the movement phase, or moved in the placement phase.
    WrongPhase {
        /// The phase that the game is in.
        phase: Phase,
    },
    /// More stones are placed than the turn has.
    TooManyStones {
        /// The first one too many.
        extra: Cell,
        /// How many are written, 255 and more alike.
        count: u8,
        /// How many the turn has at most: 1 in Red's first turn, later 2.
        most: u8,
    },
    /// A stone is placed on another.
    Occupied {
        /// The cell.
        cell: Cell,
        /// Whose stone is there.
        color: Color,
    },
    /// The bound stone is not next to the opponent's last stone.
    BoundNotAdjacent {
        /// The cell chosen.
        bound: Cell,
        /// The opponent's last stone.
        last: Cell,
        /// The cells that can be chosen.
        open: Sample,
    },
    /// A free stone is placed though no cell admits one.
    FreeImpossible {
        /// The bound stone that leaves none.
        bound: Cell,
        /// The cell chosen.
        free: Cell,
        /// The stones next to it.
        neighbors: Vec<(Cell, Color)>,
    },
    /// The free stone is next to other stones.
    FreeNotIsolated {
        /// The cell chosen.
        free: Cell,
        /// The stones next to it, the bound stone of the same turn included.
        neighbors: Vec<(Cell, Color)>,
        /// The cells that can be chosen.
        open: Sample,
    },
    /// No free stone is placed though there are cells for it.
    FreeMissing {
        /// The bound stone.
        bound: Cell,
        /// The cells that can be chosen.
        open: Sample,
    },
    /// No stone of the side to move stands on the cell that one should leave.
    NoOwnStone {
        /// The cell.
        cell: Cell,
        /// Whose stone is there, if any.
        holder: Option<Color>,
    },
    /// No line joins the cells, or they are the same.
    NotALine {
        /// Where the stone stands.
        from: Cell,
        /// Where it should go.
        to: Cell,
    },
    /// A stone is in the way.
    Blocked {
        /// The first one.
        cell: Cell,
        /// Whose it is.
        color: Color,
    },
    /// A stone of the same side is on the target.
    OwnStone {
        /// The target.
        cell: Cell,
    },
    /// There would be more groups than before.
    GroupsIncrease {
        /// The groups of Red and of Black before it.
        before: [u16; 2],
        /// The same after it.
        after: [u16; 2],
        /// The groups that would fall apart: one, or one of each side.
        splits: Vec<Split>,
    },
}

impl Fault {
    /// The word used in JSON.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::GameOver { .. } => "game-over",
            Self::OffBoard { .. } => "off-board",
            Self::WrongPhase { .. } => "wrong-phase",
            Self::TooManyStones { .. } => "too-many-stones",
            Self::Occupied { .. } => "occupied",
            Self::BoundNotAdjacent { .. } => "bound-not-adjacent",
            Self::FreeImpossible { .. } => "free-impossible",
            Self::FreeNotIsolated { .. } => "free-not-isolated",
            Self::FreeMissing { .. } => "free-missing",
            Self::NoOwnStone { .. } => "no-own-stone",
            Self::NotALine { .. } => "not-a-line",
            Self::Blocked { .. } => "blocked",
            Self::OwnStone { .. } => "own-stone",
            Self::GroupsIncrease { .. } => "groups-increase",
        }
    }
}

/// Some cells of many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The first few.
    pub cells: Vec<Cell>,
    /// How many there are.
    pub count: u32,
}

/// A group that falls apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// Whose group it is.
    pub color: Color,
    /// The stone that leaves it, or is captured.
    pub stone: Cell,
    /// What becomes of it, cell by cell; of the mover's group the moved stone where it goes is part.
    pub parts: Vec<Vec<Cell>>,
}

/// A legal turn, and the number of groups of Red and of Black after it, which it takes to know that it is legal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    pub(super) turn: Turn,
    groups: [u16; 2],
}

/// Kept apart, since nearly all turns are legal.
type Refused = Box<Fault>;

impl Position {
    /// The legal turn that a written one means, its mark aside (see [`Turn::fits`]).
    ///
    /// # Errors
    /// The reason why it is not legal.
    pub fn judge(&self, written: StoneTurn) -> Result<Turn, Fault> {
        match self.judged(written) {
            Ok(judged) => Ok(judged.turn),
            Err(fault) => Err(*fault),
        }
    }

    /// Makes the legal turn that a written one means, if there is one.
    pub(super) fn play_written(&mut self, written: StoneTurn) -> Option<Turn> {
        let Judged { turn, groups } = self.judged(written).ok()?;
        self.make(turn, groups);
        Some(turn)
    }

    pub(super) fn judged(&self, written: StoneTurn) -> Result<Judged, Refused> {
        if let Some(status) = self.united() {
            return refuse(Fault::GameOver { status });
        }
        match written {
            StoneTurn::Place(stones) => self.judge_placement(&stones),
            StoneTurn::Move { from, to, .. } => self.judge_move(from, to),
        }
    }

    fn judge_placement(&self, stones: &WrittenStones) -> Result<Judged, Refused> {
        for &cell in stones.cells() {
            self.on_board(cell)?;
        }
        let phase = self.phase();
        let Phase::Placement { last } = phase else {
            return refuse(Fault::WrongPhase { phase });
        };
        let most = if last.is_none() { 1 } else { 2 };
        if let Some(&extra) = stones.cells().get(usize::from(most)) {
            return refuse(Fault::TooManyStones {
                extra,
                count: stones.count(),
                most,
            });
        }
        let (bound, free) = (stones.cells()[0], stones.cells().get(1).copied());
        for cell in [Some(bound), free].into_iter().flatten() {
            if let Some(color) = self.stone(cell) {
                return refuse(Fault::Occupied { cell, color });
            }
        }
        if let Some(cell) = free.filter(|&free| free == bound) {
            let color = self.turn();
            return refuse(Fault::Occupied { cell, color });
        }
        let bound_index = self.on_board(bound)?;
        let is_near = |last| {
            let last = self.map().index(last);
            last.is_some_and(|last| self.map().zone(last).contains(bound_index))
        };
        if let Some(last) = last.filter(|&last| !is_near(last)) {
            let open = self.sample(&self.bound_cells(Some(last)));
            return refuse(Fault::BoundNotAdjacent { bound, last, open });
        }
        let free_index = free.map(|free| self.on_board(free)).transpose()?;
        if free_index.is_none_or(|free| !self.is_isolated(free, bound_index)) {
            let open = self.free_cells(last, bound_index, &self.open_cells());
            self.judge_free(bound, free, &open)?;
        }
        let turn = Turn::Place { bound, free };
        let groups = self.groups_after(turn);
        Ok(Judged { turn, groups })
    }

    /// Whether a cell and its neighbours are vacant once the bound stone is down.
    fn is_isolated(&self, cell: Index, bound: Index) -> bool {
        let zone = self.map().zone(cell);
        !zone.contains(bound) && self.stones.iter().all(|color| zone.is_apart(color))
    }

    /// The second stone of a turn, where `open` are the cells for it.
    #[cold]
    fn judge_free(&self, bound: Cell, free: Option<Cell>, open: &CellSet) -> Result<(), Refused> {
        match free {
            None if open.is_empty() => Ok(()),
            None => {
                let open = self.sample(open);
                refuse(Fault::FreeMissing { bound, open })
            }
            Some(free) => {
                let index = self.on_board(free)?;
                if open.contains(index) {
                    return Ok(());
                }
                let neighbors = self.neighbors(index, bound);
                refuse(if open.is_empty() {
                    Fault::FreeImpossible {
                        bound,
                        free,
                        neighbors,
                    }
                } else {
                    let open = self.sample(open);
                    Fault::FreeNotIsolated {
                        free,
                        neighbors,
                        open,
                    }
                })
            }
        }
    }

    fn judge_move(&self, from: Cell, to: Cell) -> Result<Judged, Refused> {
        let (from_index, to_index) = (self.on_board(from)?, self.on_board(to)?);
        let phase = self.phase();
        if phase != Phase::Movement {
            return refuse(Fault::WrongPhase { phase });
        }
        let own = self.turn();
        if !self.stones[own.index()].contains(from_index) {
            let holder = self.stone_at(from_index);
            return refuse(Fault::NoOwnStone { cell: from, holder });
        }
        let Some(mut line) = self.map().line(from_index, to_index) else {
            return refuse(Fault::NotALine { from, to });
        };
        // The target ends the line: a stone on it is in nobody's way.
        if let Some(index) = line.find(|&index| !self.is_vacant(index))
            && let Some(color) = self
                .stone_at(index)
                .filter(|&color| index != to_index || color == own)
        {
            let cell = self.map().cell(index);
            return refuse(match cell == to {
                true => Fault::OwnStone { cell },
                false => Fault::Blocked { cell, color },
            });
        }
        let capture = self.stones[own.other().index()].contains(to_index);
        let turn = Turn::Move { from, to, capture };
        let groups = self.groups_after(turn);
        if groups.iter().sum::<u16>() > self.groups().iter().sum() {
            let mut after = self.clone();
            after.make(turn, groups);
            return refuse(self.groups_increase(&after, from, to));
        }
        Ok(Judged { turn, groups })
    }

    fn groups_increase(&self, after: &Self, from: Cell, to: Cell) -> Fault {
        let splits = Color::ALL.into_iter().filter_map(|color| {
            let stone = if color == self.turn() { from } else { to };
            let left = self.group_of(color, stone)?;
            let mut rest: Vec<_> = left.iter().map(|stone| self.map().cell(stone)).collect();
            rest.retain(|&cell| cell != stone);
            if color == self.turn() {
                rest.push(to);
                rest.sort_unstable();
            }
            let parts = after.parts(color, rest);
            (parts.len() > 1).then_some(Split {
                color,
                stone,
                parts,
            })
        });
        Fault::GroupsIncrease {
            before: self.groups(),
            after: after.groups(),
            splits: splits.collect(),
        }
    }

    /// Sorts stones of one colour by the groups that they belong to.
    pub(super) fn parts(&self, color: Color, mut stones: Vec<Cell>) -> Vec<Vec<Cell>> {
        let mut parts = Vec::new();
        while let Some(group) = stones
            .first()
            .and_then(|&first| self.group_of(color, first))
        {
            let in_group = |cell: &Cell| self.map().index(*cell).is_some_and(|i| group.contains(i));
            let (part, rest) = stones.into_iter().partition(in_group);
            parts.push(part);
            stones = rest;
        }
        parts
    }

    /// The stones of the group that a stone belongs to; `None` where no stone of that colour stands.
    fn group_of(&self, color: Color, stone: Cell) -> Option<CellSet> {
        let (map, stones) = (self.map(), &self.stones[color.index()]);
        let first = map.index(stone).filter(|&stone| stones.contains(stone))?;
        let mut group = CellSet::from_iter([first]);
        loop {
            let near = group.iter().map(|stone| map.zone(stone));
            let near = near.fold(CellSet::default(), |all, zone| all.or(zone));
            let grown = near.and(stones);
            if grown == group {
                return Some(group);
            }
            group = grown;
        }
    }

    fn on_board(&self, cell: Cell) -> Result<Index, Refused> {
        match self.map().index(cell) {
            Some(index) => Ok(index),
            None => refuse(Fault::OffBoard {
                cell,
                board: self.board(),
            }),
        }
    }

    /// The stones next to a cell once the bound stone is down.
    fn neighbors(&self, cell: Index, bound: Cell) -> Vec<(Cell, Color)> {
        let near = self.map().zone(cell).iter().filter(|&near| near != cell);
        let stone = |near| {
            let name = self.map().cell(near);
            let placed = (name == bound).then_some(self.turn());
            Some((name, self.stone_at(near).or(placed)?))
        };
        near.filter_map(stone).collect()
    }

    fn sample(&self, cells: &CellSet) -> Sample {
        const SHOWN: usize = 4;
        Sample {
            cells: cells
                .iter()
                .take(SHOWN)
                .map(|cell| self.map().cell(cell))
                .collect(),
            count: cells.len(),
        }
    }
}

#[cold]
fn refuse<T>(fault: Fault) -> Result<T, Refused> {
    Err(Box::new(fault))
}
