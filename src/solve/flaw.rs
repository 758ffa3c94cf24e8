//! What may be wrong with a printed solution, or with the problem itself.

use super::Stopped;
use crate::diag::{Code, Diagnostic, Severity};
use crate::record::NodeId;
use crate::source::Span;

/// Something wrong with a printed solution, or with the problem, and where.
#[derive(Clone, PartialEq, Debug)]
pub struct Flaw<M> {
    /// What is wrong.
    pub kind: FlawKind<M>,
    /// What it is about.
    pub at: At,
}

/// What a flaw is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum At {
    /// A printed move.
    Move(NodeId),
    /// Words that are no move of the solution.
    Words(Span),
    /// The problem as a whole.
    Problem,
}

/// What is wrong. Lines are the moves that lead there.
#[derive(Clone, PartialEq, Debug)]
pub enum FlawKind<M> {
    /// A printed word is no legal move, or bears a wrong mark.
    Word {
        /// The moves before it.
        after: Vec<M>,
        /// What replay finds about it.
        finding: Box<Diagnostic>,
    },
    /// The last move of the line does not force the goal in time.
    WrongMove {
        /// The line.
        line: Vec<M>,
        /// What refutes it; `None` where there is no reply at all and the goal is not reached.
        refutation: Option<M>,
    },
    /// With the last move of the line the goal cannot be reached in the number of moves demanded.
    WrongLine {
        /// The line.
        line: Vec<M>,
        /// The moves in its place with which it can.
        right: Vec<M>,
    },
    /// The line ends before the goal is reached.
    BrokenOff {
        /// The line.
        line: Vec<M>,
        /// The moves with which it would go on.
        next: Vec<M>,
    },
    /// The last move of the line gives check before the series comes to its end.
    EarlyCheck {
        /// The line.
        line: Vec<M>,
    },
    /// A move printed as a try solves the problem.
    SolvingTry {
        /// The line: the move alone.
        line: Vec<M>,
    },
    /// A try of which no printed reply is a refutation.
    UnrefutedTry {
        /// The line: the move alone.
        line: Vec<M>,
        /// What does refute it.
        refutation: Option<M>,
    },
    /// A try that other replies than the printed one refute too: not a proper one.
    ImproperTry {
        /// The line: the move alone.
        line: Vec<M>,
        /// The other refutations.
        others: Vec<M>,
    },
    /// A defence that leads to another continuation than those printed is not printed.
    MissingLine {
        /// The line, up to the defence.
        line: Vec<M>,
        /// The answers.
        answers: Vec<M>,
    },
    /// Defences that are met by a printed move or by the threat are not printed.
    Abridged {
        /// The line before them.
        line: Vec<M>,
        /// The defences.
        defences: Vec<M>,
    },
    /// Only the key is printed.
    KeyOnly {
        /// The line: the key alone.
        line: Vec<M>,
    },
    /// After the line other moves than the printed one do as well.
    Dual {
        /// The line, up to the defence.
        line: Vec<M>,
        /// The other moves.
        moves: Vec<M>,
    },
    /// A solution that is not printed.
    Cook {
        /// The key, or the whole line of help play or of a series.
        line: Vec<M>,
    },
    /// A solution in fewer moves than demanded.
    Short {
        /// The key, or the whole line of help play or of a series.
        line: Vec<M>,
    },
    /// A line of the set play that is not printed.
    MissingSetPlay {
        /// The line, from the position with the other side to move.
        line: Vec<M>,
    },
    /// There is no set play, though the stipulation promises it.
    NoSetPlay,
    /// Set play that is wrong.
    WrongSetPlay {
        /// The words.
        words: String,
        /// Why the word at fault is no legal move; `None` where all are, and the goal is not reached in time.
        illegal: Option<Box<Diagnostic>>,
    },
    /// A printed number of solutions that does not hold.
    WrongCount {
        /// The words.
        words: String,
        /// What there is, in the same form.
        found: String,
    },
    /// Something printed that could not be verified.
    Unverified {
        /// The words.
        words: String,
    },
    /// Nothing does what is demanded.
    NoSolution,
    /// The search was not finished; what it did not come to is not judged.
    NotFinished(Stopped),
}

/// How much a flaw weighs, the lightest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Weight {
    /// A blemish: the solution is as sound as without it.
    Remark,
    /// Something is not printed that nobody misses: the solution is abridged.
    Gap,
    /// Something was not judged.
    Open,
    /// The problem, or the solution as printed, is unsound.
    Fatal,
}

