//! Events to a record.

use super::control;
use super::event::{Board, Comment, CommentStyle, Events, Heading, RawTag};
use super::tag::TagSection;
use super::tree::{Node, NodeId, PlacedBoard};
use super::words::cut;
use super::{Class, Record, Tag};
use crate::diag::{Code, Diagnostic};
use crate::notation::{CheckMark, Color, MoveWord, Nag, WrittenNumber, WrittenResult};
use crate::source::{Span, Spanned};
use std::fmt::Write;
use std::mem;

/// Builds a [`Record`] from the events of a reader.
///
/// Where things go that the format leaves open:
/// - A comment belongs to the ply before it in its line. Before the first move of the record it belongs to the record,
///   before the first of a variation, or between a number and its move, to the ply that comes. Where none comes, it
///   goes to the last ply of its line, or to the ply that the empty variation would have replaced.
/// - A comment right after the result belongs to the last move; prose there, and comments after that prose or after a
///   board, to the record.
/// - What goes on from a ply that is gone on from already replaces that continuation ([`Events::fork`]).
/// - A variation after the result replaces the last move. One that opens before there is a move to replace is
///   reported and kept as a comment.
#[derive(Debug, Default)]
pub struct TreeBuilder {
    record: Record,
    /// The line being read.
    line: Line,
    /// The lines around it, outermost first.
    outer: Vec<Line>,
    /// A variation that replaces nothing.
    aside: Option<Aside>,
    tags: TagSection,
    /// Whether the result was read.
    ended: bool,
    /// Whether prose or a board stood after the result.
    apart: bool,
    /// Whether any token but blanks and prose was read.
    begun: bool,
    /// Tells of the value of a `Variant` tag whether the words of its game are known; without it those of all are.
    knows: Option<fn(&str) -> bool>,
    /// Whether the words of the record's game are not known.
    foreign: bool,
}

/// A line while it is read: the main line or a variation.
#[derive(Debug, Default)]
struct Line {
    /// For a variation, the ply that it replaces, and where it opens.
    replaces: Option<Spanned<NodeId>>,
    /// Its last ply so far.
    last: Option<NodeId>,
    /// What waits for the next ply.
    number: Option<WrittenNumber>,
    side: Option<Spanned<Color>>,
    comments: Vec<Comment>,
    nags: Vec<Spanned<Nag>>,
    /// Variations without a move that opened before there was one to replace.
    empty: Vec<Span>,
    /// Whether it goes on from a ply of another line and has none of its own yet.
    forked: bool,
}

/// A variation with no move to replace, kept as text.
#[derive(Debug)]
struct Aside {
    /// Variations open inside it.
    depth: u32,
    span: Span,
    text: String,
}

impl TreeBuilder {
    /// A builder that keeps the words of games which are not known as moves, whatever their shape. `knows` tells by the
    /// value of a `Variant` tag which are.
    #[must_use]
    pub fn knowing(knows: fn(&str) -> bool) -> Self {
        Self {
            knows: Some(knows),
            ..Self::default()
        }
    }

    /// The finished record.
    #[must_use]
    pub fn finish(mut self) -> Record {
        if let Some(aside) = self.aside.take() {
            self.keep_aside(aside);
        }
        while !self.outer.is_empty() {
            self.leave_variation(None);
        }
        self.settle();
        self.say_empty();
        self.record.tags = self.tags.finish(self.record.tree.words());
        self.record
    }

    /// Files what waited for a ply that did not come.
    fn settle(&mut self) {
        self.line.number = None;
        self.line.side = None;
        let nags = mem::take(&mut self.line.nags).into_iter();
        let nags = nags.map(|nag| plain_comment(aside(nag), nag.span));
        let comments = nags.chain(mem::take(&mut self.line.comments));
        match self
            .line
            .last
            .or(self.line.replaces.map(|replaced| replaced.value))
        {
            Some(host) => self.record.tree.node_mut(host).after.extend(comments),
            None => self.record.before.extend(comments),
        }
    }

    /// Ends the variation being read, which closes at `close` unless the record ends first.
    fn leave_variation(&mut self, close: Option<Span>) {
        if self.outer.is_empty() {
            return;
        }
        self.settle();
        if let (Some(replaced), None) = (self.line.replaces, self.line.last) {
            // With all those in it, it is one empty variation.
            let span = close.map_or(replaced.span, |close| replaced.span.to(close));
            self.line.empty = vec![span];
        }
        self.say_empty();
        self.line = self.outer.pop().unwrap_or_default();
    }

    /// Reports the empty variations of the line being read.
    fn say_empty(&mut self) {
        for span in mem::take(&mut self.line.empty) {
            let finding =
                Diagnostic::new(Code::EmptyVariation, span, "this variation holds no move")
                    .help("take out the parentheses, or write the moves between them");
            self.fault(finding);
        }
    }

