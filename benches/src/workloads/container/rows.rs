//! The parts of a row that most libraries time in the same way.
//!
//! As for the other workloads, a library says once how it encodes and decodes ([`Codec`]), in functions that are never
//! inlined, and all that is generic here is compiled for each library, so nothing is called through a pointer. What a
//! library keeps from one operation to the next, such as a scratch buffer, is the codec itself: every operation has one
//! of its own, and where nothing is kept it is a unit struct.

use std::hint::black_box;

use super::{Change, Container, Edit as _, GROWING_NAMES, NAME, Name, Record, SHORT_NAMES, TIMES, Time, variant};
use crate::harness::scatter::Random;
use crate::library::{Measure, Row};
use crate::workloads::texts;

/// Of the random names, so many are proved to change nothing else.
const PROVED: usize = 20;

/// One way of using a library.
pub trait Codec: Default + 'static {
    /// The record in memory: [`Container`], or the library's own form of it.
    type Owned: Record;
    /// The bytes, in what the library keeps them.
    type Bytes: AsRef<[u8]> + Clone + 'static;

    /// Notes on the figures of building, encoding, the clone of the bytes and owned decoding.
    const BUILD: &'static str = "";
    const ENCODE: &'static str = "";
    const CLONE: &'static str = "";
    const DECODE: &'static str = "";

    fn encode(&mut self, value: &Self::Owned) -> Self::Bytes;
    fn decode(&mut self, bytes: &Self::Bytes) -> Self::Owned;

    /// How many of the bytes belong to the record.
    fn used(bytes: &Self::Bytes) -> usize {
        bytes.as_ref().len()
    }
}

/// A library that makes new bytes in the same way whatever changes in the record.
pub trait Update: Codec {
    /// The note on the figures of updates.
    const UPDATE: &'static str;

    /// Makes new bytes with a change; those that are given stay as they are.
    fn update(&mut self, bytes: &Self::Bytes, change: impl Change) -> Self::Bytes;
}

/// A row in the making.
pub struct Rows<C: Codec> {
    row: Row,
    value: Container,
    bytes: C::Bytes,
    /// The same with long texts beyond ASCII.
    long: C::Bytes,
}

impl<C: Codec> Rows<C> {
    /// A row that builds and encodes. `package` is its name and the start of its version.
    pub fn new(library: &'static str, package: (&str, &str), mode: &'static str, value: &Container) -> Self {
        let original = C::Owned::build();
        let bytes = C::default().encode(&original);
        let mut row = Row::new(library, package.0, package.1, mode, bytes.as_ref().to_vec());
        row.prove("the record is the original", original.plain() == *value);
        row.prove("decoding gives the original", C::default().decode(&bytes).plain() == *value);
        row.time_noted(Measure::Build, variant::OWNED, C::BUILD, C::Owned::build);
        for (variant, original) in [(variant::OWNED, original), (variant::OWNED_TEXT, C::Owned::with_long_texts())] {
            let mut codec = C::default();
            row.time_noted(Measure::Encode, variant, C::ENCODE, move || codec.encode(black_box(&original)));
        }
        let source = bytes.clone();
        row.time_noted(Measure::Clone, variant::OWNED, C::CLONE, move || black_box(&source).clone());
        let long = C::default().encode(&C::Owned::with_long_texts());
        let same = C::default().decode(&long).plain() == Container::with_long_texts();
        row.prove("long texts beyond ASCII come back", same);
        Self { row, value: value.clone(), bytes, long }
    }

    pub fn finish(self) -> Row {
        self.row
    }

