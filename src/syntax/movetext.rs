//! The one driver for the structure of all text formats: a loop that looks at one byte and hands over to an item.
//!
//! Nesting is a counter, never recursion. What differs between formats (where a record ends, what an unknown word
//! may be) is asked of a [`Dialect`], at line starts and at odd words only, so that ordinary movetext stays lean.

mod boards;
mod log;
mod mended;
mod moves;
mod nesting;
mod numbers;
mod results;

use super::lex::{self, Gap};
use super::{Found, What, diagram, logs, tags};
use crate::diag::{Code, Diagnostic};
use crate::notation::Words;
use crate::record::{Class, CommentStyle, Events, Unheard};
use crate::source::Span;
use std::marker::PhantomData;
use std::ops::ControlFlow::{self, Break, Continue};

/// Whether the record goes on.
pub(super) type Step = ControlFlow<()>;

/// What differs between the text formats.
pub(super) trait Dialect: Sized {
    /// Whether the text is an article: prose may stand around and between the moves.
    const ARTICLE: bool;

    /// Called where a line of a record begins that is neither empty, nor an escaped line, nor a tag pair. `Break`
    /// when the record ended before it.
    fn at_line<'s, E: Events<'s>>(reader: &mut Reader<'s, '_, E, Self>, gap: Gap) -> Step;

    /// Called at a word that is nothing else; `None` when it means nothing in this dialect either.
    fn odd_word<'s, E: Events<'s>>(reader: &mut Reader<'s, '_, E, Self>) -> Option<Step>;

    /// Whether a `(*` comment that is never closed is given up before the line that begins after `gap`.
    fn ends_stars(text: &str, gap: Gap) -> bool;

    /// Length of a word that means something in this dialect only, 0 when there is none at `at`.
    fn odd_word_len(text: &str, at: usize) -> usize;
}

/// The last move number of a line and how far play went since.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    /// The number's value; 0 when there was none yet.
    pub(super) value: u32,
    /// Its dots.
    pub(super) dots: u8,
    /// Plies since.
    pub(super) since: u32,
}

/// Reads one record and pushes its events.
#[derive(Debug)]
pub(super) struct Reader<'s, 'e, E, D> {
    pub(super) text: &'s str,
    /// Where the reading of this record began.
    pub(super) at: usize,
    /// The next byte.
    pub(super) pos: usize,
    pub(super) events: &'e mut E,
    /// The notation of the moves, once it is known.
    pub(super) told: Option<Words>,
    /// Whether it only looks for what follows a record: it asks for nothing behind that.
    is_ahead: bool,
    /// Open variations.
    pub(super) depth: u32,
    /// Plies so far, variations included.
    pub(super) plies: u32,
    /// Numbers and plies of the line being read.
    pub(super) count: Count,
    /// The same before that number was read.
    counted: Count,
    /// Where that number stands.
    last_number: Span,
    /// Whether anything of a record was found.
    pub(super) begun: bool,
    /// Whether a list of men was found.
    pub(super) listed: bool,
    /// Whether the record's own result was found.
    pub(super) ended: bool,
    /// Up to where prose is known to stand between moves of this record.
    pub(super) continues: usize,
    /// Where the outermost open variation begins.
    opened_at: usize,
    /// The main line's count while a variation is read.
    main: Count,
    /// The name of the first tag pair.
    first_tag: Option<Span>,
    /// The gap before the first item of this line, and where that item stands.
    pub(super) line: Gap,
    /// Closing braces that the last nested comment leaves behind.
    strays: u32,
    /// Whether a nested comment was met whose braces do not balance.
    unbalanced: bool,
    /// Parentheses that were found to open no variation.
    stray_opens: u8,
    /// Where the last result inside a variation ends; 0 when there was none.
    result_aside: usize,
    /// Whether the end of the record is missing for a reason that was reported.
    spoilt: bool,
    /// Whether control characters were reported.
    control_said: bool,
    /// Whether too deep nesting was reported.
    too_deep: bool,
    dialect: PhantomData<D>,
}

