//! The mode of trees: rmpv decodes any message to values, owned or with strings in the input, and
//! encodes values.
//!
//! The owned tree is the library's own form of the record: building, encoding and owned decoding
//! make and take it. What reads a field or changes one does so in a borrowed tree.

use rmpv::{Value, ValueRef};

use super::{CAPACITY, OWN_BYTES, TAKES_ALL};
use crate::workloads::trees::{Codec, Found, Leaf, Tree, arrays, of_leaf};

#[derive(Default)]
pub struct Values;

impl Codec for Values {
    type Tree = Value;
    type Ref<'t> = ValueRef<'t>;
    type Bytes = Vec<u8>;

    const LIBRARY: &'static str = "rmp";
    const PACKAGE: (&'static str, &'static str) = ("rmpv", "1.");
    const MODE: &'static str = "rmpv";
    const ENCODE: &'static str = "from a tree of values, into a vector of capacity 256 from the start";
    const REUSE: Option<&'static str> = Some("from a tree of values, into a vector");
    const BORROW: Option<&'static str> = Some("to a tree of values, strings borrowed");
    const ONE: &'static str = "decodes the whole record to a tree, strings borrowed";
    const AGAIN: &'static str = "decode to a tree + encode, strings borrowed";

    fn encode(tree: &Value) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(CAPACITY);
        Self::encode_into(tree, &mut bytes);
        bytes
    }

    #[inline(never)]
    fn encode_into(tree: &Value, buffer: &mut Vec<u8>) {
        rmpv::encode::write_value(buffer, tree).expect(TAKES_ALL);
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> Value {
        rmpv::decode::read_value(&mut bytes.as_slice()).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn decode_ref(bytes: &Vec<u8>) -> ValueRef<'_> {
        rmpv::decode::read_value_ref(&mut bytes.as_slice()).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn encode_changed(tree: ValueRef<'_>, len: usize) -> Vec<u8> {
        // The old length tells how much room the new bytes need, with some to grow.
        let mut bytes = Vec::with_capacity(2 * len);
        rmpv::encode::write_value_ref(&mut bytes, &tree).expect(TAKES_ALL);
        bytes
    }
}

/// Both trees have the same cases.
macro_rules! tree {
    ($Value:ty) => {
        impl<'t> Tree<'t> for $Value {
            fn leaf(leaf: Leaf<'t>) -> Self {
                of_leaf!(leaf, Self::Boolean, |number| number.into(), |case| case.0.into())
            }

            arrays!();

            fn found(&self) -> Option<Found<'_>> {
                Some(match self {
                    Self::Boolean(value) => Found::Bool(*value),
                    Self::Integer(number) => {
                        Found::Integer(number.as_u64().map(i128::from).or_else(|| number.as_i64().map(i128::from))?)
                    }
                    Self::F32(number) => Found::Float((*number).into()),
                    Self::F64(number) => Found::Float(*number),
                    Self::String(text) => Found::Text(text.as_str()?),
                    _ => return None,
                })
            }
        }
    };
}
tree!(Value);
tree!(ValueRef<'t>);
