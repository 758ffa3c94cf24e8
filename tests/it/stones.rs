//! The stone game against an independent implementation, and its laws on boards of every kind.

use crate::support::{cases, root, text};
use proptest::prelude::{Strategy, any, proptest};
use proptest::sample::select;
use scoresheet::notation::chess::CaptureMark;
use scoresheet::notation::stones::{StoneTurn, read_spaced_stone_turn, read_stone_turn};
use scoresheet::notation::{Cell, Color};
use scoresheet::rules::Status;
use scoresheet::rules::inertia::{
    Board, Fault, Phase, Position, Shape, Turn, read_position, write_position,
};
use serde_json::Value;
use std::collections::BTreeSet;

fn position(text: &str) -> Position {
    let mut remarks = Vec::new();
    let read = read_position(text, &mut remarks);
    assert!(remarks.is_empty(), "{text}: {remarks:?}");
    read.unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
}

fn written(position: &Position) -> String {
    let mut text = String::new();
    write_position(position, &mut text);
    text
}

fn word(text: &str) -> StoneTurn {
    let read = read_stone_turn(text).unwrap_or_else(|| panic!("{text} is no turn"));
    assert_eq!(read.len, text.len(), "{text} is read in part");
    read.turn
}

fn legal(position: &Position) -> Vec<Turn> {
    let mut turns = Vec::new();
    position.legal_turns(&mut turns);
    turns
}

fn oracle() -> Value {
    let file = text(&root().join("fixtures/oracle/inertia.json"));
    serde_json::from_str(&file).expect("JSON")
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn string<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().expect("a string")
}

/// Numbers and their pairs, `"3,2"`.
fn pair(numbers: [u16; 2]) -> String {
    format!("{},{}", numbers[0], numbers[1])
}

fn numbers(value: &Value) -> Vec<u64> {
    let values = value.as_array().expect("a list");
    values.iter().filter_map(Value::as_u64).collect()
}

/// How a game stands, in the words of the figures; repetition is not the engine's business.
fn reason(position: &Position) -> &'static str {
    match position.end() {
        None => "ongoing",
        Some(Status::United) => "unification",
        Some(Status::BothUnited) => "simultaneous-unification",
        Some(Status::OpponentUnited) => "opponent-unified",
        Some(Status::NoLegalMove) => "no-legal-move",
        Some(other) => panic!("{other:?} is no end of this game"),
    }
}

fn result(position: &Position) -> &'static str {
    let outcome = position.end().and_then(|end| end.outcome(position.turn()));
    outcome.map_or("*", |outcome| outcome.marker())
}

#[test]
fn edge_cases_are_judged_as_by_the_other_implementation() {
    let oracle = oracle();
    let edges = list(&oracle, "edges");
    assert!(edges.len() >= 63);
    for edge in edges {
        let id = string(edge, "id");
        let board = Board::from_name(string(edge, "board")).expect("a board");
        let mut position = edge["position"]
            .as_str()
            .map_or_else(|| Position::start(board), position);
        assert_eq!(position.board(), board, "{id}");
        for turn in list(edge, "turns") {
            let turn = word(turn.as_str().expect("a turn"));
            let turn = position
                .judge(turn)
                .unwrap_or_else(|fault| panic!("{id}: {fault:?}"));
            position.play(turn);
        }
        let groups: Vec<u64> = position.groups().map(u64::from).to_vec();
        assert_eq!(groups, numbers(&edge["groups_before"]), "{id}");
        judge_edge(id, edge, position);
    }
}

fn judge_edge(id: &str, edge: &Value, mut position: Position) {
    let expect = &edge["expect"];
    let Some(tested) = edge["tested"].as_str() else {
        assert_eq!(legal(&position), [], "{id}");
        assert_eq!(reason(&position), string(expect, "reason"), "{id}");
        for refused in list(expect, "refused_groups_increase") {
            let fault = position.judge(word(refused.as_str().expect("a turn")));
            assert_eq!(fault.map_err(|fault| fault.kind()), Err("groups-increase"));
        }
        return;
    };
    match position.judge(word(tested)) {
        Err(fault) => assert_eq!(Some(fault.kind()), expect["code"].as_str(), "{id}"),
        Ok(turn) => {
            assert_eq!(expect["legal"], true, "{id}");
            position.play(turn);
            let (groups, stones) = (position.groups(), position.count_stones());
            assert_eq!(groups.map(u64::from).to_vec(), numbers(&expect["groups"]));
            assert_eq!(stones.map(u64::from).to_vec(), numbers(&expect["stones"]));
            assert_eq!(written(&position), string(expect, "position_after"), "{id}");
            if expect["reason"] != "threefold" {
                assert_eq!(reason(&position), string(expect, "reason"), "{id}");
                assert_eq!(result(&position), string(expect, "result"), "{id}");
            }
        }
    }
}

