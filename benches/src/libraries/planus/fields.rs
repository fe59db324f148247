//! Workload B. `fields_generated.rs` comes from `schemas/fields.fbs` as the other one from its schema.

use planus::{Builder, ReadAsRoot};

use super::fields_generated::fields as own;
use super::{CAPACITY, OWN_BYTES};
use crate::library::Row;
use crate::workloads::fields::change::Change;
use crate::workloads::fields::rows::{self, Borrow, Codec, Update};
use crate::workloads::fields::{Fields, FieldsRef, convert, with_fields};

impl From<Fields> for own::Fields {
    fn from(value: Fields) -> Self {
        with_fields!(convert!(value), strings: [String])
    }
}

struct Generated;

impl Codec for Generated {
    type Owned = own::Fields;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "a fresh builder of capacity 512, then the bytes to a vector";

    #[inline(never)]
    fn encode(value: &own::Fields) -> Vec<u8> {
        Builder::with_capacity(CAPACITY).finish(value, None).to_vec()
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> own::Fields {
        root(bytes).and_then(TryInto::try_into).expect(OWN_BYTES)
    }
}

impl Borrow for Generated {
    type Ref<'a> = FieldsRef<'a>;

    #[inline(never)]
    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        root(bytes).and_then(read).expect(OWN_BYTES)
    }
}

impl Update for Generated {
    type Kept = Builder;

    const UPDATE: &'static str = "rebuilds the record from in-place reads through a kept builder";

    fn update(builder: &mut Builder, bytes: &Vec<u8>, change: impl Change) -> Vec<u8> {
        let mut record = Self::borrow(bytes);
        change.apply(&mut record);
        encode_ref(builder, &record).to_vec()
    }
}

fn root(bytes: &[u8]) -> planus::Result<own::FieldsRef<'_>> {
    own::FieldsRef::read_as_root(bytes)
}

/// Reads every field in the buffer.
fn read(root: own::FieldsRef<'_>) -> planus::Result<FieldsRef<'_>> {
    macro_rules! read {
        (($root:expr) $($field:ident: $Type:tt,)*) => {
            FieldsRef { $($field: $root.$field()?,)* }
        };
    }
    Ok(with_fields!(read!(root), strings: [&str]))
}

#[inline(never)]
fn encode_kept<'a>(builder: &'a mut Builder, value: &own::Fields) -> &'a [u8] {
    builder.clear();
    builder.finish(value, None)
}

#[inline(never)]
fn third_string(bytes: &[u8]) -> planus::Result<&str> {
    root(bytes)?.third_field_of_type_string()
}

pub(super) fn row(value: &Fields) -> Row {
    let bytes = Generated::encode(&value.clone().into());
    let mut row = Row::new("planus", "planus", "1.", "generated", bytes).borrowed();
    rows::encodes::<Generated>(&mut row, value);
    let note = "in the buffer of a kept builder";
    rows::encode_reused::<Generated, _>(&mut row, value, note, Builder::new(), |builder, value| {
        encode_kept(builder, value)
    });
    rows::decodes::<Generated>(&mut row, value);
    rows::decodes_borrowed::<Generated>(&mut row, value);
    rows::decode_one::<Generated>(&mut row, value, "", |bytes| third_string(bytes).expect(OWN_BYTES));
    rows::updates::<Generated>(&mut row);
    row
}

/// What [`encode_kept`] does, of a record that borrows its strings.
#[inline(never)]
fn encode_ref<'a>(builder: &'a mut Builder, record: &FieldsRef<'_>) -> &'a [u8] {
    macro_rules! create {
        (($builder:expr, $record:expr) $($field:ident: $Type:tt,)*) => {
            own::Fields::create($builder, $($record.$field),*)
        };
    }
    builder.clear();
    let root = with_fields!(create!(builder, record), strings: [&str]);
    builder.finish(root, None)
}
