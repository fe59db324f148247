//! Commands that read and write JSON: whole buffers, differences and patches.

pub mod diff;
pub mod export;
pub mod import;
pub mod merge;
pub mod patch;
mod scripts;
