//! From the files that were named to chunks of records.

use super::args::{ReadArgs, RecordArgs};
use super::part::{Part, count, part_of};
use super::progress::{Bytes, Counting};
use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use ignore::WalkBuilder;
use scoresheet::notation::Words;
use scoresheet::rules::RuleSet;
use scoresheet::source::{Chunk, Chunks, Encoding, Layout, Source, Span, record_before};
use scoresheet::syntax::{Format, format_of_name, format_of_signs};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A part that begins nearer to the beginning of its file is read from there.
const SEEK_FROM: u64 = 1 << 20;

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
    /// The bytes of it in which the records stand that are to be read.
    pub(crate) part: Range<usize>,
    /// Bytes of the byte order mark that the file begins with.
    pub(crate) mark: u64,
    /// Whether the file is compressed.
    pub(crate) is_packed: bool,
    /// Number of the piece, from 0, over all files.
    pub(crate) number: usize,
    /// Records of the file before it, where that was asked for.
    before: Option<u64>,
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
    /// The beginning of its text, at most a line of it.
    pub(crate) beginning: String,
}

impl Piece {
    /// The text that is to be read, as it stands in the file.
    pub(crate) fn source(&self) -> Source<'_> {
        let span = Span::new(self.part.start, self.part.end);
        self.chunk.source(&self.name).part(span)
    }

    /// The number in the file of what has the number `in_piece`, from 0, in the piece.
    pub(crate) fn of_file(&self, in_piece: usize) -> Option<u64> {
        self.before.map(|before| before + in_piece as u64 + 1)
    }
}

impl FileEnd {
    /// The end of a file that is read no further than a piece that holds records.
    pub(crate) fn stopped(piece: &Piece) -> Self {
        Self {
            name: Arc::clone(&piece.name),
            promising: false,
            mark: piece.mark,
            beginning: String::new(),
        }
    }
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
    encoding: Option<Encoding>,
    part: Option<Part>,
    /// The notation of the rule set that the user named.
    words: Option<Words>,
    /// Bytes of a piece at least, where they are not to be as many as usual.
    piece: Option<usize>,
    /// Which records are meant: that may tell how far files are to be read.
    select: RecordArgs,
    /// Whether they are to be read to their ends even so.
    whole: bool,
    /// Whether nobody asks for lines, so that what lies before a part need not be read.
    lineless: bool,
    bytes: Arc<Bytes>,
    open: Option<Open>,
    pieces: usize,
}

#[derive(Debug)]
struct Open {
    end: FileEnd,
    format: Format,
    is_packed: bool,
    /// The bytes of the file in which the records begin that are to be read.
    range: Range<u64>,
    chunks: Chunks<'static>,
    /// Records before the next piece, where they are counted.
    before: Option<u64>,
    /// The number behind which nothing more is to be read.
    last: u64,
}

impl Inputs {
    /// The files in their order, read as the user says or as each of them looks; `bytes` counts what is read.
    pub(crate) fn new(args: &ReadArgs, bytes: Arc<Bytes>) -> Self {
        let named = |path: &PathBuf| Named {
            path: path.clone(),
            named: true,
        };
        let inputs = Self {
            to_read: args.files.iter().map(named).collect(),
            from: args.from.named(),
            encoding: args.encoding.0,
            part: args.part(),
            words: args.game.rules.0.as_ref().map(RuleSet::words),
            piece: None,
            select: args.select.clone(),
            whole: args.whole,
            lineless: args.lineless,
            bytes,
            open: None,
            pieces: 0,
        };
        inputs.expect_all();
        inputs
    }

    /// The same in pieces of so many bytes.
    pub(crate) fn in_pieces_of(self, bytes: usize) -> Self {
        Self {
            piece: Some(bytes),
            ..self
        }
    }

    /// Takes note of how large the files are that are to be read.
    fn expect_all(&self) {
        for file in &self.to_read {
            self.bytes.expect(size(&file.path).unwrap_or(0));
        }
    }

