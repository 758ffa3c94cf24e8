//! The bulk path: events straight to the rules, yes or no.
//!
//! Keeps no tree and allocates nothing per record once its buffers have grown, notes aside. "Clean" is a promise that
//! the full path would report nothing else at the level asked for. "Not clean" may also mean that only the full path
//! can tell: an ambiguous word, letters other than English ones, a printed board, a line inside a comment.

mod line;

use super::start::{BOARD_TAG, POSITION_TAGS, holds_board};
use super::tags::{self, SetUp};
use super::{Options, auto, claims, commands, consistency};
use crate::diag::{Diagnostic, Severity};
use crate::notation::letters::{Doubt, Letters};
use crate::notation::{
    CheckMark, Color, MoveWord, Nag, Outcome, San, Words, WrittenNumber, WrittenResult,
};
use crate::record::{Board, CommentStyle, Events, Heading, ROSTER, RawTag, holds_control};
use crate::rules::{RuleSet, Rules, Said, Settled, Status};
use crate::source::{Span, Spanned};
use line::{Fast, Judge};
use std::collections::HashSet;

/// Says of one record after another whether the full path would find anything in it.
///
/// Use: [`FastCheck::begin`], let a reader push the events of one record, [`FastCheck::finish`].
#[derive(Debug)]
pub struct FastCheck {
    judge: Judge,
    /// The rule set that the user fixed, or the usual one.
    usual: RuleSet,
    fixed: bool,
    tags: Tags,
    /// That of the record at hand.
    engine: Engine,
    /// One for each other rule set met so far.
    others: Vec<Engine>,
    /// The last `Variant` that named a rule set, and which: records of one file mostly agree in it.
    named: Option<(String, RuleSet)>,
    /// Whether the engine has been set to this record's start.
    started: bool,
}

/// What a replay comes to, known without one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Plies of the main line.
    pub plies: u32,
    /// How the game stands at its end.
    pub status: Status,
}

/// Hashes of the names of tags, to notice repeated ones.
#[derive(Debug, Default)]
struct Names {
    /// The first ones.
    few: Vec<u64>,
    /// All of them, where they are more than [`Self::FEW`].
    many: HashSet<u64>,
}

impl Names {
    /// How many are looked through one after another; records seldom have more.
    const FEW: usize = 32;

    /// Adds a name; whether it was there already.
    fn is_repeated(&mut self, hash: u64) -> bool {
        if self.few.len() == Self::FEW {
            if self.many.is_empty() {
                self.many.extend(&self.few);
            }
            return !self.many.insert(hash);
        }
        let repeated = self.few.contains(&hash);
        if !repeated {
            self.few.push(hash);
        }
        repeated
    }

    /// Forgets all; keeps the buffers.
    fn clear(&mut self) {
        self.few.clear();
        self.many.clear();
    }
}

/// What the tags of the record say, as far as it matters here.
#[derive(Debug, Default)]
struct Tags {
    names: Names,
    /// Which of the roster are there.
    roster: [bool; ROSTER.len()],
    /// The name of the first tag.
    first: Option<Span>,
    position: String,
    /// The tag `Board`: of a team match, or of a game that is played on several.
    board: String,
    has_board: bool,
    /// Which of the position tags `position` comes from.
    position_tag: Option<usize>,
    result: Option<WrittenTag>,
    end: Option<WrittenResult>,
    set_up: Option<SetUp>,
    /// Whether the variant says that the game starts from a position of its own.
    from_position: bool,
}

/// The value of the `Result` tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WrittenTag {
    Outcome(Outcome),
    Open,
    Other,
}

macro_rules! engines {
    ($($name:ident => $module:ident :: $type:ident),* $(,)?) => {
        // Laid out plainly: which it is, is asked for every word.
        #[derive(Debug)]
        #[repr(u8)]
        enum Engine {
            $($name(Fast<crate::rules::$module::$type>),)*
        }

        impl Engine {
            fn new(set: &RuleSet) -> Self {
                match set { $(RuleSet::$name(rules) => Self::$name(Fast::new(rules.clone())),)* }
            }

            /// What its rule set becomes by what a record says, where it leaves something to that.
            fn settle(&self, said: &Said<'_>) -> Option<RuleSet> {
                match self {
                    $(Self::$name(fast) => match fast.rules.settle(said) {
                        Settled::As(rules) => Some(RuleSet::$name(rules)),
                        Settled::Fixed | Settled::OneOf(_) | Settled::Impossible(_) => None,
                    },)*
                }
            }

            fn is_for(&self, set: &RuleSet) -> bool {
                match (self, set) {
                    $((Self::$name(fast), RuleSet::$name(rules)) => fast.rules == *rules,)*
                    $((Self::$name(_), _) => false,)*
                }
            }
        }

        /// Opens an [`Engine`].
        macro_rules! with_engine {
            ($engine:expr, $f:ident => $body:expr) => {
                match $engine { $(Engine::$name($f) => $body,)* }
            };
        }
    };
}

