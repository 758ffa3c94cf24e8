//! Holds what a score claims about its moves against what they do: numbers, marks, boards, result.

use super::consistency::{self, NumberFault};
use super::history::HistoryRemark;
use super::marks::{self, Written};
use super::walk::{Here, Walk};
use super::{PlyFacts, report, start};
use crate::diag::{Code, Diagnostic, Edit};
use crate::notation::{
    CheckMark, Color, Marks, Nag, Outcome, WrittenNumber, check_in, without_marks,
};
use crate::record::NodeId;
use crate::rules::{Rules, Status};
use crate::source::{Span, Spanned};

/// Digits of a move number that a message repeats.
const LONGEST: usize = 32;

/// By how much what stands before the moves of a line differs from what is due, where that was reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Ahead {
    /// The numbers.
    pub(super) numbers: i64,
    /// Whether the sides are taken for each other.
    pub(super) sides: bool,
    /// The number due and the one that stood there, of a slip after which the right numbers go on.
    slip: Option<(u32, u32)>,
}

/// Plies looked ahead for numbers that tell a slip from a shift.
const FORESIGHT: usize = 64;

impl<R: Rules> Walk<'_, R> {
    /// Judges the number and the side before a ply.
    pub(super) fn judge_count(&mut self, id: NodeId, due: u32, side: Color, ahead: Ahead) -> Ahead {
        let counted = self.judge_number(id, due, side, ahead);
        // A ply that is missing or doubled may show in both.
        let is_said = counted.numbers != ahead.numbers;
        Ahead {
            sides: self.judge_side(id, side, ahead.sides, is_said),
            ..counted
        }
    }

    fn judge_side(&mut self, id: NodeId, side: Color, swapped: bool, is_said: bool) -> bool {
        let Some(written) = self.record.tree.node(id).side else {
            return swapped;
        };
        let expected = if swapped { side.other() } else { side };
        if written.value == expected {
            return swapped;
        }
        if !is_said {
            let [named, due] = [written.value, expected].map(|side| R::SIDES.title(side));
            let message = format!("a turn of {named} is announced where {due} is to move");
            let finding = Diagnostic::new(Code::WrongNumber, written.span, message)
                .help("the sides after it are counted from here; look whether a turn is missing or written twice")
                .fix(format!("write {due}"), false, written.span, self.side_like(written, due));
            self.report(finding, id);
        }
        !swapped
    }

    /// The name of a side, spelled as the name written: in full or as a letter, with the sign behind it.
    fn side_like(&self, written: Spanned<Color>, due: &str) -> String {
        let written = written.span.text(self.text);
        let letters = written.trim_end_matches([':', '.', ')']);
        let name = if letters.len() == 1 { &due[..1] } else { due };
        format!("{name}{}", &written[letters.len()..])
    }

    /// Whether a variation that is to replace a move of the second side begins with the number of one of the first.
    fn is_late(&self, id: NodeId, written: WrittenNumber, side: Color) -> bool {
        let node = self.record.tree.node(id);
        // In a score that numbers both sides with one dot it says nothing.
        let is_usual = |replaced: NodeId| {
            let number = self.record.tree.node(replaced).number;
            number.is_none_or(|number| number.dots != 1)
        };
        let opens = node.replaces.is_some_and(is_usual) && !node.promoted;
        R::WRITES_SAN && opens && side == Color::Black && written.dots == 1
    }

    fn judge_number(&mut self, id: NodeId, due: u32, side: Color, ahead: Ahead) -> Ahead {
        let Some(written) = self.record.tree.node(id).number else {
            return ahead;
        };
        let expected = counted(due, ahead.numbers);
        if ahead.slip == Some((due, written.value)) {
            return ahead;
        }
        match consistency::number_fault(&written, expected, side) {
            None => ahead,
            Some(NumberFault::Dots) if self.is_late(id, written, side) => {
                let printed = written.span.text(self.text);
                let first = R::SIDES.title(side.other());
                let message = format!(
                    "{printed} says that {first} moves, and the variation replaces a move of {}",
                    R::SIDES.name(side)
                );
                let finding = Diagnostic::new(Code::WrongNumber, written.span, message).help(
                    format!(
                        "it is read as one of {}; a variation stands right behind the move that it replaces: put it one move before, or write three dots",
                        R::SIDES.title(side)
                    ),
                );
                self.report(finding, id);
                ahead
            }
            Some(NumberFault::Dots) => {
                let due = if side == Color::White {
                    "one dot is"
                } else {
                    "three dots are"
                };
                let [first, second] = Color::ALL.map(|side| R::SIDES.title(side));
                let message = format!(
                    "{} before a move of {}: {due} usual",
                    written.span.text(self.text),
                    R::SIDES.name(side)
                );
                let finding = Diagnostic::new(Code::NumberDots, written.span, message).help(
                    format!("write one dot before a move of {first}, three before one of {second}"),
                );
                self.report(finding, id);
                ahead
            }
            Some(NumberFault::Value) => {
                // As printed, for a number too large for any game has been cut.
                let printed = written.span.text(self.text).chars();
                let printed: String = printed
                    .take_while(char::is_ascii_digit)
                    .take(LONGEST)
                    .collect();
                let message = format!("the number {printed} stands where {expected} is due");
                let dots = side.dots();
                let shift = i64::from(written.value) - i64::from(due);
                let goes_on = self.goes_on(id, (due, side), ahead.numbers, shift);
                let help = if goes_on {
                    "the numbers after it are counted from here; look whether a move is missing or written twice"
                } else {
                    "the numbers after it go on as if the right one stood here; correct it"
                };
                let finding = Diagnostic::new(Code::WrongNumber, written.span, message)
                    .help(help)
                    .fix(
                        format!("write {expected}{dots}"),
                        false,
                        written.span,
                        format!("{expected}{dots}"),
                    );
                self.report(finding, id);
                if goes_on {
                    Ahead {
                        numbers: shift,
                        ..ahead
                    }
                } else {
                    Ahead {
                        slip: Some((due, written.value)),
                        ..ahead
                    }
                }
            }
        }
    }

    /// Whether the numbers behind the ply `id`, which is due to be number `due` of `side`, go on from the one there,
    /// ahead by `new`: the first that fits that or the count before it, ahead by `old`, tells. Where none does they would.
    fn goes_on(&self, id: NodeId, (due, side): (u32, Color), old: i64, new: i64) -> bool {
        let tree = &self.record.tree;
        let later = (1_u32..).zip(tree.line(Some(id)).skip(1).take(FORESIGHT));
        let numbers = later.filter_map(|(plies, id)| {
            let passed = (plies + u32::from(side == Color::Black)) / 2;
            // Black's number only says that of the move again.
            let written = tree.node(id).number.filter(|_| passed > 0)?;
            let due = due.saturating_add(passed);
            let fits = |shift| written.value == counted(due, shift);
            (fits(old) || fits(new)).then(|| !fits(old))
        });
        // A number too large for any game is no count that could go on.
        let could = i64::from(due) + new < i64::from(u32::MAX);
        numbers.into_iter().next().unwrap_or(could)
    }

    /// Judges capture, en passant and check marks, and the spelling of a move just played, which led to `after`.
    pub(super) fn judge_marks(&mut self, here: Here, facts: &PlyFacts, after: &R::Position) {
        let (effect, usual) = (&facts.effect, facts.local());
        let node = self.record.tree.node(here.id);
        let (span, form, marks, apart) = (node.span, node.form, node.marks, node.en_passant);
        let name = self.name(here);
        let written = Written::of(node, &name, Some(self.text));
        let capture = marks::capture(written, usual, effect);
        let en_passant = marks::en_passant(written, effect);
        let check = marks::check(self.rules, self.letters, written, facts.check, after);
        for finding in [capture, en_passant].into_iter().flatten() {
            self.report(finding, here.id);
        }
        let marked = marks.en_passant || apart.is_some();
        if R::WRITES_SAN && self.archive && marked && effect.en_passant {
            let message = "the en passant mark is not part of the notation";
            let place = apart.unwrap_or(span);
            let finding = Diagnostic::new(Code::Spelling, place, message).help("take it out");
            self.report(finding, here.id);
        }
        let is_told =
            self.record.carried.is_none() && consistency::tells_spelling::<R>(&form, self.archive);
        let unmarked =
            self.archive && consistency::lacks_capture_mark(&form, || effect.captures_first());
        let odd_origin =
            self.archive && !marks.unusual && consistency::origin_is_odd(&form, &facts.san);
        if is_told && (marks.unusual || odd_origin || unmarked) && !marks.en_passant {
            self.odd_spellings.0 += 1;
            if self.odd_spellings.1.is_none() {
                let suffix = marks.nag.and_then(Nag::suffix).unwrap_or_default();
                let usual = format!("{usual}{suffix}");
                let written = &self.record.tree.node(here.id).text;
                let message = match marks_in_order(written, marks) {
                    Some(ordered) if without_marks(written) == without_marks(&usual) => {
                        format!("the marks of {written} usually stand in the order of {ordered}")
                    }
                    _ => format!("{name} is usually written {}", facts.local()),
                };
                let finding = Diagnostic::new(Code::Spelling, span, message);
                let mut finding = finding
                    .help("it is read as that; `convert` writes the moves as usual")
                    .fix(format!("write {usual}"), true, span, usual);
                if unmarked {
                    finding.add_help("a capture is marked with x");
                }
                if odd_origin {
                    finding.add_help("an origin is named where another piece can legally go there too, by its file if that tells them apart");
                }
                self.odd_spellings.1 = Some(finding);
            }
        }
        if let Some(mut finding) = check {
            finding.ply = Some(self.record.tree.node(here.id).ply);
            finding.path = self.record.tree.path(here.id);
            if marks.check == CheckMark::None {
                self.unmarked_checks.push(finding);
            } else {
                self.found.push(finding);
            }
        }
    }

    pub(super) fn judge_boards(&mut self, after: Option<NodeId>, position: &R::Position) {
        let Some(indices) = self.boards_at.get(&after).cloned() else {
            return;
        };
        for index in indices {
            let board = &self.record.tree.boards[index].board;
            let compared =
                consistency::compare_board(board, &self.rules.view(position), self.letters);
            self.boards[index].matches = Some(compared.as_ref().is_some_and(Vec::is_empty));
            let when = after.map_or_else(
                || "at the start".to_owned(),
                |id| format!("after {}", without_marks(&self.record.tree.node(id).text)),
            );
            let finding = match compared.as_deref() {
                Some([]) => continue,
                None => Diagnostic::new(
                    Code::BoardDiffers,
                    board.span,
                    "the printed board has another shape than the game's",
                )
                .help("print the board of this game, or name the game's board"),
                Some(faults) => report::board(faults, &when),
            };
            match after {
                Some(id) => self.report(finding, id),
                None => self.found.push(finding),
            }
        }
    }

    /// Judges the result of the record against how its main line stands and what that proves.
    pub(super) fn judge_result(&mut self, status: (Status, Option<Outcome>)) {
        let marker = self.record.result;
        let tag = self.record.find_tag("Result").map(|tag| &tag.value);
        let last = self.record.tree.mainline().last();
        // Beside a marker that leaves the result open the tag claims it.
        let open = marker.filter(|marker| marker.outcome.is_none());
        let told = tag.and_then(|tag| Some((Outcome::from_marker(&tag.value)?, tag.span)));
        let finding = match (open, told) {
            (Some(open), Some((told, span))) => {
                let mut finding = self.refuted(status, Some(told), span, last);
                let fixes = finding.iter_mut().flat_map(|finding| &mut finding.fixes);
                for fix in fixes {
                    let text = fix.edits.iter().map(|edit| edit.text.clone()).collect();
                    let span = open.span;
                    fix.edits.push(Edit { span, text });
                }
                finding
            }
            _ => {
                let marker = marker.map(|marker| marker.span);
                let span = marker.or(tag.map(|tag| tag.span));
                let claimed = self.record.outcome();
                self.refuted(status, claimed, span.unwrap_or(self.record.span), last)
            }
        };
        self.found.extend(finding);
    }

    /// Judges a result at the end of a variation, whose last ply is `last`.
    pub(super) fn judge_result_inside(&mut self, last: NodeId, status: (Status, Option<Outcome>)) {
        let Some(result) = self.record.tree.node(last).result else {
            return;
        };
        if let Some(finding) = self.refuted(status, result.value, result.span, Some(last)) {
            self.report(finding, last);
        }
    }

    /// The finding that the rules refute a claimed result, if they do.
    fn refuted(
        &self,
        (status, proven): (Status, Option<Outcome>),
        claimed: Option<Outcome>,
        span: Span,
        last: Option<NodeId>,
    ) -> Option<Diagnostic> {
        if !consistency::contradicts(proven, claimed) {
            return None;
        }
        let name = status.name().replace('-', " ");
        let (proven, claimed) = (
            proven.map_or("*", Outcome::marker),
            claimed.map_or("*", Outcome::marker),
        );
        let (position, doubt) = match last {
            Some(_) => ("last", "look for a last move that was printed wrong"),
            None => ("first", "look for a fault in the position"),
        };
        let message = format!(
            "the result is given as {claimed}, but the {position} position is {name}: {proven}"
        );
        let finding = Diagnostic::new(Code::WrongResult, span, message)
            .help(format!("correct the result to {proven}, or {doubt}"))
            .fix(format!("write {proven}"), false, span, proven);
        let proof = match last {
            Some(last) => Some((self.record.tree.node(last).span, report::ending(status))),
            None => start::text(&self.record).map(|(_, at)| (at, report::standing(status))),
        };
        Some(match proof {
            Some((at, proof)) => finding.label(at, proof),
            None => finding,
        })
    }

    pub(super) fn remark(&mut self, here: Here, remark: HistoryRemark) {
        let span = self.record.tree.node(here.id).span;
        let finding = report::history(remark, &self.name(here), span);
        self.report(finding, here.id);
    }

    /// A record in which no check is marked at all gets one note instead of one for each.
    pub(super) fn settle_check_marks(&mut self) {
        let marked = self
            .record
            .tree
            .ids()
            .any(|id| self.record.tree.node(id).marks.check != CheckMark::None);
        let unmarked = std::mem::take(&mut self.unmarked_checks);
        let count = unmarked.count_of(Code::CheckMark);
        if marked || count < 2 {
            self.found.append(unmarked);
        } else if let Some(first) = unmarked.iter().min_by_key(|finding| finding.span.start) {
            let message = format!("checks are not marked in this record ({count} of them)");
            self.found.push(Diagnostic {
                code: Code::NoCheckMarks,
                message,
                help: Some("mark them, as `convert` does".to_owned()),
                ..first.clone()
            });
        }
    }

    /// One note for all unusual spellings of a record.
    pub(super) fn settle_spellings(&mut self) {
        if let (count, Some(mut first)) = std::mem::take(&mut self.odd_spellings) {
            if count > 1 {
                let others = match count - 1 {
                    1 => "1 other move is".to_owned(),
                    others => format!("{others} other moves are"),
                };
                first
                    .message
                    .push_str(&format!("; {others} spelled in an unusual way"));
            }
            self.found.push(first);
        }
    }
}

