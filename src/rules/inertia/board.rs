//! Boards: their cells, the lines through them, and what lies next to what.

use super::cells::CellSet;
use crate::notation::Cell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::OnceLock;

/// The number of a cell: file by file, in each from the lowest rank up.
pub(super) type Index = u16;

/// The most cells that a board has: those of square-19.
pub(super) const MAX_CELLS: usize = 361;

/// Stands for no cell; tables indexed by cells have a place for it.
pub(super) const EDGE: Index = MAX_CELLS as Index;

/// What the cells are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    /// Squares with eight neighbours.
    Square,
    /// Hexagons with six.
    Hex,
}

/// A board of the game: `square-4` to `square-19`, `hex-3` to `hex-10`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    shape: Shape,
    size: u8,
}

impl Board {
    /// The smaller of the game's own square boards.
    pub const SQUARE_8: Self = Self {
        shape: Shape::Square,
        size: 8,
    };
    /// The larger of the game's own square boards.
    pub const SQUARE_10: Self = Self {
        shape: Shape::Square,
        size: 10,
    };

    /// The smallest of the game's own hex boards.
    pub const HEX_5: Self = Self {
        shape: Shape::Hex,
        size: 5,
    };

    /// Sizes of square boards.
    const SQUARES: Range<u8> = 4..20;
    /// Sizes of hex boards.
    const HEXES: Range<u8> = 3..11;

    /// The board of `size` by `size` squares, from 4 to 19.
    #[must_use]
    pub fn square(size: u8) -> Option<Self> {
        let shape = Shape::Square;
        Self::SQUARES
            .contains(&size)
            .then_some(Self { shape, size })
    }

    /// The hexagon of hexagons with `base` cells a side, from 3 to 10.
    #[must_use]
    pub fn hex(base: u8) -> Option<Self> {
        let (shape, size) = (Shape::Hex, base);
        Self::HEXES.contains(&base).then_some(Self { shape, size })
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let squares = Self::SQUARES.filter_map(Self::square);
        squares.chain(Self::HEXES.filter_map(Self::hex))
    }

    /// Reads `square-8` or `hex-5`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|board| board.to_string() == name)
    }

    /// What its cells are.
    #[must_use]
    pub const fn shape(self) -> Shape {
        self.shape
    }

    /// The number in its name.
    #[must_use]
    pub const fn size(self) -> u8 {
        self.size
    }

    /// How many rows it has, which is also how many files.
    #[must_use]
    pub const fn rows(self) -> u8 {
        match self.shape {
            Shape::Square => self.size,
            Shape::Hex => 2 * self.size - 1,
        }
    }

    /// The files of the cells of a row, or likewise the ranks of the cells of a file. Hex coordinates are oblique: a
    /// cell exists when its file and rank differ by less than the base.
    #[must_use]
    pub fn row(self, rank: u8) -> Range<u8> {
        match self.shape {
            _ if rank >= self.rows() => 0..0,
            Shape::Square => 0..self.size,
            Shape::Hex => (rank + 1).saturating_sub(self.size)..(rank + self.size).min(self.rows()),
        }
    }

    /// Whether a cell is on it.
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        self.row(cell.rank).contains(&cell.file)
    }

    /// Its cells row by row from the top, as position texts and drawings have them.
    pub fn from_top(self) -> impl Iterator<Item = impl Iterator<Item = Cell>> {
        let row = move |rank| self.row(rank).map(move |file| Cell { file, rank });
        (0..self.rows()).rev().map(row)
    }

    /// Steps to the neighbours, in files and ranks; opposite ones stand half a turn apart.
    const fn directions(self) -> &'static [(i8, i8)] {
        match self.shape {
            Shape::Square => &[
                (0, 1),
                (1, 1),
                (1, 0),
                (1, -1),
                (0, -1),
                (-1, -1),
                (-1, 0),
                (-1, 1),
            ],
            Shape::Hex => &[(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)],
        }
    }

    fn step(self, cell: Cell, (files, ranks): (i8, i8)) -> Option<Cell> {
        let file = cell.file.checked_add_signed(files)?;
        let rank = cell.rank.checked_add_signed(ranks)?;
        let next = Cell { file, rank };
        self.contains(next).then_some(next)
    }

    /// Its tables, made once for each board.
    pub(super) fn map(self) -> &'static Map {
        static SQUARES: [OnceLock<Map>; 20] = [const { OnceLock::new() }; 20];
        static HEXES: [OnceLock<Map>; 11] = [const { OnceLock::new() }; 11];
        let maps: &[OnceLock<Map>] = match self.shape {
            Shape::Square => &SQUARES,
            Shape::Hex => &HEXES,
        };
        maps[usize::from(self.size)].get_or_init(|| Map::new(self))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = match self.shape {
            Shape::Square => "square",
            Shape::Hex => "hex",
        };
        write!(f, "{shape}-{}", self.size)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The tables of a board, which alone tells them from others.
