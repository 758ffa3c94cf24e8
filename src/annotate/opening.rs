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

    /// Reads what [`add`] has written, where the tags were added.
    fn said(sentence: &'t str) -> Option<Self> {
        let (_, said) = sentence.strip_suffix(']')?.split_once(MARK)?;
        let (eco, name) = said.split_once(' ')?;
        Some(Self { eco, name })
    }
}

/// What stands before an opening whose tags were added, in every language.
const MARK: &str = "[ECO ";

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

/// Tells the opening of a record after the ply that leads to it, and in tags where they are wished and the record has
/// none of its own.
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
    let has_own = ["ECO", "Opening", "Variation"]
        .iter()
        .any(|name| record.tag(name).is_some());
    let sentence = if wishes.tags && !has_own {
        let place = Span::at(record.span.start as usize);
        record.tags.extend(opening.tags().map(|(name, value)| Tag {
            name: Spanned::new(name.to_owned(), place),
            value: Spanned::new(value.to_owned(), place),
            from_heading: false,
        }));
        filled(wishes.words.opening, &[&format!("{MARK}{eco} {name}]")])
    } else {
        filled(wishes.words.opening, &[&format!("{eco} {name}")])
    };
    match sentences.iter_mut().find(|(known, _)| *known == id) {
        Some((_, said)) => said.push(sentence),
        None => sentences.push((id, vec![sentence])),
    }
}

/// Takes away the tags that were added, as these sentences say.
pub(super) fn remove(record: &mut Record, said: &[String]) {
    for opening in said.iter().filter_map(|sentence| Opening::said(sentence)) {
        for (name, value) in opening.tags() {
            let is_added = |tag: &Tag| tag.name.value == name && tag.value.value == value;
            if let Some(at) = record.tags.iter().rposition(is_added) {
                record.tags.remove(at);
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
