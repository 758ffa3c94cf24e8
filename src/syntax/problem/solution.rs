//! The solution of a problem as it is printed: lines that go back to an earlier number where they branch.

use crate::notation::stipulation::{Play, SeriesEnd, Stipulation};
use crate::notation::{CheckMark, MoveWord, Nag, WordRead, read_word};
use crate::record::{Class, Comment, CommentStyle, Node, NodeId, Tree};
use crate::source::{Span, Spanned};
use crate::syntax::lex;

/// Moves that are kept: `1...a/b/c 2.d/e/f` stands for nine.
pub(super) const MOST: usize = 20_000;

/// Alternatives that are each given the comment that follows them.
const MOST_COMMENTED: usize = 64;

/// Grows the tree of a solution.
pub(super) struct Solution<'t> {
    stipulation: Stipulation,
    /// What the bytes that were read belong to.
    tokens: &'t mut Vec<(Class, Span)>,
    tree: Tree,
    /// The moves last printed, by half-move; several where alternatives are printed with a common continuation.
    line: Vec<Vec<NodeId>>,
    /// How many alternatives the last word of the line was printed with.
    printed: usize,
    /// The half-move that the next word is; `None` where words are not understood: threats, set play, `B~`, prose.
    place: Option<usize>,
    /// Where words that are not understood begin, and the moves they follow.
    skipped: Option<(usize, Vec<NodeId>)>,
    /// Words that follow no move.
    before: Vec<Comment>,
}

impl<'t> Solution<'t> {
    /// The solution of a problem; `tokens` takes what its bytes belong to.
    pub(super) fn new(stipulation: Stipulation, tokens: &'t mut Vec<(Class, Span)>) -> Self {
        Self {
            stipulation,
            tokens,
            tree: Tree::default(),
            line: Vec::new(),
            printed: 0,
            place: None,
            skipped: None,
            before: Vec::new(),
        }
    }

    /// The moves, and what was said before them.
    pub(super) fn finish(self) -> (Tree, Vec<Comment>) {
        (self.tree, self.before)
    }

    /// `solution = { move-number | alternatives | bracketed | other-word }`
    pub(super) fn read(&mut self, piece: Spanned<&str>) {
        let (text, bytes) = (piece.value, piece.value.as_bytes());
        let mut pos = 0;
        while let Some(&byte) = bytes.get(pos) {
            match byte {
                b'(' | b'[' | b'{' => {
                    let end = bracket_end(bytes, pos);
                    if self.skipped.is_none() {
                        let nodes = self.line.last().cloned().unwrap_or_default();
                        self.comment(piece, pos, end, &nodes);
                    }
                    pos = end;
                }
                b'0'..=b'9' => {
                    let number = lex::number(bytes, pos);
                    if let Some(end) = branches_end(text, pos) {
                        self.skip(pos);
                        pos = end;
                    } else if number.dots > 0 {
                        self.number(number.value as usize, number.dots);
                        match self.place {
                            Some(_) => {
                                self.understand(piece, pos);
                                self.token(Class::Numbers, piece, pos, number.end);
                            }
                            None => self.skip(pos),
                        }
                        pos = number.end;
                    } else {
                        pos = self.word(piece, pos);
                    }
                }
                _ if text[pos..].starts_with(char::is_whitespace) => {
                    pos = text.ceil_char_boundary(pos + 1);
                }
                _ => pos = self.word(piece, pos),
            }
        }
        self.understand(piece, text.len());
    }

    /// Notes what bytes belong to, unless they are skipped.
    fn token(&mut self, class: Class, piece: Spanned<&str>, start: usize, end: usize) {
        if self.skipped.is_none() {
            let span = Span::new(start, end).shifted(piece.span.start);
            self.tokens.push((class, span));
        }
    }

    /// Begins to skip what is not understood.
    fn skip(&mut self, pos: usize) {
        self.place = None;
        if self.skipped.is_none() {
            let nodes = self.line.last().cloned().unwrap_or_default();
            self.skipped = Some((pos, nodes));
        }
    }

