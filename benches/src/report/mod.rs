//! What is made of results that were kept: the tables of the README, and comparisons of runs.
//!
//! - `stored`: a results file
//! - `readme`: the README's tables
//! - `compare`: two runs side by side; `history`: our rows over many
//! - `grid`: a table for terminal, Markdown and HTML; `escape`: text in them

mod compare;
mod escape;
mod grid;
mod history;
mod readme;
mod stored;

pub use compare::compare;
pub use history::history;
pub use readme::readme;
