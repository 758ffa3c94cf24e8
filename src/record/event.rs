//! What every reader pushes, and the trait that receives it.

use super::Tag;
use crate::diag::Diagnostic;
use crate::notation::letters::Letters;
use crate::notation::men::{Listed, Men};
use crate::notation::{
    CheckMark, Color, MoveWord, Nag, Outcome, San, WrittenNumber, WrittenResult, read_result,
};
use crate::source::{Span, Spanned};

/// The classes of the byte account: every byte of an input belongs to exactly one token of one class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names are those of the account")]
pub enum Class {
    Tags,
    Numbers,
    Moves,
    Nags,
    Results,
    Comments,
    Diagrams,
    Headings,
    Punctuation,
    Prose,
    Blank,
    Faulty,
}

/// The heading line of a game in an article.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heading<'s> {
    /// The whole line, trimmed.
    pub line: Spanned<&'s str>,
    /// `Inertia 3` in `Inertia 3: Joao - Claude`.
    pub event: Option<Spanned<&'s str>>,
    /// The first name.
    pub white: Option<Spanned<&'s str>>,
    /// The second name.
    pub black: Option<Spanned<&'s str>>,
    /// The end marker behind the names, as written.
    pub result: Option<Spanned<&'s str>>,
}

impl Heading<'_> {
    /// The marker behind the names as a `Result` tag has it, and where it stands.
    #[must_use]
    pub fn result_tag(&self) -> Option<Spanned<&'static str>> {
        let written = self.result?;
        let marker = read_result(written.value, 0)?;
        let value = marker.outcome.map_or("*", Outcome::marker);
        Some(Spanned::new(value, written.span))
    }
}

/// A tag pair as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawTag<'s> {
    /// The whole pair with its brackets.
    pub span: Span,
    /// The name.
    pub name: Spanned<&'s str>,
    /// The text between the quotes, escapes untouched.
    pub value: Spanned<&'s str>,
}

/// How a comment is marked in the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CommentStyle {
    /// `{...}`.
    Brace,
    /// `;` to the end of the line.
    Line,
    /// `(* ... *)`, in which authors write variations.
    Star,
    /// A line that begins with `%`.
    Escape,
    /// Prose that stands between the moves of one game.
    Prose,
}

/// A comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// The text inside the marks as [`Comment::unbroken`] has it.
    pub text: String,
    /// The whole comment with its marks.
    pub span: Span,
    /// How it is marked.
    pub style: CommentStyle,
    /// The text cut into words, for comments in which a variation may be hidden; else empty.
    pub parts: Vec<Spanned<LinePart>>,
}

impl Comment {
    /// The comment with its marks.
    #[must_use]
    pub fn written(&self) -> String {
        let text = &self.text;
        match self.style {
            CommentStyle::Brace => format!("{{{text}}}"),
            CommentStyle::Line => format!("; {text}"),
            CommentStyle::Star => format!("(* {text} *)"),
            CommentStyle::Escape => format!("%{text}"),
            CommentStyle::Prose => text.clone(),
        }
    }
}

impl CommentStyle {
    /// The style of a comment written with its marks.
    #[must_use]
    pub fn of(written: &str) -> Self {
        match written.as_bytes() {
            [b'{', ..] => Self::Brace,
            [b';', ..] => Self::Line,
            [b'(', b'*', ..] => Self::Star,
            [b'%', ..] => Self::Escape,
            _ => Self::Prose,
        }
    }
}

impl Comment {
    /// The text of a comment apart from how its lines were broken: trimmed, and each break of a line, with the blanks
    /// around it, as one blank. So a writer may break the lines anew, and the comment is read back unchanged.
    #[must_use]
    pub fn unbroken(text: &str) -> String {
        let lines = text.split(['\n', '\r']).map(str::trim);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        lines.join(" ")
    }
}

/// A word inside a comment in which a variation may be hidden. The word itself is the span's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinePart {
    /// A move number.
    Number(WrittenNumber),
    /// Something with the shape of a move; `MoveWord` without its borrowed text.
    Move {
        /// What it says.
        form: crate::notation::WordForm,
        /// The marks after it.
        marks: crate::notation::Marks,
    },
    /// `$3`.
    Nag(Nag),
    /// `1-0`.
    Result(Option<Outcome>),
    /// Any other word.
    Word,
}

/// A board printed in the text: rows from the top, each cell a character and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The whole board.
    pub span: Span,
    /// The cells; a vacant one is `.`, `O` stands for a white pawn as written. None when a list of men makes no board.
    pub rows: Vec<Vec<Spanned<char>>>,
    /// For a list of men, whose cells are in English letters: the letters of the list.
    pub listed: Option<&'static Letters>,
}

