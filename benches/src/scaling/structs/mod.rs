//! Structs with 255 and with 1,000 fields, all `u64`: the first and the last read, and updated in
//! place.
//!
//! One macro writes the struct for everybody who derives. 255 fields are derived by all. At 1,000
//! the derives of vellum and wincode keep the compiler busy for half a minute and for a whole one,
//! so that there vellum has its run-time schema, and wincode no row.
//!
//! - `names`: those of the fields; `derived`: the structs; `flat`: flatbuffers; `runtime`: vellum
//!   without a derive

mod derived;
mod flat;
mod names;
mod runtime;

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use super::{on_shared, variant};
use crate::library::{Measure, Row, turn};

/// What a library does with a struct of many numbers.
trait Wide: 'static {
    /// What the library encodes into.
    type Bytes: 'static;
    const FIELDS: usize;
    /// How it reads and writes.
    const READS: [&'static str; 2] = ["in place"; 2];
    const SETS: &'static str = "in place";

    fn encode(numbers: &[u64]) -> Self::Bytes;
    fn decode(bytes: &Self::Bytes) -> Vec<u64>;
    /// Reads the last field, or the first.
    fn get<const LAST: bool>(bytes: &Self::Bytes) -> u64;
    fn set<const LAST: bool>(bytes: &mut Self::Bytes, number: u64);
}

/// The index of the last field, or of the first.
const fn end<const FIELDS: usize, const LAST: bool>() -> usize {
    if LAST { FIELDS - 1 } else { 0 }
}

/// Two numbers that an update writes alternately; no field has them from the start.
const NUMBERS: [u64; 2] = [987_654_321, 7];

/// Adds the structs to the rows that have them.
pub fn add(rows: &mut [Row]) {
    for row in rows {
        match (row.library, row.mode) {
            ("vellum", "derive") => reads::<derived::of_255::Vellum>(row),
            ("vellum", "derive, reopened") => updates::<derived::of_255::Vellum>(row),
            ("vellum", "runtime") => {
                bench::<runtime::Runtime<255>>(row);
                bench::<runtime::Runtime<1000>>(row);
            }
            ("wincode", "derive") => bench::<derived::of_255::Seen<derived::of_255::Wincode>>(row),
            ("zerocopy", _) => bench::<derived::of_255::Seen<derived::of_255::Zerocopy>>(row),
            ("bincode 2", _) => {
                bench::<derived::of_255::Bincode>(row);
                bench::<derived::of_1000::Bincode>(row);
            }
            ("rkyv", "validated") => {
                bench::<derived::of_255::Rkyv>(row);
                bench::<derived::of_1000::Rkyv>(row);
            }
            ("flatbuffers", "verified") => {
                bench::<flat::Flat<255, true>>(row);
                bench::<flat::Flat<1000, true>>(row);
            }
            ("flatbuffers", "unchecked") => {
                bench::<flat::Flat<255, false>>(row);
                bench::<flat::Flat<1000, false>>(row);
            }
            ("std", "Vec") => {
                bench::<derived::of_255::Plain>(row);
                bench::<derived::of_1000::Plain>(row);
            }
            _ => {}
        }
    }
}

fn bench<W: Wide>(row: &mut Row) {
    reads::<W>(row);
    updates::<W>(row);
}

fn numbers(count: usize) -> Vec<u64> {
    (1000..1000 + count as u64).collect()
}

fn ends<W: Wide>() -> [&'static str; 2] {
    variant::ENDS[usize::from(W::FIELDS > 255)]
}

fn reads<W: Wide>(row: &mut Row) {
    let numbers = numbers(W::FIELDS);
    let bytes = W::encode(&numbers);
    row.prove("every field is the original's", W::decode(&bytes) == numbers);
    let read = [W::get::<false>(&bytes), W::get::<true>(&bytes)];
    row.prove("the first and the last are read", read == [numbers[0], numbers[W::FIELDS - 1]]);
    let bytes = Rc::new(RefCell::new(bytes));
    let first = on_shared(&bytes, |bytes, _| W::get::<false>(bytes));
    let last = on_shared(&bytes, |bytes, _| W::get::<true>(bytes));
    for ((variant, note), timed) in ends::<W>().into_iter().zip(W::READS).zip([first, last]) {
        row.push(Measure::DecodeOne, variant, note, timed);
    }
}

fn updates<W: Wide>(row: &mut Row) {
    let mut numbers = numbers(W::FIELDS);
    let mut bytes = W::encode(&numbers);
    for number in NUMBERS {
        W::set::<false>(&mut bytes, number);
        numbers[0] = number;
        row.prove("the first field changes alone", W::decode(&bytes) == numbers);
        W::set::<true>(&mut bytes, number);
        numbers[W::FIELDS - 1] = number;
        row.prove("the last field changes alone", W::decode(&bytes) == numbers);
    }
    let bytes = Rc::new(RefCell::new(bytes));
    let first = on_shared(&bytes, |bytes, index| W::set::<false>(bytes, black_box(NUMBERS[turn(index)])));
    let last = on_shared(&bytes, |bytes, index| W::set::<true>(bytes, black_box(NUMBERS[turn(index)])));
    for (variant, timed) in ends::<W>().into_iter().zip([first, last]) {
        row.push(Measure::UpdateOneInPlace, variant, W::SETS, timed);
    }
}
