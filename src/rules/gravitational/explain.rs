//! Why a word has no legal reading. The cold path.

use super::fall::{self, Fall};
use super::{Gravitational, check, words};
use crate::notation::chess::{CaptureMark, ChessMoveText, FallText, Letter, PieceMoveText};
use crate::notation::letters::Letters;
use crate::notation::{Color, Role, Square};
use crate::rules::chess::{Bitboard, Board, Move, MoveKind, Shape};
use crate::rules::{IdleAttack, Piece, Rules, Status, Why};
use smallvec::{SmallVec, smallvec};

impl Gravitational {
    /// The cause for a word of a game that goes on: the way the piece moves, its fall, the fall written, a null move,
    /// the king.
    pub(super) fn explain_move(
        self,
        board: &Board,
        word: &ChessMoveText,
        letters: &Letters,
    ) -> Why {
        let (first, written) = (words::first(word), word.fall());
        let r#move = match board.shape(&first, letters) {
            Shape::Impossible(why) => {
                return unnamed_promotion(board, &first, letters).unwrap_or(why);
            }
            // Of several readings that all fail, one whose fall is as written fails farthest on.
            Shape::Possible(r#move) => board
                .readings(&first, letters)
                .find(|&r#move| {
                    let fall = Fall::of(board, r#move);
                    fall.is_possible() && words::falls_so(board, r#move, fall, written, letters)
                })
                .unwrap_or(r#move),
        };
        barred(board, r#move)
            .or_else(|| mismatch(board, r#move, written?, letters))
            .or_else(|| self.null_fault(board, r#move))
            .or_else(|| left_capturable(board, r#move))
            .unwrap_or(Why::GameOver {
                status: self.status(board),
            })
    }

    fn null_fault(self, board: &Board, r#move: Move) -> Option<Why> {
        let refused = !self.null_moves && fall::is_null(board, r#move, Fall::of(board, r#move));
        refused.then_some(Why::NullMove {
            piece: mover(board, r#move),
            from: r#move.from,
        })
    }
}

/// A null move is refused in check and after the end.
pub(super) fn explain_pass(board: &Board, status: Status) -> Why {
    match board.king(board.turn()) {
        Some(king) if status == Status::Ongoing => {
            let capturers = check::checkers(board);
            capture_of(board, board.turn(), king, capturers, true)
                .unwrap_or(Why::GameOver { status })
        }
        _ => Why::GameOver { status },
    }
}

/// Why no piece captures the king of the side to move although one attacks it: its fall is barred. `None` when none
/// attacks it, or one does capture it.
pub(super) fn idle_attack(board: &Board) -> Option<IdleAttack> {
    let (us, them) = (board.turn(), board.turn().other());
    let king = board.king(us)?;
    if !check::checkers(board).is_empty() {
        return None;
    }
    let by = board.attackers(king, them, board.occupied()).first()?;
    let attacker = board.piece_at(by)?;
    let mut theirs = *board;
    theirs.turn = them;
    let promotes = attacker.role == Role::Pawn && Bitboard::back_rank(us).contains(king);
    let kind = if promotes {
        MoveKind::Promotion(Role::Queen)
    } else {
        MoveKind::Plain
    };
    let why = barred(
        &theirs,
        Move {
            from: by,
            to: king,
            kind,
            role: attacker.role,
        },
    )?;
    Some(IdleAttack {
        king,
        by,
        attacker,
        why,
    })
}

/// The cause that holds whatever the pawn of a word without promotion becomes: that none could fall.
fn unnamed_promotion(board: &Board, word: &ChessMoveText, letters: &Letters) -> Option<Why> {
    let ChessMoveText::Piece(text) = word else {
        return None;
    };
    let queen = letters.letter(Role::Queen, board.turn()).chars().next()?;
    let text = PieceMoveText {
        promotion: text.promotion.xor(Some(Letter::new(queen))),
        ..*text
    };
    let mut readings = board.readings(&ChessMoveText::Piece(text), letters);
    barred(board, readings.find(|r#move| r#move.promotion().is_some())?)
}

/// The piece that a move makes: the promoted one, else the mover.
fn mover(board: &Board, r#move: Move) -> Piece {
    Piece {
        color: board.turn(),
        role: r#move.arriving(),
    }
}

/// Why the second operation cannot be made.
fn barred(board: &Board, r#move: Move) -> Option<Why> {
    let (piece, to) = (mover(board, r#move), r#move.to);
    match Fall::of(board, r#move) {
        Fall::None | Fall::To(_) => None,
        Fall::OffBoard => Some(Why::FallOffBoard { piece, to }),
        Fall::OnOwn(fall) => {
            let obstacle = board.piece_at(fall)?;
            Some(match r#move.kind {
                MoveKind::Promotion(_) => Why::PromotionCannotFall {
                    piece,
                    to,
                    fall,
                    obstacle,
                },
                MoveKind::Plain | MoveKind::EnPassant | MoveKind::Castle => Why::FallOnOwn {
                    piece,
                    to,
                    fall,
                    obstacle,
                },
            })
        }
    }
}

/// Why a written fall is not that of the move.
fn mismatch(board: &Board, r#move: Move, written: FallText, letters: &Letters) -> Option<Why> {
    let fall = Fall::of(board, r#move);
    if words::falls_so(board, r#move, fall, Some(written), letters) {
        return None;
    }
    let read = |letter: Option<Letter>, color| match letter {
        None => Ok(None),
        Some(letter) => match letters.role(letter) {
            Some(role) => Ok(Some(Piece { color, role })),
            None => Err(Why::UnknownLetter {
                letter: letter.to_string(),
            }),
        },
    };
    let (us, piece) = (board.turn(), mover(board, r#move));
    let (named, falling) = match (read(written.captured, us.other()), read(written.piece, us)) {
        (Ok(named), Ok(falling)) => (named, falling),
        (Err(unknown), _) | (_, Err(unknown)) => return Some(unknown),
    };
    Some(Why::FallMismatch {
        piece,
        falling: falling.filter(|&falling| falling != piece),
        further: written.further,
        to: r#move.to,
        written: written.to,
        marked: match written.capture {
            CaptureMark::None => None,
            CaptureMark::Dash => Some(false),
            CaptureMark::Capture => Some(true),
        },
        named,
        fall: fall.square(),
        captured: fall::caught(board, r#move).map(|(_, piece)| piece),
    })
}

/// Why a move that can be made leaves the own king to be captured.
fn left_capturable(board: &Board, r#move: Move) -> Option<Why> {
    let (king, capturers) = check::danger(board, r#move, Fall::of(board, r#move))?;
    let was_in_check = !check::checkers(board).is_empty();
    capture_of(board, board.turn(), king, capturers, was_in_check)
}

/// The capture of the king of `us` by the first of `capturers`.
fn capture_of(
    board: &Board,
    us: Color,
    king: Square,
    capturers: check::Capturers,
    was_in_check: bool,
) -> Option<Why> {
    let direct = capturers.direct.first();
    let by = direct.or(capturers.falling.first())?;
    let attacker = board.piece_at(by)?;
    let king_set = Bitboard::of(king);
    let path: SmallVec<[Square; 3]> = if direct.is_some() {
        let upright = match attacker.role {
            Role::King => true,
            Role::Pawn => !Bitboard::back_rank(us).contains(king),
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen => false,
        };
        let fall = fall::below(us.other(), king_set)
            .first()
            .filter(|_| !upright);
        [by, king].into_iter().chain(fall).collect()
    } else {
        smallvec![by, fall::above(us.other(), king_set).first()?, king]
    };
    Some(Why::KingLeftCapturable {
        king,
        by,
        attacker,
        was_in_check,
        path: Some(path),
    })
}
