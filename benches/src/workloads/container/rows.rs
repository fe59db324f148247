//! The parts of a row that most libraries time in the same way.
//!
//! As for the other workloads, a library says once how it encodes and decodes ([`Codec`]), in functions that are never
//! inlined, and all that is generic here is compiled for each library, so nothing is called through a pointer. What a
//! library keeps from one operation to the next, such as a scratch buffer, is the codec itself: every operation has one
//! of its own, and where nothing is kept it is a unit struct.

use std::hint::black_box;

use super::{Change, Container, GROWING_NAMES, Name, Record, SHORT_NAMES, TIMES, Time, variant};
use crate::library::{Measure, Row};

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
}

/// A library that does the same to its bytes whatever changes in the record.
pub trait Update: Codec {
    /// The note on the figures of updates.
    const UPDATE: &'static str;

    /// Makes a change, in these bytes or in new ones.
    fn update(&mut self, bytes: Self::Bytes, change: impl Change) -> Self::Bytes;
}

/// A row in the making.
pub struct Rows<C: Codec> {
    row: Row,
    value: Container,
    bytes: C::Bytes,
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
        let mut codec = C::default();
        row.time_noted(Measure::Encode, variant::OWNED, C::ENCODE, move || codec.encode(black_box(&original)));
        let source = bytes.clone();
        row.time_noted(Measure::Clone, variant::OWNED, C::CLONE, move || black_box(&source).clone());
        Self { row, value: value.clone(), bytes }
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
        let (mut codec, source) = (C::default(), self.bytes.clone());
        self.row.time_noted(Measure::DecodeAll, variant::OWNED, C::DECODE, move || codec.decode(black_box(&source)));
        self
    }

    /// Times reading every field without making the strings owned; `again` encodes what it reads in the same way.
    pub fn decode_borrowed(
        mut self,
        note: &'static str,
        again: impl FnOnce(&mut C, &C::Bytes) -> C::Bytes,
        visit: impl Fn(&mut C, &C::Bytes) + 'static,
    ) -> Self {
        let same = *again(&mut C::default(), &self.bytes).as_ref() == *self.row.encoded;
        self.row.prove("borrowed decoding gives the original", same);
        let (mut codec, source) = (C::default(), self.bytes.clone());
        self.row.time_noted(Measure::DecodeAll, variant::BORROWED, note, move || visit(&mut codec, black_box(&source)));
        self
    }

    /// Times reading the location, which `read` leaves in the bytes or in what the codec keeps.
    pub fn decode_location(
        mut self,
        note: &'static str,
        read: impl for<'a> Fn(&'a mut C, &'a C::Bytes) -> &'a str + 'static,
    ) -> Self {
        let (mut codec, source) = (C::default(), self.bytes.clone());
        self.row.prove("decode one gives the location", read(&mut codec, &source) == self.value.location);
        self.row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || {
            black_box(read(&mut codec, black_box(&source)));
        });
        self
    }

    /// The same for a library that gives strings away only as owned ones.
    pub fn decode_location_owned(
        mut self,
        note: &'static str,
        read: impl Fn(&mut C, &C::Bytes) -> String + 'static,
    ) -> Self {
        let (mut codec, source) = (C::default(), self.bytes.clone());
        self.row.prove("decode one gives the location", read(&mut codec, &source) == self.value.location);
        self.row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || read(&mut codec, black_box(&source)));
        self
    }

    /// The same for a library that lends strings within `visit` alone; `own` reads in the same way.
    pub fn visit_location(
        mut self,
        note: &'static str,
        own: impl FnOnce(&mut C, &C::Bytes) -> String,
        visit: impl Fn(&mut C, &C::Bytes) + 'static,
    ) -> Self {
        let (mut codec, source) = (C::default(), self.bytes.clone());
        self.row.prove("decode one gives the location", own(&mut codec, &source) == self.value.location);
        self.row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || visit(&mut codec, black_box(&source)));
        self
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
            .update_name_longer(C::UPDATE, C::update)
            .update_time(C::UPDATE, C::update)
    }

    /// Times the update of the first name to one of the same length; `set` changes a clone of the bytes or makes new ones.
    pub fn update_name(
        self,
        note: &'static str,
        set: impl FnMut(&mut C, C::Bytes, Name) -> C::Bytes + 'static,
    ) -> Self {
        self.update(variant::NAME, note, SHORT_NAMES.map(Name), set)
    }

    /// Times the update of the first name to a longer one and back; `set` as in [`Rows::update_name`].
    pub fn update_name_longer(
        self,
        note: &'static str,
        set: impl FnMut(&mut C, C::Bytes, Name) -> C::Bytes + 'static,
    ) -> Self {
        self.update(variant::NAME_LONGER, note, GROWING_NAMES.map(Name), set)
    }

    /// Times the update of the first time; `set` as in [`Rows::update_name`].
    pub fn update_time(
        self,
        note: &'static str,
        set: impl FnMut(&mut C, C::Bytes, Time) -> C::Bytes + 'static,
    ) -> Self {
        self.update(variant::FIRST_TIME, note, TIMES.map(Time), set)
    }

    /// Times a change back and forth between two values.
    fn update<V: Change>(
        mut self,
        variant: &'static str,
        note: &'static str,
        values: [V; 2],
        mut set: impl FnMut(&mut C, C::Bytes, V) -> C::Bytes + 'static,
    ) -> Self {
        let sources = values.map(encoded_with::<C>);
        let mut codec = C::default();
        let mut change =
            move |source: &C::Bytes, value: V| set(&mut codec, black_box(source).clone(), black_box(value));
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

    /// Times the update of the first name to a longer one and back, in one buffer.
    pub fn update_name_longer_in_place(
        self,
        note: &'static str,
        set: impl FnMut(&mut C::Bytes, Name) + 'static,
    ) -> Self {
        self.update_in_place(variant::NAME_LONGER, note, GROWING_NAMES.map(Name), set)
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
