//! Control characters inside comments and the values of tags.

use crate::diag::{Code, Diagnostic};
use crate::source::{Span, Spanned};

/// Whether a text of one tag or comment holds a control character that is neither a tabulator nor a line end.
#[must_use]
pub(crate) fn holds_control(text: &str) -> bool {
    let bytes = text.as_bytes();
    // The last bytes are looked at all at once too, though some of them twice.
    let is_odd = if let Some(&last) = bytes.last_chunk::<8>() {
        let (eights, _) = bytes.as_chunks::<8>();
        eights.iter().any(|&eight| is_any_odd(eight)) || is_any_odd(last)
    } else if let (Some(&[a, b, c, d]), Some(&[e, f, g, h])) =
        (bytes.first_chunk(), bytes.last_chunk())
    {
        is_any_odd([a, b, c, d, e, f, g, h])
    } else {
        bytes.iter().any(|byte| !matches!(byte, b' '..=b'~'))
    };
    is_odd && text.chars().any(is_control)
}

/// Whether one of these bytes is no printed character of ASCII: the highest bit of such a byte is set in itself, in it
/// less 32, or in it plus 1.
fn is_any_odd(bytes: [u8; 8]) -> bool {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let word = u64::from_ne_bytes(bytes);
    (word | word.wrapping_sub(32 * ONES) | word.wrapping_add(ONES)) & (128 * ONES) != 0
}

/// What is said of the first one.
pub(super) fn finding(text: Spanned<&str>) -> Option<Diagnostic> {
    if !holds_control(text.value) {
        return None;
    }
    let (at, control) = text.value.char_indices().find(|&(_, c)| is_control(c))?;
    let start = text.span.start as usize + at;
    let span = Span::new(start, start + control.len_utf8());
    let code = u32::from(control);
    let message = format!("the control character U+{code:04X} stands inside a text");
    let help = "take it out, and all others of the record";
    Some(Diagnostic::new(Code::ControlCharacter, span, message).help(help))
}

fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r')
}

#[cfg(test)]
mod tests {
    use super::{holds_control, is_control};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn control_characters_are_found_wherever_they_stand(
            text in "[ -~]{0,20}[ -~\u{0}-\u{ff}\u{2028}]{0,2}[ -~]{0,20}",
        ) {
            prop_assert_eq!(holds_control(&text), text.chars().any(is_control));
        }
    }
}
