//! Workload B.

use wincode::{SchemaRead, SchemaWrite};
use zerocopy::little_endian::{I32, I64, U32, U64};

use super::{Derive, NUMBER, OWN_BYTES, TEXT};
use crate::library::Row;
use crate::workloads::fields::Fields;
use crate::workloads::format::codes;
use crate::workloads::rows::Update;

/// The first field of each type.
type First<'a> = (&'a [u8], u32, u64, i32, i64, f32, f64, bool, u8, i8, u16, i16);

/// The record up to the number that is written over, which is still in the input.
#[derive(SchemaRead)]
#[allow(dead_code)]
struct FieldsMut<'a> {
    first: First<'a>,
    second: (&'a [u8], u32),
    second_field_of_type_u64: &'a mut NumberBytes,
}

/// A `u64` as it stands in the input, which has no alignment.
#[derive(SchemaRead, SchemaWrite)]
#[wincode(assert_zero_copy)]
#[repr(C)]
struct NumberBytes(U64);

#[inline(never)]
fn set_number(bytes: &mut [u8], number: u64) {
    let record: FieldsMut = wincode::deserialize_mut(bytes).expect(OWN_BYTES);
    record.second_field_of_type_u64.0.set(number);
}

/// The record with its numbers of four and eight bytes in the input.
#[derive(SchemaRead)]
#[allow(dead_code)]
struct NumbersMut<'a> {
    field_of_type_string: &'a [u8],
    first: &'a mut Numbers,
    others: (f32, f64, bool, u8, i8, u16, i16),
    second_field_of_type_string: &'a [u8],
    second: &'a mut Numbers,
    third_field_of_type_string: &'a [u8],
    third: &'a mut Numbers,
    fourth_field_of_type_string: &'a [u8],
    fourth: &'a mut Numbers,
}

/// Four fields, one behind the other.
#[derive(SchemaRead, SchemaWrite)]
#[wincode(assert_zero_copy)]
#[repr(C)]
struct Numbers(U32, U64, I32, I64);

#[inline(never)]
fn set_any(bytes: &mut [u8], index: usize, number: u32) {
    let NumbersMut { first, second, third, fourth, .. } = wincode::deserialize_mut(bytes).expect(OWN_BYTES);
    let numbers = match index / 4 {
        0 => first,
        1 => second,
        2 => third,
        _ => fourth,
    };
    match index % 4 {
        0 => numbers.0.set(number),
        1 => numbers.1.set(number.into()),
        2 => numbers.2.set(number as i32),
        _ => numbers.3.set(number.into()),
    }
}

pub(super) fn row(value: &Fields) -> Row {
    codes::<_, Derive>(value)
        .sets_number([NUMBER; 2], |bytes, number| set_number(bytes, number))
        .sets_any("decodes by reference, writes the number in place", |bytes, index, number| {
            set_any(bytes, index, number);
        })
        .update_text(TEXT, Update::<Fields>::update)
        .finish()
        .by_hand(|operation| operation.note == NUMBER)
}
