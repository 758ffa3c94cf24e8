//! The board in letters, as scores print it; what it prints is read back as a printed board.

use super::{Frame, Options, grid};
use crate::rules::BoardView;

const FRAME: Frame = Frame {
    top: ['+', '+'],
    bottom: ['+', '+'],
    across: '-',
    down: '|',
};

/// Eight lines of `. . p` cells, White in capitals.
#[must_use]
pub fn ascii(view: &BoardView, options: Options) -> String {
    let white_pawn = options.legend.unwrap_or('P');
    grid(view, options, &FRAME, |letter| {
        if letter == 'P' { white_pawn } else { letter }
    })
}
