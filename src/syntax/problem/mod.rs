//! Problems as the problem literature prints them: a list of men or a board, the stipulation, the solution, twins.
//!
//! ```text
//! Blancs: Rc1 Ta5 Pa2 b7 c7 - Noirs: Rc8 Cc5 Pc4 (5+3)
//! ‡2   b) Ta5→b5
//! a) 1.Ta5×c5×c4! ...
//! b) ...
//! ```
//!
//! A list or a board without a stipulation is no problem: it is where an ordinary record starts.

mod solution;

use super::heading;
use super::{diagram, lex};
use crate::diag::{Code, Diagnostic};
use crate::notation::men::{ChangeFault, Listed, Men, MenCount, is_count, read_count, read_list};
use crate::notation::stipulation::Stipulation;
use crate::notation::{Words, read_word};
use crate::record::{Board, Class, Comment, PlacedBoard, Record, Tag};
use crate::source::{Span, Spanned};
use solution::Solution;

/// What men at the beginning of a line begin.
pub(super) enum Head {
    /// A problem.
    Problem(Opening),
    /// A record that starts from these men, and what is wrong with the stipulation below them, where there is none.
    Start(Listed, Option<Box<Diagnostic>>),
}

/// The beginning of a problem: its men and what is demanded.
pub(super) struct Opening {
    listed: Listed,
    /// The board, when the men are printed and not listed.
    board: Option<Board>,
    stipulation: Spanned<Stipulation>,
}

impl Opening {
    /// Where the men stand.
    pub(super) const fn place(&self) -> Span {
        self.listed.span
    }
}

/// The problem whose men stand on the line at `at`, or the list of men there that begins an ordinary record.
///
/// `problem = ( men | board ) { blank | line-end | count-of-men | other-word } stipulation`, the stipulation on the same
/// line or one of the next two, before any number.
pub(super) fn head(text: &str, at: usize) -> Option<Head> {
    list(text, at).or_else(|| {
        let board = diagram::read(Words::Chess, text, at)?;
        opening(text, board).map(Head::Problem)
    })
}

/// [`head`] where the men are listed.
pub(super) fn list(text: &str, at: usize) -> Option<Head> {
    let listed = read_list(text, at)?;
    Some(match demanded(text, listed.span.end as usize) {
        None => {
            let fault = misdemanded(text, listed.span.end as usize);
            Head::Start(listed, fault)
        }
        Some(stipulation) => Head::Problem(Opening {
            listed,
            board: None,
            stipulation,
        }),
    })
}

/// Whether a problem begins with the board.
pub(super) fn begins_with(text: &str, board: &Board) -> bool {
    demanded(text, board.span.end as usize).is_some() && board.men().is_some()
}

fn opening(text: &str, board: Board) -> Option<Opening> {
    let stipulation = demanded(text, board.span.end as usize)?;
    let listed = Listed {
        men: board.men()?,
        span: board.span,
        faults: Vec::new(),
    };
    Some(Opening {
        listed,
        board: Some(board),
        stipulation,
    })
}

/// The stipulation that follows men which end at `at`.
fn demanded(text: &str, at: usize) -> Option<Spanned<Stipulation>> {
    words_below(text, at).find_map(|word| {
        let stipulation = word.parse().ok()?;
        Some(Spanned::new(stipulation, Span::of(word, text)))
    })
}

/// What is wrong with the first word below men that has a goal and a length, and demands nothing.
fn misdemanded(text: &str, at: usize) -> Option<Box<Diagnostic>> {
    words_below(text, at).find_map(|word| {
        let play = word.strip_prefix("ser-").unwrap_or(word);
        let goal = play.trim_start_matches(['h', 's', '!']);
        let length = goal.strip_prefix(['#', '‡', '='])?;
        if !length.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let why = word.parse::<Stipulation>().err()?;
        let fault = Diagnostic::new(
            Code::DoubtfulPosition,
            Span::of(word, text),
            why.to_string(),
        );
        Some(Box::new(fault.help(
            "the men are read as the start of a game; correct the stipulation",
        )))
    })
}

