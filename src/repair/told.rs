//! From corrections of a row of words to edits of the text, and what else of the line agrees with them.

use super::line::Line;
use super::op::{Op, exchanged};
use super::search::Search;
use crate::diag::Edit;
use crate::notation::{CheckMark, Color, Signs, WrittenNumber};
use crate::replay::{check_mark_differs, is_coordinates, move_name, number_fault};
use crate::rules::Rules;
use crate::source::Span;

/// How the moves of a record are spelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spelling {
    /// As machine coordinates.
    pub(super) coordinates: bool,
    /// With their origins in full, and these signs.
    pub(super) signs: Option<Signs>,
    /// Castling with zeros.
    pub(super) zeros: bool,
}

/// Corrections in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Told<M> {
    /// `10. e3 instead of e2`, one for each.
    pub(super) titles: Vec<String>,
    /// The edits.
    pub(super) edits: Vec<Edit>,
    /// The moves of the corrected line: attempts with the same ones are the same correction. A pass is `None`.
    pub(super) moves: Vec<Option<M>>,
    /// Words and signs that are not as the corrected line would have them.
    pub(super) oddities: u32,
    /// Numbers that are wrong in the corrected line.
    pub(super) numbers: u32,
    /// Whether a move left out has a number ahead of the one due, which no move written twice has: some may be missing.
    pub(super) skips: bool,
}

/// One corrected line being told.
struct Teller<'s, 'a, R: Rules> {
    search: &'s mut Search<'a, R>,
    line: &'a Line<'a>,
    spelling: Spelling,
    position: R::Position,
    /// By how much the written numbers are ahead.
    shift: i64,
    /// The word whose number stands before a move that was put in.
    taken: Option<usize>,
    told: Told<R::Move>,
}

/// Tells the corrections `ops`; `None` when the line does not replay with them.
pub(super) fn tell<R: Rules>(
    search: &mut Search<'_, R>,
    start: &R::Position,
    ops: &[Op<R::Move>],
    spelling: Spelling,
) -> Option<Told<R::Move>> {
    let line = search.line;
    let mut teller = Teller {
        search,
        line,
        spelling,
        position: start.clone(),
        shift: 0,
        taken: None,
        told: Told {
            titles: Vec::new(),
            edits: Vec::new(),
            moves: Vec::new(),
            oddities: 0,
            numbers: 0,
            skips: false,
        },
    };
    let mut ops = ops.iter().copied().peekable();
    let mut at = 0;
    loop {
        if let Some(op) = ops.next_if(|op| op.at() == at) {
            teller.correct(op)?;
            at = op.next(line);
        } else if at < line.len() {
            if teller.keep(at, at).is_none() {
                // An attempt that gets only so far.
                break;
            }
            at += 1;
        } else {
            break;
        }
    }
    Some(teller.told)
}

impl<R: Rules> Teller<'_, '_, R> {
    fn due(&self) -> (u32, Color) {
        let rules = self.search.rules;
        (
            rules.move_number(&self.position),
            rules.turn(&self.position),
        )
    }

    /// The number of the next move, as the score counts.
    fn number(&self) -> u32 {
        (i64::from(self.due().0) + self.shift).clamp(0, i64::from(u32::MAX)) as u32
    }

    /// The word at `at` as findings call it where its turn is next.
    fn name(&self, at: usize) -> String {
        let (number, side) = self.due();
        move_name(number, side, self.line.words[at].bare)
    }

    /// Whether the word has a number that is still to come.
    fn is_ahead(&self, at: usize) -> bool {
        let ahead = |written: WrittenNumber| written.value > self.number();
        self.line.words[at].number.is_some_and(ahead)
    }

    fn judge_number(&mut self, slot: usize) {
        let (due, side) = self.due();
        if let Some(written) = self.line.words[slot].number
            && self.taken != Some(slot)
            && number_fault(&written, self.number(), side).is_some()
        {
            self.told.numbers += 1;
            self.shift = i64::from(written.value) - i64::from(due);
        }
    }

