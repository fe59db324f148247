//! The parts of a row that every library times in the same way.
//!
//! A library says once how it encodes and decodes ([`Codec`]), in functions that are never inlined: with a single place
//! of use the optimiser inlines the library's own functions there, as in a program with one reader and one writer. All
//! that is generic here is compiled for each library, so nothing is called through a pointer.

use std::hint::black_box;

use super::change::{Change, Number, Text};
use super::{Fields, FieldsRef, NUMBERS, SECOND_NUMBERS, SECOND_STRINGS, variant};
use crate::library::{Measure, Row};
use crate::workloads::texts;

/// One way of using a library.
pub trait Codec: 'static {
    /// The record in memory: [`Fields`], or the library's own type.
    type Owned: From<Fields> + PartialEq + 'static;
    /// The bytes, in what the library keeps them.
    type Bytes: Clone + 'static;

    /// Notes on the figures of building, of encoding, of owned decoding, and of the clone of the bytes.
    const BUILD: &'static str = "";
    const ENCODE: &'static str = "";
    const DECODE: &'static str = "";
    const CLONE: &'static str = "";

    fn encode(value: &Self::Owned) -> Self::Bytes;
    fn decode(bytes: &Self::Bytes) -> Self::Owned;

    /// How many of the bytes belong to the record.
    fn used(bytes: &Self::Bytes) -> usize
    where
        Self::Bytes: AsRef<[u8]>,
    {
        bytes.as_ref().len()
    }
}

/// A way of reading every field that leaves the strings in the bytes.
pub trait Borrow: Codec {
    type Ref<'a>: Into<FieldsRef<'a>>;

    /// The note on the figure of borrowed decoding.
    const BORROW: &'static str = "";

    fn borrow(bytes: &Self::Bytes) -> Self::Ref<'_>;
}

/// A library that makes new bytes in the same way whatever changes in the record.
pub trait Update: Codec {
    /// What is kept from one operation to the next.
    type Kept: Default + 'static;

    /// The note on the figures of updates.
    const UPDATE: &'static str;

    /// Makes new bytes with a change; those that are given stay as they are.
    fn update(kept: &mut Self::Kept, bytes: &Self::Bytes, change: impl Change) -> Self::Bytes;
}

/// Times building the record, encoding it, and the clone of its bytes.
pub fn encodes<C: Codec>(row: &mut Row, value: &Fields) {
    let bytes = C::encode(&C::Owned::from(value.clone()));
    row.time_noted(Measure::Build, variant::OWNED, C::BUILD, || C::Owned::from(Fields::new()));
    for (variant, value) in [(variant::OWNED, value), (variant::OWNED_TEXT, &Fields::with_long_texts())] {
        let original = C::Owned::from(value.clone());
        row.time_noted(Measure::Encode, variant, C::ENCODE, move || C::encode(black_box(&original)));
    }
    row.time_noted(Measure::Clone, variant::OWNED, C::CLONE, move || black_box(&bytes).clone());
}

/// Times reading every field into an owned record.
pub fn decodes<C: Codec>(row: &mut Row, value: &Fields) {
    decodes_by::<C, _>(row, value, || C::decode);
}

/// The same by what `make` makes, which owns what the library keeps from one operation to the next.
pub fn decodes_by<C: Codec, D: FnMut(&C::Bytes) -> C::Owned + 'static>(
    row: &mut Row,
    value: &Fields,
    make: impl Fn() -> D,
) {
    for (variant, value) in [(variant::OWNED, value), (variant::OWNED_TEXT, &Fields::with_long_texts())] {
        let (original, mut decode) = (C::Owned::from(value.clone()), make());
        let bytes = C::encode(&original);
        for _ in 0..2 {
            row.prove("owned decoding gives the original", decode(&bytes) == original);
        }
        row.time_noted(Measure::DecodeAll, variant, C::DECODE, move || decode(black_box(&bytes)));
    }
}

/// Times encoding into a buffer that is kept; `write` gives the bytes that are in it.
pub fn encode_reused<C: Codec, K: 'static>(
    row: &mut Row,
    value: &Fields,
    note: &'static str,
    mut kept: K,
    write: impl for<'k> Fn(&'k mut K, &C::Owned) -> &'k [u8] + 'static,
) {
    let original = C::Owned::from(value.clone());
    for _ in 0..2 {
        let equal = write(&mut kept, &original) == row.encoded;
        row.prove("encoding into a kept buffer gives the same bytes", equal);
    }
    row.time_noted(Measure::EncodeReused, variant::OWNED, note, move || {
        black_box(write(&mut kept, black_box(&original)));
    });
}

/// The same into a vector; `write` replaces what it holds.
pub fn encode_into_vec<C: Codec>(
    row: &mut Row,
    value: &Fields,
    note: &'static str,
    write: impl Fn(&mut Vec<u8>, &C::Owned) + 'static,
) {
    encode_reused::<C, _>(row, value, note, Vec::new(), move |buffer, value| {
        write(buffer, value);
        buffer
    });
}

