//! messagepack-rs: MessagePack to and from a tree of values, structs as arrays and the enumeration
//! as its number.
//!
//! The tree is the library's own form of the record: building, encoding and decoding make and take
//! it. Encoding consumes it, so what encodes one record over and over has to clone it first; every
//! part of it becomes a vector of its own on the way, and the whole one too, so there is no row for
//! encoding into a kept buffer. Decoding owns all strings.
//!
//! Version 0.8.1 writes the low byte alone of a signed number above 127; numbers that are not
//! negative go as unsigned.

use messagepack_rs::deserializable::Deserializable;
use messagepack_rs::serializable::Serializable;
use messagepack_rs::value::Value;

use crate::library::Library;
use crate::workloads::trees::{self, Codec, Found, Leaf, Tree, arrays, of_leaf};

pub const LIBRARY: Library = Library {
    name: "messagepack-rs",
    container: Ok(|value| vec![trees::container::<Values>(value)]),
    fields: Ok(|value| vec![trees::fields::<Values>(value)]),
    oplog: Err("MessagePack's row of this log is rmp-serde's: none of trees"),
};

#[derive(Default)]
struct Values;

impl Codec for Values {
    type Tree = Value;
    type Ref<'t> = Value;
    type Bytes = Vec<u8>;

    const LIBRARY: &'static str = "messagepack-rs";
    const PACKAGE: (&'static str, &'static str) = ("messagepack-rs", "0.8.");
    const MODE: &'static str = "values";
    const ENCODE: &'static str = "consumes a tree of values, which is cloned first";
    const REUSE: Option<&'static str> = None;

    fn encode(tree: &Value) -> Vec<u8> {
        serialize(tree.clone())
    }

    fn encode_into(tree: &Value, buffer: &mut Vec<u8>) {
        buffer.extend(Self::encode(tree));
    }

    fn decode_ref(bytes: &Vec<u8>) -> Value {
        Self::decode(bytes)
    }

    fn encode_changed(tree: Value, _: usize) -> Vec<u8> {
        serialize(tree)
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> Value {
        Value::deserialize(&mut bytes.as_slice()).expect("bytes of this library")
    }
}

#[inline(never)]
fn serialize(tree: Value) -> Vec<u8> {
    tree.serialize().expect("the value is small")
}

/// A number that may be negative; one that is not goes as unsigned.
fn signed(number: impl Into<i64>) -> Value {
    let number = number.into();
    u64::try_from(number).map_or(Value::Int64(number), Value::UInt64)
}

impl Tree<'_> for Value {
    fn leaf(leaf: Leaf<'_>) -> Self {
        of_leaf!(leaf, Self::Bool, |number| signed(number), |case| case.0.into())
    }

    arrays!();

    fn found(&self) -> Option<Found<'_>> {
        Some(match self {
            Self::Bool(value) => Found::Bool(*value),
            Self::UInt8(number) => Found::Integer((*number).into()),
            Self::UInt16(number) => Found::Integer((*number).into()),
            Self::UInt32(number) => Found::Integer((*number).into()),
            Self::UInt64(number) => Found::Integer((*number).into()),
            Self::Int8(number) => Found::Integer((*number).into()),
            Self::Int16(number) => Found::Integer((*number).into()),
            Self::Int32(number) => Found::Integer((*number).into()),
            Self::Int64(number) => Found::Integer((*number).into()),
            Self::Float32(number) => Found::Float((*number).into()),
            Self::Float64(number) => Found::Float(*number),
            Self::String(text) => Found::Text(text),
            _ => return None,
        })
    }
}
