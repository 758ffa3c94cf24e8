//! Control characters inside comments and the values of tags.

use crate::diag::{Code, Diagnostic};
use crate::source::{Span, Spanned};

/// Whether a text of one tag or comment holds a control character that is neither a tabulator nor a line end.
#[must_use]
pub(crate) fn holds_control(text: &str) -> bool {
    // Without an early exit, so that many bytes are looked at at once.
    let bytes = text.as_bytes().iter();
    let is_odd = bytes.fold(false, |any, byte| any | !matches!(byte, b' '..=b'~'));
    is_odd && text.chars().any(is_control)
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
