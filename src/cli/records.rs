//! From chunks to records, quickly where all is well and with all facts where not.

use super::args::RecordArgs;
use super::input::Piece;
use super::tagnames::TagNames;
use scoresheet::diag::{Diagnostic, Severity};
use scoresheet::notation::letters::Letters;
use scoresheet::notation::{Color, Words};
use scoresheet::record::{Label, Record, Skim, TreeBuilder};
use scoresheet::repair::hint;
use scoresheet::replay::{Checked, FastCheck, Options, Replay, is_known_variant, replay};
use scoresheet::rules::RuleSet;
use scoresheet::select::{Chain, Known, chain};
use scoresheet::source::{Place, Places, Source};
use scoresheet::syntax::{Format, What, read_json, read_problem, read_record_in};
use std::ops::Range;

/// A record that was replayed, or what stands in its place.
#[derive(Debug)]
pub(crate) struct Judged {
    /// Its number in the piece, from 0.
    pub(crate) number: usize,
    /// The bytes of the piece that it was read from: what spans count from.
    pub(crate) at: Range<usize>,
    /// Where these bytes begin.
    pub(crate) place: Place,
    /// One past the bytes that go with it, those that no record follows too.
    pub(crate) end: usize,
    /// What was found.
    pub(crate) found: Found,
    /// The positions that it goes through, where they are wanted.
    pub(crate) chain: Option<Chain>,
    /// Whether the user means it; the others are kept for `select --rest` alone, as their labels.
    pub(crate) meant: bool,
}

/// What was found where a record should be.
#[derive(Debug)]
pub(crate) enum Found {
    /// A record, replayed.
    Replay(Box<Replay>),
    /// A record of which nothing but some notes, or none, is to be told: a replay would add nothing to them.
    Noted(Noted),
    /// A record of which no more was wanted.
    Label(Box<Label>),
    /// JSON that is no record.
    Unreadable(Box<Diagnostic>),
}

/// The notes on a record.
#[derive(Debug)]
pub(crate) struct Noted {
    notes: Vec<Diagnostic>,
    /// The number and the side of its first move.
    start_turn: (u32, Color),
    /// Plies played in it.
    plies: u64,
}

impl Found {
    /// The record, replayed.
    pub(crate) fn replay(&self) -> Option<&Replay> {
        match self {
            Self::Replay(replay) => Some(replay),
            Self::Noted(_) | Self::Label(_) | Self::Unreadable(_) => None,
        }
    }

    /// The same, to be changed.
    pub(crate) fn replay_mut(&mut self) -> Option<&mut Replay> {
        match self {
            Self::Replay(replay) => Some(replay),
            Self::Noted(_) | Self::Label(_) | Self::Unreadable(_) => None,
        }
    }

    /// The number and the side of its first move.
    pub(crate) fn start_turn(&self) -> Option<(u32, Color)> {
        match self {
            Self::Replay(replay) => Some(replay.start_turn),
            Self::Noted(noted) => Some(noted.start_turn),
            Self::Label(_) | Self::Unreadable(_) => None,
        }
    }

    /// What is known of it; `None` when it cannot be read.
    pub(crate) fn known(&self) -> Option<Known<'_>> {
        match self {
            Self::Replay(replay) => Some(Known::Replay(replay)),
            Self::Label(label) => Some(Known::Label(label)),
            Self::Noted(_) | Self::Unreadable(_) => None,
        }
    }

    /// About how many bytes it takes. A finding has its texts, a replay its words and facts for each ply.
    fn weight(&self) -> usize {
        const FINDING: usize = 1 << 10;
        const RECORD: usize = 2 << 10;
        const PLY: usize = 512;
        let plies = self.replay().map_or(0, |replay| replay.record.tree.len());
        RECORD + plies * PLY + self.diagnostics().len() * FINDING
    }

    /// What is to be said about it.
    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Self::Replay(replay) => &replay.diagnostics,
            Self::Noted(noted) => &noted.notes,
            Self::Label(_) => &[],
            Self::Unreadable(diagnostic) => std::slice::from_ref(diagnostic),
        }
    }
}

