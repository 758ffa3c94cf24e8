//! The repairs of one record, and which of its corrections are made.

use super::args::{Note, RepairArgs};
use super::input::Piece;
use super::records::{Found, Judged};
use scoresheet::diag::{Edit, Severity};
use scoresheet::repair::{
    Bounds, Correction, Patch, Reading, Repair, note_as_comment, note_as_tag, repair,
};
use scoresheet::replay::Replay;
use scoresheet::syntax::Format;

/// The repairs of a record, and the edits that are to be made.
#[derive(Debug)]
pub(super) struct Mended {
    pub(super) repairs: Vec<Repair>,
    /// In the order of the text.
    pub(super) chosen: Vec<Edit>,
    /// The severity of what is found in it when these are made.
    pub(super) left: Option<Severity>,
    /// How many repairs were chosen.
    pub(super) made: u64,
    /// Whether no note could be left of them though one was asked for.
    pub(super) unnoted: bool,
}

/// Finds the repairs of a record and those that are to be made.
pub(super) fn mend(
    judged: &Judged,
    piece: &Piece,
    reading: Reading<'_>,
    args: &RepairArgs,
) -> Mended {
    let text = judged.source(piece).text;
    let worst = |replay: &Replay| {
        replay
            .diagnostics
            .iter()
            .map(scoresheet::diag::Diagnostic::severity)
            .max()
    };
    let mut mended = Mended {
        repairs: Vec::new(),
        chosen: Vec::new(),
        left: Some(Severity::Error),
        made: 0,
        unnoted: false,
    };
    let Found::Replay(replay) = &judged.found else {
        return mended;
    };
    mended.left = worst(replay);
    if !matches!(piece.format, Format::Json | Format::Jsonl) {
        mended.repairs = repair(replay, text, reading, Bounds::FULL);
    }
    let mut patch = Patch::default();
    let mut titles = Vec::new();
    // What follows from a correction can be made only with it.
    let mut first_made = false;
    for repair in &mended.repairs {
        let (index, one) = match chosen(repair, args.choose) {
            Some(chosen) if !repair.follows || first_made => chosen,
            _ => continue,
        };
        if let Some(more) = patch.and(&one.edits) {
            patch = more;
            titles.push((repair, one));
            first_made |= !repair.follows && index == 0;
        }
    }
    if titles.is_empty() || !(args.write || args.diff) {
        return mended;
    }
    let read = |patch: &Patch| reading.read(&patch.apply(text));
    if let Some(corrected) = read(&patch) {
        // A note must change nothing in what is found.
        let noted = with_note(&patch, replay, text, piece.format, &titles, args.note);
        let noted = noted.filter(|noted| {
            let with_note = read(noted);
            with_note.is_some_and(|read| read.diagnostics.len() == corrected.diagnostics.len())
        });
        mended.unnoted = args.note != Note::None && noted.is_none();
        let patch = noted.unwrap_or(patch);
        mended.made = titles.len() as u64;
        mended.chosen = patch.edits().to_vec();
        if args.write {
            mended.left = worst(&corrected);
        }
    }
    mended
}

/// The correction that is to be made, and its place in the list.
fn chosen(repair: &Repair, choose: Option<u16>) -> Option<(usize, &Correction)> {
    let index = choose.map_or(0, |n| usize::from(n) - 1);
    let correction = repair.corrections.get(index)?;
    let taken = correction.proven && (choose.is_some() || correction.unique);
    taken.then_some((index, correction))
}

/// The corrections and what they leave behind.
fn with_note(
    patch: &Patch,
    replay: &Replay,
    text: &str,
    format: Format,
    made: &[(&Repair, &Correction)],
    note: Note,
) -> Option<Patch> {
    let titles: Vec<&str> = made.iter().map(|(_, one)| one.title.as_str()).collect();
    let comments = || {
        let edits = made
            .iter()
            .filter_map(|(repair, one)| note_as_comment(replay, text, format, repair, one));
        edits.collect::<Vec<_>>()
    };
    let notes = match note {
        Note::None => return None,
        Note::Tag => {
            let tag = note_as_tag(replay, text, format, &titles.join("; "));
            tag.map_or_else(comments, |tag| vec![tag])
        }
        Note::Comment => comments(),
    };
    if notes.is_empty() {
        return None;
    }
    patch.and(&notes)
}
