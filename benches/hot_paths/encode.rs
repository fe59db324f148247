//! A value to bytes and back.

use std::hint::black_box;

use criterion::Criterion;

use crate::time;
use crate::types::{Container, OWN_BYTES};

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("encode");
    let (value, bytes) = (Container::new(), Container::bytes());
    let (mut kept, mut slice) = (Vec::new(), [0; 256]);
    time!(group;
        "to_vec" => vellum::to_vec(black_box(&value)),
        "encode_into a kept vector" => vellum::encode_into(black_box(&value), &mut kept).map(|()| black_box(kept.len())),
        "to_slice" => vellum::to_slice(black_box(&value), &mut slice).map(black_box).is_ok(),
        "from_slice" => vellum::from_slice::<Container>(black_box(&bytes)).expect(OWN_BYTES),
    );
    group.finish();
}