rule_list!(engines);

impl FastCheck {
    /// A checker that cares for findings of `level` and above.
    #[must_use]
    pub fn new(options: &Options, level: Severity) -> Self {
        let usual = options.rules.clone().unwrap_or_default();
        let letters = options.letters.unwrap_or(&Letters::ALL[0]);
        Self {
            judge: Judge {
                level,
                archive: options.archive,
                letters,
                english: options.english || options.letters.is_some(),
                other_letters: Doubt::NONE,
                clean: true,
                plies: 0,
                notes: Vec::new(),
            },
            engine: Engine::new(&usual),
            others: Vec::new(),
            named: None,
            usual,
            fixed: options.rules.is_some(),
            tags: Tags::default(),
            started: false,
        }
    }

    /// Forgets the record before; keeps its buffers.
    pub fn begin(&mut self) {
        self.judge.clean = true;
        self.judge.other_letters = Doubt::NONE;
        self.judge.plies = 0;
        self.judge.notes.clear();
        self.started = false;
        if !self.engine.is_for(&self.usual) {
            self.switch(&self.usual.clone());
        }
        self.tags.names.clear();
        self.tags.roster = [false; ROSTER.len()];
        self.tags.first = None;
        self.tags.position_tag = None;
        self.tags.has_board = false;
        self.tags.result = None;
        self.tags.end = None;
        self.tags.set_up = None;
        self.tags.from_position = false;
    }

    /// Whether the record just read is clean: the full path would report nothing at the level asked for but the
    /// [`FastCheck::take_notes`].
    pub fn finish(&mut self) -> bool {
        self.start();
        if self.judge.other_letters.is_there() {
            self.judge.leave();
        }
        if self.judge.clean {
            let proven = with_engine!(&mut self.engine, fast => {
                fast.end(&mut self.judge);
                fast.proven(fast.status)
            });
            let told = match self.tags.result {
                Some(WrittenTag::Outcome(outcome)) => Some(outcome),
                Some(WrittenTag::Open | WrittenTag::Other) | None => None,
            };
            // Beside a marker that leaves the result open the tag claims it.
            let claimed = self.tags.end.and_then(|end| end.outcome).or(told);
            let refuted = claimed.is_some() && consistency::contradicts(proven, claimed);
            let differs = match (self.tags.end, self.tags.result) {
                (Some(end), Some(tag)) => tag.differs(end.outcome),
                _ => false,
            };
            self.judge.doubt(Severity::Error, refuted);
            self.judge.doubt(Severity::Warning, differs);
            let has_start = self.tags.position_tag.is_some() || self.tags.has_board;
            let belied = |set_up: SetUp| set_up.is_belied(has_start);
            let is_belied =
                self.tags.set_up.is_some_and(belied) || self.tags.from_position && !has_start;
            self.judge.doubt(Severity::Warning, is_belied);
            let is_open = self.tags.end.is_some_and(|end| end.outcome.is_none());
            self.judge
                .doubt(Severity::Note, is_open && proven.is_some());
            self.note_roster();
        }
        self.judge.clean
    }

    /// Notes the tags of the roster that are missing, before all else: it is said of the first tag.
    fn note_roster(&mut self) {
        if let Some(first) = self.tags.first.filter(|_| self.judge.archive)
            && self.judge.cares(Severity::Note)
        {
            let finding = claims::missing_roster(first, &self.tags.roster);
            self.judge.notes.splice(..0, finding);
        }
    }

