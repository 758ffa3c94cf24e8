//! Game trees of the Smart Game Format, `FF[4]`.
//!
//! A node is read whole before it is pushed, since a move may stand behind its comment. Of the trees that go on from a
//! node the first is the line itself, the others replace its first move; the receiver knows which
//! ([`Events::fork`]). No recursion: parentheses are kept on a stack.

mod node;
mod parts;
mod setup;

use super::lex::{self, Gap};
use super::{Found, What};
use crate::diag::{Code, Diagnostic};
use crate::notation::stones::read_stone_word;
use crate::notation::{Color, WordForm, sgf};
use crate::record::{Class, Events};
use crate::source::{Span, Spanned, trees};
use memchr::memchr3;
use parts::{Property, Written};

/// How deep variations may be nested, as in the other formats.
const DEEPEST: u32 = 256;

/// How deep parentheses may be nested; those of the main line nest too, one in another at each variation.
const MOST_OPEN: usize = 1 << 16;

/// The names of the rule set whose games are of stones, in `RU`.
const STONES: [&str; 3] = ["inertia", "inertia-stones", "hexinertia"];

/// Reads the game tree at or after `at`, what stands before it, and what stands behind it up to the next one.
pub(super) fn read<'s, E: Events<'s>>(text: &'s str, at: usize, events: &mut E) -> Found {
    let mut reader = Reader {
        text,
        pos: at,
        events,
        game: Game::glance(text, at),
        line: Line::default(),
        outer: Vec::new(),
        at_root: true,
        over: false,
        said_bare: false,
    };
    let record = reader.before();
    if record {
        reader.tree();
        reader.behind();
    }
    Found {
        end: reader.pos,
        what: if record { What::Record } else { What::Nothing },
    }
}

/// What is to be known of a game before its first node is read.
#[derive(Clone, Copy, Debug, Default)]
struct Game<'s> {
    /// `RU` and `GM` of its first node.
    rules: Option<Written<'s>>,
    number: Option<Written<'s>>,
    /// `SZ` of its first node.
    size: Option<Written<'s>>,
    /// Its first move that is no pass, and whose.
    first: Option<(&'s str, Color)>,
}

impl<'s> Game<'s> {
    /// Looks at the game tree at or after `at` up to its first move.
    fn glance(text: &'s str, at: usize) -> Self {
        let bytes = text.as_bytes();
        let (mut game, mut nodes, mut depth) = (Self::default(), 0, 0_u32);
        let Some(mut at) = trees::next_tree(bytes, at) else {
            return game;
        };
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'(' if depth > 0
                    && trees::begins_line(bytes, at)
                    && trees::begins_game(bytes, at) =>
                {
                    break;
                }
                b';' | b'(' | b')' if game.first.is_some() => break,
                b';' => nodes += 1,
                b'(' => depth = depth.saturating_add(1),
                b')' if depth < 2 => break,
                b')' => depth -= 1,
                _ => {}
            }
            let property = byte.is_ascii_alphabetic().then(|| property(text, at));
            let Some((property, end)) = property.flatten() else {
                at += match byte {
                    b'[' => value_len(text, at),
                    _ => word_len(bytes, at),
                };
                continue;
            };
            at = end;
            let value = property.value();
            let side = match &*property.name {
                "RU" if nodes < 2 => {
                    game.rules = Some(value);
                    None
                }
                "GM" if nodes < 2 => {
                    game.number = Some(value);
                    None
                }
                "SZ" if nodes < 2 => {
                    game.size = Some(value);
                    None
                }
                "B" => Some(Color::White),
                "W" => Some(Color::Black),
                _ => None,
            };
            let word = value.trimmed().0;
            let is_move = !word.is_empty() && game.first.is_none();
            game.first = side
                .filter(|_| is_move)
                .map(|side| (word, side))
                .or(game.first);
        }
        game
    }

    /// Whether it is the game of stones that we have rules for: `RU` says so, or no game is named and the first move
    /// is a turn of it.
    fn is_of_stones(&self) -> bool {
        match self.rules {
            Some(rules) => {
                let name = rules.trimmed().0.split(':').next().unwrap_or_default();
                STONES
                    .iter()
                    .any(|known| known.eq_ignore_ascii_case(name.trim()))
            }
            None => {
                let unnamed = self.number.is_none_or(|number| number.trimmed().0 == "1");
                unnamed
                    && self
                        .first
                        .is_some_and(|(word, _)| turn(word) != WordForm::Foreign)
            }
        }
    }

    /// The rule set: what `RU` says, else what the moves show, else a name that no rule set has.
    fn spec(&self, tree: Span) -> Spanned<String> {
        match (self.rules, self.number) {
            (Some(rules), _) => Spanned::new(sgf::simple_text(rules.text), rules.span),
            _ if self.is_of_stones() => Spanned::new(STONES[0].to_owned(), tree),
            (None, Some(number)) => Spanned::new(
                format!("GM[{}]", sgf::simple_text(number.text)),
                number.span,
            ),
            // It is Go where nothing else is said.
            (None, None) => Spanned::new("GM[1]".to_owned(), tree),
        }
    }
}

