//! Corrections keep the notation that a record, or a word of it, is written in, and leave nothing of what they take out.

use super::{GAME, mended, repairs};
use scoresheet::repair::Patch;

/// The same in long notation.
const LONG: &str = "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5xc6 d7xc6 5. O-O f7-f6 6. d2-d4 e5xd4 7. Nf3xd4 c6-c5 8. Nd4-b3 Qd8xd1 9. Rf1xd1 Bc8-g4 *\n";

#[test]
fn long_notation_stays_long() {
    for (right, wrong) in [
        ("Bf1-b5", "Bf1-b6"),
        ("Nf3xd4", "Nf3xd5"),
        ("d2-d4", "d2-d5"),
        ("8. Nd4-b3 Qd8xd1", "8. Qd8xd1 Nd4-b3"),
        ("8. Nd4-b3 Qd8xd1", "8. Nd4-b3"),
        ("2. Ng1-f3 Nb8-c6", "2. Ng1-f9 Nb8-c6"),
    ] {
        let printed = LONG.replacen(right, wrong, 1);
        assert_ne!(printed, LONG, "{right}");
        assert_eq!(mended("chess", &printed), LONG, "{wrong}");
    }
}

#[test]
fn a_long_word_in_a_short_game_stays_long_and_a_short_one_short() {
    for (wrong, right) in [
        ("Bf1-b6", "Bf1-b5"),
        ("Bf1–b6", "Bf1–b5"),
        ("Bf1b6", "Bf1b5"),
    ] {
        let [printed, corrected] = [wrong, right].map(|word| GAME.replacen("Bb5", word, 1));
        assert_eq!(mended("chess", &printed), corrected);
    }
    let [printed, corrected] = ["Bb6", "Bb5"].map(|word| LONG.replacen("Bf1-b5", word, 1));
    assert_eq!(mended("chess", &printed), corrected);
}

/// A move that is taken out takes its signs along, however far apart they stand; what is said of it stays.
#[test]
fn no_sign_of_a_move_stays_behind() {
    for (place, surplus, title, left) in [
        (
            "5. O-O f6",
            "5. O-O Bd6 $6 {so} $14 f6",
            "without 5... Bd6",
            "5. O-O {so} f6",
        ),
        ("6. d4", "6. Ra1 $2 $14 d4", "without 6. Ra1", "6. d4"),
    ] {
        let printed = GAME.replacen(place, surplus, 1);
        let found = repairs("chess", &printed);
        let corrections = found.iter().flat_map(|repair| &repair.corrections);
        let named = corrections.clone().find(|one| one.title == title);
        let named =
            named.unwrap_or_else(|| panic!("{title}: {:#?}", corrections.collect::<Vec<_>>()));
        let patch = Patch::new(named.edits.clone()).expect("edits apart");
        assert_eq!(patch.apply(&printed), GAME.replacen(place, left, 1));
    }
}
