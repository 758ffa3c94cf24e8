//! What is left out of a record before it is written. What is left is a record of its own, which is read back as such.

use crate::notation::clock::{in_three_fields, without_commands};
use crate::notation::{sgf, without_suffix};
use crate::record::{Comment, ShortClocks, Tag, Tree};
use crate::replay::{Replay, is_replayed};
use std::mem;

/// What may be left out of a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// Comments.
    Comments,
    /// Variations, with the boards printed in them.
    Variations,
    /// Annotation glyphs, and suffixes such as `!?`.
    Nags,
    /// Commands inside comments, such as `[%clk 0:01:02]`; a comment that holds nothing else goes with them.
    Commands,
}

/// Leaves parts out of a record. The findings about it stay: they are about what was read.
///
/// Clocks of two fields get three where those alone that are left would be read in another way.
pub fn leave_out(replay: &mut Replay, parts: &[Part]) {
    let short = ShortClocks::of(&replay.record);
    for part in parts {
        match part {
            Part::Comments => replay.record.each_comments(Vec::clear),
            Part::Variations => cut_to_mainline(replay),
            Part::Nags => drop_nags(&mut replay.record.tree),
            Part::Commands => {
                let take_out = |comments: &mut Vec<Comment>| comments.retain_mut(keeps_words);
                replay.record.each_comments(take_out);
            }
        }
    }
    if ShortClocks::of(&replay.record) != short {
        replay.record.each_comments(|comments| {
            for comment in comments {
                comment.text = in_three_fields(&comment.text, |reading| short.time(reading));
            }
        });
    }
}

fn drop_nags(tree: &mut Tree) {
    for id in tree.ids() {
        let node = tree.node_mut(id);
        node.nags.clear();
        node.text = without_suffix(&node.text, node.marks);
        node.marks.nag = None;
    }
}

/// Takes the commands out of a comment; whether something is left of it.
fn keeps_words(comment: &mut Comment) -> bool {
    if sgf::of_kept(&comment.text).is_some() {
        return false;
    }
    let Some(words) = without_commands(&comment.text) else {
        return true;
    };
    comment.text = words;
    !comment.text.is_empty()
}

fn cut_to_mainline(replay: &mut Replay) {
    let tree = &mut replay.record.tree;
    let boards = tree.boards.iter();
    let stays: Vec<bool> = boards
        .map(|placed| placed.after.is_none_or(|id| tree.is_main(id)))
        .collect();
    let kept = tree.cut_to_mainline();
    let plies = kept.iter().map(|id| replay.plies[id.index()].take());
    replay.plies = plies.collect();
    replay.boards.retain(|verdict| stays[verdict.index]);
    for (index, verdict) in replay.boards.iter_mut().enumerate() {
        verdict.index = index;
    }
    if let Some(carried) = &mut replay.record.carried {
        let mut stays = stays.iter();
        carried
            .board_lines
            .retain(|_| stays.next().is_none_or(|&stays| stays));
        let said = kept
            .iter()
            .map(|id| carried.san.get_mut(id.index())?.take());
        carried.san = said.collect();
    }
}