/// The property at `at` and its end.
fn property(text: &str, at: usize) -> Option<(Property<'_>, usize)> {
    let rest = &text[at..];
    let (left, name) = parts::name(rest).ok()?;
    let mut property = Property::new(name, Span::of(name, text));
    let mut end = text.len() - left.len();
    loop {
        let start = Gap::after(text.as_bytes(), end).end;
        let Ok((left, (value, closed))) = parts::value(&text[start..]) else {
            break;
        };
        property.values.push(Written {
            text: value,
            span: Span::of(value, text),
            closed,
        });
        end = text.len() - left.len();
        if !closed {
            break;
        }
    }
    (!property.values.is_empty()).then_some((property, end))
}

/// Length of the value at `at` with its brackets.
fn value_len(text: &str, at: usize) -> usize {
    parts::value(&text[at..]).map_or(1, |(left, _)| text.len() - left.len() - at)
}

/// Length of the letters at `at`, or of any one byte.
fn word_len(bytes: &[u8], at: usize) -> usize {
    let letters = bytes[at..]
        .iter()
        .take_while(|byte| byte.is_ascii_alphabetic());
    letters.count().max(1)
}

/// What a value says as a turn of the game of stones; `tt` is a pass, as it was in Go.
fn turn(word: &str) -> WordForm {
    if matches!(word, "" | "tt") {
        return WordForm::Null;
    }
    match read_stone_word(word, true) {
        Some(read) if read.len == word.len() => read.form,
        _ => WordForm::Foreign,
    }
}

/// A line while it is read: from a parenthesis to its end.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The parenthesis.
    opening: Span,
    /// How many variations it stands in.
    depth: u32,
    /// Whether another line goes on already from where this one stands.
    continued: bool,
    /// Whether it has a move of its own.
    moved: bool,
    /// Whether it has a node or a line that goes on from it.
    filled: bool,
    /// Whether a line that goes on from it has been closed.
    forked: bool,
    /// Who moved last.
    last: Color,
}

impl Default for Line {
    fn default() -> Self {
        Self {
            opening: Span::default(),
            depth: 0,
            continued: false,
            moved: false,
            filled: false,
            forked: false,
            last: Color::Black,
        }
    }
}

struct Reader<'s, 'e, E> {
    text: &'s str,
    /// Up to here all is pushed.
    pos: usize,
    events: &'e mut E,
    game: Game<'s>,
    line: Line,
    /// The lines that it goes on from, outermost first.
    outer: Vec<Line>,
    /// Whether the first node is still to come.
    at_root: bool,
    /// Whether the tree ends here, whatever is still open, and that has been said.
    over: bool,
    /// Whether parentheses without a node were reported.
    said_bare: bool,
}

