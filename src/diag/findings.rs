//! The findings on one record, which are few however faulty it is.

use super::{Code, Diagnostic};
use std::collections::BTreeMap;
use std::ops::Deref;

/// Findings on one record in the order in which they came.
///
/// Of one code no more than [`Findings::MOST`] are kept, so that a record of nothing but junk costs no memory; further
/// ones are counted, and the last that is kept says how many.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Findings {
    kept: Vec<Diagnostic>,
    /// How many there are of each code.
    came: BTreeMap<Code, Came>,
}

/// Findings of one code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Came {
    kept: usize,
    left_out: usize,
}

impl Findings {
    /// So many of one code are kept.
    pub const MOST: usize = 100;

    /// Takes in a finding.
    pub fn push(&mut self, finding: Diagnostic) {
        if self.has_room(finding.code) {
            self.came.entry(finding.code).or_default().kept += 1;
            self.kept.push(finding);
        } else {
            self.leave_out(finding.code, 1);
        }
    }

    /// Whether one more of this code would be kept; it need not be made otherwise.
    #[must_use]
    pub fn has_room(&self, code: Code) -> bool {
        self.came_of(code).kept < Self::MOST
    }

    /// Counts findings that are not kept.
    pub fn leave_out(&mut self, code: Code, count: usize) {
        self.came.entry(code).or_default().left_out += count;
    }

    /// How many of this code have come, kept or not.
    #[must_use]
    pub fn count_of(&self, code: Code) -> usize {
        let Came { kept, left_out } = self.came_of(code);
        kept + left_out
    }

    /// Takes over the findings of another list.
    pub fn append(&mut self, other: Self) {
        for finding in other.kept {
            self.push(finding);
        }
        for (code, came) in other.came {
            self.leave_out(code, came.left_out);
        }
    }

    /// Takes back the last finding that is kept, if it is such a one.
    pub fn pop_if(&mut self, is_such: impl FnOnce(&Diagnostic) -> bool) -> Option<Diagnostic> {
        let finding = self.kept.pop_if(|last| is_such(last))?;
        self.came.entry(finding.code).or_default().kept -= 1;
        Some(finding)
    }

    /// Takes back all findings but such ones; where none of a code is left, those that were only counted too.
    pub fn retain(&mut self, is_such: impl FnMut(&Diagnostic) -> bool) {
        self.kept.retain(is_such);
        self.came.values_mut().for_each(|came| came.kept = 0);
        for finding in &self.kept {
            self.came.entry(finding.code).or_default().kept += 1;
        }
        self.came.retain(|_, came| came.kept > 0);
    }

    /// What is to be told.
    #[must_use]
    pub fn into_told(mut self) -> Vec<Diagnostic> {
        for (code, Came { left_out, .. }) in self.came {
            let last = self.kept.iter_mut().rfind(|finding| finding.code == code);
            if let Some(last) = last.filter(|_| left_out > 0) {
                let (are, s) = if left_out == 1 {
                    ("is", "")
                } else {
                    ("are", "s")
                };
                last.message.push_str(&format!(
                    "; {left_out} more finding{s} of this kind in this record {are} not told"
                ));
            }
        }
        self.kept
    }

    fn came_of(&self, code: Code) -> Came {
        self.came.get(&code).copied().unwrap_or_default()
    }
}

impl Deref for Findings {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.kept
    }
}

impl Extend<Diagnostic> for Findings {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, findings: I) {
        findings.into_iter().for_each(|finding| self.push(finding));
    }
}

impl FromIterator<Diagnostic> for Findings {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(findings: I) -> Self {
        let mut all = Self::default();
        all.extend(findings);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::Findings;
    use crate::diag::{Code, Diagnostic};
    use crate::source::Span;

    fn finding(code: Code, at: usize) -> Diagnostic {
        Diagnostic::new(code, Span::at(at), "x")
    }

    fn of(code: Code, count: usize) -> Findings {
        (0..count).map(|at| finding(code, at)).collect()
    }

    #[test]
    fn many_of_one_code_are_counted_and_others_are_told() {
        let mut found = of(Code::BadTag, 250);
        found.append(of(Code::BadTag, 30));
        found.push(finding(Code::BadNag, 7));
        assert_eq!(found.count_of(Code::BadTag), 280);
        let told = found.into_told();
        assert_eq!(told.len(), Findings::MOST + 1);
        assert_eq!(
            told[99].message,
            "x; 180 more findings of this kind in this record are not told"
        );
        assert!(
            told.iter()
                .enumerate()
                .all(|(i, told)| i == 99 || told.message == "x")
        );
    }

    #[test]
    fn as_many_as_there_is_room_for_are_told_as_they_are() {
        let told = of(Code::BadTag, Findings::MOST).into_told();
        assert_eq!(told.len(), Findings::MOST);
        assert!(told.iter().all(|told| told.message == "x"));
        let one_more = of(Code::BadTag, Findings::MOST + 1).into_told();
        assert!(
            one_more[99]
                .message
                .ends_with("; 1 more finding of this kind in this record is not told")
        );
    }

    #[test]
    fn what_is_taken_back_makes_room() {
        let mut found = of(Code::BadTag, Findings::MOST);
        assert_eq!(found.pop_if(|last| last.span.start == 0), None);
        assert!(!found.has_room(Code::BadTag));
        assert!(found.pop_if(|last| last.span.start == 99).is_some());
        assert!(found.has_room(Code::BadTag));
        found.extend(of(Code::BadTag, 9).kept);
        found.retain(|finding| finding.code != Code::BadTag);
        assert_eq!(
            (found.count_of(Code::BadTag), found.into_told()),
            (0, Vec::new())
        );
    }
}
