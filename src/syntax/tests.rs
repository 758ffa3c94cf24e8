//! What the readers push, in a short hand: moves and marks as written, `#` a heading, `[name=value]` a tag,
//! `<board>` a board, `!code'text'` a finding.

use super::{Format, Found, What, read_record};
use crate::diag::{Code, Diagnostic};
use crate::notation::{Color, MoveWord, Nag, Outcome, Words, WrittenNumber, WrittenResult};
use crate::record::{Board, Class, Comment, CommentStyle, Events, Heading, RawTag, Tag};
use crate::source::{Span, Spanned};

/// Writes down what it receives; places are relative to `base`.
#[derive(Default)]
struct Recorder<'s> {
    text: &'s str,
    base: usize,
    said: Vec<String>,
    places: Vec<usize>,
    tokens: Vec<(Class, Span)>,
    codes: Vec<Code>,
    words: Option<Words>,
}

impl Recorder<'_> {
    fn say(&mut self, span: Span, words: impl Into<String>) {
        self.places.push(span.start as usize - self.base);
        self.said.push(words.into());
    }
}

impl<'s> Events<'s> for Recorder<'s> {
    fn token(&mut self, class: Class, span: Span) {
        self.tokens.push((class, span));
    }
    fn heading(&mut self, heading: Heading<'s>) {
        self.say(heading.line.span, format!("#{}", heading.line.value));
    }
    fn tag(&mut self, tag: RawTag<'s>) {
        assert_eq!(tag.value.span.text(self.text), tag.value.value);
        self.say(
            tag.span,
            format!("[{}={}]", tag.name.value, tag.value.value),
        );
    }
    fn number(&mut self, number: WrittenNumber) {
        self.say(
            number.span,
            format!("{}{}", number.value, ".".repeat(number.dots.into())),
        );
    }
    fn side(&mut self, side: Spanned<Color>) {
        self.say(side.span, format!("{:?}:", side.value));
    }
    fn ply(&mut self, word: &MoveWord<'s>) {
        self.words = self.words.or(word.form.words());
        assert_eq!(word.span.text(self.text), word.text);
        let text: Vec<&str> = word.text.split_whitespace().collect();
        self.say(word.span, text.join(" "));
    }
    fn nag(&mut self, nag: Spanned<Nag>) {
        self.say(nag.span, format!("${}", nag.value.0));
    }
    fn en_passant(&mut self, span: Span) {
        self.say(span, "ep");
    }
    fn comment(&mut self, style: CommentStyle, span: Span, text: Spanned<&'s str>) {
        let text = text.value.trim();
        let words = match style {
            CommentStyle::Brace => format!("{{{text}}}"),
            CommentStyle::Line => format!(";{text}"),
            CommentStyle::Star => format!("(*{text}*)"),
            CommentStyle::Escape => format!("%{text}"),
            CommentStyle::Prose => format!("\"{text}\""),
        };
        self.say(span, words);
    }
    fn open_variation(&mut self, span: Span) {
        self.say(span, "(");
    }
    fn close_variation(&mut self, span: Span) {
        self.say(span, ")");
    }
    fn fork(&mut self, span: Span) {
        self.say(span, "(");
    }
    fn join(&mut self, span: Span) {
        self.say(span, ")");
    }
    fn property(&mut self, tag: Tag) {
        let place = tag.name.span;
        self.say(place, format!("[{}={}]", tag.name.value, tag.value.value));
    }
    fn remark(&mut self, comment: Comment) {
        self.say(comment.span, format!("{{{}}}", comment.text));
    }
    fn rules(&mut self, spec: Spanned<String>) {
        self.say(spec.span, format!("#{}", spec.value));
    }
    fn board(&mut self, board: Board) {
        let is_usual = board.rows.len() == 8 && board.rows.iter().all(|row| row.len() == 8);
        let rows = board.rows.iter().map(|row| row.len().to_string());
        let shape = if is_usual {
            String::new()
        } else {
            " ".to_owned() + &rows.collect::<Vec<_>>().join(" ")
        };
        self.say(board.span, format!("<board{shape}>"));
    }
    fn result(&mut self, result: WrittenResult) {
        let outcome = result.outcome.map_or("*", Outcome::marker);
        self.say(
            result.span,
            if result.marker {
                outcome.to_owned()
            } else {
                format!("={outcome}")
            },
        );
    }
    fn fault(&mut self, diagnostic: Diagnostic) {
        let text: String = diagnostic.span.text(self.text).chars().take(24).collect();
        self.say(
            diagnostic.span,
            format!("!{}'{text}'", diagnostic.code.slug()),
        );
        self.codes.push(diagnostic.code);
    }
}

fn record(format: Format, text: &str, at: usize, base: usize) -> (Recorder<'_>, Found) {
    let mut recorder = Recorder {
        text,
        base,
        ..Recorder::default()
    };
    let found = read_record(format, text, at, &mut recorder);
    (recorder, found)
}

/// Reads all records and holds them to the two laws: tokens cover the text, and a record read alone is the same.
fn recorders(format: Format, text: &str) -> Vec<Recorder<'_>> {
    let (mut all, mut at) = (Vec::new(), 0);
    loop {
        let (recorder, found) = record(format, text, at, at);
        let mut covered = at;
        for (class, span) in &recorder.tokens {
            assert_eq!(span.start as usize, covered, "{class:?} in {text:?}");
            assert!(!span.is_empty(), "{class:?} in {text:?}");
            assert!(text.is_char_boundary(span.end as usize));
            covered = span.end as usize;
        }
        assert_eq!(covered, found.end, "all is covered: {text:?}");
        let (alone, found_alone) = record(format, &text[at..found.end], 0, 0);
        assert_eq!(
            (&alone.said, &alone.places),
            (&recorder.said, &recorder.places),
            "alone: {text:?}"
        );
        assert_eq!(
            found_alone,
            Found {
                end: found.end - at,
                what: found.what
            }
        );
        if found.what == What::Nothing {
            assert_eq!(found.end, text.len());
        }
        at = found.end;
        let goes_on = found.what != What::Nothing && at < text.len();
        if found.what != What::Nothing || !recorder.said.is_empty() {
            all.push(recorder);
        }
        if !goes_on {
            return all;
        }
    }
}

fn read(format: Format, text: &str) -> Vec<String> {
    recorders(format, text)
        .iter()
        .map(|recorder| recorder.said.join(" "))
        .collect()
}

fn pgn(text: &str) -> Vec<String> {
    read(Format::Pgn, text)
}

fn article(text: &str) -> Vec<String> {
    read(Format::Text, text)
}

/// The same in both formats.
#[track_caller]
fn both(text: &str, records: &[&str]) {
    assert_eq!(pgn(text), records, "as PGN");
    assert_eq!(article(text), records, "as text");
}

mod articles;
mod games;
mod logs;
mod nasty;
mod sgf;

/// Many games without tags and numbers, with a comment or a move first: none waits for what the next ones are.
#[test]
fn games_without_tags_follow_each_other_without_end() {
    for game in ["e4 e5 Nf3 *\n\n", "{so} 1. e4 e5 *\n\n", "1. e4 e5 *\n\n"] {
        let (text, mut at, mut count) = (game.repeat(20_000), 0, 0);
        while at < text.len() {
            let found = read_record(Format::Pgn, &text, at, &mut crate::record::Unheard);
            count += usize::from(found.is_record());
            at = found.end;
        }
        assert_eq!(count, 20_000, "{game}");
    }
}
