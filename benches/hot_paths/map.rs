//! Maps that fit one run, and maps of many blocks.

use std::hint::black_box;

use criterion::Criterion;
use vellum::{Result, Vellum};

use crate::time;
use crate::types::{Maps, OWN_BYTES, text_key};

fn number(bytes: &[u8], key: u32) -> Result<Option<u64>> {
    Maps::peek(bytes)?.numbers()?.get(key.into())
}

fn text(bytes: &[u8], key: &str) -> Result<Option<u32>> {
    Maps::peek(bytes)?.texts()?.get(key)
}

/// Whether the key came and went.
fn insert_number(bytes: &mut Vec<u8>, key: u64) -> Result<bool> {
    let mut edit = Maps::edit(bytes)?;
    let mut numbers = edit.numbers();
    Ok(!numbers.insert(key, black_box(7))? && numbers.remove(key)?)
}

fn insert_text(bytes: &mut Vec<u8>, key: &str) -> Result<bool> {
    let mut edit = Maps::edit(bytes)?;
    let mut texts = edit.texts();
    Ok(!texts.insert(key, black_box(7))? && texts.remove(key)?)
}

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("map");
    for (len, size) in [(100, "100"), (100_000, "100,000")] {
        let mut bytes = Maps::bytes(len);
        // Steps through the map in an order that no cache foresees; the factor shares no divisor
        // with the lengths.
        let mut i = 0;
        let mut next = || {
            i = (i + 61_803) % len;
            2 * i
        };
        let (keys, missing): (Vec<_>, Vec<_>) = (0..len).map(|i| (text_key(2 * i), text_key(2 * i + 1))).unzip();
        time!(group;
            format!("get a number of {size}") => {
                let held = number(black_box(&bytes), next()).expect(OWN_BYTES);
                held.expect("even keys are there")
            },
            format!("get a string of {size}") => {
                let held = text(black_box(&bytes), &keys[next() as usize / 2]).expect(OWN_BYTES);
                held.expect("even keys are there")
            },
            format!("insert a number among {size}, remove it") => {
                assert!(insert_number(black_box(&mut bytes), u64::from(next()) + 1).expect(OWN_BYTES));
            },
            format!("insert a string among {size}, remove it") => {
                assert!(insert_text(black_box(&mut bytes), &missing[next() as usize / 2]).expect(OWN_BYTES));
            },
        );
    }
    group.finish();
}
