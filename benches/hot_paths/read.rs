//! Getters of a view, the view's own opening included.

use std::hint::black_box;

use criterion::Criterion;
use vellum::{Result, Vellum};

use crate::time;
use crate::types::{Container, OWN_BYTES};

fn every_field(bytes: &[u8]) -> Result<()> {
    let view = Container::peek(bytes)?;
    for element in view.list()? {
        let element = element?;
        let sibling = element.sibling()?;
        black_box((sibling.time()?, sibling.ratio()?, sibling.size()?));
        black_box(element.name()?);
        black_box((element.rating()?, element.postfix()?));
    }
    black_box((view.initialized()?, view.fruit()?, view.location()?));
    Ok(())
}

fn second_time(bytes: &[u8]) -> Result<i32> {
    Container::peek(bytes)?.list()?.get(1)?.sibling()?.time()
}

pub fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("read");
    let bytes = Container::bytes();
    time!(group;
        "a bool" => Container::peek(black_box(&bytes)).and_then(|view| view.initialized()).expect(OWN_BYTES),
        "a string" => {
            let view = Container::peek(black_box(&bytes)).expect(OWN_BYTES);
            black_box(view.location().expect(OWN_BYTES));
        },
        "a number in a list of structs" => second_time(black_box(&bytes)).expect(OWN_BYTES),
        "every field" => every_field(black_box(&bytes)).expect(OWN_BYTES),
    );
    group.finish();
}
