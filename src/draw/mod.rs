//! Pictures of boards in plain text.

mod ascii;
mod unicode;

pub use ascii::ascii;
pub use unicode::unicode;

use crate::rules::{BoardShape, BoardView};

/// What a picture shows beside the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Whether ranks and files are named at the edge.
    pub coordinates: bool,
    /// Whether a frame surrounds the board.
    pub frame: bool,
    /// The sign of a white pawn in ascii; old scores have `O`, the default is `P`.
    pub legend: Option<char>,
}

/// The signs of a frame.
struct Frame {
    top: [char; 2],
    bottom: [char; 2],
    across: char,
    down: char,
}

/// The board as a grid, its cells one blank apart, rows from the top; ends with a line break.
fn grid(view: &BoardView, options: Options, frame: &Frame, cell: impl Fn(char) -> char) -> String {
    let BoardShape::Square(size) = view.shape;
    let width = if options.coordinates {
        size.to_string().len()
    } else {
        0
    };
    let margin = " ".repeat(if width > 0 { width + 1 } else { 0 });
    let edge = |out: &mut String, [left, right]: [char; 2]| {
        if options.frame {
            let across = frame.across.to_string().repeat(2 * usize::from(size) + 1);
            out.push_str(&format!("{margin}{left}{across}{right}\n"));
        }
    };
    let mut out = String::new();
    edge(&mut out, frame.top);
    for (row, cells) in view.rows.iter().enumerate() {
        if options.coordinates {
            out.push_str(&format!(
                "{:>width$} ",
                usize::from(size).saturating_sub(row)
            ));
        }
        if options.frame {
            out.extend([frame.down, ' ']);
        }
        for (file, &letter) in cells.iter().enumerate() {
            if file > 0 {
                out.push(' ');
            }
            out.push(cell(letter));
        }
        if options.frame {
            out.extend([' ', frame.down]);
        }
        out.push('\n');
    }
    edge(&mut out, frame.bottom);
    if options.coordinates {
        out.push_str(&margin);
        out.push_str(if options.frame { "  " } else { "" });
        let files: Vec<String> = ('a'..='z').take(size.into()).map(String::from).collect();
        out.push_str(&files.join(" "));
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Options, ascii, unicode};
    use crate::notation::Color;
    use crate::rules::{BoardShape, BoardView};

    fn view(rows: &[&str]) -> BoardView {
        let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        BoardView {
            shape: BoardShape::Square(rows.len() as u8),
            rows,
            turn: Color::White,
        }
    }

    const START: [&str; 8] = [
        "rnbqkbnr", "pppppppp", "........", "........", "........", "........", "PPPPPPPP",
        "RNBQKBNR",
    ];

    const ALL: Options = Options {
        coordinates: true,
        frame: true,
        legend: None,
    };

    #[test]
    fn ascii_prints_cells_a_blank_apart() {
        insta::assert_snapshot!(ascii(&view(&START), Options::default()), @r"
        r n b q k b n r
        p p p p p p p p
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        P P P P P P P P
        R N B Q K B N R
        ");
    }

    #[test]
    fn the_legend_changes_white_pawns_only() {
        let options = Options {
            legend: Some('O'),
            ..Options::default()
        };
        assert_eq!(ascii(&view(&["Pp", "Rk"]), options), "O p\nR k\n");
    }

    #[test]
    fn frame_and_coordinates_stand_around_the_cells() {
        insta::assert_snapshot!(ascii(&view(&START), ALL), @r"
          +-----------------+
        8 | r n b q k b n r |
        7 | p p p p p p p p |
        6 | . . . . . . . . |
        5 | . . . . . . . . |
        4 | . . . . . . . . |
        3 | . . . . . . . . |
        2 | P P P P P P P P |
        1 | R N B Q K B N R |
          +-----------------+
            a b c d e f g h
        ");
        let coordinates = Options {
            coordinates: true,
            ..Options::default()
        };
        assert_eq!(
            ascii(&view(&["k.", ".K"]), coordinates),
            "2 k .\n1 . K\n  a b\n"
        );
    }

    #[test]
    fn labels_of_a_large_board_are_aligned() {
        let picture = ascii(
            &view(&["."; 10]),
            Options {
                coordinates: true,
                ..Options::default()
            },
        );
        assert!(picture.starts_with("10 .\n 9 .\n"), "{picture}");
    }

    #[test]
    fn unicode_prints_figurines() {
        insta::assert_snapshot!(unicode(&view(&START), ALL), @"
          ┌─────────────────┐
        8 │ ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜ │
        7 │ ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟ │
        6 │ · · · · · · · · │
        5 │ · · · · · · · · │
        4 │ · · · · · · · · │
        3 │ · · · · · · · · │
        2 │ ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙ │
        1 │ ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖ │
          └─────────────────┘
            a b c d e f g h
        ");
    }
}
