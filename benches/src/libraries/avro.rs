//! apache-avro: single datums under a schema parsed once, through serde or as the crate's dynamic
//! `Value`.
//!
//! A container file would add a header with the whole schema to every record. The schema and the
//! resolution of its names are prepared before the timing, as any program with more than one record
//! would.

use std::marker::PhantomData;
use std::sync::LazyLock;

use apache_avro::Schema;
use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::types::Value;
use apache_avro::writer::datum::GenericDatumWriter;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::format::{Decode, Encode, Format, Owned};
use crate::library::{Library, NOT_ADDED, OWN_BYTES};
use crate::workloads::container::{Container, Fruit, Second};
use crate::workloads::fields::Fields;
use crate::workloads::format::{self, one};
use crate::workloads::trees::{self, Codec, Found, Leaf, Tree, arrays};

pub const LIBRARY: Library = Library {
    name: "apache-avro",
    container: Ok(|value| {
        vec![
            format::rows::<_, Serde<Container>>(value).reads_time().finish(),
            trees::container::<Dynamic<Container>>(value),
        ]
    }),
    fields: Ok(|value| {
        let serde = format::rows::<_, Serde<Fields>>(value).finish();
        let mut dynamic = trees::fields::<Dynamic<Fields>>(value);
        dynamic.prove("the bytes are those of serde", dynamic.encoded == serde.encoded);
        vec![serde, dynamic]
    }),
    oplog: NOT_ADDED,
};

/// The capacity of a fresh output vector.
const CAPACITY: usize = 256;

const INTO_VECTOR: &str = "into a vector of capacity 256";
const OWN_SCHEMA: &str = "the value has the schema";

/// A writer and a reader of one schema.
struct Datum {
    writer: GenericDatumWriter<'static>,
    reader: GenericDatumReader<'static>,
}

/// A record with its schema, parsed and resolved once.
trait Described: 'static {
    fn datum() -> &'static Datum;
}

macro_rules! described {
    ($Record:ty, $file:literal) => {
        impl Described for $Record {
            fn datum() -> &'static Datum {
                static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
                    Schema::parse_str(include_str!($file)).expect("the schema in this repository is valid")
                });
                static DATUM: LazyLock<Datum> = LazyLock::new(|| {
                    let expectation = "the schema in this repository resolves";
                    let writer = GenericDatumWriter::builder(&SCHEMA).human_readable(false).build();
                    let reader = GenericDatumReader::builder(&SCHEMA).human_readable(false).build();
                    Datum { writer: writer.expect(expectation), reader: reader.expect(expectation) }
                });
                &DATUM
            }
        }
    };
}
described!(Container, "../../schemas/container.avsc");
described!(Fields, "../../schemas/fields.avsc");

/// Through serde, under the schema of the record `R`.
struct Serde<R>(PhantomData<R>);

impl<R> Default for Serde<R> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<R: Described> Format for Serde<R> {
    const LIBRARY: &'static str = "apache-avro";
    const PACKAGE: (&'static str, &'static str) = ("apache-avro", "");
    const MODE: &'static str = "serde";
    const ENCODE: &'static str = INTO_VECTOR;
    const CAPACITY: usize = CAPACITY;
    type One = Alone;
    type Strings = Owned;
}

impl<R: Described, T: serde::Serialize> Encode<T> for Serde<R> {
    #[inline(never)]
    fn encode_into<'k>(&'k mut self, value: &T, buffer: &'k mut Vec<u8>) -> &'k [u8] {
        buffer.clear();
        R::datum().writer.write_ser(buffer, value).expect(OWN_SCHEMA);
        buffer
    }
}

impl<R: Described, T: DeserializeOwned> Decode<'_, T> for Serde<R> {
    #[inline(never)]
    fn decode(&mut self, mut bytes: &[u8]) -> T {
        R::datum().reader.read_deser(&mut bytes).expect(OWN_BYTES)
    }
}

/// By a struct of this field alone.
struct Alone;

const ALONE: &str = "decodes the whole record, into a struct of this field alone";

one!(Container, Alone, ALONE, OnlyLocation, |read| read.location => String);
one!(Fields, Alone, ALONE, OnlyThirdString, |read| read.third_field_of_type_string => String);

