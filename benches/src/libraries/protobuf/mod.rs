//! rust-protobuf: Protocol Buffers by generated code.
//!
//! `container_generated.rs` comes from `schemas/container.proto` by `protobuf-codegen` of the very version of the
//! runtime (the generated code insists on it), with `pure()` and `Customize::lite_runtime(true)`. Decode-one walks the
//! wire with the crate's input stream: a message type with fewer fields would keep the others as unknown fields.

#[rustfmt::skip]
mod container_generated;

use std::hint::black_box;

use protobuf::rt::WireType;
use protobuf::{CodedInputStream, Message, MessageField};

use self::container_generated as pb;
use crate::library::{Library, Measure, Row};
use crate::workloads::container::{Bar, Container, FooBar, Fruit, GROWING_NAMES, NAME, SHORT_NAMES, TIMES, variant};
use crate::workloads::fields::Fields;

/// The library under test.
pub struct Protobuf;

impl Library for Protobuf {
    fn name(&self) -> &'static str {
        "protobuf"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let encoded = encode(&build());
        let mut row = Row::new("protobuf", "protobuf", "3.7.", "generated", encoded.clone());
        row.prove("decodes to the original", plain(&decode(&encoded)) == *value);

        row.time(Measure::Build, variant::OWNED, build);

        let ready = build();
        row.time(Measure::Encode, variant::OWNED, move || encode(black_box(&ready)));
        let ready = build();
        let mut buf = Vec::new();
        row.time(Measure::EncodeReused, variant::OWNED, move || {
            encode_into(black_box(&ready), &mut buf);
            black_box(buf.as_slice());
        });

        let bytes = encoded.clone();
        row.time(Measure::DecodeAll, variant::OWNED, move || decode(black_box(&bytes)));

        let note = "walks the record and skips the other fields";
        let bytes = encoded.clone();
        row.prove("reads the location", location(&bytes).as_ref() == Ok(&value.location));
        row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || location(black_box(&bytes)));
        let note = "walks the record up to the field";
        let bytes = encoded.clone();
        row.prove("reads a time in the list", second_time(&bytes) == Ok(value.list[1].sibling.time));
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

    fn fields(&self, _value: &Fields) -> Result<Vec<Row>, String> {
        Err("no i8 and i16".to_owned())
    }
}

/// Times an update between two records, each holding what the other one is about to get.
fn update<T: Copy + 'static>(
    row: &mut Row,
    value: &Container,
    field: &'static str,
    values: [T; 2],
    set: impl Fn(&mut pb::Container, T) + Copy + 'static,
    set_plain: impl Fn(&mut Container, T),
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
    let sources = messages.each_ref().map(encode);
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

fn set_name(message: &mut pb::Container, name: &str) {
    name.clone_into(&mut message.list[0].name);
}

fn set_time(message: &mut pb::Container, time: i32) {
    message.list[0].sibling.mut_or_insert_default().time = time;
}

fn encode(message: &pb::Container) -> Vec<u8> {
    message.write_to_bytes().expect("no field is required in proto3")
}

fn encode_into(message: &pb::Container, buf: &mut Vec<u8>) {
    buf.clear();
    message.write_to_vec(buf).expect("no field is required in proto3");
}

fn decode(bytes: &[u8]) -> pb::Container {
    pb::Container::parse_from_bytes(bytes).expect("the bytes were encoded here")
}

/// Moves to the next field numbered `field` of a message that ends at the stream's limit; false if there is none.
fn seek(input: &mut CodedInputStream, field: u32) -> Result<bool, &'static str> {
    while let Some(tag) = input.read_raw_tag_or_eof().map_err(|_| "no tag")? {
        if tag >> 3 == field {
            return Ok(true);
        }
        let wire_type = WireType::new(tag & 7).ok_or("no such wire type")?;
        input.skip_field(wire_type).map_err(|_| "cut short")?;
    }
    Ok(false)
}

/// Enters the message at the stream's position; gives the limit to restore on leaving it.
fn enter(input: &mut CodedInputStream) -> Result<u64, &'static str> {
    let len = input.read_raw_varint64().map_err(|_| "no length")?;
    input.push_limit(len).map_err(|_| "longer than what holds it")
}

fn location(bytes: &[u8]) -> Result<String, &'static str> {
    let mut input = CodedInputStream::from_bytes(bytes);
    let mut location = String::new();
    // The last occurrence of a field counts.
    while seek(&mut input, 4)? {
        location = input.read_string().map_err(|_| "no string")?;
    }
    Ok(location)
}

fn second_time(bytes: &[u8]) -> Result<i32, &'static str> {
    let mut input = CodedInputStream::from_bytes(bytes);
    if !seek(&mut input, 1)? {
        return Err("an empty list");
    }
    input.skip_field(WireType::LengthDelimited).map_err(|_| "cut short")?;
    if !seek(&mut input, 1)? {
        return Err("a list of one");
    }
    enter(&mut input)?;
    let mut time = 0;
    // A message that occurs again is merged, so the last occurrence counts here too.
    while seek(&mut input, 1)? {
        let outer = enter(&mut input)?;
        while seek(&mut input, 1)? {
            time = input.read_int32().map_err(|_| "no integer")?;
        }
        input.pop_limit(outer);
    }
    Ok(time)
}

/// The value of the workload from its constants; that they are the same is proved.
// 3.14159 is the published value of the field, not an approximation of pi that wants its constant.
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn build() -> pb::Container {
    // Protocol Buffers have no integers of 8 or 16 bits: `size` and `postfix` widen to `u32`.
    let bar = |i: u8| pb::Bar {
        time: 123_456 + i32::from(i),
        ratio: 3.14159 + f32::from(i),
        size: 10_000 + u32::from(i),
        ..Default::default()
    };
    let element = |i| pb::FooBar {
        sibling: MessageField::some(bar(i)),
        name: NAME.to_owned(),
        rating: 3.141_543_243_244_554_354_3 + f64::from(i),
        postfix: b'!'.into(),
        ..Default::default()
    };
    pb::Container {
        list: (0..3).map(element).collect(),
        initialized: true,
        fruit: pb::Fruit::BANANAS.into(),
        location: "http://arstechnica.com".to_owned(),
        ..Default::default()
    }
}

/// The message as the workload's own type; for proofs only.
fn plain(message: &pb::Container) -> Container {
    let bar = |bar: &pb::Bar| Bar {
        time: bar.time,
        ratio: bar.ratio,
        size: bar.size.try_into().expect("written from a u16"),
    };
    let element = |element: &pb::FooBar| FooBar {
        sibling: bar(&element.sibling),
        name: element.name.clone(),
        rating: element.rating,
        postfix: element.postfix.try_into().expect("written from a u8"),
    };
    let fruit = match message.fruit.enum_value().expect("written from a Fruit") {
        pb::Fruit::APPLES => Fruit::Apples,
        pb::Fruit::PEARS => Fruit::Pears,
        pb::Fruit::BANANAS => Fruit::Bananas,
    };
    let list = message.list.iter().map(element).collect();
    Container { list, initialized: message.initialized, fruit, location: message.location.clone() }
}
