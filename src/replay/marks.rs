//! The marks of a move held against what it does: capture, en passant, check.

use super::{consistency, report};
use crate::diag::{Code, Diagnostic};
use crate::notation::{CheckMark, Marks, WordForm};
use crate::record::Node;
use crate::rules::{Effect, Rules, Status};
use crate::source::Span;

/// A move as written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written<'a> {
    /// The move with its number, as people call it.
    name: &'a str,
    span: Span,
    form: &'a WordForm,
    marks: Marks,
    /// An `e.p.` apart from it.
    apart: Option<Span>,
}

impl<'a> Written<'a> {
    /// The move of a node, called `name`.
    pub(crate) const fn of(node: &'a Node, name: &'a str) -> Self {
        Self {
            name,
            span: node.span,
            form: &node.form,
            marks: node.marks,
            apart: node.en_passant,
        }
    }
}

/// The finding that the capture mark is wrong; `san` is how the move is written.
pub(crate) fn capture(written: Written<'_>, san: &str, effect: &Effect) -> Option<Diagnostic> {
    let Written {
        name, span, form, ..
    } = written;
    let claims = consistency::capture_mark_fault(form, || effect.captures_first())?;
    let (claim, truth) = if claims {
        ("a capture", "captures nothing")
    } else {
        ("a plain move", "captures")
    };
    let message = format!("{name} is marked as {claim} but {truth}");
    let finding = Diagnostic::new(Code::CaptureMark, span, message);
    Some(finding.fix(format!("write {san}"), true, span, san))
}

/// The finding that a move is marked as a capture en passant and is none.
pub(crate) fn en_passant(written: Written<'_>, effect: &Effect) -> Option<Diagnostic> {
    let marked = written.marks.en_passant || written.apart.is_some();
    (marked && !effect.en_passant).then(|| {
        let place = written.apart.unwrap_or(written.span);
        let name = written.name;
        let message = format!("{name} is marked as an en passant capture and is none");
        Diagnostic::new(Code::NotEnPassant, place, message)
            .help("remove the mark, or look whether another capture was meant")
    })
}

/// The mark that the move which led to `after` deserves. That it stalemates need not be said; where it was `claimed` the
/// claim is looked into.
pub(crate) fn deserved<R: Rules>(rules: &R, after: &R::Position, claimed: CheckMark) -> CheckMark {
    if claimed == CheckMark::Stalemate && rules.status(after) == Status::Stalemate {
        claimed
    } else {
        rules.check_mark(after)
    }
}

/// The finding that the check mark of a move which led to `after` is not the one deserved. An attack that may have been
/// taken for a check is explained.
pub(crate) fn check<R: Rules>(
    rules: &R,
    written: Written<'_>,
    deserved: CheckMark,
    after: &R::Position,
) -> Option<Diagnostic> {
    let mark = written.marks.check;
    if !consistency::check_mark_differs::<R>(deserved, mark, written.form) {
        return None;
    }
    let idle = (deserved == CheckMark::None)
        .then(|| rules.idle_attack(after))
        .flatten();
    let deserved = match deserved {
        CheckMark::None => "gives no check",
        CheckMark::Check => "gives check",
        CheckMark::Double => "captures the king",
        CheckMark::Mate => "mates",
        CheckMark::Stalemate => "stalemates",
    };
    let mark = match mark {
        CheckMark::None => "is not marked",
        CheckMark::Check => "is marked +",
        CheckMark::Double => "is marked ++",
        CheckMark::Mate => "is marked #",
        CheckMark::Stalemate => "is marked pat",
    };
    let message = format!("{} {deserved} and {mark}", written.name);
    let mut finding = Diagnostic::new(Code::CheckMark, written.span, message);
    finding.help = idle.as_ref().map(report::idle_attack);
    Some(finding)
}
