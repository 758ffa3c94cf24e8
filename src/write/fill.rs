//! Words to lines, as long as they may be.

use unicode_width::UnicodeWidthStr;

/// Fills lines with words, one blank between; a word longer than a line has a line of its own.
#[derive(Debug)]
pub(super) struct Filler<'o> {
    out: &'o mut String,
    /// Columns that a line has at most.
    width: usize,
    /// Columns of the line begun.
    column: usize,
    /// A word that something may yet be glued to.
    word: String,
    /// Whether the word is open to the next one: `(`.
    open: bool,
    /// Whether a block was the last, so that words need a blank line first.
    after_block: bool,
}

impl<'o> Filler<'o> {
    pub(super) const fn new(out: &'o mut String, width: usize) -> Self {
        Self {
            out,
            width,
            column: 0,
            word: String::new(),
            open: false,
            after_block: false,
        }
    }

    /// Begins a word; a bracket opened before is glued to it.
    pub(super) fn word(&mut self, text: &str) {
        if !self.open {
            self.flush();
        }
        self.open = false;
        self.word.push_str(text);
    }

    /// Goes on with the word begun.
    pub(super) fn glue(&mut self, text: &str) {
        self.word.push_str(text);
    }

    /// `(`, to be glued to the next word.
    pub(super) fn open(&mut self) {
        self.word("(");
        self.open = true;
    }

    /// A line of its own end: whatever follows begins a new one.
    pub(super) fn end_line(&mut self) {
        self.flush();
        if self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
    }

    /// A line of its own.
    pub(super) fn line(&mut self, text: &str) {
        self.end_line();
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Lines that stand by themselves, set off by blank lines.
    pub(super) fn block(&mut self, lines: impl Iterator<Item = String>) {
        self.end_line();
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
        for line in lines {
            self.out.push_str(&line);
            self.out.push('\n');
        }
        self.after_block = true;
    }

    fn flush(&mut self) {
        if self.word.is_empty() {
            return;
        }
        if std::mem::take(&mut self.after_block) {
            self.out.push('\n');
        }
        let width = self.word.width();
        if self.column > 0 {
            let fits = width < self.width.saturating_sub(self.column);
            self.out.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.out.push_str(&self.word);
        self.column += width;
        self.word.clear();
    }
}
