//! What a replay found, as plain data without the rules that found it.

use super::again::each_position;
use super::walk::Played;
use crate::diag::Diagnostic;
use crate::notation::letters::Letters;
use crate::notation::{CheckMark, Color, Outcome, WordForm};
use crate::record::{NodeId, Record};
use crate::rules::{BoardView, Effect, Forced, RuleSet, Rules, Sides, Status};
use smallvec::{SmallVec, smallvec};
use std::ops::ControlFlow::Continue;

/// A record together with all that its rules say about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    /// The record as written; lines found inside comments have become variations.
    pub record: Record,
    /// The rule set it was replayed under; `None` when there are no rules for its variant.
    pub rules: Option<RuleSet>,
    /// The piece letters it was read with.
    pub letters: &'static Letters,
    /// Those of [`PlyFacts::local`]: the same, unless others were asked for.
    pub local: &'static Letters,
    /// Facts about each played ply, by [`NodeId::index`]; `None` for an unplayed one.
    pub plies: Vec<Option<PlyFacts>>,
    /// The position text that the record starts from, if it can be read.
    pub start: Option<String>,
    /// Whether the start is not the rule set's own.
    pub start_given: bool,
    /// The board at the start.
    pub start_view: Option<BoardView>,
    /// Move number and side to move at the start.
    pub start_turn: (u32, Color),
    /// The last legal position of the main line.
    pub r#final: Option<String>,
    /// The result as the record gives it: marker, else tag; `None` for `*`.
    pub result: Option<Outcome>,
    /// What the rules prove.
    pub outcome: Option<Outcome>,
    /// How the game stands at the end of the main line.
    pub status: Status,
    /// Verdict on each printed board, in text order.
    pub boards: Vec<BoardVerdict>,
    /// All findings, readers' and rules', in text order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Facts about a played ply. Lean, since a record may hold millions: boards come from [`Replay::position_after`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyFacts {
    /// Half-move number from 1, counted from the start of the record along its line.
    pub ply: u32,
    /// Move number as the rules count.
    pub number: u32,
    /// Who moved.
    pub side: Color,
    /// Canonical notation with English letters (`--` for a null move).
    pub san: String,
    /// The same in the letters of [`Replay::local`], where it differs.
    pub local: Option<String>,
    /// Machine coordinates (`0000` for a null move).
    pub coords: String,
    /// Squares visited, captured pieces and the like; empty for a null move.
    pub effect: Effect,
    /// The duty that this ply obeyed.
    pub forced: Option<Forced>,
    /// The mark that it deserves.
    pub check: CheckMark,
    /// The groups of the side that begins and of the other that it leaves, in games of stones.
    pub groups: Option<[u16; 2]>,
}

impl PlyFacts {
    /// Canonical notation in the letters of [`Replay::local`].
    #[must_use]
    pub fn local(&self) -> &str {
        self.local.as_deref().unwrap_or(&self.san)
    }
}

/// What became of a printed board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardVerdict {
    /// The ply after which it stands; 0 for the start.
    pub ply: u32,
    /// Index in [`Tree::boards`](crate::record::Tree).
    pub index: usize,
    /// Whether it equals the position; `None` when the line before it is unplayed.
    pub matches: Option<bool>,
}

impl Replay {
    /// What the sides are called.
    #[must_use]
    pub fn sides(&self) -> Sides {
        self.rules
            .as_ref()
            .map_or(Sides::WhiteBlack, RuleSet::sides)
    }