    /// Ends what was skipped: it becomes a comment.
    fn understand(&mut self, piece: Spanned<&str>, pos: usize) {
        if let Some((start, nodes)) = self.skipped.take() {
            self.comment(piece, start, pos, &nodes);
        }
    }

    fn comment(&mut self, piece: Spanned<&str>, start: usize, end: usize, nodes: &[NodeId]) {
        let text = piece.value[start..end].trim();
        let span = Span::new(start, start + text.len()).shifted(piece.span.start);
        self.tokens.push((Class::Comments, span));
        let comment = Comment {
            text: Comment::unbroken(text),
            span,
            style: CommentStyle::Prose,
            parts: Vec::new(),
        };
        match nodes {
            [] => self.before.push(comment),
            nodes => {
                for &id in nodes.iter().take(MOST_COMMENTED) {
                    self.tree.node_mut(id).after.push(comment.clone());
                }
            }
        }
    }

    /// Goes to where a number belongs, if the line has come so far.
    fn number(&mut self, value: usize, dots: u8) {
        let reply = usize::from(dots > 1);
        let half_moves = match self.stipulation.play() {
            // The one move of the other side ends it; before the series it is set play.
            Play::Series(moves, SeriesEnd::Help) if dots > 1 => {
                (value == usize::from(moves.get())).then_some(value)
            }
            Play::Series(_, SeriesEnd::Direct | SeriesEnd::SelfPlay) if dots > 1 => None,
            Play::Series(..) => value.checked_sub(1),
            Play::Help(length) if length.get() % 2 == 1 => (2 * value + reply).checked_sub(3),
            Play::Direct(_) | Play::SelfPlay(_) | Play::Help(_) => {
                (2 * value + reply).checked_sub(2)
            }
        };
        self.place = half_moves.filter(|&place| place <= self.line.len());
        if let Some(place) = self.place {
            self.line.truncate(place);
        }
    }

    /// `alternatives = move-word { ( "/" | "," ) move-word }`; reads the word at `pos` and returns where it ends. Glued to a
    /// move or apart from it, `=` says that it stalemates.
    fn word(&mut self, piece: Spanned<&str>, pos: usize) -> usize {
        let text = piece.value;
        if let Some(read) = read_word(&text[pos..]) {
            self.moves(piece, &[(pos, read)]);
            return pos + read.len;
        }
        let end = lex::word_end(text, pos);
        let marked = text[pos..end].trim_end_matches('!').strip_suffix('=');
        let whole = |bare: &&str| read_word(bare).filter(|read| read.len == bare.len());
        if let Some(read) = marked.as_ref().and_then(whole) {
            self.moves(piece, &[(pos, read)]);
            self.token(Class::Moves, piece, pos + read.len, end);
            self.stalemates();
            return end;
        }
        let mut alternatives = Vec::new();
        let mut at = pos;
        for part in text[pos..end].split(['/', ',']) {
            match read_word(part).filter(|read| read.len == part.len()) {
                Some(read) => alternatives.push((at, read)),
                None if part.is_empty() => {}
                None => {
                    self.other(piece, pos, end);
                    return end;
                }
            }
            at += part.len() + 1;
        }
        if !alternatives.is_empty() {
            self.moves(piece, &alternatives);
        }
        // What stands between the words.
        let mut from = pos;
        for &(at, read) in &alternatives {
            if at > from {
                self.token(Class::Punctuation, piece, from, at);
            }
            from = at + read.len;
        }
        if end > from {
            self.token(Class::Punctuation, piece, from, end);
        }
        end
    }

