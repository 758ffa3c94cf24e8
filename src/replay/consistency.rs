//! What a score claims besides its moves, held against the rules: numbers, check marks, results, printed boards. Yes or
//! no; the words are made in `report`.

use crate::notation::chess::{CaptureMark, ChessMoveText, Letter};
use crate::notation::letters::Letters;
use crate::notation::stones::StoneTurn;
use crate::notation::{Cell, CheckMark, Color, Outcome, San, WordForm, WrittenNumber};
use crate::record::Board;
use crate::rules::{BoardView, Rules};
use crate::source::Span;

/// With fewer of the roster's tags than this a record does not claim to be an archived game.
pub(super) const ROSTER_CLAIMED: usize = 4;

/// What is wrong with a written move number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NumberFault {
    /// Another number is due.
    Value,
    /// One dot before Black's move, or three before White's.
    Dots,
}

/// Judges a number before a move of `side` that is due to be number `due`.
pub(crate) fn number_fault(written: &WrittenNumber, due: u32, side: Color) -> Option<NumberFault> {
    if written.value != due {
        return Some(NumberFault::Value);
    }
    // Nearly always.
    if (written.dots == 1) == (side == Color::White) {
        return None;
    }
    let odd = match side {
        Color::White => written.dots >= 3,
        Color::Black => written.dots == 1,
    };
    odd.then_some(NumberFault::Dots)
}

/// Whether the mark that a move deserves and the one written disagree. A missing mark counts only where the game's
/// canonical notation writes checks, and not after a word of a kind that has none ([`is_coordinates`]).
pub(crate) fn check_mark_differs<R: Rules>(
    deserved: CheckMark,
    written: CheckMark,
    unmarked: bool,
) -> bool {
    match (deserved, written) {
        _ if deserved == written => false,
        (_, CheckMark::None) if unmarked => false,
        (CheckMark::None | CheckMark::Check | CheckMark::Mate, CheckMark::None) => R::MARKS_CHECKS,
        (CheckMark::Check, CheckMark::Double) => !R::MARKS_CHECKS,
        _ => true,
    }
}

/// Whether a word names its origin and no piece.
pub(crate) const fn is_coordinates(form: &WordForm) -> bool {
    matches!(form, WordForm::Chess(ChessMoveText::Piece(word))
        if word.piece.is_none() && word.from_file.is_some() && word.from_rank.is_some())
}

/// Whether an unusual spelling is worth a note: that of a turn of stones always, since it has one canonical form, that
/// of a move in an `archive` whose canonical notation is standard algebraic.
pub(super) fn tells_spelling<R: Rules>(form: &WordForm, archive: bool) -> bool {
    match form {
        WordForm::Stones(_) => true,
        WordForm::Chess(_) | WordForm::Null | WordForm::Foreign => R::WRITES_SAN && archive,
    }
}

/// Whether a word with the letter of a piece names its origin, in part at least.
pub(super) const fn names_origin(form: &WordForm) -> bool {
    matches!(form, WordForm::Chess(ChessMoveText::Piece(word))
        if word.piece.is_some() && (word.from_file.is_some() || word.from_rank.is_some()))
}

/// Whether a word names the origin of a piece where that is not needed, or otherwise than `usual` does, its move's
/// canonical word in English letters.
pub(super) fn origin_is_odd(form: &WordForm, usual: &str) -> bool {
    let WordForm::Chess(ChessMoveText::Piece(word)) = form else {
        return false;
    };
    let origin = (word.from_file, word.from_rank);
    // Of the words of pawns and of castling the spelling says enough.
    let usual = || San::read(usual.as_bytes()).filter(|usual| usual.piece().is_some());
    names_origin(form) && usual().is_some_and(|usual| usual.origin() != origin)
}

/// Whether a claimed result cannot stand beside what the rules prove.
pub(crate) fn contradicts(proven: Option<Outcome>, claimed: Option<Outcome>) -> bool {
    matches!((proven, claimed), (Some(proven), Some(claimed)) if proven != claimed)
}

/// What the mark between origin and target claims against the move's effect: `Some(true)` a capture that is none,
/// `Some(false)` a plain move that captures.
pub(super) fn capture_mark_fault(form: &WordForm, captures: impl FnOnce() -> bool) -> Option<bool> {
    let mark = match form {
        WordForm::Chess(ChessMoveText::Piece(piece)) => piece.capture,
        WordForm::Stones(StoneTurn::Move { mark, .. }) => *mark,
        WordForm::Chess(ChessMoveText::Castle(_))
        | WordForm::Stones(_)
        | WordForm::Null
        | WordForm::Foreign => {
            return None;
        }
    };
    match mark {
        CaptureMark::Capture => (!captures()).then_some(true),
        CaptureMark::Dash => captures().then_some(false),
        CaptureMark::None => None,
    }
}

/// Whether a piece's move captures and is not marked as a capture or as none, which standard algebraic notation asks for.
pub(super) fn lacks_capture_mark(form: &WordForm, captures: impl FnOnce() -> bool) -> bool {
    matches!(form, WordForm::Chess(ChessMoveText::Piece(piece))
        if piece.piece.is_some() && piece.capture == CaptureMark::None)
        && captures()
}