impl Noted {
    /// What a check has noted of the clean record at `at`.
    fn new(check: &mut FastCheck, at: u32) -> Self {
        let notes = check.take_notes().into_iter();
        Self {
            notes: notes.map(|note| note.since(at)).collect(),
            start_turn: check.start_turn(),
            plies: check.plies(),
        }
    }
}

impl Judged {
    /// Whether something of the severity or above is to be said about it.
    pub(crate) fn fails(&self, level: Severity) -> bool {
        let mut findings = self.found.diagnostics().iter();
        self.meant && findings.any(|finding| finding.severity() >= level)
    }

    /// Plies played in it.
    pub(crate) fn plies(&self) -> u64 {
        match &self.found {
            Found::Replay(replay) => replay.plies.iter().flatten().count() as u64,
            Found::Noted(noted) => noted.plies,
            Found::Label(_) | Found::Unreadable(_) => 0,
        }
    }

    /// Adds the best correction to the help of its fault, where it has one.
    pub(crate) fn give_hint(&mut self, piece: &Piece) {
        let text = self.source(piece).text;
        if let Found::Replay(replay) = &mut self.found {
            hint(replay, text);
        }
    }

    /// The text that its spans count from.
    pub(crate) fn source<'s>(&self, piece: &'s Piece) -> Source<'s> {
        Source {
            text: &piece.chunk.text[self.at.clone()],
            base: self.place.offset,
            line: self.place.line,
            column: self.place.column,
            ..piece.chunk.source(&piece.name)
        }
    }
}

/// The records of one piece.
#[derive(Debug, Default)]
pub(crate) struct Records {
    /// How many there are.
    pub(crate) count: usize,
    /// How many of them the user does not mean.
    pub(crate) left_out: usize,
    /// Those with something to tell.
    pub(crate) judged: Vec<Judged>,
    /// Plies played in all of them.
    pub(crate) plies: u64,
    /// The tags of all of them, where some are asked for.
    pub(crate) tags: TagNames,
}

impl Records {
    /// How many of them the user means.
    const fn meant(&self) -> usize {
        self.count - self.left_out
    }

    /// About how many bytes they take.
    pub(crate) fn weight(&self) -> usize {
        self.judged.iter().map(|judged| judged.found.weight()).sum()
    }

    /// Takes one record more, or counts one more that is not meant.
    fn take(&mut self, judged: Option<Judged>) {
        self.left_out += usize::from(judged.is_none());
        self.judged.extend(judged);
        self.count += 1;
    }

    /// Forgets what stands behind the first record with a finding of the severity or above.
    ///
    /// Gives one past the bytes that go with that record; `None` when there is none.
    pub(crate) fn stop_at(&mut self, level: Severity) -> Option<usize> {
        let at = self.judged.iter().position(|judged| judged.fails(level))?;
        self.judged.truncate(at + 1);
        self.count = self.judged[at].number + 1;
        self.left_out = self.left_out.min(self.count - self.judged.len());
        Some(self.judged[at].end)
    }
}

/// Which records are wanted with all facts, or with how many; the others are only counted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted {
    /// All.
    All,
    /// None any more: they are not even counted.
    Nothing,
    /// All, but no more of them than choosing them takes.
    Labels,
    /// All, each known by the positions that it goes through, or by those up to a ply.
    Chains(Option<u32>),
    /// All of a piece that has no more than so many that are meant, else those with a finding of the severity or above.
    FewAnd(usize, Severity),
    /// The first of the piece with a finding of the severity or above: nothing behind it is read.
    Until(Severity),
}

impl Wanted {
    /// How many records a piece may have for all of them to be wanted, and how much a finding on one must weigh where they
    /// are more; `None` where that does not decide.
    const fn by_findings(self) -> Option<(usize, Severity)> {
        match self {
            Self::FewAnd(few, level) => Some((few, level)),
            Self::Until(level) => Some((0, level)),
            Self::All | Self::Nothing | Self::Labels | Self::Chains(_) => None,
        }
    }
}

