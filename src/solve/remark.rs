//! What is said beside the moves of a solution: `threat 2.Qb7#`, `zugzwang`, `B~ 2.Rxa7#`, `2.1.1.1`.

use super::words::word;
use crate::notation::letters::Letters;
use crate::notation::read_word;
use crate::record::{Comment, CommentStyle};
use crate::rules::Rules;

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

/// Words that deny a threat: `zugzwang = "zugzwang" | "blocus" | "zz"`.
const ZUGZWANG: [&str; 4] = ["zugzwang", "blocus", "zz", "zz."];

/// Words that announce a threat: `threat = "threat" | "menace" | "droht" | ...`.
const THREAT: [&str; 7] = [
    "threat",
    "threatens",
    "threatening",
    "menace",
    "menaçant",
    "droht",
    "drohung",
];

/// Words for solutions after their number.
const SOLUTIONS: [&str; 9] = [
    "solution",
    "solutions",
    "sol",
    "sol.",
    "sols",
    "sols.",
    "lösung",
    "lösungen",
    "lösg.",
];

/// Marks that may stand apart from their move.
const MARKS: [&str; 5] = ["=", "pat", "ep", "ep.", "e.p."];

/// A word of a remark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'s> {
    /// `1.` or `1...`, by its half-move from 0.
    Number(usize),
    /// Any other, and where it stands in the remark.
    Word(&'s str, usize),
}

/// The words of a remark, without brackets and marks that stand apart.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
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
        if !rest.is_empty() && !MARKS.contains(&rest) {
            // Pieces are parts of the text.
            let at = rest.as_ptr() as usize - text.as_ptr() as usize;
            tokens.push(Token::Word(rest, at));
        }
    }
    tokens
}

/// Whether a word claims nothing about the play.
pub(super) fn is_harmless(word: &str) -> bool {
    HARMLESS.contains(&word.to_lowercase().as_str())
}

/// Whether a remark says something of the play. Comments of a game record are prose unless moves with numbers stand in
/// them; what stands in the solution of a problem is part of it.
pub(super) fn claims_something(comment: &Comment, tokens: &[Token<'_>]) -> bool {
    if comment.style != CommentStyle::Prose {
        let numbered = tokens.windows(2).any(|pair| {
            matches!(pair, [Token::Number(_), Token::Word(word, _)] if word.contains('~') || read_word(word).is_some())
        });
        return numbered;
    }
    !tokens.iter().all(|token| match token {
        Token::Word(word, _) => is_harmless(word),
        Token::Number(_) => false,
    })
}

/// The half-move that a remark's answer would be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place(usize);

impl Place {
    /// After so many half-moves, the last of them by the side that forces.
    pub(super) const fn after(made: usize) -> Self {
        Self(made + 1)
    }
}

/// What is said after a move of the side that forces.
#[derive(Clone, Debug)]
pub(super) enum Remark<'s> {
    /// Nothing is threatened.
    Zugzwang,
    /// What would follow if the other side could pass.
    Threat(Moves<'s>),
    /// What answers all replies of some man that are not printed.
    Any {
        /// The man.
        man: Man<'s>,
        /// The answers.
        answer: Moves<'s>,
    },
}

impl<'s> Remark<'s> {
    /// `remark = zugzwang | [ threat ] answers | [ any-letter ] "~" answers`, by a
    /// number that goes back to its place at the most; `None` where it is not understood.
    pub(super) fn read(text: &'s str, place: Place) -> Option<Self> {
        let is = |word: &str, list: &[&str]| list.contains(&word.to_lowercase().as_str());
        let tokens = tokens(text);
        let number = Token::Number(place.0.wrapping_sub(1));
        let (man, answers) = match tokens.as_slice() {
            [Token::Word(word, _)] if is(word, &ZUGZWANG) => return Some(Self::Zugzwang),
            [Token::Word(word, _), answers @ ..] if is(word, &THREAT) => (None, answers),
            // A number before `~` that goes back to where the remark stands says nothing new.
            [first, Token::Word(any, _), answers @ ..] if *first == number => {
                (Some(any.strip_suffix('~')?), answers)
            }
            [Token::Word(any, _), answers @ ..] => (Some(any.strip_suffix('~')?), answers),
            answers => (None, answers),
        };
        let answer = Moves::numbered(answers, place)?;
        Some(match man {
            Some(man) => {
                let man = Man(man);
                Self::Any { man, answer }
            }
            None => Self::Threat(answer),
        })
    }
}

/// The letter before `~`; empty for any man.
#[derive(Clone, Copy, Debug)]
pub(super) struct Man<'s>(&'s str);

impl Man<'_> {
    /// Whether it is his move.
    pub(super) fn moves<R: Rules>(
        self,
        rules: &R,
        position: &R::Position,
        r#move: R::Move,
        letters: &Letters,
    ) -> bool {
        self.0.is_empty() || word(rules, position, r#move, letters).starts_with(self.0)
    }
}

/// The moves of `Bc7/Bd6`.
#[derive(Clone, Debug)]
pub(super) struct Moves<'s>(Vec<&'s str>);

impl<'s> Moves<'s> {
    /// The words between strokes and commas.
    pub(super) fn of(text: &'s str) -> Self {
        let words = text.split(['/', ',']);
        Self(words.filter(|word| !word.is_empty()).collect())
    }

