//! x
mod proved { mod types; mod same; mod equivalence; mod views; }