/// The words among which the stipulation is looked for, below men which end at `at`.
fn words_below(text: &str, at: usize) -> impl Iterator<Item = &str> {
    /// Lines below the men on which it may stand, and so many bytes.
    const LINES: usize = 2;
    const LONGEST: usize = 400;
    let near = &text[at..text.floor_char_boundary(at + LONGEST)];
    let (first, below) = near.split_once(['\n', '\r']).unwrap_or((near, ""));
    let lines = below.split(['\n', '\r']);
    let below = lines.filter(|line| !line.trim().is_empty()).take(LINES);
    let begins_moves = move |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_digit())
            && lex::number(text.as_bytes(), Span::of(word, text).start as usize).dots > 0
    };
    std::iter::once(first)
        .chain(below)
        .flat_map(str::split_whitespace)
        .take_while(move |word| !begins_moves(word))
}

/// A problem and its twins before they are records.
struct Found<'s> {
    /// What stands before it: a title, a condition.
    title: Option<Spanned<&'s str>>,
    opening: Opening,
    /// The count of men as written.
    count: Option<Spanned<MenCount>>,
    twins: Vec<(char, Spanned<&'s str>)>,
    /// Whose solution a line without a letter is.
    current: char,
    /// What is wrong besides the list of men.
    faults: Vec<Diagnostic>,
    /// Pieces of solution, each with the letter of its twin.
    solutions: Vec<(char, Spanned<&'s str>)>,
    tokens: Vec<(Class, Span)>,
}

/// A problem that was read.
pub(super) struct Problem {
    /// It and its twins, a record each.
    pub(super) records: Vec<Record>,
    /// What its bytes belong to, from title to end, in text order; blanks are left out.
    pub(super) tokens: Vec<(Class, Span)>,
    /// Where it ends.
    pub(super) end: usize,
}

/// Reads the problem that begins with `opening`, below a title.
pub(super) fn read(text: &str, title: Option<Span>, opening: Opening) -> Problem {
    let men = opening.listed.span;
    let end = end(text, men.end as usize);
    let mut found = Found {
        title: title.map(|title| Spanned::new(title.text(text), title)),
        opening,
        count: None,
        twins: Vec::new(),
        current: 'a',
        faults: Vec::new(),
        solutions: Vec::new(),
        tokens: title
            .map(|title| (Class::Headings, title))
            .into_iter()
            .collect(),
    };
    found.tokens.push((Class::Diagrams, men));
    let mut pos = men.end as usize;
    while pos < end {
        let line = lex::end_of_line(text.as_bytes(), pos).min(end);
        found.line(text, trimmed(text, Span::new(pos, line)));
        pos = line + lex::line_end(text.as_bytes(), line);
    }
    let (records, mut tokens) = found.finish();
    tokens.sort_by_key(|(_, span)| span.start);
    Problem {
        records,
        tokens,
        end,
    }
}

/// Where a problem ends whose men end at `men`: behind the last line of its solution and the lines of prose that follow
/// it at once; but prose right above the men of the next problem is the title of that.
fn end(text: &str, men: usize) -> usize {
    let bytes = text.as_bytes();
    // The end of the last line that can be nothing else, and of the prose that belongs to it.
    let mut last = lex::end_of_line(bytes, men);
    let (mut end, mut open) = (last, true);
    let mut pos = last + lex::line_end(bytes, last);
    while pos < bytes.len() {
        let line_end = lex::end_of_line(bytes, pos);
        let line = trimmed(text, Span::new(pos, line_end));
        pos = line_end + lex::line_end(bytes, line_end);
        if line.is_empty() {
            open = false;
            continue;
        }
        let start = line.start as usize;
        if lex::is_tag_line(bytes, start) || begins_game(text, start) {
            break;
        }
        if head(text, start).is_some() {
            if open {
                end = last;
            }
            break;
        }
        if belongs(text, line) {
            (last, end, open) = (line_end, line_end, true);
        } else if open {
            end = line_end;
        }
    }
    lex::trimmed_end(text, men, end)
}

/// Whether a line is part of a problem whatever stands around it.
fn belongs(text: &str, line: Span) -> bool {
    let words = line.text(text);
    let word = words.split(char::is_whitespace).next().unwrap_or(words);
    words.starts_with(['(', '[', '{', '*', '+'])
        || twin_letter(word).is_some()
        || word.parse::<Stipulation>().is_ok()
        || read_word(words).is_some()
        || first_number(words) < words.len()
}

/// Whether the heading of a game with both names stands at `at`.
fn begins_game(text: &str, at: usize) -> bool {
    let heading = heading::read(text, at);
    heading.is_some_and(|heading| heading.event.is_some() && heading.white.is_some())
}

fn trimmed(text: &str, span: Span) -> Span {
    let (start, end) = (span.start as usize, span.end as usize);
    let inside = &text[start..end];
    let left = inside.len() - inside.trim_start().len();
    Span::new(start + left, start + left + inside.trim().len())
}

impl<'s> Found<'s> {
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
            let bracket = words.find(')').map_or(words.len(), |end| end + 1);
            let end = if self.solutions.is_empty() && is_count(words) {
                let span = Span::new(rest.start as usize, rest.start as usize + bracket);
                self.counted(&words[..bracket], span);
                span.end
            } else if first == self.opening.stipulation.span {
                self.tokens.push((Class::Tags, first));
                first.end
            } else if let Some(letter) = twin_letter(first.text(text)) {
                let body = Span::new(first.end as usize, rest.end as usize);
                let end = body.start as usize + next_twin(body.text(text));
                self.tokens.push((Class::Numbers, first));
                self.twin(text, letter, first, Span::new(first.end as usize, end));
                end as u32
            } else {
                let end = rest.start as usize + self.until_stipulation(rest, next_twin(words));
                self.solve(text, Span::new(rest.start as usize, end));
                end as u32
            };
            rest = Span::new(end as usize, rest.end as usize);
        }
    }

    /// Cuts what is `len` bytes long from the beginning of `rest` where the stipulation stands.
    fn until_stipulation(&self, rest: Span, len: usize) -> usize {
        let stipulation = self.opening.stipulation.span;
        match stipulation.start.checked_sub(rest.start) {
            Some(before) if before > 0 => len.min(before as usize),
            _ => len,
        }
    }

    fn counted(&mut self, word: &str, span: Span) {
        self.tokens.push((Class::Tags, span));
        match read_count(word) {
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
        if !change.is_empty() {
            self.tokens.push((Class::Tags, change));
        }
        self.twins
            .push((letter, Spanned::new(change.text(text), place)));
        // Twins that are all defined before the first solution leave the lines that follow to that of the problem.
        if !self.solutions.is_empty() || solution < body.end as usize {
            self.current = letter;
        }
        self.solve(text, Span::new(solution, body.end as usize));
    }

    /// The records of the problem and its twins, and the tokens of all.
    fn finish(mut self) -> (Vec<Record>, Vec<(Class, Span)>) {
        let listed = &self.opening.listed;
        let mut known = vec![('a', Ok(listed.men.clone()))];
        let mut places = vec![listed.span];
        for &(letter, twin) in &self.twins {
            let men = twin_men(&known, letter, twin);
            known.push((letter, men));
            places.push(twin.span);
        }
        let mut records = Vec::new();
        for ((letter, men), place) in known.into_iter().zip(places) {
            records.push(self.record(letter, men, place));
        }
        (records, self.tokens)
    }

    /// The record of a twin, or of the problem itself, whose men are told at `place`.
    fn record(&mut self, letter: char, men: Result<Men, Box<Diagnostic>>, place: Span) -> Record {
        let mut record = Record {
            span: place,
            ..Record::default()
        };
        let mut tag = |name: &str, value: String, span: Span| {
            record.tags.push(Tag {
                name: Spanned::new(name.to_owned(), Span::at(span.start as usize)),
                value: Spanned::new(value, span),
                from_heading: false,
            });
        };
        if let Some(title) = self.title {
            tag("Event", Comment::unbroken(title.value), title.span);
        }
        let stipulation = self.opening.stipulation;
        tag(
            "Stipulation",
            stipulation.value.to_string(),
            stipulation.span,
        );
        if letter == 'a' {
            let listed = &self.opening.listed.faults;
            record.diagnostics.extend(listed.iter().cloned());
            record.diagnostics.extend(self.faults.drain(..));
            let men = &self.opening.listed.men;
            let miscount = self.count.and_then(|count| men.miscount(count));
            record.diagnostics.extend(miscount);
        }
        let mut listed = self.opening.listed.clone();
        listed.span = place;
        match men {
            Ok(men) => listed.men = men,
            Err(fault) => {
                listed.faults.push((*fault).clone());
                record.diagnostics.push(*fault);
            }
        }
        let printed = self.opening.board.as_ref().filter(|_| letter == 'a');
        let mut solution = Solution::new(stipulation.value, &mut self.tokens);
        for (_, piece) in self.solutions.iter().filter(|(of, _)| *of == letter) {
            solution.read(*piece);
        }
        (record.tree, record.before) = solution.finish();
        let board = printed.cloned().unwrap_or_else(|| Board::of_list(&listed));
        record.tree.boards = vec![PlacedBoard { after: None, board }];
        record
    }
}

