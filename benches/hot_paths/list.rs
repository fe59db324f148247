//! Lists that grow and shrink in their buffer. A push is timed by the thousand, since growth is a
//! part of it.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput};
use vellum::{Result, Vellum};

use crate::time;
use crate::types::{Lists, OWN_BYTES};

const LEN: u64 = 2 * MIDDLE as u64;
const MIDDLE: usize = 500;

/// All in one session.
fn push_numbers(bytes: &mut Vec<u8>) -> Result<()> {
    let mut edit = Lists::edit(bytes)?;
    let mut numbers = edit.numbers();
    (0..LEN).try_for_each(|number| numbers.push(black_box(number)))
}

/// Each in a session of its own.
fn push_numbers_apart(bytes: &mut Vec<u8>) -> Result<()> {
    (0..LEN).try_for_each(|number| Lists::edit(bytes)?.numbers().push(black_box(number)))
}

fn push_texts(bytes: &mut Vec<u8>) -> Result<()> {
    let mut edit = Lists::edit(bytes)?;
    let mut texts = edit.texts();
    (0..LEN).try_for_each(|_| texts.push(black_box("Hello, world!")))
}

fn insert_number(bytes: &mut Vec<u8>) -> Result<()> {
    let mut edit = Lists::edit(bytes)?;
    let mut numbers = edit.numbers();
    numbers.insert(MIDDLE, black_box(7))?;
    numbers.remove(MIDDLE)
}

fn insert_text(bytes: &mut Vec<u8>) -> Result<()> {
    let mut edit = Lists::edit(bytes)?;
    let mut texts = edit.texts();
    texts.insert(MIDDLE, black_box("Hello, world!"))?;
    texts.remove(MIDDLE)
}

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("list");
    let empty = Lists::bytes(0);
    group.throughput(Throughput::Elements(LEN));
    for (name, push) in [
        ("push 1,000 numbers", push_numbers as fn(&mut Vec<u8>) -> Result<()>),
        ("push 1,000 numbers, a session for each", push_numbers_apart),
        ("push 1,000 strings", push_texts),
    ] {
        group.bench_function(name, |b| {
            b.iter_batched_ref(|| empty.clone(), |bytes| push(bytes).expect(OWN_BYTES), BatchSize::SmallInput);
        });
    }
    group.throughput(Throughput::Elements(1));
    let mut bytes = Lists::bytes(LEN);
    time!(group;
        "insert a number in the middle of 1,000, remove it" => insert_number(black_box(&mut bytes)).expect(OWN_BYTES),
        "insert a string in the middle of 1,000, remove it" => insert_text(black_box(&mut bytes)).expect(OWN_BYTES),
    );
    group.finish();
}