    /// Puts the files of a folder before what is still to be read.
    fn walk(&mut self, folder: &Path) -> io::Result<()> {
        let found = records_in(folder)?;
        if found.is_empty() {
            return Err(io::Error::other(
                "no file in it ends in .pgn, .sgf, .txt, .json or .jsonl",
            ));
        }
        for path in found.into_iter().rev() {
            self.bytes.expect(size(&path).unwrap_or(0));
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
        let input = Counting {
            input,
            bytes: Arc::clone(&self.bytes),
        };
        let (input, packing) = unpacked(input)?;
        let size = size(&file.path).filter(|_| packing.is_none());
        let range = match self.part.map(|part| part.of(size)) {
            None => 0..u64::MAX,
            Some(Some(range)) => range,
            Some(None) => {
                return Err(io::Error::other(
                    "`--part` goes with plain files, whose size is known; `--bytes` goes with others too",
                ));
            }
        };
        let of_name = format_of_name(&name);
        let mut chunks = Chunks::in_encoding(input, Layout::Article, self.encoding);
        let format = match self.from {
            Some(format) => format,
            None => {
                of_name.unwrap_or_else(|| format_of_signs(&String::from_utf8_lossy(chunks.head())))
            }
        };
        let layout = match format {
            Format::Text => Layout::Article,
            Format::Pgn | Format::Coords => Layout::Tagged,
            Format::Json => Layout::Values,
            Format::Jsonl => Layout::Lines,
            Format::Sgf => Layout::Trees,
        };
        chunks.set_layout(layout);
        if self.lineless && size.is_some() && chunks.is_utf8() && range.start >= SEEK_FROM {
            let mut input = File::open(&file.path)?;
            let start = record_before(&mut input, layout, range.start)?;
            if start > 0 {
                input.seek(SeekFrom::Start(start))?;
                let bytes = Arc::clone(&self.bytes);
                chunks = Chunks::in_encoding(Counting { input, bytes }, layout, self.encoding);
                chunks.begin_at(start);
            }
        }
        if let Some(bytes) = self.piece {
            chunks.set_chunk(bytes);
        }
        let end = FileEnd {
            name,
            promising: self.part.is_none()
                && (file.named || of_name.is_some_and(|known| known != Format::Text)),
            mark: if range.start == 0 { chunks.mark() } else { 0 },
            beginning: String::new(),
        };
        let last = self.select.last_in(&end.name).filter(|_| !self.whole);
        Ok(Open {
            before: self.select.asks_for_numbers().then_some(0),
            last: last.unwrap_or(u64::MAX),
            end,
            is_packed: packing.is_some(),
            format,
            range,
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
                if open.before.unwrap_or(0) >= open.last {
                    let end = self.open.take()?.end;
                    return Some(Item::End(FileEnd {
                        promising: false,
                        ..end
                    }));
                }
                return Some(match open.chunks.next() {
                    // What lies before the part is passed over unread, but for its lines.
                    Some(Ok(_)) if open.chunks.place().offset <= open.range.start => continue,
                    Some(Ok(chunk)) if chunk.place.offset >= open.range.end => {
                        Item::End(self.open.take()?.end)
                    }
                    Some(Ok(chunk)) => {
                        let whole = open.range.start <= chunk.place.offset
                            && open.chunks.place().offset <= open.range.end;
                        let mut part = if whole {
                            0..chunk.text.len()
                        } else {
                            part_of(&chunk, open.format, self.words, &open.range)
                        };
                        if part.is_empty() {
                            continue;
                        }
                        self.pieces += 1;
                        if chunk.place.line == 1 && open.end.beginning.is_empty() {
                            open.end.beginning = first_line(&chunk.text).to_owned();
                        }
                        let before = open.before;
                        if let Some(before) = &mut open.before {
                            let most = open.last - *before;
                            let counted =
                                count(&chunk, open.format, self.words, part.clone(), most);
                            *before += counted.0;
                            part.end = counted.1;
                        }
                        Item::Piece(Piece {
                            before,
                            name,
                            format: open.format,
                            chunk,
                            part,
                            mark: open.end.mark,
                            is_packed: open.is_packed,
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

/// The files below a folder whose names tell that they hold records.
pub(crate) fn records_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let walk = WalkBuilder::new(folder)
        .standard_filters(false)
        .sort_by_file_path(Path::cmp)
        .build();
    for entry in walk {
        let path = entry.map_err(io::Error::other)?.into_path();
        let readable = format_of_name(&path.to_string_lossy()).is_some();
        // A link that leads nowhere is told when it is to be read.
        let leads_nowhere = || path.is_symlink() && path.metadata().is_err();
        if readable && (path.is_file() || leads_nowhere()) {
            found.push(path);
        }
    }
    Ok(found)
}

/// The first line of a text, or so much of it as fits a report.
fn first_line(text: &str) -> &str {
    const LONGEST: usize = 1000;
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    &line[..line.floor_char_boundary(LONGEST)]
}

/// The ways of packing that are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Packing {
    Gzip,
    Zstandard,
    Bzip2,
}

/// How a file with these first bytes is packed.
pub(crate) fn packing(head: &[u8]) -> Option<Packing> {
    match head {
        [0x1F, 0x8B, ..] => Some(Packing::Gzip),
        [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Packing::Zstandard),
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Packing::Bzip2),
        _ => None,
    }
}

/// By what a file with these first bytes is packed, where that is nothing we unpack.
fn unknown_packing(head: &[u8]) -> Option<&'static str> {
    match head {
        [0xFD, b'7', b'z', b'X', b'Z', 0] => Some("xz"),
        [b'P', b'K', 3, 4, ..] => Some("zip"),
        [b'7', b'z', 0xBC, 0xAF, ..] => Some("7-Zip"),
        [b'R', b'a', b'r', b'!', 0x1A, ..] => Some("rar"),
        _ => None,
    }
}

/// How large a plain file is, packed or not.
fn size(path: &Path) -> Option<u64> {
    let known = path.metadata().ok().filter(std::fs::Metadata::is_file);
    known.map(|known| known.len())
}

/// Unpacks what is packed, by its first bytes.
fn unpacked(
    mut input: impl Read + Send + 'static,
) -> io::Result<(Box<dyn Read + Send>, Option<Packing>)> {
    let mut head = Vec::new();
    input.by_ref().take(6).read_to_end(&mut head)?;
    if let Some(name) = unknown_packing(&head) {
        let message =
            format!("it is packed by {name}; unpack it first, or pack it by gzip, zstd or bzip2");
        return Err(io::Error::new(io::ErrorKind::Unsupported, message));
    }
    let input = Cursor::new(head.clone()).chain(input);
    let packing = packing(&head);
    let input: Box<dyn Read + Send> = match packing {
        Some(Packing::Gzip) => Box::new(MultiGzDecoder::new(input)),
        Some(Packing::Zstandard) => Box::new(zstd::Decoder::new(input)?),
        Some(Packing::Bzip2) => Box::new(MultiBzDecoder::new(input)),
        None => Box::new(input),
    };
    Ok((input, packing))
}
