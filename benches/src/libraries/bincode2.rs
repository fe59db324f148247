//! bincode 2 with its standard configuration: varint integers, no random access; by its own traits and by serde.
//!
//! Both modes share the types below, which derive both families of traits, and both can borrow strings from the input.

mod fields;
mod oplog;

use std::hint::black_box;

use bincode2::config::{Configuration, standard};
use bincode2::enc::write::SizeWriter;
use bincode2::{BorrowDecode, Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{self as workload, GROWING_NAMES, SHORT_NAMES, TIMES, variant};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Bincode2;

#[derive(Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
#[bincode(crate = "bincode2")]
struct Container {
    list: Vec<FooBar>,
    initialized: bool,
    fruit: Fruit,
    location: String,
}

#[derive(Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
#[bincode(crate = "bincode2")]
struct FooBar {
    sibling: Bar,
    name: String,
    rating: f64,
    postfix: u8,
}

/// [`Container`] with its strings in the input.
#[derive(Encode, BorrowDecode, Serialize, Deserialize)]
#[bincode(crate = "bincode2")]
struct ContainerRef<'a> {
    #[serde(borrow)]
    list: Vec<FooBarRef<'a>>,
    initialized: bool,
    fruit: Fruit,
    location: &'a str,
}

#[derive(Encode, BorrowDecode, Serialize, Deserialize)]
#[bincode(crate = "bincode2")]
struct FooBarRef<'a> {
    sibling: Bar,
    name: &'a str,
    rating: f64,
    postfix: u8,
}

#[derive(Clone, Copy, PartialEq, Encode, Decode, Serialize, Deserialize)]
#[bincode(crate = "bincode2")]
struct Bar {
    time: i32,
    ratio: f32,
    size: u16,
}

#[derive(Clone, Copy, PartialEq, Encode, Decode, Serialize, Deserialize)]
#[bincode(crate = "bincode2")]
enum Fruit {
    Apples,
    Pears,
    Bananas,
}

impl From<workload::Container> for Container {
    fn from(value: workload::Container) -> Self {
        let own = |workload::FooBar { sibling, name, rating, postfix }| FooBar {
            sibling: Bar { time: sibling.time, ratio: sibling.ratio, size: sibling.size },
            name,
            rating,
            postfix,
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

/// One family of traits.
trait Mode: 'static {
    const NAME: &'static str;

    fn encode(value: &Container) -> Vec<u8>;
    fn encode_ref(value: &ContainerRef<'_>) -> Vec<u8>;
    fn encode_into(value: &Container, buffer: &mut [u8]) -> usize;
    fn decode(bytes: &[u8]) -> Container;
    fn decode_ref(bytes: &[u8]) -> ContainerRef<'_>;
    fn skim(bytes: &[u8]) -> Skimmed<'_>;
}

const CONFIG: Configuration = standard();
const INFALLIBLE: &str = "the value has no state that fails to encode";
const LARGE_ENOUGH: &str = "the buffer is large enough";
const OWN_BYTES: &str = "bytes of this library";

struct Derive;

impl Mode for Derive {
    const NAME: &'static str = "derive";

    fn encode(value: &Container) -> Vec<u8> {
        bincode2::encode_to_vec(value, CONFIG).expect(INFALLIBLE)
    }

    fn encode_ref(value: &ContainerRef<'_>) -> Vec<u8> {
        bincode2::encode_to_vec(value, CONFIG).expect(INFALLIBLE)
    }

    fn encode_into(value: &Container, buffer: &mut [u8]) -> usize {
        bincode2::encode_into_slice(value, buffer, CONFIG).expect(LARGE_ENOUGH)
    }

    fn decode(bytes: &[u8]) -> Container {
        bincode2::decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    fn decode_ref(bytes: &[u8]) -> ContainerRef<'_> {
        bincode2::borrow_decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    fn skim(bytes: &[u8]) -> Skimmed<'_> {
        bincode2::borrow_decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }
}

struct Serde;

impl Mode for Serde {
    const NAME: &'static str = "serde";

    fn encode(value: &Container) -> Vec<u8> {
        encode_sized(value)
    }

    fn encode_ref(value: &ContainerRef<'_>) -> Vec<u8> {
        encode_sized(value)
    }

    fn encode_into(value: &Container, buffer: &mut [u8]) -> usize {
        bincode2::serde::encode_into_slice(value, buffer, CONFIG).expect(LARGE_ENOUGH)
    }

    fn decode(bytes: &[u8]) -> Container {
        bincode2::serde::decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    fn decode_ref(bytes: &[u8]) -> ContainerRef<'_> {
        bincode2::serde::borrow_decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    fn skim(bytes: &[u8]) -> Skimmed<'_> {
        bincode2::serde::borrow_decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }
}

/// What `encode_to_vec` of the other mode does; that of this mode grows its vector instead.
fn encode_sized(value: &impl Serialize) -> Vec<u8> {
    let mut size = SizeWriter::default();
    bincode2::serde::encode_into_writer(value, &mut size, CONFIG).expect(INFALLIBLE);
    let mut bytes = Vec::with_capacity(size.bytes_written);
    bincode2::serde::encode_into_std_write(value, &mut bytes, CONFIG).expect(INFALLIBLE);
    bytes
}

/// [`Container`] for a reader of one field: the names are left as bytes, so that nobody checks their text.
#[derive(BorrowDecode, Deserialize)]
#[bincode(crate = "bincode2")]
struct Skimmed<'a> {
    #[serde(borrow)]
    list: Vec<SkimmedFooBar<'a>>,
    _initialized: bool,
    _fruit: Fruit,
    location: &'a str,
}

#[derive(BorrowDecode, Deserialize)]
#[bincode(crate = "bincode2")]
struct SkimmedFooBar<'a> {
    sibling: Bar,
    _name: &'a [u8],
    _rating: f64,
    _postfix: u8,
}

impl Library for Bincode2 {
    fn name(&self) -> &'static str {
        "bincode 2"
    }

