//! Workload B.

use zeropod::{Layout, ZeroPod};

use super::{OWN_BYTES, Podded, View, encode, view};
use crate::workloads::fields::{self as workload, FieldsRef, held_fields, set_number, with_numbers};
use crate::workloads::record::Record;

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

impl Podded for workload::Fields {
    type Own = Fields;
    const NUMBER: [&'static str; 2] = ["validates, in place in the clone", "validates"];
    const TEXT: [&'static str; 2] =
        ["validates, in place in a clone with room", "validates, in room behind the encoding"];

    fn own(view: &View<Self>) -> Fields {
        Fields::own(view)
    }

    fn text_of(view: &View<Self>) -> &str {
        view.third_field_of_type_string()
    }

    fn put_text(view: &mut View<Self>, text: &'static str) {
        view.set_second_field_of_type_string(text).expect("there is room");
    }

    fn put_number(view: &mut View<Self>, number: u64) {
        view.set_second_field_of_type_u64(number).expect("a number has its place");
    }
}

#[inline(never)]
pub(super) fn read_all(bytes: &[u8]) -> FieldsRef<'_> {
    read(view::<workload::Fields>(bytes))
}

#[inline(never)]
pub(super) fn set_any(bytes: &mut [u8], index: usize, number: u32) {
    let view = Fields::view_mut(bytes).expect(OWN_BYTES);
    with_numbers!(set_number!(view, index, number)).expect("a number has its place");
}

held_fields!(
    &'static View<workload::Fields>,
    "validated once",
    |value| view::<workload::Fields>(encode::<workload::Fields>(&Record::of(value)).leak()),
    |view| read(view),
    view.third_field_of_type_string()
);
