//! Buffers that are proved by code of their type, and what is read of them.

mod edits;
mod equivalence;
mod same;
mod sessions;
mod taken;
mod types;
mod views;