    /// `answers = move-number alternatives { move-number alternatives }`, each with the number of `place`.
    fn numbered(tokens: &[Token<'s>], place: Place) -> Option<Self> {
        let mut words = Vec::new();
        for pair in tokens.chunks(2) {
            match *pair {
                [number, Token::Word(answers, _)] if number == Token::Number(place.0) => {
                    words.append(&mut Self::of(answers).0);
                }
                _ => return None,
            }
        }
        (!words.is_empty()).then_some(Self(words))
    }

    /// Whether all words have the form of moves.
    pub(super) fn is_readable(&self) -> bool {
        self.0
            .iter()
            .all(|word| read_word(word).is_some_and(|read| read.len == word.len()))
    }

    /// All legal moves that the words may mean.
    pub(super) fn readings<R: Rules>(
        &self,
        rules: &R,
        position: &R::Position,
        letters: &Letters,
    ) -> Vec<R::Move> {
        let (mut all, mut readings) = (Vec::new(), Vec::new());
        for read in self.0.iter().filter_map(|word| read_word(word)) {
            rules.candidates(position, &read.form, letters, &mut readings);
            all.append(&mut readings);
        }
        all
    }

    /// The moves, if each word is exactly one; otherwise the word that is not.
    pub(super) fn exact<R: Rules>(
        &self,
        rules: &R,
        position: &R::Position,
        letters: &Letters,
    ) -> Result<Vec<R::Move>, &'s str> {
        let mut readings = Vec::new();
        self.0
            .iter()
            .map(|&text| {
                let read = read_word(text).filter(|read| read.len == text.len());
                let read = read.ok_or(text)?;
                rules.candidates(position, &read.form, letters, &mut readings);
                match readings[..] {
                    [r#move] => Ok(r#move),
                    _ => Err(text),
                }
            })
            .collect()
    }
}

/// A printed number of solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Count {
    /// `2 solutions`.
    Total(usize),
    /// `2.1.1.1`: so many moves at each half-move of every line.
    Branches(Vec<usize>),
}

impl Count {
    /// `count-of-solutions = digits blank ( "solutions" | "sol." | "Lösungen" | ... ) | branches`
    pub(super) fn read(text: &str) -> Option<Self> {
        let bare = text.trim_matches(|c: char| matches!(c, '(' | ')' | '[' | ']' | '{' | '}'));
        let mut words = bare.split_whitespace();
        let (first, second) = (words.next()?, words.next());
        if words.next().is_some() {
            return None;
        }
        if let Some(second) = second {
            let known = SOLUTIONS.contains(&second.to_lowercase().as_str());
            return known.then(|| first.parse().ok().map(Self::Total)).flatten();
        }
        let branches: Option<Vec<usize>> = first
            .trim_end_matches(['.', '…'])
            .split('.')
            .map(|part| part.parse().ok())
            .collect();
        branches.filter(|all| all.len() > 1).map(Self::Branches)
    }

    /// What there is in place of it in `lines`, in the same form; `None` where it holds.
    pub(super) fn fault<M: Ord + Copy>(&self, lines: &[Vec<M>]) -> Option<String> {
        match self {
            Self::Total(total) => {
                let found = lines.len();
                (found != *total).then(|| format!("{found} solutions"))
            }
            Self::Branches(due) => {
                let mut lines: Vec<&[M]> = lines.iter().map(Vec::as_slice).collect();
                lines.sort_unstable();
                let widths = (0..due.len()).map(|depth| widths(&lines, depth));
                let widths: Vec<(usize, usize)> = widths.collect();
                let holds = widths
                    .iter()
                    .zip(due)
                    .all(|(&(least, most), &due)| least == due && most == due);
                let told = widths.iter().map(|&(least, most)| {
                    if least == most {
                        most.to_string()
                    } else {
                        format!("{least}-{most}")
                    }
                });
                (!holds).then(|| told.collect::<Vec<_>>().join("."))
            }
        }
    }
}

/// How many moves follow the first `depth` of sorted lines, at least and at most.
fn widths<M: PartialEq>(lines: &[&[M]], depth: usize) -> (usize, usize) {
    let mut widths = (usize::MAX, 0);
    for same in lines.chunk_by(|a, b| a.get(..depth) == b.get(..depth)) {
        let width = same
            .chunk_by(|a, b| a.get(depth) == b.get(depth))
            .filter(|next| next.iter().any(|line| line.len() > depth))
            .count();
        widths = (widths.0.min(width), widths.1.max(width));
    }
    (widths.0.min(widths.1), widths.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_solutions_are_read_in_both_forms() {
        assert_eq!(Count::read("2 solutions"), Some(Count::Total(2)));
        assert_eq!(Count::read("(3 sols.)"), Some(Count::Total(3)));
        assert_eq!(
            Count::read("(2.1.1.1)"),
            Some(Count::Branches(vec![2, 1, 1, 1]))
        );
        assert_eq!(Count::read("3.1..."), Some(Count::Branches(vec![3, 1])));
        for other in ["2", "2.", "solutions", "2 moves", "1.Kh7", ""] {
            assert_eq!(Count::read(other), None, "{other}");
        }
    }

    #[test]
    fn branches_must_be_so_many_in_every_line() {
        let lines = [vec![1, 1, 1], vec![1, 1, 2], vec![2, 1, 1]];
        let fault = |branches: &[usize]| Count::Branches(branches.to_vec()).fault(&lines);
        assert_eq!(fault(&[2, 1]), None);
        assert_eq!(fault(&[2, 1, 1]).as_deref(), Some("2.1.1-2"));
        assert_eq!(fault(&[3, 1]).as_deref(), Some("2.1"));
        assert_eq!(Count::Total(3).fault(&lines), None);
        assert_eq!(
            Count::Total(2).fault(&lines).as_deref(),
            Some("3 solutions")
        );
        assert_eq!(Count::Total(0).fault::<u8>(&[]), None);
    }
}
