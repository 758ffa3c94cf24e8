//! The boards that a move leads through, side by side.

use super::Options;
use super::grid;
use super::mark::{Mark, Marks};
use crate::rules::BoardView;

/// One of the boards, under its title.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What stands over it.
    pub title: String,
    /// The board.
    pub view: BoardView,
}

/// What stands between two boards.
const GAP: &str = "   ";

/// Boards side by side under their titles. The cells that changed stand in brackets; on the first board those that
/// are about to become vacant. Ends with a line break.
#[must_use]
pub fn steps(steps: &[Step], options: Options) -> String {
    let panels: Vec<_> = steps
        .iter()
        .enumerate()
        .map(|(index, step)| panel(step, &marks(steps, index), options))
        .collect();
    let height = panels.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = String::new();
    for row in 0..height {
        let cells: Vec<_> = panels
            .iter()
            .map(|panel| panel.get(row).map_or("", String::as_str))
            .collect();
        out.push_str(cells.join(GAP).trim_end());
        out.push('\n');
    }
    out
}

/// Title and picture, all lines of one width.
fn panel(step: &Step, marks: &Marks, options: Options) -> Vec<String> {
    // The title begins where the cells do.
    let inset = " ".repeat(grid::inset(&step.view, marks, options));
    let mut lines = vec![format!("{inset}{}", step.title)];
    lines.extend(grid::lines(&step.view, marks, options));
    let width = |line: &String| line.chars().count();
    let widest = lines.iter().map(width).max().unwrap_or(0);
    for line in &mut lines {
        line.push_str(&" ".repeat(widest - width(line)));
    }
    lines
}

/// The cells to mark on a board of the series.
fn marks(steps: &[Step], index: usize) -> Marks {
    let rows = &steps[index].view.rows;
    // The first board has nothing before it, and shows what is going to move.
    let (other, is_before) = match (index.checked_sub(1), steps.get(1)) {
        (Some(before), _) => (&steps[before], false),
        (None, Some(next)) => (next, true),
        (None, None) => return Marks::Cells(Vec::new()),
    };
    let mut cells = Vec::new();
    for (row, (here, there)) in rows.iter().zip(&other.view.rows).enumerate() {
        for (file, (here, there)) in here.iter().zip(there).enumerate() {
            if here != there && (!is_before || *there == '.') {
                cells.push(((row, file), Mark::Reached));
            }
        }
    }
    Marks::Cells(cells)
}
