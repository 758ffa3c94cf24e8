//! Boards printed inside a text.

mod stones;

use super::{lex, said};
use crate::notation::Words;
use crate::record::Board;
use crate::source::{Span, Spanned};
use smallvec::SmallVec;

/// Squares along an edge of the boards that are recognised.
const EDGE: usize = 8;

/// The longest line that may be a row, in bytes; longer lines are not looked at.
const LONGEST: usize = 200;

/// How many vacant squares a block of rows must show to be taken for a board rather than for words.
const VACANT: usize = 8;

type Row = SmallVec<[Spanned<char>; EDGE]>;

/// Reads the board whose first line has its first character at `at`, of the games that are written in `words`.
pub(super) fn read(words: Words, text: &str, at: usize) -> Option<Board> {
    match words {
        Words::Chess => read_men(text, at),
        Words::Stones => stones::read(text, at),
    }
}

/// The place of a block of rows at `at` that looks like a board of such games and is none.
pub(super) fn unreadable(words: Words, text: &str, at: usize) -> Option<Span> {
    match words {
        Words::Chess => unreadable_men(text, at),
        Words::Stones => stones::unreadable(text, at),
    }
}

/// `board = { edge } row { { edge } row } { edge }`: only when there are eight rows of eight, so that a list of letters
/// is not mistaken for one.
fn read_men(text: &str, at: usize) -> Option<Board> {
    let block = Block::read(text, at)?;
    let vacant = block.vacant();
    let rows: Vec<Vec<_>> = block.rows.into_iter().map(SmallVec::into_vec).collect();
    let fits = rows.len() == EDGE && rows.iter().all(|row| row.len() == EDGE);
    (fits && vacant >= VACANT).then_some(Board {
        span: block.span,
        rows,
        listed: None,
    })
}

/// The place of a block of rows at `at` that looks like a board and is none.
fn unreadable_men(text: &str, at: usize) -> Option<Span> {
    /// Fewer rows than this may be anything.
    const FEWEST: usize = 4;
    let block = Block::read(text, at)?;
    (block.rows.len() >= FEWEST && block.vacant() >= VACANT).then_some(block.span)
}

/// Lines that follow each other and have the look of rows.
struct Block {
    rows: Vec<Row>,
    span: Span,
}

impl Block {
    fn read(text: &str, at: usize) -> Option<Self> {
        /// More rows than this belong to no board; the bound keeps endless blocks linear.
        const MOST: usize = 2 * EDGE;
        let (mut rows, mut span) = (Vec::new(), Span::at(at));
        let mut pos = at;
        while let Some((line, next)) = line_at(text, pos) {
            match row(text, line) {
                _ if is_edge(line.text(text)) => {}
                // A line that is not ended may be the beginning of one that is no row: it must complete the board.
                Some(row)
                    if next == text.len()
                        && !text.ends_with(['\n', '\r'])
                        && (rows.len() + 1, row.len()) != (EDGE, EDGE) =>
                {
                    break;
                }
                Some(row) if rows.len() < MOST => rows.push(row),
                Some(_) | None => break,
            }
            span.end = line.end;
            pos = next;
        }
        (!rows.is_empty()).then_some(Self { rows, span })
    }

    fn vacant(&self) -> usize {
        self.rows
            .iter()
            .flatten()
            .filter(|cell| cell.value == '.')
            .count()
    }
}

/// The trimmed line that begins at `pos` and where the next one begins; `None` when it is empty or too long for a row.
fn line_at(text: &str, pos: usize) -> Option<(Span, usize)> {
    let bytes = text.as_bytes();
    let near = text.floor_char_boundary(pos + LONGEST);
    let end = lex::end_of_line(&bytes[..near], pos);
    if end == near && near < bytes.len() {
        return None;
    }
    let start = lex::skip_blanks(bytes, pos);
    let trimmed = lex::trimmed_end(text, pos, end);
    (start < trimmed).then(|| (Span::new(start, trimmed), end + lex::line_end(bytes, end)))
}

/// `edge = frame | files`: what may stand above, between and below the rows. A frame is more than eight signs of
/// `+ - = |` and box drawing; files are `a` to `h`, apart or glued, from either side.
fn is_edge(line: &str) -> bool {
    let is_frame =
        |c: char| matches!(c, '+' | '-' | '=' | '|') || ('\u{2500}'..='\u{257F}').contains(&c);
    let mut solid = line.chars().filter(|c| !c.is_whitespace());
    if line.chars().count() > EDGE && solid.clone().all(is_frame) {
        return solid.any(|c| c == '+' || !c.is_ascii()) || !line.contains(['|', ' ']);
    }
    let files = line
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_ascii_lowercase());
    files.clone().eq('a'..='h') || files.eq(('a'..='h').rev())
}

