//! A codec at work on this workload: decode everything, change one thing, encode everything.

use std::hint::black_box;

use super::{NAMES, NUMBERS, Payload, Words, lengths, variant};
use crate::library::{Measure, Row};

/// What a codec can do, by functions that a program would write.
pub struct Codec {
    pub library: &'static str,
    /// The crate's name in Cargo.lock, and the start of its version.
    pub package: (&'static str, &'static str),
    pub mode: &'static str,
    pub encode_words: fn(&Words) -> Vec<u8>,
    pub decode_words: fn(&[u8]) -> Words,
    pub encode_payload: fn(&Payload) -> Vec<u8>,
    pub decode_payload: fn(&[u8]) -> Payload,
}

/// Beyond this length, decoding for one push says nothing new.
const LONGEST: usize = 10_000;

impl Codec {
    pub fn row(&self, quick: bool) -> Row {
        let (package, requirement) = self.package;
        let mut row = Row::new(self.library, package, requirement, self.mode, Vec::new());
        self.pushes(&mut row);
        self.inserts(&mut row, quick);
        self.fields(&mut row, quick);
        row
    }

    fn pushes(&self, row: &mut Row) {
        let (encode, decode) = (self.encode_words, self.decode_words);
        for (variant, len) in variant::WORDS.into_iter().filter(|(_, len)| *len <= LONGEST) {
            let push = move |bytes: &[u8]| {
                let mut words = decode(bytes);
                words.items.push(black_box(7));
                encode(&words)
            };
            let words = Words { items: (0..len as u64 - 1).collect() };
            let bytes = encode(&words);
            row.prove("a push gives one element more", decode(&push(&bytes)).items[len - 1] == 7);
            let note = "decode + push + encode, to this length";
            row.time_noted(Measure::Push, variant, note, move || push(black_box(&bytes)));
        }
    }

    fn inserts(&self, row: &mut Row, quick: bool) {
        let (encode, decode) = (self.encode_words, self.decode_words);
        for (variant, len) in lengths(&variant::MIDDLE, quick) {
            let change = move |bytes: &[u8]| {
                let mut words = decode(bytes);
                words.items.insert(len / 2, black_box(7));
                let longer = encode(&words);
                let mut words = decode(black_box(&longer));
                black_box(words.items.remove(len / 2));
                encode(&words)
            };
            let bytes = encode(&Words { items: (0..len as u64).collect() });
            row.prove("an insert and a delete give the original", change(&bytes) == bytes);
            let note = "decode + change + encode, twice";
            row.time_noted(Measure::InsertDelete, variant, note, move || change(black_box(&bytes)));
        }
    }

    fn fields(&self, row: &mut Row, quick: bool) {
        const NOTE: &str = "decode + change + encode";
        let (encode, decode) = (self.encode_payload, self.decode_payload);
        for (variant, len) in lengths(&variant::NUMBER, quick) {
            let mut bytes = encode(&Payload::new(len));
            let mut held = 0;
            let mut change = move || {
                let mut payload = decode(black_box(&bytes));
                held = 1 - held;
                payload.number = black_box(NUMBERS[held]);
                bytes = encode(&payload);
                decode(&bytes).number == NUMBERS[held]
            };
            row.prove("the number changes", change() && change());
            let mut bytes = encode(&Payload::new(len));
            row.time_noted(Measure::UpdateOneInPlace, variant, NOTE, move || {
                let mut payload = decode(black_box(&bytes));
                held = 1 - held;
                payload.number = black_box(NUMBERS[held]);
                bytes = encode(&payload);
            });
        }
        for (variant, len) in lengths(&variant::NAME, quick) {
            let mut bytes = encode(&Payload::new(len));
            let mut held = 0;
            let change = move |bytes: &[u8], name: &str| {
                let mut payload = decode(black_box(bytes));
                black_box(name).clone_into(&mut payload.name);
                encode(&payload)
            };
            row.prove("the name changes", decode(&change(&bytes, NAMES[1])).name == NAMES[1]);
            row.time_noted(Measure::UpdateOneInPlace, variant, NOTE, move || {
                held = 1 - held;
                bytes = change(&bytes, NAMES[held]);
            });
        }
    }
}