    /// Times encoding into a buffer that is kept. `make` is told the length of the encoding, `write` gives the bytes that
    /// are in the buffer.
    pub fn encode_reused<K: 'static>(
        mut self,
        note: &'static str,
        make: impl FnOnce(usize) -> K,
        write: impl for<'k> Fn(&'k mut K, &C::Owned) -> &'k [u8] + 'static,
    ) -> Self {
        let (original, mut kept) = (C::Owned::build(), make(self.row.encoded.len()));
        for _ in 0..2 {
            let same = write(&mut kept, &original) == self.row.encoded;
            self.row.prove("encoding into a kept buffer gives the same bytes", same);
        }
        self.row.time_noted(Measure::EncodeReused, variant::OWNED, note, move || {
            black_box(write(&mut kept, black_box(&original)));
        });
        self
    }

    /// The same into a vector; `write` replaces what it holds.
    pub fn encode_into_vec(self, note: &'static str, write: impl Fn(&mut Vec<u8>, &C::Owned) + 'static) -> Self {
        self.encode_reused(
            note,
            |_| Vec::new(),
            move |buffer, value| {
                write(buffer, value);
                buffer
            },
        )
    }

    /// Times reading every field into an owned record.
    pub fn decode_owned(mut self) -> Self {
        for (variant, source) in [(variant::OWNED, &self.bytes), (variant::OWNED_TEXT, &self.long)] {
            let (mut codec, source) = (C::default(), source.clone());
            self.row.time_noted(Measure::DecodeAll, variant, C::DECODE, move || codec.decode(black_box(&source)));
        }
        self
    }

    /// Times reading every field without making the strings owned; `again` encodes what it reads in the same way.
    pub fn decode_borrowed(
        mut self,
        note: &'static str,
        again: impl Fn(&mut C, &C::Bytes) -> C::Bytes,
        visit: impl Fn(&mut C, &C::Bytes) + Copy + 'static,
    ) -> Self {
        for (variant, source) in [(variant::BORROWED, &self.bytes), (variant::BORROWED_TEXT, &self.long)] {
            let same = *again(&mut C::default(), source).as_ref() == *source.as_ref();
            self.row.prove("borrowed decoding gives the original", same);
            let (mut codec, source) = (C::default(), source.clone());
            self.row.time_noted(Measure::DecodeAll, variant, note, move || visit(&mut codec, black_box(&source)));
        }
        self
    }

    /// Times reading the location, which `read` leaves in the bytes or in what the codec keeps.
    pub fn decode_location(
        mut self,
        note: &'static str,
        read: impl for<'a> Fn(&'a mut C, &'a C::Bytes) -> &'a str + Copy + 'static,
    ) -> Self {
        for (variant, source, location) in self.locations() {
            let mut codec = C::default();
            self.row.prove("decode one gives the location", read(&mut codec, &source) == location);
            self.row.time_noted(Measure::DecodeOne, variant, note, move || {
                black_box(read(&mut codec, black_box(&source)));
            });
        }
        let (records, mut codec) = (Many::<C>::new(), C::default());
        self.row.time_each(Measure::DecodeOne, variant::LOCATION_COLD, note, move |index| {
            black_box(read(&mut codec, black_box(records.at(index))));
        });
        self
    }

    /// The same for a library that gives strings away only as owned ones.
    pub fn decode_location_owned(
        mut self,
        note: &'static str,
        read: impl Fn(&mut C, &C::Bytes) -> String + Copy + 'static,
    ) -> Self {
        for (variant, source, location) in self.locations() {
            let mut codec = C::default();
            self.row.prove("decode one gives the location", read(&mut codec, &source) == location);
            self.row.time_noted(Measure::DecodeOne, variant, note, move || read(&mut codec, black_box(&source)));
        }
        let (records, mut codec) = (Many::<C>::new(), C::default());
        let cold = move |index| read(&mut codec, black_box(records.at(index)));
        self.row.time_each(Measure::DecodeOne, variant::LOCATION_COLD, note, cold);
        self
    }

    /// The same for a library that lends strings within `visit` alone; `own` reads in the same way.
    pub fn visit_location(
        mut self,
        note: &'static str,
        own: impl Fn(&mut C, &C::Bytes) -> String,
        visit: impl Fn(&mut C, &C::Bytes) + Copy + 'static,
    ) -> Self {
        for (variant, source, location) in self.locations() {
            let mut codec = C::default();
            self.row.prove("decode one gives the location", own(&mut codec, &source) == location);
            self.row.time_noted(Measure::DecodeOne, variant, note, move || visit(&mut codec, black_box(&source)));
        }
        let (records, mut codec) = (Many::<C>::new(), C::default());
        let cold = move |index| visit(&mut codec, black_box(records.at(index)));
        self.row.time_each(Measure::DecodeOne, variant::LOCATION_COLD, note, cold);
        self
    }

    /// The bytes whose location is read, and what it is.
    fn locations(&self) -> [(&'static str, C::Bytes, String); 2] {
        [
            (variant::LOCATION, self.bytes.clone(), self.value.location.clone()),
            (variant::LOCATION_TEXT, self.long.clone(), texts::LONG.to_owned()),
        ]
    }

    /// Times reading the time of the second element.
    pub fn decode_time(mut self, note: &'static str, read: impl Fn(&mut C, &C::Bytes) -> i32 + 'static) -> Self {
        let (mut codec, source) = (C::default(), self.bytes.clone());
        self.row.prove("decode one gives the time", read(&mut codec, &source) == self.value.list[1].sibling.time);
        self.row.time_noted(Measure::DecodeOne, variant::TIME, note, move || read(&mut codec, black_box(&source)));
        self
    }

    /// Times all updates.
    pub fn updates(self) -> Self
    where
        C: Update,
    {
        self.update_name(C::UPDATE, C::update)
            .update_name_longer(C::UPDATE, |codec, bytes, name| C::update(codec, bytes, name))
            .update_time(C::UPDATE, C::update)
    }

    /// Times the update of the first name to one of the same length; `set` makes new bytes,
    /// or changes a clone.
    pub fn update_name(
        self,
        note: &'static str,
        set: impl FnMut(&mut C, &C::Bytes, Name) -> C::Bytes + 'static,
    ) -> Self {
        self.update(variant::NAME, note, SHORT_NAMES.map(Name), set)
    }

    /// Times the updates of the first name that change its length: to a longer one and back, in ASCII and beyond, from its 13
    /// bytes to three, as NoProto's suite does, and to one of any length; `set` as in [`Rows::update_name`].
    pub fn update_name_longer(
        mut self,
        note: &'static str,
        set: impl Fn(&mut C, &C::Bytes, Name) -> C::Bytes + Copy + 'static,
    ) -> Self {
        let original = [Name(NAME); 2];
        self = self.update(variant::NAME_LONGER, note, GROWING_NAMES.map(Name), set);
        self = self.update(variant::NAME_UTF8, note, texts::GROWING.map(Name), set);
        self = self.update_from(variant::NAME_SHORTER, note, original, SHORT_NAMES.map(Name), set);
        let (source, mut codec) = (self.bytes.clone(), C::default());
        let mut change = move |name| set(&mut codec, black_box(&source), Name(black_box(name)));
        for name in texts::RANDOM.iter().take(PROVED) {
            let changed = C::default().decode(&change(name)).plain();
            self.row.prove("any name changes alone", changed == changed_with(&self.value, Name(name)));
        }
        self.row.time_each(Measure::UpdateOne, variant::NAME_RANDOM, note, move |index| change(texts::random(index)));
        self
    }

    /// Times the update of the first time; `set` as in [`Rows::update_name`].
    pub fn update_time(
        self,
        note: &'static str,
        set: impl FnMut(&mut C, &C::Bytes, Time) -> C::Bytes + 'static,
    ) -> Self {
        self.update(variant::FIRST_TIME, note, TIMES.map(Time), set)
    }

    /// Times a change back and forth between two values.
    fn update<V: Change>(
        self,
        variant: &'static str,
        note: &'static str,
        values: [V; 2],
        set: impl FnMut(&mut C, &C::Bytes, V) -> C::Bytes + 'static,
    ) -> Self {
        self.update_from(variant, note, values, values, set)
    }

    /// Times a change to two values, each in bytes that hold the one of `held` which comes after it.
    fn update_from<V: Change>(
        mut self,
        variant: &'static str,
        note: &'static str,
        held: [V; 2],
        values: [V; 2],
        mut set: impl FnMut(&mut C, &C::Bytes, V) -> C::Bytes + 'static,
    ) -> Self {
        let sources = held.map(encoded_with::<C>);
        let mut codec = C::default();
        let mut change = move |source: &C::Bytes, value: V| set(&mut codec, black_box(source), black_box(value));
        for (source, value) in [(&sources[0], values[1]), (&sources[1], values[0])] {
            let changed = C::default().decode(&change(source, value));
            let claim = format!("updating {variant} changes that field alone");
            self.row.prove(&claim, changed.plain() == changed_with(&self.value, value));
        }
        self.row.time_turns(Measure::UpdateOne, variant, note, move |turn| change(&sources[1 - turn], values[turn]));
        self
    }

    /// Times the update of the first name to one of the same length, in one buffer.
    pub fn update_name_in_place(self, note: &'static str, set: impl FnMut(&mut C::Bytes, Name) + 'static) -> Self {
        self.update_in_place(variant::NAME, note, SHORT_NAMES.map(Name), set)
    }

    /// Times the updates of the first name that change its length, in one buffer, which grows to the longest and stays so.
    pub fn update_name_longer_in_place(
        mut self,
        note: &'static str,
        set: impl Fn(&mut C::Bytes, Name) + Copy + 'static,
    ) -> Self {
        self = self.update_in_place(variant::NAME_LONGER, note, GROWING_NAMES.map(Name), set);
        self = self.update_in_place(variant::NAME_UTF8, note, texts::GROWING.map(Name), set);
        let mut bytes = self.bytes.clone();
        for name in texts::RANDOM.iter().take(PROVED) {
            set(&mut bytes, Name(name));
            let changed = C::default().decode(&bytes).plain();
            self.row.prove("any name changes alone, in place", changed == changed_with(&self.value, Name(name)));
        }
        texts::RANDOM.iter().for_each(|name| set(&mut bytes, Name(name)));
        let fresh = C::default().encode(&C::default().decode(&bytes));
        self.row.waste(variant::NAME_RANDOM, note, C::used(&bytes), fresh.as_ref().len());
        self.row.time_each(Measure::UpdateOneInPlace, variant::NAME_RANDOM, note, move |index| {
            set(black_box(&mut bytes), Name(black_box(texts::random(index))));
        });
        self
    }

    /// Times the update of the first time, in one buffer.
    pub fn update_time_in_place(self, note: &'static str, set: impl FnMut(&mut C::Bytes, Time) + 'static) -> Self {
        self.update_in_place(variant::FIRST_TIME, note, TIMES.map(Time), set)
    }

    fn update_in_place<V: Change>(
        mut self,
        variant: &'static str,
        note: &'static str,
        values: [V; 2],
        mut set: impl FnMut(&mut C::Bytes, V) + 'static,
    ) -> Self {
        let mut bytes = encoded_with::<C>(values[0]);
        for value in [values[1], values[0]] {
            set(&mut bytes, value);
            let claim = format!("updating {variant} in place changes that field alone");
            let changed = C::default().decode(&bytes);
            self.row.prove(&claim, changed.plain() == changed_with(&self.value, value));
        }
        self.row.time_turns(Measure::UpdateOneInPlace, variant, note, move |turn| {
            set(black_box(&mut bytes), black_box(values[turn]));
        });
        self
    }
}

/// Many records that differ, in an order that nobody predicts: neither their bytes nor what a processor has learned of one is
/// at hand when the next is read.
struct Many<C: Codec> {
    records: Vec<C::Bytes>,
    order: Vec<usize>,
}

impl<C: Codec> Many<C> {
    const COUNT: usize = 10_000;

    fn new() -> Self {
        let (mut codec, mut record) = (C::default(), C::Owned::build());
        let records = (0..Self::COUNT as u64).map(|index| {
            record.set_name(texts::random(index));
            codec.encode(&record)
        });
        Self { records: records.collect(), order: Random(1).order(Self::COUNT) }
    }

    fn at(&self, index: u64) -> &C::Bytes {
        &self.records[self.order[index as usize % Self::COUNT]]
    }
}

fn encoded_with<C: Codec>(change: impl Change) -> C::Bytes {
    let mut record = C::Owned::build();
    change.apply(&mut record);
    C::default().encode(&record)
}

fn changed_with(value: &Container, change: impl Change) -> Container {
    let mut value = value.clone();
    change.apply(&mut value);
    value
}
