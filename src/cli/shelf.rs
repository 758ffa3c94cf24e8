//! Records that wait until their order is known: their bytes in memory, many of them in a temporary file.

use super::copy::{Copied, Copies, Rank, Seen, Written};
use super::io::about;
use scoresheet::syntax::Format;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::sync::Arc;
use tempfile::SpooledTempFile;

/// Bytes that wait in memory; when there are more, all wait in a file.
const ROOM: usize = 64 << 20;

/// Records that wait.
#[derive(Debug)]
pub(super) struct Shelf {
    spool: BufWriter<SpooledTempFile>,
    length: u64,
    pub(super) places: Vec<Place>,
}

/// A record that waits.
#[derive(Debug)]
pub(super) struct Place {
    /// Where its bytes begin, and how many they are.
    start: u64,
    pub(super) length: u64,
    pub(super) file: Arc<str>,
    pub(super) line: u32,
    pub(super) rank: Rank,
    format: Format,
}

impl Shelf {
    /// An empty one.
    pub(super) fn new() -> Self {
        Self {
            spool: BufWriter::new(SpooledTempFile::new(ROOM)),
            length: 0,
            places: Vec::new(),
        }
    }

    /// Puts a record on it.
    pub(super) fn put(&mut self, copied: &Copied<'_>) -> io::Result<()> {
        self.spool.write_all(&copied.bytes).map_err(in_temporary)?;
        let length = copied.bytes.len() as u64;
        self.places.push(Place {
            start: self.length,
            length,
            file: Arc::clone(copied.file),
            line: copied.line,
            rank: copied.rank,
            format: copied.format,
        });
        self.length += length;
        Ok(())
    }

    /// Writes the records with these numbers, of those that were seen.
    pub(super) fn write(
        &mut self,
        order: &[usize],
        seen: Seen,
        out: &mut impl Write,
    ) -> io::Result<()> {
        self.spool.flush().map_err(in_temporary)?;
        let spool = self.spool.get_mut();
        let (mut copies, mut bytes) = (Copies::default(), Vec::new());
        for place in order.iter().map(|&number| &self.places[number]) {
            bytes.clear();
            spool.seek(SeekFrom::Start(place.start))?;
            Read::take(&mut *spool, place.length).read_to_end(&mut bytes)?;
            let record = Written {
                file: &place.file,
                format: place.format,
                rank: place.rank,
                bytes: &bytes,
            };
            copies.write(record, out)?;
        }
        copies.finish_all(seen, out)
    }
}

/// An error under the name of the folder for temporary files: which file it is nobody need know.
fn in_temporary(error: io::Error) -> io::Error {
    about(&std::env::temp_dir(), &error)
}
