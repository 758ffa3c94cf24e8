//! Our own JSON records, read back.
//!
//! Records come one at a time, from an array, one after another, or a line each. Plies are taken as raw text, level by
//! level, and the levels are kept on a stack: no recursion, however deep variations nest, and every word keeps its
//! place in the JSON.

use super::{Format, lex, logs};
use crate::diag::{Code, Diagnostic, Findings};
use crate::notation::letters::Letters;
use crate::notation::{
    Color, Marks, MoveWord, Nag, Outcome, WordForm, WordRead, Words, WrittenResult, translated,
};
use crate::record::{
    Board, Carried, Comment, CommentStyle, Node, NodeId, PlacedBoard, Record, Tag, Tree,
};
use crate::schema::{self, CommentPlace, MAIN, Marker, OptionValue, Text};
use crate::source::{Span, Spanned};
use memchr::memchr2;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// How deep variations may be nested: as deep as in the text formats, and one more for a line found in a comment.
const DEEPEST: usize = 257;

/// What [`read_json`] found.
#[derive(Clone, PartialEq, Debug)]
pub struct JsonFound {
    /// Where the next record may begin: the end of the text when all is read.
    pub end: usize,
    /// The record, or why what stands there is none; nothing where no more follows.
    pub record: Option<Result<Record, Box<Diagnostic>>>,
}

/// Reads the JSON record at or after `at`: of an array or of several values one after another for [`Format::Json`],
/// else the next line that is not blank.
///
/// Spans are relative to `text`, which may be a part of a file, cut between two records.
#[must_use]
pub fn read_json(format: Format, text: &str, at: usize) -> JsonFound {
    let (end, found) = if format == Format::Jsonl {
        line(text, at)
    } else {
        element(text, at)
    };
    let record = found.map(|found| {
        found.and_then(|raw| {
            Reader {
                text,
                whole: Span::of(raw, text),
                any_word: false,
                letters: None,
            }
            .record(raw)
        })
    });
    JsonFound { end, record }
}

type Element<'s> = Option<Result<&'s str, Box<Diagnostic>>>;

/// The next line that is not blank, and its end.
fn line(text: &str, at: usize) -> (usize, Element<'_>) {
    let rest = &text[at..];
    let start = at + rest.len() - rest.trim_ascii_start().len();
    let end =
        memchr2(b'\n', b'\r', &text.as_bytes()[start..]).map_or(text.len(), |len| start + len);
    let line = text[start..end].trim_ascii_end();
    (end, (!line.is_empty()).then_some(Ok(line)))
}

/// The next element of an array, with the sign before it, and its end.
fn element(text: &str, at: usize) -> (usize, Element<'_>) {
    let rest = text[at..].trim_ascii_start();
    let inner = rest
        .strip_prefix(['[', ','])
        .unwrap_or(rest)
        .trim_ascii_start();
    let start = text.len() - inner.len();
    if inner.is_empty() && inner.len() == rest.len() {
        return (text.len(), None);
    }
    if let Some(after) = inner.strip_prefix(']').filter(|_| !rest.starts_with(',')) {
        let after = after.trim_ascii_start();
        if after.is_empty() {
            return (text.len(), None);
        }
        let span = Span::of(after, text);
        return (
            text.len(),
            Some(Err(unreadable(
                span,
                "something follows the end of the array",
            ))),
        );
    }
    if !inner.starts_with('{') {
        let end = resume(text, start);
        let span = Span::new(start, end);
        return (
            end,
            Some(Err(unreadable(
                span,
                "a record, which is an object in braces, should begin here",
            ))),
        );
    }
    let mut values = serde_json::Deserializer::from_str(inner).into_iter::<&RawValue>();
    match values.next() {
        Some(Ok(raw)) => (start + values.byte_offset(), Some(Ok(raw.get()))),
        Some(Err(error)) => (resume(text, start), Some(Err(fault(&error, inner, text)))),
        None => (text.len(), None),
    }
}

/// Where reading goes on after JSON that is broken: at the next line that begins with a record, as our own do.
fn resume(text: &str, from: usize) -> usize {
    let next = ["\n{", "\n,{"]
        .iter()
        .filter_map(|sign| text[from..].find(sign))
        .min();
    next.map_or(text.len(), |len| from + len + 1)
}

fn unreadable(span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    let help = "records have the form that `scoresheet schema` prints and `scoresheet convert --to json` writes";
    Box::new(Diagnostic::new(Code::UnreadableJson, span, message).help(help))
}

