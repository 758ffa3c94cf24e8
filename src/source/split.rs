//! Files to chunks of whole records, so that memory stays flat however large the file is.

use super::cuts::{Layout, Values};
use super::decode::{Decoded, DecodingReader, byte_order_mark, decode};
use super::guess::utf16_without_mark;
use super::lines::has_lone_return;
use super::trees;
use super::{Encoding, Place, Places, Source};
use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::Range;
use std::{fmt, mem};

/// A stretch of a file that holds whole records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// The decoded text.
    pub text: String,
    /// Where it begins in the file.
    pub place: Place,
    /// How it was decoded.
    pub encoding: Encoding,
    /// Where in `text` the first character stands whose encoding had to be guessed, or the first U+FFFD that stands for
    /// what could not be decoded; set once in a file for each encoding.
    pub guessed: Option<usize>,
    /// For a record that is too long to be read: its length in bytes of the file. `text` is its beginning then.
    pub too_long: Option<u64>,
    /// The bytes for which each U+FFFD in `text` stands, where they stand astray in UTF-8.
    strays: Vec<u8>,
    /// That of [`Source`].
    lone_returns: bool,
}

impl Chunk {
    /// The bytes of the file that became a part of the text; `None` where there are none, or other bytes may have been
    /// meant.
    ///
    /// # Panics
    /// When the range does not lie on characters of the text.
    #[must_use]
    pub fn bytes(&self, part: Range<usize>) -> Option<Cow<'_, [u8]>> {
        let text = &self.text[part.clone()];
        if self.encoding != Encoding::Utf8WithStrays {
            return self.encoding.encode(text);
        }
        let strays_in = |text: &str| text.matches(char::REPLACEMENT_CHARACTER).count();
        let before = strays_in(&self.text[..part.start]);
        let mut strays = self.strays.get(before..)?.iter();
        let mut bytes = Vec::with_capacity(text.len());
        for (i, between) in text.split(char::REPLACEMENT_CHARACTER).enumerate() {
            if i > 0 {
                bytes.push(*strays.next()?);
            }
            bytes.extend_from_slice(between.as_bytes());
        }
        Some(Cow::Owned(bytes))
    }

    /// The chunk as a source, in the file called `name`.
    #[must_use]
    pub fn source<'s>(&'s self, name: &'s str) -> Source<'s> {
        Source {
            name,
            text: &self.text,
            base: self.place.offset,
            line: self.place.line,
            column: self.place.column,
            encoding: self.encoding,
            lone_returns: self.lone_returns,
        }
    }
}

/// Sizes in bytes that govern the cutting.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    /// A chunk is at least so long, but for the last one.
    chunk: usize,
    /// A record is at most so long.
    record: usize,
    /// So much before a place is enough to judge whether a record begins there.
    context: usize,
}

impl Sizes {
    const USUAL: Self = Self {
        chunk: 256 << 10,
        record: 16 << 20,
        context: 4 << 10,
    };

    /// The first chunks are shorter, so that the first results need not wait for much input.
    const FIRST_CHUNK: usize = 32 << 10;

    /// In an article the end of a score is a guess: the fewer cuts, the better.
    const ARTICLE_CHUNK: usize = 1 << 20;

    /// Room that a read is given at the least.
    const READ: usize = 4 << 10;
}

/// Reads a file piece by piece; an iterator over its [`Chunk`]s.
///
/// A file that cannot be read to its end gives what was read of it first, then the error.
pub struct Chunks<'r> {
    input: Box<dyn Read + Send + 'r>,
    sizes: Sizes,
    layout: Layout,
    /// What all of the file is in, or UTF-8 where it may change from record to record.
    encoding: Encoding,
    /// Whether the user named the encoding, and nothing is to be guessed.
    forced: bool,
    mark: u64,
    /// Read and not yet given away; begins with a record.
    buffer: Vec<u8>,
    /// Cut off the buffer, but of mixed encoding: what is left of it, from the given place on.
    mixed: (Vec<u8>, usize),
    at_end: bool,
    /// A chunk is to be so long at least, as far as the file's beginning matters.
    ramp: usize,
    /// Why the file ends where it does, when it could not be read to its end.
    failure: Option<io::Error>,
    place: Place,
    /// The encodings that were guessed and told of.
    told: Vec<Encoding>,
    /// Whether the reader of the format tells that the encoding is unknown.
    told_elsewhere: bool,
    /// Whether the encoding of the file was guessed from its head, and that is still to be told.
    guessed_whole: bool,
}

