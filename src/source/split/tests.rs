use super::{Chunk, Chunks, Sizes};
use crate::source::{Encoding, Layout};
use std::io::{self, Read};

const SMALL: Sizes = Sizes {
    chunk: 32,
    record: 256,
    context: 64,
};

fn chunks(layout: Layout, bytes: &[u8]) -> Vec<Chunk> {
    Chunks::with_sizes(bytes, layout, None, SMALL)
        .collect::<io::Result<_>>()
        .unwrap()
}

fn game(number: usize) -> String {
    format!("[Event \"{number}\"]\n[Site \"?\"]\n\n1. e4 e5 *\n\n")
}

#[test]
fn chunks_hold_whole_games_and_know_where_they_begin() {
    let file: String = (0..20_000).map(game).collect();
    let chunks: Vec<_> = Chunks::with_sizes(file.as_bytes(), Layout::Tagged, None, Sizes::USUAL)
        .map(Result::unwrap)
        .collect();
    assert!(chunks.len() > 1);
    let mut place = (1, 0);
    for chunk in &chunks {
        assert!(chunk.text.starts_with("[Event \""));
        assert_eq!((chunk.place.line, chunk.place.offset), place);
        place.0 += chunk.text.matches('\n').count() as u32;
        place.1 += chunk.text.len() as u64;
    }
    let joined: String = chunks.into_iter().map(|chunk| chunk.text).collect();
    assert_eq!(joined, file);
}

#[test]
fn a_legacy_record_does_not_spoil_its_neighbours() {
    let mut file = game(1).into_bytes();
    file.extend(b"[Event \"Jo\xE3o\"]\n\n1. e4 *\n\n");
    file.extend("[Event \"João\"]\n\n1. e4 *\n\n[Event \"".as_bytes());
    file.extend(b"\xFC\"]\n\n*\n");
    let found: Vec<_> = chunks(Layout::Tagged, &file)
        .into_iter()
        .map(|chunk| {
            let title = chunk.text.lines().next().unwrap().to_owned();
            (title, chunk.encoding, chunk.guessed, chunk.place.offset)
        })
        .collect();
    let legacy = Encoding::SingleByte("windows-1252");
    let first = game(1).len() as u64;
    assert_eq!(
        found,
        [
            ("[Event \"1\"]".to_owned(), Encoding::Utf8, None, 0),
            ("[Event \"João\"]".to_owned(), legacy, Some(10), first),
            (
                "[Event \"João\"]".to_owned(),
                Encoding::Utf8,
                None,
                first + 25
            ),
            ("[Event \"ü\"]".to_owned(), legacy, None, first + 51),
        ]
    );
}

#[test]
fn byte_order_marks_are_no_text_but_count_as_bytes() {
    let utf16: Vec<u8> = "\u{FEFF}1. é\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for (bytes, encoding, offset) in [
        ("\u{FEFF}1. é\r\n".as_bytes(), Encoding::Utf8, 3),
        (&utf16, Encoding::Utf16("UTF-16LE"), 2),
    ] {
        let chunk = chunks(Layout::Article, bytes).pop().unwrap();
        assert_eq!(chunk.text, "1. é\r\n");
        assert_eq!((chunk.encoding, chunk.place.offset), (encoding, offset));
    }
}

#[test]
fn a_record_that_is_too_long_is_passed_over_and_the_next_one_is_read() {
    let long = format!(
        "[Event \"long\"]\n\n1. e4 {{{}\n é\n}} *\n\n",
        "é".repeat(5000)
    );
    let file = [game(1), long.clone(), game(2)].concat();
    let found: Vec<_> = chunks(Layout::Tagged, file.as_bytes())
        .into_iter()
        .map(|chunk| (chunk.text, chunk.place.line, chunk.too_long))
        .collect();
    let beginning: String = long.chars().take(43).collect();
    assert_eq!(found.len(), 3);
    assert_eq!(found[0], (game(1), 1, None));
    assert_eq!(found[1], (beginning, 6, Some(long.len() as u64)));
    assert_eq!(found[2], (game(2), 12, None));
}

#[test]
fn a_long_json_value_is_passed_over_too() {
    let long = format!("{{\"a\":\"{}}}\"}}", "x{".repeat(4000));
    let file = format!("[{{}},{long},{{\"b\":1}}]");
    let found: Vec<_> = chunks(Layout::Values, file.as_bytes())
        .into_iter()
        .map(|chunk| (chunk.text, chunk.place.column, chunk.too_long))
        .collect();
    assert_eq!(found[0], ("[{}".to_owned(), 1, None));
    assert_eq!((found[1].1, found[1].2), (4, Some(long.len() as u64 + 1)));
    assert_eq!(
        found[2],
        (",{\"b\":1}]".to_owned(), 5 + long.len() as u32, None)
    );
}

#[test]
fn a_file_without_an_end_of_line_takes_little_memory() {
    let mut chunks = Chunks::new(io::repeat(b'x').take(40 << 20), Layout::Tagged);
    let chunk = chunks.next().unwrap().unwrap();
    assert_eq!(chunk.too_long, Some(40 << 20));
    assert!(chunks.buffer.capacity() < 17 << 20);
    assert!(chunks.next().is_none());
}

