//! What the bulk path asks in short agrees with what the rules say in full, on random games.

use super::{Board, CHESS, Move, position, san};
use crate::notation::letters::Letters;
use crate::notation::{Role, San};
use crate::rules::chess::moves::{Moves, Scope};
use crate::rules::{Outlook, Rules};
use proptest::prelude::*;
use std::ops::ControlFlow;

const STARTS: [&str; 5] = [
    super::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/RNBQKBNR w KQ - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
];

/// Plays at most `picks.len()` moves, and tells of each the positions before and after.
fn walk(start: &str, picks: &[u16], mut each: impl FnMut(&Board, Move, &Board)) {
    let (mut here, mut moves) = (position(&CHESS, start), Vec::new());
    for &pick in picks {
        CHESS.legal_moves(&here, &mut moves);
        let Some(&chosen) = moves.get(usize::from(pick) % moves.len().max(1)) else {
            break;
        };
        let before = here;
        CHESS.play(&mut here, chosen);
        each(&before, chosen, &here);
    }
}

proptest! {
    #[test]
    fn an_outlook_tells_checks_and_what_moves_are_safe(
        start in proptest::sample::select(&STARTS[..]),
        picks in proptest::collection::vec(any::<u16>(), 60),
    ) {
        walk(start, &picks, |_, _, here| {
            let outlook = CHESS.outlook(here);
            let attacked = !here.checkers().is_empty();
            assert_eq!(outlook == Outlook::Attacked, attacked);
            if outlook == Outlook::Sheltered {
                let _ = here.pseudo_legal(Scope::ALL, &mut |moves: Moves| {
                    moves.for_each(|r#move| {
                        assert!(r#move.role == Role::King || here.keeps_king_safe(r#move));
                    });
                    ControlFlow::Continue(())
                });
            }
        });
    }

    #[test]
    fn plain_words_resolve_as_their_forms_do(
        start in proptest::sample::select(&STARTS[..]),
        picks in proptest::collection::vec(any::<u16>(), 60),
    ) {
        walk(start, &picks, |before, r#move, _| {
            let written = san(before, r#move);
            if let Some(word) = San::read(written.as_bytes()) {
                assert_eq!(word.to_string(), written);
                let in_full = CHESS.resolve(before, &word.form(), &Letters::ENGLISH);
                assert_eq!(in_full, Some(r#move), "{written}");
                for outlook in [Outlook::Unknown, CHESS.outlook(before)] {
                    let in_short = CHESS.resolve_san(before, outlook, word, &Letters::ENGLISH);
                    assert_eq!(in_short, in_full, "{written} {outlook:?}");
                }
            }
        });
    }
}
