use super::{Mark, Options, Step, Style, board, marked_board, steps};
use crate::notation::{Cell, Color};
use crate::rules::{BoardShape, BoardView};

fn view(rows: &[&str]) -> BoardView {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    BoardView {
        shape: BoardShape::Square(rows.len() as u8),
        rows,
        turn: Color::White,
        groups: None,
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
    groups: false,
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

/// A hex board with two groups of red stones and one of black ones.
fn hex() -> BoardView {
    let rows = ["r..", ".r..", "..b..", "..b.", "r.."];
    BoardView {
        shape: BoardShape::Hex(3),
        groups: Some(
            rows.iter()
                .enumerate()
                .map(|(row, cells)| {
                    let group = |cell| match (cell, row) {
                        ('r', 4) => 12,
                        ('r', _) => 1,
                        ('b', _) => 2,
                        _ => 0,
                    };
                    cells.chars().map(group).collect()
                })
                .collect(),
        ),
        ..view(&rows)
    }
}

#[test]
fn rows_of_a_hex_board_are_shifted_by_half_a_cell() {
    insta::assert_snapshot!(board(&hex(), Options::default()), @r"
      r . .
     . r . .
    . . b . .
     . . b .
      r . .
    ");
    insta::assert_snapshot!(board(&hex(), Options { frame: false, ..ALL }), @r"
      5 r . .
     4 . r . .
    3 . . b . .
     2 . . b . e
      1 r . . d
         a b c
    ");
    insta::assert_snapshot!(board(&hex(), ALL), @r"
        +-------+
      5 / r . . \
     4 / . r . . \
    3 | . . b . . |
     2 \ . . b . / e
      1 \ r . . / d
        +-------+
           a b c
    ");
    insta::assert_snapshot!(board(&hex(), Options { style: Style::Unicode, ..ALL }), @r"
        ┌───────┐
      5 ╱ ○ · · ╲
     4 ╱ · ○ · · ╲
    3 │ · · ● · · │
     2 ╲ · · ● · ╱ e
      1 ╲ ○ · · ╱ d
        └───────┘
           a b c
    ");
}

#[test]
fn stones_bear_the_numbers_of_their_groups() {
    let options = Options {
        groups: true,
        ..Options::default()
    };
    insta::assert_snapshot!(board(&hex(), options), @r"
        r1  .   .
      .   r1  .   .
    .   .   b2  .   .
      .   .   b2  .
        r12 .   .
    ");
    insta::assert_snapshot!(board(&hex(), Options { frame: true, ..options }), @r"
        +-------------+
        / r1  .   .   \
      / .   r1  .   .   \
    | .   .   b2  .   .   |
      \ .   .   b2  .   /
        \ r12 .   .   /
        +-------------+
    ");
}

#[test]
fn the_last_move_stands_in_brackets_of_its_kind() {
    let cell = |file, rank| Cell { file, rank };
    let marks = [
        (cell(0, 0), Mark::Left),
        (cell(1, 0), Mark::Reached),
        (cell(2, 2), Mark::Captured),
        (cell(9, 9), Mark::Reached),
    ];
    insta::assert_snapshot!(marked_board(&hex(), &marks, Options::default()), @r"
      r . .
     . r . .
    . .<b>. .
     . . b .
     (r|.].
    ");
    insta::assert_snapshot!(marked_board(&view(&["...", "rrr", ".b."]), &marks, ALL), @r"
      +-------+
    3 | . .<.>|
    2 | r r r |
    1 |(.|b]. |
      +-------+
        a b c
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
