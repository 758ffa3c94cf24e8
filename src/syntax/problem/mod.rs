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
use crate::notation::Words;
use crate::notation::letters::Letters;
use crate::notation::stipulation::Stipulation;
use crate::record::{Record, Tag};
use crate::source::{Span, Spanned};
use men::{Listed, Men};
use solution::Solution;

/// A problem as a record, with the letters of its language.
#[derive(Clone, Debug)]
pub struct PrintedProblem {
    /// The problem, with the tags `FEN` and `Stipulation`.
    pub record: Record,
    /// The letters of its list of men or board.
    pub letters: &'static Letters,
}

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
    twins: Vec<(char, Spanned<&'s str>)>,
    /// Whose solution a line without a letter is.
    current: char,
    /// What is wrong with the list of men: no position can be made of it.
    broken: Vec<Diagnostic>,
    /// What else is wrong.
    faults: Vec<Diagnostic>,
    /// Pieces of solution, each with the letter of its twin.
    solutions: Vec<(char, Spanned<&'s str>)>,
}

/// Reads all problems of a text, each twin as a record of its own with the tags `FEN` and `Stipulation`.
///
/// None when there is no list of men and no board with a stipulation after it; then it is no text with problems.
#[must_use]
pub fn read_problems(text: &str) -> Vec<PrintedProblem> {
    let mut records = Vec::new();
    let mut found: Option<Found<'_>> = None;
    let (mut pos, mut title) = (0, Span::at(0));
    while pos < text.len() {
        let end = lex::end_of_line(text.as_bytes(), pos);
        let next = after_line_end(text, end);
        let line = trimmed(text, Span::new(pos, end));
        if let Some(listed) = men::read(text, pos, end).or_else(|| board(text, line)) {
            let place = listed.1;
            records.extend(found.take().into_iter().flat_map(Found::finish));
            pos = after_line_end(text, lex::end_of_line(text.as_bytes(), place.end as usize));
            let rest = Span::new(place.end as usize, pos.min(text.len()));
            let mut problem = Found::new(text, title, listed);
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
fn board(text: &str, line: Span) -> Option<Listed> {
    if line.is_empty() {
        return None;
    }
    let board = diagram::read(Words::Chess, text, line.start as usize)?;
    let span = board.span;
    Men::of_board(&board).map(|men| (men, span, Vec::new()))
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
    fn new(text: &'s str, title: Span, (men, place, broken): Listed) -> Self {
        Self {
            title: Spanned::new(title.text(text), title),
            men,
            place,
            stipulation: None,
            count: None,
            twins: Vec::new(),
            current: 'a',
            broken,
            faults: Vec::new(),
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
            let bracket = words.find(')').map_or(words.len(), |end| end + 1);
            if self.solutions.is_empty() && is_count(&words[..bracket]) {
                let span = Span::new(rest.start as usize, rest.start as usize + bracket);
                self.counted(&words[..bracket], span);
                rest = Span::new(span.end as usize, rest.end as usize);
                continue;
            } else if let (None, Ok(stipulation)) = (self.stipulation, word.parse()) {
                self.stipulation = Some(Spanned::new(stipulation, first));
            } else if let Some(letter) = twin_letter(word) {
                let body = Span::new(first.end as usize, rest.end as usize);
                let end = body.start as usize + next_twin(body.text(text));
                self.twin(text, letter, first, Span::new(first.end as usize, end));
                rest = Span::new(end, rest.end as usize);
                continue;
            } else {
                let end = rest.start as usize + next_twin(words);
                self.solve(text, Span::new(rest.start as usize, end));
                rest = Span::new(end, rest.end as usize);
                continue;
            }
            rest = Span::new(first.end as usize, rest.end as usize);
        }
    }

    fn counted(&mut self, word: &str, span: Span) {
        let bare: String = word.split_whitespace().collect();
        match men::count(&bare) {
            Some(count) if self.count.is_none() => self.count = Some(Spanned::new(count, span)),
            count => {
                let why = if count.is_some() {
                    "is a second count of men"
                } else {
                    "is no count of men"
                };
                let message = format!("{} {why}", lex::quoted(word));
                let fault = Diagnostic::new(Code::DoubtfulPosition, span, message);
                self.faults
                    .push(fault.help("write `(5+3)`, White's men first"));
            }
        }
    }

    /// Takes a piece of the solution of the current twin.
    fn solve(&mut self, text: &'s str, piece: Span) {
        let piece = trimmed(text, piece);
        if !piece.is_empty() {
            let piece = Spanned::new(piece.text(text), piece);
            self.solutions.push((self.current, piece));
        }
    }

    /// Takes what stands after the letter of a twin: what changes, its solution, or both.
    fn twin(&mut self, text: &'s str, letter: char, name: Span, body: Span) {
        let body = trimmed(text, body);
        let solution = body.start as usize + first_number(body.text(text));
        let change = trimmed(text, Span::new(body.start as usize, solution));
        let defined = letter == 'a' || self.twins.iter().any(|&(known, _)| known == letter);
        if defined {
            // Words before the numbers are not understood as moves, and named as such.
            self.current = letter;
            self.solve(text, body);
            return;
        }
        let place = if change.is_empty() { name } else { change };
        self.twins
            .push((letter, Spanned::new(change.text(text), place)));
        // Twins that are all defined before the first solution leave the lines that follow to that of the problem.
        if !self.solutions.is_empty() || solution < body.end as usize {
            self.current = letter;
        }
        self.solve(text, Span::new(solution, body.end as usize));
    }

    /// The records of the problem and its twins.
    fn finish(self) -> Vec<PrintedProblem> {
        let mut records = vec![self.record('a', &self.men, None)];
        for &(letter, twin) in &self.twins {
            records.push(match self.men.twin(twin.value) {
                Some(men) => self.record(letter, &men, None),
                None => {
                    let message = if twin.value.is_empty() {
                        format!("it is not said what changes in the twin `{letter}`")
                    } else {
                        format!("{} does not say what changes", lex::quoted(twin.value))
                    };
                    let fault = Diagnostic::new(Code::BadPosition, twin.span, message)
                        .help("write `b) Ta5→b5` for a man that stands elsewhere, `b) sans Ta5` for one taken away");
                    self.record(letter, &self.men, Some(fault))
                }
            });
        }
        let letters = self.men.letters();
        let problem = |record| PrintedProblem { record, letters };
        records.into_iter().map(problem).collect()
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
        let broken = fault.is_some() || !self.broken.is_empty();
        record.diagnostics.extend(fault);
        if letter == 'a' {
            let faults = self.broken.iter().chain(&self.faults);
            record.diagnostics.extend(faults.cloned());
        }
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

/// Whether it looks like a count of men, `(5+3)`.
fn is_count(words: &str) -> bool {
    let inside = words.strip_prefix('(').map(str::trim_start);
    inside.is_some_and(|inside| {
        let first = inside.starts_with(|c: char| c.is_ascii_digit() || c == '+');
        words.contains('+') && first && !words.contains('.')
    })
}

/// Where the letter of the next twin stands, outside of brackets; else the end.
fn next_twin(text: &str) -> usize {
    let (mut depth, mut blank) = (0_usize, true);
    for (at, c) in text.char_indices() {
        let word = text.get(at..at + 2).unwrap_or("");
        if depth == 0 && blank && twin_letter(word).is_some() {
            let next = text[at + 2..].chars().next();
            if next.is_none_or(char::is_whitespace) {
                return at;
            }
        }
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        blank = c.is_whitespace();
    }
    text.len()
}

/// Where the first move number stands, `1.`; else the end.
fn first_number(text: &str) -> usize {
    let mut blank = true;
    for (at, c) in text.char_indices() {
        if blank && c.is_ascii_digit() && lex::number(text.as_bytes(), at).dots > 0 {
            return at;
        }
        blank = c.is_whitespace();
    }
    text.len()
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
