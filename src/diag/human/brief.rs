//! A straight way to the reports of which there are many: one mark on one line of ASCII, without words at it, without
//! colours. Draws what miette's graphical handler would (a test compares them) for a tenth of the work.

use super::Report;
use crate::diag::excerpt::is_plain;
use miette::{Severity, ThemeCharacters};
use std::fmt::Write;

/// The report, where it is of that kind and none of its lines needs wrapping.
pub(super) fn render(report: &Report, signs: &ThemeCharacters) -> Option<String> {
    let [label] = &report.labels[..] else {
        return None;
    };
    let mark = label.offset()..label.offset() + label.len();
    let block = report.page.excerpt.block(mark.clone(), 1)?;
    let marked = block
        .text
        .get(mark.start - block.start..mark.end - block.start)?;
    let is_brief = label.label().is_none()
        && !marked.is_empty()
        && !marked.contains('\n')
        && block.text.lines().all(is_plain)
        && !report.message.contains('\n');
    if !is_brief {
        return None;
    }
    let icon = match report.severity {
        Severity::Error => &signs.error,
        Severity::Warning => &signs.warning,
        Severity::Advice => &signs.advice,
    };
    let mut out = String::with_capacity(2 * block.text.len() + 512);
    for text in [&report.header, "\n\n  ", icon, " ", &report.message, "\n"] {
        out.push_str(text);
    }
    let last = block.line + block.line_count as u32 - 1;
    let width = last.checked_ilog10().unwrap_or_default() as usize + 1;
    let frame = |out: &mut String, corner| {
        out.extend(std::iter::repeat_n(' ', width + 2));
        out.extend([corner, signs.hbar]);
    };
    frame(&mut out, signs.ltop);
    let mut start = block.start;
    let lines = (0..)
        .zip(block.text.lines())
        .map(|(at, line)| (block.line.saturating_add(at), line));
    let marked_line =
        block.text[..mark.start - block.start].matches('\n').count() as u32 + block.line;
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "[{}:{marked_line}:{}]",
        report.page.name,
        report.page.excerpt.column(mark.start)
    );
    for (number, line) in lines {
        let _ = writeln!(out, " {number:width$} {} {line}", signs.vbar);
        if number == marked_line {
            let _ = write!(out, " {:width$} {} ", "", signs.vbar_break);
            out.extend(std::iter::repeat_n(' ', mark.start - start));
            out.extend(std::iter::repeat_n(signs.underline, mark.len()));
            out.push('\n');
        }
        start += line.len() + 1;
    }
    frame(&mut out, signs.lbot);
    out.extend([signs.hbar, signs.hbar, signs.hbar, '\n']);
    let mut indent = "  help: ";
    for line in report.help.iter().flat_map(|help| help.split('\n')) {
        out.extend([indent, line, "\n"]);
        indent = "        ";
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::super::{Human, Look, Report};
    use super::render;
    use crate::diag::{Code, Diagnostic, Located};
    use crate::source::{Source, Span};
    use proptest::prelude::*;

    fn finding(code: Code, span: Span, message: &str, help: &[&str], line: u32) -> Diagnostic {
        let mut finding = Diagnostic::new(code, span, message);
        for help in help {
            finding = finding.help(*help);
        }
        finding.fix("write `#`", line.is_multiple_of(2), span, "#")
    }

    proptest! {
        #[test]
        fn brief_reports_are_those_of_the_full_handler(
            text in "[a-hN1-8 .\n\ré\t]{0,160}",
            (at, len) in (0_usize..160, 0_usize..9),
            line in prop_oneof![1_u32..12, 95_u32..102, Just(u32::MAX)],
            code in prop_oneof![Just(Code::Repetition), Just(Code::DoubtfulClock), Just(Code::IllegalMove)],
            message in "[a-z` ]{1,60}",
            help in proptest::option::of("[a-z]{1,9}( [a-z]{1,9}){0,3}"),
            (width, unicode) in (prop_oneof![Just(40_usize), Just(100)], any::<bool>()),
        ) {
            let start = text.floor_char_boundary(at.min(text.len()));
            let end = text.floor_char_boundary((start + len).min(text.len()));
            let source = Source { line, ..Source::whole("games.pgn", &text) };
            let help: Vec<&str> = help.iter().map(String::as_str).collect();
            let finding = finding(code, Span::new(start, end), &message, &help, line);
            let human = Human::new(Look { width, color: false, unicode });
            let located = Located::new(&finding, &source, 4);
            let report = Report::new(&located, &source, Some("12... Rg1"), human.screen);
            if report.fits(human.screen.columns) {
                let signs = human.plain.as_ref().expect("no colours are asked for");
                if let Some(brief) = render(&report, signs) {
                    prop_assert_eq!(brief, human.draw(&report, true));
                }
            }
        }
    }

    #[test]
    fn notes_on_single_moves_are_brief() {
        let source = Source::whole("games.pgn", "1. e4 e5\n2. Nf3 Nc6\n");
        let finding = finding(Code::IllegalMove, Span::new(12, 15), "no", &["write it"], 1);
        let human = Human::new(Look {
            width: 100,
            color: false,
            unicode: true,
        });
        let located = Located::new(&finding, &source, 4);
        let report = Report::new(&located, &source, None, human.screen);
        let signs = human.plain.as_ref().expect("no colours are asked for");
        assert!(render(&report, signs).is_some());
    }
}