/// Leaves out all tags but those with these names, in whatever case, and those by which the record is replayed: rules,
/// board and start; also the time control, where clocks would say something else without it, and the first tag of a record
/// without moves, which would be none without it.
///
/// A heading that says what is left out goes too, and what else it says becomes tags.
pub fn keep_tags(replay: &mut Replay, names: &[&str]) {
    let record = &mut replay.record;
    let short = ShortClocks::of(record);
    let tags = mem::take(&mut record.tags);
    let is_clock = short != ShortClocks::of(record);
    let alone = tags.first().filter(|_| record.tree.is_empty());
    let alone = alone.map(|first| first.name.value.clone());
    let is_kept = |tag: &Tag| {
        let is = |known: &str| tag.name.value.eq_ignore_ascii_case(known);
        is_replayed(&tag.name.value)
            || alone.as_deref() == Some(&*tag.name.value)
            || names.iter().any(|name| is(name))
            || is_clock && is("TimeControl")
    };
    let (kept, dropped): (Vec<Tag>, Vec<Tag>) = tags.into_iter().partition(is_kept);
    record.tags = kept;
    if dropped.iter().any(|tag| tag.from_heading) {
        record.heading = None;
        for tag in &mut record.tags {
            tag.from_heading = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, keep_tags, leave_out};
    use crate::record::Tag;
    use crate::replay::Replay;
    use crate::write::Target;
    use crate::write::sample::{replay, tag, written};

    const ALL: [Part; 4] = [Part::Comments, Part::Variations, Part::Nags, Part::Commands];

    /// The movetext of what is left.
    fn left(script: &str, parts: &[Part]) -> String {
        let mut replay = replay(script);
        leave_out(&mut replay, parts);
        written(Target::Text, &replay).trim_end().replace('\n', " ")
    }

    #[test]
    fn each_part_goes_and_the_others_stay() {
        let script =
            "e4 $1 {[%clk_0:01:00]_best} e5 ( <or> c5 $14 ( e6 ) Nf3 {[%eval_0.3]} ) Nf3 $2";
        let left = |parts: &[Part]| left(script, parts);
        assert_eq!(
            left(&[]),
            "1. e4! {[%clk 0:01:00] best} 1... e5 (1... {or} c5 $14 (1... e6) 2. Sf3 \
             {[%eval 0.3]}) 2. Sf3? *"
        );
        assert_eq!(
            left(&[Part::Comments]),
            "1. e4! e5 (1... c5 $14 (1... e6) 2. Sf3) 2. Sf3? *"
        );
        assert_eq!(
            left(&[Part::Variations]),
            "1. e4! {[%clk 0:01:00] best} 1... e5 2. Sf3? *"
        );
        assert_eq!(
            left(&[Part::Nags]),
            "1. e4 {[%clk 0:01:00] best} 1... e5 (1... {or} c5 (1... e6) 2. Sf3 \
             {[%eval 0.3]}) 2. Sf3 *"
        );
        assert_eq!(
            left(&[Part::Commands]),
            "1. e4! {best} 1... e5 (1... {or} c5 $14 (1... e6) 2. Sf3) 2. Sf3? *"
        );
        assert_eq!(left(&ALL), "1. e4 e5 2. Sf3 *");
    }

    #[test]
    fn a_suffix_goes_from_the_word_that_was_written_too() {
        let mut replay = replay("?Ke9!?");
        let first = replay.record.tree.first().expect("a ply");
        replay.record.tree.node_mut(first).marks.nag = crate::notation::Nag::from_suffix("!?");
        leave_out(&mut replay, &[Part::Nags]);
        assert_eq!(written(Target::Pgn, &replay), "1. Ke9 *\n");
    }

    #[test]
    fn boards_in_variations_go_with_them_and_the_others_keep_their_places() {
        let script = "# e4 ( d4 # d5 ) e5 # Nf3";
        let mut replay = replay(script);
        leave_out(&mut replay, &[Part::Variations]);
        let places = |replay: &Replay| -> Vec<(usize, Option<usize>)> {
            let boards = &replay.record.tree.boards;
            let verdicts = replay.boards.iter();
            verdicts
                .map(|verdict| {
                    let after = boards[verdict.index].after;
                    (verdict.index, after.map(|id| id.index()))
                })
                .collect()
        };
        assert_eq!(places(&replay), [(0, None), (1, Some(1))]);
        assert_eq!(replay.record.tree.boards.len(), 2);
        assert_eq!(replay.plies.len(), 3);
    }

    fn names(replay: &Replay) -> Vec<&str> {
        let tags = replay.record.tags.iter();
        tags.map(|tag| tag.name.value.as_str()).collect()
    }

    fn tagged(names: &[&str], script: &str) -> Replay {
        let mut replay = replay(script);
        replay.record.tags = names.iter().map(|name| tag(name, "180+2")).collect();
        replay
    }

    #[test]
    fn the_tags_of_the_replay_stay_in_their_order() {
        let all = [
            "ECO", "Variant", "White", "fen", "Event", "SetUp", "Board", "Position", "WHITE",
        ];
        let mut replay = tagged(&all, "e4");
        keep_tags(&mut replay, &["White"]);
        let left = [
            "Variant", "White", "fen", "SetUp", "Board", "Position", "WHITE",
        ];
        assert_eq!(names(&replay), left);
    }

    #[test]
    fn the_time_control_stays_where_clocks_hang_on_it() {
        for (clock, left) in [("3:00", &["TimeControl"][..]), ("0:03:00", &[])] {
            let mut replay = tagged(&["TimeControl"], &format!("e4 {{[%clk_{clock}]}}"));
            keep_tags(&mut replay, &[]);
            assert_eq!(names(&replay), left, "{clock}");
        }
    }

    #[test]
    fn a_heading_does_not_say_what_is_left_out() {
        let headed = || {
            let mut replay = tagged(&["Event", "White", "Black"], "e4");
            let from_heading = |tag: &mut Tag| tag.from_heading = true;
            replay.record.tags.iter_mut().for_each(from_heading);
            replay.record.heading = Some(tag("", "180+2: 180+2 - 180+2").value);
            replay
        };
        let mut replay = headed();
        keep_tags(&mut replay, &["Black"]);
        assert_eq!(
            written(Target::Text, &replay),
            "[Black \"180+2\"]\n\n1. e4 *\n"
        );
        let mut replay = headed();
        keep_tags(&mut replay, &["Black", "White", "Event"]);
        assert_eq!(
            written(Target::Text, &replay),
            "180+2: 180+2 - 180+2\n\n1. e4 *\n"
        );
    }
}