impl fmt::Debug for Chunks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunks")
            .field("layout", &self.layout)
            .field("place", &self.place)
            .finish_non_exhaustive()
    }
}

impl<'r> Chunks<'r> {
    /// Reads the beginning of a file, laid out as `layout` unless [`Chunks::set_layout`] says otherwise.
    #[must_use]
    pub fn new(input: impl Read + Send + 'r, layout: Layout) -> Self {
        Self::in_encoding(input, layout, None)
    }

    /// The same, of a file that is read in an encoding that is known, whatever the file itself tells of it.
    #[must_use]
    pub fn in_encoding(
        input: impl Read + Send + 'r,
        layout: Layout,
        encoding: Option<Encoding>,
    ) -> Self {
        Self::with_sizes(input, layout, encoding, Sizes::USUAL)
    }

    fn with_sizes(
        input: impl Read + Send + 'r,
        layout: Layout,
        forced: Option<Encoding>,
        sizes: Sizes,
    ) -> Self {
        let mut chunks = Self {
            input: Box::new(input),
            sizes,
            layout,
            encoding: Encoding::Utf8,
            forced: forced.is_some(),
            mark: 0,
            buffer: Vec::new(),
            mixed: (Vec::new(), 0),
            at_end: false,
            ramp: Sizes::FIRST_CHUNK,
            failure: None,
            place: Place {
                line: 1,
                column: 1,
                offset: 0,
            },
            told: Vec::new(),
            told_elsewhere: false,
            guessed_whole: false,
        };
        chunks.fill(Sizes::READ);
        let marked = byte_order_mark(&chunks.buffer).map(|(encoding, length)| {
            chunks.buffer.drain(..length);
            chunks.mark = length as u64;
            chunks.place.offset = chunks.mark;
            encoding
        });
        if let Some(encoding) = forced.or(marked) {
            chunks.read_as(encoding);
        } else if let Some(encoding) = utf16_without_mark(&chunks.buffer) {
            chunks.guessed_whole = true;
            chunks.read_as(encoding);
        }
        chunks
    }

    /// Reads the file, of which nothing has been given away yet, in an encoding that is known.
    fn read_as(&mut self, encoding: Encoding) {
        self.encoding = encoding;
        if self.encoding != Encoding::Utf8 {
            let begun = io::Cursor::new(mem::take(&mut self.buffer));
            let rest = mem::replace(&mut self.input, Box::new(io::empty()));
            self.input = Box::new(DecodingReader::new(begun.chain(rest), encoding));
            self.at_end = false;
            self.fill(Sizes::READ);
        }
    }

    /// The first bytes of the file, decoded unless they are in a legacy code page: enough to tell its format.
    #[must_use]
    pub fn head(&self) -> &[u8] {
        &self.buffer
    }

    /// Where the next chunk begins.
    #[must_use]
    pub const fn place(&self) -> Place {
        self.place
    }

    /// Length in bytes of the byte order mark that the file begins with.
    #[must_use]
    pub const fn mark(&self) -> u64 {
        self.mark
    }

    /// Says how the file is laid out, once that is known from its head.
    ///
    /// A file of game trees may name its character set, and is read in it from its beginning on, unless the user or a
    /// byte order mark has told otherwise. Of one that nobody knows the reader of SGF speaks.
    pub fn set_layout(&mut self, layout: Layout) {
        self.layout = layout;
        let is_open = self.encoding == Encoding::Utf8 && !self.forced && self.mark == 0;
        if layout != Layout::Trees || !is_open {
            return;
        }
        match trees::charset(&self.buffer).map(Encoding::named_inside) {
            Some(Some(encoding)) => self.read_as(encoding),
            Some(None) => self.told_elsewhere = true,
            None => {}
        }
    }

