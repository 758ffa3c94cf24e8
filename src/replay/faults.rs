//! Words that cannot be played as they stand: illegal or ambiguous ones, told with cause and remedy.

use super::lookahead::{self, Decision, Rest, Step};
use super::report::{self, Told};
use super::walk::{Here, Walk, move_name};
use super::{start, suggest};
use crate::diag::{Code, Diagnostic};
use crate::notation::chess::Wing;
use crate::notation::letters::Letters;
use crate::notation::{
    Cell, CheckMark, Color, Square, WordForm, WrittenNumber, read_word, without_marks,
};
use crate::parse::is_dash;
use crate::record::NodeId;
use crate::rules::{Rules, Status, Why};
use crate::source::Span;
use serde_json::json;
use std::fmt::Write;

/// Plies looked back for the arrival of a piece that matters to a fault.
const STORY: usize = 1_000;

/// A word that cannot be played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Faulty<'a> {
    /// The move with its number, as people call it.
    pub(crate) name: &'a str,
    /// The word without its marks.
    pub(crate) text: &'a str,
    /// What it says.
    pub(crate) form: &'a WordForm,
    /// Why it cannot be played.
    pub(crate) why: &'a Why,
    /// Where it stands, marks included.
    pub(crate) span: Span,
}

/// Places that matter, each with what is to be said of it.
type Places = Vec<(Span, &'static str)>;

/// The places of earlier moves that may matter to a fault.
pub(crate) struct Story<'a> {
    /// The move before by the same side.
    pub(crate) own_last: Option<Span>,
    /// The move before, and the how manieth ply it is.
    pub(crate) last: Option<(Span, u32)>,
    /// What the game starts from, where it is given.
    pub(crate) start: Option<Span>,
    /// The move that brought a piece to a cell.
    pub(crate) arrival: &'a dyn Fn(Cell) -> Option<Span>,
    /// Completes the cause why a pawn cannot be captured en passant, and names the moves that matter.
    pub(crate) passed: &'a dyn Fn(Square, &mut Told) -> Places,
    /// Where the side to move lost the right to castle, or that the start gives none.
    pub(crate) lost_right: &'a dyn Fn(Wing) -> Option<(Span, &'static str)>,
}

