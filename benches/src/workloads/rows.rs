//! The parts of a row of one record that most libraries time in the same way.
//!
//! A library says once how it encodes, decodes and reads ([`Codec`]), in functions that are never
//! inlined: with a single place of use the optimiser inlines the library's own functions there, as
//! in a program with one reader and one writer. All that is generic here is compiled for each
//! library, so nothing is called through a pointer. What a library keeps from one operation to the
//! next, such as a scratch buffer, is the codec itself: every operation has one of its own, and
//! where nothing is kept it is a unit struct.

use std::hint::black_box;

use super::record::{Change, Number, Record as _, Subject, Text, changed};
use super::texts;
use crate::harness::scatter::Random;
use crate::library::{Measure, Row};

/// Variants of decoding everything.
pub const OWNED: &str = "owned";
pub const BORROWED: &str = "borrowed";
pub const OWNED_TEXT: &str = "owned, long UTF-8 text";
pub const BORROWED_TEXT: &str = "borrowed, long UTF-8 text";

/// Of the random texts, so many are proved to change nothing else.
const PROVED: usize = 20;

/// One way of using a library.
pub trait Codec<S: Subject>: Default + 'static {
    /// The record in memory: the workload's own type, or the library's.
    type Owned: super::record::Record<S>;
    /// The bytes, in what the library keeps them.
    type Bytes: AsRef<[u8]> + Clone + 'static;

    /// Notes on the figures of building, encoding, the clone of the bytes, owned decoding, and
    /// reading the text.
    const BUILD: &'static str = "";
    const ENCODE: &'static str = "";
    const CLONE: &'static str = "";
    const DECODE: &'static str = "";
    const TEXT: &'static str = "";
    /// Whether owned decoding is timed: it is what the row is about, and not only there for proofs.
    const OWNS: bool = true;

    fn encode(&mut self, value: &Self::Owned) -> Self::Bytes;
    fn decode(&mut self, bytes: &Self::Bytes) -> Self::Owned;
    /// Reads the text, which need not live longer than the call.
    fn text<T>(&mut self, bytes: &Self::Bytes, take: impl FnOnce(&str) -> T) -> T;

    /// How many of the bytes belong to the record.
    fn used(bytes: &Self::Bytes) -> usize {
        bytes.as_ref().len()
    }
}

/// A library that makes new bytes in the same way whatever changes in the record.
pub trait Update<S: Subject>: Codec<S> {
    /// The note on the figures of updates.
    const UPDATE: &'static str;

    /// Makes new bytes with a change; those that are given stay as they are.
    fn update(&mut self, bytes: &Self::Bytes, change: impl Change<S>) -> Self::Bytes;
}

/// A row in the making.
pub struct Rows<S: Subject, C: Codec<S>> {
    pub(super) row: Row,
    /// The value and its bytes, and the same with long texts beyond ASCII.
    pub(super) values: [S; 2],
    pub(super) bytes: [C::Bytes; 2],
}

fn encoded<S: Subject, C: Codec<S>>(value: &S) -> C::Bytes {
    C::default().encode(&C::Owned::of(value))
}

/// Whether the bytes hold that value.
pub(super) fn hold<S: Subject, C: Codec<S>>(bytes: &C::Bytes, value: &S) -> bool {
    C::default().decode(bytes).holds(value)
}

