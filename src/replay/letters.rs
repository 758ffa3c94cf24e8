//! Which piece letters a record is written in, where nobody says so: those in which all its moves are legal.

use super::consistency::{contradicts, shows};
use super::lookahead::{self, BOUND_PER_RECORD, Rest, Step};
use super::{Positions, start};
use crate::diag::{Code, Diagnostic};
use crate::notation::chess::PieceMoveText;
use crate::notation::letters::Letters;
use crate::notation::{Outcome, Role, check_in, without_marks};
use crate::record::{Board, NodeId, Record};
use crate::rules::Rules;
use std::collections::{HashMap, HashSet};

/// Plies by which English letters may stay behind others and still be taken for those of a faulty record.
const LEAD: usize = 1;

/// What speaks for some letters before the record is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    /// Those that the record is to be written in: one that replays in them is taken to be in them already.
    pub(super) wanted: Option<&'static Letters>,
    /// Whether the format is in English by its standard, so that English is not doubted where it fits.
    pub(super) english: bool,
    /// How faults of its position text are taken.
    pub(super) positions: Positions,
}

/// The letters of a record, and where two sets of them part.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) letters: &'static Letters,
    /// The first ply that two sets read differently, when both replay the whole record.
    pub(super) undecided: Option<(NodeId, Diagnostic)>,
    /// The first word that is not in the letters of its format, and the note that says so.
    pub(super) other: Option<(NodeId, Diagnostic)>,
}

impl From<&'static Letters> for Found {
    fn from(letters: &'static Letters) -> Self {
        Self {
            letters,
            undecided: None,
            other: None,
        }
    }
}

impl Asked {
    fn wants(&self, letters: &Letters) -> bool {
        self.wanted
            .is_some_and(|wanted| letters.same_letters(wanted))
    }

    /// Whether other letters are not asked for when the moves are legal in these.
    fn trusts(&self, letters: &Letters) -> bool {
        self.wants(letters) || self.english && *letters == Letters::ENGLISH
    }
}

/// Finds the letters under which the record replays, English ones first.
///
/// Where the format is in English by its standard, others are looked at only where the words speak for them
/// ([`speaks_for`]): one wrong move must not make another language of a record.
pub(super) fn find<R: Rules>(rules: &R, record: &Record, text: &str, asked: Asked) -> Found {
    let mut plausible = plausible(record);
    // A list of men names its letters, and so says those of the moves.
    if let Some(listed) = start::letters(record, R::SIDES)
        && (plausible.is_empty() || plausible.iter().any(|set| set.same_letters(listed)))
    {
        return Found::from(listed);
    }
    if asked.english {
        plausible
            .retain(|set| *set == &Letters::ENGLISH || asked.wants(set) || speaks_for(record, set));
    }
    plausible.sort_by_key(|letters| !asked.wants(letters));
    let Some(start) = start::read(rules, record, asked.positions).position else {
        return Found::from(plausible.first().copied().unwrap_or(&Letters::ALL[0]));
    };
    if let [only] = plausible[..]
        && *only == Letters::ENGLISH
        && asked.english
    {
        return Found::from(only);
    }
    let readings = Readings::new(rules, record, text, start);
    let whole = |main: &Vec<_>| main.len() == readings.line.len();
    let mut mains = Vec::new();
    for &letters in &plausible {
        let main = readings.main(letters);
        if whole(&main) && asked.trusts(letters) {
            return Found::from(letters);
        }
        mains.push((letters, main));
    }
    let found = if mains.iter().any(|(_, main)| whole(main)) {
        mains.retain(|(_, main)| whole(main));
        let is_english = |&(letters, _): &(&Letters, _)| *letters == Letters::ENGLISH;
        if mains.iter().any(is_english) {
            mains.retain(|entry| is_english(entry) || entry.0.passes_for_english());
        }
        let found = readings.decide(mains);
        // In English letters throughout, and broken in English: all lines must speak for another language.
        let needs_all = asked.english && plausible.contains(&&Letters::ENGLISH);
        let replays_all = || {
            let main = readings.main(found.letters);
            readings.whole(found.letters, main).reach() == record.tree.len()
        };
        if needs_all && !asked.wants(found.letters) && !replays_all() {
            return Found::from(&Letters::ALL[0]);
        }
        found
    } else if asked.english && plausible.contains(&&Letters::ENGLISH) {
        // In letters that English has only a whole record speaks for another language.
        Found::from(&Letters::ALL[0])
    } else {
        // A wrong letter may be one that no set has beside the others.
        let others = Letters::plausible([]).filter(|set| {
            let is_new = !plausible.contains(set) && !names_pawns(record, set);
            is_new && (**set == Letters::ENGLISH || !asked.english || speaks_for(record, set))
        });
        mains.extend(others.map(|letters| (letters, readings.main(letters))));
        // Letters that are no English ones are no sign that English was meant, but for few in a format that is in English.
        let is_meant = asked.english && plausible.is_empty();
        let lead = if is_meant || plausible.contains(&&Letters::ENGLISH) {
            LEAD
        } else {
            0
        };
        Found::from(furthest(&mains, lead))
    };
    let is_told = asked.english && !asked.wants(found.letters) && found.undecided.is_none();
    let other = is_told.then(|| other_letters(record, found.letters));
    Found {
        other: other.flatten(),
        ..found
    }
}

