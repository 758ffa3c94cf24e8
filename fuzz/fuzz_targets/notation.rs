//! A word that is read ends within the text and on a boundary, and reads the same alone.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet::notation::read_word;
use scoresheet::notation::stones::{read_spaced_stone_turn, read_stone_turn};

fuzz_target!(|text: &str| {
    if let Some(read) = read_word(text) {
        assert!(read.len > 0);
        let word = &text[..read.len];
        assert_eq!(read_word(word), Some(read));
    }
    for read_turn in [read_stone_turn, read_spaced_stone_turn] {
        if let Some(read) = read_turn(text) {
            assert!(read.len > 0);
            assert_eq!(read_turn(&text[..read.len]), Some(read));
        }
    }
});
