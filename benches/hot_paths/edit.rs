//! Edits in place, each back and forth between two values in one buffer.

use std::hint::black_box;

use criterion::{BenchmarkGroup, Criterion, measurement::WallTime};
use vellum::{Result, Vellum};

use crate::types::{Container, OWN_BYTES};

fn alternate<V: Copy>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    values: [V; 2],
    set: impl Fn(&mut Vec<u8>, V) -> Result<()>,
) {
    let (mut bytes, mut turn) = (Container::bytes(), 0);
    group.bench_function(name, |b| {
        b.iter(|| {
            turn = 1 - turn;
            set(black_box(&mut bytes), black_box(values[turn])).expect(OWN_BYTES);
        });
    });
}

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("edit");
    let rename = |bytes: &mut Vec<u8>, name| Container::edit(bytes)?.list().at(0)?.set_name(name);
    alternate(&mut group, "a number", [654_321, -7], |bytes, time| {
        Container::edit(bytes)?.list().at(0)?.sibling().set_time(time)
    });
    alternate(&mut group, "a string of the same length", ["bob", "eve"], rename);
    alternate(&mut group, "a string, longer and back", ["bob", "Hello, world, and good night, moon!"], rename);
    // One string takes the room of another one, which moves: a session that only ever finds its own
    // room never looks for it.
    alternate(&mut group, "a string, longer in turns with another", [0, 1], |bytes, turn| {
        let names = ["bob", "Hello, world, and good night, moon!"];
        let mut edit = Container::edit(bytes)?;
        edit.list().at(0)?.set_name(names[turn])?;
        edit.list().at(1)?.set_name(names[1 - turn])
    });
    group.finish();
}
