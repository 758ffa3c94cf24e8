//! What holds for every rule set, over random walks: adding a game to the registry puts it under these laws.

use crate::support::cases;
use proptest::prelude::{Strategy, any, proptest};
use proptest::sample::select;
use scoresheet::notation::letters::Letters;
use scoresheet::notation::{CheckMark, San, WordForm};
use scoresheet::rules::{Outlook, RemarkLevel, RuleSet, Rules, Sides, Status, divide, perft};
use scoresheet::with_rules;

/// Every rule set with its defaults, and with each on-off option turned over; the stone game on many boards.
fn rule_sets() -> Vec<RuleSet> {
    let squares = (4..=10).map(|size| format!("inertia:board=square-{size}"));
    let hexes = (3..=8).map(|base| format!("inertia:board=hex-{base}"));
    let boards = squares.chain(hexes);
    let mut sets: Vec<_> = boards
        .map(|spec| RuleSet::from_spec(&spec).expect("a board"))
        .collect();
    for about in RuleSet::ABOUT {
        sets.push(RuleSet::from_spec(about.name).expect("a name in the table"));
        for (option, default, _) in about.options {
            let turned = match *default {
                "on" => "off",
                "off" => "on",
                _ => continue,
            };
            let spec = format!("{}:{option}={turned}", about.name);
            sets.push(RuleSet::from_spec(&spec).expect("an option in the table"));
        }
    }
    sets
}

fn any_rule_set() -> impl Strategy<Value = RuleSet> {
    select(rule_sets())
}

fn position_text<R: Rules>(rules: &R, position: &R::Position) -> String {
    let mut text = String::new();
    rules.write_position(position, &mut text);
    text
}

fn legal_moves<R: Rules>(rules: &R, position: &R::Position) -> Vec<R::Move> {
    let mut moves = Vec::new();
    rules.legal_moves(position, &mut moves);
    moves
}

/// Walks from the start by `choices` and asks `judge` about every position on the way, with its legal moves.
fn walk<R: Rules>(rules: &R, choices: &[u16], mut judge: impl FnMut(&R::Position, &[R::Move])) {
    let mut position = rules.start();
    for &choice in choices {
        let moves = legal_moves(rules, &position);
        judge(&position, &moves);
        if moves.is_empty() {
            break;
        }
        rules.play(&mut position, moves[usize::from(choice) % moves.len()]);
    }
}

/// The readings of a word; it must be one move word from end to end.
fn readings<R: Rules>(
    rules: &R,
    position: &R::Position,
    word: &str,
    letters: &Letters,
) -> Vec<R::Move> {
    let read = R::read_word(word).unwrap_or_else(|| panic!("{word} has not the shape of a move"));
    assert_eq!(read.len, word.len(), "{word} is read in part only");
    candidates(rules, position, word, &read.form, letters)
}

/// What a word may mean; all ways to its only meaning lead to the same.
fn candidates<R: Rules>(
    rules: &R,
    position: &R::Position,
    word: &str,
    form: &WordForm,
    letters: &Letters,
) -> Vec<R::Move> {
    let mut out = Vec::new();
    rules.candidates(position, form, letters, &mut out);
    let only = match out[..] {
        [only] => Some(only),
        _ => None,
    };
    assert_eq!(rules.resolve(position, form, letters), only, "{word}");
    if let Some(san) = San::read(word.as_bytes()).filter(|san| san.form() == *form) {
        for outlook in [Outlook::Unknown, rules.outlook(position)] {
            let plain = rules.resolve_san(position, outlook, san, letters);
            assert_eq!(plain, only, "{word} {outlook:?}");
        }
    }
    let (mut played, mut after) = (position.clone(), position.clone());
    let found = rules.play_word(&mut played, form, letters);
    assert_eq!(found, only, "{word}");
    if let Some(only) = only {
        rules.play(&mut after, only);
        assert_eq!(played, after, "{word}");
    }
    out
}

fn moves_are_sorted_and_unique<R: Rules>(rules: &R, choices: &[u16]) {
    walk(rules, choices, |position, moves| {
        assert!(moves.is_sorted_by(|a, b| a < b), "{moves:?}");
        assert_eq!(rules.count_legal(position), moves.len() as u64);
    });
}

