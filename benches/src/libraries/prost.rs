//! prost: Protocol Buffers by derive, written by hand as protoc would from `schemas/container.proto`.
//!
//! There is no random access, but a message type with fewer fields is a projection: what it does not declare is
//! skipped on the wire. Decode-one uses such types.

mod fields;

use std::hint::black_box;

use prost::Message;

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{self, GROWING_NAMES, NAME, SHORT_NAMES, TIMES, variant};
use crate::workloads::fields::Fields;

/// The library under test.
pub struct Prost;

/// Protocol Buffers have no integers of 8 or 16 bits: `size` here and `postfix` below widen to `u32`.
#[derive(Clone, Copy, PartialEq, Message)]
struct Bar {
    #[prost(int32, tag = "1")]
    time: i32,
    #[prost(float, tag = "2")]
    ratio: f32,
    #[prost(uint32, tag = "3")]
    size: u32,
}

#[derive(Clone, PartialEq, Message)]
struct FooBar {
    #[prost(message, optional, tag = "1")]
    sibling: Option<Bar>,
    #[prost(string, tag = "2")]
    name: String,
    #[prost(double, tag = "3")]
    rating: f64,
    #[prost(uint32, tag = "4")]
    postfix: u32,
}

#[derive(Clone, PartialEq, Message)]
struct Container {
    #[prost(message, repeated, tag = "1")]
    list: Vec<FooBar>,
    #[prost(bool, tag = "2")]
    initialized: bool,
    #[prost(enumeration = "Fruit", tag = "3")]
    fruit: i32,
    #[prost(string, tag = "4")]
    location: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, prost::Enumeration)]
#[repr(i32)]
enum Fruit {
    Apples = 0,
    Pears = 1,
    Bananas = 2,
}

/// [`Container`] without all but its location.
#[derive(Clone, PartialEq, Message)]
struct OnlyLocation {
    #[prost(string, tag = "4")]
    location: String,
}

/// [`Container`] without all but the times in its list.
#[derive(Clone, PartialEq, Message)]
struct OnlyTimes {
    #[prost(message, repeated, tag = "1")]
    list: Vec<OnlySibling>,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct OnlySibling {
    #[prost(message, optional, tag = "1")]
    sibling: Option<OnlyTime>,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct OnlyTime {
    #[prost(int32, tag = "1")]
    time: i32,
}

impl Library for Prost {
    fn name(&self) -> &'static str {
        "prost"
    }

    fn container(&self, value: &container::Container) -> Result<Vec<Row>, String> {
        let encoded = build().encode_to_vec();
        let mut row = Row::new("prost", "prost", "0.14.", "derive", encoded.clone());
        row.prove("decodes to the original", plain(&decode(&encoded)) == *value);

        row.time(Measure::Build, variant::OWNED, build);

        let ready = build();
        row.time(Measure::Encode, variant::OWNED, move || black_box(&ready).encode_to_vec());
        let ready = build();
        let mut buf = Vec::new();
        row.time(Measure::EncodeReused, variant::OWNED, move || {
            encode_into(black_box(&ready), &mut buf);
            black_box(buf.as_slice());
        });

        let bytes = encoded.clone();
        row.time(Measure::DecodeAll, variant::OWNED, move || decode(black_box(&bytes)));

        let note = "walks the record; a message type that declares only this field skips the others";
        let bytes = encoded.clone();
        row.prove("reads the location", location(&bytes) == value.location);
        row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || location(black_box(&bytes)));
        let bytes = encoded.clone();
        row.prove("reads a time in the list", second_time(&bytes) == Some(value.list[1].sibling.time));
        row.time_noted(Measure::DecodeOne, variant::TIME, note, move || second_time(black_box(&bytes)));

        update(&mut row, value, variant::NAME, SHORT_NAMES, set_name, |value, name| {
            value.list[0].name = name.to_owned()
        });
        update(&mut row, value, variant::NAME_LONGER, GROWING_NAMES, set_name, |value, name| {
            value.list[0].name = name.to_owned()
        });
        update(&mut row, value, variant::FIRST_TIME, TIMES, set_time, |value, time| value.list[0].sibling.time = time);

        row.time(Measure::Clone, variant::OWNED, move || black_box(&encoded).clone());
        Ok(vec![row])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(vec![fields::row(value)])
    }
}

