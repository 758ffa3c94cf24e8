//! Printed set play: the play if the other side had to begin.
//!
//! What is printed must be true. In help play and series all of it must be printed; in direct and self play the lines of
//! the set play are the composer's choice.

use super::budget::Stopped;
use super::flaw::{Flaw, FlawKind};
use super::force::Force;
use super::printed::unplayable;
use super::remark::{Moves, Token, is_harmless};
use super::said::in_one_line;
use super::words::Numbering;
use super::worker::Worker;
use super::{Course, Found, Problem, Solution, Way};
use crate::diag::Diagnostic;
use crate::notation::letters::Letters;
use crate::notation::{WordForm, read_word, without_marks};
use crate::record::{Comment, CommentStyle};
use crate::replay::{Faulty, Story};
use crate::rules::Rules;
use crate::source::Span;

/// Positions that alternatives of set play may lead to.
const MOST: usize = 1_000;

/// A line and the position after it.
type Line<R> = (Vec<<R as Rules>::Move>, <R as Rules>::Position);

/// The set play of a problem, and what of it was printed.
pub(super) struct SetPlay<'a, R: Rules> {
    problem: &'a Problem<R::Position>,
    solution: &'a Solution<R::Move>,
    letters: &'a Letters,
    printed: Vec<Vec<R::Move>>,
    /// Remarks that are not true or not understood.
    faulty: usize,
}

/// What is the matter with printed set play.
enum Fault<'s, R: Rules> {
    /// It is not understood.
    Unverified,
    /// The word is not one legal move after a line of so many moves.
    Illegal {
        word: &'s str,
        at: usize,
        made: usize,
        position: R::Position,
    },
    /// It does not reach the goal.
    Fails,
}

impl<'a, R: Rules> SetPlay<'a, R> {
    pub(super) const fn new(
        problem: &'a Problem<R::Position>,
        solution: &'a Solution<R::Move>,
        letters: &'a Letters,
    ) -> Self {
        Self {
            problem,
            solution,
            letters,
            printed: Vec::new(),
            faulty: 0,
        }
    }

