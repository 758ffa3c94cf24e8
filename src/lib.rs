//! Reads, replays, checks, converts and draws game records.

#![forbid(unsafe_code)]

pub mod diag;
pub mod draw;
pub mod notation;
mod parse;
pub mod record;
#[macro_use]
pub mod rules;
pub mod replay;
pub mod schema;
pub mod source;
pub mod syntax;
pub mod write;