impl<R: Described> Second<Serde<R>> for Alone {
    const NOTE: &'static str = ALONE;

    fn time(format: &mut Serde<R>, bytes: &[u8]) -> i32 {
        let read: OnlyTimes = format.decode(bytes);
        read.list[1].sibling.time
    }
}

#[derive(Deserialize)]
#[serde(rename = "Fields")]
struct OnlyThirdString {
    third_field_of_type_string: String,
}

/// [`Container`] without all but its location; the names are the schema's, which the deserializer
/// compares.
///
/// It passes over undeclared fields, except for records and enums: those have to be declared, if
/// only as empty structs.
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

/// As dynamic values, under the schema of the record `R`.
struct Dynamic<R>(PhantomData<R>);

impl<R> Default for Dynamic<R> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<R: Described> Codec for Dynamic<R> {
    type Tree = Value;
    type Ref<'t> = Value;
    type Bytes = Vec<u8>;

    const LIBRARY: &'static str = "apache-avro";
    const PACKAGE: (&'static str, &'static str) = ("apache-avro", "");
    const MODE: &'static str = "value";
    const ENCODE: &'static str = INTO_VECTOR;
    const REUSE: Option<&'static str> = Some("");

    fn encode(tree: &Value) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(CAPACITY);
        Self::encode_into(tree, &mut bytes);
        bytes
    }

    fn decode_ref(bytes: &Vec<u8>) -> Value {
        Self::decode(bytes)
    }

    fn encode_changed(tree: Value, len: usize) -> Vec<u8> {
        // The old length tells how much room the new bytes need, with some to grow.
        let mut bytes = Vec::with_capacity(2 * len);
        Self::encode_into(&tree, &mut bytes);
        bytes
    }

    #[inline(never)]
    fn encode_into(tree: &Value, buffer: &mut Vec<u8>) {
        R::datum().writer.write_value_ref(buffer, tree).expect(OWN_SCHEMA);
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> Value {
        R::datum().reader.read_value(&mut bytes.as_slice()).expect(OWN_BYTES)
    }
}

impl Tree<'_> for Value {
    fn leaf(leaf: Leaf<'_>) -> Self {
        match leaf {
            Leaf::Bool(value) => Self::Boolean(value),
            Leaf::U8(value) => Self::Int(value.into()),
            Leaf::U16(value) => Self::Int(value.into()),
            Leaf::U32(value) => Self::Long(value.into()),
            // The format has no unsigned number of 64 bits.
            Leaf::U64(value) => Self::Fixed(8, value.to_le_bytes().to_vec()),
            Leaf::I8(value) => Self::Int(value.into()),
            Leaf::I16(value) => Self::Int(value.into()),
            Leaf::I32(value) => Self::Int(value),
            Leaf::I64(value) => Self::Long(value),
            Leaf::F32(value) => Self::Float(value),
            Leaf::F64(value) => Self::Double(value),
            Leaf::Text(text) => Self::String(text.to_owned()),
            Leaf::Case((number, name)) => Self::Enum(number.into(), name.to_owned()),
        }
    }

    fn record(fields: Vec<(&'static str, Self)>) -> Self {
        Self::Record(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    fn field(&self, name: &str, _: usize) -> Option<&Self> {
        let Self::Record(fields) = self else { return None };
        fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    fn field_mut(&mut self, name: &str, _: usize) -> Option<&mut Self> {
        let Self::Record(fields) = self else { return None };
        fields.iter_mut().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    arrays!();

    fn found(&self) -> Option<Found<'_>> {
        Some(match self {
            Self::Boolean(value) => Found::Bool(*value),
            Self::Int(number) => Found::Integer((*number).into()),
            Self::Long(number) => Found::Integer((*number).into()),
            Self::Enum(number, _) => Found::Integer((*number).into()),
            Self::Fixed(_, bytes) => Found::Integer(u64::from_le_bytes(bytes.as_slice().try_into().ok()?).into()),
            Self::Float(number) => Found::Float((*number).into()),
            Self::Double(number) => Found::Float(*number),
            Self::String(text) => Found::Text(text),
            _ => return None,
        })
    }
}
