//! Workflow commands of GitHub Actions: each finding becomes an annotation of the file.

use super::{Located, Severity};
use std::fmt::Write;

/// The command for one finding, without a line end.
///
/// Columns are given only when the region lies on one line, since GitHub refuses the annotation otherwise.
///
/// ```
/// use scoresheet::diag::{Code, Diagnostic, Located, github};
/// use scoresheet::source::{Source, Span};
///
/// let source = Source::whole("games.pgn", "1. e4 e9 *");
/// let finding = Diagnostic::new(Code::NotAMove, Span::new(6, 8), "`e9` is no move");
/// assert_eq!(
///     github::command(&Located::new(&finding, &source, 1)),
///     "::warning file=games.pgn,line=1,endLine=1,col=7,endColumn=9,title=S0204 not-a-move::record 1: `e9` is no move"
/// );
/// ```
#[must_use]
pub fn command(located: &Located) -> String {
    let code = located.diagnostic.code;
    let (start, end) = (located.region.start, located.region.end);
    let name = match code.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut out = format!("::{name} file=");
    push_escaped(&mut out, &located.file, Field::Property);
    let _ = write!(out, ",line={},endLine={}", start.line, end.line);
    if start.line == end.line {
        let _ = write!(out, ",col={},endColumn={}", start.column, end.column);
    }
    let _ = write!(out, ",title={} {}::", code.id(), code.slug());
    push_escaped(&mut out, &located.words(), Field::Message);
    out
}

/// The parts of a command differ in what ends them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Property,
    Message,
}

/// Escapes as the command functions of `@actions/core` do.
fn push_escaped(out: &mut String, text: &str, field: Field) {
    for c in text.chars() {
        match c {
            '%' => out.push_str("%25"),
            '\r' => out.push_str("%0D"),
            '\n' => out.push_str("%0A"),
            ':' if field == Field::Property => out.push_str("%3A"),
            ',' if field == Field::Property => out.push_str("%2C"),
            _ => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::command;
    use crate::diag::{Code, Diagnostic, Located};
    use crate::source::{Source, Span};
    use insta::assert_snapshot;

    #[test]
    fn what_would_end_a_field_is_escaped() {
        let source = Source::whole("C:/a,b%.pgn", "1. é4\r\n1... Rg1 *");
        let mut finding = Diagnostic::new(
            Code::IllegalMove,
            Span::new(13, 16),
            "100%: no rook,\r\nnone",
        )
        .help("look again");
        finding.ply = Some(2);
        finding.path = "2.1".to_owned();
        assert_snapshot!(command(&Located::new(&finding, &source, 3)), @r"
    ::error file=C%3A/a%2Cb%25.pgn,line=2,endLine=2,col=6,endColumn=9,title=S0301 illegal-move::record 3, ply 2, variation 2.1: 100%25: no rook,%0D%0Anone%0Ahelp: look again
    ");
    }

    #[test]
    fn a_region_over_several_lines_has_no_columns() {
        let source = Source::whole("f", "1. e4 {\nlost");
        let finding = Diagnostic::new(Code::UnclosedComment, Span::new(6, 12), "never closed");
        assert_snapshot!(command(&Located::new(&finding, &source, None)), @r"
    ::error file=f,line=1,endLine=2,title=S0201 unclosed-comment::never closed
    ");
    }

    #[test]
    fn notes_are_notices() {
        let finding = Diagnostic::new(Code::CheckMark, Span::at(0), "no check");
        let located = Located::new(&finding, &Source::whole("f", ""), 1);
        assert!(command(&located).starts_with("::notice file=f,line=1,"));
    }
}
