//! Portable game notation: every line is part of a record.

use super::Found;
use super::lex::{self, Gap};
use super::movetext::{Dialect, Reader, Step};
use crate::notation::Words;
use crate::record::Events;
use std::ops::ControlFlow::Continue;

/// The dialect of PGN files, with nothing but games in them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pgn;

/// Reads the record at or after `at`.
pub(super) fn read<'s, E: Events<'s>>(
    text: &'s str,
    at: usize,
    told: Option<Words>,
    events: &mut E,
) -> Found {
    let line = Gap {
        end: at,
        lines: 0,
        flush: true,
    };
    Reader::<'_, '_, _, Pgn>::new(text, at, line, told, events).run()
}

impl Dialect for Pgn {
    const ARTICLE: bool = false;

    fn at_line<'s, E: Events<'s>>(_reader: &mut Reader<'s, '_, E, Self>, _gap: Gap) -> Step {
        Continue(())
    }

    fn odd_word<'s, E: Events<'s>>(_reader: &mut Reader<'s, '_, E, Self>) -> Option<Step> {
        None
    }

    fn odd_word_len(_text: &str, _at: usize) -> usize {
        0
    }

    fn ends_stars(text: &str, gap: Gap) -> bool {
        lex::begins_record(text.as_bytes(), gap.end)
    }
}
