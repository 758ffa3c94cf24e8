//! Reads, replays, checks, converts and draws game records.

pub mod diag;
pub mod notation;
mod parse;
pub mod record;
pub mod replay;
pub mod rules;
pub mod source;
pub mod syntax;
