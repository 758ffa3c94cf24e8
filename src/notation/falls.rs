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
use nom::combinator::{fail, map, opt, peek, success, verify};
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

/// `spaced-move = [ any-letter ] full-square spaced-mark full-square`, where that cannot be two moves
pub(super) fn spaced_move(input: &str) -> PResult<'_, PieceMoveText> {
    let way = || (full_square, spaced_mark, full_square);
    let lettered = (map(any_letter, Some), way());
    let bare = way().map(|way| (None, way));
    let (rest, (piece, (from, spaced, to))) = alt((lettered, bare)).parse(input)?;
    let man = full(piece, from, spaced.mark, to);
    let one_line = !input[..input.len() - rest.len()].contains(['\n', '\r']);
    let promotes = is_last_rank(to) && (spaces, char('=')).parse(rest).is_ok();
    // `e4 - e5` may be two moves; behind an asterisk a new game may begin, behind a colon what prose has announced.
    let one_move = match spaced.mark.0 {
        CaptureMark::Capture if spaced.colon => fall(man).parse(rest).is_ok(),
        CaptureMark::Capture => !spaced.star,
        CaptureMark::Dash | CaptureMark::None => {
            let one_sided = piece.is_some() && spaced.before != spaced.after;
            one_sided || is_first_step(man, from) || fall(man).parse(rest).is_ok()
        }
    };
    if promotes || one_line && one_move {
        Ok((rest, man))
    } else {
        fail().parse(input)
    }
}

/// A mark between squares, perhaps with blanks.
struct Spaced {
    mark: Mark,
    /// Whether the mark is an asterisk.
    star: bool,
    /// Whether it is a colon.
    colon: bool,
    /// Whether blanks stand before it, and after it.
    before: bool,
    after: bool,
}

/// `spaced-mark = { space } ( dash { space } | capture { space } [ any-letter ] )`
fn spaced_mark(input: &str) -> PResult<'_, Spaced> {
    let (rest, before) = spaces.parse(input)?;
    let plain = map((dash, spaces), |(mark, after)| (mark, after, None));
    let (after_mark, (capture, after, captured)) =
        alt((plain, (capture, spaces, named))).parse(rest)?;
    let spaced = Spaced {
        mark: (capture, captured),
        star: rest.starts_with('*'),
        colon: rest.starts_with(':'),
        before: before > 0,
        after: after > 0,
    };
    Ok((after_mark, spaced))
}

/// Whether it is what pawns do first: from their own second rank straight on. A piece that has just arrived there, and
/// then a move of the other side, is not to be expected.
fn is_first_step(man: PieceMoveText, from: Square) -> bool {
    man.piece.is_none()
        && from.file() == man.to.file()
        && matches!((from.rank(), man.to.rank()), (1, 2..=3) | (6, 4..=5))
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

/// `fall = ( spaced-mark full-square | square | "/" square ) { full-mark full-square | square }`: blanks
/// where the word is no other move's, the second form after two squares, the third after a piece's square and on its
/// file, or after a capture
pub(super) fn fall<'s>(
    man: PieceMoveText,
) -> impl Parser<&'s str, Output = FallText, Error = SyntaxError> {
    let marked = move |input: &'s str| {
        let (rest, (spaced, to)) = (spaced_mark, full_square).parse(input)?;
        let one_line = !input[..input.len() - rest.len()].contains(['\n', '\r']);
        let prose = spaced.colon && !spaced.before;
        let own = one_line && !spaced.star && !prose && man.goes_on_to(spaced.mark.0, to);
        if (spaced.before || spaced.after) && !own {
            return fail().parse(input);
        }
        Ok((rest, fallen(spaced.mark, to)))
    };
    let full = man.from().is_some();
    let bare = map(verify(square, move |_| full), unmarked);
    let captures = man.capture == CaptureMark::Capture;
    let piece = man.piece.is_some() || man.promotion.is_some();
    let slash = map(
        verify(preceded(char('/'), square), move |to| {
            piece && (captures || to.file() == man.to.file())
        }),
        unmarked,
    );
    let more = many0_count(alt((
        map((full_mark, full_square), |(_, to)| to),
        verify(square, move |_| full),
    )));
    map((alt((marked, bare, slash)), more), |(fall, more)| {
        FallText {
            further: more > 0,
            ..fall
        }
    })
}

impl PieceMoveText {
    /// Whether a mark and a square apart from the word are its fall rather than the other side's move.
    fn goes_on_to(&self, mark: CaptureMark, to: Square) -> bool {
        let full = self.from().is_some();
        match mark {
            CaptureMark::Capture => full || self.capture == CaptureMark::Capture,
            CaptureMark::Dash | CaptureMark::None => {
                let near = self.piece.is_some() || to.rank().abs_diff(self.to.rank()) == 1;
                full && near && to.file() == self.to.file()
            }
        }
    }
}

/// `arrow-fall = { space } [ "(" { space } ] arrow { space } fallen [ { space } ")" ]`, behind a whole origin, a capture or
/// a promotion
pub(super) fn arrow_fall<'s>(
    man: PieceMoveText,
) -> impl Parser<&'s str, Output = FallText, Error = SyntaxError> {
    let falls =
        man.promotion.is_some() || man.from().is_some() || man.capture == CaptureMark::Capture;
    let opening = (
        verify(spaces, move |_| falls),
        opt((char('('), spaces)),
        arrow,
        spaces,
    );
    terminated(preceded(opening, fallen_piece), opt((spaces, char(')'))))
}

/// `bracket-fall = { space } "(" { space } fallen { space } ")"`, straight behind the square of a promotion: with blanks
/// before it a move in full, with another letter than that of the promotion none
pub(super) fn bracket_fall<'s>(
    man: PieceMoveText,
) -> impl Parser<&'s str, Output = FallText, Error = SyntaxError> {
    let full = man.from().is_some();
    let opening = (
        verify(spaces, move |&blanks| blanks == 0 || full),
        char('('),
        spaces,
    );
    let inside = delimited(opening, fallen_piece, (spaces, char(')')));
    verify(inside, move |fall| {
        let near = fall.to.rank().abs_diff(man.to.rank()) == 1;
        near && fall.to.file() == man.to.file()
            && fall
                .piece
                .is_none_or(|letter| man.promotion == Some(letter))
    })
}

/// `fallen = [ any-letter { space } ] [ ( dash | capture [ any-letter ] ) { space } ] full-square`
fn fallen_piece(input: &str) -> PResult<'_, FallText> {
    let taken = || {
        let plain = map((dash, spaces), |(mark, _)| (mark, None));
        let capture = (terminated(capture, spaces), named);
        map(opt(alt((plain, capture))), Option::unwrap_or_default)
    };
    let lettered = (
        map(terminated(any_letter, spaces), Some),
        taken(),
        full_square,
    );
    let bare = (success(None), taken(), full_square);
    map(alt((lettered, bare)), |(piece, mark, to)| FallText {
        piece,
        ..fallen(mark, to)
    })
    .parse(input)
}

/// `arrow = "→" | "->" | "=>" | ">"`
fn arrow(input: &str) -> PResult<'_, &str> {
    alt((tag("→"), tag("->"), tag("=>"), tag(">"))).parse(input)
}

/// A fall of which only the square is written.
fn unmarked(to: Square) -> FallText {
    fallen(Mark::default(), to)
}

fn fallen((capture, captured): Mark, to: Square) -> FallText {
    FallText {
        capture,
        captured,
        to,
        piece: None,
        further: false,
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
