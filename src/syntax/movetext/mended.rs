//! The driver's words that are no moves by a slip of the finger: capitals, a blank, a lost hyphen, two moves in one.

use super::{Dialect, Reader, Step};
use crate::diag::{Code, Diagnostic};
use crate::notation::{MoveWord, Words, read_word};
use crate::record::{Class, Events};
use crate::source::Span;
use crate::syntax::lex;
use std::ops::ControlFlow::{Break, Continue};

/// What was meant by a word that is no move.
struct Mended {
    /// The move as it should be written.
    word: String,
    /// How many bytes of the text it stands for.
    len: usize,
    /// How the whole word should be written, where more than that move is in it.
    whole: Option<(String, usize)>,
}

impl<'s, E: Events<'s>, D: Dialect> Reader<'s, '_, E, D> {
    /// Reads the word here as the move that it must mean, and says so; what follows is judged behind that move. Not in
    /// articles, whose words may be anything.
    #[cold]
    pub(super) fn mended_move(&mut self) -> Option<Step> {
        if D::ARTICLE || self.words() != Words::Chess || self.events.is_foreign() {
            return None;
        }
        let Mended { word, len, whole } = mended(&self.text[self.pos..])?;
        let read = read_word(&word).filter(|read| read.len == word.len())?;
        if self.ended && self.depth == 0 {
            return Some(Break(()));
        }
        let (usual, whole_len) = whole.unwrap_or_else(|| (word.clone(), len));
        let wrong = Span::new(self.pos, self.pos + whole_len);
        let span = self.take(Class::Moves, self.pos + len);
        self.plies += 1;
        self.count.since += 1;
        let written = MoveWord {
            text: span.text(self.text),
            span,
            form: read.form,
            marks: read.marks,
        };
        self.events.mended_ply(&written, &word);
        let shown = lex::quoted(wrong.text(self.text));
        let finding = Diagnostic::new(Code::UnreadMove, wrong, format!("{shown} is no move"))
            .at(format!("read as {usual}"))
            .help(format!("write `{usual}`, if that was meant"))
            .fix(format!("write {usual}"), false, wrong, usual);
        self.events.fault(finding);
        Some(Continue(()))
    }
}

/// What is meant by the word that `text` begins with.
fn mended(text: &str) -> Option<Mended> {
    let mend = |word: String, len| {
        Some(Mended {
            word,
            len,
            whole: None,
        })
    };
    for (blanked, castling) in [("O - O - O", "O-O-O"), ("O - O", "O-O")] {
        if text.starts_with(blanked) && lex::is_boundary(text.as_bytes(), blanked.len()) {
            return mend(castling.to_owned(), blanked.len());
        }
    }
    let end = lex::word_end(text, 0);
    let marks = |c| matches!(c, '+' | '#' | '!' | '?');
    let bare = text[..end].trim_end_matches(marks);
    match bare.as_bytes() {
        b"OOO" => mend("O-O-O".to_owned(), bare.len()),
        b"OO" => mend("O-O".to_owned(), bare.len()),
        [b'K' | b'Q' | b'R' | b'B' | b'N', b'a'..=b'h'] => {
            let rank = text.as_bytes().get(end + 1).copied();
            let rank = rank.filter(|rank| matches!(rank, b'1'..=b'8'))?;
            let is_one = text.as_bytes()[end] == b' ' && lex::is_boundary(text.as_bytes(), end + 2);
            // A dot behind the digit makes it a number.
            let is_number = text.as_bytes().get(end + 2) == Some(&b'.');
            let word = format!("{bare}{}", char::from(rank));
            (is_one && !is_number)
                .then(|| mend(word, end + 2))
                .flatten()
        }
        [
            man @ (b'K' | b'Q' | b'R' | b'B' | b'N'),
            b'x',
            from @ b'a'..=b'h',
            file @ b'a'..=b'h',
            rank @ b'1'..=b'8',
        ] => {
            let [man, from, file, rank] = [man, from, file, rank].map(|&byte| char::from(byte));
            mend(format!("{man}{from}x{file}{rank}"), bare.len())
        }
        [b'A'..=b'H', b'1'..=b'8'] => mend(bare.to_ascii_lowercase(), bare.len()),
        // Of a bishop or of a pawn on the b file, nobody knows.
        [b'B', b'X' | b'x', ..] => None,
        [b'K' | b'Q' | b'R' | b'B' | b'N', rest @ ..]
            if rest.len() >= 2 && rest.iter().any(|byte| matches!(byte, b'A'..=b'H')) =>
        {
            let lower = bare[..1].to_owned() + &bare[1..].to_ascii_lowercase();
            // `Nf3Be7` is two moves.
            if is_move(&lower) {
                mend(lower, bare.len())
            } else {
                glued(bare)
            }
        }
        _ => glued(bare),
    }
}

/// Whether a text is a move word and nothing else.
fn is_move(text: &str) -> bool {
    read_word(text).is_some_and(|read| read.len == text.len())
}

/// Two moves without a blank between.
fn glued(word: &str) -> Option<Mended> {
    /// No two moves are longer.
    const LONGEST: usize = 16;
    if word.len() > LONGEST || !word.is_ascii() {
        return None;
    }
    let at = (2..word.len()).find(|&at| is_move(&word[..at]) && is_move(&word[at..]))?;
    let (first, second) = word.split_at(at);
    Some(Mended {
        word: first.to_owned(),
        len: at,
        whole: Some((format!("{first} {second}"), word.len())),
    })
}
