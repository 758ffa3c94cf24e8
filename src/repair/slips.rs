//! How likely it is that one word was printed for another: the slips of pens, keys and eyes.
//!
//! A likelihood is a cost in tenths of a slip: 10 is one plain slip, more is less likely. The figures are ours; only
//! their order matters, and `tests/it/slips.rs` measures what it is good for.

use crate::notation::chess::Letter;
use crate::notation::letters::Letters;
use crate::notation::{Color, Role};
use smallvec::SmallVec;

/// No more than one plain slip in a word.
pub(super) const PLAIN: u32 = 12;
/// What no slip explains costs so much.
pub(super) const UNLIKE: u32 = 60;
/// A ply or a pair that was lost.
pub(super) const LOST: u32 = 20;
/// A pair that was lost from the middle of a move to the middle of the next one, the number between them with it.
pub(super) const LOST_ACROSS: u32 = 48;
/// Numbers that do not agree with the correction, as if they were wrong as well.
pub(super) const RENUMBERED: u32 = 35;
/// A word that was printed twice.
pub(super) const DOUBLED: u32 = 8;
/// A blank between two moves that was lost.
pub(super) const GLUED: u32 = 8;
/// A word that should not be there, for no visible reason.
pub(super) const SURPLUS: u32 = 35;
/// Two plies that changed places.
pub(super) const SWAPPED: u32 = 10;
/// Two moves of one side that changed places.
pub(super) const TRANSPOSED: u32 = 18;
/// What a board recorded after the game.
pub(super) const RESET: u32 = 6;
/// What is printed elsewhere in the line disagrees with it: a sign, a letter too many or too few.
pub(super) const ODD: u32 = 8;

/// So many moves after the end of the game, which nobody goes on with for long.
pub(super) fn over(moves: usize) -> u32 {
    20 + 2 * moves.min(20) as u32
}

/// Longer words are compared by their beginnings; no move is so long.
const LONGEST: usize = 24;

/// The rows of a keyboard.
const KEYS: [&str; 4] = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// The cost of `printed` for `meant`, both without marks; `letters` are those of the record.
pub(super) fn cost(printed: &str, meant: &str, letters: &Letters) -> u32 {
    if printed == meant {
        return 0;
    }
    let castles = |word: &str| word.starts_with("O-O") || word.starts_with("0-0");
    if castles(printed) && castles(meant) {
        return 8;
    }
    // A promotion or a fall that was left out, or put where there is none.
    if cut_short(meant, printed) || cut_short(printed, meant) {
        let queen = letters.letter(Role::Queen, Color::White);
        let promoted = meant.strip_prefix(printed).unwrap_or_default();
        let is_queen = promoted.trim_start_matches('=').starts_with(queen);
        return if is_queen { 7 } else { 8 };
    }
    let characters =
        |word: &str| -> SmallVec<[char; LONGEST]> { word.chars().take(LONGEST).collect() };
    let (printed, meant) = (characters(printed), characters(meant));
    distance(&printed, &meant, letters).min(UNLIKE)
}

/// Whether `short` is `long` without what follows its first square.
fn cut_short(long: &str, short: &str) -> bool {
    long.strip_prefix(short).is_some_and(|rest| {
        short.ends_with(|c: char| c.is_ascii_digit())
            && rest.starts_with(|c: char| !c.is_ascii_digit())
    })
}

/// A row of the table of distances.
type Row = SmallVec<[u32; LONGEST + 1]>;

/// Edit distance with neighbours swapped as one edit, each edit weighed.
fn distance(printed: &[char], meant: &[char], letters: &Letters) -> u32 {
    let mut older = Row::new();
    let mut above = Row::from_slice(&[0]);
    for (j, &m) in meant.iter().enumerate() {
        above.push(above[j] + left_out(m, j));
    }
    for (i, &p) in printed.iter().enumerate() {
        let mut row = Row::from_slice(&[above[0] + left_out(p, i)]);
        for (j, &m) in meant.iter().enumerate() {
            let mut best = above[j] + replaced(p, m, letters);
            best = best.min(above[j + 1] + left_out(p, i));
            best = best.min(row[j] + left_out(m, j));
            if i > 0 && j > 0 && p != m && p == meant[j - 1] && printed[i - 1] == m {
                best = best.min(older[j - 1] + 9);
            }
            row.push(best);
        }
        older = std::mem::replace(&mut above, row);
    }
    above[meant.len()]
}

