use super::Target;
use super::sample::{comment, replay, tag, written, written_with_losses};
use crate::notation::Outcome;
use crate::record::Tag;
use crate::rules::RuleSet;
use crate::source::{Span, Spanned};

fn pgn(script: &str) -> String {
    written(Target::Pgn, &replay(script))
}

fn text(script: &str) -> String {
    written(Target::Text, &replay(script))
}

#[test]
fn numbers_stand_before_white_and_where_something_stood_between() {
    assert_eq!(pgn("e4 e5 Nf3"), "1. e4 e5 2. Nf3 *\n");
    assert_eq!(pgn("e4 {best} e5 Nf3"), "1. e4 {best} 1... e5 2. Nf3 *\n");
    assert_eq!(pgn("e4 ( d4 d5 ) e5"), "1. e4 (1. d4 d5) 1... e5 *\n");
    assert_eq!(pgn("e4 $1 e5"), "1. e4 $1 e5 *\n");
}

#[test]
fn a_comment_before_a_move_stands_after_its_number() {
    assert_eq!(pgn("e4 e5 <now> Nf3"), "1. e4 e5 2. {now} Nf3 *\n");
    assert_eq!(pgn("e4 <now> e5"), "1. e4 1... {now} e5 *\n");
    assert_eq!(
        pgn("e4 e5 ( <or> c5 ) Nf3"),
        "1. e4 e5 (1... {or} c5) 2. Nf3 *\n"
    );
    assert_eq!(
        written(Target::Coords, &replay("e4 e5 <now> Nf3")),
        "e4! e5! 2. {now} Nf3! *\n"
    );
}

#[test]
fn variations_nest_and_keep_their_results() {
    assert_eq!(
        pgn("e4 e5 ( c5 Nf3 ( c3 d5 ) ( d4 =1-0 ) d6 ) ( e6 ) Nf3"),
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4 1-0) 2... d6) (1... e6) 2. Nf3 *\n"
    );
}

#[test]
fn what_was_not_played_keeps_its_words_and_its_place() {
    let mut replay = replay("e4 ?Ke9?! ?Nf3");
    let id = replay
        .record
        .tree
        .mainline()
        .nth(1)
        .expect("as this test has it");
    let node = replay.record.tree.node_mut(id);
    node.marks.nag = crate::notation::Nag::from_suffix("?!");
    node.nags = [6, 14]
        .map(|nag| Spanned::new(crate::notation::Nag(nag), Span::at(0)))
        .to_vec();
    assert_eq!(written(Target::Pgn, &replay), "1. e4 Ke9?! $14 2. Nf3 *\n");
    assert_eq!(written(Target::Coords, &replay), "e4! Ke9?! $14 Nf3 *\n");
}

#[test]
fn canonical_scores_have_own_letters_and_glued_suffixes() {
    assert_eq!(
        text("Nf3 $5 Nc6 $14 Nc3 $1 $14"),
        "1. Sf3!? Sc6 $14 2. Sc3! $14 *\n"
    );
}

