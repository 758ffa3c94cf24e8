//! The same said again and again in one record: once, with a count.

use crate::diag::{Code, Diagnostic, Fix};
use std::collections::HashMap;

/// From so many on equal findings become one.
const MANY: usize = 3;

/// Places that get a label of their own, besides the first.
const LABELS: usize = 3;

/// Makes one finding of many about words that are no moves, where they are the same word or of the same kind. Findings
/// are in the order of the text, and stay so.
pub(super) fn fold(found: &mut Vec<Diagnostic>) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for kind in found.iter().filter_map(kind) {
        *counts.entry(kind.to_owned()).or_default() += 1;
    }
    counts.retain(|_, count| *count >= MANY);
    if counts.is_empty() {
        return;
    }
    let mut folded: Vec<Diagnostic> = Vec::with_capacity(found.len());
    let mut firsts: HashMap<String, usize> = HashMap::new();
    for finding in found.drain(..) {
        let Some((kind, &count)) = kind(&finding).and_then(|kind| counts.get_key_value(kind))
        else {
            folded.push(finding);
            continue;
        };
        match firsts.get(kind) {
            Some(&first) => add(&mut folded[first], finding),
            None => {
                firsts.insert(kind.clone(), folded.len());
                let more = count - 1;
                let message = format!("{}; so in {more} more places", finding.message);
                folded.push(Diagnostic { message, ..finding });
            }
        }
    }
    *found = folded;
}

/// What makes findings the same: what the token is said to be, else all that is said of it.
fn kind(finding: &Diagnostic) -> Option<&str> {
    let is_plain = finding.code == Code::NotAMove && finding.labels.is_empty();
    is_plain.then_some(if finding.at.is_empty() {
        &finding.message
    } else {
        &finding.at
    })
}

fn add(first: &mut Diagnostic, other: Diagnostic) {
    if first.labels.len() < LABELS {
        *first = std::mem::replace(
            first,
            Diagnostic::new(other.code, other.span, String::new()),
        )
        .label(other.span, "here too");
    }
    if let (Some(fix), Some(Fix { edits, .. })) =
        (first.fixes.first_mut(), other.fixes.into_iter().next())
    {
        fix.edits.extend(edits);
    }
}

#[cfg(test)]
mod tests {
    use super::fold;
    use crate::diag::{Code, Diagnostic};
    use crate::source::Span;

    #[test]
    fn many_equal_words_are_one_finding() {
        let finding = |at, word| Diagnostic::new(Code::NotAMove, Span::new(at, at + 1), word);
        let fix = |finding: Diagnostic| {
            let span = finding.span;
            finding.fix("f", true, span, "")
        };
        let mut found = vec![
            fix(finding(0, "a")),
            finding(1, "b"),
            fix(finding(2, "a")),
            finding(3, "a").at("kind"),
            finding(4, "a"),
            finding(5, "b"),
            finding(6, "a"),
            finding(7, "a"),
        ];
        fold(&mut found);
        let told: Vec<_> = found
            .iter()
            .map(|finding| (finding.message.as_str(), finding.labels.len()))
            .collect();
        assert_eq!(
            told,
            [("a; so in 4 more places", 3), ("b", 0), ("a", 0), ("b", 0)]
        );
        assert_eq!(found[0].fixes[0].edits.len(), 2);
    }
}
