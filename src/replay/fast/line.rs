//! One rule set's part of the bulk path: words to moves, and what a score claims of them.

use crate::diag::{Diagnostic, Findings, Severity};
use crate::notation::letters::{Doubt, Letters};
use crate::notation::{
    CheckMark, Color, MoveWord, Outcome, San, WordForm, WrittenNumber, without_marks,
};
use crate::replay::consistency;
use crate::replay::history::{History, Remarks};
use crate::replay::marks::{self, Written};
use crate::replay::report;
use crate::replay::walk::move_name;
use crate::rules::{Outlook, PositionRemark, RemarkLevel, Rules, Said, Settled, Status};
use crate::source::Span;

/// What the engines need to know about the level asked for, and the verdict so far.
#[derive(Debug)]
pub(super) struct Judge {
    pub(super) level: Severity,
    /// Whether the customs of archives apply.
    pub(super) archive: bool,
    pub(super) letters: &'static Letters,
    /// Whether the letters are English without doubt.
    pub(super) english: bool,
    pub(super) other_letters: Doubt,
    pub(super) clean: bool,
    pub(super) plies: u64,
    /// Findings about single plies of the main line, to which the full path would add nothing.
    pub(super) notes: Vec<Diagnostic>,
}

/// One rule set's state while a record streams by.
#[derive(Debug)]
pub(super) struct Fast<R: Rules> {
    pub(super) rules: R,
    /// Whether the rule set leaves something to the record, so that only the full path can tell.
    pub(super) open: bool,
    usual: R::Position,
    line: LineState<R::Position>,
    outer: Vec<LineState<R::Position>>,
    history: History<R>,
    /// The last word of the main line that is marked as check and not plain.
    text: String,
    /// Plies of the main line.
    pub(super) plies: u32,
    /// How the game stands at its end, once there.
    pub(super) status: Status,
    /// The number and the side of the first of them.
    pub(super) first: (u32, Color),
    remarks: Vec<PositionRemark>,
    /// How the move at hand is usually written.
    usual_word: String,
}

/// Where a line has got to.
#[derive(Clone, Debug)]
struct LineState<P> {
    position: P,
    /// The position before the last ply: where a variation begins.
    before: P,
    moved: bool,
    /// The outlook of the position and that of the one before.
    outlooks: [Outlook; 2],
    last: LastWord,
}

/// The word of the last ply of a line, kept as cheaply as it can be: it is asked for where something is said of it.
#[derive(Clone, Copy, Default, Debug)]
struct LastWord {
    /// A plain word, as most are.
    san: Option<San>,
    /// The mark on any other.
    check: CheckMark,
    span: Span,
}

impl LastWord {
    fn check(self) -> CheckMark {
        self.san.map_or(self.check, San::check)
    }

    /// Whether it bears this mark.
    #[inline(always)]
    fn bears(self, mark: CheckMark) -> bool {
        match self.san {
            Some(san) => san.bears(mark),
            None => self.check == mark,
        }
    }
}

impl Judge {
    /// Whether findings of this severity matter.
    pub(super) fn cares(&self, severity: Severity) -> bool {
        severity >= self.level
    }

    pub(super) fn doubt(&mut self, severity: Severity, there: bool) {
        self.clean &= !(there && self.cares(severity));
    }

    /// Takes a finding about a ply of the main line that the full path would put in the same words. What becomes of many
    /// is for that.
    fn note(&mut self, finding: Option<Diagnostic>, ply: u32) {
        if self.notes.len() >= Findings::MOST {
            self.leave();
            return;
        }
        self.notes.extend(finding.map(|finding| Diagnostic {
            ply: Some(ply),
            ..finding
        }));
    }

    /// Only the full path can tell.
    pub(super) fn leave(&mut self) {
        self.clean = false;
    }
}

impl<R: Rules> Fast<R> {
    pub(super) fn new(rules: R) -> Self {
        let usual = rules.start();
        let line = LineState {
            position: usual.clone(),
            before: usual.clone(),
            moved: false,
            outlooks: [Outlook::Unknown; 2],
            last: LastWord::default(),
        };
        Self {
            open: rules.settle(&Said::default()) != Settled::Fixed,
            first: (rules.move_number(&usual), rules.turn(&usual)),
            history: History::new(&rules, &usual),
            rules,
            usual,
            line,
            outer: Vec::new(),
            text: String::new(),
            plies: 0,
            status: Status::Ongoing,
            remarks: Vec::new(),
            usual_word: String::new(),
        }
    }

