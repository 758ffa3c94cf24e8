//! The slips of pens, keys and eyes that the records are seeded with.

use super::games::Game;

/// A slip that is to be found lies so many plies before the end.
pub(super) const BEFORE_END: usize = 10;

/// Slips that the bars are set for, each made as often as any other.
pub(super) const KINDS: [&str; 16] = [
    "wrong file",
    "wrong rank",
    "neighbouring key",
    "missing piece letter",
    "wrong piece letter",
    "foreign letter",
    "characters swapped",
    "lost ply",
    "doubled ply",
    "colours swapped",
    "wrong promotion",
    "castling side",
    "missing fall or stone",
    "lost x",
    "lost pair",
    "doubled pair",
];

/// What no replay fails at, or what stands at the end: told apart, as are two slips.
pub(super) const APART: [&str; 2] = ["shifted number", "moves after the end"];

/// Two slips of any of [`KINDS`].
pub(super) const TWO: &str = "two slips";

const KEYS: [&str; 4] = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// Numbers that look random and are the same every time.
#[derive(Clone)]
pub(super) struct Seeded(pub(super) u64);

impl Seeded {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }

    pub(super) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// A printed move with what stands before it.
#[derive(Clone, PartialEq)]
pub(super) struct Token {
    pub(super) number: Option<usize>,
    /// What stands behind a number.
    pub(super) dots: &'static str,
    pub(super) word: String,
}

/// A slip at a ply, with the seed of what else is left to chance.
#[derive(Clone)]
pub(super) struct Slip {
    pub(super) kind: &'static str,
    pub(super) at: usize,
    pub(super) seeded: Seeded,
}

impl Slip {
    /// The tokens with this slip, if it can happen there and leaves a trace in the text.
    pub(super) fn make(&self, game: &Game, tokens: &[Token]) -> Option<Vec<Token>> {
        let (at, mut seeded) = (self.at, self.seeded.clone());
        let mut spoilt = tokens.to_vec();
        match self.kind {
            "lost ply" => {
                // A half move at the start belongs to no move that the numbers could show a gap in.
                game.pair_of(at)?;
                let lost = spoilt.remove(at);
                // The number is printed before what follows.
                if let Some(next) = spoilt.get_mut(at)
                    && next.number.is_none()
                {
                    (next.number, next.dots) = (lost.number, lost.dots);
                }
            }
            "doubled ply" => {
                let word = spoilt[at].word.clone();
                spoilt.insert(
                    at + 1,
                    Token {
                        number: None,
                        dots: "",
                        word,
                    },
                );
            }
            "colours swapped" => {
                let at = game.pair_of(at)?;
                let word = std::mem::take(&mut spoilt[at].word);
                spoilt[at].word = std::mem::replace(&mut spoilt[at + 1].word, word);
            }
            "lost pair" => {
                let at = game.pair_of(at)?;
                spoilt.drain(at..at + 2);
            }
            "doubled pair" => {
                let at = game.pair_of(at)?;
                let pair = spoilt[at..at + 2].to_vec();
                spoilt.splice(at..at, pair);
            }
            "shifted number" => {
                let numbers = spoilt[at..].iter_mut().filter_map(|it| it.number.as_mut());
                numbers.for_each(|number| *number += 1);
            }
            "moves after the end" => {
                let has_kings = matches!(game.set.about().name, "chess" | "inertia-chess");
                for word in ["Ke4", "Kd5"].iter().filter(|_| has_kings) {
                    spoilt.push(game.token(spoilt.len(), word));
                }
            }
            kind => spoilt[at].word = spoilt_word(kind, &spoilt[at].word, &mut seeded)?,
        }
        (spoilt != tokens).then_some(spoilt)
    }
}

fn neighbour(key: char, seeded: &mut Seeded) -> Option<char> {
    let (row, column) = KEYS
        .iter()
        .enumerate()
        .find_map(|(row, keys)| Some((row, keys.find(key.to_ascii_lowercase())?)))?;
    let side = if seeded.below(2) == 0 {
        column.checked_sub(1)?
    } else {
        column + 1
    };
    let near = KEYS[row].chars().nth(side)?;
    Some(if key.is_uppercase() {
        near.to_ascii_uppercase()
    } else {
        near
    })
}

/// The word with one character replaced, chosen among those that `of` takes.
fn replaced(
    word: &str,
    seeded: &mut Seeded,
    of: impl Fn(char) -> bool,
    by: impl Fn(char, &mut Seeded) -> Option<char>,
) -> Option<String> {
    let places: Vec<(usize, char)> = word.char_indices().filter(|&(_, c)| of(c)).collect();
    if places.is_empty() {
        return None;
    }
    let (at, old) = seeded.pick(&places);
    let new = by(old, seeded).filter(|&new| new != old)?;
    Some(format!(
        "{}{new}{}",
        &word[..at],
        &word[at + old.len_utf8()..]
    ))
}

fn spoilt_word(kind: &str, word: &str, seeded: &mut Seeded) -> Option<String> {
    let is_piece = |c: char| "NBRQK".contains(c);
    let files: Vec<char> = ('a'..='h').collect();
    let ranks: Vec<char> = ('1'..='8').collect();
    let first = word.chars().next()?;
    match kind {
        "wrong file" => replaced(
            word,
            seeded,
            |c| files.contains(&c),
            |_, s| Some(s.pick(&files)),
        ),
        "wrong rank" => replaced(
            word,
            seeded,
            |c| ranks.contains(&c),
            |_, s| Some(s.pick(&ranks)),
        ),
        "neighbouring key" => replaced(word, seeded, |c| c.is_ascii_alphanumeric(), neighbour),
        "missing piece letter" => is_piece(first).then(|| word[1..].to_owned()),
        "wrong piece letter" => is_piece(first)
            .then(|| format!("{}{}", seeded.pick(&['N', 'B', 'R', 'Q', 'K']), &word[1..])),
        "foreign letter" => {
            let foreign = match first {
                'N' => ['S', 'C'],
                'B' => ['L', 'F'],
                'R' => ['T', 'V'],
                'Q' => ['D', 'H'],
                'K' => ['R', 'K'],
                _ => return None,
            };
            Some(format!("{}{}", seeded.pick(&foreign), &word[1..]))
        }
        "characters swapped" => {
            let mut chars: Vec<char> = word.chars().collect();
            let at = seeded.below(chars.len() - 1);
            chars.swap(at, at + 1);
            Some(chars.into_iter().collect())
        }
        "wrong promotion" => {
            let at = word.find('=')? + 1;
            let letter = seeded.pick(&["N", "B", "R", "Q"]);
            Some(format!("{}{letter}{}", &word[..at], &word[at + 1..]))
        }
        "castling side" => match word {
            "O-O" => Some("O-O-O".to_owned()),
            "O-O-O" => Some("O-O".to_owned()),
            _ => None,
        },
        "missing fall or stone" => {
            let end = word.find(|c: char| c.is_ascii_digit())? + 1;
            let rest = &word[end..];
            let more = rest.starts_with(|c: char| "(,".contains(c) || c == '→')
                || (word.contains(['→', '×']) && rest.chars().any(|c| c.is_ascii_digit()));
            more.then(|| word[..end].to_owned())
        }
        "lost x" => word.contains('x').then(|| word.replacen('x', "", 1)),
        _ => None,
    }
}
