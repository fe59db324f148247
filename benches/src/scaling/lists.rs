//! Lists in formats that cannot grow one where it lies: decode everything, change one thing, encode
//! everything.
//!
//! Lists that grow in place are in `ours`, std's in `plain`.

use std::hint::black_box;

use super::{Words, lengths, variant};
use crate::format::{Decode, Encode, Of};
use crate::harness::kind::RunKind;
use crate::library::{Measure, Row};

/// What a library does with a list of words.
pub trait Lists: 'static {
    /// What the library encodes into.
    type Bytes: Clone + 'static;

    fn encode(words: &Words) -> Self::Bytes;
    fn decode(bytes: &Self::Bytes) -> Words;
}

impl<F: Encode<Words> + for<'a> Decode<'a, Words>> Lists for Of<F> {
    type Bytes = Vec<u8>;

    fn encode(words: &Words) -> Vec<u8> {
        F::default().encode(words)
    }

    fn decode(bytes: &Vec<u8>) -> Words {
        F::default().decode(bytes)
    }
}

/// A push at the end of each length, and an insert and a delete in the middle.
pub fn add<L: Lists>(row: &mut Row, kind: RunKind) {
    pushes::<L>(row, kind);
    inserts::<L>(row, kind);
}

fn push<L: Lists>(bytes: &L::Bytes) -> L::Bytes {
    let mut words = L::decode(bytes);
    words.items.push(black_box(7));
    L::encode(&words)
}

fn pushes<L: Lists>(row: &mut Row, kind: RunKind) {
    for (variant, len) in lengths(&variant::WORDS, kind) {
        // The cost is the list's length, so that the mean of all pushes, from the first to the
        // last, is that of the middle one.
        let mut words = Words { items: (0..len as u64 / 2).collect() };
        let bytes = L::encode(&words);
        words.items.push(7);
        row.prove("a push gives one element more", L::decode(&push::<L>(&bytes)) == words);
        let note = "decode + push + encode, onto a list of half this length: the mean";
        row.time_noted(Measure::Push, variant, note, move || push::<L>(black_box(&bytes)));
    }
}

/// An insert and a delete: the bytes in between, and those at the end.
fn change<L: Lists>(bytes: &L::Bytes, middle: usize) -> [L::Bytes; 2] {
    let mut words = L::decode(bytes);
    words.items.insert(middle, black_box(7));
    let longer = L::encode(&words);
    let mut words = L::decode(black_box(&longer));
    black_box(words.items.remove(middle));
    let original = L::encode(&words);
    [longer, original]
}

fn inserts<L: Lists>(row: &mut Row, kind: RunKind) {
    for (variant, len) in lengths(&variant::MIDDLE, kind) {
        let words = Words { items: (0..len as u64).collect() };
        let bytes = L::encode(&words);
        let [longer, original] = change::<L>(&bytes, len / 2).map(|bytes| L::decode(&bytes));
        row.prove("an insert gives one element more", longer.items.len() == len + 1 && longer.items[len / 2] == 7);
        row.prove("an insert and a delete give the original", original == words);
        let note = "decode + change + encode, twice";
        row.time_noted(Measure::InsertDelete, variant, note, move || change::<L>(black_box(&bytes), len / 2));
    }
}
