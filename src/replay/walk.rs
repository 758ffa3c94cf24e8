//! The replay itself: walks the tree line by line, plays what can be played, keeps facts and findings.

use super::history::{History, REPETITION_REACH};
use super::judge::Ahead;
use super::lookahead::BOUND_PER_RECORD;
use super::{BoardVerdict, Options, PlyFacts, Replay, letters, marks, start};
use crate::diag::{Code, Diagnostic, Findings};
use crate::notation::letters::Letters;
use crate::notation::{CheckMark, Color, Outcome, WordForm, without_marks};
use crate::record::{NodeId, Record};
use crate::rules::{Effect, RuleSet, Rules, Status, Why};
use std::collections::{HashMap, HashSet};
use std::mem;

/// A ply whose variations wait to be played.
#[derive(Debug)]
struct Branch<P> {
    replaced: NodeId,
    /// The position before it.
    position: P,
    /// How far the written numbers are ahead of the true ones.
    ahead: Ahead,
}

/// What was played at a node.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Played<M> {
    Move(M),
    Pass,
}

impl<M: Copy> Played<M> {
    /// Makes it, where it was played.
    pub(super) fn make<R: Rules<Move = M>>(self, rules: &R, position: &mut R::Position) {
        match self {
            Self::Move(r#move) => rules.play(position, r#move),
            Self::Pass => {
                rules.pass(position);
            }
        }
    }
}

/// A ply being judged: where it stands in the record and in the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    pub(super) id: NodeId,
    pub(super) side: Color,
    /// The number as the rules count, by which all outputs name the move.
    pub(super) number: u32,
}

/// One record on its way through one engine.
#[derive(Debug)]
pub(super) struct Walk<'a, R: Rules> {
    pub(super) rules: &'a R,
    pub(super) letters: &'static Letters,
    pub(super) text: &'a str,
    pub(super) record: Record,
    pub(super) found: Findings,
    pub(super) played: Vec<Option<Played<R::Move>>>,
    pub(super) facts: Vec<Option<PlyFacts>>,
    pub(super) budget: u64,
    pub(super) readings: Vec<R::Move>,
    pub(super) start: Option<R::Position>,
    /// The last legal position of the main line.
    end: Option<R::Position>,
    /// Whether the main line was ended by repetition.
    ended_by_repetition: bool,
    /// The repetition key after each played ply, where repetition ends the game.
    keys: Vec<Option<u64>>,
    pub(super) archive: bool,
    /// The letters of [`PlyFacts::local`].
    local: &'static Letters,
    pending: Vec<Branch<R::Position>>,
    pub(super) boards: Vec<BoardVerdict>,
    pub(super) boards_at: HashMap<Option<NodeId>, Vec<usize>>,
    pub(super) unmarked_checks: Findings,
    pub(super) odd_spellings: (usize, Option<Diagnostic>),
    /// The first ply at which two sets of letters part, and the finding about it.
    undecided: Option<(NodeId, Diagnostic)>,
}

/// Replays `record`, whose letters have been settled.
pub(super) fn run<R: Rules>(
    rules: &R,
    set: &RuleSet,
    record: Record,
    text: &str,
    found: letters::Found,
    options: &Options,
) -> Replay {
    let letters::Found {
        letters,
        undecided,
        other,
    } = found;
    let start = start::read(rules, &record, options.positions);
    let nodes = record.tree.len();
    let mut boards_at: HashMap<_, Vec<_>> = HashMap::new();
    for (index, placed) in record.tree.boards.iter().enumerate() {
        boards_at.entry(placed.after).or_default().push(index);
    }
    let mut walk = Walk {
        rules,
        letters,
        text,
        found: start.found.into_iter().collect(),
        played: vec![None; nodes],
        facts: vec![None; nodes],
        budget: BOUND_PER_RECORD,
        readings: Vec::new(),
        end: start.position.clone(),
        ended_by_repetition: false,
        keys: vec![None; if rules.ends_by_repetition() { nodes } else { 0 }],
        start: start.position,
        archive: options.archive,
        local: options.local.unwrap_or(letters),
        pending: Vec::new(),
        boards: record
            .tree
            .boards
            .iter()
            .enumerate()
            .map(|(index, placed)| BoardVerdict {
                ply: placed.after.map_or(0, |id| record.tree.node(id).ply),
                index,
                matches: None,
            })
            .collect(),
        boards_at,
        unmarked_checks: Findings::default(),
        odd_spellings: (0, None),
        undecided,
        record,
    };
    walk.found.append(mem::take(&mut walk.record.diagnostics));
    if let Some((at, note)) = other {
        walk.report(note, at);
    }
    walk.run();
    walk.finish(set, start.given)
}