impl<S: Subject, C: Codec<S>> Rows<S, C> {
    /// A row that builds, encodes, decodes and reads. `package` is its name and the start of its
    /// version.
    pub fn new(library: &'static str, package: (&str, &str), mode: &'static str, value: &S) -> Self {
        let (original, values) = (C::Owned::build(), [S::of(value), S::with_long_texts()]);
        let bytes = [C::default().encode(&original), encoded::<S, C>(&values[1])];
        let mut row = Row::new(library, package.0, package.1, mode, bytes[0].as_ref().to_vec());
        row.prove("the record is the original", original.holds(value));
        row.prove("decoding gives the original", hold::<S, C>(&bytes[0], value));
        row.prove("long texts beyond ASCII come back", hold::<S, C>(&bytes[1], &values[1]));
        row.time_noted(Measure::Build, OWNED, C::BUILD, C::Owned::build);
        for (variant, original) in [(OWNED, original), (OWNED_TEXT, C::Owned::of(&values[1]))] {
            let mut codec = C::default();
            row.time_noted(Measure::Encode, variant, C::ENCODE, move || codec.encode(black_box(&original)));
        }
        let source = bytes[0].clone();
        row.time_noted(Measure::Clone, OWNED, C::CLONE, move || black_box(&source).clone());
        let rows = Self { row, values, bytes };
        if C::OWNS { rows.decode_owned().decode_text() } else { rows.decode_text() }
    }

    pub fn finish(self) -> Row {
        self.row
    }

    /// Proves a property of the row.
    pub fn proves(mut self, claim: &str, holds: impl FnOnce(&Row) -> bool) -> Self {
        let holds = holds(&self.row);
        self.row.prove(claim, holds);
        self
    }

