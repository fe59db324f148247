//! Numbers to which no prefix of the bytes leads: in an element of a long list that is another each
//! time, and behind ten kilobytes.
//!
//! What stands first in a record, a codec reaches by a type that ends there. Here it has to come by
//! all that is in front: a thousand numbers, a thousand structs of different lengths, or a list of
//! bytes.
//!
//! - `values`: the three values; `ours`: vellum; `rivals`: those that write where the bytes lie;
//!   `codecs`: those that decode, change and encode, with what can be borrowed in between

mod codecs;
mod ours;
mod rivals;
mod values;

use std::hint::black_box;
use std::ops::Range;
use std::time::Duration;

use super::Words;
use crate::library::{Measure, Row, Timed, turn};
use values::{Behind, Items, Value};

/// What a library does with one of the values.
trait Places<V: Value>: 'static {
    /// What the library encodes into.
    type Bytes: 'static;
    /// How it sets a number.
    const SETS: &'static str;

    fn encode(value: &V) -> Self::Bytes;
    fn decode(bytes: &Self::Bytes) -> V;
    /// Sets the number of this index where it lies, or replaces the bytes.
    fn set(bytes: &mut Self::Bytes, index: usize, number: u64);
}

/// A library that keeps a buffer open from one update to the next.
trait Open<V: Value>: Places<V> {
    const OPEN: &'static str;

    /// Opens the buffer, and times the updates of these repetitions, each of the place that
    /// [`place`] says.
    fn run(bytes: &mut Self::Bytes, repetitions: Range<u64>) -> Duration;
}

/// The updates of [`Open::run`]: `$set` sets the number of `$index` in what was opened.
macro_rules! run {
    ($V:ty, $repetitions:expr, |$opened:ident, $index:ident, $number:ident| $set:expr) => {
        $crate::library::repeat!($repetitions, |repetition| {
            let ($index, $number) = std::hint::black_box($crate::scaling::places::place::<$V>(repetition));
            let $opened = std::hint::black_box(&mut $opened);
            $set
        })
    };
}
use run;

/// Two numbers that updates write alternately; no value has them from the start.
const NUMBERS: [u64; 2] = [987_654_321, 7];

/// Which of a thousand places is written, for each of 1,024 repetitions: from a fixed seed, and
/// known before the program runs, so that to ask costs no more than to read.
static PLACES: [u16; 1024] = {
    let (mut places, mut state, mut at) = ([0; 1024], 1_u64, 0);
    while at < places.len() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        places[at] = ((state >> 33) % 1000) as u16;
        at += 1;
    }
    places
};

/// The index of a repetition, and the number that it writes there.
fn place<V: Value>(repetition: u64) -> (usize, u64) {
    (usize::from(PLACES[repetition as usize % PLACES.len()]) % V::LEN, NUMBERS[turn(repetition)])
}

/// Of the updates, so many are proved one by one.
const PROVED: u64 = 20;

fn add<V: Value, P: Places<V>>(row: &mut Row) {
    let (mut value, mut bytes) = (V::new(), P::encode(&V::new()));
    row.prove("decodes to the original", P::decode(&bytes) == value);
    for (index, number) in (0..PROVED).map(place::<V>) {
        value.set(index, number);
        P::set(&mut bytes, index, number);
        row.prove("the number of a place changes alone", P::decode(&bytes) == value);
    }
    row.time_each(Measure::UpdateOneInPlace, V::VARIANT, P::SETS, move |repetition| {
        let (index, number) = black_box(place::<V>(repetition));
        P::set(black_box(&mut bytes), index, number);
    });
}

fn add_open<V: Value, P: Open<V>>(row: &mut Row) {
    let (mut value, mut bytes) = (V::new(), P::encode(&V::new()));
    for repetitions in [0..1, 1..PROVED] {
        let _: Duration = P::run(&mut bytes, repetitions.clone());
        repetitions.map(place::<V>).for_each(|(index, number)| value.set(index, number));
        row.prove("in an open buffer the numbers of the places change alone", P::decode(&bytes) == value);
    }
    let mut done = 0;
    let timed: Timed = Box::new(move |count| {
        let first = done;
        done += count;
        P::run(&mut bytes, first..done)
    });
    row.push_kept(Measure::UpdateOneInPlace, V::VARIANT, P::OPEN, timed);
}

/// All three values of a library.
fn all<P: Places<Words> + Places<Items> + Places<Behind>>(row: &mut Row) {
    add::<Words, P>(row);
    add::<Items, P>(row);
    add::<Behind, P>(row);
}

fn all_open<P: Open<Words> + Open<Items> + Open<Behind>>(row: &mut Row) {
    add_open::<Words, P>(row);
    add_open::<Items, P>(row);
    add_open::<Behind, P>(row);
}

/// Adds the updates to the rows that have them, and rows for the codecs that have no other here.
pub fn add_to(rows: &mut Vec<Row>) {
    for row in rows.iter_mut() {
        match (row.library, row.mode) {
            ("vellum", "derive") => all_open::<ours::Derive>(row),
            ("vellum", "derive, reopened") => all::<ours::Derive>(row),
            ("vellum", "runtime") => all::<ours::Runtime>(row),
            ("std", "Vec") => all::<values::Plain>(row),
            ("rkyv", "validated") => all::<rivals::Rkyv<crate::libraries::rkyv::Validated>>(row),
            ("rkyv", "unchecked") => all::<rivals::Rkyv<crate::libraries::rkyv::Unchecked>>(row),
            ("rkyv", "validated, open") => all_open::<rivals::Rkyv<crate::libraries::rkyv::Validated>>(row),
            ("wincode", "derive") => all::<rivals::Wincode>(row),
            ("wincode", "derive, open") => all_open::<rivals::Wincode>(row),
            ("zeropod", "validated") => all::<rivals::zeropod::Zeropod>(row),
            ("zeropod", "validated, open") => all_open::<rivals::zeropod::Zeropod>(row),
            ("flatbuffers", "verified") => all::<super::rivals::flatbuffers::Flat<true>>(row),
            ("flatbuffers", "unchecked") => all::<super::rivals::flatbuffers::Flat<false>>(row),
            ("bincode 2", _) => codecs::bincode(row),
            ("serde_json", _) => codecs::json(row),
            _ => {}
        }
    }
    rows.extend([codecs::postcard(), codecs::prost()]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_spread_over_a_thousand_and_follow_no_order() {
        let places = PLACES.map(usize::from);
        assert!(places.iter().all(|place| *place < Words::LEN));
        let near = places.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) < 10).count();
        assert!(near < PLACES.len() / 20, "{near}");
        let halves = places.iter().filter(|place| **place < Words::LEN / 2).count();
        assert!((400..600).contains(&halves), "{halves}");
    }
}
