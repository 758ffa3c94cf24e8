//! Added boards.

use super::{Diagram, Lexicon, Wishes};
use crate::notation::Nag;
use crate::record::{Board, NodeId, PlacedBoard, Tree};
use crate::replay::{BoardVerdict, Replay, each_ply};
use crate::rules::{BoardView, Rules};
use crate::source::{Span, Spanned};
use std::collections::{HashMap, HashSet};

/// A board with what a replay keeps about it.
struct Kept {
    placed: PlacedBoard,
    /// The line that a record from JSON names.
    line: Option<u32>,
    verdict: Option<BoardVerdict>,
}

/// Adds the boards that are wished, and the words by which they are known again to the sentences about their plies.
pub(super) fn add(
    replay: &mut Replay,
    wishes: &Wishes,
    sentences: &mut Vec<(NodeId, Vec<String>)>,
) {
    let Some(every) = &wishes.topics.diagrams else {
        return;
    };
    let tree = &replay.record.tree;
    let drawn: HashSet<_> = tree
        .boards
        .iter()
        .filter_map(|placed| placed.after)
        .collect();
    let is_wished = |id: NodeId, ply| {
        let node = tree.node(id);
        every.includes(ply)
            && tree.is_main(id)
            && match wishes.diagram {
                Diagram::Printed => !drawn.contains(&id),
                Diagram::Glyph => node.nags.iter().all(|nag| nag.value != Nag::DIAGRAM),
            }
    };
    let mut views = Vec::new();
    if let Some(set) = &replay.rules {
        with_rules!(set, rules => each_ply(rules, replay, |id, facts, _, after| {
            if is_wished(id, facts.ply) {
                views.push((id, facts.ply, rules.view(after)));
            }
        }));
    }
    let word = match wishes.diagram {
        Diagram::Printed => wishes.words.diagram.to_owned(),
        Diagram::Glyph => glyph_word(wishes.words),
    };
    // Both lists go along the main line.
    let places: HashMap<_, _> = sentences
        .iter()
        .enumerate()
        .map(|(index, &(id, _))| (id, index))
        .collect();
    for (id, ..) in &views {
        match places.get(id) {
            Some(&index) => sentences[index].1.push(word.clone()),
            None => sentences.push((*id, vec![word.clone()])),
        }
    }
    match wishes.diagram {
        Diagram::Printed => print(replay, views),
        Diagram::Glyph => {
            for (id, ..) in views {
                let node = replay.record.tree.node_mut(id);
                let place = Span::at(node.span.end as usize);
                node.nags.push(Spanned::new(Nag::DIAGRAM, place));
            }
        }
    }
}

/// Takes away the boards that were added after these plies.
pub(super) fn remove(replay: &mut Replay, drawn: &[(NodeId, Diagram)]) {
    let mut printed = HashSet::new();
    for &(id, diagram) in drawn {
        match diagram {
            Diagram::Printed => {
                printed.insert(id);
            }
            Diagram::Glyph => {
                let nags = &mut replay.record.tree.node_mut(id).nags;
                if let Some(last) = nags.iter().rposition(|nag| nag.value == Nag::DIAGRAM) {
                    nags.remove(last);
                }
            }
        }
    }
    if !printed.is_empty() {
        let mut boards = take(replay);
        // Where an author has printed a board too, the added one stands first: it was there when he did.
        boards.retain(|kept| kept.placed.after.is_none_or(|id| !printed.remove(&id)));
        put(replay, boards);
    }
}

/// Which boards the sentences say were added.
pub(super) fn said_in(sentences: &[String]) -> impl Iterator<Item = Diagram> + '_ {
    let all = || Lexicon::ALL.iter();
    sentences.iter().filter_map(move |said| {
        if all().any(|words| said == words.diagram) {
            Some(Diagram::Printed)
        } else if all().any(|words| *said == glyph_word(words)) {
            Some(Diagram::Glyph)
        } else {
            None
        }
    })
}

/// The words for a board at a glyph.
pub(super) fn glyph_word(words: &Lexicon) -> String {
    format!("{} ${}", words.diagram, Nag::DIAGRAM.0)
}

/// Puts printed boards where they stand in the text.
fn print(replay: &mut Replay, views: Vec<(NodeId, u32, BoardView)>) {
    if views.is_empty() {
        return;
    }
    let ranks = ranks(&replay.record.tree);
    let rank = |after: Option<NodeId>| after.map_or(0, |id| ranks[id.index()] + 1);
    // Where it stands in the source is where its record begins: there is no other place.
    let place = replay.record.span.start as usize;
    let line = replay
        .record
        .carried
        .as_ref()
        .map(|carried| carried.source.line);
    let mut added = views
        .into_iter()
        .map(|(id, ply, view)| Kept {
            placed: PlacedBoard {
                after: Some(id),
                board: printed(&view, Span::at(place)),
            },
            line,
            verdict: Some(BoardVerdict {
                ply,
                index: 0,
                matches: Some(true),
            }),
        })
        .peekable();
    let mut boards = Vec::new();
    for kept in take(replay) {
        let here = rank(kept.placed.after);
        while let Some(earlier) = added.next_if(|added| rank(added.placed.after) < here) {
            boards.push(earlier);
        }
        boards.push(kept);
    }
    boards.extend(added);
    put(replay, boards);
}

fn printed(view: &BoardView, place: Span) -> Board {
    let cells = |row: &Vec<char>| row.iter().map(|&cell| Spanned::new(cell, place)).collect();
    Board {
        span: place,
        rows: view.rows.iter().map(cells).collect(),
        listed: None,
    }
}

/// The place of each ply in the order in which boards after it are printed: behind its variations.
fn ranks(tree: &Tree) -> Vec<usize> {
    enum Step {
        Ply(NodeId),
        Board(NodeId),
    }
    let (mut ranks, mut count) = (vec![0; tree.len()], 0);
    let mut steps: Vec<Step> = tree.first().map(Step::Ply).into_iter().collect();
    while let Some(step) = steps.pop() {
        match step {
            Step::Ply(id) => {
                steps.push(Step::Board(id));
                steps.extend(
                    tree.node(id)
                        .variations
                        .iter()
                        .rev()
                        .copied()
                        .map(Step::Ply),
                );
            }
            Step::Board(id) => {
                ranks[id.index()] = count;
                count += 1;
                steps.extend(tree.node(id).next.map(Step::Ply));
            }
        }
    }
    ranks
}

/// Takes all boards out of a replay.
fn take(replay: &mut Replay) -> Vec<Kept> {
    let mut verdicts: HashMap<_, _> = std::mem::take(&mut replay.boards)
        .into_iter()
        .map(|verdict| (verdict.index, verdict))
        .collect();
    let boards = std::mem::take(&mut replay.record.tree.boards);
    let lines = replay.record.carried.as_ref();
    let lines = lines.map_or(&[][..], |carried| &carried.board_lines);
    let boards = boards.into_iter().enumerate();
    boards
        .map(|(index, placed)| Kept {
            placed,
            line: lines.get(index).copied(),
            verdict: verdicts.remove(&index),
        })
        .collect()
}

/// Gives a replay these boards.
fn put(replay: &mut Replay, boards: Vec<Kept>) {
    let mut lines = Vec::new();
    for (index, kept) in boards.into_iter().enumerate() {
        replay.record.tree.boards.push(kept.placed);
        lines.extend(kept.line);
        let verdict = kept
            .verdict
            .map(|verdict| BoardVerdict { index, ..verdict });
        replay.boards.extend(verdict);
    }
    if let Some(carried) = &mut replay.record.carried {
        carried.board_lines = lines;
    }
}
