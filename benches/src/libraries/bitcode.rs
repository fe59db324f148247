//! bitcode: values of one field stand together, their integers packed; by its own traits and by serde, two formats.
//!
//! Every column has to be unpacked before the first value can be read, and a type with fewer fields reads another
//! format, so decode-one decodes everything. Strings can be borrowed from the input. The coders of the own traits are
//! kept in a [`Buffer`] from one operation to the next, but for `encode`, which stands for a first use; serde has no
//! such facility, and so no row for encoding into a kept buffer.

mod oplog;

use std::hint::black_box;

use bitcode::{Buffer, Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{self as workload, GROWING_NAMES, SHORT_NAMES, TIMES, variant};
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Bitcode;

#[derive(Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
struct Container {
    list: Vec<FooBar>,
    initialized: bool,
    fruit: Fruit,
    location: String,
}

#[derive(Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
struct FooBar {
    sibling: Bar,
    name: String,
    rating: f64,
    postfix: u8,
}

/// [`Container`] with its strings in the input.
#[derive(Encode, Decode, Serialize, Deserialize)]
struct ContainerRef<'a> {
    #[serde(borrow)]
    list: Vec<FooBarRef<'a>>,
    initialized: bool,
    fruit: Fruit,
    location: &'a str,
}

#[derive(Encode, Decode, Serialize, Deserialize)]
struct FooBarRef<'a> {
    sibling: Bar,
    name: &'a str,
    rating: f64,
    postfix: u8,
}

#[derive(Clone, Copy, PartialEq, Encode, Decode, Serialize, Deserialize)]
struct Bar {
    time: i32,
    ratio: f32,
    size: u16,
}

#[derive(Clone, Copy, PartialEq, Encode, Decode, Serialize, Deserialize)]
enum Fruit {
    Apples,
    Pears,
    Bananas,
}

impl From<workload::Container> for Container {
    fn from(value: workload::Container) -> Self {
        let own = |one: workload::FooBar| {
            let workload::Bar { time, ratio, size } = one.sibling;
            FooBar { sibling: Bar { time, ratio, size }, name: one.name, rating: one.rating, postfix: one.postfix }
        };
        let fruit = match value.fruit {
            workload::Fruit::Apples => Fruit::Apples,
            workload::Fruit::Pears => Fruit::Pears,
            workload::Fruit::Bananas => Fruit::Bananas,
        };
        let list = value.list.into_iter().map(own).collect();
        Self { list, initialized: value.initialized, fruit, location: value.location }
    }
}

const OWN_BYTES: &str = "bytes of this library";
const INFALLIBLE: &str = "the value has no state that fails to encode";

/// One of the two formats, with what it keeps from one operation to the next.
trait Mode: Default + 'static {
    const NAME: &'static str;
    /// What decode-one does.
    const WHOLE: &'static str;
    /// What an update does.
    const AGAIN: &'static str;

    fn encode(value: &Container) -> Vec<u8>;
    fn encode_ref(&mut self, value: &ContainerRef<'_>) -> Vec<u8>;
    fn decode(&mut self, bytes: &[u8]) -> Container;
    fn decode_ref<'a>(&mut self, bytes: &'a [u8]) -> ContainerRef<'a>;
}

#[derive(Default)]
struct Derive(Buffer);

impl Mode for Derive {
    const NAME: &'static str = "derive";
    const WHOLE: &'static str = "decodes the whole record, strings borrowed, coders kept";
    const AGAIN: &'static str = "decode + encode, strings borrowed, coders kept";

    #[inline(never)]
    fn encode(value: &Container) -> Vec<u8> {
        bitcode::encode(value)
    }

    #[inline(never)]
    fn encode_ref(&mut self, value: &ContainerRef<'_>) -> Vec<u8> {
        self.0.encode(value).to_vec()
    }

    #[inline(never)]
    fn decode(&mut self, bytes: &[u8]) -> Container {
        self.0.decode(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn decode_ref<'a>(&mut self, bytes: &'a [u8]) -> ContainerRef<'a> {
        self.0.decode(bytes).expect(OWN_BYTES)
    }
}

#[derive(Default)]
struct Serde;

impl Mode for Serde {
    const NAME: &'static str = "serde";
    const WHOLE: &'static str = "decodes the whole record, strings borrowed";
    const AGAIN: &'static str = "decode + encode, strings borrowed";

    #[inline(never)]
    fn encode(value: &Container) -> Vec<u8> {
        bitcode::serialize(value).expect(INFALLIBLE)
    }

    #[inline(never)]
    fn encode_ref(&mut self, value: &ContainerRef<'_>) -> Vec<u8> {
        bitcode::serialize(value).expect(INFALLIBLE)
    }

    #[inline(never)]
    fn decode(&mut self, bytes: &[u8]) -> Container {
        bitcode::deserialize(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn decode_ref<'a>(&mut self, bytes: &'a [u8]) -> ContainerRef<'a> {
        bitcode::deserialize(bytes).expect(OWN_BYTES)
    }
}

