//! A text that is set to 3 bytes and to another length in turns, each time in a buffer that is
//! opened anew: the curve over that length, to 10 kB. No length costs much more than the one before
//! it: what is given up at the end of a buffer is cut off, and grows back there.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion};
use vellum::Vellum;

use crate::types::OWN_BYTES;

#[derive(Vellum)]
struct User {
    id: u64,
    name: String,
    mail: String,
    tags: Vec<String>,
    score: f64,
}

const LENGTHS: [usize; 20] =
    [4, 8, 12, 16, 24, 32, 35, 38, 41, 48, 64, 80, 96, 128, 200, 500, 1000, 2000, 5000, 10_000];

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("lengths");
    group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(500));
    let user = User {
        id: 7,
        name: "Grace Hopper".into(),
        mail: "grace@example.org".into(),
        tags: (0..8).map(|number| format!("tag number {number}")).collect(),
        score: 1.5,
    };
    for len in LENGTHS {
        let (mut bytes, long) = (vellum::to_vec(&user).expect(OWN_BYTES), "x".repeat(len));
        group.bench_function(BenchmarkId::new("3 bytes and back to", len), |b| {
            b.iter(|| {
                for name in ["abc", &long] {
                    User::edit(black_box(&mut bytes)).expect(OWN_BYTES).set_name(black_box(name)).expect(OWN_BYTES);
                }
            });
        });
    }
    group.finish();
}