pub(super) struct Map {
    board: Board,
    /// By index.
    cells: Vec<Cell>,
    /// How many ranks a file has room for, and files there are.
    rows: u8,
    /// File by file the index of the cell on each rank, [`EDGE`] where there is none.
    indices: Vec<Index>,
    /// By the signs of a way in files and ranks ([`bit`]) which direction it takes, if any.
    towards: [Option<u8>; 9],
    /// For each cell the next one in each direction.
    steps: Vec<[Index; 8]>,
    /// For each cell itself and its neighbours.
    zones: Vec<CellSet>,
    /// For each cell where its neighbours are found.
    near: Vec<[Column; 3]>,
    /// Every cell.
    all: CellSet,
    /// For each set of neighbours how many parts they form among themselves.
    parts: [u8; 512],
}

impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
    }
}

impl Eq for Map {}

impl Hash for Map {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.hash(state);
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}

/// The neighbours of a cell on one file, which lie side by side: whence the bits of a set of cells are to be taken, how
/// far they are to be moved, and which of them count, so that those of three files make up a set of nine.
#[derive(Clone, Copy, Debug, Default)]
struct Column {
    first: Index,
    shift: u8,
    mask: u16,
}

impl Map {
    fn new(board: Board) -> Self {
        let rows = board.rows();
        let room = (0..rows).flat_map(|file| (0..rows).map(move |rank| Cell { file, rank }));
        let mut next = 0..;
        let index = |cell| board.contains(cell).then(|| next.next()).flatten();
        let mut map = Self {
            board,
            rows,
            indices: room
                .clone()
                .map(index)
                .map(|index| index.unwrap_or(EDGE))
                .collect(),
            towards: [None; 9],
            cells: room.filter(|&cell| board.contains(cell)).collect(),
            steps: Vec::new(),
            zones: Vec::new(),
            near: Vec::new(),
            all: CellSet::default(),
            parts: parts(board.directions()),
        };
        for (direction, &step) in (0..).zip(board.directions()) {
            map.towards[usize::from(bit(step))] = Some(direction);
        }
        for (index, &cell) in (0..).zip(&map.cells) {
            let mut steps = [EDGE; 8];
            for (step, &direction) in steps.iter_mut().zip(board.directions()) {
                let next = board.step(cell, direction);
                *step = next.and_then(|next| map.index(next)).unwrap_or(EDGE);
            }
            map.steps.push(steps);
            let near = steps.into_iter().filter(|&next| next != EDGE);
            map.zones.push(near.chain([index]).collect());
            map.near.push(map.columns(cell));
            map.all.insert(index);
        }
        map
    }