    /// Judges words before the solution.
    pub(super) fn read(
        &mut self,
        worker: &mut Worker<'_, R>,
        comment: &Comment,
        tokens: &[Token<'_>],
        flaws: &mut Vec<Flaw<R::Move>>,
    ) -> Result<(), Stopped> {
        let fault = match self.lines(worker, tokens)? {
            Ok(lines) => self.judge(worker, lines)?,
            Err(fault) => Some(fault),
        };
        let Some(fault) = fault else {
            return Ok(());
        };
        self.faulty += 1;
        let words = in_one_line(&comment.text);
        let (kind, span) = match fault {
            Fault::Unverified => (FlawKind::Unverified { words }, comment.span),
            Fault::Fails => {
                let illegal = None;
                (FlawKind::WrongSetPlay { words, illegal }, comment.span)
            }
            Fault::Illegal {
                word,
                at,
                made,
                position,
            } => {
                // Other comments are not kept as they stand in the text.
                let span = if comment.style == CommentStyle::Prose {
                    Span::new(at, at + word.len()).shifted(comment.span.start)
                } else {
                    comment.span
                };
                let finding = self.illegal(worker.shared.rules, &position, word, made, span);
                let illegal = Some(Box::new(finding));
                (FlawKind::WrongSetPlay { words, illegal }, span)
            }
        };
        flaws.push(kind.at_words(span));
        Ok(())
    }

    /// Judges what is missing, when all is read.
    pub(super) fn finish(mut self, flaws: &mut Vec<Flaw<R::Move>>) {
        let Found::Lines { set_play, .. } = &self.solution.found else {
            return;
        };
        if !self.problem.stipulation.set_play() || self.solution.stopped.is_some() {
            return;
        }
        if set_play.is_empty() {
            flaws.push(FlawKind::NoSetPlay.of_problem());
        }
        self.printed.sort_unstable();
        let missing = set_play
            .iter()
            .filter(|line| self.printed.binary_search(line).is_err());
        let missing: Vec<_> = missing.collect();
        // What is printed wrong is told already.
        if missing.len() > self.faulty {
            let flaw = |line: &Vec<R::Move>| FlawKind::MissingSetPlay { line: line.clone() };
            flaws.extend(missing.into_iter().map(|line| flaw(line).of_problem()));
        }
    }

    /// `set-play = { move-number move-word { move-word } }`: lines without the first half-move; of a series the move
    /// that ends it.
    fn lines<'s>(
        &self,
        worker: &mut Worker<'_, R>,
        tokens: &[Token<'s>],
    ) -> Result<Result<Vec<Line<R>>, Fault<'s, R>>, Stopped> {
        let rules = worker.shared.rules;
        let mut passed = self.problem.position.clone();
        let stipulation = self.problem.stipulation;
        if !stipulation.set_play() || !rules.pass(&mut passed) {
            return Ok(Err(Fault::Unverified));
        }
        let mut first = Numbering::of_set_play(stipulation).first();
        if matches!(tokens.first(), Some(Token::Number(0))) && self.may_count_from_one() {
            first = 0;
        }
        // The lines so far, by the number of their moves; the last ones go on.
        let mut lines = vec![vec![(Vec::<R::Move>::new(), passed)]];
        let mut whole: Vec<Line<R>> = Vec::new();
        let mut placed = false;
        for token in tokens {
            match *token {
                Token::Number(half_move) => {
                    let place = half_move.checked_sub(first);
                    let Some(place) = place.filter(|&place| place < lines.len()) else {
                        return Ok(Err(Fault::Unverified));
                    };
                    if place + 1 < lines.len() {
                        whole.extend(lines.last().into_iter().flatten().cloned());
                        lines.truncate(place + 1);
                    }
                    placed = true;
                }
                Token::Word(word, _) if is_harmless(word) => {}
                Token::Word(words, at) => {
                    let moves = Moves::of(words);
                    if !placed || !moves.is_readable() {
                        return Ok(Err(Fault::Unverified));
                    }
                    let made = lines.len() - 1;
                    let mut next = Vec::new();
                    for (line, position) in lines.last().into_iter().flatten() {
                        let found = match moves.exact(rules, position, self.letters) {
                            Ok(found) => found,
                            Err(word) => {
                                // The word is part of the words.
                                let at = at + word.as_ptr() as usize - words.as_ptr() as usize;
                                let position = position.clone();
                                return Ok(Err(Fault::Illegal {
                                    word,
                                    at,
                                    made,
                                    position,
                                }));
                            }
                        };
                        for r#move in found {
                            let mut line = line.clone();
                            line.push(r#move);
                            next.push((line, worker.after(position, r#move)?));
                        }
                    }
                    if next.len() + whole.len() > MOST {
                        return Ok(Err(Fault::Unverified));
                    }
                    lines.push(next);
                }
            }
        }
        if lines.len() > 1 {
            whole.extend(lines.pop().into_iter().flatten());
        }
        Ok(if whole.is_empty() {
            Err(Fault::Unverified)
        } else {
            Ok(whole)
        })
    }

    /// Whether the first number of the set play may be 1, though the half-move that has it is left out.
    fn may_count_from_one(&self) -> bool {
        match Way::of(self.problem.stipulation.play()) {
            Way::Lines(Course::Series(_), _) => true,
            Way::Lines(Course::Help, half_moves) => half_moves % 2 == 1,
            Way::Forced(..) => false,
        }
    }

    /// What is wrong with lines; those that are right are kept.
    fn judge(
        &mut self,
        worker: &mut Worker<'_, R>,
        lines: Vec<Line<R>>,
    ) -> Result<Option<Fault<'static, R>>, Stopped> {
        let way = Way::of(self.problem.stipulation.play());
        for (line, _) in lines {
            let reaches = match (&self.solution.found, way) {
                (Found::Lines { set_play, .. }, _) => set_play.contains(&line),
                (Found::Forced { .. }, Way::Forced(force, moves)) => {
                    self.forced(worker, force, moves, &line)?
                }
                (Found::Forced { .. }, Way::Lines(..)) => false,
            };
            if !reaches {
                let lines_cut = matches!(way, Way::Lines(..)) && self.solution.stopped.is_some();
                return Ok(Some(if lines_cut {
                    Fault::Unverified
                } else {
                    Fault::Fails
                }));
            }
            self.printed.push(line);
        }
        Ok(None)
    }

    /// Whether each answer in a line of set play forces the goal in time.
    fn forced(
        &self,
        worker: &mut Worker<'_, R>,
        force: Force,
        moves: u8,
        line: &[R::Move],
    ) -> Result<bool, Stopped> {
        let mut position = self.problem.position.clone();
        worker.shared.rules.pass(&mut position);
        for (made, &r#move) in line.iter().enumerate() {
            position = worker.after(&position, r#move)?;
            let left = usize::from(moves).saturating_sub(made / 2 + 1) as u8;
            if made % 2 == 1 && (left == 0 || !worker.attains(force, &position, left)?) {
                return Ok(false);
            }
        }
        let ends = force == Force::SelfPlay && worker.reached(&position);
        Ok(line.len() > 1 || ends)
    }

    /// The finding that a word after so many moves is not one legal move.
    fn illegal(
        &self,
        rules: &R,
        position: &R::Position,
        text: &str,
        made: usize,
        span: Span,
    ) -> Diagnostic {
        let numbering = Numbering::of_set_play(self.problem.stipulation);
        let name = format!("{}{}", numbering.number(made), without_marks(text));
        let form = read_word(text).map_or(WordForm::Null, |read| read.form);
        let why = rules.explain(position, &form, self.letters);
        let word = Faulty {
            name: &name,
            text: without_marks(text),
            form: &form,
            why: &why,
            span,
        };
        let story = Story {
            own_last: None,
            last: None,
            start: None,
            arrival: &|_| None,
            passed: &|_, _| Vec::new(),
            lost_right: &|_| None,
        };
        unplayable(rules, self.letters, position, word, &story)
    }
}
