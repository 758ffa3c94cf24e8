//! Where the bulk path says "clean", the full path has nothing to report but its notes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet::diag::Severity;
use scoresheet::record::TreeBuilder;
use scoresheet::replay::{FastCheck, Options, replay};
use scoresheet::syntax::{Format, read_record};

fuzz_target!(|text: &str| {
    let options = Options::default();
    for level in [Severity::Error, Severity::Warning, Severity::Note] {
        let mut check = FastCheck::new(&options, level);
        let mut at = 0;
        while at < text.len() {
            let mut builder = TreeBuilder::default();
            let found = read_record(Format::Pgn, text, at, &mut builder);
            check.begin();
            assert_eq!(read_record(Format::Pgn, text, at, &mut check), found);
            if found.is_record() && check.finish() {
                let replay = replay(builder.finish(), text, &options);
                let told = replay.diagnostics.iter().filter(|finding| finding.severity() >= level);
                assert!(told.eq(check.notes()));
            }
            at = found.end;
        }
    }
});
