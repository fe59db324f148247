//! rkyv: archived types read in place, either validated or trusted; scalars, and text of the same length, set in place
//! through `Seal`.
//!
//! Every buffer here is an `AlignedVec`, which is what rkyv writes and what reading in place needs.

mod fields;
mod oplog;

use std::hint::black_box;

use rkyv::munge::munge;
use rkyv::rancor::Error;
use rkyv::seal::Seal;
use rkyv::ser::allocator::Arena;
use rkyv::string::ArchivedString;
use rkyv::util::AlignedVec;
use rkyv::vec::ArchivedVec;
use rkyv::{Archive, Deserialize, Serialize};

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{self, GROWING_NAMES, NAME, SHORT_NAMES, TIMES, variant};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Rkyv;

#[derive(Clone, Debug, PartialEq, Archive, Serialize, Deserialize)]
struct Container {
    list: Vec<FooBar>,
    initialized: bool,
    fruit: Fruit,
    location: String,
}

#[derive(Clone, Debug, PartialEq, Archive, Serialize, Deserialize)]
struct FooBar {
    sibling: Bar,
    name: String,
    rating: f64,
    postfix: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Archive, Serialize, Deserialize)]
struct Bar {
    time: i32,
    ratio: f32,
    size: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Archive, Serialize, Deserialize)]
enum Fruit {
    Apples,
    Pears,
    Bananas,
}

/// What a fresh output vector starts with: an archive of unknown size would grow it, by doubling, from nothing.
const CAPACITY: usize = 256;

/// How bytes become an archived root.
trait Access: 'static {
    fn root(bytes: &[u8]) -> &ArchivedContainer;
    fn root_mut(bytes: &mut [u8]) -> Seal<'_, ArchivedContainer>;
    fn owned(bytes: &[u8]) -> Container;
}

struct Validated;

impl Access for Validated {
    fn root(bytes: &[u8]) -> &ArchivedContainer {
        rkyv::access::<_, Error>(bytes).expect("the bytes were encoded here")
    }

    fn root_mut(bytes: &mut [u8]) -> Seal<'_, ArchivedContainer> {
        rkyv::access_mut::<_, Error>(bytes).expect("the bytes were encoded here")
    }

    fn owned(bytes: &[u8]) -> Container {
        rkyv::from_bytes::<_, Error>(bytes).expect("the bytes were encoded here")
    }
}

struct Unchecked;

// SAFETY of all three: the rows pass only whole aligned buffers that `encode` made from a Container in this process, or
// that a `Seal` has changed since.
impl Access for Unchecked {
    fn root(bytes: &[u8]) -> &ArchivedContainer {
        // SAFETY: see above.
        unsafe { rkyv::access_unchecked(bytes) }
    }

    fn root_mut(bytes: &mut [u8]) -> Seal<'_, ArchivedContainer> {
        // SAFETY: see above.
        unsafe { rkyv::access_unchecked_mut(bytes) }
    }

    fn owned(bytes: &[u8]) -> Container {
        // SAFETY: see above.
        unsafe { rkyv::from_bytes_unchecked::<_, Error>(bytes) }.expect("the bytes were encoded here")
    }
}

impl Library for Rkyv {
    fn name(&self) -> &'static str {
        "rkyv"
    }

    fn container(&self, value: &container::Container) -> Result<Vec<Row>, String> {
        let encoded = encode(&build());
        let row = |mode| Row::new("rkyv", "rkyv", "0.8.", mode, encoded.to_vec()).borrowed();
        let mut validated = row("validated");
        let mut unchecked = row("unchecked").unchecked();
        measure::<Validated>(&mut validated, value);
        measure::<Unchecked>(&mut unchecked, value);

        validated.time(Measure::Verify, variant::OWNED, move || {
            rkyv::access::<ArchivedContainer, Error>(black_box(&encoded)).is_ok()
        });
        Ok(vec![validated, unchecked])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(fields::rows(value))
    }

    fn oplog(&self, value: &Oplog) -> Result<Vec<Row>, String> {
        Ok(oplog::rows(value))
    }
}

