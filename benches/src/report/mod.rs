//! What is made of results that were kept: the tables of the README, and comparisons of runs.
//!
//! - `stored`: a results file
//! - `readme`: the README's tables
//! - `compare`: two runs side by side; `history`: our rows over many
//! - `grid`: a table for terminal, Markdown and HTML; `escape`: text in them

#[allow(dead_code, reason = "the report in Markdown and HTML comes next")]
mod chapter;
mod compare;
#[allow(dead_code, reason = "the report in Markdown and HTML comes next")]
mod escape;
#[allow(dead_code, reason = "the report in Markdown and HTML comes next")]
mod grid;
mod history;
mod published;
mod readme;
mod stored;
#[allow(dead_code, reason = "the report in Markdown and HTML comes next")]
mod summary;

pub use compare::compare;
pub use history::history;
pub use published::terminal as published;
pub use readme::readme;
pub use stored::Stored;
