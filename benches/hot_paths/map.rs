//! Maps that fit one run, and maps of many blocks.

use std::hint::black_box;

use criterion::Criterion;
use vellum::Vellum;

use crate::types::{Maps, OWN_BYTES, text_key};

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("map");
    for (len, size) in [(100, "100"), (100_000, "100,000")] {
        let mut bytes = Maps::bytes(len);
        // Steps through the map in an order that no cache foresees; the factor shares no divisor with the lengths.
        let mut i = 0;
        let mut next = || {
            i = (i + 61_803) % len;
            2 * i
        };
        let get = |bytes, key: u32| Maps::view(bytes)?.numbers()?.get(key.into());
        group.bench_function(format!("get a number of {size}"), |b| {
            b.iter(|| get(black_box(&bytes), next()).expect(OWN_BYTES).expect("even keys are there"));
        });
        let keys: Vec<_> = (0..len).map(|i| text_key(2 * i)).collect();
        let get = |bytes, key: &str| Maps::view(bytes)?.texts()?.get(key);
        group.bench_function(format!("get a string of {size}"), |b| {
            b.iter(|| {
                let key = &keys[next() as usize / 2];
                get(black_box(&bytes), key).expect(OWN_BYTES).expect("even keys are there")
            });
        });
        let insert = |bytes: &mut Vec<u8>, key: u32| {
            let mut edit = Maps::edit(bytes)?;
            let mut numbers = edit.numbers();
            let held = numbers.insert(u64::from(key) + 1, black_box(7))?;
            Ok::<_, vellum::Error>(!held && numbers.remove(u64::from(key) + 1)?)
        };
        group.bench_function(format!("insert a number among {size}, remove it"), |b| {
            b.iter(|| assert!(insert(black_box(&mut bytes), next()).expect(OWN_BYTES)));
        });
        let missing: Vec<_> = (0..len).map(|i| text_key(2 * i + 1)).collect();
        let insert = |bytes: &mut Vec<u8>, key: &str| {
            let mut edit = Maps::edit(bytes)?;
            let mut texts = edit.texts();
            let held = texts.insert(key, black_box(7))?;
            Ok::<_, vellum::Error>(!held && texts.remove(key)?)
        };
        group.bench_function(format!("insert a string among {size}, remove it"), |b| {
            b.iter(|| assert!(insert(black_box(&mut bytes), &missing[next() as usize / 2]).expect(OWN_BYTES)));
        });
    }
    group.finish();
}
