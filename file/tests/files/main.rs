//! Files against a disk that fails, other bytes, other processes and other revisions.

// Numbers of edits are small, and a test may fail loudly.
#![allow(
    clippy::cast_possible_truncation,
    clippy::format_collect,
    clippy::needless_for_each,
    clippy::redundant_closure_for_method_calls,
    clippy::single_range_in_vec_init,
    clippy::too_many_lines
)]

mod bytes;
mod common;
mod counts;
mod disk;
mod faults;
mod hidden;
mod killed;
mod programs;
mod revisions;
mod sharing;
mod upgrades;
mod vectors;
