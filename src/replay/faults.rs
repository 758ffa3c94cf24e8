//! Words that cannot be played as they stand: illegal or ambiguous ones, told with cause and remedy.

use super::lookahead::{self, Decision, Rest, Step};
use super::walk::{Here, Walk, move_name};
use super::{report, suggest};
use crate::diag::{Code, Diagnostic};
use crate::notation::letters::Letters;
use crate::notation::{CheckMark, Square, WordForm, read_word, without_marks};
use crate::parse::is_dash;
use crate::record::NodeId;
use crate::rules::Rules;
use crate::source::Span;
use serde_json::json;
use std::fmt::Write;

/// Plies looked back for the arrival of a piece that matters to a fault.
const STORY: usize = 1_000;

impl<R: Rules> Walk<'_, R> {
    /// Decides between several legal readings by what follows.
    pub(super) fn settle(
        &mut self,
        position: &R::Position,
        here: Here,
        readings: &[R::Move],
        rest: &[NodeId],
    ) -> Option<R::Move> {
        let tree = &self.record.tree;
        let main = tree.is_main(here.id);
        let steps: Vec<Step<'_>> = rest
            .iter()
            .map(|&id| Step {
                form: tree.node(id).form,
                boards: self
                    .boards_at
                    .get(&Some(id))
                    .into_iter()
                    .flatten()
                    .map(|&index| &tree.boards[index].board)
                    .collect(),
            })
            .collect();
        let claimed = if main { self.record.outcome() } else { None };
        let rest_of_line = Rest {
            steps: &steps,
            claimed,
        };
        let decision = lookahead::decide(
            self.rules,
            self.letters,
            position,
            readings,
            rest_of_line,
            &mut self.budget,
        );
        let boards = steps.iter().any(|step| !step.boards.is_empty());
        let names: Vec<String> = readings
            .iter()
            .map(|&reading| self.write(position, reading, self.letters))
            .collect();
        let name = self.name(here);
        let span = tree.node(here.id).span;
        let all = names.join(", ");
        let (mut finding, chosen) = match decision {
            Decision::Agrees(only) | Decision::Furthest(only) => {
                let chosen = self.write(position, only, self.letters);
                let why = match decision {
                    Decision::Agrees(_) if boards => {
                        "with it alone the rest of the line, the result and the printed board agree"
                    }
                    Decision::Agrees(_) => {
                        "with it alone the rest of the line and the result agree"
                    }
                    _ => "with it the line replays furthest",
                };
                let message = format!("{name} may be {all}; read as {chosen}: {why}");
                let finding = Diagnostic::new(Code::SettledAmbiguity, span, message)
                    .at("several legal readings")
                    .fix(
                        format!("write {chosen}"),
                        true,
                        self.bare_word(here.id),
                        without_marks(&chosen),
                    );
                (finding, Some(only))
            }
            Decision::Open | Decision::TooMany => {
                let (code, message) = if decision == Decision::Open {
                    (
                        Code::AmbiguousMove,
                        format!(
                            "{name} is ambiguous: {all} are all legal, and what follows does not decide"
                        ),
                    )
                } else {
                    (
                        Code::NotDecided,
                        format!(
                            "{name} is ambiguous: {all}; not decided within {} positions",
                            lookahead::BOUND
                        ),
                    )
                };
                let mut finding = Diagnostic::new(code, span, message).at("several legal readings");
                let marks = tree.node(here.id).marks;
                let mut fitting = Vec::new();
                for (&reading, reading_name) in readings.iter().zip(&names) {
                    let mut after = position.clone();
                    self.rules.play(&mut after, reading);
                    if marks.check != CheckMark::None
                        && self.rules.check_mark(&after) == marks.check
                    {
                        fitting.push(reading_name.as_str());
                    }
                    finding = finding.fix(
                        format!("write {reading_name}"),
                        false,
                        span,
                        reading_name.clone(),
                    );
                }
                let sign = match fitting[..] {
                    [only] => format!(
                        "; the sign {} fits {only} alone, but signs do not decide",
                        marks.check
                    ),
                    _ => String::new(),
                };
                finding.help = Some(format!(
                    "name the piece that moves: {}{sign}",
                    report::either(&names)
                ));
                self.tell_unplayed(&mut finding, rest);
                (finding, None)
            }
        };
        finding.candidates = readings
            .iter()
            .map(|&reading| self.write(position, reading, &Letters::ENGLISH))
            .collect();
        self.report(finding, here.id);
        chosen
    }

    /// Names what a fault leaves unjudged.
    fn tell_unplayed(&self, finding: &mut Diagnostic, rest: &[NodeId]) {
        let after = rest.len().saturating_sub(1);
        if after > 0 {
            let plural = if after == 1 {
                "the move after it is"
            } else {
                "the moves after it are"
            };
            finding.add_help(&format!("{plural} kept but not judged ({after} unplayed)"));
        }
        for id in rest {
            for &index in self.boards_at.get(&Some(*id)).into_iter().flatten() {
                let span = self.record.tree.boards[index].board.span;
                finding.labels.push(crate::diag::Label {
                    span,
                    message: "this board is not judged".to_owned(),
                });
            }
        }
    }

    /// Reports the word at `here` as illegal, with its cause and what may have been meant.
    pub(super) fn report_illegal(
        &mut self,
        position: &R::Position,
        here: Here,
        rest: &[NodeId],
        code: Code,
    ) {
        let node = self.record.tree.node(here.id);
        let mut finding = self.illegal(position, here, node.parent, &node.form, node.span, code);
        // An odd number just before it is part of the same slip: a move was lost, or written twice.
        if let Some(number) = self.found.pop_if(|last| {
            last.code == Code::WrongNumber
                && last.span.end <= finding.span.start
                && self
                    .record
                    .tree
                    .node(here.id)
                    .number
                    .is_some_and(|written| written.span == last.span)
        }) {
            finding.labels.push(crate::diag::Label {
                span: number.span,
                message: number.message,
            });
            finding.add_help("a move before it may be missing or written twice");
        }
        if let Some((joined, whole)) = self.torn_apart(position, rest) {
            let name = move_name(here.number, here.side, &joined);
            finding.message = format!("{name} is torn apart by the blanks about its dash");
            finding.span = whole;
            finding.help = None;
            finding.fixes.clear();
            finding = finding.fix(format!("write {joined}"), true, whole, joined);
            self.forget_dashes(whole, rest);
        }
        self.tell_unplayed(&mut finding, rest);
        self.report(finding, here.id);
    }

    /// The move that the first two words of `rest` would be without the blanks about the dash between them, `Kc1 - d2`,
    /// and where it stands. Only the position can tell it from two moves.
    fn torn_apart(&self, position: &R::Position, rest: &[NodeId]) -> Option<(String, Span)> {
        let [first, second, ..] = rest else {
            return None;
        };
        let (first, second) = (
            self.record.tree.node(*first),
            self.record.tree.node(*second),
        );
        let between = self
            .text
            .get(first.span.end as usize..second.span.start as usize)?;
        if !is_lone_dash(between.trim()) {
            return None;
        }
        let joined = format!("{}-{}", first.text, without_marks(&second.text));
        let read = read_word(&joined).filter(|read| read.len == joined.len())?;
        let mut readings = Vec::new();
        self.rules
            .candidates(position, &read.form, self.letters, &mut readings);
        let end = second.span.start as usize + without_marks(&second.text).len();
        (!readings.is_empty()).then(|| (joined, Span::new(first.span.start as usize, end)))
    }

    /// Takes back what was said of dashes that stand alone from `from` to the end of `rest`: it has one cause.
    fn forget_dashes(&mut self, from: Span, rest: &[NodeId]) {
        let end = rest
            .last()
            .map_or(from.end, |&id| self.record.tree.node(id).span.end);
        let text = self.text;
        self.found.retain(|finding| {
            let inside = from.start <= finding.span.start && finding.span.end <= end;
            !(finding.code == Code::NotAMove && inside && is_lone_dash(finding.span.text(text)))
        });
    }

    /// The finding about an illegal word at `span`, which is or would be the ply `here`, after the ply `parent`.
    pub(super) fn illegal(
        &self,
        position: &R::Position,
        here: Here,
        parent: Option<NodeId>,
        form: &WordForm,
        span: Span,
        code: Code,
    ) -> Diagnostic {
        let word = without_marks(span.text(self.text));
        let why = self.rules.explain(position, form, self.letters);
        let mut told = report::tell(&why);
        let story = told
            .passed
            .map(|pawn| self.no_en_passant(parent, pawn, &mut told));
        let name = move_name(here.number, here.side, word);
        let mut finding =
            Diagnostic::new(code, span, format!("{name} is illegal: {}", told.cause)).at("illegal");
        finding.help = told.help;
        if let (Some(message), Some(own)) = (
            told.own_last,
            parent.and_then(|id| self.record.tree.node(id).parent),
        ) {
            finding = finding.label(self.record.tree.node(own).span, message);
        }
        if let (Some(message), Some(last)) = (told.last, parent) {
            finding = finding.label(self.record.tree.node(last).span, message);
        }
        for (id, message) in story.into_iter().flatten() {
            finding = finding.label(self.record.tree.node(id).span, message);
        }
        for (square, message) in told.squares {
            if let Some(arrival) = self.arrival(parent, square) {
                finding = finding.label(self.record.tree.node(arrival).span, message);
            }
        }
        let near = suggest::near(self.rules, self.letters, position, word, form);
        if !near.is_empty() {
            finding.add_help(&format!("did you mean {}?", report::either(&near)));
            for suggestion in &near {
                finding = finding.fix(
                    format!("write {suggestion}"),
                    false,
                    Span::new(span.start as usize, span.start as usize + word.len()),
                    without_marks(suggestion),
                );
            }
        }
        finding.why = Some(told.reason);
        finding
    }

    /// Completes the cause why the pawn on `pawn` cannot be captured en passant after the ply `last`, and names the
    /// plies that matter: how it came there, and where a right to capture it lapsed.
    fn no_en_passant(
        &self,
        last: Option<NodeId>,
        pawn: Square,
        told: &mut report::Told,
    ) -> Vec<(NodeId, &'static str)> {
        let Some(arrival) = self.arrival(last, pawn) else {
            told.cause
                .push_str(": the position from the start gives no such right");
            return Vec::new();
        };
        let facts = self.facts[arrival.index()].as_ref();
        let origin = facts.and_then(|facts| facts.effect.path.first().copied());
        if let Some(from) = origin.filter(|from| from.rank().abs_diff(pawn.rank()) != 2) {
            // Writing to a string cannot fail.
            let _ = write!(told.cause, ": it came from {from}, not by a double step");
            return vec![(arrival, "the pawn came here")];
        }
        let mut after = std::iter::successors(last, |&id| self.record.tree.node(id).parent);
        let lapse = after.find(|&id| self.record.tree.node(id).parent == Some(arrival));
        let Some(lapse) = lapse else {
            return vec![(arrival, "the double step")];
        };
        let ply = self.record.tree.node(lapse).ply;
        let _ = write!(told.cause, ": the right lapsed with ply {ply}");
        told.reason.facts.push(("lapsed", json!(ply)));
        vec![
            (arrival, "its double step could be answered at once only"),
            (lapse, "another move was played here"),
        ]
    }

    /// The ply, at or before `from` on its path, that brought a piece to `square`.
    fn arrival(&self, from: Option<NodeId>, square: Square) -> Option<NodeId> {
        std::iter::successors(from, |&id| self.record.tree.node(id).parent)
            .take(STORY)
            .find(|&id| {
                self.facts[id.index()]
                    .as_ref()
                    .is_some_and(|facts| facts.effect.path.last() == Some(&square))
            })
    }

    /// The word without its marks.
    fn bare_word(&self, id: NodeId) -> Span {
        let node = self.record.tree.node(id);
        Span::new(
            node.span.start as usize,
            node.span.start as usize + without_marks(&node.text).len(),
        )
    }
}

fn is_lone_dash(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(is_dash) && chars.next().is_none()
}