    fn columns(&self, cell: Cell) -> [Column; 3] {
        let mut columns = [Column::default(); 3];
        for &(files, ranks) in self.board.directions() {
            let step = self.board.step(cell, (files, ranks));
            let Some(index) = step.and_then(|next| self.index(next)) else {
                continue;
            };
            let (column, bit) = (&mut columns[(files + 1) as usize], bit((files, ranks)));
            if column.mask == 0 || index < column.first {
                (column.first, column.shift) = (index, bit);
            }
            column.mask |= 1 << bit;
        }
        columns
    }

    /// Every cell.
    pub(super) fn all(&self) -> &CellSet {
        &self.all
    }

    pub(super) fn cell(&self, index: Index) -> Cell {
        self.cells[usize::from(index)]
    }

    /// The board.
    pub(super) const fn board(&self) -> Board {
        self.board
    }

    /// `None` for a cell that is not on the board.
    pub(super) fn index(&self, cell: Cell) -> Option<Index> {
        let at = usize::from(cell.file) * usize::from(self.rows) + usize::from(cell.rank);
        let index = *self.indices.get(at)?;
        (cell.rank < self.rows && index != EDGE).then_some(index)
    }

    /// In which direction one cell lies from another, by its number; `None` when no line joins them.
    fn towards(&self, from: Cell, to: Cell) -> Option<usize> {
        let difference = |a: u8, b: u8| b as i8 - a as i8;
        let (files, ranks) = (
            difference(from.file, to.file),
            difference(from.rank, to.rank),
        );
        let is_straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        let direction = self.towards[usize::from(bit((files.signum(), ranks.signum())))];
        direction.filter(|_| is_straight).map(usize::from)
    }

    /// The next cell in each direction, [`EDGE`] where there is none.
    pub(super) fn steps(&self, cell: Index) -> &[Index; 8] {
        &self.steps[usize::from(cell)]
    }

    /// The cells on the way from one cell to another, the last included; `None` when no line joins them.
    pub(super) fn line(&self, from: Index, to: Index) -> Option<impl Iterator<Item = Index>> {
        let direction = self.towards(self.cell(from), self.cell(to))?;
        let next = move |&at: &Index| (at != to).then(|| self.steps(at)[direction]);
        Some(std::iter::successors(Some(from), next).skip(1))
    }

    /// How many parts the stones next to a cell form among themselves: they may hang together farther off.
    pub(super) fn parts_around(&self, stones: &CellSet, cell: Index) -> u8 {
        let taken = self.near[usize::from(cell)]
            .iter()
            .fold(0, |taken, column| {
                taken | (stones.bits_from(column.first) as u16) << column.shift & column.mask
            });
        self.parts[usize::from(taken) % self.parts.len()]
    }

    /// The cell and its neighbours.
    pub(super) fn zone(&self, cell: Index) -> &CellSet {
        &self.zones[usize::from(cell)]
    }
}

/// The place of a neighbour, or of the cell itself, among the nine cells of three files.
const fn bit((files, ranks): (i8, i8)) -> u8 {
    (3 * (files + 1) + ranks + 1) as u8
}

/// For each set of the nine cells into how many parts it falls.
fn parts(directions: &[(i8, i8)]) -> [u8; 512] {
    let near = |one: i8| {
        let (file, rank) = (one / 3 - 1, one % 3 - 1);
        let near = directions
            .iter()
            .map(|(files, ranks)| (file + files, rank + ranks));
        near.filter(|(file, rank)| file.abs() <= 1 && rank.abs() <= 1)
            .fold(0, |near, cell| near | 1_usize << bit(cell))
    };
    let near: [usize; 9] = std::array::from_fn(|one| near(one as i8));
    std::array::from_fn(|taken| {
        let (mut left, mut parts) = (taken, 0);
        while left != 0 {
            let mut pending = 1 << left.trailing_zeros();
            left ^= pending;
            parts += 1;
            while pending != 0 {
                let one = pending.trailing_zeros() as usize;
                pending ^= 1 << one;
                let reached = near[one] & left;
                left ^= reached;
                pending |= reached;
            }
        }
        parts
    })
}

