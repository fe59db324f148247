//! A builder against a record that gets the same calls: by handles, in any order, with calls that fail among them.

use proptest::prelude::*;
use vellum::{Handle, Record, RecordBuilder, Result, Schema, dynamic::Dynamic, field::VariantName};

const TEXT: &str = "
    enum Colour { red, green, blue }
    union Mark { none, text: string, number: u64 }
    frozen struct Size { x: i32, y: f32, deep: bool }
    struct Part { weight: f64, name: string, ids: list<u64>, open: bool, shut: bool }
    struct Line { size: Size, item: string, count: u32 = 1, sizes: list<u16>, parts: list<Part>, note: string? }
    struct Home { city: string, streets: list<string>, rooms: list<Part> }
    struct Order {
        done: bool, sent: bool, total: u32 = 7, customer: string, lines: list<Line>, tags: list<string>, hints: list<string?>,
        home: Home, second: Home?, colour: Colour, marks: list<Mark>, spare: list<Part?>, votes: map<string, u32>, age: u16?,
        motto: string = \"none\", short: string max 4, flags: list<bool>, places: array<Size, 2>, bytes: bytes
    }
    root Order;";

struct Handles {
    done: Handle<bool>,
    sent: Handle<bool>,
    total: Handle<u32>,
    customer: Handle<str>,
    line: Handle<Dynamic>,
    x: Handle<i32>,
    deep: Handle<bool>,
    item: Handle<str>,
    count: Handle<u32>,
    size: Handle<u16>,
    part: Handle<Dynamic>,
    weight: Handle<f64>,
    name: Handle<str>,
    id: Handle<u64>,
    shut: Handle<bool>,
    note: Handle<str>,
    tag: Handle<str>,
    hint: Handle<str>,
    city: Handle<str>,
    street: Handle<str>,
    room: Handle<Dynamic>,
    room_name: Handle<str>,
    second_city: Handle<str>,
    second_street: Handle<str>,
    colour: Handle<VariantName>,
    mark: Handle<VariantName>,
    spare: Handle<Dynamic>,
    vote: Handle<u32>,
    age: Handle<u16>,
    motto: Handle<str>,
    short: Handle<str>,
    flag: Handle<bool>,
    place: Handle<i32>,
    bytes: Handle<[u8]>,
}

impl Handles {
    fn new(schema: &Schema) -> Result<Self> {
        Ok(Self {
            done: schema.field("done")?,
            sent: schema.field("sent")?,
            total: schema.field("total")?,
            customer: schema.field("customer")?,
            line: schema.field("lines[]")?,
            x: schema.field("lines[].size.x")?,
            deep: schema.field("lines[].size.deep")?,
            item: schema.field("lines[].item")?,
            count: schema.field("lines[].count")?,
            size: schema.field("lines[].sizes[]")?,
            part: schema.field("lines[].parts[]")?,
            weight: schema.field("lines[].parts[].weight")?,
            name: schema.field("lines[].parts[].name")?,
            id: schema.field("lines[].parts[].ids[]")?,
            shut: schema.field("lines[].parts[].shut")?,
            note: schema.field("lines[].note")?,
            tag: schema.field("tags[]")?,
            hint: schema.field("hints[]")?,
            city: schema.field("home.city")?,
            street: schema.field("home.streets[]")?,
            room: schema.field("home.rooms[]")?,
            room_name: schema.field("home.rooms[].name")?,
            second_city: schema.field("second.city")?,
            second_street: schema.field("second.streets[]")?,
            colour: schema.field("colour")?,
            mark: schema.field("marks[]")?,
            spare: schema.field("spare[]")?,
            vote: schema.field("votes[]")?,
            age: schema.field("age")?,
            motto: schema.field("motto")?,
            short: schema.field("short")?,
            flag: schema.field("flags[]")?,
            place: schema.field("places[].x")?,
            bytes: schema.field("bytes")?,
        })
    }
}

#[derive(Clone, Debug)]
struct Call {
    kind: u8,
    at: usize,
    inner: usize,
    number: u32,
    text: String,
}

fn call() -> impl Strategy<Value = Call> {
    let text = prop_oneof![6 => "[a-zé]{0,9}", 1 => "[a-z]{120,140}"];
    (0..47u8, 0..5usize, 0..4usize, any::<u32>(), text).prop_map(|(kind, at, inner, number, text)| Call {
        kind,
        at,
        inner,
        number,
        text,
    })
}

