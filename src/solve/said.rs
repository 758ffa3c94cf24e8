//! What a printed solution says beside its moves: set play, threats, `1...~ 2.Rxa7#`, words.
//!
//! What can be checked is checked; of the rest it is said that it was not verified.

use super::budget::Stopped;
use super::force::Force;
use super::verify::{Flaw, Ply};
use super::words::word;
use super::worker::Worker;
use super::{Found, Problem, Solution, Way};
use crate::notation::letters::Letters;
use crate::notation::read_word;
use crate::record::{Comment, CommentStyle};
use crate::rules::Rules;

/// Positions that alternatives of set play may lead to.
const MOST: usize = 1_000;

/// Words that claim nothing about the play.
const HARMLESS: [&str; 14] = [
    "but",
    "mais",
    "aber",
    "and",
    "et",
    "und",
    "set",
    "play",
    "jeu",
    "apparent",
    "satzspiel",
    "solution",
    "lösung",
    "or",
];

/// Words that deny a threat.
const ZUGZWANG: [&str; 4] = ["zugzwang", "blocus", "zz", "zz."];

/// Words that announce a threat.
const THREAT: [&str; 7] = [
    "threat",
    "threatens",
    "threatening",
    "menace",
    "menaçant",
    "droht",
    "drohung",
];

/// A word of a remark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token<'s> {
    /// `1.` or `1...`, by its half-move from 0.
    Number(usize),
    Word(&'s str),
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let marks = |c: char| matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | ':' | ';');
    let mut tokens = Vec::new();
    for piece in text.split(char::is_whitespace) {
        let mut rest = piece.trim_matches(marks);
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let after = rest[digits..].trim_start_matches(['.', '…']);
        let dots = &rest[digits..rest.len() - after.len()];
        if let (Ok(value @ 1..=1_000), false) = (rest[..digits].parse::<usize>(), dots.is_empty()) {
            let reply = usize::from(dots != ".");
            tokens.push(Token::Number(2 * (value - 1) + reply));
            rest = after;
        }
        if !rest.is_empty() {
            tokens.push(Token::Word(rest));
        }
    }
    tokens
}

