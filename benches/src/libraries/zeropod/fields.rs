//! Workload B.

use std::hint::black_box;

use zeropod::{Layout, ZeroPod};

use super::{BITS, OWN_BYTES, SMALL};
use crate::library::{Measure, Row};
use crate::workloads::fields::held::{self, Held};
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{self as workload, FieldsRef, NO_NUMBER, variant, with_numbers};

/// Calls a macro with the names of all fields, sorted by what zeropod makes of them.
macro_rules! with_sorted_fields {
    ($callback:ident) => {
        $callback! {
            plain: [
                field_of_type_u32: u32, field_of_type_u64: u64, field_of_type_i32: i32, field_of_type_i64: i64,
                field_of_type_bool: bool, field_of_type_u8: u8, field_of_type_i8: i8, field_of_type_u16: u16,
                field_of_type_i16: i16, second_field_of_type_u32: u32, second_field_of_type_u64: u64,
                second_field_of_type_i32: i32, second_field_of_type_i64: i64, third_field_of_type_u32: u32,
                third_field_of_type_u64: u64, third_field_of_type_i32: i32, third_field_of_type_i64: i64,
                fourth_field_of_type_u32: u32, fourth_field_of_type_u64: u64, fourth_field_of_type_i32: i32,
                fourth_field_of_type_i64: i64,
            ],
            texts: [
                field_of_type_string, second_field_of_type_string, third_field_of_type_string,
                fourth_field_of_type_string,
            ]
        }
    };
}

macro_rules! declare {
    (plain: [$($plain:ident: $Type:ty,)*], texts: [$($text:ident,)*]) => {
        #[derive(Clone, Debug, PartialEq, ZeroPod)]
        pub struct Fields {
            $($plain: $Type,)*
            /// The bits of the floats.
            field_of_type_f32: u32,
            field_of_type_f64: u64,
            $($text: String,)*
        }

        impl From<workload::Fields> for Fields {
            fn from(value: workload::Fields) -> Self {
                Self {
                    $($plain: value.$plain,)*
                    field_of_type_f32: value.field_of_type_f32.to_bits(),
                    field_of_type_f64: value.field_of_type_f64.to_bits(),
                    $($text: value.$text,)*
                }
            }
        }

        /// Reads every field where it lies.
        #[inline]
        fn read(view: &<Fields as Layout>::View) -> FieldsRef<'_> {
            FieldsRef {
                $($plain: view.$plain(),)*
                field_of_type_f32: f32::from_bits(view.field_of_type_f32()),
                field_of_type_f64: f64::from_bits(view.field_of_type_f64()),
                $($text: view.$text(),)*
            }
        }
    };
}
with_sorted_fields!(declare);

struct Validated;

impl Codec for Validated {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = BITS;
    const DECODE: &'static str = BITS;

    #[inline(never)]
    fn encode(value: &Fields) -> Vec<u8> {
        zeropod::to_vec(value).expect(SMALL)
    }

    /// There may be room behind the encoding.
    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> Fields {
        Fields::own(Fields::view(bytes).expect(OWN_BYTES))
    }

    fn used(bytes: &Vec<u8>) -> usize {
        Fields::view(bytes).expect(OWN_BYTES).size()
    }
}

impl Borrow for Validated {
    type Ref<'a> = FieldsRef<'a>;

    #[inline(never)]
    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        read(Fields::view(bytes).expect(OWN_BYTES))
    }
}

#[inline(never)]
fn encode_into<'k>(value: &Fields, room: &'k mut [u8]) -> &'k [u8] {
    let len = zeropod::write(value, room).expect(SMALL);
    &room[..len]
}

#[inline(never)]
fn third_string(bytes: &[u8]) -> &str {
    Fields::view(bytes).expect(OWN_BYTES).third_field_of_type_string()
}

#[inline(never)]
fn set_number(bytes: &mut [u8], number: u64) {
    let view = Fields::view_mut(bytes).expect(OWN_BYTES);
    view.set_second_field_of_type_u64(number).expect("a number has its place");
}

/// Gives the length of the encoding.
#[inline(never)]
fn set_any(bytes: &mut [u8], index: usize, number: u32) {
    let view = Fields::view_mut(bytes).expect(OWN_BYTES);
    macro_rules! set {
        (($view:ident) $($at:literal $position:literal $field:ident $set:ident: $Type:ty,)*) => {
            match index {
                $($at => $view.$set(number as $Type),)*
                _ => unreachable!("{NO_NUMBER}"),
            }
        };
    }
    with_numbers!(set!(view)).expect("a number has its place");
}

#[inline(never)]
fn set_string(bytes: &mut [u8], text: &str) -> usize {
    let view = Fields::view_mut(bytes).expect(OWN_BYTES);
    view.set_second_field_of_type_string(text).expect("there is room");
    view.size()
}

type View = <Fields as Layout>::View;

impl Held for &'static View {
    const NOTE: &'static str = "validated once";

    fn open(value: &workload::Fields) -> Self {
        Fields::view(Validated::encode(&value.clone().into()).leak()).expect(OWN_BYTES)
    }

    fn read_all(&self) -> FieldsRef<'_> {
        read(self)
    }

    fn third_string(&self) -> &str {
        self.third_field_of_type_string()
    }
}

pub(super) fn rows(value: &workload::Fields) -> Vec<Row> {
    let open = Row::new("zeropod", "zeropod", "0.", "validated, kept", Vec::new()).proved();
    vec![row(value), held::row::<&'static View>(open, value).kept()]
}

fn row(value: &workload::Fields) -> Row {
    let bytes = Validated::encode(&value.clone().into());
    let mut row = Row::new("zeropod", "zeropod", "0.", "validated", bytes.clone()).borrowed().proved();
    rows::encodes::<Validated>(&mut row, value);
    let room = vec![0; 2 * bytes.len()];
    rows::encode_reused::<Validated, _>(&mut row, value, "write, to a slice", room, |room, value| {
        encode_into(value, room)
    });
    rows::decodes::<Validated>(&mut row, value);
    rows::decodes_borrowed::<Validated>(&mut row, value);
    rows::decode_one::<Validated>(&mut row, value, "", |bytes| third_string(bytes));
    rows::update_number::<Validated>(&mut row, "validates, in place in the clone", |bytes, number| {
        let mut bytes = bytes.clone();
        set_number(&mut bytes, number);
        bytes
    });
    rows::update_string::<Validated>(&mut row, "validates, in place in a clone with room", |bytes, text| {
        let mut bytes = super::with_room(bytes);
        let len = set_string(&mut bytes, text);
        bytes.truncate(len);
        bytes
    });
    rows::update_number_in_place::<Validated>(&mut row, "validates", |bytes, number| set_number(bytes, number));
    rows::update_any_in_place::<Validated>(&mut row, "validates", |bytes, index, number| set_any(bytes, index, number));
    rows::update_string_in_place::<Validated>(&mut row, "validates, in room behind the encoding", |bytes, text| {
        if bytes.len() < super::ROOM {
            bytes.resize(super::ROOM, 0);
        }
        set_string(bytes, text);
    });
    row.time(Measure::Verify, variant::OWNED, move || Fields::view(black_box(&bytes)).is_ok());
    row
}
