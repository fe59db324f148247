//! Workload B, as trees: an array of all fields.
//!
//! A number is decoded into the narrowest type that holds it, whatever it was before, so that records are compared by
//! their fields and not as trees.

use messagepack_rs::value::Value;

use super::{AGAIN, CONSUMES, OWN_BYTES, TO_TREE, WHOLE, decode, encode, number, part_mut, text};
use crate::library::Row;
use crate::workloads::fields::change::{Change, Edit};
use crate::workloads::fields::rows::{self, Codec, Update};
use crate::workloads::fields::{Fields, FieldsRef, position, with_fields};

/// The record as the library has it.
#[derive(Clone)]
struct Tree(Value);

/// A signed number in the form that the library writes whole.
fn signed(number: impl Into<i64>) -> Value {
    let number = number.into();
    u64::try_from(number).map_or(Value::Int64(number), Value::UInt64)
}

macro_rules! value {
    ($value:expr, i8) => { signed($value) };
    ($value:expr, i16) => { signed($value) };
    ($value:expr, i32) => { signed($value) };
    ($value:expr, i64) => { signed($value) };
    ($value:expr, $Other:ident) => { Value::from($value) };
    // The whole array, for `with_fields`.
    (($value:expr) $($field:ident: [$Type:ident],)*) => {
        Value::Array(vec![$(value!($value.$field, $Type)),*])
    };
}

impl From<Fields> for Tree {
    fn from(value: Fields) -> Self {
        Self(with_fields!(value!(value), strings: [String]))
    }
}

macro_rules! read {
    ($value:expr, str) => { text($value) };
    ($value:expr, bool) => { match $value { Value::Bool(truth) => Some(*truth), _ => None } };
    ($value:expr, f32) => { match $value { Value::Float32(number) => Some(*number), _ => None } };
    ($value:expr, f64) => { match $value { Value::Float64(number) => Some(*number), _ => None } };
    ($value:expr, $Integer:ident) => { number($value).and_then(|wide| $Integer::try_from(wide).ok()) };
    // The whole array, for `with_fields`.
    (($values:expr) $($field:ident: [$Type:ident],)*) => {
        FieldsRef { $($field: read!($values.next()?, $Type)?,)* }
    };
}

/// The fields of a tree; for proofs only.
fn plain(root: &Value) -> Option<FieldsRef<'_>> {
    let Value::Array(values) = root else { return None };
    let mut values = values.iter();
    let fields = with_fields!(read!(values), strings: [str]);
    values.next().is_none().then_some(fields)
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        plain(&self.0).expect(OWN_BYTES) == plain(&other.0).expect(OWN_BYTES)
    }
}

impl Edit for Tree {
    fn set_number(&mut self, number: u64) {
        *part_mut(&mut self.0, position::SECOND_NUMBER).expect(OWN_BYTES) = Value::from(number);
    }

    fn set_string(&mut self, text: &'static str) {
        *part_mut(&mut self.0, position::SECOND_STRING).expect(OWN_BYTES) = Value::from(text);
    }
}

impl Codec for Tree {
    type Owned = Self;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = CONSUMES;
    const DECODE: &'static str = TO_TREE;

    fn encode(value: &Self) -> Vec<u8> {
        encode(value.0.clone())
    }

    fn decode(bytes: &Vec<u8>) -> Self {
        Self(decode(bytes))
    }
}

impl Update for Tree {
    type Kept = ();

    const UPDATE: &'static str = AGAIN;

    fn update((): &mut (), bytes: &Vec<u8>, change: impl Change) -> Vec<u8> {
        let mut record = Self(decode(bytes));
        change.apply(&mut record);
        encode(record.0)
    }
}

/// The third string, moved out of a tree.
fn third_string(root: Value) -> Option<String> {
    let Value::Array(values) = root else { return None };
    match values.into_iter().nth(position::THIRD_STRING)? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

pub(super) fn row(value: &Fields) -> Row {
    let record = Tree::from(value.clone());
    let mut row = Row::new("messagepack-rs", "messagepack-rs", "0.8.", "values", Tree::encode(&record));
    row.prove("the tree holds the original", plain(&record.0) == Some(FieldsRef::from(value)));
    rows::encodes::<Tree>(&mut row, value);
    rows::decodes::<Tree>(&mut row, value);
    rows::decode_one_owned::<Tree>(&mut row, value, WHOLE, |bytes| third_string(decode(bytes)).expect(OWN_BYTES));
    rows::updates::<Tree>(&mut row);
    row
}
