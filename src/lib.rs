//! Reads, replays, checks, converts and draws game records: scores as people published them, held against the rules.
//!
//! The same work is done by the `scoresheet` program; everything it does is here without printing, reading the
//! environment or ending the process.
//!
//! # The way of a record
//!
//! ```text
//! bytes -> text -> events -> record -> replay -> writers, drawings, findings
//!  source         syntax     record    replay    write  draw     diag
//!                               \      /   \
//!                              notation    rules
//! ```
//!
//! 1. [`source`] makes text of bytes and cuts files into chunks that hold whole records.
//! 2. [`syntax`] reads a format and pushes *events*; it knows notation, never rules. [`notation`] reads and writes
//!    the words: moves, letters, marks, numbers.
//! 3. A receiver takes the events: [`record::TreeBuilder`] keeps everything for a [`record::Record`];
//!    [`replay::FastCheck`] plays along and only says whether all is well.
//! 4. [`replay::replay`] joins a record and a rules engine ([`rules`]): which moves were played, what is wrong, and why.
//! 5. [`annotate`] adds to a replay's record what the rules know about it, and takes it out again.
//! 6. [`mod@write`] and [`draw`] turn a [`replay::Replay`] into text and pictures; `diag` holds findings as data and
//!    the renderers that the program uses.
//!
//! [`mod@repair`] goes the way back: from a replay that stops to the edits of the text under which it would not.
//! [`select`] says which records are meant, from what is known of them so far, and which are the same game.
//! [`solve`] stands aside: from a position and a stipulation to a solution, and from a printed solution to its flaws.
//!
//! What was written and what was verified are different types: a [`notation::MoveWord`] is not yet a
//! [`rules::Rules::Move`], a position text not yet a position, a record not yet a replay.
//!
//! # Who may use whom
//!
//! `source` < `parse`, `diag` < `notation`, `schema` < `record`, `rules` < `syntax`, `replay` < `annotate`, `write`, `draw`, `solve`, `repair`, `select` < `cli`.
//! `rules` knows neither `record` nor `syntax` nor `diag`; `syntax` does not know `rules`; writers and drawings know
//! neither the parser library nor any rule set. A test holds the tree to it.
//!
//! # A new game
//!
//! One folder under `rules/` with an implementation of [`rules::Rules`], one row of the list in `rules/registry.rs`.
//! Whatever else must be looked at, the compiler names.
//!
//! # Features
//!
//! - `cli` (default): the program, and the renderers of findings for terminals.
//! - `parallel` (in `cli`): worker threads.

#![forbid(unsafe_code)]

pub mod diag;
pub mod draw;
pub mod notation;
mod parse;
pub mod record;
#[macro_use]
pub mod rules;
pub mod annotate;
pub mod repair;
pub mod replay;
pub mod schema;
pub mod select;
pub mod solve;
pub mod source;
pub mod syntax;
pub mod write;

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
