//! Game trees: held against another reader of SGF, against the account of bytes, and through the program.

use crate::support::{cases, run};
use proptest::prelude::{Just, Strategy, prop, prop_oneof, proptest};
use scoresheet::record::{NodeId, Record, TreeBuilder};
use scoresheet::replay::{Options, replay};
use scoresheet::source::Source;
use scoresheet::syntax::{Format, read_json, read_record};
use scoresheet::write::{Target, write};
use sgf_parse::{GameTree, SgfNode, unknown_game::Prop};

fn records(text: &str) -> Vec<Record> {
    let (mut all, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let mut builder = TreeBuilder::default();
        let found = read_record(Format::Sgf, text, at, &mut builder);
        assert!(found.end > at, "the reader stands still in {text:?}");
        if found.is_record() {
            all.push(builder.finish());
        }
        at = found.end;
    }
    all
}

/// Moves, variations behind the move that they replace, and comments.
fn outline(record: &Record) -> String {
    let tree = &record.tree;
    let mut out = String::new();
    let mut steps: Vec<Result<NodeId, char>> = tree.first().map(Ok).into_iter().collect();
    while let Some(step) = steps.pop() {
        match step {
            Err(sign) => out.push(sign),
            Ok(id) => {
                let node = tree.node(id);
                out.push_str(&format!(" {}", node.text));
                for comment in &node.after {
                    out.push_str(&format!("{{{}}}", comment.text));
                }
                steps.extend(node.next.map(Ok));
                for &variation in node.variations.iter().rev() {
                    steps.extend([Err(')'), Ok(variation), Err('(')]);
                }
            }
        }
    }
    out
}

/// The same of what `sgf-parse` reads, which takes escapes away but leaves soft line ends: the first child goes on, the others replace it.
fn outline_of_peer(nodes: &[SgfNode<Prop>], out: &mut String) {
    let Some((first, others)) = nodes.split_first() else {
        return;
    };
    ply_of_peer(first, out);
    for other in others {
        out.push('(');
        ply_of_peer(other, out);
        outline_of_peer(&other.children, out);
        out.push(')');
    }
    outline_of_peer(&first.children, out);
}

fn ply_of_peer(node: &SgfNode<Prop>, out: &mut String) {
    for property in node.properties() {
        if let Prop::B(word) | Prop::W(word) = property {
            out.push_str(&format!(" {word}"));
        }
    }
    for property in node.properties() {
        if let Prop::C(text) = property {
            out.push_str(&format!("{{{}}}", text.text.trim()));
        }
    }
}

/// A piece of a game tree; those that have no place where they stand are left out.
#[derive(Clone, Debug)]
enum Piece {
    Node(String, Option<String>),
    Open(String),
    Close,
}

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let word = "[a-s]{2}|";
    let comment = prop::option::of("([a-z ():;]|\\\\\\]|\\\\\\\\|\\[){0,12}");
    let piece = prop_oneof![
        4 => (word, comment).prop_map(|(word, comment)| Piece::Node(word, comment)),
        2 => word.prop_map(Piece::Open),
        2 => Just(Piece::Close),
    ];
    prop::collection::vec(piece, 0..40)
}

