//! Reads, replays, checks, converts and draws game records.

pub mod diag;
pub mod draw;
pub mod notation;
pub mod record;
pub mod replay;
pub mod rules;
pub mod schema;
pub mod source;
pub mod syntax;
pub mod write;
