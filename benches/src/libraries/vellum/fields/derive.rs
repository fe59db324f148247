//! The mode "derive": the schema is compiled in.

use vellum::{Result, Vellum};

use super::{InPlace, OWN_BYTES, decode, encode, updates};
use crate::library::Row;
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{Fields, FieldsRef, FieldsView, NO_NUMBER, with_fields, with_numbers};

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

impl InPlace for Derive {
    #[inline(never)]
    fn set_number(bytes: &mut Vec<u8>, number: u64) -> Result<()> {
        Fields::edit(bytes)?.set_second_field_of_type_u64(number)
    }

    #[inline(never)]
    fn set_string(bytes: &mut Vec<u8>, text: &str) -> Result<()> {
        Fields::edit(bytes)?.set_second_field_of_type_string(text)
    }

    #[inline(never)]
    fn set_any(bytes: &mut Vec<u8>, index: usize, number: u32) -> Result<()> {
        macro_rules! set {
            (($edit:ident) $($at:literal $position:literal $field:ident $set:ident: $Type:ty,)*) => {
                match index {
                    $($at => $edit.$set(number as $Type),)*
                    _ => unreachable!("{NO_NUMBER}"),
                }
            };
        }
        let mut edit = Fields::edit(bytes)?;
        with_numbers!(set!(edit))
    }
}

pub(super) fn row(value: &Fields) -> Row {
    let bytes = encode(value);
    let mut row = Row::new("vellum", "vellum", "", "derive", bytes.clone());
    row.prove("the encoding has 216 bytes", bytes.len() == 216);
    rows::encodes::<Derive>(&mut row, value);
    rows::encode_into_vec::<Derive>(&mut row, value, "", |buffer, value| encode_into(value, buffer));
    rows::decodes::<Derive>(&mut row, value);
    rows::decodes_borrowed::<Derive>(&mut row, value);
    rows::decode_one::<Derive>(&mut row, value, "", |bytes| third_string(bytes).expect(OWN_BYTES));
    updates::<Derive>(&mut row);
    row
}

#[inline(never)]
fn encode_into(value: &Fields, buffer: &mut Vec<u8>) {
    vellum::encode_into(value, buffer).expect("the value is small");
}

#[inline(never)]
fn read_all(bytes: &[u8]) -> Result<FieldsRef<'_>> {
    read_view(&Fields::view(bytes)?)
}

/// Reads every field where it lies.
#[inline]
pub(super) fn read_view<'a>(view: &FieldsView<'a>) -> Result<FieldsRef<'a>> {
    macro_rules! read {
        (($view:expr) $($field:ident: $Type:tt,)*) => {
            FieldsRef { $($field: $view.$field()?,)* }
        };
    }
    Ok(with_fields!(read!(view), strings: [&str]))
}

#[inline(never)]
fn third_string(bytes: &[u8]) -> Result<&str> {
    Fields::view(bytes)?.third_field_of_type_string()
}
