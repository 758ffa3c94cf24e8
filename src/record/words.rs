//! The text of a comment, cut into words: what may be a variation, and what is prose.

use super::event::LinePart;
use crate::notation::chess::{CaptureMark, ChessMoveText, PieceMoveText};
use crate::notation::{
    Marks, Nag, WordForm, WordRead, Words, WrittenNumber, en_passant, is_word_end, read_number,
    read_result, read_word,
};
use crate::source::{Span, Spanned};

/// `comment-text = { blank | line-end | separator | comment-word }`
///
/// Cuts `text`, whose moves are in the notation `words` and which begins at byte `base` of its source, into words; empty when no move is among them.
///
/// Commas, full stops, colons and quotation marks separate words and are none. Brackets and semicolons are words,
/// since what they set apart belongs to no line around them.
pub(super) fn cut(words: Words, text: &str, base: usize) -> Vec<Spanned<LinePart>> {
    let mut parts = Vec::new();
    let (mut at, mut moves) = (0, false);
    while let Some(next) = text[at..].chars().next() {
        if next.is_whitespace() || is_separator(next) {
            at += next.len_utf8();
            continue;
        }
        let (part, end) = word(words, text, at, base);
        moves |= matches!(part, LinePart::Move { .. });
        parts.push(Spanned::new(part, Span::new(base + at, base + end)));
        at = end;
    }
    if moves { parts } else { Vec::new() }
}

/// `comment-word = move-word [ en-passant ] | marker | number | "$" digits | suffix | bracket | other`
///
/// The word at `at`, where neither a blank nor a separator stands, and its end.
fn word(words: Words, text: &str, at: usize, base: usize) -> (LinePart, usize) {
    let rest = &text[at..];
    if let Some(read) = words.read(rest).filter(|read| !is_prose(read, rest)) {
        let (form, len) = without_colon(&read, rest);
        let end = at + len;
        return match en_passant_apart(text, end) {
            Some(end) => {
                let marks = Marks {
                    en_passant: true,
                    unusual: true,
                    ..read.marks
                };
                (LinePart::Move { form, marks }, end)
            }
            None => {
                let marks = read.marks;
                (LinePart::Move { form, marks }, end)
            }
        };
    }
    if let Some(result) = read_result(text, at) {
        return (LinePart::Result(result.outcome), result.span.end as usize);
    }
    if let Some(number) = read_number(text, at).filter(|number| !is_fraction(number, text)) {
        let span = number.span.shifted(base as u32);
        let part = LinePart::Number(WrittenNumber { span, ..number });
        return (part, number.span.end as usize);
    }
    let end = at + word_len(rest);
    let nag = annotation(&text[at..end]);
    (nag.map_or(LinePart::Word, LinePart::Nag), end)
}

/// A move and its length without a colon at its end: in prose that is punctuation, not a capture.
fn without_colon(read: &WordRead, rest: &str) -> (WordForm, usize) {
    match read.form {
        WordForm::Chess(ChessMoveText::Piece(man)) if rest[..read.len].ends_with(':') => {
            let capture = CaptureMark::None;
            let man = PieceMoveText { capture, ..man };
            (WordForm::Chess(ChessMoveText::Piece(man)), read.len - 1)
        }
        form => (form, read.len),
    }
}

/// Whether a null move is more likely a dash between words, or the verb.
fn is_prose(read: &WordRead, rest: &str) -> bool {
    read.form == WordForm::Null && rest.starts_with(['-', 'n', 'N', 'p', 'P'])
}

/// Whether the number is the first part of one such as `1.5`; a number glued to castling (`12.0-0`) is not.
fn is_fraction(number: &WrittenNumber, text: &str) -> bool {
    let rest = &text[number.span.end as usize..];
    number.dots > 0 && rest.starts_with(|c: char| c.is_ascii_digit()) && read_word(rest).is_none()
}

/// The end of an `e.p.` that stands after blanks at `at`.
fn en_passant_apart(text: &str, at: usize) -> Option<usize> {
    let (left, _) = en_passant(text[at..].trim_start()).ok()?;
    is_word_end(left).then(|| text.len() - left.len())
}

/// `$3`, or a suffix apart from its move.
fn annotation(word: &str) -> Option<Nag> {
    match word.strip_prefix('$') {
        Some(number) => number.parse().ok().map(Nag),
        None => Nag::from_suffix(word),
    }
}

/// The length of the word that `rest` begins with.
fn word_len(rest: &str) -> usize {
    let ends = |c: char| c.is_whitespace() || is_bracket(c) || matches!(c, ',' | '"');
    match rest.chars().next() {
        Some(first) if ends(first) => first.len_utf8(),
        _ => rest.find(ends).unwrap_or(rest.len()),
    }
}