#[test]
fn games_run_as_in_the_other_implementation() {
    let oracle = oracle();
    let games = list(&oracle, "games");
    assert_eq!(games.len(), 125);
    for game in games {
        let board = Board::from_name(string(game, "board")).expect("a board");
        let mut position = Position::start(board);
        let mut groups = Vec::new();
        let mut number = String::new();
        for turn in string(game, "moves").split(' ') {
            if let Some(dotted) = turn.strip_suffix('.') {
                number = dotted.to_owned();
                continue;
            }
            assert_eq!(position.number().to_string(), number);
            let judged = position.judge(word(turn));
            let judged = judged.unwrap_or_else(|fault| panic!("{turn}: {fault:?}"));
            assert_eq!(judged.to_string(), turn);
            position.play(judged);
            groups.push(pair(position.groups()));
        }
        assert_eq!(groups.join(" "), string(game, "groups"));
        assert_eq!(written(&position), string(game, "final"));
        let reason = if game["reason"] == "cap" {
            "ongoing"
        } else {
            string(game, "reason")
        };
        assert_eq!(self::reason(&position), reason);
        assert_eq!(result(&position), string(game, "result"));
    }
}

/// Boards small enough that random games get to the movement phase soon, and two of so many cells that their groups are
/// searched in another way.
fn any_board() -> impl Strategy<Value = Board> {
    let squares = (4..=10).chain([12]).filter_map(Board::square);
    let hexes = (3..=8).filter_map(Board::hex);
    select(squares.chain(hexes).collect::<Vec<_>>())
}

/// Plays from the start by `choices` and asks `judge` about every position on the way, with its legal turns.
fn walk(board: Board, choices: &[u16], mut judge: impl FnMut(&Position, &[Turn])) {
    let mut position = Position::start(board);
    for &choice in choices {
        let turns = legal(&position);
        judge(&position, &turns);
        if turns.is_empty() {
            break;
        }
        position.play(turns[usize::from(choice) % turns.len()]);
    }
}

fn choices() -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(any::<u16>(), 0..80)
}

fn cells(board: Board) -> Vec<Cell> {
    board.from_top().flatten().collect()
}

/// Field 1 of a position text: `stones` by the order of its cells, 0 for red, 1 for black.
fn rows_of(board: Board, stones: &[u8]) -> String {
    let mut stones = stones.iter();
    let mut row = |length: usize| {
        let mut row = String::new();
        let mut vacant = 0;
        for stone in stones.by_ref().take(length).map(Some).chain([None]) {
            let letter = match stone {
                Some(0) => "r",
                Some(1) => "b",
                Some(_) => {
                    vacant += 1;
                    continue;
                }
                None => "",
            };
            if vacant > 0 {
                row.push_str(&vacant.to_string());
            }
            row.push_str(letter);
            vacant = 0;
        }
        row
    };
    let rows: Vec<_> = board.from_top().map(|cells| row(cells.count())).collect();
    rows.join("/")
}

/// Groups by the definition alone: stones joined while there are two of one colour next to each other.
fn groups_by_flood(position: &Position, color: Color) -> u16 {
    let mut left: BTreeSet<Cell> = cells(position.board())
        .into_iter()
        .filter(|&cell| position.stone(cell) == Some(color))
        .collect();
    let mut groups = 0;
    while let Some(first) = left.pop_first() {
        groups += 1;
        let mut pending = vec![first];
        while let Some(stone) = pending.pop() {
            let near: Vec<_> = left
                .iter()
                .copied()
                .filter(|&cell| are_neighbors(position.board(), stone, cell))
                .collect();
            for cell in near {
                left.remove(&cell);
                pending.push(cell);
            }
        }
    }
    groups
}

fn are_neighbors(board: Board, a: Cell, b: Cell) -> bool {
    let files = i16::from(b.file) - i16::from(a.file);
    let ranks = i16::from(b.rank) - i16::from(a.rank);
    let is_square = board.shape() == Shape::Square;
    a != b && files.abs() <= 1 && ranks.abs() <= 1 && (is_square || files * ranks != -1)
}