    fn container(&self, value: &workload::Container) -> Result<Vec<Row>, String> {
        let value = Container::from(value.clone());
        Ok(vec![row::<Derive>(&value), row::<Serde>(&value)])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(fields::rows(value))
    }

    fn oplog(&self, value: &Oplog) -> Result<Vec<Row>, String> {
        Ok(oplog::rows(value))
    }
}

fn row<M: Mode>(value: &Container) -> Row {
    let bytes = M::encode(value);
    let mut row = Row::new("bincode 2", "bincode", "2.", M::NAME, bytes.clone());
    row.prove("owned decoding gives the original", M::decode(&bytes) == *value);
    row.prove("borrowed decoding gives the original", M::encode_ref(&M::decode_ref(&bytes)) == bytes);
    encodes::<M>(&mut row, value, &bytes);
    decodes::<M>(&mut row, value, &bytes);
    updates::<M>(&mut row);
    row
}

fn encodes<M: Mode>(row: &mut Row, value: &Container, bytes: &[u8]) {
    row.time(Measure::Build, variant::OWNED, || Container::from(workload::Container::new()));

    let original = value.clone();
    row.time(Measure::Encode, variant::OWNED, move || M::encode(black_box(&original)));

    // The library writes into a slice; the caller brings one that is large enough.
    let mut buffer = vec![0; 2 * bytes.len()];
    let len = M::encode_into(value, &mut buffer);
    row.prove("encoding into a kept buffer gives the same bytes", buffer[..len] == *bytes);
    let original = value.clone();
    row.time_noted(Measure::EncodeReused, variant::OWNED, "encode_into_slice", move || {
        let len = M::encode_into(black_box(&original), &mut buffer);
        black_box(&buffer[..len]);
    });

    let source = bytes.to_vec();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
}

fn decodes<M: Mode>(row: &mut Row, value: &Container, bytes: &[u8]) {
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::OWNED, move || M::decode(black_box(&source)));
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::BORROWED, move || {
        black_box(&M::decode_ref(black_box(&source)));
    });

    row.prove("decode one gives the location", M::skim(bytes).location == value.location);
    row.prove("decode one gives the time", M::skim(bytes).list[1].sibling.time == value.list[1].sibling.time);
    let note = "decodes the whole record, the other strings as bytes";
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || {
        black_box(M::skim(black_box(&source)).location);
    });
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::TIME, note, move || M::skim(black_box(&source)).list[1].sibling.time);
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
    let change = move |source: &Vec<u8>, value: V| {
        let bytes = black_box(source).clone();
        let mut record = M::decode_ref(&bytes);
        set(&mut record, black_box(value));
        M::encode_ref(&record)
    };
    for (source, value) in [(&sources[0], values[1]), (&sources[1], values[0])] {
        let changed = M::decode(&change(source, value));
        row.prove(&format!("updating {variant} changes that field alone"), changed == expected(value));
    }
    let mut held = 0;
    row.time_noted(Measure::UpdateOne, variant, "decode + encode, strings borrowed", move || {
        let source = &sources[held];
        held = 1 - held;
        change(source, values[held])
    });
}
