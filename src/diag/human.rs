//! Reports for people, through miette's graphical handler.

mod brief;

use super::excerpt::{Excerpt, Mark, Screen, TAB, visible};
use super::{Located, Region, Severity};
use crate::source::{Source, Span};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};
use std::borrow::Cow;
use std::fmt;

/// Columns of a report that are not text of the source: line number, frame, brackets of marks over several lines.
const MARGIN: usize = 12;
/// The narrowest terminal that reports are laid out for.
const MIN_WIDTH: usize = 40;
/// Characters of a message, label or help text that are shown; a faulty token may be as long as its record.
const MAX_WORDS: usize = 1000;
/// Corrections that are shown.
const MAX_FIXES: usize = 5;
/// Places besides the main one that are shown.
const MAX_LABELS: usize = 24;

/// How reports are to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Columns of the terminal.
    pub width: usize,
    /// Whether to send colours.
    pub color: bool,
    /// Whether frames may use signs outside ASCII.
    pub unicode: bool,
}

/// Renders findings for people.
#[derive(Debug)]
pub struct Human {
    handler: GraphicalReportHandler,
    /// The same for reports with nothing to wrap: to find that out costs it as much as all the rest.
    short: GraphicalReportHandler,
    /// The signs of frames where there are no colours.
    plain: Option<ThemeCharacters>,
    screen: Screen,
}

impl Human {
    /// A renderer for one kind of terminal.
    #[must_use]
    pub fn new(look: Look) -> Self {
        let width = look.width.max(MIN_WIDTH);
        let characters = if look.unicode {
            ThemeCharacters::unicode()
        } else {
            ThemeCharacters::ascii()
        };
        let theme = GraphicalTheme {
            characters: characters.clone(),
            styles: if look.color {
                ThemeStyles::ansi()
            } else {
                ThemeStyles::none()
            },
        };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(width)
            .tab_width(TAB)
            .with_context_lines(1)
            .without_cause_chain()
            .without_syntax_highlighting();
        Self {
            short: handler.clone().with_wrap_lines(false),
            handler,
            plain: (!look.color).then_some(characters),
            screen: Screen {
                columns: width - MARGIN,
                unicode: look.unicode,
            },
        }
    }

    /// A message on a line of its own, for what has no place in a text.
    #[must_use]
    pub fn line(&self, message: &str) -> String {
        words(message, self.screen)
    }

    /// The report on a finding about a record read from `source`; `move_name` is the move as scores name it
    /// (`12... Rg1`), where there is one.
    ///
    /// Costs the same whatever the length of the source.
    #[must_use]
    pub fn render(
        &self,
        located: &Located,
        source: &Source<'_>,
        move_name: Option<&str>,
    ) -> String {
        let brief = self
            .plain
            .as_ref()
            .and_then(|signs| brief::render(located, source, move_name, self.screen, signs));
        brief.unwrap_or_else(|| self.draw(&Report::new(located, source, move_name, self.screen)))
    }

    /// The report on a fault in another text than a record: a list that the program was given.
    #[must_use]
    pub fn fault(&self, message: &str, span: Span, source: &Source<'_>) -> String {
        let region = Region {
            start: source.place(span.start),
            end: source.place(span.end),
        };
        let excerpt = Excerpt::new(
            source.text,
            source.column,
            &[Mark { span, region }],
            self.screen,
        );
        let marks = excerpt.marks();
        let labels = marks.map(|range| LabeledSpan::new_primary_with_span(None, range));
        self.draw(&Report {
            header: String::new(),
            message: words(message, self.screen),
            help: None,
            severity: miette::Severity::Error,
            labels: labels.collect(),
            page: Page {
                name: words(source.name, self.screen),
                excerpt,
            },
        })
    }

    fn draw(&self, report: &Report) -> String {
        let handler = if report.fits(self.screen.columns) {
            &self.short
        } else {
            &self.handler
        };
        let mut out = String::new();
        handler
            .render_report(&mut out, report)
            .expect("invariant: writing to a string cannot fail, and all marks lie in the excerpt");
        out
    }
}

/// A finding in miette's terms.
#[derive(Debug)]
struct Report {
    header: String,
    message: String,
    help: Option<String>,
    severity: miette::Severity,
    labels: Vec<LabeledSpan>,
    page: Page,
}

/// The excerpt as a file that miette reads.
#[derive(Debug)]
struct Page {
    name: String,
    excerpt: Excerpt,
}

