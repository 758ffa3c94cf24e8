//! `repair` and files: diffs that can be applied to their bytes, corrections in their encodings, what else a file has.

use crate::support::{run, run_for_bytes};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A file of its own with this content; the folder goes when the test ends.
fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, content).expect("it is written");
    (folder, path)
}

fn name(path: &Path) -> &str {
    path.to_str().expect("plain names")
}

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("it is there")
}

/// One misprint that only `3. Bb5` mends, with Windows line ends and without a last one.
const SCORE: &str = "[White \"João\"]\r\n[Result \"*\"]\r\n\r\n1. e4 e5 2. Nf3 Nc6\r\n3. Bh5 a6 {olé} 4. Bxc6 dxc6\r\n5. O-O *";

fn encoded(label: &str, text: &str) -> Vec<u8> {
    let codec = encoding_rs::Encoding::for_label(label.as_bytes()).expect("an encoding");
    let (bytes, _, lossy) = codec.encode(text);
    assert!(!lossy, "{text}");
    bytes.into_owned()
}

fn utf16(mark: [u8; 2], text: &str) -> Vec<u8> {
    let unit = |unit: u16| match mark {
        [0xFE, 0xFF] => unit.to_be_bytes(),
        _ => unit.to_le_bytes(),
    };
    let units = text.encode_utf16().flat_map(unit);
    mark.into_iter().chain(units).collect()
}

/// Makes the changes of a unified diff as strictly as can be: each line must stand where the diff says.
fn applied(content: &[u8], diff: &[u8]) -> Vec<u8> {
    let mut old = content.split_inclusive(|&byte| byte == b'\n');
    let (mut new, mut at) = (Vec::new(), 1);
    let mut lines = diff.split_inclusive(|&byte| byte == b'\n').peekable();
    lines
        .next_if(|line| line.starts_with(b"--- "))
        .expect("a head");
    lines
        .next_if(|line| line.starts_with(b"+++ "))
        .expect("a head");
    while let Some(line) = lines.next() {
        let line_without_end =
            |line: &[u8], is_last: bool| line[1..line.len() - usize::from(is_last)].to_vec();
        if line.starts_with(b"@@ -") {
            let number = std::str::from_utf8(line).expect("ASCII")[4..]
                .split(',')
                .next();
            let from: usize = number.expect("a number").parse().expect("a number");
            for line in old.by_ref().take(from - at) {
                new.extend_from_slice(line);
            }
            at = from;
            continue;
        }
        let is_last = lines.next_if(|next| next.starts_with(b"\\")).is_some();
        let shown = line_without_end(line, is_last);
        if line[0] != b'+' {
            assert_eq!(old.next(), Some(&shown[..]), "line {at}");
            at += 1;
        }
        if line[0] != b'-' {
            new.extend(shown);
        }
    }
    old.for_each(|line| new.extend_from_slice(line));
    new
}

/// What `patch`, if it is there, makes of a file with this content.
fn patched(content: &[u8], diff: &[u8]) -> Option<Vec<u8>> {
    let (folder, path) = file("game.pgn", content);
    let mut child = Command::new("patch")
        .args(["--binary", "--fuzz=0", "game.pgn"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, diff).expect("it is read");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains("offset"), "{said}");
    Some(bytes(&path))
}

/// The diff of a file makes of its bytes what `--write` makes of them, and these are the `expected` ones.
fn diff_and_write_agree(content: &[u8], expected: &[u8]) {
    let (_folder, path) = file("game.pgn", content);
    let diff = run_for_bytes(&["repair", "--diff", name(&path)], b"").stdout;
    assert_eq!(applied(content, &diff), expected);
    if let Some(patched) = patched(content, &diff) {
        assert_eq!(patched, expected);
    }
    let output = run(&["repair", "--write", name(&path)], b"");
    assert_eq!(output.status, 0, "{}{}", output.stdout, output.stderr);
    assert_eq!(bytes(&path), expected);
}

#[test]
fn a_diff_is_one_of_bytes() {
    let mended = |score: &str| score.replace("Bh5", "Bb5").replace("Сh5", "Сb5");
    let unix = SCORE.replace("\r\n", "\n") + "\n";
    let returns = SCORE.replace("\r\n", "\r");
    let many = format!("{}{unix}", "[White \"A\"]\n\n1. d4 d5 *\n\n".repeat(60_000));
    for (label, score) in [
        ("utf-8", SCORE),
        ("latin1", SCORE),
        ("latin1", &unix),
        ("utf-8", &returns),
        (
            "utf-8",
            &format!(
                "\u{FEFF}{}",
                unix.replace("\n\n1. e4 e5 2. Nf3 Nc6\n", " 1. e4 e5 2. Nf3 Nc6 ")
            ),
        ),
        ("utf-8", &format!("\u{FEFF}{SCORE}")),
        ("utf-8", &many),
        (
            "windows-1251",
            &unix
                .replace("João", "Иванов Пётр")
                .replace("olé", "партия игралась долго"),
        ),
    ] {
        diff_and_write_agree(&encoded(label, score), &encoded(label, &mended(score)));
    }
}

