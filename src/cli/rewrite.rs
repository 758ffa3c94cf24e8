//! Writes corrections into files: only the bytes that are corrected change, and a file is replaced as a whole.

use super::input::packing;
use super::io::replace;
use scoresheet::source::Encoding;
use std::io;
use std::path::Path;

/// An edit of a file, by bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FileEdit {
    /// The first byte replaced.
    pub(crate) start: u64,
    /// One past the last.
    pub(crate) end: u64,
    /// What stood there.
    pub(crate) old: String,
    /// What is to stand there.
    pub(crate) new: String,
}

/// Why the edits of a file in `encoding` cannot be written.
pub(crate) fn is_refused(encoding: Encoding, edits: &[FileEdit]) -> Option<String> {
    match encoding {
        Encoding::Utf8 | Encoding::Utf8WithStrays => None,
        // ASCII is itself in every code page.
        Encoding::SingleByte(_) if edits.iter().all(|edit| edit.new.is_ascii()) => None,
        Encoding::SingleByte(_) | Encoding::MultiByte(_) | Encoding::Utf16(_) => Some(format!(
            "it is in {}, which is not written; convert it to UTF-8 first",
            encoding.name()
        )),
    }
}

/// Makes the edits, which are in the order of the file, and replaces it.
///
/// # Errors
/// When the file is packed, has changed since it was read, or cannot be written.
pub(crate) fn rewrite(name: &str, edits: &[FileEdit]) -> io::Result<()> {
    let path = Path::new(name);
    let bytes = std::fs::read(path)?;
    if packing(&bytes).is_some() {
        return Err(io::Error::other(
            "it is compressed; unpack it before its records are corrected",
        ));
    }
    let mut written = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for edit in edits {
        let span = usize::try_from(edit.start)
            .ok()
            .zip(usize::try_from(edit.end).ok());
        let fits = span.filter(|&(start, end)| {
            at <= start
                && bytes
                    .get(start..end)
                    .is_some_and(|old| !edit.old.is_ascii() || old == edit.old.as_bytes())
        });
        let Some((start, end)) = fits else {
            return Err(io::Error::other("it has changed since it was read"));
        };
        written.extend_from_slice(&bytes[at..start]);
        written.extend_from_slice(edit.new.as_bytes());
        at = end;
    }
    written.extend_from_slice(&bytes[at..]);
    replace(path, &written)
}
