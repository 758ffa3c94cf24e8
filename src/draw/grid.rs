//! What all text pictures share: rows of cells, marks between them, coordinates and a frame around them.

use super::Options;
use super::mark::Marks;
use crate::rules::{BoardShape, BoardView};

/// The signs of a style.
pub(super) struct Signs {
    pub(super) frame: Frame,
    /// The sign of a cell of chess.
    pub(super) cell: fn(char, Options) -> char,
    /// The sign of a cell of a game of stones.
    pub(super) stone: fn(char) -> char,
}

/// The signs of a frame.
pub(super) struct Frame {
    pub(super) top: [char; 2],
    pub(super) bottom: [char; 2],
    pub(super) across: char,
    pub(super) down: char,
    /// Edges that lean, `/` and `\`.
    pub(super) leaning: [char; 2],
}

/// A board laid out in lines of text.
struct Grid<'a> {
    view: &'a BoardView,
    marks: &'a Marks,
    options: Options,
    signs: Signs,
    /// The cells as they are printed, all of one width.
    cells: Vec<Vec<String>>,
    /// How many signs a cell takes with the blank or bracket behind it.
    pitch: usize,
    /// How many signs a rank is named by; 0 where it is not.
    rank_width: usize,
}

/// How far to the right the cells begin in the rows that reach furthest to the left.
pub(super) fn inset(view: &BoardView, marks: &Marks, options: Options) -> usize {
    Grid::new(view, marks, options).inset()
}

/// The lines of the picture; those with marks or a frame are blank at the edge of the board.
pub(super) fn lines(view: &BoardView, marks: &Marks, options: Options) -> Vec<String> {
    let grid = Grid::new(view, marks, options);
    let frame = &grid.signs.frame;
    let mut lines = Vec::new();
    if options.frame {
        lines.push(grid.border(0, frame.top));
    }
    lines.extend((0..view.rows.len()).map(|row| grid.row(row)));
    if options.frame {
        lines.push(grid.border(view.rows.len().saturating_sub(1), frame.bottom));
    }
    if options.coordinates {
        lines.push(grid.files());
    }
    lines
}

impl<'a> Grid<'a> {
    fn new(view: &'a BoardView, marks: &'a Marks, options: Options) -> Self {
        let signs = options.signs();
        let sign = |row: usize, column: usize, letter: char| match &view.groups {
            None => (signs.cell)(letter, options).to_string(),
            Some(groups) => {
                let sign = (signs.stone)(letter);
                let group = groups.get(row).and_then(|row| row.get(column));
                match group {
                    Some(&group) if options.groups && group > 0 => format!("{sign}{group}"),
                    _ => sign.to_string(),
                }
            }
        };
        let mut cells: Vec<Vec<String>> = view
            .rows
            .iter()
            .enumerate()
            .map(|(row, cells)| {
                let cells = cells.iter().enumerate();
                cells
                    .map(|(column, &letter)| sign(row, column, letter))
                    .collect()
            })
            .collect();
        let signs_of = |cell: &String| cell.chars().count();
        let widest = cells.iter().flatten().map(signs_of).max().unwrap_or(1);
        // Rows of a hex board are shifted by half a cell, which must be a whole number of signs.
        let width = match view.shape {
            BoardShape::Hex(_) => widest | 1,
            BoardShape::Square(_) => widest,
        };
        for cell in cells.iter_mut().flatten() {
            cell.push_str(&" ".repeat(width - signs_of(cell)));
        }
        Self {
            view,
            marks,
            options,
            signs,
            cells,
            pitch: width + 1,
            rank_width: if options.coordinates {
                view.rows.len().to_string().len()
            } else {
                0
            },
        }
    }

    /// Whether something stands between the cells at the edge and what surrounds the board.
    fn has_edge(&self) -> bool {
        self.options.frame || self.marks.have_room()
    }

    fn inset(&self) -> usize {
        let names = if self.rank_width == 0 {
            0
        } else {
            self.rank_width + 1
        };
        names + usize::from(self.options.frame) + usize::from(self.has_edge())
    }

    /// How far a row is shifted to the right.
    fn shift(&self, row: usize) -> usize {
        match self.view.shape {
            BoardShape::Square(_) => 0,
            BoardShape::Hex(edge) => (usize::from(edge) - 1).abs_diff(row) * self.pitch / 2,
        }
    }

    fn row(&self, row: usize) -> String {
        let Self { rank_width, .. } = *self;
        let mut line = " ".repeat(self.shift(row));
        if self.options.coordinates {
            let rank = self.view.rows.len().saturating_sub(row);
            line.push_str(&format!("{rank:>rank_width$} "));
        }
        let [left, right] = self.sides(row);
        line.extend(self.options.frame.then_some(left));
        let cells = &self.cells[row];
        for (column, cell) in cells.iter().enumerate() {
            if column > 0 || self.has_edge() {
                line.push(self.marks.between(row, column));
            }
            line.push_str(cell);
        }
        if self.has_edge() {
            line.push(self.marks.between(row, cells.len()));
        }
        line.extend(self.options.frame.then_some(right));
        if let Some(file) = self.file_at_the_end(row) {
            line.push(' ');
            line.push(file);
        }
        if !self.has_edge() {
            line.truncate(line.trim_end().len());
        }
        line
    }

    /// The edges of the frame beside a row.
    fn sides(&self, row: usize) -> [char; 2] {
        let Frame { down, leaning, .. } = self.signs.frame;
        match self.view.shape {
            BoardShape::Square(_) => [down; 2],
            BoardShape::Hex(edge) => match (usize::from(edge) - 1).cmp(&row) {
                std::cmp::Ordering::Greater => leaning,
                std::cmp::Ordering::Equal => [down; 2],
                std::cmp::Ordering::Less => [leaning[1], leaning[0]],
            },
        }
    }

    fn border(&self, row: usize, [left, right]: [char; 2]) -> String {
        let columns = self.cells.get(row).map_or(0, Vec::len);
        let across = self.signs.frame.across.to_string();
        // The frame and the blank within it stand left of the cells.
        let inset = self.shift(row) + self.inset() - 2;
        let across = across.repeat(self.pitch * columns + 1);
        format!("{}{left}{across}{right}", " ".repeat(inset))
    }

    /// The file that ends at the right of a row: in the lower half of a hex board, the one whose lowest cell stands a
    /// row further up.
    fn file_at_the_end(&self, row: usize) -> Option<char> {
        match self.view.shape {
            BoardShape::Hex(edge) if self.options.coordinates && row >= usize::from(edge) => {
                let last = self.view.cell(row, self.cells[row].len());
                Some(letter(last.file.into()))
            }
            _ => None,
        }
    }

    /// The files that end at the lowest row.
    fn files(&self) -> String {
        let (count, shift) = match self.view.shape {
            BoardShape::Square(_) => (self.view.rows.len(), 0),
            BoardShape::Hex(edge) => (edge.into(), usize::from(edge) * self.pitch / 2),
        };
        let files: Vec<String> = (0..count).map(|file| letter(file).to_string()).collect();
        let between = " ".repeat(self.pitch - 1);
        " ".repeat(self.inset() + shift) + &files.join(&between)
    }
}

fn letter(file: usize) -> char {
    char::from(b'a' + (file % 26) as u8)
}
