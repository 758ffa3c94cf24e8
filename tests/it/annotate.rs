//! Annotation: what is told for people to see, and the laws: stripping takes away exactly what was added, annotating
//! twice is annotating once, and an annotated score says nothing that is not so.

use crate::support::{cases, fixtures, format_of, replay_all, root, run, text};
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
use scoresheet::annotate::{Diagram, Lexicon, Topic, Wishes, annotate, strip};
use scoresheet::diag::Code;
use scoresheet::notation::letters::Letters;
use scoresheet::notation::{CheckMark, Color};
use scoresheet::replay::{Options, Replay, difference};
use scoresheet::rules::{RuleSet, Rules};
use scoresheet::source::Source;
use scoresheet::syntax::Format;
use scoresheet::with_rules;
use scoresheet::write::{Target, write};

/// All that can be told, boards after every so many plies.
pub(crate) fn everything(every: u32, words: &'static Lexicon, target: Target) -> Wishes {
    let topics: Vec<_> = Topic::ALL.into_iter().map(Topic::name).collect();
    let topics = format!("{},opening,diagrams=every {every}", topics.join(","));
    Wishes {
        topics: topics.parse().expect("topics"),
        words,
        diagram: match target {
            Target::Pgn => Diagram::Glyph,
            _ => Diagram::Printed,
        },
        own_letters: target.keeps_letters(),
        tags: target == Target::Pgn,
    }
}

fn written(target: Target, replay: &Replay) -> String {
    let mut out = String::new();
    write(target, replay, &Source::whole("a", ""), 1, &mut out);
    out
}

/// Reads one record that was written.
fn read(target: Target, text: &str, options: &Options) -> Replay {
    let format = match target {
        Target::Pgn => Format::Pgn,
        _ => Format::Text,
    };
    let mut replays = replay_all(text, format, options);
    assert_eq!(replays.len(), 1, "{text}");
    replays.remove(0)
}

fn findings(replay: &Replay) -> Vec<Code> {
    replay
        .diagnostics
        .iter()
        .map(|finding| finding.code)
        .collect()
}

/// The laws for one record, written in a format and read again.
fn keeps_the_laws(replay: &Replay, target: Target, wishes: &Wishes) {
    assert_eq!(broken_law(replay, target, wishes), None);
}

/// The law that one record does not keep.
pub(crate) fn broken_law(replay: &Replay, target: Target, wishes: &Wishes) -> Option<String> {
    let mut annotated = replay.clone();
    annotate(&mut annotated, wishes);
    let mut stripped = annotated.clone();
    strip(&mut stripped);
    if stripped != *replay {
        return Some("it is stripped to another record in place".to_owned());
    }

    let plain = written(target, replay);
    let score = written(target, &annotated);
    let mut options = Options::default();
    let mut unannotated = read(target, &plain, &options);
    if unannotated.rules != replay.rules {
        // The rules were named, and the score alone does not tell them.
        options.rules.clone_from(&replay.rules);
        unannotated = read(target, &plain, &options);
    }
    let mut back = read(target, &score, &options);
    let is_odd = |replay: &Replay| {
        let mut boards = replay.boards.iter();
        boards.any(|board| board.matches != Some(true))
    };
    let mut again = back.clone();
    annotate(&mut again, wishes);
    let (found, due) = (findings(&back), findings(&unannotated));
    let again = written(target, &again);
    let odd_boards = is_odd(&back) && !is_odd(&unannotated);
    strip(&mut back);
    let stripped = written(target, &back);
    let law = if found != due {
        format!("{due:?} becomes {found:?}")
    } else if odd_boards {
        "an added board is wrong".to_owned()
    } else if again != score {
        format!("annotating twice is no annotating once:\n{again}")
    } else if stripped != plain {
        format!("it is stripped to\n{stripped}")
    } else if let Some(difference) = difference(&back, &unannotated) {
        format!("it is another record: {difference}")
    } else {
        return None;
    };
    Some(format!("{law}\nplain:\n{plain}\nannotated:\n{score}"))
}

#[test]
fn fixtures_keep_the_laws() {
    let files = [
        fixtures("valid", &["txt", "pgn"]),
        fixtures("invalid", &["txt", "pgn"]),
    ];
    for (index, file) in files.concat().iter().enumerate() {
        let words = &Lexicon::ALL[index % Lexicon::ALL.len()];
        for replay in replay_all(&text(file), format_of(file), &Options::default()) {
            for target in [Target::Text, Target::Pgn] {
                keeps_the_laws(&replay, target, &everything(3, words, target));
            }
        }
    }
}

