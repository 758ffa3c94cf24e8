use super::{
    Limits, Options, Problem, Solution, Stopped, Verdict, flaw_report, report, score, set_up,
    solve, verify,
};
use crate::notation::letters::Letters;
use crate::record::TreeBuilder;
use crate::rules::chess::Chess;
use crate::rules::gravitational::Gravitational;
use crate::rules::{RuleSet, Rules};
use crate::schema::problem::Report;
use crate::syntax::{Format, read_record};
use std::time::Duration;

/// A paragraph of a file in `fixtures/problems`.
#[derive(Debug, Default)]
struct Fixture<'s> {
    id: &'s str,
    rules: &'s str,
    stipulation: &'s str,
    position: &'s str,
    verdict: &'s str,
    play: Vec<&'s str>,
}

fn fixtures(text: &str) -> Vec<Fixture<'_>> {
    let paragraphs = text.split("\n\n").map(|paragraph| {
        let mut fixture = Fixture::default();
        for line in paragraph.lines().filter(|line| !line.starts_with('#')) {
            let (field, value) = line.split_once(' ').expect("a field and its value");
            match field {
                "id" => fixture.id = value,
                "rules" => fixture.rules = value,
                "stipulation" => fixture.stipulation = value,
                "position" => fixture.position = value,
                "verdict" => fixture.verdict = value,
                "play" => fixture.play.push(value),
                "source" => {}
                other => panic!("unknown field {other}"),
            }
        }
        fixture
    });
    paragraphs
        .filter(|fixture| !fixture.id.is_empty())
        .collect()
}

fn posed<R: Rules>(rules: &R, position: &str, stipulation: &str) -> Problem<R::Position> {
    let position = rules.read_position(position, &mut Vec::new()).unwrap();
    set_up(rules, position, stipulation.parse().unwrap()).unwrap()
}

fn solved<R: Rules>(
    rules: &R,
    position: &str,
    stipulation: &str,
    options: &Options,
) -> (Solution<R::Move>, Report) {
    let problem = posed(rules, position, stipulation);
    let solution = solve(rules, &problem, options, &|_| ());
    let report = report(rules, &problem, &solution, R::PROBLEM_LETTERS);
    (solution, report)
}

const SMALL: Options = Options {
    memory: 1 << 20,
    limits: Limits {
        nodes: None,
        time: None,
        lines: 10_000,
    },
    tries: false,
};

fn chess(position: &str, stipulation: &str) -> Report {
    solved(&Chess::default(), position, stipulation, &SMALL).1
}

fn judge(text: &str) {
    let all = fixtures(text);
    assert!(!all.is_empty());
    for fixture in all {
        let set = RuleSet::from_spec(fixture.rules).unwrap();
        let report = with_rules!(&set, rules => {
            solved(rules, fixture.position, fixture.stipulation, &SMALL).1
        });
        assert_eq!(report.verdict, fixture.verdict, "{}", fixture.id);
        let mut play = [report.keys, report.solutions].concat();
        play.sort();
        assert_eq!(play, fixture.play, "{}", fixture.id);
    }
}

#[test]
fn problems_of_gravitational_chess_are_solved_as_by_an_independent_program() {
    judge(include_str!("../../fixtures/problems/gravitational.txt"));
}

#[test]
fn orthodox_problems_have_their_keys() {
    judge(include_str!("../../fixtures/problems/orthodox.txt"));
}