/// The finding that a word is illegal, with its cause and what may have been meant.
pub(crate) fn illegal<R: Rules>(
    rules: &R,
    letters: &Letters,
    position: &R::Position,
    word: Faulty<'_>,
    code: Code,
    story: &Story<'_>,
) -> Diagnostic {
    let Faulty {
        name,
        text,
        form,
        why,
        span,
    } = word;
    let mut told = report::tell(why);
    let passed = told.passed.map(|pawn| (story.passed)(pawn, &mut told));
    if let (Some(_), Some((_, ply))) = (told.last, story.last) {
        let _ = write!(told.cause, " since ply {ply}");
        told.reason.facts.push(("since", json!(ply)));
    }
    let message = format!("{name} is illegal: {}", told.cause);
    let mut finding = Diagnostic::new(code, span, message).at("illegal");
    finding.help = told.help;
    if let (Some(message), Some(own)) = (told.own_last, story.own_last) {
        finding = finding.label(own, message);
    }
    if let (Some(message), Some((last, _))) = (told.last, story.last) {
        finding = finding.label(last, message);
    }
    if let (Why::GameOver { status }, None, Some(start)) = (why, story.last, story.start) {
        finding = finding.label(start, report::standing(*status));
    }
    let lost = match why {
        Why::CastlingRight { wing } => (story.lost_right)(*wing),
        _ => None,
    };
    for (place, message) in passed.into_iter().flatten().chain(lost) {
        finding = finding.label(place, message);
    }
    for (cell, message) in told.cells {
        if let Some(arrival) = (story.arrival)(cell) {
            finding = finding.label(arrival, message);
        }
    }
    let near = match why {
        Why::GameOver { .. } => Vec::new(),
        _ => suggest::near(rules, letters, position, text, form),
    };
    if !near.is_empty() {
        finding.add_help(&format!("did you mean {}?", report::either(&near)));
        let start = span.start as usize;
        let bare_span = Span::new(start, start + text.len());
        for suggestion in &near {
            let title = format!("write {suggestion}");
            finding = finding.fix(title, false, bare_span, without_marks(suggestion));
        }
    }
    if finding.help.is_none() {
        let help = match why {
            Why::GameOver { .. } => {
                "take out what follows the end, or look for a move before it that was printed wrong"
            }
            _ => "correct the word, or look for a move before it that was printed wrong",
        };
        finding.add_help(help);
    }
    finding.why = Some(told.reason);
    finding
}

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
                    .help("name the piece that moves")
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

    /// Reports that the null move called `name` cannot be made.
    pub(super) fn report_no_pass(&mut self, position: &R::Position, here: Here, name: String) {
        let node = self.record.tree.node(here.id);
        let attacker = self.rules.king_attackers(position).first().copied();
        let is_over = self.rules.status(position) != Status::Ongoing;
        let (cause, help) = match attacker {
            Some(_) if !is_over => (
                "the side to move is in check and cannot pass",
                "write the move that answers the check",
            ),
            _ if is_over => ("the game was already over", "remove it"),
            _ => (
                "the side to move cannot pass here",
                "write the move that was made",
            ),
        };
        let message = format!("{name} is illegal: {cause}");
        let mut finding = Diagnostic::new(Code::IllegalMove, node.span, message)
            .at("illegal")
            .help(help);
        let arrival = attacker.and_then(|at| self.arrival(node.parent, at.into()));
        if let Some(arrival) = arrival {
            finding = finding.label(
                self.record.tree.node(arrival).span,
                "the attacker came here",
            );
        }
        self.report(finding, here.id);
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
        // An odd number just before it is part of the same slip: a move was lost, or written twice.
        let number = self.found.pop_if(|last| {
            let is_before = |written: WrittenNumber| written.span == last.span;
            matches!(last.code, Code::WrongNumber | Code::NumberDots)
                && last.span.end <= node.span.start
                && node.number.is_some_and(is_before)
        });
        // The word was read as another that is no better.
        let mended = |finding: &Diagnostic| {
            finding.code == Code::UnreadMove
                && finding.span == node.span
                && !finding.fixes.is_empty()
        };
        if self.found.iter().any(mended) {
            self.found.retain(|finding| !mended(finding));
        }
        if !self.found.has_room(code) {
            return self.found.leave_out(code, 1);
        }
        let why = self.rules.explain(position, &node.form, self.letters);
        let mut finding = self.illegal(
            position,
            here,
            node.parent,
            (&node.form, &why),
            node.span,
            code,
        );
        if let Some(number) = number {
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

    /// Reports the word at `here` as illegal for a reason that the rules cannot know from the position.
    pub(super) fn report_refuted(
        &mut self,
        position: &R::Position,
        here: Here,
        rest: &[NodeId],
        why: &Why,
    ) {
        let node = self.record.tree.node(here.id);
        let (parent, form, span) = (node.parent, node.form, node.span);
        let mut finding = self.illegal(
            position,
            here,
            parent,
            (&form, why),
            span,
            Code::IllegalMove,
        );
        self.tell_unplayed(&mut finding, rest);
        self.report(finding, here.id);
    }

    /// The finding about an illegal word, its form and the reason given, at `span`, which is or would be the ply
    /// `here`, after the ply `parent`.
    pub(super) fn illegal(
        &self,
        position: &R::Position,
        here: Here,
        parent: Option<NodeId>,
        (form, why): (&WordForm, &Why),
        span: Span,
        code: Code,
    ) -> Diagnostic {
        let tree = &self.record.tree;
        let place = |id: NodeId| tree.node(id).span;
        let text = without_marks(span.text(self.text));
        let word = Faulty {
            name: &move_name(here.number, here.side, text),
            text,
            form,
            why,
            span,
        };
        let story = Story {
            own_last: parent.and_then(|id| tree.node(id).parent).map(place),
            last: parent.map(|id| (place(id), tree.node(id).ply)),
            start: start::text(&self.record).map(|(_, at)| at),
            arrival: &|cell| self.arrival(parent, cell).map(place),
            passed: &|pawn, told| self.no_en_passant(parent, pawn, told),
            lost_right: &|wing| self.lost_right(parent, here.side, wing),
        };
        illegal(self.rules, self.letters, position, word, code, &story)
    }

    /// Completes the cause why the pawn on `pawn` cannot be captured en passant after the ply `last`, and names the
    /// plies that matter: how it came there, and where a right to capture it lapsed.
    fn no_en_passant(&self, last: Option<NodeId>, pawn: Square, told: &mut Told) -> Places {
        let place = |id: NodeId| self.record.tree.node(id).span;
        let Some(arrival) = self.arrival(last, pawn.into()) else {
            told.cause
                .push_str(": the position from the start gives no such right");
            return Vec::new();
        };
        let facts = self.facts[arrival.index()].as_ref();
        let origin = facts.and_then(|facts| facts.effect.path.first().copied());
        if let Some(from) = origin.filter(|from| from.rank.abs_diff(pawn.rank()) != 2) {
            // Writing to a string cannot fail.
            let _ = write!(told.cause, ": it came from {from}, not by a double step");
            return vec![(place(arrival), "the pawn came here")];
        }
        let mut after = std::iter::successors(last, |&id| self.record.tree.node(id).parent);
        let lapse = after.find(|&id| self.record.tree.node(id).parent == Some(arrival));
        let Some(lapse) = lapse else {
            return vec![(place(arrival), "the double step")];
        };
        let ply = self.record.tree.node(lapse).ply;
        let _ = write!(told.cause, ": the right lapsed with ply {ply}");
        told.reason.facts.push(("lapsed", json!(ply)));
        vec![
            (
                place(arrival),
                "its double step could be answered at once only",
            ),
            (place(lapse), "another move was played here"),
        ]
    }

    /// Where on the way to the ply `last` the side `mover` lost the right to castle to `wing`.
    fn lost_right(
        &self,
        last: Option<NodeId>,
        mover: Color,
        wing: Wing,
    ) -> Option<(Span, &'static str)> {
        let tree = &self.record.tree;
        let mut position = self.start.clone()?;
        if self.rules.castling_rook(&position, mover, wing).is_none() {
            let (text, place) = start::text(&self.record)?;
            let rights = text.split(' ').nth(2).filter(|_| place.len() == text.len());
            let exact = rights.map(|rights| Span::of(rights, text).shifted(place.start));
            return Some((exact.unwrap_or(place), "no such right is given here"));
        }
        let mut path: Vec<NodeId> =
            std::iter::successors(last, |&id| tree.node(id).parent).collect();
        while let Some(id) = path.pop() {
            self.played[id.index()]?.make(self.rules, &mut position);
            if self.rules.castling_rook(&position, mover, wing).is_none() {
                return Some((tree.node(id).span, "the right was lost with this move"));
            }
        }
        None
    }

    /// The ply, at or before `from` on its path, that brought a piece to `cell`.
    fn arrival(&self, from: Option<NodeId>, cell: Cell) -> Option<NodeId> {
        std::iter::successors(from, |&id| self.record.tree.node(id).parent)
            .take(STORY)
            .find(|&id| {
                self.facts[id.index()]
                    .as_ref()
                    .is_some_and(|facts| facts.effect.reached().contains(&cell))
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
