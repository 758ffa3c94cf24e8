//! Problems as the problem literature prints them: a list of men or a board, the stipulation, the solution, twins.
//!
//! ```text
//! Blancs: Rc1 Ta5 Pa2 b7 c7 - Noirs: Rc8 Cc5 Pc4 (5+3)
//! ‡2   b) Ta5→b5
//! a) 1.Ta5×c5×c4! ...
//! b) ...
//! ```

mod men;
mod solution;

use super::{diagram, lex};
use crate::diag::{Code, Diagnostic};
use crate::notation::stipulation::Stipulation;
use crate::record::{Record, Tag};
use crate::source::{Span, Spanned};
use men::Men;
use solution::Solution;

/// A problem and its twins before they are records.
struct Found<'s> {
    /// What stands before it: a title, a condition.
    title: Spanned<&'s str>,
    men: Men,
    /// Where the men stand in the text.
    place: Span,
    stipulation: Option<Spanned<Stipulation>>,
    /// The count of men as written, of White and Black.
    count: Option<Spanned<(usize, usize)>>,
    twins: Vec<Spanned<&'s str>>,
    /// Pieces of solution, each with the letter of its twin.
    solutions: Vec<(char, Spanned<&'s str>)>,
}

/// Reads all problems of a text, each twin as a record of its own with the tags `FEN` and `Stipulation`.
///
/// None when there is no list of men and no board with a stipulation after it; then it is no text with problems.
#[must_use]
pub fn read_problems(text: &str) -> Vec<Record> {
    let mut records = Vec::new();
    let mut found: Option<Found<'_>> = None;
    let (mut pos, mut title) = (0, Span::at(0));
    while pos < text.len() {
        let end = lex::end_of_line(text.as_bytes(), pos);
        let next = after_line_end(text, end);
        let line = trimmed(text, Span::new(pos, end));
        if let Some((men, place)) = men::read(text, pos, end).or_else(|| board(text, line)) {
            records.extend(found.take().into_iter().flat_map(Found::finish));
            pos = after_line_end(text, lex::end_of_line(text.as_bytes(), place.end as usize));
            let rest = Span::new(place.end as usize, pos.min(text.len()));
            let mut problem = Found::new(text, title, men, place);
            problem.line(text, trimmed(text, rest));
            found = Some(problem);
            continue;
        }
        match &mut found {
            Some(problem) => problem.line(text, line),
            None if line.is_empty() => {}
            None if title.is_empty() => title = line,
            None => title.end = line.end,
        }
        pos = next;
    }
    records.extend(found.take().into_iter().flat_map(Found::finish));
    records
}

/// A printed board whose first row is the line.
fn board(text: &str, line: Span) -> Option<(Men, Span)> {
    if line.is_empty() {
        return None;
    }
    let board = diagram::read(text, line.start as usize)?;
    let span = board.span;
    Men::of_board(&board).map(|men| (men, span))
}

/// Where the line after the one that ends at `end` begins.
fn after_line_end(text: &str, end: usize) -> usize {
    end + lex::line_end(text.as_bytes(), end)
}

fn trimmed(text: &str, span: Span) -> Span {
    let (start, end) = (span.start as usize, span.end as usize);
    let inside = &text[start..end];
    let left = inside.len() - inside.trim_start().len();
    Span::new(start + left, start + left + inside.trim().len())
}

impl<'s> Found<'s> {
    fn new(text: &'s str, title: Span, men: Men, place: Span) -> Self {
        Self {
            title: Spanned::new(title.text(text), title),
            men,
            place,
            stipulation: None,
            count: None,
            twins: Vec::new(),
            solutions: Vec::new(),
        }
    }

