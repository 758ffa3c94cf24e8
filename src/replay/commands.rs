//! What is to be said of the commands in comments, `[%clk 1:03]`.

use crate::diag::{Code, Diagnostic};
use crate::notation::clock::{self, Command};
use crate::record::{Comment, Record, ShortClocks};
use crate::source::Span;

/// Places that get a label of their own, besides the first.
const LABELS: usize = 3;

/// Judges the commands of a record: one finding of each kind for all.
pub(super) fn judge(record: &Record, text: &str) -> impl Iterator<Item = Diagnostic> {
    let found = [doubtful_clocks(record, text), unread(record, text)];
    found.into_iter().flatten()
}

/// Whether something may be to be said of those in a comment; allocates nothing.
pub(super) fn may_be_doubtful(comment: &str) -> bool {
    memchr::memmem::find_iter(comment.as_bytes(), b"[%").any(|at| {
        let command = &comment[at..];
        match clock::read_command(command) {
            Some(Command::Clock(reading)) => reading.two_fields,
            Some(Command::Eval { .. } | Command::Arrows(_) | Command::Squares(_)) => false,
            None => clock::is_named(command),
        }
    })
}

/// Clocks of two fields: hours and minutes by the standard, minutes and seconds by many a program.
fn doubtful_clocks(record: &Record, text: &str) -> Option<Diagnostic> {
    let is_short =
        |command: &Command<'_>| matches!(command, Command::Clock(reading) if reading.two_fields);
    let short = |comment: &str| -> Vec<Span> {
        let commands = clock::commands(comment);
        let short = commands.filter(|command| is_short(&command.value));
        short.map(|command| command.span).collect()
    };
    let places = places(record, text, short);
    let (&first, others) = places.split_first()?;
    let (meant, told_by) = match ShortClocks::of(record) {
        ShortClocks::HoursAndMinutes => ("hours and minutes", ""),
        ShortClocks::MinutesAndSeconds => (
            "minutes and seconds",
            ", since as hours they would show more than the player had",
        ),
    };
    let subject = match others.len() {
        0 => "a clock of two fields is".to_owned(),
        more => format!("{} clocks of two fields are", more + 1),
    };
    let message = format!("{subject} read as {meant}{told_by}");
    let finding = labelled(Diagnostic::new(Code::DoubtfulClock, first, message), others);
    Some(finding.help("write three fields, h:mm:ss"))
}

/// Commands with a known name whose values cannot be read.
fn unread(record: &Record, text: &str) -> Option<Diagnostic> {
    let places = places(record, text, |comment| clock::unread(comment).collect());
    let (&first, others) = places.split_first()?;
    let shown = first.text(text).trim_start_matches("[%");
    let is_end = |c: char| c == ']' || c.is_whitespace();
    let name = shown.split(is_end).next().unwrap_or_default();
    let message = match others.len() {
        0 => format!("the value of the command `{name}` cannot be read"),
        more => format!("the values of {} commands cannot be read", more + 1),
    };
    let usual = match name {
        "clk" | "emt" => "a time is h:mm:ss, as in `[%clk 0:59:58]`",
        "eval" => {
            "a judgement is in pawns or a count of moves to mate, as in `[%eval -1.25]` or `[%eval #3]`"
        }
        "cal" => "arrows have a colour and two squares, as in `[%cal Ge2e4,Rd8d4]`",
        _ => "marks have a colour and a square, as in `[%csl Rd4,Ge5]`",
    };
    let finding = labelled(Diagnostic::new(Code::UnreadCommand, first, message), others);
    Some(finding.help(format!("{usual}; it is kept as text")))
}

fn labelled(finding: Diagnostic, others: &[Span]) -> Diagnostic {
    let others = others.iter().take(LABELS);
    others.fold(finding, |finding, &other| finding.label(other, "here too"))
}

/// The places in the text of what `find` finds in each comment.
fn places(record: &Record, text: &str, find: impl Fn(&str) -> Vec<Span>) -> Vec<Span> {
    let tree = &record.tree;
    let inside = tree
        .ids()
        .flat_map(|id| tree.node(id).before.iter().chain(&tree.node(id).after));
    let comments = record.before.iter().chain(inside).chain(&record.after);
    let in_text = |comment: &Comment| -> Vec<Span> {
        let written = comment.span.text(text);
        let inside = written.find(&comment.text);
        let found = find(&comment.text).into_iter();
        let found = found.map(|span| match inside {
            Some(inside) => span.shifted(comment.span.start + inside as u32),
            None => comment.span,
        });
        found.collect()
    };
    let mut places: Vec<Span> = comments.flat_map(in_text).collect();
    places.sort_unstable();
    places
}
