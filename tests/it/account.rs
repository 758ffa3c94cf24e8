//! Nothing is dropped, split or invented: the tokens of a reader cover its text without gap and overlap, every byte once.

use crate::support::{cases, fixtures, format_of, text};
use proptest::prelude::{any, prop, proptest};
use scoresheet::diag::{Code, Diagnostic};
use scoresheet::notation::{Color, MoveWord, Nag, Words, WrittenNumber, WrittenResult};
use scoresheet::record::{Board, Class, CommentStyle, Events, Heading, RawTag};
use scoresheet::source::{Span, Spanned};
use scoresheet::syntax::{Format, read_record_in};

/// Where the last token ended, and what meant something.
struct Account<'t> {
    text: &'t str,
    at: usize,
    format: Format,
    depth: u32,
    /// Whether a control character was read as a blank, and whether that was said.
    control: (bool, bool),
}

impl Account<'_> {
    fn inside(&self, span: Span, what: &str) {
        let range = span.start as usize..span.end as usize;
        assert!(
            self.text.get(range).is_some(),
            "{what} at {span:?} of {:?}",
            self.text
        );
    }
}

impl<'s> Events<'s> for Account<'_> {
    fn token(&mut self, class: Class, span: Span) {
        let expected = self.at;
        assert_eq!(
            span.start as usize, expected,
            "{class:?} leaves a gap or overlaps in {:?}",
            self.text
        );
        assert!(
            span.end > span.start,
            "an empty token at {expected} of {:?}",
            self.text
        );
        assert!(
            class != Class::Prose || self.format == Format::Text,
            "prose at {span:?} of {:?}",
            self.text
        );
        self.inside(span, "a token");
        let is_control = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r');
        let chars = || span.text(self.text).chars();
        let blank = chars().all(|c| {
            c.is_whitespace()
                || matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}')
                || is_control(c)
        });
        if class == Class::Blank {
            assert!(blank, "{:?} is no blank", span.text(self.text));
            self.control.0 |= chars().any(is_control);
        } else {
            let empty = chars().all(|c| matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{a0}'));
            assert!(!empty, "{class:?} {:?}", span.text(self.text));
        }
        self.at = span.end as usize;
    }
    fn heading(&mut self, heading: Heading<'s>) {
        self.inside(heading.line.span, "a heading");
    }
    fn tag(&mut self, tag: RawTag<'s>) {
        assert_eq!(tag.name.span.text(self.text), tag.name.value);
        assert_eq!(tag.value.span.text(self.text), tag.value.value);
    }
    fn number(&mut self, number: WrittenNumber) {
        self.inside(number.span, "a number");
    }
    fn side(&mut self, side: Spanned<Color>) {
        self.inside(side.span, "a side");
    }
    fn ply(&mut self, word: &MoveWord<'s>) {
        assert_eq!(word.span.text(self.text), word.text);
    }
    fn nag(&mut self, nag: Spanned<Nag>) {
        self.inside(nag.span, "an annotation");
    }
    fn en_passant(&mut self, span: Span) {
        self.inside(span, "e.p.");
    }
    fn comment(&mut self, _style: CommentStyle, span: Span, text: Spanned<&'s str>) {
        self.inside(span, "a comment");
        assert_eq!(text.span.text(self.text), text.value);
    }
    fn open_variation(&mut self, _span: Span) {
        self.depth += 1;
    }
    fn close_variation(&mut self, _span: Span) {
        self.depth = self
            .depth
            .checked_sub(1)
            .expect("what is closed was opened");
    }
    fn board(&mut self, board: Board) {
        self.inside(board.span, "a board");
        for cell in board.rows.iter().flatten() {
            self.inside(cell.span, "a cell");
        }
    }
    fn result(&mut self, result: WrittenResult) {
        self.inside(result.span, "a result");
    }
    fn fault(&mut self, diagnostic: Diagnostic) {
        self.inside(diagnostic.span, "a finding");
        self.control.1 |= diagnostic.code == Code::ControlCharacter;
        for label in &diagnostic.labels {
            self.inside(label.span, "a label");
        }
    }
}

/// Reads `text` as chess or as the record says, and as a log.
fn check(text: &str, format: Format) {
    for words in [None, Some(Words::Stones)] {
        check_in(words, text, format);
    }
}

