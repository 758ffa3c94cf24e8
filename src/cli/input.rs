//! From the files that were named to chunks of records.

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use ignore::WalkBuilder;
use scoresheet::source::{Chunk, Chunks, Layout};
use scoresheet::syntax::Format;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the input gives, one thing after another.
#[derive(Debug)]
pub(crate) enum Item {
    /// A piece of a file.
    Piece(Piece),
    /// The file is at its end.
    End(FileEnd),
    /// A file or folder cannot be read, or not to its end.
    Unreadable {
        /// Its name.
        name: Arc<str>,
        /// Why not.
        error: io::Error,
    },
}

/// A piece of a file that holds whole records.
#[derive(Debug)]
pub(crate) struct Piece {
    /// The file's name as it was given.
    pub(crate) name: Arc<str>,
    /// Its format.
    pub(crate) format: Format,
    /// The text.
    pub(crate) chunk: Chunk,
    /// Number of the piece, from 0, over all files.
    pub(crate) number: usize,
}

/// What is known of a file when it has been read.
#[derive(Debug)]
pub(crate) struct FileEnd {
    /// The file's name as it was given.
    pub(crate) name: Arc<str>,
    /// Whether there ought to be a record in it: it was named, or its ending says so.
    pub(crate) promising: bool,
    /// Bytes of a byte order mark.
    pub(crate) mark: u64,
}

/// A file to be read.
#[derive(Debug)]
struct Named {
    path: PathBuf,
    /// Whether it was named itself, not only its folder.
    named: bool,
}

/// The files and folders named on the command line, read one after another.
#[derive(Debug)]
pub(crate) struct Inputs {
    to_read: VecDeque<Named>,
    from: Option<Format>,
    open: Option<Open>,
    pieces: usize,
}

#[derive(Debug)]
struct Open {
    end: FileEnd,
    format: Format,
    chunks: Chunks<'static>,
}

impl Inputs {
    /// `files` in their order, read as `from` or as each of them looks.
    pub(crate) fn new(files: &[PathBuf], from: Option<Format>) -> Self {
        let named = |path: &PathBuf| Named {
            path: path.clone(),
            named: true,
        };
        Self {
            to_read: files.iter().map(named).collect(),
            from,
            open: None,
            pieces: 0,
        }
    }

    /// Puts the files of a folder before what is still to be read.
    fn walk(&mut self, folder: &Path) -> io::Result<()> {
        let mut found = Vec::new();
        let walk = WalkBuilder::new(folder)
            .standard_filters(false)
            .sort_by_file_path(Path::cmp)
            .build();
        for entry in walk {
            let path = entry.map_err(io::Error::other)?.into_path();
            if format_of_name(&path).is_some() && path.is_file() {
                found.push(path);
            }
        }
        if found.is_empty() {
            return Err(io::Error::other(
                "no file in it ends in .pgn, .txt, .json or .jsonl",
            ));
        }
        for path in found.into_iter().rev() {
            self.to_read.push_front(Named { path, named: false });
        }
        Ok(())
    }

    fn open(&self, name: Arc<str>, file: &Named) -> io::Result<Open> {
        let input: Box<dyn Read + Send> = if file.path == Path::new("-") {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(&file.path)?)
        };
        let of_name = format_of_name(&file.path);
        let mut chunks = Chunks::new(unpacked(input)?, Layout::Article);
        let format = self
            .from
            .or(of_name)
            .unwrap_or_else(|| format_of_head(chunks.head()));
        chunks.set_layout(match format {
            Format::Text => Layout::Article,
            Format::Pgn | Format::Coords => Layout::Tagged,
            Format::Json => Layout::Values,
            Format::Jsonl => Layout::Lines,
        });
        let end = FileEnd {
            name,
            promising: file.named || of_name.is_some_and(|format| format != Format::Text),
            mark: chunks.mark(),
        };
        Ok(Open {
            end,
            format,
            chunks,
        })
    }
}

impl Iterator for Inputs {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(open) = &mut self.open {
                let name = Arc::clone(&open.end.name);
                return Some(match open.chunks.next() {
                    Some(Ok(chunk)) => {
                        self.pieces += 1;
                        Item::Piece(Piece {
                            name,
                            format: open.format,
                            chunk,
                            number: self.pieces - 1,
                        })
                    }
                    Some(Err(error)) => Item::Unreadable { name, error },
                    None => Item::End(self.open.take()?.end),
                });
            }
            let file = self.to_read.pop_front()?;
            let name: Arc<str> = file.path.display().to_string().into();
            let begun = if file.path.is_dir() {
                self.walk(&file.path)
            } else {
                self.open(Arc::clone(&name), &file)
                    .map(|open| self.open = Some(open))
            };
            if let Err(error) = begun {
                return Some(Item::Unreadable { name, error });
            }
        }
    }
}

/// Unpacks what is packed, by its first bytes.
fn unpacked(mut input: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let mut head = Vec::new();
    input.by_ref().take(4).read_to_end(&mut head)?;
    let input = Cursor::new(head.clone()).chain(input);
    Ok(match head[..] {
        [0x1F, 0x8B, ..] => Box::new(MultiGzDecoder::new(input)),
        [0x28, 0xB5, 0x2F, 0xFD] => Box::new(zstd::Decoder::new(input)?),
        [b'B', b'Z', b'h', b'1'..=b'9'] => Box::new(MultiBzDecoder::new(input)),
        _ => Box::new(input),
    })
}

/// The format that the end of a file's name tells, packed or not.
fn format_of_name(path: &Path) -> Option<Format> {
    let ending = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
    let mut end = ending(path)?;
    if matches!(end.as_str(), "gz" | "zst" | "bz2") {
        end = ending(Path::new(path.file_stem()?))?;
    }
    Some(match end.as_str() {
        "pgn" => Format::Pgn,
        "txt" => Format::Text,
        "json" => Format::Json,
        "jsonl" => Format::Jsonl,
        _ => return None,
    })
}

/// The format that the first signs of a text tell.
fn format_of_head(head: &[u8]) -> Format {
    let head = head.trim_ascii_start();
    let after = |sign: &[u8]| head.strip_prefix(sign).map(<[u8]>::trim_ascii_start);
    match (after(b"{"), after(b"[")) {
        // In scores a brace opens a comment.
        (Some([b'"' | b'}', ..]), _) | (_, Some([b'{' | b']', ..])) => Format::Json,
        (_, Some([first, ..])) if first.is_ascii_alphabetic() => Format::Pgn,
        _ => Format::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::{format_of_head, format_of_name};
    use scoresheet::syntax::Format;
    use std::path::Path;

    #[test]
    fn names_tell_the_format_packed_or_not() {
        let of = |name: &str| format_of_name(Path::new(name));
        assert_eq!(of("a/b.PGN"), Some(Format::Pgn));
        assert_eq!(of("b.jsonl.zst"), Some(Format::Jsonl));
        assert_eq!(of("article.txt.gz"), Some(Format::Text));
        assert_eq!(of("b.gz"), None);
        assert_eq!(of("-"), None);
    }

    #[test]
    fn first_signs_tell_the_format() {
        let of = |head: &str| format_of_head(head.as_bytes());
        assert_eq!(of("\n[Event \"x\"]"), Format::Pgn);
        assert_eq!(of("[ {\"schema\""), Format::Json);
        assert_eq!(of("[]"), Format::Json);
        assert_eq!(of("{\"schema\":"), Format::Json);
        assert_eq!(of("{a comment} 1. e4"), Format::Text);
        assert_eq!(of("1. e4"), Format::Text);
        assert_eq!(of(""), Format::Text);
    }
}