/// What serde_json says about `part`, a piece of `text`.
fn fault(error: &serde_json::Error, part: &str, text: &str) -> Box<Diagnostic> {
    let message = error.to_string();
    let message = message
        .rsplit_once(" at line ")
        .map_or(message.as_str(), |(words, _)| words);
    // Lines end at line feeds here, and columns are bytes; the column is that of the last byte looked at.
    let line_start = match error.line().checked_sub(2) {
        Some(before) => part
            .match_indices('\n')
            .nth(before)
            .map_or(part.len(), |(at, _)| at + 1),
        None => 0,
    };
    let last = part.floor_char_boundary(
        (line_start + error.column())
            .saturating_sub(1)
            .min(part.len()),
    );
    let len = part[last..].chars().next().map_or(0, char::len_utf8);
    unreadable(Span::of(&part[last..last + len], text), message)
}

/// Reads `part` of `text` as a value.
fn parse<'s, T: Deserialize<'s>>(part: &'s str, text: &str) -> Result<T, Box<Diagnostic>> {
    serde_json::from_str(part).map_err(|error| fault(&error, part, text))
}

type RawPlies<'s> = Vec<&'s RawValue>;

/// By [`NodeId::index`].
type SanOfPlies = Vec<Option<Spanned<String>>>;

/// Makes a record of one object.
struct Reader<'s> {
    text: &'s str,
    /// The object.
    whole: Span,
    /// Whether any word may be a move: in a game without rules, and where the moves had a place of their own.
    any_word: bool,
    /// The letters of what was written, where they are named.
    letters: Option<&'static Letters>,
}

/// A line being read: the plies to come.
struct Line<'s> {
    plies: std::vec::IntoIter<&'s RawValue>,
    last: Option<NodeId>,
    replaces: Option<NodeId>,
    depth: usize,
}

impl<'s> Reader<'s> {
    fn record(mut self, raw: &'s str) -> Result<Record, Box<Diagnostic>> {
        let json: schema::Record<'s, RawPlies<'s>> = parse(raw, self.text)?;
        let words = match &json.rules {
            Some(name) => logs::words_of_rules(&name.0),
            None => self.words_of_plies(&json.plies)?,
        };
        self.any_word = words == Words::Stones || json.start.is_none();
        self.letters = self.named_letters(json.letters.as_ref())?;
        let (mut tree, san) = self.tree(words, json.plies)?;
        let board_lines = json.boards.iter().map(|board| board.line).collect();
        self.place_boards(&mut tree, &json.boards)?;
        let heading = json.heading.as_ref().map(|heading| self.owned(heading));
        let mut sayable = match words {
            Words::Chess => vec!["Event", "White", "Black"],
            Words::Stones => vec!["Event", "Red", "Black"],
        };
        let tags = json.tags.iter().map(|(name, value)| {
            // A tag that a heading says needs no pair beside it; it says each once.
            let said = |heading: &Spanned<String>| heading.value.contains(&*value.0);
            let place = sayable.iter().position(|known| *known == name.0);
            let place = place.filter(|_| !value.0.is_empty() && heading.as_ref().is_some_and(said));
            let from_heading = place.map(|place| sayable.swap_remove(place)).is_some();
            Tag {
                name: self.owned(name),
                value: self.owned(value),
                from_heading,
            }
        });
        Ok(Record {
            span: self.whole,
            tags: tags.collect(),
            heading,
            before: json.before.iter().map(|text| self.comment(text)).collect(),
            tree,
            result: Some(WrittenResult {
                outcome: outcome(json.result),
                span: Span::at(self.whole.end as usize),
                marker: true,
            }),
            after: json.after.iter().map(|text| self.comment(text)).collect(),
            diagnostics: Findings::default(),
            rules: json.rules.as_ref().map(|name| {
                let Spanned { value, span } = self.owned(name);
                Spanned::new(spec(&value, &json.options), span)
            }),
            carried: Some(Box::new(Carried {
                source: json.source,
                diagnostics: json.diagnostics,
                board_lines,
                start: json.start.map(|start| start.0.into_owned()),
                letters: self.letters,
                options: json.options,
                san,
                r#final: json.r#final.as_ref().map(|text| self.owned(text)),
                outcome: json.outcome.and_then(outcome),
            })),
        })
    }

