//! sonic-rs: its tree; every leaf by serde, without a tree; one text by its `get`, which passes
//! what is in front of it and leaves what is behind it unread; changes in the tree, which is
//! printed anew.

use serde::de::DeserializeSeed as _;
use serde_json::Value;
use sonic_rs::{JsonValueMutTrait as _, JsonValueTrait as _, PointerNode, Value as Tree};

use super::codec::Codec;
use super::document::{Change, Document, INDEX, KEY, Pushed, REVIEWER};
use super::json::Sum;
use super::leaves::Leaves;
use crate::library::OWN_BYTES;

pub struct Sonic;

const PLACE: &str = "the document has this place";

/// An element that is appended.
fn pushed(document: &Document) -> Tree {
    match document.pushed {
        Pushed::Text(text) => Tree::from_static_str(text),
        Pushed::Integer(integer) => integer.into(),
        Pushed::Float(float) => Tree::new_f64(float).expect("a finite number"),
    }
}

impl Codec for Sonic {
    const LIBRARY: &'static str = "sonic-rs";
    const PACKAGE: (&'static str, &'static str) = ("sonic-rs", "0.5");
    const MODE: &'static str = "text";
    const TREE_NOTE: &'static str = "sonic_rs::Value";
    const LEAVES_NOTE: &'static str = "by a visitor, without a tree";
    const ONE_NOTE: &'static str =
        "by get, which checks the text up to the end of this value; the rest may be anything";
    const CHANGE_NOTE: &'static str = "parse + change + print";

    type Tree = Tree;

    fn tree(value: &Value) -> Tree {
        Self::decode(&serde_json::to_vec(value).expect("keys are strings"))
    }

    #[inline(never)]
    fn encode(tree: &Tree) -> Vec<u8> {
        sonic_rs::to_vec(tree).expect("keys are strings")
    }

    #[inline(never)]
    fn decode(bytes: &[u8]) -> Tree {
        sonic_rs::from_slice(bytes).expect(OWN_BYTES)
    }

    fn to_json(tree: Tree) -> Value {
        serde_json::to_value(tree).expect("keys are strings")
    }

    /// The way to the text.
    type Reader = Vec<PointerNode>;

    #[inline(never)]
    fn leaves(_: &mut Vec<PointerNode>, bytes: &[u8]) -> Leaves {
        let mut leaves = Leaves::default();
        let mut text = sonic_rs::Deserializer::from_slice(bytes);
        Sum(&mut leaves).deserialize(&mut text).expect(OWN_BYTES);
        text.end().expect(OWN_BYTES);
        leaves
    }

    #[inline(never)]
    fn text<R>(path: &mut Vec<PointerNode>, bytes: &[u8], document: &Document, read: impl FnOnce(&str) -> R) -> R {
        if path.is_empty() {
            path.extend([PointerNode::from(document.list), PointerNode::from(INDEX)]);
            path.extend(document.text.iter().map(|key| PointerNode::from(*key)));
        }
        read(sonic_rs::get(bytes, path.iter()).expect(OWN_BYTES).as_str().expect(PLACE))
    }

    #[inline(never)]
    fn change(bytes: Vec<u8>, document: &Document, change: &Change) -> Vec<u8> {
        let mut tree = Self::decode(&bytes);
        let (elements, keys) = document.places(change);
        let list = tree.get_mut(document.list).expect(PLACE);
        for index in elements {
            let element = list.get_mut(index).expect(PLACE);
            let place = keys.iter().fold(element, |value, key| value.get_mut(*key).expect(PLACE));
            match change {
                Change::Text(text) => *place = Tree::from_static_str(text),
                Change::Keys(_) => {
                    place.as_object_mut().expect(PLACE).insert(KEY, Tree::from_static_str(REVIEWER));
                }
                Change::Elements(count) => {
                    let array = place.as_array_mut().expect(PLACE);
                    array.reserve(*count);
                    (0..*count).for_each(|_| array.push(pushed(document)));
                }
            }
        }
        Self::encode(&tree)
    }
}
