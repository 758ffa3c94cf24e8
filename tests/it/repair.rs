//! Corrections as a specification: each kind of slip, what is touched and what is not, and the six games by brute force.

mod claims;
mod spelling;

use crate::support::{cases, fixtures, format_of, replay_all, root, text};
use proptest::prelude::{any, prop, proptest};
use scoresheet::notation::letters::Letters;
use scoresheet::notation::{WordForm, read_word};
use scoresheet::record::TreeBuilder;
use scoresheet::repair::{Bounds, Correction, Patch, Reading, Repair, repair};
use scoresheet::replay::{Options, Replay, replay};
use scoresheet::rules::inertia_chess::InertiaChess;
use scoresheet::rules::{RuleSet, Rules};
use scoresheet::syntax::{Format, read_record_in};
use std::sync::LazyLock;

fn options(rules: &str) -> Options {
    Options {
        rules: Some(RuleSet::from_spec(rules).expect("a rule set")),
        ..Options::default()
    }
}

fn read(text: &str, options: &Options) -> Replay {
    let mut builder = TreeBuilder::default();
    let words = options.rules.as_ref().map(RuleSet::words);
    read_record_in(Format::Pgn, words, text, 0, &mut builder);
    replay(builder.finish(), text, options)
}

fn repairs(rules: &str, text: &str) -> Vec<Repair> {
    let options = options(rules);
    let reading = Reading {
        format: Format::Pgn,
        options: &options,
    };
    repair(&read(text, &options), text, reading, Bounds::FULL)
}

fn first(rules: &str, text: &str) -> Correction {
    let repairs = repairs(rules, text);
    let corrections = repairs.into_iter().flat_map(|repair| repair.corrections);
    corrections
        .into_iter()
        .next()
        .unwrap_or_else(|| panic!("no correction of {text}"))
}

/// The text under its best correction, which must prove itself.
fn mended(rules: &str, text: &str) -> String {
    let best = first(rules, text);
    assert!(best.proven, "{text}: {best:#?}");
    let patch = Patch::new(best.edits).expect("edits apart");
    let corrected = patch.apply(text);
    assert!(read(&corrected, &options(rules)).is_valid(), "{corrected}");
    corrected
}

/// A short game whose every move matters.
const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 8. Nb3 Qxd1 9. Rxd1 Bg4 10. f3 Be6 11. Nc3 Bd6 12. Be3 b6 13. a4 O-O-O 14. a5 Kb7 15. e5 Be7 16. Rxd8 Bxd8 17. Ne4 Kc6 18. axb6 cxb6 19. Nbxc5 *\n";

/// Each slip of the game is undone, whatever else would be legal.
#[test]
fn slips_in_a_game_of_chess_are_undone() {
    for (right, wrong) in [
        ("3. Bb5", "3. Bh5"),
        ("3. Bb5", "3. Bb6"),
        ("3. Bb5", "3. Lb5"),
        ("3. Bb5", "3. B5b"),
        ("4. Bxc6", "4. Rxc6"),
        ("5. O-O", "5. O-O-O"),
        ("9. Rxd1", "9. xd1"),
        ("12. Be3", "12. e3"),
        ("4. Bxc6 dxc6", "4. Bxc6 Bxc6 dxc6"),
        ("4. Bxc6 dxc6", "4. dxc6 Bxc6"),
        ("8. Nb3 Qxd1", "8. Qxd1 Nb3"),
        ("8. Nb3 Qxd1", "8. Nb3"),
        ("9. Rxd1 Bg4", "9. Bg4"),
        (
            "7. Nxd4 c5 8. Nb3 Qxd1",
            "7. Nxd4 c5 7. Nxd4 c5 8. Nb3 Qxd1",
        ),
        ("2. Nf3 Nc6", "2. Nf9 Nc6"),
    ] {
        let printed = GAME.replacen(right, wrong, 1);
        assert_ne!(printed, GAME, "{right}");
        assert_eq!(mended("chess", &printed), GAME, "{wrong}");
    }
}

