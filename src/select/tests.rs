use super::{Known, Numbers, Subject, Where};
use crate::record::{Skim, TreeBuilder};
use crate::replay::{Options, Replay, replay};
use crate::syntax::{Format, read_record};
use std::fmt::Write;

const GAME: &str = r#"[Event "Cup, second round"]
[White "João"]
[Black "Claude"]
[Date "1997.03.??"]
[WhiteElo "2450"]
[ECO "C23"]
[Site " Lund "]
[Result "1-0"]

1. e4 {a comment} e5 (1... c5) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0
"#;

fn read(condition: &str) -> Where {
    condition
        .parse()
        .unwrap_or_else(|error| panic!("{condition}: {error}"))
}

fn replayed(format: Format, text: &str) -> Replay {
    let mut builder = TreeBuilder::default();
    read_record(format, text, 0, &mut builder);
    replay(builder.finish(), text, &Options::default())
}

/// Whether a game in a format meets a condition.
fn holds_of(format: Format, text: &str, condition: &str) -> bool {
    let replay = replayed(format, text);
    let subject = Subject {
        known: Known::Replay(&replay),
        number: Some(3),
        file: "games.pgn",
    };
    let decided = read(condition).decide(&subject);
    decided.expect("all is known")
}

fn holds(condition: &str) -> bool {
    holds_of(Format::Pgn, GAME, condition)
}

/// Holds all of some conditions against a game, and none of others.
fn check(text: &str, all: &[&str], none: &[&str]) {
    for condition in all {
        assert!(holds_of(Format::Text, text, condition), "{condition}");
    }
    for condition in none {
        assert!(!holds_of(Format::Text, text, condition), "{condition}");
    }
}

