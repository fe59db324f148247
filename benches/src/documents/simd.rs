//! simd-json: the owned tree; every leaf and one text by the tape; changes in the tree that borrows
//! its strings from the text.
//!
//! The parser changes the text it reads, so that readers copy it first, into a padded buffer that
//! is kept.

use serde_json::Value;
use simd_json::prelude::{ValueAsMutArray, ValueAsMutObject, ValueAsScalar, Writable};
use simd_json::{BorrowedValue, Node, OwnedValue, StaticNode};

use super::codec::Codec;
use super::document::{Change, Document, INDEX, KEY, REVIEWER};
use super::leaves::Leaves;
use crate::libraries::simd_json::Parser;
use crate::library::OWN_BYTES;

pub struct Simd;

impl Codec for Simd {
    const LIBRARY: &'static str = "simd-json";
    const PACKAGE: (&'static str, &'static str) = ("simd-json", "0.");
    const MODE: &'static str = "text";
    const TREE_NOTE: &'static str = "OwnedValue; reading copies the text first";
    const LEAVES_NOTE: &'static str = "copies the text, then by the tape";
    const ONE_NOTE: &'static str = "copies and parses the text, then by the tape";
    const CHANGE_NOTE: &'static str = "parse where it lies + change + print, strings borrowed";

    type Tree = OwnedValue;

    fn tree(value: &Value) -> OwnedValue {
        Self::decode(&serde_json::to_vec(value).expect("keys are strings"))
    }

    fn encode(tree: &OwnedValue) -> Vec<u8> {
        tree.encode().into_bytes()
    }

    #[inline(never)]
    fn decode(bytes: &[u8]) -> OwnedValue {
        simd_json::to_owned_value(&mut bytes.to_vec()).expect(OWN_BYTES)
    }

    fn to_json(tree: OwnedValue) -> Value {
        serde_json::to_value(tree).expect("keys are strings")
    }

    type Reader = Parser;

    #[inline(never)]
    fn leaves(reader: &mut Parser, bytes: &[u8]) -> Leaves {
        reader.parse(bytes, |tape| {
            let mut leaves = Leaves::default();
            // The tape has all values one after the other, keys as strings before theirs.
            for node in &tape.0 {
                match *node {
                    Node::String(text) => leaves.text(text),
                    Node::Static(StaticNode::Null) => leaves.null(),
                    Node::Static(StaticNode::Bool(value)) => leaves.bool(value),
                    Node::Static(StaticNode::I64(value)) => leaves.integer(value),
                    Node::Static(StaticNode::U64(value)) => leaves.integer(value.cast_signed()),
                    Node::Static(StaticNode::F64(value)) => leaves.float(value),
                    _ => {}
                }
            }
            leaves
        })
    }

    #[inline(never)]
    fn text<R>(reader: &mut Parser, bytes: &[u8], document: &Document, read: impl FnOnce(&str) -> R) -> R {
        reader.parse(bytes, |tape| {
            let element = tape.as_value().get(document.list).and_then(|list| list.get_idx(INDEX));
            let found = document.text.iter().fold(element, |value, key| value.and_then(|value| value.get(*key)));
            read(found.as_ref().and_then(ValueAsScalar::as_str).expect("the document has this text"))
        })
    }

    fn change(mut bytes: Vec<u8>, document: &Document, change: &Change) -> Vec<u8> {
        let mut tree = simd_json::to_borrowed_value(&mut bytes).expect(OWN_BYTES);
        let (elements, keys) = document.places(change);
        let list = &mut tree[document.list];
        for index in elements {
            let place = keys.iter().fold(&mut list[index], |value, key| &mut value[*key]);
            match change {
                Change::Text(text) => *place = BorrowedValue::from(*text),
                Change::Keys(_) => drop(place.as_object_mut().expect("an object").insert(KEY.into(), REVIEWER.into())),
                Change::Elements(count) => {
                    let pushed = (0..*count).map(|_| document.pushed.to::<BorrowedValue<'_>>());
                    place.as_array_mut().expect("an array").extend(pushed);
                }
            }
        }
        let mut out = Vec::with_capacity(1 << 20);
        tree.write(&mut out).expect("a vector takes all bytes");
        out
    }
}
