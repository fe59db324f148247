//! apache-avro: single datums under a schema parsed once, through serde or as the crate's dynamic `Value`.
//!
//! A container file would add a header with the whole schema to every record. The schema and the resolution of its
//! names are prepared before the timing, as any program with more than one record would.

mod fields;

use std::marker::PhantomData;
use std::sync::LazyLock;

use apache_avro::Schema;
use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::types::Value;
use apache_avro::writer::datum::GenericDatumWriter;
use serde::Deserialize;

use crate::library::{Library, Row};
use crate::workloads::container::rows::{self, Rows, Update};
use crate::workloads::container::{Change, Container, Edit, Fruit, NAME, Record};
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
trait Form: Record {
    /// What decode-one does, for the tables.
    const DECODE_ONE: &'static str;

    fn encode(&self, codec: &Codec, buf: &mut Vec<u8>);
    fn decode(codec: &Codec, bytes: &[u8]) -> Self;
    fn location(codec: &Codec, bytes: &[u8]) -> String;
    fn second_time(codec: &Codec, bytes: &[u8]) -> i32;
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

/// A schema that is kept, and a form.
struct Datum<F>(Codec, PhantomData<F>);

impl<F> Default for Datum<F> {
    fn default() -> Self {
        Self(Codec::new(), PhantomData)
    }
}

impl<F: Form> rows::Codec for Datum<F> {
    type Owned = F;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "into a vector of capacity 256";

    fn encode(&mut self, record: &F) -> Vec<u8> {
        let mut buf = Vec::with_capacity(CAPACITY);
        record.encode(&self.0, &mut buf);
        buf
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> F {
        F::decode(&self.0, bytes)
    }
}

impl<F: Form> Update for Datum<F> {
    const UPDATE: &'static str = "decode + encode";

    fn update(&mut self, bytes: &Vec<u8>, change: impl Change) -> Vec<u8> {
        let mut record = F::decode(&self.0, bytes);
        change.apply(&mut record);
        let mut changed = Vec::with_capacity(2 * bytes.len());
        record.encode(&self.0, &mut changed);
        changed
    }
}

fn row<F: Form>(mode: &'static str, value: &Container) -> Row {
    Rows::<Datum<F>>::new("apache-avro", ("apache-avro", ""), mode, value)
        .encode_reused(
            "",
            |_| (Codec::new(), Vec::new()),
            |(codec, buf), record| {
                buf.clear();
                record.encode(codec, buf);
                buf
            },
        )
        .decode_owned()
        .decode_location_owned(F::DECODE_ONE, |Datum(codec, _), bytes| F::location(codec, bytes))
        .decode_time(F::DECODE_ONE, |Datum(codec, _), bytes| F::second_time(codec, bytes))
        .updates()
        .finish()
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
}

impl Form for Value {
    const DECODE_ONE: &'static str = "decodes the whole record";

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
}

impl Edit for Value {
    fn set_name(&mut self, name: &'static str) {
        *field(element(self, 0), "name") = Value::String(name.to_owned());
    }

    fn set_time(&mut self, new: i32) {
        *time(self, 0) = Value::Int(new);
    }
}

impl Record for Value {
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

    /// What serde decodes of the same bytes.
    fn set_texts(&mut self, text: &'static str) {
        *field(self, "location") = Value::String(text.to_owned());
        (0..3).for_each(|index| *field(element(self, index), "name") = Value::String(text.to_owned()));
    }

    fn plain(&self) -> Container {
        let (codec, mut bytes) = (Codec::new(), Vec::new());
        self.encode(&codec, &mut bytes);
        Container::decode(&codec, &bytes)
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
