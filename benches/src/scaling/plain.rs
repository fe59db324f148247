//! std's values: no bytes to send, nothing to open. The floor.

use std::collections::HashMap;
use std::hint::black_box;
use std::rc::Rc;

use super::keys;
use super::ours::Five;
use super::records::Sample;
use super::{NAMES, NUMBERS, Payload, lengths, variant};
use crate::harness::kind::RunKind;
use crate::library::{Measure, Row, amortised, clock};

pub fn row(kind: RunKind, samples: &[Sample], maps: &[keys::Sample]) -> Row {
    let mut row = Row::new("std", "", "", "Vec", Vec::new()).borrowed();
    row.version = "-".to_owned();
    samples.iter().for_each(|sample| record(&mut row, sample));
    pushes(&mut row, &variant::BYTES, kind, |index| index as u8);
    pushes(&mut row, &variant::WORDS, kind, |index| index as u64);
    pushes(&mut row, &variant::FIVES, kind, |index| Five::of(index as u64));
    for (variant, len) in lengths(&variant::MIDDLE, kind) {
        let mut list: Vec<u64> = (0..len as u64).collect();
        let original = list.clone();
        let change = move |list: &mut Vec<u64>| {
            list.insert(len / 2, black_box(7));
            black_box(list.remove(len / 2));
        };
        change(&mut list);
        row.prove("an insert and a delete give the original", list == original);
        row.time(Measure::InsertDelete, variant, move || change(black_box(&mut list)));
    }
    keys::plain::<keys::Map>(&mut row, maps);
    row
}

/// std's unsorted map.
pub fn hashes(maps: &[keys::Sample]) -> Row {
    let mut row = Row::new("std", "", "", "HashMap", Vec::new()).borrowed();
    row.version = "-".to_owned();
    keys::plain::<HashMap<String, u64>>(&mut row, maps);
    row
}

/// Assignments to fields of the struct, and its clone.
fn record(row: &mut Row, sample: &Sample) {
    let size = sample.size;
    let payload = Rc::clone(&sample.payload);
    row.prove("a clone is equal", payload.as_ref().clone() == *payload);
    row.time_noted(Measure::Clone, size.whole, "of the struct", move || black_box(payload.as_ref()).clone());
    // What is assigned to has nothing to do with the length.
    let mut payload = Payload::new(0);
    row.time_turns(Measure::UpdateOneInPlace, size.number, "an assignment", move |turn| {
        black_box(&mut payload).number = black_box(NUMBERS[turn]);
    });
    let mut payload = Payload::new(0);
    row.time_turns(Measure::UpdateOneInPlace, size.same, "clone_into", move |turn| {
        black_box(NAMES[turn]).clone_into(&mut black_box(&mut payload).name);
    });
}

fn pushes<T: Copy + PartialEq + 'static>(
    row: &mut Row,
    variants: &[(&'static str, usize)],
    kind: RunKind,
    value: fn(usize) -> T,
) {
    for (variant, len) in lengths(variants, kind) {
        let build = move || {
            let mut list = Vec::new();
            for index in 0..len {
                list.push(black_box(value(index)));
                // The list is in memory after each push, as a buffer is.
                black_box(&mut list);
            }
            list
        };
        row.prove("the list has every element", build().iter().enumerate().all(|(index, item)| *item == value(index)));
        let timed = amortised(len, move || clock(build));
        row.push(Measure::Push, variant, "from an empty vector", timed);
    }
}
