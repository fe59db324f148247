//! std's vector of the owned struct: no bytes to send, nothing to open. The floor.

use std::hint::black_box;

use super::{Five, lengths, variant};
use crate::library::{Measure, Operation, Row, amortised, clock};

pub fn row(quick: bool) -> Row {
    let mut row = Row::new("std", "", "", "Vec", Vec::new()).borrowed();
    row.version = "-".to_owned();
    pushes(&mut row, &variant::BYTES, quick, |index| index as u8);
    pushes(&mut row, &variant::WORDS, quick, |index| index as u64);
    pushes(&mut row, &variant::FIVES, quick, |index| Five::of(index as u64));
    for (variant, len) in lengths(&variant::MIDDLE, quick) {
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
    row
}

fn pushes<T: Copy + PartialEq + 'static>(
    row: &mut Row,
    variants: &[(&'static str, usize)],
    quick: bool,
    value: fn(usize) -> T,
) {
    for (variant, len) in lengths(variants, quick) {
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
        row.operations.push(Operation { measure: Measure::Push, variant, note: "from an empty vector", timed });
    }
}
