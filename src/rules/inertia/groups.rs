//! Groups: which stones belong together, and what a move makes of that.

use super::board::{EDGE, Index, MAX_CELLS, Map};
use super::cells::CellSet;

/// The name of no group, the number of no stone.
const NONE: u16 = u16::MAX;

/// A value for each cell, and one for [`EDGE`].
type Table<T> = [T; MAX_CELLS + 1];

/// Boards of so many words of cells have a way of their own to be searched, which takes half the time.
const FEW: usize = 2;

/// The number of groups that the stones of one colour form.
pub(super) fn count(map: &Map, stones: &CellSet) -> u16 {
    parts_of(map, stones, stones)
}

/// The number of groups of one colour, without what may stand on the cell itself, that touch a cell.
pub(super) fn around(map: &Map, stones: &CellSet, cell: Index) -> u16 {
    match map.parts_around(stones, cell) {
        parts @ 0..2 => parts.into(),
        _ => around_at_length(map, stones, cell),
    }
}

/// The same where the neighbours fall into parts that may hang together farther off.
#[inline(never)]
fn around_at_length(map: &Map, stones: &CellSet, cell: Index) -> u16 {
    let mut stones = *stones;
    stones.remove(cell);
    let near = map.zone(cell).and(&stones);
    if map.all().len() <= 64 * FEW as u32 {
        parts_of::<FEW>(map, &stones.narrowed(), &near.narrowed())
    } else {
        parts_of(map, &stones, &near)
    }
}

/// The number of groups of `stones` to which those of `asked` belong.
fn parts_of<const N: usize>(map: &Map, stones: &CellSet<N>, asked: &CellSet<N>) -> u16 {
    let (mut left, mut missing, mut groups) = (*stones, *asked, 0);
    while let Some(first) = missing.take_first() {
        groups += 1;
        left.remove(first);
        let (mut pending, mut stone) = (CellSet::default(), first);
        // As soon as none is missing nothing more is to be found.
        while !missing.is_empty() {
            let reached = map.zone(stone).narrowed().and(&left);
            left = left.without(&reached);
            missing = missing.without(&reached);
            pending = pending.or(&reached);
            match pending.take_first() {
                Some(next) => stone = next,
                None => break,
            }
        }
    }
    groups
}

/// The groups of both colours, searched in depth, so that it is known of every stone into how many parts its group
/// falls without it (Tarjan's articulation points).
#[derive(Debug)]
pub(super) struct Groups {
    map: &'static Map,
    /// The number of each stone, by the order in which the search came to it.
    order: Table<u16>,
    /// The number of the first stone of its group: the group's name.
    group: Table<u16>,
    /// One past the numbers of the stones that the search came to through it.
    end: Table<u16>,
    /// The lowest number among its neighbours and those of the stones that the search came to through it.
    low: Table<u16>,
    /// The stone through which the search came to it.
    parent: Table<Index>,
    /// Into how many parts its group falls without it; 0 for a single stone.
    parts: Table<u8>,
}

impl Groups {
    pub(super) fn new(map: &'static Map, stones: &[CellSet; 2]) -> Self {
        let mut groups = Self {
            map,
            order: [NONE; MAX_CELLS + 1],
            group: [NONE; MAX_CELLS + 1],
            end: [NONE; MAX_CELLS + 1],
            low: [NONE; MAX_CELLS + 1],
            parent: [EDGE; MAX_CELLS + 1],
            parts: [0; MAX_CELLS + 1],
        };
        let (mut number, mut tried) = (0, [0; MAX_CELLS + 1]);
        for color in stones {
            for stone in color.iter() {
                if groups.order[usize::from(stone)] == NONE {
                    groups.search(color, stone, &mut number, &mut tried);
                }
            }
        }
        groups
    }

