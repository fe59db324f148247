//! What is made of results that were kept: the tables of the README, and comparisons of two runs.
//!
//! - `stored`: a results file
//! - `readme`: the README's tables
//! - `compare`: two runs side by side

mod compare;
mod readme;
mod stored;

pub use compare::compare;
pub use readme::readme;
