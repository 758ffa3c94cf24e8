//! What a line of an article is made of, to tell movetext from prose.

use super::lex::{self, Gap};
use super::{logs, said, tags};
use crate::notation::Words;

/// The words of a line, up to the first comment or result: what follows may be another record's.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line {
    /// The notation that its moves are looked for in.
    words_of: Words,
    /// The first move number, when it stands before all else.
    pub(super) number: Option<lex::Number>,
    /// Names of the side before a turn.
    sides: usize,
    /// Words with the shape of a move.
    pub(super) moves: usize,
    /// Numbers, results, glyphs and other signs of movetext.
    signs: usize,
    /// Words that are none of these.
    unknown: usize,
    /// Whether one of those is a word that only sentences have.
    sentence: bool,
    /// Whether the first word after the number is one of them, and holds a square.
    misspelt: bool,
    /// Whether a comment begins on this line.
    comment: bool,
    /// Whether a result stands on this line.
    result: bool,
    /// Where the line was left.
    end: usize,
}

impl Line {
    /// Looks at the line that begins after `gap`.
    pub(super) fn judge(words: Words, text: &str, gap: Gap) -> Self {
        /// So many words settle it.
        const ENOUGH: usize = 64;
        let bytes = text.as_bytes();
        let mut line = Self {
            words_of: words,
            end: gap.end,
            ..Self::default()
        };
        if gap.flush && bytes.get(gap.end) == Some(&b'%') {
            line.comment = true;
            return line;
        }
        while line.words() < ENOUGH && !line.result {
            line.end = lex::skip_blanks(bytes, line.end);
            let Some(&byte) = bytes.get(line.end) else {
                break;
            };
            match byte {
                b'\n' | b'\r' => break,
                b'{' | b';' => line.comment = true,
                b'(' if bytes.get(line.end + 1) == Some(&b'*') => line.comment = true,
                b'(' | b')' | b'}' | b'.' | b',' => {
                    line.end += 1;
                    continue;
                }
                _ if words == Words::Stones && line.stone_sign(text) => continue,
                b'[' => {
                    line.unknown += 1;
                    line.end = tags::bracket_end(text, line.end);
                    continue;
                }
                _ => {
                    line.word(text, byte);
                    continue;
                }
            }
            break;
        }
        line
    }

    /// Passes over what only stands in logs: the bars of a table, the sides before their turns, and signs between two
    /// cells that stand apart.
    fn stone_sign(&mut self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let is_apart = lex::is_boundary(bytes, self.end + 1);
        if let Some((_, end)) = logs::side(text, self.end) {
            self.sides += 1;
            self.end = end;
        } else if bytes[self.end] == b'|'
            || is_apart && matches!(bytes[self.end], b'-' | b'x' | b':' | b'+' | b'/' | b'&')
        {
            self.end += 1;
        } else {
            return false;
        }
        true
    }

    fn words(&self) -> usize {
        self.moves + self.signs + self.unknown
    }

    fn word(&mut self, text: &str, byte: u8) {
        let (bytes, at) = (text.as_bytes(), self.end);
        let counter;
        (counter, self.end) = if let Some((_, end)) = lex::result(text, at) {
            self.result = true;
            (&mut self.signs, end)
        } else if let Some(number) = number(self.words_of, text, at) {
            if self.moves + self.signs + self.unknown == 0 {
                self.number = Some(number);
            }
            (&mut self.signs, number.end)
        } else if let Some(read) = lex::word(self.words_of, text, at) {
            // A turn may go on in the next line.
            let end = at + lex::end_of_line(&bytes[at..at + read.len], 0);
            (&mut self.moves, end)
        } else if let Some((_, end)) = lex::sign(text, at) {
            (&mut self.signs, end)
        } else if let Some((_, end)) = said::read(self.words_of, text, at) {
            self.result = true;
            (&mut self.signs, end)
        } else if matches!(byte, b'$' | b'!' | b'?') {
            let belongs = |next: &&u8| match byte {
                b'$' => next.is_ascii_digit(),
                _ => matches!(next, b'!' | b'?'),
            };
            let rest = bytes[at + 1..].iter().take_while(belongs).count();
            (&mut self.signs, at + 1 + rest)
        } else if lex::control(bytes, at) > 0 {
            self.end = at + lex::control(bytes, at);
            return;
        } else {
            let end = lex::word_end(text, at);
            let word = &text[at..end];
            self.sentence |= is_of_sentences(word);
            self.misspelt |= self.number.is_some() && self.words() == 1 && holds_square(word);
            (&mut self.unknown, end)
        };
        *counter += 1;
    }

    /// Whether the line is nothing but the beginning of a comment.
    pub(super) fn is_comment(&self) -> bool {
        self.comment && self.words() == 0
    }

    /// Whether moves begin here where there was no record: a number and a move, or moves alone, and hardly a word
    /// that is none. One move alone counts only when the next line is moves too.
    pub(super) fn starts(&self, text: &str) -> bool {
        match self.number {
            Some(number) if self.moves == 0 => number.dots > 0 && self.comment && self.unknown == 0,
            Some(number) => self.is_score() && (number.dots > 0 || self.unknown == 0),
            None if self.moves == 1 && self.words() == 1 && self.sides == 0 => {
                let next = Gap::after(text.as_bytes(), self.end);
                let line = Self::judge(self.words_of, text, next);
                next.lines == 1 && line.moves > 0 && line.unknown == 0
            }
            None if self.sides > 0 => self.moves > 0 && self.unknown == 0,
            None => self.moves > 1 && 3 * self.unknown <= self.moves,
        }
    }

    /// Whether moves outweigh the words that are none: by any means one or two of them, thrice where they are more,
    /// four times where a word of sentences is among them.
    fn is_score(&self) -> bool {
        let weight = match self.unknown {
            _ if self.sentence => 4,
            0..=2 => return self.unknown < self.moves,
            _ => 3,
        };
        weight * self.unknown <= self.moves
    }

    /// Whether the line goes on with the moves of a record: no more words that are no moves than others, or a number and
    /// one that may have been meant for a move.
    pub(super) fn goes_on(&self) -> bool {
        match self.moves {
            0 if self.misspelt && self.unknown == 1 => true,
            0 => self.unknown == 0 && (self.signs > 0 || self.comment),
            moves => self.unknown <= moves + self.signs,
        }
    }
}

/// Whether a word holds English sentences together and has no place in a score.
fn is_of_sentences(word: &str) -> bool {
    const WORDS: [&str; 23] = [
        "an", "and", "are", "as", "at", "but", "by", "for", "from", "has", "in", "is", "it", "of",
        "on", "or", "that", "the", "this", "to", "was", "where", "with",
    ];
    let word = word.trim_end_matches([',', '.', ':']);
    WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether a square is named in a word.
fn holds_square(word: &str) -> bool {
    let square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    word.as_bytes().windows(2).any(square)
}

/// The move number at `at`, if one stands there.
fn number(words: Words, text: &str, at: usize) -> Option<lex::Number> {
    let bytes = text.as_bytes();
    if !bytes[at].is_ascii_digit() {
        return None;
    }
    // Zeros may castle.
    if bytes[at] == b'0' && lex::word(words, text, at).is_some() {
        return None;
    }
    let number = lex::number(bytes, at);
    let is_bare = || lex::ends_bare_number(words, text, number.end);
    (number.dots > 0 || is_bare()).then_some(number)
}
