//! Orthodox chess, and the board, moves, words and position texts that all games of its family share.
//!
//! The shared part is [`Board`] with its methods; it knows how pieces move and is told by each game which of these
//! moves are legal. Nothing in it has a variant's name.

pub(in crate::rules) mod attacks;
pub(in crate::rules) mod bitboard;
pub(in crate::rules) mod board;
mod explain;
pub(in crate::rules) mod key;
mod legal;
pub(in crate::rules) mod moves;
pub(in crate::rules) mod text;
mod text_men;
mod text_rights;
mod words;

pub use bitboard::Bitboard;
pub use board::Board;
pub use moves::{Move, MoveKind};

pub(in crate::rules) use explain::Shape;
pub(in crate::rules) use words::write_coords;

use super::registry::{read_switches, switch};
use super::{About, BoardView, Effect, Forced, Outlook, PositionRemark, Rules, Status, Why};
use crate::notation::chess::Wing;
use crate::notation::letters::Letters;
use crate::notation::{CheckMark, Color, Role, San, Square, WordForm};
use moves::Moves;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// What a person asks about this rule set.
pub(super) const ABOUT: About = About {
    name: "chess",
    aliases: &[("standard", &[])],
    variant: None,
    headings: &[],
    variants: &[
        ("Chess960", &[("960", "on")]),
        ("Fischerandom", &[("960", "on")]),
        ("Fischerandom Chess", &[("960", "on")]),
        ("Fischer Random", &[("960", "on")]),
        ("Fischer Random Chess", &[("960", "on")]),
        ("Chess960 / Fischer Random", &[("960", "on")]),
        ("FRC", &[("960", "on")]),
        ("Freestyle Chess", &[("960", "on")]),
        ("From Position", &[]),
        ("Normal", &[]),
        ("Regular", &[]),
        ("Standard Chess", &[]),
        ("Orthodox", &[]),
        ("", &[]),
    ],
    options: &[(
        "960",
        "off",
        "Chess960 castling: king takes rook, X-FEN rights",
    )],
    summary: "orthodox chess",
    source: "FIDE Laws of Chess",
};

/// Orthodox chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chess {
    /// Chess960 castling.
    pub chess960: bool,
}

impl Chess {
    pub(super) fn from_options(options: &[(&str, &str)]) -> Result<Self, String> {
        let mut rules = Self::default();
        read_switches(options, &mut [("960", &mut rules.chess960)])?;
        Ok(rules)
    }

    pub(super) fn options(&self) -> Vec<(&'static str, String)> {
        vec![("960", switch(self.chess960))]
    }
}

impl Rules for Chess {
    /// The en passant square is there only when a pawn may legally capture on it, so that positions are equal when
    /// the Laws call them equal.
    type Position = Board;
    type Move = Move;

    fn meant_by(&self, position: &str) -> Option<(Self, PositionRemark)> {
        let remark = (!self.chess960).then(|| text::meant_for_chess960(position))??;
        Some((Self { chess960: true }, remark))
    }

    fn start(&self) -> Board {
        Board::start()
    }

    fn read_position(
        &self,
        text: &str,
        remarks: &mut Vec<PositionRemark>,
    ) -> Result<Board, PositionRemark> {
        let fields = text::fields(text, remarks);
        text::refuse_more_than(6, &fields)?;
        let mut board = text::read_board(&fields, self.chess960, remarks)?;
        text::remark_missing(&fields, remarks);
        text::demand_orthodox(&board, &fields)?;
        text_men::remark_men(&board, &fields, remarks);
        drop_idle_en_passant(&mut board);
        Ok(board)
    }

    fn write_position(&self, position: &Board, out: &mut String) {
        text::write_board(position, out);
    }

    fn turn(&self, position: &Board) -> Color {
        position.turn
    }

    fn move_number(&self, position: &Board) -> u32 {
        position.number
    }

