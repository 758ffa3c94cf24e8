//! Whatever the record, corrections can be made and touch nothing but what they say; what is called the only one leaves
//! no such fault there.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet::record::TreeBuilder;
use scoresheet::repair::{Bounds, Patch, Reading, repair};
use scoresheet::replay::Options;
use scoresheet::syntax::{Format, read_record_in};

/// Less than the program tries, so that many inputs are seen.
const BOUNDS: Bounds = Bounds { positions: 20_000, edits: 2, beam: 8 };

fuzz_target!(|text: &str| {
    let options = Options::default();
    for format in [Format::Text, Format::Pgn, Format::Coords] {
        let mut at = 0;
        while at < text.len() {
            let mut builder = TreeBuilder::default();
            let found = read_record_in(format, None, text, at, &mut builder);
            if found.is_record() {
                corrections_can_be_made(&text[at..found.end], Reading { format, options: &options });
            }
            at = found.end;
        }
    }
});

fn corrections_can_be_made(text: &str, reading: Reading<'_>) {
    let Some(replay) = reading.read(text) else { return };
    for mended in repair(&replay, text, reading, BOUNDS) {
        for one in &mended.corrections {
            let patch = Patch::new(one.edits.clone()).expect("edits apart");
            let corrected = patch.apply(text);
            let (mut rest, mut at) = (corrected.as_str(), 0);
            for edit in patch.edits() {
                let kept = rest.strip_prefix(&text[at..edit.span.start as usize]);
                rest = kept.and_then(|rest| rest.strip_prefix(&edit.text)).expect("other bytes stay");
                at = edit.span.end as usize;
            }
            assert_eq!(rest, &text[at..]);
            assert!(one.proven || !one.unique);
            if !one.unique || mended.follows {
                continue;
            }
            let replay = reading.read(&corrected).expect("a record");
            for again in repair(&replay, &corrected, reading, BOUNDS) {
                let there = patch.before(again.finding.span) == Some(mended.finding.span);
                assert!(!(there && again.finding.code == mended.finding.code));
            }
        }
    }
}
