use super::{read_position, write_position};
use crate::rules::PositionRemark;

fn read(text: &str) -> (Result<String, PositionRemark>, Vec<PositionRemark>) {
    let mut remarks = Vec::new();
    let position = read_position(text, &mut remarks);
    let written = position.map(|position| {
        let mut out = String::new();
        write_position(&position, &mut out);
        out
    });
    (written, remarks)
}

/// The fault of a text: where, what, and the text with the repair made, if one is offered.
fn fault(text: &str) -> (String, String, Option<String>) {
    let (read, _) = read(text);
    let fault = read.expect_err(text);
    let repaired = fault.repairs.first().map(|(_, (start, end), new)| {
        let repaired = format!("{}{new}{}", &text[..*start], &text[*end..]);
        assert!(self::read(&repaired).0.is_ok(), "{repaired}");
        repaired
    });
    let (start, end) = fault.range;
    (text[start..end].to_owned(), fault.message, repaired)
}

#[track_caller]
fn assert_fault(text: &str, at: &str, message: &str) {
    assert_eq!(fault(text), (at.to_owned(), message.to_owned(), None));
}

#[track_caller]
fn assert_repair(text: &str, at: &str, message: &str, repaired: &str) {
    let repaired = Some(repaired.to_owned());
    assert_eq!(fault(text), (at.to_owned(), message.to_owned(), repaired));
}

#[test]
fn canonical_texts_are_written_as_read() {
    for text in [
        "8/8/8/8/8/8/8/8 r p -",
        "3/4/5/4/3 r p -",
        "10/8r1/10/10/10/10/10/10/10/10 b p i9",
        "9r/11/12/13/14/15/16/17/18/19/18/17/16/15/14/13/12/11/10 b p s19",
        "2b1/1r2/2r1/b3 r m -",
        "4/4/4/4 r m -",
    ] {
        assert_eq!(read(text), (Ok(text.to_owned()), Vec::new()));
    }
}

#[test]
fn the_board_follows_from_the_rows() {
    for (text, board) in [
        ("5/5/5/5/5 r p -", "square-5"),
        ("3/4/5/4/3 r p -", "hex-3"),
        ("4/4/4/4 r p -", "square-4"),
    ] {
        let position = read_position(text, &mut Vec::new()).expect("a position");
        assert_eq!(position.board().to_string(), board);
    }
}

#[test]
fn odd_blanks_capitals_and_a_missing_last_field_are_matters_of_style() {
    for (text, usual) in [
        ("4/4/4/4  r p -", "4/4/4/4 r p -"),
        ("4/4/4/4 r p", "4/4/4/4 r p -"),
        ("4/4/1r2/4 b p B2", "4/4/1r2/4 b p b2"),
    ] {
        let (read, remarks) = read(text);
        assert_eq!(read.as_deref(), Ok(usual));
        let [remark] = &remarks[..] else {
            panic!("{text}: {remarks:?}");
        };
        let (_, (start, end), new) = &remark.repairs[0];
        assert_eq!(format!("{}{new}{}", &text[..*start], &text[*end..]), usual);
    }
}

#[test]
fn faults_of_the_rows_name_the_row() {
    assert_fault("", "", "the position text is empty");
    assert_fault(
        "4/4/4 r p -",
        "4/4/4",
        "field 1 has 3 rows, where boards have 4 to 19",
    );
    assert_fault(
        "8/8/8/7/8/8/8/8 r p -",
        "7",
        "row 4 of field 1 has 7 cells, where square-8 needs 8",
    );
    assert_fault(
        "3/4/4r/4/2 r p -",
        "2",
        "row 5 of field 1 has 2 cells, where hex-3 needs 3",
    );
    assert_fault(
        "8/8/8/8//8/8/8 r p -",
        "",
        "row 5 of field 1 has 0 cells, where square-8 needs 8",
    );
    assert_fault(
        "4/4/rrrrrrrrrrrrrrrrrrrrrrrrr/4 r m -",
        "rrrrrrrrrrrrrrrrrrrrrrrrr",
        "row 3 of field 1 has 25 cells, where square-4 needs 4",
    );
    assert_fault(
        "4/4/4é/4 r p -",
        "é",
        "`é` in row 3 of field 1 is neither `r`, `b` nor a number",
    );
    assert_repair(
        "4/4/1B2/4 r m -",
        "B",
        "`B` in row 3 of field 1 is neither `r`, `b` nor a number",
        "4/4/1b2/4 r m -",
    );
    assert_repair(
        "4/4/04/4 r p -",
        "04",
        "`04` in row 3 of field 1 begins with 0",
        "4/4/4/4 r p -",
    );
    assert_fault(
        "4/4/99999999999999999999999/4 r p -",
        "99999999999999999999999",
        "`99999999999999999999999` in row 3 of field 1 is more than a row can hold",
    );
}

#[test]
fn faults_of_side_and_phase_name_the_field() {
    assert_fault(
        "4/4/4/4",
        "4/4/4/4",
        "field 2, the side to move, is missing",
    );
    assert_fault("4/4/4/4 w p -", "w", "field 2 is `w`, neither `r` nor `b`");
    assert_repair(
        "4/4/4/4 R p -",
        "R",
        "field 2 is `R`, neither `r` nor `b`",
        "4/4/4/4 r p -",
    );
    assert_fault("4/4/4/4 r", "r", "field 3, the phase, is missing");
    assert_fault("4/4/4/4 r x -", "x", "field 3 is `x`, neither `p` nor `m`");
    assert_repair(
        "4/4/4/4 b p -",
        "b",
        "field 2 is `b`, but on the empty board Red places the first stone",
        "4/4/4/4 r p -",
    );
    assert_fault(
        "4/4/4/4 r p - 1",
        "1",
        "the position text has 5 fields, where there are 4 at most",
    );
}

#[test]
fn the_last_stone_is_an_opponents_with_a_vacant_neighbour() {
    assert_repair(
        "4/4/1r2/4 r m b2",
        "b2",
        "field 4 is `b2`, where the movement phase has `-`",
        "4/4/1r2/4 r m -",
    );
    assert_repair(
        "4/4/1r2/4 b p -",
        "-",
        "field 4 is `-`, which only the empty board has in the placement phase",
        "4/4/1r2/4 b p b2",
    );
    assert_repair(
        "4/4/1r2/4 b p",
        "",
        "field 4, the last stone placed, is missing",
        "4/4/1r2/4 b p b2",
    );
    assert_repair(
        "4/4/1r2/4 b p e5",
        "e5",
        "field 4 names e5, which is not on square-4",
        "4/4/1r2/4 b p b2",
    );
    assert_repair(
        "4/4/1r2/4 b p c3",
        "c3",
        "field 4 names c3, which is vacant",
        "4/4/1r2/4 b p b2",
    );
    assert_repair(
        "4/4/1rb1/4 b p c2",
        "c2",
        "field 4 names c2, which holds a stone of the side to move",
        "4/4/1rb1/4 b p b2",
    );
    assert_fault(
        "4/3r/bb2/rb1r b p a1",
        "a1",
        "field 4 names a1, which has no vacant neighbour",
    );
}
