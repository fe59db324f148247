//! Workload B, as trees: an array of all fields.

use rmpv::{Value, ValueRef};

use super::{
    AGAIN, INTO_VEC, OWN_BYTES, ROOM, TO_TREE, TO_TREE_REF, WHOLE, again, decode, decode_ref, encode, encode_into,
    place, take_text,
};
use crate::library::Row;
use crate::workloads::fields::change::{Change, Edit};
use crate::workloads::fields::rows::{self, Borrow, Codec, Update};
use crate::workloads::fields::{Fields, FieldsRef, position, with_fields};

macro_rules! array {
    (($value:expr) $($field:ident: $Type:tt,)*) => {
        Value::Array(vec![$(Value::from($value.$field)),*])
    };
}

impl From<Fields> for Value {
    fn from(value: Fields) -> Self {
        with_fields!(array!(value), strings: [String])
    }
}

macro_rules! read {
    ($value:expr, str) => { match $value { ValueRef::String(text) => text.into_str(), _ => None } };
    ($value:expr, bool) => { match $value { ValueRef::Boolean(truth) => Some(truth), _ => None } };
    ($value:expr, f32) => { match $value { ValueRef::F32(number) => Some(number), _ => None } };
    ($value:expr, f64) => { match $value { ValueRef::F64(number) => Some(number), _ => None } };
    ($value:expr, $Integer:ident) => { integer(&$value).and_then(|wide| $Integer::try_from(wide).ok()) };
    // The whole array, for `with_fields`.
    (($values:expr) $($field:ident: [$Type:ident],)*) => {
        FieldsRef { $($field: read!($values.next()?, $Type)?,)* }
    };
}

fn integer(value: &ValueRef<'_>) -> Option<i128> {
    match value {
        ValueRef::Integer(number) => number.as_u64().map(i128::from).or_else(|| number.as_i64().map(i128::from)),
        _ => None,
    }
}

/// The fields of a tree; for proofs only.
fn plain(root: ValueRef<'_>) -> Option<FieldsRef<'_>> {
    let mut values = root.into_array()?.into_iter();
    let fields = with_fields!(read!(values), strings: [str]);
    values.next().is_none().then_some(fields)
}

impl<'a> From<ValueRef<'a>> for FieldsRef<'a> {
    fn from(root: ValueRef<'a>) -> Self {
        plain(root).expect(OWN_BYTES)
    }
}

impl Edit for ValueRef<'_> {
    fn set_number(&mut self, number: u64) {
        *place(self, position::SECOND_NUMBER).expect(OWN_BYTES) = ValueRef::from(number);
    }

    fn set_string(&mut self, text: &'static str) {
        *place(self, position::SECOND_STRING).expect(OWN_BYTES) = ValueRef::from(text);
    }
}

struct Tree;

impl Codec for Tree {
    type Owned = Value;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = ROOM;
    const DECODE: &'static str = TO_TREE;

    fn encode(value: &Value) -> Vec<u8> {
        encode(value)
    }

    fn decode(bytes: &Vec<u8>) -> Value {
        decode(bytes)
    }
}

impl Borrow for Tree {
    type Ref<'a> = ValueRef<'a>;

    const BORROW: &'static str = TO_TREE_REF;

    fn borrow(bytes: &Vec<u8>) -> ValueRef<'_> {
        decode_ref(bytes)
    }
}

impl Update for Tree {
    type Kept = ();

    const UPDATE: &'static str = AGAIN;

    fn update((): &mut (), bytes: &Vec<u8>, change: impl Change) -> Vec<u8> {
        again(bytes, |record| change.apply(record))
    }
}

pub fn row(value: &Fields) -> Row {
    let mut row = Row::new("rmp", "rmpv", "1.", "rmpv", encode(&value.clone().into()));
    rows::encodes::<Tree>(&mut row, value);
    rows::encode_into_vec::<Tree>(&mut row, value, INTO_VEC, encode_into);
    rows::decodes::<Tree>(&mut row, value);
    rows::decodes_borrowed::<Tree>(&mut row, value);
    rows::decode_one::<Tree>(&mut row, value, WHOLE, |bytes| {
        take_text(decode_ref(bytes), position::THIRD_STRING).expect(OWN_BYTES)
    });
    rows::updates::<Tree>(&mut row);
    row
}