/// A cell in which a printed board and the position differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellFault {
    /// The cell in the text.
    pub(super) span: Span,
    /// The cell of the board.
    pub(super) cell: Cell,
    /// What is printed, as a FEN letter or `.`; `None` when it is no piece in the letters in use.
    pub(super) printed: Option<char>,
    /// What stands there.
    pub(super) actual: char,
}

/// The cells in which a printed board differs from the position; `None` when the shapes differ.
///
/// Boards in scores are printed with the record's letters or with English ones; the kinder reading counts.
pub(super) fn compare_board(
    board: &Board,
    view: &BoardView,
    letters: &Letters,
) -> Option<Vec<CellFault>> {
    if !has_shape(board, view) {
        return None;
    }
    let faults = |letters: &Letters| -> Vec<CellFault> {
        let cells = board.rows.iter().zip(&view.rows).enumerate();
        cells
            .flat_map(|(row, (printed, actual))| {
                printed
                    .iter()
                    .zip(actual)
                    .enumerate()
                    .map(move |(column, pair)| (row, column, pair))
            })
            .filter_map(|(row, column, (printed, &actual))| {
                let read = read_in(view, printed.value, letters);
                (read != Some(actual)).then_some(CellFault {
                    span: printed.span,
                    cell: view.cell(row, column),
                    printed: read,
                    actual,
                })
            })
            .collect()
    };
    let english = faults(&Letters::ENGLISH);
    if view.groups.is_some() || english.is_empty() {
        return Some(english);
    }
    if shows_men(board, view) {
        return Some(Vec::new());
    }
    let own = faults(letters);
    Some(if own.len() < english.len() {
        own
    } else {
        english
    })
}

/// Whether a printed board shows the position: [`compare_board`] for those who want to know no more, and ask often.
pub(super) fn shows(board: &Board, view: &BoardView, letters: &Letters) -> bool {
    let reads = |letters: &Letters| {
        pairs(board, view).all(|(printed, actual)| read_in(view, printed, letters) == Some(actual))
    };
    has_shape(board, view)
        && (reads(&Letters::ENGLISH)
            || view.groups.is_none() && (shows_men(board, view) || reads(letters)))
}

fn has_shape(board: &Board, view: &BoardView) -> bool {
    let (printed, actual) = (board.rows.iter(), view.rows.iter());
    printed.map(Vec::len).eq(actual.map(Vec::len))
}

/// Each cell as it is printed and as it is.
fn pairs(board: &Board, view: &BoardView) -> impl Iterator<Item = (char, char)> {
    let rows = board.rows.iter().zip(&view.rows);
    rows.flat_map(|(printed, actual)| {
        printed
            .iter()
            .map(|cell| cell.value)
            .zip(actual.iter().copied())
    })
}

/// Whether a board in the letters of the problem literature, in a record that is in others, shows the position.
fn shows_men(board: &Board, view: &BoardView) -> bool {
    // What is vacant is seen at once, and settles nearly all cases.
    pairs(board, view).all(|(printed, actual)| (printed == '.') == (actual == '.'))
        && board.men().is_some_and(|men| {
            let mut rows = men.rows().zip(&view.rows);
            rows.all(|(row, actual)| row[..] == actual[..])
        })
}

/// A printed cell as the board of the game would have it.
fn read_in(view: &BoardView, printed: char, letters: &Letters) -> Option<char> {
    if view.groups.is_some() {
        read_stone(printed)
    } else {
        read_cell(printed, letters)
    }
}

/// A printed cell of a game of stones as `r`, `b` or `.`.
const fn read_stone(printed: char) -> Option<char> {
    match printed {
        '.' => Some('.'),
        'r' | 'R' | '○' => Some('r'),
        'b' | 'B' | '●' => Some('b'),
        _ => None,
    }
}

/// A printed cell as a FEN letter or `.`.
fn read_cell(printed: char, letters: &Letters) -> Option<char> {
    if matches!(printed, '.' | '-' | '*' | '·' | '_' | '+' | ':') {
        return Some('.');
    }
    if printed == 'O' {
        return Some('P');
    }
    if !printed.is_ascii()
        && let Some(figurines) = Letters::by_name("figurine")
    {
        let same = |side: [&str; 6]| side.iter().position(|figure| figure.starts_with(printed));
        let white = same(figurines.white).map(|role| crate::notation::Role::ALL[role].letter());
        let black = same(figurines.black).map(|role| {
            crate::notation::Role::ALL[role]
                .letter()
                .to_ascii_lowercase()
        });
        if let Some(piece) = white.or(black) {
            return Some(piece);
        }
    }
    let upper = printed.to_uppercase().next()?;
    let letter = letters.role(Letter::new(upper))?.letter();
    Some(if printed.is_uppercase() {
        letter
    } else {
        letter.to_ascii_lowercase()
    })
}