    /// Whether the bytes of the file are those of the text, but for some astray.
    #[must_use]
    pub fn is_utf8(&self) -> bool {
        self.encoding == Encoding::Utf8
    }

    /// Says that the input is the rest of a file from `offset` on; lines count from there.
    pub const fn begin_at(&mut self, offset: u64) {
        self.place.offset = offset;
    }

    /// Says how long a chunk is at least, but for the last one: shorter than usual for those who make much of each.
    pub const fn set_chunk(&mut self, bytes: usize) {
        self.sizes.chunk = bytes;
    }

    /// Reads until the buffer holds `goal` bytes or the file ends.
    fn fill(&mut self, goal: usize) {
        while self.buffer.len() < goal && !self.at_end {
            let held = self.buffer.len();
            let room = (goal - held).max(Sizes::READ);
            self.buffer.reserve_exact(room);
            self.buffer.resize(held + room, 0);
            let read = self.input.read(&mut self.buffer[held..]);
            self.buffer.truncate(held + *read.as_ref().unwrap_or(&0));
            match read {
                Ok(0) => self.at_end = true,
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.at_end = true;
                    self.failure = Some(error);
                }
            }
        }
    }

    fn next_chunk(&mut self) -> Option<Chunk> {
        if self.mixed.1 < self.mixed.0.len() {
            return Some(self.part_of_mixed());
        }
        let mut goal = match self.layout {
            Layout::Article => self
                .sizes
                .chunk
                .max(Sizes::ARTICLE_CHUNK.min(self.sizes.record)),
            Layout::Tagged | Layout::Lines | Layout::Values | Layout::Trees => {
                self.sizes.chunk.min(self.ramp)
            }
        };
        self.ramp = self.ramp.saturating_mul(2);
        loop {
            self.fill(goal);
            if self.at_end && self.buffer.len() <= self.sizes.record {
                let rest = mem::take(&mut self.buffer);
                return (!rest.is_empty()).then(|| self.chunk(rest));
            }
            if let Some(cut) = self.layout.last_cut(&self.buffer) {
                let rest = self.buffer.split_off(cut);
                let whole = mem::replace(&mut self.buffer, rest);
                return Some(self.chunk(whole));
            }
            if self.buffer.len() > self.sizes.record {
                return Some(self.skip_record());
            }
            goal = (2 * self.buffer.len()).clamp(goal, self.sizes.record + 1);
        }
    }

    /// Decodes what was cut off.
    fn chunk(&mut self, bytes: Vec<u8>) -> Chunk {
        if self.encoding == Encoding::Utf8 && std::str::from_utf8(&bytes).is_err() {
            self.mixed = (bytes, 0);
            return self.part_of_mixed();
        }
        self.finish(self.decode(bytes))
    }

    /// The next part of a chunk that is not all UTF-8: records before the first bad byte, or the bad record.
    ///
    /// Cut as closely as possible, so that one record in a legacy code page does not spoil its neighbours.
    fn part_of_mixed(&mut self) -> Chunk {
        let (bytes, start) = mem::take(&mut self.mixed);
        let rest = &bytes[start..];
        let end = match std::str::from_utf8(rest) {
            Ok(_) => rest.len(),
            Err(error) => {
                let bad = error.valid_up_to();
                let before = self.layout.last_cut(&rest[..bad]);
                before
                    .or_else(|| self.layout.next_cut(rest, bad))
                    .unwrap_or(rest.len())
            }
        };
        let part = rest[..end].to_vec();
        self.mixed = (bytes, start + end);
        self.finish(self.decode(part))
    }

    fn decode(&self, bytes: Vec<u8>) -> Decoded {
        decode(bytes, self.forced || self.encoding != Encoding::Utf8)
    }

    fn finish(&mut self, decoded: Decoded) -> Chunk {
        let Decoded {
            text,
            encoding,
            mut guessed,
            strays,
        } = decoded;
        let encoding = match self.encoding {
            Encoding::Utf8 => encoding,
            known => {
                guessed = text.find(char::REPLACEMENT_CHARACTER);
                known
            }
        };
        if mem::take(&mut self.guessed_whole) {
            guessed = Some(0);
        } else if self.told_elsewhere || self.told.contains(&encoding) {
            guessed = None;
        } else if guessed.is_some() {
            self.told.push(encoding);
        }
        let chunk = Chunk {
            place: self.place,
            lone_returns: has_lone_return(&text),
            text,
            encoding,
            guessed,
            too_long: None,
            strays,
        };
        self.place = end_of(chunk.source(""));
        chunk
    }

    /// Passes over the record at the front of the buffer, which has grown too long, holding no more of it than
    /// is needed to see where it ends.
    fn skip_record(&mut self) -> Chunk {
        const SHOWN: usize = 64;
        let place = self.place;
        let shown = self.buffer[..character_start(&self.buffer, SHOWN)].to_vec();
        let beginning = self.decode(shown);
        let mut values = Values::default();
        let mut from = 0;
        loop {
            let cut = match self.layout {
                Layout::Values => values
                    .cuts(&self.buffer[from..])
                    .next()
                    .map(|cut| from + cut),
                Layout::Tagged | Layout::Article | Layout::Lines | Layout::Trees => {
                    self.layout.first_cut(&self.buffer, from)
                }
            };
            let passed = match cut {
                Some(cut) => cut,
                None if self.at_end => self.buffer.len(),
                None => {
                    let kept = self.buffer.len().saturating_sub(self.sizes.context);
                    character_start(&self.buffer, kept)
                }
            };
            self.pass(passed);
            if cut.is_some() || self.at_end {
                break;
            }
            // What a line means is judged with the lines around it, so the end of the block is looked at again;
            // the walk through JSON remembers, and must not.
            from = match self.layout {
                Layout::Values => self.buffer.len(),
                Layout::Tagged | Layout::Article | Layout::Lines | Layout::Trees => 0,
            };
            self.fill(self.buffer.len() + self.sizes.chunk);
        }
        Chunk {
            text: beginning.text,
            place,
            encoding: match self.encoding {
                Encoding::Utf8 => beginning.encoding,
                known => known,
            },
            guessed: None,
            too_long: Some(self.place.offset - place.offset),
            strays: beginning.strays,
            lone_returns: true,
        }
    }

    /// Drops the first `count` bytes of the buffer, counting their lines.
    fn pass(&mut self, count: usize) {
        let rest = self.buffer.split_off(count);
        let passed = mem::replace(&mut self.buffer, rest);
        let passed = self.decode(passed);
        let source = Source {
            name: "",
            text: &passed.text,
            base: self.place.offset,
            line: self.place.line,
            column: self.place.column,
            encoding: match self.encoding {
                Encoding::Utf8 => passed.encoding,
                known => known,
            },
            lone_returns: true,
        };
        self.place = end_of(source);
    }
}

impl Iterator for Chunks<'_> {
    type Item = io::Result<Chunk>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_chunk()
            .map(Ok)
            .or_else(|| self.failure.take().map(Err))
    }
}

/// The place behind the last character.
fn end_of(source: Source<'_>) -> Place {
    let length = u32::try_from(source.text.len()).expect("invariant: a chunk is far below 4 GiB");
    Places::new(source).at(length)
}

/// The beginning of the UTF-8 character at `at`; what is no UTF-8 is cut anywhere.
fn character_start(bytes: &[u8], at: usize) -> usize {
    let at = at.min(bytes.len());
    (at.saturating_sub(3)..=at)
        .rev()
        .find(|&start| bytes.get(start).is_none_or(|byte| byte & 0xC0 != 0x80))
        .unwrap_or(at)
}

#[cfg(test)]
mod tests;
