//! The mode "derive": the schema is compiled in.

use vellum::{Result, Vellum};

use super::{Fields, OWN_BYTES, decode, encode, workload};
use crate::library::Row;
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{FieldsRef, with_fields};

struct Derive;

impl Codec for Derive {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    fn encode(value: &Fields) -> Vec<u8> {
        encode(value)
    }

    fn decode(bytes: &Vec<u8>) -> Fields {
        decode(bytes)
    }
}

impl Borrow for Derive {
    type Ref<'a> = FieldsRef<'a>;

    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        read_all(bytes).expect(OWN_BYTES)
    }
}

pub(super) fn row(value: &workload::Fields) -> Row {
    let bytes = encode(&value.clone().into());
    let mut row = Row::new("vellum", "vellum", "", "derive", bytes.clone());
    row.prove("the encoding has 216 bytes", bytes.len() == 216);
    rows::encodes::<Derive>(&mut row, value);
    rows::encode_reused::<Derive, _>(&mut row, value, "", Vec::new(), |buffer, value| {
        encode_into(value, buffer);
        buffer
    });
    rows::decodes::<Derive>(&mut row, value);
    rows::decodes_borrowed::<Derive>(&mut row, value);
    rows::decode_one::<Derive>(&mut row, value, "", |bytes| third_string(bytes).expect(OWN_BYTES));

    rows::update_number::<Derive>(&mut row, "in place in the clone", |bytes, number| {
        let mut bytes = bytes.clone();
        set_number(&mut bytes, number).expect(OWN_BYTES);
        bytes
    });
    // The longer string takes the record beyond 256 bytes.
    let note = "in place in the clone, whose pointers the longer string makes wider";
    rows::update_string::<Derive>(&mut row, note, |bytes, text| {
        let mut bytes = bytes.clone();
        set_string(&mut bytes, text).expect(OWN_BYTES);
        bytes
    });
    rows::update_number_in_place::<Derive>(&mut row, "", |bytes, number| set_number(bytes, number).expect(OWN_BYTES));
    rows::update_string_in_place::<Derive>(&mut row, "", |bytes, text| set_string(bytes, text).expect(OWN_BYTES));
    row
}

#[inline(never)]
fn encode_into(value: &Fields, buffer: &mut Vec<u8>) {
    vellum::encode_into(value, buffer).expect("the value is small");
}

/// Reads every field where it lies.
#[inline(never)]
fn read_all(bytes: &[u8]) -> Result<FieldsRef<'_>> {
    macro_rules! read {
        (($view:expr) $($field:ident: $Type:tt,)*) => {
            FieldsRef { $($field: $view.$field()?,)* }
        };
    }
    let view = Fields::view(bytes)?;
    Ok(with_fields!(read!(view), strings: [&str]))
}

#[inline(never)]
fn third_string(bytes: &[u8]) -> Result<&str> {
    Fields::view(bytes)?.third_field_of_type_string()
}

#[inline(never)]
fn set_number(bytes: &mut Vec<u8>, number: u64) -> Result<()> {
    Fields::edit(bytes)?.set_second_field_of_type_u64(number)
}

#[inline(never)]
fn set_string(bytes: &mut Vec<u8>, text: &str) -> Result<()> {
    Fields::edit(bytes)?.set_second_field_of_type_string(text)
}
