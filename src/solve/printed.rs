//! A printed solution as moves of the position: which words are legal, and whether their marks hold.

use super::flaw::{Flaw, FlawKind};
use super::words::{Numbering, word};
use super::{Problem, Way};
use crate::diag::{Code, Diagnostic};
use crate::notation::letters::Letters;
use crate::notation::{Cell, CheckMark, Nag, without_marks};
use crate::record::{NodeId, Tree};
use crate::replay::marks::{self, Written};
use crate::replay::{Faulty, Story, illegal};
use crate::rules::Rules;
use std::collections::HashSet;

/// `?`: the mark of a try.
const TRY: Nag = Nag(2);

/// A printed move.
#[derive(Debug)]
pub(super) struct Ply<P, M> {
    /// The printed word.
    pub(super) word: NodeId,
    /// The printed move before it.
    before: Option<usize>,
    pub(super) r#move: M,
    /// The half-moves up to it, itself the last.
    pub(super) made: usize,
    /// The position after it, the side that goes on to move.
    pub(super) after: P,
    /// The printed moves that follow.
    pub(super) then: Vec<usize>,
    /// Whether it is marked as a try.
    pub(super) is_try: bool,
    /// Whether a word follows that is no move.
    pub(super) broken: bool,
}

/// The printed moves, in the order of their words.
#[derive(Debug)]
pub(super) struct Printed<P, M> {
    pub(super) plies: Vec<Ply<P, M>>,
}

impl<P, M> Ply<P, M> {
    /// Whether a printed line ends with it, and not because a word is no move.
    pub(super) const fn is_end(&self) -> bool {
        self.then.is_empty() && !self.broken
    }
}

impl<P, M: Copy> Printed<P, M> {
    /// The moves up to a ply, itself the last.
    pub(super) fn line(&self, place: usize) -> Vec<M> {
        let mut line: Vec<M> = self.up_from(Some(place)).map(|ply| ply.r#move).collect();
        line.reverse();
        line
    }

    /// The printed move of a word, if it is one.
    pub(super) fn of(&self, word: NodeId) -> Option<usize> {
        self.plies
            .binary_search_by_key(&word.index(), |ply| ply.word.index())
            .ok()
    }

    /// The places of the first moves.
    pub(super) fn firsts(&self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.plies.len()).filter(|&place| self.plies[place].made == 1)
    }

    /// The ply so many half-moves before one, or the first of its line.
    pub(super) fn back_from(&self, place: usize, back: usize) -> &Ply<P, M> {
        let ply = &self.plies[place];
        self.up_from(Some(place)).nth(back).unwrap_or(ply)
    }

    /// A ply and those before it, backwards.
    fn up_from(&self, place: Option<usize>) -> impl Iterator<Item = &Ply<P, M>> {
        let ply = |place: usize| &self.plies[place];
        std::iter::successors(place.map(ply), move |last| last.before.map(ply))
    }
}

/// Reads the words of a printed solution as moves; those that cannot be are flaws, and what follows them is left out.
pub(super) fn read<R: Rules>(
    rules: &R,
    problem: &Problem<R::Position>,
    tree: &Tree,
    letters: &Letters,
    flaws: &mut Vec<Flaw<R::Move>>,
) -> Printed<R::Position, R::Move> {
    let mut reader = Reader {
        rules,
        problem,
        tree,
        letters,
        numbering: Numbering::of(problem.stipulation),
        printed: Printed { plies: Vec::new() },
        flaws,
        told: HashSet::new(),
        unmarked: Vec::new(),
    };
    // Where each word of the tree is among the plies, if it is there.
    let mut places: Vec<Option<usize>> = vec![None; tree.len()];
    for id in tree.ids() {
        let before = match tree.node(id).parent {
            None => None,
            Some(parent) => match places[parent.index()] {
                Some(place) => Some(place),
                None => continue,
            },
        };
        places[id.index()] = reader.read(id, before);
    }
    reader.settle_check_marks();
    reader.printed
}