impl Report {
    fn new(
        located: &Located,
        source: &Source<'_>,
        move_name: Option<&str>,
        screen: Screen,
    ) -> Self {
        let words = |text: &str| words(text, screen);
        let diagnostic = &located.diagnostic;
        let main = Mark {
            span: diagnostic.span,
            region: located.region,
        };
        let others = located
            .labels()
            .take(MAX_LABELS)
            .map(|(label, region)| Mark {
                span: label.span,
                region,
            });
        let marks: Vec<Mark> = std::iter::once(main).chain(others).collect();
        let excerpt = Excerpt::new(source.text, source.column, &marks, screen);
        let said = std::iter::once(&diagnostic.at)
            .chain(diagnostic.labels.iter().map(|label| &label.message));
        let labels = excerpt
            .marks()
            .zip(said)
            .enumerate()
            .map(|(index, (range, said))| {
                let said = (!said.is_empty()).then(|| words(said));
                if index == 0 {
                    LabeledSpan::new_primary_with_span(said, range)
                } else {
                    LabeledSpan::new_with_span(said, range)
                }
            })
            .collect();
        Self {
            header: words(&header(located, move_name)),
            message: words(&diagnostic.message),
            help: help(located, |text| Cow::Owned(words(text))),
            severity: match diagnostic.severity() {
                Severity::Error => miette::Severity::Error,
                Severity::Warning => miette::Severity::Warning,
                Severity::Note => miette::Severity::Advice,
            },
            labels,
            page: Page {
                name: words(&located.file),
                excerpt,
            },
        }
    }
}

impl Report {
    /// Whether each line that might be wrapped fits as it is; a character takes no more columns than bytes.
    fn fits(&self, columns: usize) -> bool {
        let texts = [&self.header, &self.message];
        let mut texts = texts.into_iter().chain(&self.help);
        texts.all(|text| lines_fit(text, columns))
    }
}

/// Whether no line of a text needs to be wrapped.
fn lines_fit(text: &str, columns: usize) -> bool {
    text.split('\n')
        .all(|line| line.len() <= columns && !line.is_empty() && !line.ends_with(' '))
}

/// `S0301 [error] record 4, 12... Rg1, variation 24.1`.
fn header(located: &Located, move_name: Option<&str>) -> String {
    let code = located.diagnostic.code;
    let mut header = String::with_capacity(80);
    for part in [code.id(), " [", code.severity().name(), "] "] {
        header.push_str(part);
    }
    located.write_place_in_game(move_name, &mut header);
    header.truncate(header.trim_end().len());
    header
}

/// The help text, and the corrections on lines of their own.
fn help(located: &Located, words: impl for<'t> Fn(&'t str) -> Cow<'t, str>) -> Option<String> {
    let diagnostic = &located.diagnostic;
    let mut out = String::new();
    let mut is_first = true;
    let mut line = |parts: [&str; 2]| {
        if !std::mem::take(&mut is_first) {
            out.push('\n');
        }
        out.extend(parts);
    };
    for help in diagnostic.help.iter().flat_map(|help| help.lines()) {
        line([&words(help), ""]);
    }
    // Where several corrections would do, the help text weighs them.
    let unique = diagnostic.fixes.iter().filter(|fix| fix.unique);
    for fix in unique.take(MAX_FIXES) {
        line(["try: ", &words(&fix.title)]);
    }
    if let Some(more) = diagnostic.labels.len().checked_sub(MAX_LABELS + 1) {
        line([&(more + 1).to_string(), " more places are not shown"]);
    }
    (!is_first).then_some(out)
}

/// Words of a report as the terminal is to show them.
fn words(text: &str, screen: Screen) -> String {
    shortened(&visible(text, screen.unicode)).into_owned()
}

/// The text, or its beginning where it is very long.
fn shortened(text: &str) -> Cow<'_, str> {
    if text.len() <= MAX_WORDS {
        return Cow::Borrowed(text);
    }
    match text.char_indices().nth(MAX_WORDS) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let header = Some(&self.header).filter(|header| !header.is_empty())?;
        Some(Box::new(header))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help
            .as_ref()
            .map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.page)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

impl SourceCode for Page {
    /// Gives lines their numbers in the file. Without context miette asks only for the place it prints in the
    /// frame, so that must be the column in the file, whatever was cut from the line.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let range = span.offset()..span.offset() + span.len();
        let around = before.max(after);
        let column = if around == 0 {
            self.excerpt.column(range.start)
        } else {
            1
        };
        let block = self
            .excerpt
            .block(range, around)
            .ok_or(MietteError::OutOfBounds)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            block.text.as_bytes(),
            (block.start, block.text.len()).into(),
            block.line as usize - 1,
            column as usize - 1,
            block.line_count,
        )))
    }
}

#[cfg(test)]
mod tests;
