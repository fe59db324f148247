//! What goes through a whole buffer: compacting, hashing, comparing.

use std::hash::{DefaultHasher, Hasher as _};
use std::hint::black_box;

use criterion::{BatchSize, Criterion};
use vellum::{Result, Vellum};

use crate::time;
use crate::types::{Container, Lists, Maps, OWN_BYTES};

/// Leaves slack behind, and an object out of its place.
fn edited() -> Result<Vec<u8>> {
    let mut bytes = Container::bytes();
    let mut edit = Container::edit(&mut bytes)?;
    edit.list().at(0)?.set_name("Hello, world, and good night, moon!")?;
    edit.list().at(1)?.set_name("bob")?;
    Ok(bytes)
}

fn compact<T: Vellum>(bytes: &mut Vec<u8>) {
    T::compact(bytes).expect(OWN_BYTES);
}

fn hash<T: Vellum>(bytes: &[u8]) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    T::content_hash(bytes, &mut hasher).map(|()| hasher.finish())
}

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("whole");
    let bytes = edited().expect(OWN_BYTES);
    let (strings, maps) = (Lists::bytes(1_000), Maps::bytes(1_000));
    group.bench_function("compact an edited record", |b| {
        b.iter_batched_ref(|| bytes.clone(), compact::<Container>, BatchSize::SmallInput);
    });
    group.bench_function("compact 1,000 numbers and strings", |b| {
        b.iter_batched_ref(|| strings.clone(), compact::<Lists>, BatchSize::SmallInput);
    });
    let other = vellum::from_slice::<Container>(&bytes).and_then(|value| vellum::to_vec(&value)).expect(OWN_BYTES);
    time!(group;
        "content_hash of a record" => hash::<Container>(black_box(&bytes)).expect(OWN_BYTES),
        "content_hash of maps of 1,000" => hash::<Maps>(black_box(&maps)).expect(OWN_BYTES),
        "content_eq of an edited record and a fresh one" => {
            assert!(Container::content_eq(black_box(&bytes), black_box(&other)).expect(OWN_BYTES));
        },
    );
    group.finish();
}
