//! The bulk path allocates nothing per record once its buffers have grown.
//!
//! A binary of its own, since a global allocator counts for all.
#![allow(unsafe_code, reason = "a counting allocator cannot be written without")]

use scoresheet::diag::Severity;
use scoresheet::replay::{FastCheck, Options};
use scoresheet::syntax::{Format, read_record};
use std::alloc::{GlobalAlloc, Layout, System};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's allocator, counted.
struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Reads the whole text; how many records and plies were clean.
fn pass(check: &mut FastCheck, text: &str) -> (usize, u64) {
    let (mut at, mut clean, mut plies) = (0, 0, 0);
    while at < text.len() {
        check.begin();
        let found = read_record(Format::Pgn, text, at, check);
        if found.is_record() && check.finish() {
            clean += 1;
            plies += check.plies();
        }
        at = found.end;
    }
    (clean, plies)
}

#[test]
fn checking_clean_records_allocates_nothing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/bench");
    for name in ["chess.pgn", "annotated.pgn"] {
        let text = std::fs::read_to_string(folder.join(name)).expect("a fixture");
        let mut check = FastCheck::new(&Options::default(), Severity::Error);
        let (clean, plies) = pass(&mut check, &text);
        assert!(
            clean > 50 && plies > 2_000,
            "{name}: {clean} records, {plies} plies"
        );
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        let again = pass(&mut check, &text);
        let allocations = ALLOCATIONS.load(Ordering::Relaxed) - before;
        assert_eq!(again, (clean, plies), "{name}");
        assert_eq!(allocations, 0, "{name}: allocations on the second pass");
    }
}