#[test]
fn a_tree_has_every_reply_and_the_shortest_continuations() {
    let position = "8/8/8/6K1/k7/6Q1/8/1N6 w - - 0 1";
    let (_, report) = solved(&Gravitational::default(), position, "#2", &SMALL);
    insta::assert_json_snapshot!(report.tree[0], @r#"
    {
      "key": "Dg3-f2-f1",
      "lines": [
        {
          "reply": "Ra4-b3",
          "then": [
            {
              "move": "Df1-c4-c3#",
              "lines": []
            }
          ]
        }
      ]
    }
    "#);
    insta::assert_json_snapshot!(report.duals, @r#"
    [
      {
        "after": [
          "Dg3-c7-c6+",
          "Ra4-b3"
        ],
        "moves": [
          "Dc6-a4-a3#",
          "Dc6-c4-c3#",
          "Dc6-b6-b5#",
          "Dc6-d6-d5#",
          "Dc6-b7-b6#"
        ]
      }
    ]
    "#);
    insta::assert_json_snapshot!(report.short, @r#"
    [
      {
        "in": 1,
        "key": "Dg3-d6-d5#"
      }
    ]
    "#);
}

const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

#[test]
fn a_score_reads_like_the_problem_literature() {
    let rules = Chess::default();
    let options = Options {
        tries: true,
        ..SMALL
    };
    let problem = posed(&rules, MORPHY, "#2*");
    let solution = solve(&rules, &problem, &options, &|_| ());
    insta::assert_snapshot!(score(&rules, &problem, &solution, &Letters::ENGLISH), @r#"
    Set play
       1...Bh2 2.Rxa7#
       1...Bg3 2.Rxa7#
       1...Bf4 2.Rxa7#
       1...Be5 2.Rxa7#
       1...Bd6 2.Rxa7#
       1...Bc7 2.Rxa7#
    1.Ra5? a6!
    1.Rxa7+? Bxa7!
    1.Ra6! (zugzwang)
       1...bxa6 2.b7#
       1...Bh2 2.Rxa7#
       1...Bg3 2.Rxa7#
       1...Bf4 2.Rxa7#
       1...Be5 2.Rxa7#
       1...Bd6 2.Rxa7#
       1...Bc7 2.Rxa7#
    "#);
}

#[test]
fn the_stipulation_gives_the_move_to_its_side() {
    let rules = Chess::default();
    let black_to_move = MORPHY.replace(" w ", " b ");
    let problem = posed(&rules, &black_to_move, "#2");
    assert!(problem.turned);
    let checked = rules
        .read_position("k7/8/8/8/8/8/8/K6r w - - 0 1", &mut Vec::new())
        .unwrap();
    let refused = set_up(&rules, checked, "h#2".parse().unwrap()).unwrap_err();
    insta::assert_snapshot!(refused, @"h#2 begins with Black to move, and cannot: the other side stands in check");
}

#[test]
fn help_play_is_numbered_from_the_side_that_begins() {
    let corner = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1";
    insta::assert_snapshot!(chess(corner, "h#1.5").solutions.join("\n"), @"1...Kf7 2.Kh7 Rh1#");
    insta::assert_snapshot!(chess(corner, "h#2*").set_solutions.join("\n"), @"1...Kf7 2.Kh7 Rh1#");
    insta::assert_snapshot!(chess(corner, "h#2").solutions.join("\n"), @r#"
    1.Kh7 Ra1 2.Kh6 Rh1#
    1.Kh7 Rb1 2.Kh6 Rh1#
    1.Kh7 Rc1 2.Kh6 Rh1#
    1.Kh7 Rd1 2.Kh6 Rh1#
    1.Kh7 Re1 2.Kh6 Rh1#
    1.Kh7 Rf1 2.Kh6 Rh1#
    1.Kh7 Rg2 2.Kh6 Rh2#
    1.Kh7 Rg3 2.Kh6 Rh3#
    1.Kh7 Rg4 2.Kh6 Rh4#
    1.Kh7 Rg8 2.Kh6 Rh8#
    1.Kh7 Kf7 2.Kh8 Rh1#
    "#);
}

#[test]
fn a_series_goes_on_without_answer_and_checks_at_its_end_only() {
    insta::assert_snapshot!(chess("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "ser-#2").solutions.join("\n"), @r#"
    1.Kg6 2.Ra8#
    1.Kf7 2.Rh1#
    "#);
    insta::assert_snapshot!(chess("7k/6pp/2n5/6N1/8/8/8/K7 b - - 0 1", "ser-h#2").solutions.join("\n"), @"1.Ne7 2.Ng8 Nf7#");
}

#[test]
fn limits_end_a_search_honestly() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for limits in [
        Limits {
            nodes: Some(10_000),
            ..SMALL.limits
        },
        Limits {
            time: Some(Duration::from_millis(50)),
            ..SMALL.limits
        },
    ] {
        for stipulation in ["#5", "s#4", "h#5", "ser-h#7"] {
            let options = Options { limits, ..SMALL };
            let (solution, report) = solved(&Chess::default(), start, stipulation, &options);
            assert_eq!(solution.verdict(), Verdict::NotFinished, "{stipulation}");
            assert_eq!(report.verdict, "not finished");
            assert!(limits.nodes.is_none_or(|nodes| solution.nodes < 2 * nodes));
        }
    }
}

#[test]
fn too_many_lines_end_a_search_too() {
    let open = "6k1/8/8/8/8/8/1QQQQQ2/1K6 w - - 0 1";
    let (solution, _) = solved(&Chess::default(), open, "h#2.5", &SMALL);
    assert_eq!(solution.stopped, Some(Stopped::Lines));
}

#[test]
fn neither_memory_nor_threads_change_the_answer() {
    for (position, stipulation) in [
        (MORPHY, "#2"),
        ("8/8/4p3/1b1pk3/3N4/5K2/4P3/8 b - - 0 1", "h#2"),
    ] {
        let without = Options { memory: 0, ..SMALL };
        let (_, plain) = solved(&Chess::default(), position, stipulation, &without);
        let (_, usual) = solved(&Chess::default(), position, stipulation, &SMALL);
        assert_eq!(plain, usual);
        #[cfg(feature = "parallel")]
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let (_, again) =
                pool.install(|| solved(&Chess::default(), position, stipulation, &SMALL));
            assert_eq!(again, usual);
        }
    }
}

#[test]
fn a_stipulation_without_end_does_not_overflow_the_stack() {
    // Kings alone: nothing is ever reached, and the table soon knows it.
    let (solution, _) = solved(
        &Chess::default(),
        "k7/8/8/8/8/8/8/K7 w - - 0 1",
        "ser-#255",
        &SMALL,
    );
    assert_eq!(solution.verdict(), Verdict::NoSolution);
    let options = Options {
        limits: Limits {
            nodes: Some(300_000),
            ..SMALL.limits
        },
        ..SMALL
    };
    let (solution, _) = solved(
        &Chess::default(),
        "k7/8/8/8/8/8/8/K7 w - - 0 1",
        "#255",
        &options,
    );
    assert_eq!(solution.verdict(), Verdict::NotFinished);
}

/// The flaws of a solution printed as movetext.
fn flaws(position: &str, stipulation: &str, movetext: &str) -> String {
    let rules = Chess::default();
    let problem = posed(&rules, position, stipulation);
    let solution = solve(&rules, &problem, &SMALL, &|_| ());
    let mut builder = TreeBuilder::default();
    read_record(Format::Pgn, movetext, 0, &mut builder);
    let tree = builder.finish().tree;
    let flaws = verify(
        &rules,
        &problem,
        &solution,
        &tree,
        &Letters::ENGLISH,
        &SMALL,
    );
    flaws
        .iter()
        .map(|flaw| flaw_report(&rules, &problem, flaw, &tree, &Letters::ENGLISH).message + "\n")
        .collect()
}

#[test]
fn a_sound_solution_has_no_flaws() {
    let whole = "1. Ra6! (1. Ra5? a6!) (1. Rxa7+? Bxa7 $1) 1... bxa6 (1... Bh2 2. Rxa7#) (1... Bg3 2. Rxa7#)
        (1... Bf4 2. Rxa7#) (1... Be5 2. Rxa7#) (1... Bd6 2. Rxa7#) (1... Bc7 2. Rxa7#) 2. b7# *";
    assert_eq!(flaws(MORPHY, "#2", whole), "");
    assert_eq!(
        flaws(MORPHY, "#2", "1. Ra6! *"),
        "",
        "the key alone promises no lines"
    );
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
    bxa6 is no legal move after 1.Ra5
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
    1...Kf7 2.Kh7 Rg7+ is no solution
    1...Kf7 2.Kh7 Kf8 is no solution
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
    1.Nb4 2.Nd5 Nf7+ is no solution
    cook: 1.Ne7 2.Ng8 Nf7# solves too and is not printed
    "#);
}