/// The legal turns by the words of the rules, every pair of cells tried and the groups counted anew.
fn legal_by_definition(position: &Position) -> Vec<Turn> {
    let board = position.board();
    let cells = cells(board);
    let vacant = |cell: Cell| position.stone(cell).is_none();
    let mut turns = Vec::new();
    match position.phase() {
        Phase::Placement { last: None } => {
            turns.extend(cells.iter().map(|&bound| Turn::Place { bound, free: None }));
        }
        Phase::Placement { last: Some(last) } => {
            let bounds = cells.iter().filter(|&&cell| vacant(cell));
            for &bound in bounds.filter(|&&cell| are_neighbors(board, cell, last)) {
                let is_free = |free: Cell| {
                    cells
                        .iter()
                        .filter(|&&cell| !vacant(cell) || cell == bound)
                        .all(|&stone| stone != free && !are_neighbors(board, stone, free))
                };
                let free: Vec<_> = cells
                    .iter()
                    .copied()
                    .filter(|&cell| is_free(cell))
                    .collect();
                let free = free.iter().map(|&free| Some(free));
                let free: Vec<_> = if free.len() == 0 {
                    vec![None]
                } else {
                    free.collect()
                };
                turns.extend(free.into_iter().map(|free| Turn::Place { bound, free }));
            }
        }
        Phase::Movement => {
            for &from in &cells {
                for &to in &cells {
                    turns.extend(move_by_definition(position, from, to));
                }
            }
        }
    }
    turns.sort_unstable();
    turns
}

fn move_by_definition(position: &Position, from: Cell, to: Cell) -> Option<Turn> {
    let board = position.board();
    let (own, target) = (position.turn(), position.stone(to));
    if position.stone(from) != Some(own) || target == Some(own) || from == to {
        return None;
    }
    let (files, ranks) = (
        i16::from(to.file) - i16::from(from.file),
        i16::from(to.rank) - i16::from(from.rank),
    );
    let length = files.abs().max(ranks.abs());
    let at = |i: i16| Cell {
        file: (i16::from(from.file) + files * i / length) as u8,
        rank: (i16::from(from.rank) + ranks * i / length) as u8,
    };
    let straight = files % length == 0 && ranks % length == 0 && are_neighbors(board, from, at(1));
    if !straight || (1..length).any(|i| position.stone(at(i)).is_some()) {
        return None;
    }
    let capture = target.is_some();
    let turn = Turn::Move { from, to, capture };
    let mut after = position.clone();
    after.play(turn);
    let total = |position| {
        Color::ALL
            .map(|color| groups_by_flood(position, color))
            .iter()
            .sum::<u16>()
    };
    (total(&after) <= total(position)).then_some(turn)
}