/// The number that a score ahead by `shift` has where `due` is due.
fn counted(due: u32, shift: i64) -> u32 {
    (i64::from(due) + shift).clamp(0, i64::from(u32::MAX)) as u32
}

/// A word with its marks in the usual order, where their order alone is another.
fn marks_in_order(written: &str, marks: Marks) -> Option<String> {
    let check = check_in(written)?;
    let after_suffix = written[..check.start].ends_with(['!', '?']);
    after_suffix.then(|| format!("{}{marks}", without_marks(written)))
}

#[cfg(test)]
mod tests {
    use crate::diag::Code;
    use crate::notation::Color;
    use crate::record::{NodeId, TreeBuilder};
    use crate::replay::{Options, replay};
    use crate::source::{Span, Spanned};
    use crate::syntax::{Format, read_record};

    /// The plies before which a wrong number or side is found; `sides` names one for each ply by its letter.
    fn wrong(text: &str, sides: &str) -> Vec<u32> {
        let mut builder = TreeBuilder::default();
        read_record(Format::Pgn, text, 0, &mut builder);
        let mut record = builder.finish();
        let ids: Vec<NodeId> = record.tree.ids().collect();
        for (id, letter) in ids.into_iter().zip(sides.chars()) {
            let value = match letter {
                'R' => Color::White,
                'B' => Color::Black,
                _ => continue,
            };
            record.tree.node_mut(id).side = Some(Spanned::new(value, Span::at(id.index())));
        }
        let replay = replay(record, text, &Options::default());
        let findings = replay.diagnostics.iter();
        let findings = findings.filter(|finding| finding.code == Code::WrongNumber);
        findings.filter_map(|finding| finding.ply).collect()
    }

