//! The bar that shows how far the reading has come: on standard error, and gone before anything else is written there.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};
use std::fmt;
use std::io::{self, IsTerminal, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Work that is done sooner is done without a bar.
const DELAY: Duration = Duration::from_millis(500);

/// Times a second that the bar is drawn at most.
const RATE: u8 = 10;

/// Columns where the terminal does not say.
const WIDTH: u16 = 80;

/// What wipes the line that the cursor is in.
const WIPE: &str = "\r\x1b[2K";

/// The line of the terminal that the bar stands in; all clones are one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// What is to be drawn.
    frame: String,
    /// Whether the bar stands there.
    drawn: bool,
    /// Whether something else stands there that has not come to its end.
    taken: bool,
}

impl Line {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes room for `bytes`, which come next.
    fn make_room(&self, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.state();
        if std::mem::take(&mut state.drawn) {
            io::stderr().write_all(WIPE.as_bytes())?;
        }
        if let Some(last) = bytes.last() {
            state.taken = *last != b'\n';
        }
        Ok(())
    }
}

impl Line {
    /// Wipes the bar where it stands, and nobody is about to draw it.
    pub(crate) fn wipe(&self) {
        if let Ok(mut state) = self.0.try_lock()
            && std::mem::take(&mut state.drawn)
        {
            // The terminal may be what came to its end.
            let _ = io::stderr().write_all(WIPE.as_bytes());
        }
    }
}

/// A line is all that the bar needs of a terminal.
impl TermLike for Line {
    fn width(&self) -> u16 {
        terminal_size::terminal_size_of(io::stderr()).map_or(WIDTH, |(width, _)| width.0)
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.state().frame.push_str(text);
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        self.write_str(WIPE)
    }

    fn flush(&self) -> io::Result<()> {
        let mut state = self.state();
        let frame = std::mem::take(&mut state.frame);
        // A bar that is wiped need not be wiped again.
        if state.taken || frame.is_empty() || frame == WIPE && !state.drawn {
            return Ok(());
        }
        state.drawn = frame != WIPE;
        io::stderr().write_all(frame.as_bytes())
    }
}

/// A stream that may come out on the terminal where the bar is.
#[derive(Debug)]
pub(crate) struct BesideBar<W> {
    stream: W,
    line: Line,
    /// Whether it does.
    meets: bool,
}

impl BesideBar<io::Stdout> {
    /// Standard output, which meets the bar on a terminal.
    pub(crate) fn stdout(line: &Line) -> Self {
        Self {
            meets: io::stdout().is_terminal(),
            stream: io::stdout(),
            line: line.clone(),
        }
    }
}

impl BesideBar<io::Stderr> {
    /// Standard error, where the bar is.
    pub(crate) fn stderr(line: &Line) -> Self {
        Self {
            meets: true,
            stream: io::stderr(),
            line: line.clone(),
        }
    }
}

impl<W: Write> Write for BesideBar<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.meets {
            self.line.make_room(bytes)?;
        }
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Bytes of the files as they lie on disk, packed or not.
#[derive(Debug, Default)]
pub(crate) struct Bytes {
    read: AtomicU64,
    /// As far as is known by now.
    all: AtomicU64,
}

impl Bytes {
    /// Takes note of a file of so many.
    pub(crate) fn expect(&self, count: u64) {
        self.all.fetch_add(count, Ordering::Relaxed);
    }
}

/// Counts what is read.
#[derive(Debug)]
pub(crate) struct Counting<R> {
    pub(crate) input: R,
    pub(crate) bytes: Arc<Bytes>,
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(out)?;
        self.bytes.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// A bar that follows the reading of files, and is wiped when it is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    bytes: Arc<Bytes>,
    counts: Arc<Counts>,
    /// When the bar appears.
    due: Instant,
}

/// What was found so far.
#[derive(Debug, Default)]
struct Counts {
    records: AtomicU64,
    faulty: AtomicU64,
}

impl Progress {
    /// A bar in `line` for the reading that `bytes` counts; at once, or only if it takes its time.
    pub(crate) fn new(line: &Line, bytes: Arc<Bytes>, at_once: bool) -> Self {
        let target = ProgressDrawTarget::term_like_with_hz(Box::new(line.clone()), RATE);
        let delay = if at_once { Duration::ZERO } else { DELAY };
        Self {
            bar: ProgressBar::with_draw_target(None, target),
            bytes,
            counts: Arc::default(),
            due: Instant::now() + delay,
        }
    }

    /// Shows that so many more records were read, and how many of them have errors.
    pub(crate) fn add(&self, records: usize, faulty: usize) {
        let more = |count: &AtomicU64, by: usize| count.fetch_add(by as u64, Ordering::Relaxed);
        more(&self.counts.records, records);
        more(&self.counts.faulty, faulty);
        if Instant::now() < self.due {
            return;
        }
        let all = self.bytes.all.load(Ordering::Relaxed);
        if self.bar.length() != Some(all) || self.bar.position() == 0 {
            self.bar.set_style(self.style(all > 0));
            self.bar.set_length(all);
        }
        self.bar
            .set_position(self.bytes.read.load(Ordering::Relaxed));
    }

    /// What is shown, with what is left where that is known.
    fn style(&self, is_bounded: bool) -> ProgressStyle {
        let template = if is_bounded {
            "{bar:16} {percent:>3}% of {binary_total_bytes}, {found}, {binary_bytes_per_sec}, {eta} left"
        } else {
            "{binary_bytes}, {found}, {binary_bytes_per_sec}, {elapsed}"
        };
        let counts = Arc::clone(&self.counts);
        let found = move |_: &ProgressState, out: &mut dyn fmt::Write| {
            let records = counts.records.load(Ordering::Relaxed);
            let faulty = counts.faulty.load(Ordering::Relaxed);
            // The bar goes on without what could not be put into words.
            let _ = match faulty {
                0 => write!(out, "{records} records"),
                _ => write!(out, "{records} records, {faulty} faulty"),
            };
        };
        ProgressStyle::with_template(template)
            .expect("invariant: the template is well formed")
            .with_key("found", found)
            .progress_chars("=> ")
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
