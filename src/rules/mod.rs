//! Rules engines. An engine knows positions and moves, never records or files.

pub mod chess;
pub mod gravitational;
pub mod inertia;
pub mod inertia_chess;
mod perft;
#[macro_use]
mod registry;
#[cfg(test)]
mod test_words;
mod view;
mod why;

pub use inertia::{Fault as StoneFault, Phase as StonePhase, Sample, Split};
pub use perft::{divide, perft};
pub use registry::{About, RuleSet, UnknownRules};
pub use view::{BoardShape, BoardView, Sides};
pub use why::{IdleAttack, Piece, Why, Wind};

use crate::notation::chess::Wing;
use crate::notation::letters::Letters;
use crate::notation::{Cell, CheckMark, Color, Outcome, San, Square, WordForm, WordRead, Words};
use smallvec::{SmallVec, smallvec};
use std::fmt::Debug;

/// A game whose records can be replayed.
///
/// The laws that every implementation keeps are tested in `tests/it/laws.rs`: legal moves are sorted and unique; a move
/// written is read back as itself and as the only candidate; position text goes forth and back; `explain` is never
/// asked about a legal move.
pub trait Rules: Clone + PartialEq + Send + Sync + Debug {
    /// Everything that decides the legal moves: board, side to move, memories, clocks. No heap.
    type Position: Clone + Eq + Send + Sync + Debug;
    /// A fully specified move.
    type Move: Copy + Eq + Ord + Debug + Send;

    /// Whether the canonical notation marks checks, so that a missing mark is worth a note.
    const MARKS_CHECKS: bool = true;

    /// Whether kings are captured rather than mated.
    const CAPTURES_KINGS: bool = false;

    /// What the sides are called.
    const SIDES: Sides = Sides::WhiteBlack;
    /// The letters in which the problems of this game are published.
    const PROBLEM_LETTERS: &'static Letters = &Letters::ENGLISH;
    /// Whether the canonical notation is standard algebraic, so that another spelling is worth a note.
    const WRITES_SAN: bool = true;

    /// The notation of its moves.
    const WORDS: Words = Words::Chess;

    /// Reads a move word of this game, marks included.
    #[must_use]
    fn read_word(text: &str) -> Option<WordRead> {
        Self::WORDS.read(text)
    }

    /// What this rule set becomes for a record that says `said`, where an option leaves something to the record.
    fn settle(&self, _said: &Said<'_>) -> Settled<Self> {
        Settled::Fixed
    }

    /// The rules that a position text was meant for, where it can have been meant for others than these only, and what is
    /// to be said of that.
    fn meant_by(&self, _position: &str) -> Option<(Self, PositionRemark)> {
        None
    }

    /// The position that a game starts from.
    fn start(&self) -> Self::Position;

    /// Reads a position text; doubts and matters of style go to `remarks`.
    ///
    /// # Errors
    /// The first fault for which no reading can be given.
    fn read_position(
        &self,
        text: &str,
        remarks: &mut Vec<PositionRemark>,
    ) -> Result<Self::Position, PositionRemark>;

    /// Writes the canonical position text.
    fn write_position(&self, position: &Self::Position, out: &mut String);

    /// The side to move.
    fn turn(&self, position: &Self::Position) -> Color;

    /// The number of the move about to be made, from 1, as scores count.
    fn move_number(&self, position: &Self::Position) -> u32;

    /// The legal moves that a word may mean; clears `out` first. Empty: none is legal, ask [`Rules::explain`].
    fn candidates(
        &self,
        position: &Self::Position,
        word: &WordForm,
        letters: &Letters,
        out: &mut Vec<Self::Move>,
    );

