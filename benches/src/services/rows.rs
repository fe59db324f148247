//! The parts of a row that every library times in the same way.
//!
//! A library says once how it encodes, decodes and reads ([`Codec`]), in functions that are never
//! inlined; what it does beyond that is added by a chain of calls. What it keeps from one operation
//! to the next is the codec itself: every operation has one of its own. All operations of a kind
//! are proved here, with the values that are timed.

use std::hint::black_box;
use std::ops::Deref;
use std::time::Duration;

use super::kind::{Change, Kind, Number, Push, Text, changed};
use super::mesh::Surface;
use super::sink::{BlackBox, Transcript};
use crate::library::{Measure, Row, Sample, Timed, amortised, clock};

/// One way of using a library for one kind.
pub trait Codec<K: Kind>: Default + 'static {
    /// What is encoded: the value itself, or a message that was made of it beforehand.
    type Ready: 'static;
    /// The bytes, in what the library keeps them.
    type Bytes: Deref<Target = [u8]> + Clone + 'static;

    /// Notes on the figures of size, encoding, the clone of the bytes, owned decoding, and reading
    /// one field.
    const SIZE: &'static str = "";
    const ENCODE: &'static str = "";
    const CLONE: &'static str = "";
    const DECODE: &'static str = "";
    const ONE: &'static str = "";

    fn ready(value: &K) -> Self::Ready;
    /// For proofs only.
    fn original(ready: Self::Ready) -> K;
    fn encode(&mut self, ready: &Self::Ready) -> Self::Bytes;
    fn decode(&mut self, bytes: &Self::Bytes) -> Self::Ready;
    /// Reads what is read alone, which need not live longer than the call.
    fn one<T>(&mut self, bytes: &Self::Bytes, take: impl FnOnce(&K::Found) -> T) -> T;
}

/// The operations of one kind, added to a row.
pub struct Rows<'r, K: Kind, C: Codec<K>> {
    row: &'r mut Row,
    bytes: C::Bytes,
}

fn encoded<K: Kind, C: Codec<K>>(value: &K) -> C::Bytes {
    C::default().encode(&C::ready(value))
}

/// Whether the bytes hold that value.
fn hold<K: Kind, C: Codec<K>>(bytes: &C::Bytes, value: &K) -> bool {
    C::original(C::default().decode(bytes)) == *value
}

fn see<T: ?Sized>(found: &T) {
    black_box(found);
}

impl<'r, K: Kind, C: Codec<K>> Rows<'r, K, C> {
    /// Everything that all libraries do with a value: sizes, encoding, decoding, and reading one
    /// field.
    pub fn new(row: &'r mut Row) -> Self {
        let Self { row, bytes } = Self::of(row);
        let (whole, len) = (K::NAMES.whole, bytes.len() as f64);
        row.samples.push(Sample { variant: whole, note: C::SIZE, size: len, timed: len, some: vec![bytes.to_vec()] });
        let (ready, mut codec) = (C::ready(K::value()), C::default());
        row.time_noted(Measure::Encode, whole, C::ENCODE, move || codec.encode(black_box(&ready)));
        let source = bytes.clone();
        row.time_noted(Measure::Clone, whole, C::CLONE, move || black_box(&source).clone());
        let (source, mut codec) = (bytes.clone(), C::default());
        for _ in 0..2 {
            let same = C::original(codec.decode(&source)) == *K::value();
            row.prove(&format!("{whole}: decodes to the original"), same);
        }
        row.time_noted(Measure::DecodeAll, whole, C::DECODE, move || codec.decode(black_box(&source)));
        Self { row, bytes }.reads_one()
    }

    /// The same without what another row of the same bytes has.
    pub fn of(row: &'r mut Row) -> Self {
        Self { row, bytes: encoded::<K, C>(K::value()) }
    }

    /// Times reading one field.
    pub fn reads_one(self) -> Self {
        let (source, mut codec) = (self.bytes.clone(), C::default());
        for _ in 0..2 {
            let same = codec.one(&source, |found| found == K::value().found());
            self.row.prove(&format!("{}: reads the original's", K::NAMES.one), same);
        }
        self.row.time_noted(Measure::DecodeOne, K::NAMES.one, C::ONE, move || codec.one(black_box(&source), see));
        self
    }

