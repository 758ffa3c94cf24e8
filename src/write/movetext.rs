//! The movetext that PGN, canonical scores and lists of coordinates share.

use super::count::{Count, counts};
use super::fill::Filler;
use super::words::Style;
use crate::notation::{Color, Outcome, WordForm, read_word};
use crate::record::{Board, Comment, Node, NodeId};
use crate::replay::{PlyFacts, Replay};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A style of movetext.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Movetext {
    /// How moves are written; unplayed ones keep their own words.
    pub(super) words: Style,
    /// Whether moves are numbered; without, a number stands only where a comment precedes its move.
    pub(super) numbers: bool,
    /// Whether the first annotation is written as a suffix (`!?`) where it has one; else all as `$5`.
    pub(super) suffixes: bool,
    /// Whether printed boards are printed again.
    pub(super) boards: bool,
}

impl Movetext {
    /// Writes comments, moves, result and boards, lines wrapped, a line break at the end.
    pub(super) fn write(&self, replay: &Replay, out: &mut String) {
        let mut boards: BTreeMap<Option<NodeId>, Vec<&Board>> = BTreeMap::new();
        if self.boards {
            // A list of men is told by the position text.
            let boards_placed = replay.record.tree.boards.iter();
            for placed in boards_placed.filter(|placed| placed.board.listed.is_none()) {
                boards.entry(placed.after).or_default().push(&placed.board);
            }
        }
        // Boards after the last move follow the result, as authors print them.
        let last_boards = replay
            .record
            .tree
            .mainline()
            .last()
            .and_then(|last| boards.remove(&Some(last)));
        let mut writer = Writer {
            style: *self,
            replay,
            counts: counts(replay),
            boards,
            filler: Filler::new(out, self.words.line_length),
            number_due: true,
        };
        writer.comments(&replay.record.before);
        writer.boards(None);
        writer.moves();
        writer.filler.word(marker(replay.result));
        for comment in &replay.record.after {
            // Right after the result a comment in braces would belong to the last move.
            let line = format!("% {}", in_one_line(comment.text.trim()));
            writer.filler.line(line.trim_end());
        }
        for board in last_boards.into_iter().flatten() {
            writer.filler.block(rows(board));
        }
        writer.filler.end_line();
    }
}

/// `*` when there is none.
pub(super) fn marker(result: Option<Outcome>) -> &'static str {
    result.map_or("*", Outcome::marker)
}

/// What is still to be written, the next on top.
enum Step {
    /// A ply, then what hangs on it, then its line.
    Ply(NodeId),
    /// A variation.
    Open(NodeId),
    /// The end of a variation.
    Close,
    /// Boards after a ply, then the rest of its line.
    Rest(NodeId),
}

struct Writer<'r, 'o> {
    style: Movetext,
    replay: &'r Replay,
    counts: Vec<Count>,
    boards: BTreeMap<Option<NodeId>, Vec<&'r Board>>,
    filler: Filler<'o>,
    /// Whether a move of Black would need its number, because something stood before it.
    number_due: bool,
}

