//! "Did you mean": legal moves near to an illegal word, by spelling and by the board.

use crate::notation::chess::{ChessMoveText, FallText, PieceMoveText};
use crate::notation::letters::Letters;
use crate::notation::stones::StoneTurn;
use crate::notation::{Cell, Color, Role, WordForm, without_marks};
use crate::rules::{Effect, Rules};

/// Suggestions offered for one word at most.
const MOST: usize = 3;

/// Legal moves that the word may have been meant for, likeliest first, in the record's letters.
pub(super) fn near<R: Rules>(
    rules: &R,
    letters: &Letters,
    position: &R::Position,
    text: &str,
    form: &WordForm,
) -> Vec<String> {
    let fallen = with_the_true_fall(rules, letters, position, form);
    if !fallen.is_empty() {
        return fallen;
    }
    let mut legal = Vec::new();
    rules.legal_moves(position, &mut legal);
    let word = without_marks(text);
    let target = match form {
        WordForm::Chess(ChessMoveText::Piece(piece)) => Some(Cell::from(piece.to)),
        WordForm::Stones(StoneTurn::Move { to, .. }) => Some(*to),
        WordForm::Stones(StoneTurn::Place(stones)) => stones.cells().get(1).copied(),
        WordForm::Chess(ChessMoveText::Castle(_)) | WordForm::Null | WordForm::Foreign => None,
    };
    let few = legal.len() <= MOST;
    let mut ranked: Vec<(usize, usize, String)> = legal
        .into_iter()
        .filter_map(|r#move| {
            let mut name = String::new();
            rules.write_move(position, r#move, letters, &mut name);
            let bare = name.trim_end_matches(['+', '#']);
            let spelling = strsim::damerau_levenshtein(word, bare);
            // The word names the square reached first, whatever follows there.
            let arrival = rules.effect(position, r#move).path.get(1).copied();
            let board = target
                .zip(arrival)
                .map_or(2, |(meant, reached)| distance(meant, reached).min(3));
            // One slip of the pen, or two that end near where the word says; anything legal when hardly anything is.
            let near = few
                || spelling <= 1
                || (spelling == 2 && board <= 1)
                || (board == 0 && spelling <= 3);
            let shape = means_castling(letters, form, &rules.effect(position, r#move));
            let meant = shape || lacks_promotion(word, bare);
            let cost = if meant { 0 } else { 4 * spelling + board };
            let promotion = promotion(letters, bare);
            (near || meant).then_some((cost, promotion, name))
        })
        .collect();
    ranked.sort();
    ranked.truncate(MOST);
    ranked.into_iter().map(|(.., name)| name).collect()
}

/// Whether a word moves the king two squares or more the way in which it castles with this effect, to the square of the
/// rook too.
fn means_castling(letters: &Letters, form: &WordForm, effect: &Effect) -> bool {
    let (Some(man), [from, arrival, ..]) = (form.man(), &effect.path[..]) else {
        return false;
    };
    let is_king = man.piece.and_then(|letter| letters.role(letter)) == Some(Role::King);
    let to = Cell::from(man.to);
    let way = |to: &Cell| i32::from(to.file) - i32::from(from.file);
    effect.castling
        && is_king
        && to.rank == from.rank
        && way(&to).abs() > 1
        && way(&to).signum() == way(arrival).signum()
}

/// Whether a word is that of a promotion without what the pawn becomes.
fn lacks_promotion(word: &str, meant: &str) -> bool {
    meant
        .strip_prefix(word)
        .is_some_and(|rest| rest.starts_with('='))
}

/// The place of a move among those that only the promotion tells apart: the queen first.
fn promotion(letters: &Letters, word: &str) -> usize {
    const USUAL: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    let promoted = word.split_once('=').and_then(|(_, rest)| {
        let end = rest
            .find(|c: char| !c.is_alphabetic())
            .unwrap_or(rest.len());
        let role = |role: &Role| {
            let [white, black] = Color::ALL.map(|color| letters.letter(*role, color));
            [white, black].contains(&&rest[..end])
        };
        USUAL.iter().position(role)
    });
    promoted.map_or(0, |place| place + 1)
}

/// The moves that a word means apart from the fall that it writes, unless that names another piece: then the promotion
/// may be wrong as well.
fn with_the_true_fall<R: Rules>(
    rules: &R,
    letters: &Letters,
    position: &R::Position,
    form: &WordForm,
) -> Vec<String> {
    let Some(man) = form.man() else {
        return Vec::new();
    };
    let same_piece = |fall: &FallText| fall.piece.is_none_or(|piece| man.promotion == Some(piece));
    if !man.fall.as_ref().is_some_and(same_piece) {
        return Vec::new();
    }
    let first = PieceMoveText { fall: None, ..*man };
    let mut meant = Vec::new();
    let word = WordForm::Chess(ChessMoveText::Piece(first));
    rules.candidates(position, &word, letters, &mut meant);
    let write = |r#move| {
        let mut name = String::new();
        rules.write_move(position, r#move, letters, &mut name);
        name
    };
    meant.into_iter().take(MOST).map(write).collect()
}

/// King steps between two cells.
fn distance(a: Cell, b: Cell) -> usize {
    usize::from(a.file.abs_diff(b.file).max(a.rank.abs_diff(b.rank)))
}