    /// Takes what the full path would report of a clean record: that tags of the roster are missing, and notes on single
    /// plies, such as a wrong check mark or a position that stands for the third time.
    #[must_use]
    pub fn take_notes(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.judge.notes)
    }

    /// What the replay of a clean record would come to.
    #[must_use]
    pub fn checked(&self) -> Checked {
        with_engine!(&self.engine, fast => Checked {
            plies: fast.plies,
            status: fast.status,
        })
    }

    /// The number and the side of the first move of a clean record.
    #[must_use]
    pub fn start_turn(&self) -> (u32, Color) {
        with_engine!(&self.engine, fast => fast.first)
    }

    /// Plies played in the record just read, variations included.
    #[must_use]
    pub fn plies(&self) -> u64 {
        self.judge.plies
    }

    /// Sets the engine to the start of the record, once its tags are known.
    #[inline]
    fn start(&mut self) {
        if !self.started {
            self.started = true;
            self.set_up();
        }
    }

    #[inline(never)]
    fn set_up(&mut self) {
        let position = self.tags.position_tag.map(|_| self.tags.position.as_str());
        if with_engine!(&self.engine, fast => fast.open) {
            let said = Said {
                board: self.tags.has_board.then_some(self.tags.board.as_str()),
                position,
                ..Said::default()
            };
            if let Some(set) = self.engine.settle(&said) {
                self.switch(&set);
            }
        }
        let position = self.tags.position_tag.map(|_| self.tags.position.as_str());
        with_engine!(&mut self.engine, fast => fast.start(position, &mut self.judge));
    }

    fn switch(&mut self, set: &RuleSet) {
        if self.engine.is_for(set) {
            return;
        }
        let known = self.others.iter().position(|engine| engine.is_for(set));
        let at = known.unwrap_or_else(|| {
            self.others.push(Engine::new(set));
            self.others.len() - 1
        });
        std::mem::swap(&mut self.engine, &mut self.others[at]);
    }
}

impl WrittenTag {
    fn read(value: &str) -> Self {
        match Outcome::from_marker(value) {
            Some(outcome) => Self::Outcome(outcome),
            None if claims::differs(value, None) => Self::Other,
            None => Self::Open,
        }
    }

    fn differs(self, marker: Option<Outcome>) -> bool {
        match self {
            Self::Outcome(outcome) => marker != Some(outcome),
            Self::Open => marker.is_some(),
            Self::Other => true,
        }
    }
}

impl<'s> Events<'s> for FastCheck {
    fn heading(&mut self, heading: Heading<'s>) {
        if self.judge.archive && self.judge.cares(Severity::Note) {
            // The tags that it stands for count for the roster: rare enough for the full path.
            self.judge.leave();
        }
        if let Some(result) = heading.result_tag() {
            self.tags.result = Some(WrittenTag::read(result.value));
        }
        if let Some(set) =
            auto::suggested_by(heading.line.value, Words::Chess).filter(|_| !self.fixed)
        {
            self.switch(&set);
        }
    }

    fn tag(&mut self, tag: RawTag<'s>) {
        if self.started {
            // A tag among the moves may change what they started from.
            self.judge.leave();
            return;
        }
        self.tags.first.get_or_insert(tag.name.span);
        let (name, value) = (tag.name.value, tag.value.value);
        if self.judge.cares(Severity::Warning) {
            self.judge.clean &= !holds_control(value);
        }
        let hash = hash(name);
        let repeated = self.tags.names.is_repeated(hash);
        self.judge.doubt(Severity::Warning, repeated);
        if repeated {
            return;
        }
        if let Some(i) = ROSTER
            .iter()
            .position(|roster| roster.eq_ignore_ascii_case(name))
        {
            self.tags.roster[i] = true;
        }
        if self.judge.cares(Severity::Warning) && tags::holds_date(name) {
            self.judge.doubt(Severity::Warning, tags::is_no_date(value));
        }
        if let Some(i) = POSITION_TAGS
            .iter()
            .position(|known| known.eq_ignore_ascii_case(name))
        {
            if self.tags.position_tag.is_some() {
                // Whether both give the same position is rare enough for the full path.
                self.judge.leave();
            }
            self.tags.position_tag = Some(i);
            self.tags.position.clear();
            self.tags.position.push_str(value);
            if value.contains('\\') {
                self.judge.leave();
            }
        } else if name.eq_ignore_ascii_case(BOARD_TAG) {
            if holds_board(value) {
                self.judge.leave();
            }
            self.tags.has_board = true;
            self.tags.board.clear();
            self.tags.board.push_str(value);
        } else if name.eq_ignore_ascii_case("Result") {
            self.tags.result = Some(WrittenTag::read(value));
        } else if name.eq_ignore_ascii_case(tags::SET_UP) {
            self.tags.set_up = SetUp::read(value);
        } else if name.eq_ignore_ascii_case("Variant") {
            self.tags.from_position = tags::says_from_position(value);
            if self.fixed {
                return;
            }
            if self.named.as_ref().is_none_or(|(last, _)| last != value) {
                self.named = RuleSet::from_variant(value).map(|set| (value.to_owned(), set));
            }
            match self.named.take() {
                Some(named) => {
                    self.switch(&named.1);
                    self.named = Some(named);
                }
                None => self.judge.leave(),
            }
        } else if !self.fixed
            && name.eq_ignore_ascii_case("Event")
            && auto::suggested_by(value, Words::Chess).is_some_and(|set| set != self.usual)
        {
            // A Variant tag after it would count more: rare enough for the full path.
            self.judge.leave();
        }
    }