    /// What is no move: a mark apart from its move, or something after which no move is understood.
    fn other(&mut self, piece: Spanned<&str>, pos: usize, end: usize) {
        let span = Span::new(pos, end).shifted(piece.span.start);
        let last = self.line.last().into_iter().flatten();
        let class = match &piece.value[pos..end] {
            _ if self.skipped.is_some() => return,
            "ep" | "ep." | "e.p." => {
                for &id in last {
                    self.tree.node_mut(id).en_passant = Some(span);
                }
                Class::Moves
            }
            mark @ ("?" | "!" | "!!" | "??" | "!?" | "?!") => {
                let nag = Nag::from_suffix(mark);
                for &id in last {
                    let nags = &mut self.tree.node_mut(id).nags;
                    nags.extend(nag.map(|nag| Spanned::new(nag, span)));
                }
                Class::Nags
            }
            "=" | "=!" | "pat" => {
                self.stalemates();
                Class::Moves
            }
            "-" | "–" | "—" | "." | "," | ";" => Class::Punctuation,
            _ => return self.skip(pos),
        };
        self.token(class, piece, pos, end);
    }

    /// Marks the moves just read as stalemates.
    fn stalemates(&mut self) {
        for &id in self.line.last().into_iter().flatten() {
            self.tree.node_mut(id).marks.check = CheckMark::Stalemate;
        }
    }

    fn moves(&mut self, piece: Spanned<&str>, words: &[(usize, WordRead)]) {
        let Some(place) = self.place else {
            self.skip(words.first().map_or(0, |&(at, _)| at));
            return;
        };
        self.line.truncate(place);
        let before: Vec<Option<NodeId>> = match self.line.last() {
            None => vec![None],
            Some(line) => line.iter().copied().map(Some).collect(),
        };
        if self.tree.len() + before.len() * words.len() > MOST {
            self.skip(words.first().map_or(0, |&(at, _)| at));
            return;
        }
        for &(at, read) in words {
            self.token(Class::Moves, piece, at, at + read.len);
        }
        // As many answers as moves belong to one each: `1...a/b 2.c/d`.
        let paired = words.len() > 1 && words.len() == self.printed && before.len() == words.len();
        self.printed = words.len();
        let mut here = Vec::new();
        for (i, parent) in before.into_iter().enumerate() {
            let words = if paired { &words[i..=i] } else { words };
            for &(at, read) in words {
                let text = &piece.value[at..at + read.len];
                let span = Span::new(at, at + read.len).shifted(piece.span.start);
                let word = MoveWord {
                    text,
                    span,
                    form: read.form,
                    marks: read.marks,
                };
                here.push(self.place_after(parent, &word));
            }
        }
        self.line.push(here);
        self.place = Some(place + 1);
    }

    /// The move after `parent`, which may have been printed before.
    fn place_after(&mut self, parent: Option<NodeId>, word: &MoveWord<'_>) -> NodeId {
        let first = match parent {
            None => self.tree.first(),
            Some(parent) => self.tree.node(parent).next,
        };
        let Some(first) = first else {
            return self.tree.push(parent, Node::new(word));
        };
        let same = std::iter::once(&first)
            .chain(&self.tree.node(first).variations)
            .copied()
            .find(|&id| self.tree.node(id).form == word.form);
        same.unwrap_or_else(|| self.tree.push_variation(first, Node::new(word)))
    }
}

/// `branches = digits "." digits { "." digits } [ "..." ]`: where the number of solutions at `pos` ends, if it is one.
fn branches_end(text: &str, pos: usize) -> Option<usize> {
    let rest = &text[pos..];
    let word = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
    let mut parts = word.trim_end_matches('.').split('.');
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let some = parts.clone().count() > 1 && parts.all(digits);
    some.then_some(pos + word.len())
}

/// `bracketed = "(" ... ")" | "[" ... "]" | "{" ... "}"`: where the bracket at `pos` is closed, or the text's end.
fn bracket_end(bytes: &[u8], pos: usize) -> usize {
    let mut depth = 0_usize;
    for (i, byte) in bytes.iter().enumerate().skip(pos) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    bytes.len()
}