    /// Plays the word at `at` as printed; the number is that of the word at `slot`.
    fn keep(&mut self, at: usize, slot: usize) -> Option<()> {
        self.judge_number(slot);
        let rules = self.search.rules;
        let form = self.line.steps[at].form;
        if form == crate::notation::WordForm::Null {
            self.told.moves.push(None);
            return rules.pass(&mut self.position).then_some(());
        }
        let meant = self.search.read(&self.position, at)?;
        let word = &self.line.words[at];
        let usual = self.spelled(meant, word.signs);
        self.told.oddities += u32::from(word.bare != usual);
        self.play(meant);
        let deserved = rules.check_mark(&self.position);
        let odd = check_mark_differs::<R>(deserved, word.check, is_coordinates(&form));
        self.told.oddities += u32::from(odd);
        Some(())
    }

    fn play(&mut self, meant: R::Move) {
        self.search.rules.play(&mut self.position, meant);
        self.told.moves.push(Some(meant));
    }

    /// A legal move as this record would spell it, without marks, its origin in full where there are `signs` for that.
    fn spelled(&self, meant: R::Move, signs: Option<Signs>) -> String {
        if self.spelling.coordinates {
            let mut name = String::new();
            self.search
                .rules
                .write_coords(&self.position, meant, &mut name);
            return name;
        }
        let mut name = self.search.spelled(&self.position, meant, signs);
        if self.spelling.zeros && name.starts_with("O-O") {
            name = name.replace('O', "0");
        }
        name
    }

    /// Spells and plays a move that is not printed, and gives its word and how people call it.
    fn add(&mut self, meant: R::Move) -> (String, String) {
        self.add_with(meant, self.spelling.signs)
    }

    /// The same in the notation of a printed word that it stands for.
    fn add_with(&mut self, meant: R::Move, signs: Option<Signs>) -> (String, String) {
        let word = self.spelled(meant, signs);
        let (number, side) = self.due();
        let name = move_name(number, side, &word);
        self.play(meant);
        (word, name)
    }

    fn edit(&mut self, span: Span, text: impl Into<String>) {
        self.told.edits.push(Edit {
            span,
            text: text.into(),
        });
    }

    fn correct(&mut self, op: Op<R::Move>) -> Option<()> {
        match op {
            Op::Replace { at, by } => {
                self.judge_number(at);
                let word = &self.line.words[at];
                let (new, name) = self.add_with(by, word.signs);
                let deserved = self.search.rules.check_mark(&self.position);
                let claims = word.check != CheckMark::None;
                let odd = claims != (deserved != CheckMark::None) && R::MARKS_CHECKS;
                self.told.oddities += u32::from(odd || (claims && deserved == CheckMark::None));
                self.told
                    .titles
                    .push(format!("{name} instead of {}", word.bare));
                self.edit(word.bare_span(), new);
            }
            Op::Insert { at, by } => self.insert(at, by),
            Op::InsertPair { at, by } => self.insert_pair(at, by),
            Op::Split { at, by } => {
                let word = &self.line.words[at];
                if word.stray.is_none() {
                    self.judge_number(at);
                }
                let span = word.stray.unwrap_or(word.span);
                let [(_, name), (second, _)] = by.map(|meant| self.add(meant));
                let title = format!("{name} {second} instead of {}", span.text(self.line.text));
                self.told.titles.push(title);
                self.edit(Span::at(word.glued?.blank), " ");
            }
            Op::Delete { at } => {
                self.told.skips |= self.is_ahead(at);
                let name = self.name(at);
                self.told.titles.push(format!("without {name}"));
                self.leave_out(at, at, self.line.words[at].span.start);
            }
            Op::DeletePair { at } => {
                self.told.skips |= self.is_ahead(at);
                let words = &self.line.words;
                let name = self.name(at);
                let title = format!("without {name} {}", words[at + 1].bare);
                self.told.titles.push(title);
                self.leave_out(at, at + 1, self.begin(at));
            }
            Op::Swap { at, apart } => {
                let words = &self.line.words;
                let (one, other) = (&words[at], &words[at + apart]);
                let title = format!("{} and {} in the other order", self.name(at), other.bare);
                self.told.titles.push(title);
                let [first, second] = [one, other].map(|word| word.span);
                self.edit(first, second.text(self.line.text));
                self.edit(second, first.text(self.line.text));
                for (slot, index) in (at..).zip(exchanged(at, apart)) {
                    self.keep(index, slot)?;
                }
            }
            Op::Exchange => {
                self.told
                    .titles
                    .push("colours exchanged throughout".to_owned());
                let line = self.line;
                for (at, [one, other]) in (0..).step_by(2).zip(line.words.as_chunks().0) {
                    self.edit(one.span, other.span.text(line.text));
                    self.edit(other.span, one.span.text(line.text));
                    self.keep(at + 1, at)?;
                    self.keep(at, at + 1)?;
                }
            }
            Op::Cut { at } => {
                let name = self.name(at);
                let rest = self.line.len() - at;
                let title = match rest {
                    1 => format!("without {name}, which stands behind the end of the game"),
                    _ => format!(
                        "without the {rest} moves from {name} on, which stand behind the end of the game"
                    ),
                };
                self.told.titles.push(title);
                self.leave_out(at, self.line.len() - 1, self.begin(at));
            }
        }
        Some(())
    }