    /// Whether no finding is an error.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.diagnostics
            .iter()
            .all(|diagnostic| diagnostic.severity() < crate::diag::Severity::Error)
    }

    /// What the record calls its rules, where there are none of that name.
    #[must_use]
    pub fn unknown_rules(&self) -> Option<&str> {
        if self.rules.is_some() {
            return None;
        }
        match &self.record.rules {
            // JSON writes a colon even where no options follow.
            Some(spec) => Some(spec.value.trim_end_matches(':')),
            None => self.record.tag("Variant"),
        }
    }

    /// The letters of the list of men, or of the board, that the record starts from, where they tell.
    #[must_use]
    pub fn letters_of_men(&self) -> Option<&'static Letters> {
        super::start::letters(&self.record, self.sides())
    }

    /// Facts about a ply, if it was played.
    #[must_use]
    pub fn facts(&self, id: NodeId) -> Option<&PlyFacts> {
        self.plies.get(id.index()).and_then(Option::as_ref)
    }

    /// The board and the position text after a played ply, or at the start; plays the line again from its coordinates.
    ///
    /// `None` when the start cannot be read or the ply was not played.
    #[must_use]
    pub fn position_after(&self, node: Option<NodeId>) -> Option<(BoardView, String)> {
        let line = self.line_to(node)?;
        let (set, start) = (self.rules.as_ref()?, self.start.as_deref()?);
        with_rules!(set, rules => {
            let position = position_after(rules, start, &line)?;
            let mut text = String::new();
            rules.write_position(&position, &mut text);
            Some((rules.view(&position), text))
        })
    }

    /// The position texts along the main line: of the start, and after each played ply; plays the line again from its
    /// coordinates.
    pub fn main_positions(&self) -> impl Iterator<Item = String> {
        let set = self.rules.as_ref();
        let texts = set.map(|set| with_rules!(set, rules => positions(rules, self)));
        texts.unwrap_or_default().into_iter()
    }

    /// The boards that a played ply leads through: before it, and after each of its operations; plays the line again
    /// from its coordinates.
    ///
    /// `None` when the ply was not played.
    #[must_use]
    pub fn steps(&self, node: NodeId) -> Option<SmallVec<[BoardView; 3]>> {
        let line = self.line_to(Some(node))?;
        let (last, before) = line.split_last()?;
        let (set, start) = (self.rules.as_ref()?, self.start.as_deref()?);
        with_rules!(set, rules => steps(rules, &position_after(rules, start, before)?, last))
    }

    /// The plies from the start to `node`, if they were played.
    fn line_to(&self, node: Option<NodeId>) -> Option<Vec<&PlyFacts>> {
        let tree = &self.record.tree;
        let path = std::iter::successors(node, |&id| tree.node(id).parent);
        let mut line: Vec<_> = path.map(|id| self.facts(id)).collect::<Option<_>>()?;
        line.reverse();
        Some(line)
    }
}

/// What was played, from its coordinates.
pub(super) fn played<R: Rules>(
    rules: &R,
    position: &R::Position,
    facts: &PlyFacts,
) -> Option<Played<R::Move>> {
    match R::read_word(&facts.coords)?.form {
        WordForm::Null => Some(Played::Pass),
        form => rules
            .resolve(position, &form, &Letters::ENGLISH)
            .map(Played::Move),
    }
}

fn position_after<R: Rules>(rules: &R, start: &str, line: &[&PlyFacts]) -> Option<R::Position> {
    let mut position = rules.read_position(start, &mut Vec::new()).ok()?;
    for facts in line {
        played(rules, &position, facts)?.make(rules, &mut position);
    }
    Some(position)
}

fn positions<R: Rules>(rules: &R, replay: &Replay) -> Vec<String> {
    let mut texts = Vec::new();
    each_position(rules, replay, |position, _| {
        let mut text = String::new();
        rules.write_position(position, &mut text);
        texts.push(text);
        Continue(())
    });
    texts
}

fn steps<R: Rules>(
    rules: &R,
    position: &R::Position,
    facts: &PlyFacts,
) -> Option<SmallVec<[BoardView; 3]>> {
    Some(match played(rules, position, facts)? {
        Played::Move(r#move) => rules.steps(position, r#move),
        Played::Pass => {
            let mut after = position.clone();
            rules.pass(&mut after);
            smallvec![rules.view(position), rules.view(&after)]
        }
    })
}
