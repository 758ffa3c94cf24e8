//! Where to begin in the middle of a file, found without reading what lies before.

use super::cuts::Layout;
use std::io::{self, Read, Seek, SeekFrom};

/// So much before a line is enough to see whether a record begins with it.
const CONTEXT: usize = 4 << 10;

/// Bytes that are looked at first.
const FIRST: u64 = 64 << 10;

/// Bytes that are looked at in the end: more than the longest record has.
const LAST: u64 = 32 << 20;

/// The last place at or before `offset` at which a record begins without doubt; 0 when that is nowhere near, or cannot be
/// told in such a layout without all that stands before.
///
/// # Errors
/// When the file cannot be read.
pub fn record_before(
    file: &mut (impl Read + Seek),
    layout: Layout,
    offset: u64,
) -> io::Result<u64> {
    let mut bytes = Vec::new();
    let mut length = FIRST;
    while length <= LAST {
        let start = offset.saturating_sub(length);
        file.seek(SeekFrom::Start(start))?;
        bytes.clear();
        file.by_ref().take(offset - start).read_to_end(&mut bytes)?;
        let cut = layout.sure_cut(&bytes);
        match cut.filter(|&cut| cut >= CONTEXT) {
            Some(cut) => return Ok(start + cut as u64),
            None if start == 0 => return Ok(0),
            None => length *= 8,
        }
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::record_before;
    use crate::source::Layout;
    use std::io::{self, Cursor, Read, Seek, SeekFrom};

    /// A file that counts what is read of it.
    struct Counted(Cursor<Vec<u8>>, usize);

    impl Read for Counted {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let read = self.0.read(out)?;
            self.1 += read;
            Ok(read)
        }
    }

    impl Seek for Counted {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }

    const GAME: &str = "[Event \"A\"]\n[Result \"*\"]\n\n1. e4 {\n[not \"a tag\"\n} e5 *\n\n";

    #[test]
    fn a_record_before_is_found_and_little_is_read() {
        let mut file = Counted(Cursor::new(GAME.repeat(100_000).into_bytes()), 0);
        for offset in [4_000_000, 4_000_001, 123_456] {
            let start = record_before(&mut file, Layout::Tagged, offset).unwrap();
            assert!(start <= offset && offset - start <= GAME.len() as u64);
            assert_eq!(start % GAME.len() as u64, 0);
        }
        assert!(file.1 < 400_000, "{}", file.1);
    }

    #[test]
    fn where_nothing_is_sure_all_is_read() {
        let text = |text: &str| Cursor::new(text.repeat(50_000).into_bytes());
        let before = |mut file, layout| record_before(&mut file, layout, 100_000).unwrap();
        assert_eq!(before(text("1. e4 e5 "), Layout::Tagged), 0);
        assert_eq!(before(text(GAME), Layout::Article), 0);
        assert_eq!(before(text("{}\n"), Layout::Values), 0);
        assert_eq!(before(text("{}\n"), Layout::Lines), 99_999);
    }
}
