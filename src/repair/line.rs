//! A line of a record as a row of printed words: what there is to mend.

use crate::diag::Code;
use crate::notation::letters::Letters;
use crate::notation::{
    CheckMark, Outcome, Role, Signs, WordForm, Words, WrittenNumber, without_marks,
};
use crate::record::{Board, NodeId};
use crate::replay::{Replay, Step};
use crate::rules::RuleSet;
use crate::source::Span;
use std::collections::HashMap;

/// A printed move.
#[derive(Clone, Debug)]
pub(super) struct Word<'r> {
    /// As written, without its marks.
    pub(super) bare: &'r str,
    /// Where it stands, marks included.
    pub(super) span: Span,
    /// The signs that stand apart from it, as `$6`.
    pub(super) apart: Vec<Span>,
    /// The signs of its notation, where it names its origin in full.
    pub(super) signs: Option<Signs>,
    /// Its check or mate mark.
    pub(super) check: CheckMark,
    /// The number before it.
    pub(super) number: Option<WrittenNumber>,
    /// The last word before it that is no move and belongs to no other line: perhaps a move that was spoilt.
    pub(super) stray: Option<Span>,
    /// The two moves that it may be, or that the spoilt word before it may be.
    pub(super) glued: Option<Glued>,
}

/// A word that reads as two moves without the blank between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glued {
    /// Where the blank is due.
    pub(super) blank: usize,
    /// The two.
    pub(super) forms: [WordForm; 2],
}

impl Glued {
    fn read(words: Words, span: Span, text: &str) -> Option<Self> {
        // A word of moves ends with its marks at the latest; what is longer is no slip of one blank.
        const LONGEST: usize = 24;
        let word = span.text(text);
        if word.len() > LONGEST {
            return None;
        }
        word.char_indices().skip(2).find_map(|(at, _)| {
            let part = |part: &str| words.read(part).filter(|read| read.len == part.len());
            let [first, second] = [part(&word[..at])?, part(&word[at..])?];
            Some(Self {
                blank: span.start as usize + at,
                forms: [first.form, second.form],
            })
        })
    }
}

impl Word<'_> {
    /// Where the word without its marks stands.
    pub(super) const fn bare_span(&self) -> Span {
        let start = self.span.start as usize;
        Span::new(start, start + self.bare.len())
    }
}

/// A line: the main line, or a variation from its first ply to its last.
#[derive(Clone, Debug)]
pub(super) struct Line<'r> {
    /// The record's text.
    pub(super) text: &'r str,
    /// The printed moves.
    pub(super) words: Vec<Word<'r>>,
    /// The same for the search: what they say, and the boards printed after them.
    pub(super) steps: Vec<Step<'r>>,
    /// The result that must hold at its end.
    pub(super) claimed: Option<Outcome>,
    /// The ply before it, for a variation.
    pub(super) parent: Option<NodeId>,
    /// The way into it; empty for the main line.
    pub(super) path: String,
}

impl<'r> Line<'r> {
    /// The line that begins with `first`.
    pub(super) fn of(replay: &'r Replay, text: &'r str, first: NodeId) -> Self {
        let tree = &replay.record.tree;
        let mut strays = strays(replay, first);
        let mut line = Self {
            text,
            words: Vec::new(),
            steps: Vec::new(),
            claimed: None,
            parent: tree.node(first).parent,
            path: tree.path(first),
        };
        let mut boards: HashMap<NodeId, Vec<&Board>> = HashMap::new();
        for placed in &tree.boards {
            if let Some(id) = placed.after {
                boards.entry(id).or_default().push(&placed.board);
            }
        }
        let mut last = first;
        let words = replay.rules.as_ref().map(RuleSet::words);
        for id in tree.line(Some(first)) {
            let node = tree.node(id);
            let mut stray = None;
            while let Some(span) = strays.pop_if(|span| span.end <= node.span.start) {
                stray = Some(span);
            }
            let glued = stray.unwrap_or(node.span);
            let bare = without_marks(node.span.text(text));
            let apart = node.nags.iter().map(|nag| nag.span);
            line.words.push(Word {
                glued: words.and_then(|words| Glued::read(words, glued, text)),
                bare,
                span: node.span,
                apart: apart.filter(|at| at.start >= node.span.end).collect(),
                signs: Signs::of(bare, &node.form),
                check: node.marks.check,
                number: node.number,
                stray,
            });
            line.steps.push(Step {
                form: node.form,
                boards: boards.remove(&id).unwrap_or_default(),
            });
            last = id;
        }
        line.claimed = if line.path.is_empty() {
            replay.record.outcome()
        } else {
            tree.node(last).result.and_then(|result| result.value)
        };
        line
    }

    /// How many words it has.
    pub(super) const fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether a board is printed after the word at `at` or a later one.
    pub(super) fn shows_board_behind(&self, at: usize) -> bool {
        self.steps[at..].iter().any(|step| !step.boards.is_empty())
    }

    /// Whether the word at `at` repeats the one so many words before or after it.
    pub(super) fn is_doubled(&self, at: usize) -> bool {
        let word = self.words[at].bare;
        let near = at.saturating_sub(2)..(at + 3).min(self.len());
        near.into_iter()
            .any(|other| other != at && self.words[other].bare == word)
    }

    /// Whether the two words from `at` on repeat the two before them.
    pub(super) fn is_doubled_pair(&self, at: usize) -> bool {
        at >= 2
            && at + 1 < self.len()
            && (0..2).all(|i| self.words[at + i].bare == self.words[at + i - 2].bare)
    }

    /// Whether a number jumps just before the word at `at`, as it does when the two plies before it were lost.
    pub(super) fn jumps_before(&self, at: usize, due: u32) -> bool {
        let number = self.words.get(at).and_then(|word| word.number);
        number.is_some_and(|number| number.value > due)
    }

    /// Whether the words from `at` on are moves of kings to the middle of the board, as electronic boards record them
    /// when the kings are put there to tell the result.
    pub(super) fn is_reset(&self, at: usize, letters: &Letters) -> bool {
        const MOST: usize = 4;
        let rest = &self.steps[at..];
        let of_king = |step: &Step<'_>| {
            step.form.man().is_some_and(|man| {
                let middle = |n: u8| n == 3 || n == 4;
                let king = man.piece.and_then(|letter| letters.role(letter)) == Some(Role::King);
                king && middle(man.to.file()) && middle(man.to.rank())
            })
        };
        !rest.is_empty() && rest.len() <= MOST && rest.iter().all(of_king)
    }
}

/// The words that are no moves and stand after a word of the line that begins with `first`, last first.
fn strays(replay: &Replay, first: NodeId) -> Vec<Span> {
    let tree = &replay.record.tree;
    let path = tree.path(first);
    let mut ends: Vec<(u32, NodeId)> = tree.ids().map(|id| (tree.node(id).span.end, id)).collect();
    ends.sort_unstable();
    let in_line = |span: &Span| {
        let before = ends.partition_point(|(end, _)| *end <= span.start);
        match before.checked_sub(1) {
            Some(index) => tree.path(ends[index].1) == path,
            None => path.is_empty(),
        }
    };
    let mut found: Vec<Span> = replay
        .diagnostics
        .iter()
        .filter(|finding| matches!(finding.code, Code::NotAMove | Code::UnreadMove))
        .flat_map(|finding| {
            let others = finding.labels.iter().map(|label| label.span);
            std::iter::once(finding.span).chain(others)
        })
        .filter(in_line)
        .collect();
    found.sort_unstable_by_key(|span| std::cmp::Reverse(span.start));
    found
}