fn measure<A: Access>(row: &mut Row, value: &container::Container) {
    let encoded = encode(&build());
    row.prove("in-place reads give the original", read(A::root(&encoded)) == *value);
    row.prove("deserializes to the original", A::owned(&encoded) == build());

    row.time(Measure::Build, variant::OWNED, build);

    let ready = build();
    let note = "output is an AlignedVec, of capacity 256 from the start";
    row.time_noted(Measure::Encode, variant::OWNED, note, move || encode(black_box(&ready)));
    let ready = build();
    let (mut buf, mut arena) = (AlignedVec::new(), Arena::new());
    row.time_noted(Measure::EncodeReused, variant::OWNED, "output is an AlignedVec", move || {
        buf = encode_into(black_box(&ready), std::mem::take(&mut buf), &mut arena);
        black_box(buf.as_slice());
    });

    let bytes = encoded.clone();
    row.time(Measure::DecodeAll, variant::OWNED, move || A::owned(black_box(&bytes)));
    let bytes = encoded.clone();
    row.time(Measure::DecodeAll, variant::BORROWED, move || read_all(A::root(black_box(&bytes))));

    let bytes = encoded.clone();
    row.prove("reads the location", A::root(&bytes).location.as_str() == value.location);
    row.time(Measure::DecodeOne, variant::LOCATION, move || {
        black_box(A::root(black_box(&bytes)).location.as_str());
    });
    let bytes = encoded.clone();
    row.prove("reads a time in the list", second_time::<A>(&bytes) == value.list[1].sibling.time);
    row.time(Measure::DecodeOne, variant::TIME, move || second_time::<A>(black_box(&bytes)));

    let named = |record: &mut Container, name: &str| name.clone_into(&mut record.list[0].name);
    let timed = |record: &mut Container, time| record.list[0].sibling.time = time;
    update_in_place::<A, _>(row, value, variant::NAME, SHORT_NAMES, named, set_first_name);
    update_in_place::<A, _>(row, value, variant::FIRST_TIME, TIMES, timed, set_first_time);
    update_name_longer::<A>(row, value);

    row.time_noted(Measure::Clone, variant::OWNED, "clone of an AlignedVec", move || black_box(&encoded).clone());
}

/// Times an update of a name to a longer one and back, which no archive can take in place.
fn update_name_longer<A: Access>(row: &mut Row, value: &container::Container) {
    let (field, names) = (variant::NAME_LONGER, GROWING_NAMES);
    let expected = names.map(|name| {
        let mut value = value.clone();
        name.clone_into(&mut value.list[0].name);
        value
    });
    let sources = names.map(|name| {
        let mut value = build();
        name.clone_into(&mut value.list[0].name);
        encode(&value)
    });
    let mut arena = Arena::new();
    let mut replace = move |mut bytes: AlignedVec, name: &str| {
        let mut value = A::owned(&bytes);
        name.clone_into(&mut value.list[0].name);
        bytes.clear();
        encode_into(&value, bytes, &mut arena)
    };
    for turn in [0, 1] {
        let updated = replace(sources[1 - turn].clone(), names[turn]);
        row.prove(&format!("updates {field}"), read(Validated::root(&updated)) == expected[turn]);
    }
    row.time_turns(Measure::UpdateOne, field, "deserialize + serialize; the buffer is an AlignedVec", move |turn| {
        let bytes = black_box(black_box(&sources[1 - turn]).clone());
        replace(bytes, black_box(names[turn]))
    });
}

/// Times an update that is made in place, between two values of one length: in a clone of the buffer, then in one buffer
/// over and over. `change` does to the record what `set` does to its archive.
fn update_in_place<A: Access, V: Copy + 'static>(
    row: &mut Row,
    value: &container::Container,
    field: &'static str,
    values: [V; 2],
    change: impl Fn(&mut Container, V),
    set: fn(Seal<'_, ArchivedContainer>, V),
) {
    let records = values.map(|value| {
        let mut record = build();
        change(&mut record, value);
        record
    });
    let sources = records.map(|record| encode(&record));
    let same = |bytes: &AlignedVec, expected: &AlignedVec| {
        let read = [bytes, expected].map(|bytes| read(Validated::root(bytes)));
        read[0] == read[1] && read[0] != *value
    };
    for turn in [0, 1] {
        let mut bytes = sources[1 - turn].clone();
        set(A::root_mut(&mut bytes), values[turn]);
        row.prove(&format!("updates {field}"), same(&bytes, &sources[turn]));
    }
    let mut bytes = sources[0].clone();
    row.time_turns(Measure::UpdateOne, field, "set in place in a clone, an AlignedVec", move |turn| {
        let mut bytes = black_box(black_box(&sources[1 - turn]).clone());
        set(A::root_mut(&mut bytes), black_box(values[turn]));
        bytes
    });
    row.time_turns(Measure::UpdateOneInPlace, field, "", move |turn| {
        set(A::root_mut(black_box(&mut bytes)), black_box(values[turn]));
        black_box(bytes.as_slice());
    });
}

