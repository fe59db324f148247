//! apache-avro: single datums under a schema parsed once, through serde or as the crate's dynamic `Value`.
//!
//! A container file would add a header with the whole schema to every record. The schema and the resolution of its
//! names are prepared before the timing, as any program with more than one record would.

mod fields;

use std::fmt::Debug;
use std::hint::black_box;
use std::sync::LazyLock;

use apache_avro::Schema;
use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::types::Value;
use apache_avro::writer::datum::GenericDatumWriter;
use serde::Deserialize;

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{Container, Fruit, GROWING_NAMES, NAME, SHORT_NAMES, TIMES, variant};
use crate::workloads::fields::Fields;

/// The library under test.
pub struct Avro;

/// What a fresh output vector starts with: the writer appends, and would grow it, by doubling, from nothing.
const CAPACITY: usize = 256;

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema::parse_str(include_str!("../../schemas/container.avsc")).expect("the schema in this repository is valid")
});

/// A schema with its names resolved, for both directions.
struct Codec {
    writer: GenericDatumWriter<'static>,
    reader: GenericDatumReader<'static>,
}

impl Codec {
    fn new() -> Self {
        Self::of(&SCHEMA)
    }

    fn of(schema: &'static Schema) -> Self {
        let expectation = "the schema in this repository resolves";
        let writer = GenericDatumWriter::builder(schema).human_readable(false).build().expect(expectation);
        let reader = GenericDatumReader::builder(schema).human_readable(false).build().expect(expectation);
        Self { writer, reader }
    }
}

/// What a record is in memory.
trait Form: Clone + Debug + PartialEq + Sized + 'static {
    /// What decode-one does, for the tables.
    const DECODE_ONE: &'static str;

    fn build() -> Self;
    fn encode(&self, codec: &Codec, buf: &mut Vec<u8>);
    fn decode(codec: &Codec, bytes: &[u8]) -> Self;
    fn location(codec: &Codec, bytes: &[u8]) -> String;
    fn second_time(codec: &Codec, bytes: &[u8]) -> i32;
    fn set_name(&mut self, name: &str);
    fn set_time(&mut self, time: i32);

    fn to_bytes(&self, codec: &Codec) -> Vec<u8> {
        let mut buf = Vec::with_capacity(CAPACITY);
        self.encode(codec, &mut buf);
        buf
    }
}

impl Library for Avro {
    fn name(&self) -> &'static str {
        "apache-avro"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        Ok(vec![row::<Container>("serde", value), row::<Value>("value", value)])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(fields::rows(value))
    }
}

fn row<F: Form>(mode: &'static str, value: &Container) -> Row {
    let original = F::build();
    let encoded = original.to_bytes(&Codec::new());
    let mut row = Row::new("apache-avro", "apache-avro", "", mode, encoded.clone());
    row.prove("decodes to the original", F::decode(&Codec::new(), &encoded) == original);
    row.prove("serde decodes the same", Container::decode(&Codec::new(), &encoded) == *value);

    row.time(Measure::Build, variant::OWNED, F::build);

    let (codec, ready) = (Codec::new(), original.clone());
    let note = "into a vector of capacity 256";
    row.time_noted(Measure::Encode, variant::OWNED, note, move || black_box(&ready).to_bytes(&codec));
    let (codec, ready, mut buf) = (Codec::new(), original, Vec::new());
    row.time(Measure::EncodeReused, variant::OWNED, move || {
        buf.clear();
        black_box(&ready).encode(&codec, &mut buf);
        black_box(buf.as_slice());
    });

    let (codec, bytes) = (Codec::new(), encoded.clone());
    row.time(Measure::DecodeAll, variant::OWNED, move || F::decode(&codec, black_box(&bytes)));

    let (codec, bytes) = (Codec::new(), encoded.clone());
    row.prove("reads the location", F::location(&codec, &bytes) == value.location);
    row.time_noted(Measure::DecodeOne, variant::LOCATION, F::DECODE_ONE, move || {
        F::location(&codec, black_box(&bytes))
    });
    let (codec, bytes) = (Codec::new(), encoded.clone());
    row.prove("reads a time in the list", F::second_time(&codec, &bytes) == value.list[1].sibling.time);
    row.time_noted(Measure::DecodeOne, variant::TIME, F::DECODE_ONE, move || F::second_time(&codec, black_box(&bytes)));

    update::<F, _>(&mut row, value, variant::NAME, SHORT_NAMES, F::set_name, Container::set_name);
    update::<F, _>(&mut row, value, variant::NAME_LONGER, GROWING_NAMES, F::set_name, Container::set_name);
    update::<F, _>(&mut row, value, variant::FIRST_TIME, TIMES, F::set_time, Container::set_time);

    row.time(Measure::Clone, variant::OWNED, move || black_box(&encoded).clone());
    row
}

/// Times an update between two records, each holding what the other one is about to get.
fn update<F: Form, T: Copy + 'static>(
    row: &mut Row,
    value: &Container,
    field: &'static str,
    values: [T; 2],
    set: impl Fn(&mut F, T) + 'static,
    set_plain: impl Fn(&mut Container, T),
) {
    let expected = values.map(|new| {
        let mut value = value.clone();
        set_plain(&mut value, new);
        value
    });
    let codec = Codec::new();
    let sources = expected.each_ref().map(|value| value.to_bytes(&codec));
    let replace = move |mut bytes: Vec<u8>, new: T| {
        let mut record = F::decode(&codec, &bytes);
        set(&mut record, new);
        bytes.clear();
        record.encode(&codec, &mut bytes);
        bytes
    };
    for turn in [0, 1] {
        let updated = replace(sources[1 - turn].clone(), values[turn]);
        row.prove(&format!("updates {field}"), Container::decode(&Codec::new(), &updated) == expected[turn]);
    }
    let mut turn = 0;
    row.time_noted(Measure::UpdateOne, field, "decode + encode", move || {
        turn = 1 - turn;
        let bytes = black_box(black_box(&sources[1 - turn]).clone());
        replace(bytes, black_box(values[turn]))
    });
}