#[test]
fn what_a_board_records_after_the_game_is_taken_out() {
    let mate = "1. f3 e5 2. g4 Qh4# ";
    assert_eq!(
        mended("chess", &format!("{mate}3. Ke4 Kd5 0-1\n")),
        format!("{} 0-1\n", mate.trim_end())
    );
    let resigned = GAME.replace(" *", " 20. Ke5 1-0");
    assert_eq!(mended("chess", &resigned), GAME.replace('*', "1-0"));
}

#[test]
fn a_lost_pair_is_put_back_where_the_numbers_jump() {
    let printed = GAME.replace(" 4. Bxc6 dxc6", "");
    assert_eq!(mended("chess", &printed), GAME);
    let best = first("chess", &printed);
    assert!(!best.unique && best.size == 2, "{best:#?}");
}

/// The numbers alone do not tell whether one of them is wrong or moves are missing, or written twice.
#[test]
fn a_number_that_the_rest_follows_is_never_the_only_correction() {
    let called = |printed: &str| -> Vec<(String, bool)> {
        let found = repairs("chess", printed);
        let corrections = found.into_iter().flat_map(|repair| repair.corrections);
        corrections.map(|one| (one.title, one.unique)).collect()
    };
    for (printed, title) in [
        (
            "1. Nf3 Nf6 3. Nc3 *\n",
            "write 2 for the number 3, if no moves are missing before it",
        ),
        (
            "1. Nf3 Nf6 3. Nc3 Nc6 4. e4 *\n",
            "write 2 for the number 3, and count on in the number after it, if no moves are missing before it",
        ),
        (
            "1. Nf3 Nf6 2. Ng1 Ng8 2. Nf3 Nf6 *\n",
            "write 3 for the number 2, if no moves before it are written twice",
        ),
    ] {
        assert_eq!(called(printed), [(title.to_owned(), false)], "{printed}");
    }
    let alone = called("1. Nf3 Nf6 3. Nc3 Nc6 3. e4 *\n");
    assert_eq!(alone, [("write 2 for the number 3".to_owned(), true)]);
}

/// A move that was lost stands behind all that belongs to the move before it.
#[test]
fn a_lost_move_is_put_behind_marks_comments_and_variations() {
    for between in [
        " ",
        "\n",
        "!? ",
        " $1 ",
        " {a note} ",
        "! (8. Ne2 Qxd1) {a note} ",
        " ;a note\n",
    ] {
        let game = GAME.replace("8. Nb3 Qxd1", &format!("8. Nb3{between}Qxd1"));
        let printed = game.replace("Qxd1 9. Rxd1", "9. Rxd1");
        let mended = mended("chess", &printed);
        // Where nothing stands between, the line that the word before stands in is kept.
        let expected = game.replace("8. Nb3\nQxd1 ", "8. Nb3 Qxd1\n");
        assert_eq!(mended, expected);
    }
}

#[test]
fn a_wrong_fall_is_mended() {
    let rules = "gravitational-chess";
    let game = "1. g2-g4 h7-h5 2. b2-b4 c7-c5 3. e2-e4 a7-a5 4. f2-f4 h5-h4 5. c2-c4 h4-h3 6. e4-e5 Ng8-h6-h7 7. Qd1-f3-f2 f7-f5 *\n";
    assert!(read(game, &options(rules)).is_valid());
    for (right, wrong) in [
        ("h6-h7", "h6-h8"),
        ("Qd1-f3-f2", "Qd1-f3-f1"),
        ("Ng8", "Nb8"),
    ] {
        assert_eq!(mended(rules, &game.replace(right, wrong)), game, "{wrong}");
    }
}

