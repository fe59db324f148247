//! How rows of this workload read, and what they write beside the number and the text.

use std::hint::black_box;

use super::readers::{Skimmed, SkimmedOwned, ThirdAndStop, ThirdAt, ThirdString};
use super::{Fields, FieldsRef, NUMBERS, variant};
use crate::format::{FlatPrefix, Named, OwnedPrefix, Prefix, Skip, Stop, WholeBorrowed};
use crate::library::Measure;
use crate::workloads::format::one;
use crate::workloads::record::Record as _;
use crate::workloads::rows::{Codec, Rows, hold};
use crate::workloads::texts;

one!(Fields, Prefix, "decodes the record up to this field, the other strings as bytes", Skimmed<'a>,
    |read| read.third_field_of_type_string => &'a str);
one!(Fields, OwnedPrefix, "decodes the record up to this field, the other strings as bytes, which are copied", SkimmedOwned,
    |read| read.third_field_of_type_string => String);
one!(Fields, FlatPrefix, "decodes the record up to this field, passes the other strings", SkimmedOwned,
    |read| read.third_field_of_type_string => String);
one!(Fields, Named, "parses the whole record, keeps only this field", ThirdString<'a>,
    |read| read.third_field_of_type_string => &'a str);
one!(Fields, Skip, "parses the whole record, skips the other fields", ThirdAt<'a>, |read| read.0 => &'a str);
one!(Fields, Stop, "reads the names up to this one, skips the other fields", ThirdAndStop, |read| read.0 => String);
one!(Fields, WholeBorrowed, "decodes the whole record, strings borrowed", FieldsRef<'a>,
    |read| read.third_field_of_type_string => &'a str);

/// Makes something a record that is held: how it is opened for a value, and how all of it and the
/// third string are read.
macro_rules! held_fields {
    ($Held:ty, $note:expr, |$value:ident| $open:expr, |$held:ident| $read:expr, $text:expr) => {
        impl $crate::workloads::held::Held<$crate::workloads::fields::Fields> for $Held {
            const NOTE: &'static str = $note;

            fn open($value: &$crate::workloads::fields::Fields) -> Self {
                $open
            }

            fn see(&self) {
                let $held = self;
                std::hint::black_box(&$read);
            }

            fn holds(&self, value: &$crate::workloads::fields::Fields) -> bool {
                let $held = self;
                $read == $crate::workloads::fields::FieldsRef::from(value)
            }

            fn text(&self) -> &str {
                let $held = self;
                $text
            }
        }
    };
}
pub(crate) use held_fields;

impl<C: Codec<Fields>> Rows<Fields, C> {
    /// Times reading every field without making the strings owned.
    pub fn reads_all(
        self,
        note: &'static str,
        read: impl for<'a> Fn(&'a mut C, &'a C::Bytes) -> FieldsRef<'a> + Copy + 'static,
    ) -> Self {
        self.decode_borrowed(
            note,
            move |codec, bytes, value| read(codec, bytes) == FieldsRef::from(value),
            move |codec, bytes| {
                black_box(&read(codec, bytes));
            },
        )
    }

    /// Times the update of one of the 16 numbers of four and eight bytes, another by chance each
    /// time, in one buffer that is kept.
    pub fn sets_any(mut self, note: &'static str, set: impl Fn(&mut C::Bytes, usize, u32) + 'static) -> Self {
        let mut expected = Fields::new();
        let mut bytes = C::default().encode(&C::Owned::build());
        for index in 0..NUMBERS {
            let number = 100_000 + index as u32;
            set(&mut bytes, index, number);
            expected.set_any(index, number);
            self.row.prove("any number changes alone, in place", hold::<Fields, C>(&bytes, &expected));
        }
        self.row.time_each(Measure::UpdateOneInPlace, variant::ANY_NUMBER, note, move |index| {
            // As random as the lengths of these texts.
            let (any, number) = (texts::random(index).len() % NUMBERS, index as u32 & 0xFFFF);
            set(black_box(&mut bytes), black_box(any), black_box(number));
        });
        self
    }
}
