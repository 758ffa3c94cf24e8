use super::{
    StoneRead, StoneSpelling, StoneTurn, WrittenStones, any_stone_word, read_spaced_stone_turn,
    read_stone_turn,
};
use crate::notation::chess::CaptureMark;
use crate::notation::{Cell, short};
use proptest::prelude::*;
use proptest::sample::select;

const USUAL: StoneSpelling = StoneSpelling {
    separator: false,
    mark: false,
    trailing: false,
    capitals: false,
    blanks: false,
};

fn whole(text: &str, read: Option<StoneRead>) -> (String, StoneSpelling) {
    let read = read.unwrap_or_else(|| panic!("{text:?} is no turn"));
    assert_eq!(read.len, text.len(), "{text:?} is read in part");
    (read.turn.to_string(), read.spelling)
}

#[test]
fn canonical_turns_are_spelled_as_usual() {
    for text in ["e4", "f4,b2", "b2-b5", "b2xb7", "s19", "z99,a1", "x5xx6"] {
        assert_eq!(
            whole(text, read_stone_turn(text)),
            (text.to_owned(), USUAL),
            "{text}"
        );
    }
}

#[test]
fn the_straight_path_reads_canonical_turns() {
    for word in ["e4", "f4,b2", "b2-b5", "b2xb7", "s19", "z99,a1", "x5xx6"] {
        for end in [
            "", " ", "\n", ")", " 12. f4", " f4,b2", " {", "\r\n1-0", " |",
        ] {
            let text = format!("{word}{end}");
            let read = short::stones::read(text.as_bytes());
            assert_eq!(read.map(|read| read.len), Some(word.len()), "{text:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn the_straight_path_reads_nothing_otherwise_than_the_grammar(
        signs in prop::collection::vec(select(&[
            "a", "x", "E", "b2", "f4", "h10", "x6", "0", "1", "9", ",", "-", "x", "×", "+", "/", "&", ":", "*", "!", "?",
            " ", " ", "\n", "(", ")", "{", "|", ".", "é", "–", "1-0",
        ]), 0..9),
    ) {
        let text = signs.concat();
        if let Some(read) = short::stones::read(text.as_bytes()) {
            prop_assert_eq!(any_stone_word(&text, false), Some(read), "{:?}", text);
            prop_assert_eq!(any_stone_word(&text, true), Some(read), "{:?}", text);
        }
    }
}

#[test]
fn other_spellings_are_read_and_named() {
    let separator = StoneSpelling {
        separator: true,
        ..USUAL
    };
    let mark = StoneSpelling {
        mark: true,
        ..USUAL
    };
    let trailing = StoneSpelling {
        trailing: true,
        ..USUAL
    };
    let capitals = StoneSpelling {
        capitals: true,
        ..USUAL
    };
    for (text, usual, spelling) in [
        ("f4+b2", "f4,b2", separator),
        ("f4/b2", "f4,b2", separator),
        ("f4&b2", "f4,b2", separator),
        ("b2:b7", "b2xb7", mark),
        ("b2×b7", "b2xb7", mark),
        ("b2–b5", "b2-b5", mark),
        ("b2b5", "b2b5", mark),
        ("f4-h6x", "f4xh6", trailing),
        ("E4", "e4", capitals),
        ("F4,B2", "f4,b2", capitals),
        ("C2-c5", "c2-c5", capitals),
        (
            "C2:C5",
            "c2xc5",
            StoneSpelling {
                mark: true,
                ..capitals
            },
        ),
    ] {
        assert_eq!(
            whole(text, read_stone_turn(text)),
            (usual.to_owned(), spelling),
            "{text}"
        );
        assert!(spelling.is_unusual());
    }
}

#[test]
fn blanks_stand_round_signs_in_the_spaced_form_only() {
    let blanks = StoneSpelling {
        blanks: true,
        ..USUAL
    };
    for (text, usual) in [
        ("f4, b2", "f4,b2"),
        ("f4 ,\n b2", "f4,b2"),
        ("b2 - b5", "b2-b5"),
        ("b2 x b7", "b2xb7"),
    ] {
        assert_eq!(
            whole(text, read_spaced_stone_turn(text)),
            (usual.to_owned(), blanks)
        );
        assert_eq!(read_stone_turn(text).map(|read| read.len), Some(2));
    }
    let two = read_spaced_stone_turn("e4 f4,b2").expect("two turns");
    assert_eq!((two.len, two.spelling), (2, USUAL));
    let dash = read_spaced_stone_turn("e4 - Red resigns").expect("a turn and prose");
    assert_eq!(dash.len, 2);
}

#[test]
fn a_turn_ends_where_a_word_does() {
    for (text, len) in [
        ("e4 f4,b2", 2),
        ("e4!", 2),
        ("f4,b2)", 5),
        ("f4,b2, then", 5),
        ("b2-b5.", 5),
    ] {
        assert_eq!(
            read_stone_turn(text).map(|read| read.len),
            Some(len),
            "{text}"
        );
    }
    for text in [
        "", "e", "e0", "e04", "e100", "4e", "é4", "e4e", "e4-", "b2-b5-b7", "b2xb5x", "f4-h6xg7",
        "e4+", "1-0", "Nf3", "e4=Q", "f4,,b2x",
    ] {
        let read = read_stone_turn(text);
        assert!(
            read.is_none_or(|read| text[read.len..].starts_with(',')),
            "{text}: {read:?}"
        );
    }
}

#[test]
fn too_many_stones_are_counted_and_the_first_three_kept() {
    let cell = |name| Cell::from_name(name).expect("a cell");
    let three = WrittenStones::new(cell("f4"))
        .and(cell("b2"))
        .and(cell("h8"));
    let read = read_stone_turn("f4,b2,h8").expect("a turn");
    assert_eq!(read.turn, StoneTurn::Place(three));
    let many = vec!["a1"; 1000].join(",");
    let StoneTurn::Place(stones) = read_stone_turn(&many).expect("a turn").turn else {
        panic!("a placement");
    };
    assert_eq!((stones.count(), stones.cells().len()), (255, 3));
}

#[test]
fn a_turn_is_small_and_says_what_it_claims() {
    assert!(size_of::<StoneTurn>() <= 12);
    let mark = |text| match read_stone_turn(text).map(|read| read.turn) {
        Some(StoneTurn::Move { mark, .. }) => mark,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(mark("b2-b5"), CaptureMark::Dash);
    assert_eq!(mark("b2xb5"), CaptureMark::Capture);
    assert_eq!(mark("b2b5x"), CaptureMark::Capture);
    assert_eq!(mark("b2b5"), CaptureMark::None);
}

#[test]
fn cells_have_names_up_to_z99() {
    for name in ["a1", "i9", "s19", "z99"] {
        assert_eq!(
            Cell::from_name(name).map(|cell| cell.to_string()),
            Some(name.to_owned())
        );
    }
    for name in ["", "a", "a0", "a01", "a100", "1a", "a1 "] {
        assert_eq!(Cell::from_name(name), None, "{name}");
    }
}
