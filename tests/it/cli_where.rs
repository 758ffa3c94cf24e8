//! `--where` given several times, and in files.

use crate::cli_commands::show;
use crate::support::run;
use std::fs;
use tempfile::TempDir;

const GAMES: &str = r#"[White "Anna"]
[Black "Bert"]

1. e4 e5 *

[White "Carl"]
[Black "Anna"]

1. d4 d5 *

[White "Anna"]
[Black "Dora"]

1. d4 *
"#;

/// A folder with this file of conditions, and `@` with the name of the file.
fn file(conditions: &[u8]) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wanted.txt");
    fs::write(&path, conditions).expect("a file");
    let name = format!("@{}", path.to_str().expect("a plain name"));
    (folder, name)
}

/// The names of Black in the games that meet all of some conditions.
fn blacks(conditions: &[&str]) -> Vec<String> {
    let wheres = conditions
        .iter()
        .flat_map(|condition| ["--where", condition]);
    let options: Vec<&str> = ["select", "--from", "pgn"]
        .into_iter()
        .chain(wheres)
        .collect();
    let output = run(&options, GAMES.as_bytes());
    assert_eq!(output.status, 0, "{conditions:?}: {}", output.stderr);
    let lines = output.stdout.lines();
    let names = lines.filter_map(|line| line.strip_prefix("[Black \"")?.strip_suffix("\"]"));
    names.map(str::to_owned).collect()
}

/// What is said of a file of conditions.
fn said(conditions: &[u8]) -> String {
    let (folder, name) = file(conditions);
    let said = show(&["select", "--where", &name], GAMES);
    let folder = folder.path().to_str().expect("a plain name");
    said.replace(folder, "DIR")
}

#[test]
fn several_conditions_all_hold() {
    assert_eq!(blacks(&["white=Anna"]), ["Bert", "Dora"]);
    assert_eq!(blacks(&["white=Anna", "plies=2"]), ["Bert"]);
    assert_eq!(blacks(&["record<=2", "record>=2"]), ["Anna"]);
    let none = blacks(&["white=Anna", "black=Anna"]);
    assert!(none.is_empty(), "{none:?}");
    assert_eq!(blacks(&["white=Anna | white=Carl", "black=Anna"]), ["Anna"]);
}

#[test]
fn of_conditions_in_a_file_one_is_enough() {
    let list =
        "\u{feff}# whom we look for\r\n\r\n  white = Carl\r\n\t# and\nmoves=\"1. d4\" & plies=1";
    let (_folder, name) = file(list.as_bytes());
    assert_eq!(blacks(&[&name]), ["Anna", "Dora"]);
    assert_eq!(blacks(&[&name, "white=Anna"]), ["Dora"]);
    assert_eq!(blacks(&["white=Anna", &name, "plies>1"]), [""; 0]);
}

/// A tag that no record has is told, wherever it is asked for.
#[test]
fn names_in_files_are_looked_up_too() {
    let (_folder, name) = file(b"blakc=Anna\nwhite=Carl\n");
    let output = run(
        &["select", "--from", "pgn", "--where", &name],
        GAMES.as_bytes(),
    );
    assert!(
        output
            .stderr
            .contains("no record has a tag `blakc`; did you mean `Black`?"),
        "{}",
        output.stderr
    );
}

#[test]
fn faults_are_shown_at_their_places_in_the_file() {
    let faulty = "# Ärger\nwhite=Carl\n  pleis>3\n\nwhite=x for 3\n(valid\n";
    insta::assert_snapshot!(said(faulty.as_bytes()), @r"
    --- stderr
    error: invalid value '@DIR/wanted.txt' for '--where <CONDITION>': not all of its lines are conditions

      × there is no `pleis`; did you mean `plies`? The tag of that name is `tag.pleis`
       ╭─[DIR/wanted.txt:3:3]
     2 │ white=Carl
     3 │   pleis>3
       ·   ─────
     4 │
       ╰────

      × only `position` and `material` can hold for a number of positions
       ╭─[DIR/wanted.txt:5:13]
     4 │
     5 │ white=x for 3
       ·             ─
     6 │ (valid
       ╰────

      × `&`, `|` or `)` is expected at the end
       ╭─[DIR/wanted.txt:6:7]
     5 │ white=x for 3
     6 │ (valid
       ·       ▲
       ╰────


    For more information, try '--help'.
    --- status 2
    ");
    insta::assert_snapshot!(said(b"# nothing\n\n"), @r"
    --- stderr
    error: invalid value '@DIR/wanted.txt' for '--where <CONDITION>': the file holds no condition, so no record would meet one

    For more information, try '--help'.
    --- status 2
    ");
    insta::assert_snapshot!(said(b"white=M\xfcller\n"), @r"
    --- stderr
    error: invalid value '@DIR/wanted.txt' for '--where <CONDITION>': the file is not in UTF-8

    For more information, try '--help'.
    --- status 2
    ");
    let many = said("white=\n".repeat(30).as_bytes());
    assert!(many.contains("10 more faults are not shown"), "{many}");
    assert_eq!(many.matches("is expected at the end").count(), 20, "{many}");
    insta::assert_snapshot!(show(&["stats", "--where", "@no/such/file"], ""), @r"
    --- stderr
    error: invalid value '@no/such/file' for '--where <CONDITION>': No such file or directory (os error 2)

    For more information, try '--help'.
    --- status 2
    ");
}
