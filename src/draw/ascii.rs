//! The board in letters, as scores print it; what it prints is read back as a printed board.

use super::Options;
use super::grid::{Frame, Signs};

pub(super) const SIGNS: Signs = Signs {
    frame: Frame {
        top: ['+', '+'],
        bottom: ['+', '+'],
        across: '-',
        down: '|',
        leaning: ['/', '\\'],
    },
    cell,
    stone: |letter| letter,
};

fn cell(letter: char, options: Options) -> char {
    match (letter, options.legend) {
        ('P', Some(white_pawn)) => white_pawn,
        _ => letter,
    }
}