#[test]
fn turns_of_stones_are_mended() {
    let game = "1. c8 b8,b3 2. c3,g6 h5,e4 3. f4,e6 f7,h8 4. g8,a6 b5,a1 *\n";
    let rules = "inertia:board=square-8";
    assert!(read(game, &options(rules)).is_valid());
    for wrong in ["3. f4,e9", "3. f4,c3", "3. f4"] {
        let printed = game.replace("3. f4,e6", wrong);
        let found = repairs(rules, &printed);
        let corrections = found.iter().flat_map(|repair| &repair.corrections);
        let texts: Vec<_> = corrections
            .filter(|one| one.proven)
            .map(|one| {
                let patch = Patch::new(one.edits.clone()).expect("edits apart");
                patch.apply(&printed)
            })
            .collect();
        for text in &texts {
            assert!(read(text, &options(rules)).is_valid(), "{text}");
        }
        assert!(texts.iter().any(|text| text == game), "{wrong}: {texts:#?}");
    }
}

/// What hangs on a guess is one, and so is each of several that hold, of whatever size.
#[test]
fn nothing_is_unique_beside_others_that_hold() {
    for (printed, follows) in [
        ("[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh3# 0-1\n", true),
        (
            "1. d3 c6 2. Nc3 Na6 3. Nf3 h6 4. Ng1 Qa5 5. f3 d5 6. Bc5 Qxc3+ 7. Kf2 e6 8. g4 Nb8 9. Be7 f5 10. Kg3 a6 11. b3 Qxa1 12. Bg5 h5 *\n",
            false,
        ),
    ] {
        let found = repairs("chess", printed);
        assert!(found[0].corrections.len() > 1, "{found:#?}");
        assert_eq!(found.iter().any(|repair| repair.follows), follows);
        let mut corrections = found.iter().flat_map(|repair| &repair.corrections);
        assert!(corrections.all(|one| !one.unique), "{found:#?}");
    }
}

#[test]
fn a_lost_blank_is_put_back() {
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *\n";
    for (right, wrong) in [("e4 e5", "e4e5"), ("Nf3 Nc6", "Nf3Nc6")] {
        let printed = game.replace(right, wrong);
        assert_eq!(mended("chess", &printed), game, "{printed}");
    }
}

#[test]
fn colours_exchanged_throughout_are_changed_back() {
    let printed = "1. e5 e4 2. Nf6 Nf3 3. Bc5 Bc4 4. d6 d3 *\n";
    assert_eq!(
        mended("chess", printed),
        "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. d3 d6 *\n"
    );
    assert_eq!(
        first("chess", printed).title,
        "colours exchanged throughout"
    );
}

/// No slip makes a rook's move of castling, but the board shows that it was castling.
#[test]
fn a_board_tells_what_no_slip_does() {
    let board = "\nr . b q k b . r\n. p p p . p p p\np . n . . n . .\n. . . . p . . .\nB . . . P . . .\n. . . . . N . .\nP P P P . P P P\nR N B Q . R K .\n";
    let score = format!("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. Rb3 *\n{board}");
    let options = options("chess");
    let reading = Reading {
        format: Format::Text,
        options: &options,
    };
    let replay = reading.read(&score).expect("a record");
    let found = repair(&replay, &score, reading, Bounds::FULL);
    let best = &found[0].corrections[0];
    assert!(
        best.unique && best.title == "5. O-O instead of Rb3",
        "{found:#?}"
    );
}

#[test]
fn a_variation_is_mended_by_itself() {
    let game = "1. e4 e5 (1... c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4) 2. Nf3 *\n";
    let printed = game.replace("3. d4 cxd4", "3. d5 cxd4");
    assert_eq!(mended("chess", &printed), game);
}

/// Whatever the record, its corrections can be made and touch nothing but what they say, what is called unique is proven,
/// and once made it leaves no such fault there.
fn corrections_can_be_made(text: &str, format: Format, bounds: Bounds) {
    let options = Options::default();
    let reading = Reading {
        format,
        options: &options,
    };
    let mut builder = TreeBuilder::default();
    let found = read_record_in(format, None, text, 0, &mut builder);
    let text = &text[..found.end];
    let Some(replay) = reading.read(text) else {
        return;
    };
    for mended in repair(&replay, text, reading, bounds) {
        for one in &mended.corrections {
            let patch = Patch::new(one.edits.clone()).expect("edits apart");
            let corrected = patch.apply(text);
            let (mut rest, mut at) = (corrected.as_str(), 0);
            for edit in patch.edits() {
                let kept = rest.strip_prefix(&text[at..edit.span.start as usize]);
                let kept = kept.and_then(|rest| rest.strip_prefix(&edit.text));
                rest = kept.unwrap_or_else(|| panic!("other bytes stay: {one:#?}"));
                at = edit.span.end as usize;
            }
            assert_eq!(rest, &text[at..]);
            assert!(one.proven || !one.unique, "{one:#?}");
            if !one.unique || mended.follows {
                continue;
            }
            let replay = reading.read(&corrected).expect("a record");
            for again in repair(&replay, &corrected, reading, bounds) {
                let there = patch.before(again.finding.span) == Some(mended.finding.span);
                assert!(
                    !(there && again.finding.code == mended.finding.code),
                    "{one:#?} leaves {again:#?}"
                );
            }
        }
    }
}