/// Times reading every field without making the strings owned.
pub fn decodes_borrowed<C: Borrow>(row: &mut Row, value: &Fields) {
    decodes_borrowed_by::<C, _>(row, value, || C::borrow);
}

/// The same by what `make` makes, which owns what the library keeps from one operation to the next.
pub fn decodes_borrowed_by<C: Borrow, B: for<'a> FnMut(&'a C::Bytes) -> C::Ref<'a> + 'static>(
    row: &mut Row,
    value: &Fields,
    make: impl Fn() -> B,
) {
    for (variant, value) in [(variant::BORROWED, value), (variant::BORROWED_TEXT, &Fields::with_long_texts())] {
        let (bytes, mut borrow) = (C::encode(&C::Owned::from(value.clone())), make());
        for _ in 0..2 {
            row.prove("borrowed decoding gives the original", borrow(&bytes).into() == FieldsRef::from(value));
        }
        row.time_noted(Measure::DecodeAll, variant, C::BORROW, move || {
            black_box(&borrow(black_box(&bytes)));
        });
    }
}

/// Times reading the third string, which `read` leaves in the bytes.
pub fn decode_one<C: Codec>(
    row: &mut Row,
    value: &Fields,
    note: &'static str,
    read: impl Fn(&C::Bytes) -> &str + Copy + 'static,
) {
    for (variant, value) in thirds(value) {
        let bytes = C::encode(&C::Owned::from(value.clone()));
        row.prove("decode one gives the third string", read(&bytes) == value.third_field_of_type_string);
        row.time_noted(Measure::DecodeOne, variant, note, move || {
            black_box(read(black_box(&bytes)));
        });
    }
}

/// The records whose third string is read.
fn thirds(value: &Fields) -> [(&'static str, Fields); 2] {
    [(variant::THIRD_STRING, value.clone()), (variant::THIRD_TEXT, Fields::with_long_texts())]
}

/// The same for a library that keeps something, or lends the string for a moment: `make` makes what sees it, `own` reads in
/// the same way.
pub fn decode_one_by<C: Codec, S: FnMut(&C::Bytes) + 'static>(
    row: &mut Row,
    value: &Fields,
    note: &'static str,
    own: impl Fn(&C::Bytes) -> String,
    make: impl Fn() -> S,
) {
    for (variant, value) in thirds(value) {
        let (bytes, mut see) = (C::encode(&C::Owned::from(value.clone())), make());
        row.prove("decode one gives the third string", own(&bytes) == value.third_field_of_type_string);
        row.time_noted(Measure::DecodeOne, variant, note, move || see(black_box(&bytes)));
    }
}

/// The same for a library that gives strings away only as owned ones.
pub fn decode_one_owned<C: Codec>(
    row: &mut Row,
    value: &Fields,
    note: &'static str,
    read: impl Fn(&C::Bytes) -> String + Copy + 'static,
) {
    decode_one_by::<C, _>(row, value, note, read, || {
        move |bytes: &C::Bytes| {
            black_box(read(bytes));
        }
    });
}

/// Times both updates of a library that does the same for each.
pub fn updates<C: Update>(row: &mut Row) {
    let mut kept = C::Kept::default();
    update_number::<C>(row, C::UPDATE, move |bytes, number| C::update(&mut kept, bytes, Number(number)));
    let set = |kept: &mut C::Kept, bytes: &C::Bytes, text| C::update(kept, bytes, Text(text));
    update_string_by::<C, _>(row, C::UPDATE, C::Kept::default, set);
}

/// Times the update of the second `u64`; `set` makes new bytes, or changes a
/// clone.
pub fn update_number<C: Codec>(
    row: &mut Row,
    note: &'static str,
    set: impl FnMut(&C::Bytes, u64) -> C::Bytes + 'static,
) {
    update::<C, _>(row, variant::SECOND_NUMBER, note, SECOND_NUMBERS, numbered, set);
}

