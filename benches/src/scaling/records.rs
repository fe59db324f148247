//! One record with a growing content: one field read, one updated, and the whole encoded and
//! decoded.
//!
//! The record has a `u32`, a string of 13 bytes and a list of bytes, which makes its length. Bytes
//! are what a format copies as a block, so that these rows are the best that decoding and encoding
//! everything can do.

use std::cell::RefCell;
use std::hint::black_box;
use std::mem;
use std::rc::Rc;
use std::time::Duration;

use super::{NAMES, NUMBERS, Payload, Shared, longest, on_shared, variant};
use crate::harness::kind::RunKind;
use crate::library::{Measure, Row, Timed, turn};

/// A length of the record and the variants that belong to it.
#[derive(Clone, Copy)]
pub struct Size {
    /// Of the content.
    pub len: usize,
    /// The whole record is written or cloned.
    pub whole: &'static str,
    /// The whole record is decoded into an owned value.
    pub owned: &'static str,
    /// The number alone is read or written.
    pub number: &'static str,
    /// The same into a buffer that is kept.
    pub kept: &'static str,
    /// The name alone is read.
    pub name: &'static str,
    /// The name is written over by one of the same length.
    pub same: &'static str,
}

/// A record of each size; all rows share them.
pub struct Sample {
    pub size: Size,
    pub payload: Rc<Payload>,
}

/// What a library does with the record, by functions that a program would write.
pub trait Records: 'static {
    /// What the library encodes into.
    type Bytes: Clone + 'static;
    /// The longest content that says something.
    const LONGEST: usize = usize::MAX;
    /// How it reads, and how it updates each field.
    const READS: &'static str = "";
    const SETS_NUMBER: &'static str = "decode + change + encode";
    const SETS_NAME: &'static str = "decode + change + encode";

    fn encode(payload: &Payload) -> Self::Bytes;
    fn decode(bytes: &Self::Bytes) -> Payload;
    /// Shows the name where it lies.
    fn name<T>(bytes: &Self::Bytes, see: impl FnOnce(&str) -> T) -> T;

    /// Changes the number where it lies, or, as long as only [`Records::update`] is written,
    /// replaces the bytes.
    fn set_number(bytes: &mut Self::Bytes, number: u32) {
        *bytes = Self::update(bytes, number);
    }

    /// New bytes with another number: a clone that is changed, or bytes that are written anew. A
    /// library has this or [`Records::set_number`] of its own.
    fn update(bytes: &Self::Bytes, number: u32) -> Self::Bytes {
        let mut clone = bytes.clone();
        Self::set_number(&mut clone, number);
        clone
    }

    /// The same into a buffer that is kept, which makes no new pages.
    fn update_into(bytes: &Self::Bytes, number: u32, kept: &mut Self::Bytes) {
        Self::copy_into(bytes, kept);
        Self::set_number(kept, number);
    }

    /// Replaces what is in the buffer.
    fn copy_into(bytes: &Self::Bytes, kept: &mut Self::Bytes) {
        kept.clone_from(bytes);
    }

    fn set_name(bytes: &mut Self::Bytes, name: &str);
}

/// The records of a run.
pub fn samples(kind: RunKind) -> Vec<Sample> {
    let sizes = variant::SIZES.into_iter().filter(|size| size.len <= longest(kind));
    sizes.map(|size| Sample { size, payload: Rc::new(Payload::new(size.len)) }).collect()
}

/// Numbers that an update with a clone writes, which no buffer holds.
const OTHER_NUMBERS: [u32; 2] = [123_456, 9];

/// A library at work on the record of one size: what it measures is chosen by the calls.
pub struct Bench<'r, R: Records> {
    pub row: &'r mut Row,
    pub size: Size,
    payload: Rc<Payload>,
    bytes: Shared<R::Bytes>,
}

/// The encoded records of a library, the shortest first; all its rows take turns with them.
pub type Buffers<B> = Vec<Shared<B>>;

pub fn buffers<R: Records>(samples: &[Sample]) -> Buffers<R::Bytes> {
    let samples = samples.iter().filter(|sample| sample.size.len <= R::LONGEST);
    samples.map(|sample| Rc::new(RefCell::new(R::encode(&sample.payload)))).collect()
}

/// Every measure of a rival.
pub fn add<R: Records>(row: &mut Row, samples: &[Sample], buffers: &Buffers<R::Bytes>) {
    for (sample, bytes) in samples.iter().zip(buffers) {
        Bench::<R>::new(row, sample, bytes).codes().reads().updates_a_clone().updates_in_place();
    }
}

/// What an update in an open buffer writes.
#[derive(Clone, Copy)]
pub enum Turns {
    Number,
    Name,
}

