//! x
mod proved {
    mod equivalence;
    mod same;
    mod types;
    mod views;
}
