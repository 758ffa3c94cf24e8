use crate::notation::Nag;
use crate::notation::stipulation::Stipulation;
use crate::record::{Class, Events, NodeId, Record};
use crate::source::Span;
use crate::syntax::{Format, What, read_problem, read_record};
use std::fmt::Write;

/// Holds that the tokens of a text follow each other.
struct Covered(u32);

impl Events<'_> for Covered {
    fn token(&mut self, class: Class, span: Span) {
        assert_eq!(span.start, self.0, "{class:?}");
        assert!(!span.is_empty(), "{class:?}");
        self.0 = span.end;
    }
}

/// The records of all problems of a text, of which each byte is in one token.
fn read_problems(text: &str) -> Vec<Record> {
    let (mut records, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let mut covered = Covered(at as u32);
        let found = read_record(Format::Text, text, at, &mut covered);
        assert_eq!(covered.0 as usize, found.end, "{text:?}");
        assert!(found.end > at, "{text:?}");
        if found.what == What::Problem {
            records.extend(read_problem(&text[at..found.end]));
        }
        at = found.end;
    }
    records
}

/// What was read of each problem: tags, findings, and the tree with a move a line.
fn told(text: &str) -> String {
    let mut out = String::new();
    for record in read_problems(text) {
        for tag in &record.tags {
            writeln!(out, "{} {}", tag.name.value, tag.value.value).unwrap();
        }
        let stipulation: Stipulation = record.tag("Stipulation").unwrap().parse().unwrap();
        if let Some(men) = record.tree.boards[0].board.men() {
            writeln!(out, "FEN {}", men.fen(stipulation.first_mover())).unwrap();
        }
        for finding in record.diagnostics.iter() {
            writeln!(out, "! {}", finding.message).unwrap();
        }
        for comment in &record.before {
            writeln!(out, "{{{}}}", comment.text).unwrap();
        }
        if let Some(first) = record.tree.first() {
            grow(&record, first, 0, &mut out);
        }
    }
    out
}

fn grow(record: &Record, first: NodeId, depth: usize, out: &mut String) {
    let alternatives = std::iter::once(first).chain(record.tree.node(first).variations.clone());
    for id in alternatives {
        let node = record.tree.node(id);
        let mark = if node.nags.iter().any(|nag| nag.value == Nag(2)) && !node.text.ends_with('?') {
            " ?"
        } else {
            ""
        };
        let comments = node
            .after
            .iter()
            .map(|comment| format!(" {{{}}}", comment.text));
        let comments: String = comments.collect();
        writeln!(out, "{:2$}{}{mark}{comments}", "", node.text, 2 * depth).unwrap();
        if let Some(next) = node.next {
            grow(record, next, depth + 1, out);
        }
    }
}