fn a_written_move_is_read_as_itself<R: Rules>(rules: &R, choices: &[u16], letters: &Letters) {
    walk(rules, choices, |position, moves| {
        let text = position_text(rules, position);
        for &mv in moves {
            let mut word = String::new();
            rules.write_move(position, mv, letters, &mut word);
            assert_eq!(
                readings(rules, position, &word, letters),
                [mv],
                "{word} in {text}"
            );
            let mut coords = String::new();
            rules.write_coords(position, mv, &mut coords);
            let read = readings(rules, position, &coords, &Letters::ENGLISH);
            assert_eq!(read, [mv], "{coords} in {text}");
        }
    });
}

fn position_text_goes_forth_and_back<R: Rules>(rules: &R, choices: &[u16]) {
    walk(rules, choices, |position, moves| {
        let text = position_text(rules, position);
        let mut remarks = Vec::new();
        let back = rules
            .read_position(&text, &mut remarks)
            .unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        assert_eq!(position_text(rules, &back), text);
        if R::SIDES == Sides::WhiteBlack {
            assert!(back == *position, "{text}: {back:?}");
        } else if rules.status(position) == Status::Ongoing {
            // Without move number and result in the text the rest must be the same.
            assert_eq!(legal_moves(rules, &back), *moves, "{text}");
            assert_eq!(rules.repetition_key(&back), rules.repetition_key(position));
        }
        remarks.retain(|remark| remark.level > RemarkLevel::Style);
        assert_eq!(remarks, [], "{text}");
    });
}

fn status_and_moves_agree<R: Rules>(rules: &R, choices: &[u16]) {
    walk(rules, choices, |position, moves| {
        let status = rules.status(position);
        assert_eq!(
            status == Status::Ongoing,
            !moves.is_empty(),
            "{}",
            position_text(rules, position)
        );
    });
}

fn a_move_passes_the_turn<R: Rules>(rules: &R, choices: &[u16]) {
    walk(rules, choices, |position, moves| {
        for &mv in moves {
            let (mut after, side) = (position.clone(), rules.turn(position));
            rules.play(&mut after, mv);
            assert_eq!(rules.turn(&after), side.other());
            let number = rules.move_number(position) + side.index() as u32;
            assert_eq!(rules.move_number(&after), number);
        }
        let mut passed = position.clone();
        if rules.pass(&mut passed) {
            assert_eq!(rules.turn(&passed), rules.turn(position).other());
        }
    });
}

fn effects_tell_what_a_move_does<R: Rules>(rules: &R, choices: &[u16]) {
    walk(rules, choices, |position, moves| {
        let before: usize = men(&rules.view(position).rows);
        for &mv in moves {
            let effect = rules.effect(position, mv);
            let mut coords = String::new();
            rules.write_coords(position, mv, &mut coords);
            let first = effect.path.first().map(ToString::to_string);
            assert!(coords.starts_with(&first.expect("a cell")), "{coords}");
            let mut after = position.clone();
            rules.play(&mut after, mv);
            let left = men(&rules.view(&after).rows);
            let placed = if effect.placement {
                effect.path.len()
            } else {
                0
            };
            assert_eq!(before + placed - effect.captures.len(), left, "{coords}");
            let steps = rules.steps(position, mv);
            let operations = if effect.placement {
                1
            } else {
                effect.path.len() - 1
            };
            assert_eq!(steps.len(), 1 + operations, "{coords}");
            for &cell in effect.reached() {
                let (row, column) = steps[operations].place(cell).expect("on the board");
                assert_ne!(steps[operations].rows[row][column], '.', "{coords}");
            }
            assert_eq!(steps.first(), Some(&rules.view(position)), "{coords}");
            assert_eq!(steps.last(), Some(&rules.view(&after)), "{coords}");
        }
    });
}

fn men(rows: &[Vec<char>]) -> usize {
    rows.iter().flatten().filter(|&&cell| cell != '.').count()
}

fn duty_binds_one_piece<R: Rules>(rules: &R, choices: &[u16]) {
    walk(rules, choices, |position, moves| {
        let Some(forced) = rules.forced(position) else {
            return;
        };
        assert!(!moves.is_empty());
        for &mv in moves {
            let effect = rules.effect(position, mv);
            assert_eq!(effect.path.first(), Some(&forced.square.into()));
        }
    });
}

