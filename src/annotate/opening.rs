//! The names of openings, by the positions that they lead to.
//!
//! The table `openings.tsv` is that of the chess-openings collection of Lichess, which is in the public domain (CC0): a line
//! for each named position, with moves that lead there. Whatever other moves lead there find it too.

use super::Wishes;
use super::words::filled;
use crate::notation::letters::Letters;
use crate::record::{NodeId, Record, Tag};
use crate::replay::{Replay, each_ply};
use crate::rules::{RuleSet, Rules};
use crate::source::{Span, Spanned};
use std::collections::HashMap;
use std::sync::OnceLock;

/// `ECO code, name, moves` a line, below a line of headings.
const TABLE: &str = include_str!("openings.tsv");

/// A named position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Opening<'t> {
    /// Its code in the Encyclopaedia of Chess Openings.
    eco: &'t str,
    /// `Opening: Variation, further variation`.
    name: &'t str,
}

impl<'t> Opening<'t> {
    /// The tags that say it.
    fn tags(self) -> impl Iterator<Item = (&'static str, &'t str)> {
        let (opening, variation) = match self.name.split_once(": ") {
            Some((opening, variation)) => (opening, Some(variation)),
            None => (self.name, None),
        };
        let tags = [("ECO", self.eco), ("Opening", opening)];
        tags.into_iter()
            .chain(variation.map(|name| ("Variation", name)))
    }

    /// Reads what [`add`] has written, where tags were added: the opening, and what the record had in the place of each.
    fn said(sentence: &'t str) -> Option<(Self, Vec<(&'static str, Own)>)> {
        let (_, said) = sentence.strip_suffix(']')?.split_once('[')?;
        let (marks, said) = said.split_once(' ')?;
        let (eco, name) = said.split_once(' ')?;
        let opening = Self { eco, name };
        let tags = opening.tags().map(|(tag, _)| tag);
        let added: Vec<_> = if marks == ALL_NEW {
            tags.map(|tag| (tag, Own::None)).collect()
        } else {
            let marks = marks.strip_suffix(':')?;
            let marked = tags.filter_map(|tag| {
                let rests = marks.split(',').filter_map(|mark| mark.strip_prefix(tag));
                let own = rests.filter_map(Own::read).next()?;
                Some((tag, own))
            });
            marked.collect()
        };
        Some((opening, added))
    }
}

/// What stands before an opening all of whose tags are new, in every language; otherwise those that were added are
/// listed: `ECO?,Opening:`.
const ALL_NEW: &str = "ECO";

/// What a record had itself in the place of a tag that was added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Own {
    /// No such tag.
    None,
    /// One without a value.
    Empty,
    /// One whose value said that it is not known.
    Unknown,
}

impl Own {
    const ALL: [Self; 3] = [Self::None, Self::Empty, Self::Unknown];

    /// That of a value; `None` when it says something.
    fn of(value: Option<&str>) -> Option<Self> {
        Self::ALL.into_iter().find(|own| own.value() == value)
    }

    /// The value that stood there.
    const fn value(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Empty => Some(""),
            Self::Unknown => Some("?"),
        }
    }

    /// What stands behind the name of such a tag.
    const fn mark(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Empty => "=",
            Self::Unknown => "?",
        }
    }

    fn read(mark: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|own| own.mark() == mark)
    }
}

/// The table by the keys of positions.
fn table() -> &'static HashMap<u64, Opening<'static>> {
    static READ: OnceLock<HashMap<u64, Opening<'static>>> = OnceLock::new();
    READ.get_or_init(|| {
        let set = RuleSet::default();
        let rows = rows().filter_map(|(opening, moves)| {
            let key = with_rules!(&set, rules => key_after(rules, moves))?;
            Some((key, opening))
        });
        rows.collect()
    })
}

/// The lines of the table: openings, and moves that lead to them.
fn rows() -> impl Iterator<Item = (Opening<'static>, &'static str)> {
    TABLE.lines().skip(1).filter_map(|line| {
        let (eco, rest) = line.split_once('\t')?;
        let (name, moves) = rest.split_once('\t')?;
        Some((Opening { eco, name }, moves))
    })
}

/// The key of the position that moves in standard notation lead to, if they are legal.
fn key_after<R: Rules>(rules: &R, moves: &str) -> Option<u64> {
    let mut position = rules.start();
    let is_move = |word: &&str| !word.ends_with('.');
    for word in moves.split(' ').filter(is_move) {
        let form = R::read_word(word)?.form;
        let made = rules.resolve(&position, &form, &Letters::ENGLISH)?;
        rules.play(&mut position, made);
    }
    rules.repetition_key(&position)
}

