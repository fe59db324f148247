//! Records to JSON and back, by serde and without a value between.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use serde::de::DeserializeSeed;
use vellum::{Record, Vellum};

use crate::types::{Container, Maps, OWN_BYTES};

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("json");
    for (name, schema, bytes) in
        [("a record", Container::schema(), Container::bytes()), ("maps of 1,000", Maps::schema(), Maps::bytes(1_000))]
    {
        let record = Record::open(schema, bytes).expect(OWN_BYTES);
        let text = serde_json::to_string(&record).expect(OWN_BYTES);
        group.throughput(Throughput::Bytes(text.len() as u64));
        let mut kept = Vec::with_capacity(text.len());
        group.bench_function(format!("out, {name}"), |b| {
            b.iter(|| {
                kept.clear();
                serde_json::to_writer(&mut kept, black_box(&record)).expect(OWN_BYTES);
            });
        });
        group.bench_function(format!("in, {name}"), |b| {
            b.iter(|| {
                let mut parser = serde_json::Deserializer::from_str(black_box(&text));
                schema.deserialize(&mut parser).expect("text of this schema")
            });
        });
    }
    group.finish();
}