/// The pieces as a game tree of a game that nobody knows.
fn written(pieces: &[Piece]) -> String {
    let mut text = String::from("(;GM[42]");
    let (mut depth, mut closed) = (0, false);
    for piece in pieces {
        match piece {
            Piece::Node(word, comment) if !closed => {
                text.push_str(&format!(";B[{word}]"));
                if let Some(comment) = comment {
                    text.push_str(&format!(" C[{comment}]"));
                }
            }
            Piece::Open(word) => {
                text.push_str(&format!("\n( ;W[{word}]"));
                (depth, closed) = (depth + 1, false);
            }
            Piece::Close if depth > 0 => {
                text.push(')');
                (depth, closed) = (depth - 1, true);
            }
            Piece::Node(..) | Piece::Close => {}
        }
    }
    text + &")".repeat(depth + 1)
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn another_reader_sees_the_same_trees(games in prop::collection::vec(pieces(), 1..3)) {
        let text: String = games.iter().map(|game| written(game) + "\n").collect();
        let peers = sgf_parse::parse(&text).expect("well formed");
        let own = records(&text);
        assert_eq!(own.len(), peers.len());
        for (record, peer) in own.iter().zip(peers) {
            let GameTree::Unknown(root) = peer else { panic!("a game that is known: {text}") };
            let mut outline_there = String::new();
            outline_of_peer(&root.children, &mut outline_there);
            assert_eq!(outline(record), outline_there, "{text}");
            assert!(record.diagnostics.is_empty(), "{:?} in {text}", record.diagnostics);
        }
    }

    /// Whatever is read goes to JSON and back; what has no rules is kept as it is.
    #[test]
    fn games_without_rules_go_through_json(game in pieces()) {
        let text = written(&game);
        let record = records(&text).remove(0);
        let outlined = outline(&record);
        let (mut json, mut again) = (String::new(), String::new());
        let first = replay(record, &text, &Options::default());
        write(Target::Json, &first, &Source::whole("game.sgf", &text), 1, &mut json);
        let read = read_json(Format::Json, &json, 0).record.expect("a record").expect("readable");
        assert_eq!(outline(&read), outlined);
        let second = replay(read, &json, &Options::default());
        write(Target::Json, &second, &Source::whole("game.json", &json), 1, &mut again);
        assert_eq!(again, json);
    }

    #[test]
    fn any_signs_in_any_order_are_read(text in "[()\\[\\];BWCa-c1-3: \n\\\\FGM]{0,80}") {
        records(&text);
    }
}

#[test]
fn a_game_without_rules_is_one_finding() {
    let output = run(
        &["validate", "--format", "json", "--from", "sgf", "-"],
        b"(;GM[1]SZ[19];B[pd];W[dd];B[tt])\n",
    );
    assert_eq!(output.status, 1);
    let findings: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(findings.len(), 2, "{}", output.stdout);
    assert!(findings[0].contains("`GM[1]` is Go"), "{}", findings[0]);
}

#[test]
fn chess_is_not_written() {
    let output = run(
        &["convert", "--to", "sgf", "--from", "pgn", "-"],
        b"1. e4 e5 *\n",
    );
    assert_eq!(output.status, 2);
    assert!(output.stdout.is_empty());
    assert!(
        output.stderr.contains("no room for its game"),
        "{}",
        output.stderr
    );
}

#[test]
fn the_account_of_a_game_tree_is_balanced_in_its_own_character_set() {
    let (bytes, ..) = encoding_rs::SHIFT_JIS.encode("(;FF[4]CA[Shift_JIS]PB[表]C[表示];B[ab])\n");
    let output = run(
        &[
            "validate",
            "--account",
            "--format",
            "json",
            "--from",
            "sgf",
            "-",
        ],
        &bytes,
    );
    let lines = output
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let lines: Vec<serde_json::Value> = lines.collect();
    let account = &lines
        .iter()
        .find_map(|line| line.get("account"))
        .expect("an account");
    assert_eq!(account["bytes"], bytes.len());
    assert_eq!(
        (&account["gaps"], &account["overlaps"]),
        (&0.into(), &0.into())
    );
    assert!(!output.stdout.contains("S0101"), "{}", output.stdout);
}

#[test]
fn an_unknown_character_set_is_told_once() {
    let output = run(
        &["validate", "--format", "json", "--from", "sgf", "-"],
        b"(;FF[4]CA[Klingon-1]PB[Ren\xe9];B[ab])\n",
    );
    assert_eq!(
        output.stdout.matches("S0101").count(),
        1,
        "{}",
        output.stdout
    );
    assert!(
        output.stdout.contains("\"line\":1,\"column\":11,"),
        "{}",
        output.stdout
    );
}

#[test]
fn a_large_file_of_games_is_read_in_pieces() {
    let game = format!("(;GM[42]C[{}](;B[ab])(;B[cd]))\n", "words ".repeat(200));
    let output = run(
        &["validate", "--format", "json", "--from", "sgf", "-"],
        game.repeat(2_000).as_bytes(),
    );
    let summary = output.stdout.lines().last().expect("a summary");
    assert!(summary.contains("\"records\":2000,"), "{summary}");
}