/// The last ply of the main line that leads to a named position, and its name.
fn found(replay: &Replay) -> Option<(NodeId, Opening<'static>)> {
    let set = replay.rules.as_ref()?;
    if set.about().name != RuleSet::default().about().name {
        return None;
    }
    let (tree, table) = (&replay.record.tree, table());
    let mut last = None;
    with_rules!(set, rules => each_ply(rules, replay, |id, _, _, after| {
        let key = rules.repetition_key(after).filter(|_| tree.is_main(id));
        if let Some(opening) = key.and_then(|key| table.get(&key)) {
            last = Some((id, *opening));
        }
    }));
    last
}

/// Tells the opening of a record after the ply that leads to it, and where that is wished in those tags that the record
/// has not yet.
pub(super) fn add(
    replay: &mut Replay,
    wishes: &Wishes,
    sentences: &mut Vec<(NodeId, Vec<String>)>,
) {
    let Some((id, opening)) = found(replay) else {
        return;
    };
    let Opening { eco, name } = opening;
    let record = &mut replay.record;
    let added = if wishes.tags {
        add_tags(record, opening)
    } else {
        Vec::new()
    };
    let are_new = added.iter().all(|(_, own)| *own == Own::None);
    let said = if added.is_empty() {
        format!("{eco} {name}")
    } else if are_new && added.len() == opening.tags().count() {
        format!("[{ALL_NEW} {eco} {name}]")
    } else {
        let marks = added
            .iter()
            .map(|(tag, own)| format!("{tag}{}", own.mark()));
        let marks: Vec<_> = marks.collect();
        format!("[{}: {eco} {name}]", marks.join(","))
    };
    let sentence = filled(wishes.words.opening, &[&said]);
    match sentences.iter_mut().find(|(known, _)| *known == id) {
        Some((_, said)) => said.push(sentence),
        None => sentences.push((id, vec![sentence])),
    }
}

/// Says an opening in those of its tags that a record has not, or without a value: which, and what was there.
fn add_tags(record: &mut Record, opening: Opening<'_>) -> Vec<(&'static str, Own)> {
    let place = Span::at(record.span.start as usize);
    let mut added = Vec::new();
    for (name, value) in opening.tags() {
        let Some(own) = Own::of(record.tag(name)) else {
            continue;
        };
        let is_it = |tag: &&mut Tag| tag.name.value.eq_ignore_ascii_case(name);
        match record.tags.iter_mut().find(is_it) {
            Some(tag) => value.clone_into(&mut tag.value.value),
            None => record.tags.push(Tag {
                name: Spanned::new(name.to_owned(), place),
                value: Spanned::new(value.to_owned(), place),
                from_heading: false,
            }),
        }
        added.push((name, own));
    }
    added
}

/// Takes away the tags that were added, as these sentences say.
pub(super) fn remove(record: &mut Record, said: &[String]) {
    for (opening, added) in said.iter().filter_map(|sentence| Opening::said(sentence)) {
        for (name, value) in opening.tags() {
            let Some((_, own)) = added.iter().find(|(tag, _)| *tag == name) else {
                continue;
            };
            let is_added =
                |tag: &Tag| tag.name.value.eq_ignore_ascii_case(name) && tag.value.value == value;
            match (record.tags.iter().rposition(is_added), own.value()) {
                (Some(at), Some(value)) => value.clone_into(&mut record.tags[at].value.value),
                (Some(at), None) => drop(record.tags.remove(at)),
                (None, _) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Opening, key_after, rows, table};
    use crate::rules::RuleSet;
    use std::collections::HashMap;

    #[test]
    fn every_line_of_the_table_is_legal_and_leads_to_a_position_of_its_own() {
        let set = RuleSet::default();
        let mut seen = HashMap::new();
        for (opening, moves) in rows() {
            let key = with_rules!(&set, rules => key_after(rules, moves));
            let key = key.unwrap_or_else(|| panic!("{moves} is not legal"));
            if let Some(other) = seen.insert(key, moves) {
                panic!("{moves} leads where {other} does");
            }
            let Opening { eco, name } = opening;
            let is_code = matches!(eco.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']);
            let is_name = !name.is_empty() && !name.contains([';', '⟦', '⟧', '[', ']']);
            assert!(is_code && is_name, "{eco} {name}");
        }
        assert_eq!(seen.len(), table().len());
        assert!(seen.len() > 3000);
    }
}