#[cfg(test)]
mod tests {
    use super::{Board, EDGE};
    use crate::notation::Cell;

    fn board(name: &str) -> Board {
        Board::from_name(name).expect("a board")
    }

    fn cell(name: &str) -> Cell {
        Cell::from_name(name).expect("a cell")
    }

    fn near(board: Board, name: &str) -> Vec<String> {
        let index = board.map().index(cell(name)).expect("on the board");
        let zone = board.map().zone(index).iter();
        let near = zone.filter(|&near| near != index);
        near.map(|near| board.map().cell(near).to_string())
            .collect()
    }

    #[test]
    fn boards_have_names_and_as_many_cells_as_their_shape() {
        let names: Vec<_> = Board::all().map(|board| board.to_string()).collect();
        assert_eq!(names.len(), 24);
        for (name, cells) in [
            ("square-4", 16),
            ("square-8", 64),
            ("square-19", 361),
            ("hex-3", 19),
            ("hex-5", 61),
            ("hex-10", 271),
        ] {
            assert_eq!(board(name).map().all().len(), cells, "{name}");
            assert_eq!(board(name).from_top().flatten().count(), cells as usize);
            assert_eq!(board(name).to_string(), name);
        }
        for name in [
            "square-3",
            "square-20",
            "hex-2",
            "hex-11",
            "hex",
            "Hex-5",
            "hex-05",
        ] {
            assert_eq!(Board::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn cells_are_numbered_in_their_own_order() {
        for board in Board::all() {
            let mut cells: Vec<_> = board.from_top().flatten().collect();
            cells.sort_unstable();
            let indices: Vec<_> = cells.iter().map(|&cell| board.map().index(cell)).collect();
            assert_eq!(
                indices,
                (0..cells.len() as u16).map(Some).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn square_cells_have_eight_neighbours() {
        let eight = ["d3", "d4", "d5", "e3", "e5", "f3", "f4", "f5"];
        assert_eq!(near(board("square-8"), "e4"), eight);
        assert_eq!(near(board("square-8"), "a1"), ["a2", "b1", "b2"]);
    }

    #[test]
    fn hex_cells_have_six_neighbours() {
        let six = ["d4", "d5", "e4", "e6", "f5", "f6"];
        assert_eq!(near(board("hex-5"), "e5"), six);
        assert_eq!(near(board("hex-5"), "a1"), ["a2", "b1", "b2"]);
        assert_eq!(near(board("hex-5"), "i5"), ["h4", "h5", "i6"]);
        assert!(!board("hex-5").contains(cell("a6")));
        assert!(!board("hex-5").contains(cell("z99")));
    }

    #[test]
    fn steps_go_back_the_other_way() {
        for board in Board::all() {
            let map = board.map();
            for from in map.all().iter() {
                for &to in map.steps(from).iter().filter(|&&to| to != EDGE) {
                    assert!(map.steps(to).contains(&from), "{board}");
                }
            }
        }
    }

    #[test]
    fn lines_run_in_the_boards_own_directions() {
        let line = |name, from, to| {
            let map = board(name).map();
            let index = |name| map.index(cell(name)).expect("on the board");
            let line = map.line(index(from), index(to))?;
            let names: Vec<_> = line.map(|cell| map.cell(cell).to_string()).collect();
            Some(names.join(" "))
        };
        assert_eq!(line("square-8", "b2", "b5").as_deref(), Some("b3 b4 b5"));
        assert_eq!(line("square-8", "d4", "b6").as_deref(), Some("c5 b6"));
        assert_eq!(line("square-8", "b2", "d3"), None);
        assert_eq!(line("square-8", "b2", "b2"), None);
        assert_eq!(line("hex-5", "c3", "e5").as_deref(), Some("d4 e5"));
        assert_eq!(line("hex-5", "e5", "f4"), None);
    }
}