/// Both updates in a buffer that is opened once and stays open: `run` opens it, and times so many
/// updates.
pub fn add_open<R: Records>(
    row: &mut Row,
    samples: &[Sample],
    buffers: &Buffers<R::Bytes>,
    note: &'static str,
    run: fn(&mut R::Bytes, u64, Turns) -> Duration,
) {
    for (sample, bytes) in samples.iter().zip(buffers) {
        let Bench { row, size, payload, bytes } = Bench::<R>::new(row, sample, bytes);
        for (turns, variant) in [(Turns::Number, size.number), (Turns::Name, size.same)] {
            let mut held = bytes.borrow_mut();
            let _: Duration = run(&mut held, 1, turns);
            let mut changed = R::decode(&held);
            let expected = match turns {
                Turns::Number => mem::replace(&mut changed.number, payload.number) == NUMBERS[1],
                Turns::Name => mem::replace(&mut changed.name, payload.name.clone()) == NAMES[1],
            };
            row.prove("an open buffer changes there alone", expected && changed == *payload);
            let _: Duration = run(&mut held, 2, turns);
            row.prove("and back", R::decode(&held) == *payload);
            drop(held);
            let bytes = Rc::clone(&bytes);
            let timed: Timed = Box::new(move |count| run(&mut bytes.borrow_mut(), count, turns));
            row.push_kept(Measure::UpdateOneInPlace, variant, note, timed);
        }
    }
}

impl<'r, R: Records> Bench<'r, R> {
    /// Proves that the library does what its functions say.
    pub fn new(row: &'r mut Row, sample: &Sample, shared: &Shared<R::Bytes>) -> Self {
        let payload = Rc::clone(&sample.payload);
        let mut bytes = shared.borrow_mut();
        row.prove("decodes to the original", R::decode(&bytes) == *payload);
        row.prove("the name read is the original's", R::name(&bytes, |name| name == payload.name));
        for number in [NUMBERS[1], OTHER_NUMBERS[0], NUMBERS[0]] {
            R::set_number(&mut bytes, number);
            let mut held = R::decode(&bytes);
            let changed = mem::replace(&mut held.number, payload.number) == number;
            row.prove("the number changes and the rest stays", changed && held == *payload);
        }
        for name in [NAMES[1], NAMES[0]] {
            R::set_name(&mut bytes, name);
            let mut held = R::decode(&bytes);
            let changed = mem::replace(&mut held.name, payload.name.clone()) == name;
            row.prove("the name changes and the rest stays", changed && held == *payload);
        }
        let expected = Payload { number: OTHER_NUMBERS[1], ..payload.as_ref().clone() };
        let mut updated = R::update(&bytes, OTHER_NUMBERS[1]);
        row.prove("new bytes have the new number", R::decode(&updated) == expected);
        R::update_into(&bytes, OTHER_NUMBERS[0], &mut updated);
        R::update_into(&bytes, OTHER_NUMBERS[1], &mut updated);
        row.prove("a kept buffer has the new number", R::decode(&updated) == expected);
        Self { row, size: sample.size, payload, bytes: Rc::clone(shared) }
    }

    /// Encode and decode.
    pub fn codes(&mut self) -> &mut Self {
        let payload = Rc::clone(&self.payload);
        self.row.time(Measure::Encode, self.size.whole, move || R::encode(black_box(&payload)));
        let timed = on_shared(&self.bytes, |bytes, _| R::decode(bytes));
        self.push(Measure::DecodeAll, self.size.owned, "", timed)
    }

    /// The clone that every update with a clone begins with.
    pub fn clones(&mut self) -> &mut Self {
        let timed = on_shared(&self.bytes, |bytes, _| bytes.clone());
        self.push(Measure::Clone, self.size.whole, "of the buffer", timed)
    }

    pub fn reads(&mut self) -> &mut Self {
        let timed = on_shared(&self.bytes, |bytes, _| {
            R::name(bytes, |name| {
                black_box(name);
            });
        });
        self.push(Measure::DecodeOne, self.size.name, R::READS, timed)
    }

    pub fn updates_a_clone(&mut self) -> &mut Self {
        let timed = on_shared(&self.bytes, |bytes, index| R::update(bytes, black_box(OTHER_NUMBERS[turn(index)])));
        self.push(Measure::UpdateOne, self.size.number, R::SETS_NUMBER, timed);
        // The buffer is made by the first repetition, which is not timed.
        let mut kept = None;
        let timed = on_shared(&self.bytes, move |bytes, index| {
            let number = black_box(OTHER_NUMBERS[turn(index)]);
            match &mut kept {
                Some(kept) => R::update_into(bytes, number, black_box(kept)),
                None => kept = Some(R::update(bytes, number)),
            }
        });
        self.push(Measure::UpdateOne, self.size.kept, R::SETS_NUMBER, timed)
    }

    pub fn updates_in_place(&mut self) -> &mut Self {
        let timed = on_shared(&self.bytes, |bytes, index| R::set_number(bytes, black_box(NUMBERS[turn(index)])));
        self.push(Measure::UpdateOneInPlace, self.size.number, R::SETS_NUMBER, timed);
        let timed = on_shared(&self.bytes, |bytes, index| R::set_name(bytes, black_box(NAMES[turn(index)])));
        self.push(Measure::UpdateOneInPlace, self.size.same, R::SETS_NAME, timed)
    }

    /// Adds an operation on the shared buffer.
    fn push(&mut self, measure: Measure, variant: &'static str, note: &'static str, timed: Timed) -> &mut Self {
        self.row.push(measure, variant, note, timed);
        self
    }
}
