//! The board in figurines.

use super::Options;
use super::grid::{Frame, Signs};
use crate::notation::Role;

pub(super) const SIGNS: Signs = Signs {
    frame: Frame {
        top: ['┌', '┐'],
        bottom: ['└', '┘'],
        across: '─',
        down: '│',
        leaning: ['╱', '╲'],
    },
    cell,
    stone,
};
const WHITE: [char; 6] = ['♙', '♘', '♗', '♖', '♕', '♔'];
const BLACK: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];

/// Figurines, outlined for White and filled for Black, and dots for vacant cells.
fn cell(letter: char, _options: Options) -> char {
    match Role::from_letter(letter) {
        Some(role) if letter.is_ascii_uppercase() => WHITE[role as usize],
        Some(role) => BLACK[role as usize],
        None if letter == '.' => '·',
        None => letter,
    }
}

/// A ring for Red, a disc for Black.
fn stone(letter: char) -> char {
    match letter {
        'r' => '○',
        'b' => '●',
        _ => '·',
    }
}