/// A record that may be meant.
#[derive(Clone, Copy, Debug)]
struct Asked<'a> {
    /// Its number in the piece.
    number: usize,
    wanted: Wanted,
    select: &'a RecordArgs,
    piece: &'a Piece,
}

impl Asked<'_> {
    /// Whether the user means it, of which so much is known; `None` when that is too little.
    fn decide(&self, known: Option<Known<'_>>) -> Option<bool> {
        let number = self.piece.of_file(self.number);
        self.select.decide(known, number, &self.piece.name)
    }
}

/// Reads and replays records, one piece after another.
#[derive(Debug)]
pub(crate) struct Reader {
    options: Options,
    /// The letters that the user named for reading.
    letters: Option<&'static Letters>,
    /// Behind a record with a finding of this severity or above, nothing more of its piece is read.
    stops_at: Option<Severity>,
    /// One for each format and severity asked for.
    fast: Vec<(Format, Severity, FastCheck)>,
}

impl Reader {
    /// A reader that takes `options` for all records, and goes on behind those with findings below `stops_at`.
    pub(crate) const fn new(options: Options, stops_at: Option<Severity>) -> Self {
        Self {
            letters: options.letters,
            stops_at,
            options,
            fast: Vec::new(),
        }
    }

    /// Reads all records of a piece that `select` may mean.
    pub(crate) fn read(&mut self, piece: &Piece, wanted: Wanted, select: &RecordArgs) -> Records {
        if piece.chunk.too_long.is_some() {
            return Records {
                count: 1,
                ..Records::default()
            };
        }
        if matches!(wanted, Wanted::Nothing) {
            return Records::default();
        }
        self.options = of_format(&self.options, self.letters, piece.format);
        match piece.format {
            Format::Text | Format::Pgn | Format::Coords | Format::Sgf => {
                self.read_scores(piece, wanted, select)
            }
            Format::Json | Format::Jsonl => self.read_json(piece, wanted, select),
        }
    }

