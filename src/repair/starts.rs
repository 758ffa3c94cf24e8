//! Position texts that cannot be read: every text that differs by one character of the board, or in the side to move, is
//! tried, and those that can be read are proven by the moves.

use super::claims::proven;
use super::line::Line;
use super::proof::Proofs;
use super::search::Search;
use super::{Correction, LISTED, Patch, Repair};
use crate::diag::{Diagnostic, Edit, Fix};
use crate::replay::{Replay, position_text};
use crate::rules::{Rules, Sides};
use crate::source::Span;
use std::collections::HashSet;

/// Longer boards are none: nineteen rows of nineteen stones with a slash after each.
const LONGEST: usize = 19 * 20;

/// Texts that are proven at most; where there are more none is called unique.
const MOST: usize = 256;

/// A position text that can be read, in the place of the one that cannot.
struct Candidate {
    title: String,
    /// In the position text.
    edit: Edit,
    /// How unlikely the slip is: 0 for a plain one.
    rank: u8,
    /// What is still odd about it.
    remarks: usize,
    /// Whether it is one of all that differ so.
    tried: bool,
}

/// Mends the position text that `finding` refuses.
pub(super) fn mend(
    replay: &Replay,
    text: &str,
    proofs: &Proofs<'_>,
    finding: &Diagnostic,
) -> Repair {
    let mut fixes = finding.fixes.clone();
    fixes.iter_mut().for_each(|fix| fix.unique = true);
    let offered: Vec<String> = fixes.iter().map(|fix| fix.title.clone()).collect();
    let mut found = candidates(replay, finding);
    let all = found.len() <= MOST;
    found.truncate(MOST);
    for fix in found {
        if !fixes.iter().any(|known| known.edits == fix.edits) {
            fixes.push(fix);
        }
    }
    let mut corrections = proven(replay, text, proofs, finding, &fixes);
    corrections.sort_by_key(Correction::rank);
    let holding = corrections.iter().filter(|one| one.proven).count();
    // Without moves nothing tells one reading from another.
    let only = holding == 1 && all && !proofs.are_spent();
    for one in &mut corrections {
        one.unique &= only && one.evidence.plies.1 > 0;
    }
    if holding == 0 {
        corrections.retain(|one| offered.contains(&one.title));
    } else {
        corrections.retain(|one| one.proven);
    }
    let more = corrections.len().saturating_sub(LISTED);
    corrections.truncate(LISTED);
    Repair {
        finding: finding.clone(),
        searched: !(corrections.is_empty() && proofs.are_spent()),
        corrections,
        more,
        follows: false,
    }
}

/// The only text one slip away from the one that `finding` refuses under which the moves replay, as far as so many
/// positions tell; `None` where there are several, or no moves.
pub(super) fn only(
    replay: &Replay,
    text: &str,
    finding: &Diagnostic,
    positions: u64,
) -> Option<Fix> {
    let (written, place) = text_of(replay, finding)?;
    let line = Line::of(replay, text, replay.record.tree.first()?);
    let others = candidates(replay, finding);
    // Where none can be tried none is the only one.
    others.first()?;
    let mut known = HashSet::new();
    let fixes = finding.fixes.iter().cloned().chain(others);
    let texts = fixes.filter_map(|fix| {
        let inside = fix.edits.iter().map(|edit| {
            let start = edit.span.start.checked_sub(place.start)?;
            let span = Span::new(start as usize, start as usize + edit.span.len());
            Some(Edit {
                span,
                text: edit.text.clone(),
            })
        });
        let patch = Patch::new(inside.collect::<Option<_>>()?)?;
        let mended = patch.apply(written);
        known.insert(mended.clone()).then_some((fix, mended))
    });
    with_rules!(replay.rules.as_ref()?, rules => {
        let mut search = Search::new(rules, replay.letters, &line);
        search.allow(positions);
        let mut whole = texts.filter(|(_, mended)| {
            let start = rules.read_position(mended, &mut Vec::new());
            start.is_ok_and(|start| search.is_whole(&start))
        });
        let (only, _) = whole.next()?;
        let is_only = whole.next().is_none();
        drop(whole);
        search.allowed().filter(|_| is_only).map(|_| only)
    })
}

