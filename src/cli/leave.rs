//! What is put in order when the program is ended from outside: files that wait to take their places are removed, and
//! the bar is wiped.

use super::progress::Line;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

/// What is in no order yet.
#[derive(Debug)]
struct Open {
    /// Files that wait, or have waited: the name of one that took its place is nobody's.
    waiting: Vec<PathBuf>,
    /// Where a bar may stand.
    line: Option<Line>,
    /// Whether somebody watches for the end.
    watched: bool,
}

static OPEN: Mutex<Open> = Mutex::new(Open {
    waiting: Vec::new(),
    line: None,
    watched: false,
});

fn open() -> MutexGuard<'static, Open> {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if !open.watched {
        open.watched = true;
        // Where nobody can watch, the program ends as all others do.
        let _ = watch();
    }
    open
}

/// Makes a file that waits to take its place.
pub(crate) fn waiting(
    make: impl FnOnce() -> io::Result<NamedTempFile>,
) -> io::Result<NamedTempFile> {
    // No end comes between the file and the note of it.
    let mut open = open();
    let file = make()?;
    // Another folder may be the current one later; nobody changes it here.
    open.waiting.push(file.path().to_owned());
    Ok(file)
}

/// Takes note of the line in which a bar is to stand.
pub(crate) fn bar(line: &Line) {
    open().line = Some(line.clone());
}

/// Puts all in order, and keeps others from making new disorder as long as what it gives is held.
#[cfg(unix)]
fn tidy() -> MutexGuard<'static, Open> {
    let open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    for path in &open.waiting {
        // Most are gone: they have taken their places.
        let _ = fs::remove_file(path);
    }
    if let Some(line) = &open.line {
        line.wipe();
    }
    open
}

/// Waits aside for an interruption from the keyboard, an order to end, or the end of the terminal. The program then ends
/// by it as if nobody had waited, so that a shell sees why.
#[cfg(unix)]
fn watch() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    let ignored = ignored();
    let heard = [SIGHUP, SIGINT, SIGTERM].into_iter();
    let mut signals = Signals::new(heard.filter(|signal| ignored & 1 << (signal - 1) == 0))?;
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            let _tidy = tidy();
            let _ = emulate_default_handler(signal);
        }
    };
    std::thread::Builder::new().spawn(wait).map(drop)
}

#[cfg(not(unix))]
const fn watch() -> io::Result<()> {
    Ok(())
}

/// The signals that whoever started the program lets it not hear, as `nohup` does, a bit each.
#[cfg(unix)]
fn ignored() -> u64 {
    // Where it cannot be known, the end of a terminal is left to what it does by itself.
    const HANGUP: u64 = 1;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or(HANGUP)
}