    pub(super) fn start(&mut self, position: Option<&str>, judge: &mut Judge) {
        self.outer.clear();
        self.line.moved = false;
        self.line.outlooks = [Outlook::Unknown; 2];
        self.line.last = LastWord::default();
        if self.open {
            judge.leave();
        }
        let Some(text) = position else {
            self.line.position.clone_from(&self.usual);
            self.begin_main_line(judge);
            return;
        };
        self.remarks.clear();
        match self.rules.read_position(text, &mut self.remarks) {
            Ok(position) => {
                judge.doubt(Severity::Note, self.rules.is_dead(&position));
                self.line.position = position;
            }
            Err(_) => judge.leave(),
        }
        for remark in &self.remarks {
            let severity = match remark.level {
                RemarkLevel::Style => Severity::Note,
                RemarkLevel::Doubt => Severity::Warning,
                RemarkLevel::Fault => Severity::Error,
            };
            judge.doubt(severity, true);
        }
        self.begin_main_line(judge);
    }

    fn begin_main_line(&mut self, judge: &Judge) {
        let start = &self.line.position;
        self.plies = 0;
        self.first = (self.rules.move_number(start), self.rules.turn(start));
        if self.keeps_history(judge) {
            self.history.begin(&self.rules, &self.line.position);
        }
    }

    /// Whether it matters how often a position stood.
    fn keeps_history(&self, judge: &Judge) -> bool {
        judge.cares(Severity::Note) || self.rules.ends_by_repetition()
    }

    #[inline]
    pub(super) fn number(&self, number: &WrittenNumber, judge: &mut Judge) {
        let position = &self.line.position;
        match consistency::number_fault(
            number,
            self.rules.move_number(position),
            self.rules.turn(position),
        ) {
            Some(consistency::NumberFault::Value) => judge.doubt(Severity::Warning, true),
            Some(consistency::NumberFault::Dots) => {
                // A variation that says it is one of the other side's.
                let is_late = number.dots == 1 && !self.line.moved && self.is_aside();
                let severity = if is_late {
                    Severity::Warning
                } else {
                    Severity::Note
                };
                judge.doubt(severity, true);
            }
            None => {}
        }
    }

