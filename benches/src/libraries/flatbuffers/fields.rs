//! Workload B. `fields_generated.rs` comes from `schemas/fields.fbs` as the other one from its schema.

use std::hint::black_box;
use std::marker::PhantomData;

use flatbuffers::FlatBufferBuilder;

use super::fields_generated::fields as fb;
use super::{CAPACITY, Unchecked, Verified};
use crate::library::{Measure, Row};
use crate::workloads::fields::held::{self, Held};
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{Fields, FieldsRef, convert, variant, with_fields};

impl From<Fields> for fb::FieldsT {
    fn from(value: Fields) -> Self {
        with_fields!(convert!(value), strings: [String])
    }
}

/// How bytes become a root table.
trait Access: 'static {
    fn root(bytes: &[u8]) -> fb::Fields<'_>;
}

const OWN_BYTES: &str = "the bytes were encoded here";

impl Access for Verified {
    fn root(bytes: &[u8]) -> fb::Fields<'_> {
        flatbuffers::root::<fb::Fields>(bytes).expect(OWN_BYTES)
    }
}

impl Access for Unchecked {
    fn root(bytes: &[u8]) -> fb::Fields<'_> {
        // SAFETY: the rows pass only buffers that a builder of this process finished with a Fields as its root.
        unsafe { flatbuffers::root_unchecked::<fb::Fields>(bytes) }
    }
}

struct By<A>(PhantomData<A>);

impl<A: Access> Codec for By<A> {
    type Owned = fb::FieldsT;
    type Bytes = Vec<u8>;

    fn encode(value: &fb::FieldsT) -> Vec<u8> {
        encode(value)
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> fb::FieldsT {
        A::root(bytes).unpack()
    }
}

impl<A: Access> Borrow for By<A> {
    type Ref<'a> = FieldsRef<'a>;

    #[inline(never)]
    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        read(A::root(bytes))
    }
}

#[inline]
fn read(root: fb::Fields<'_>) -> FieldsRef<'_> {
    macro_rules! read {
        (($root:expr) $($field:ident: $Type:tt,)*) => {
            FieldsRef { $($field: $root.$field(),)* }
        };
    }
    with_fields!(read!(root), strings: [&str])
}

impl Held for fb::Fields<'static> {
    const NOTE: &'static str = "verified once";

    fn open(value: &Fields) -> Self {
        Verified::root(encode(&value.clone().into()).leak())
    }

    fn read_all(&self) -> FieldsRef<'_> {
        read(*self)
    }

    fn third_string(&self) -> &str {
        self.third_field_of_type_string()
    }
}

pub(super) fn rows(value: &Fields) -> Vec<Row> {
    let encoded = encode(&value.clone().into());
    let row = |mode| Row::new("flatbuffers", "flatbuffers", "25.", mode, encoded.clone()).borrowed();
    let mut verified = row("verified").proved();
    let mut unchecked = row("unchecked").unchecked();
    measure::<Verified>(&mut verified, value);
    measure::<Unchecked>(&mut unchecked, value);

    verified
        .time(Measure::Verify, variant::OWNED, move || flatbuffers::root::<fb::Fields>(black_box(&encoded)).is_ok());
    let open = Row::new("flatbuffers", "flatbuffers", "25.", "verified, kept", Vec::new()).proved();
    vec![verified, held::row::<fb::Fields<'static>>(open, value).kept(), unchecked]
}

fn measure<A: Access>(row: &mut Row, value: &Fields) {
    row.time(Measure::Build, variant::OWNED, || fb::FieldsT::from(Fields::new()));
    let note = "a fresh builder of capacity 1024; the bytes are the tail of its vector";
    for (variant, value) in [(variant::OWNED, value), (variant::OWNED_TEXT, &Fields::with_long_texts())] {
        let ready = fb::FieldsT::from(value.clone());
        row.time_noted(Measure::Encode, variant, note, move || {
            let mut builder = FlatBufferBuilder::with_capacity(CAPACITY);
            finish(black_box(&ready), &mut builder);
            builder.collapse()
        });
    }
    let builder = FlatBufferBuilder::with_capacity(CAPACITY);
    rows::encode_reused::<By<A>, _>(row, value, "", builder, |builder: &mut FlatBufferBuilder<'static>, value| {
        builder.reset();
        finish(value, builder);
        builder.finished_data()
    });
    let source = row.encoded.clone();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());

    rows::decodes::<By<A>>(row, value);
    rows::decodes_borrowed::<By<A>>(row, value);
    rows::decode_one::<By<A>>(row, value, "", |bytes| third_string::<A>(bytes));

    let note = "rebuilds the record from in-place reads through a kept builder";
    let mut builder = FlatBufferBuilder::with_capacity(CAPACITY);
    rows::update_number::<By<A>>(row, note, move |bytes, number| {
        rebuild::<A>(bytes, &mut builder, |record| record.second_field_of_type_u64 = number)
    });
    let builder = || FlatBufferBuilder::with_capacity(CAPACITY);
    rows::update_string_by::<By<A>, _>(row, note, builder, |builder, bytes, text| {
        rebuild::<A>(bytes, builder, |record| record.second_field_of_type_string = text)
    });
}

fn encode(value: &fb::FieldsT) -> Vec<u8> {
    let mut builder = FlatBufferBuilder::with_capacity(CAPACITY);
    finish(value, &mut builder);
    builder.finished_data().to_vec()
}

#[inline(never)]
fn finish(value: &fb::FieldsT, builder: &mut FlatBufferBuilder) {
    let root = value.pack(builder);
    builder.finish(root, None);
}

/// What [`finish`] does, of a record that borrows its strings.
#[inline(never)]
fn finish_ref(value: &FieldsRef<'_>, builder: &mut FlatBufferBuilder) {
    macro_rules! argument {
        ($builder:ident, $value:expr, str) => { Some($builder.create_string($value)) };
        ($builder:ident, $value:expr, $Number:ident) => { $value };
        // All of them, for `with_fields`.
        (($builder:ident, $value:ident) $($field:ident: [$Type:ident],)*) => {
            fb::FieldsArgs { $($field: argument!($builder, $value.$field, $Type),)* }
        };
    }
    let arguments = with_fields!(argument!(builder, value), strings: [str]);
    let root = fb::Fields::create(builder, &arguments);
    builder.finish(root, None);
}

#[inline(never)]
fn third_string<A: Access>(bytes: &[u8]) -> &str {
    A::root(bytes).third_field_of_type_string()
}

/// A copy of the record with one change.
fn rebuild<A: Access>(
    bytes: &Vec<u8>,
    builder: &mut FlatBufferBuilder<'static>,
    change: impl FnOnce(&mut FieldsRef<'_>),
) -> Vec<u8> {
    let mut record = By::<A>::borrow(bytes);
    change(&mut record);
    builder.reset();
    finish_ref(&record, builder);
    builder.finished_data().to_vec()
}