/// Corrections in letters that are not ASCII are written in the encoding of the file.
#[test]
fn corrections_are_written_in_the_encoding_of_the_file() {
    let score = "[White \"Иванов Пётр\"]\n[Result \"*\"]\n\n1. e4 e5 2. Кf3 Кc6 3. Сh5 a6 {партия игралась долго} 4. С:c6 d:c6 5. O-O *\n";
    for label in ["windows-1251", "koi8-r"] {
        let content = encoded(label, score);
        let (_folder, path) = file("game.pgn", &content);
        let arguments = ["repair", "--write", "--letters", "ru", "--encoding", label];
        let output = run(&[&arguments[..], &[name(&path)]].concat(), b"");
        assert!(
            output.stdout.contains("1 correction written"),
            "{}{}",
            output.stdout,
            output.stderr
        );
        assert_eq!(bytes(&path), encoded(label, &score.replace("Сh5", "Сb5")));
    }
    for mark in [[0xFF, 0xFE], [0xFE, 0xFF]] {
        let (_folder, path) = file("game.pgn", &utf16(mark, SCORE));
        let output = run(&["repair", "--diff", name(&path)], b"");
        assert_eq!((output.status, output.stdout.as_str()), (2, ""));
        assert!(
            output.stderr.contains("1 change left out, from line 2 on"),
            "{}",
            output.stderr
        );
        let output = run(
            &["repair", "--write", "--note", "comment", name(&path)],
            b"",
        );
        assert_eq!(output.status, 0, "{}{}", output.stdout, output.stderr);
        let noted = SCORE.replace("Bh5", "Bb5 {corrected: 3. Bb5 instead of Bh5}");
        assert_eq!(bytes(&path), utf16(mark, &noted));
    }
}

/// What an encoding has no bytes for is named, and the file stays as it was.
#[test]
fn what_cannot_be_encoded_is_named() {
    let score = "[Event \"Une autre pièce tombe\"]\n[Variant \"Gravitational Chess\"]\n[SetUp \"1\"]\n[FEN \"2k5/1PP5/8/R1n5/2p5/8/P7/2K5 w - - 0 1\"]\n[Result \"*\"]\n\n1. b7-b8 *\n";
    let content = encoded("latin1", score);
    let (_folder, path) = file("game.pgn", &content);
    for way in ["--write", "--diff"] {
        let arguments = ["repair", way, "--choose", "1", "--encoding", "latin1"];
        let output = run(&[&arguments[..], &[name(&path)]].concat(), b"");
        assert_eq!(output.status, 2, "{}{}", output.stdout, output.stderr);
        let why = "record 1: `b7-b8=Q(→Qb7)` cannot be written in windows-1252; convert the file";
        assert!(output.stderr.contains(why), "{}", output.stderr);
        assert!(!output.stdout.contains("@@"), "{}", output.stdout);
        assert_eq!(bytes(&path), content);
    }
}

/// Bytes that are no text stay where they are; a diff leaves out the changes beside them, and says so.
#[test]
fn bytes_astray_are_kept() {
    let text = SCORE
        .replace("\r\n", "\n")
        .replace("5. O-O *", "5. O-O {olé, olé, olé} *\n");
    let far =
        format!("{text}\n[White \"é\"]\n\n1. d4 *\n\n[White \"x?\"]\n[Result \"*\"]\n\n1. c4 *\n");
    let near = text.replace("5. O-O {", "5. O-O {?");
    for (text, is_shown) in [(&far, true), (&near, false)] {
        let stray = |text: &str| -> Vec<u8> {
            let bytes = text.bytes();
            bytes
                .map(|byte| if byte == b'?' { 0xFF } else { byte })
                .collect()
        };
        let (content, expected) = (stray(text), stray(&text.replace("Bh5", "Bb5")));
        if is_shown {
            diff_and_write_agree(&content, &expected);
            continue;
        }
        let (_folder, path) = file("game.pgn", &content);
        let output = run(&["repair", "--diff", name(&path)], b"");
        assert_eq!((output.status, output.stdout.as_str()), (2, ""));
        assert!(
            output.stderr.contains("is no text in UTF-8"),
            "{}",
            output.stderr
        );
        run(&["repair", "--write", name(&path)], b"");
        assert_eq!(bytes(&path), expected);
    }
}

#[test]
#[cfg(unix)]
fn odd_file_names_are_quoted() {
    let (folder, path) = file("a \"b\"\t\n.pgn", SCORE.as_bytes());
    let output = run(&["repair", "--diff", name(&path)], b"");
    let quoted = format!("\"{}/a \\\"b\\\"\\t\\n.pgn\"", name(folder.path()));
    let head = format!("--- {quoted}\n+++ {quoted}\n@@ -2,5 +2,5 @@\n");
    assert!(output.stdout.starts_with(&head), "{}", output.stdout);
}