/// Times the updates of the second string to a longer one and back, in ASCII and beyond, and to one of any length; `set` as in
/// [`update_number`].
pub fn update_string<C: Codec>(
    row: &mut Row,
    note: &'static str,
    set: impl Fn(&C::Bytes, &'static str) -> C::Bytes + Copy + 'static,
) {
    update_string_by::<C, ()>(row, note, || (), move |(), bytes, text| set(bytes, text));
}

/// The same with what the library keeps from one operation to the next.
pub fn update_string_by<C: Codec, K: 'static>(
    row: &mut Row,
    note: &'static str,
    make: impl Fn() -> K,
    set: impl Fn(&mut K, &C::Bytes, &'static str) -> C::Bytes + Copy + 'static,
) {
    for (variant, values) in [(variant::SECOND_LONGER, SECOND_STRINGS), (variant::SECOND_UTF8, texts::GROWING)] {
        let mut kept = make();
        update::<C, _>(row, variant, note, values, named, move |bytes, text| set(&mut kept, bytes, text));
    }
    let (source, mut kept) = (C::encode(&Fields::new().into()), make());
    let mut change = move |text| set(&mut kept, black_box(&source), black_box(text));
    for text in texts::RANDOM.iter().take(PROVED) {
        row.prove("any text changes alone", C::decode(&change(text)) == named(text));
    }
    row.time_each(Measure::UpdateOne, variant::SECOND_RANDOM, note, move |index| change(texts::random(index)));
}

/// Of the random texts, so many are proved to change nothing else.
const PROVED: usize = 20;

/// Times the update of the second `u64` in one buffer.
pub fn update_number_in_place<C: Codec>(
    row: &mut Row,
    note: &'static str,
    set: impl FnMut(&mut C::Bytes, u64) + 'static,
) {
    update_in_place::<C, _>(row, variant::SECOND_NUMBER, note, SECOND_NUMBERS, numbered, set);
}

/// Times the updates of the second string in one buffer, which grows to the longest and stays so.
pub fn update_string_in_place<C: Codec<Bytes: AsRef<[u8]>>>(
    row: &mut Row,
    note: &'static str,
    set: impl Fn(&mut C::Bytes, &'static str) + Copy + 'static,
) {
    for (variant, values) in [(variant::SECOND_LONGER, SECOND_STRINGS), (variant::SECOND_UTF8, texts::GROWING)] {
        update_in_place::<C, _>(row, variant, note, values, named, set);
    }
    let mut bytes = C::encode(&Fields::new().into());
    for text in texts::RANDOM.iter().take(PROVED) {
        set(&mut bytes, text);
        row.prove("any text changes alone, in place", C::decode(&bytes) == named(text));
    }
    texts::RANDOM.iter().for_each(|text| set(&mut bytes, text));
    let fresh = C::encode(&C::decode(&bytes));
    row.waste(variant::SECOND_RANDOM, note, C::used(&bytes), C::used(&fresh));
    row.time_each(Measure::UpdateOneInPlace, variant::SECOND_RANDOM, note, move |index| {
        set(black_box(&mut bytes), black_box(texts::random(index)));
    });
}

/// Times the update of one of the 16 numbers of four and eight bytes, another by chance each time, in one buffer that is kept.
pub fn update_any_in_place<C: Codec>(
    row: &mut Row,
    note: &'static str,
    set: impl Fn(&mut C::Bytes, usize, u32) + 'static,
) {
    let mut expected = Fields::new();
    let mut bytes = C::encode(&expected.clone().into());
    for index in 0..NUMBERS {
        let number = 100_000 + index as u32;
        set(&mut bytes, index, number);
        expected.set_any(index, number);
        row.prove("any number changes alone, in place", C::decode(&bytes) == expected.clone().into());
    }
    row.time_each(Measure::UpdateOneInPlace, variant::ANY_NUMBER, note, move |index| {
        // As random as the lengths of these texts.
        let (any, number) = (texts::random(index).len() % NUMBERS, index as u32 & 0xFFFF);
        set(black_box(&mut bytes), black_box(any), black_box(number));
    });
}

fn numbered<T: From<Fields>>(number: u64) -> T {
    Fields { second_field_of_type_u64: number, ..Fields::new() }.into()
}

fn named<T: From<Fields>>(text: &str) -> T {
    Fields { second_field_of_type_string: text.to_owned(), ..Fields::new() }.into()
}

/// Times a change back and forth between two values; `expected` builds the record that holds one of them.
fn update<C: Codec, V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    note: &'static str,
    values: [V; 2],
    expected: impl Fn(V) -> C::Owned,
    mut set: impl FnMut(&C::Bytes, V) -> C::Bytes + 'static,
) {
    let sources = values.map(|value| C::encode(&expected(value)));
    let mut change = move |source: &C::Bytes, value: V| set(black_box(source), black_box(value));
    for (source, value) in [(&sources[0], values[1]), (&sources[1], values[0])] {
        let changed = C::decode(&change(source, value));
        row.prove(&format!("updating {variant} changes that field alone"), changed == expected(value));
    }
    row.time_turns(Measure::UpdateOne, variant, note, move |turn| change(&sources[1 - turn], values[turn]));
}

/// The same in one buffer that is kept.
fn update_in_place<C: Codec, V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    note: &'static str,
    values: [V; 2],
    expected: impl Fn(V) -> C::Owned,
    mut set: impl FnMut(&mut C::Bytes, V) + 'static,
) {
    let mut bytes = C::encode(&expected(values[0]));
    for value in [values[1], values[0]] {
        set(&mut bytes, value);
        let claim = format!("updating {variant} in place changes that field alone");
        row.prove(&claim, C::decode(&bytes) == expected(value));
    }
    row.time_turns(Measure::UpdateOneInPlace, variant, note, move |turn| {
        set(black_box(&mut bytes), black_box(values[turn]));
    });
}
