//! Lines that authors wrote inside `(* *)` comments: where they branch off, how far they go, what stays a comment.

use crate::support::run;

/// The score as PGN, after the tags.
fn as_pgn(score: &str) -> String {
    let output = run(
        &["convert", "--from", "text", "--to", "pgn", "-q", "-"],
        score.as_bytes(),
    );
    output
        .stdout
        .lines()
        .filter(|line| !line.starts_with('[') && !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[track_caller]
fn becomes(score: &str, pgn: &str) {
    assert_eq!(as_pgn(score), pgn, "{score}");
}

#[test]
fn a_line_replaces_the_move_before_it_or_the_one_its_number_names() {
    becomes(
        "1. e4 e5 (* c5 2. Nf3 *) 2. d4 *",
        "1. e4 e5 (1... c5 2. Nf3) 2. d4 *",
    );
    becomes(
        "1. e4 e5 (* 1. d4 d5 *) 2. d4 *",
        "1. e4 (1. d4 d5) 1... e5 2. d4 *",
    );
    becomes(
        "1. e4 e5 (* 2. d4 exd4 *) 2. Nf3 *",
        "1. e4 e5 2. Nf3 (2. d4 exd4) *",
    );
}

#[test]
fn a_line_past_the_end_repeats_the_last_move() {
    becomes(
        "1. e4 e5 1-0 (* 2. d4 exd4 *)",
        "1. e4 e5 (1... e5 2. d4 exd4) 1-0",
    );
}

#[test]
fn a_number_that_goes_back_begins_a_line_in_the_line_before_it() {
    becomes(
        "1. e4 e5 2. Nf3 (* 2. f4 exf4 3. Nf3 g5 3... Nf6 4. e5 *) Nc6 *",
        "1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 g5 (3... Nf6 4. e5)) 2... Nc6 *",
    );
    becomes(
        "1. e4 e5 2. Nf3 (* 2. f4 exf4 2. d4 exd4 *) Nc6 *",
        "1. e4 e5 2. Nf3 (2. f4 exf4) (2. d4 exd4) 2... Nc6 *",
    );
}

#[test]
fn after_a_result_the_record_comes_first() {
    becomes(
        "1. e4 e5 2. Nf3 Nc6 (* 2. f4 exf4 3. Nf3 1-0 2... d6 3. d4 *) 3. Bb5 *",
        "1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 1-0) 2... Nc6 (2... d6 3. d4) 3. Bb5 *",
    );
}

#[test]
fn brackets_set_lines_apart() {
    becomes(
        "1. e4 e5 2. Nf3 Nc6 (* 2... d6 3. d4 (3. Bc4 Be7) 3... exd4 *) 3. Bc4 *",
        "1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4 (3. Bc4 Be7) 3... exd4) 3. Bc4 *",
    );
}

#[test]
fn prose_stays_a_comment_and_so_does_what_breaks_off() {
    becomes(
        "1. e4 e5 (* White threatens Qh5 Qxf7 1-0 *) 2. Qh5 *",
        "1. e4 e5 {White threatens Qh5 Qxf7 1-0} 2. Qh5 *",
    );
    becomes(
        "1. e4 e5 (* c5 2. Nf3 forces nothing *) 2. d4 *",
        "1. e4 e5 (1... c5 2. Nf3 {forces nothing}) 2. d4 *",
    );
    becomes(
        "1. e4 e5 (* c5 2. Nf4 d6 *) 2. d4 *",
        "1. e4 e5 (1... c5 {2. Nf4 d6}) 2. d4 *",
    );
}

/// A break in what was clearly meant as a line is told at its place, as a warning.
#[test]
fn a_break_is_a_warning() {
    let output = run(
        &["validate", "--format", "json", "--from", "text", "-"],
        b"1. e4 e5 (* c5 2. Nf4 d6 *) 2. d4 *\n",
    );
    assert_eq!(output.status, 0);
    let finding = output.stdout.lines().next().expect("a finding");
    for part in [
        "\"S0407\"",
        "\"column\":19",
        "\"path\":\"2.1\"",
        "not-reachable",
    ] {
        assert!(finding.contains(part), "{part} in {finding}");
    }
}
