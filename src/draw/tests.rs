use super::{Options, Step, Style, board, steps};
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
    "rnbqkbnr", "pppppppp", "........", "........", "........", "........", "PPPPPPPP", "RNBQKBNR",
];

const ALL: Options = Options {
    style: Style::Ascii,
    coordinates: true,
    frame: true,
    legend: None,
};

#[test]
fn ascii_prints_cells_a_blank_apart() {
    insta::assert_snapshot!(board(&view(&START), Options::default()), @r"
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
    assert_eq!(board(&view(&["Pp", "Rk"]), options), "O p\nR k\n");
}

#[test]
fn frame_and_coordinates_stand_around_the_cells() {
    insta::assert_snapshot!(board(&view(&START), ALL), @r"
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
        board(&view(&["k.", ".K"]), coordinates),
        "2 k .\n1 . K\n  a b\n"
    );
}

#[test]
fn labels_of_a_large_board_are_aligned() {
    let picture = board(
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
    insta::assert_snapshot!(board(&view(&START), Options { style: Style::Unicode, ..ALL }), @"
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

/// The boards of a move, under the titles `0`, `1`, ...
fn series(boards: &[&[&str]]) -> Vec<Step> {
    let titled = |(index, rows): (usize, &&[&str])| Step {
        title: index.to_string(),
        view: view(rows),
    };
    boards.iter().enumerate().map(titled).collect()
}

#[test]
fn steps_stand_side_by_side_with_what_changed_in_brackets() {
    let boards: [&[&str]; 3] = [
        &["n..", "...", "R.."],
        &["R..", "...", "..."],
        &["...", "R..", "..."],
    ];
    insta::assert_snapshot!(steps(&series(&boards), Options::default()), @r"
     0         1         2
     n . .    [R]. .    [.]. .
     . . .     . . .    [R]. .
    [R]. .    [.]. .     . . .
    ");
    insta::assert_snapshot!(steps(&series(&boards), ALL), @r"
        0             1             2
      +-------+     +-------+     +-------+
    3 | n . . |   3 |[R]. . |   3 |[.]. . |
    2 | . . . |   2 | . . . |   2 |[R]. . |
    1 |[R]. . |   1 |[.]. . |   1 | . . . |
      +-------+     +-------+     +-------+
        a b c         a b c         a b c
    ");
    let unicode = Options {
        style: Style::Unicode,
        ..ALL
    };
    insta::assert_snapshot!(steps(&series(&boards), unicode), @r"
        0             1             2
      ┌───────┐     ┌───────┐     ┌───────┐
    3 │ ♞ · · │   3 │[♖]· · │   3 │[·]· · │
    2 │ · · · │   2 │ · · · │   2 │[♖]· · │
    1 │[♖]· · │   1 │[·]· · │   1 │ · · · │
      └───────┘     └───────┘     └───────┘
        a b c         a b c         a b c
    ");
}

#[test]
fn neighbours_share_a_bracket() {
    let boards: [&[&str]; 2] = [&["R..K", "...p"], &[".KR.", "...p"]];
    insta::assert_snapshot!(steps(&series(&boards), Options::default()), @r"
     0           1
    [R]. .[K]   [.|K|R|.]
     . . . p     . . . p
    ");
}

#[test]
fn a_long_title_widens_its_board() {
    let mut boards = series(&[&["K."], &[".K"]]);
    boards[0].title = "a long title".to_owned();
    insta::assert_snapshot!(steps(&boards, Options::default()), @r"
     a long title    1
    [K].            [.|K]
    ");
}

#[test]
fn a_move_that_changes_nothing_marks_nothing() {
    let boards = series(&[&["K."], &["K."]]);
    insta::assert_snapshot!(steps(&boards, Options::default()), @r"
    0       1
    K .     K .
    ");
    assert_eq!(steps(&[], Options::default()), "");
}
