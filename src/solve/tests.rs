use super::{Limits, Options, Problem, Solution, Stopped, Verdict, report, score, set_up, solve};
use crate::notation::letters::Letters;
use crate::rules::{RuleSet, Rules};
use crate::schema::problem::Report;

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

fn orthodox() -> impl Rules {
    match RuleSet::from_spec("chess") {
        Ok(RuleSet::Chess(rules)) => rules,
        other => panic!("{other:?}"),
    }
}

fn gravitational() -> impl Rules {
    match RuleSet::from_spec("gravitational-chess") {
        Ok(RuleSet::Gravitational(rules)) => rules,
        other => panic!("{other:?}"),
    }
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
    solved(&orthodox(), position, stipulation, &SMALL).1
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
    let (_, report) = solved(&gravitational(), position, "#2", &SMALL);
    insta::assert_json_snapshot!(report.tree[0], @r#"
    {
      "key": "Dg3-f2-f1",
      "zugzwang": true,
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
    let rules = orthodox();
    let options = Options {
        tries: true,
        ..SMALL
    };
    let problem = posed(&rules, MORPHY, "#2*");
    let solution = solve(&rules, &problem, &options, &|_| ());
    let told = report(&rules, &problem, &solution, &Letters::ENGLISH);
    insta::assert_snapshot!(score(&told), @r#"
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
    let rules = orthodox();
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
            time: Some(std::time::Duration::from_millis(50)),
            ..SMALL.limits
        },
    ] {
        for stipulation in ["#5", "s#7", "h#5", "ser-h#7"] {
            let options = Options { limits, ..SMALL };
            let (solution, report) = solved(&orthodox(), start, stipulation, &options);
            assert_eq!(solution.verdict(), Verdict::NotFinished, "{stipulation}");
            assert_eq!(report.verdict, "not finished");
            assert!(limits.nodes.is_none_or(|nodes| solution.nodes < 2 * nodes));
        }
    }
}

#[test]
fn too_many_lines_end_a_search_too() {
    let open = "6k1/8/8/8/8/8/1QQQQQ2/1K6 w - - 0 1";
    let (solution, _) = solved(&orthodox(), open, "h#2.5", &SMALL);
    assert_eq!(solution.stopped, Some(Stopped::Lines));
}

#[test]
fn neither_memory_nor_threads_change_the_answer() {
    for (position, stipulation) in [
        (MORPHY, "#2"),
        ("8/8/4p3/1b1pk3/3N4/5K2/4P3/8 b - - 0 1", "h#2"),
    ] {
        let without = Options { memory: 0, ..SMALL };
        let (_, plain) = solved(&orthodox(), position, stipulation, &without);
        let (_, usual) = solved(&orthodox(), position, stipulation, &SMALL);
        assert_eq!(plain, usual);
        #[cfg(feature = "parallel")]
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let (_, again) = pool.install(|| solved(&orthodox(), position, stipulation, &SMALL));
            assert_eq!(again, usual);
        }
    }
}

#[test]
fn a_stipulation_without_end_does_not_overflow_the_stack() {
    // Kings alone: nothing is ever reached, and the table soon knows it.
    let (solution, _) = solved(
        &orthodox(),
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
    let (solution, _) = solved(&orthodox(), "k7/8/8/8/8/8/8/K7 w - - 0 1", "#255", &options);
    assert_eq!(solution.verdict(), Verdict::NotFinished);
}
