//! Workload B.
//!
//! Avro has signed integers of 32 and 64 bits. `u32` is a long, the narrower types are ints, and `u64` is what the crate
//! makes of it: eight bytes of fixed length.

use std::sync::LazyLock;

use apache_avro::Schema;
use apache_avro::types::Value;
use serde::Deserialize;

use super::Codec as Datum;
use crate::library::Row;
use crate::workloads::fields::rows::{self, Codec};
use crate::workloads::fields::{Fields, with_fields};

/// What a fresh output vector starts with: the writer appends, and would grow it, by doubling, from nothing.
const CAPACITY: usize = 256;

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema::parse_str(include_str!("../../../schemas/fields.avsc")).expect("the schema in this repository is valid")
});
static DATUM: LazyLock<Datum> = LazyLock::new(|| Datum::of(&SCHEMA));

const OWN_BYTES: &str = "the bytes were encoded here";

macro_rules! dynamic {
    ($value:expr, String) => { Value::String($value) };
    ($value:expr, bool) => { Value::Boolean($value) };
    ($value:expr, f32) => { Value::Float($value) };
    ($value:expr, f64) => { Value::Double($value) };
    ($value:expr, u64) => { Value::Fixed(8, $value.to_le_bytes().to_vec()) };
    ($value:expr, i64) => { Value::Long($value) };
    ($value:expr, u32) => { Value::Long($value.into()) };
    ($value:expr, $Narrow:ident) => { Value::Int($value.into()) };
    // The whole record, for `with_fields`.
    (($value:expr) $($field:ident: [$Type:ident],)*) => {
        Value::Record(vec![$((stringify!($field).to_owned(), dynamic!($value.$field, $Type))),*])
    };
}

/// What a record is in memory.
trait Form: Codec<Bytes = Vec<u8>> {
    const NAME: &'static str;
    /// What decode-one does, for the tables.
    const DECODE_ONE: &'static str;

    fn encode_into(buffer: &mut Vec<u8>, value: &Self::Owned);
    fn third_string(bytes: &[u8]) -> String;
    fn set_number(record: &mut Self::Owned, number: u64);
    fn set_string(record: &mut Self::Owned, text: &str);
}

struct Serde;

impl Codec for Serde {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = NOTE;

    fn encode(value: &Fields) -> Vec<u8> {
        encode::<Self>(value)
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> Fields {
        DATUM.reader.read_deser(&mut bytes.as_slice()).expect(OWN_BYTES)
    }
}

/// [`Fields`] without all but the third string; the name is the schema's, which the deserializer compares.
#[derive(Deserialize)]
#[serde(rename = "Fields")]
struct OnlyThirdString {
    third_field_of_type_string: String,
}

impl Form for Serde {
    const NAME: &'static str = "serde";
    const DECODE_ONE: &'static str = "decodes the whole record, into a struct of this field alone";

    #[inline(never)]
    fn encode_into(buffer: &mut Vec<u8>, value: &Fields) {
        DATUM.writer.write_ser(buffer, value).expect("the value has the schema");
    }

    #[inline(never)]
    fn third_string(mut bytes: &[u8]) -> String {
        DATUM.reader.read_deser::<OnlyThirdString>(&mut bytes).expect(OWN_BYTES).third_field_of_type_string
    }

    fn set_number(record: &mut Fields, number: u64) {
        record.second_field_of_type_u64 = number;
    }

    fn set_string(record: &mut Fields, text: &str) {
        text.clone_into(&mut record.second_field_of_type_string);
    }
}

struct Dynamic;

impl Codec for Dynamic {
    type Owned = Value;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = NOTE;

    fn encode(value: &Value) -> Vec<u8> {
        encode::<Self>(value)
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> Value {
        DATUM.reader.read_value(&mut bytes.as_slice()).expect(OWN_BYTES)
    }
}

impl Form for Dynamic {
    const NAME: &'static str = "value";
    const DECODE_ONE: &'static str = "decodes the whole record";

    #[inline(never)]
    fn encode_into(buffer: &mut Vec<u8>, value: &Value) {
        DATUM.writer.write_value_ref(buffer, value).expect("the value has the schema");
    }

    #[inline(never)]
    fn third_string(mut bytes: &[u8]) -> String {
        let mut record = DATUM.reader.read_value(&mut bytes).expect(OWN_BYTES);
        match super::field(&mut record, "third_field_of_type_string") {
            Value::String(text) => std::mem::take(text),
            other => unreachable!("the schema says string, not {other:?}"),
        }
    }

    fn set_number(record: &mut Value, number: u64) {
        *super::field(record, "second_field_of_type_u64") = dynamic!(number, u64);
    }

    fn set_string(record: &mut Value, text: &str) {
        *super::field(record, "second_field_of_type_string") = Value::String(text.to_owned());
    }
}

impl From<Fields> for Value {
    fn from(value: Fields) -> Self {
        with_fields!(dynamic!(value), strings: [String])
    }
}

const NOTE: &str = "into a vector of capacity 256";

fn encode<F: Form>(value: &F::Owned) -> Vec<u8> {
    let mut buffer = Vec::with_capacity(CAPACITY);
    F::encode_into(&mut buffer, value);
    buffer
}

pub(super) fn rows(value: &Fields) -> Vec<Row> {
    vec![row::<Serde>(value), row::<Dynamic>(value)]
}

fn row<F: Form>(value: &Fields) -> Row {
    let bytes = F::encode(&value.clone().into());
    let mut row = Row::new("apache-avro", "apache-avro", "", F::NAME, bytes.clone());
    row.prove("serde decodes the same", Serde::decode(&bytes) == *value);
    rows::encodes::<F>(&mut row, value);
    rows::encode_reused::<F, _>(&mut row, value, "", Vec::new(), |buffer, value| {
        buffer.clear();
        F::encode_into(buffer, value);
        buffer
    });
    rows::decodes::<F>(&mut row, value);
    rows::decode_one_owned::<F>(&mut row, value, F::DECODE_ONE, |bytes| F::third_string(bytes));
    rows::update_number::<F>(&mut row, "decode + encode", |bytes, number| {
        changed::<F>(bytes, |record| F::set_number(record, number))
    });
    rows::update_string::<F>(&mut row, "decode + encode", |bytes, text| {
        changed::<F>(bytes, |record| F::set_string(record, text))
    });
    row
}

fn changed<F: Form>(bytes: &Vec<u8>, change: impl FnOnce(&mut F::Owned)) -> Vec<u8> {
    let mut record = F::decode(bytes);
    change(&mut record);
    let mut changed = Vec::with_capacity(2 * bytes.len());
    F::encode_into(&mut changed, &record);
    changed
}
