//! Any text is read to its end and replayed, whatever it is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet::record::TreeBuilder;
use scoresheet::replay::{Options, replay};
use scoresheet::syntax::{Format, read_record};

fuzz_target!(|text: &str| {
    for format in [Format::Text, Format::Pgn, Format::Coords, Format::Sgf] {
        let mut at = 0;
        while at < text.len() {
            let mut builder = TreeBuilder::default();
            let found = read_record(format, text, at, &mut builder);
            assert!(found.end > at && found.end <= text.len());
            if found.is_record() {
                let _ = replay(builder.finish(), text, &Options::default());
            }
            at = found.end;
        }
    }
});
