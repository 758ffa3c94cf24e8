//! The bulk path says "clean" only where the full path reports nothing but its notes, at every level; and of plain games
//! it does say so.

use crate::support::{cases, fixtures, format_of, text};
use proptest::prelude::{any, prop, proptest};
use scoresheet::diag::Severity;
use scoresheet::notation::Color;
use scoresheet::notation::letters::Letters;
use scoresheet::record::TreeBuilder;
use scoresheet::replay::{FastCheck, Options, replay};
use scoresheet::rules::{RuleSet, Rules, Said, Settled};
use scoresheet::syntax::{Format, read_record};
use scoresheet::with_rules;
use std::sync::LazyLock;

const LEVELS: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

/// Both paths over every record of `text`; the verdicts of the fast one, record by record and level by level.
fn compare(text: &str, format: Format, archive: bool) -> Vec<[bool; 3]> {
    let options = Options {
        archive,
        english: format == Format::Pgn,
        ..Options::default()
    };
    let mut checks = LEVELS.map(|level| FastCheck::new(&options, level));
    let mut verdicts = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let mut builder = TreeBuilder::default();
        let found = read_record(format, text, at, &mut builder);
        let replay = found
            .is_record()
            .then(|| replay(builder.finish(), text, &options));
        let mut verdict = [true; 3];
        for ((check, level), clean) in checks.iter_mut().zip(LEVELS).zip(&mut verdict) {
            check.begin();
            assert_eq!(
                read_record(format, text, at, check),
                found,
                "the reader depends on its receiver"
            );
            let Some(replay) = &replay else {
                continue;
            };
            *clean = check.finish();
            if *clean {
                let findings = replay.diagnostics.iter();
                let told: Vec<_> = findings
                    .filter(|found| found.severity() >= level)
                    .cloned()
                    .collect();
                let noted = check.take_notes();
                let record = &text[at..found.end];
                assert_eq!(told, noted, "clean at {level:?}, but for notes:\n{record}");
                assert_eq!(check.start_turn(), replay.start_turn, "{record}");
                let checked = check.checked();
                assert_eq!(checked.status, replay.status, "{record}");
                let plies = replay.record.tree.mainline().count();
                assert_eq!(checked.plies as usize, plies, "{record}");
            }
        }
        if replay.is_some() {
            verdicts.push(verdict);
        }
        at = found.end;
    }
    verdicts
}

#[test]
fn on_all_fixtures() {
    for folder in ["valid", "invalid"] {
        for file in fixtures(folder, &["txt", "pgn", "sgf"]) {
            compare(&text(&file), format_of(&file), false);
            compare(&text(&file), format_of(&file), true);
        }
    }
}

#[test]
fn on_pawns_with_their_letter() {
    for moves in [
        "1. d4 Nf6 2. Pxd5 g6 3. Bf4",
        "1. d4 e5 2. P4xe5",
        "1. e4 d5 2. Pxd5",
        "1. Pe4 Pe5",
    ] {
        for archive in [false, true] {
            compare(&format!("{moves} *"), Format::Pgn, archive);
        }
    }
}

/// A game as archives have it, in canonical notation, with a variation and a comment.
fn plain_game<R: Rules>(rules: &R, choices: &[u16], set: &RuleSet) -> String {
    let (mut position, mut moves) = (rules.start(), Vec::new());
    let mut game = String::from(
        "[Event \"A\"]\n[Site \"B\"]\n[Date \"2020.01.02\"]\n[Round \"1\"]\n[White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n",
    );
    if let Some(variant) = set.variant() {
        game.push_str(&format!("[Variant \"{variant}\"]\n"));
    }
    if let Some(board) = set.board() {
        game.push_str(&format!("[Board \"{board}\"]\n"));
    }
    game.push('\n');
    let mut after_comment = true;
    for (ply, &choice) in choices.iter().enumerate() {
        rules.legal_moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let (number, white) = (
            rules.move_number(&position),
            rules.turn(&position) == Color::White,
        );
        let dots = if white { "." } else { "..." };
        if white || after_comment {
            game.push_str(&format!("{number}{dots} "));
        }
        let mv = moves[usize::from(choice) % moves.len()];
        rules.write_move(&position, mv, &Letters::ENGLISH, &mut game);
        // How often a position stood before a variation is for the full path.
        after_comment = ply % 7 == 3 && !rules.ends_by_repetition();
        if after_comment {
            game.push_str(&format!(" {{a comment}} ({number}{dots} "));
            rules.write_move(&position, moves[0], &Letters::ENGLISH, &mut game);
            game.push(')');
        }
        game.push(' ');
        rules.play(&mut position, mv);
    }
    game + "*\n\n"
}

/// Texts that mutations start from: small fixtures, so that a change hits something that matters.
static SEEDS: LazyLock<Vec<(String, Format)>> = LazyLock::new(|| {
    let files = ["valid", "invalid"].map(|folder| fixtures(folder, &["txt", "pgn"]));
    let files = files.into_iter().flatten();
    files
        .map(|file| (text(&file), format_of(&file)))
        .filter(|(text, _)| text.len() < 4_000)
        .collect()
});

