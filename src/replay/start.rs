//! Where a record starts: its position text, read and judged.

use super::{Positions, report};
use crate::diag::{Code, Diagnostic, Edit, Fix};
use crate::notation::Color;
use crate::notation::letters::Letters;
use crate::notation::men::{Men, read_count, read_list};
use crate::notation::stipulation::Stipulation;
use crate::record::Record;
use crate::rules::{BoardView, PositionRemark, RemarkLevel, Rules, Sides};
use crate::source::{Span, Spanned};
use std::borrow::Cow;

/// The tags that hold a position text, in order of precedence.
pub(super) const POSITION_TAGS: [&str; 2] = ["FEN", "Position"];

/// The tag that holds a board or a list of men; a position text counts more.
pub(super) const BOARD_TAG: &str = "Board";

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
pub(crate) fn text(record: &Record) -> Option<(&str, Span)> {
    let tag = POSITION_TAGS.iter().find_map(|name| record.find_tag(name));
    let carried = || {
        let text = record.carried.as_ref()?.start.as_deref()?;
        Some((text, Span::at(record.span.start as usize)))
    };
    tag.map(|tag| (tag.value.value.as_str(), tag.value.span))
        .or_else(carried)
}

/// Where a record says what it starts from.
enum Said<'r> {
    /// In a position text.
    Text(&'r str, Span),
    /// In a list of men, or on a board that is printed before the moves or stands in a tag.
    Men(Men, Span),
    /// Nowhere that can be read; the finding, unless the reader has it.
    Unreadable(Option<Diagnostic>),
    /// Nowhere.
    Unsaid,
}

fn said(record: &Record, sides: Sides) -> Said<'_> {
    if let Some((text, span)) = text(record) {
        return Said::Text(text, span);
    }
    if sides == Sides::RedBlack {
        // Stones are not men, and their tag `Board` names a board.
        return Said::Unsaid;
    }
    if let Some(Spanned { value, span }) = board_tag(record) {
        return match Men::of_tag(value) {
            Some(men) => Said::Men(men, *span),
            None => Said::Unreadable(Some(no_men(value, *span))),
        };
    }
    let first = record.tree.boards.first();
    match first.filter(|first| first.after.is_none()) {
        Some(first) if first.board.rows.is_empty() => Said::Unreadable(None),
        Some(first) => match first.board.men() {
            Some(men) => Said::Men(men, first.board.span),
            None => Said::Unsaid,
        },
        None => Said::Unsaid,
    }
}

/// The value of the `Board` tag, unless it is the number of a board in a team match.
fn board_tag(record: &Record) -> Option<&Spanned<String>> {
    let tag = record.find_tag(BOARD_TAG)?;
    holds_board(&tag.value.value).then_some(&tag.value)
}

/// Whether the value of a `Board` tag is long enough to hold men.
pub(super) const fn holds_board(value: &str) -> bool {
    const SHORTEST: usize = "White: Ka1".len();
    value.len() >= SHORTEST
}

/// What is wrong with the value of a `Board` tag.
fn no_men(value: &str, span: Span) -> Diagnostic {
    let place = |inside: Span| {
        let exact = span.len() == value.len();
        if exact {
            inside.shifted(span.start)
        } else {
            span
        }
    };
    let listed = read_list(value, 0).and_then(|list| {
        let count = Span::of(value[list.span.end as usize..].trim(), value);
        let miscount = || {
            let written = read_count(count.text(value))?;
            list.men.miscount(Spanned::new(written, count))
        };
        list.faults.first().cloned().or_else(miscount)
    });
    if let Some(mut fault) = listed {
        fault.span = place(fault.span);
        return fault;
    }
    let message = "the tag holds neither a list of men nor a board";
    Diagnostic::new(Code::BadPosition, span, message)
        .help("write `White: Kc1 Ra5 - Black: Kc8`, or eight rows of eight cells with `/` between")
}

/// The letters of the list of men, or of the board in another language than English, that a record starts from.
pub(super) fn letters(record: &Record, sides: Sides) -> Option<&'static Letters> {
    match said(record, sides) {
        Said::Men(men, _) => {
            let first = record.tree.boards.first();
            let listed = first.and_then(|first| first.board.listed);
            let own = men.letters();
            let in_tag = board_tag(record).is_some_and(|tag| read_list(&tag.value, 0).is_some());
            listed.or((in_tag || *own != Letters::ENGLISH).then_some(own))
        }
        Said::Text(..) | Said::Unreadable(_) | Said::Unsaid => None,
    }
}

/// Who moves first from a list or a board: as the stipulation has it, else as the first number says.
fn mover(record: &Record) -> Color {
    let stipulation = record.tag("Stipulation").map(str::parse::<Stipulation>);
    if let Some(Ok(stipulation)) = stipulation {
        return stipulation.first_mover();
    }
    let first = record.tree.first().map(|id| record.tree.node(id));
    match first.and_then(|first| first.number) {
        Some(number) if number.dots > 1 => Color::Black,
        _ => Color::White,
    }
}

