//! Files held against what would be written of them, byte by byte.

use super::input::Piece;
use super::records::Judged;
use scoresheet::write::Target;

/// What stands in a file against what would be written, as far as neither has been matched by the other.
#[derive(Debug)]
pub(super) struct Compared {
    /// Whether files are compared as a whole, else those of their records that are meant.
    whole: bool,
    read: String,
    written: String,
    /// Records written of the file.
    count: u64,
    differs: bool,
}

impl Compared {
    pub(super) const fn new(whole: bool) -> Self {
        Self {
            whole,
            read: String::new(),
            written: String::new(),
            count: 0,
            differs: false,
        }
    }

    /// Takes the next piece of the file. What is written is in UTF-8 without a mark.
    pub(super) fn piece(&mut self, piece: &Piece) {
        if self.whole && !self.differs {
            let text = piece.source().text;
            self.differs = piece.mark > 0 || !is_utf8(piece, text);
            self.read.push_str(text);
        }
    }

    /// Takes the text that would be written for the next record.
    pub(super) fn record(&mut self, target: Target, piece: &Piece, judged: &Judged, text: &str) {
        self.count += 1;
        if self.whole && !self.differs {
            self.written.push_str(match self.count {
                1 => target.opening(),
                _ => target.between(),
            });
            self.written.push_str(text);
            self.settle();
        } else if !self.differs {
            let own = own_text(piece, judged);
            self.differs = own != text.trim_ascii_end() || !is_utf8(piece, own);
        }
    }

    /// Whether the file differs, of which all was taken; the next one may follow.
    pub(super) fn differs_at_end(&mut self, target: Target) -> bool {
        if self.whole && self.count > 0 {
            self.written.push_str(target.closing());
        }
        self.settle();
        let file = std::mem::replace(self, Self::new(self.whole));
        file.differs || !file.read.is_empty() || !file.written.is_empty()
    }

    /// Drops what agrees.
    fn settle(&mut self) {
        let same = self.read.bytes().zip(self.written.bytes());
        let same = same.take_while(|(a, b)| a == b).count();
        self.differs |= same < self.read.len().min(self.written.len());
        if self.differs {
            (self.read, self.written) = (String::new(), String::new());
        } else {
            self.read.drain(..same);
            self.written.drain(..same);
        }
    }
}

/// Whether the bytes of a piece that became `text` are its own.
fn is_utf8(piece: &Piece, text: &str) -> bool {
    piece.chunk.encoding.encode(text).as_deref() == Some(text.as_bytes())
}

/// What stands in the file for a record, without what parts it from others.
fn own_text<'p>(piece: &'p Piece, judged: &Judged) -> &'p str {
    let text = &piece.chunk.text[judged.at.clone()];
    let span = judged.found.replay().map(|replay| replay.record.span);
    span.map_or(text, |span| span.text(text))
}