/// The position text that a finding is about, and its place; `None` where it cannot be edited by character, having
/// escapes in it or no place of its own.
fn text_of<'r>(replay: &'r Replay, finding: &Diagnostic) -> Option<(&'r str, Span)> {
    let (written, place) = position_text(&replay.record)?;
    let exact = place.len() == written.len();
    let inside = place.start <= finding.span.start && finding.span.end <= place.end;
    (exact && inside).then_some((written, place))
}

/// The texts that can be read, the likeliest first; none when the finding is about something else.
fn candidates(replay: &Replay, finding: &Diagnostic) -> Vec<Fix> {
    let Some((written, place)) = text_of(replay, finding) else {
        return Vec::new();
    };
    let Some(rules) = replay.rules.as_ref() else {
        return Vec::new();
    };
    let mut found = with_rules!(rules, rules => readable(rules, written));
    // What is odd in all of them is another matter.
    let fewest = found.iter().map(|one| one.remarks).min();
    found.retain(|one| Some(one.remarks) == fewest);
    found.sort_by_key(|one| one.rank);
    let in_record = |one: Candidate| Fix {
        title: one.title,
        unique: one.tried,
        edits: vec![Edit {
            span: one.edit.span.shifted(place.start),
            text: one.edit.text,
        }],
    };
    found.into_iter().map(in_record).collect()
}

/// All texts one slip away from `written` that the rules can read.
fn readable<R: Rules>(rules: &R, written: &str) -> Vec<Candidate> {
    let mut fields = written.split_whitespace();
    let Some(board) = fields.next().filter(|board| board.len() <= LONGEST) else {
        return Vec::new();
    };
    let (men, sides) = match R::SIDES {
        Sides::RedBlack => ("rb", ["r", "b"]),
        Sides::WhiteBlack => ("PNBRQKpnbrqk", ["w", "b"]),
    };
    let mut tries = Vec::new();
    for side in sides {
        let (title, span, text) = match fields.clone().next() {
            Some(field) => (
                format!("write `{side}` for `{field}` in field 2"),
                Span::of(field, written),
                side.to_owned(),
            ),
            None => (
                format!("write `{side}` as field 2"),
                Span::at(Span::of(board, written).end as usize),
                format!(" {side}"),
            ),
        };
        tries.push((title, Edit { span, text }, 0, true));
    }
    let board = Span::of(board, written);
    if R::SIDES == Sides::WhiteBlack {
        let edits = lost_kings(written, board).into_iter();
        tries.extend(edits.map(|edit| (in_row(written, board, &edit), edit, 1, true)));
    }
    for (span, new, rank) in misprints(board.text(written), men) {
        let edit = Edit {
            span: span.shifted(board.start),
            text: new,
        };
        tries.push((in_row(written, board, &edit), edit, rank, true));
    }
    tries.extend(
        lost_rows(written, board)
            .into_iter()
            .map(|(title, edit)| (title, edit, 2, false)),
    );
    let mut known = HashSet::new();
    let mut read = |(title, edit, rank, tried): (String, Edit, u8, bool)| {
        let mut remarks = Vec::new();
        let mut text = written.to_owned();
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
        rules.read_position(&text, &mut remarks).ok()?;
        // Of empty rows side by side one is lost, no matter which.
        if !known.insert(text) {
            return None;
        }
        Some(Candidate {
            title,
            edit,
            rank,
            remarks: remarks.len(),
            tried,
        })
    };
    tries.into_iter().filter_map(&mut read).collect()
}

