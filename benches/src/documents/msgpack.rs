//! MessagePack by rmpv: trees of values, which for all but the owned tree borrow their strings from
//! the bytes.

use rmpv::{Integer, Value as Tree, ValueRef};
use serde_json::Value;

use super::codec::Codec;
use super::document::{Change, Document, INDEX, KEY, REVIEWER};
use super::leaves::Leaves;

const OWN_BYTES: &str = "bytes of this library";

pub struct MessagePack;

fn decode_ref(mut bytes: &[u8]) -> ValueRef<'_> {
    rmpv::decode::read_value_ref(&mut bytes).expect(OWN_BYTES)
}

/// The value of a key; keys keep their order, so that they are looked at one after the other.
fn entry<'a, 'v>(value: &'v mut ValueRef<'a>, key: &str) -> Option<&'v mut ValueRef<'a>> {
    let ValueRef::Map(entries) = value else { return None };
    let is_wanted = |name: &ValueRef<'_>| matches!(name, ValueRef::String(name) if name.as_str() == Some(key));
    entries.iter_mut().find(|(name, _)| is_wanted(name)).map(|(_, value)| value)
}

fn within<'a, 'v>(
    root: &'v mut ValueRef<'a>,
    document: &Document,
    index: usize,
    keys: &[&str],
) -> Option<&'v mut ValueRef<'a>> {
    let ValueRef::Array(list) = entry(root, document.list)? else { return None };
    keys.iter().try_fold(list.get_mut(index)?, |value, key| entry(value, key))
}

fn tree(value: &Value) -> Tree {
    match value {
        Value::Null => Tree::Nil,
        Value::Bool(value) => Tree::Boolean(*value),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(integer), _) => Tree::from(integer),
            (None, Some(float)) => Tree::F64(float),
            (None, None) => Tree::Nil,
        },
        Value::String(text) => Tree::from(text.as_str()),
        Value::Array(values) => Tree::Array(values.iter().map(tree).collect()),
        Value::Object(entries) => {
            Tree::Map(entries.iter().map(|(key, value)| (Tree::from(key.as_str()), tree(value))).collect())
        }
    }
}

fn sum(value: &ValueRef<'_>, leaves: &mut Leaves) {
    match value {
        ValueRef::Nil => leaves.null(),
        ValueRef::Boolean(value) => leaves.bool(*value),
        ValueRef::Integer(integer) => leaves.integer(integer_of(*integer)),
        ValueRef::F64(float) => leaves.float(*float),
        ValueRef::String(text) => leaves.text(text.as_str().expect(OWN_BYTES)),
        ValueRef::Array(values) => values.iter().for_each(|value| sum(value, leaves)),
        ValueRef::Map(entries) => {
            for (key, value) in entries {
                sum(key, leaves);
                sum(value, leaves);
            }
        }
        _ => {}
    }
}

fn integer_of(integer: Integer) -> i64 {
    integer.as_i64().expect("no document has an integer beyond i64")
}

impl Codec for MessagePack {
    const LIBRARY: &'static str = "rmp";
    const PACKAGE: (&'static str, &'static str) = ("rmpv", "1.");
    const MODE: &'static str = "rmpv";
    const TREE_NOTE: &'static str = "rmpv::Value";
    const LEAVES_NOTE: &'static str = "a tree with strings borrowed from the bytes, and a walk of it";
    const ONE_NOTE: &'static str = "a tree with strings borrowed from the bytes";
    const CHANGE_NOTE: &'static str = "decode + change + encode, strings borrowed";

    type Tree = Tree;

    fn tree(value: &Value) -> Tree {
        tree(value)
    }

    fn encode(tree: &Tree) -> Vec<u8> {
        let mut out = Vec::with_capacity(1 << 20);
        rmpv::encode::write_value(&mut out, tree).expect("a vector takes all bytes");
        out
    }

    #[inline(never)]
    fn decode(mut bytes: &[u8]) -> Tree {
        rmpv::decode::read_value(&mut bytes).expect(OWN_BYTES)
    }

    fn to_json(tree: Tree) -> Value {
        match tree {
            Tree::Boolean(value) => value.into(),
            Tree::Integer(integer) => integer_of(integer).into(),
            Tree::F64(float) => float.into(),
            Tree::String(text) => text.into_str().expect(OWN_BYTES).into(),
            Tree::Array(values) => values.into_iter().map(Self::to_json).collect(),
            Tree::Map(entries) => entries
                .into_iter()
                .map(|(key, value)| (key.as_str().expect(OWN_BYTES).to_owned(), Self::to_json(value)))
                .collect(),
            _ => Value::Null,
        }
    }

    type Reader = ();

    #[inline(never)]
    fn leaves((): &mut (), bytes: &[u8]) -> Leaves {
        let mut leaves = Leaves::default();
        sum(&decode_ref(bytes), &mut leaves);
        leaves
    }

    #[inline(never)]
    fn text<R>((): &mut (), bytes: &[u8], document: &Document, read: impl FnOnce(&str) -> R) -> R {
        let mut root = decode_ref(bytes);
        match within(&mut root, document, INDEX, document.text) {
            Some(ValueRef::String(text)) => read(text.as_str().expect(OWN_BYTES)),
            _ => panic!("the document has this text"),
        }
    }

    fn change(bytes: Vec<u8>, document: &Document, change: &Change) -> Vec<u8> {
        let mut tree = decode_ref(&bytes);
        let (elements, keys) = document.places(change);
        for index in elements {
            match (change, within(&mut tree, document, index, keys)) {
                (Change::Text(text), Some(place)) => *place = ValueRef::from(*text),
                (Change::Keys(_), Some(ValueRef::Map(entries))) => {
                    entries.push((ValueRef::from(KEY), ValueRef::from(REVIEWER)));
                }
                (Change::Elements(count), Some(ValueRef::Array(values))) => {
                    values.extend((0..*count).map(|_| document.pushed.to::<ValueRef<'_>>()));
                }
                _ => panic!("the document has this place"),
            }
        }
        let mut out = Vec::with_capacity(bytes.len() + 64);
        rmpv::encode::write_value_ref(&mut out, &tree).expect("a vector takes all bytes");
        out
    }
}
