//! The `scoresheet` program.

fn main() {}