/// Several files make one patch, each under its name, whoever else is read between.
#[test]
fn a_diff_of_several_files_names_each() {
    let (folder, first) = file("a.pgn", SCORE.as_bytes());
    let second = folder.path().join("b.pgn");
    std::fs::write(&second, format!("[White \"x\"]\n\n1. e4 *\n\n{SCORE}")).expect("it is written");
    let output = run(
        &["repair", "--diff", name(&first), name(&second), "-"],
        SCORE.as_bytes(),
    );
    let heads: Vec<_> = output
        .stdout
        .lines()
        .filter(|line| line.starts_with("+++ "))
        .collect();
    let named = |path: &Path| format!("+++ {}", name(path));
    assert_eq!(heads, [named(&first), named(&second), "+++ -".to_owned()]);
    assert_eq!(output.stdout.matches("@@ ").count(), 3);
}

/// Programs that patch would have to unpack it, and a change is made once, however often its file is named.
#[test]
fn a_diff_is_shown_of_plain_files_and_once() {
    let (_folder, path) = file("game.pgn", SCORE.as_bytes());
    let diff = |names: &[&str]| run(&[&["repair", "--diff"], names].concat(), b"");
    let once = diff(&[name(&path)]);
    assert!(once.stdout.contains("@@"), "{}", once.stdout);
    let twice = diff(&[name(&path), name(&path)]);
    assert_eq!((twice.status, twice.stdout), (once.status, once.stdout));
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packer, SCORE.as_bytes()).expect("memory");
    let (_folder, path) = file("game.pgn.gz", &packer.finish().expect("memory"));
    let output = diff(&[name(&path)]);
    assert_eq!((output.status, output.stdout.as_str()), (2, ""));
    let why = "1 correction left out: it is compressed; unpack it";
    assert!(output.stderr.contains(why), "{}", output.stderr);
}

/// A file without a record is a fault here as it is elsewhere.
#[test]
fn a_file_without_a_record_is_told() {
    let (_folder, path) = file("game.pgn", b"");
    for more in [&[][..], &["--diff"], &["--write"], &["--format", "json"]] {
        let output = run(&[&["repair", name(&path)], more].concat(), b"");
        assert_eq!(output.status, 1, "{more:?}");
        assert!(
            output.stderr.contains("S0104"),
            "{more:?}: {}",
            output.stderr
        );
    }
    let output = run(&["repair", "-q", name(&path)], b"");
    assert_eq!(
        (
            output.status,
            output.stdout.as_str(),
            output.stderr.as_str()
        ),
        (1, "", "")
    );
}

/// However many work, what they print is the same.
#[test]
fn any_number_of_workers_prints_the_same() {
    let many = format!("{SCORE}\n\n").repeat(40);
    let printed = |workers: &str| run(&["repair", "-j", workers], many.as_bytes()).stdout;
    let one = printed("1");
    assert!(one.contains("40 faults in 40 records, 40 with"), "{one}");
    for workers in ["0", "2", "5"] {
        assert_eq!(printed(workers), one);
    }
}

#[cfg(unix)]
mod unix {
    use super::{SCORE, bytes, file, name, run};
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};

    /// Owner, group and mode stay, and a link is still one.
    #[test]
    fn a_file_keeps_what_it_is() {
        let (folder, path) = file("game.pgn", SCORE.as_bytes());
        fs::set_permissions(&path, Permissions::from_mode(0o666)).expect("our own file");
        // Only some may give a file away.
        let _ = chown(&path, Some(1234), Some(2345));
        let before = fs::metadata(&path).expect("it is there");
        let link = folder.path().join("link.pgn");
        symlink("game.pgn", &link).expect("a link");
        let output = run(&["repair", "--write", name(&link)], b"");
        assert_eq!(output.status, 0, "{}", output.stderr);
        assert_eq!(bytes(&path), SCORE.replace("Bh5", "Bb5").as_bytes());
        let after = fs::metadata(&path).expect("it is there");
        let known = |known: &fs::Metadata| (known.uid(), known.gid(), known.mode());
        assert_eq!(known(&after), known(&before));
        let link = fs::symlink_metadata(&link).expect("it is there");
        assert!(link.is_symlink());
    }

    #[test]
    fn other_names_of_a_file_are_told() {
        let (folder, path) = file("game.pgn", SCORE.as_bytes());
        fs::hard_link(&path, folder.path().join("other.pgn")).expect("a link");
        let output = run(&["repair", "--write", name(&path)], b"");
        assert!(
            output.stderr.contains("the file had 1 other name"),
            "{}",
            output.stderr
        );
        assert_eq!(bytes(&folder.path().join("other.pgn")), SCORE.as_bytes());
    }
}