/// Reads the start of `record`.
pub(super) fn read<R: Rules>(rules: &R, record: &Record, manner: Positions) -> Start<R::Position> {
    let usual = || Start {
        position: Some(rules.start()),
        given: false,
        found: Vec::new(),
    };
    let (text, span, from_men) = match said(record, R::SIDES) {
        Said::Text(text, span) => (Cow::Borrowed(text), span, false),
        Said::Men(men, span) => {
            let text = men.fen(mover(record));
            let mut start = String::new();
            rules.write_position(&rules.start(), &mut start);
            // The usual board says nothing of rights to castle.
            if start.split(' ').next() == text.split(' ').next() {
                return usual();
            }
            (Cow::Owned(text), span, true)
        }
        Said::Unreadable(finding) => {
            return Start {
                position: None,
                given: true,
                found: finding.into_iter().collect(),
            };
        }
        Said::Unsaid => return usual(),
    };
    let mut remarks = Vec::new();
    let position = read_text(rules, &text, manner, &mut remarks);
    let given = position.as_ref() != Some(&rules.start());
    let mut found: Vec<Diagnostic> = if from_men {
        // The text is ours; what is wrong with the position is wrong with the men.
        let faults = remarks
            .iter()
            .filter(|remark| remark.level == RemarkLevel::Fault);
        let tell = |fault: &PositionRemark| {
            Diagnostic::new(Code::BadPosition, span, fault.message.clone())
                .help("correct the men; nothing is replayed from a position that cannot be")
        };
        faults.map(tell).collect()
    } else {
        remarks
            .iter()
            .map(|remark| tell(remark, &text, span))
            .collect()
    };
    if !from_men && let Some(position) = &position {
        found.extend(other_board(record, &rules.view(position)));
    }
    found.extend(other_start(rules, record, position.as_ref()));
    let is_dead = given && position.as_ref().is_some_and(|start| rules.is_dead(start));
    found.extend(is_dead.then(|| report::dead_start(span)));
    Start {
        position,
        given,
        found,
    }
}

/// Reads a position text, as far as its faults allow it in this manner.
fn read_text<R: Rules>(
    rules: &R,
    text: &str,
    manner: Positions,
    remarks: &mut Vec<PositionRemark>,
) -> Option<R::Position> {
    /// Faults that are mended: as many as there are fields, and no text so odd that a repair leads back to a fault.
    const MOST: usize = 6;
    let mut mended = Mended {
        text: Cow::Borrowed(text),
        edits: Vec::new(),
    };
    loop {
        let mut found = Vec::new();
        let read = rules.read_position(&mended.text, &mut found);
        let fault = match read {
            Ok(position) => {
                remarks.extend(found.into_iter().map(|remark| mended.as_written(remark)));
                return Some(position);
            }
            Err(fault) => fault,
        };
        match fault.repairs.as_slice() {
            [(title, range, new)] if manner == Positions::Lenient && mended.edits.len() < MOST => {
                let doubt = PositionRemark {
                    level: RemarkLevel::Doubt,
                    message: format!("{}; read as if mended: {title}", fault.message),
                    ..fault.clone()
                };
                remarks.push(mended.as_written(doubt));
                mended.edit(*range, new);
            }
            _ => {
                remarks.extend(found.into_iter().map(|remark| mended.as_written(remark)));
                remarks.push(mended.as_written(fault));
                return None;
            }
        }
    }
}

/// A position text with repairs made in it.
struct Mended<'t> {
    text: Cow<'t, str>,
    /// What was replaced, in the text as it was then, and the length of the new text.
    edits: Vec<((usize, usize), usize)>,
}

impl Mended<'_> {
    fn edit(&mut self, (start, end): (usize, usize), new: &str) {
        self.text.to_mut().replace_range(start..end, new);
        self.edits.push(((start, end), new.len()));
    }

    /// A remark on the mended text with the places of the text as it was written.
    fn as_written(&self, mut remark: PositionRemark) -> PositionRemark {
        remark.range = self.place(remark.range);
        for (_, range, _) in &mut remark.repairs {
            *range = self.place(*range);
        }
        remark
    }

    fn place(&self, range: (usize, usize)) -> (usize, usize) {
        let edits = self.edits.iter().rev();
        edits.fold(range, |(start, end), &((from, to), len)| {
            let back = |place: usize, inside: usize| match place {
                place if place >= from + len => place - len + (to - from),
                place if place > from => inside,
                place => place,
            };
            (back(start, from), back(end, to))
        })
    }
}

/// What is wrong when a `Board` tag beside a position text shows other men.
fn other_board(record: &Record, view: &BoardView) -> Option<Diagnostic> {
    let tag = board_tag(record)?;
    let men = Men::of_tag(&tag.value)?;
    let same = men
        .rows()
        .zip(&view.rows)
        .all(|(row, shown)| row[..] == shown[..]);
    let message = "the tag `Board` shows other men than the position text";
    let finding = Diagnostic::new(Code::BoardDiffers, tag.span, message)
        .help("the position text counts; correct the board, or take it out");
    (!same).then_some(finding)
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

/// The finding that a remark on the position text `text`, which stands at `whole`, comes to.
pub(super) fn tell(remark: &PositionRemark, text: &str, whole: Span) -> Diagnostic {
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
    let what_to_do = || match remark.level {
        RemarkLevel::Style => "write it as usual, as `convert` does",
        RemarkLevel::Doubt => "correct the field if it was meant otherwise",
        RemarkLevel::Fault => "correct the position text; nothing is replayed until it can be read",
    };
    let help = remark.help.as_deref().unwrap_or_else(what_to_do);
    diagnostic.help = Some(help.to_owned());
    if exact {
        // Whether a fault has no other remedy only the moves can tell.
        let unique = remark.repairs.len() == 1 && remark.level != RemarkLevel::Fault;
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