/// Times an update between two records, each holding what the other one is about to get.
fn update<T: Copy + 'static>(
    row: &mut Row,
    value: &container::Container,
    field: &'static str,
    values: [T; 2],
    set: impl Fn(&mut Container, T) + Copy + 'static,
    set_plain: impl Fn(&mut container::Container, T),
) {
    let expected = values.map(|new| {
        let mut value = value.clone();
        set_plain(&mut value, new);
        value
    });
    let messages = values.map(|new| {
        let mut message = build();
        set(&mut message, new);
        message
    });
    let sources = messages.each_ref().map(Message::encode_to_vec);
    let replace = move |mut bytes: Vec<u8>, new: T| {
        let mut message = decode(&bytes);
        set(&mut message, new);
        encode_into(&message, &mut bytes);
        bytes
    };
    for turn in [0, 1] {
        let updated = replace(sources[1 - turn].clone(), values[turn]);
        row.prove(&format!("updates {field}"), plain(&decode(&updated)) == expected[turn]);
    }
    let mut turn = 0;
    row.time_noted(Measure::UpdateOne, field, "decode + encode", move || {
        turn = 1 - turn;
        let bytes = black_box(black_box(&sources[1 - turn]).clone());
        replace(bytes, black_box(values[turn]))
    });
}

fn set_name(message: &mut Container, name: &str) {
    name.clone_into(&mut message.list[0].name);
}

fn set_time(message: &mut Container, time: i32) {
    message.list[0].sibling.get_or_insert_default().time = time;
}

fn decode(bytes: &[u8]) -> Container {
    Container::decode(bytes).expect("the bytes were encoded here")
}

fn encode_into(message: &Container, buf: &mut Vec<u8>) {
    buf.clear();
    message.encode(buf).expect("a Vec grows as needed");
}

fn location(bytes: &[u8]) -> String {
    OnlyLocation::decode(bytes).expect("the bytes were encoded here").location
}

fn second_time(bytes: &[u8]) -> Option<i32> {
    let message = OnlyTimes::decode(bytes).expect("the bytes were encoded here");
    Some(message.list.get(1)?.sibling?.time)
}

/// The value of the workload from its constants; that they are the same is proved.
// 3.14159 is the published value of the field, not an approximation of pi that wants its constant.
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn build() -> Container {
    let bar = |i: u8| Bar { time: 123_456 + i32::from(i), ratio: 3.14159 + f32::from(i), size: 10_000 + u32::from(i) };
    let element = |i| FooBar {
        sibling: Some(bar(i)),
        name: NAME.to_owned(),
        rating: 3.141_543_243_244_554_354_3 + f64::from(i),
        postfix: b'!'.into(),
    };
    let list = (0..3).map(element).collect();
    Container { list, initialized: true, fruit: Fruit::Bananas.into(), location: "http://arstechnica.com".to_owned() }
}

/// The message as the workload's own type; for proofs only.
fn plain(message: &Container) -> container::Container {
    let bar = |bar: Bar| container::Bar {
        time: bar.time,
        ratio: bar.ratio,
        size: bar.size.try_into().expect("written from a u16"),
    };
    let element = |element: &FooBar| container::FooBar {
        sibling: bar(element.sibling.expect("always written")),
        name: element.name.clone(),
        rating: element.rating,
        postfix: element.postfix.try_into().expect("written from a u8"),
    };
    let fruit = match message.fruit() {
        Fruit::Apples => container::Fruit::Apples,
        Fruit::Pears => container::Fruit::Pears,
        Fruit::Bananas => container::Fruit::Bananas,
    };
    let list = message.list.iter().map(element).collect();
    container::Container { list, initialized: message.initialized, fruit, location: message.location.clone() }
}