/// A score with comments and variations here and there, as the numbers choose.
fn random_score<R: Rules>(rules: &R, choices: &[u16], variant: Option<&str>) -> String {
    let (mut position, mut moves) = (rules.start(), Vec::new());
    let mut score = String::from("[Event \"Random\"]\n");
    if let Some(variant) = variant {
        score.push_str(&format!("[Variant \"{variant}\"]\n"));
    }
    score.push('\n');
    for &choice in choices {
        rules.legal_moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let dots = match rules.turn(&position) {
            Color::White => ".",
            Color::Black => "...",
        };
        let number = format!("{}{dots} ", rules.move_number(&position));
        let word = |index: usize, score: &mut String| {
            score.push_str(&number);
            rules.write_move(&position, moves[index], &Letters::ENGLISH, score);
            score.push(' ');
        };
        let chosen = usize::from(choice) % moves.len();
        word(chosen, &mut score);
        if choice % 7 == 0 {
            score.push_str("{a word; or two} ");
        }
        if choice % 5 == 0 {
            score.push('(');
            word(usize::from(choice / 5) % moves.len(), &mut score);
            score.push_str("{instead}) ");
        }
        rules.play(&mut position, moves[chosen]);
    }
    score.push_str("*\n");
    score
}

/// Whether it is told of each ply why it was forced or free, from the second move of a side on.
fn duties_are_told(replay: &Replay) -> bool {
    let tree = &replay.record.tree;
    tree.mainline().skip(2).all(|id| {
        let said = tree.node(id).after.iter().map(|comment| &comment.text);
        let mut said = said.filter(|text| text.contains("forced: ") || text.contains("free: "));
        said.next().is_some()
    })
}

/// A check is marked where somebody gives it.
fn checks_have_givers<R: Rules>(rules: &R, choices: &[u16]) -> bool {
    let (mut position, mut moves) = (rules.start(), Vec::new());
    choices.iter().all(|&choice| {
        rules.legal_moves(&position, &mut moves);
        if !moves.is_empty() {
            rules.play(&mut position, moves[usize::from(choice) % moves.len()]);
        }
        let mark = rules.check_mark(&position);
        let given = matches!(mark, CheckMark::Check | CheckMark::Mate);
        given != rules.king_attackers(&position).is_empty()
    })
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn random_games_keep_the_laws(
        choices in proptest::collection::vec(any::<u16>(), 0..60),
        every in 1u32..12,
        language in 0..Lexicon::ALL.len(),
    ) {
        for about in RuleSet::ABOUT {
            let set = RuleSet::from_spec(about.name).expect("a rule set");
            let score = with_rules!(&set, rules => random_score(rules, &choices, about.variant));
            let options = Options {
                rules: Some(set),
                ..Options::default()
            };
            let replay = read(Target::Pgn, &score, &options);
            prop_assert!(replay.is_valid(), "{score}");
            for target in [Target::Text, Target::Pgn] {
                let wishes = everything(every, &Lexicon::ALL[language], target);
                keeps_the_laws(&replay, target, &wishes);
            }
        }
    }

    #[test]
    fn every_move_of_inertia_is_forced_or_free_for_a_reason(
        choices in proptest::collection::vec(any::<u16>(), 0..80),
    ) {
        let set = RuleSet::from_spec("inertia-chess").expect("a rule set");
        let variant = Some("Inertia Chess");
        let score = with_rules!(&set, rules => random_score(rules, &choices, variant));
        let mut replay = read(Target::Pgn, &score, &Options::default());
        annotate(&mut replay, &everything(20, &Lexicon::ALL[0], Target::Text));
        prop_assert!(duties_are_told(&replay), "{score}");
    }

    #[test]
    fn somebody_gives_each_check(choices in proptest::collection::vec(any::<u16>(), 0..80)) {
        for about in RuleSet::ABOUT {
            let set = RuleSet::from_spec(about.name).expect("a rule set");
            let agrees = with_rules!(&set, rules => checks_have_givers(rules, &choices));
            prop_assert_eq!(agrees, true, "{}", about.name);
        }
    }
}

/// What the program prints for a file, or for a score given to it.
fn annotated(arguments: &[&str], input: &str) -> String {
    let output = run(&[&["annotate", "-q"], arguments].concat(), input.as_bytes());
    assert_eq!(output.status, 0, "{}", output.stderr);
    output.stdout
}