impl Writer<'_, '_> {
    fn moves(&mut self) {
        let tree = &self.replay.record.tree;
        let mut steps: Vec<Step> = tree.first().map(Step::Ply).into_iter().collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Ply(id) => {
                    self.ply(id);
                    steps.push(Step::Rest(id));
                    steps.extend(
                        tree.node(id)
                            .variations
                            .iter()
                            .rev()
                            .map(|&first| Step::Open(first)),
                    );
                }
                Step::Open(first) => {
                    self.filler.open();
                    self.number_due = true;
                    steps.extend([Step::Close, Step::Ply(first)]);
                }
                Step::Close => {
                    self.filler.glue(")");
                    self.number_due = true;
                }
                Step::Rest(id) => {
                    self.boards(Some(id));
                    let node = tree.node(id);
                    if let Some(result) = node.result {
                        self.filler.word(marker(result.value));
                    }
                    steps.extend(node.next.map(Step::Ply));
                }
            }
        }
    }

    fn ply(&mut self, id: NodeId) {
        let node = self.replay.record.tree.node(id);
        let facts = self.replay.facts(id);
        let count = self.counts[id.index()];
        let number = self.number(count, node);
        self.filler.word(&number);
        if !node.before.is_empty() {
            self.comments(&node.before);
            self.filler.word("");
        } else if !number.is_empty() {
            self.filler.glue(" ");
        }
        self.filler.glue(&self.word(node, facts, count.side));
        if facts.is_none() && node.en_passant.is_some() {
            self.filler.glue(" e.p.");
        }
        let shown = self.shown_nag(node, facts);
        for (place, nag) in node.nags.iter().enumerate() {
            if Some(place) != shown {
                self.filler.word(&format!("${}", nag.value.0));
            } else if let (Some(_), Some(suffix)) = (facts, nag.value.suffix()) {
                self.filler.glue(suffix);
            }
        }
        self.number_due = false;
        self.comments(&node.after);
    }

    /// Which annotation the word shows as its suffix: an unplayed one has its own suffix, if any.
    fn shown_nag(&self, node: &Node, facts: Option<&PlyFacts>) -> Option<usize> {
        match facts {
            None => node
                .nags
                .iter()
                .position(|nag| node.marks.nag == Some(nag.value)),
            Some(_) => {
                let first = node.nags.first().filter(|_| self.style.suffixes)?;
                first.value.suffix().map(|_| 0)
            }
        }
    }

    /// The number that a ply needs: all of White's, Black's where a line begins or something stood between, and any
    /// ply's with a comment before it, for without the number that would be a comment on the ply before.
    fn number(&self, count: Count, node: &Node) -> String {
        let needed = self.style.numbers && (self.number_due || count.side == Color::White);
        if !needed && node.before.is_empty() {
            return String::new();
        }
        format!("{}{}", count.number, count.side.dots())
    }

    fn word<'w>(&self, node: &'w Node, facts: Option<&'w PlyFacts>, side: Color) -> Cow<'w, str> {
        let Some(facts) = facts else {
            // A pass may be written as nothing, where a format tells by the place that it is a move.
            return match self.style.words.unplayed(self.replay, node, side) {
                words if node.form == WordForm::Null && read_word(&words).is_none() => {
                    Cow::Owned(node.form.to_string())
                }
                words => words,
            };
        };
        self.style.words.word(self.replay, facts)
    }

    fn comments(&mut self, comments: &[Comment]) {
        for comment in comments {
            self.comment(comment.text.trim());
            self.number_due = true;
        }
    }

    /// A comment in braces, wrapped at its blanks. One that holds a brace itself goes to the end of its line instead,
    /// where it needs no escape.
    fn comment(&mut self, text: &str) {
        if text.contains(['{', '}']) {
            self.filler.word("; ");
            self.filler.glue(&in_one_line(text));
            self.filler.end_line();
            return;
        }
        self.filler.word("{");
        for (blanks, word) in words(text) {
            match blanks {
                // A line that begins with these could be taken for a tag or an escape.
                None if word.starts_with(['[', '%']) => self.filler.glue(" "),
                None => self.filler.word(""),
                Some(blanks) => self.filler.glue(blanks),
            }
            self.filler.glue(word);
        }
        self.filler.glue("}");
    }

    fn boards(&mut self, after: Option<NodeId>) {
        for board in self.boards.remove(&after).into_iter().flatten() {
            self.filler.block(rows(board));
            self.number_due = true;
        }
    }
}

/// A comment without breaks.
fn in_one_line(text: &str) -> String {
    let words = words(text).map(|(blanks, word)| (blanks.unwrap_or(" "), word));
    words.flat_map(|(blanks, word)| [blanks, word]).collect()
}

/// The words of a comment, each with the blanks before it; `None` stands for one blank or a break of the line, where
/// it may be broken again, and nothing stands before the first.
fn words(text: &str) -> impl Iterator<Item = (Option<&str>, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let blanks = &rest[..rest.len() - rest.trim_start().len()];
        let word_start = &rest[blanks.len()..];
        let word = word_start
            .split(char::is_whitespace)
            .next()
            .unwrap_or_default();
        let first = rest.len() == text.len();
        rest = &word_start[word.len()..];
        let breakable = !first && (blanks == " " || blanks.contains(['\n', '\r']));
        Some((if breakable { None } else { Some(blanks) }, word))
    })
}

/// The rows of a board; those of a hexagon are shifted by half a cell each.
fn rows(board: &Board) -> impl Iterator<Item = String> {
    let widest = board.rows.iter().map(Vec::len).max().unwrap_or_default();
    board.rows.iter().map(move |row| {
        let cells: Vec<String> = row.iter().map(|cell| cell.value.to_string()).collect();
        " ".repeat(widest - row.len()) + &cells.join(" ")
    })
}
