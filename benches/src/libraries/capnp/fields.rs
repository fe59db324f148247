//! Workload B. `fields_capnp.rs` comes from `schemas/fields.capnp` as the other one from its schema.

use std::hint::black_box;

use capnp::message::{Builder, HeapAllocator};
use capnp::serialize;

use super::fields_capnp::fields;
use super::{OWN_BYTES, in_scratch, reading, rebuild};
use crate::library::{Measure, Row};
use crate::workloads::fields::rows::{self, Codec};
use crate::workloads::fields::visits::{self, Visit, VisitAll};
use crate::workloads::fields::{
    Fields, FieldsRef, NO_NUMBER, NUMBERS, SECOND_NUMBERS, variant, with_fields, with_numbers,
};
use crate::workloads::texts;

struct Generated;

impl Codec for Generated {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    const BUILD: &'static str = "the workload's own type, which setters read";
    const ENCODE: &'static str = ENCODE;

    #[inline(never)]
    fn encode(value: &Fields) -> Vec<u8> {
        in_scratch(|message| {
            fill(message.init_root(), value);
            serialize::write_message_to_words(message)
        })
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> Fields {
        macro_rules! own {
            (($read:expr) $($field:ident: $Type:tt,)*) => {
                Fields { $($field: $read.$field.into(),)* }
            };
        }
        let owned = reading::<fields::Owned, _>(bytes, |root| {
            let read = read(root)?;
            Ok(with_fields!(own!(read), strings: [String]))
        });
        owned.expect(OWN_BYTES)
    }
}

const ENCODE: &str = "setters, builder in scratch space on the stack, then the bytes to a vector";

impl Visit for Generated {
    type Kept = ();

