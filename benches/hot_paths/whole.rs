//! What goes through a whole buffer: compacting, hashing, comparing.

use std::hash::DefaultHasher;
use std::hint::black_box;

use criterion::{BatchSize, Criterion};
use vellum::{Result, Vellum};

use crate::types::{Container, Lists, Maps, OWN_BYTES};

/// Leaves slack behind, and an object out of its place.
fn edited() -> Result<Vec<u8>> {
    let mut bytes = Container::bytes();
    let mut edit = Container::edit(&mut bytes)?;
    edit.list().at(0)?.set_name("Hello, world, and good night, moon!")?;
    edit.list().at(1)?.set_name("bob")?;
    Ok(bytes)
}

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("whole");
    let bytes = edited().expect(OWN_BYTES);
    group.bench_function("compact an edited record", |b| {
        let compact = |bytes: &mut Vec<u8>| vellum::compact::<Container>(bytes).expect(OWN_BYTES);
        b.iter_batched_ref(|| bytes.clone(), compact, BatchSize::SmallInput);
    });
    let strings = Lists::bytes(1_000);
    group.bench_function("compact 1,000 numbers and strings", |b| {
        let compact = |bytes: &mut Vec<u8>| vellum::compact::<Lists>(bytes).expect(OWN_BYTES);
        b.iter_batched_ref(|| strings.clone(), compact, BatchSize::SmallInput);
    });
    let hash = |bytes: &[u8]| {
        let mut hasher = DefaultHasher::new();
        vellum::content_hash::<Container>(bytes, &mut hasher).map(|()| std::hash::Hasher::finish(&hasher))
    };
    group.bench_function("content_hash of a record", |b| b.iter(|| hash(black_box(&bytes)).expect(OWN_BYTES)));
    let hash = |bytes: &[u8]| {
        let mut hasher = DefaultHasher::new();
        vellum::content_hash::<Maps>(bytes, &mut hasher).map(|()| std::hash::Hasher::finish(&hasher))
    };
    let maps = Maps::bytes(1_000);
    group.bench_function("content_hash of maps of 1,000", |b| b.iter(|| hash(black_box(&maps)).expect(OWN_BYTES)));
    let other = vellum::from_slice::<Container>(&bytes).and_then(|value| vellum::to_vec(&value)).expect(OWN_BYTES);
    group.bench_function("content_eq of an edited record and a fresh one", |b| {
        b.iter(|| assert!(vellum::content_eq::<Container>(black_box(&bytes), black_box(&other)).expect(OWN_BYTES)));
    });
    group.finish();
}
