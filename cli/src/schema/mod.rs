//! Commands about schemas.
//!
//! - `check`, `fmt`, `show`: one schema: its faults, its text, what a file carries
//! - `layout`: the text of a schema, laid out anew with its comments
//! - `conform`, `lock`: two revisions of it, and all that are stored

pub mod check;
pub mod conform;
pub mod fmt;
mod layout;
pub mod lock;
pub mod show;