    #[inline(never)]
    fn third_string<T>((): &mut (), bytes: &Vec<u8>, take: impl FnOnce(&str) -> T) -> T {
        let taken =
            reading::<fields::Owned, _>(bytes, |root| Ok(take(root.get_third_field_of_type_string()?.to_str()?)));
        taken.expect(OWN_BYTES)
    }
}

impl VisitAll for Generated {
    #[inline(never)]
    fn fields<T>((): &mut (), bytes: &Vec<u8>, take: impl FnOnce(&FieldsRef<'_>) -> T) -> T {
        reading::<fields::Owned, _>(bytes, |root| Ok(take(&read(root)?))).expect(OWN_BYTES)
    }
}

fn fill(mut root: fields::Builder<'_>, value: &Fields) {
    root.set_field_of_type_string(value.field_of_type_string.as_str());
    root.set_field_of_type_u32(value.field_of_type_u32);
    root.set_field_of_type_u64(value.field_of_type_u64);
    root.set_field_of_type_i32(value.field_of_type_i32);
    root.set_field_of_type_i64(value.field_of_type_i64);
    root.set_field_of_type_f32(value.field_of_type_f32);
    root.set_field_of_type_f64(value.field_of_type_f64);
    root.set_field_of_type_bool(value.field_of_type_bool);
    root.set_field_of_type_u8(value.field_of_type_u8);
    root.set_field_of_type_i8(value.field_of_type_i8);
    root.set_field_of_type_u16(value.field_of_type_u16);
    root.set_field_of_type_i16(value.field_of_type_i16);
    root.set_second_field_of_type_string(value.second_field_of_type_string.as_str());
    root.set_second_field_of_type_u32(value.second_field_of_type_u32);
    root.set_second_field_of_type_u64(value.second_field_of_type_u64);
    root.set_second_field_of_type_i32(value.second_field_of_type_i32);
    root.set_second_field_of_type_i64(value.second_field_of_type_i64);
    root.set_third_field_of_type_string(value.third_field_of_type_string.as_str());
    root.set_third_field_of_type_u32(value.third_field_of_type_u32);
    root.set_third_field_of_type_u64(value.third_field_of_type_u64);
    root.set_third_field_of_type_i32(value.third_field_of_type_i32);
    root.set_third_field_of_type_i64(value.third_field_of_type_i64);
    root.set_fourth_field_of_type_string(value.fourth_field_of_type_string.as_str());
    root.set_fourth_field_of_type_u32(value.fourth_field_of_type_u32);
    root.set_fourth_field_of_type_u64(value.fourth_field_of_type_u64);
    root.set_fourth_field_of_type_i32(value.fourth_field_of_type_i32);
    root.set_fourth_field_of_type_i64(value.fourth_field_of_type_i64);
}

/// Reads every field in the buffer.
fn read(root: fields::Reader<'_>) -> capnp::Result<FieldsRef<'_>> {
    Ok(FieldsRef {
        field_of_type_string: root.get_field_of_type_string()?.to_str()?,
        field_of_type_u32: root.get_field_of_type_u32(),
        field_of_type_u64: root.get_field_of_type_u64(),
        field_of_type_i32: root.get_field_of_type_i32(),
        field_of_type_i64: root.get_field_of_type_i64(),
        field_of_type_f32: root.get_field_of_type_f32(),
        field_of_type_f64: root.get_field_of_type_f64(),
        field_of_type_bool: root.get_field_of_type_bool(),
        field_of_type_u8: root.get_field_of_type_u8(),
        field_of_type_i8: root.get_field_of_type_i8(),
        field_of_type_u16: root.get_field_of_type_u16(),
        field_of_type_i16: root.get_field_of_type_i16(),
        second_field_of_type_string: root.get_second_field_of_type_string()?.to_str()?,
        second_field_of_type_u32: root.get_second_field_of_type_u32(),
        second_field_of_type_u64: root.get_second_field_of_type_u64(),
        second_field_of_type_i32: root.get_second_field_of_type_i32(),
        second_field_of_type_i64: root.get_second_field_of_type_i64(),
        third_field_of_type_string: root.get_third_field_of_type_string()?.to_str()?,
        third_field_of_type_u32: root.get_third_field_of_type_u32(),
        third_field_of_type_u64: root.get_third_field_of_type_u64(),
        third_field_of_type_i32: root.get_third_field_of_type_i32(),
        third_field_of_type_i64: root.get_third_field_of_type_i64(),
        fourth_field_of_type_string: root.get_fourth_field_of_type_string()?.to_str()?,
        fourth_field_of_type_u32: root.get_fourth_field_of_type_u32(),
        fourth_field_of_type_u64: root.get_fourth_field_of_type_u64(),
        fourth_field_of_type_i32: root.get_fourth_field_of_type_i32(),
        fourth_field_of_type_i64: root.get_fourth_field_of_type_i64(),
    })
}

#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, value: &Fields) {
    buffer.clear();
    in_scratch(|message| {
        fill(message.init_root(), value);
        serialize::write_message(buffer, message).expect("a vector takes all bytes");
    });
}

pub(super) fn row(value: &Fields) -> Row {
    let mut row = Row::new("capnp", "capnp", "0.", "generated", Generated::encode(value)).borrowed();
    rows::encodes::<Generated>(&mut row, value);
    rows::encode_into_vec::<Generated>(&mut row, value, ENCODE, encode_into);
    rows::decodes::<Generated>(&mut row, value);
    visits::visits_all::<Generated>(&mut row, value);
    visits::visits_one::<Generated>(&mut row, value);

    let note = "copies the record into a builder and sets the field there";
    rows::update_number::<Generated>(&mut row, note, |bytes, number| {
        rebuild::<fields::Owned, _>(bytes, number, set_number).expect(OWN_BYTES)
    });
    rows::update_string::<Generated>(&mut row, note, |bytes, text| {
        rebuild::<fields::Owned, _>(bytes, text, set_string).expect(OWN_BYTES)
    });
    update_number_in_place(&mut row);
    update_any_in_place(&mut row);
    row
}

fn set_number(mut root: fields::Builder<'_>, number: u64) -> capnp::Result<()> {
    root.set_second_field_of_type_u64(number);
    Ok(())
}

fn set_string(mut root: fields::Builder<'_>, text: &str) -> capnp::Result<()> {
    root.set_second_field_of_type_string(text);
    Ok(())
}

/// Times the update of the second `u64` in one living builder. A longer string would take new room there each time.
fn update_number_in_place(row: &mut Row) {
    let expected = SECOND_NUMBERS.map(|number| Fields { second_field_of_type_u64: number, ..Fields::new() });
    let mut message = Builder::new(HeapAllocator::new());
    fill(message.init_root(), &expected[0]);
    for turn in [1, 0] {
        let done = message.get_root().and_then(|root| set_number(root, SECOND_NUMBERS[turn]));
        row.prove("setting the number in place succeeds", done.is_ok());
        let bytes = serialize::write_message_to_words(&message);
        row.prove("setting the number in place leaves the length", bytes.len() == row.encoded.len());
        row.prove("setting the number in place changes that field alone", Generated::decode(&bytes) == expected[turn]);
    }
    row.time_turns(Measure::UpdateOneInPlace, variant::SECOND_NUMBER, IN_PLACE, move |turn| {
        let root = black_box(&mut message).get_root().expect(OWN_BYTES);
        set_number(root, black_box(SECOND_NUMBERS[turn])).expect(OWN_BYTES);
        black_box(&message);
    });
}

const IN_PLACE: &str = "in the living builder of the message, whose segment is the buffer";

fn set_any(mut root: fields::Builder<'_>, index: usize, number: u32) {
    macro_rules! set {
        (($root:ident) $($at:literal $position:literal $field:ident $set:ident: $Type:ty,)*) => {
            match index {
                $($at => $root.$set(number as $Type),)*
                _ => unreachable!("{NO_NUMBER}"),
            }
        };
    }
    with_numbers!(set!(root));
}

/// The same of one of the numbers by chance.
fn update_any_in_place(row: &mut Row) {
    let mut expected = Fields::new();
    let mut message = Builder::new(HeapAllocator::new());
    fill(message.init_root(), &expected);
    for index in 0..NUMBERS {
        set_any(message.get_root().expect(OWN_BYTES), index, 7);
        expected.set_any(index, 7);
        let bytes = serialize::write_message_to_words(&message);
        row.prove("any number changes alone, in place", Generated::decode(&bytes) == expected);
    }
    row.time_each(Measure::UpdateOneInPlace, variant::ANY_NUMBER, IN_PLACE, move |index| {
        let (any, number) = (texts::random(index).len() % NUMBERS, index as u32 & 0xFFFF);
        set_any(black_box(&mut message).get_root().expect(OWN_BYTES), black_box(any), black_box(number));
        black_box(&message);
    });
}