/// What a mutation puts in.
const PIECES: &[&str] = &[
    "",
    " ",
    "\n",
    "(",
    ")",
    "{",
    "}",
    "1.",
    "12...",
    "Nf3",
    "e4",
    "Pxd5",
    "Pe4",
    "O-O",
    "x",
    "+",
    "#",
    "!",
    "?!",
    "$7 ",
    "$300 ",
    "*",
    "1-0",
    "0-1",
    "--",
    "e.p.",
    "=Q",
    ";",
    "[Result \"0-1\"]\n",
    "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
    "[Position \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n",
    "[Variant \"Inertia Chess\"]\n",
    "[Variant \"Atomic\"]\n",
    "ü",
    "\0",
    "\r",
    "(* Nf6 *)",
    ". . . . . . . .\n",
];

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn on_mutated_fixtures(
        seed in any::<prop::sample::Index>(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0..6usize, 0..PIECES.len()), 1..5),
        archive in any::<bool>(),
    ) {
        let (mut text, format) = SEEDS[seed.index(SEEDS.len())].clone();
        for (place, cut, piece) in edits {
            let start = text.floor_char_boundary(place.index(text.len() + 1));
            let end = text.ceil_char_boundary((start + cut).min(text.len()));
            text.replace_range(start..end, PIECES[piece]);
        }
        compare(&text, format, archive);
    }
}

#[test]
fn notes_on_single_plies_need_no_full_path() {
    let games = [
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", 1),
        ("1. f3 e5 2. g4 Qh4+ 0-1", 1),
        ("1. f3 e5 2. g4 $6 (2. e4+) Qh4 0-1", 0),
        (
            "[FEN \"4k3/8/8/8/8/8/3q4/3K4 w - - 0 40\"]\n\n40. Kxd2 1/2-1/2",
            1,
        ),
    ];
    for (game, notes) in games {
        let text = format!("[Event \"A\"]\n{game}\n");
        let [.., clean] = compare(&text, Format::Pgn, false)[0];
        assert_eq!(clean, notes > 0, "{game}");
        let mut check = FastCheck::new(&Options::default(), Severity::Note);
        check.begin();
        read_record(Format::Pgn, &text, 0, &mut check);
        assert!(
            !clean || check.finish() && check.take_notes().len() == notes,
            "{game}"
        );
    }
}

/// A start from which nobody can mate, or that is the end already, is told of by the full path.
#[test]
fn what_is_found_at_the_start_is_not_clean() {
    let (dead, mated) = (
        "8/8/4k3/8/8/8/8/4K3 w - - 0 1",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    );
    let stalemated = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let usual = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    for (start, moves, clean) in [
        (dead, "1. Kd2 1-0", [true, true, false]),
        (dead, "*", [true, true, false]),
        (mated, "1-0", [true; 3]),
        (mated, "0-1", [false; 3]),
        (mated, "1... Kxg7 *", [false; 3]),
        (stalemated, "1/2-1/2", [true; 3]),
        (stalemated, "1-0", [false; 3]),
        (usual, "1. Kd2 1-0", [true; 3]),
    ] {
        let game = format!("[FEN \"{start}\"]\n\n{moves}\n");
        assert_eq!(compare(&game, Format::Pgn, false), [clean], "{game}");
    }
}

/// Where archives are read, an origin is named only as far as it is needed; a pinned piece needs none.
#[test]
fn an_origin_that_is_not_needed_is_noted_in_archives() {
    let pinned = "4k3/8/8/8/1b6/2N5/8/R3K1N1 w - - 0 1";
    let several = "4k3/8/8/8/7N/8/3p4/3K2N1 w - - 0 1";
    for (start, moves, clean) in [
        (pinned, "1. Ne2 *", true),
        (pinned, "1. Nge2 *", false),
        (pinned, "1. Rb1 *", true),
        (pinned, "1. Rab1 *", false),
        (pinned, "1. Ra1b1 *", false),
        (pinned, "1. Kf2 (1. Kef2) *", false),
        (several, "1. Nhf3 *", true),
        (several, "1. N4f3 *", false),
        (several, "1. Nh4f3 *", false),
        (several, "1. Kxd2 *", true),
    ] {
        let game = format!("[FEN \"{start}\"]\n\n{moves}\n");
        assert_eq!(
            compare(&game, Format::Pgn, true),
            [[true, true, clean]],
            "{game}"
        );
        assert_eq!(compare(&game, Format::Pgn, false), [[true; 3]], "{game}");
    }
}

#[test]
fn a_thin_roster_is_noted_before_the_plies() {
    let game =
        "[Event \"A\"]\n[Site \"B\"]\n[White \"C\"]\n[Black \"D\"]\n\n1. f3 e5 2. g4 Qh4+ 0-1\n";
    let [.., clean] = compare(game, Format::Pgn, true)[0];
    assert!(clean, "both notes need no full path");
    let [.., without_white] = compare(&game.replace("White", "Annotator"), Format::Pgn, true)[0];
    assert!(without_white, "three tags claim no roster");
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn plain_games_are_clean(choices in proptest::collection::vec(any::<u16>(), 0..80)) {
        for about in RuleSet::ABOUT {
            let set = RuleSet::from_spec(about.name).expect("a rule set");
            let set = match set.settle(&Said::default()) {
                Settled::OneOf(several) => several.into_iter().next().expect("a board"),
                _ => set,
            };
            let game = with_rules!(&set, rules => plain_game(rules, &choices, &set));
            let verdicts = compare(&game.repeat(2), Format::Pgn, true);
            assert_eq!(verdicts.len(), 2, "{game}");
            for [errors, warnings, _] in verdicts {
                assert!(errors && warnings, "{game}");
            }
        }
    }
}