/// Whether the words of a remark say something of the play. Comments of a game record are prose unless moves with
/// numbers stand in them; what stands in the solution of a problem is part of it.
fn claims_something(comment: &Comment, tokens: &[Token<'_>]) -> bool {
    if comment.style != CommentStyle::Prose {
        let numbered = tokens.windows(2).any(|pair| {
            matches!(pair, [Token::Number(_), Token::Word(word)] if word.contains('~') || read_word(word).is_some())
        });
        return numbered;
    }
    !tokens.iter().all(|token| match token {
        Token::Word(word) => HARMLESS.contains(&word.to_lowercase().as_str()),
        Token::Number(_) => false,
    })
}

/// Judges what is said.
pub(super) struct Said<'a, 'w, R: Rules> {
    pub(super) worker: Worker<'w, R>,
    pub(super) problem: &'a Problem<R::Position>,
    pub(super) solution: &'a Solution<R::Move>,
    pub(super) letters: &'a Letters,
    pub(super) plies: &'a [Ply<R::Position, R::Move>],
}

impl<R: Rules> Said<'_, '_, R> {
    /// Judges what stands before the moves: set play.
    pub(super) fn before(
        &mut self,
        comments: &[Comment],
        flaws: &mut Vec<Flaw<R::Move>>,
    ) -> Result<(), Stopped> {
        for comment in comments {
            let tokens = tokens(&comment.text);
            if claims_something(comment, &tokens) {
                let flaw = self.set_play(&tokens)?;
                flaws.extend(flaw.map(|flaw| flaw.of(&comment.text)));
            }
        }
        Ok(())
    }

    /// Judges what stands after a printed move.
    pub(super) fn after(
        &mut self,
        comments: &[Comment],
        ply: Option<usize>,
        flaws: &mut Vec<Flaw<R::Move>>,
    ) -> Result<(), Stopped> {
        for comment in comments {
            let tokens = tokens(&comment.text);
            if !claims_something(comment, &tokens) {
                continue;
            }
            let holds = match ply {
                Some(ply) => self.holds(&tokens, ply)?,
                None => false,
            };
            let flaw = Fault::Unverified.of(&comment.text);
            if !holds && !flaws.contains(&flaw) {
                flaws.push(flaw);
            }
        }
        Ok(())
    }

    /// Whether a remark after a move of the side that forces is understood and true.
    fn holds(&mut self, tokens: &[Token<'_>], ply: usize) -> Result<bool, Stopped> {
        let ply = &self.plies[ply];
        let Way::Forced(force, moves) = Way::of(self.problem.stipulation.play()) else {
            return Ok(false);
        };
        let made = ply.line.len() / 2;
        let left = usize::from(moves).saturating_sub(made) as u8;
        if ply.line.len().is_multiple_of(2) || left <= 1 {
            return Ok(false);
        }
        let small = |word: &str| word.to_lowercase();
        let next = Token::Number(2 * made + 2);
        match tokens {
            [Token::Word(word)] if ZUGZWANG.contains(&small(word).as_str()) => {
                Ok(self.worker.threats(force, &ply.after, left)?.is_empty())
            }
            [Token::Word(word), number, Token::Word(answer)]
                if *number == next && THREAT.contains(&small(word).as_str()) =>
            {
                self.threatened(force, ply, left, answer)
            }
            [number, Token::Word(answer)] if *number == next => {
                self.threatened(force, ply, left, answer)
            }
            [Token::Word(any), number, Token::Word(answer)] if *number == next => {
                match any.strip_suffix('~') {
                    Some(man) => self.answered(force, ply, left, man, answer),
                    None => Ok(false),
                }
            }
            _ => Ok(false),
        }
    }

    fn threatened(
        &mut self,
        force: Force,
        ply: &Ply<R::Position, R::Move>,
        left: u8,
        words: &str,
    ) -> Result<bool, Stopped> {
        let rules = self.worker.shared.rules;
        let mut passed = ply.after.clone();
        if !rules.pass(&mut passed) {
            return Ok(false);
        }
        let threats = self.worker.threats(force, &ply.after, left)?;
        let moves = self.moves(&passed, words);
        Ok(moves.is_some_and(|moves| moves.iter().all(|r#move| threats.contains(r#move))))
    }

    /// Whether `words` answers each reply, by `man` if that is not empty, whose answer is not printed.
    fn answered(
        &mut self,
        force: Force,
        ply: &Ply<R::Position, R::Move>,
        left: u8,
        man: &str,
        words: &str,
    ) -> Result<bool, Stopped> {
        let rules = self.worker.shared.rules;
        let mut some = false;
        for reply in self.worker.moves(&ply.after) {
            let printed = ply.then.iter().map(|&place| &self.plies[place]);
            let answered =
                |ply: &Ply<_, _>| ply.line.last() == Some(&reply) && !ply.then.is_empty();
            let other = !word(rules, &ply.after, reply, self.letters).starts_with(man);
            if other || printed.into_iter().any(answered) {
                continue;
            }
            let next = self.worker.after(&ply.after, reply)?;
            let Some(answers) = self.moves(&next, words) else {
                return Ok(false);
            };
            for answer in answers {
                let after = self.worker.after(&next, answer)?;
                if !self.worker.attains(force, &after, left - 1)? {
                    return Ok(false);
                }
            }
            some = true;
        }
        Ok(some)
    }

    /// The moves of `Bc7/Bd6`; `None` unless each is exactly one legal move.
    fn moves(&self, position: &R::Position, words: &str) -> Option<Vec<R::Move>> {
        let mut candidates = Vec::new();
        let moves = words.split(['/', ',']).filter(|word| !word.is_empty());
        moves
            .map(|text| {
                let read = read_word(text).filter(|read| read.len == text.len())?;
                let rules = self.worker.shared.rules;
                rules.candidates(position, &read.form, self.letters, &mut candidates);
                match candidates[..] {
                    [r#move] => Some(r#move),
                    _ => None,
                }
            })
            .collect()
    }

    /// `set-play = { move-number move-word { move-word } }`: lines without the first half-move.
    fn set_play(&mut self, tokens: &[Token<'_>]) -> Result<Option<Fault>, Stopped> {
        let rules = self.worker.shared.rules;
        let mut passed = self.problem.position.clone();
        let way = Way::of(self.problem.stipulation.play());
        let series = matches!(way, Way::Lines(super::Course::Series(_), _));
        if series || !self.problem.stipulation.set_play() || !rules.pass(&mut passed) {
            return Ok(Some(Fault::Unverified));
        }
        let odd = matches!(way, Way::Lines(_, half_moves) if half_moves % 2 == 1);
        let first = 1 + usize::from(odd);
        // The lines so far, by the number of their moves; the last ones go on.
        let mut lines = vec![vec![(Vec::<R::Move>::new(), passed)]];
        let mut whole = Vec::new();
        let mut placed = false;
        for token in tokens {
            match *token {
                Token::Number(half_move) => {
                    let place = half_move.checked_sub(first);
                    let Some(place) = place.filter(|&place| place < lines.len()) else {
                        return Ok(Some(Fault::Unverified));
                    };
                    if place + 1 < lines.len() {
                        whole.extend(lines.last().into_iter().flatten().cloned());
                        lines.truncate(place + 1);
                    }
                    placed = true;
                }
                Token::Word(word) if HARMLESS.contains(&word.to_lowercase().as_str()) => {}
                Token::Word(word) => {
                    let readable = word.split(['/', ',']).all(|word| {
                        word.is_empty()
                            || read_word(word).is_some_and(|read| read.len == word.len())
                    });
                    if !placed || !readable {
                        return Ok(Some(Fault::Unverified));
                    }
                    let mut next = Vec::new();
                    for (line, position) in lines.last().into_iter().flatten() {
                        let Some(moves) = self.moves(position, word) else {
                            return Ok(Some(Fault::Illegal));
                        };
                        for r#move in moves {
                            let mut line = line.clone();
                            line.push(r#move);
                            next.push((line, self.worker.after(position, r#move)?));
                        }
                    }
                    if next.len() + whole.len() > MOST {
                        return Ok(Some(Fault::Unverified));
                    }
                    lines.push(next);
                }
            }
        }
        whole.extend(lines.pop().into_iter().flatten());
        for (line, _) in &whole {
            let reaches = match (&self.solution.found, way) {
                (Found::Lines { set_play, .. }, _) => set_play.contains(line),
                (Found::Forced { .. }, Way::Forced(force, moves)) => {
                    self.forced(force, moves, line)?
                }
                (Found::Forced { .. }, Way::Lines(..)) => false,
            };
            if !reaches {
                let cut = self.solution.stopped.is_some();
                return Ok(Some(if cut { Fault::Unverified } else { Fault::Fails }));
            }
        }
        Ok(whole.is_empty().then_some(Fault::Unverified))
    }

    /// Whether each answer in a line of set play forces the goal in time.
    fn forced(&mut self, force: Force, moves: u8, line: &[R::Move]) -> Result<bool, Stopped> {
        let mut position = self.problem.position.clone();
        self.worker.shared.rules.pass(&mut position);
        for (made, &r#move) in line.iter().enumerate() {
            position = self.worker.after(&position, r#move)?;
            let left = usize::from(moves).saturating_sub(made / 2 + 1) as u8;
            if made % 2 == 1 && (left == 0 || !self.worker.attains(force, &position, left)?) {
                return Ok(false);
            }
        }
        Ok(line.len() > 1)
    }
}

/// What is the matter with words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    Unverified,
    /// Set play with a move that is not legal.
    Illegal,
    /// Set play that does not reach the goal.
    Fails,
}

impl Fault {
    fn of<M>(self, words: &str) -> Flaw<M> {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        match self {
            Self::Unverified => Flaw::Unverified { words },
            Self::Illegal => Flaw::WrongSetPlay {
                words,
                illegal: true,
            },
            Self::Fails => Flaw::WrongSetPlay {
                words,
                illegal: false,
            },
        }
    }
}