    #[test]
    fn a_side_out_of_turn_is_said_once() {
        let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *";
        assert_eq!(wrong(game, "RBRBRB"), [0; 0]);
        assert_eq!(wrong(game, "BRBRBR"), [1]);
        assert_eq!(wrong(game, "RBBRBR"), [3]);
        assert_eq!(wrong(game, "RBBBRB"), [3, 4], "and back");
    }

    /// One wrong number is one finding, and so is a shift that goes on.
    #[test]
    fn a_wrong_number_is_said_once() {
        for (game, plies) in [
            (
                "1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 4. Ba4 Nf6 5. O-O *",
                &[5][..],
            ),
            ("1. e4 e5 2. Nf3 Nc6 4. Bb5 4... a6 4. Ba4 *", &[5]),
            ("1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 5. Ba4 Nf6 6. O-O *", &[5]),
            ("1. e4 e5 3. Nf3 Nc6 2. Bb5 a6 4. Ba4 *", &[3, 5]),
            ("1. e4 e5 99999999999999999999. Nf3 Nc6 3. Bb5 *", &[3]),
            ("1. e4 e5 2. Nf3 Nc6 99999999999999999999. Bb5 *", &[5]),
            ("20. e4 e5 21. Nf3 Nc6 *", &[1]),
            ("1. e4 e5 2. Nf3 3... Nc6 3. Bb5 3... a6 *", &[4]),
        ] {
            assert_eq!(wrong(game, ""), plies, "{game}");
        }
    }

    #[test]
    fn a_number_and_a_side_that_tell_the_same_are_one_finding() {
        assert_eq!(wrong("1. e4 e5 1... Nf3 Nc6 *", "RBBR"), [3]);
    }
}