#[test]
fn a_list_of_men_makes_a_position() {
    insta::assert_snapshot!(told("Blancs: Rc1 Ta5 Pa2 b7 c7 - Noirs: Rc8 Cc5 Pc4 (5+3)\n‡2\n"), @r#"
    Stipulation #2
    FEN 2k5/1PP5/8/R1n5/2p5/8/P7/2K5 w - - 0 1
    "#);
    insta::assert_snapshot!(told("White: Kc1, Ra5, Pa2, b7, c7\nBlack: Kc8 Nc5 c4\nh#2.5 (5+3)\n"), @r#"
    Stipulation h#2.5
    FEN 2k5/1PP5/8/R1n5/2p5/8/P7/2K5 w - - 0 1
    "#);
    insta::assert_snapshot!(told("Weiß: Kg4 Sg7 Le6 Dh2\nSchwarz: Ke1 Bb6 g2 g3\n#1"), @r#"
    Stipulation #1
    FEN 8/6N1/1p2B3/8/6K1/6p1/6pQ/4k3 w - - 0 1
    "#);
}

#[test]
fn a_printed_board_in_french_letters_makes_one_too() {
    let board = "
. . r . . . . .
. P P . . . . .
. . . . . . . .
T . c . . . . .
. . p . . . . .
. . . . . . . .
P . . . . . . .
. . R . . . . .
#2
";
    insta::assert_snapshot!(told(board), @r#"
    Stipulation #2
    FEN 2k5/1PP5/8/R1n5/2p5/8/P7/2K5 w - - 0 1
    "#);
}

#[test]
fn a_wrong_count_is_told() {
    insta::assert_snapshot!(told("White: Kc1 Ra5 - Black: Kc8 (3+1)\n#2"), @r#"
    Stipulation #2
    FEN 2k5/8/8/R7/8/8/8/2K5 w - - 0 1
    ! there are 2+1 men, not as written
    "#);
}

#[test]
fn lines_go_back_to_where_their_number_says() {
    let problem = "White: Kc8 Ra1 b6 - Black: Ka8 Bb8 a7 b7 #2
1.Ra5? a6!
1.Ra6! zugzwang
1...bxa6 2.b7#
1...Bc7/Bd6/Be5 2.Rxa7#
1...~ 2.Rxa7#";
    insta::assert_snapshot!(told(problem), @r#"
    Stipulation #2
    FEN kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1
    Ra5?
      a6!
    Ra6! {zugzwang} {~ 2.Rxa7#}
      bxa6
        b7#
      Bc7
        Rxa7#
      Bd6
        Rxa7#
      Be5
        Rxa7#
    "#);
}

#[test]
fn as_many_answers_as_replies_belong_to_one_each() {
    let men = "White: Kc8 Ra1 b6 - Black: Ka8 Bb8 a7 b7 #2\n";
    insta::assert_snapshot!(told(&format!("{men}1.Ra6 bxa6/Bc7 2.b7/Rxa7#\n1...Bd6 2.b7/Rxa7")), @r#"
    Stipulation #2
    FEN kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1
    Ra6
      bxa6
        b7
      Bc7
        Rxa7#
      Bd6
        b7
        Rxa7
    "#);
}

#[test]
fn threats_and_set_play_are_no_moves_of_the_solution() {
    let problem = "White: Kc8 Ra1 b6 - Black: Ka8 Bb8 a7 b7\n#2*
1...bxa6 2.b7#
1.Qb1 ? [2.Qb7#] Ka7!
1.Qa1! threat 2.Qb2#
1...Ka7 2.Qa2#";
    insta::assert_snapshot!(told(problem), @r#"
    Stipulation #2*
    FEN kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1
    {1...bxa6 2.b7#}
    Qb1 ? {[2.Qb7#]}
      Ka7!
    Qa1! {threat 2.Qb2#}
      Ka7
        Qa2#
    "#);
}

#[test]
fn help_play_is_numbered_from_black_or_from_half_a_move() {
    let men = "White: Kf6 Rg1 - Black: Kh8\n";
    insta::assert_snapshot!(told(&format!("{men}h#2\n1.Kh7 Kf7 2.Kh6 Rh1#\n1.Kh7 Rg2 2.Kh8 Rh2#")), @r#"
    Stipulation h#2
    FEN 7k/8/5K2/8/8/8/8/6R1 b - - 0 1
    Kh7
      Kf7
        Kh6
          Rh1#
      Rg2
        Kh8
          Rh2#
    "#);
    insta::assert_snapshot!(told(&format!("{men}h#1.5\n1...Kf7 2.Kh7 Rh1#")), @r#"
    Stipulation h#1.5
    FEN 7k/8/5K2/8/8/8/8/6R1 w - - 0 1
    Kf7
      Kh7
        Rh1#
    "#);
    insta::assert_snapshot!(told(&format!("{men}ser-h#2\n1.Kh7 2.Kh8 Rh1#")), @r#"
    Stipulation ser-h#2
    FEN 7k/8/5K2/8/8/8/8/6R1 b - - 0 1
    Kh7
      Kh8
        Rh1#
    "#);
}

#[test]
fn falls_and_promotions_of_two_operations_are_words() {
    let problem = "Blancs: Rc1 Ta5 Pa2 b7 c7 - Noirs: Rc8 Cc5 Pc4\n#2\n1.b7-b8 = C (→ Cb7) Rc8×b7 2.Ta5×c5×c4";
    insta::assert_snapshot!(told(problem), @r#"
    Stipulation #2
    FEN 2k5/1PP5/8/R1n5/2p5/8/P7/2K5 w - - 0 1
    b7-b8 = C (→ Cb7)
      Rc8×b7
        Ta5×c5×c4
    "#);
}

#[test]
fn twins_are_problems_of_their_own() {
    let twins = "White: Kf6 Rg1 - Black: Kh8 (2+1)\nh#1.5\nb) Rg1→a1\nc) without Rg1\nd) Qa1 to a2\na) 1...Kf7 2.Kh7 Rh1#\nb) 1...Kg6 2.Kg8 Ra8#";
    insta::assert_snapshot!(told(twins), @r#"
    Stipulation h#1.5
    FEN 7k/8/5K2/8/8/8/8/6R1 w - - 0 1
    Kf7
      Kh7
        Rh1#
    Stipulation h#1.5
    FEN 7k/8/5K2/8/8/8/8/R7 w - - 0 1
    Kg6
      Kg8
        Ra8#
    Stipulation h#1.5
    FEN 7k/8/5K2/8/8/8/8/8 w - - 0 1
    Stipulation h#1.5
    ! `Qa1 to a2` takes a man from a1 that does not stand there
    "#);
}

#[test]
fn twins_on_one_line_are_told_apart_and_none_vanishes() {
    let twins = "White: Kf6 Rg1 - Black: Kh8\nh#1.5 b) Rg1→a1 c) Rg1→b1 d) +Ph2 e) Rg1→h8\na) 1...Kf7 b) 1...Kg6\nx) 1...Ke6";
    insta::assert_snapshot!(told(twins), @r#"
    Stipulation h#1.5
    FEN 7k/8/5K2/8/8/8/8/6R1 w - - 0 1
    Kf7
    Stipulation h#1.5
    FEN 7k/8/5K2/8/8/8/8/R7 w - - 0 1
    Kg6
    Stipulation h#1.5
    FEN 7k/8/5K2/8/8/8/8/1R6 w - - 0 1
    Stipulation h#1.5
    FEN 7k/8/5K2/8/8/8/7P/6R1 w - - 0 1
    Stipulation h#1.5
    ! `Rg1→h8` puts a man on h8, where one stands
    Stipulation h#1.5
    ! it is not said what changes in the twin `x`
    Ke6
    "#);
}

#[test]
fn a_twin_may_be_followed_by_its_own_solution() {
    let twins =
        "White: Kf6 Rg1 - Black: Kh8\nh#1.5\n1...Kf7\nb) Rg1→a1\n1...Kg6\nc) Rg1→b1 1...Ke6";
    insta::assert_snapshot!(told(twins), @r#"
    Stipulation h#1.5
    FEN 7k/8/5K2/8/8/8/8/6R1 w - - 0 1
    Kf7
    Stipulation h#1.5
    FEN 7k/8/5K2/8/8/8/8/R7 w - - 0 1
    Kg6
    Stipulation h#1.5
    FEN 7k/8/5K2/8/8/8/8/1R6 w - - 0 1
    Ke6
    "#);
}

#[test]
fn what_is_no_man_is_told_and_makes_no_position() {
    insta::assert_snapshot!(told("White: Kc8 Zz9 Ra1 b6 b6 - Black: Ka8 Xa7 (4+x)\n#2"), @r#"
    Stipulation #2
    ! `Zz9` is no man
    ! two men stand on b6
    ! `Xa7` is no man
    ! `(4+x)` is no count of men
    "#);
}

#[test]
fn any_number_of_alternatives_is_bounded() {
    let many = "a3/a4/b3/b4/c3/c4/d3/d4/e3/e4";
    let fewer = "a3/a4/b3/b4/c3/c4/d3/d4";
    let mut text = "White: Kf6 - Black: Kh8\n#9\n".to_owned();
    for number in 1..9 {
        write!(text, "{number}.{many} {fewer} ").unwrap();
    }
    assert!(read_problems(&text)[0].tree.len() <= super::solution::MOST);
}

#[test]
fn other_texts_hold_no_problem() {
    assert!(read_problems("1. e4 e5\nWhite: Kasparov\n\nBlack: Karpov").is_empty());
    assert!(read_problems(&"(".repeat(100_000)).is_empty());
}

#[test]
fn no_cut_and_no_odd_sign_breaks_the_reader() {
    let text = "Gravitation\r\nBlancs: Rc1 Ta5 Pa2 b7 - Noirs: Rc8 Cc5 (4+2)\r\n‡2 b) Ta5→b5\ra) 1.Ta5×c5×c4! [2.Tc4] 1…Rc8/Rb8 2.b7-b8 = C (→ Cb7)‡\nb) 1.Tb5?\n";
    for (at, _) in text.char_indices() {
        let (before, after) = text.split_at(at);
        let _ = read_problems(before);
        let _ = read_problems(after);
        for odd in ["é", "\0", "(", "½", "9999999999.", "/", "\n", "→"] {
            let _ = read_problems(&format!("{before}{odd}{after}"));
        }
    }
    assert_eq!(read_problems(text).len(), 2);
}

#[test]
fn a_twin_may_go_by_another_one() {
    let men = "White: Kf6 Rg1 - Black: Kh8\n";
    for words in ["= b) + Kf6→f7", "wie b), Kf6→f7", "as b) Kf6→f7"] {
        let text = format!("{men}h#1.5 b) Rg1→a1 c) {words}");
        assert_eq!(
            told(&text).lines().last(),
            Some("FEN 7k/5K2/8/8/8/8/8/R7 w - - 0 1"),
            "{words}"
        );
    }
    insta::assert_snapshot!(told(&format!("{men}h#1.5 b) as c) Kf6→f7")), @r#"
    Stipulation h#1.5
    FEN 7k/8/5K2/8/8/8/8/6R1 w - - 0 1
    Stipulation h#1.5
    ! the twin `c` that this one goes by is not known
    "#);
}

#[test]
fn a_problem_ends_where_the_next_or_a_game_begins() {
    let text = "Long ago.\nAn article\n\nof many lines.\nNo. 1\n\nWhite: Kf6 Rg1 - Black: Kh8\nh#1.5\n1...Kf7\nA key.\n\n\
        Nobody knows.\n\nNo. 2\nWhite: Kf6 Rg1 - Black: Kh8\nh#1.5\n1...Kf7\nNo. 3\nWhite: Kf6 Rg1 - Black: Kh8\n#1\n1.Rh1+\n\n\
        Match: Anna - Boris\n1. e4 e5 *\n";
    insta::assert_snapshot!(told(text), @r#"
    Event An article of many lines. No. 1
    Stipulation h#1.5
    FEN 7k/8/5K2/8/8/8/8/6R1 w - - 0 1
    Kf7 {A key.}
    Event Nobody knows. No. 2
    Stipulation h#1.5
    FEN 7k/8/5K2/8/8/8/8/6R1 w - - 0 1
    Kf7
    Event No. 3
    Stipulation #1
    FEN 7k/8/5K2/8/8/8/8/6R1 w - - 0 1
    Rh1+
    "#);
    let mut games = crate::record::TreeBuilder::default();
    let at = text.find("Match").unwrap();
    assert!(read_record(Format::Text, text, at, &mut games).is_record());
    assert_eq!(games.finish().tree.len(), 2);
}
