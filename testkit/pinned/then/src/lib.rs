//! The edits of `shared`, made by one of the two crates.

#[path = "../../shared/mod.rs"]
mod shared;

pub use shared::{Line, run};
