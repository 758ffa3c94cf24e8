//! The program ended from outside: nothing stays behind, and a shell sees why it ended.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

const GAME: &str = "[Event \"A\"]\n\n1. e4 e5 *\n\n";

/// The program in an empty folder, where it waits for the end of its input.
fn started(folder: &Path, before: &str, arguments: &str) -> Child {
    let program = env!("CARGO_BIN_EXE_scoresheet");
    let mut child = Command::new("sh")
        .args(["-c", &format!("{before} exec '{program}' {arguments}")])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let stdin = child.stdin.as_mut().expect("a pipe");
    stdin
        .write_all(GAME.repeat(2_000).as_bytes())
        .expect("a reader");
    stdin.flush().expect("a reader");
    child
}

fn files(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("a folder");
    files
        .map(|file| {
            file.expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect()
}

/// Waits for something that is only a matter of time.
fn wait_for(what: impl Fn() -> bool) {
    for _ in 0..1_000 {
        if what() {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("it does not come");
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill")
        .args(["-s", signal, &child.id().to_string()])
        .status();
    assert!(sent.expect("`kill` is there").success());
}

/// How the program ended, and what it said.
fn end(mut child: Child) -> (ExitStatus, String) {
    let mut said = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut said).expect("UTF-8");
    (child.wait().expect("the program ends"), said)
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn files_that_wait_to_take_their_places_are_removed() {
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        for arguments in [
            "stats -o out.txt",
            "select -o out.pgn",
            "convert --to pgn -o out.pgn",
            "split --count 3 --name 'out-{}.pgn'",
        ] {
            let folder = folder();
            let child = started(folder.path(), "", arguments);
            wait_for(|| !files(folder.path()).is_empty());
            send(signal, &child);
            let stdin_is_open = child.stdin.is_some();
            let (status, said) = end(child);
            assert!(stdin_is_open);
            assert_eq!(status.signal(), Some(number), "{arguments}: {said}");
            assert_eq!(files(folder.path()), [""; 0], "{arguments}");
        }
    }
}

#[test]
fn the_bar_is_wiped() {
    let folder = folder();
    let child = started(folder.path(), "", "select --progress always -o out.pgn");
    wait_for(|| !files(folder.path()).is_empty());
    sleep(Duration::from_millis(500));
    send("INT", &child);
    let (_, said) = end(child);
    assert!(said.contains(" records"), "{said:?}");
    assert!(said.ends_with("\r\u{1b}[2K"), "{said:?}");
}

#[test]
fn who_started_it_may_let_it_not_hear() {
    let folder = folder();
    let mut child = started(folder.path(), "trap '' HUP;", "select -o out.pgn");
    wait_for(|| !files(folder.path()).is_empty());
    send("HUP", &child);
    sleep(Duration::from_millis(200));
    drop(child.stdin.take());
    let (status, said) = end(child);
    assert!(status.success(), "{status} {said}");
    assert_eq!(files(folder.path()), ["out.pgn"]);
}