    fn read_scores(&mut self, piece: &Piece, wanted: Wanted, select: &RecordArgs) -> Records {
        let text = piece.chunk.text.as_str();
        let mut records = Records::default();
        let mut places = Places::new(piece.chunk.source(&piece.name));
        let (format, words) = (piece.format, self.words());
        let asks_for_tags = !select.tags().is_empty();
        let mut at = piece.part.start;
        while at < piece.part.end {
            let known = records.judged.len();
            let asked = Asked {
                number: records.count,
                wanted,
                select,
                piece,
            };
            // What is known without a replay, where that is asked for.
            let skim = || {
                let mut skim = Skim::default();
                let found = read_record_in(format, words, text, at, &mut skim);
                (found, skim.finish())
            };
            let chosen = (!select.means_all()).then(skim);
            if let Some((found, label)) = &chosen
                && asks_for_tags
                && found.is_record()
            {
                records.tags.see(&label.tags);
            }
            let meant = match &chosen {
                Some((found, label)) => asked.decide(Some(Known::Label(label))).or_else(|| {
                    let known = (found.is_record() && select.asks_for_checks())
                        .then(|| self.checked(format, text, at))??;
                    asked.decide(Some(Known::Checked(label, known)))
                }),
                None => Some(true),
            };
            let (found, settled) = match (meant, wanted.by_findings()) {
                (Some(true), Some((few, level))) => {
                    let fast = self.fast_check(piece.format, level);
                    fast.begin();
                    let found = read_record_in(format, words, text, at, fast);
                    // Too many notes are not all told: the replay knows which.
                    let clean = fast.finish();
                    let settled = clean.then(|| {
                        let noted = Noted::new(fast, at as u32);
                        let kept = !noted.notes.is_empty() || records.meant() < few;
                        if found.is_record() && !kept {
                            records.plies += noted.plies;
                        }
                        kept.then_some(Found::Noted(noted))
                    });
                    (found, settled)
                }
                _ => {
                    let (found, label) = chosen.unwrap_or_else(skim);
                    let settled = match (meant, wanted) {
                        (Some(false), _) if select.rest => {
                            Some(Some(Found::Label(Box::new(label))))
                        }
                        (Some(false), _) => Some(None),
                        (Some(true), Wanted::Labels) => Some(Some(Found::Label(Box::new(label)))),
                        _ => None,
                    };
                    (found, settled)
                }
            };
            let range = at..found.end;
            let part = &text[range.clone()];
            match found.what {
                What::Nothing => {
                    if let Some(last) = records.judged.last_mut()
                        && last.number + 1 == records.count
                    {
                        last.end = found.end;
                    }
                }
                What::Record => {
                    if let Some(found) = settled {
                        records.judged.extend(found.map(|found| Judged {
                            number: records.count,
                            place: places.at(at as u32),
                            end: range.end,
                            at: range,
                            found,
                            chain: None,
                            meant: meant != Some(false),
                        }));
                        records.left_out += usize::from(meant == Some(false) && !select.rest);
                        records.count += 1;
                    } else {
                        let record = self.read_score(format, part);
                        let place = places.at(at as u32);
                        records.take(self.judge(record, part, range, place, asked));
                    }
                }
                What::Problem => {
                    let place = places.at(at as u32);
                    for record in read_problem(part) {
                        records.tags.see(&record.tags);
                        let asked = Asked {
                            number: records.count,
                            ..asked
                        };
                        records.take(self.judge(record, part, range.clone(), place, asked));
                    }
                }
            }
            at = found.end;
            if self.stops(&mut records, known, wanted) {
                break;
            }
        }
        if let Some((few, _)) = wanted.by_findings() {
            self.settle_noted(&mut records, few, piece);
        }
        records.plies += records.judged.iter().map(Judged::plies).sum::<u64>();
        records
    }

    /// Reads the one score in `text`.
    fn read_score(&self, format: Format, text: &str) -> Record {
        let words = self.words();
        let mut builder = match words {
            Some(_) => TreeBuilder::default(),
            None => TreeBuilder::knowing(is_known_variant),
        };
        read_record_in(format, words, text, 0, &mut builder);
        builder.finish()
    }

    /// Makes replays of the records with nothing but notes, where there are few, and forgets those with nothing at all
    /// where there are more.
    fn settle_noted(&self, records: &mut Records, few: usize, piece: &Piece) {
        let is_few = records.meant() <= few;
        let mut plies = 0;
        records.judged.retain_mut(|judged| {
            let Found::Noted(noted) = &judged.found else {
                return true;
            };
            if is_few {
                let text = &piece.chunk.text[judged.at.clone()];
                let record = self.read_score(piece.format, text);
                judged.found = Found::Replay(Box::new(replay(record, text, &self.options)));
                return true;
            }
            let is_silent = noted.notes.is_empty();
            plies += if is_silent { noted.plies } else { 0 };
            !is_silent
        });
        records.plies += plies;
    }

    /// Whether reading stops behind one of the records that came after the first `known` ones.
    fn stops(&self, records: &mut Records, known: usize, wanted: Wanted) -> bool {
        let level = match wanted {
            Wanted::Until(level) => Some(self.stops_at.map_or(level, |stop| stop.min(level))),
            _ => self.stops_at,
        };
        let Some(level) = level else {
            return false;
        };
        let mut new = records.judged[known..].iter();
        new.any(|judged| judged.fails(level)) && records.stop_at(level).is_some()
    }

    /// The notation of the rule set that the user named.
    fn words(&self) -> Option<Words> {
        self.options.rules.as_ref().map(RuleSet::words)
    }

