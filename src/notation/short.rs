//! A straight path for the move words that nearly all scores consist of: ASCII, in standard algebraic notation or
//! plain coordinates, the plainest as [`San`]. What it declines is read by the grammar in [`super::word`]; what it reads, that grammar reads
//! the same (a test compares them). Words in full and turns of stones have paths of their own.

pub(super) mod full;
pub(super) mod stones;

use super::chess::{CaptureMark, ChessMoveText, Letter, PieceMoveText, Wing};
use super::letters::is_capital;
use super::san::San;
use super::word::ends_word;
use super::{CheckMark, Marks, Nag, Square, WordForm, WordRead};

/// The beginning of a text, of a fixed length so that looking at it needs no checks; zeros stand behind its end. No
/// word that is read here is longer, with two signs behind it.
pub(super) type Near = [u8; 16];

#[inline]
pub(super) fn near(text: &[u8]) -> Near {
    match text.first_chunk() {
        Some(near) => *near,
        None => {
            let mut near = [0; size_of::<Near>()];
            near[..text.len()].copy_from_slice(text);
            near
        }
    }
}

/// The byte at `at`, which is known to be near.
#[inline]
pub(super) const fn byte(near: &Near, at: usize) -> u8 {
    near[at % size_of::<Near>()]
}

/// Reads a common word.
#[inline]
pub(super) fn read(text: &[u8]) -> Option<WordRead> {
    let near = near(text);
    match San::read_near(&near) {
        Some(san) => Some(san.word_read()),
        None => read_longer(&near, text),
    }
}

/// The same where it is no [`San`] and its beginning is at hand.
#[inline]
pub(super) fn read_longer(near: &Near, text: &[u8]) -> Option<WordRead> {
    let (form, at, unusual) = match *near {
        [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..] => {
            let (man, at) = squares(near);
            (ChessMoveText::Piece(man), at, true)
        }
        [file @ b'a'..=b'h', rank @ b'1'..=b'8', ..] => {
            let (man, at) = promotion(text, PieceMoveText::to(square(file, rank)), 2)?;
            (ChessMoveText::Piece(man), at, false)
        }
        [
            from @ b'a'..=b'h',
            b'x',
            file @ b'a'..=b'h',
            rank @ b'1'..=b'8',
            ..,
        ] if from.abs_diff(file) == 1 => {
            let man = PieceMoveText {
                from_file: Some(from - b'a'),
                capture: CaptureMark::Capture,
                ..PieceMoveText::to(square(file, rank))
            };
            let (man, at) = promotion(text, man, 4)?;
            (ChessMoveText::Piece(man), at, false)
        }
        [b'O', b'-', b'O', b'-', b'O', ..] => (ChessMoveText::Castle(Wing::Queen), 5, false),
        [b'O', b'-', b'O', ..] => (ChessMoveText::Castle(Wing::King), 3, false),
        [letter, ..] if is_capital(letter) => {
            let (man, at) = piece(near, letter)?;
            (ChessMoveText::Piece(man), at, false)
        }
        _ => return None,
    };
    let (mut at, mut check, mut nag) = (at, CheckMark::None, None);
    // Nearly always a blank: one look settles it.
    if byte(near, at) > b' ' {
        (check, at) = self::check(near, at);
        (nag, at) = suffix(near, at);
        let marked = check != CheckMark::None || nag.is_some();
        let next = byte(near, at);
        // A bracket may hold a promotion, `e8(Q)`, and an asterisk may mark a capture, `Rc5*c4`.
        let ends = ends_word(next) || marked && next.is_ascii_digit();
        if !ends || matches!(next, b'(' | b'*') {
            return None;
        }
    }
    if may_go_on(byte(near, at + 1)) && goes_on(text, at) {
        return None;
    }
    Some(WordRead {
        len: at,
        form: WordForm::Chess(form),
        marks: Marks {
            check,
            nag,
            en_passant: false,
            unusual,
        },
    })
}

/// Whether behind a blank a mark of the word before it may begin with this sign, or a fall in brackets, or a further
/// blank.
#[inline]
pub(super) const fn may_go_on(sign: u8) -> bool {
    MARKS[sign as usize]
}

/// The signs of [`may_go_on`].
const MARKS: [bool; 256] = {
    let mut marks = [false; 256];
    let signs = b"-xX: \t(mp";
    let mut i = 0;
    while i < signs.len() {
        marks[signs[i] as usize] = true;
        i += 1;
    }
    i = 0x80;
    while i < marks.len() {
        marks[i] = true;
        i += 1;
    }
    marks
};

/// Whether behind a blank a mark between squares may stand, `Ra5 x c5`, or a fall in brackets, `Rxc5 (→c4)`. An
/// asterisk ends a game there.
#[cold]
fn goes_on(text: &[u8], at: usize) -> bool {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let blanks = text[at..].iter().take_while(|&byte| blank(byte)).count();
    match text[at + blanks..] {
        _ if blanks == 0 => false,
        [b'(', after, ..] => matches!(after, b'-' | b'=' | b'>' | b' ' | 0x80..),
        [next, ..] => MARKS[next as usize] && next != b'(',
        [] => false,
    }
}