    /// Always inlined: every other ply has one.
    #[inline(always)]
    fn number(&mut self, number: WrittenNumber) {
        if self.judge.cares(Severity::Warning) {
            self.start();
            with_engine!(&self.engine, fast => fast.number(&number, &mut self.judge));
        }
    }

    fn side(&mut self, _side: Spanned<Color>) {
        // Whether it is that side's turn: rare enough for the full path.
        self.judge.leave();
    }

    fn ply(&mut self, word: &MoveWord<'s>) {
        if !self.judge.clean {
            return;
        }
        self.start();
        if !self.judge.english
            && let Some(man) = word.form.man()
        {
            man.letters()
                .for_each(|letter| self.judge.other_letters.see(letter));
        }
        with_engine!(&mut self.engine, fast => fast.ply(word, &mut self.judge));
    }

    fn san(&mut self, _text: &'s str, span: Span, san: San) {
        if !self.judge.clean {
            return;
        }
        self.start();
        if !self.judge.english
            && let Some(letter) = san.piece()
        {
            self.judge.other_letters.see(letter);
        }
        if self.judge.cares(Severity::Note) {
            with_engine!(&mut self.engine, fast => fast.san::<true>(san, span, &mut self.judge));
        } else {
            with_engine!(&mut self.engine, fast => fast.san::<false>(san, span, &mut self.judge));
        }
    }

    fn nag(&mut self, _nag: Spanned<Nag>) {}

    fn en_passant(&mut self, _span: Span) {
        self.judge.leave();
    }

    fn check(&mut self, _mark: Spanned<CheckMark>) {
        self.judge.leave();
    }

    fn comment(&mut self, style: CommentStyle, _span: Span, text: Spanned<&'s str>) {
        if self.judge.cares(Severity::Warning) {
            self.judge.clean &= style != CommentStyle::Star
                && !commands::may_be_doubtful(text.value)
                && !holds_control(text.value);
        }
    }

    fn open_variation(&mut self, _span: Span) {
        if self.judge.clean {
            self.start();
            with_engine!(&mut self.engine, fast => fast.open_variation(&mut self.judge));
        }
    }

    fn close_variation(&mut self, _span: Span) {
        if self.judge.clean {
            with_engine!(&mut self.engine, fast => fast.close_variation(&mut self.judge));
        }
    }

    fn fork(&mut self, _span: Span) {
        self.judge.leave();
    }

    fn rules(&mut self, _spec: Spanned<String>) {
        self.judge.leave();
    }

    fn board(&mut self, _board: Board) {
        self.judge.leave();
    }

    fn result(&mut self, result: WrittenResult) {
        let inside = self.started && with_engine!(&self.engine, fast => fast.is_aside());
        if inside {
            let refuted = self.judge.clean
                && result.outcome.is_some()
                && with_engine!(&self.engine, fast => fast.refutes(result.outcome));
            self.judge.doubt(Severity::Error, refuted);
        } else if self.tags.end.is_none_or(|end| !end.marker) {
            self.tags.end = Some(result);
        }
    }

    fn fault(&mut self, diagnostic: Diagnostic) {
        self.judge.doubt(diagnostic.severity(), true);
    }
}

/// FNV-1a over the name in small letters.
fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01b3)
    })
}
