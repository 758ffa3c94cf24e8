//! Game trees.

use super::{Format, read};
use crate::record::TreeBuilder;
use crate::syntax::read_record;

fn sgf(text: &str) -> Vec<String> {
    read(Format::Sgf, text)
}

#[track_caller]
fn reads(text: &str, records: &[&str]) {
    assert_eq!(sgf(text), records, "{text}");
}

/// The moves of the tree that the events make: variations in parentheses behind the move that they replace, comments
/// in braces.
fn tree(text: &str) -> String {
    let mut builder = TreeBuilder::default();
    assert!(read_record(Format::Sgf, text, 0, &mut builder).is_record());
    let record = builder.finish();
    let tree = &record.tree;
    let mut out: Vec<String> = record
        .before
        .iter()
        .map(|c| format!("{{{}}}", c.text))
        .collect();
    let mut steps: Vec<Result<_, &str>> = tree.first().map(Ok).into_iter().collect();
    while let Some(step) = steps.pop() {
        let id = match step {
            Ok(id) => id,
            Err(sign) => {
                out.push(sign.to_owned());
                continue;
            }
        };
        let node = tree.node(id);
        out.extend(
            node.before
                .iter()
                .map(|comment| format!("<{}>", comment.text)),
        );
        out.push(node.text.clone());
        out.extend(
            node.after
                .iter()
                .map(|comment| format!("{{{}}}", comment.text)),
        );
        steps.extend(node.next.map(Ok));
        for &variation in node.variations.iter().rev() {
            steps.extend([Err(")"), Ok(variation), Err("(")]);
        }
    }
    out.join(" ")
}

/// The lines of the grammar's examples, or counterexamples, of game trees.
fn examples(kind: &str) -> Vec<&'static str> {
    let grammar = include_str!("../../../grammar.md");
    let head = format!("```{kind} sgf-tree\n");
    let (_, block) = grammar.split_once(&head).expect("a block of examples");
    block.lines().take_while(|line| *line != "```").collect()
}

#[test]
fn the_examples_of_the_grammar_are_read() {
    for text in examples("example") {
        let records = sgf(text);
        assert!(
            records.len() == 1 && !records[0].contains('!'),
            "{records:?}"
        );
    }
    for text in examples("counterexample") {
        assert!(sgf(text)[0].contains('!'), "{text}");
    }
}

#[test]
fn a_game_of_stones() {
    reads(
        "(;FF[4]CA[UTF-8]RU[inertia:board=hex-5]SZ[5]PB[Anna]PW[B\\]o]RE[W+];B[e4];W[f4,b2])",
        &["#inertia:board=hex-5 [Red=Anna] [Black=B]o] [Result=0-1] e4 f4,b2"],
    );
}

#[test]
fn without_a_rule_set_the_moves_tell_the_game() {
    reads("(;SZ[10];B[e4])", &["#inertia [Board=square-10] e4"]);
    reads("(;SZ[19];B[pd];W[])", &["#GM[1] [SGF:SZ=19] pd "]);
    reads("(;GM[3];B[e2e4])", &["#GM[3] [SGF:GM=3] e2e4"]);
    reads("(;PB[x]PW[y];B[pd])", &["#GM[1] [Black=x] [White=y] pd"]);
    reads("(;RU[hexinertia]SZ[6])", &["#hexinertia [Board=hex-6]"]);
}

#[test]
fn results_keep_how_they_came_about() {
    reads(
        "(;RE[B+Resign];B[e4])",
        &["#inertia [Result=1-0] [SGF:RE=B+Resign] e4"],
    );
    reads(
        "(;RE[B+Resign];B[pd])",
        &["#GM[1] [Result=0-1] [SGF:RE=B+Resign] pd"],
    );
    reads("(;RE[?];B[e4])", &["#inertia [Result=*] e4"]);
    reads(
        "(;RE[won];B[e4])",
        &["#inertia !bad-tag'won' [SGF:RE=won] e4"],
    );
}

#[test]
fn other_properties_of_the_first_node_are_kept_as_written() {
    reads(
        "(;AP[a\\:b:1]AN[x][y]TAG[Round:3]NAG[7];B[e4])",
        &["#inertia [SGF:AP=a\\:b:1] [SGF:AN=x] [SGF:AN=y] [Round=3] {[%sgf NAG[7]]} e4"],
    );
}

#[test]
fn the_move_comes_before_what_is_said_of_it() {
    reads(
        "(;B[e4]C[one] ;C[a\\\nb]TE[2]N[n]W[f4,b2]NAG[14][15]HO[1])",
        &["#inertia e4 {one} f4,b2 {ab} $3 {[%sgf N[n]]} $14 $15 {[%sgf HO[1]]}"],
    );
}

#[test]
fn trees_that_go_on_from_a_node_are_the_line_and_its_variations() {
    assert_eq!(
        tree("(;B[a1];W[b1](;B[c1];W[d1])(;B[e1](;W[f1])(;W[g1])))"),
        "a1 b1 c1 ( e1 f1 ( g1 ) ) d1"
    );
    assert_eq!(
        tree("(;C[x](;B[a1])(;B[b1])(;B[c1]))"),
        "{x} a1 ( b1 ) ( c1 )"
    );
    assert_eq!(
        tree("(;B[a1](;C[no move])(;C[yes];W[b1])(;W[c1]))"),
        "a1 {no move} <yes> b1 ( c1 )"
    );
    assert_eq!(
        tree("(;B[a1];C[late](;(;W[b1]))(;(;W[c1])))"),
        "a1 {late} b1 ( c1 )"
    );
}