proptest! {
    #![proptest_config(cases(256))]

    /// Any stones may stand anywhere; only the last stone placed has to be possible.
    #[test]
    fn every_arrangement_is_read_and_written_as_it_was(
        board in select(Board::all().collect::<Vec<_>>()),
        stones in proptest::collection::vec(0..6_u8, 361),
        turn in select(vec!["r", "b"]),
        last in 0..361_usize,
    ) {
        let rows = rows_of(board, &stones);
        let moving = format!("{rows} {turn} m -");
        assert_eq!(written(&position(&moving)), moving);
        let cells = cells(board);
        let last = cells[last % cells.len()];
        let placing = format!("{rows} {turn} p {last}");
        let stones = position(&moving);
        let is_possible = stones.stone(last) == Some(stones.turn().other())
            && cells.iter().any(|&cell| stones.stone(cell).is_none() && are_neighbors(board, cell, last));
        match read_position(&placing, &mut Vec::new()) {
            Ok(position) => assert!(is_possible && written(&position) == placing, "{placing}"),
            Err(fault) => assert!(!is_possible, "{placing}: {fault:?}"),
        }
    }

    #[test]
    fn remarks_on_odd_texts_stand_inside_them(
        text in "([rb/0-9éR]{0,3}/){3,5}[rb/0-9é]{0,12}( [rbRx])?( [pmx])?( (-|[a-eA-F][1-5]))?|\\PC{0,30}",
    ) {
        let mut remarks = Vec::new();
        match read_position(&text, &mut remarks) {
            Ok(position) => assert_eq!(self::position(&written(&position)), position, "{text}"),
            Err(fault) => remarks.push(fault),
        }
        for remark in remarks {
            assert!(text.get(remark.range.0..remark.range.1).is_some(), "{text}: {remark:?}");
            for (_, (start, end), _) in remark.repairs {
                assert!(text.get(start..end).is_some(), "{text}");
            }
        }
    }

    #[test]
    fn a_turn_is_read_back_as_written(word in "[a-zA-Z0-9,+/&:x× -]{0,14}") {
        for read in [read_stone_turn(&word), read_spaced_stone_turn(&word)].into_iter().flatten() {
            let usual = read.turn.to_string();
            let again = read_stone_turn(&usual).expect("what is written is read");
            let is_kept = match read.turn {
                StoneTurn::Place(stones) => stones.count() <= 3,
                StoneTurn::Move { .. } => true,
            };
            assert!(again.turn == read.turn || !is_kept, "{word}");
            let is_marked = !matches!(read.turn, StoneTurn::Move { mark: CaptureMark::None, .. });
            let is_usual = usual == word[..read.len] && is_marked;
            assert!(read.spelling.is_unusual() != is_usual || !is_kept, "{word}");
        }
    }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn position_texts_go_forth_and_back(board in any_board(), choices in choices()) {
        walk(board, &choices, |position, _| {
            let text = written(position);
            let back = self::position(&text);
            assert_eq!(written(&back), text);
            assert_eq!(back.repetition_key(), position.repetition_key(), "{text}");
            assert_eq!(back.groups(), position.groups(), "{text}");
        });
    }

    #[test]
    fn legal_turns_are_sorted_and_counted(board in any_board(), choices in choices()) {
        walk(board, &choices, |position, turns| {
            assert!(turns.is_sorted_by(|a, b| a < b), "{turns:?}");
            assert_eq!(position.count_legal(), turns.len() as u64);
            assert_eq!(position.has_legal_turn(), !turns.is_empty());
        });
    }

    #[test]
    fn what_is_generated_is_accepted(board in any_board(), choices in choices()) {
        walk(board, &choices, |position, turns| {
            for &turn in turns {
                let StoneTurn::Move { from, to, mark } = word(&turn.to_string()) else {
                    assert_eq!(position.judge(word(&turn.to_string())), Ok(turn));
                    continue;
                };
                assert!(turn.fits(mark));
                let other = if mark == CaptureMark::Dash { CaptureMark::Capture } else { CaptureMark::Dash };
                for mark in [mark, other, CaptureMark::None] {
                    assert_eq!(position.judge(StoneTurn::Move { from, to, mark }), Ok(turn));
                }
                assert!(!turn.fits(other) && turn.fits(CaptureMark::None));
            }
        });
    }

    #[test]
    fn groups_are_those_of_a_plain_flood(board in any_board(), choices in choices()) {
        walk(board, &choices, |position, _| {
            let plain = Color::ALL.map(|color| groups_by_flood(position, color));
            assert_eq!(position.groups(), plain, "{}", written(position));
        });
    }
}

proptest! {
    #![proptest_config(cases(6))]

    #[test]
    fn legal_turns_are_those_of_the_rules_own_words(board in any_board(), choices in choices()) {
        let mut seen = 0;
        walk(board, &choices, |position, turns| {
            seen += 1;
            // The slow way takes its time: the end of the walk and some positions before are enough.
            if position.united().is_none() && (seen % 7 == 0 || board.rows() < 7) {
                assert_eq!(turns, legal_by_definition(position), "{}", written(position));
            }
        });
    }

    /// Whatever is written is either a legal turn or has one reason not to be, and a reason is never found for a
    /// legal turn.
    #[test]
    fn every_written_move_is_legal_or_explained(board in any_board(), choices in choices()) {
        let mut last = None;
        walk(board, &choices, |position, turns| last = Some((position.clone(), turns.to_vec())));
        let Some((position, turns)) = last else { return Ok(()) };
        let mut legal = Vec::new();
        for from in cells(board) {
            for to in cells(board) {
                match position.judge(StoneTurn::Move { from, to, mark: CaptureMark::None }) {
                    Ok(turn) => legal.push(turn),
                    Err(Fault::GroupsIncrease { before, after, .. }) => {
                        assert!(after.iter().sum::<u16>() > before.iter().sum());
                    }
                    Err(_) => {}
                }
            }
        }
        legal.sort_unstable();
        let moves = turns.into_iter().filter(|turn| matches!(turn, Turn::Move { .. }));
        assert_eq!(legal, moves.collect::<Vec<_>>());
    }
}