/// [`Container`] without all but its location; the names are the schema's, which the deserializer compares.
///
/// It passes over undeclared fields, except for records and enums: those have to be declared, if only as empty structs.
#[derive(Deserialize)]
#[serde(rename = "Container")]
#[allow(dead_code)]
struct OnlyLocation {
    list: Vec<SkippedFooBar>,
    fruit: Fruit,
    location: String,
}

#[derive(Deserialize)]
#[serde(rename = "FooBar")]
#[allow(dead_code)]
struct SkippedFooBar {
    sibling: SkippedBar,
}

#[derive(Deserialize)]
#[serde(rename = "Bar")]
struct SkippedBar {}

/// [`Container`] without all but the times in its list.
#[derive(Deserialize)]
#[serde(rename = "Container")]
#[allow(dead_code)]
struct OnlyTimes {
    list: Vec<OnlySibling>,
    fruit: Fruit,
}

#[derive(Deserialize)]
#[serde(rename = "FooBar")]
struct OnlySibling {
    sibling: OnlyTime,
}

#[derive(Deserialize)]
#[serde(rename = "Bar")]
struct OnlyTime {
    time: i32,
}

impl Form for Container {
    const DECODE_ONE: &'static str = "decodes the whole record, into a struct of this field alone";

    fn build() -> Self {
        Self::new()
    }

    fn encode(&self, codec: &Codec, buf: &mut Vec<u8>) {
        codec.writer.write_ser(buf, self).expect("the value has the schema");
    }

    fn decode(codec: &Codec, mut bytes: &[u8]) -> Self {
        codec.reader.read_deser(&mut bytes).expect("the bytes were encoded here")
    }

    fn location(codec: &Codec, mut bytes: &[u8]) -> String {
        codec.reader.read_deser::<OnlyLocation>(&mut bytes).expect("the bytes were encoded here").location
    }

    fn second_time(codec: &Codec, mut bytes: &[u8]) -> i32 {
        codec.reader.read_deser::<OnlyTimes>(&mut bytes).expect("the bytes were encoded here").list[1].sibling.time
    }

    fn set_name(&mut self, name: &str) {
        name.clone_into(&mut self.list[0].name);
    }

    fn set_time(&mut self, time: i32) {
        self.list[0].sibling.time = time;
    }
}

impl Form for Value {
    const DECODE_ONE: &'static str = "decodes the whole record";

    // 3.14159 is the published value of the field, not an approximation of pi that wants its constant.
    #[allow(clippy::approx_constant, clippy::excessive_precision)]
    fn build() -> Self {
        let record = |fields: Vec<(&str, Value)>| {
            Value::Record(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
        };
        let bar = |i: u8| {
            record(vec![
                ("time", Value::Int(123_456 + i32::from(i))),
                ("ratio", Value::Float(3.14159 + f32::from(i))),
                ("size", Value::Int(10_000 + i32::from(i))),
            ])
        };
        let element = |i| {
            record(vec![
                ("sibling", bar(i)),
                ("name", Value::String(NAME.to_owned())),
                ("rating", Value::Double(3.141_543_243_244_554_354_3 + f64::from(i))),
                ("postfix", Value::Int(b'!'.into())),
            ])
        };
        record(vec![
            ("list", Value::Array((0..3).map(element).collect())),
            ("initialized", Value::Boolean(true)),
            ("fruit", Value::Enum(Fruit::Bananas as u32, "Bananas".to_owned())),
            ("location", Value::String("http://arstechnica.com".to_owned())),
        ])
    }

    fn encode(&self, codec: &Codec, buf: &mut Vec<u8>) {
        codec.writer.write_value_ref(buf, self).expect("the value has the schema");
    }

    fn decode(codec: &Codec, mut bytes: &[u8]) -> Self {
        codec.reader.read_value(&mut bytes).expect("the bytes were encoded here")
    }

    fn location(codec: &Codec, bytes: &[u8]) -> String {
        let mut record = Self::decode(codec, bytes);
        match field(&mut record, "location") {
            Value::String(location) => std::mem::take(location),
            other => unreachable!("the schema says string, not {other:?}"),
        }
    }

    fn second_time(codec: &Codec, bytes: &[u8]) -> i32 {
        match time(&mut Self::decode(codec, bytes), 1) {
            Value::Int(time) => *time,
            other => unreachable!("the schema says int, not {other:?}"),
        }
    }

    fn set_name(&mut self, name: &str) {
        *field(element(self, 0), "name") = Value::String(name.to_owned());
    }

    fn set_time(&mut self, new: i32) {
        *time(self, 0) = Value::Int(new);
    }
}

fn time(record: &mut Value, index: usize) -> &mut Value {
    field(field(element(record, index), "sibling"), "time")
}

fn element(record: &mut Value, index: usize) -> &mut Value {
    match field(record, "list") {
        Value::Array(list) => &mut list[index],
        other => unreachable!("the schema says array, not {other:?}"),
    }
}

fn field<'a>(record: &'a mut Value, name: &str) -> &'a mut Value {
    let Value::Record(fields) = record else { unreachable!("the schema says record") };
    fields.iter_mut().find(|(field, _)| field == name).map(|(_, value)| value).expect("the schema has the field")
}
