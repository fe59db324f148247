//! Keys of records, for key-value stores.

use std::hint::black_box;

use criterion::Criterion;
use vellum::{Keyed, Record, Vellum};

use crate::types::{OWN_BYTES, Order};

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("key");
    let bytes = Order::bytes();
    group.bench_function("of a derived type", |b| b.iter(|| Order::key(black_box(&bytes)).expect(OWN_BYTES)));
    let schema = Order::schema();
    let record = Record::open(schema, bytes.clone()).expect(OWN_BYTES);
    group.bench_function("of a record", |b| b.iter(|| schema.key(black_box(&record)).expect(OWN_BYTES)));
    let mut kept = Vec::new();
    group.bench_function("of a record into a kept vector", |b| {
        b.iter(|| {
            kept.clear();
            schema.key_into(black_box(&record), &mut kept).expect(OWN_BYTES);
        });
    });
    let key = schema.key(&record).expect(OWN_BYTES);
    group.bench_function("decoded", |b| b.iter(|| schema.decode_key(black_box(&key)).expect(OWN_BYTES)));
    group.finish();
}
