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

/// The position text that `record` starts from, and its place.
pub(super) fn text(record: &Record) -> Option<(&str, Span)> {
    let tag = POSITION_TAGS.iter().find_map(|name| record.find_tag(name));
    let carried = || {
        let text = record.carried.as_ref()?.start.as_deref()?;
        Some((text, Span::at(record.span.start as usize)))
    };
    tag.map(|tag| (tag.value.value.as_str(), tag.value.span))
        .or_else(carried)
}

/// Reads the start of `record`.
pub(super) fn read<R: Rules>(rules: &R, record: &Record) -> Start<R::Position> {
    let Some((text, span)) = text(record) else {
        return Start {
            position: Some(rules.start()),
            given: false,
            found: Vec::new(),
        };
    };
    let mut remarks = Vec::new();
    let position = rules
        .read_position(text, &mut remarks)
        .map_err(|fault| remarks.push(fault))
        .ok();
    let given = position.as_ref() != Some(&rules.start());
    let found = remarks
        .iter()
        .map(|remark| tell(remark, text, span))
        .collect();
    Start {
        position,
        given,
        found,
    }
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