#[test]
fn corrections_of_faulty_records_can_be_made() {
    for path in fixtures("invalid", &["txt", "pgn"]) {
        let score = text(&path);
        // Cut at odd places too, so that records begin and end anywhere.
        for cut in [0, score.len() / 3, score.len() / 2] {
            let part = &score[score.floor_char_boundary(cut)..];
            corrections_can_be_made(part, format_of(&path), Bounds::FULL);
        }
    }
}

static FIXTURES: LazyLock<Vec<(String, Format)>> = LazyLock::new(|| {
    let paths = ["invalid", "valid"].map(|folder| fixtures(folder, &["txt", "pgn"]));
    let paths = paths.iter().flatten();
    paths.map(|path| (text(path), format_of(path))).collect()
});

/// What the mutated records are spoilt with.
const PIECES: [&str; 14] = [
    "", "e4 ", "Qh5 ", "(", ")", "{", "}", "7. ", "3... ", "1-0", "*)", "\0", "ü", "\n\n",
];

/// Less than the program tries, so that many records are seen.
const QUICK: Bounds = Bounds {
    positions: 20_000,
    edits: 2,
    beam: 8,
};

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn corrections_of_mutated_records_can_be_made(
        which in any::<prop::sample::Index>(),
        begin in any::<prop::sample::Index>(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0..4usize, 0..PIECES.len()), 1..5),
    ) {
        let (mut text, format) = FIXTURES[which.index(FIXTURES.len())].clone();
        let begin = text.floor_char_boundary(begin.index(text.len() + 1) / 2);
        text.replace_range(..begin, "");
        for (place, cut, piece) in edits {
            let start = text.floor_char_boundary(place.index(text.len().min(1_500) + 1));
            let end = text.ceil_char_boundary((start + cut).min(text.len()));
            text.replace_range(start..end, PIECES[piece]);
        }
        corrections_can_be_made(&text, format, QUICK);
    }
}

/// Nothing is said against what is right.
#[test]
fn no_correct_move_is_touched() {
    for path in fixtures("valid", &["txt", "pgn"]) {
        let score = text(&path);
        for replay in replay_all(&score, format_of(&path), &Options::default()) {
            let options = Options::default();
            let reading = Reading {
                format: format_of(&path),
                options: &options,
            };
            let part = replay.record.span.text(&score);
            let Some(replay) = reading.read(part).filter(Replay::is_valid) else {
                continue;
            };
            for repair in repair(&replay, part, reading, Bounds::FULL) {
                assert!(
                    !repair.finding.code.severity().name().contains("error"),
                    "{repair:#?}"
                );
            }
        }
    }
}

/// A main line of the six games, to be tried out by brute force with nothing of `repair` in it.
struct Line {
    words: Vec<WordForm>,
    /// The printed board, pawns as `P`.
    board: Vec<Vec<char>>,
}

const RULES: InertiaChess = InertiaChess { castling: true };

type Position = <InertiaChess as Rules>::Position;

