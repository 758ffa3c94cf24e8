use super::TreeBuilder;
use crate::diag::Code;
use crate::notation::{MoveWord, Outcome, WrittenResult};
use crate::notation::{Nag, read_number, read_result, read_word};
use crate::record::{Board, Class, Comment, CommentStyle, Events, LinePart, NodeId, Record};
use crate::source::{Span, Spanned};

/// A toy reader: words apart by single blanks; `{x}`, `(*x*)`, `<x>` (prose) and `%x` are comments of one word, `#` is
/// a board, `resign` says that White wins.
fn read(text: &str) -> Record {
    let mut builder = TreeBuilder::default();
    let mut at = 0;
    for word in text.split(' ') {
        let span = Span::new(at, at + word.len());
        let inside = |open: usize, close: usize| {
            let span = Span::new(at + open, at + word.len() - close);
            Spanned::new(span.text(text), span)
        };
        let prose = word.starts_with('<');
        builder.token(if prose { Class::Prose } else { Class::Moves }, span);
        match word {
            "(" => builder.open_variation(span),
            ")" => builder.close_variation(span),
            "e.p." => builder.en_passant(span),
            "#" => builder.board(Board {
                span,
                rows: Vec::new(),
                listed: None,
            }),
            "resign" => builder.result(WrittenResult {
                outcome: Some(Outcome::WhiteWins),
                span,
                marker: false,
            }),
            _ if prose => builder.comment(CommentStyle::Prose, span, inside(1, 1)),
            _ if word.starts_with('{') => builder.comment(CommentStyle::Brace, span, inside(1, 1)),
            _ if word.starts_with("(*") => builder.comment(CommentStyle::Star, span, inside(2, 2)),
            _ if word.starts_with('%') => builder.comment(CommentStyle::Escape, span, inside(1, 0)),
            _ if word.starts_with('$') => {
                let nag = Nag(word[1..].parse().expect("a number"));
                builder.nag(Spanned::new(nag, span));
            }
            _ => {
                if let Some(result) = read_result(text, at) {
                    builder.result(result);
                } else if let Some(number) = read_number(text, at) {
                    builder.number(number);
                } else {
                    let read = read_word(word).unwrap_or_else(|| panic!("no move: {word}"));
                    let (form, marks) = (read.form, read.marks);
                    builder.ply(&MoveWord {
                        text: word,
                        span,
                        form,
                        marks,
                    });
                }
            }
        }
        at += word.len() + 1;
    }
    builder.finish()
}

fn comments(comments: &[Comment]) -> String {
    comments
        .iter()
        .map(|comment| format!("{{{}}}", comment.text))
        .collect()
}

/// A line with all that hangs on its plies: comments before and after, glyphs, result, variations in brackets.
fn line(record: &Record, first: NodeId) -> String {
    let plies = record.tree.line(Some(first)).map(|id| {
        let node = record.tree.node(id);
        let number = node
            .number
            .map_or(String::new(), |number| format!("{}:", number.value));
        let nags: String = node
            .nags
            .iter()
            .map(|nag| format!("${}", nag.value.0))
            .collect();
        let result = node
            .result
            .map_or("", |result| result.value.map_or("*", Outcome::marker));
        let variations = node
            .variations
            .iter()
            .map(|&id| format!("[{}]", line(record, id)));
        let variations: String = variations.collect();
        let (before, after) = (comments(&node.before), comments(&node.after));
        format!(
            "{before}{number}{}{nags}{after}{result}{variations}",
            node.text
        )
    });
    plies.collect::<Vec<_>>().join(" ")
}

/// Before, main line, result and after, apart by bars.
fn show(text: &str) -> String {
    let record = read(text);
    let main = record
        .tree
        .first()
        .map_or(String::new(), |first| line(&record, first));
    let result = record
        .result
        .map_or("", |result| result.outcome.map_or("*", Outcome::marker));
    [
        comments(&record.before),
        main,
        result.to_owned(),
        comments(&record.after),
    ]
    .join("|")
}

fn codes(record: &Record) -> Vec<Code> {
    record
        .diagnostics
        .iter()
        .map(|finding| finding.code)
        .collect()
}

