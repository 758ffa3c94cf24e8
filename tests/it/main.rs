//! Integration tests.

mod explain;
