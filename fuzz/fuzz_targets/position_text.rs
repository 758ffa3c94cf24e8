//! A position text that is read is written canonically, and that is read back as the same position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet::rules::{RuleSet, Rules};
use scoresheet::with_rules;

fn check<R: Rules>(rules: &R, text: &str) {
    if let Ok(position) = rules.read_position(text, &mut Vec::new()) {
        let mut written = String::new();
        rules.write_position(&position, &mut written);
        let back = rules.read_position(&written, &mut Vec::new());
        assert!(back == Ok(position), "{text:?} written as {written:?}");
        let mut moves = Vec::new();
        rules.legal_moves(&back.expect("just compared"), &mut moves);
    }
}

fuzz_target!(|text: &str| {
    for about in RuleSet::ABOUT {
        let set = RuleSet::from_spec(about.name).expect("a name in the table");
        with_rules!(&set, rules => check(rules, text));
    }
});
