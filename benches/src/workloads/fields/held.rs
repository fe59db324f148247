//! Reads in bytes that a library holds: in a buffer that was opened before the clock starts, or by opening it each time.

use std::hint::black_box;

use super::{Fields, FieldsRef, variant};
use crate::library::{Measure, Row};

/// What a library reads in its bytes. They may live as long as the process: a run makes a few of them.
pub trait Held: 'static {
    /// How they are opened.
    const NOTE: &'static str = "";

    fn open(value: &Fields) -> Self;
    /// Reads every field where it lies.
    fn read_all(&self) -> FieldsRef<'_>;
    fn third_string(&self) -> &str;
}

/// Adds everything that is read.
pub fn row<K: Held>(mut row: Row, value: &Fields) -> Row {
    for ([all, one], value) in [
        ([variant::BORROWED, variant::THIRD_STRING], value),
        ([variant::BORROWED_TEXT, variant::THIRD_TEXT], &Fields::with_long_texts()),
    ] {
        let kept = K::open(value);
        row.prove("every field is the original's", kept.read_all() == FieldsRef::from(value));
        row.prove("the third string is the original's", kept.third_string() == value.third_field_of_type_string);
        row.time_noted(Measure::DecodeAll, all, K::NOTE, move || {
            black_box(&black_box(&kept).read_all());
        });
        let kept = K::open(value);
        row.time_noted(Measure::DecodeOne, one, K::NOTE, move || {
            black_box(black_box(&kept).third_string());
        });
    }
    row.borrowed()
}
