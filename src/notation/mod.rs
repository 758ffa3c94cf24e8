//! The written forms: move words, marks, numbers, results. Nothing here knows a position.

mod cell;
pub mod chess;
pub mod clock;
mod falls;
mod full;
mod letter;
pub mod letters;
pub mod men;
mod san;
pub mod sgf;
mod short;
pub mod stipulation;
pub mod stones;
mod token;
mod translation;
mod word;

pub use cell::Cell;
pub(crate) use full::{Signs, in_full};
pub use san::San;
pub use token::{read_number, read_result};
pub use translation::translated;
pub(crate) use word::without_suffix;
pub(crate) use word::{check_apart, check_in, en_passant, is_word_end, read_longer_word};
pub use word::{read_word, without_marks};

use crate::source::Span;
use std::fmt::{self, Write};

/// A side. `White` moves first; a rule set may call the sides otherwise (Red and Black).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// The side that begins.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// Both sides, first the one that begins.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// 0 for the side that begins, 1 for the other.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What stands behind the number of its moves: `12.`, `12...`.
    #[must_use]
    pub const fn dots(self) -> &'static str {
        match self {
            Self::White => ".",
            Self::Black => "...",
        }
    }
}

/// What a game's rules or its players say about its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side that begins wins: `1-0`.
    WhiteWins,
    /// The other side wins: `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
}

impl Outcome {
    /// The marker that scores end with.
    #[must_use]
    pub const fn marker(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }

    /// The outcome in which `color` wins.
    #[must_use]
    pub const fn win(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The same with the sides exchanged.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::WhiteWins => Self::BlackWins,
            Self::BlackWins => Self::WhiteWins,
            Self::Draw => Self::Draw,
        }
    }

    /// Reads `1-0`, `0-1`, `1/2-1/2` or `½-½`; `None` for anything else (`*` too).
    #[must_use]
    pub fn from_marker(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::WhiteWins),
            "0-1" => Some(Self::BlackWins),
            "1/2-1/2" | "½-½" => Some(Self::Draw),
            _ => None,
        }
    }
}

/// A kind of chess piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// All six, weakest first.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// The capital English letter that FEN uses.
    #[must_use]
    pub const fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self as usize]
    }

    /// The role of an English letter, in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'P' => Self::Pawn,
            'N' => Self::Knight,
            'B' => Self::Bishop,
            'R' => Self::Rook,
            'Q' => Self::Queen,
            'K' => Self::King,
            _ => return None,
        })
    }

    /// The English name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self as usize]
    }
}

/// A square of the 8x8 board, a1 = 0, b1 = 1, ... h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square at `file` and `rank`, both 0 to 7.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Self {
        Self((rank & 7) * 8 + (file & 7))
    }

    /// The square numbered `index` (taken modulo 64).
    #[must_use]
    pub const fn from_index(index: u8) -> Self {
        Self(index & 63)
    }

    /// 0 to 63.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// 0 for file a.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 for rank 1.
    #[must_use]
    pub const fn rank(self) -> u8 {
        (self.0 >> 3) & 7
    }

    /// Reads `e4`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Self::new(file - b'a', rank - b'1')),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char((b'a' + self.file()) as char)?;
        f.write_char((b'1' + self.rank()) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A numeric annotation glyph, 0 to 255.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub u8);

impl Nag {
    /// The one at which programs show the board.
    pub const DIAGRAM: Self = Self(220);

    /// The glyph of a suffix: `!` 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6.
    #[must_use]
    pub fn from_suffix(suffix: &str) -> Option<Self> {
        Some(Self(match suffix {
            "!" => 1,
            "?" => 2,
            "!!" => 3,
            "??" => 4,
            "!?" => 5,
            "?!" => 6,
            _ => return None,
        }))
    }

    /// The suffix that stands for it, for 1 to 6.
    #[must_use]
    pub const fn suffix(self) -> Option<&'static str> {
        match self.0 {
            1 => Some("!"),
            2 => Some("?"),
            3 => Some("!!"),
            4 => Some("??"),
            5 => Some("!?"),
            6 => Some("?!"),
            _ => None,
        }
    }
}

/// A check or mate mark glued to a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CheckMark {
    /// None written.
    #[default]
    None,
    /// `+` (or `†`).
    Check,
    /// `++` (or `††`): double check, mate or a captured king, by author.
    Double,
    /// `#` (or `‡`, `mat`).
    Mate,
    /// `pat`: no check, and no legal move is left.
    Stalemate,
}

