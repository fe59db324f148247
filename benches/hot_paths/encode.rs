//! A value to bytes and back.

use std::hint::black_box;

use criterion::Criterion;

use crate::types::{Container, OWN_BYTES};

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("encode");
    let value = Container::new();
    group.bench_function("to_vec", |b| b.iter(|| vellum::to_vec(black_box(&value))));
    let mut kept = Vec::new();
    group.bench_function("encode_into a kept vector", |b| {
        b.iter(|| vellum::encode_into(black_box(&value), &mut kept).map(|()| black_box(kept.len())));
    });
    let mut slice = [0; 256];
    group.bench_function("to_slice", |b| {
        b.iter(|| vellum::to_slice(black_box(&value), &mut slice).map(black_box).is_ok())
    });
    let bytes = Container::bytes();
    group.bench_function("from_slice", |b| {
        b.iter(|| vellum::from_slice::<Container>(black_box(&bytes)).expect(OWN_BYTES));
    });
    group.finish();
}