/// The letters that get furthest where all fail, the first of several; English only gives way to more than a `lead`.
fn furthest<M>(mains: &[(&'static Letters, Vec<Option<M>>)], lead: usize) -> &'static Letters {
    let reach = |&(letters, ref main): &(&'static Letters, Vec<_>)| {
        let ahead = if *letters == Letters::ENGLISH {
            lead
        } else {
            0
        };
        std::cmp::Reverse(main.len() + ahead)
    };
    let furthest = mains.iter().min_by_key(|entry| reach(entry));
    furthest.map_or(&Letters::ALL[0], |(letters, _)| *letters)
}

/// Distinct words that make a language of letters which English has as well.
const TELLING: usize = 4;

/// Whether the words of a record say strongly that it is in these letters and not in English ones: several that need
/// letters which English does not have, or hardly any others; else many that would mean another piece.
fn speaks_for(record: &Record, letters: &Letters) -> bool {
    let (mut telling, mut others, mut foreign) = (HashSet::new(), HashSet::new(), false);
    for node in record.tree.ids().map(|id| record.tree.node(id)) {
        let Some(man) = node.form.man() else {
            continue;
        };
        let mut named = man.letters().peekable();
        if named.peek().is_none() {
            continue;
        }
        let (mut differs, mut knows_all) = (false, true);
        for letter in named {
            let (here, english) = (letters.role(letter), Letters::ENGLISH.role(letter));
            differs |= here != english;
            knows_all &= here.is_some();
            foreign |= here.is_some() && english.is_none();
        }
        let tells = differs && knows_all;
        let words = if tells { &mut telling } else { &mut others };
        words.insert(without_marks(&node.text));
    }
    if foreign {
        telling.len() > 1 || telling.len() > others.len()
    } else {
        telling.len() >= TELLING
    }
}

/// The first word of a record that shows that it is in these letters, and the note that it is not in English ones.
fn other_letters(record: &Record, letters: &Letters) -> Option<(NodeId, Diagnostic)> {
    let mut ids = record.tree.ids();
    let at = ids.find(|&id| {
        let man = record.tree.node(id).form.man();
        man.is_some_and(|man| {
            let mut named = man.letters();
            named.any(|letter| letters.role(letter) != Letters::ENGLISH.role(letter))
        })
    })?;
    let language = letters.language;
    let message = format!("the moves are read with {language} letters");
    let finding = Diagnostic::new(Code::OtherLetters, record.tree.node(at).span, message).help(format!(
        "the format is in English ones; `convert` writes them, and --letters {} says that these are meant",
        letters.name
    ));
    Some((at, finding))
}

/// The sets in which every letter of the record can stand where it stands.
fn plausible(record: &Record) -> Vec<&'static Letters> {
    let words = || {
        record
            .tree
            .ids()
            .filter_map(|id| record.tree.node(id).form.man())
    };
    let knows_all = |set: &Letters| {
        words()
            .flat_map(PieceMoveText::letters)
            .all(|letter| set.role(letter).is_some())
    };
    let short = short(record);
    Letters::plausible(short.filter_map(|man| man.piece))
        .filter(|set| knows_all(set))
        .collect()
}

/// The words that do not name their whole origin: with it a word may well name a pawn (`Be2-e4` in German); `Bc4` is a
/// bishop's move.
fn short(record: &Record) -> impl Iterator<Item = &PieceMoveText> {
    let nodes = record.tree.ids().map(|id| record.tree.node(id));
    nodes
        .filter_map(|node| node.form.man())
        .filter(|man| man.from_file.is_none() || man.from_rank.is_none())
}

/// Whether a word would be a pawn's by its letter, and is none.
fn names_pawns(record: &Record, letters: &Letters) -> bool {
    let mut named = short(record).filter_map(|man| man.piece);
    *letters != Letters::ENGLISH && named.any(|letter| letters.role(letter) == Some(Role::Pawn))
}

/// A record that is read with one set of letters after the other.
struct Readings<'a, R: Rules> {
    rules: &'a R,
    record: &'a Record,
    /// What it was read from.
    text: &'a str,
    start: R::Position,
    /// The main line.
    line: Vec<NodeId>,
    boards: HashMap<NodeId, Vec<&'a Board>>,
}

/// What one set of letters makes of a record whose main line replays in it.
struct Reading<M> {
    letters: &'static Letters,
    /// The move of each ply, by [`NodeId::index`]; `None` where it has none. A null move is `Some(None)`.
    moves: Vec<Option<Option<M>>>,
    /// Whether boards and result hold as well.
    holds: bool,
}

impl<M> Reading<M> {
    /// How many plies have a move.
    fn reach(&self) -> usize {
        self.moves.iter().flatten().count()
    }
}

impl<'a, R: Rules> Readings<'a, R> {
    fn new(rules: &'a R, record: &'a Record, text: &'a str, start: R::Position) -> Self {
        let mut boards: HashMap<NodeId, Vec<&Board>> = HashMap::new();
        for placed in &record.tree.boards {
            if let Some(id) = placed.after {
                boards.entry(id).or_default().push(&placed.board);
            }
        }
        Self {
            rules,
            record,
            text,
            start,
            line: record.tree.mainline().collect(),
            boards,
        }
    }

    /// The main line as far as it replays.
    fn main(&self, letters: &Letters) -> Vec<Option<R::Move>> {
        let mut budget = BOUND_PER_RECORD;
        self.line(
            letters,
            &self.line,
            &self.start,
            self.record.outcome(),
            &mut budget,
        )
    }

    fn line(
        &self,
        letters: &Letters,
        line: &[NodeId],
        start: &R::Position,
        claimed: Option<Outcome>,
        budget: &mut u64,
    ) -> Vec<Option<R::Move>> {
        let steps: Vec<Step<'_>> = line
            .iter()
            .map(|id| Step {
                form: self.record.tree.node(*id).form,
                boards: self.boards.get(id).cloned().unwrap_or_default(),
            })
            .collect();
        let rest = Rest {
            steps: &steps,
            claimed,
        };
        lookahead::read_line(self.rules, letters, start, rest, budget)
    }

    /// Chooses among letters in which the main line replays: by the variations, then by boards and result, then by the
    /// language of other words. What is left must read the same moves.
    fn decide(&self, mains: Vec<(&'static Letters, Vec<Option<R::Move>>)>) -> Found {
        let read = |(letters, main)| self.whole(letters, main);
        let mut readings: Vec<Reading<R::Move>> = mains.into_iter().map(read).collect();
        let most = readings.iter().map(Reading::reach).max();
        prefer(&mut readings, |reading| {
            let ahead = if *reading.letters == Letters::ENGLISH {
                LEAD
            } else {
                0
            };
            Some(reading.reach() + ahead) >= most
        });
        prefer(&mut readings, |reading| {
            reading.moves.iter().all(Option::is_some)
        });
        prefer(&mut readings, |reading| reading.holds);
        if self.ends_in_french() {
            prefer(&mut readings, |reading| *reading.letters == Letters::FRENCH);
        }
        let (one, others) = readings
            .split_first()
            .expect("invariant: the main line replays in some letters");
        let parting = |other: &Reading<R::Move>| {
            let mut ids = self.record.tree.ids();
            let at = ids.find(|id| one.moves[id.index()] != other.moves[id.index()])?;
            Some((at, self.undecided(at, one.letters, other.letters)))
        };
        Found {
            letters: one.letters,
            undecided: others.iter().find_map(parting),
            other: None,
        }
    }

    /// Reads the variations too.
    fn whole(&self, letters: &'static Letters, main: Vec<Option<R::Move>>) -> Reading<R::Move> {
        let tree = &self.record.tree;
        let mut reading = Reading {
            letters,
            moves: vec![None; tree.len()],
            holds: true,
        };
        let (mut waiting, mut budget) = (Vec::new(), BOUND_PER_RECORD);
        self.follow(
            &self.line,
            main,
            self.start.clone(),
            &mut reading,
            &mut waiting,
        );
        while let Some((first, position)) = waiting.pop() {
            let line: Vec<NodeId> = tree.line(Some(first)).collect();
            let moves = self.line(letters, &line, &position, None, &mut budget);
            self.follow(&line, moves, position, &mut reading, &mut waiting);
        }
        reading
    }

    /// Plays a line as read and puts its variations aside, each with the position where it begins.
    fn follow(
        &self,
        line: &[NodeId],
        moves: Vec<Option<R::Move>>,
        mut position: R::Position,
        reading: &mut Reading<R::Move>,
        waiting: &mut Vec<(NodeId, R::Position)>,
    ) {
        let tree = &self.record.tree;
        for (&id, r#move) in line.iter().zip(moves) {
            let variations = &tree.node(id).variations;
            waiting.extend(variations.iter().map(|&first| (first, position.clone())));
            match r#move {
                Some(r#move) => self.rules.play(&mut position, r#move),
                None => {
                    self.rules.pass(&mut position);
                }
            }
            reading.moves[id.index()] = Some(r#move);
            let boards = self.boards.get(&id).into_iter().flatten();
            for board in boards {
                let view = self.rules.view(&position);
                reading.holds &= shows(board, &view, reading.letters);
            }
        }
        let is_main = line.first().copied() == tree.first();
        let claimed = self.record.outcome().filter(|_| is_main);
        let proven = self
            .rules
            .status(&position)
            .outcome(self.rules.turn(&position));
        reading.holds &= !contradicts(proven, claimed);
    }

    /// Whether an end is marked in words, `mat` or `pat`, as French scores have it.
    fn ends_in_french(&self) -> bool {
        let tree = &self.record.tree;
        let is_word = |word: &str| word.starts_with(char::is_alphabetic);
        tree.ids().any(|id| {
            let node = tree.node(id);
            let apart = node.check.map(|span| span.text(self.text));
            let glued = || check_in(&node.text).map(|place| &node.text[place]);
            apart.or_else(glued).is_some_and(is_word)
        })
    }

    fn undecided(&self, at: NodeId, one: &Letters, other: &Letters) -> Diagnostic {
        let node = self.record.tree.node(at);
        let roles = |letter| Some((letter, one.role(letter)?, other.role(letter)?));
        let parted = node.form.man().and_then(|man| {
            let mut roles = man.letters().filter_map(roles);
            roles.find(|(_, here, there)| here != there)
        });
        let (word, here, there) = (&node.text, one.language, other.language);
        let difference = match parted {
            Some((letter, role, another)) => format!(
                "`{letter}` in {word} is the {} in {here} letters and the {} in {there} ones",
                role.name(),
                another.name()
            ),
            None => format!("{word} is read differently in {here} and in {there} letters"),
        };
        let message = format!("{difference}, and the whole record replays with both");
        Diagnostic::new(Code::AmbiguousLetters, node.span, message)
            .at("two readings")
            .help(format!(
                "name the language: --letters {} or --letters {}",
                one.name, other.name
            ))
    }
}

/// Drops those that lack a virtue that others have.
fn prefer<M>(readings: &mut Vec<Reading<M>>, has_virtue: impl Fn(&Reading<M>) -> bool) {
    if readings.iter().any(&has_virtue) {
        readings.retain(has_virtue);
    }
}