/// The cost of one character lost or put in.
fn left_out(c: char, place: usize) -> u32 {
    match c {
        'x' | '×' | ':' => 4,
        '=' | '-' | '(' | ')' => 3,
        _ if place == 0 && c.is_uppercase() => 9,
        'a'..='h' | '1'..='8' => 10,
        _ => 12,
    }
}

/// The cost of the character `p` for `m`.
fn replaced(p: char, m: char, letters: &Letters) -> u32 {
    if p == m {
        return 0;
    }
    if matches!((p, m), ('O' | 'o', '0') | ('0', 'O') | ('o', 'O')) {
        return 1;
    }
    if p.to_lowercase().eq(m.to_lowercase()) {
        return 5;
    }
    let of_kind = |of: fn(char) -> bool| of(p) && of(m);
    if of_kind(|c| c.is_ascii_digit()) || of_kind(|c| ('a'..='s').contains(&c)) {
        return if u32::from(p).abs_diff(u32::from(m)) == 1 || are_neighbours(p, m) {
            8
        } else {
            10
        };
    }
    if of_kind(char::is_uppercase) {
        let role = letters.role(Letter::new(m));
        let elsewhere = Letters::ALL
            .iter()
            .any(|set| role.is_some() && set.role(Letter::new(p)) == role);
        return if elsewhere { 5 } else { 10 };
    }
    if are_neighbours(p, m) { 9 } else { 20 }
}

/// Whether two keys lie side by side.
fn are_neighbours(a: char, b: char) -> bool {
    let place = |key: char| {
        let place = *PLACES.get(key.to_ascii_lowercase() as usize)?;
        (place != NOWHERE).then_some(place)
    };
    match (place(a), place(b)) {
        (Some([row, column]), Some([other, next])) => {
            row.abs_diff(other) <= 1 && column.abs_diff(next) <= 1
        }
        _ => false,
    }
}

const NOWHERE: [u8; 2] = [u8::MAX; 2];

/// Row and column of each character on a keyboard.
const PLACES: [[u8; 2]; 128] = {
    let mut places = [NOWHERE; 128];
    let mut row = 0;
    while row < KEYS.len() {
        let keys = KEYS[row].as_bytes();
        let mut column = 0;
        while column < keys.len() {
            places[keys[column] as usize] = [row as u8, column as u8];
            column += 1;
        }
        row += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::{UNLIKE, cost};
    use crate::notation::letters::Letters;

    fn cost_of(printed: &str, meant: &str) -> u32 {
        cost(printed, meant, &Letters::ENGLISH)
    }

    /// Each plain slip costs about ten, a doubled one more, and no slip at all costs most.
    #[test]
    fn slips_are_weighed() {
        for (printed, meant) in [
            ("Nf3", "Nf4"),
            ("Nf3", "Nc3"),
            ("Bf3", "Nf3"),
            ("Sf3", "Nf3"),
            ("f3", "Nf3"),
            ("fN3", "Nf3"),
            ("exd5", "ed5"),
            ("O-O", "O-O-O"),
            ("e8=N", "e8=Q"),
            ("e8", "e8=Q"),
            ("f4", "f4,b2"),
            ("Rf2-f5", "Rf2-f5-f4"),
        ] {
            assert!(
                (1..=10).contains(&cost_of(printed, meant)),
                "{printed} for {meant}"
            );
        }
        for (printed, meant) in [("Nf3", "Bc4"), ("Nf3", "Rd1"), ("a3", "h6")] {
            assert!(cost_of(printed, meant) > 15, "{printed} for {meant}");
        }
        assert_eq!(cost_of("Nf3", "Nf3"), 0);
        assert_eq!(cost_of("abcdefgh", "12345678"), UNLIKE);
    }

    #[test]
    fn what_happens_more_often_costs_less() {
        assert!(
            cost_of("Nf3", "Nf4") < cost_of("Nf3", "Nf8"),
            "the next rank"
        );
        assert!(
            cost_of("Sf3", "Nf3") < cost_of("Bf3", "Nf3"),
            "a German knight"
        );
        assert!(cost_of("e8", "e8=Q") < cost_of("e8", "e8=N"), "a queen");
        assert!(cost_of("ed5", "exd5") < cost_of("ed5", "ed6"), "a lost x");
    }
}
