//! Reads in bytes that a library holds: in a buffer that was opened before the clock starts, or by opening it each time.

use std::hint::black_box;

use super::{Container, Record, variant};
use crate::library::{Measure, Row};

/// What a library reads in its bytes. They may live as long as the process: a run makes a few of them.
pub trait Held: 'static {
    /// How they are opened.
    const NOTE: &'static str = "";

    fn open(value: &Container) -> Self;
    /// Reads every field where it lies.
    fn read_all(&self);
    fn location(&self) -> &str;
    fn second_time(&self) -> i32;
    /// For proofs only.
    fn plain(&self) -> Container;
}

/// Adds everything that is read.
pub fn row<K: Held>(mut row: Row, value: &Container) -> Row {
    let long = Container::with_long_texts();
    for ([all, one], value) in
        [([variant::BORROWED, variant::LOCATION], value), ([variant::BORROWED_TEXT, variant::LOCATION_TEXT], &long)]
    {
        let kept = K::open(value);
        row.prove("every field is the original's", kept.plain() == *value);
        row.prove("the location is the original's", kept.location() == value.location);
        row.prove("the time is the original's", kept.second_time() == value.list[1].sibling.time);
        row.time_noted(Measure::DecodeAll, all, K::NOTE, move || black_box(&kept).read_all());
        let kept = K::open(value);
        row.time_noted(Measure::DecodeOne, one, K::NOTE, move || {
            black_box(black_box(&kept).location());
        });
    }
    let kept = K::open(value);
    row.time_noted(Measure::DecodeOne, variant::TIME, K::NOTE, move || black_box(&kept).second_time());
    row.borrowed()
}
