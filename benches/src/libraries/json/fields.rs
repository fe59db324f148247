//! Workload B.

use json::{JsonValue, object};

use super::{OWN_TEXT, decode, encode, encode_into};
use crate::library::Row;
use crate::workloads::fields::change::{Change, Edit};
use crate::workloads::fields::rows::{self, Codec, Update};
use crate::workloads::fields::visits::{self, Visit};
use crate::workloads::fields::{Fields, Lend, with_fields};

/// The record as a tree of values.
#[derive(PartialEq)]
struct Tree(JsonValue);

impl From<Fields> for Tree {
    fn from(value: Fields) -> Self {
        macro_rules! tree {
            // The library negates small integers in their own type, of which the smallest one has no opposite.
            ($value:expr, i8) => { i32::from($value) };
            ($value:expr, i16) => { i32::from($value) };
            // Strings are lent, so that short ones get no allocation in the tree.
            ($value:expr, $Type:ident) => { $value.lend() };
            // All of them, for `with_fields`.
            (($value:ident) $($field:ident: [$Type:ident],)*) => {
                object! { $($field: tree!($value.$field, $Type),)* }
            };
        }
        Self(with_fields!(tree!(value), strings: [String]))
    }
}

impl Edit for Tree {
    fn set_number(&mut self, number: u64) {
        self.0["second_field_of_type_u64"] = number.into();
    }

    fn set_string(&mut self, text: &'static str) {
        self.0["second_field_of_type_string"] = text.into();
    }
}

struct Values;

impl Codec for Values {
    type Owned = Tree;
    type Bytes = String;

    const BUILD: &'static str = "the workload's own type, then a tree of values";
    const ENCODE: &'static str = "dump, from a tree of values";
    const DECODE: &'static str = "to a tree of values";
    const CLONE: &'static str = "clone of a String";

    fn encode(tree: &Tree) -> String {
        encode(&tree.0)
    }

    fn decode(text: &String) -> Tree {
        Tree(decode(text))
    }
}

impl Visit for Values {
    type Kept = ();

    const ONE: &'static str = "decodes the whole record to a tree";

    fn third_string<T>((): &mut (), text: &String, take: impl FnOnce(&str) -> T) -> T {
        take(decode(text)["third_field_of_type_string"].as_str().expect(OWN_TEXT))
    }
}

impl Update for Values {
    type Kept = ();

    const UPDATE: &'static str = "decode to a tree + encode";

    fn update((): &mut (), text: &String, change: impl Change) -> String {
        let mut tree = Self::decode(text);
        change.apply(&mut tree);
        Self::encode(&tree)
    }
}

pub(super) fn row(value: &Fields) -> Row {
    let text = Values::encode(&value.clone().into());
    let mut row = Row::new("json", "json", "0.12.", "values", text.into_bytes());
    // Trees are compared with trees elsewhere; this tells that they hold the record.
    let read = serde_json::from_slice::<Fields>(&row.encoded);
    row.prove("the text is that of the original", read.is_ok_and(|read| read == *value));
    rows::encodes::<Values>(&mut row, value);
    rows::encode_into_vec::<Values>(&mut row, value, "write, from a tree of values, to a vector", |buffer, tree| {
        buffer.clear();
        encode_into(buffer, &tree.0);
    });
    rows::decodes::<Values>(&mut row, value);
    visits::visits_one::<Values>(&mut row, value);
    rows::updates::<Values>(&mut row);
    row
}
