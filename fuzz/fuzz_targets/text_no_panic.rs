//! Any text is read to its end and replayed, whatever it is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet::notation::Words;
use scoresheet::record::TreeBuilder;
use scoresheet::replay::{Options, replay};
use scoresheet::syntax::{Format, read_record_in};

fuzz_target!(|text: &str| {
    let formats = [Format::Text, Format::Pgn, Format::Coords, Format::Sgf];
    let words = [None, Some(Words::Stones)];
    for (format, words) in formats.into_iter().flat_map(|format| words.map(|words| (format, words))) {
        let mut at = 0;
        while at < text.len() {
            let mut builder = TreeBuilder::default();
            let found = read_record_in(format, words, text, at, &mut builder);
            assert!(found.end > at && found.end <= text.len());
            if found.is_record() {
                let _ = replay(builder.finish(), text, &Options::default());
            }
            at = found.end;
        }
    }
});
