//! Variations that authors wrote inside `(* *)` comments, promoted to variations of the tree.
//!
//! A line begins with a move number, or at the very beginning of its comment with a move. A number names the ply that
//! the line replaces, looked for in the line before it in the comment and then in the record; without one it replaces
//! the move before the comment. After a result the record comes first: the line before is over. Brackets inside the
//! comment set lines apart; what stands behind them goes on with the line outside. A line that goes on from the last
//! move of its line repeats that move, since a variation can only replace. The longest legal prefix becomes the
//! variation; what follows stays a comment on its last move; prose stays where it was.

use super::lookahead::{self, Decision, Rest, Step};
use super::walk::{Here, Played, Walk};
use crate::diag::{Code, Diagnostic};
use crate::notation::{Color, MoveWord, WordForm, WrittenNumber, without_marks};
use crate::record::{Comment, CommentStyle, LinePart, Node, NodeId};
use crate::rules::Rules;
use crate::source::{Span, Spanned};

/// Plies played again to reach the branch points of one record's lines at most; lines beyond it stay comments.
const REPLAY_BOUND: u64 = 20_000_000;

/// Brackets inside a comment that are followed.
const DEEPEST: usize = 64;

/// Plies looked back from a comment for the move that its number names.
const REACH: usize = 400;

/// Where a line of a comment branches off.
#[derive(Clone, Copy, Debug)]
struct Anchor {
    /// The ply that it replaces.
    replaced: NodeId,
    /// Whether the line first repeats that ply.
    repeats: bool,
}

/// How a line begins.
#[derive(Clone, Copy, Debug)]
enum Beginning {
    /// The line before it goes on.
    Again,
    /// A new line.
    At(Anchor),
}

/// A line that is being played.
#[derive(Debug)]
struct OpenLine<P> {
    replaced: NodeId,
    last: Option<NodeId>,
    position: P,
    /// The ply that is due.
    count: Count,
    state: LineState,
}

/// How a line stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LineState {
    /// It goes on when the number that is due comes.
    Open,
    /// It stopped at a move that cannot be played.
    Broken,
    /// A result ended it.
    Over,
    /// A bracket has opened: lines branch off it, but it goes on only behind the bracket.
    Outside,
}

impl<P: Clone> OpenLine<P> {
    /// The line as it looks from inside a bracket.
    fn seen_from_inside(&self) -> Self {
        Self {
            position: self.position.clone(),
            state: LineState::Outside,
            ..*self
        }
    }
}

/// The number and side of a ply, as the score counts, and its half-move number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Count {
    number: u32,
    side: Color,
    ply: u32,
}

impl Count {
    const fn next(self) -> Self {
        match self.side {
            Color::White => Self {
                side: Color::Black,
                ply: self.ply + 1,
                ..self
            },
            Color::Black => Self {
                number: self.number + 1,
                side: Color::White,
                ply: self.ply + 1,
            },
        }
    }

    /// Whether a written number names this ply: one dot White's, more Black's.
    fn is_named_by(self, written: WrittenNumber) -> bool {
        let side = if written.dots < 2 {
            Color::White
        } else {
            Color::Black
        };
        written.value == self.number && side == self.side
    }
}