#[test]
fn a_variation_replaces_the_ply_before_it() {
    assert_eq!(
        show("1. e4 e5 ( c5 2. Nf3 ) 2. Nc3 1-0"),
        "|1:e4 e5[c5 2:Nf3] 2:Nc3|1-0|"
    );
    let record = read("e4 e5 ( c5 Nf3 ) Nc3");
    let [e4, e5, c5, nf3, nc3] = record.tree.ids().collect::<Vec<_>>()[..] else {
        panic!("five plies")
    };
    let parent = |id| record.tree.node(id).parent;
    assert_eq!(parent(c5), Some(e4), "as that of the ply replaced");
    assert_eq!(parent(nf3), Some(c5));
    assert_eq!(parent(nc3), Some(e5));
}

#[test]
fn variations_nest_and_stand_side_by_side() {
    assert_eq!(
        show("e4 e5 ( c5 ( e6 ( d6 ) ) d6 ) ( d5 ) Nf3"),
        "|e4 e5[c5[e6[d6]] d6][d5] Nf3||"
    );
    assert_eq!(show("e4 ( d4 ) ( c4 )"), "|e4[d4][c4]||");
}

#[test]
fn comments_stand_before_and_after_plies() {
    assert_eq!(show("{a} {b} e4 {c} {d} e5"), "{a}{b}|e4{c}{d} e5||");
    assert_eq!(show("1. {a} e4 1... {b} e5"), "|{a}1:e4 {b}1:e5||");
    assert_eq!(show("e4 ( {a} d4 {b} ) {c} e5"), "|e4{c}[{a}d4{b}] e5||");
    assert_eq!(show("e4 <a> e5 %b"), "|e4{a} e5{b}||");
}

#[test]
fn comments_that_wait_for_no_ply_are_kept() {
    assert_eq!(show("e4 2. {a}"), "|e4{a}||");
    assert_eq!(show("e4 2. {a} 1-0 {b}"), "|e4{a}{b}|1-0|");
    assert_eq!(show("1. {a}"), "{a}|||");
    assert_eq!(show("e4 ( d4 2. {a} ) e5"), "|e4[d4{a}] e5||");
    assert_eq!(show("( $3 )"), "{$3}|||");
}

#[test]
fn an_empty_variation_leaves_its_comments_to_the_ply_before() {
    let text = "e4 ( {a} $2 ) e5";
    assert_eq!(show(text), "|e4{$2}{a} e5||");
    let record = read(text);
    assert_eq!(codes(&record), [Code::EmptyVariation]);
    assert_eq!(record.diagnostics[0].span.text(text), "( {a} $2 )");
}

#[test]
fn an_empty_variation_is_one_finding_and_invents_nothing() {
    for (text, shown, places) in [
        ("e4 ( ) e5 ( ( ) )", "|e4 e5||", &["( )", "( ( ) )"][..]),
        ("e4 ( ( ) d4 ) e5", "|e4[d4] e5||", &["( )"]),
        ("( ) e4", "|e4||", &["( )"]),
    ] {
        let record = read(text);
        assert_eq!(show(text), shown);
        let found = record.diagnostics.iter();
        let found: Vec<_> = found.map(|found| found.span.text(text)).collect();
        assert_eq!(found, places, "{text}");
        assert!(
            codes(&record)
                .iter()
                .all(|&code| code == Code::EmptyVariation)
        );
    }
}

#[test]
fn a_variation_before_the_first_move_is_kept_as_a_comment() {
    let text = "( 1. d4 {a} ( c4 ) $1 1-0 ) 1. e4";
    assert_eq!(show(text), "{1. d4 {a} ( c4 ) $1 1-0}|1:e4||");
    let record = read(text);
    assert_eq!(codes(&record), [Code::NotAMove]);
    assert_eq!(record.diagnostics[0].span, Span::new(0, 1));
    assert_eq!(
        record.before[0].span.text(text),
        "( 1. d4 {a} ( c4 ) $1 1-0 )"
    );
    assert_eq!(show("e4 ( ( c4 ) d4 ) e5"), "|e4[{c4}d4] e5||");
    assert_eq!(show("( d4"), "{d4}|||", "unclosed");
}