/// `row = [ rank ] ( cell { [ blank | "|" ] cell } | "|" { [ cell ] "|" } ) [ rank ]`
fn row(text: &str, line: Span) -> Option<Row> {
    /// Fewer cells than this may be anything.
    const FEWEST: usize = 6;
    let is_bar = |c: char| matches!(c, '|' | '│' | '┃' | '║');
    let is_gap = |c: char| c.is_whitespace() || is_bar(c);
    let whole = line.text(text);
    let inner = whole.trim_matches(|c: char| c.is_ascii_digit()).trim();
    if whole.len() > inner.len() && !whole.contains(is_gap) {
        return None;
    }
    let mut row = Row::new();
    if inner.matches(is_bar).count() > EDGE {
        let fields = inner.trim_matches(is_bar).split(is_bar);
        for field in fields {
            let start = Span::of(field, text).start as usize;
            let word = field.trim();
            let cell = if word.is_empty() {
                Spanned::new('.', Span::new(start, start + first_len(field)?))
            } else {
                cell(text, word)?
            };
            row.push(cell);
        }
    } else {
        let mut words = inner.split(is_gap).filter(|word| !word.is_empty());
        let glued = words
            .clone()
            .next()
            .is_some_and(|word| word.chars().nth(1).is_some());
        if glued {
            let word = words.next()?;
            if said::read(Words::Chess, text, Span::of(word, text).start as usize).is_some() {
                return None;
            }
            for (i, c) in word.char_indices() {
                row.push(cell(text, &word[i..i + c.len_utf8()])?);
            }
            // Letters without a vacant cell are a word, unless they are as many as a row has.
            if row.len() != EDGE && row.iter().all(|cell| cell.value != '.') {
                return None;
            }
        }
        for word in words {
            if glued || row.len() > 2 * EDGE {
                return None;
            }
            row.push(cell(text, word)?);
        }
    }
    (row.len() >= FEWEST).then_some(row)
}

fn first_len(field: &str) -> Option<usize> {
    field.chars().next().map(char::len_utf8)
}

/// `cell = letter | figurine | "." | "-" | "*" | "·" | "•" | "_"`
fn cell(text: &str, word: &str) -> Option<Spanned<char>> {
    let mut chars = word.chars();
    let value = match chars.next()? {
        '.' | '-' | '*' | '·' | '_' | '•' => '.',
        c if c.is_alphabetic() || ('\u{2654}'..='\u{265F}').contains(&c) => c,
        _ => return None,
    };
    chars
        .next()
        .is_none()
        .then(|| Spanned::new(value, Span::of(word, text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str =
        "rnbqkbnr\npppppppp\n........\n........\n........\n........\nPPPPPPPP\nRNBQKBNR\n";

    fn rows(text: &str) -> Option<Vec<String>> {
        let at = lex::Gap::after(text.as_bytes(), 0).end;
        let board = read(Words::Chess, text, at)?;
        for cell in board.rows.iter().flatten() {
            let written = cell.span.text(text);
            assert!(
                cell.value == '.' || written == cell.value.to_string(),
                "{written}"
            );
        }
        Some(
            board
                .rows
                .iter()
                .map(|row| row.iter().map(|cell| cell.value).collect())
                .collect(),
        )
    }

    #[test]
    fn one_board_in_many_prints() {
        let wanted = rows(START);
        assert_eq!(wanted.as_ref().map(Vec::len), Some(8));
        let apart: String = START
            .lines()
            .map(|line| line.chars().flat_map(|c| [c, ' ']).collect::<String>() + "\n")
            .collect();
        let indented: String = apart
            .lines()
            .map(|line| format!("\u{a0}\u{a0} {line}\r\n"))
            .collect();
        let dashes = START.replace('.', "-");
        let ranks: String = (1..=8)
            .rev()
            .zip(START.lines())
            .map(|(n, line)| format!("{n} {line} {n}\n"))
            .collect();
        let framed = format!(
            "  +--------+\n{}  +--------+\n   abcdefgh\n",
            (1..=8)
                .rev()
                .zip(START.lines())
                .map(|(n, line)| format!("{n} |{line}|\n"))
                .collect::<String>()
        );
        let cells = |line: &str| {
            line.chars()
                .map(|c| format!("| {} ", if c == '.' { ' ' } else { c }))
                .collect::<String>()
                + "|\n"
        };
        let grid: String = START
            .lines()
            .map(|line| format!("+---+---+---+---+---+---+---+---+\n{}", cells(line)))
            .collect();
        for print in [apart, indented, dashes, ranks, framed, grid] {
            assert_eq!(rows(&print), wanted, "{print}");
        }
    }

    #[test]
    fn its_place_covers_frame_and_files() {
        let text = format!("a b c d e f g h\n{START}a b c d e f g h\nmore");
        let board = read(Words::Chess, &text, 0).expect("a board");
        assert_eq!(board.span.text(&text), text.trim_end_matches("\nmore"));
    }

    #[test]
    fn what_has_not_eight_rows_of_eight_is_none() {
        let seven = START.split_once('\n').expect("lines").1;
        let short = START.replacen("........", ".......", 1);
        let nine = format!("{START}........\n");
        for text in [seven, &short, &nine] {
            assert_eq!(rows(text), None, "{text}");
            assert!(unreadable(Words::Chess, text, 0).is_some(), "{text}");
        }
    }

    #[test]
    fn words_are_no_board() {
        let letters = "a b c d e f g i\n".repeat(8);
        for text in [
            &*letters,
            "position\n",
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6\n",
            "",
            "...",
            &"x".repeat(1000),
        ] {
            assert!(
                rows(text).is_none() && unreadable(Words::Chess, text, 0).is_none(),
                "{text}"
            );
        }
    }
}