    /// The only legal move that a word may mean, if there is exactly one. Must agree with [`Rules::candidates`]; made
    /// for the bulk path, without a list.
    fn resolve(
        &self,
        position: &Self::Position,
        word: &WordForm,
        letters: &Letters,
    ) -> Option<Self::Move> {
        let mut out = Vec::new();
        self.candidates(position, word, letters, &mut out);
        match out[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Makes the only legal move that a word may mean, if there is exactly one, and says which: for rule sets in which
    /// finding a move is half the work of making it.
    fn play_word(
        &self,
        position: &mut Self::Position,
        word: &WordForm,
        letters: &Letters,
    ) -> Option<Self::Move> {
        let r#move = self.resolve(position, word, letters)?;
        self.play(position, r#move);
        Some(r#move)
    }

    /// The only legal move that a word of plain standard algebraic notation may mean, where the position's `outlook` may be
    /// known. A rule set with a [`Self::half_move_clock`] has none for words with the letter of a pawn.
    fn resolve_san(
        &self,
        position: &Self::Position,
        _outlook: Outlook,
        san: San,
        letters: &Letters,
    ) -> Option<Self::Move> {
        self.resolve(position, &san.form(), letters)
    }

    /// Whether such a word, which means this legal move, would mean none or several without what it says of the origin.
    fn needs_origin(
        &self,
        position: &Self::Position,
        outlook: Outlook,
        _move: Self::Move,
        (san, letters): (San, &Letters),
    ) -> bool {
        self.resolve_san(position, outlook, san.without_origin(), letters)
            .is_none()
    }

    /// Why a word has no legal reading. Only asked when `candidates` gave none.
    fn explain(&self, position: &Self::Position, word: &WordForm, letters: &Letters) -> Why;

    /// All legal moves, sorted; clears `out` first. Empty when the game is over.
    fn legal_moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// Number of legal moves.
    fn count_legal(&self, position: &Self::Position) -> u64 {
        let mut out = Vec::new();
        self.legal_moves(position, &mut out);
        out.len() as u64
    }

    /// Makes a legal move.
    fn play(&self, position: &mut Self::Position, r#move: Self::Move);

    /// Passes the turn (null moves of annotators); clocks go on, en passant lapses. `false` when the rules cannot express it.
    fn pass(&self, position: &mut Self::Position) -> bool;

    /// What a legal move does on the board, for people and JSON.
    fn effect(&self, position: &Self::Position, r#move: Self::Move) -> Effect;

    /// Whether a legal move captures in its first operation, which is what a mark before the target claims.
    fn is_capture(&self, position: &Self::Position, r#move: Self::Move) -> bool {
        self.effect(position, r#move).captures_first()
    }

    /// Whether the side to move is bound to one piece and direction.
    fn forced(&self, position: &Self::Position) -> Option<Forced>;

    /// How the game stands.
    fn status(&self, position: &Self::Position) -> Status;

    /// The mark that the last move deserves, for checking written marks. `Double` stands for a captured king.
    fn check_mark(&self, position: &Self::Position) -> CheckMark;

    /// What a look at the king of the side to move tells, short of its moves.
    fn outlook(&self, _position: &Self::Position) -> Outlook {
        Outlook::Unknown
    }

    /// The mark that the last move deserves, where the position's `outlook` may be known.
    fn mark_by(&self, outlook: Outlook, position: &Self::Position) -> CheckMark {
        match outlook {
            Outlook::Calm | Outlook::Sheltered => CheckMark::None,
            Outlook::Attacked | Outlook::Unknown => self.check_mark(position),
        }
    }

    /// Where the pieces stand that could now capture the king of the side to move.
    fn king_attackers(&self, _position: &Self::Position) -> SmallVec<[Square; 2]> {
        SmallVec::new()
    }

    /// Where the rook stands with which `color` may still castle to `wing`.
    fn castling_rook(&self, _: &Self::Position, _color: Color, _wing: Wing) -> Option<Square> {
        None
    }

    /// Why the side to move may move freely, in games in which its own last move might have bound it; `last` is what
    /// that move did.
    fn lapse(&self, _position: &Self::Position, _last: &Effect) -> Option<Lapse> {
        None
    }

    /// An attack on the king of the side to move that gives no check, for people who thought it did.
    fn idle_attack(&self, _position: &Self::Position) -> Option<IdleAttack> {
        None
    }

    /// Writes a legal move in canonical notation, marks included as the game's own scores have them.
    fn write_move(
        &self,
        position: &Self::Position,
        r#move: Self::Move,
        letters: &Letters,
        out: &mut String,
    );

    /// Writes a legal move in machine coordinates.
    fn write_coords(&self, position: &Self::Position, r#move: Self::Move, out: &mut String);

    /// A key that is equal for positions that count as repetitions of each other; `None` where the rule set has no
    /// repetition to note.
    fn repetition_key(&self, position: &Self::Position) -> Option<u64>;

    /// A sign of what a move changes on the board: those of one side's moves after which its men stand as before come to 0,
    /// one upon the other by exclusive or; hardly ever those of others. A capture, or any other move that is never undone,
    /// may have any, and all have 0 where the rule set does not say.
    fn sign(&self, _move: Self::Move) -> u64 {
        0
    }

    /// Whether this position and those after it consist of nothing but their men and the side to move, because no right to
    /// castle is left; that right behind a move that is never undone may also have an en passant square. Not where moves
    /// have no [`Self::sign`].
    fn is_bare(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether a position that occurs for the third time ends the game.
    fn ends_by_repetition(&self) -> bool {
        false
    }

    /// The number of groups of the side that begins and of the other, in games of stones.
    fn groups(&self, _position: &Self::Position) -> Option<[u16; 2]> {
        None
    }

    /// Half-moves since the last capture or pawn move; `None` where no rule counts them.
    fn half_move_clock(&self, position: &Self::Position) -> Option<u32>;

    /// Whether no sequence of moves can end in mate, judged by material; `false` where no such rule exists.
    fn is_dead(&self, position: &Self::Position) -> bool;

    /// The board for drawing and for comparing with printed ones.
    fn view(&self, position: &Self::Position) -> BoardView;

    /// The boards that a legal move leads through: before it, and after each of its operations.
    fn steps(&self, position: &Self::Position, r#move: Self::Move) -> SmallVec<[BoardView; 3]> {
        let mut after = position.clone();
        self.play(&mut after, r#move);
        smallvec![self.view(position), self.view(&after)]
    }
}

/// What a move does, apart from where the piece ends up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// Cells that the moving piece visits, origin first (castling: the king's); those on which pieces are placed.
    pub path: SmallVec<[Cell; 3]>,
    /// Whether pieces are placed rather than moved.
    pub placement: bool,
    /// Pieces captured, in order.
    pub captures: SmallVec<[Capture; 2]>,
    /// The role after promotion.
    pub promotion: Option<crate::notation::Role>,
    /// Whether the move is an en passant capture.
    pub en_passant: bool,
    /// Whether the move castles.
    pub castling: bool,
}

impl Effect {
    /// The cells on which pieces come to stand.
    #[must_use]
    pub fn reached(&self) -> &[Cell] {
        let first = if self.placement {
            0
        } else {
            self.path.len().saturating_sub(1)
        };
        &self.path[first..]
    }

    /// Whether the first operation captures.
    #[must_use]
    pub fn captures_first(&self) -> bool {
        self.captures
            .first()
            .is_some_and(|capture| capture.operation == 1)
    }
}

/// What a record says about its board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Said<'r> {
    /// The tag `Board`.
    pub board: Option<&'r str>,
    /// The position text that it starts from.
    pub position: Option<&'r str>,
    /// Its heading and the tag `Event`.
    pub headings: [Option<&'r str>; 2],
}

/// What becomes of a rule set that may leave something to the record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Settled<R> {
    /// Nothing was left open.
    Fixed,
    /// The record says it.
    As(R),
    /// The record does not say it: likeliest first, all that may be meant. The first is taken under which the moves
    /// replay.
    OneOf(Vec<R>),
    /// The tag `Board` says what cannot be: why.
    Impossible(String),
}

/// A captured piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// Where it stood.
    pub cell: Cell,
    /// What it was, as position texts write it: a capital for the side that begins, where sides differ by case.
    pub piece: char,
    /// 1 for the first operation of a move, 2 for a fall.
    pub operation: u8,
}

/// A duty of the side to move: one piece, one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forced {
    /// The number of the rule in the game's own rules (3: without capture, 4: with capture).
    pub rule: u8,
    /// The piece that must move.
    pub square: Square,
    /// The direction it must take.
    pub wind: Wind,
}

/// Why a duty does not bind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lapse {
    /// The board ends where the piece would go on.
    Edge(Forced),
    /// A man stands where the piece would go on.
    Blocked(Forced, Square),
    /// The duty asks for a capture, and there is nothing to capture.
    NothingToCapture(Forced),
    /// The piece was captured there.
    Captured(Cell),
    /// The last move was castling.
    Castled,
}

/// What a look at the king of the side to move tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// Nothing.
    Unknown,
    /// It is attacked: the last move has earned the mark of check, or of mate where there is no legal move.
    Attacked,
    /// It is not attacked, and the last move has earned no check mark.
    Calm,
    /// The same, and no move but its own can change that.
    Sheltered,
}

/// How a game stands, by the rules alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It goes on.
    Ongoing,
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The side to move has lost its king.
    KingCaptured,
    /// The side to move has no legal move and the rules are silent about it.
    NoLegalMove,
    /// The side that just moved has united its stones.
    United,
    /// A move has united the stones of both sides.
    BothUnited,
    /// The side that just moved has left its opponent united and itself not.
    OpponentUnited,
    /// The position has occurred for the third time, in a game that this ends.
    Repetition,
}

impl Status {
    /// The word used in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ongoing => "ongoing",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::KingCaptured => "king-captured",
            Self::NoLegalMove => "no-legal-move",
            Self::United => "united",
            Self::BothUnited => "both-united",
            Self::OpponentUnited => "opponent-united",
            Self::Repetition => "repetition",
        }
    }

    /// The outcome that it proves, with `turn` to move.
    #[must_use]
    pub const fn outcome(self, turn: Color) -> Option<Outcome> {
        match self {
            Self::Checkmate | Self::KingCaptured | Self::United => Some(Outcome::win(turn.other())),
            Self::OpponentUnited => Some(Outcome::win(turn)),
            Self::Stalemate | Self::BothUnited | Self::Repetition => Some(Outcome::Draw),
            Self::Ongoing | Self::NoLegalMove => None,
        }
    }
}

/// A finding about a position text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionRemark {
    /// How much it weighs.
    pub level: RemarkLevel,
    /// First and one past the last byte in the position text.
    pub range: (usize, usize),
    /// What is wrong, naming field and character, without a full stop.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// Repairs: a title and the text to put in place of a byte range.
    pub repairs: Vec<(String, (usize, usize), String)>,
}

/// How much a [`PositionRemark`] weighs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RemarkLevel {
    /// An unusual way of writing it.
    Style,
    /// Cannot be right; read otherwise.
    Doubt,
    /// No reading can be given.
    Fault,
}