/// The letter's move, at its end: `Nf3`, `Nxf3`, `Nbd7`, `N1f3`, `Nb1d2`, each with or without `x`.
#[inline]
fn piece(near: &Near, letter: u8) -> Option<(PieceMoveText, usize)> {
    let mut man = PieceMoveText {
        piece: Some(Letter::new(letter as char)),
        ..PieceMoveText::to(square(near[1], near[2]))
    };
    // At most one of file and rank before the target, or both; `at` is where the rest begins.
    let mut at = 1;
    match near[1..] {
        [b'a'..=b'h', b'1'..=b'8', b'x' | b'a'..=b'h', ..] => {
            (man.from_file, man.from_rank) = (Some(near[1] - b'a'), Some(near[2] - b'1'));
            at = 3;
        }
        [b'a'..=b'h', b'1'..=b'8', ..] => return Some((man, 3)),
        [b'a'..=b'h', b'x' | b'a'..=b'h', ..] => {
            man.from_file = Some(near[1] - b'a');
            at = 2;
        }
        [b'1'..=b'8', ..] => {
            man.from_rank = Some(near[1] - b'1');
            at = 2;
        }
        _ => {}
    }
    if byte(near, at) == b'x' {
        man.capture = CaptureMark::Capture;
        at += 1;
    }
    match (byte(near, at), byte(near, at + 1)) {
        (file @ b'a'..=b'h', rank @ b'1'..=b'8') => {
            man.to = square(file, rank);
            Some((man, at + 2))
        }
        _ => None,
    }
}

/// `g1f3`, `e7e8q`; the caller has seen the four characters.
#[inline]
fn squares(near: &Near) -> (PieceMoveText, usize) {
    let man = PieceMoveText {
        from_file: Some(near[0] - b'a'),
        from_rank: Some(near[1] - b'1'),
        ..PieceMoveText::to(square(near[2], near[3]))
    };
    match near[4] {
        letter @ (b'q' | b'r' | b'b' | b'n') if matches!(man.to.rank(), 0 | 7) => {
            let promotion = Some(Letter::new(letter.to_ascii_uppercase() as char));
            (PieceMoveText { promotion, ..man }, 5)
        }
        _ => (man, 4),
    }
}

/// `=Q` at `at`, or nothing; another `=` is none of ours, nor is a promotion that may go on behind a blank:
/// `e7 - e8 = Q`, `e8 = Q`, `e8=Q (→Qe7)`.
#[inline]
fn promotion(text: &[u8], man: PieceMoveText, at: usize) -> Option<(PieceMoveText, usize)> {
    if text.get(at) != Some(&b'=') {
        // Pawns seldom come so far: a look ahead costs nothing to speak of.
        let open = match man.to.rank() {
            0 | 7 => behind_blanks(text, at) == Some(b'='),
            1 | 6 => behind_blanks(text, at).is_some_and(is_join),
            _ => false,
        };
        return (!open).then_some((man, at));
    }
    let letter = *text.get(at + 1).filter(|&&letter| is_capital(letter))?;
    let promotion = Some(Letter::new(letter as char));
    let open = behind_blanks(text, at + 2)
        .is_some_and(|byte| matches!(byte, b'(' | b'-' | b'=' | b'>' | 0x80..));
    (!open).then_some((PieceMoveText { promotion, ..man }, at + 2))
}

/// The first sign that is not a blank.
fn behind_blanks(text: &[u8], at: usize) -> Option<u8> {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    text[at..].iter().copied().find(|byte| !blank(byte))
}

/// Whether a word ends at `at`, and what stands there behind blanks, if anything, is none of it.
#[inline]
fn ends(text: &[u8], at: usize, begins_another: impl Fn(u8) -> bool) -> bool {
    match text.get(at) {
        None | Some(b')' | b'}') => true,
        // Nearly always: one blank.
        Some(b' ') if text.get(at + 1).is_some_and(|&sign| begins_another(sign)) => true,
        Some(b' ' | b'\t' | b'\r' | b'\n') => behind_blanks(text, at).is_none_or(begins_another),
        Some(_) => false,
    }
}

/// Whether it may begin a mark between two squares.
const fn is_join(byte: u8) -> bool {
    matches!(byte, b'-' | b'x' | b'X' | b':' | b'*' | 0x80..)
}

#[inline]
fn check(near: &Near, at: usize) -> (CheckMark, usize) {
    match (byte(near, at), byte(near, at + 1)) {
        (b'+', b'+') => (CheckMark::Double, at + 2),
        (b'+', _) => (CheckMark::Check, at + 1),
        (b'#', _) => (CheckMark::Mate, at + 1),
        _ => (CheckMark::None, at),
    }
}

#[inline]
fn suffix(near: &Near, at: usize) -> (Option<Nag>, usize) {
    let (nag, len) = match (byte(near, at), byte(near, at + 1)) {
        (b'!', b'!') => (3, 2),
        (b'!', b'?') => (5, 2),
        (b'!', _) => (1, 1),
        (b'?', b'?') => (4, 2),
        (b'?', b'!') => (6, 2),
        (b'?', _) => (2, 1),
        _ => return (None, at),
    };
    (Some(Nag(nag)), at + len)
}

#[inline]
const fn square(file: u8, rank: u8) -> Square {
    Square::new(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'))
}