    /// Times encoding into a buffer that is kept. `make` is told the length of the encoding,
    /// `write` gives the bytes that are in the buffer.
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
        self.row.time_noted(Measure::EncodeReused, OWNED, note, move || {
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
    fn decode_owned(mut self) -> Self {
        for ((variant, source), value) in [OWNED, OWNED_TEXT].into_iter().zip(&self.bytes).zip(&self.values) {
            let (mut codec, source) = (C::default(), source.clone());
            for _ in 0..2 {
                self.row.prove("owned decoding gives the original", codec.decode(&source).holds(value));
            }
            self.row.time_noted(Measure::DecodeAll, variant, C::DECODE, move || codec.decode(black_box(&source)));
        }
        self
    }

    /// Times reading every field without making the strings owned; `holds` reads in the same way,
    /// and compares.
    pub fn decode_borrowed(
        mut self,
        note: &'static str,
        holds: impl Fn(&mut C, &C::Bytes, &S) -> bool,
        visit: impl Fn(&mut C, &C::Bytes) + Copy + 'static,
    ) -> Self {
        for ((variant, source), value) in [BORROWED, BORROWED_TEXT].into_iter().zip(&self.bytes).zip(&self.values) {
            let (mut codec, source) = (C::default(), source.clone());
            for _ in 0..2 {
                self.row.prove("borrowed decoding gives the original", holds(&mut codec, &source, value));
            }
            self.row.time_noted(Measure::DecodeAll, variant, note, move || visit(&mut codec, black_box(&source)));
        }
        self
    }

    /// Times reading the text.
    fn decode_text(mut self) -> Self {
        fn see(text: &str) {
            black_box(text);
        }
        for ((variant, source), value) in S::VARIANTS.text.into_iter().zip(&self.bytes).zip(&self.values) {
            let (mut codec, source) = (C::default(), source.clone());
            for _ in 0..2 {
                self.row.prove("decode one gives the text", codec.text(&source, |text| text == value.text()));
            }
            self.row.time_noted(Measure::DecodeOne, variant, C::TEXT, move || codec.text(black_box(&source), see));
        }
        if let Some(variant) = S::VARIANTS.cold {
            let (records, mut codec) = (Many::<S, C>::new(), C::default());
            self.row.time_each(Measure::DecodeOne, variant, C::TEXT, move |index| {
                codec.text(black_box(records.at(index)), see);
            });
        }
        self
    }

    /// Times all updates.
    pub fn updates(self) -> Self
    where
        C: Update<S>,
    {
        self.update_same(C::UPDATE, C::update)
            .update_text(C::UPDATE, |codec, bytes, text| C::update(codec, bytes, text))
            .update_number(C::UPDATE, C::update)
    }

    /// Times the update of the text to one of the same length, if the workload has it; `set` makes
    /// new bytes, or changes a clone.
    pub fn update_same(
        self,
        note: &'static str,
        set: impl FnMut(&mut C, &C::Bytes, Text) -> C::Bytes + 'static,
    ) -> Self {
        let Some((variant, texts)) = S::VARIANTS.same else { return self };
        self.update(variant, note, &texts.map(|text| changed(Text(text))), texts.map(Text), set)
    }

    /// Times the updates of the text that change its length: between two lengths, in ASCII and
    /// beyond, to shorter ones where the workload has these, and to one of any length; `set` as in
    /// [`Rows::update_same`].
    pub fn update_text(
        mut self,
        note: &'static str,
        set: impl Fn(&mut C, &C::Bytes, Text) -> C::Bytes + Copy + 'static,
    ) -> Self {
        for &(variant, texts) in S::VARIANTS.longer {
            self = self.update(variant, note, &texts.map(|text| changed(Text(text))), texts.map(Text), set);
        }
        if let Some((variant, texts)) = S::VARIANTS.shorter {
            self = self.update(variant, note, &[S::build(), S::build()], texts.map(Text), set);
        }
        let (source, mut codec) = (self.bytes[0].clone(), C::default());
        let mut change = move |text| set(&mut codec, black_box(&source), Text(black_box(text)));
        for text in texts::RANDOM.iter().take(PROVED) {
            self.row.prove("any text changes alone", hold::<S, C>(&change(text), &changed(Text(text))));
        }
        let variant = S::VARIANTS.random;
        self.row.time_each(Measure::UpdateOne, variant, note, move |index| change(texts::random(index)));
        self
    }

    /// Times the update of the number; `set` as in [`Rows::update_same`].
    pub fn update_number(
        self,
        note: &'static str,
        set: impl FnMut(&mut C, &C::Bytes, Number<S::Number>) -> C::Bytes + 'static,
    ) -> Self {
        let numbers = S::NUMBERS.map(Number);
        self.update(S::VARIANTS.number, note, &numbers.map(changed), numbers, set)
    }

    /// Times a change to two values, each in bytes that hold the one of `held` which comes after
    /// it.
    fn update<V: Change<S>>(
        mut self,
        variant: &'static str,
        note: &'static str,
        held: &[S; 2],
        values: [V; 2],
        mut set: impl FnMut(&mut C, &C::Bytes, V) -> C::Bytes + 'static,
    ) -> Self {
        let sources = [0, 1].map(|index| encoded::<S, C>(&held[index]));
        let mut codec = C::default();
        let mut change = move |source: &C::Bytes, value: V| set(&mut codec, black_box(source), black_box(value));
        for (source, value) in [(&sources[0], values[1]), (&sources[1], values[0])] {
            let claim = format!("updating {variant} changes that field alone");
            self.row.prove(&claim, hold::<S, C>(&change(source, value), &changed(value)));
        }
        self.row.time_turns(Measure::UpdateOne, variant, note, move |turn| change(&sources[1 - turn], values[turn]));
        self
    }

    /// Times updates to texts of the same length by what sets them where they lie: in a clone, and
    /// in one buffer.
    pub fn sets_same(
        self,
        [clone, in_place]: [&'static str; 2],
        set: impl Fn(&mut C::Bytes, &'static str) + Copy + 'static,
    ) -> Self {
        self.update_same(clone, in_clone::<S, C, _>(move |bytes, Text(text)| set(bytes, text)))
            .update_same_in_place(in_place, set)
    }

    /// The same for any texts.
    pub fn sets_text(
        self,
        notes: [&'static str; 2],
        set: impl Fn(&mut C::Bytes, &'static str) + Copy + 'static,
    ) -> Self {
        self.sets_same(notes, set)
            .update_text(notes[0], in_clone::<S, C, _>(move |bytes, Text(text)| set(bytes, text)))
            .update_text_in_place(notes[1], set)
    }

    /// The same for the number.
    pub fn sets_number(
        self,
        [clone, in_place]: [&'static str; 2],
        set: impl Fn(&mut C::Bytes, S::Number) + Copy + 'static,
    ) -> Self {
        let set = move |bytes: &mut C::Bytes, Number(number): Number<S::Number>| set(bytes, number);
        self.update_number(clone, in_clone::<S, C, _>(set)).update_in_place(
            S::VARIANTS.number,
            in_place,
            S::NUMBERS.map(Number),
            set,
        )
    }

    /// Times updates to texts of the same length, in one buffer.
    pub fn update_same_in_place(
        self,
        note: &'static str,
        set: impl Fn(&mut C::Bytes, &'static str) + Copy + 'static,
    ) -> Self {
        let Some((variant, texts)) = S::VARIANTS.same else { return self };
        self.update_in_place(variant, note, texts.map(Text), move |bytes, Text(text)| set(bytes, text))
    }

    /// Times the updates of the text that change its length, in one buffer, which grows to the
    /// longest and stays so.
    pub fn update_text_in_place(
        mut self,
        note: &'static str,
        set: impl Fn(&mut C::Bytes, &'static str) + Copy + 'static,
    ) -> Self {
        for &(variant, texts) in S::VARIANTS.longer {
            self = self.update_in_place(variant, note, texts.map(Text), move |bytes, Text(text)| set(bytes, text));
        }
        let mut bytes = self.bytes[0].clone();
        for text in texts::RANDOM.iter().take(PROVED) {
            set(&mut bytes, text);
            self.row.prove("any text changes alone, in place", hold::<S, C>(&bytes, &changed(Text(text))));
        }
        texts::RANDOM.iter().for_each(|text| set(&mut bytes, text));
        let fresh = C::default().encode(&C::default().decode(&bytes));
        let variant = S::VARIANTS.random;
        self.row.waste(variant, note, C::used(&bytes), C::used(&fresh));
        self.row.time_each(Measure::UpdateOneInPlace, variant, note, move |index| {
            set(black_box(&mut bytes), black_box(texts::random(index)));
        });
        self
    }

    fn update_in_place<V: Change<S>>(
        mut self,
        variant: &'static str,
        note: &'static str,
        values: [V; 2],
        set: impl Fn(&mut C::Bytes, V) + 'static,
    ) -> Self {
        let mut bytes = encoded::<S, C>(&changed(values[0]));
        for value in [values[1], values[0]] {
            set(&mut bytes, value);
            let claim = format!("updating {variant} in place changes that field alone");
            self.row.prove(&claim, hold::<S, C>(&bytes, &changed(value)));
        }
        self.row.time_turns(Measure::UpdateOneInPlace, variant, note, move |turn| {
            set(black_box(&mut bytes), black_box(values[turn]));
        });
        self
    }
}

/// New bytes by a change of a clone.
fn in_clone<S: Subject, C: Codec<S>, V>(
    set: impl Fn(&mut C::Bytes, V) + Copy + 'static,
) -> impl Fn(&mut C, &C::Bytes, V) -> C::Bytes + Copy + 'static {
    move |_, bytes, value| {
        let mut bytes = bytes.clone();
        set(&mut bytes, value);
        bytes
    }
}

/// Many records that differ, in an order that nobody predicts: neither their bytes nor what a
/// processor has learned of one is at hand when the next is read.
struct Many<S: Subject, C: Codec<S>> {
    records: Vec<C::Bytes>,
    order: Vec<usize>,
}

impl<S: Subject, C: Codec<S>> Many<S, C> {
    const COUNT: usize = 10_000;

    fn new() -> Self {
        let (mut value, mut codec) = (S::build(), C::default());
        let records = (0..Self::COUNT as u64).map(|index| {
            value.set_text(texts::random(index));
            codec.encode(&C::Owned::of(&value))
        });
        Self { records: records.collect(), order: Random(1).order(Self::COUNT) }
    }

    fn at(&self, index: u64) -> &C::Bytes {
        &self.records[self.order[index as usize % Self::COUNT]]
    }
}