    /// Numbers the group of `first`. The way back is kept in `parent`, and how many directions have been tried from
    /// each stone in `tried`, so nothing recurses.
    fn search(&mut self, color: &CellSet, first: Index, number: &mut u16, tried: &mut Table<u8>) {
        let name = *number;
        self.enter(first, EDGE, name, number);
        let mut stone = first;
        loop {
            let at = usize::from(stone);
            if let Some(&next) = self.map.steps(stone).get(usize::from(tried[at])) {
                tried[at] += 1;
                if !color.contains(next) {
                    continue;
                }
                if self.order[usize::from(next)] == NONE {
                    self.enter(next, stone, name, number);
                    stone = next;
                } else {
                    self.low[at] = self.low[at].min(self.order[usize::from(next)]);
                }
                continue;
            }
            self.end[at] = *number;
            if stone == first {
                return;
            }
            let parent = usize::from(self.parent[at]);
            self.low[parent] = self.low[parent].min(self.low[at]);
            self.parts[parent] += u8::from(self.is_cut(stone));
            stone = self.parent[at];
        }
    }

    fn enter(&mut self, stone: Index, parent: Index, name: u16, number: &mut u16) {
        let at = usize::from(stone);
        self.order[at] = *number;
        self.low[at] = *number;
        self.group[at] = name;
        self.parent[at] = parent;
        // Without it what lies before it stays together; before the first stone there is nothing.
        self.parts[at] = u8::from(parent != EDGE);
        *number += 1;
    }

    /// Whether the stones that the search came to through `stone` hang on to the rest by its parent alone.
    fn is_cut(&self, stone: Index) -> bool {
        let at = usize::from(stone);
        self.low[at] >= self.order[usize::from(self.parent[at])]
    }

    /// Into how many parts the group of `stone` falls without it; 0 for a single stone.
    pub(super) fn parts(&self, stone: Index) -> u8 {
        self.parts[usize::from(stone)]
    }

    /// The groups with a stone taken up.
    pub(super) fn without(&self, stone: Index) -> Without<'_> {
        let mut cuts = [(NONE, NONE); 4];
        if self.parts(stone) > 1 {
            let below = self.map.steps(stone).iter().filter(|&&next| {
                self.parent[usize::from(next)] == stone && next != EDGE && self.is_cut(next)
            });
            for (cut, &next) in cuts.iter_mut().zip(below) {
                *cut = (self.order[usize::from(next)], self.end[usize::from(next)]);
            }
        }
        Without {
            groups: self,
            stone,
            cuts,
        }
    }
}

/// Groups with a stone taken up, to be put down elsewhere.
#[derive(Debug)]
pub(super) struct Without<'g> {
    groups: &'g Groups,
    stone: Index,
    /// The numbers of the stones in each part that the stone cut off from the rest of its group. Parts hold
    /// neighbours of the stone that are no neighbours of each other, and there are four of those at most.
    cuts: [(u16, u16); 4],
}

impl Without<'_> {
    /// By how much the number of groups of both colours grows when the stone is put down on `to`, where a stone of
    /// the other colour is captured if there is one.
    pub(super) fn growth(&self, own: &CellSet, to: Index, capture: bool) -> i16 {
        let captured = if capture {
            i16::from(self.groups.parts(to)) - 1
        } else {
            0
        };
        i16::from(self.groups.parts(self.stone)) - self.joined(own, to) + captured
    }

    /// How many groups and parts of groups touch a cell.
    fn joined(&self, own: &CellSet, cell: Index) -> i16 {
        let (mut seen, mut count) = ([NONE; 4], 0);
        for &next in self.groups.map.steps(cell) {
            if next == self.stone || !own.contains(next) {
                continue;
            }
            let part = self.part(next);
            if !seen[..count].contains(&part) {
                // As with cuts, four at most.
                seen[count] = part;
                count += 1;
            }
        }
        count as i16
    }

    /// The name of the part that a stone belongs to.
    fn part(&self, stone: Index) -> u16 {
        let order = self.groups.order[usize::from(stone)];
        for (first, end) in self.cuts {
            if first == NONE {
                break;
            }
            if (first..end).contains(&order) {
                return first;
            }
        }
        self.groups.group[usize::from(stone)]
    }
}