impl<R: Rules> Walk<'_, R> {
    /// Promotes the lines in all comments of the record.
    pub(super) fn promote_lines(&mut self) {
        let hosts: Vec<NodeId> = self
            .record
            .tree
            .ids()
            .filter(|&id| {
                self.record
                    .tree
                    .node(id)
                    .after
                    .iter()
                    .any(|comment| !comment.parts.is_empty())
            })
            .collect();
        if hosts.is_empty() {
            return;
        }
        let mut counts = self.counts();
        let mut spent = 0;
        for host in hosts {
            let comments = std::mem::take(&mut self.record.tree.node_mut(host).after);
            for comment in comments {
                if comment.parts.is_empty() || spent > REPLAY_BOUND {
                    self.record.tree.node_mut(host).after.push(comment);
                } else {
                    self.promote(host, comment, &mut counts, &mut spent);
                }
            }
        }
    }

    /// The count of every ply, by index, as the score's own numbers go.
    fn counts(&self) -> Vec<Count> {
        let tree = &self.record.tree;
        let (number, side) = self.start.as_ref().map_or((1, Color::White), |start| {
            (self.rules.move_number(start), self.rules.turn(start))
        });
        let first = Count {
            number,
            side,
            ply: 1,
        };
        let mut counts: Vec<Count> = Vec::with_capacity(tree.len());
        for id in tree.ids() {
            // A ply is created after the one before it in its line.
            let mut count = tree
                .node(id)
                .parent
                .map_or(first, |parent| counts[parent.index()].next());
            if let Some(written) = tree.node(id).number {
                count.number = written.value;
            }
            counts.push(count);
        }
        counts
    }

    /// Takes one comment apart: lines become variations, the rest stays a comment at its place.
    fn promote(
        &mut self,
        host: NodeId,
        comment: Comment,
        counts: &mut Vec<Count>,
        spent: &mut u64,
    ) {
        let parts = &comment.parts;
        let whole = inner(&comment, self.text);
        // Where the text not yet filed begins, and the ply that it belongs to.
        let (mut filed, mut owner) = (whole.start, host);
        let mut line: Option<OpenLine<R::Position>> = None;
        // Lines that brackets have interrupted.
        let mut outer: Vec<Option<OpenLine<R::Position>>> = Vec::new();
        let mut at = 0;
        while at < parts.len() {
            if let LinePart::Word = parts[at].value {
                match parts[at].span.text(self.text) {
                    "(" if outer.len() < DEEPEST => {
                        let inside = line.as_ref().map(OpenLine::seen_from_inside);
                        outer.push(std::mem::replace(&mut line, inside));
                    }
                    ")" => line = outer.pop().unwrap_or(line),
                    _ => {}
                }
                at += 1;
                continue;
            }
            let begin = self.beginning(host, parts, at, counts, line.as_ref());
            let mut next = match begin {
                Some(Beginning::Again) => line.take(),
                Some(Beginning::At(anchor)) => {
                    *spent += u64::from(counts[anchor.replaced.index()].ply);
                    self.open(anchor, counts)
                }
                None => None,
            };
            let end = next
                .as_mut()
                .map_or(at, |open| self.extend(open, parts, at, counts));
            if end > at {
                self.file(owner, filed, parts[at].span.start);
                filed = parts[end - 1].span.end;
                owner = next.as_ref().and_then(|open| open.last).unwrap_or(owner);
            } else if let Some(open) = &next {
                self.take_back(open);
            }
            line = next.or(line);
            at = end.max(at + 1);
        }
        if filed == whole.start {
            self.record.tree.node_mut(host).after.push(comment);
        } else {
            self.file(owner, filed, whole.end);
        }
    }

    /// Whether a line begins at part `at`, and where it branches off.
    fn beginning(
        &self,
        host: NodeId,
        parts: &[Spanned<LinePart>],
        at: usize,
        counts: &[Count],
        line: Option<&OpenLine<R::Position>>,
    ) -> Option<Beginning> {
        let is_move = |i: usize| {
            matches!(
                parts.get(i).map(|part| part.value),
                Some(LinePart::Move { .. })
            )
        };
        match parts[at].value {
            LinePart::Number(written) if is_move(at + 1) => {
                // What follows a move that could not be played hangs on that move.
                if line.is_some_and(|open| {
                    open.state == LineState::Broken && written.value > open.count.number
                }) {
                    return None;
                }
                let outside = || self.anchor(host, written, counts);
                let Some((open, last)) = line.and_then(|open| Some((open, open.last?))) else {
                    return outside().map(Beginning::At);
                };
                let inside = || self.anchor_on_path(last, written, counts);
                match open.state {
                    // Prose between, then the number that is due: the same line goes on.
                    LineState::Open if open.count.is_named_by(written) => Some(Beginning::Again),
                    LineState::Over => outside().or_else(inside).map(Beginning::At),
                    LineState::Open | LineState::Broken | LineState::Outside => {
                        inside().or_else(outside).map(Beginning::At)
                    }
                }
            }
            LinePart::Move { .. } if at == 0 => Some(Beginning::At(Anchor {
                replaced: host,
                repeats: false,
            })),
            LinePart::Number(_)
            | LinePart::Move { .. }
            | LinePart::Nag(_)
            | LinePart::Result(_)
            | LinePart::Word => None,
        }
    }

    /// The branch point that a number names: the next ply after the comment, or one before it.
    fn anchor(&self, host: NodeId, written: WrittenNumber, counts: &[Count]) -> Option<Anchor> {
        if counts[host.index()].next().is_named_by(written) {
            let next = self.record.tree.node(host).next;
            return Some(Anchor {
                replaced: next.unwrap_or(host),
                repeats: next.is_none(),
            });
        }
        self.anchor_on_path(host, written, counts)
    }

    /// The branch point that a number names among the plies up to `last`.
    fn anchor_on_path(
        &self,
        last: NodeId,
        written: WrittenNumber,
        counts: &[Count],
    ) -> Option<Anchor> {
        let tree = &self.record.tree;
        let named = std::iter::successors(Some(last), |&id| tree.node(id).parent)
            .take(REACH)
            .find(|id| counts[id.index()].is_named_by(written))?;
        // A second line from the same branch point stands beside the first one, not inside it.
        let beside = tree
            .node(named)
            .replaces
            .filter(|_| tree.node(named).promoted);
        Some(Anchor {
            replaced: beside.unwrap_or(named),
            repeats: false,
        })
    }

    /// Opens a line at its branch point; `None` when the plies before it were not played.
    fn open(&mut self, anchor: Anchor, counts: &mut Vec<Count>) -> Option<OpenLine<R::Position>> {
        let replaced = anchor.replaced;
        let before = self.record.tree.node(replaced).parent;
        if before.is_some_and(|id| self.played[id.index()].is_none()) {
            return None;
        }
        let count = counts[replaced.index()];
        let mut open = OpenLine {
            replaced,
            last: None,
            position: self.position_after(before),
            count,
            state: LineState::Open,
        };
        if anchor.repeats {
            let played = self.played[replaced.index()]?;
            let original = self.record.tree.node(replaced);
            let copy = MoveWord {
                text: &original.text.clone(),
                span: original.span,
                form: original.form,
                marks: original.marks,
            };
            let mut node = Node::new(&copy);
            node.promoted = true;
            self.add(&mut open, node, played, counts);
        }
        Some(open)
    }

    /// Plays parts from `at` on as far as they are legal, and gives the index of the first part after them.
    fn extend(
        &mut self,
        open: &mut OpenLine<R::Position>,
        parts: &[Spanned<LinePart>],
        at: usize,
        counts: &mut Vec<Count>,
    ) -> usize {
        let numbered = matches!(parts[at].value, LinePart::Number(_));
        let meant = numbered
            || matches!(
                parts.get(at + 1).map(|part| part.value),
                Some(LinePart::Move { .. } | LinePart::Number(_))
            );
        let (mut end, mut number) = (at, None);
        for (i, part) in parts.iter().enumerate().skip(at) {
            match (part.value, open.last) {
                (LinePart::Number(written), _) if open.count.is_named_by(written) => {
                    number = Some(written);
                }
                (LinePart::Nag(nag), Some(last)) if end == i => {
                    self.record
                        .tree
                        .node_mut(last)
                        .nags
                        .push(Spanned::new(nag, part.span));
                    end = i + 1;
                }
                (LinePart::Result(outcome), Some(last)) if end == i => {
                    self.record.tree.node_mut(last).result = Some(Spanned::new(outcome, part.span));
                    open.state = LineState::Over;
                    let status = self.status(&open.position, false);
                    self.judge_result_inside(last, status);
                    return i + 1;
                }
                (LinePart::Move { form, marks }, _) => {
                    let Some(played) = self.read_part(&open.position, &form, &parts[i..]) else {
                        open.state = LineState::Broken;
                        if meant {
                            self.report_broken(open, part.span, &form);
                        }
                        return end;
                    };
                    let word = MoveWord {
                        text: part.span.text(self.text),
                        span: part.span,
                        form,
                        marks,
                    };
                    let mut node = Node::new(&word);
                    (node.number, node.promoted) = (number.take(), true);
                    self.add(open, node, played, counts);
                    end = i + 1;
                }
                (
                    LinePart::Number(_) | LinePart::Nag(_) | LinePart::Result(_) | LinePart::Word,
                    _,
                ) => return end,
            }
        }
        end
    }

    /// The move that a part means: the only legal reading, or the one with which the moves after it can be played.
    fn read_part(
        &mut self,
        position: &R::Position,
        form: &WordForm,
        rest: &[Spanned<LinePart>],
    ) -> Option<Played<R::Move>> {
        if *form == WordForm::Null {
            return self
                .rules
                .pass(&mut position.clone())
                .then_some(Played::Pass);
        }
        let mut readings = Vec::new();
        self.rules
            .candidates(position, form, self.letters, &mut readings);
        match readings[..] {
            [] => None,
            [only] => Some(Played::Move(only)),
            _ => {
                let steps: Vec<Step<'_>> = rest
                    .iter()
                    .take_while(|part| !matches!(part.value, LinePart::Word | LinePart::Result(_)))
                    .filter_map(|part| match part.value {
                        LinePart::Move { form, .. } => Some(Step {
                            form,
                            boards: Vec::new(),
                        }),
                        LinePart::Number(_)
                        | LinePart::Nag(_)
                        | LinePart::Result(_)
                        | LinePart::Word => None,
                    })
                    .collect();
                let rest = Rest {
                    steps: &steps,
                    claimed: None,
                };
                match lookahead::decide(
                    self.rules,
                    self.letters,
                    position,
                    &readings,
                    rest,
                    &mut self.budget,
                ) {
                    Decision::Agrees(only) | Decision::Furthest(only) => Some(Played::Move(only)),
                    Decision::Open | Decision::TooMany => None,
                }
            }
        }
    }

    fn report_broken(&mut self, open: &OpenLine<R::Position>, span: Span, form: &WordForm) {
        let word = without_marks(span.text(self.text));
        let Count { number, side, ply } = open.count;
        // The word stands after the last ply of its line, or in place of the ply that the line would have replaced.
        let (id, before) = match open.last {
            Some(last) => (last, Some(last)),
            None => (open.replaced, self.record.tree.node(open.replaced).parent),
        };
        let here = Here { id, side, number };
        let mut readings = Vec::new();
        self.rules
            .candidates(&open.position, form, self.letters, &mut readings);
        let mut finding = if readings.is_empty() {
            let why = self.rules.explain(&open.position, form, self.letters);
            let word = (form, &why);
            self.illegal(&open.position, here, before, word, span, Code::BrokenLine)
        } else {
            let names: Vec<_> = readings
                .iter()
                .map(|&reading| self.write(&open.position, reading, self.letters))
                .collect();
            let message = format!(
                "{} is ambiguous: {}",
                super::walk::move_name(number, side, word),
                names.join(", ")
            );
            Diagnostic::new(Code::BrokenLine, span, message)
        };
        finding.message = format!("in a line inside a comment {}", finding.message);
        finding.add_help("the rest of the line stays a comment");
        finding.ply = Some(ply);
        finding.path = self.record.tree.path(id);
        self.found.push(finding);
    }

    /// Adds a ply to a line and makes its move.
    fn add(
        &mut self,
        open: &mut OpenLine<R::Position>,
        node: Node,
        played: Played<R::Move>,
        counts: &mut Vec<Count>,
    ) {
        let id = match open.last {
            Some(last) => self.record.tree.push(Some(last), node),
            None => self.record.tree.push_variation(open.replaced, node),
        };
        self.played.push(None);
        self.facts.push(None);
        counts.push(open.count);
        let Count { number, side, .. } = open.count;
        self.play(&mut open.position, Here { id, side, number }, played);
        open.last = Some(id);
        open.count = open.count.next();
    }

    /// Unhooks the repeated move of a line that turned out to say nothing.
    fn take_back(&mut self, open: &OpenLine<R::Position>) {
        if let Some(first) = open.last {
            self.record
                .tree
                .node_mut(open.replaced)
                .variations
                .retain(|&variation| variation != first);
        }
    }

    /// Files the text between two places of a comment as a comment of its own.
    fn file(&mut self, owner: NodeId, start: u32, end: u32) {
        let raw = Span {
            start,
            end: end.max(start),
        }
        .text(self.text);
        let text = raw.trim().trim_start_matches([',', ';', '.']).trim_start();
        // Brackets that only set lines apart are told by the tree.
        if text.contains(|c: char| !c.is_whitespace() && !"(),;.".contains(c)) {
            let comment = Comment {
                text: Comment::unbroken(text),
                span: Span::of(text, self.text),
                style: CommentStyle::Brace,
                parts: Vec::new(),
            };
            self.record.tree.node_mut(owner).after.push(comment);
        }
    }
}

/// The text inside a comment's marks.
fn inner(comment: &Comment, text: &str) -> Span {
    let whole = comment.span.text(text);
    let inner = whole.strip_prefix("(*").unwrap_or(whole);
    Span::of(inner.strip_suffix("*)").unwrap_or(inner), text)
}