impl CheckMark {
    /// How it is written beside a mark spelled `other`: `‡` where that is `†`, `mat` where it is `pat`.
    #[must_use]
    pub fn spelled_like(self, other: &str) -> &'static str {
        let daggers = other.contains(['†', '‡']);
        let words = other.starts_with(char::is_alphabetic);
        match self {
            Self::None => "",
            Self::Check if daggers => "†",
            Self::Check => "+",
            Self::Double if daggers => "††",
            Self::Double => "++",
            Self::Mate if daggers => "‡",
            Self::Mate if words => "mat",
            Self::Mate => "#",
            Self::Stalemate => "pat",
        }
    }
}

impl fmt::Display for CheckMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "",
            Self::Check => "+",
            Self::Double => "++",
            Self::Mate => "#",
            Self::Stalemate => "pat",
        })
    }
}

/// The marks after a move word that say nothing about where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// `+ ++ #`.
    pub check: CheckMark,
    /// `! ? !! ?? !? ?!`.
    pub nag: Option<Nag>,
    /// `ep` or `e.p.`, glued.
    pub en_passant: bool,
    /// Whether the word, these marks included, is spelled otherwise than standard algebraic notation would spell it
    /// with the same letters: `e2-e4`, `nf3`, `Ng1:f3`, `0-0`, `e8Q`, `ed5`, `Nf3!+`, `†`, a glued `ep`.
    pub unusual: bool,
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.en_passant { "ep" } else { "" })?;
        self.check.fmt(f)?;
        f.write_str(self.nag.and_then(Nag::suffix).unwrap_or_default())
    }
}

/// A word that has the shape of a move, in whatever letters; not yet a move of any position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveWord<'s> {
    /// As written, marks included.
    pub text: &'s str,
    /// Where it stands.
    pub span: Span,
    /// What it says.
    pub form: WordForm,
    /// The marks after it.
    pub marks: Marks,
}

/// The notations of move words, in one of which a record is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Words {
    /// Moves of the chess family.
    #[default]
    Chess,
    /// Turns of the stone games.
    Stones,
}

impl Words {
    /// Reads the move word that `text` begins with, marks included, up to the end of a word.
    #[must_use]
    pub fn read(self, text: &str) -> Option<WordRead> {
        match self {
            Self::Chess => read_word(text),
            Self::Stones => stones::read_stone_word(text, false),
        }
    }
}

/// The notations whose words can be told apart by shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordForm {
    /// A move of the chess family.
    Chess(chess::ChessMoveText),
    /// A turn of a game of stones.
    Stones(stones::StoneTurn),
    /// A null move: `--`, `Z0`, `0000`, `@@@@`, `null`, `pass`.
    Null,
    /// A word of a game whose notation we do not know (from a format that tells moves by their place).
    Foreign,
}

impl WordForm {
    /// A word that says which piece goes where.
    pub(crate) const fn man(&self) -> Option<&chess::PieceMoveText> {
        match self {
            Self::Chess(chess::ChessMoveText::Piece(man)) => Some(man),
            Self::Chess(chess::ChessMoveText::Castle(_))
            | Self::Stones(_)
            | Self::Null
            | Self::Foreign => None,
        }
    }
}

impl WordForm {
    /// The notation that it belongs to; `None` for a null move, which any may have.
    #[must_use]
    pub const fn words(&self) -> Option<Words> {
        match self {
            Self::Chess(_) => Some(Words::Chess),
            Self::Stones(_) => Some(Words::Stones),
            Self::Null | Self::Foreign => None,
        }
    }
}

/// Writes it as standard algebraic notation would, with its own letters; a null move as `--`.
impl fmt::Display for WordForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chess(text) => text.fmt(f),
            Self::Stones(turn) => turn.fmt(f),
            Self::Null => f.write_str("--"),
            Self::Foreign => f.write_str("?"),
        }
    }
}

/// A move number as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenNumber {
    /// The number; too large ones are cut to `u32::MAX`.
    pub value: u32,
    /// Dots after it, blanks between not counted.
    pub dots: u8,
    /// Number and dots.
    pub span: Span,
}

/// How the end of a game is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenResult {
    /// The result; `None` for `*`.
    pub outcome: Option<Outcome>,
    /// Where it stands.
    pub span: Span,
    /// Whether it is a marker (`1-0`, `*`) rather than words (`White wins`, `resign`).
    pub marker: bool,
}

/// A move-shaped prefix of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordRead {
    /// Its length in bytes, marks included.
    pub len: usize,
    /// What it says.
    pub form: WordForm,
    /// The marks after it.
    pub marks: Marks,
}
