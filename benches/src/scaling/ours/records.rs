//! The record, in both modes.

use std::hint::black_box;
use std::sync::LazyLock;

use vellum::{Handle, Record, Schema, Vellum};

use super::super::records::{self, Bench, Buffers, Records, Sample, Turns};
use super::super::{NAMES, NUMBERS, OWN_BYTES, Payload, SMALL};
use crate::library::{Row, repeat, turn};

/// The schema is compiled in; the buffer is opened for each operation.
pub struct Derive;

impl Records for Derive {
    type Bytes = Vec<u8>;
    const SETS_NUMBER: &'static str = "in place";
    const SETS_NAME: &'static str = "in place";

    #[inline(never)]
    fn encode(payload: &Payload) -> Vec<u8> {
        vellum::to_vec(payload).expect(SMALL)
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> Payload {
        vellum::from_slice(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn name<T>(bytes: &Vec<u8>, see: impl FnOnce(&str) -> T) -> T {
        see(Payload::peek(bytes).and_then(|view| view.name()).expect(OWN_BYTES))
    }

    #[inline(never)]
    fn set_number(bytes: &mut Vec<u8>, number: u32) {
        Payload::edit(bytes).and_then(|mut edit| edit.set_number(number)).expect(OWN_BYTES);
    }

    #[inline(never)]
    fn set_name(bytes: &mut Vec<u8>, name: &str) {
        Payload::edit(bytes).and_then(|mut edit| edit.set_name(name)).expect(OWN_BYTES);
    }
}

static HANDLES: LazyLock<Handles> = LazyLock::new(Handles::new);

struct Handles {
    schema: Schema,
    number: Handle<u32>,
    name: Handle<str>,
}

impl Handles {
    fn new() -> Self {
        let schema = "struct Payload { number: u32, name: string, content: bytes } root Payload;";
        let schema = Schema::parse(schema).expect("a valid schema");
        let number = schema.field("number").expect("a number");
        let name = schema.field("name").expect("a string");
        Self { schema, number, name }
    }
}

/// The schema is parsed once, fields are resolved once; the buffer is opened for each operation.
struct Runtime;

impl Records for Runtime {
    type Bytes = Vec<u8>;
    const SETS_NUMBER: &'static str = "in place";
    const SETS_NAME: &'static str = "in place";

    /// For proofs alone, as [`Runtime::decode`].
    fn encode(payload: &Payload) -> Vec<u8> {
        Derive::encode(payload)
    }

    fn decode(bytes: &Vec<u8>) -> Payload {
        Derive::decode(bytes)
    }

    #[inline(never)]
    fn name<T>(bytes: &Vec<u8>, see: impl FnOnce(&str) -> T) -> T {
        let name = HANDLES.schema.peek(bytes).and_then(|record| record.get(&HANDLES.name));
        see(name.expect(OWN_BYTES))
    }

    #[inline(never)]
    fn set_number(bytes: &mut Vec<u8>, number: u32) {
        Record::open(&HANDLES.schema, bytes)
            .and_then(|mut record| record.set(&HANDLES.number, number))
            .expect(OWN_BYTES);
    }

    #[inline(never)]
    fn set_name(bytes: &mut Vec<u8>, name: &str) {
        Record::open(&HANDLES.schema, bytes).and_then(|mut record| record.set(&HANDLES.name, name)).expect(OWN_BYTES);
    }
}

/// Everything by derive; updates in place in a buffer that stays open.
pub fn open(row: &mut Row, samples: &[Sample], buffers: &Buffers<Vec<u8>>) {
    for (sample, bytes) in samples.iter().zip(buffers) {
        Bench::<Derive>::new(row, sample, bytes).codes().clones().reads().updates_a_clone();
    }
    records::add_open::<Derive>(row, samples, buffers, "buffer open", |bytes, count, turns| {
        let mut edit = Payload::edit(bytes).expect(OWN_BYTES);
        repeat!(0..count, |index| {
            let edit = black_box(&mut edit);
            let set = match turns {
                Turns::Number => edit.set_number(black_box(NUMBERS[turn(index)])),
                Turns::Name => edit.set_name(black_box(NAMES[turn(index)])),
            };
            set.expect(OWN_BYTES);
        })
    });
}

/// Updates in place by derive, the buffer opened for each.
pub fn reopened(row: &mut Row, samples: &[Sample], buffers: &Buffers<Vec<u8>>) {
    for (sample, bytes) in samples.iter().zip(buffers) {
        Bench::<Derive>::new(row, sample, bytes).updates_in_place();
    }
}

/// Reads and updates through handles.
pub fn runtime(row: &mut Row, samples: &[Sample], buffers: &Buffers<Vec<u8>>) {
    for (sample, bytes) in samples.iter().zip(buffers) {
        Bench::<Runtime>::new(row, sample, bytes).reads().updates_a_clone().updates_in_place();
    }
}