impl<'s, 'e, E: Events<'s>, D: Dialect> Reader<'s, 'e, E, D> {
    /// A reader of the record at `at`, of which everything up to the end of `line` has been read.
    pub(super) fn new(
        text: &'s str,
        at: usize,
        line: Gap,
        told: Option<Words>,
        events: &'e mut E,
    ) -> Self {
        Self {
            told,
            text,
            at,
            pos: line.end,
            events,
            depth: 0,
            plies: 0,
            count: Count::default(),
            is_ahead: false,
            counted: Count::default(),
            last_number: Span::at(0),
            begun: false,
            listed: false,
            ended: false,
            continues: 0,
            opened_at: 0,
            main: Count::default(),
            first_tag: None,
            line,
            strays: 0,
            unbalanced: false,
            stray_opens: 0,
            result_aside: 0,
            spoilt: false,
            control_said: false,
            too_deep: false,
            dialect: PhantomData,
        }
    }

    pub(super) fn bytes(&self) -> &'s [u8] {
        self.text.as_bytes()
    }

    /// The notation of the moves: that of chess where nothing says otherwise.
    #[inline]
    pub(super) fn words(&self) -> Words {
        self.told.unwrap_or_default()
    }

    /// The same where the first move may stand, which can tell it.
    #[inline]
    pub(super) fn words_here(&mut self) -> Words {
        if self.plies == 0 && self.told.is_none() && logs::begins(self.text, self.pos) {
            self.told = Some(Words::Stones);
        }
        self.words()
    }

    /// Gives the bytes up to `end` to `class` and goes on there.
    #[inline]
    pub(super) fn take(&mut self, class: Class, end: usize) -> Span {
        let span = Span::new(self.pos, end);
        self.events.token(class, span);
        self.pos = end;
        span
    }

    #[cold]
    pub(super) fn fault(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.events.fault(Diagnostic::new(code, span, message));
    }

    /// Reads to the end of the record.
    ///
    /// `movetext = { number | move-word | sign | glyph | suffix | comment | variation | board }`, tags among them as
    /// long as no move was read.
    pub(super) fn run(mut self) -> Found {
        loop {
            // Nearly every item is followed by one blank.
            if let Some(b' ' | b'\t') = self.bytes().get(self.pos) {
                self.blanks();
            }
            let Some(&byte) = self.bytes().get(self.pos) else {
                break;
            };
            let step = match byte {
                b'\n' | b'\r' => self.line_ends(),
                b'a'..=b'z' | b'A'..=b'Z' => self.word(),
                b'0'..=b'9' => self.digits(),
                b'{' => self.braces(),
                b'(' => self.open(),
                b')' => self.close(),
                b'$' => self.glyph(),
                b'!' | b'?' => self.suffix(),
                b';' => self.rest_of_line(CommentStyle::Line),
                b'%' if self.line.flush && self.pos == self.line.end => {
                    self.rest_of_line(CommentStyle::Escape)
                }
                b'[' => self.bracket(),
                b'*' => self.star(),
                b'}' => self.stray_brace(),
                b'.' => self.dots(),
                0..=0x1F | 0x7F.. => self.odd_byte(),
                _ => self.word(),
            };
            if step.is_break() {
                break;
            }
        }
        self.finish()
    }

    fn finish(mut self) -> Found {
        if self.depth > 0 && !self.spoilt {
            self.spoilt = true;
            let message = match self.depth {
                1 => "this variation is never closed".to_owned(),
                depth => format!("{depth} variations are never closed, this one first"),
            };
            let opening = Span::new(self.opened_at, self.opened_at + 1);
            let unclosed = Diagnostic::new(Code::UnclosedVariation, opening, message)
                .help("write `)` where the variation ends");
            self.events.fault(unclosed);
        }
        let record = self.begun || self.plies > 0;
        // A line from a list of men need not be a game.
        if record && !self.ended && !self.spoilt && !self.listed {
            let end = lex::end_of_items(self.text, self.at, self.pos);
            let word = self.text[self.at..end]
                .char_indices()
                .rev()
                .find(|(_, c)| c.is_whitespace());
            let start = word.map_or(self.at, |(i, c)| self.at + i + c.len_utf8());
            let missing = Diagnostic::new(
                Code::MissingEnd,
                Span::new(start, end),
                "the record ends without a result",
            )
            .at("the last word")
            .help("end the moves with `1-0`, `0-1`, `1/2-1/2` or `*`");
            self.events.fault(missing);
        }
        Found {
            end: self.pos,
            what: if record { What::Record } else { What::Nothing },
        }
    }

    // Blanks and lines.

    /// Always inlined: a call costs more than what it nearly always does.
    #[inline(always)]
    fn blanks(&mut self) {
        let bytes = self.bytes();
        let end = match bytes.get(self.pos + 1) {
            Some(b'!'..=b'~') => self.pos + 1,
            _ => lex::skip_blanks(bytes, self.pos),
        };
        self.take(Class::Blank, end);
    }

    #[inline]
    fn line_ends(&mut self) -> Step {
        let gap = Gap::after(self.bytes(), self.pos);
        self.take(Class::Blank, gap.end);
        self.line = gap;
        if gap.lines > 1 {
            self.after_blank_line(gap)?;
        }
        if D::ARTICLE {
            return self.article_line(gap);
        }
        if self.told == Some(Words::Stones) {
            return self.log_line(gap);
        }
        Continue(())
    }

    /// What an empty line may mean in any dialect.
    fn after_blank_line(&mut self, gap: Gap) -> Step {
        if self.depth > 0 {
            let after_result = self.result_aside > 0
                && lex::trimmed_end(self.text, self.at, gap.end) == self.result_aside;
            return if after_result {
                Break(())
            } else {
                Continue(())
            };
        }
        if self.ended && !D::ARTICLE {
            // Comments that nothing follows belong to the last game, else to the next one; a board always, and words
            // with which no game begins.
            let belongs = match self.bytes().get(gap.end) {
                Some(b'1') => false,
                Some(b'[') if lex::is_tag_line(self.bytes(), gap.end) => false,
                _ => {
                    lex::only_comments_follow(self.bytes(), gap)
                        || diagram::read(self.words(), self.text, gap.end).is_some()
                        || !self.is_ahead && self.nothing_follows(gap)
                }
            };
            return if belongs { Continue(()) } else { Break(()) };
        }
        if !self.ended && self.begins_afresh(gap) {
            return Break(());
        }
        Continue(())
    }

    /// Whether there is no record from `gap` to the end of the text.
    #[cold]
    fn nothing_follows(&mut self, gap: Gap) -> bool {
        if gap.end < self.continues {
            return true;
        }
        // Mostly the next game begins with its first move.
        if lex::word(self.words_here(), self.text, gap.end).is_some() {
            return false;
        }
        let mut unheard = Unheard;
        let mut rest =
            Reader::<'_, '_, _, D>::new(self.text, gap.end, gap, self.told, &mut unheard);
        rest.is_ahead = true;
        let Found { end, what } = rest.run();
        let nothing = what == What::Nothing && gap.end < end;
        if nothing {
            self.continues = end;
        }
        nothing
    }

    /// Whether a new game begins after an empty line although this one has no result: by its first number, or, in a
    /// record without numbers and tags, by any move, in a log by a first turn.
    pub(super) fn begins_afresh(&self, gap: Gap) -> bool {
        if self.plies == 0 {
            return false;
        }
        match self.bytes().get(gap.end) {
            Some(b'1') => {
                let number = lex::number(self.bytes(), gap.end);
                let is_first = number.value == 1 && (1..=2).contains(&number.dots);
                is_first && (self.plies > 1 || self.count.value > 1)
            }
            Some(b'[') | None => false,
            Some(_) => {
                let is_bare = self.count.value == 0 && self.first_tag.is_none();
                is_bare
                    && match self.words() {
                        Words::Chess => lex::word(Words::Chess, self.text, gap.end).is_some(),
                        Words::Stones => logs::begins(self.text, gap.end),
                    }
            }
        }
    }

    /// Whether the tag section may still go on.
    pub(super) fn in_tags(&self) -> bool {
        self.plies == 0 && !self.ended && self.depth == 0
    }

    /// The tag pair with which a line of an article begins: anywhere a line that is nothing else, in the tag section
    /// one with bad quotes too.
    pub(super) fn tag_ahead(&self, at: usize) -> Option<tags::Pair> {
        let is_tag = lex::is_tag_line(self.bytes(), at) || self.in_tags();
        is_tag.then(|| tags::read(self.text, at, true)).flatten()
    }

    /// Whether the tag pair after `gap` belongs to the next record: its name begins the tag section anew.
    pub(super) fn begins_tags_anew(&self, gap: Gap, name: Span) -> bool {
        let first = self.first_tag.map(|first| first.text(self.text));
        gap.lines > 1 && first == Some(name.text(self.text))
    }

    /// A line of an article, unless its first byte already says what it is.
    fn article_line(&mut self, gap: Gap) -> Step {
        match self.bytes().get(self.pos) {
            None | Some(b'\n' | b'\r') => Continue(()),
            Some(b'%') if gap.flush => Continue(()),
            Some(b'[') if self.tag_ahead(self.pos).is_some() => Continue(()),
            Some(_) => D::at_line(self, gap),
        }
    }
}
