//! Legal turns of both phases.

use super::board::{EDGE, Index};
use super::cells::CellSet;
use super::groups::Groups;
use super::position::{Phase, Position};
use super::turn::Turn;
use crate::notation::Cell;

impl Position {
    /// All legal turns, sorted; clears `out` first. Empty when the game is over.
    pub fn legal_turns(&self, out: &mut Vec<Turn>) {
        out.clear();
        if self.united().is_some() {
            return;
        }
        let map = self.map();
        match self.phase() {
            Phase::Placement { last } => {
                let open = self.open_cells();
                for bound in self.bound_cells(last).iter() {
                    let bound_cell = map.cell(bound);
                    let place = |free| Turn::Place {
                        bound: bound_cell,
                        free,
                    };
                    let free = self.free_cells(last, bound, &open);
                    if free.is_empty() {
                        out.push(place(None));
                    }
                    out.extend(free.iter().map(|free| place(Some(map.cell(free)))));
                }
            }
            Phase::Movement => {
                let enemy = &self.stones[self.turn().other().index()];
                for (from, targets) in self.each_target() {
                    out.extend(targets.iter().map(|to| Turn::Move {
                        from: map.cell(from),
                        to: map.cell(to),
                        capture: enemy.contains(to),
                    }));
                }
            }
        }
    }

    /// Number of legal turns; none is made.
    #[must_use]
    pub fn count_legal(&self) -> u64 {
        if self.united().is_some() {
            return 0;
        }
        match self.phase() {
            Phase::Placement { last } => {
                let open = self.open_cells();
                let free = |bound| u64::from(self.free_cells(last, bound, &open).len());
                let bounds = self.bound_cells(last).iter();
                bounds.map(|bound| free(bound).max(1)).sum()
            }
            Phase::Movement => {
                let targets = self.each_target();
                targets.map(|(_, targets)| u64::from(targets.len())).sum()
            }
        }
    }

    /// Whether there is a legal turn. In the placement phase there always is: the last stone has a vacant neighbour.
    #[must_use]
    pub fn has_legal_turn(&self) -> bool {
        match self.phase() {
            _ if self.united().is_some() => false,
            Phase::Placement { .. } => true,
            Phase::Movement => self.each_target().any(|(_, targets)| !targets.is_empty()),
        }
    }

    /// Cells without a stone.
    fn vacant_cells(&self) -> CellSet {
        let [red, black] = &self.stones;
        self.map().all().without(&red.or(black))
    }

    /// Cells for the first stone of a turn: next to the opponent's last stone; on the empty board all.
    pub(super) fn bound_cells(&self, last: Option<Cell>) -> CellSet {
        let map = self.map();
        let vacant = self.vacant_cells();
        match last.and_then(|last| map.index(last)) {
            Some(last) => map.zone(last).and(&vacant),
            None => vacant,
        }
    }

    /// Vacant cells all of whose neighbours are vacant.
    pub(super) fn open_cells(&self) -> CellSet {
        let map = self.map();
        let [red, black] = &self.stones;
        let near = red.or(black).iter().map(|stone| map.zone(stone));
        let near = near.fold(CellSet::default(), |all, zone| all.or(zone));
        map.all().without(&near)
    }

    /// Cells for the second stone of a turn: those of `open` that stay so when the first is on `bound`. Red's first
    /// turn has no second stone.
    pub(super) fn free_cells(&self, last: Option<Cell>, bound: Index, open: &CellSet) -> CellSet {
        match last {
            Some(_) => open.without(self.map().zone(bound)),
            None => CellSet::default(),
        }
    }

    /// The own stones in order, and where each may legally go.
    fn each_target(&self) -> impl Iterator<Item = (Index, CellSet)> {
        let groups = Groups::new(self.map(), &self.stones);
        let own = &self.stones[self.turn().index()];
        own.iter()
            .map(move |from| (from, self.targets(&groups, from)))
    }

    /// Where a stone may legally go.
    fn targets(&self, groups: &Groups, from: Index) -> CellSet {
        let map = self.map();
        let own = &self.stones[self.turn().index()];
        let enemy = &self.stones[self.turn().other().index()];
        let (without, mut targets) = (groups.without(from), CellSet::default());
        for (direction, &first) in map.steps(from).iter().enumerate() {
            let mut to = first;
            while to != EDGE && !own.contains(to) {
                let capture = enemy.contains(to);
                if without.growth(own, to, capture) <= 0 {
                    targets.insert(to);
                }
                if capture {
                    break;
                }
                to = map.steps(to)[direction];
            }
        }
        targets
    }
}
