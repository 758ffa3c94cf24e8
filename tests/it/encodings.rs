//! Encodings through the program: found and named, forced, and with places that are those of the file.

use crate::support::{Output, run};
use serde_json::Value;

const TAL: &[u8] = b"[White \"\xcc\xe8\xf5\xe0\xe8\xeb \xd2\xe0\xeb\xfc\"]\n\n1. e4 e5 2. Ke3 *\n";

fn lines(output: &Output) -> Vec<Value> {
    let lines = output.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// What is said of `bytes`, with further arguments.
fn findings(bytes: &[u8], more: &[&str]) -> Vec<Value> {
    let arguments = [&["validate", "--format", "json", "--from", "pgn"], more].concat();
    let mut lines = lines(&run(&arguments, bytes));
    lines.pop();
    lines
}

/// The value of the first tag.
fn first_tag(bytes: &[u8], more: &[&str]) -> String {
    let arguments = [&["convert", "--to", "jsonl", "--from", "pgn"], more].concat();
    let record = lines(&run(&arguments, bytes)).remove(0);
    record["tags"][0][1].as_str().expect("a value").to_owned()
}

#[test]
fn the_encoding_found_is_named_and_another_can_be_forced() {
    let found = findings(TAL, &[]);
    assert_eq!(
        (&found[0]["code"], &found[0]["offset"]),
        (&"S0101".into(), &8.into())
    );
    let message = found[0]["message"].as_str().expect("a message");
    assert!(message.contains("windows-1251"), "{message}");
    let help = found[0]["help"].as_str().expect("help");
    assert!(help.contains("--encoding"), "{help}");
    assert_eq!(first_tag(TAL, &[]), "Михаил Таль");

    let forced = ["--encoding", "koi8-r"];
    assert_eq!(first_tag(TAL, &forced), "лХУЮХК рЮКЭ");
    assert!(
        findings(TAL, &forced)
            .iter()
            .all(|found| found["code"] != "S0101")
    );
}

#[test]
fn an_encoding_that_is_not_read_is_refused_with_a_way_out() {
    let refused = run(&["validate", "--encoding", "iso-2022-jp", "-"], b"");
    assert_eq!((refused.status, &*refused.stdout), (2, ""));
    assert!(
        refused.stderr.contains("`iconv -f ISO-2022-JP -t UTF-8`"),
        "{}",
        refused.stderr
    );
}

/// Bytes astray in UTF-8, and a U+FFFD that stands there itself, are copied as they are.
#[test]
fn bytes_astray_are_copied_as_they_stand() {
    let game = b"[White \"J\xc3\xb6rg \xe9\xff\"]\n\n1. e4 {\xef\xbf\xbd \xc3\xa9\xc3\xa8\xc3\xa0} e5 *\n\n";
    let other = b"[White \"\xc3\xa9\xc3\xa8\"]\n\n1. d4 {\xfe \xc3\xa9\xc3\xa9} *\n";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.pgn");
    std::fs::write(&file, [&game[..], other].concat()).expect("a file");
    let copy = |name: &str, options: &[&str]| {
        let copy = folder.path().join(name);
        let (file, to) = (
            file.to_str().expect("a name"),
            copy.to_str().expect("a name"),
        );
        let output = run(&[options, &[to, file]].concat(), b"");
        assert_eq!(output.status, 0, "{}", output.stderr);
    };
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect("a file");
    copy("all.pgn", &["select", "-o"]);
    assert_eq!(read("all.pgn"), [&game[..], other].concat());
    copy("second.pgn", &["select", "--record", "2", "-o"]);
    assert_eq!(read("second.pgn"), other);
    copy("{}.pgn", &["split", "--count", "1", "--name"]);
    assert_eq!(
        (read("0001.pgn"), read("0002.pgn")),
        (game.to_vec(), other.to_vec())
    );
    copy("sorted.pgn", &["select", "--sort", "-White", "-o"]);
    assert!(
        read("sorted.pgn")
            .windows(2)
            .any(|pair| pair == b"\xe9\xff")
    );
}

#[test]
fn a_forced_encoding_that_does_not_fit_is_told() {
    let found = findings(TAL, &["--encoding", "utf-8"]);
    assert_eq!(
        (&found[0]["code"], &found[0]["column"]),
        (&"S0101".into(), &9.into())
    );
    let unknown = run(&["validate", "--encoding", "klingon", "-"], b"");
    assert_eq!(unknown.status, 2);
    assert!(
        unknown.stderr.contains("Encoding Standard"),
        "{}",
        unknown.stderr
    );
}

/// The byte account adds up, and the illegal move stands where it is in the file.
#[track_caller]
fn places_are_exact(bytes: &[u8], word: &[u8], more: &[&str]) {
    let found = findings(bytes, &[&["--account"], more].concat());
    let illegal = found
        .iter()
        .find(|found| found["code"] == "S0301")
        .expect("S0301");
    let start = illegal["offset"].as_u64().expect("an offset") as usize;
    let end = illegal["end_offset"].as_u64().expect("an offset") as usize;
    assert_eq!(&bytes[start..end], word);
    let account = found
        .iter()
        .find_map(|found| found.get("account"))
        .expect("an account");
    assert_eq!(account["bytes"], bytes.len());
    let classes = account.as_object().expect("an object").iter();
    let booked = classes
        .filter(|(name, _)| !matches!(name.as_str(), "file" | "bytes" | "gaps" | "overlaps"))
        .filter_map(|(_, bytes)| bytes.as_u64());
    assert_eq!(booked.sum::<u64>(), bytes.len() as u64);
    assert_eq!(
        (&account["gaps"], &account["overlaps"]),
        (&0.into(), &0.into())
    );
}

#[test]
fn places_are_those_of_the_file() {
    places_are_exact(TAL, b"Ke3", &[]);
    // UTF-8 with a byte astray stays UTF-8.
    let strays = b"[White \"\xc3\xa9t\xc3\xa9 \xe9\"]\n\n1. e4 e5 2. Ke3 *\n";
    places_are_exact(strays, b"Ke3", &[]);
    assert_eq!(first_tag(strays, &[]), "été \u{FFFD}");
    let text = "[White \"表示 Müller\"]\n\n1. e4 e5 2. Ke3 *\n";
    let utf16 =
        |encode: fn(u16) -> [u8; 2]| -> Vec<u8> { text.encode_utf16().flat_map(encode).collect() };
    for (bytes, word) in [
        (utf16(u16::to_le_bytes), b"K\0e\x003\0"),
        (utf16(u16::to_be_bytes), b"\0K\0e\x003"),
    ] {
        places_are_exact(&bytes, word, &[]);
        assert_eq!(first_tag(&bytes, &[]), "表示 Müller");
        assert_eq!(findings(&bytes, &[])[0]["code"], "S0101");
    }
    let (sjis, ..) = encoding_rs::SHIFT_JIS.encode("[White \"表示\"]\n\n1. e4 e5 2. Ke3 *\n");
    places_are_exact(&sjis, b"Ke3", &["--encoding", "shift_jis"]);
    places_are_exact(
        &[&sjis[..9], b"\xff", &sjis[9..]].concat(),
        b"Ke3",
        &["--encoding", "sjis"],
    );
}
