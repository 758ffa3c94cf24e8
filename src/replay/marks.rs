//! The marks of a move held against what it does: capture, en passant, check.

use super::{consistency, report};
use crate::diag::{Code, Diagnostic};
use crate::notation::letters::Letters;
use crate::notation::{CheckMark, Marks, MoveWord, WordForm, check_in};
use crate::record::Node;
use crate::rules::{Effect, Rules, Status};
use crate::source::Span;
use std::borrow::Cow;

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
    /// The word, marks included.
    word: &'a str,
    /// A check or end mark apart from it, and as it is written where that is known.
    mark_apart: Option<(Span, Option<&'a str>)>,
}

impl<'a> Written<'a> {
    /// The move of a node, called `name`, and the text that it stands in, if that is at hand.
    pub(crate) fn of(node: &'a Node, name: &'a str, text: Option<&'a str>) -> Self {
        Self {
            name,
            span: node.span,
            form: &node.form,
            marks: node.marks,
            apart: node.en_passant,
            word: &node.text,
            mark_apart: node.check.map(|at| (at, text.map(|text| at.text(text)))),
        }
    }

    /// The move of a word, called `name`, with no mark apart from it.
    pub(super) fn of_word(word: &'a MoveWord<'a>, name: &'a str) -> Self {
        Self {
            name,
            span: word.span,
            form: &word.form,
            marks: word.marks,
            apart: None,
            word: word.text,
            mark_apart: None,
        }
    }
}

/// The finding that the capture mark is wrong; `san` is how the move is written.
pub(crate) fn capture(written: Written<'_>, san: &str, effect: &Effect) -> Option<Diagnostic> {
    let Written {
        name, span, form, ..
    } = written;
    let claims = consistency::capture_mark_fault(form, || effect.captures_first())?;
    let (claim, truth, help) = if claims {
        (
            "a capture",
            "captures nothing",
            "take the mark out, or look whether a capture was meant",
        )
    } else {
        (
            "a plain move",
            "captures",
            "mark the capture, or look whether another move was meant",
        )
    };
    let message = format!("{name} is marked as {claim} but {truth}");
    let finding = Diagnostic::new(Code::CaptureMark, span, message).help(help);
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

/// The finding that the check or end mark of a move which led to `after` is not the one deserved. An attack that may have
/// been taken for a check is explained, and so is a stalemate that is none.
pub(crate) fn check<R: Rules>(
    rules: &R,
    letters: &Letters,
    written: Written<'_>,
    deserved: CheckMark,
    after: &R::Position,
) -> Option<Diagnostic> {
    let (name, claimed) = (written.name, written.marks.check);
    if !consistency::check_mark_differs::<R>(
        deserved,
        claimed,
        consistency::is_coordinates(written.form),
    ) {
        return None;
    }
    let truth = match deserved {
        CheckMark::None if claimed == CheckMark::Stalemate => "gives no stalemate",
        CheckMark::None => "gives no check",
        CheckMark::Check => "gives check",
        CheckMark::Double => "captures the king",
        CheckMark::Mate => "mates",
        CheckMark::Stalemate => "stalemates",
    };
    let mut finding = Diagnostic::new(Code::CheckMark, written.span, String::new());
    finding.help = match (claimed, deserved) {
        (CheckMark::Stalemate, _) => way_out(rules, letters, after),
        (_, CheckMark::None) => rules.idle_attack(after).as_ref().map(report::idle_attack),
        _ => None,
    };
    let what_to_do = || {
        let help = if claimed == CheckMark::None {
            "mark it, as `convert` does"
        } else {
            "correct the mark, as `convert` does"
        };
        Some(help.to_owned())
    };
    finding.help = finding.help.or_else(what_to_do);
    if claimed == CheckMark::None {
        finding.message = format!("{name} {truth} and is not marked");
        return Some(finding);
    }
    let (mark, place) = written.check_mark();
    let meaning = match claimed {
        CheckMark::Stalemate => ", stalemate",
        CheckMark::None | CheckMark::Check | CheckMark::Double | CheckMark::Mate => "",
    };
    finding.message = format!("{name} {truth} and is marked `{mark}`{meaning}");
    let due = deserved.spelled_like(&mark);
    let title = match deserved {
        CheckMark::None => format!("remove `{mark}`"),
        _ => format!("write `{due}`"),
    };
    Some(match place {
        Some(place) => finding.fix(title, true, place, due),
        None => finding,
    })
}

impl Written<'_> {
    /// The check or end mark as written, and where, unless the word has been written with escapes.
    fn check_mark(&self) -> (Cow<'_, str>, Option<Span>) {
        let usual = || Cow::Owned(self.marks.check.to_string());
        if let Some((place, mark)) = self.mark_apart {
            return (mark.map_or_else(usual, Cow::Borrowed), Some(place));
        }
        let Some(inside) = check_in(self.word) else {
            return (usual(), None);
        };
        let is_plain = self.span.len() == self.word.len();
        let place = Span::new(inside.start, inside.end).shifted(self.span.start);
        let mark = Cow::Borrowed(&self.word[inside]);
        (mark, is_plain.then_some(place))
    }
}

/// That the side to move is not stalemated, by an example.
fn way_out<R: Rules>(rules: &R, letters: &Letters, position: &R::Position) -> Option<String> {
    let (mut moves, mut example) = (Vec::new(), String::new());
    rules.legal_moves(position, &mut moves);
    rules.write_move(position, *moves.first()?, letters, &mut example);
    let side = R::SIDES.name(rules.turn(position));
    Some(format!("{side} can still move, {example} for one"))
}
