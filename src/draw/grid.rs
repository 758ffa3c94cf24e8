//! What all text pictures share: rows of cells, marks between them, coordinates and a frame around them.

use super::Options;
use crate::rules::BoardView;

/// The signs of a style.
pub(super) struct Signs {
    pub(super) frame: Frame,
    /// The sign of a cell.
    pub(super) cell: fn(char, Options) -> char,
}

/// The signs of a frame.
pub(super) struct Frame {
    pub(super) top: [char; 2],
    pub(super) bottom: [char; 2],
    pub(super) across: char,
    pub(super) down: char,
}

/// Which cells stand in brackets.
pub(super) enum Marks {
    /// None, and no room is left for them.
    None,
    /// These, as row from the top and file from the left.
    Cells(Vec<(usize, usize)>),
}

impl Marks {
    /// Whether there is room for a bracket at the edge.
    const fn have_room(&self) -> bool {
        matches!(self, Self::Cells(_))
    }

    fn contains(&self, row: usize, file: usize) -> bool {
        match self {
            Self::None => false,
            Self::Cells(cells) => cells.contains(&(row, file)),
        }
    }

    /// What stands left of a cell: a blank, or a bracket that it may share with its neighbour.
    fn between(&self, row: usize, file: usize) -> char {
        let before = file > 0 && self.contains(row, file - 1);
        match (before, self.contains(row, file)) {
            (false, false) => ' ',
            (false, true) => '[',
            (true, false) => ']',
            (true, true) => '|',
        }
    }
}

/// How many signs a rank is named by.
fn rank_width(view: &BoardView, options: Options) -> usize {
    if options.coordinates {
        view.rows.len().to_string().len()
    } else {
        0
    }
}

/// How far to the right the cells begin.
pub(super) fn inset(view: &BoardView, marks: &Marks, options: Options) -> usize {
    let margin = match rank_width(view, options) {
        0 => 0,
        width => width + 1,
    };
    margin + usize::from(options.frame) + usize::from(options.frame || marks.have_room())
}

/// The lines of the picture; those with marks or a frame are blank at the edge of the board.
pub(super) fn lines(view: &BoardView, marks: &Marks, options: Options) -> Vec<String> {
    let size = view.rows.len();
    let Signs { frame, cell } = options.signs();
    let (width, inset) = (
        rank_width(view, options),
        " ".repeat(inset(view, marks, options)),
    );
    let has_edge = options.frame || marks.have_room();
    let border = |[left, right]: [char; 2]| {
        let across = frame.across.to_string().repeat(2 * size + 1);
        // The frame and the blank within it stand left of the cells.
        format!("{}{left}{across}{right}", &inset[2..])
    };
    let mut lines = Vec::new();
    if options.frame {
        lines.push(border(frame.top));
    }
    for (row, cells) in view.rows.iter().enumerate() {
        let mut line = String::new();
        if options.coordinates {
            let rank = size.saturating_sub(row);
            line.push_str(&format!("{rank:>width$} "));
        }
        line.extend(options.frame.then_some(frame.down));
        for (file, &letter) in cells.iter().enumerate() {
            if file > 0 || has_edge {
                line.push(marks.between(row, file));
            }
            line.push(cell(letter, options));
        }
        if has_edge {
            line.push(marks.between(row, cells.len()));
        }
        line.extend(options.frame.then_some(frame.down));
        lines.push(line);
    }
    if options.frame {
        lines.push(border(frame.bottom));
    }
    if options.coordinates {
        let files: Vec<String> = ('a'..='z').take(size).map(String::from).collect();
        lines.push(inset + &files.join(" "));
    }
    lines
}