    /// Times encoding into a buffer that is kept. `make` is told the length of the encoding,
    /// `write` gives the bytes that are in the buffer.
    pub fn encode_reused<B: 'static>(
        self,
        note: &'static str,
        make: impl FnOnce(usize) -> B,
        write: impl for<'k> Fn(&'k mut B, &C::Ready) -> &'k [u8] + 'static,
    ) -> Self {
        let (ready, mut kept) = (C::ready(K::value()), make(self.bytes.len()));
        for _ in 0..2 {
            let same = *write(&mut kept, &ready) == *self.bytes;
            self.row.prove(&format!("{}: encodes the same into a kept buffer", K::NAMES.whole), same);
        }
        self.row.time_noted(Measure::EncodeReused, K::NAMES.whole, note, move || {
            black_box(write(&mut kept, black_box(&ready)).as_ptr());
        });
        self
    }

    /// Times reading every field without making texts owned; `holds` reads in the same way, and
    /// compares.
    pub fn decode_borrowed(
        self,
        note: &'static str,
        holds: impl Fn(&mut C, &C::Bytes) -> bool,
        visit: impl Fn(&mut C, &C::Bytes) + 'static,
    ) -> Self {
        let Some(variant) = K::NAMES.borrowed else { return self };
        let (source, mut codec) = (self.bytes.clone(), C::default());
        for _ in 0..2 {
            self.row.prove(&format!("{variant}: every field is the original's"), holds(&mut codec, &source));
        }
        self.row.time_noted(Measure::DecodeAll, variant, note, move || visit(&mut codec, black_box(&source)));
        self
    }

    /// Times reading every field where it lies, by one walk and by the same one for proofs.
    pub fn walks(
        self,
        note: &'static str,
        visit: impl Fn(&C::Bytes, &mut BlackBox) + 'static,
        transcribe: impl Fn(&C::Bytes, &mut Transcript),
    ) -> Self {
        let expected = Transcript::of(|sink| K::value().walk(sink));
        self.decode_borrowed(
            note,
            |_, bytes| Transcript::of(|sink| transcribe(bytes, sink)) == expected,
            move |_, bytes| visit(bytes, &mut BlackBox),
        )
    }

    /// Times the proof that the bytes are valid, alone.
    pub fn verify(self, is_valid: impl Fn(&[u8]) -> bool + 'static) -> Self {
        let bytes = self.bytes.clone();
        self.row.prove("the bytes are valid", is_valid(&bytes));
        // A few are wanted: an archive's root is at its end.
        self.row.prove("bytes that are cut short are not", !is_valid(&bytes[..bytes.len() - 8]));
        self.row.time(Measure::Verify, K::NAMES.whole, move || is_valid(black_box(&bytes)));
        self
    }

    /// Times all updates by new bytes that `update` makes, and a push onto a list of half the
    /// length.
    pub fn updates(self, note: &'static str, push: &'static str, update: impl Updates<K, C>) -> Self {
        let numbers = K::NUMBERS.map(Number);
        self.update(K::NAMES.number, note, numbers, move |codec, bytes, number| update.update(codec, bytes, number))
            .update_text(note, update)
            .push_anew(push, update)
    }

    /// Times the updates of a text by new bytes that `update` makes.
    pub fn update_text(self, note: &'static str, update: impl Updates<K, C>) -> Self {
        let Some((variant, texts)) = K::NAMES.text else { return self };
        self.update(variant, note, texts.map(Text), move |codec, bytes, text| update.update(codec, bytes, text))
    }

    /// Times a push by new bytes. The cost is the list's length, so that the mean of all pushes,
    /// from the first to the last, is that of the middle one.
    pub fn push_anew(self, note: &'static str, update: impl Updates<K, C>) -> Self {
        let Some(variant) = K::NAMES.push else { return self };
        let half = K::value().len() / 2;
        let (source, mut codec) = (encoded::<K, C>(&K::with_len(half)), C::default());
        let pushed = update.update(&mut codec, &source, Push(half));
        self.row.prove(&format!("{variant}: there is one more"), hold::<K, C>(&pushed, &K::with_len(half + 1)));
        self.row.time_noted(Measure::Push, variant, note, move || {
            update.update(&mut codec, black_box(&source), Push(black_box(half)))
        });
        self
    }

    /// Times a change to two values, each in bytes that hold the other.
    fn update<V: Change<K>>(
        self,
        variant: &'static str,
        note: &'static str,
        values: [V; 2],
        set: impl Fn(&mut C, &C::Bytes, V) -> C::Bytes + 'static,
    ) -> Self {
        let (sources, mut codec) = (values.map(|value| encoded::<K, C>(&changed::<K>(value))), C::default());
        for turn in [0, 1] {
            let same = hold::<K, C>(&set(&mut codec, &sources[1 - turn], values[turn]), &changed(values[turn]));
            self.row.prove(&format!("{variant}: changes alone"), same);
        }
        self.row.time_turns(Measure::UpdateOne, variant, note, move |turn| {
            set(&mut codec, black_box(&sources[1 - turn]), black_box(values[turn]))
        });
        self
    }

    /// Times updates of the number by what sets it where it lies: in a clone, and in one buffer.
    pub fn sets_number(
        self,
        [clone, in_place]: [&'static str; 2],
        set: impl Fn(&mut C::Bytes, K::Number) + Copy + 'static,
    ) -> Self {
        self.sets(K::NAMES.number, [clone, in_place], K::NUMBERS.map(Number), move |bytes, Number(number)| {
            set(bytes, number);
        })
    }

    /// The same of a text, if the kind has one.
    pub fn sets_text(
        self,
        notes: [&'static str; 2],
        set: impl Fn(&mut C::Bytes, &'static str) + Copy + 'static,
    ) -> Self {
        let Some((variant, texts)) = K::NAMES.text else { return self };
        self.sets(variant, notes, texts.map(Text), move |bytes, Text(text)| set(bytes, text))
    }

    fn sets<V: Change<K>>(
        self,
        variant: &'static str,
        [clone, in_place]: [&'static str; 2],
        values: [V; 2],
        set: impl Fn(&mut C::Bytes, V) + Copy + 'static,
    ) -> Self {
        let rows = self.update(variant, clone, values, move |_, bytes, value| {
            let mut bytes = bytes.clone();
            set(&mut bytes, value);
            bytes
        });
        let mut bytes = encoded::<K, C>(&changed::<K>(values[0]));
        for value in [values[1], values[0]] {
            set(&mut bytes, value);
            rows.row.prove(&format!("{variant}: changes alone, in place"), hold::<K, C>(&bytes, &changed(value)));
        }
        rows.row.time_turns(Measure::UpdateOneInPlace, variant, in_place, move |turn| {
            set(black_box(&mut bytes), black_box(values[turn]));
        });
        rows
    }

    /// Times updates of the number in a buffer that stays open: `run` opens it, and times so many,
    /// the second of the two first.
    pub fn sets_number_open(self, note: &'static str, run: fn(&mut C::Bytes, u64) -> Duration) -> Self {
        let mut bytes = encoded::<K, C>(&changed::<K>(Number(K::NUMBERS[0])));
        for (count, number) in [(1, K::NUMBERS[1]), (2, K::NUMBERS[0])] {
            let _: Duration = run(&mut bytes, count);
            let same = hold::<K, C>(&bytes, &changed(Number(number)));
            self.row.prove(&format!("{}: changes alone, in an open buffer", K::NAMES.number), same);
        }
        let timed: Timed = Box::new(move |count| run(&mut bytes, count));
        self.row.push_kept(Measure::UpdateOneInPlace, K::NAMES.number, note, timed);
        self
    }

    /// Times pushes in place, from the first to the last: `build` makes all of the value's.
    pub fn pushes(self, note: &'static str, build: impl Fn() -> C::Bytes + Copy + 'static) -> Self {
        let Some(variant) = K::NAMES.push else { return self };
        self.row.prove(&format!("{variant}: all are there"), hold::<K, C>(&build(), K::value()));
        self.row.push(Measure::Push, variant, note, amortised(K::value().len(), move || clock(build)));
        self
    }
}

impl<C: Codec<Surface>> Rows<'_, Surface, C> {
    /// Times summing up all numbers.
    pub fn sums(self, note: &'static str, sum: impl Fn(&mut C, &C::Bytes) -> f64 + 'static) -> Self {
        let (bytes, mut codec) = (self.bytes.clone(), C::default());
        let same = sum(&mut codec, &bytes).to_bits() == Surface::value().sum().to_bits();
        self.row.prove("mesh: sums what the original does", same);
        self.row.time_noted(Measure::Sum, Surface::NAMES.whole, note, move || sum(&mut codec, black_box(&bytes)));
        self
    }

    /// Times lending both lists; `lend` gives their lengths, and the lists themselves to
    /// `black_box`.
    pub fn lends(self, note: &'static str, lend: impl Fn(&C::Bytes) -> [usize; 2] + 'static) -> Self {
        let (bytes, value) = (self.bytes.clone(), Surface::value());
        self.row.prove("mesh: lends both lists", lend(&bytes) == [value.corners.len(), value.triangles.len()]);
        self.row.time_noted(Measure::Slice, Surface::NAMES.whole, note, move || lend(black_box(&bytes)));
        self
    }
}

/// A library that makes new bytes in the same way whatever changes.
pub trait Updates<K: Kind, C: Codec<K>>: Copy + 'static {
    fn update(self, codec: &mut C, bytes: &C::Bytes, change: impl Change<K>) -> C::Bytes;
}

/// Calls [`Rows::walks`] with one walk, which is compiled for either sink.
macro_rules! walks {
    ($rows:expr, $note:expr, |$bytes:ident, $sink:ident| $walk:expr) => {
        $rows.walks($note, |$bytes, $sink| $walk, |$bytes, $sink| $walk)
    };
}
pub(super) use walks;
