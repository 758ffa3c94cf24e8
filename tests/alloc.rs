//! Allocation test.