/// Makes one call of a builder or of a record: their methods have the same names.
macro_rules! make {
    ($to:expr, $handles:expr, $call:expr) => {{
        let (to, h) = (&mut *$to, $handles);
        let Call { kind, at, inner, number, ref text } = *$call;
        match kind {
            0 => to.set(&h.done, number % 2 == 0),
            1 => to.set(&h.sent, number % 2 == 0),
            2 => to.set(&h.total, number % 9),
            3 => to.set(&h.customer, text.as_str()),
            4..8 => to.push_default(&h.line),
            8 => to.set(h.x.at(at), number.cast_signed()),
            9 => to.set(h.deep.at(at), number % 2 == 0),
            10 | 11 => to.set(h.item.at(at), text.as_str()),
            12 => to.set(h.count.at(at), number % 3),
            13..16 => to.push(h.size.at(at), (number & 0xFFFF) as u16),
            16..19 => to.push_default(h.part.at(at)),
            19 => to.set(h.weight.at(at).at(inner), f64::from(number)),
            20 => to.set(h.name.at(at).at(inner), text.as_str()),
            21 => to.push(h.id.at(at).at(inner), u64::from(number)),
            22 => to.set(h.shut.at(at).at(inner), number % 2 == 0),
            23 => to.set(h.note.at(at), text.as_str()),
            24 | 25 => to.push(&h.tag, text.as_str()),
            26 => to.push(&h.hint, text.as_str()),
            27 => to.set(&h.city, text.as_str()),
            28 => to.push(&h.street, text.as_str()),
            29 => to.push_default(&h.room),
            30 => to.set(h.room_name.at(at), text.as_str()),
            31 => to.set(&h.second_city, text.as_str()),
            32 => to.push(&h.second_street, text.as_str()),
            33 => to.set(&h.colour, ["red", "green", "blue", "grey"][at % 4]),
            34 => to.push(&h.mark, ["none", "text", "number"][at % 3]),
            35 => to.push_default(&h.spare),
            36 => to.set(h.vote.at(text.as_str()), number),
            37 => to.set(&h.age, (number & 0xFF) as u16),
            38 => to.set(&h.motto, if at == 0 { "none" } else { text.as_str() }),
            39 => to.set(&h.short, text.as_str()),
            40 => to.push(&h.flag, number % 2 == 0),
            41 => to.set(h.place.at(inner), number.cast_signed()),
            42 => to.set(&h.bytes, text.as_bytes()),
            43 => match inner {
                0 => to.clear("lines"),
                1 => to.clear(&h.customer),
                2 => to.clear(h.item.at(at)),
                _ => to.clear("second"),
            },
            44 => match inner {
                0 => to.insert(h.tag.at(at), text.as_str()),
                1 => to.extend_from_slice(h.size.at(at), &[1, 2, 3]),
                2 => to.make_list(h.part.at(at)),
                _ => to.set("lines[0].item", text.as_str()),
            },
            // Too few indices, too many, and a list that is none.
            45 => match inner {
                0 => to.set(&h.item, text.as_str()),
                1 => to.set(h.customer.at(at), text.as_str()),
                2 => to.push(&h.customer, text.as_str()),
                _ => to.push(&h.size, 5),
            },
            // A field of elements is no list, whatever was appended last.
            _ => match inner {
                0 => to.push(&h.count, number),
                1 => to.push(&h.item, text.as_str()),
                2 => to.push_default(&h.x),
                _ => to.push(h.weight.at(at), 0.5),
            },
        }
    }};
}

fn shown(result: Result<()>) -> std::result::Result<(), String> {
    result.map_err(|error| error.to_string())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn a_builder_makes_what_a_record_becomes_by_the_same_calls(
        records in prop::collection::vec(prop::collection::vec(call(), 0..120), 1..3),
    ) {
        let schema = Schema::parse(TEXT).unwrap();
        let handles = Handles::new(&schema).unwrap();
        let (mut builder, mut bytes) = (RecordBuilder::new(&schema), Vec::new());
        for calls in &records {
            builder.reset();
            let mut record = Record::new(&schema);
            for (number, call) in calls.iter().enumerate() {
                prop_assert_eq!(shown(make!(&mut builder, &handles, call)), shown(make!(&mut record, &handles, call)));
                if number % 16 == 0 {
                    builder.finish_into(&mut bytes).unwrap();
                    schema.prove(&bytes).unwrap();
                }
            }
            prop_assert_eq!(format!("{:?}", builder.as_record()), format!("{record:?}"));
            record.compact().unwrap();
            builder.finish_into(&mut bytes).unwrap();
            prop_assert_eq!(&bytes, record.as_bytes());
            schema.prove(&bytes).unwrap();
        }
    }
}
