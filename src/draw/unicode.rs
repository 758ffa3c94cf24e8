//! The board in figurines.

use super::{Frame, Options, grid};
use crate::notation::Role;
use crate::rules::BoardView;

const FRAME: Frame = Frame {
    top: ['┌', '┐'],
    bottom: ['└', '┘'],
    across: '─',
    down: '│',
};
const WHITE: [char; 6] = ['♙', '♘', '♗', '♖', '♕', '♔'];
const BLACK: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];

/// Figurines, outlined for White and filled for Black, and dots for vacant cells.
#[must_use]
pub fn unicode(view: &BoardView, options: Options) -> String {
    grid(view, options, &FRAME, |letter| {
        match Role::from_letter(letter) {
            Some(role) if letter.is_ascii_uppercase() => WHITE[role as usize],
            Some(role) => BLACK[role as usize],
            None if letter == '.' => '·',
            None => letter,
        }
    })
}
