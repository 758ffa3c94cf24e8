//! A straight way to the reports of which there are many: one mark on one line of ASCII, without words at it, without
//! colours. Draws what miette's graphical handler would (a test compares them) for a tenth of the work.

use super::{MAX_WORDS, Screen, header, help, lines_fit};
use crate::diag::excerpt::is_plain;
use crate::diag::located::push_number;
use crate::diag::{Located, Severity};
use crate::source::Source;
use memchr::{memchr2, memrchr2};
use miette::ThemeCharacters;
use std::borrow::Cow;
use std::ops::Range;

/// The report, where it is of that kind and nothing in it needs to be wrapped, cut or made visible.
pub(super) fn render(
    located: &Located,
    source: &Source<'_>,
    move_name: Option<&str>,
    screen: Screen,
    signs: &ThemeCharacters,
) -> Option<String> {
    let finding = &located.diagnostic;
    if !(finding.labels.is_empty()
        && finding.at.is_empty()
        && !finding.message.contains('\n')
        && is_plain(&located.file))
    {
        return None;
    }
    let columns = screen.columns.min(MAX_WORDS);
    let mark = finding.span.start as usize..finding.span.end as usize;
    let lines = Lines::around(mark.clone(), source, columns)?;
    let header = header(located, move_name);
    let help = help(located, |text| Cow::Borrowed(text));
    let texts = [
        Some(header.as_str()),
        Some(&finding.message),
        help.as_deref(),
    ];
    let is_fit = |text: &&str| {
        let is_line = is_plain(text);
        (is_line || text.split('\n').all(is_plain)) && lines_fit(text, columns)
    };
    if !texts.iter().flatten().all(is_fit) {
        return None;
    }
    let icon = match finding.severity() {
        Severity::Error => &signs.error,
        Severity::Warning => &signs.warning,
        Severity::Note => &signs.advice,
    };
    let mut out = String::with_capacity(2 * lines.length() + 512);
    for text in [&header, "\n\n  ", icon, " ", &finding.message, "\n"] {
        out.push_str(text);
    }
    let number = located.region.start.line;
    let numbers = [number.checked_sub(1), Some(number), number.checked_add(1)];
    let last = if lines.after.is_some() {
        numbers[2]?
    } else {
        number
    };
    let width = digits(last);
    push_blanks(width + 2, &mut out);
    out.push(signs.ltop);
    out.push(signs.hbar);
    let column = located.region.start.column;
    for part in ["[", &located.file, ":"] {
        out.push_str(part);
    }
    push_number(number.into(), &mut out);
    out.push(':');
    push_number(column.into(), &mut out);
    out.push_str("]\n");
    let shown = [
        lines.before.as_ref(),
        Some(&lines.marked),
        lines.after.as_ref(),
    ];
    for (number, line) in numbers.into_iter().zip(shown) {
        let Some(line) = line else { continue };
        let number = number?;
        push_blanks(1 + width - digits(number), &mut out);
        push_number(number.into(), &mut out);
        out.push(' ');
        out.push(signs.vbar);
        for part in [" ", &source.text[line.clone()], "\n"] {
            out.push_str(part);
        }
        if *line == lines.marked {
            push_blanks(width + 2, &mut out);
            out.push(signs.vbar_break);
            push_blanks(1 + mark.start - line.start, &mut out);
            for _ in mark.clone() {
                out.push(signs.underline);
            }
            out.push('\n');
        }
    }
    push_blanks(width + 2, &mut out);
    for sign in [
        signs.lbot, signs.hbar, signs.hbar, signs.hbar, signs.hbar, '\n',
    ] {
        out.push(sign);
    }
    let mut indent = "  help: ";
    for line in help.iter().flat_map(|help| help.split('\n')) {
        for part in [indent, line, "\n"] {
            out.push_str(part);
        }
        indent = "        ";
    }
    Some(out)
}

/// How many digits a number has.
fn digits(number: u32) -> usize {
    number.checked_ilog10().unwrap_or_default() as usize + 1
}

fn push_blanks(mut count: usize, out: &mut String) {
    const BLANKS: &str = "                                                                ";
    while count > 0 {
        let some = count.min(BLANKS.len());
        out.push_str(&BLANKS[..some]);
        count -= some;
    }
}

/// The lines that a report shows, without their ends.
struct Lines {
    before: Option<Range<usize>>,
    marked: Range<usize>,
    after: Option<Range<usize>>,
}

impl Lines {
    /// Those around a mark on one line, where all fit into `columns` and are known from their first column on.
    fn around(mark: Range<usize>, source: &Source<'_>, columns: usize) -> Option<Self> {
        let bytes = source.text.as_bytes();
        if mark.is_empty() || mark.end > bytes.len() {
            return None;
        }
        let begins = |at: usize| {
            let low = at.saturating_sub(columns + 1);
            match memrchr2(b'\n', b'\r', &bytes[low..at]) {
                Some(found) => Some(low + found + 1),
                None => (low == 0 && source.column == 1).then_some(0),
            }
        };
        let ends = |at: usize| {
            let high = bytes.len().min(at + columns + 1);
            match memchr2(b'\n', b'\r', &bytes[at..high]) {
                Some(found) => Some(at + found),
                None => (high == bytes.len()).then_some(high),
            }
        };
        let marked = begins(mark.start)?..ends(mark.end)?;
        let before = match &bytes[..marked.start] {
            [] => None,
            [before @ .., b'\r', b'\n'] | [before @ .., _] => {
                Some(begins(before.len())?..before.len())
            }
        };
        let start = match &bytes[marked.end..] {
            [b'\r', b'\n', ..] => marked.end + 2,
            _ => marked.end + 1,
        };
        let after = (start < bytes.len()).then(|| ends(start).map(|end| start..end));
        let lines = Self {
            before,
            marked,
            after: match after {
                Some(after) => Some(after?),
                None => None,
            },
        };
        let fits =
            |line: &Range<usize>| line.len() <= columns && is_plain(&source.text[line.clone()]);
        let is_long = !lines.all().all(fits);
        (!is_long).then_some(lines)
    }

    fn all(&self) -> impl Iterator<Item = &Range<usize>> {
        let around = [
            self.before.as_ref(),
            Some(&self.marked),
            self.after.as_ref(),
        ];
        around.into_iter().flatten()
    }

    fn length(&self) -> usize {
        self.all().map(Range::len).sum()
    }
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

    fn brief(human: &Human, located: &Located, source: &Source<'_>) -> Option<String> {
        let signs = human.plain.as_ref().expect("no colours are asked for");
        render(located, source, Some("12... Rg1"), human.screen, signs)
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
            if let Some(brief) = brief(&human, &located, &source) {
                let report = Report::new(&located, &source, Some("12... Rg1"), human.screen);
                prop_assert_eq!(brief, human.draw(&report));
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
        assert!(brief(&human, &located, &source).is_some());
    }
}
