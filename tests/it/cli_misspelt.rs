//! Names that no record has: told, for they are misspelt more often than not.

use crate::support::run;

const GAMES: &str = "[White \"Anna\"]\n[WhiteElo \"2450\"]\n[Date \"1997.03.09\"]\n\n1. e4 *\n\n[White \"Bert\"]\n\n1. d4 *\n";

/// What is said of a run, which is done all the same.
fn said(arguments: &[&str]) -> String {
    let output = run(&[arguments, &["--from", "pgn"]].concat(), GAMES.as_bytes());
    assert_eq!(output.status, 0, "{arguments:?}: {}", output.stderr);
    output.stderr
}

#[test]
fn a_tag_that_no_record_has_is_told() {
    for arguments in [
        &["select", "--count", "--where", "whit=A"][..],
        &["select", "--where", "plies>0 & !(white=x & whit=A)"],
        &["validate", "--where", "whit~A | whit=B"],
        &["stats", "--where", "whit=A", "-j", "1"],
        &["convert", "--to", "pgn", "--where", "whit=A"],
        &["select", "--unique", "--sort", "whit"],
    ] {
        let said = said(arguments);
        let warning = "scoresheet: warning: no record has a tag `whit`; did you mean `White`?\n";
        assert_eq!(said.matches(warning).count(), 1, "{arguments:?}: {said}");
        assert_eq!(
            said.matches("no record has").count(),
            1,
            "{arguments:?}: {said}"
        );
    }
    let told = said(&["select", "--count", "--where", "whitelo>3 & year=1997"]);
    insta::assert_snapshot!(told, @r"
    scoresheet: warning: no record has a tag `whitelo`; did you mean `WhiteElo`?
    scoresheet: warning: no record has a tag `year`
    ");
    let told = said(&["select", "--sort", "-plys,Date"]);
    insta::assert_snapshot!(told, @"scoresheet: warning: no record has a tag `plys`; did you mean `plies`?");
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().join("{}.pgn");
    let name = name.to_str().expect("a plain name");
    let told = said(&["split", "--by", "nosuch", "--name", name]);
    insta::assert_snapshot!(told, @"scoresheet: warning: no record has a tag `nosuch`");
}

#[test]
fn an_option_that_is_refused_is_not_offered() {
    let help = run(&["split", "--help"], b"").stdout;
    assert!(!help.contains("--output"), "{help}");
    for arguments in [
        &["split", "--count", "1", "-o", "x"][..],
        &["-o", "x", "split", "--count", "1"],
    ] {
        let refused = run(arguments, GAMES.as_bytes());
        assert_eq!(refused.status, 2);
        assert!(
            refused.stderr.contains("with `--name`"),
            "{}",
            refused.stderr
        );
    }
}

#[test]
#[cfg(unix)]
fn links_that_lead_nowhere_and_odd_names_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a\nb.pgn"), GAMES).expect("a file");
    let path = folder.path().to_str().expect("a plain name");
    let output = run(&["validate", path], b"");
    assert_eq!(output.status, 0);
    assert!(
        output.stdout.contains("/a b.pgn: record 1 "),
        "{}",
        output.stdout
    );
    std::os::unix::fs::symlink("nowhere", folder.path().join("link.pgn")).expect("a link");
    let output = run(&["validate", path], b"");
    assert_eq!(output.status, 2);
    assert!(
        output.stderr.contains("/link.pgn: No such file"),
        "{}",
        output.stderr
    );
}

#[test]
fn what_some_record_has_is_not_told_nor_what_may_be_missing() {
    for arguments in [
        &["select", "--where", "whiteelo>9999 | date=1600 | WHITE=x"][..],
        &["select", "--where", "!annotator & !tag.eco"],
        &["select", "--sort", "whiteelo,plies"],
        &["select", "-q", "--where", "whit=A"],
    ] {
        assert_eq!(said(arguments), "", "{arguments:?}");
    }
    let nothing = run(&["select", "--where", "whit=A", "--from", "pgn"], b"");
    assert!(!nothing.stderr.contains("whit"), "{}", nothing.stderr);
}
