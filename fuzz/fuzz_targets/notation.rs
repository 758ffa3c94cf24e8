//! A word that is read ends within the text and on a boundary, and reads the same alone.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet::notation::read_word;

fuzz_target!(|text: &str| {
    if let Some(read) = read_word(text) {
        assert!(read.len > 0);
        let word = &text[..read.len];
        assert_eq!(read_word(word), Some(read));
    }
});