/// The men of a twin, from what its words change in those of the problem or of the twin that they name.
fn twin_men(
    known: &[(char, Result<Men, Box<Diagnostic>>)],
    letter: char,
    twin: Spanned<&str>,
) -> Result<Men, Box<Diagnostic>> {
    let (base, words) = based_on(twin.value);
    let bad = |message: String| {
        let help = "write `b) Ta5→b5` for a man that stands elsewhere, `b) sans Ta5` for one taken away, `b) +Ph2` for one more";
        Box::new(Diagnostic::new(Code::BadPosition, twin.span, message).help(help))
    };
    if twin.value.is_empty() {
        return Err(bad(format!(
            "it is not said what changes in the twin `{letter}`"
        )));
    }
    let men = known.iter().find(|(letter, _)| *letter == base);
    let Some((_, Ok(men))) = men else {
        return Err(bad(format!(
            "the twin `{base}` that this one goes by is not known"
        )));
    };
    men.changed(words).map_err(|fault| {
        bad(match fault {
            ChangeFault::Unclear => format!("{} does not say what changes", lex::quoted(words)),
            ChangeFault::NotThere(_) | ChangeFault::Occupied(_) => {
                format!("{} {fault}", lex::quoted(words))
            }
        })
    })
}

/// The letter of the twin that another one starts from, and what it changes there:
/// `base = ( "=" | "wie" | "as" | "like" | "comme" ) twin-letter`.
fn based_on(words: &str) -> (char, &str) {
    for word in BASES {
        let Some(rest) = words.strip_prefix(word).map(str::trim_start) else {
            continue;
        };
        let letter = rest.get(..2).and_then(twin_letter);
        if let Some(letter) = letter {
            return (letter, rest[2..].trim_start_matches([',', ';', ' ']));
        }
    }
    ('a', words)
}

/// What stands before the letter of a twin that another one starts from.
const BASES: [&str; 5] = ["=", "wie", "as", "like", "comme"];

/// Where the letter of the next twin stands, outside of brackets; else the end.
fn next_twin(text: &str) -> usize {
    let (mut depth, mut blank) = (0_usize, true);
    for (at, c) in text.char_indices() {
        let word = text.get(at..at + 2).unwrap_or("");
        if depth == 0 && blank && twin_letter(word).is_some() {
            let next = text[at + 2..].chars().next();
            let before = text[..at].trim_end();
            let is_base = BASES.iter().any(|base| before.ends_with(base));
            if next.is_none_or(char::is_whitespace) && !is_base {
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
