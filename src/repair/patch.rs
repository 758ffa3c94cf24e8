//! Edits of a text: made, and looked at from both sides.

use crate::diag::Edit;
use crate::source::Span;

/// Edits in text order that do not overlap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Patch {
    edits: Vec<Edit>,
}

impl Patch {
    /// The edits in text order; `None` when two of them overlap.
    #[must_use]
    pub fn new(mut edits: Vec<Edit>) -> Option<Self> {
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let apart = edits
            .windows(2)
            .all(|pair| pair[0].span.end <= pair[1].span.start);
        apart.then_some(Self { edits })
    }

    /// The edits.
    #[must_use]
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// The text with the edits made; every other byte as it was.
    #[must_use]
    pub fn apply(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for edit in &self.edits {
            out.push_str(text.get(at..edit.span.start as usize).unwrap_or_default());
            out.push_str(&edit.text);
            at = edit.span.end as usize;
        }
        out.push_str(text.get(at..).unwrap_or_default());
        out
    }

    /// Where a place of the edited text stands in the text as it was; `None` for one that an edit has made.
    #[must_use]
    pub fn before(&self, span: Span) -> Option<Span> {
        self.back(span).ok()
    }

    /// The same, but for what an edit has made the place of that edit.
    #[must_use]
    pub fn before_or_at(&self, span: Span) -> Span {
        self.back(span).unwrap_or_else(|made| made.span)
    }

    fn back(&self, span: Span) -> Result<Span, &Edit> {
        let mut grown = 0_i64;
        for edit in &self.edits {
            let start = i64::from(edit.span.start) + grown;
            if i64::from(span.end) <= start {
                break;
            }
            let end = start + edit.text.len() as i64;
            if i64::from(span.start) < end {
                return Err(edit);
            }
            grown += edit.text.len() as i64 - edit.span.len() as i64;
        }
        let back = |place: u32| usize::try_from(i64::from(place) - grown).unwrap_or_default();
        Ok(Span::new(back(span.start), back(span.end)))
    }

    /// These edits and others of the same text; `None` when some overlap.
    #[must_use]
    pub fn and(&self, others: &[Edit]) -> Option<Self> {
        Self::new(self.edits.iter().chain(others).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::Patch;
    use crate::diag::Edit;
    use crate::source::Span;

    fn edit(start: usize, end: usize, text: &str) -> Edit {
        Edit {
            span: Span::new(start, end),
            text: text.to_owned(),
        }
    }

    #[test]
    fn all_other_bytes_stay() {
        let patch = Patch::new(vec![edit(9, 9, " Nc6"), edit(3, 5, "d4")]).unwrap();
        assert_eq!(patch.apply("1. e4 Nf6 2. x\r\n"), "1. d4 Nf6 Nc6 2. x\r\n");
    }

    #[test]
    fn places_lead_back() {
        let patch = Patch::new(vec![edit(3, 5, "Nxd4"), edit(9, 9, " Nc6")]).unwrap();
        let text = patch.apply("1. e4 Nf6 2. x");
        assert_eq!(text, "1. Nxd4 Nf6 Nc6 2. x");
        let before = |word: &str| {
            let at = text.find(word).unwrap();
            patch.before(Span::new(at, at + word.len()))
        };
        assert_eq!(before("Nf6"), Some(Span::new(6, 9)));
        assert_eq!(before("x"), None, "inside the first edit");
        assert_eq!(before("2."), Some(Span::new(10, 12)));
        assert_eq!(before("Nc6"), None);
        let made = Span::new(4, 6);
        assert_eq!(patch.before_or_at(made), Span::new(3, 5), "inside Nxd4");
    }

    #[test]
    fn edits_that_overlap_are_refused() {
        assert_eq!(Patch::new(vec![edit(0, 3, ""), edit(2, 4, "")]), None);
    }
}
