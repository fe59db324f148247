//! Runs the rows of all libraries and reports what was measured.

pub mod versions;
