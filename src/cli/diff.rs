//! Unified diffs of edits that are known: nothing has to be compared.

use scoresheet::diag::Edit;
use scoresheet::repair::Patch;
use std::fmt::Write;

/// Lines shown before and after a change.
const CONTEXT: usize = 3;

/// Lines of the old text, and what comes in their place.
#[derive(Debug)]
struct Change {
    first: usize,
    /// One past the last.
    end: usize,
    new: String,
}

/// The hunks for a piece of a file that begins with line `line`; `shift` is how many lines the file has gained before it,
/// and is moved on.
pub(crate) fn hunks(text: &str, line: u32, patch: &Patch, shift: &mut i64, out: &mut String) {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let changes = changes(&lines, patch.edits());
    let mut rest = changes.as_slice();
    while !rest.is_empty() {
        let together = 1 + rest
            .windows(2)
            .take_while(|pair| pair[1].first - pair[0].end <= 2 * CONTEXT)
            .count();
        let (hunk, after) = rest.split_at(together);
        hunk_of(&lines, line, hunk, shift, out);
        rest = after;
    }
}

fn changes(lines: &[&str], edits: &[Edit]) -> Vec<Change> {
    let mut changes: Vec<(usize, usize, Vec<Edit>)> = Vec::new();
    let (mut at, mut start) = (0, 0);
    let mut starts = Vec::with_capacity(lines.len());
    for line in lines {
        starts.push(start);
        start += line.len();
    }
    let last = lines.len().saturating_sub(1);
    for edit in edits {
        let mut line_of = |place: u32| {
            while at < last && starts[at + 1] <= place as usize {
                at += 1;
            }
            at
        };
        let (first, end) = (line_of(edit.span.start), line_of(edit.span.end) + 1);
        match changes.last_mut() {
            Some((_, before, edits)) if first < *before => {
                *before = end.max(*before);
                edits.push(edit.clone());
            }
            _ => changes.push((first, end, vec![edit.clone()])),
        }
    }
    let made = changes.into_iter().filter_map(|(first, end, mut edits)| {
        let start = *starts.get(first)? as u32;
        for edit in &mut edits {
            edit.span.start -= start;
            edit.span.end -= start;
        }
        let new = Patch::new(edits)?.apply(&lines[first..end].concat());
        Some(Change { first, end, new })
    });
    made.collect()
}

fn hunk_of(lines: &[&str], line: u32, changes: &[Change], shift: &mut i64, out: &mut String) {
    let (Some(first), Some(last)) = (changes.first(), changes.last()) else {
        return;
    };
    let begin = first.first.saturating_sub(CONTEXT);
    let end = (last.end + CONTEXT).min(lines.len());
    let gained: i64 = changes
        .iter()
        .map(|change| {
            change.new.split_inclusive('\n').count() as i64 - (change.end - change.first) as i64
        })
        .sum();
    let old = i64::from(line) + begin as i64;
    let count = (end - begin) as i64;
    let _ = writeln!(
        out,
        "@@ -{old},{count} +{},{} @@",
        old + *shift,
        count + gained
    );
    let mut at = begin;
    let mut put = |sign: char, line: &str| {
        let ending = if line.ends_with('\n') {
            ""
        } else {
            "\n\\ No newline at end of file\n"
        };
        let _ = write!(out, "{sign}{line}{ending}");
    };
    for change in changes {
        lines[at..change.first]
            .iter()
            .for_each(|line| put(' ', line));
        lines[change.first..change.end]
            .iter()
            .for_each(|line| put('-', line));
        change
            .new
            .split_inclusive('\n')
            .for_each(|line| put('+', line));
        at = change.end;
    }
    lines[at..end].iter().for_each(|line| put(' ', line));
    *shift += gained;
}

#[cfg(test)]
mod tests {
    use super::hunks;
    use scoresheet::diag::Edit;
    use scoresheet::repair::Patch;
    use scoresheet::source::Span;

    fn diff(text: &str, edits: &[(&str, &str)]) -> String {
        let edits = edits.iter().map(|(old, new)| {
            let at = text.find(old).expect("it is there");
            Edit {
                span: Span::new(at, at + old.len()),
                text: (*new).to_owned(),
            }
        });
        let patch = Patch::new(edits.collect()).expect("apart");
        let mut out = String::new();
        hunks(text, 1, &patch, &mut 0, &mut out);
        out
    }

    #[test]
    fn changes_that_are_near_share_a_hunk() {
        let text = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn";
        insta::assert_snapshot!(diff(text, &[("b", "B"), ("n", "N\nO")]), @r"
        @@ -1,5 +1,5 @@
         a
        -b
        +B
         c
         d
         e
        @@ -11,4 +11,5 @@
         k
         l
         m
        -n
        \ No newline at end of file
        +N
        +O
        \ No newline at end of file
        ");
        assert_eq!(
            diff(text, &[("b", "B"), ("g", "G")]).matches("@@ ").count(),
            1
        );
    }
}
