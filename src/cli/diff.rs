//! Unified diffs of edits that are known: nothing has to be compared.
//!
//! What is printed are the bytes of the file, corrections in its own encoding, so that `patch` can make them.

use memchr::memchr_iter;
use scoresheet::diag::Edit;
use scoresheet::repair::Patch;
use scoresheet::source::{Encoding, Span};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::mem::take;
use std::ops::Range;

/// Lines shown before and after a change.
const CONTEXT: usize = 3;

/// A line as it stands in a file; `None` where its bytes are not known, or are no line to a program that patches.
type Line = Option<Vec<u8>>;

/// The diff of one file, made while its pieces come.
#[derive(Debug)]
pub(crate) struct Diff {
    name: String,
    /// Text that was not looked at: its last line may go on in the next piece.
    waiting: String,
    /// The edits in it.
    edits: Vec<Edit>,
    encoding: Encoding,
    /// The number of the line that comes next. Only line feeds end lines here.
    line: u64,
    /// The last lines before it, as far as none of them was changed.
    unchanged: VecDeque<Line>,
    /// Lines that the file has gained so far.
    gained: i64,
    hunk: Option<Hunk>,
    /// Whether the head was printed.
    headed: bool,
    /// The first lines of hunks that cannot be shown.
    left_out: Vec<u64>,
}

/// Changes with the lines around them.
#[derive(Debug)]
struct Hunk {
    /// The number of its first line.
    first: u64,
    /// How many lines it had and has.
    lines: [u64; 2],
    body: Vec<u8>,
    /// Whether all its lines can be shown.
    is_whole: bool,
}

/// Lines that are changed, by the bytes of a text.
#[derive(Debug)]
struct Change {
    lines: Range<usize>,
    edits: Vec<Edit>,
}

impl Diff {
    /// The diff of a file that begins with a byte order mark or not.
    pub(crate) fn new(name: &str, has_mark: bool) -> Self {
        Self {
            name: quoted(name),
            waiting: String::from(if has_mark { "\u{FEFF}" } else { "" }),
            edits: Vec::new(),
            encoding: Encoding::default(),
            line: 1,
            unchanged: VecDeque::new(),
            gained: 0,
            hunk: None,
            headed: false,
            left_out: Vec::new(),
        }
    }

    /// Goes on with the next piece of the file and its edits, in text order, and prints the hunks that are complete.
    pub(crate) fn piece(
        &mut self,
        text: &str,
        encoding: Encoding,
        edits: Vec<Edit>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        self.encoding = encoding;
        let before = self.waiting.len();
        self.edits.extend(edits.into_iter().map(|mut edit| {
            edit.span = edit.span.shifted(before as u32);
            edit
        }));
        if before == 0 {
            let seen = self.whole_lines(text, out)?;
            self.waiting.push_str(&text[seen..]);
        } else {
            let mut whole = take(&mut self.waiting);
            whole.push_str(text);
            let seen = self.whole_lines(&whole, out)?;
            whole.drain(..seen);
            self.waiting = whole;
        }
        Ok(())
    }

    /// Prints what is left at the end of the file; the first lines of the hunks that cannot be shown.
    pub(crate) fn finish(mut self, out: &mut impl Write) -> io::Result<Vec<u64>> {
        let text = take(&mut self.waiting);
        let changes = changes(&text, take(&mut self.edits));
        self.changed(&text, changes, out)?;
        self.close(out)?;
        Ok(self.left_out)
    }

    /// Looks at all of a text but for what may go on, and keeps the edits of that; how much was seen.
    fn whole_lines(&mut self, text: &str, out: &mut impl Write) -> io::Result<usize> {
        let mut end = text.rfind('\n').map_or(0, |at| at + 1);
        let mut changes = changes(text, take(&mut self.edits));
        if let Some(last) = changes.pop_if(|change| change.lines.end > end) {
            end = last.lines.start;
            self.edits = last.edits;
            for edit in &mut self.edits {
                edit.span = moved_back(edit.span, end);
            }
        }
        self.changed(&text[..end], changes, out)?;
        Ok(end)
    }

    /// Goes through whole lines and their changes.
    fn changed(
        &mut self,
        text: &str,
        changes: Vec<Change>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut at = 0;
        for Change { lines, mut edits } in changes {
            self.pass(&text[at..lines.start], out)?;
            at = lines.end;
            for edit in &mut edits {
                edit.span = moved_back(edit.span, lines.start);
            }
            let old = &text[lines];
            let patch = Patch::new(edits).expect("invariant: the edits of a file do not overlap");
            self.change(old, &patch.apply(old));
        }
        self.pass(&text[at..], out)
    }