#[test]
fn annotated_scores_of_every_game() {
    let chess = "1. e4 e5 2. Nf3 (2. f4 exf4 {gambit}) d6 3. Bb5+ c6 4. d4 cxb5 5. dxe5 *";
    let add = "variations,captures,checks,numbers,clock,material,fen,diagrams=4";
    insta::assert_snapshot!("chess", annotated(&["--add", add], chess));
    insta::assert_snapshot!(
        "chess_as_pgn",
        annotated(&["--add", add, "--to", "pgn"], chess)
    );
    let inertia = "fixtures/valid/inertia-chess/six-games-corrected.txt";
    let add = "variations,forced,captures,checks,diagrams=every 20";
    insta::assert_snapshot!("inertia_chess", annotated(&["--add", add, inertia], ""));
    let first = [
        "--add",
        "forced,checks",
        "--lang",
        "de",
        "--record",
        "1",
        inertia,
    ];
    insta::assert_snapshot!("inertia_chess_in_german", annotated(&first, ""));
    let french = "fixtures/valid/gravitational-chess/french.txt";
    let add = "variations,captures,falls,checks,diagrams=every 4";
    let french = ["--add", add, "--lang", "fr", french];
    insta::assert_snapshot!("gravitational_chess", annotated(&french, ""));
    let stones = "[Variant \"Inertia\"]\n[Board \"square-8\"]\n\n1. f4 f5,b5 2. b4,c2 c3,g7 *";
    let add = "captures,groups,numbers,material,fen,diagrams=every 3";
    insta::assert_snapshot!("inertia", annotated(&["--add", add], stones));
    let ends = "fixtures/valid/inertia/ends.txt";
    insta::assert_snapshot!("inertia_ends", annotated(&["--add", "checks", ends], ""));
}

#[test]
fn what_is_added_is_chosen_and_taken_away() {
    let score = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";
    let plain = run(&["convert", "--to", "text"], score.as_bytes()).stdout;
    let once = annotated(&[], score);
    assert!(once.contains("{⟦captures pawn f7; checkmate⟧}"), "{once}");
    assert_eq!(annotated(&["--strip"], &once), plain);
    assert_eq!(annotated(&["--where", "plies>20"], score), "");
    let unknown = run(&["annotate", "--add", "force"], b"");
    assert_eq!(unknown.status, 2);
    assert!(
        unknown.stderr.contains("there is no `force`"),
        "{}",
        unknown.stderr
    );
    assert_eq!(run(&["annotate", "--strip", "--add", "fen"], b"").status, 2);
}

/// A board after every ply parts the turns by which a game of stones is known; then tags say what it is.
#[test]
fn games_of_stones_with_a_board_after_every_ply_are_read_back() {
    let headed = "Inertia, square-8\nAnna - Boris (1-0)\n\n1. c7 b6,d4 2. e4,c2 b3,g2 1-0\n";
    let files = ["square-10.txt", "ends.txt"]
        .map(|name| text(&root().join("fixtures/valid/inertia").join(name)));
    for score in files.iter().map(String::as_str).chain([headed]) {
        for every in ["diagrams=1", "diagrams=every 1", "diagrams=every 2"] {
            let boards = annotated(&["--add", every], score);
            let output = run(&["validate"], boards.as_bytes());
            assert_eq!(output.status, 0, "{}\n{boards}", output.stdout);
            assert_eq!(annotated(&["--add", every], &boards), boards);
        }
    }
}

/// What stands between the first two turns hides neither them nor the board that a heading names: no tag is added.
#[test]
fn boards_between_the_first_turns_of_stones_add_no_tags() {
    let scores = [
        "Inertia, square-4: Kim - Lars\n\n1. c2 b3 2. b2xb3 1/2-1/2\n",
        "Inertia, square-4: Kim - Lars\n\n1. c2 b2,c4 2. b3 b2xb3 1/2-1/2\n",
        "[Board \"square-19\"]\n\n1. c2 b2,c4 2. b3,d5 *\n",
    ];
    for (score, to) in scores
        .into_iter()
        .flat_map(|score| [(score, "text"), (score, "pgn")])
    {
        let how = ["annotate", "-q", "--to", to, "--from", "text"];
        let all = ["--add", "groups,numbers,material,fen,diagrams=every 1"];
        let scored = run(&[&how[..], &all].concat(), score.as_bytes());
        assert!(!scored.stderr.contains("read back"), "{}", scored.stderr);
        let stripped = [&how[..4], &["--from", to, "--strip"]].concat();
        let stripped = run(&stripped, scored.stdout.as_bytes()).stdout;
        let plain = ["convert", "-q", "--to", to, "--from", "text"];
        let plain = run(&plain, score.as_bytes()).stdout;
        assert_eq!(stripped, plain, "{}", scored.stdout);
        let status = |score: &str| run(&["validate", "-q", "--from", to], score.as_bytes()).status;
        assert_eq!(status(&scored.stdout), status(&plain), "{}", scored.stdout);
    }
}

/// A record in JSON is annotated as in the other formats, boards with their places.
#[test]
fn json_keeps_the_laws() {
    let file = "fixtures/valid/inertia-chess/six-games-corrected.txt";
    let plain = run(&["convert", "-q", "--to", "jsonl", file], b"").stdout;
    let add = ["--to", "jsonl", "--add", "forced,checks,diagrams=every 3"];
    let from_text = annotated(&[&add[..], &[file]].concat(), "");
    let from_json = ["--from", "jsonl"];
    assert_ne!(from_text, plain);
    assert_eq!(
        annotated(&[&add[..], &from_json].concat(), &from_text),
        from_text
    );
    let stripped = annotated(&["--strip", "--to", "jsonl", "--from", "jsonl"], &from_text);
    assert_eq!(stripped, plain);
}