    /// Says of the first control character inside a text of the record.
    fn say_control(&mut self, text: Spanned<&str>) {
        let said = |finding: &Diagnostic| finding.code == Code::ControlCharacter;
        if let Some(finding) = control::finding(text)
            && !self.record.diagnostics.iter().any(said)
        {
            self.fault(finding);
        }
    }

    /// Files a comment.
    fn keep(&mut self, comment: Comment) {
        let main = self.outer.is_empty();
        let prose = matches!(comment.style, CommentStyle::Prose | CommentStyle::Escape);
        if main && self.ended && (prose || self.apart || self.line.last.is_none()) {
            self.apart |= comment.style == CommentStyle::Prose;
            return self.record.after.push(comment);
        }
        match self.line.last {
            _ if self.line.number.is_some() || self.line.side.is_some() || self.line.forked => {
                self.line.comments.push(comment);
            }
            Some(last) => self.record.tree.node_mut(last).after.push(comment),
            None if main => self.record.before.push(comment),
            None => self.line.comments.push(comment),
        }
    }

    fn keep_aside(&mut self, aside: Aside) {
        if aside.text.chars().all(|c| matches!(c, '(' | ')' | ' ')) {
            self.line.empty.push(aside.span);
            return;
        }
        let message = "a variation opens here, but there is no move that it could replace";
        let opening = Span {
            end: aside.span.start + 1,
            ..aside.span
        };
        let finding = Diagnostic::new(Code::NotAMove, opening, message)
            .at("kept as a comment")
            .help("put the variation after the move that it replaces");
        self.fault(finding);
        self.keep(plain_comment(aside.text, aside.span));
    }

    /// Adds a word to the text of a variation with nothing to replace; whether there is one.
    fn say_aside(&mut self, span: Span, word: impl std::fmt::Display) -> bool {
        let Some(aside) = &mut self.aside else {
            return false;
        };
        aside.span = aside.span.to(span);
        let blank = if aside.text.is_empty() { "" } else { " " };
        write!(aside.text, "{blank}{word}").expect("invariant: a string takes any text");
        true
    }

    fn add_ply(&mut self, word: &MoveWord<'_>) {
        if self.say_aside(word.span, word.text) {
            return;
        }
        let mut node = Node::new(word);
        node.number = self.line.number.take();
        node.side = self.line.side.take();
        node.before = mem::take(&mut self.line.comments);
        node.nags.splice(0..0, self.line.nags.drain(..));
        let tree = &mut self.record.tree;
        let id = match (self.line.last, self.line.replaces) {
            (None, Some(replaced)) => tree.push_variation(replaced.value, node),
            (last, _) => match last.map_or(tree.first(), |last| tree.node(last).next) {
                Some(continuation) => tree.push_variation(continuation, node),
                None => tree.push(last, node),
            },
        };
        self.line.last = Some(id);
        self.line.forked = false;
    }
}

impl<'s> Events<'s> for TreeBuilder {
    fn is_foreign(&self) -> bool {
        self.foreign
    }

    fn token(&mut self, class: Class, span: Span) {
        if matches!(class, Class::Blank | Class::Prose) {
            return;
        }
        self.record.span = if self.begun {
            self.record.span.to(span)
        } else {
            span
        };
        self.begun = true;
    }

    fn heading(&mut self, heading: Heading<'s>) {
        let line = heading.line;
        self.record.heading = Some(Spanned::new(line.value.to_owned(), line.span));
        self.tags.heading(heading);
    }

    fn tag(&mut self, tag: RawTag<'s>) {
        self.say_control(tag.value);
        let finding = self.tags.pair(tag);
        let counts = finding.is_none() && tag.name.value.eq_ignore_ascii_case("Variant");
        if let Some(knows) = self.knows.filter(|_| counts) {
            self.foreign = !knows(tag.value.value);
        }
        self.record.diagnostics.extend(finding);
    }

    fn number(&mut self, number: WrittenNumber) {
        let dots = if number.dots > 1 { "..." } else { "." };
        if !self.say_aside(number.span, format_args!("{}{dots}", number.value)) {
            self.line.number = Some(number);
        }
    }

    fn side(&mut self, side: Spanned<Color>) {
        // Only games between Red and Black are written with the side before each turn.
        let name = match side.value {
            Color::White => "Red",
            Color::Black => "Black",
        };
        if !self.say_aside(side.span, name) {
            self.line.side = Some(side);
        }
    }

    fn ply(&mut self, word: &MoveWord<'s>) {
        self.add_ply(word);
    }

    fn mended_ply(&mut self, word: &MoveWord<'s>, meant: &str) {
        // Kept in the spelling that can be read again wherever it is written.
        self.add_ply(&MoveWord {
            text: meant,
            ..*word
        });
    }

    fn nag(&mut self, nag: Spanned<Nag>) {
        if self.say_aside(nag.span, aside(nag)) {
            return;
        }
        match self.line.last {
            Some(last) => self.record.tree.node_mut(last).nags.push(nag),
            None => self.line.nags.push(nag),
        }
    }

