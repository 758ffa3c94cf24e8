use super::{Numbers, Subject, Where};
use crate::record::TreeBuilder;
use crate::replay::{Options, replay};
use crate::syntax::{Format, read_record};

const GAME: &str = r#"[Event "Cup, second round"]
[White "João"]
[Black "Claude"]
[Date "1997.03.??"]
[WhiteElo "2450"]
[Result "1-0"]

1. e4 {a comment} e5 (1... c5) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0
"#;

fn holds(condition: &str) -> bool {
    let condition: Where = condition
        .parse()
        .unwrap_or_else(|error| panic!("{condition}: {error}"));
    let mut builder = TreeBuilder::default();
    read_record(Format::Pgn, GAME, 0, &mut builder);
    let replay = replay(builder.finish(), GAME, &Options::default());
    condition.holds(&Subject {
        replay: &replay,
        number: 3,
        file: "games.pgn",
    })
}

#[test]
fn tags_are_compared_in_whatever_case() {
    for condition in [
        "white=joão",
        "WHITE = JOÃO",
        "white!=Claude",
        "event=\"cup, second round\"",
        "tag.result=1-0",
        "annotator!=x",
        "whiteelo",
        "!annotator",
    ] {
        assert!(holds(condition), "{condition}");
    }
    for condition in ["white=Claude", "annotator=x", "annotator", "white!=joão"] {
        assert!(!holds(condition), "{condition}");
    }
}

#[test]
fn numbers_and_dates_have_an_order() {
    for condition in [
        "whiteelo>2400",
        "whiteelo>=2450",
        "whiteelo=2450.0",
        "date>1996",
        "date<1997.04",
        "date>=1997.03",
        "date=1997.03.??",
        "plies=7 & variations=1 & comments=1",
        "record<=3",
    ] {
        assert!(holds(condition), "{condition}");
    }
    // The day is not known, and a name has no order.
    for condition in ["date<1997.03.10", "date>1997.03.10", "white>3", "date>1997"] {
        assert!(!holds(condition), "{condition}");
    }
}

#[test]
fn what_is_known_of_a_record_can_be_asked_for() {
    for condition in [
        "result=1-0 & outcome=1-0 & status=checkmate",
        "rules=chess & valid & !invalid",
        "file~games",
        "errors=0",
        "code=missing-roster | !notes",
    ] {
        assert!(holds(condition), "{condition}");
    }
}

#[test]
fn conditions_are_joined_and_denied() {
    for condition in [
        "white~^jo & (black=x | black=claude)",
        "!(white=x)",
        "!!valid",
        "white=x | black=claude & plies>5",
        "white !~ claude",
    ] {
        assert!(holds(condition), "{condition}");
    }
    assert!(!holds("(white=x | black=claude) & plies>50"));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let said = |condition: &str| {
        let error = condition.parse::<Where>().expect_err(condition);
        error.to_string()
    };
    insta::assert_snapshot!(said(""), @"a condition is expected at the end");
    insta::assert_snapshot!(said("white="), @"a value is expected at the end");
    insta::assert_snapshot!(said("white=x &"), @"a condition is expected at the end");
    insta::assert_snapshot!(said("white=x y"), @"`&`, `|` or the end is expected before `y`");
    insta::assert_snapshot!(said("(white=x"), @"`&`, `|` or `)` is expected at the end");
    insta::assert_snapshot!(said("white=\"x"), @"a closing quotation mark is expected at the end");
    insta::assert_snapshot!(said("white>Anna"), @"`Anna` is neither a number nor a date, so nothing is less or more than it");
    insta::assert_snapshot!(said("white~[a"), @"`[a` is no regular expression: unclosed character class");
    let deep = "(".repeat(1000) + "valid" + &")".repeat(1000);
    assert!(deep.parse::<Where>().is_err());
}

#[test]
fn numbers_of_records_are_lists_of_ranges() {
    let numbers: Numbers = "2-4, 7,9-".parse().expect("numbers");
    let inside: Vec<u64> = (1..12).filter(|&n| numbers.contains(n)).collect();
    assert_eq!(inside, [2, 3, 4, 7, 9, 10, 11]);
    for text in ["", "0", "a", "3-", "1--2"] {
        let read = text.parse::<Numbers>();
        assert_eq!(read.is_ok(), text == "3-", "{text}");
    }
}

/// The blocks of the grammar that show conditions.
fn shown(head: &str) -> Vec<&'static str> {
    let grammar = include_str!("../../grammar.md");
    let block = grammar.split(&format!("\n```{head} where\n")).nth(1);
    let block = block.and_then(|block| block.split("\n```").next());
    block.expect("a block").lines().collect()
}

#[test]
fn the_examples_of_the_grammar_are_read() {
    for condition in shown("example") {
        if let Err(error) = condition.parse::<Where>() {
            panic!("{condition}: {error}");
        }
    }
    for condition in shown("counterexample") {
        assert!(condition.parse::<Where>().is_err(), "{condition}");
    }
}