impl<R: Rules> Walk<'_, R> {
    fn run(&mut self) {
        let Some(start) = self.start.clone() else {
            return;
        };
        self.judge_boards(None, &start);
        if let Some(first) = self.record.tree.first() {
            self.end = Some(self.play_line(first, start, Ahead::default(), true));
            while let Some(branch) = self.pending.pop() {
                for k in 0..self.record.tree.node(branch.replaced).variations.len() {
                    let first = self.record.tree.node(branch.replaced).variations[k];
                    self.play_line(first, branch.position.clone(), branch.ahead, false);
                }
            }
        } else {
            self.judge_result(self.status(&start, false));
        }
        self.promote_lines();
    }

    /// Plays a line to its end or to its first fault, and gives the last position; variations are put aside.
    fn play_line(
        &mut self,
        first: NodeId,
        mut position: R::Position,
        mut ahead: Ahead,
        is_main: bool,
    ) -> R::Position {
        let nodes: Vec<NodeId> = self.record.tree.line(Some(first)).collect();
        let mut repeated = false;
        let mut history = is_main.then(|| History::new(self.rules, &position));
        for (i, &id) in nodes.iter().enumerate() {
            if !self.record.tree.node(id).variations.is_empty() {
                self.pending.push(Branch {
                    replaced: id,
                    position: position.clone(),
                    ahead,
                });
            }
            let side = self.rules.turn(&position);
            let due = self.rules.move_number(&position);
            ahead = self.judge_count(id, due, side, ahead);
            let here = Here {
                id,
                side,
                number: due,
            };
            if repeated {
                let over = Why::GameOver {
                    status: Status::Repetition,
                };
                self.report_refuted(&position, here, &nodes[i..], &over);
                self.ended_by_repetition |= self.record.tree.first() == Some(first);
                return position;
            }
            let Some(played) = self.resolve(&position, here, &nodes[i..]) else {
                return position;
            };
            self.play(&mut position, here, played);
            self.judge_boards(Some(id), &position);
            if self.rules.ends_by_repetition() {
                repeated = self.is_third(id, &position);
            } else {
                let remarks = history.as_mut().and_then(|history| match played {
                    Played::Move(r#move) => history.after(self.rules, r#move, &position),
                    Played::Pass => history.after_pass(self.rules, &position),
                });
                for remark in remarks.into_iter().flatten() {
                    self.remark(here, remark);
                }
            }
        }
        let status = self.status(&position, repeated);
        if self.record.tree.first() == Some(first) {
            self.ended_by_repetition = repeated;
            self.judge_result(status);
        } else if let Some(&last) = nodes.last() {
            self.judge_result_inside(last, status);
        }
        position
    }

    /// How the game stands and what that proves.
    pub(super) fn status(
        &self,
        position: &R::Position,
        repeated: bool,
    ) -> (Status, Option<Outcome>) {
        let status = match self.rules.status(position) {
            Status::Ongoing | Status::NoLegalMove if repeated => Status::Repetition,
            status => status,
        };
        (status, status.outcome(self.rules.turn(position)))
    }

    /// Whether the position after the ply `id`, now played, stands for the third time on the way to it.
    fn is_third(&mut self, id: NodeId, position: &R::Position) -> bool {
        let key = self.rules.repetition_key(position);
        self.keys[id.index()] = key;
        let path = std::iter::successors(self.record.tree.node(id).parent, |&id| {
            self.record.tree.node(id).parent
        });
        let before = path
            .take(REPETITION_REACH)
            .filter(|id| self.keys[id.index()] == key);
        let at_start = || {
            self.start
                .as_ref()
                .and_then(|start| self.rules.repetition_key(start))
                == key
        };
        key.is_some() && before.take(2).count() + usize::from(at_start()) >= 2
    }

    /// Finds the move that is meant, or reports why there is none.
    fn resolve(
        &mut self,
        position: &R::Position,
        here: Here,
        rest: &[NodeId],
    ) -> Option<Played<R::Move>> {
        if self
            .undecided
            .as_ref()
            .is_some_and(|(at, _)| *at == here.id)
        {
            let finding = self.undecided.take().map(|(_, finding)| finding)?;
            self.report(finding, here.id);
            return None;
        }
        let form = self.record.tree.node(here.id).form;
        if form == WordForm::Null {
            return self.resolve_null(position, here);
        }
        let mut readings = std::mem::take(&mut self.readings);
        self.rules
            .candidates(position, &form, self.letters, &mut readings);
        let played = match readings[..] {
            [] => {
                self.report_illegal(position, here, rest, Code::IllegalMove);
                None
            }
            [only] => Some(only),
            _ => self.settle(position, here, &readings, rest),
        };
        self.readings = readings;
        played.map(Played::Move)
    }

    fn resolve_null(&mut self, position: &R::Position, here: Here) -> Option<Played<R::Move>> {
        let name = self.name(here);
        let span = self.record.tree.node(here.id).span;
        if !self.rules.pass(&mut position.clone()) {
            self.report_no_pass(position, here, name);
            return None;
        }
        let (code, place) = if self.record.tree.is_main(here.id) {
            (Code::NullMove, "the main line")
        } else {
            (Code::NullMoveAside, "a variation")
        };
        self.report(
            Diagnostic::new(code, span, format!("{name} is a null move in {place}"))
                .at("a player cannot pass")
                .help("it is played as a pass; write the move that was made, if one was"),
            here.id,
        );
        Some(Played::Pass)
    }

    /// Makes a move that was found legal; keeps its facts and judges its marks.
    pub(super) fn play(&mut self, position: &mut R::Position, here: Here, played: Played<R::Move>) {
        let number = self.rules.move_number(position);
        let ply = self.record.tree.node(here.id).ply;
        let forced = self.rules.forced(position);
        let facts = match played {
            Played::Pass => {
                self.rules.pass(position);
                let (san, coords) = ("--".to_owned(), "0000".to_owned());
                PlyFacts {
                    ply,
                    number,
                    side: here.side,
                    san,
                    local: None,
                    coords,
                    effect: Effect::default(),
                    forced: None,
                    check: CheckMark::None,
                    groups: None,
                }
            }
            Played::Move(r#move) => {
                let effect = self.rules.effect(position, r#move);
                let san = self.write(position, r#move, &Letters::ENGLISH);
                let local = (*self.local != Letters::ENGLISH)
                    .then(|| self.write(position, r#move, self.local));
                let mut coords = String::new();
                self.rules.write_coords(position, r#move, &mut coords);
                self.rules.play(position, r#move);
                let claimed = self.record.tree.node(here.id).marks.check;
                let check = marks::deserved(self.rules, position, claimed);
                let facts = PlyFacts {
                    ply,
                    number,
                    side: here.side,
                    san,
                    local,
                    coords,
                    effect,
                    forced,
                    check,
                    groups: self.rules.groups(position),
                };
                self.judge_marks(here, &facts, position);
                facts
            }
        };
        self.played[here.id.index()] = Some(played);
        self.facts[here.id.index()] = Some(facts);
    }

    /// Files a finding about a ply.
    pub(super) fn report(&mut self, mut finding: Diagnostic, id: NodeId) {
        finding.ply = Some(self.record.tree.node(id).ply);
        finding.path = self.record.tree.path(id);
        self.found.push(finding);
    }

    pub(super) fn write(
        &self,
        position: &R::Position,
        r#move: R::Move,
        letters: &Letters,
    ) -> String {
        let mut name = String::new();
        self.rules.write_move(position, r#move, letters, &mut name);
        name
    }

    /// `12... Rg1`, as the rules count.
    pub(super) fn name(&self, here: Here) -> String {
        move_name(
            here.number,
            here.side,
            without_marks(&self.record.tree.node(here.id).text),
        )
    }

    fn finish(mut self, set: &RuleSet, start_given: bool) -> Replay {
        self.settle_check_marks();
        self.settle_spellings();
        let position = self.end.take();
        let (status, outcome) = position
            .as_ref()
            .map_or((Status::Ongoing, None), |position| {
                self.status(position, self.ended_by_repetition)
            });
        let is_whole = self
            .record
            .tree
            .mainline()
            .last()
            .is_none_or(|last| self.played[last.index()].is_some());
        let proven = outcome
            .filter(|_| is_whole)
            .map(|outcome| (status, outcome));
        super::claims::judge(
            &self.record,
            proven,
            self.archive,
            self.text,
            &mut self.found,
        );
        let text_of = |position: &R::Position| {
            let mut text = String::new();
            self.rules.write_position(position, &mut text);
            text
        };
        // A word that stands for a move in several lines, as the answer to each of `1...a/b`, is one fault.
        let mut told = HashSet::new();
        self.found
            .retain(|finding| finding.ply.is_none() || told.insert((finding.span, finding.code)));
        let mut diagnostics = self.found.into_told();
        diagnostics.sort_by_key(|finding| finding.span.start);
        Replay {
            rules: Some(set.clone()),
            letters: self.letters,
            local: self.local,
            start: self.start.as_ref().map(text_of),
            start_given,
            start_view: self.start.as_ref().map(|start| self.rules.view(start)),
            start_turn: self.start.as_ref().map_or((1, Color::White), |start| {
                (self.rules.move_number(start), self.rules.turn(start))
            }),
            r#final: position.as_ref().map(text_of),
            result: self.record.outcome(),
            outcome,
            status,
            plies: self.facts,
            boards: self.boards,
            diagnostics,
            record: self.record,
        }
    }

    /// The position after a played node, or the start; plays the path again.
    ///
    /// # Panics
    /// When the start cannot be read or a ply on the path was not played.
    pub(super) fn position_after(&self, node: Option<NodeId>) -> R::Position {
        let mut path: Vec<NodeId> =
            std::iter::successors(node, |&id| self.record.tree.node(id).parent).collect();
        path.reverse();
        let mut position = self
            .start
            .clone()
            .expect("invariant: a line is only played from a start");
        for id in path {
            match self.played[id.index()].expect("invariant: a played ply stands on a played path")
            {
                Played::Move(r#move) => self.rules.play(&mut position, r#move),
                Played::Pass => {
                    self.rules.pass(&mut position);
                }
            }
        }
        position
    }
}

/// A move as people call it: `12... Rg1`.
pub(crate) fn move_name(number: u32, side: Color, word: &str) -> String {
    let dots = side.dots();
    // A pass may be written as nothing.
    let word = if word.is_empty() { "--" } else { word };
    format!("{number}{dots} {word}")
}