/// `separator = "," | "." | ":"` and quotation marks
const fn is_separator(c: char) -> bool {
    matches!(
        c,
        ',' | '.' | ':' | '"' | '\'' | '“' | '”' | '„' | '‘' | '’' | '«' | '»' | '…'
    )
}

/// `bracket = "(" | ")" | "[" | "]" | "{" | "}" | ";"`
const fn is_bracket(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | ';')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each word with its kind: numbers `#`, moves `m`, annotations `$`, results `=`, other words as they are.
    fn cut_to_text(text: &str) -> String {
        let parts = cut(Words::Chess, text, 0);
        let words = parts.iter().map(|part| {
            let word = part.span.text(text);
            match part.value {
                LinePart::Number(number) => format!("#{}/{}", number.value, number.dots),
                LinePart::Move { .. } => format!("m:{word}"),
                LinePart::Nag(nag) => format!("${}", nag.0),
                LinePart::Result(_) => format!("={word}"),
                LinePart::Word => word.to_owned(),
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_line_is_numbers_and_moves() {
        assert_eq!(cut_to_text(" 7... Bxd7 h3 "), "#7/3 m:Bxd7 m:h3");
        assert_eq!(
            cut_to_text("4. cxd7 Bxd7? 5. h3"),
            "#4/1 m:cxd7 m:Bxd7? #5/1 m:h3"
        );
        assert_eq!(cut_to_text("19... Kc7 Nxa5 1-0"), "#19/3 m:Kc7 m:Nxa5 =1-0");
        assert_eq!(cut_to_text("12.0-0 Nf6 ?! $14"), "#12/1 m:0-0 m:Nf6 $6 $14");
    }

    #[test]
    fn prose_is_words() {
        assert_eq!(
            cut_to_text("Black threatens Nb4 Nxc2+ 0-1"),
            "Black threatens m:Nb4 m:Nxc2+ =0-1"
        );
        assert_eq!(
            cut_to_text("14. Rd1 forces Black's Q"),
            "#14/1 m:Rd1 forces Black's Q"
        );
    }

    #[test]
    fn text_without_a_move_has_no_parts() {
        assert_eq!(cut_to_text("a 14 move draw, 1-0"), "");
        assert_eq!(cut_to_text(""), "");
    }

    #[test]
    fn punctuation_hides_no_move() {
        assert_eq!(
            cut_to_text("Nf3, Nc6. \"Bb5\", 'a6': 0-0;"),
            "m:Nf3 m:Nc6 m:Bb5 m:a6 m:0-0 ;"
        );
        assert_eq!(cut_to_text("“Nf3” … Nc6"), "m:Nf3 m:Nc6");
    }

    #[test]
    fn a_colon_in_prose_marks_no_capture() {
        let parts = cut(Words::Chess, "after Nf3: e5", 0);
        assert_eq!(parts[1].span, Span::new(6, 9));
        let LinePart::Move {
            form: WordForm::Chess(ChessMoveText::Piece(man)),
            ..
        } = parts[1].value
        else {
            panic!("a move: {:?}", parts[1]);
        };
        assert_eq!(man.capture, CaptureMark::None);
    }

    #[test]
    fn brackets_set_apart() {
        assert_eq!(cut_to_text("Nf3 (or Nc3) e5"), "m:Nf3 ( or m:Nc3 ) m:e5");
    }

    #[test]
    fn an_en_passant_apart_belongs_to_its_move() {
        assert_eq!(cut_to_text("exd6 e.p. Nf3"), "m:exd6 e.p. m:Nf3");
        let parts = cut(Words::Chess, "exd6 e.p. Nf3", 0);
        assert!(matches!(parts[0].value, LinePart::Move { marks, .. } if marks.en_passant));
        assert_eq!(cut_to_text("exd6 epic Nf3"), "m:exd6 epic m:Nf3");
    }

    #[test]
    fn dashes_verbs_and_fractions_are_prose() {
        assert_eq!(
            cut_to_text("Nf3 -- pass null 1.5 Z0"),
            "m:Nf3 -- pass null 1.5 m:Z0"
        );
    }

    #[test]
    fn places_are_those_of_the_source() {
        let parts = cut(Words::Chess, "7. Nf3", 100);
        assert_eq!(parts[0].span, Span::new(100, 102));
        assert!(matches!(parts[0].value, LinePart::Number(number) if number.span == parts[0].span));
        assert_eq!(parts[1].span, Span::new(103, 106));
    }
}