#[test]
fn tags_are_compared_in_whatever_case() {
    for condition in [
        "white=joão",
        "WHITE = JOÃO",
        "white!=Claude",
        "event=\"cup, second round\"",
        "event=\" Cup, second round\"",
        "site=Lund",
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
        "whiteelo=2400..2500",
        "whiteelo=..2450",
        "date=1997..1998",
        "date=1997.03..1997.03",
        "eco>=B20 & eco<C60",
        "eco=C20..C29",
        "elo>2400",
        "player=claude & player=joão",
        "date>1996",
        "date<1997.04",
        "date>=1997.03",
        "date=1997.03.??",
        "date=1997 & date=1997-03 & date=1997.3 & tag.Date=1997/03",
        "date!=1998 & date!=1997.04 & date!=1997-03-09",
        "plies=7 & variations=1 & comments=1",
        "record<=3",
    ] {
        assert!(holds(condition), "{condition}");
    }
    // The day is not known, and a name has no order.
    for condition in [
        "date<1997.03.10",
        "date>1997.03.10",
        "white>3",
        "date>1997",
        "date=1997-03-09",
        "date=1997.??.??",
        "date!=1997",
        "event=1997",
        "eco>C23",
        "whiteelo=2500..",
        "elo<2400",
    ] {
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
fn positions_are_asked_for_by_text_and_by_pattern() {
    let start = "start=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    check(
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *",
        &[
            start,
            "position=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
            // The counters of a position text are not compared, and what no side could do is left out of it.
            "position=\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 99\"",
            "position=\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR * KQkq\"",
            "position~*/*/*/?B2p???/4P3/*/*/*",
            "position~\"*/*/*/*B*/*/*N*/*/*[KQ]*[^QB]* b\"",
            "final~\"Bb5 !e5,d5 pa6 .f1,b1\"",
            "final~\"Bb5 w\"",
            "position~\"Pe4 pe5\" for 5",
            "start!~Pe4",
        ],
        &[
            "final=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "position=\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b\"",
            "position=\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w Kkq\"",
            "position~\"Pe4 pe5\" for 6",
            "position~bk12",
            // Another board has no such rows.
            "position~*/*/*/*",
        ],
    );
}

/// Each line is looked at from the start of the record on; the moves that a variation replaces are not part of it.
#[test]
fn variations_are_looked_into_where_that_is_asked_for() {
    let text =
        "1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6 3. Bb5 g6 4. Bxc6)) 2. Bc4 (2. d4 exd4 3. c3) Nc6 *";
    check(
        text,
        &[
            "moves=\"1. e4 c5\" anywhere",
            "moves=\"e4 e5 d4\" anywhere & moves=\"e4 e5 Bc4\" anywhere",
            "moves~\"c5 Nf3 Nc6 Bb5\" anywhere",
            "moves!~\"c5 Nf3\" & moves!~\"d6 Nc6\" anywhere",
            "moves!=\"c5\" anywhere",
            "position~\"Bb5 Nf3\" anywhere & position!~Bb5",
            "final~\"Bc6 pg6\" anywhere & final~\"Pc3\" anywhere & final~\"nc6 Bc4\" anywhere",
            "final!~Pc3",
            "material=KQRRBBNNP8-KQRRBBNP8 anywhere & material!=KQRRBBNNP8-KQRRBBNP8",
            "position~pc5 for 3 anywhere",
            "position~pc5 for 6 anywhere",
        ],
        &[
            "moves~\"e5 c5\" anywhere",
            "moves~\"d6 Nc6\" anywhere",
            "moves~\"Bc4 d4\" anywhere",
            "moves=\"c5\" anywhere",
            "position~\"pc5 pe5\" anywhere",
            "final~\"Nf3 pg6 Bb5\" anywhere",
            "material=KQRRBBNNP8-KQRRBBNP8",
            "position~pc5 for 7 anywhere",
        ],
    );
    for condition in [
        "start~Ke1 anywhere",
        "white=Joao anywhere",
        "plies>3 anywhere",
        "moves~e4 anywhere for 3",
        "moves~e4 anywhereelse",
    ] {
        assert!(condition.parse::<Where>().is_err(), "{condition}");
    }
}

#[test]
fn a_run_takes_as_many_cells_as_it_needs() {
    let one = |pattern: &str| format!("start~*/*/*/*/*/*/*/{pattern}");
    for (pattern, holds) in [
        ("*", true),
        ("R*R", true),
        ("*B*B*", true),
        ("*B*B*B*", false),
        ("*NR", true),
        ("RNBQKBNR*", true),
        ("?*?????*??", true),
        ("*N", false),
    ] {
        let condition = one(pattern);
        assert_eq!(
            holds_of(Format::Text, "1. e4 *", &condition),
            holds,
            "{pattern}"
        );
    }
}

#[test]
fn men_on_the_board_are_counted_for_either_side() {
    let text =
        "[FEN \"4k3/8/8/8/8/8/r6P/4K2R w K - 0 1\"]\n\n1. O-O Re2 2. h3 Ke7 3. Rf2 Rxf2 4. Kxf2 *";
    check(
        text,
        &[
            "material=KRP-KR",
            "material=KR-KRP",
            "material=RP-R",
            "material=KRP-kr",
            "material=P-K",
            "material>=R-R for 6",
            "material<=KRP-KRP & material>=R",
            "material!=KQ-K",
        ],
        &[
            "material=KR-krp",
            "material>=R-R for 7",
            "material>=RR",
            "material=K-K",
            "material>=Q",
        ],
    );
    let log = "[Variant \"Inertia\"]\n[Board \"square-4\"]\n\n1. a1 b1,d4 *";
    check(
        log,
        &["material=r1-b2", "material>=b2 & final~\"ra1 bd4\""],
        &["material=r2-b2", "material=KRP-KR"],
    );
}

#[test]
fn moves_are_found_however_they_are_written() {
    check(
        "1. e4 e5 2. Ngf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *",
        &[
            "moves=\"1. e4 e5 2. Nf3\"",
            "moves=\"e2e4 e7-e5 g1f3\"",
            "moves~\"Bb5 a6 Ba4\"",
            "moves~\"3. Bb5\" & moves~\"3... a6 4. Ba4\" & moves~\"2... Nc6\"",
            "moves~\"e4 * Nf3 * Bb5\"",
            "moves~0-0 & moves~e1g1",
            "moves!~Nxe5",
        ],
        &[
            "moves=Nf3",
            "moves~\"2. Bb5\"",
            "moves~\"e4 Nf3\"",
            "moves=\"e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O d6\"",
            "moves~f4,b2",
        ],
    );
    let log = "[Variant \"Inertia\"]\n[Board \"square-4\"]\n\n1. a1 b1,d4 *";
    check(log, &["moves=\"1. a1 B1,D4\""], &["moves~d4,b1"]);
}

#[test]
fn endings_are_what_the_rules_say_and_what_could_be_claimed() {
    check(
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2",
        &["ending=repetition & ending=ongoing & repetitions=3"],
        &["ending=fivefold-repetition", "ending=checkmate"],
    );
    check(
        "[FEN \"8/8/4k3/8/8/4K3/8/7q w - - 99 80\"]\n\n1. Kd2 1/2-1/2",
        &["ending=fifty-moves & ending!=seventy-five-moves"],
        &["ending=insufficient-material"],
    );
    check(
        "[FEN \"8/8/4k3/8/8/4Kq2/8/8 w - - 0 80\"]\n\n1. Kxf3 1/2-1/2",
        &["ending=insufficient-material & captures=1 & material=K-K"],
        &["ending=fifty-moves"],
    );
    // What was not played to its end has no ending.
    check("1. e4 e5 2. Ke3 *", &["!ending"], &["ending=ongoing"]);
    assert!(holds(
        "ending=checkmate & checks=1 & captures=1 & castlings=0 & !promotions"
    ));
}

#[test]
fn what_follows_from_the_tags_needs_no_replay() {
    let mut skim = Skim::default();
    read_record(Format::Pgn, GAME, 0, &mut skim);
    let label = skim.finish();
    for (condition, decided) in [
        ("white=joão", Some(true)),
        ("result=1-0 & !annotator", Some(true)),
        ("white=x & plies>3", Some(false)),
        ("white=joão | position~Ke1", Some(true)),
        ("!(white=x & invalid)", Some(true)),
        ("white=joão & plies>3", None),
        ("file=games.pgn", Some(true)),
        ("record=3", None),
    ] {
        let subject = Subject {
            known: Known::Label(&label),
            number: None,
            file: "games.pgn",
        };
        assert_eq!(read(condition).decide(&subject), decided, "{condition}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let said = |condition: &str| {
        let error = condition.parse::<Where>().expect_err(condition);
        error.to_string()
    };
    let mut all = String::new();
    for condition in [
        "",
        "white=",
        "white=x &",
        "white=x y",
        "(white=x",
        "white=\"x",
        "white>Anna",
        "white~[a",
        "pleis>20",
        "valid & ending=chekmate",
        "result=2-0",
        "position",
        "moves>3",
        "material~KRP",
        "material=KRP-",
        "material=KR.P",
        "material=kr-kq",
        "position=8/8/8/8/8/8/9/8",
        "position=8/8/8/8/4?3/8/8/8",
        "position=Kg1",
        "position~\"Kg1 Rd\"",
        "position~*/*/*[K/*/*/*/*/*",
        "position~\"zg8\"",
        "position~Kg9",
        "position~Kz1",
        "position~*/*/*/x/*/*/*/*",
        "moves~\"1. e4 banana\"",
        "moves=5",
        "moves~\"1... \"",
        "moves!=\"1. e4 2.\"",
        "moves~\"1. 2. e4\"",
        "white=x for 3",
        "material=K-K for 0",
        "material=K-K for x",
    ] {
        writeln!(all, "{}\n", said(condition)).expect("a string takes any text");
    }
    insta::assert_snapshot!(all);
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
    let backwards = "1,5-2".parse::<Numbers>().expect_err("no numbers");
    assert_eq!(
        backwards.to_string(),
        "no number is in `5-2`; write the lower one first: `2-5`"
    );
}

/// The lines of the blocks of the grammar that show conditions.
fn shown(head: &str) -> Vec<&'static str> {
    let grammar = include_str!("../../grammar.md");
    let fence = format!("\n```{head} where\n");
    let blocks = grammar.split(&fence).skip(1);
    let lines = blocks.filter_map(|block| block.split("\n```").next());
    let lines: Vec<_> = lines.flat_map(str::lines).collect();
    assert!(lines.len() > 10, "{lines:?}");
    lines
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

#[test]
fn one_condition_of_a_list_is_enough() {
    let any = |text: &str| Where::any_of_lines(text).expect("conditions");
    let replay = replayed(Format::Pgn, GAME);
    let subject = Subject {
        known: Known::Replay(&replay),
        number: Some(3),
        file: "games.pgn",
    };
    let decided = |text: &str| any(text).and_then(|condition| condition.decide(&subject));
    assert_eq!(decided("white=x\n\n # white=y\r\nplies=7"), Some(true));
    assert_eq!(decided("white=x\rplies=8\n"), Some(false));
    assert!(any("").is_none() && any(" \n#\n\t").is_none());
    let text = "white=x\r\npleis=3\n# (\n  é~[";
    let faults = Where::any_of_lines(text).expect_err("two faults");
    let places = faults.iter().map(|error| &text[error.span.clone()]);
    assert_eq!(places.collect::<Vec<_>>(), ["pleis", "["]);
}

#[test]
fn several_conditions_are_decided_as_far_as_is_known() {
    let mut skim = Skim::default();
    read_record(Format::Pgn, GAME, 0, &mut skim);
    let label = skim.finish();
    let subject = Subject {
        known: Known::Label(&label),
        number: Some(3),
        file: "games.pgn",
    };
    let decide = |conditions: &[&str]| {
        let conditions: Vec<Where> = conditions.iter().map(|text| read(text)).collect();
        Where::decide_all(&conditions, &subject)
    };
    assert_eq!(decide(&[]), Some(true));
    assert_eq!(decide(&["record=3", "white=João"]), Some(true));
    assert_eq!(decide(&["record=3", "plies=7"]), None);
    assert_eq!(decide(&["plies=7", "white=x"]), Some(false));
}