struct Reader<'a, R: Rules> {
    rules: &'a R,
    problem: &'a Problem<R::Position>,
    tree: &'a Tree,
    letters: &'a Letters,
    numbering: Numbering,
    printed: Printed<R::Position, R::Move>,
    flaws: &'a mut Vec<Flaw<R::Move>>,
    /// Words about which something was found, and what: alternatives with a common continuation have a copy of it each.
    told: HashSet<(u32, Code)>,
    /// Checks without a mark.
    unmarked: Vec<Flaw<R::Move>>,
}

impl<R: Rules> Reader<'_, R> {
    /// Reads a word after the ply `before`; gives the place of its ply.
    fn read(&mut self, id: NodeId, before: Option<usize>) -> Option<usize> {
        let node = self.tree.node(id);
        let made = before.map_or(0, |place| self.printed.plies[place].made) + 1;
        let way = Way::of(self.problem.stipulation.play());
        // What goes on past the last move is a fault of that move: one half-move more shows it.
        if made > way.half_moves() + 1 {
            return None;
        }
        let position = before.map_or(&self.problem.position, |place| {
            &self.printed.plies[place].after
        });
        let mut candidates = Vec::new();
        self.rules
            .candidates(position, &node.form, self.letters, &mut candidates);
        let &[r#move] = &candidates[..] else {
            let finding = self.unplayable(id, before);
            if let Some(place) = before {
                self.printed.plies[place].broken = true;
            }
            self.tell(id, before, finding);
            return None;
        };
        let mut after = position.clone();
        self.rules.play(&mut after, r#move);
        self.judge_marks(id, before, r#move, &after);
        if way.goes_on(made) && !self.rules.pass(&mut after) {
            let mut line = before.map_or_else(Vec::new, |place| self.printed.line(place));
            line.push(r#move);
            if let Some(place) = before {
                self.printed.plies[place].broken = true;
            }
            self.flaws.push(FlawKind::EarlyCheck { line }.at(id));
            return None;
        }
        let place = self.printed.plies.len();
        if let Some(before) = before {
            self.printed.plies[before].then.push(place);
        }
        self.printed.plies.push(Ply {
            word: id,
            before,
            r#move,
            made,
            after,
            then: Vec::new(),
            is_try: node.nags.iter().any(|nag| nag.value == TRY),
            broken: false,
        });
        Some(place)
    }

    /// The word with its number, as the problem literature counts.
    fn name(&self, id: NodeId, before: Option<usize>) -> String {
        let made = before.map_or(0, |place| self.printed.plies[place].made);
        let text = without_marks(&self.tree.node(id).text);
        format!("{}{text}", self.numbering.number(made))
    }

    /// The finding that a word means no legal move, or several.
    fn unplayable(&self, id: NodeId, before: Option<usize>) -> Diagnostic {
        let node = self.tree.node(id);
        let printed = &self.printed;
        let position = before.map_or(&self.problem.position, |place| &printed.plies[place].after);
        let place = |ply: &Ply<_, _>| self.tree.node(ply.word).span;
        let made = before.map_or(0, |place| printed.plies[place].made);
        // In a series the move before is the side's own.
        let own = usize::from(!Way::of(self.problem.stipulation.play()).goes_on(made));
        let why = self.rules.explain(position, &node.form, self.letters);
        let word = Faulty {
            name: &self.name(id, before),
            text: without_marks(&node.text),
            form: &node.form,
            why: &why,
            span: node.span,
        };
        let story = Story {
            own_last: printed.up_from(before).nth(own).map(place),
            last: before.map(|last| {
                let ply = printed.up_from(before).count();
                (
                    place(&printed.plies[last]),
                    u32::try_from(ply).unwrap_or(u32::MAX),
                )
            }),
            start: None,
            arrival: &|cell| self.arrival(before, cell).map(place),
            passed: &|_, _| Vec::new(),
            lost_right: &|_| None,
        };
        unplayable(self.rules, self.letters, position, word, &story)
    }

    /// The ply, at or before `from`, that brought a piece to `cell`.
    fn arrival(&self, from: Option<usize>, cell: Cell) -> Option<&Ply<R::Position, R::Move>> {
        let plies = &self.printed.plies;
        self.printed.up_from(from).find(|ply| {
            let position = ply
                .before
                .map_or(&self.problem.position, |place| &plies[place].after);
            let effect = self.rules.effect(position, ply.r#move);
            effect.reached().contains(&cell)
        })
    }

    /// Judges the marks of a move that led to `after`.
    fn judge_marks(
        &mut self,
        id: NodeId,
        before: Option<usize>,
        r#move: R::Move,
        after: &R::Position,
    ) {
        let node = self.tree.node(id);
        let name = self.name(id, before);
        let position = before.map_or(&self.problem.position, |place| {
            &self.printed.plies[place].after
        });
        let effect = self.rules.effect(position, r#move);
        let san = word(self.rules, position, r#move, self.letters);
        let written = Written::of(node, &name, None);
        let deserved = marks::deserved(self.rules, after, node.marks.check);
        let capture = marks::capture(written, &san, &effect);
        let en_passant = marks::en_passant(written, &effect);
        let check = marks::check(self.rules, self.letters, written, deserved, after);
        for finding in [capture, en_passant].into_iter().flatten() {
            self.tell(id, before, finding);
        }
        let Some(finding) = check else {
            return;
        };
        if node.marks.check != CheckMark::None {
            self.tell(id, before, finding);
        } else if self.told.insert((node.span.start, finding.code)) {
            let flaw = self.flaw(id, before, finding);
            self.unmarked.push(flaw);
        }
    }

    /// A solution in which no check is marked at all gets one note instead of one for each.
    fn settle_check_marks(&mut self) {
        let marked = |id| self.tree.node(id).marks.check != CheckMark::None;
        let mut unmarked = std::mem::take(&mut self.unmarked);
        if unmarked.len() > 1 && !self.tree.ids().any(marked) {
            let count = unmarked.len();
            unmarked.truncate(1);
            if let Some(FlawKind::Word { finding, .. }) =
                unmarked.first_mut().map(|flaw| &mut flaw.kind)
            {
                finding.code = Code::NoCheckMarks;
                finding.message =
                    format!("checks are not marked in this solution ({count} of them)");
            }
        }
        self.flaws.append(&mut unmarked);
    }

    fn tell(&mut self, id: NodeId, before: Option<usize>, finding: Diagnostic) {
        if self
            .told
            .insert((self.tree.node(id).span.start, finding.code))
        {
            let flaw = self.flaw(id, before, finding);
            self.flaws.push(flaw);
        }
    }

    fn flaw(&self, id: NodeId, before: Option<usize>, mut finding: Diagnostic) -> Flaw<R::Move> {
        finding.ply = Some(self.tree.node(id).ply);
        finding.path = self.tree.path(id);
        let after = before.map_or_else(Vec::new, |place| self.printed.line(place));
        let finding = Box::new(finding);
        FlawKind::Word { after, finding }.at(id)
    }
}

/// The finding that a word is not one legal move: that it is illegal, or may mean several.
pub(super) fn unplayable<R: Rules>(
    rules: &R,
    letters: &Letters,
    position: &R::Position,
    word: Faulty<'_>,
    story: &Story<'_>,
) -> Diagnostic {
    let mut readings = Vec::new();
    rules.candidates(position, word.form, letters, &mut readings);
    if readings.is_empty() {
        return illegal(rules, letters, position, word, Code::IllegalMove, story);
    }
    let names = |letters: &Letters| {
        let written = readings.iter().map(|&reading| {
            let mut name = String::new();
            rules.write_move(position, reading, letters, &mut name);
            name
        });
        written.collect::<Vec<_>>()
    };
    let own = names(letters);
    let message = format!(
        "{} is ambiguous: {} are all legal",
        word.name,
        own.join(", ")
    );
    let mut finding = Diagnostic::new(Code::AmbiguousMove, word.span, message)
        .at("several legal readings")
        .help(format!("name the piece that moves: {}", own.join(" or ")));
    for reading in own {
        finding = finding.fix(format!("write {reading}"), false, word.span, reading);
    }
    finding.candidates = names(&Letters::ENGLISH);
    finding
}