#[test]
fn stones_set_up_make_the_position() {
    reads(
        "(;RU[inertia:board=hex-3]AB[a1][b2]AW[c3]PL[W];W[c3-d3])",
        &["#inertia:board=hex-3 [Position=3/4/2b2/1r2/r2 b m -] c3-d3"],
    );
    reads(
        "(;SZ[4]AB[a1:b2]AW[d4]CR[d4];B[a4])",
        &["#inertia [Board=square-4] [Position=3b/4/rr2/rr2 r p d4] a4"],
    );
    reads(
        "(;SZ[4]AB[a1][e1][zz]AW[a1]CR[b1];B[a2])",
        &[
            "#inertia [Board=square-4] !bad-position'e1' !bad-position'zz' !bad-position'a1' [SGF:CR=b1] \
           [Position=4/4/4/b3 r m -] a2",
        ],
    );
    reads(
        "(;B[e4];AW[a1]W[f4,b2])",
        &["#inertia e4 f4,b2 !late-set-up'AW' {[%sgf AW[a1]]}"],
    );
}

#[test]
fn what_has_no_place_is_said_once() {
    reads(
        "hello\nthere (;B[e4]) you ) (;B[e5])",
        &[
            "!outside-tree'hello' #inertia e4 !outside-tree'you )'",
            "#inertia e5",
        ],
    );
    reads(
        "(;PB[a [b] c];B[e4])",
        &["#inertia !stray-close']' [Red=a [b] e4"],
    );
    reads(
        "(;B[e4] and so on;W[f4,b2][x])",
        &["#inertia !outside-tree'and so on' e4 !repeated-tag'x' f4,b2 {[%sgf W[x]]}"],
    );
    reads(
        "(;[x]B[e4]))\n)",
        &["#inertia !outside-tree'[x]' e4 !stray-close')' !outside-tree')'"],
    );
    reads(
        "(B[e4](W[f4,b2]))",
        &["#inertia !missing-semicolon'B' e4 ( !missing-semicolon'W' f4,b2 )"],
    );
    reads(
        "((;B[e4]()))",
        &["#inertia !outside-tree'(' ( e4 ( !empty-variation'()' ) )"],
    );
    reads("no tree (here)", &["!outside-tree'no tree (here)'"]);
}

#[test]
fn what_is_never_closed_costs_its_own_game() {
    reads("(;B[e4];W[f4,b2]", &["#inertia e4 f4,b2 !unclosed-tree'('"]);
    reads(
        "(;B[e4](;W[f4,b2]\n(;FF[4];B[e5])",
        &["#inertia e4 ( f4,b2 !unclosed-tree'('", "#inertia e5"],
    );
    reads(
        "(;B[e4]C[oh\n(;B[e5])",
        &["#inertia !unclosed-value'[' e4 {oh}", "#inertia e5"],
    );
    reads(
        "(;B[e4\n(;B[e5])",
        &[
            "#inertia !unclosed-value'[' {[%sgf B[e4\n]]}",
            "#inertia e5",
        ],
    );
    reads(
        "(;B[e4]C[it said\n(;B[e5\\])];W[f4,b2])",
        &["#inertia e4 {it said\n(;B[e5])} f4,b2"],
    );
}

#[test]
fn sides_that_move_out_of_turn_are_told() {
    reads(
        "(;B[e4];B[f4,b2];B[a1,a3])",
        &["#inertia e4 !wrong-turn'B' f4,b2 a1,a3"],
    );
    reads("(;B[e4]W[f4,b2])", &["#inertia e4 !two-moves'W' f4,b2"]);
    reads(
        "(;B[e4](;B[f4,b2])(;W[f4,b3]))",
        &["#inertia e4 ( !wrong-turn'B' f4,b2 ) ( f4,b3 )"],
    );
}

#[test]
fn odd_values_are_moves_all_the_same() {
    reads(
        "(;B[e4];W[zz];B[ f4, b2 ];W[tt];B[])",
        &["#inertia e4 zz f4, b2 tt "],
    );
    reads("(;Black[e4]White[])", &["#inertia e4 !two-moves'White' "]);
}

#[test]
fn variations_may_be_deep() {
    let nested = |count: usize| {
        let inner = "(;B[a1](;W[b1])(;W[c1]".repeat(count);
        format!("(;FF[4]{inner}{})", "))".repeat(count))
    };
    assert!(!sgf(&nested(100))[0].contains("too-deep"));
    assert_eq!(sgf(&nested(300))[0].matches("too-deep").count(), 1);
    assert_eq!(sgf(&"(".repeat(100_000)).len(), 1);
    let deep = format!("(;B[a1]{}", "(;W[a1]".repeat(100_000));
    assert_eq!(sgf(&deep)[0].matches("too-deep").count(), 1);
}