#[test]
fn lines_stay_below_80_columns_and_break_comments_only_at_blanks() {
    let mut replay = replay("e4");
    let id = replay.record.tree.first().expect("a ply");
    let words = "word ".repeat(30);
    replay.record.tree.node_mut(id).after =
        vec![comment(&format!("two  blanks\n  {words}[%clk 0:00:01]"))];
    let (out, losses) = written_with_losses(Target::Pgn, &replay);
    assert_eq!(losses.len(), 1, "its breaks and end blanks: {losses:?}");
    insta::assert_snapshot!(out, @"
    1. e4 {two  blanks word word word word word word word word word word word word
    word word word word word word word word word word word word word word word word
    word word [%clk 0:00:01]} *
    ");
    assert!(out.lines().all(|line| line.len() < 80));
}

#[test]
fn no_line_begins_with_what_could_be_a_tag_or_an_escape() {
    let mut replay = replay("e4");
    let id = replay.record.tree.first().expect("a ply");
    replay.record.tree.node_mut(id).after = vec![comment(&"word [x] %y ".repeat(40))];
    let (out, losses) = written_with_losses(Target::Pgn, &replay);
    assert_eq!(losses.len(), 1, "its breaks and end blanks: {losses:?}");
    assert!(out.lines().count() > 5);
    assert!(
        out.lines().all(|line| !line.starts_with(['[', '%'])),
        "{out}"
    );
}

#[test]
fn a_comment_with_a_closing_brace_goes_to_the_end_of_its_line() {
    let mut replay = replay("e4 ( d4 ) e5");
    let ids: Vec<_> = replay.record.tree.ids().collect();
    replay.record.tree.node_mut(ids[1]).after = vec![comment("a {set}\nof moves")];
    let (out, losses) = written_with_losses(Target::Pgn, &replay);
    assert_eq!(losses.len(), 1, "its break: {losses:?}");
    assert_eq!(out, "1. e4 (1. d4 ; a {set} of moves\n) 1... e5 *\n");
}

#[test]
fn comments_outside_the_moves_stand_outside_the_moves() {
    let mut replay = replay("<first> e4");
    replay.record.before = vec![comment("before")];
    replay.record.after = vec![comment("after"), comment("")];
    replay.result = Some(Outcome::Draw);
    assert_eq!(
        written(Target::Pgn, &replay),
        "{before} 1. {first} e4 1/2-1/2\n% after\n%\n"
    );
}

#[test]
fn tags_stand_roster_first_with_duplicates_and_escapes() {
    let mut replay = replay("e4");
    let tags = [
        ("WhiteElo", "1"),
        ("White", "A \"B\""),
        ("Event", "C:\\"),
        ("WhiteElo", "2"),
    ];
    replay.record.tags = tags.map(|(name, value)| tag(name, value)).to_vec();
    insta::assert_snapshot!(written(Target::Pgn, &replay), @r#"
    [Event "C:\\"]
    [White "A \"B\""]
    [WhiteElo "1"]
    [WhiteElo "2"]

    1. e4 *
    "#);
}

#[test]
fn variant_and_start_are_said_when_no_tag_does() {
    let mut replay = replay("e4");
    replay.rules = RuleSet::from_spec("inertia-chess").ok();
    replay.start_given = true;
    insta::assert_snapshot!(written(Target::Pgn, &replay), @r#"
    [Variant "Inertia Chess"]
    [SetUp "1"]
    [FEN "start"]

    1. e4 *
    "#);
    replay.record.tags = vec![tag("Variant", "inertia-chess"), tag("Position", "start")];
    insta::assert_snapshot!(written(Target::Pgn, &replay), @r#"
    [Variant "inertia-chess"]
    [Position "start"]

    1. e4 *
    "#);
}

#[test]
fn options_are_said_with_the_variant() {
    let mut replay = replay("e4");
    replay.rules = RuleSet::from_spec("chess:960=on").ok();
    assert_eq!(
        written(Target::Pgn, &replay),
        "[Variant \"Chess960\"]\n\n1. e4 *\n"
    );
    replay.rules = RuleSet::from_spec("inertia-chess:castling=off").ok();
    assert_eq!(
        written(Target::Pgn, &replay),
        "[Variant \"Inertia Chess:castling=off\"]\n\n1. e4 *\n"
    );
}

fn inertia() -> crate::replay::Replay {
    let mut replay = replay("Nf3 a5 # Ne5 ( Nd4 # ) a4 #");
    replay.rules = RuleSet::from_spec("inertia-chess").ok();
    replay.record.heading = Some(Spanned::new(
        "Inertia 1 :  Joao - Claude".to_owned(),
        Span::at(0),
    ));
    let heading_tag = |name, value| Tag {
        from_heading: true,
        ..tag(name, value)
    };
    replay.record.tags = vec![
        heading_tag("Event", "Inertia 1"),
        heading_tag("White", "Joao"),
        heading_tag("Black", "Claude"),
        tag("Date", "1996"),
    ];
    replay.result = Some(Outcome::WhiteWins);
    replay.record.after = vec![comment("the end")];
    replay
}

#[test]
fn canonical_scores_keep_heading_and_boards() {
    insta::assert_snapshot!(written(Target::Text, &inertia()), @r#"
    Inertia 1: Joao - Claude
    [Date "1996"]

    1. Sf3 a5

    k .
    . O

    2. Se5 (2. Sd4

    k .
    . O

    ) 2... a4 1-0
    % the end

    k .
    . O
    "#);
}

#[test]
fn a_heading_that_does_not_name_the_variant_is_helped_by_a_tag() {
    let mut replay = inertia();
    replay.record.tags[0].value.value = "Game 1".to_owned();
    let out = written(Target::Text, &replay);
    assert!(
        out.starts_with("Game 1: Joao - Claude\n[Date \"1996\"]\n[Variant \"Inertia Chess\"]\n\n"),
        "{out}"
    );
}

#[test]
fn pgn_and_coordinates_have_no_place_for_boards() {
    for target in [Target::Pgn, Target::Coords] {
        let (out, losses) = written_with_losses(target, &inertia());
        assert_eq!(losses.len(), 1);
        assert_eq!(
            losses[0].to_string(),
            "3 printed boards have no place in this format"
        );
        assert!(
            !out.contains('O') && out.starts_with("[Event \"Inertia 1\"]\n[Date \"1996\"]\n[White"),
            "{out}"
        );
    }
}

#[test]
fn json_has_the_keys_of_the_interface_in_their_order() {
    let mut replay = replay("Nf3 {[%clk_0:01:02.5]} ( e4 $1 ) # ?x9");
    replay.record.tags = vec![tag("Event", "a \"b\"")];
    insta::assert_snapshot!(written(Target::Jsonl, &replay), @r#"{"schema":"scoresheet.record/1","source":{"file":"games.txt","record":1,"line":1,"column":1},"rules":"chess","options":{"960":false},"heading":null,"tags":[["Event","a \"b\""]],"start":"start","before":[],"plies":[{"ply":1,"number":1,"side":"white","text":"Nf3","san":"Nf3","coords":"Nf3!","path":["a1"],"captures":[],"forced":null,"nags":[],"comments":[{"place":"after","text":"[%clk 0:01:02.5]","written":"{[%clk 0:01:02.5]}"}],"clock":{"clk":62.5,"emt":null,"eval":null,"depth":null,"cal":[],"csl":[]},"result":null,"variations":[[{"ply":1,"number":1,"side":"white","text":"e4","san":"e4","coords":"e4!","path":["a1"],"captures":[],"forced":null,"nags":[1],"comments":[],"clock":null,"result":null,"variations":[]}]]},{"ply":2,"number":1,"side":"black","text":"x9","san":null,"coords":null,"path":[],"captures":[],"forced":null,"nags":[],"comments":[],"clock":null,"result":null,"variations":[]}],"boards":[{"ply":1,"line":1,"match":true,"path":"main","rows":["k.",".O"]}],"after":[],"final":"final","result":"*","outcome":null,"status":"ongoing","valid":true,"diagnostics":[]}"#);
}

#[test]
fn an_array_of_records_is_one_document() {
    let record = replay("e4");
    let target = Target::Json;
    let one = written(target, &record);
    let all = [
        target.opening(),
        &one,
        target.between(),
        &one,
        target.closing(),
    ]
    .concat();
    let read: serde_json::Value = serde_json::from_str(&all).expect("JSON");
    assert_eq!(read.as_array().map(Vec::len), Some(2));
    let none: serde_json::Value =
        serde_json::from_str(&[target.opening(), target.closing()].concat())
            .expect("as this test has it");
    assert_eq!(none.as_array().map(Vec::len), Some(0));
}

#[test]
fn long_lines_and_deep_variations_are_written_on_a_small_stack() {
    let long = replay(&"e4 e5 ".repeat(20_000));
    let deep = replay(&format!(
        "e4 {}{}",
        "( e4 ".repeat(5_000),
        ") ".repeat(5_000)
    ));
    let work = move || {
        for replay in [long, deep] {
            for target in [Target::Jsonl, Target::Pgn, Target::Text, Target::Coords] {
                assert!(written(target, &replay).len() > 25_000);
            }
        }
    };
    std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(work)
        .expect("as this test has it")
        .join()
        .expect("as this test has it");
}

fn sgf(script: &str) -> String {
    let mut out = String::new();
    super::sgf::write(&replay(script), &mut out);
    out.strip_prefix("(;FF[4]CA[UTF-8]RU[chess]")
        .expect("the usual beginning")
        .to_owned()
}

#[test]
fn lines_that_part_stand_side_by_side() {
    assert_eq!(sgf("e4 e5 Nf3"), ";B[e4];W[e5];B[Nf3])\n");
    assert_eq!(
        sgf("e4 e5 ( c5 ( c6 ) Nf3 ) Nf3"),
        ";B[e4]\n(;W[e5];B[Nf3])\n(;W[c5];B[Nf3])\n(;W[c6]))\n"
    );
    assert_eq!(sgf("e4 ( d4 )"), "\n(;B[e4])\n(;B[d4]))\n");
}

#[test]
fn a_node_holds_one_comment_and_one_annotation_of_a_kind() {
    assert_eq!(
        sgf("e4 $1 $14 $2 $16 {one} {two} e5"),
        ";B[e4]TE[1]NAG[14][2]GB[1]C[one];C[two];W[e5])\n"
    );
    assert_eq!(sgf("e4 <now> e5"), ";B[e4]\n(;C[now];W[e5]))\n");
    assert_eq!(
        sgf("e4 {[%sgf_N[a]]} {[%sgf_N[b]]} {[%sgf_W[c]]}"),
        ";B[e4]N[a];N[b]C[[%sgf W[c\\]\\]])\n"
    );
}

#[test]
fn tags_become_properties_and_texts_are_escaped() {
    let mut game = replay("e4 {a]b\\c}");
    game.record.tags = vec![
        tag("Event", "x[1]"),
        tag("Red", "Anna"),
        tag("Black", "Boris"),
        tag("Result", "0-1"),
        tag("SGF:AN", "a"),
        tag("SGF:AN", "b"),
        tag("Round", "3"),
        tag("Board", "square-8"),
    ];
    game.result = Some(Outcome::BlackWins);
    let mut out = String::new();
    super::sgf::write(&game, &mut out);
    assert_eq!(
        out,
        "(;FF[4]CA[UTF-8]RU[chess]RE[W+]EV[x[1\\]]TAG[Round:3]PW[Boris]PB[Anna]AN[a][b]\n;B[e4]C[a\\]b\\\\c])\n"
    );
}
