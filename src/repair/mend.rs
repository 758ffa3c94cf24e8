//! Mends one line: searches, tells, proves and ranks.

use super::attempt::Attempt;
use super::line::{Line, Word};
use super::proof::{Evidence, Proofs};
use super::search::{Bounds, Outcome, Search};
use super::told::{Spelling, Told, tell};
use super::{Correction, LISTED, OTHERS, Patch, Repair, choice, claims, slips};
use crate::diag::{Code, Diagnostic};
use crate::notation::{Signs, WordRead, WrittenNumber, without_marks};
use crate::record::NodeId;
use crate::replay::{Replay, Step};
use crate::rules::Rules;
use crate::source::Span;

/// Corrections that are made, read and replayed to see what they are worth.
const PROVEN: usize = 12;

/// A correction of a line before it was proven.
#[derive(Debug)]
struct Candidate {
    title: String,
    size: usize,
    cost: u32,
    /// See [`choice`].
    choice: u32,
    patch: Patch,
    whole: bool,
    /// Whether it undoes one plain slip. Where no such slip explains the fault, two explain it as well as a rare one,
    /// even if the rare one is the only single correction.
    plain: bool,
}

/// What the search in one line gives.
#[derive(Debug)]
struct Candidates {
    ranked: Vec<Candidate>,
    /// All of up to so many words were tried.
    tried: usize,
}

impl Candidates {
    /// How many mend the line by so many words.
    fn count(&self, words: usize) -> usize {
        let all = self.ranked.iter();
        all.filter(|one| one.whole && one.size == words).count()
    }

    /// Whether a candidate, one of the smallest, is the only one that mends the line, and undoes nothing but plain slips.
    fn is_only(&self, one: &Candidate) -> bool {
        let others = self.ranked.iter().filter(|other| other.whole).count();
        one.whole && one.plain && one.size <= self.tried && others == 1
    }
}

/// Mends the line that begins with `first` and in which `finding` was found.
pub(super) fn line(
    replay: &Replay,
    text: &str,
    proofs: &Proofs<'_>,
    first: NodeId,
    finding: &Diagnostic,
    bounds: Bounds,
) -> Option<Repair> {
    let line = Line::of(replay, text, first);
    mend(replay, text, proofs, &line, finding, bounds)
}

/// Mends the lines inside comments that broke off.
pub(super) fn broken_lines(
    replay: &Replay,
    text: &str,
    proofs: &Proofs<'_>,
    bounds: Bounds,
) -> Vec<Repair> {
    let broken = replay
        .diagnostics
        .iter()
        .filter(|finding| finding.code == Code::BrokenLine);
    broken
        .enumerate()
        .filter_map(|(index, finding)| {
            if index >= OTHERS {
                return Some(Repair::not_searched(finding));
            }
            let line = rest_of_comment(replay, text, finding)?;
            mend(replay, text, proofs, &line, finding, bounds)
        })
        .collect()
}

/// The candidates for a line, without proof.
fn candidates(replay: &Replay, line: &Line<'_>, bounds: Bounds) -> Option<Candidates> {
    let (_, start) = replay.position_after(line.parent)?;
    let spelling = spelling(replay);
    with_rules!(replay.rules.as_ref()?, rules => {
        let start = rules.read_position(&start, &mut Vec::new()).ok()?;
        let mut search = Search::new(rules, replay.letters, line);
        let outcome = search.run(&start, bounds);
        Some(ranked(&mut search, &start, outcome, spelling, bounds))
    })
}