impl Library for Bitcode {
    fn name(&self) -> &'static str {
        "bitcode"
    }

    fn container(&self, value: &workload::Container) -> Result<Vec<Row>, String> {
        let value = Container::from(value.clone());
        let mut derive = row::<Derive>(&value);
        encodes_kept(&mut derive, &value);
        Ok(vec![derive, row::<Serde>(&value)])
    }

    fn oplog(&self, value: &Oplog) -> Result<Vec<Row>, String> {
        Ok(vec![oplog::row(value)])
    }
}

fn row<M: Mode>(value: &Container) -> Row {
    let bytes = M::encode(value);
    let mut row = Row::new("bitcode", "bitcode", "0.6.", M::NAME, bytes.clone());
    let mut mode = M::default();
    row.prove("owned decoding gives the original", mode.decode(&bytes) == *value);
    let borrowed = mode.decode_ref(&bytes);
    row.prove("borrowed decoding gives the original", mode.encode_ref(&borrowed) == bytes);
    encodes::<M>(&mut row, value, &bytes);
    decodes::<M>(&mut row, value, &bytes);
    updates::<M>(&mut row);
    row
}

fn encodes<M: Mode>(row: &mut Row, value: &Container, bytes: &[u8]) {
    row.time(Measure::Build, variant::OWNED, || Container::from(workload::Container::new()));

    let original = value.clone();
    row.time(Measure::Encode, variant::OWNED, move || M::encode(black_box(&original)));

    let source = bytes.to_vec();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
}

/// Encoding with coders and output kept, which only the own traits can.
fn encodes_kept(row: &mut Row, value: &Container) {
    let mut buffer = Buffer::new();
    let same = *encode_kept(&mut buffer, value) == *row.encoded;
    row.prove("encoding into a kept buffer gives the same bytes", same);
    let original = value.clone();
    row.time_noted(Measure::EncodeReused, variant::OWNED, "Buffer::encode", move || {
        black_box(encode_kept(&mut buffer, black_box(&original)));
    });
}

#[inline(never)]
fn encode_kept<'a>(buffer: &'a mut Buffer, value: &Container) -> &'a [u8] {
    buffer.encode(value)
}

fn decodes<M: Mode>(row: &mut Row, value: &Container, bytes: &[u8]) {
    let (source, mut mode) = (bytes.to_vec(), M::default());
    row.time(Measure::DecodeAll, variant::OWNED, move || mode.decode(black_box(&source)));
    let (source, mut mode) = (bytes.to_vec(), M::default());
    row.time(Measure::DecodeAll, variant::BORROWED, move || {
        black_box(&mode.decode_ref(black_box(&source)));
    });

    let read = M::default().decode_ref(bytes);
    row.prove("decode one gives the location", read.location == value.location);
    row.prove("decode one gives the time", read.list[1].sibling.time == value.list[1].sibling.time);
    let (source, mut mode) = (bytes.to_vec(), M::default());
    row.time_noted(Measure::DecodeOne, variant::LOCATION, M::WHOLE, move || {
        black_box(mode.decode_ref(black_box(&source)).location);
    });
    let (source, mut mode) = (bytes.to_vec(), M::default());
    row.time_noted(Measure::DecodeOne, variant::TIME, M::WHOLE, move || {
        mode.decode_ref(black_box(&source)).list[1].sibling.time
    });
}

fn updates<M: Mode>(row: &mut Row) {
    let named = |name: &str| {
        let mut value = Container::from(workload::Container::new());
        name.clone_into(&mut value.list[0].name);
        value
    };
    let timed = |time| {
        let mut value = Container::from(workload::Container::new());
        value.list[0].sibling.time = time;
        value
    };
    update::<M, _>(row, variant::NAME, SHORT_NAMES, named, |record, name| record.list[0].name = name);
    update::<M, _>(row, variant::NAME_LONGER, GROWING_NAMES, named, |record, name| record.list[0].name = name);
    update::<M, _>(row, variant::FIRST_TIME, TIMES, timed, |record, time| record.list[0].sibling.time = time);
}

/// Times a change back and forth between two values; `expected` builds the record that holds one of them.
fn update<M: Mode, V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    values: [V; 2],
    expected: impl Fn(V) -> Container,
    set: impl Fn(&mut ContainerRef<'_>, V) + 'static,
) {
    let sources = values.map(|value| M::encode(&expected(value)));
    let mut mode = M::default();
    let mut change = move |source: &Vec<u8>, value: V| {
        let bytes = black_box(source).clone();
        let mut record = mode.decode_ref(&bytes);
        set(&mut record, black_box(value));
        mode.encode_ref(&record)
    };
    for (source, value) in [(&sources[0], values[1]), (&sources[1], values[0])] {
        let changed = M::default().decode(&change(source, value));
        row.prove(&format!("updating {variant} changes that field alone"), changed == expected(value));
    }
    let mut held = 0;
    row.time_noted(Measure::UpdateOne, variant, M::AGAIN, move || {
        let source = &sources[held];
        held = 1 - held;
        change(source, values[held])
    });
}
