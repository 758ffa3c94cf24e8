//! Replays made by hand for the tests of the writers.

use crate::notation::letters::Letters;
use crate::notation::read_word;
use crate::notation::{CheckMark, Color, Marks, MoveWord, Nag, Outcome, Square, WordForm};
use crate::record::{Board, Comment, CommentStyle, Node, NodeId, PlacedBoard, Record, Tag};
use crate::replay::{BoardVerdict, PlyFacts, Replay};
use crate::rules::{Effect, RuleSet, Status};
use crate::source::{Source, Span, Spanned};
use crate::write::{Loss, Target, write};

/// A replay from a script: words are moves that were played, `?word` one that was not; `( )` a variation, `{x}` a
/// comment after the ply and `<x>` one before the next, `$3` an annotation, `=1-0` the end of a variation, `#` a
/// printed board of two rows. `_` stands for a blank in a comment.
///
/// The record's own letters call the knight `S`; coordinates are the word and `!`, so that each notation shows.
pub(super) fn replay(script: &str) -> Replay {
    let mut record = Record {
        span: Span::new(0, script.len()),
        ..Record::default()
    };
    let mut played = Vec::new();
    let mut last: Option<NodeId> = None;
    let mut replaces = None;
    let mut open = Vec::new();
    let mut before = Vec::new();
    let mut boards = Vec::new();
    for token in script.split_whitespace() {
        let inner = || token[1..].trim_end_matches(['}', '>']).replace('_', " ");
        match token.as_bytes()[0] {
            b'(' => {
                open.push(last);
                replaces = last;
            }
            b')' => last = open.pop().expect("an open variation"),
            b'{' => record
                .tree
                .node_mut(last.expect("a ply before it"))
                .after
                .push(comment(&inner())),
            b'<' => before.push(comment(&inner())),
            b'=' => {
                let result = Outcome::from_marker(&token[1..]);
                record.tree.node_mut(last.expect("a ply before it")).result =
                    Some(Spanned::new(result, Span::at(0)));
            }
            b'$' => {
                let nag = Nag(token[1..].parse().expect("a number"));
                record
                    .tree
                    .node_mut(last.expect("a ply before it"))
                    .nags
                    .push(Spanned::new(nag, Span::at(0)));
            }
            b'#' => {
                let rows = ["k.", ".O"].map(|row| {
                    row.chars()
                        .map(|cell| Spanned::new(cell, Span::at(0)))
                        .collect()
                });
                let board = Board {
                    span: Span::at(0),
                    rows: rows.to_vec(),
                    listed: None,
                };
                boards.push(BoardVerdict {
                    ply: 0,
                    index: record.tree.boards.len(),
                    matches: Some(true),
                });
                record.tree.boards.push(PlacedBoard { after: last, board });
            }
            _ => {
                let text = token.trim_start_matches('?');
                let word = MoveWord {
                    text,
                    span: Span::of(text, script),
                    form: read_word(text).map_or(WordForm::Foreign, |read| read.form),
                    marks: Marks::default(),
                };
                let mut node = Node::new(&word);
                node.before = std::mem::take(&mut before);
                let id = match replaces.take() {
                    Some(replaced) => record.tree.push_variation(replaced, node),
                    None => record.tree.push(last, node),
                };
                played.push((id, (text == token).then(|| text.to_owned())));
                last = Some(id);
            }
        }
    }
    let mut replay = Replay {
        record,
        rules: Some(RuleSet::from_spec("chess").expect("chess")),
        letters: &Letters::ENGLISH,
        local: Letters::by_name("de").expect("German"),
        plies: vec![None; played.len()],
        start: Some("start".to_owned()),
        start_given: false,
        start_view: None,
        start_turn: (1, Color::White),
        r#final: Some("final".to_owned()),
        result: None,
        outcome: None,
        status: Status::Ongoing,
        boards,
        diagnostics: Vec::new(),
    };
    let counts = super::count::counts(&replay);
    for (id, san) in played {
        let count = counts[id.index()];
        replay.plies[id.index()] = san.map(|san| PlyFacts {
            ply: count.ply,
            number: count.number,
            side: count.side,
            local: Some(san.replace('N', "S")),
            coords: format!("{san}!"),
            san,
            effect: Effect {
                path: [Square::from_index(0).into()].into_iter().collect(),
                ..Effect::default()
            },
            forced: None,
            check: CheckMark::None,
            groups: None,
        });
    }
    replay
}

pub(super) fn comment(text: &str) -> Comment {
    Comment {
        text: text.to_owned(),
        span: Span::at(0),
        style: CommentStyle::Brace,
        parts: Vec::new(),
    }
}

pub(super) fn tag(name: &str, value: &str) -> Tag {
    let part = |text: &str| Spanned::new(text.to_owned(), Span::at(0));
    Tag {
        name: part(name),
        value: part(value),
        from_heading: false,
    }
}

/// The record as text, which must be all there is to say.
pub(super) fn written(target: Target, replay: &Replay) -> String {
    let (text, losses) = written_with_losses(target, replay);
    assert_eq!(losses, []);
    text
}

pub(super) fn written_with_losses(target: Target, replay: &Replay) -> (String, Vec<Loss>) {
    let mut out = String::new();
    let losses = write(target, replay, &Source::whole("games.txt", ""), 1, &mut out);
    (out, losses)
}