    pub(super) fn ply(&mut self, word: &MoveWord<'_>, judge: &mut Judge) {
        let odd = word.marks.unusual
            && judge.cares(Severity::Note)
            && consistency::tells_spelling::<R>(&word.form, judge.archive);
        let told_apart = word.marks.check == CheckMark::Stalemate;
        if told_apart || odd || R::WRITES_SAN && word.marks.en_passant {
            judge.leave();
            return;
        }
        if matches!(word.form, WordForm::Null) {
            self.pass(judge);
            return;
        }
        let Self { rules, line, .. } = self;
        line.before.clone_from(&line.position);
        let Some(r#move) = rules.play_word(&mut line.position, &word.form, judge.letters) else {
            judge.leave();
            return;
        };
        if word.marks.en_passant && !rules.effect(&line.before, r#move).en_passant {
            judge.leave();
            return;
        }
        if judge.cares(Severity::Warning) {
            let fault = consistency::capture_mark_fault(&word.form, || {
                rules.is_capture(&line.before, r#move)
            });
            judge.clean &= fault.is_none();
        }
        if judge.cares(Severity::Note) && judge.archive && R::WRITES_SAN {
            let captures = || rules.is_capture(&line.before, r#move);
            judge.clean &= !consistency::lacks_capture_mark(&word.form, captures);
            if consistency::names_origin(&word.form) {
                self.judge_origin(r#move, &word.form, judge);
            }
        }
        let last = LastWord {
            san: None,
            check: word.marks.check,
            span: word.span,
        };
        if judge.cares(Severity::Note) {
            if !self.is_aside() && last.check == CheckMark::Check {
                self.text.clear();
                self.text.push_str(word.text);
            }
            self.played::<true>(r#move, last, Some(word), judge);
        } else {
            self.played::<false>(r#move, last, Some(word), judge);
        }
    }

    /// The same for a plain word of standard algebraic notation at `span`; `NOTES` where notes are cared for.
    #[inline]
    pub(super) fn san<const NOTES: bool>(&mut self, san: San, span: Span, judge: &mut Judge) {
        let position = &self.line.position;
        let outlook = self.line.outlooks[0];
        let resolved = self
            .rules
            .resolve_san(position, outlook, san, judge.letters);
        let Some(r#move) = resolved else {
            judge.leave();
            return;
        };
        let Self { rules, line, .. } = self;
        line.before.clone_from(&line.position);
        rules.play(&mut line.position, r#move);
        if NOTES || judge.cares(Severity::Warning) {
            // A pawn that captures goes elsewhere than one that does not, and has no letter where there is a clock. The
            // clock tells whether a piece captured.
            let captured = match rules.half_move_clock(&line.position) {
                Some(clock) => clock == 0,
                None => !san.is_piece() || rules.is_capture(&line.before, r#move),
            };
            if captured != (san.captures() | !san.is_piece()) {
                let is_told = san.captures() || NOTES && R::WRITES_SAN && judge.archive;
                judge.clean &= !is_told;
            }
        }
        if NOTES && R::WRITES_SAN && san.names_origin() {
            self.judge_origin_of_san(r#move, san, judge);
        }
        let last = LastWord {
            san: Some(san),
            check: CheckMark::None,
            span,
        };
        self.played::<NOTES>(r#move, last, None, judge);
    }

    /// Leaves a word with more of an origin than it needs to the full path, where that would tell. Its move has been made,
    /// and no more.
    fn judge_origin(&mut self, r#move: R::Move, form: &WordForm, judge: &mut Judge) {
        self.usual_word.clear();
        let before = &self.line.before;
        self.rules
            .write_move(before, r#move, &Letters::ENGLISH, &mut self.usual_word);
        judge.clean &= !consistency::origin_is_odd(form, &self.usual_word);
    }

    /// The same of a plain word, mostly without another word being made: a file is needed where the word without it does
    /// not do.
    #[inline(never)]
    fn judge_origin_of_san(&mut self, r#move: R::Move, san: San, judge: &mut Judge) {
        if !judge.archive {
            return;
        }
        if san.from_rank().is_some() {
            return self.judge_origin(r#move, &san.form(), judge);
        }
        let (before, outlook) = (&self.line.before, self.line.outlooks[0]);
        let word = (san, judge.letters);
        judge.clean &= self.rules.needs_origin(before, outlook, r#move, word);
    }

    fn pass(&mut self, judge: &mut Judge) {
        let aside = self.is_aside();
        let severity = if aside {
            Severity::Note
        } else {
            Severity::Warning
        };
        judge.doubt(severity, true);
        let line = &mut self.line;
        line.before.clone_from(&line.position);
        if !self.rules.pass(&mut line.position) {
            judge.leave();
        }
        line.moved = true;
        line.last = LastWord::default();
        line.outlooks = [Outlook::Unknown, line.outlooks[0]];
        judge.plies += 1;
        if !aside {
            self.plies += 1;
            // What a null move does to repetitions is for the full path.
            judge.clean &= !self.keeps_history(judge);
        }
    }

    /// Goes on from a move just made; `word` is the last one where that is not plain.
    #[inline(always)]
    fn played<const NOTES: bool>(
        &mut self,
        r#move: R::Move,
        last: LastWord,
        word: Option<&MoveWord<'_>>,
        judge: &mut Judge,
    ) {
        let line = &mut self.line;
        let (before, outlook) = (line.outlooks[0], self.rules.outlook(&line.position));
        line.moved = true;
        line.outlooks = [outlook, before];
        judge.plies += 1;
        if NOTES {
            line.last = last;
            // Whether check was mate is asked when the line ends, since any reply settles it.
            let mark = match outlook {
                Outlook::Attacked => CheckMark::Check,
                Outlook::Unknown | Outlook::Calm | Outlook::Sheltered => CheckMark::None,
            };
            let is_settled = (outlook != Outlook::Unknown) & last.bears(mark);
            if !is_settled {
                self.judge_check(self.plies + 1, word, judge);
            }
        }
        if self.outer.is_empty() {
            self.plies += 1;
            if NOTES || self.rules.ends_by_repetition() {
                let after = &self.line.position;
                let remarks = self.history.after(&self.rules, r#move, after);
                if let Some(remarks) = remarks {
                    self.judge_history(remarks, word, judge);
                }
            }
        }
    }

    /// The word of the last ply of the main line: `word`, or else taken to pieces again.
    fn last_word<'t>(
        &self,
        word: Option<&MoveWord<'t>>,
        text: &'t mut String,
    ) -> Option<MoveWord<'t>> {
        if let Some(&word) = word {
            return Some(word);
        }
        let LastWord { san, span, .. } = self.line.last;
        match san {
            Some(san) => *text = san.to_string(),
            None => text.clone_from(&self.text),
        }
        R::read_word(text).map(|read| MoveWord {
            text,
            span,
            form: read.form,
            marks: read.marks,
        })
    }

    /// Whether the last ply of the line gives check and is marked so, which would be wrong if it mated; never where notes do
    /// not matter, and no word is kept.
    fn may_mate(&self) -> bool {
        let LineState { outlooks, last, .. } = &self.line;
        outlooks[0] == Outlook::Attacked && last.bears(CheckMark::Check)
    }

    /// Ends the main line.
    pub(super) fn end(&mut self, judge: &mut Judge) {
        self.status = self.rules.status(&self.line.position);
        if self.may_mate() && self.status != Status::Ongoing {
            // What its position calls for is said after it.
            let is_before = |note: &Diagnostic| note.ply != Some(self.plies);
            let at = judge.notes.iter().rposition(is_before);
            let of_position = judge.notes.split_off(at.map_or(0, |at| at + 1));
            self.judge_check(self.plies, None, judge);
            judge.notes.extend(of_position);
        }
    }

    /// Notes that the check mark of the last ply, which has this number, is not the one deserved, if so. What becomes of
    /// marks that are missing is a matter of the whole record, and what is said in a variation too.
    #[inline(never)]
    fn judge_check(&self, ply: u32, word: Option<&MoveWord<'_>>, judge: &mut Judge) {
        let LineState {
            position,
            outlooks: [outlook, _],
            last,
            ..
        } = &self.line;
        let deserved = self.rules.mark_by(*outlook, position);
        let check = last.check();
        let unmarked = word.is_some_and(|word| consistency::is_coordinates(&word.form));
        if !consistency::check_mark_differs::<R>(deserved, check, unmarked) {
            return;
        }
        let text = &mut String::new();
        let told = check != CheckMark::None && !self.is_aside();
        let Some(word) = told.then(|| self.last_word(word, text)).flatten() else {
            judge.leave();
            return;
        };
        let name = self.name(&word);
        let written = Written::of_word(&word, &name);
        let finding = marks::check(&self.rules, judge.letters, written, deserved, position);
        judge.note(finding, ply);
    }

    /// Notes what the history of the game calls for after the ply just played.
    #[cold]
    fn judge_history(&self, remarks: Remarks, word: Option<&MoveWord<'_>>, judge: &mut Judge) {
        let text = &mut String::new();
        let told = !self.rules.ends_by_repetition();
        let Some(word) = told.then(|| self.last_word(word, text)).flatten() else {
            judge.leave();
            return;
        };
        for remark in remarks {
            let finding = report::history(remark, &self.name(&word), word.span);
            judge.note(Some(finding), self.plies);
        }
    }

    /// The ply just played as people call it: `12... Rg1`.
    fn name(&self, word: &MoveWord<'_>) -> String {
        let before = &self.line.before;
        let (number, side) = (self.rules.move_number(before), self.rules.turn(before));
        move_name(number, side, without_marks(word.text))
    }

    pub(super) fn open_variation(&mut self, judge: &mut Judge) {
        // How often a position stood on the way into a variation is for the full path.
        if !self.line.moved || self.rules.ends_by_repetition() {
            judge.leave();
            return;
        }
        let inner = LineState {
            position: self.line.before.clone(),
            before: self.line.before.clone(),
            moved: false,
            outlooks: [self.line.outlooks[1]; 2],
            last: LastWord::default(),
        };
        self.outer.push(std::mem::replace(&mut self.line, inner));
    }

    pub(super) fn close_variation(&mut self, judge: &mut Judge) {
        judge.doubt(Severity::Note, !self.line.moved);
        if self.may_mate() {
            self.judge_check(self.plies, None, judge);
        }
        match self.outer.pop() {
            Some(outer) => self.line = outer,
            None => judge.leave(),
        }
    }

    /// Whether a variation is open.
    pub(super) fn is_aside(&self) -> bool {
        !self.outer.is_empty()
    }

    pub(super) fn refutes(&self, claimed: Option<Outcome>) -> bool {
        let status = self.rules.status(&self.line.position);
        consistency::contradicts(self.proven(status), claimed)
    }

    /// The result that a status of the position proves.
    pub(super) fn proven(&self, status: Status) -> Option<Outcome> {
        status.outcome(self.rules.turn(&self.line.position))
    }
}