impl Board {
    /// The board that a list of men makes.
    #[must_use]
    pub fn of_list(list: &Listed) -> Self {
        let cells = |row: [char; 8]| row.map(|cell| Spanned::new(cell, list.span)).to_vec();
        let sound = list.faults.is_empty();
        Self {
            span: list.span,
            rows: list.men.rows().filter(|_| sound).map(cells).collect(),
            listed: Some(list.men.letters()),
        }
    }

    /// The men that stand on it, if it shows a position of chessmen.
    #[must_use]
    pub fn men(&self) -> Option<Men> {
        let cells = self.rows.iter().flatten().map(|cell| cell.value);
        let cells: Vec<char> = cells.collect();
        match self.listed {
            Some(_) => Men::in_letters(&cells, &Letters::ALL[0]),
            None => Men::of_board(&cells),
        }
    }
}

/// Receives what a reader finds, in text order. Spans are relative to the text being read.
///
/// A reader calls [`Events::token`] for every stretch of text, blanks included, without gap or overlap, so that
/// the byte account adds up; and one of the other methods for each thing that means something.
pub trait Events<'s> {
    /// A stretch of text of one class.
    fn token(&mut self, class: Class, span: Span) {
        let _ = (class, span);
    }
    /// Whether the tags name a game whose words nobody here knows: then a word that is nothing else is a move of it.
    fn is_foreign(&self) -> bool {
        false
    }
    /// The heading of the record.
    fn heading(&mut self, heading: Heading<'s>) {
        let _ = heading;
    }
    /// A tag pair.
    fn tag(&mut self, tag: RawTag<'s>) {
        let _ = tag;
    }
    /// A move number before the next ply.
    fn number(&mut self, number: WrittenNumber) {
        let _ = number;
    }
    /// The name or letter of the side that makes the next ply.
    fn side(&mut self, side: Spanned<Color>) {
        let _ = side;
    }
    /// A move.
    fn ply(&mut self, word: &MoveWord<'s>) {
        let _ = word;
    }
    /// A move in a spelling that is none, which is told as a fault; `meant` is how the move is spelled that it was read as.
    fn mended_ply(&mut self, word: &MoveWord<'s>, meant: &str) {
        let _ = meant;
        self.ply(word);
    }
    /// A move written in plain standard algebraic notation, as most are, at `span` of the text being read: a chance to
    /// take it without the form that all words have.
    fn san(&mut self, text: &'s str, span: Span, san: San) {
        self.ply(&san.word(text, span));
    }
    /// A numeric annotation or a suffix apart from its move (`$3`, ` ?!`), for the last ply.
    fn nag(&mut self, nag: Spanned<Nag>) {
        let _ = nag;
    }
    /// `e.p.` apart from its move, for the last ply.
    fn en_passant(&mut self, span: Span) {
        let _ = span;
    }
    /// A check or mate mark apart from its move, for the last ply.
    fn check(&mut self, mark: Spanned<CheckMark>) {
        let _ = mark;
    }
    /// A comment; `text` is what stands inside the marks, untrimmed.
    fn comment(&mut self, style: CommentStyle, span: Span, text: Spanned<&'s str>) {
        let _ = (style, span, text);
    }
    /// `(`: what follows replaces the last ply.
    fn open_variation(&mut self, span: Span) {
        let _ = span;
    }
    /// `)`.
    fn close_variation(&mut self, span: Span) {
        let _ = span;
    }
    /// A `(` that goes on from the last ply: what follows is its continuation, or, when it has one, replaces that.
    fn fork(&mut self, span: Span) {
        let _ = span;
    }
    /// The `)` of a [`fork`](Self::fork): back to the ply that it went on from.
    fn join(&mut self, span: Span) {
        let _ = span;
    }
    /// A tag that is no pair in the text; several of a name may be meant.
    fn property(&mut self, tag: Tag) {
        let _ = tag;
    }
    /// A comment whose text is not as it stands in the source.
    fn remark(&mut self, comment: Comment) {
        let _ = comment;
    }
    /// The rule set as the format names it, `NAME[:option=value,...]`.
    fn rules(&mut self, spec: Spanned<String>) {
        let _ = spec;
    }
    /// A printed board.
    fn board(&mut self, board: Board) {
        let _ = board;
    }
    /// The end marker or its words; may stand in a variation too.
    fn result(&mut self, result: WrittenResult) {
        let _ = result;
    }
    /// A finding of the reader.
    fn fault(&mut self, diagnostic: Diagnostic) {
        let _ = diagnostic;
    }
}

/// Receives events for nobody.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unheard;

impl Events<'_> for Unheard {}