fn set_first_name(root: Seal<'_, ArchivedContainer>, new: &str) {
    munge!(let ArchivedContainer { list, .. } = root);
    munge!(let ArchivedFooBar { name, .. } = ArchivedVec::as_slice_seal(list).index(0));
    overwrite(ArchivedString::as_str_seal(name), new);
}

/// Writes a text over one of the same length.
pub fn overwrite(text: Seal<'_, str>, new: &str) {
    // SAFETY: the bytes become those of another text.
    unsafe { text.unseal().as_bytes_mut() }.copy_from_slice(new.as_bytes());
}

fn set_first_time(root: Seal<'_, ArchivedContainer>, new: i32) {
    munge!(let ArchivedContainer { list, .. } = root);
    munge!(let ArchivedFooBar { sibling, .. } = ArchivedVec::as_slice_seal(list).index(0));
    munge!(let ArchivedBar { mut time, .. } = sibling);
    *time = new.into();
}

fn encode(value: &Container) -> AlignedVec {
    rkyv::api::high::to_bytes_in::<_, Error>(value, AlignedVec::with_capacity(CAPACITY))
        .expect("memory for the archive")
}

fn encode_into(value: &Container, mut buf: AlignedVec, arena: &mut Arena) -> AlignedVec {
    buf.clear();
    rkyv::api::high::to_bytes_in_with_alloc::<_, _, Error>(value, buf, arena.acquire()).expect("memory for the archive")
}

/// Reads every field in the buffer.
fn read_all(root: &ArchivedContainer) {
    for element in root.list.iter() {
        black_box(element.sibling.time.to_native());
        black_box(element.sibling.ratio.to_native());
        black_box(element.sibling.size.to_native());
        black_box(element.name.as_str());
        black_box(element.rating.to_native());
        black_box(element.postfix);
    }
    black_box(root.initialized);
    black_box(&root.fruit);
    black_box(root.location.as_str());
}

fn second_time<A: Access>(bytes: &[u8]) -> i32 {
    A::root(bytes).list[1].sibling.time.to_native()
}

/// The record as the workload's own type, by in-place reads; for proofs only.
fn read(root: &ArchivedContainer) -> container::Container {
    let bar = |bar: &ArchivedBar| container::Bar {
        time: bar.time.to_native(),
        ratio: bar.ratio.to_native(),
        size: bar.size.to_native(),
    };
    let element = |element: &ArchivedFooBar| container::FooBar {
        sibling: bar(&element.sibling),
        name: element.name.as_str().to_owned(),
        rating: element.rating.to_native(),
        postfix: element.postfix,
    };
    let fruit = match root.fruit {
        ArchivedFruit::Apples => container::Fruit::Apples,
        ArchivedFruit::Pears => container::Fruit::Pears,
        ArchivedFruit::Bananas => container::Fruit::Bananas,
    };
    let list = root.list.iter().map(element).collect();
    container::Container { list, initialized: root.initialized, fruit, location: root.location.as_str().to_owned() }
}

/// The value of the workload from its constants; that they are the same is proved.
// 3.14159 is the published value of the field, not an approximation of pi that wants its constant.
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn build() -> Container {
    let bar = |i: u8| Bar { time: 123_456 + i32::from(i), ratio: 3.14159 + f32::from(i), size: 10_000 + u16::from(i) };
    let element = |i| FooBar {
        sibling: bar(i),
        name: NAME.to_owned(),
        rating: 3.141_543_243_244_554_354_3 + f64::from(i),
        postfix: b'!',
    };
    let list = (0..3).map(element).collect();
    Container { list, initialized: true, fruit: Fruit::Bananas, location: "http://arstechnica.com".to_owned() }
}