fn perft_counts_walks<R: Rules>(rules: &R, choices: &[u16]) {
    walk(rules, choices, |position, moves| {
        let divided = divide(rules, position, 2);
        assert_eq!(divided.len(), moves.len());
        let sum: u64 = divided.iter().map(|&(_, count)| count).sum();
        assert_eq!(perft(rules, position, 2), sum);
        for (&mv, &(divided, count)) in moves.iter().zip(&divided) {
            let mut after = position.clone();
            rules.play(&mut after, mv);
            assert_eq!(mv, divided);
            // A move that ends the game counts and is not continued.
            assert_eq!(count, legal_moves(rules, &after).len() as u64);
        }
    });
}

/// What cannot be played is explained, whatever it is; and marks are those that the rules give.
fn every_word_has_readings_or_a_reason<R: Rules>(rules: &R, choices: &[u16], words: &[String]) {
    walk(rules, choices, |position, moves| {
        for word in words {
            let Some(read) = R::read_word(word) else {
                continue;
            };
            let out = candidates(rules, position, word, &read.form, &Letters::ENGLISH);
            assert!(out.iter().all(|mv| moves.contains(mv)), "{word}");
            if out.is_empty() && read.form != WordForm::Null {
                let why = rules.explain(position, &read.form, &Letters::ENGLISH);
                assert!(!why.kind().is_empty(), "{word}");
            }
        }
    });
}

fn written_check_marks_are_deserved<R: Rules>(rules: &R, choices: &[u16]) {
    walk(rules, choices, |position, moves| {
        for &mv in moves {
            let mut word = String::new();
            rules.write_move(position, mv, &Letters::ENGLISH, &mut word);
            let written = R::read_word(&word).expect("a move word").marks.check;
            let mut after = position.clone();
            rules.play(&mut after, mv);
            let deserved = rules.check_mark(&after);
            if R::MARKS_CHECKS || deserved == CheckMark::Double {
                assert_eq!(
                    written,
                    deserved,
                    "{word} in {}",
                    position_text(rules, position)
                );
            } else {
                assert_eq!(written, CheckMark::None, "{word}");
            }
        }
    });
}

/// Words with the shape of a move, most of them illegal in most positions.
fn any_word() -> impl Strategy<Value = String> {
    "[KQRBN]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=[QRBN])?|O-O(-O)?|[a-k]([1-9]|1[01])([,x-][a-k]([1-9]|1[01])){1,2}"
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn legal_moves_are_sorted_and_unique(set in any_rule_set(), choices in long_walk()) {
        with_rules!(&set, rules => moves_are_sorted_and_unique(rules, &choices));
    }

    #[test]
    fn a_move_written_is_read_as_itself(
        set in any_rule_set(),
        choices in short_walk(),
        letters in select(Letters::ALL),
    ) {
        with_rules!(&set, rules => a_written_move_is_read_as_itself(rules, &choices, &letters));
    }

    #[test]
    fn position_texts_go_forth_and_back(set in any_rule_set(), choices in long_walk()) {
        with_rules!(&set, rules => position_text_goes_forth_and_back(rules, &choices));
    }

    #[test]
    fn only_a_finished_game_has_no_move(set in any_rule_set(), choices in long_walk()) {
        with_rules!(&set, rules => status_and_moves_agree(rules, &choices));
    }

    #[test]
    fn sides_take_turns(set in any_rule_set(), choices in long_walk()) {
        with_rules!(&set, rules => a_move_passes_the_turn(rules, &choices));
    }

    #[test]
    fn effects_are_true(set in any_rule_set(), choices in long_walk()) {
        with_rules!(&set, rules => effects_tell_what_a_move_does(rules, &choices));
    }

    #[test]
    fn a_duty_binds_one_piece(set in any_rule_set(), choices in long_walk()) {
        with_rules!(&set, rules => duty_binds_one_piece(rules, &choices));
    }

    #[test]
    fn perft_is_the_number_of_walks(set in any_rule_set(), choices in short_walk()) {
        with_rules!(&set, rules => perft_counts_walks(rules, &choices));
    }

    #[test]
    fn check_marks_are_deserved(set in any_rule_set(), choices in short_walk()) {
        with_rules!(&set, rules => written_check_marks_are_deserved(rules, &choices));
    }

    #[test]
    fn illegal_words_have_a_reason(
        set in any_rule_set(),
        choices in long_walk(),
        words in proptest::collection::vec(any_word(), 1..20),
    ) {
        with_rules!(&set, rules => every_word_has_readings_or_a_reason(rules, &choices, &words));
    }
}

fn long_walk() -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(any::<u16>(), 1..200)
}

fn short_walk() -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(any::<u16>(), 1..60)
}