impl<'s, E: Events<'s>> Reader<'s, '_, E> {
    const fn bytes(&self) -> &'s [u8] {
        self.text.as_bytes()
    }

    fn byte(&self) -> Option<u8> {
        self.bytes().get(self.pos).copied()
    }

    /// Pushes the token up to `end`.
    fn take(&mut self, class: Class, end: usize) -> Span {
        let span = Span::new(self.pos, end);
        if !span.is_empty() {
            self.events.token(class, span);
        }
        self.pos = end;
        span
    }

    fn blanks(&mut self) {
        let gap = Gap::after(self.bytes(), self.pos);
        self.take(Class::Blank, gap.end);
    }

    fn fault(&mut self, code: Code, span: Span, message: &str, help: &str) {
        let finding = Diagnostic::new(code, span, message).help(help);
        self.events.fault(finding);
    }

    /// Goes to the first game tree, if there is one.
    fn before(&mut self) -> bool {
        self.blanks();
        let tree = trees::next_tree(self.bytes(), self.pos);
        self.outside(tree);
        tree.is_some()
    }

    /// Goes on behind the game tree to the next one.
    fn behind(&mut self) {
        self.blanks();
        let mut end = self.pos;
        while self.bytes().get(end) == Some(&b')') {
            end += 1;
        }
        if end > self.pos {
            let span = self.take(Class::Faulty, end);
            self.fault(
                Code::StrayClose,
                span,
                "this parenthesis closes no game tree",
                "take it out, or write the `(` that it closes",
            );
            self.blanks();
        }
        self.outside(trees::next_tree(self.bytes(), self.pos));
    }

    /// Takes what stands outside of game trees, up to `tree` or the end of the text.
    fn outside(&mut self, tree: Option<usize>) {
        let until = tree.unwrap_or(self.text.len());
        let end = lex::trimmed_end(self.text, self.pos, until);
        if end > self.pos {
            let span = self.take(Class::Faulty, end);
            let line = Span::new(
                span.start as usize,
                lex::end_of_line(self.bytes(), span.start as usize).min(end),
            );
            self.fault(
                Code::OutsideTree,
                line,
                "this text stands outside of any game tree",
                "take it out, or put it into a comment of a node: `C[...]`",
            );
        }
        self.blanks_to(until);
    }

    fn blanks_to(&mut self, end: usize) {
        if end > self.pos {
            self.take(Class::Blank, end);
        }
    }

    /// `sgf-tree = "(" sgf-node { sgf-node } { sgf-tree } ")"`
    ///
    /// Reads the tree whose parenthesis stands here, to its end.
    fn tree(&mut self) {
        self.line.opening = self.take(Class::Punctuation, self.pos + 1);
        self.events.rules(self.game.spec(self.line.opening));
        while !self.over {
            self.blanks();
            match self.byte() {
                None => self.unclosed(),
                Some(b'(') if self.begins_game() => self.unclosed(),
                Some(b'(') => self.open(),
                Some(b')') => self.close(),
                Some(b';') => self.node(),
                Some(_) if self.at_name() => self.node(),
                Some(_) => self.junk(),
            }
        }
    }

    /// Whether a property begins here.
    fn at_name(&self) -> bool {
        parts::name(&self.text[self.pos..]).is_ok()
    }

    /// Whether another game begins here, though this one is not closed.
    fn begins_game(&self) -> bool {
        trees::begins_line(self.bytes(), self.pos) && trees::begins_game(self.bytes(), self.pos)
    }

    #[cold]
    fn unclosed(&mut self) {
        /// So many parentheses may have been forgotten; more are no slip.
        const FEW: usize = 16;
        self.over = true;
        let open = self.outer.len() + 1;
        let message = match open {
            1 => "this game tree is never closed".to_owned(),
            _ => format!("this game tree is never closed: {open} parentheses are missing"),
        };
        let outermost = self.outer.first().unwrap_or(&self.line).opening;
        let end = lex::trimmed_end(self.text, outermost.end as usize, self.pos);
        let mut finding = Diagnostic::new(Code::UnclosedTree, outermost, message)
            .label(Span::at(end), "it is taken to end here")
            .help("look whether the end of the game is missing, and write `)` behind it");
        if open <= FEW {
            let missing = ")".repeat(open);
            finding = finding.fix("write what is missing", true, Span::at(end), missing);
        }
        self.events.fault(finding);
    }

    /// A line that goes on from here.
    fn open(&mut self) {
        if self.outer.len() >= MOST_OPEN {
            let end = self.closing(self.pos + 1);
            let closed = self.bytes().get(end) == Some(&b')');
            return self.skip_deep(end + usize::from(closed));
        }
        if !self.line.filled && !self.said_bare {
            self.said_bare = true;
            let span = Span::new(self.pos, self.pos + 1);
            self.fault(
                Code::OutsideTree,
                span,
                "a parenthesis opens here before there is a node",
                "take it out with the one that closes it",
            );
        }
        let opening = self.take(Class::Punctuation, self.pos + 1);
        self.line.filled = true;
        let inner = Line {
            opening,
            moved: false,
            filled: false,
            forked: false,
            ..self.line
        };
        self.outer.push(std::mem::replace(&mut self.line, inner));
        self.events.fork(opening);
    }

    fn close(&mut self) {
        let closing = self.take(Class::Punctuation, self.pos + 1);
        let Some(outer) = self.outer.pop() else {
            self.over = true;
            return;
        };
        let inner = std::mem::replace(&mut self.line, outer);
        self.line.continued |= inner.moved || inner.continued;
        self.line.forked = true;
        if !inner.filled {
            self.fault(
                Code::EmptyVariation,
                inner.opening.to(closing),
                "these parentheses hold no node",
                "take them out, or write the nodes between them",
            );
        }
        self.events.join(closing);
    }

    /// Passes over what is nested too deep, up to `end`.
    #[cold]
    fn skip_deep(&mut self, end: usize) {
        let end = lex::trimmed_end(self.text, self.pos, end);
        let span = self.take(Class::Faulty, end);
        let message = format!("variations are nested more than {DEEPEST} deep here");
        self.fault(
            Code::TooDeep,
            Span::new(span.start as usize, (span.start as usize + 1).min(end)),
            &message,
            "they are left out; make games of their own of the deepest ones",
        );
    }

    /// Where the line that `from` stands in is closed, or broken off.
    fn closing(&self, from: usize) -> usize {
        let bytes = self.bytes();
        let (mut at, mut depth) = (from, 0_usize);
        while let Some(here) = memchr3(b'(', b')', b'[', &bytes[at..]).map(|len| at + len) {
            at = here + 1;
            match bytes[here] {
                b'[' => at = here + value_len(self.text, here),
                b')' if depth == 0 => return here,
                b')' => depth -= 1,
                _ if trees::begins_line(bytes, here) && trees::begins_game(bytes, here) => {
                    return here;
                }
                _ => depth += 1,
            }
        }
        bytes.len()
    }

    /// What has no place between nodes or properties: a word, a bracket, a value without a name.
    #[cold]
    fn junk(&mut self) {
        let (start, bytes) = (self.pos, self.bytes());
        if bytes[start] == b'[' {
            let span = self.take(Class::Faulty, start + value_len(self.text, start));
            return self.fault(
                Code::OutsideTree,
                span,
                "this value belongs to no property",
                "write the name of its property before it",
            );
        }
        let (mut at, mut bracket) = (start, None);
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'(' | b')' | b';' | b'[' => break,
                b']' => bracket = bracket.or(Some(at)),
                _ if byte.is_ascii_alphabetic() && parts::name(&self.text[at..]).is_ok() => break,
                _ => {}
            }
            at += word_len(bytes, at);
        }
        let end = lex::trimmed_end(self.text, start, at);
        let span = self.take(Class::Faulty, end);
        match bracket {
            Some(bracket) => {
                let place = Span::new(bracket, bracket + 1);
                let earlier = lex::trimmed_end(self.text, 0, start).saturating_sub(1);
                let mut finding =
                    Diagnostic::new(Code::StrayClose, place, "this bracket closes no value")
                        .help("a bracket inside a value needs a backslash before it: `\\]`");
                if bytes.get(earlier) == Some(&b']') {
                    finding = finding
                        .label(Span::new(earlier, earlier + 1), "the value ended here")
                        .fix(
                            "write a backslash before the first bracket",
                            false,
                            Span::at(earlier),
                            "\\",
                        );
                }
                self.events.fault(finding);
            }
            None => self.fault(
                Code::OutsideTree,
                span,
                "this is no property: a name in capitals and a value in brackets",
                "take it out, or put it into a comment: `C[...]`",
            ),
        }
    }
}