/// Gives some bytes and then fails.
struct Broken(&'static [u8]);

impl Read for Broken {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.0.read(out)? {
            0 => Err(io::Error::other("the disk is gone")),
            count => Ok(count),
        }
    }
}

#[test]
fn what_was_read_before_a_failure_is_still_given() {
    let mut chunks = Chunks::new(Broken(b"1. e4"), Layout::Tagged);
    assert_eq!(chunks.next().unwrap().unwrap().text, "1. e4");
    assert_eq!(
        chunks.next().unwrap().unwrap_err().to_string(),
        "the disk is gone"
    );
    assert!(chunks.next().is_none());
}

#[test]
fn game_trees_are_kept_whole_and_the_character_set_is_honoured() {
    let names = "表示 能".repeat(60);
    let file = format!("(;FF[4]CA[Shift_JIS]PB[{names}])\n(;C[)(;])\n(;B[e4])\n");
    let (bytes, ..) = encoding_rs::SHIFT_JIS.encode(&file);
    let mut chunks = Chunks::with_sizes(&bytes[..], Layout::Article, None, SMALL);
    chunks.set_layout(Layout::Trees);
    let chunks: Vec<_> = chunks.map(Result::unwrap).collect();
    let texts: String = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
    assert_eq!(texts, file);
    let last = chunks.last().unwrap();
    assert!(chunks.len() > 1 && last.text.starts_with("(;"));
    assert_eq!(last.encoding, Encoding::MultiByte("Shift_JIS"));
    assert_eq!(last.place.offset as usize, bytes.len() - last.text.len());
}

#[test]
fn a_long_game_tree_is_passed_over() {
    let long = format!("(;FF[4]C[{}])\n", "x(".repeat(4000));
    let file = format!("(;FF[4])\n{long}(;FF[4])\n");
    let found: Vec<_> = chunks(Layout::Trees, file.as_bytes())
        .into_iter()
        .map(|chunk| (chunk.place.line, chunk.too_long))
        .collect();
    assert_eq!(found, [(1, None), (2, Some(long.len() as u64)), (3, None)]);
}

#[test]
fn each_record_is_read_in_the_code_page_that_it_looks_like() {
    let mut file = b"[White \"\xcc\xe8\xf5\xe0\xe8\xeb \xd2\xe0\xeb\xfc\"]\n\n1. e4 *\n\n".to_vec();
    file.extend(b"[White \"M\xfcller\"]\n\n1. e4 *\n\n[White \"\xd2\xe0\xeb\xfc\"]\n\n1. d4 *\n\n");
    file.extend("[White \"é Müller".as_bytes());
    file.extend(b"\xE9\"]\n\n1. e4 *\n");
    let found: Vec<_> = chunks(Layout::Tagged, &file)
        .into_iter()
        .map(|chunk| {
            let name = chunk.text.split('"').nth(1).unwrap().to_owned();
            (name, chunk.encoding.name(), chunk.guessed)
        })
        .collect();
    assert_eq!(
        found,
        [
            ("Михаил Таль".to_owned(), "windows-1251", Some(8)),
            ("Müller".to_owned(), "windows-1252", Some(9)),
            ("Таль".to_owned(), "windows-1251", None),
            ("é Müller\u{FFFD}".to_owned(), "UTF-8", Some(18)),
        ]
    );
}

#[test]
fn utf16_needs_no_mark() {
    let text = game(1).replace('?', "Zürich");
    for (name, bytes) in [
        (
            "UTF-16LE",
            text.encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect::<Vec<_>>(),
        ),
        (
            "UTF-16BE",
            text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        ),
    ] {
        let found = chunks(Layout::Tagged, &bytes);
        assert_eq!(found[0].text, text);
        assert_eq!(found[0].encoding, Encoding::Utf16(name));
        assert_eq!((found[0].guessed, found[0].place.offset), (Some(0), 0));
    }
}

#[test]
fn a_forced_encoding_leaves_nothing_to_guess() {
    let bytes = b"\xEF\xBB\xBF[White \"\xcc\xe8\xf5\xe0\"]\n\n1. e4 *\n";
    for (label, name, guessed) in [
        ("koi8-r", "лХУЮ", None),
        ("utf8", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", Some(8)),
        ("big5", "枔矐", None),
    ] {
        let chunks = Chunks::in_encoding(&bytes[..], Layout::Tagged, Encoding::named(label));
        let chunk = chunks.map(Result::unwrap).next().unwrap();
        assert_eq!(chunk.text.split('"').nth(1), Some(name), "{label}");
        assert_eq!((chunk.guessed, chunk.place.offset), (guessed, 3), "{label}");
        let bytes_read = chunk.encoding.bytes_of(&chunk.text);
        assert_eq!(bytes_read as usize, bytes.len() - 3, "{label}");
    }
}
