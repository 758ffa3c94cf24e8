//! The one table of diagnostic codes.

/// How much a finding weighs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// A matter of style; the record stands.
    Note,
    /// Accepted, but doubtful.
    Warning,
    /// The record cannot be taken as it is.
    Error,
}

impl Severity {
    /// `error`, `warning` or `note`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

macro_rules! codes {
    ($($name:ident = $id:literal $slug:literal $severity:ident $title:literal;)*) => {
        /// A stable diagnostic code; its doc page is [`Code::page`].
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// Every code, in order of its number.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// `S` and four digits.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id),* }
            }

            /// A name in words, for people and URLs.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$name => $slug),* }
            }

            /// How much it weighs.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity),* }
            }

            /// One line that says what it means.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title),* }
            }

            /// The whole explanation: what, why, an example that triggers it, what to do (Markdown).
            #[must_use]
            pub const fn page(self) -> &'static str {
                match self { $(Self::$name => include_str!(concat!("explain/", $id, ".md"))),* }
            }
        }
    };
}

codes! {
    GuessedEncoding = "S0101" "guessed-encoding" Warning "the text is not UTF-8 and was read in a guessed encoding";
    RecordTooLong = "S0102" "record-too-long" Error "the record is longer than 16 MiB and was skipped";
    ControlCharacter = "S0103" "control-character" Warning "a control character stands in the text";
    NoRecord = "S0104" "no-record" Error "no game record was found";
    UnknownVariant = "S0105" "unknown-variant" Error "there are no rules for this variant";
    UnreadableJson = "S0106" "unreadable-json" Error "the JSON cannot be read as a record";
    BadPosition = "S0111" "bad-position" Error "the position text is impossible";
    DoubtfulPosition = "S0112" "doubtful-position" Warning "a field of the position text cannot be right and was read otherwise";
    PositionStyle = "S0113" "position-style" Note "the position text is not written as usual";

    UnclosedComment = "S0201" "unclosed-comment" Error "a comment is never closed";
    UnclosedVariation = "S0202" "unclosed-variation" Error "a variation is never closed";
    StrayClose = "S0203" "stray-close" Warning "a closing sign closes nothing";
    NotAMove = "S0204" "not-a-move" Warning "a word among the moves is no move";
    BadTag = "S0205" "bad-tag" Warning "a tag pair is not well formed";
    RepeatedTag = "S0206" "repeated-tag" Warning "a tag or property is given twice";
    MissingEnd = "S0207" "missing-end-marker" Warning "the record has no end marker";
    NestedComment = "S0208" "nested-comment" Note "a comment opens inside a comment";
    BadNag = "S0209" "bad-nag" Warning "a numeric annotation is out of range";
    EmptyVariation = "S0210" "empty-variation" Note "a variation holds no move";
    TooDeep = "S0211" "too-deep" Error "variations are nested too deep";
    DoubtfulClock = "S0212" "doubtful-clock" Warning "a clock has two fields only";
    UnreadableBoard = "S0213" "unreadable-board" Warning "rows look like a printed board and are none";
    UnreadMove = "S0214" "unread-move" Error "a word stands where a move is due, and is none";
    DoubtfulTag = "S0215" "doubtful-tag" Warning "a tag says what cannot be";
    UnreadCommand = "S0216" "unread-command" Warning "a command in a comment cannot be read";
    UnclosedValue = "S0221" "unclosed-value" Error "a value is never closed";
    LateSetUp = "S0222" "late-set-up" Error "stones are set up in the middle of a game";
    OutsideTree = "S0223" "outside-tree" Warning "text stands where a game tree has none";
    MissingSemicolon = "S0224" "missing-semicolon" Warning "a node does not begin with a semicolon";
    UnclosedTree = "S0225" "unclosed-tree" Warning "a game tree is never closed";
    TwoMoves = "S0226" "two-moves" Warning "a node holds moves of both sides";
    WrongTurn = "S0227" "wrong-turn" Warning "a side moves out of turn";
    NodeBehind = "S0228" "node-behind" Warning "a node stands behind the variations that go on from it";

    IllegalMove = "S0301" "illegal-move" Error "the move is illegal";
    AmbiguousMove = "S0302" "ambiguous-move" Error "the move has several legal readings";
    NotDecided = "S0303" "not-decided" Error "which reading is meant could not be decided within the bound";
    AmbiguousLetters = "S0304" "ambiguous-letters" Error "two sets of piece letters fit and give different games";
    NullMove = "S0305" "null-move" Warning "a null move stands in the main line";
    NullMoveAside = "S0306" "null-move-in-variation" Note "a null move stands in a variation";

    WrongResult = "S0401" "wrong-result" Error "the rules contradict the result";
    ResultsDiffer = "S0402" "results-differ" Warning "the Result tag and the end marker differ";
    BoardDiffers = "S0403" "board-differs" Error "a printed board differs from the position";
    WrongNumber = "S0404" "wrong-number" Warning "a move number is wrong or repeated";
    CaptureMark = "S0405" "capture-mark" Warning "the capture mark does not fit the move";
    SettledAmbiguity = "S0406" "settled-ambiguity" Warning "the move has several legal readings; the rest of the record decides";
    BrokenLine = "S0407" "broken-line" Warning "a line inside a comment breaks on an illegal move";
    NotEnPassant = "S0408" "not-en-passant" Error "a capture marked en passant is none";
    JsonDiffers = "S0409" "json-differs" Warning "the JSON and the replay of its moves differ";
    PositionsDiffer = "S0410" "positions-differ" Warning "the FEN and Position tags differ";

    CheckMark = "S0501" "check-mark" Note "a check or mate mark is wrong or missing";
    NoCheckMarks = "S0502" "no-check-marks" Note "checks are not marked in this record";
    NumberDots = "S0503" "number-dots" Note "a move number has odd dots";
    Spelling = "S0504" "spelling" Note "a move is spelled in an unusual way";
    MissingRoster = "S0505" "missing-roster" Note "tags of the seven-tag roster are missing";
    Repetition = "S0506" "repetition" Note "a position occurs for the third or fifth time";
    MoveCount = "S0507" "move-count" Note "fifty or seventy-five moves without capture or pawn move";
    DeadPosition = "S0508" "dead-position" Note "neither side has the material to mate";
    GuessedBoard = "S0510" "guessed-board" Note "the board is not named and was found from the moves";
    OtherLetters = "S0511" "other-letters" Note "the moves are in other piece letters than the format has";
    OpenResult = "S0512" "open-result" Note "the rules prove a result and the record leaves it open";
    OddBlank = "S0509" "odd-blank" Note "a blank stands where none belongs";

    WrongSolution = "S0601" "wrong-solution" Error "something printed in the solution of a problem is not true";
    MissingLine = "S0602" "missing-line" Error "something that belongs to the solution of a problem is not printed";
    UnsoundProblem = "S0603" "unsound-problem" Error "a problem has not the one solution that it should have";
    Dual = "S0604" "dual" Note "several moves do in the solution of a problem where one was meant";
    AbridgedSolution = "S0605" "abridged-solution" Note "the solution of a problem is printed in part";
    NotVerified = "S0606" "not-verified" Warning "something in the solution of a problem was not verified";
}