#[test]
fn comments_after_the_result_belong_to_the_last_move() {
    assert_eq!(show("e4 1-0 {a} {b}"), "|e4{a}{b}|1-0|");
    assert_eq!(show("e4 1-0 <a> {b}"), "|e4|1-0|{a}{b}");
    assert_eq!(show("e4 1-0 # {a}"), "|e4|1-0|{a}");
    assert_eq!(show("e4 1-0 %a {b}"), "|e4{b}|1-0|{a}");
    assert_eq!(show("1-0 {a}"), "||1-0|{a}");
    assert_eq!(show("e4 1-0 ( d4 {a} ) {b}"), "|e4{b}[d4{a}]|1-0|");
}

#[test]
fn star_comments_are_cut_into_words() {
    let text = "e4 1-0 (*21...axb4*)";
    let record = read(text);
    let first = record.tree.first().expect("a ply");
    let comment = &record.tree.node(first).after[0];
    assert_eq!(comment.text, "21...axb4");
    let words: Vec<_> = comment
        .parts
        .iter()
        .map(|part| part.span.text(text))
        .collect();
    assert_eq!(words, ["21...", "axb4"]);
    assert!(matches!(comment.parts[0].value, LinePart::Number(number) if number.value == 21));
    let record = read("e4 {axb4}");
    let first = record.tree.first().expect("a ply");
    assert!(
        record.tree.node(first).after[0].parts.is_empty(),
        "others are not"
    );
}

#[test]
fn a_result_in_a_variation_is_its_own() {
    assert_eq!(show("e4 ( d4 1-0 ) e5 0-1"), "|e4[d41-0] e5|0-1|");
    assert_eq!(show("e4 ( d4 1-0 0-1 ) e5"), "|e4[d4{0-1}1-0] e5||");
    assert_eq!(show("e4 ( * ) e5"), "|e4{*} e5||");
}

#[test]
fn a_marker_says_more_than_words() {
    assert_eq!(show("e4 resign 1-0"), "|e4|1-0|");
    assert!(
        read("e4 resign 1-0")
            .result
            .is_some_and(|result| result.marker)
    );
    assert!(
        read("e4 1-0 resign")
            .result
            .is_some_and(|result| result.marker)
    );
    assert!(
        read("e4 resign")
            .result
            .is_some_and(|result| !result.marker)
    );
}

#[test]
fn glyphs_and_suffixes_keep_their_order() {
    assert_eq!(show("e4! $14 e5 $2"), "|e4!$1$14 e5$2||");
    assert_eq!(show("e4 ( $7 d4? ) e5"), "|e4[d4?$7$2] e5||");
}

#[test]
fn an_en_passant_apart_is_its_moves() {
    let record = read("exd6 e.p.");
    let first = record.tree.first().expect("a ply");
    assert_eq!(record.tree.node(first).en_passant, Some(Span::new(5, 9)));
    assert_eq!(codes(&read("e.p. e4")), [Code::NotAMove]);
}

#[test]
fn boards_know_the_ply_before_them() {
    let record = read("# e4 # e5 ( # c5 # ) #");
    let after: Vec<_> = record
        .tree
        .boards
        .iter()
        .map(|placed| placed.after.map(NodeId::index))
        .collect();
    assert_eq!(after, [None, Some(0), Some(0), Some(2), Some(1)]);
}

#[test]
fn unclosed_variations_and_stray_closes_lose_nothing() {
    assert_eq!(show("e4 ( d4 ( c4 {a}"), "|e4[d4[c4{a}]]||");
    assert_eq!(show("e4 ) e5"), "|e4 e5||");
}

#[test]
fn a_record_spans_its_tokens_without_blanks_and_prose() {
    assert_eq!(read("<a> e4 e5 <b>").span, Span::new(4, 9));
}

#[test]
fn many_nested_variations_need_no_stack() {
    let record = read(&format!(
        "e4 {}{}",
        "( d4 ".repeat(100_000),
        ") ".repeat(100_000).trim_end()
    ));
    assert_eq!(record.tree.len(), 100_001);
}