    fn en_passant(&mut self, span: Span) {
        if self.say_aside(span, "e.p.") {
            return;
        }
        match self.line.last {
            Some(last) => self.record.tree.node_mut(last).en_passant = Some(span),
            None => {
                let message = "`e.p.` stands before any move";
                self.fault(Diagnostic::new(Code::NotAMove, span, message));
            }
        }
    }

    fn check(&mut self, mark: Spanned<CheckMark>) {
        if self.say_aside(mark.span, mark.value) {
            return;
        }
        match self.line.last {
            Some(last) => {
                let node = self.record.tree.node_mut(last);
                if node.marks.check == CheckMark::None {
                    node.marks.check = mark.value;
                    node.check = Some(mark.span);
                }
            }
            None => {
                let message = format!("`{}` stands before any move", mark.value);
                self.fault(Diagnostic::new(Code::NotAMove, mark.span, message));
            }
        }
    }

    fn comment(&mut self, style: CommentStyle, span: Span, text: Spanned<&'s str>) {
        self.say_control(text);
        let trimmed = text.value.trim();
        if self.say_aside(span, format_args!("{{{trimmed}}}")) {
            return;
        }
        let parts = match style {
            CommentStyle::Star => {
                let words = self.record.tree.words();
                cut(words, text.value, text.span.start as usize)
            }
            CommentStyle::Brace
            | CommentStyle::Line
            | CommentStyle::Escape
            | CommentStyle::Prose => Vec::new(),
        };
        self.keep(Comment {
            text: Comment::unbroken(trimmed),
            span,
            style,
            parts,
        });
    }

    fn open_variation(&mut self, span: Span) {
        if self.say_aside(span, "(") {
            self.aside.iter_mut().for_each(|aside| aside.depth += 1);
            return;
        }
        match self.line.last {
            Some(last) => {
                let line = Line {
                    replaces: Some(Spanned::new(last, span)),
                    ..Line::default()
                };
                self.outer.push(mem::replace(&mut self.line, line));
            }
            None => {
                self.aside = Some(Aside {
                    depth: 0,
                    span,
                    text: String::new(),
                });
            }
        }
    }

    fn close_variation(&mut self, span: Span) {
        match self.aside.take() {
            Some(mut aside) if aside.depth == 0 => {
                aside.span = aside.span.to(span);
                self.keep_aside(aside);
            }
            Some(aside) => {
                self.aside = Some(Aside {
                    depth: aside.depth - 1,
                    ..aside
                });
                self.say_aside(span, ")");
            }
            None => self.leave_variation(Some(span)),
        }
    }

    fn fork(&mut self, _span: Span) {
        let line = Line {
            last: self.line.last,
            forked: true,
            ..Line::default()
        };
        self.outer.push(mem::replace(&mut self.line, line));
    }

    fn join(&mut self, span: Span) {
        self.leave_variation(Some(span));
    }

    fn property(&mut self, tag: Tag) {
        self.tags.property(tag);
    }

    fn remark(&mut self, comment: Comment) {
        self.keep(comment);
    }

    fn rules(&mut self, spec: Spanned<String>) {
        self.record.rules = Some(spec);
    }

    fn board(&mut self, board: Board) {
        self.apart |= self.ended;
        let before = || {
            self.line
                .replaces
                .and_then(|replaced| self.record.tree.node(replaced.value).parent)
        };
        let after = self.line.last.or_else(before);
        self.record.tree.boards.push(PlacedBoard { after, board });
    }

    fn result(&mut self, result: WrittenResult) {
        let marker = result.outcome.map_or("*", crate::notation::Outcome::marker);
        if self.say_aside(result.span, marker) {
            return;
        }
        if self.outer.is_empty() {
            self.settle();
            self.ended = true;
            // Words that go with a marker only say the same.
            if self
                .record
                .result
                .is_none_or(|first| result.marker && !first.marker)
            {
                self.record.result = Some(result);
            }
            return;
        }
        match self.line.last.map(|last| self.record.tree.node_mut(last)) {
            Some(node) if node.result.is_none() => {
                node.result = Some(Spanned::new(result.outcome, result.span));
            }
            _ => self.keep(plain_comment(marker.to_owned(), result.span)),
        }
    }

    fn fault(&mut self, diagnostic: Diagnostic) {
        self.record.diagnostics.push(diagnostic);
    }
}

/// A glyph that annotates no ply, as a comment: a sign of its own, as the `(=)` of a draw that was offered, remains one.
fn aside(nag: Spanned<Nag>) -> String {
    match nag.value {
        Nag(10) if nag.span.len() == 1 => "=".to_owned(),
        Nag(number) => format!("${number}"),
    }
}

/// A comment made of what stands in the text without comment marks.
fn plain_comment(text: String, span: Span) -> Comment {
    Comment {
        text,
        span,
        style: CommentStyle::Prose,
        parts: Vec::new(),
    }
}

#[cfg(test)]
mod tests;