    fn candidates(
        &self,
        position: &Board,
        word: &WordForm,
        letters: &Letters,
        out: &mut Vec<Move>,
    ) {
        out.clear();
        if let WordForm::Chess(word) = word {
            out.extend(
                position
                    .readings(word, letters)
                    .filter(|&r#move| position.keeps_king_safe(r#move)),
            );
        }
    }

    fn resolve(&self, position: &Board, word: &WordForm, letters: &Letters) -> Option<Move> {
        match word {
            WordForm::Chess(word) => position
                .readings(word, letters)
                .only(|r#move| position.keeps_king_safe(r#move)),
            WordForm::Stones(_) | WordForm::Null | WordForm::Foreign => None,
        }
    }

    #[inline]
    fn resolve_san(
        &self,
        position: &Board,
        outlook: Outlook,
        san: San,
        letters: &Letters,
    ) -> Option<Move> {
        let is_sheltered = outlook == Outlook::Sheltered;
        position.san_readings(san, letters).only(|r#move| {
            is_sheltered && r#move.role != Role::King || position.keeps_king_safe(r#move)
        })
    }

    fn needs_origin(
        &self,
        position: &Board,
        outlook: Outlook,
        r#move: Move,
        _: (San, &Letters),
    ) -> bool {
        let is_sheltered = outlook == Outlook::Sheltered && r#move.role != Role::King;
        position
            .sources(
                r#move.role,
                r#move.to,
                r#move.kind,
                !Bitboard::of(r#move.from),
            )
            .any(|rival| is_sheltered || position.keeps_king_safe(rival))
    }

    fn explain(&self, position: &Board, word: &WordForm, letters: &Letters) -> Why {
        let status = self.status(position);
        let word = match word {
            WordForm::Chess(word) => word,
            WordForm::Stones(_) | WordForm::Foreign => return Why::OtherGame,
            WordForm::Null => return self.explain_null(position, status),
        };
        if status != Status::Ongoing {
            return Why::GameOver { status };
        }
        match position.shape(word, letters) {
            Shape::Impossible(Why::NotEnPassant {
                piece,
                from,
                to,
                pawn,
            }) => pinned_en_passant(position, from, to).unwrap_or(Why::NotEnPassant {
                piece,
                from,
                to,
                pawn,
            }),
            Shape::Impossible(why) => why,
            Shape::Possible(r#move) => position
                .danger_fault(r#move)
                .unwrap_or(Why::GameOver { status }),
        }
    }

    fn legal_moves(&self, position: &Board, out: &mut Vec<Move>) {
        out.clear();
        let _ = position.legal(&mut |moves: Moves| {
            moves.for_each(|r#move| out.push(r#move));
            ControlFlow::Continue(())
        });
        out.sort_unstable();
    }

    fn count_legal(&self, position: &Board) -> u64 {
        let mut count = 0;
        let _ = position.legal(&mut |moves: Moves| {
            count += moves.count();
            ControlFlow::Continue(())
        });
        count
    }

    /// Always inlined: what it nearly always does is little more than a call.
    #[inline(always)]
    fn play(&self, position: &mut Board, r#move: Move) {
        position.play(r#move);
        if position.en_passant.is_some() {
            drop_idle_en_passant(position);
        }
    }

    fn pass(&self, position: &mut Board) -> bool {
        let allowed = position.checkers().is_empty() && self.status(position) == Status::Ongoing;
        if allowed {
            position.pass();
        }
        allowed
    }

    fn effect(&self, position: &Board, r#move: Move) -> Effect {
        position.effect(r#move)
    }

    fn is_capture(&self, position: &Board, r#move: Move) -> bool {
        position.captures(r#move)
    }

    fn forced(&self, _position: &Board) -> Option<Forced> {
        None
    }

    fn status(&self, position: &Board) -> Status {
        let found = position.legal(&mut |_| ControlFlow::Break(()));
        match (found, position.checkers().is_empty()) {
            (ControlFlow::Break(()), _) => Status::Ongoing,
            (ControlFlow::Continue(()), false) => Status::Checkmate,
            (ControlFlow::Continue(()), true) => Status::Stalemate,
        }
    }

    fn castling_rook(&self, position: &Board, color: Color, wing: Wing) -> Option<Square> {
        position.castling_rook(color, wing)
    }

    fn check_mark(&self, position: &Board) -> CheckMark {
        if position.checkers().is_empty() {
            CheckMark::None
        } else {
            self.mark_of_attack(position)
        }
    }

    #[inline]
    fn mark_by(&self, outlook: Outlook, position: &Board) -> CheckMark {
        match outlook {
            Outlook::Calm | Outlook::Sheltered => CheckMark::None,
            Outlook::Attacked => self.mark_of_attack(position),
            Outlook::Unknown => self.check_mark(position),
        }
    }

    #[inline]
    fn outlook(&self, position: &Board) -> Outlook {
        position.outlook()
    }

    fn king_attackers(&self, position: &Board) -> SmallVec<[Square; 2]> {
        position.checkers().collect()
    }

    fn write_move(&self, position: &Board, r#move: Move, letters: &Letters, out: &mut String) {
        position.write_san(
            r#move,
            letters,
            |rival| position.keeps_king_safe(rival),
            out,
        );
        let mut after = *position;
        self.play(&mut after, r#move);
        match self.check_mark(&after) {
            CheckMark::None | CheckMark::Stalemate => {}
            CheckMark::Check | CheckMark::Double => out.push('+'),
            CheckMark::Mate => out.push('#'),
        }
    }

    fn write_coords(&self, position: &Board, r#move: Move, out: &mut String) {
        let rook = position.castling_rook(position.turn, r#move.wing());
        let to = rook
            .filter(|_| self.chess960 && r#move.kind == MoveKind::Castle)
            .unwrap_or(r#move.to);
        write_coords(r#move.from, to, r#move.promotion(), out);
    }

    fn repetition_key(&self, position: &Board) -> Option<u64> {
        Some(key::key(position))
    }

    #[inline]
    fn sign(&self, r#move: Move) -> u64 {
        key::sign(r#move.role, r#move.from) ^ key::sign(r#move.role, r#move.to)
    }

    fn is_bare(&self, position: &Board) -> bool {
        position.castling.is_empty()
    }

    fn half_move_clock(&self, position: &Board) -> Option<u32> {
        Some(position.half_moves)
    }

    fn is_dead(&self, position: &Board) -> bool {
        let [pawns, knights, bishops, rooks, queens, _] = position.roles;
        if !(pawns | rooks | queens).is_empty() {
            return false;
        }
        let minors = knights | bishops;
        let light = Bitboard(0x55aa_55aa_55aa_55aa);
        let one_colour = (bishops & light).is_empty() || (bishops & !light).is_empty();
        !minors.is_many() || knights.is_empty() && one_colour
    }

    fn view(&self, position: &Board) -> BoardView {
        position.view()
    }
}

impl Chess {
    /// The mark of a move that attacks the king.
    #[cold]
    fn mark_of_attack(self, position: &Board) -> CheckMark {
        if !position.king_can_step() && self.status(position) == Status::Checkmate {
            CheckMark::Mate
        } else {
            CheckMark::Check
        }
    }

    /// A null move is refused in check and after the end.
    fn explain_null(self, position: &Board, status: Status) -> Why {
        let king = position.king(position.turn);
        let by = position.checkers().first();
        match (king, by, by.and_then(|by| position.piece_at(by))) {
            (Some(king), Some(by), Some(attacker)) if status == Status::Ongoing => {
                Why::KingLeftCapturable {
                    king,
                    by,
                    attacker,
                    was_in_check: true,
                    path: None,
                }
            }
            _ => Why::GameOver { status },
        }
    }
}

/// What a capture en passant would lay bare, if the right to it can have been forgotten for that alone: a position does
/// not remember a pawn that has just passed when no capture of it is legal.
fn pinned_en_passant(position: &Board, from: Square, to: Square) -> Option<Why> {
    let just_passed =
        position.half_moves == 0 && text_rights::can_have_passed(position, position.turn, to);
    let capture = Move {
        from,
        to,
        role: Role::Pawn,
        kind: MoveKind::EnPassant,
    };
    just_passed
        .then(|| position.danger_fault(capture))
        .flatten()
}

/// Forgets an en passant square on which no pawn may legally capture.
fn drop_idle_en_passant(board: &mut Board) {
    let Some(to) = board.en_passant else { return };
    let mut captures = board.sources(Role::Pawn, to, MoveKind::EnPassant, Bitboard::ALL);
    if !captures.any(|capture| board.keeps_king_safe(capture)) {
        board.en_passant = None;
    }
}

#[cfg(test)]
mod tests;
