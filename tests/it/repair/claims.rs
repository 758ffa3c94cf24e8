//! What a record claims besides its moves: results, numbers, boards and position texts.

use super::{first, mended, options, read, repairs};
use scoresheet::repair::{Bounds, Patch, Reading, hint, repair};
use scoresheet::syntax::Format;

/// Results, numbers, boards and position texts.
#[test]
fn claims_are_mended() {
    let fool = "1. f3 e5 2. g4 Qh4# ";
    let tagged = |tag: &str, marker: &str| format!("[Result \"{tag}\"]\n\n{fool}{marker}\n");
    let mend = |printed: &str| mended("chess", printed);
    assert_eq!(mend(&tagged("0-1", "1-0")), tagged("0-1", "0-1"));
    assert_eq!(mend(&tagged("1-0", "0-1")), tagged("0-1", "0-1"));
    let differ = repairs("chess", "[Result \"1-0\"]\n\n1. e4 0-1\n");
    let titles: Vec<_> = differ[0]
        .corrections
        .iter()
        .map(|one| (one.title.as_str(), one.unique))
        .collect();
    assert_eq!(
        titles,
        [
            ("write 0-1 in the Result tag", false),
            ("write 1-0 at the end", false)
        ]
    );
    assert_eq!(
        mend("1. e4 e5 2. Nf3 Nc6 2. Bb5 a6 3. Ba4 *\n"),
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *\n"
    );
    let start = |fen: &str| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. Kd2 *\n");
    assert_eq!(
        mend(&start("4k3/8/8/8/8/8/8/4K3 w - - 0 0")),
        start("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    );
}

/// The corrections of a record: title, proven, unique.
fn told(rules: &str, printed: &str) -> Vec<(String, bool, bool)> {
    let found = repairs(rules, printed);
    let corrections = found.into_iter().flat_map(|repair| repair.corrections);
    corrections
        .map(|one| (one.title, one.proven, one.unique))
        .collect()
}

/// Tag and end marker are corrected together, and surely where one of them or a mark agrees with the rules.
#[test]
fn a_result_that_the_rules_prove_is_written_in_both_places() {
    let fool = "1. f3 e5 2. g4 Qh4";
    let scholar = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#";
    for (printed, title, unique) in [
        (
            format!("[Result \"1-0\"]\n\n{fool}# 1-0\n"),
            "write 0-1 in the Result tag and at the end",
            true,
        ),
        (
            format!("[Result \"1-0\"]\n\n{fool} 1-0\n"),
            "write 0-1 in the Result tag and at the end",
            false,
        ),
        (
            format!("[Result \"1-0\"]\n\n{scholar} *\n"),
            "write 1-0 at the end",
            true,
        ),
        (
            format!("[Result \"*\"]\n\n{scholar} 1-0\n"),
            "write 1-0 in the Result tag",
            true,
        ),
    ] {
        assert_eq!(
            told("chess", &printed),
            [(title.to_owned(), true, unique)],
            "{printed}"
        );
        let again = mended("chess", &printed);
        assert_eq!(told("chess", &again), [], "{again}");
    }
}

fn with_start(fen: &str, moves: &str) -> String {
    format!("[FEN \"{fen}\"]\n\n{moves} *\n")
}

/// A position text that can be read is no proof; the moves are.
#[test]
fn no_correction_of_a_start_is_proven_by_nothing() {
    let check = with_start("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "1. Re7+ Kd8 2. Rf7");
    let found = told("chess", &check);
    assert_eq!(found, [("let Black move".to_owned(), false, false)]);
}

/// What stands in a position text shows by the moves.
#[test]
fn a_misprint_in_a_start_is_found() {
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6";
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (right, wrong) in [
        ("RNBQKBNR", "RNBQQBNR"),
        (" w ", " x "),
        ("/8/8/8/8/", "/8/9/8/8/"),
        ("pppppppp/", "pppppppp"),
    ] {
        let printed = with_start(&usual.replacen(right, wrong, 1), game);
        let best = first("chess", &printed);
        assert!(best.proven && best.unique, "{wrong}: {best:#?}");
        assert_eq!(mended("chess", &printed), with_start(usual, game));
    }
    for (right, wrong) in [("pppppppp", "ppppppp"), ("8/8/8/8", "8/8/8")] {
        let printed = with_start(&usual.replacen(right, wrong, 1), game);
        let best = first("chess", &printed);
        assert!(best.proven && !best.unique, "{wrong}: {best:#?}");
        assert_eq!(mended("chess", &printed), with_start(usual, game));
    }
    let kings = |row: &str| with_start(&format!("4k3/8/8/8/8/8/8/{row} w - - 0 1"), "1. Kd2");
    for wrong in ["4K4", "4K2"] {
        let titles: Vec<_> = told("chess", &kings(wrong))
            .into_iter()
            .filter(|(_, proven, unique)| *proven && !unique)
            .map(|(title, ..)| title)
            .collect();
        let title = format!("write `4K3` for `{wrong}` in field 1");
        assert!(titles.contains(&title), "{titles:?}");
    }
}

/// A king that is on no cell was lost from a vacant one, which the moves tell.
#[test]
fn a_lost_king_is_put_back() {
    for (rows, step, title) in [
        ("7p/8/2K5", "Kc2", "write `k7` for `8` in field 1"),
        ("7p/2K5/8", "Kc1", "write `k1K5` for `2K5` in field 1"),
    ] {
        let start = format!("8/8/8/8/8/{rows} b - - 0 1");
        let printed = with_start(&start, &format!("1... Ka1 2. {step} h2"));
        assert_eq!(told("chess", &printed), [(title.to_owned(), true, true)]);
    }
}

/// A remedy is the only one where the moves say so.
#[test]
fn a_lone_remedy_of_a_start_is_unique_by_the_moves_only() {
    let check = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1";
    for (moves, only) in [
        ("1... Kd7 2. Rd2+ Kc6", true),
        ("1. Re7+ Kd8 2. Rf7", false),
        ("", false),
    ] {
        let text = with_start(check, moves);
        let mut replay = read(&text, &options("chess"));
        hint(&mut replay, &text);
        let fix = &replay.diagnostics[0].fixes[0];
        assert_eq!(fix.title, "let Black move");
        assert_eq!(fix.unique, only, "{moves}");
    }
}

#[test]
fn a_misprint_in_a_start_of_stones_is_found() {
    let stones = |rows: &str| format!("[Variant \"Inertia\"]\n[Position \"{rows} r p -\"]\n\n*\n");
    let printed = stones("8/8/8/8/8/8/8/9");
    assert_eq!(mended("inertia", &printed), stones("8/8/8/8/8/8/8/8"));
    let hopeless = repairs("inertia", &stones("8/8/8/8/8/8/x/y"));
    assert_eq!(hopeless.len(), 1, "a fault without a correction is one");
    assert!(hopeless[0].corrections.is_empty());
}

/// A cell of a printed board is as soon wrong as a move.
#[test]
fn a_printed_board_is_mended_by_its_cell() {
    let board = "\n  r n b q k b n r\n  p p p p p p p p\n  . . . . . . . .\n  . . . . . . . .\n  . . . . P . . .\n  . . . . . . . .\n  P P P P . P P P\n  R N B Q K B N R\n";
    let score = format!("1. e4 *\n{board}");
    let wrong = score.replace("r n b q k b n r", "r n b q k b . r");
    let options = options("chess");
    let reading = Reading {
        format: Format::Text,
        options: &options,
    };
    let replay = reading.read(&wrong).expect("a record");
    let found = repair(&replay, &wrong, reading, Bounds::FULL);
    let best = &found[0].corrections[0];
    assert!(best.proven && best.unique, "{found:#?}");
    assert!(best.title.ends_with(": `n` on g8"), "{}", best.title);
    let patch = Patch::new(best.edits.clone()).expect("edits apart");
    assert_eq!(patch.apply(&wrong), score);
}