    /// The moves, and the canonical form that the JSON gives for each.
    fn tree(
        &self,
        words: Words,
        main: RawPlies<'s>,
    ) -> Result<(Tree, SanOfPlies), Box<Diagnostic>> {
        let mut tree = Tree::default();
        let mut san = SanOfPlies::new();
        let mut lines = vec![Line {
            plies: main.into_iter(),
            last: None,
            replaces: None,
            depth: 0,
        }];
        while let Some(line) = lines.last_mut() {
            let Some(raw) = line.plies.next() else {
                lines.pop();
                continue;
            };
            let ply: schema::Ply<'s, Vec<RawPlies<'s>>> = parse(raw.get(), self.text)?;
            let node = self.node(words, &ply, Span::of(raw.get(), self.text))?;
            let id = match (line.last, line.replaces) {
                (None, Some(replaced)) => tree.push_variation(replaced, node),
                (last, _) => tree.push(last, node),
            };
            line.last = Some(id);
            debug_assert_eq!(id.index(), san.len(), "plies are numbered as they are read");
            san.push(ply.san.as_ref().map(|san| self.owned(san)));
            let depth = line.depth + 1;
            for variation in ply.variations.into_iter().rev() {
                let Some(first) = variation.first() else {
                    return Err(unreadable(
                        Span::of(raw.get(), self.text),
                        "a variation of this ply is empty",
                    ));
                };
                if depth > DEEPEST {
                    let span = Span::of(first.get(), self.text);
                    let message = format!("variations are nested more than {DEEPEST} deep");
                    return Err(unreadable(span, message));
                }
                lines.push(Line {
                    plies: variation.into_iter(),
                    last: None,
                    replaces: Some(id),
                    depth,
                });
            }
        }
        Ok((tree, san))
    }

    /// The notation of the moves of a game that is not named: that of stones where they are no moves of chess.
    fn words_of_plies(&self, plies: &RawPlies<'s>) -> Result<Words, Box<Diagnostic>> {
        let mut reads = Words::Chess;
        for raw in plies {
            let ply: schema::Ply<'s, Vec<RawPlies<'s>>> = parse(raw.get(), self.text)?;
            let text = &*ply.text.0;
            let is_whole =
                |words| lex::bare_word(words, text, 0).is_some_and(|read| read.len == text.len());
            match (is_whole(Words::Chess), is_whole(Words::Stones)) {
                (true, false) => return Ok(Words::Chess),
                (false, true) => reads = Words::Stones,
                (true, true) | (false, false) => {}
            }
        }
        Ok(reads)
    }

