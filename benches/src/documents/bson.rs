//! BSON: read where it lies, element by element. A raw document grows at its end only, so that a
//! change copies the elements before and after into a new one, on each level of the way.

use std::ops::Range;

use bson::raw::CStr;
use bson::{Document as Tree, RawArrayBuf, RawBsonRef, RawDocument, RawDocumentBuf};
use serde_json::Value;

use super::codec::Codec;
use super::document::{Change, Document, INDEX, KEY, Pushed, REVIEWER};
use super::leaves::Leaves;
use crate::libraries::bson::replaced;
use crate::library::OWN_BYTES;

pub struct Bson;

fn root(bytes: &[u8]) -> &RawDocument {
    RawDocument::from_bytes(bytes).expect(OWN_BYTES)
}

fn tree(value: &Value) -> bson::Bson {
    match value {
        Value::Null => bson::Bson::Null,
        Value::Bool(value) => (*value).into(),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(integer), _) => i32::try_from(integer).map_or(bson::Bson::Int64(integer), bson::Bson::Int32),
            (None, Some(float)) => float.into(),
            (None, None) => bson::Bson::Null,
        },
        Value::String(text) => text.as_str().into(),
        Value::Array(values) => bson::Bson::Array(values.iter().map(tree).collect()),
        Value::Object(entries) => {
            bson::Bson::Document(entries.iter().map(|(key, value)| (key.clone(), tree(value))).collect())
        }
    }
}

fn json(value: bson::Bson) -> Value {
    match value {
        bson::Bson::Boolean(value) => value.into(),
        bson::Bson::Int32(integer) => integer.into(),
        bson::Bson::Int64(integer) => integer.into(),
        bson::Bson::Double(float) => float.into(),
        bson::Bson::String(text) => text.into(),
        bson::Bson::Array(values) => values.into_iter().map(json).collect(),
        bson::Bson::Document(entries) => entries.into_iter().map(|(key, value)| (key, json(value))).collect(),
        _ => Value::Null,
    }
}

fn sum(value: RawBsonRef<'_>, leaves: &mut Leaves) {
    match value {
        RawBsonRef::Null => leaves.null(),
        RawBsonRef::Boolean(value) => leaves.bool(value),
        RawBsonRef::Int32(integer) => leaves.integer(integer.into()),
        RawBsonRef::Int64(integer) => leaves.integer(integer),
        RawBsonRef::Double(float) => leaves.float(float),
        RawBsonRef::String(text) => leaves.text(text),
        RawBsonRef::Array(values) => values.into_iter().for_each(|value| sum(value.expect(OWN_BYTES), leaves)),
        RawBsonRef::Document(document) => sum_of(document, leaves),
        _ => {}
    }
}

fn sum_of(document: &RawDocument, leaves: &mut Leaves) {
    for entry in document {
        let (key, value) = entry.expect(OWN_BYTES);
        leaves.text(key.as_str());
        sum(value, leaves);
    }
}

/// Puts something under a key of the document that is made.
type Append<'e> = &'e dyn Fn(&mut RawDocumentBuf, &CStr, RawBsonRef<'_>) -> Option<()>;

/// A copy of `document` with another value at the end of some keys.
fn replaced_at(document: &RawDocument, keys: &[&str], append: Append<'_>) -> Option<RawDocumentBuf> {
    match keys {
        [] => None,
        [last] => replaced(document, last, append),
        [first, rest @ ..] => replaced(document, first, |out, name, value| {
            out.append(name, replaced_at(value.as_document()?, rest, append)?);
            Some(())
        }),
    }
}

fn rewrite(bytes: &[u8], document: &Document, elements: Range<usize>, keys: &[&str], append: Append<'_>) -> Vec<u8> {
    let changed = replaced(root(bytes), document.list, |out, name, list| {
        let mut copy = RawArrayBuf::new();
        for (index, element) in list.as_array()?.into_iter().enumerate() {
            let element = element.ok()?;
            if elements.contains(&index) {
                copy.push(replaced_at(element.as_document()?, keys, append)?);
            } else {
                copy.push(element);
            }
        }
        out.append(name, copy);
        Some(())
    });
    changed.expect("the document has this place").into_bytes()
}

impl Codec for Bson {
    const LIBRARY: &'static str = "bson";
    const PACKAGE: (&'static str, &'static str) = ("bson", "3");
    const MODE: &'static str = "raw";
    const TREE_NOTE: &'static str = "bson::Document";
    const LEAVES_NOTE: &'static str = "by raw elements";
    const ONE_NOTE: &'static str = "by raw elements, one after the other";
    const CHANGE_NOTE: &'static str = "copies the other elements into a new document";

    type Tree = Tree;

    fn tree(value: &Value) -> Tree {
        match tree(value) {
            bson::Bson::Document(tree) => tree,
            _ => unreachable!("documents are objects"),
        }
    }

    #[inline(never)]
    fn encode(tree: &Tree) -> Vec<u8> {
        RawDocumentBuf::try_from(tree).expect("no key has a zero byte").into_bytes()
    }

    #[inline(never)]
    fn decode(bytes: &[u8]) -> Tree {
        Tree::try_from(root(bytes)).expect(OWN_BYTES)
    }

    fn to_json(tree: Tree) -> Value {
        json(bson::Bson::Document(tree))
    }

    type Reader = ();

    #[inline(never)]
    fn leaves((): &mut (), bytes: &[u8]) -> Leaves {
        let mut leaves = Leaves::default();
        sum_of(root(bytes), &mut leaves);
        leaves
    }

    #[inline(never)]
    fn text<R>((): &mut (), bytes: &[u8], document: &Document, read: impl FnOnce(&str) -> R) -> R {
        let find = || {
            let element = root(bytes).get_array(document.list).ok()?.get(INDEX).ok()??;
            let found = document.text.iter().try_fold(element, |value, key| value.as_document()?.get(*key).ok()?)?;
            found.as_str()
        };
        read(find().expect("the document has this text"))
    }

    fn change(bytes: Vec<u8>, document: &Document, change: &Change) -> Vec<u8> {
        let key = <&CStr>::try_from(KEY).expect("no zero byte");
        let (elements, keys) = document.places(change);
        rewrite(&bytes, document, elements, keys, &|out, name, value| {
            match change {
                Change::Text(text) => out.append(name, *text),
                Change::Keys(_) => {
                    let mut object = value.as_document()?.to_owned();
                    object.append(key, REVIEWER);
                    out.append(name, object);
                }
                Change::Elements(count) => {
                    let mut array = RawArrayBuf::new();
                    for element in value.as_array()? {
                        array.push(element.ok()?);
                    }
                    for _ in 0..*count {
                        match document.pushed {
                            Pushed::Text(text) => array.push(text),
                            Pushed::Integer(integer) => array.push(i32::try_from(integer).ok()?),
                            Pushed::Float(float) => array.push(float),
                        }
                    }
                    out.append(name, array);
                }
            }
            Some(())
        })
    }
}
