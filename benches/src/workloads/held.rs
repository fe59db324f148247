//! Reads in bytes that a library holds: in a buffer that was opened before the clock starts, or by
//! opening it each time.

use std::hint::black_box;

use super::record::Subject;
use super::rows::{BORROWED, BORROWED_TEXT};
use crate::library::{Measure, Row};

/// What a library reads in its bytes. They may live as long as the process: a run makes a few of
/// them.
pub trait Held<S: Subject>: 'static {
    /// How they are opened.
    const NOTE: &'static str = "";

    fn open(value: &S) -> Self;
    /// Reads every field where it lies.
    fn see(&self);
    /// The same for proofs.
    fn holds(&self, value: &S) -> bool;
    fn text(&self) -> &str;
    /// What else the workload reads.
    fn rest(_row: &mut Row, _value: &S) {}
}

/// Adds everything that is read.
pub fn row<S: Subject, K: Held<S>>(mut row: Row, value: &S) -> Row {
    let [one, long] = S::VARIANTS.text;
    for (all, one, value) in [(BORROWED, one, value), (BORROWED_TEXT, long, &S::with_long_texts())] {
        let kept = K::open(value);
        row.prove("every field is the original's", kept.holds(value));
        row.prove("the text is the original's", kept.text() == value.text());
        row.time_noted(Measure::DecodeAll, all, K::NOTE, move || black_box(&kept).see());
        let kept = K::open(value);
        row.time_noted(Measure::DecodeOne, one, K::NOTE, move || {
            black_box(black_box(&kept).text());
        });
    }
    K::rest(&mut row, value);
    row.borrowed()
}
