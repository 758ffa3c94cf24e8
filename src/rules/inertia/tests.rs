//! The rules by example, and the reasons with their facts.

use super::{Board, Fault, Phase, Position, Sample, Split, read_position};
use crate::notation::Cell;
use crate::notation::stones::read_stone_turn;
use crate::notation::{Color, Outcome};
use crate::rules::Status;

const RED: Color = Color::White;
const BLACK: Color = Color::Black;

fn position(text: &str) -> Position {
    read_position(text, &mut Vec::new()).expect("a position text")
}

fn cell(name: &str) -> Cell {
    Cell::from_name(name).expect("a cell")
}

fn cells(names: &str) -> Vec<Cell> {
    names.split(' ').map(cell).collect()
}

fn sample(names: &str, count: u32) -> Sample {
    let cells = cells(names);
    Sample { cells, count }
}

#[track_caller]
fn play(position: &mut Position, turns: &str) {
    for word in turns.split(' ') {
        let written = read_stone_turn(word).expect("a turn").turn;
        let turn = position.judge(written).expect(word);
        position.play(turn);
    }
}

fn after(turns: &str) -> Position {
    let mut position = Position::start(Board::SQUARE_8);
    play(&mut position, turns);
    position
}

#[track_caller]
fn fault(position: &Position, word: &str) -> Fault {
    let written = read_stone_turn(word).expect("a turn").turn;
    position.judge(written).expect_err(word)
}

#[test]
fn red_places_one_stone_then_each_turn_two() {
    let mut position = Position::start(Board::SQUARE_8);
    assert_eq!(position.phase(), Phase::Placement { last: None });
    play(&mut position, "e4");
    let last = Some(cell("e4"));
    assert_eq!(position.phase(), Phase::Placement { last });
    assert_eq!((position.turn(), position.number()), (BLACK, 1));
    play(&mut position, "f4,b2");
    let last = Some(cell("b2"));
    assert_eq!(position.phase(), Phase::Placement { last });
    assert_eq!((position.turn(), position.number()), (RED, 2));
    assert_eq!(
        (position.groups(), position.count_stones()),
        ([1, 2], [1, 2])
    );
}

#[test]
fn a_bound_stone_that_leaves_no_free_cell_ends_the_phase() {
    let mut position = position("b3/4/1r2/3b b p b2");
    play(&mut position, "c3");
    assert_eq!(position.phase(), Phase::Movement);
    assert_eq!((position.turn(), position.end()), (RED, None));
    assert_eq!(
        position.groups(),
        [1, 3],
        "Red's one group ends nothing yet"
    );
}

#[test]
fn the_end_follows_from_the_groups_of_both_sides() {
    for (text, turn, end, outcome) in [
        (
            "4/3b/r3/1rb1 r m -",
            "b1-b2",
            Status::United,
            Outcome::WhiteWins,
        ),
        (
            "4/b3/r3/1r2 r m -",
            "b1-b2",
            Status::BothUnited,
            Outcome::Draw,
        ),
        (
            "r2b/4/4/r2b r m -",
            "a1xd1",
            Status::OpponentUnited,
            Outcome::BlackWins,
        ),
        (
            "4/4/3b/1r2 r m -",
            "b1-a2",
            Status::BothUnited,
            Outcome::Draw,
        ),
        (
            "4/4/b3/rr2 r m -",
            "a1xa2",
            Status::United,
            Outcome::WhiteWins,
        ),
    ] {
        let mut position = position(text);
        play(&mut position, turn);
        assert_eq!(position.end(), Some(end), "{text}");
        assert_eq!(end.outcome(position.turn()), Some(outcome), "{text}");
        assert_eq!(
            (position.count_legal(), position.has_legal_turn()),
            (0, false)
        );
    }
}

#[test]
fn a_position_given_is_ongoing_or_without_a_legal_move() {
    assert_eq!(position("4/b3/r3/1r2 r m -").end(), None);
    let stuck = position("2bbr/4bb/6b/8/9/8/b6/bb4/rbb2 r m -");
    assert_eq!(
        (stuck.end(), stuck.united()),
        (Some(Status::NoLegalMove), None)
    );
    assert_eq!(Status::NoLegalMove.outcome(RED), None);
    assert_eq!(position("4/4/4/4 r m -").end(), Some(Status::NoLegalMove));
}

#[test]
fn keys_are_equal_for_the_same_stones_side_and_phase() {
    let start = position("r3/4/4/r2b r m -");
    let mut position = start.clone();
    play(&mut position, "a1-a2");
    assert_ne!(position.repetition_key(), start.repetition_key());
    let back = self::position("r3/4/r3/3b b m -");
    assert_eq!(position.repetition_key(), back.repetition_key());
    let placing = self::position("r3/4/r3/3b b p a2");
    assert_ne!(position.repetition_key(), placing.repetition_key());
}

#[test]
fn cells_off_the_board_are_named() {
    let (cell, board) = (cell("i9"), Board::SQUARE_8);
    assert_eq!(
        fault(&after("e4"), "f4,i9"),
        Fault::OffBoard { cell, board }
    );
}

