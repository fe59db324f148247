//! Schemas in their forms: parsed and printed, and handles resolved.

use std::hint::black_box;

use criterion::Criterion;
use vellum::{Schema, Vellum};

use crate::types::Container;

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("schema");
    let schema = Container::schema();
    let (text, bytes) = (schema.to_string(), schema.to_bytes());
    let valid = "a schema that was printed";
    group.bench_function("parse text", |b| b.iter(|| Schema::parse(black_box(&text)).expect(valid)));
    group.bench_function("print text", |b| b.iter(|| black_box(schema).to_string()));
    group.bench_function("parse bytes", |b| b.iter(|| Schema::from_bytes(black_box(&bytes)).expect(valid)));
    group.bench_function("print bytes", |b| b.iter(|| black_box(schema).to_bytes()));
    group.bench_function("resolve a handle", |b| {
        b.iter(|| schema.field::<i32>(black_box("list[].sibling.time")).expect("the schema has the field"));
    });
    group.finish();
}