    /// Where the word at `at` begins, its number included.
    fn begin(&self, at: usize) -> u32 {
        let word = &self.line.words[at];
        word.number.map_or(word.span.start, |number| {
            number.span.start.min(word.span.start)
        })
    }

    /// Takes out the words from `first` to `last`, from `start` on, with the blanks on one side of them, and the signs
    /// that stand apart from the last.
    fn leave_out(&mut self, first: usize, last: usize, start: u32) {
        let line = self.line;
        let (first, last) = (&line.words[first], &line.words[last]);
        let mut end = last.span.end;
        let mut apart = last.apart.iter().peekable();
        while let Some(sign) = apart.next_if(|sign| is_blank(line.text, end, sign.start)) {
            end = sign.end;
        }
        let (from, to) = (start as usize, end as usize);
        let after_number = first.number.is_some() && start == first.span.start;
        let mut left_out = if after_number {
            let rest = &line.text[to..];
            Span::new(from, to + rest.len() - rest.trim_start().len())
        } else {
            Span::new(line.text[..from].trim_end().len(), to)
        };
        for sign in apart {
            self.edit(left_out, "");
            let before = line.text[..sign.start as usize].trim_end().len();
            left_out = Span::new(before, sign.end as usize);
        }
        self.edit(left_out, "");
    }

    fn insert(&mut self, at: usize, by: R::Move) {
        let (number, side) = (self.number(), self.due().1);
        let word = &self.line.words[at];
        let numbered = word
            .number
            .is_some_and(|written| written.value == number && written.dots < 2);
        if numbered && side == Color::White {
            self.taken = Some(at);
        }
        if let Some(stray) = word.stray {
            let (new, name) = self.add(by);
            let title = format!("{name} instead of {}", stray.text(self.line.text));
            self.told.titles.push(title);
            self.edit(stray, new);
            return;
        }
        let (new, name) = self.add(by);
        self.told
            .titles
            .push(format!("{name} put in before {}", word.bare));
        match side {
            Color::White if numbered => {
                self.edit(Span::at(word.span.start as usize), format!("{new} "));
            }
            Color::White => self.put(at, &format!("{number}. {new}")),
            Color::Black if at == 0 => self.put(at, &format!("{number}... {new}")),
            Color::Black => self.put(at, &new),
        }
    }

    fn insert_pair(&mut self, at: usize, [one, two]: [R::Move; 2]) {
        let (number, side) = (self.number(), self.due().1);
        let (first, name) = self.add(one);
        let (second, _) = self.add(two);
        let word = self.line.words[at].bare;
        self.told
            .titles
            .push(format!("{name} {second} put in before {word}"));
        match side {
            Color::White => self.put(at, &format!("{number}. {first} {second}")),
            Color::Black => self.put(
                at,
                &format!("{first} {}. {second}", number.saturating_add(1)),
            ),
        }
    }

    /// Puts text between the word before `at` and the one there: behind all that belongs to the one before, its marks,
    /// comments and variations.
    fn put(&mut self, at: usize, text: &str) {
        let begin = self.begin(at);
        let end = at.checked_sub(1).map(|at| self.line.words[at].span.end);
        match end {
            Some(end) if is_blank(self.line.text, end, begin) => {
                self.edit(Span::at(end as usize), format!(" {text}"));
            }
            _ => self.edit(Span::at(begin as usize), format!("{text} ")),
        }
    }
}

/// Whether nothing stands between two places.
fn is_blank(text: &str, from: u32, to: u32) -> bool {
    let between = text.get(from as usize..to as usize);
    between.is_some_and(|between| between.trim().is_empty())
}