impl<M> FlawKind<M> {
    /// How much it weighs.
    #[must_use]
    pub fn weight(&self) -> Weight {
        match self {
            Self::Word { finding, .. } if finding.severity() < Severity::Error => Weight::Remark,
            Self::Dual { .. } | Self::ImproperTry { .. } => Weight::Remark,
            Self::Abridged { .. } | Self::KeyOnly { .. } => Weight::Gap,
            Self::Unverified { .. } | Self::NotFinished(_) => Weight::Open,
            Self::Word { .. }
            | Self::WrongMove { .. }
            | Self::WrongLine { .. }
            | Self::BrokenOff { .. }
            | Self::EarlyCheck { .. }
            | Self::SolvingTry { .. }
            | Self::UnrefutedTry { .. }
            | Self::MissingLine { .. }
            | Self::Cook { .. }
            | Self::Short { .. }
            | Self::MissingSetPlay { .. }
            | Self::NoSetPlay
            | Self::WrongSetPlay { .. }
            | Self::WrongCount { .. }
            | Self::NoSolution => Weight::Fatal,
        }
    }

    /// Its name for machines.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Word { finding, .. } => match finding.code {
                Code::IllegalMove => "illegal",
                Code::AmbiguousMove => "unclear",
                mark => mark.slug(),
            },
            Self::WrongMove { .. } => "wrong-move",
            Self::WrongLine { .. } => "wrong-line",
            Self::BrokenOff { .. } => "broken-off",
            Self::EarlyCheck { .. } => "early-check",
            Self::SolvingTry { .. } => "solving-try",
            Self::UnrefutedTry { .. } => "unrefuted-try",
            Self::ImproperTry { .. } => "improper-try",
            Self::MissingLine { .. } => "missing-line",
            Self::Abridged { .. } => "abridged",
            Self::KeyOnly { .. } => "key-only",
            Self::Dual { .. } => "dual",
            Self::Cook { .. } => "cook",
            Self::Short { .. } => "short-solution",
            Self::MissingSetPlay { .. } => "missing-set-play",
            Self::NoSetPlay => "no-set-play",
            Self::WrongSetPlay { .. } => "wrong-set-play",
            Self::WrongCount { .. } => "wrong-count",
            Self::Unverified { .. } => "unverified",
            Self::NoSolution => "no-solution",
            Self::NotFinished(_) => "not-finished",
        }
    }

    /// The code that `explain` knows it by.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Word { finding, .. }
            | Self::WrongSetPlay {
                illegal: Some(finding),
                ..
            } => finding.code,
            Self::WrongMove { .. }
            | Self::WrongLine { .. }
            | Self::BrokenOff { .. }
            | Self::EarlyCheck { .. }
            | Self::SolvingTry { .. }
            | Self::UnrefutedTry { .. }
            | Self::WrongSetPlay { .. }
            | Self::WrongCount { .. } => Code::WrongSolution,
            Self::MissingLine { .. } | Self::MissingSetPlay { .. } => Code::MissingLine,
            Self::Cook { .. } | Self::Short { .. } | Self::NoSetPlay | Self::NoSolution => {
                Code::UnsoundProblem
            }
            Self::Dual { .. } | Self::ImproperTry { .. } => Code::Dual,
            Self::Abridged { .. } | Self::KeyOnly { .. } => Code::AbridgedSolution,
            Self::Unverified { .. } | Self::NotFinished(_) => Code::NotVerified,
        }
    }

    /// Whether the words at its place are wrong, rather than that something is missing there.
    #[must_use]
    pub const fn is_about_word(&self) -> bool {
        matches!(
            self,
            Self::Word { .. }
                | Self::WrongMove { .. }
                | Self::WrongLine { .. }
                | Self::BrokenOff { .. }
                | Self::EarlyCheck { .. }
                | Self::SolvingTry { .. }
                | Self::UnrefutedTry { .. }
                | Self::ImproperTry { .. }
                | Self::WrongSetPlay { .. }
                | Self::WrongCount { .. }
        )
    }

    /// At a printed move.
    pub(super) const fn at(self, word: NodeId) -> Flaw<M> {
        Flaw {
            kind: self,
            at: At::Move(word),
        }
    }

    /// At words that are no move.
    pub(super) const fn at_words(self, words: Span) -> Flaw<M> {
        Flaw {
            kind: self,
            at: At::Words(words),
        }
    }

    /// About the problem.
    pub(super) const fn of_problem(self) -> Flaw<M> {
        Flaw {
            kind: self,
            at: At::Problem,
        }
    }
}