    /// Passes over lines that stay as they are.
    fn pass(&mut self, lines: &str, out: &mut impl Write) -> io::Result<()> {
        let mut rest = lines;
        while self.hunk.is_some() && !rest.is_empty() {
            let line = rest.split_inclusive('\n').next().unwrap_or_default();
            rest = &rest[line.len()..];
            self.unchanged.push_back(self.bytes_of(line));
            self.line += 1;
            // One more than two hunks show.
            if self.unchanged.len() > 2 * CONTEXT {
                self.close(out)?;
            }
        }
        // Of many lines only the last can be shown.
        let ends = rest.rmatch_indices('\n');
        let far = ends.map(|(at, _)| at + 1).nth(CONTEXT);
        let (skipped, last) = rest.split_at(far.unwrap_or_default());
        self.line += memchr_iter(b'\n', skipped.as_bytes()).count() as u64;
        for line in last.split_inclusive('\n') {
            self.unchanged.push_back(self.bytes_of(line));
            self.line += 1;
        }
        if self.hunk.is_none() {
            self.forget();
        }
        Ok(())
    }

    /// Keeps so many of the unchanged lines as a hunk begins with.
    fn forget(&mut self) {
        let surplus = self.unchanged.len().saturating_sub(CONTEXT);
        self.unchanged.drain(..surplus);
    }

    fn change(&mut self, old: &str, new: &str) {
        let first = self.line - self.unchanged.len() as u64;
        let mut hunk = self.hunk.take().unwrap_or(Hunk {
            first,
            lines: [0, 0],
            body: Vec::new(),
            is_whole: true,
        });
        for line in self.unchanged.drain(..) {
            hunk.put(b' ', line.as_deref());
        }
        for (sign, lines) in [(b'-', old), (b'+', new)] {
            for line in lines.split_inclusive('\n') {
                hunk.put(sign, self.bytes_of(line).as_deref());
                self.line += u64::from(sign == b'-');
            }
        }
        self.hunk = Some(hunk);
    }

    /// Ends the hunk, if there is one, and prints it.
    fn close(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some(mut hunk) = self.hunk.take() else {
            return Ok(());
        };
        for line in self.unchanged.iter().take(CONTEXT) {
            hunk.put(b' ', line.as_deref());
        }
        self.forget();
        if !hunk.is_whole {
            self.left_out.push(hunk.first);
            return Ok(());
        }
        if !std::mem::replace(&mut self.headed, true) {
            writeln!(out, "--- {0}\n+++ {0}", self.name)?;
        }
        let Hunk {
            first,
            lines: [old, new],
            body,
            ..
        } = hunk;
        // An empty range is named by the line before it.
        let begin = |first: i64, lines| first - i64::from(lines == 0);
        let [from, to] = [first as i64, first as i64 + self.gained];
        writeln!(
            out,
            "@@ -{},{old} +{},{new} @@",
            begin(from, old),
            begin(to, new)
        )?;
        self.gained += new as i64 - old as i64;
        out.write_all(&body)
    }

    fn bytes_of(&self, line: &str) -> Line {
        match self.encoding {
            Encoding::Utf16(_) => None,
            encoding => encoding.encode(line).map(|bytes| bytes.into_owned()),
        }
    }
}

