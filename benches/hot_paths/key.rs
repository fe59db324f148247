//! Keys of records, for key-value stores.

use std::hint::black_box;

use criterion::Criterion;
use vellum::{Record, Vellum, key::Keyed};

use crate::time;
use crate::types::{OWN_BYTES, Order};

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("key");
    let (bytes, schema) = (Order::bytes(), Order::schema());
    let record = Record::open(schema, bytes.clone()).expect(OWN_BYTES);
    let (key, mut kept) = (schema.key(&record).expect(OWN_BYTES), Vec::new());
    time!(group;
        "of a derived type" => Order::key(black_box(&bytes)).expect(OWN_BYTES),
        "of a record" => schema.key(black_box(&record)).expect(OWN_BYTES),
        "of a record into a kept vector" => {
            kept.clear();
            schema.key_into(black_box(&record), &mut kept).expect(OWN_BYTES);
        },
        "decoded" => schema.decode_key(black_box(&key)).expect(OWN_BYTES),
    );
    group.finish();
}
