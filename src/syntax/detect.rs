//! Which format a file is in.

use super::Format;
use super::lex::{self, Gap};
use super::tags;

/// The format that the end of a file's name tells, that of a compressed file too; `None` when it tells nothing.
///
/// # Examples
/// ```
/// use scoresheet::syntax::{Format, format_of_name};
/// assert_eq!(format_of_name("games.pgn.zst"), Some(Format::Pgn));
/// assert_eq!(format_of_name("-"), None);
/// ```
pub fn format_of_name(name: &str) -> Option<Format> {
    let name = name.to_ascii_lowercase();
    let packed = [".gz", ".zst", ".bz2"];
    let plain = packed
        .iter()
        .find_map(|end| name.strip_suffix(end))
        .unwrap_or(&name);
    Some(match plain.rsplit_once('.')?.1 {
        "pgn" => Format::Pgn,
        "txt" => Format::Text,
        "json" => Format::Json,
        "jsonl" | "ndjson" => Format::Jsonl,
        "sgf" => Format::Sgf,
        _ => return None,
    })
}

/// The format that the first signs of a file tell; `text` may be its beginning only.
///
/// # Examples
/// ```
/// use scoresheet::syntax::{Format, format_of_signs};
/// assert_eq!(format_of_signs("[Event \"Match\"]"), Format::Pgn);
/// assert_eq!(format_of_signs("Anna - Boris\n1. e4 e5"), Format::Text);
/// ```
pub fn format_of_signs(text: &str) -> Format {
    let bytes = text.as_bytes();
    let start = Gap::after(bytes, 0).end;
    let after = |at: usize| bytes.get(Gap::after(bytes, at).end);
    match (bytes.get(start), after(start + 1)) {
        (Some(b'{'), Some(b'"' | b'}')) => {
            // One object on the first line: a stream of records.
            let line = lex::trimmed_end(text, start, lex::end_of_line(bytes, start));
            if bytes[line - 1] == b'}' {
                Format::Jsonl
            } else {
                Format::Json
            }
        }
        (Some(b'['), Some(b'{' | b']')) => Format::Json,
        (Some(b'('), Some(b';')) => Format::Sgf,
        (Some(b'['), _) if begins_tags(text, start) => Format::Pgn,
        (Some(b'{'), _) => {
            let comment = lex::braces(bytes, start);
            let end = comment.text_end + usize::from(comment.closed);
            let next = Gap::after(bytes, end.min(bytes.len()));
            if next.lines > 0 && lex::is_tag_line(bytes, next.end)
                || !comment.closed && lex::is_tag_line(bytes, comment.text_end)
            {
                Format::Pgn
            } else {
                Format::Text
            }
        }
        _ => Format::Text,
    }
}

/// Whether the bracket at `at` opens a tag pair, well formed or so nearly that another line of tags tells it.
fn begins_tags(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    lex::is_tag_line(bytes, at)
        || tags::read(text, at, true).is_some_and(|pair| {
            let next = Gap::after(bytes, pair.end);
            pair.fault.is_none() || next.lines > 0 && lex::is_tag_line(bytes, next.end)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_packed_or_not() {
        for (name, format) in [
            ("a.PGN", Format::Pgn),
            ("b.txt.gz", Format::Text),
            ("c.jsonl.bz2", Format::Jsonl),
            ("d.json", Format::Json),
            ("e.sgf", Format::Sgf),
        ] {
            assert_eq!(format_of_name(name), Some(format), "{name}");
        }
        assert_eq!(format_of_name("b.gz"), None);
    }

    #[test]
    fn first_signs_tell() {
        for (text, format) in [
            ("\u{feff}\n [Event \"x\"]\n", Format::Pgn),
            ("[{\"schema\":1}]", Format::Json),
            ("[]", Format::Json),
            ("{\n  \"schema\": 1\n}\n", Format::Json),
            ("{\"schema\": 1}\n{\"schema\": 1}\n", Format::Jsonl),
            ("{a comment} 1. e4", Format::Text),
            ("{a comment}\n[Event \"x\"]\n", Format::Pgn),
            ("{\n[Event \"x\"]\n\n1. e4", Format::Pgn),
            ("[Event \"x\"\n[Site \"y\"]\n", Format::Pgn),
            ("[Event \"x]\n[Site \"y\"]\n", Format::Pgn),
            ("[Event\n\"x\"]\n", Format::Pgn),
            ("[Event x]\n[Site \"y\"]\n", Format::Pgn),
            ("[Event x]\nAnna - Boris\n", Format::Text),
            ("1. e4 e5", Format::Text),
            ("", Format::Text),
            (" (\n;GM[1])", Format::Sgf),
        ] {
            assert_eq!(format_of_signs(text), format, "{text}");
        }
    }
}