fn mend(
    replay: &Replay,
    text: &str,
    proofs: &Proofs<'_>,
    line: &Line<'_>,
    finding: &Diagnostic,
    bounds: Bounds,
) -> Option<Repair> {
    if proofs.are_spent() {
        return Some(Repair::not_searched(finding));
    }
    let found = candidates(replay, line, bounds)?;
    let ranked = &found.ranked;
    let before = Evidence::of(replay);
    let mut corrections: Vec<Correction> = ranked
        .iter()
        .take(PROVEN)
        .filter_map(|candidate| {
            let corrected = proofs.read(&candidate.patch.apply(text))?;
            let evidence = Evidence::of(&corrected);
            let mends_main = line.path.is_empty() && finding.code != Code::BrokenLine;
            let proven = candidate.whole
                && if mends_main {
                    evidence.is_proof()
                } else {
                    evidence.variations.0 > before.variations.0 && evidence.errors <= before.errors
                };
            Some(Correction {
                title: candidate.title.clone(),
                size: candidate.size,
                edits: candidate.patch.edits().to_vec(),
                proven,
                unique: proven && found.is_only(candidate),
                cost: candidate.cost,
                choice: candidate.choice,
                evidence,
            })
        })
        .collect();
    if finding.code == Code::BoardDiffers {
        for mut board in claims::proven(replay, text, proofs, finding, &finding.fixes) {
            let single = board.size == 1 && found.count(1) == 0;
            board.unique = board.proven && found.tried > 0 && single;
            // One cell is as soon printed wrong as one move; each further one counts.
            corrections
                .iter_mut()
                .for_each(|correction| correction.unique &= board.size > correction.size);
            corrections.push(board);
        }
    }
    corrections.sort_by_key(Correction::rank);
    if corrections.iter().any(|correction| correction.proven) {
        corrections.retain(|correction| correction.proven);
    }
    corrections.truncate(LISTED);
    Some(Repair {
        finding: finding.clone(),
        more: ranked.len().saturating_sub(corrections.len()),
        searched: !(corrections.is_empty() && proofs.are_spent()),
        corrections,
        follows: false,
    })
}

/// Attempts in words, those with the same moves as one, likeliest first.
fn ranked<R: Rules>(
    search: &mut Search<'_, R>,
    start: &R::Position,
    outcome: Outcome<R>,
    spelling: Spelling,
    bounds: Bounds,
) -> Candidates {
    search.allow(Bounds::FULL.positions);
    let mut told: Vec<(Attempt<R>, Told<R::Move>)> = Vec::new();
    for attempt in outcome.attempts {
        let Some(new) = tell(search, start, &attempt.ops, spelling) else {
            continue;
        };
        let rank = |(attempt, told): &(Attempt<R>, Told<R::Move>)| {
            (
                attempt.size,
                attempt.cost + slips::ODD * told.oddities + told.numbers,
            )
        };
        let new = (attempt, new);
        match told
            .iter_mut()
            .find(|(_, known)| known.moves == new.1.moves)
        {
            Some(known) if rank(&new) < rank(known) => *known = new,
            Some(_) => {}
            None => told.push(new),
        }
    }
    // Numbers that are wrong whatever is done are another fault.
    let whole = told.iter().filter(|(attempt, _)| attempt.whole);
    let wrong_anyway = whole.map(|(_, told)| told.numbers).min();
    let mut ranked: Vec<_> = told
        .into_iter()
        .filter_map(|(attempt, told)| {
            // Numbers that would have to be changed as well.
            let renumbered = told.numbers > wrong_anyway.unwrap_or_default();
            let candidate = Candidate {
                title: told.titles.join(", "),
                size: attempt.size + usize::from(renumbered),
                cost: attempt.cost
                    + slips::ODD * told.oddities
                    + if renumbered { slips::RENUMBERED } else { 0 },
                choice: 0,
                patch: Patch::new(told.edits)?,
                whole: attempt.whole,
                plain: match attempt.ops[..] {
                    [op] if !op.replaces_word(search.line) => {
                        attempt.cost <= slips::LOST && !told.skips
                    }
                    // Where a board shows what a word led to, any slip will do.
                    [op] => attempt.cost <= slips::PLAIN || search.line.shows_board_behind(op.at()),
                    // Of several nothing else may be in doubt.
                    ref several => {
                        let mut all = several.iter();
                        let misprints = all.all(|op| op.replaces_word(search.line));
                        misprints && attempt.dearest <= slips::PLAIN && told.numbers == 0
                    }
                },
            };
            let from = attempt.ops.first()?.at();
            Some((candidate, from, told.moves))
        })
        .collect();
    let rank = |one: &Candidate| (!one.whole, one.size, one.cost);
    ranked.sort_by_key(|(candidate, ..)| rank(candidate));
    // Choices are counted for those that may be listed.
    if let Some((last, ..)) = ranked.get(LISTED.min(ranked.len()).wrapping_sub(1)) {
        let last = rank(last);
        let count = ranked.partition_point(|(candidate, ..)| rank(candidate) <= last);
        let leading = &mut ranked[..count];
        let from = leading.iter().map(|(_, from, _)| *from).min();
        let rows: Vec<&[_]> = leading.iter().map(|(.., moves)| &moves[..]).collect();
        let choices = choice::weigh(search.rules, start, from.unwrap_or_default(), &rows, bounds);
        for ((candidate, ..), choice) in leading.iter_mut().zip(choices) {
            candidate.choice = choice;
        }
    }
    let mut ranked: Vec<_> = ranked
        .into_iter()
        .map(|(candidate, ..)| candidate)
        .collect();
    ranked.sort_by_key(|candidate| (rank(candidate), candidate.choice));
    Candidates {
        ranked,
        tried: outcome.tried,
    }
}