    /// Takes a line after the men: count, stipulation, twin or a piece of solution.
    fn line(&mut self, text: &'s str, line: Span) {
        let mut rest = line;
        loop {
            rest = trimmed(text, rest);
            let words = rest.text(text);
            if words.is_empty() {
                return;
            }
            let len = words.find(char::is_whitespace).unwrap_or(words.len());
            let first = Span::new(rest.start as usize, rest.start as usize + len);
            let word = first.text(text);
            if let Some(count) = men::count(word) {
                self.count = Some(Spanned::new(count, first));
            } else if let (None, Ok(stipulation)) = (self.stipulation, word.parse()) {
                self.stipulation = Some(Spanned::new(stipulation, first));
            } else if let Some(letter) = twin_letter(word) {
                let body = Span::new(first.end as usize, rest.end as usize);
                let body = trimmed(text, body);
                let spanned = Spanned::new(body.text(text), body);
                // A twin is defined before it is solved.
                if letter == 'a'
                    || !body
                        .text(text)
                        .starts_with(|c: char| c.is_ascii_alphabetic())
                {
                    self.solutions.push((letter, spanned));
                } else {
                    self.twins.push(spanned);
                }
                return;
            } else {
                let letter = self.solutions.last().map_or('a', |&(letter, _)| letter);
                self.solutions
                    .push((letter, Spanned::new(rest.text(text), rest)));
                return;
            }
            rest = Span::new(first.end as usize, rest.end as usize);
        }
    }

    /// The records of the problem and its twins.
    fn finish(self) -> Vec<Record> {
        let mut records = vec![self.record('a', &self.men, None)];
        let letters = 'b'..='z';
        for (letter, twin) in letters.zip(&self.twins) {
            records.push(match self.men.twin(twin.value) {
                Some(men) => self.record(letter, &men, None),
                None => {
                    let message = format!("{} does not say what changes", lex::quoted(twin.value));
                    let fault = Diagnostic::new(Code::BadPosition, twin.span, message)
                        .help("write `b) Ta5→b5` for a man that stands elsewhere, `b) sans Ta5` for one taken away");
                    self.record(letter, &self.men, Some(fault))
                }
            });
        }
        records
    }

    fn record(&self, letter: char, men: &Men, fault: Option<Diagnostic>) -> Record {
        let mut record = Record {
            span: self.place,
            ..Record::default()
        };
        if !self.title.value.is_empty() {
            let title = self.title.value.to_owned();
            record.heading = Some(Spanned::new(title, self.title.span));
        }
        let broken = fault.is_some();
        record.diagnostics.extend(fault);
        record.diagnostics.extend(self.miscount(letter));
        let mut tag = |name: &str, value: String, span: Span| {
            record.tags.push(Tag {
                name: Spanned::new(name.to_owned(), Span::at(span.start as usize)),
                value: Spanned::new(value, span),
                from_heading: false,
            });
        };
        if let Some(Spanned { value, span }) = self.stipulation {
            tag("Stipulation", value.to_string(), span);
            if !broken {
                tag("FEN", men.fen(value.first_mover()), self.place);
            }
        } else if !broken {
            tag("FEN", men.fen(crate::notation::Color::White), self.place);
        }
        if let Some(stipulation) = self.stipulation {
            let mut solution = Solution::new(stipulation.value);
            for (_, piece) in self.solutions.iter().filter(|(of, _)| *of == letter) {
                solution.read(*piece);
            }
            (record.tree, record.before) = solution.finish();
        }
        record
    }

    /// Whether the written count of men is wrong.
    fn miscount(&self, letter: char) -> Option<Diagnostic> {
        let count = self.count.filter(|_| letter == 'a')?;
        let (white, black) = self.men.count();
        let message = format!("there are {white}+{black} men, not as written");
        let fault = Diagnostic::new(Code::BadPosition, count.span, message)
            .help("a man is missing or superfluous in the list, or the count is wrong");
        (count.value != (white, black)).then_some(fault)
    }
}

/// `twin-letter = ( "a" | ... | "z" ) ")"`
fn twin_letter(word: &str) -> Option<char> {
    match word.as_bytes() {
        [letter @ b'a'..=b'z', b')'] => Some(*letter as char),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