    fn named_letters(
        &self,
        name: Option<&Text<'s>>,
    ) -> Result<Option<&'static Letters>, Box<Diagnostic>> {
        let Some(name) = name else { return Ok(None) };
        let known = Letters::by_name(&name.0);
        known.map(Some).ok_or_else(|| {
            let span = self.span(name).unwrap_or(self.whole);
            unreadable(
                span,
                format!("`{}` is no language of piece letters", name.0),
            )
        })
    }

    /// What was written and is no move word: a pass, or a move that only its place told to be one.
    fn foreign(&self, word: &str) -> Option<WordRead> {
        let form = match word {
            "" | "tt" => WordForm::Null,
            _ => WordForm::Foreign,
        };
        self.any_word.then_some(WordRead {
            len: word.len(),
            form,
            marks: Marks::default(),
        })
    }

    /// A ply: it is what its coordinates say, else its canonical form, else what was written.
    fn node(
        &self,
        words: Words,
        ply: &schema::Ply<'s, Vec<RawPlies<'s>>>,
        whole: Span,
    ) -> Result<Node, Box<Diagnostic>> {
        let (said, word) = match (&ply.coords, &ply.san, self.letters) {
            (Some(coords), ..) => (coords, Cow::Borrowed(&*coords.0)),
            (None, Some(san), Some(letters)) => {
                let own = translated(&san.0, &Letters::ENGLISH, letters, Color::White);
                (san, own)
            }
            (None, Some(san), None) => (san, Cow::Borrowed(&*san.0)),
            (None, None, _) => (&ply.text, Cow::Borrowed(&*ply.text.0)),
        };
        let span = self.span(said).unwrap_or(whole);
        let own = ply.coords.is_none() && ply.san.is_none();
        // Where any word may be a move, one that only begins as a move is another.
        let is_meant = |read: &WordRead| !(own && self.any_word) || read.len == word.len();
        let read = lex::bare_word(words, &word, 0).filter(is_meant);
        let Some(WordRead { form, .. }) = read.or_else(|| self.foreign(&word).filter(|_| own))
        else {
            return Err(unreadable(
                span,
                format!("`{word}` has not the shape of a move"),
            ));
        };
        let (text, en_passant) = match ply.text.0.strip_suffix(" e.p.") {
            Some(text) if !text.is_empty() => (text, Some(span)),
            _ => (&*ply.text.0, None),
        };
        let marks = lex::bare_word(words, text, 0)
            .map(|read| read.marks)
            .unwrap_or_default();
        let mut node = Node::new(&MoveWord {
            text,
            span,
            form,
            marks,
        });
        node.en_passant = en_passant;
        node.nags = ply
            .nags
            .iter()
            .map(|&nag| Spanned::new(Nag(nag), span))
            .collect();
        for comment in &ply.comments {
            let comments = match comment.place {
                CommentPlace::Before => &mut node.before,
                CommentPlace::After => &mut node.after,
            };
            comments.push(Comment {
                style: CommentStyle::of(&comment.written.0),
                ..self.comment(&comment.text)
            });
        }
        node.result = ply.result.map(|result| Spanned::new(outcome(result), span));
        Ok(node)
    }

    fn place_boards(
        &self,
        tree: &mut Tree,
        boards: &[schema::Board<'s>],
    ) -> Result<(), Box<Diagnostic>> {
        let mut ways = Ways::default();
        for board in boards {
            let after = match (&*board.path.0, board.ply) {
                (MAIN, 0) => None,
                (path, ply) => Some(ways.find(tree, path, ply).ok_or_else(|| {
                    let span = self.span(&board.path).unwrap_or(self.whole);
                    unreadable(
                        span,
                        format!("the board stands after ply {ply} of `{path}`, but there is none"),
                    )
                })?),
            };
            let rows = board.rows.iter().map(|row| self.cells(row)).collect();
            let span = self.span(&board.path).unwrap_or(self.whole);
            tree.boards.push(PlacedBoard {
                after,
                board: Board {
                    span,
                    rows,
                    listed: None,
                },
            });
        }
        Ok(())
    }

    fn cells(&self, row: &Text<'s>) -> Vec<Spanned<char>> {
        let place = self.span(row);
        let cell = |(at, value): (usize, char)| {
            let span = place.map(|row| Span::new(at, at + value.len_utf8()).shifted(row.start));
            Spanned::new(value, span.unwrap_or(self.whole))
        };
        row.0.char_indices().map(cell).collect()
    }

    fn comment(&self, text: &Text<'s>) -> Comment {
        let Spanned { value, span } = self.owned(text);
        Comment {
            text: value,
            span,
            style: CommentStyle::Brace,
            parts: Vec::new(),
        }
    }

    fn owned(&self, text: &Text<'s>) -> Spanned<String> {
        Spanned::new(text.0.to_string(), self.span(text).unwrap_or(self.whole))
    }

    /// Where a string stands, unless it was written with escapes.
    fn span(&self, text: &Text<'s>) -> Option<Span> {
        match text.0 {
            Cow::Borrowed(part) => Some(Span::of(part, self.text)),
            Cow::Owned(_) => None,
        }
    }
}

/// `NAME:option=value,...`.
fn spec(name: &str, options: &BTreeMap<String, OptionValue>) -> String {
    let options = options.iter().map(|(option, value)| match value {
        OptionValue::Switch(true) => format!("{option}=on"),
        OptionValue::Switch(false) => format!("{option}=off"),
        OptionValue::Word(word) => format!("{option}={word}"),
    });
    let options: Vec<String> = options.collect();
    format!("{name}:{}", options.join(","))
}

/// The result that a marker stands for; `None` for `*`.
const fn outcome(marker: Marker) -> Option<Outcome> {
    match marker {
        Marker::WhiteWins => Some(Outcome::WhiteWins),
        Marker::BlackWins => Some(Outcome::BlackWins),
        Marker::Draw => Some(Outcome::Draw),
        Marker::Open => None,
    }
}

/// Finds plies by the way to their line; remembers the lines that it has seen.
#[derive(Default)]
struct Ways {
    lines: HashMap<NodeId, Vec<NodeId>>,
}

impl Ways {
    /// The ply numbered `ply` of the line that `path` leads to.
    fn find(&mut self, tree: &Tree, path: &str, ply: u32) -> Option<NodeId> {
        let (mut first, mut first_ply) = (tree.first()?, 1);
        if path != MAIN {
            for step in path.split('/') {
                let (at, place) = step.split_once('.')?;
                let (at, place): (u32, usize) = (at.parse().ok()?, place.parse().ok()?);
                let replaced = self.ply(tree, first, at.checked_sub(first_ply)?)?;
                first = *tree.node(replaced).variations.get(place.checked_sub(1)?)?;
                first_ply = at;
            }
        }
        self.ply(tree, first, ply.checked_sub(first_ply)?)
    }

    fn ply(&mut self, tree: &Tree, first: NodeId, index: u32) -> Option<NodeId> {
        let line = self
            .lines
            .entry(first)
            .or_insert_with(|| tree.line(Some(first)).collect());
        line.get(index as usize).copied()
    }
}
