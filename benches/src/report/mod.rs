//! What is made of results that were kept: reports with plots, the tables of the README, and
//! comparisons of runs.
//!
//! - `stored`: a results file
//! - `versus`: ours against each other library; `verdict`: against the best of all, figure by
//!   figure; `jobs`: common tasks; `container`
//! - `readme`: the tables of the README and of docs/benchmarks.md, and RESULTS.md, which `results`
//!   writes; `log`: one record, in the README's table and figure
//! - `compare`: two runs side by side; `history`: our rows over many
//! - `chapter`: the figures of a workload, ranked; `sending`: the table of workload G; `session`:
//!   that of workload I
//! - `published`: what others measured
//! - `compose` makes a `document` of these, which `html` and `markdown` write
//! - `grid`: a table for terminal, Markdown and HTML; `told`: numbers; `plots`; `escape`: text that
//!   must not be markup

mod chapter;
mod compare;
mod compose;
mod container;
mod cost;
mod document;
mod escape;
mod grid;
mod history;
mod html;
mod jobs;
mod log;
mod markdown;
mod plots;
mod published;
mod readme;
mod results;
mod sending;
mod session;
mod stored;
mod told;
mod verdict;
mod versus;
mod write;

pub use compare::compare;
pub use compose::terminal;
pub use history::history;
pub use published::terminal as published;
pub use readme::{Pages, readme};
pub use stored::Results;
pub use versus::closing;
pub use write::{report, write};