    fn read_json(&self, piece: &Piece, wanted: Wanted, select: &RecordArgs) -> Records {
        let text = piece.chunk.text.as_str();
        let mut records = Records::default();
        let mut places = Places::new(piece.chunk.source(&piece.name));
        let mut at = piece.part.start;
        while at < piece.part.end {
            let known = records.judged.len();
            let end = read_json(piece.format, text, at).end;
            let part = &text[at..end];
            let place = places.at(at as u32);
            let Some(record) = read_json(piece.format, part, 0).record else {
                break;
            };
            let asked = Asked {
                number: records.count,
                wanted,
                select,
                piece,
            };
            let settled = |found, meant| Judged {
                number: records.count,
                at: at..end,
                end,
                place,
                found,
                chain: None,
                meant,
            };
            if let Ok(record) = &record {
                records.tags.see(&record.tags);
            }
            let judged = match record {
                Ok(record) => match (asked.decide(Some(Known::Record(&record))), wanted) {
                    (Some(false), _) if !select.rest => None,
                    (Some(meant), Wanted::Labels) | (Some(meant @ false), _) => {
                        Some(settled(Found::Label(Box::new(Label::of(record))), meant))
                    }
                    _ => self.judge(record, part, at..end, place, asked),
                },
                Err(diagnostic) => {
                    let meant = asked.decide(None) == Some(true);
                    (meant || select.rest).then(|| settled(Found::Unreadable(diagnostic), meant))
                }
            };
            records.take(judged);
            at = end;
            if self.stops(&mut records, known, wanted) {
                break;
            }
        }
        records.plies = records.judged.iter().map(Judged::plies).sum();
        records
    }

    /// Replays a record, and keeps it unless it is not meant.
    fn judge(
        &self,
        record: Record,
        text: &str,
        at: Range<usize>,
        place: Place,
        asked: Asked<'_>,
    ) -> Option<Judged> {
        let replay = replay(record, text, &self.options);
        let meant = asked.decide(Some(Known::Replay(&replay))) == Some(true);
        if !meant && !asked.select.rest {
            return None;
        }
        let chain = match asked.wanted {
            Wanted::Chains(most) if meant => chain(&replay, most),
            _ => None,
        };
        let found = match asked.wanted {
            _ if !meant => Found::Label(Box::new(Label::of(replay.record))),
            // A replay is large, and those of many pieces wait.
            Wanted::Labels | Wanted::Chains(_) => Found::Label(Box::new(Label::of(replay.record))),
            Wanted::All | Wanted::Nothing | Wanted::FewAnd(..) | Wanted::Until(_) => {
                Found::Replay(Box::new(replay))
            }
        };
        Some(Judged {
            number: asked.number,
            end: at.end,
            at,
            place,
            found,
            chain,
            meant,
        })
    }

    /// The quick check for the kind of file being read.
    fn fast_check(&mut self, format: Format, level: Severity) -> &mut FastCheck {
        let is_it = |(of, at, _): &(Format, Severity, FastCheck)| (*of, *at) == (format, level);
        let known = self.fast.iter().position(is_it).unwrap_or_else(|| {
            let check = FastCheck::new(&self.options, level);
            self.fast.push((format, level, check));
            self.fast.len() - 1
        });
        &mut self.fast[known].2
    }

    /// What the replay of the record at `at` comes to, where that is known without one.
    fn checked(&mut self, format: Format, text: &str, at: usize) -> Option<Checked> {
        let words = self.words();
        let check = self.fast_check(format, Severity::Error);
        check.begin();
        read_record_in(format, words, text, at, check);
        check.finish().then(|| check.checked())
    }
}

/// How records of a format are read, where the user named `letters`.
pub(crate) fn of_format(
    options: &Options,
    letters: Option<&'static Letters>,
    format: Format,
) -> Options {
    Options {
        archive: format == Format::Pgn,
        english: format != Format::Text,
        letters: match format {
            // Machine coordinates are in English letters, whatever they are to be written in.
            Format::Coords => Some(&Letters::ALL[0]),
            Format::Text | Format::Pgn | Format::Sgf | Format::Json | Format::Jsonl => letters,
        },
        ..options.clone()
    }
}
