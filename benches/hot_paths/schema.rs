//! Schemas in their forms: parsed and printed, and handles resolved.

use std::hint::black_box;

use criterion::Criterion;
use vellum::{Schema, Vellum};

use crate::time;
use crate::types::Container;

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("schema");
    let schema = Container::schema();
    let (text, bytes) = (schema.to_string(), schema.to_bytes());
    let valid = "a schema that was printed";
    time!(group;
        "parse text" => Schema::parse(black_box(&text)).expect(valid),
        "print text" => black_box(schema).to_string(),
        "parse bytes" => Schema::from_bytes(black_box(&bytes)).expect(valid),
        "print bytes" => black_box(schema).to_bytes(),
        "resolve a handle" => schema.field::<i32>(black_box("list[].sibling.time")).expect("the schema has the field"),
    );
    group.finish();
}