impl Line {
    fn of(record: usize) -> Self {
        let path = root().join("fixtures/invalid/inertia-chess/six-games.txt");
        let replay =
            replay_all(&text(&path), Format::Text, &Options::default()).swap_remove(record - 1);
        let tree = &replay.record.tree;
        let rows = tree.boards[0].board.rows.iter();
        let board = rows.map(|row| {
            let pawn = |c| if c == 'O' { 'P' } else { c };
            row.iter().map(|cell| pawn(cell.value)).collect()
        });
        Self {
            words: tree.mainline().map(|id| tree.node(id).form).collect(),
            board: board.collect(),
        }
    }

    /// All corrections by so many replacements of words under which the line replays and the board holds.
    fn corrections(&self, count: usize) -> Vec<String> {
        let mut found = Vec::new();
        self.correct(&RULES.start(), 0, count, "", &mut found);
        found.sort();
        found.dedup();
        found
    }

    fn correct(
        &self,
        position: &Position,
        from: usize,
        count: usize,
        said: &str,
        found: &mut Vec<String>,
    ) {
        let mut position = *position;
        let mut moves = Vec::new();
        for at in from..self.words.len() {
            if count > 0 {
                RULES.legal_moves(&position, &mut moves);
                for &by in &moves {
                    let mut name = String::new();
                    RULES.write_move(&position, by, &Letters::ENGLISH, &mut name);
                    let form = read_word(&name).expect("a word").form;
                    if form != self.words[at] {
                        let mut after = position;
                        RULES.play(&mut after, by);
                        let said = format!("{said} {}{} {name}", at / 2 + 1, [".", "..."][at % 2]);
                        self.correct(&after, at + 1, count - 1, &said, found);
                    }
                }
            }
            RULES.candidates(&position, &self.words[at], &Letters::ENGLISH, &mut moves);
            match moves[..] {
                [] => return,
                [only] => RULES.play(&mut position, only),
                // Each reading of an ambiguous word may be the one.
                _ => {
                    for &reading in &moves {
                        let mut after = position;
                        RULES.play(&mut after, reading);
                        self.correct(&after, at + 1, count, said, found);
                    }
                    return;
                }
            }
        }
        if count == 0 && RULES.view(&position).rows == self.board {
            found.push(said.trim().to_owned());
        }
    }
}

/// What `repair` says of the six games is all there is to say.
#[test]
fn the_six_games_need_so_many_words_and_no_fewer() {
    for valid in 1..=3 {
        assert!(!Line::of(valid).corrections(0).is_empty(), "game {valid}");
    }
    let (four, five, six) = (Line::of(4), Line::of(5), Line::of(6));
    assert_eq!((four.corrections(0), five.corrections(0)), (vec![], vec![]));
    assert_eq!(six.corrections(0), [""; 0]);
    assert_eq!(six.corrections(1), ["10. e3"]);
    assert_eq!(five.corrections(1), [""; 0]);
    assert_eq!(five.corrections(2), ["7... exf2 8. Nxf2"]);
    assert_eq!(four.corrections(1), [""; 0]);
    assert_eq!(four.corrections(2), [""; 0]);
}

/// Several misprints of a line are called the only ones where all sets of so many corrections were tried and no other one
/// holds, and where several hold none is.
#[test]
fn sets_of_corrections_are_unique_where_that_is_proven() {
    let printed = GAME
        .replace("3. Bb5", "3. Bh5")
        .replace("4. Bxc6", "4. Rxc6");
    let best = first("chess", &printed);
    assert_eq!(mended("chess", &printed), GAME);
    assert_eq!((best.size, best.unique), (2, true), "{best:#?}");
    // Where nothing shows which move was meant.
    let open = "1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba5 Nf6 5. O-O Nxe4 *\n";
    let found = repairs("chess", open);
    let corrections = &found[0].corrections;
    assert!(corrections.len() > 1, "{corrections:#?}");
    assert!(
        corrections
            .iter()
            .all(|one| one.proven && one.size == 2 && !one.unique)
    );
    // A fault that shows so late that not all pairs can be tried.
    let late = GAME
        .replace("16. Rxd8", "16. Rxd7")
        .replace("18. axb6", "18. axb7");
    let best = first("chess", &late);
    assert_eq!(
        (best.size, best.proven, best.unique),
        (2, true, false),
        "{best:#?}"
    );
}
