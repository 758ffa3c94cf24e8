//! Writes corrections into files: only the bytes that are corrected change, and a file is replaced as a whole.

use super::args::ReadArgs;
use super::input::{Inputs, Item, Piece, packing};
use super::io::replace;
use scoresheet::diag::Edit;
use scoresheet::source::{Places, Source};
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Why a packed file is not corrected, nor told how by a diff.
pub(crate) const PACKED: &str = "it is compressed; unpack it before its records are corrected";

/// An edit of a file, by bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FileEdit {
    /// The first byte replaced.
    start: u64,
    /// One past the last.
    end: u64,
    /// What stood there, as far as it is text.
    old: Option<Vec<u8>>,
    /// What is to stand there.
    new: Vec<u8>,
}

/// The edits of a text, which are in its order, as edits of its file.
///
/// # Errors
/// With what cannot be written in the encoding of the file.
pub(crate) fn file_edits(source: &Source<'_>, edits: &[Edit]) -> Result<Vec<FileEdit>, String> {
    let encoding = source.encoding;
    let mut places = Places::new(*source);
    let edits = edits.iter().map(|edit| {
        let new = encoding.encode(&edit.text).ok_or_else(|| {
            let name = encoding.name();
            format!("`{}` cannot be written in {name}", edit.text.trim())
        })?;
        let old = encoding.encode(edit.span.text(source.text));
        Ok(FileEdit {
            start: places.at(edit.span.start).offset,
            end: places.at(edit.span.end).offset,
            old: old.map(Cow::into_owned),
            new: new.into_owned(),
        })
    });
    edits.collect()
}

/// What was read of a file, to be told from what stands there when it is to be replaced.
#[derive(Clone, Debug, Default)]
pub(crate) struct Content {
    hasher: DefaultHasher,
    /// How many bytes of text that is.
    length: usize,
}

impl Content {
    /// Goes on with the next piece of the file.
    pub(crate) fn add(&mut self, piece: &Piece) {
        self.add_bytes(piece.chunk.text.as_bytes());
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        self.hasher.write(bytes);
        self.length += bytes.len();
    }

    /// As much of the file as it is now, read in the same way, though in other pieces.
    fn now(path: &Path, args: &ReadArgs, length: usize) -> io::Result<Self> {
        let args = ReadArgs {
            files: vec![path.to_owned()],
            whole: true,
            ..args.clone()
        };
        let mut content = Self::default();
        for item in Inputs::new(&args, Arc::default()) {
            match item {
                Item::Piece(piece) => {
                    let bytes = piece.chunk.text.as_bytes();
                    content.add_bytes(&bytes[..bytes.len().min(length - content.length)]);
                    if content.length == length {
                        break;
                    }
                }
                Item::End(_) => {}
                Item::Unreadable { error, .. } => return Err(error),
            }
        }
        Ok(content)
    }

    fn is_that_of(&self, other: &Self) -> bool {
        self.length == other.length && self.hasher.finish() == other.hasher.finish()
    }
}

/// Makes the edits, which are in the order of the file, and replaces it.
///
/// # Errors
/// When the file is packed, has changed since it was read, or cannot be written.
pub(crate) fn rewrite(
    name: &str,
    edits: &[FileEdit],
    read: &Content,
    args: &ReadArgs,
) -> io::Result<()> {
    let path = Path::new(name);
    let bytes = std::fs::read(path)?;
    if packing(&bytes).is_some() {
        return Err(io::Error::other(PACKED));
    }
    let changed = || io::Error::other("it has changed since it was read");
    if !Content::now(path, args, read.length)?.is_that_of(read) {
        return Err(changed());
    }
    let mut written = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for edit in edits {
        let span = usize::try_from(edit.start)
            .ok()
            .zip(usize::try_from(edit.end).ok());
        let fits = span.filter(|&(start, end)| {
            let known = bytes.get(start..end);
            at <= start
                && known.is_some_and(|old| edit.old.as_deref().is_none_or(|text| old == text))
        });
        let Some((start, end)) = fits else {
            return Err(changed());
        };
        written.extend_from_slice(&bytes[at..start]);
        written.extend_from_slice(&edit.new);
        at = end;
    }
    written.extend_from_slice(&bytes[at..]);
    replace(path, &written)
}