/// Each character of a board replaced, lost and put in, with how unlikely that is.
fn misprints(board: &str, men: &str) -> Vec<(Span, String, u8)> {
    let signs = || men.chars().chain('1'..='9').chain(['/']);
    let alike = |one: char, other: char| {
        (one.is_ascii_digit() && other.is_ascii_digit())
            || (one.is_ascii_uppercase() && other.is_ascii_uppercase())
            || (one.is_ascii_lowercase() && other.is_ascii_lowercase())
    };
    let mut found = Vec::new();
    let mut before = None;
    for (at, sign) in board.char_indices() {
        let here = Span::new(at, at + sign.len_utf8());
        for new in signs().filter(|&new| new != sign) {
            let (here, text) = with_digits(board, here, new);
            found.push((here, text, u8::from(!alike(sign, new))));
        }
        // Of a row of equal signs one is lost or doubled, no matter which.
        if before != Some(sign) {
            let doubled = board[here.end as usize..].starts_with(sign);
            found.push((here, String::new(), u8::from(!doubled)));
        }
        for new in signs().filter(|&new| before != Some(new)) {
            found.push((Span::at(at), new.to_string(), u8::from(new != sign)));
        }
        before = Some(sign);
    }
    for new in signs().filter(|&new| before != Some(new)) {
        found.push((Span::at(board.len()), new.to_string(), 1));
    }
    found
}

/// The sign `new` in place of one of a board: digits side by side are written as one.
fn with_digits(board: &str, here: Span, new: char) -> (Span, String) {
    let (start, end) = (here.start as usize, here.end as usize);
    let is_digit = |c: &char| c.is_ascii_digit();
    let before = board[..start].chars().next_back().filter(is_digit);
    let behind = board[end..].chars().next().filter(is_digit);
    let digits = [before, Some(new), behind];
    let cells = digits.into_iter().flatten().filter_map(|c| c.to_digit(10));
    let cells: u32 = cells.sum();
    if !new.is_ascii_digit() || cells > 9 {
        return (here, new.to_string());
    }
    let start = start - usize::from(before.is_some());
    let end = end + usize::from(behind.is_some());
    (Span::new(start, end), cells.to_string())
}

/// An empty row put in before each row and behind the last. What stood in a row that is lost nobody knows, so not all
/// such texts are tried.
fn lost_rows(written: &str, board: Span) -> Vec<(String, Edit)> {
    let board_text = board.text(written);
    let size = board_text.split('/').count() + 1;
    let mut found: Vec<_> = board_text
        .split('/')
        .map(|row| {
            let at = Span::of(row, written).start as usize;
            let edit = Edit {
                span: Span::at(at),
                text: format!("{size}/"),
            };
            (
                format!("put in an empty row before `{row}` in field 1"),
                edit,
            )
        })
        .collect();
    let last = Edit {
        span: Span::at(board.end as usize),
        text: format!("/{size}"),
    };
    found.push(("put in an empty row at the end of field 1".to_owned(), last));
    found
}

/// A king that is on no cell put on each vacant one: without it a board is none, wherever the king was lost from.
fn lost_kings(written: &str, board: Span) -> Vec<Edit> {
    let board_text = board.text(written);
    let mut found = Vec::new();
    for king in ['K', 'k'] {
        if board_text.contains(king) {
            continue;
        }
        for (at, sign) in board_text.char_indices() {
            // Longer runs are on no board that has kings.
            let vacant = sign.to_digit(10).unwrap_or_default();
            for before in 0..vacant {
                let run = |cells: u32| match cells {
                    0 => String::new(),
                    cells => cells.to_string(),
                };
                let (before, behind) = (run(before), run(vacant - before - 1));
                found.push(Edit {
                    span: Span::new(at, at + sign.len_utf8()).shifted(board.start),
                    text: format!("{before}{king}{behind}"),
                });
            }
        }
    }
    found
}

/// Tells an edit by the row that it changes.
fn in_row(written: &str, board: Span, edit: &Edit) -> String {
    let (from, to) = (edit.span.start as usize, edit.span.end as usize);
    let (first, last) = (board.start as usize, board.end as usize);
    let start = written[first..from]
        .rfind('/')
        .map_or(first, |slash| first + slash + 1);
    let end = written[to..last].find('/').map_or(last, |slash| to + slash);
    format!(
        "write `{}{}{}` for `{}` in field 1",
        &written[start..from],
        edit.text,
        &written[to..end],
        &written[start..end]
    )
}
