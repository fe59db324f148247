//! The mode "runtime": the schema is parsed from text, once and outside of the timing; fields are read and written
//! through handles.

use std::hint::black_box;
use std::sync::LazyLock;

use vellum::{Handle, Record, RecordBuilder, Result, Schema};

use super::{InPlace, OWN_BYTES, decode, encode, updates};
use crate::library::{Measure, Row};
use crate::workloads::fields::rows::{self, Codec};
use crate::workloads::fields::{Fields, FieldsRef, Lend, NO_NUMBER, variant, with_fields, with_numbers};

macro_rules! schema_text {
    (() $($field:ident: [$Type:ident],)*) => {
        concat!("struct Fields {", $(stringify!($field), ": ", stringify!($Type), ",",)* "} root Fields;")
    };
}

const TEXT: &str = with_fields!(schema_text!(), strings: [string]);

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| Schema::parse(TEXT).expect("the text is a schema").leak());
static HANDLES: LazyLock<Handles> = LazyLock::new(|| Handles::new(&SCHEMA).expect("the schema names these fields"));

macro_rules! handles {
    (() $($field:ident: [$Type:ident],)*) => {
        struct Handles {
            $($field: Handle<$Type>,)*
        }

        impl Handles {
            fn new(schema: &Schema) -> Result<Self> {
                Ok(Self { $($field: schema.field(stringify!($field))?,)* })
            }
        }
    };
}

with_fields!(handles!(), strings: [str]);

struct Runtime;

impl Codec for Runtime {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "field by field through handles, by a builder";
    const DECODE: &'static str = "by the derive";

    #[inline(never)]
    fn encode(value: &Fields) -> Vec<u8> {
        let mut builder = RecordBuilder::new(&SCHEMA);
        fill(&mut builder, value).and_then(|()| builder.finish()).expect(OWN_BYTES)
    }

    fn decode(bytes: &Vec<u8>) -> Fields {
        decode(bytes)
    }
}

pub(super) fn row(value: &Fields) -> Row {
    let bytes = Runtime::encode(value);
    let mut row = Row::new("vellum", "vellum", "", "runtime", bytes.clone()).borrowed();
    row.prove("the bytes are the derive's", bytes == encode(value));
    row.prove("the derive decodes the original", decode(&bytes) == *value);
    rows::encodes::<Runtime>(&mut row, value);
    let kept = (RecordBuilder::new(&SCHEMA), Vec::new());
    let note = "field by field through handles, into a kept builder and vector";
    rows::encode_reused::<Runtime, _>(&mut row, value, note, kept, |(builder, bytes), value| {
        builder.reset();
        fill(builder, value).and_then(|()| builder.finish_into(bytes)).expect(OWN_BYTES);
        bytes
    });

    for ([all, one], value) in [
        ([variant::BORROWED, variant::THIRD_STRING], value),
        ([variant::BORROWED_TEXT, variant::THIRD_TEXT], &Fields::with_long_texts()),
    ] {
        let bytes = encode(value);
        let mut equal = false;
        read_all(&bytes, |read| equal = read == FieldsRef::from(value)).expect(OWN_BYTES);
        row.prove("the handles read what is in the original", equal);
        let source = bytes.clone();
        row.time_noted(Measure::DecodeAll, all, "through handles", move || {
            let read = read_all(black_box(&source), |read| {
                black_box(&read);
            });
            read.expect(OWN_BYTES);
        });
        let len = value.third_field_of_type_string.len();
        row.prove("decode one gives the third string", third_string(&bytes).expect(OWN_BYTES) == len);
        row.time(Measure::DecodeOne, one, move || third_string(black_box(&bytes)).expect(OWN_BYTES));
    }

    updates::<Runtime>(&mut row);
    row
}

/// Builds the record field by field.
#[inline(never)]
fn fill(record: &mut RecordBuilder, value: &Fields) -> Result<()> {
    macro_rules! set {
        (($record:ident, $value:expr) $($field:ident: $Type:tt,)*) => {{
            $($record.set(&HANDLES.$field, $value.$field.lend())?;)*
        }};
    }
    with_fields!(set!(record, value), strings: [&str]);
    Ok(())
}

/// Reads every field where it lies, and lets `look` see them.
#[inline(never)]
fn read_all(bytes: &[u8], look: impl FnOnce(FieldsRef<'_>)) -> Result<()> {
    macro_rules! get {
        (($record:expr) $($field:ident: $Type:tt,)*) => {
            FieldsRef { $($field: $record.get(&HANDLES.$field)?,)* }
        };
    }
    let record = Record::open(&SCHEMA, bytes)?;
    look(with_fields!(get!(record), strings: [&str]));
    Ok(())
}

#[inline(never)]
fn third_string(bytes: &[u8]) -> Result<usize> {
    let record = Record::open(&SCHEMA, bytes)?;
    Ok(black_box(record.get(&HANDLES.third_field_of_type_string)?).len())
}

impl InPlace for Runtime {
    #[inline(never)]
    fn set_number(bytes: &mut Vec<u8>, number: u64) -> Result<()> {
        Record::open(&SCHEMA, bytes)?.set(&HANDLES.second_field_of_type_u64, number)
    }

    #[inline(never)]
    fn set_string(bytes: &mut Vec<u8>, text: &str) -> Result<()> {
        Record::open(&SCHEMA, bytes)?.set(&HANDLES.second_field_of_type_string, text)
    }

    #[inline(never)]
    fn set_any(bytes: &mut Vec<u8>, index: usize, number: u32) -> Result<()> {
        macro_rules! set {
            (($record:ident) $($at:literal $position:literal $field:ident $set:ident: $Type:ty,)*) => {
                match index {
                    $($at => $record.set(&HANDLES.$field, number as $Type),)*
                    _ => unreachable!("{NO_NUMBER}"),
                }
            };
        }
        let mut record = Record::open(&SCHEMA, bytes)?;
        with_numbers!(set!(record))
    }
}
