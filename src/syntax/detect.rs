//! Which format a file is in.

use super::Format;
use super::lex::{self, Gap};
use thiserror::Error;

/// A format that can be told apart but not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{0} is not read")]
pub struct Unreadable(pub &'static str);

/// The format of a file by its name (that of a compressed file too), else by its first signs.
///
/// `text` may be the beginning of the file only.
///
/// # Errors
/// When the file is in a format that is not read (SGF).
///
/// # Examples
/// ```
/// use scoresheet::syntax::{Format, detect};
/// assert_eq!(detect("games.pgn.zst", ""), Ok(Format::Pgn));
/// assert_eq!(detect("-", "[Event \"Match\"]"), Ok(Format::Pgn));
/// assert_eq!(detect("-", "Anna - Boris\n1. e4 e5"), Ok(Format::Text));
/// ```
pub fn detect(name: &str, text: &str) -> Result<Format, Unreadable> {
    by_name(name).unwrap_or_else(|| by_signs(text))
}

fn by_name(name: &str) -> Option<Result<Format, Unreadable>> {
    let name = name.to_ascii_lowercase();
    let packed = [".gz", ".zst", ".bz2"];
    let plain = packed
        .iter()
        .find_map(|end| name.strip_suffix(end))
        .unwrap_or(&name);
    Some(match plain.rsplit_once('.')?.1 {
        "pgn" => Ok(Format::Pgn),
        "txt" => Ok(Format::Text),
        "json" => Ok(Format::Json),
        "jsonl" | "ndjson" => Ok(Format::Jsonl),
        "sgf" => Err(Unreadable("SGF")),
        _ => return None,
    })
}

fn by_signs(text: &str) -> Result<Format, Unreadable> {
    let bytes = text.as_bytes();
    let start = Gap::after(bytes, 0).end;
    let after = |at: usize| bytes.get(Gap::after(bytes, at).end);
    match (bytes.get(start), after(start + 1)) {
        (Some(b'{'), Some(b'"' | b'}')) => {
            // One object on the first line: a stream of records.
            let line = lex::trimmed_end(text, start, lex::end_of_line(bytes, start));
            Ok(if bytes[line - 1] == b'}' {
                Format::Jsonl
            } else {
                Format::Json
            })
        }
        (Some(b'['), Some(b'{' | b']')) => Ok(Format::Json),
        (Some(b'('), Some(b';')) => Err(Unreadable("SGF")),
        _ if lex::is_tag_line(bytes, start) => Ok(Format::Pgn),
        _ => Ok(Format::Text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_goes_before_the_signs() {
        for (name, format) in [
            ("a.PGN", Format::Pgn),
            ("b.txt.gz", Format::Text),
            ("c.jsonl.bz2", Format::Jsonl),
            ("d.json", Format::Json),
        ] {
            assert_eq!(detect(name, "[Event \"x\"]"), Ok(format), "{name}");
        }
        assert_eq!(detect("e.sgf", ""), Err(Unreadable("SGF")));
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
            ("1. e4 e5", Format::Text),
            ("", Format::Text),
        ] {
            assert_eq!(detect("-", text), Ok(format), "{text}");
        }
        assert_eq!(detect("-", " (;GM[1])"), Err(Unreadable("SGF")));
    }
}
