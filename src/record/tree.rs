//! The tree of moves: an arena, so that walking, cloning and dropping never recurse.

use super::event::{Board, Comment};
use crate::notation::{Color, Marks, MoveWord, Nag, WordForm, Words, WrittenNumber};
use crate::source::{Span, Spanned};
use std::mem;

/// A ply in a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// A ply as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The word with its marks, a break of the line inside it as one blank.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// What it says.
    pub form: WordForm,
    /// The marks glued to it.
    pub marks: Marks,
    /// An `e.p.` apart from it.
    pub en_passant: Option<Span>,
    /// The check or end mark of [`Node::marks`] where it stands apart from it.
    pub check: Option<Span>,
    /// The number before it, the last one where several stand.
    pub number: Option<WrittenNumber>,
    /// The side that is said to make it.
    pub side: Option<Spanned<Color>>,
    /// Annotations, suffixes included, in order; spans of those that stand apart are their own.
    pub nags: Vec<Spanned<Nag>>,
    /// Comments between number (or variation start) and word.
    pub before: Vec<Comment>,
    /// Comments after it.
    pub after: Vec<Comment>,
    /// Half-move number from 1, along its line.
    pub ply: u32,
    /// The ply before it in its line; for the first ply of a variation, the ply before the one it replaces.
    pub parent: Option<NodeId>,
    /// The ply that it replaces, for the first ply of a variation.
    pub replaces: Option<NodeId>,
    /// The next ply of its line.
    pub next: Option<NodeId>,
    /// Lines that replace this ply, by their first plies, in order of the text.
    pub variations: Vec<NodeId>,
    /// A result written at the end of this variation (the record's own result is not here).
    pub result: Option<Spanned<Option<crate::notation::Outcome>>>,
    /// The first ply of its line.
    first: NodeId,
    /// For the first ply of a variation: the how manieth it is of those that replace the same ply, from 1.
    order: u32,
    /// Whether it came from inside a comment (first ply of a line promoted by the replay).
    pub promoted: bool,
}

/// A printed board and the ply after which it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedBoard {
    /// The last ply before it; `None` before the first move.
    pub after: Option<NodeId>,
    /// The board.
    pub board: Board,
}

/// The moves of a record. The first ply's line is the main line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    first: Option<NodeId>,
    /// Printed boards in text order.
    pub boards: Vec<PlacedBoard>,
}

impl Node {
    /// A ply from its word, not yet placed.
    #[must_use]
    pub fn new(word: &MoveWord<'_>) -> Self {
        Self {
            text: if word.text.contains(['\n', '\r']) {
                Comment::unbroken(word.text)
            } else {
                word.text.to_owned()
            },
            span: word.span,
            form: word.form,
            marks: word.marks,
            en_passant: None,
            check: None,
            number: None,
            side: None,
            nags: word
                .marks
                .nag
                .map(|nag| Spanned::new(nag, word.span))
                .into_iter()
                .collect(),
            before: Vec::new(),
            after: Vec::new(),
            ply: 1,
            first: NodeId(0),
            order: 0,
            parent: None,
            replaces: None,
            next: None,
            variations: Vec::new(),
            result: None,
            promoted: false,
        }
    }
}

impl Tree {
    /// The first ply of the main line.
    #[must_use]
    pub const fn first(&self) -> Option<NodeId> {
        self.first
    }

    /// The notation of the moves: that of the first which is no null move, and that of chess where there is none.
    #[must_use]
    pub fn words(&self) -> Words {
        let mut forms = self.nodes.iter().filter_map(|node| node.form.words());
        forms.next().unwrap_or_default()
    }

    /// Number of plies, variations included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no ply.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The ply `id`.
    ///
    /// # Panics
    /// When `id` comes from another tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The ply `id`, to change.
    ///
    /// # Panics
    /// When `id` comes from another tree.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Adds a ply after `previous` in its line, or as the first ply of the main line.
    pub fn push(&mut self, previous: Option<NodeId>, mut node: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        node.parent = previous;
        (node.ply, node.first) = previous.map_or((1, id), |previous| {
            let previous = self.node(previous);
            (previous.ply + 1, previous.first)
        });
        self.nodes.push(node);
        match previous {
            Some(previous) => self.nodes[previous.index()].next = Some(id),
            None => self.first = Some(id),
        }
        id
    }

    /// Adds a ply that begins a line in place of `replaced`.
    pub fn push_variation(&mut self, replaced: NodeId, mut node: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let host = &mut self.nodes[replaced.index()];
        host.variations.push(id);
        node.parent = host.parent;
        node.replaces = Some(replaced);
        (node.ply, node.first) = (host.ply, id);
        node.order = host.variations.len() as u32;
        self.nodes.push(node);
        id
    }

    /// Whether a ply stands in the main line.
    #[must_use]
    pub fn is_main(&self, id: NodeId) -> bool {
        Some(self.node(id).first) == self.first
    }

    /// The way into the variation that a ply stands in, `24.1/26.2`: the second variation at ply 26 of the first one at
    /// ply 24. Empty for the main line.
    #[must_use]
    pub fn path(&self, id: NodeId) -> String {
        let mut steps = Vec::new();
        let mut line = self.node(self.node(id).first);
        while let Some(replaced) = line.replaces {
            steps.push(format!("{}.{}", line.ply, line.order));
            line = self.node(self.node(replaced).first);
        }
        steps.reverse();
        steps.join("/")
    }

    /// The plies of the line that `first` begins, in order.
    pub fn line(&self, first: Option<NodeId>) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(first, |&id| self.node(id).next)
    }

    /// The plies of the main line.
    pub fn mainline(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.line(self.first)
    }

    /// Takes all variations away, and the boards printed in them; gives the ids that the plies left had before, in order.
    pub fn cut_to_mainline(&mut self) -> Vec<NodeId> {
        let kept: Vec<NodeId> = self.mainline().collect();
        let Self { nodes, boards, .. } = mem::take(self);
        // A ply is always made after the one before it, so the ids of a line are in order.
        let (mut due, mut last) = (kept.iter().peekable(), None);
        for (index, mut node) in nodes.into_iter().enumerate() {
            if due.next_if(|id| id.index() == index).is_some() {
                node.variations.clear();
                node.next = None;
                last = Some(self.push(last, node));
            }
        }
        let moved = |PlacedBoard { after, board }| {
            let after = match after {
                Some(id) => Some(NodeId(kept.binary_search(&id).ok()? as u32)),
                None => None,
            };
            Some(PlacedBoard { after, board })
        };
        self.boards = boards.into_iter().filter_map(moved).collect();
        kept
    }

    /// All ids in order of creation (text order, but for promoted lines).
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }
}

impl NodeId {
    /// Position in the arena, for tables kept beside the tree.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
