//! Gravitational chess from records: the letters in use, findings about falls, and the games of an independent
//! implementation read in every set of letters.

use crate::support::{replay_all, root, text};
use scoresheet::notation::letters::Letters;
use scoresheet::notation::read_word;
use scoresheet::replay::{Options, Replay};
use scoresheet::rules::gravitational::Gravitational;
use scoresheet::rules::{RuleSet, Rules};
use scoresheet::syntax::Format;
use serde_json::Value;
use std::fmt::Write;

const DIAGRAM: &str = "2k5/1PP5/8/R1n5/2p5/8/P7/2K5 w - - 0 1";

fn games() -> Vec<Value> {
    let file = root().join("fixtures/oracle/gravitational-chess.json");
    let mut oracle: Value = serde_json::from_str(&text(&file)).expect("JSON");
    serde_json::from_value(oracle["games"].take()).expect("a list of games")
}

fn words<'v>(game: &'v Value, key: &str) -> Vec<&'v str> {
    let list = game[key].as_array().expect("a list");
    list.iter()
        .map(|word| word.as_str().expect("a word"))
        .collect()
}

/// A record of moves from a position.
fn record(start: &str, words: &[impl AsRef<str>]) -> String {
    let mut text =
        format!("[Variant \"Gravitational Chess\"]\n[SetUp \"1\"]\n[FEN \"{start}\"]\n\n");
    for (ply, word) in words.iter().enumerate() {
        if ply % 2 == 0 {
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        let _ = write!(text, "{} ", word.as_ref());
    }
    text + "*\n"
}

fn replay(rules: &str, record: &str) -> Replay {
    let options = Options {
        rules: Some(RuleSet::from_spec(rules).expect("a rule set")),
        ..Options::default()
    };
    let mut replays = replay_all(record, Format::Pgn, &options);
    assert_eq!(replays.len(), 1);
    replays.remove(0)
}

fn spec(game: &Value) -> &'static str {
    if game["null-moves"] == true {
        "gravitational-chess:null-moves=on"
    } else {
        "gravitational-chess"
    }
}

fn coords(replay: &Replay) -> Vec<&str> {
    let line = replay.record.tree.mainline();
    line.filter_map(|id| replay.facts(id))
        .map(|facts| facts.coords.as_str())
        .collect()
}

/// The words of a game in a set of letters.
fn written(game: &Value, letters: &Letters) -> Vec<String> {
    let rules = Gravitational {
        null_moves: game["null-moves"] == true,
    };
    let start = game["start"].as_str().expect("a position text");
    let mut position = rules
        .read_position(start, &mut Vec::new())
        .expect("a position");
    let mut written = Vec::new();
    for word in words(game, "coords") {
        let form = read_word(word).expect("a move word").form;
        let r#move = rules
            .resolve(&position, &form, &Letters::ENGLISH)
            .expect("legal");
        let mut name = String::new();
        rules.write_move(&position, r#move, letters, &mut name);
        rules.play(&mut position, r#move);
        written.push(name);
    }
    written
}

#[test]
fn games_are_read_in_whatever_letters_they_are_in() {
    for game in games().iter().step_by(12) {
        let start = game["start"].as_str().expect("a position text");
        for letters in Letters::ALL {
            let text = record(start, &written(game, letters));
            let replay = replay(spec(game), &text);
            assert!(replay.is_valid(), "{}: {text}", letters.name);
            assert_eq!(coords(&replay), words(game, "coords"), "{}", letters.name);
            assert_eq!(replay.r#final.as_deref(), game["final"].as_str());
        }
    }
}

#[test]
fn french_games_are_those_of_the_oracle() {
    let french = Letters::by_name("fr").expect("a set");
    for game in games() {
        assert_eq!(written(&game, french), words(&game, "french"));
    }
}

/// The findings about a record from the diagram of the source, as code, severity, message and help.
fn findings(moves: &str) -> String {
    let replay = replay("gravitational-chess", &record(DIAGRAM, &[moves]));
    let lines = replay.diagnostics.iter().map(|finding| {
        let help = finding.help.as_deref().unwrap_or("-");
        format!("{}\n  {}\n", finding.message, help)
    });
    lines.collect()
}

#[test]
fn a_written_fall_that_is_not_the_true_one_is_told() {
    insta::assert_snapshot!(findings("Ta5×c5-c4"), @r"
        1. Ta5×c5-c4 is illegal: in its fall the white rook captures the black pawn on c4, and no capture is written
          did you mean Ta5×c5×c4?
        ");
    insta::assert_snapshot!(findings("Ta5×c5×c3"), @r"
        1. Ta5×c5×c3 is illegal: from c5 the white rook falls to c4, not to c3
          did you mean Ta5×c5×c4?
        ");
    insta::assert_snapshot!(findings("Kc1-d2-d1"), @r"
        1. Kc1-d2-d1 is illegal: the white king does not fall, and d1 is written as its fall
          did you mean Kc1-d2?
        ");
}

#[test]
fn moves_that_cannot_fall_are_told() {
    insta::assert_snapshot!(findings("b7×c8=T"), @r"
        1. b7×c8=T is illegal: a pawn promoted on c8 cannot fall: on c7 stands the side's own pawn
          -
        ");
    insta::assert_snapshot!(findings("Ta5-a3"), @r"
        1. Ta5-a3 is illegal: from a3 the white rook cannot fall: on a2 stands the side's own pawn
          did you mean a2-a3?
        ");
    insta::assert_snapshot!(findings("Ta5-a6-a5"), @r"
        1. Ta5-a6-a5 is illegal: it is a null move: the white rook falls back to a5 and nothing changes
          the option null-moves=on allows it; did you mean Ta5-a7-a6?
        ");
}

#[test]
fn a_mark_for_a_check_that_is_none_is_told_with_its_reason() {
    insta::assert_snapshot!(findings("Ta5-b5-b4†"), @r"
        1. Ta5-b5-b4 gives no check and is marked +
          the king on c8 is not in check: the white pawn on b7 cannot capture it, since a pawn promoted on c8 cannot fall, on c7 stands the side's own pawn
        ");
}

#[test]
fn a_null_move_is_legal_where_the_option_says_so() {
    let text = record(DIAGRAM, &["Ta5-a6-a5"]);
    let replay = replay("gravitational-chess:null-moves=on", &text);
    assert!(replay.is_valid());
    assert_eq!(coords(&replay), ["a5a6a5"]);
}

#[test]
fn a_stalemate_may_be_marked() {
    let start = "8/1K6/8/2k5/8/3Q4/8/8 w - - 0 1";
    for (word, notes) in [("Kb7-c7 pat", 0), ("Kb7-c7", 0), ("Kb7-a7 pat", 1)] {
        let replay = replay("gravitational-chess", &record(start, &[word]));
        assert_eq!(
            replay.diagnostics.len(),
            notes,
            "{word}: {:?}",
            replay.diagnostics
        );
    }
}
