//! Printed solutions held against computed ones.

use scoresheet::notation::letters::Letters;
use scoresheet::record::TreeBuilder;
use scoresheet::rules::Rules;
use scoresheet::rules::chess::Chess;
use scoresheet::solve::{Limits, Options, set_up, solve, tell, verify};
use scoresheet::source::Span;
use scoresheet::syntax::{Format, read_record};

const OPTIONS: Options = Options {
    memory: 1 << 20,
    limits: Limits {
        nodes: None,
        time: None,
        lines: 10_000,
    },
    tries: false,
};

const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

/// The flaws of a solution printed as movetext.
fn flaws(position: &str, stipulation: &str, movetext: &str) -> String {
    let rules = Chess::default();
    let position = rules
        .read_position(position, &mut Vec::new())
        .expect("a position");
    let stipulation = stipulation.parse().expect("a stipulation");
    let problem = set_up(&rules, position, stipulation).expect("the right side to move");
    let solution = solve(&rules, &problem, &OPTIONS, &|_| ());
    let mut builder = TreeBuilder::default();
    read_record(Format::Pgn, movetext, 0, &mut builder);
    let tree = builder.finish().tree;
    let flaws = verify(
        &rules,
        &problem,
        &solution,
        &tree,
        &[],
        &Letters::ENGLISH,
        &OPTIONS,
    );
    let place = Span::at(0);
    flaws
        .iter()
        .map(|flaw| tell(&rules, &problem, flaw, &tree, place, &Letters::ENGLISH))
        .map(|told| told.finding.message + "\n")
        .collect()
}

#[test]
fn a_sound_solution_has_no_flaws() {
    let whole = "1. Ra6! (1. Ra5? a6!) (1. Rxa7+? Bxa7 $1) 1... bxa6 (1... Bh2 2. Rxa7#) (1... Bg3 2. Rxa7#)
        (1... Bf4 2. Rxa7#) (1... Be5 2. Rxa7#) (1... Bd6 2. Rxa7#) (1... Bc7 2. Rxa7#) 2. b7# *";
    assert_eq!(flaws(MORPHY, "#2", whole), "");
    assert_eq!(
        flaws(MORPHY, "#2", "1. Ra6! *"),
        "key only: the lines after 1.Ra6 are not printed\n"
    );
}

#[test]
fn what_answers_all_other_replies_need_be_said_once() {
    let all_others = "1. Ra6! {B~ 2.Rxa7#} bxa6 2. b7# *";
    assert_eq!(flaws(MORPHY, "#2", all_others), "");
    let wrong = "1. Ra6! {B~ 2.Kd7} bxa6 2. b7# *";
    let found = flaws(MORPHY, "#2", wrong);
    assert_eq!(found.lines().count(), 7);
    assert!(found.ends_with("`B~ 2.Kd7` was not verified\n"), "{found}");
}

#[test]
fn wrong_keys_and_moves_come_with_their_refutation() {
    insta::assert_snapshot!(flaws(MORPHY, "#2", "1. Ra5! a6 *"), @r#"
    1.Ra5 does not solve: a6 refutes it
    cook: 1.Ra6 solves too and is not printed
    "#);
    insta::assert_snapshot!(flaws(MORPHY, "#2", "1. Rb1 a6 2. Ra9 *"), @r#"
    1.Rb1 does not solve: a5 refutes it
    cook: 1.Ra6 solves too and is not printed
    "#);
    insta::assert_snapshot!(flaws(MORPHY, "#2", "1. Ra6 Bc7 (1... bxa6 2. b7#) 2. Kxc7 *"), @r#"
    1.Ra6 Bh2 is missing, with Rxa7#
    1.Ra6 Bg3 is missing, with Rxa7#
    1.Ra6 Bf4 is missing, with Rxa7#
    1.Ra6 Be5 is missing, with Rxa7#
    1.Ra6 Bd6 is missing, with Rxa7#
    1.Ra6 Bc7 2.Kxc7 does not solve: bxa6 refutes it
    "#);
}

#[test]
fn tries_must_fail_by_a_printed_reply() {
    insta::assert_snapshot!(flaws(MORPHY, "#2", "1. Ra6? (1. Ra5? bxa6) (1. Ra4? Bc7 2. Rxa7#) *"), @r#"
    1...bxa6 is illegal: the black pawn on b7 cannot go to a6
    1.Ra6 is printed as a try, but solves
    the refutation of the try 1.Ra5 is missing: a6 refutes it
    the refutation of the try 1.Ra4 is missing: a6 refutes it
    "#);
}

#[test]
fn duals_cooks_and_short_solutions_are_told() {
    let queens = "k7/8/2K5/8/8/8/8/5QQ1 w - - 0 1";
    let all = flaws(queens, "#2", "1. Qff2 Kb8 2. Qg8# *");
    let some = all.lines().filter(|flaw| !flaw.starts_with("cook"));
    insta::assert_snapshot!(some.collect::<Vec<_>>().join("\n"), @r#"
    dual: after 1.Qff2 Kb8 also Qf8#
    short solution: 1.Qf8# needs fewer moves
    "#);
    insta::assert_snapshot!(all.lines().filter(|flaw| flaw.starts_with("cook")).count(), @"21");
    let rook = "k7/8/1K6/8/8/8/8/6R1 w - - 0 1";
    let all = flaws(rook, "#2", "1. Rg2 Kb8 2. Rg8# *");
    insta::assert_snapshot!(all.lines().next().unwrap_or_default(), @"cook: 1.Rd1 solves too and is not printed");
}

#[test]
fn lines_of_help_play_are_compared_as_wholes() {
    let corner = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1";
    assert_eq!(flaws(corner, "h#1.5", "1. Kf7 Kh7 2. Rh1# *"), "");
    insta::assert_snapshot!(flaws(corner, "h#1.5", "1. Kf7 Kh7 2. Rg7+ (2. Kf8) *"), @r#"
    2...Rg7+ is no move of a solution after 1...Kf7 2.Kh7: Rh1# is
    2...Kf8 is no move of a solution after 1...Kf7 2.Kh7: Rh1# is
    cook: 1...Kf7 2.Kh7 Rh1# solves too and is not printed
    "#);
    let two = "7k/3n2P1/8/4p3/8/4K3/4R3/8 b - - 0 1";
    insta::assert_snapshot!(flaws(two, "h#2", "1... Kh7 2. g8=R Kh6 3. Rh2# *"), @"cook: 1.Kh7 g8=Q+ 2.Kh6 Rh2# solves too and is not printed");
    insta::assert_snapshot!(flaws(two, "h#2", "*"), @r#"
    cook: 1.Kh7 g8=R 2.Kh6 Rh2# solves too and is not printed
    cook: 1.Kh7 g8=Q+ 2.Kh6 Rh2# solves too and is not printed
    "#);
}

#[test]
fn a_series_is_read_as_moves_of_one_side() {
    let series = "7k/6pp/2n5/6N1/8/8/8/K7 b - - 0 1";
    assert_eq!(flaws(series, "ser-h#2", "1. Ne7 2. Ng8 Nf7# *"), "");
    insta::assert_snapshot!(flaws(series, "ser-h#2", "1. Nb4 2. Nd5 Nf7# *"), @r#"
    2...Nf7 gives check and is marked `#`
    1.Nb4 is no move of a solution: Ne7 is
    cook: 1.Ne7 2.Ng8 Nf7# solves too and is not printed
    "#);
}
