//! `select --rest`: what is not taken, in the same run.

use crate::support::{Output, RECORDS, fixtures, root, run};
use std::fs;
use tempfile::TempDir;

/// Five games, one of them faulty, one twice.
const GAMES: [&str; 5] = [
    "[White \"Anna\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n",
    "[White \"Bert\"]\n\n1. d4 {tells\r\n  nothing} d5 2. Ke3 *\n\n\n",
    "[White \"Carl\"]\n\n1. c4 e5 *\n\n",
    "[White \"Anna\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n",
    "[White \"Dora\"]\n\n1. f4 *\n",
];

/// What `select` takes, what it leaves, and what else it does.
struct Parted {
    taken: String,
    rest: String,
    output: Output,
}

/// Runs `select` on a text.
fn part(text: &str, from: &str, options: &[&str]) -> Parted {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("rest");
    let rest = path.to_str().expect("a plain name");
    let select = ["select", "--from", from, "--rest", rest];
    let output = run(&[&select, options].concat(), text.as_bytes());
    Parted {
        taken: output.stdout.clone(),
        rest: fs::read_to_string(&path).unwrap_or_default(),
        output,
    }
}

/// The numbers in [`GAMES`] of the games that a text holds, in its order, which it holds byte for byte.
fn numbers(mut text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    while !text.trim().is_empty() {
        let is_next = |game: &&str| text.starts_with(game.trim_end());
        let number = GAMES.iter().position(is_next);
        let number = number.unwrap_or_else(|| panic!("no game begins here: {text}"));
        text = text[GAMES[number].trim_end().len()..].trim_start();
        found.push(number);
    }
    found
}

fn parted(options: &[&str]) -> (Vec<usize>, Vec<usize>) {
    let parted = part(&GAMES.concat(), "pgn", options);
    assert!(parted.output.status < 2, "{}", parted.output.stderr);
    (numbers(&parted.taken), numbers(&parted.rest))
}

#[test]
fn each_record_is_taken_or_left() {
    assert_eq!(parted(&[]), (vec![0, 1, 2, 0, 4], vec![]));
    assert_eq!(
        parted(&["--where", "white=Anna"]),
        (vec![0, 0], vec![1, 2, 4])
    );
    assert_eq!(parted(&["--where", "valid"]), (vec![0, 2, 0, 4], vec![1]));
    assert_eq!(parted(&["--record", "2-3"]), (vec![1, 2], vec![0, 0, 4]));
    let inverted = ["--where", "valid", "--invert"];
    assert_eq!(parted(&inverted), (vec![1], vec![0, 2, 0, 4]));
    assert_eq!(parted(&["--where", "white=Nobody"]).1, [0, 1, 2, 0, 4]);
}

/// What `--unique`, `--first` and `--sort` leave out lands there, in the order of the input.
#[test]
fn what_the_other_options_leave_out_is_left_too() {
    assert_eq!(parted(&["--unique"]), (vec![0, 1, 2, 4], vec![0]));
    let copies = ["--unique", "--invert"];
    assert_eq!(parted(&copies), (vec![0], vec![0, 1, 2, 4]));
    let anna = ["--unique", "--where", "white=Anna"];
    assert_eq!(parted(&anna), (vec![0], vec![1, 2, 0, 4]));
    let first = ["--first", "1", "--where", "white=Anna"];
    assert_eq!(parted(&first), (vec![0], vec![1, 2, 0, 4]));
    let last = ["--sort", "-White", "--first", "2"];
    assert_eq!(parted(&last), (vec![4, 2], vec![0, 1, 0]));
    let text = GAMES.concat();
    let counted = part(&text, "pgn", &["--count", "--where", "valid"]);
    assert_eq!(
        (counted.taken.as_str(), numbers(&counted.rest)),
        ("4\n", vec![1])
    );
}

/// With neither more nor less than the bytes of the file, where the records of each side follow each other.
#[test]
fn both_are_the_file_byte_for_byte() {
    let text = GAMES.concat();
    for (numbers, cut) in [("1", 1), ("1-2", 2), ("1-4", 4)] {
        let parted = part(&text, "pgn", &["--record", numbers]);
        let (taken, rest) = (GAMES[..cut].concat(), GAMES[cut..].concat());
        assert_eq!((parted.taken, parted.rest), (taken, rest), "{numbers}");
    }
}

/// In every format each record lands on one side, whether it is chosen by its tags or by its moves.
#[test]
fn the_records_of_every_fixture_are_shared_out() {
    let count = |text: &str, from: &str| {
        let output = run(&["select", "--from", from, "--count"], text.as_bytes());
        output.stdout.trim().parse::<usize>().expect("a number")
    };
    for file in ["valid", "problems"].map(|folder| fixtures(folder, &RECORDS)) {
        for path in file {
            let text = fs::read_to_string(&path).expect("a fixture");
            let from = match path.extension().and_then(|end| end.to_str()) {
                Some("txt") => "text",
                Some(end) => end,
                None => unreachable!("fixtures have endings"),
            };
            for condition in ["record=2..", "plies>20", "white~^[a-m]"] {
                let parted = part(&text, from, &["--where", condition]);
                let sum = count(&parted.taken, from) + count(&parted.rest, from);
                let name = path.strip_prefix(root()).expect("a fixture").display();
                assert_eq!(sum, count(&text, from), "{name}: {condition}");
            }
        }
    }
}

/// The twins of a problem stand in one text: it is taken where one of them is meant.
#[test]
fn twins_are_not_torn_apart() {
    let text = fs::read_to_string(root().join("fixtures/problems/printed.txt")).expect("a fixture");
    let [first, second] = ["17", "18"].map(|number| part(&text, "text", &["--record", number]));
    assert!(first.taken.contains("b) Rg1→a1"), "{}", first.taken);
    assert!(!first.rest.contains("Rg1→a1"));
    assert_eq!((first.taken, first.rest), (second.taken, second.rest));
}

/// Records may be moved out of a file; two results in one file, or one that cannot be written, are refused.
#[test]
fn the_rest_may_take_the_place_of_what_was_read() {
    let folder = TempDir::new().expect("a folder");
    let name = |file: &str| {
        let path = folder.path().join(file);
        path.to_str().expect("a plain name").to_owned()
    };
    let (games, faulty) = (name("games.pgn"), name("faulty.pgn"));
    let read = |file: &String| fs::read_to_string(file).expect("a file");
    fs::write(&games, GAMES.concat()).expect("a file");
    let move_out = [
        "select", "--where", "invalid", &games, "-o", &faulty, "--rest",
    ];
    let output = run(&[&move_out[..], &[&games]].concat(), b"");
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert_eq!(numbers(&read(&faulty)), [1]);
    assert_eq!(numbers(&read(&games)), [0, 2, 0, 4]);
    for (rest, why) in [
        (&faulty, "name the same file"),
        (&name("no/such"), "no/such: "),
    ] {
        let output = run(&[&move_out[..], &[rest]].concat(), b"");
        assert_eq!(output.status, 2);
        assert!(output.stderr.contains(why), "{}", output.stderr);
    }
    assert_eq!(numbers(&read(&faulty)), [1], "nothing was touched");
    assert_eq!(numbers(&read(&games)), [0, 2, 0, 4]);
}

#[test]
fn standard_output_is_not_for_the_rest() {
    let output = run(
        &["select", "--where", "valid", "--rest", "-"],
        GAMES[0].as_bytes(),
    );
    assert_eq!((output.status, output.stdout.as_str()), (2, ""));
    assert!(
        output.stderr.contains("`--rest` takes the name of a file"),
        "{}",
        output.stderr
    );
}