fn check_in(words: Option<Words>, text: &str, format: Format) {
    let mut account = Account {
        text,
        at: 0,
        format,
        depth: 0,
        control: (false, false),
    };
    let mut at = 0;
    while at < text.len() {
        account.depth = 0;
        let found = read_record_in(format, words, text, at, &mut account);
        assert_eq!(
            account.at, found.end,
            "the tokens end elsewhere than the record in {text:?}"
        );
        assert!(found.end > at);
        let (read, said) = std::mem::take(&mut account.control);
        assert!(
            !read || said,
            "a control character is passed over in {text:?}"
        );
        at = found.end;
    }
}

#[test]
fn every_byte_of_the_fixtures_is_in_one_token() {
    for folder in ["valid", "invalid", "bench", "problems"] {
        for file in fixtures(folder, &["txt", "pgn", "sgf"]) {
            check(&text(&file), format_of(&file));
            check(&text(&file), Format::Text);
            check(&text(&file), Format::Pgn);
        }
    }
}

/// What a fixture is spoilt with.
const BITS: &[&str] = &[
    "",
    " ",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "\u{a0}",
    "\u{feff}",
    "(",
    ")",
    "{",
    "}",
    "(*",
    "*)",
    "[",
    "]",
    "[A \"b\"]\n",
    "\"",
    ";",
    "%",
    "\n%",
    "$",
    "$7",
    "1.",
    "1...",
    "12",
    "Nf3",
    "e.p.",
    "ep",
    "1-0",
    "*",
    "½",
    "r n b q k b n r\n",
    ". . . . . . . .\n",
    "Inertia 3: A - B\n",
    "White wins",
    "White: Ke1 - Black: Ke8 (1+1)",
    "\n#2\n",
    "b) ",
    "/",
    "resign",
    "ü",
    "\0",
    "\u{1b}",
    "♘",
    "--",
    "!?",
    "+-",
    "f4,b2",
    "f4,\n",
    "1. e4 f4,b2\n",
    "Red: ",
    "|",
    "Red Black\n",
    "r . . .\n",
    "[Board \"hex-3\"]\n",
    "Hexinertia\n",
    "Red wins",
];

/// A log with all that only logs have.
const LOG: &str = "Hexinertia, base 3\nAnna - Boris (1-0)\n\n| # | Red | Black |\n|---|---|---|\n| 1 | e4 | f4,\nb2 |\n\n\
    Red: C2 & g7\n  5 r . .\n 4 . r . .\n3 . . b . .\n 2 . . b . e\n  1 r . . d\n     a b c\nB b2 - b5\nRed wins by unification\n";

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn every_byte_of_spoilt_texts_is_in_one_token(
        seed in any::<prop::sample::Index>(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0..8usize, 0..BITS.len()), 0..8),
        format in prop::sample::select(vec![Format::Text, Format::Pgn, Format::Coords, Format::Sgf]),
    ) {
        let files: Vec<_> = ["valid", "invalid", "problems"].into_iter().flat_map(|folder| fixtures(folder, &["txt", "pgn"])).collect();
        let mut text = text(&files[seed.index(files.len())]);
        text.truncate(text.floor_char_boundary(3_000));
        for (place, cut, bit) in edits {
            let start = text.floor_char_boundary(place.index(text.len() + 1));
            let end = text.ceil_char_boundary((start + cut).min(text.len()));
            text.replace_range(start..end, BITS[bit]);
        }
        check(&text, format);
    }

    #[test]
    fn every_byte_of_spoilt_logs_is_in_one_token(
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0..8usize, 0..BITS.len()), 0..8),
        format in prop::sample::select(vec![Format::Text, Format::Pgn]),
    ) {
        let mut text = LOG.repeat(2);
        for (place, cut, bit) in edits {
            let start = text.floor_char_boundary(place.index(text.len() + 1));
            let end = text.ceil_char_boundary((start + cut).min(text.len()));
            text.replace_range(start..end, BITS[bit]);
        }
        check(&text, format);
    }

    #[test]
    fn every_byte_of_any_text_is_in_one_token(text in "\\PC{0,200}|[ \\n(){}\\[\\]a-hNBRQKO0-9x=+#.*;%$\"-]{0,200}") {
        for format in [Format::Text, Format::Pgn, Format::Coords, Format::Sgf] {
            check(&text, format);
        }
    }
}
