//! Move words in other piece letters.

use super::letters::Letters;
use super::{Color, read_word};
use std::borrow::Cow;

/// A word of the chess family that is written in the letters `from`, in the letters `to`; `side` makes the move.
///
/// All else stays as it is written, and so does a letter that stands for no piece in `from`.
#[must_use]
pub fn translated<'t>(text: &'t str, from: &Letters, to: &Letters, side: Color) -> Cow<'t, str> {
    if from.same_letters(to) {
        return Cow::Borrowed(text);
    }
    let Some(read) = read_word(text) else {
        return Cow::Borrowed(text);
    };
    let Some(man) = read.form.man() else {
        return Cow::Borrowed(text);
    };
    let (mut written, mut rest) = (String::new(), text);
    for letter in man.letters() {
        let sign = letter.to_string();
        let small = sign.to_lowercase();
        // A small letter is that of the piece, which comes first, or of a promotion: others might be files.
        let place = match rest.find(&sign) {
            Some(at) => Some((at, sign.len())),
            None if man.piece.is_some() && rest.len() == text.len() => {
                rest.starts_with(&small).then_some((0, small.len()))
            }
            None => rest.rfind(&small).map(|at| (at, small.len())),
        };
        let Some((at, len)) = place else { continue };
        written.push_str(&rest[..at]);
        match from.role(letter) {
            Some(role) => written.push_str(to.letter(role, side)),
            None => written.push_str(&rest[at..at + len]),
        }
        rest = &rest[at + len..];
    }
    Cow::Owned(written + rest)
}

#[cfg(test)]
mod tests {
    use super::translated;
    use crate::notation::Color;
    use crate::notation::letters::Letters;

    #[test]
    fn letters_change_and_nothing_else() {
        for (from, word, to, expected) in [
            ("fr", "Rg1!?", "en", "Kg1!?"),
            ("fr", "Cb8xd7+", "de", "Sb8xd7+"),
            ("fr", "Ta5×c5×c4", "en", "Ra5×c5×c4"),
            ("fr", "Ta5×Cc5×Fc4", "en", "Ra5×Nc5×Bc4"),
            ("fr", "d7-d8=D(→Dd7)!", "en", "d7-d8=Q(→Qd7)!"),
            ("fr", "b8=C", "ru", "b8=К"),
            ("en", "b8=b", "fr", "b8=F"),
            ("en", "nf3", "de", "Sf3"),
            ("en", "e7e8q", "de", "e7e8q"),
            ("ru", "Крg1", "en", "Kg1"),
            ("en", "Kg7", "figurine", "♚g7"),
            ("en", "O-O", "fr", "O-O"),
            ("fr", "Ng1", "en", "Ng1"),
            ("de", "Sf3", "sv", "Sf3"),
            ("en", "c4,d5", "fr", "c4,d5"),
            ("en", "?!", "fr", "?!"),
        ] {
            let set = |name| Letters::by_name(name).expect("known");
            let found = translated(word, set(from), set(to), Color::Black);
            assert_eq!(found, expected, "{word} from {from} to {to}");
        }
    }
}