#[test]
fn turns_belong_to_a_phase_and_have_so_many_stones() {
    let start = Position::start(Board::SQUARE_8);
    let phase = Phase::Placement { last: None };
    assert_eq!(fault(&start, "e4-e5"), Fault::WrongPhase { phase });
    let extra = cell("f4");
    let (count, most) = (2, 1);
    assert_eq!(
        fault(&start, "e4,f4"),
        Fault::TooManyStones { extra, count, most }
    );
    let extra = cell("h8");
    let (count, most) = (4, 2);
    assert_eq!(
        fault(&after("e4"), "f4,b2,h8,a1"),
        Fault::TooManyStones { extra, count, most }
    );
    let phase = Phase::Movement;
    let moving = position("4/4/4/1r1b r m -");
    assert_eq!(fault(&moving, "a4"), Fault::WrongPhase { phase });
}

#[test]
fn a_stone_is_placed_on_a_vacant_cell() {
    let position = after("e4");
    let on = |name, color| Fault::Occupied {
        cell: cell(name),
        color,
    };
    assert_eq!(fault(&position, "e4,b2"), on("e4", RED));
    assert_eq!(fault(&position, "f4,f4"), on("f4", BLACK));
}

#[test]
fn a_bound_stone_is_next_to_the_last_one() {
    assert_eq!(
        fault(&after("e4 f4,b2"), "f3,g7"),
        Fault::BoundNotAdjacent {
            bound: cell("f3"),
            last: cell("b2"),
            open: sample("a1 a2 a3 b1", 8),
        }
    );
}

#[test]
fn a_free_stone_has_no_neighbours() {
    assert_eq!(
        fault(&after("e4"), "f4,f5"),
        Fault::FreeNotIsolated {
            free: cell("f5"),
            neighbors: vec![(cell("e4"), RED), (cell("f4"), BLACK)],
            open: sample("a1 a2 a3 a4", 52),
        }
    );
}

#[test]
fn a_free_stone_is_placed_where_one_can_be() {
    let position = position("b3/4/1r2/3b b p b2");
    assert_eq!(
        fault(&position, "b3"),
        Fault::FreeMissing {
            bound: cell("b3"),
            open: sample("d3 d4", 2),
        }
    );
    assert_eq!(
        fault(&position, "c3,d4"),
        Fault::FreeImpossible {
            bound: cell("c3"),
            free: cell("d4"),
            neighbors: vec![(cell("c3"), BLACK)],
        }
    );
}

#[test]
fn an_own_stone_moves_along_a_line_up_to_the_first_stone() {
    let position = position("7r/b7/8/1br5/6b1/8/1rr5/8 r m -");
    let none = |name, holder| Fault::NoOwnStone {
        cell: cell(name),
        holder,
    };
    assert_eq!(fault(&position, "d4-d5"), none("d4", None));
    assert_eq!(fault(&position, "b5-b6"), none("b5", Some(BLACK)));
    for to in ["d3", "b2"] {
        let (from, to) = (cell("b2"), cell(to));
        assert_eq!(
            fault(&position, &format!("b2-{to}")),
            Fault::NotALine { from, to }
        );
    }
    let (cell, color) = (cell("b5"), BLACK);
    assert_eq!(fault(&position, "b2-b7"), Fault::Blocked { cell, color });
    assert_eq!(fault(&position, "c2xc5").kind(), "own-stone");
}

#[test]
fn groups_may_not_grow_in_number() {
    let position = position("7r/b7/8/8/6b1/8/1rrr4/8 r m -");
    let split = Split {
        color: RED,
        stone: cell("c2"),
        parts: vec![cells("b2"), cells("c5"), cells("d2")],
    };
    assert_eq!(
        fault(&position, "c2-c5"),
        Fault::GroupsIncrease {
            before: [2, 2],
            after: [4, 2],
            splits: vec![split],
        }
    );
}

#[test]
fn a_capture_may_split_the_enemy_when_own_groups_join() {
    let mut joining = position("r7/8/4rb2/4b3/3b4/8/8/4r2b r m -");
    play(&mut joining, "e1xe5");
    assert_eq!(joining.groups(), [2, 3]);
    let lonely = position("r7/8/5b2/4b3/3b4/8/8/4r2b r m -");
    let split = Split {
        color: BLACK,
        stone: cell("e5"),
        parts: vec![cells("d4"), cells("f6")],
    };
    assert_eq!(
        fault(&lonely, "e1xe5"),
        Fault::GroupsIncrease {
            before: [2, 2],
            after: [2, 3],
            splits: vec![split],
        }
    );
}

#[test]
fn nothing_is_legal_after_the_end() {
    let mut over = position("4/3b/r3/1rb1 r m -");
    play(&mut over, "b1-b2");
    let status = Status::United;
    assert_eq!(fault(&over, "c1-c2"), Fault::GameOver { status });
    assert_eq!(fault(&over, "z99"), Fault::GameOver { status });
}
