//! A copy of the same bytes, which no encoding can beat, and the sum over the plain list. The
//! floor, no rival.

use std::hint::black_box;
use std::rc::Rc;

use super::codec::Lists;
use super::values::{Column, Mesh, Value};
use crate::library::{Measure, Row, Sample};

pub fn row((meshes, columns): &(Lists<Mesh>, Lists<Column>)) -> Row {
    let mut row = Row::new("std", "", "", "memcpy", Vec::new());
    row.version = "-".to_owned();
    meshes.iter().for_each(|(variant, mesh)| add(&mut row, variant, mesh, |mesh| &mesh.vertices));
    columns.iter().for_each(|(variant, column)| add(&mut row, variant, column, |column| &column.values));
    row
}

/// Adds the copies of as many bytes as `value` has numbers; `list` gives its list.
fn add<V: Value, T: Clone + 'static>(row: &mut Row, variant: &'static str, value: &Rc<V>, list: fn(&V) -> &Vec<T>) {
    let size = value.size();
    row.samples.push(Sample { variant, note: "", size: size as f64, timed: size as f64, some: Vec::new() });
    let source = Rc::new(vec![0xA5_u8; size]);
    row.prove("as many bytes as the list has", size_of_val(&list(value)[..]) == source.len());
    let bytes = Rc::clone(&source);
    row.time_noted(Measure::Encode, variant, "a copy into a fresh vector", move || black_box(&bytes).to_vec());
    let mut kept = vec![0; size];
    row.time_noted(Measure::EncodeReused, variant, "a copy into a kept vector", move || {
        kept.copy_from_slice(black_box(&source));
        black_box(kept.as_ptr());
    });
    let plain = Rc::clone(value);
    row.time_noted(Measure::DecodeAll, variant, "a clone of the plain list", move || list(black_box(&plain)).clone());
    let plain = Rc::clone(value);
    row.time_noted(Measure::Slice, variant, "the plain list", move || black_box(&list(black_box(&plain))[..]).len());
    let plain = Rc::clone(value);
    row.time_noted(Measure::Sum, variant, "over the plain list", move || black_box(&plain).sum());
}
