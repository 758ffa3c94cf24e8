//! Replays a record against a rules engine: which moves were played, and what is wrong.

mod facts;

pub use facts::{BoardVerdict, CaptureFact, PlyFacts, Replay};
