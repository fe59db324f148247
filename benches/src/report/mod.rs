//! What is made of results that were kept: reports with plots, the tables of the README, and comparisons of runs.
//!
//! - `stored`: a results file
//! - `readme`: the README's tables
//! - `compare`: two runs side by side; `history`: our rows over many
//! - `chapter`: the figures of a workload, ranked
//! - `verdict`: ours against the best rival, line by line
//! - `published`: what others measured
//! - `compose` makes a `document` of these, which `html` and `markdown` write
//! - `grid`: a table for terminal, Markdown and HTML; `plots`; `escape`: text that must not be markup

mod chapter;
mod compare;
mod compose;
mod cost;
mod document;
mod escape;
mod grid;
mod history;
mod html;
mod markdown;
mod plots;
mod published;
mod readme;
mod stored;
mod verdict;
mod write;

pub use compare::compare;
pub use compose::{closing, terminal};
pub use history::history;
pub use published::terminal as published;
pub use readme::readme;
pub use stored::Results;
pub use write::{report, write};
