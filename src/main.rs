//! The `scoresheet` program.

#![forbid(unsafe_code)]

fn main() {}
