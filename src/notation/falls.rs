//! Moves written in full, as problem scores have them, and their second operation: `Ta5×c5×c4`, `b7-b8=C(→Cb7)`,
//! `Bc4/c3`, `a5c5c4`.

use super::Square;
use super::chess::{
    CaptureMark, FallText, Letter, PieceMoveText, any_letter, capture, dash, rank, square,
};
use crate::parse::{PResult, SyntaxError, char_as, char_that};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::char;
use nom::combinator::{map, opt, peek, verify};
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded, terminated};

/// The mark before a square and the letter of what is captured there.
type Mark = (CaptureMark, Option<Letter>);

/// `full-move = [ any-letter ] full-square full-mark full-square`
///
/// Here, and here only, a letter that names a file may be a piece: `ca7-b5`, `fc8-h3×h4`.
pub(super) fn full_move(input: &str) -> PResult<'_, PieceMoveText> {
    let way = || (full_square, full_mark, full_square);
    let lettered = (map(any_letter, Some), way());
    let bare = way().map(|way| (None, way));
    map(alt((lettered, bare)), |(piece, (from, mark, to))| {
        full(piece, from, mark, to)
    })
    .parse(input)
}

/// `spaced-move = full-square { space } full-mark { space } full-square`, before `{ space } "="` and onto the last
/// rank
pub(super) fn spaced_move(input: &str) -> PResult<'_, PieceMoveText> {
    let target = verify(full_square, |to| is_last_rank(*to));
    let way = (
        full_square,
        spaces,
        full_mark,
        spaces,
        terminated(target, peek((spaces, char('=')))),
    );
    map(way, |(from, _, mark, _, to)| full(None, from, mark, to)).parse(input)
}

fn full(piece: Option<Letter>, from: Square, mark: Mark, to: Square) -> PieceMoveText {
    let (capture, captured) = mark;
    PieceMoveText {
        piece,
        from_file: Some(from.file()),
        from_rank: Some(from.rank()),
        capture,
        captured,
        ..PieceMoveText::to(to)
    }
}

/// `fall = full-mark full-square | square | "/" square`: the second form after two squares without a mark, the third
/// after a piece's square and on its file
pub(super) fn fall<'s>(
    man: PieceMoveText,
) -> impl Parser<&'s str, Output = FallText, Error = SyntaxError> {
    let marked = map((full_mark, full_square), |((capture, captured), to)| {
        FallText {
            capture,
            captured,
            to,
        }
    });
    let coordinates = man.from().is_some() && man.capture == CaptureMark::None;
    let bare = map(verify(square, move |_| coordinates), unmarked);
    let piece = man.piece.is_some() || man.promotion.is_some();
    let slash = map(
        verify(preceded(char('/'), square), move |to| {
            piece && to.file() == man.to.file()
        }),
        unmarked,
    );
    alt((marked, bare, slash))
}

/// `promoted-fall = { space } "(" { space } arrow { space } letter { space } [ capture { space } [ any-letter ] ]
/// full-square { space } ")"`, the letter that of the promotion
pub(super) fn promoted_fall<'s>(
    promotion: Letter,
) -> impl Parser<&'s str, Output = FallText, Error = SyntaxError> {
    let opening = (spaces, char('('), spaces, arrow, spaces);
    let letter = terminated(
        verify(any_letter, move |&letter| letter == promotion),
        spaces,
    );
    let taken = opt((terminated(capture, spaces), named));
    map(
        delimited(
            opening,
            (preceded(letter, taken), full_square),
            (spaces, char(')')),
        ),
        |(taken, to)| {
            let (capture, captured) = taken.unwrap_or_default();
            FallText {
                capture,
                captured,
                to,
            }
        },
    )
}

/// `arrow = "→" | "->"`
fn arrow(input: &str) -> PResult<'_, &str> {
    alt((tag("→"), tag("->"))).parse(input)
}

/// A fall of which only the square is written.
fn unmarked(to: Square) -> FallText {
    FallText {
        capture: CaptureMark::None,
        captured: None,
        to,
    }
}

/// `full-mark = dash | capture [ any-letter ]`
fn full_mark(input: &str) -> PResult<'_, Mark> {
    alt((map(dash, |mark| (mark, None)), (capture, named))).parse(input)
}

/// `[ any-letter ]`, the letter before a square: in `×c4` the `c` is a file, in `×cc4` the first one a piece
fn named(input: &str) -> PResult<'_, Option<Letter>> {
    opt(terminated(any_letter, peek(full_square))).parse(input)
}

/// `full-square = ( file | "é" | "ç" ) rank`: French programs print files e and c so
pub(super) fn full_square(input: &str) -> PResult<'_, Square> {
    let file = char_as("a file", |c| match c {
        'a'..='h' => Some(c as u8 - b'a'),
        'ç' => Some(2),
        'é' => Some(4),
        _ => None,
    });
    map((file, rank), |(file, rank)| Square::new(file, rank)).parse(input)
}

/// `{ space }`, with `space = blank | line-end`
pub(super) fn spaces(input: &str) -> PResult<'_, usize> {
    let space = char_that("a blank", |c| matches!(c, ' ' | '\t' | '\r' | '\n'));
    many0_count(space).parse(input)
}

/// Whether pawns are promoted there.
pub(super) const fn is_last_rank(square: Square) -> bool {
    matches!(square.rank(), 0 | 7)
}
