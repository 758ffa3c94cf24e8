//! Which games are copies of others, and what is done with them.

use crate::support::run;

const OPERA: &str = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3";

fn game(white: &str, black: &str, date: &str, moves: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n\n{moves} *\n\n")
}

/// The places of the games that `select` takes of these, and what it says.
fn taken(games: &[String], options: &[&str]) -> (Vec<usize>, String) {
    let output = run(
        &[&["select", "--from", "pgn"], options].concat(),
        games.concat().as_bytes(),
    );
    assert_eq!(output.status, 0, "{options:?}: {}", output.stderr);
    let mut rest = output.stdout.as_str();
    let mut places = Vec::new();
    for (place, game) in games.iter().enumerate() {
        if let Some(behind) = rest.strip_prefix(game.as_str()) {
            places.push(place);
            rest = behind;
        }
    }
    assert_eq!(rest.trim(), "", "{options:?}");
    (places, output.stderr)
}

#[test]
fn stubs_of_others_are_no_copies() {
    let games = [
        game("Karpov", "Anand", "1997.01.01", "1. d4"),
        game("Andersson", "Suer", "1972", "1. d4"),
        game("karpov ", "Anand", "1997", "1. d4"),
        game("Morphy", "Duke of Brunswick", "1858", OPERA),
        game("Morphy", "Allies", "1858", OPERA),
    ];
    assert_eq!(taken(&games, &["--unique"]).0, [0, 1, 3]);
    assert_eq!(
        taken(&games, &["--unique", "--same", "black"]).0,
        [0, 1, 3, 4]
    );
    assert_eq!(
        taken(&games, &["--unique", "--same", "Date,Event"]).0,
        [0, 1, 2, 3]
    );
    // How much is compared is then the user's affair.
    assert_eq!(taken(&games, &["--unique", "--fuzzy", "1"]).0, [0, 3]);
}

#[test]
fn copies_are_taken_alone() {
    let games = [
        game("Morphy", "Duke of Brunswick", "1858", OPERA),
        game("Morphy", "Allies", "1858", OPERA),
        game("Anna", "Bert", "1999", "1. e4 e5 2. Nf3"),
        game("Morphy", "Both", "1858", OPERA),
    ];
    let (places, said) = taken(&games, &["--unique", "--invert"]);
    assert_eq!(places, [1, 3]);
    assert!(
        said.contains("record 2 is a copy: it is record 1 of"),
        "{said}"
    );
    assert_eq!(
        taken(&games, &["--unique", "--invert", "--where", "black!~Duke"]).0,
        [3]
    );
    assert_eq!(
        taken(&games, &["--invert", "--where", "black!~Duke"]).0,
        [0]
    );
    for (option, value) in [("--fuzzy", "4"), ("--same", "Date")] {
        let refused = run(&["select", option, value], b"");
        assert_eq!(refused.status, 2);
        let words = "what copies of a game are; they go with `--unique`";
        assert!(refused.stderr.contains(words), "{}", refused.stderr);
    }
}
