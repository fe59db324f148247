//! The parts of a row of a library that keeps a parser, or lends strings for the length of a call.
//!
//! A parser that is kept holds the text it has read, and a tree or a reader of the message that a call makes ends with
//! it: in both cases what is read cannot be handed out with the lifetime of the bytes. It is handed to a closure
//! instead, the same way for the proof and for the timing.

use std::hint::black_box;

use super::rows::Codec;
use super::{Fields, FieldsRef, variant};
use crate::library::{Measure, Row};

/// A way of reading the third string that lends it within the call alone.
pub trait Visit: Codec {
    /// What is kept from one operation to the next.
    type Kept: Default + 'static;

    /// The note on the figure of decode-one.
    const ONE: &'static str = "";

    fn third_string<T>(kept: &mut Self::Kept, bytes: &Self::Bytes, take: impl FnOnce(&str) -> T) -> T;
}

/// The same for every field, without making the strings owned.
pub trait VisitAll: Visit {
    /// The note on the figure of borrowed decoding.
    const ALL: &'static str = "";

    fn fields<T>(kept: &mut Self::Kept, bytes: &Self::Bytes, take: impl FnOnce(&FieldsRef<'_>) -> T) -> T;
}

/// Times reading every field without making the strings owned.
pub fn visits_all<C: VisitAll>(row: &mut Row, value: &Fields) {
    for (variant, value) in [(variant::BORROWED, value), (variant::BORROWED_TEXT, &Fields::with_long_texts())] {
        let (bytes, mut kept) = (C::encode(&C::Owned::from(value.clone())), C::Kept::default());
        for _ in 0..2 {
            let equal = C::fields(&mut kept, &bytes, |read| *read == FieldsRef::from(value));
            row.prove("borrowed decoding gives the original", equal);
        }
        row.time_noted(Measure::DecodeAll, variant, C::ALL, move || {
            C::fields(&mut kept, black_box(&bytes), |read| {
                black_box(read);
            });
        });
    }
}

/// Times reading the third string.
pub fn visits_one<C: Visit>(row: &mut Row, value: &Fields) {
    for (variant, value) in [(variant::THIRD_STRING, value), (variant::THIRD_TEXT, &Fields::with_long_texts())] {
        let (bytes, mut kept) = (C::encode(&C::Owned::from(value.clone())), C::Kept::default());
        for _ in 0..2 {
            let equal = C::third_string(&mut kept, &bytes, |read| read == value.third_field_of_type_string);
            row.prove("decode one gives the third string", equal);
        }
        row.time_noted(Measure::DecodeOne, variant, C::ONE, move || {
            C::third_string(&mut kept, black_box(&bytes), |read| {
                black_box(read);
            });
        });
    }
}
