//! Where a record starts: its position text, read and judged.

use crate::diag::{Code, Diagnostic, Edit, Fix};
use crate::record::Record;
use crate::rules::{PositionRemark, RemarkLevel, Rules};
use crate::source::Span;

/// The tags that hold a position text, in order of precedence.
pub(super) const POSITION_TAGS: [&str; 2] = ["FEN", "Position"];

/// The position that a record starts from.
#[derive(Debug)]
pub(super) struct Start<P> {
    /// `None` when the text cannot be read.
    pub(super) position: Option<P>,
    /// Whether the record gives it.
    pub(super) given: bool,
    pub(super) found: Vec<Diagnostic>,
}

/// Reads the start of `record`.
pub(super) fn read<R: Rules>(rules: &R, record: &Record) -> Start<R::Position> {
    let tag = POSITION_TAGS.iter().find_map(|name| record.find_tag(name));
    let carried = record
        .carried
        .as_ref()
        .and_then(|carried| carried.start.as_deref());
    let (text, span) = match (tag, carried) {
        (Some(tag), _) => (tag.value.value.as_str(), tag.value.span),
        (None, Some(text)) => (text, Span::at(record.span.start as usize)),
        (None, None) => {
            return Start {
                position: Some(rules.start()),
                given: false,
                found: Vec::new(),
            };
        }
    };
    let mut remarks = Vec::new();
    let position = rules
        .read_position(text, &mut remarks)
        .map_err(|fault| remarks.push(fault))
        .ok();
    let given = position.as_ref() != Some(&rules.start());
    let told = remarks.iter().map(|remark| tell(remark, text, span));
    let found = told
        .chain(other_start(rules, record, position.as_ref()))
        .collect();
    Start {
        position,
        given,
        found,
    }
}

/// The finding that two tags give different starts, the one that counts being `position`.
fn other_start<R: Rules>(
    rules: &R,
    record: &Record,
    position: Option<&R::Position>,
) -> Option<Diagnostic> {
    let mut tags = POSITION_TAGS
        .iter()
        .filter_map(|name| record.find_tag(name));
    let (first, other) = (tags.next()?, tags.next()?);
    let (first_text, other_text) = (&first.value.value, &other.value.value);
    let same = first_text == other_text
        || position.is_some_and(|position| {
            let read = rules.read_position(other_text, &mut Vec::new());
            read.is_ok_and(|read| read == *position)
        });
    let (first_name, other_name) = (&first.name.value, &other.name.value);
    let message = format!(
        "the tags {first_name} and {other_name} give different positions; {first_name} counts"
    );
    let finding = Diagnostic::new(Code::PositionsDiffer, other.value.span, message)
        .at("not used")
        .label(first.value.span, "the moves are played from here")
        .help(format!(
            "take the {other_name} tag out, or correct {first_name} by it"
        ));
    (!same).then_some(finding)
}

fn tell(remark: &PositionRemark, text: &str, whole: Span) -> Diagnostic {
    // The value may have been written with escapes, or have no place at all; then the whole of it is meant.
    let exact = whole.len() == text.len();
    let place = |(start, end): (usize, usize)| {
        if exact {
            Span::new(start, end).shifted(whole.start)
        } else {
            whole
        }
    };
    let code = match remark.level {
        RemarkLevel::Style => Code::PositionStyle,
        RemarkLevel::Doubt => Code::DoubtfulPosition,
        RemarkLevel::Fault => Code::BadPosition,
    };
    let mut diagnostic = Diagnostic::new(code, place(remark.range), remark.message.clone());
    diagnostic.help.clone_from(&remark.help);
    if exact {
        let unique = remark.repairs.len() == 1;
        diagnostic.fixes = remark
            .repairs
            .iter()
            .map(|(title, range, new)| Fix {
                title: title.clone(),
                unique,
                edits: vec![Edit {
                    span: place(*range),
                    text: new.clone(),
                }],
            })
            .collect();
    }
    diagnostic
}