impl Hunk {
    fn put(&mut self, sign: u8, line: Option<&[u8]>) {
        let [old, new] = &mut self.lines;
        *old += u64::from(sign != b'+');
        *new += u64::from(sign != b'-');
        let Some(line) = line else {
            self.is_whole = false;
            return;
        };
        self.body.push(sign);
        self.body.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            self.body
                .extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

/// The lines that the edits touch, those of several edits together where they are the same.
fn changes(text: &str, edits: Vec<Edit>) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for edit in edits {
        // What is put in at the end belongs to the last line.
        let start = (edit.span.start as usize).min(text.len().saturating_sub(1));
        let start = text.as_bytes()[..start].iter().rposition(|&b| b == b'\n');
        let start = start.map_or(0, |at| at + 1);
        let rest = &text[edit.span.end as usize..];
        let end = rest.find('\n').map_or(rest.len(), |at| at + 1) + edit.span.end as usize;
        match changes.last_mut() {
            Some(last) if start < last.lines.end => {
                last.lines.end = end.max(last.lines.end);
                last.edits.push(edit);
            }
            _ => changes.push(Change {
                lines: start..end,
                edits: vec![edit],
            }),
        }
    }
    changes
}

/// A place counted from a later beginning.
fn moved_back(span: Span, by: usize) -> Span {
    Span::new(span.start as usize - by, span.end as usize - by)
}

/// A file name as `diff` writes it: in quotes and with escapes where it would end too early.
fn quoted(name: &str) -> String {
    let is_odd = |c: char| c.is_ascii_control() || matches!(c, ' ' | '"' | '\\');
    if !name.contains(is_odd) {
        return name.to_owned();
    }
    let mut quoted = String::from("\"");
    for c in name.chars() {
        let letter = match c {
            '\x07' => 'a',
            '\x08' => 'b',
            '\t' => 't',
            '\n' => 'n',
            '\x0B' => 'v',
            '\x0C' => 'f',
            '\r' => 'r',
            '"' | '\\' => c,
            _ if c.is_ascii_control() => {
                let _ = write!(quoted, "\\{:03o}", u32::from(c));
                continue;
            }
            _ => {
                quoted.push(c);
                continue;
            }
        };
        quoted.extend(['\\', letter]);
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::{Diff, quoted};
    use scoresheet::diag::Edit;
    use scoresheet::source::{Encoding, Span};

    fn edits(text: &str, edits: &[(&str, &str)]) -> Vec<Edit> {
        let edits = edits.iter().map(|(old, new)| {
            let at = text.find(old).expect("it is there");
            Edit {
                span: Span::new(at, at + old.len()),
                text: (*new).to_owned(),
            }
        });
        edits.collect()
    }

    /// The diff of a text that comes in two pieces, with its edits in whichever they fall.
    fn in_two(text: &str, cut: usize, all: &[(&str, &str)]) -> String {
        let (mut first, mut second) = (edits(text, all), Vec::new());
        while let Some(mut edit) = first.pop_if(|edit| edit.span.start as usize >= cut) {
            edit.span = super::moved_back(edit.span, cut);
            second.insert(0, edit);
        }
        let (mut diff, mut out) = (Diff::new("f", false), Vec::new());
        for (text, edits) in [(&text[..cut], first), (&text[cut..], second)] {
            diff.piece(text, Encoding::Utf8, edits, &mut out)
                .expect("memory");
        }
        assert_eq!(diff.finish(&mut out).expect("memory"), [0; 0]);
        String::from_utf8(out).expect("UTF-8")
    }

    const LETTERS: &str = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn";

    #[test]
    fn changes_that_are_near_share_a_hunk() {
        let changed = [("b", "B"), ("n", "N\nO")];
        insta::assert_snapshot!(in_two(LETTERS, 0, &changed), @r"
        --- f
        +++ f
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
        let near = in_two(LETTERS, 0, &[("b", "B"), ("i", "I")]);
        assert_eq!(near.matches("@@ ").count(), 1);
        let far = in_two(LETTERS, 0, &[("b", "B"), ("j", "J")]);
        assert_eq!(far.matches("@@ ").count(), 2);
    }

    /// A file may be cut anywhere, in the middle of a line too.
    #[test]
    fn pieces_make_one_diff() {
        for changed in [
            &[("b", "B"), ("f", "F\nG"), ("n", "N\nO")][..],
            &[("d", ""), ("e\nf", "x")],
            &[("a", ""), ("m", "M")],
        ] {
            let whole = in_two(LETTERS, 0, changed);
            for cut in (0..LETTERS.len()).filter(|cut| !(9..=10).contains(cut)) {
                assert_eq!(in_two(LETTERS, cut, changed), whole, "{cut}");
            }
        }
    }

    #[test]
    fn a_hunk_whose_bytes_are_not_known_is_left_out() {
        let text = "a\u{FFFD}\nb\nc\nd\ne\nf\ng\nh\ni\nj\n";
        let (mut diff, mut out) = (Diff::new("f", false), Vec::new());
        let edits = edits(text, &[("b", "B\nB"), ("j", "J")]);
        diff.piece(text, Encoding::Utf8WithStrays, edits, &mut out)
            .expect("memory");
        assert_eq!(diff.finish(&mut out).expect("memory"), [1]);
        let out = String::from_utf8(out).expect("UTF-8");
        assert!(
            out.starts_with("--- f\n+++ f\n@@ -7,4 +7,4 @@\n g\n"),
            "{out}"
        );
    }

    #[test]
    fn odd_names_are_quoted() {
        assert_eq!(quoted("a/b.pgn"), "a/b.pgn");
        assert_eq!(quoted("é.pgn"), "é.pgn");
        assert_eq!(quoted("a b\t\"c\\\n\u{1}"), r#""a b\t\"c\\\n\001""#);
    }
}
