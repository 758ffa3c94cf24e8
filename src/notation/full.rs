//! Words of standard algebraic notation with their origins written out: `Ng1-f3`, `e5xd6`.

use super::chess::{ChessMoveText, capture};
use super::{Cell, WordForm, read_word};
use crate::parse::is_dash;
use std::fmt::Write;

/// What stands between origin and target, and behind a capture en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Signs {
    /// Of captures.
    pub(crate) capture: char,
    /// Of other moves, if anything.
    pub(crate) quiet: Option<char>,
    /// Behind the target of a capture en passant.
    pub(crate) en_passant: &'static str,
}

impl Signs {
    /// Those of a word that names its origin in full, as far as it shows them; `None` for other words.
    pub(crate) fn of(word: &str, form: &WordForm) -> Option<Self> {
        let WordForm::Chess(ChessMoveText::Piece(man)) = form else {
            return None;
        };
        man.from_file.zip(man.from_rank)?;
        let signs = || word.char_indices();
        let capture = signs().find(|&(at, _)| capture(&word[at..]).is_ok());
        let capture = capture.map(|(_, sign)| sign);
        let dash = signs().map(|(_, sign)| sign).find(|&sign| is_dash(sign));
        Some(Self {
            capture: capture.unwrap_or('x'),
            // A capture does not show what stands in other moves.
            quiet: dash.or(capture.map(|_| '-')),
            en_passant: "",
        })
    }
}

/// A word in standard algebraic notation with its origin and a sign between; `None` for castling and null moves, which
/// are the same in all notations.
pub(crate) fn in_full(
    san: &str,
    from: Cell,
    captures: bool,
    en_passant: bool,
    signs: Signs,
) -> Option<String> {
    let WordForm::Chess(ChessMoveText::Piece(man)) = read_word(san)?.form else {
        return None;
    };
    let mut word = String::new();
    if let Some(piece) = man.piece {
        write!(word, "{piece}").ok()?;
    }
    write!(word, "{from}").ok()?;
    word.extend(if captures {
        Some(signs.capture)
    } else {
        signs.quiet
    });
    write!(word, "{}", man.to).ok()?;
    if let Some(piece) = man.promotion {
        write!(word, "={piece}").ok()?;
    }
    if en_passant {
        word.push_str(signs.en_passant);
    }
    word.push_str(&san[san.trim_end_matches(['+', '#']).len()..]);
    Some(word)
}

#[cfg(test)]
mod tests {
    use super::{Signs, in_full};
    use crate::notation::{Cell, read_word};

    /// A word is rewritten with the signs of another one.
    #[test]
    fn words_keep_the_signs_of_the_one_they_stand_for() {
        let rewritten = |printed: &str, from: &str, captures: bool, san: &str| {
            let form = read_word(printed).expect("a word").form;
            let signs = Signs::of(printed, &form)?;
            let from = Cell::from_name(from).expect("a cell");
            in_full(san, from, captures, false, signs)
        };
        for (printed, from, captures, san, full) in [
            ("Bf1-b6", "f1", false, "Bb5", "Bf1-b5"),
            ("Bf1–b6", "f1", true, "Bxb5", "Bf1xb5"),
            ("Bf1b6", "f1", false, "Bb5", "Bf1b5"),
            ("Bf1xb6", "f1", false, "Bb5", "Bf1-b5"),
            ("Bf1:b6", "f1", true, "Bxb5", "Bf1:b5"),
            ("e2-e5", "e2", false, "e4", "e2-e4"),
            ("e7-e8", "e7", false, "e8=Q+", "e7-e8=Q+"),
        ] {
            let came = rewritten(printed, from, captures, san);
            assert_eq!(came.as_deref(), Some(full), "{printed}");
        }
        assert_eq!(rewritten("Bb6", "f1", false, "Bb5"), None);
        assert_eq!(rewritten("e1-g1", "e1", false, "O-O"), None);
    }
}