/// How the record spells its moves, by the first one that tells.
fn spelling(replay: &Replay) -> Spelling {
    let tree = &replay.record.tree;
    let telling = tree.mainline().find_map(|id| {
        let facts = replay.facts(id)?;
        let word = without_marks(&tree.node(id).text);
        (without_marks(&facts.san) != facts.coords).then_some((id, word, facts))
    });
    let coordinates = telling.is_some_and(|(_, word, facts)| word == facts.coords);
    let signs = telling.and_then(|(id, word, _)| Signs::of(word, &tree.node(id).form));
    let zeros = tree.ids().any(|id| tree.node(id).text.starts_with("0-0"));
    Spelling {
        coordinates,
        signs,
        zeros,
    }
}

/// The line in a comment that breaks off at `finding`, from the word that cannot be played to its end.
fn rest_of_comment<'r>(
    replay: &'r Replay,
    text: &'r str,
    finding: &Diagnostic,
) -> Option<Line<'r>> {
    let tree = &replay.record.tree;
    let before = |id: &NodeId| tree.node(*id).span.end <= finding.span.start;
    // The line's last ply, or the main line's before the one that it would have replaced.
    let parent = tree
        .ids()
        .filter(|&id| tree.path(id) == finding.path && before(&id))
        .filter(|&id| finding.ply == Some(tree.node(id).ply + 1))
        .last()
        .or_else(|| {
            let replaced = tree.ids().find(|&id| {
                tree.path(id) == finding.path && finding.ply == Some(tree.node(id).ply)
            })?;
            tree.node(replaced).parent
        });
    let mut line = Line {
        text,
        words: Vec::new(),
        steps: Vec::new(),
        claimed: None,
        parent,
        path: finding.path.clone(),
    };
    let rest = &text[finding.span.start as usize..];
    let rest = &rest[..rest.find("*)").unwrap_or(rest.len())];
    let mut number = None;
    for word in rest.split_whitespace() {
        if crate::notation::read_result(word, 0).is_some() {
            break;
        }
        let span = Span::of(word, text);
        let mut skipped = 0;
        if let Some(written) = crate::notation::read_number(word, 0) {
            skipped = written.span.len();
            number = Some(WrittenNumber {
                span: written.span.shifted(span.start),
                ..written
            });
        }
        let word = &word[skipped..];
        if word.is_empty() {
            continue;
        }
        let Some(read) = read(replay, word).filter(|read| read.len == word.len()) else {
            break;
        };
        let bare = without_marks(word);
        line.words.push(Word {
            bare,
            apart: Vec::new(),
            signs: Signs::of(bare, &read.form),
            span: Span::new(span.start as usize + skipped, span.end as usize),
            check: read.marks.check,
            number: number.take(),
            stray: None,
            glued: None,
        });
        line.steps.push(Step {
            form: read.form,
            boards: Vec::new(),
        });
    }
    (!line.words.is_empty()).then_some(line)
}

fn read(replay: &Replay, word: &str) -> Option<WordRead> {
    replay.rules.as_ref()?.words().read(word)
}

/// A correction found by a search alone.
#[derive(Debug)]
pub(super) struct Best {
    pub(super) title: String,
    pub(super) patch: Patch,
    /// Whether no other single one mends the line.
    pub(super) unique: bool,
}

/// The likeliest single correction that mends the line beginning with `first`, found within `bounds`.
pub(super) fn best(replay: &Replay, text: &str, first: NodeId, bounds: Bounds) -> Option<Best> {
    let line = Line::of(replay, text, first);
    let found = candidates(replay, &line, bounds)?;
    let unique = found.is_only(found.ranked.first()?);
    let best = found.ranked.into_iter().next()?;
    (best.whole && best.size == 1).then_some(Best {
        title: best.title,
        patch: best.patch,
        unique,
    })
}
