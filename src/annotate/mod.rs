//! Annotation: the facts that the rules know about a score, put into it as comments and boards, and taken out again.
//!
//! What is added stands in comments between `⟦` and `⟧`, so that people read it, other programs keep it, and it can be
//! told from what authors wrote: [`strip`] takes away exactly that, sentences of the program between such brackets. [`annotate`] strips first, so that it may be done
//! again, with other wishes or in another language.

mod boards;
mod facts;
mod mark;
mod opening;
#[cfg(test)]
mod tests;
mod topic;
mod words;

pub use topic::{Every, Topic, Topics, UnknownTopic};
pub use words::Lexicon;

use crate::record::{Clocks, NodeId};
use crate::replay::Replay;
use crate::source::Span;
use facts::Teller;

/// How added boards are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Diagram {
    /// As printed boards.
    #[default]
    Printed,
    /// As the annotation `$220`, at which programs show the board; for formats without printed boards.
    Glyph,
}

/// What is to be added, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wishes {
    /// What is told.
    pub topics: Topics,
    /// In whose words.
    pub words: &'static Lexicon,
    /// How boards are told.
    pub diagram: Diagram,
    /// Whether moves are named in the record's own piece letters rather than English ones.
    pub own_letters: bool,
    /// Whether openings are told in tags too; for formats in which programs look for them there.
    pub tags: bool,
}

/// Adds what is wished to the comments and boards of a record, in place of what was added before.
///
/// A ply has at most one added comment, after those of its author. Boards are added to the main line, where none stands
/// yet. Unplayed plies have no facts.
pub fn annotate(replay: &mut Replay, wishes: &Wishes) {
    strip(replay);
    let mut sentences: Vec<(NodeId, Vec<String>)> = Vec::new();
    if let Some(set) = &replay.rules {
        let teller = Teller {
            replay,
            wishes,
            clocks: Clocks::of(&replay.record),
        };
        with_rules!(set, rules => teller.tell_all(rules, |id, said| sentences.push((id, said))));
    }
    if wishes.topics.opening {
        opening::add(replay, wishes, &mut sentences);
    }
    boards::add(replay, wishes, &mut sentences);
    for (id, said) in sentences {
        let node = replay.record.tree.node_mut(id);
        let place = Span::at(node.span.end as usize);
        node.after.extend(mark::comment(&said, place));
    }
}

/// Takes away what [`annotate`] has added, and nothing else.
pub fn strip(replay: &mut Replay) {
    let record = &mut replay.record;
    mark::remove(&mut record.before);
    mark::remove(&mut record.after);
    let (mut drawn, mut told) = (Vec::new(), Vec::new());
    for id in record.tree.ids() {
        let node = record.tree.node_mut(id);
        mark::remove(&mut node.before);
        let said = mark::remove(&mut node.after);
        drawn.extend(boards::said_in(&said).map(|diagram| (id, diagram)));
        told.extend(said);
    }
    opening::remove(record, &told);
    boards::remove(replay, &drawn);
}
